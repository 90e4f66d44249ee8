//! A game at our table, recorded as Tenhou would: what happened, and what was made of it.

use jantaku_bots::arena::Watcher;
use jantaku_record::game::{
    DrawReason, DrawRecord, FinalStanding, GameRecord, Limit, Outcome, RecordEvent, RoundRecord, TableSetting, Tenths,
    WinRecord, sort_tiles,
};
use jantaku_record::meld::MeldRecord;
use jantaku_record::yaku::{RecordYaku, TENHOU_YAKU, TenhouYaku};
use jantaku_rules::facts;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::tile::Tile;
use jantaku_rules::transfer::{Amount, What};
use jantaku_rules::win::{Meld, MeldKind};
use jantaku_table::event::{self, Party, Standing};
use jantaku_table::legal::Actions;
use jantaku_table::{Action, Event, Table};
use jantaku_wire::won_hand::WonHand;

#[derive(Default)]
pub(crate) struct Recording {
    rounds: Vec<RoundRecord>,
    standing: Option<Standing>,
    scores: Option<BySeat<i32>>,
    hands: Vec<Vec<Tile>>,
    indicators: Vec<Tile>,
    events: Vec<RecordEvent>,
    ura: Vec<Tile>,
    /// The table before the last decision, and whose it was.
    before: Option<(Table, Seat)>,
}

impl Watcher for Recording {
    fn wall(&mut self, table: &Table, _wall: &jantaku_table::wall::Wall) {
        *self = Recording {
            rounds: std::mem::take(&mut self.rounds),
            scores: Some(table.points().map(|points| points.0)),
            hands: vec![Vec::new(); table.seats()],
            ..Recording::default()
        };
    }

    fn decision(&mut self, table: &Table, seat: Seat, _legal: &Actions, _action: Action) {
        self.before = Some((table.clone(), seat));
    }

    fn events(&mut self, table: &Table, events: &[Event]) {
        for event in events {
            match event {
                Event::HandStarted(standing) => self.standing = Some(*standing),
                Event::Dealt { seat, tiles } => {
                    let hand = &mut self.hands[usize::from(seat.0)];
                    hand.extend(tiles);
                    sort_tiles(hand);
                }
                Event::UraTurned(ura) => self.ura = ura.to_vec(),
                _ => self.told(event),
            }
        }
        if let Some(settled) = events.iter().position(|event| matches!(event, Event::Settled(_))) {
            self.close(table, events, &events[..settled]);
        }
    }
}

impl Recording {
    pub(crate) fn finish(self, table: &Table, setting: TableSetting) -> GameRecord {
        let result = table.result().expect("a finished game");
        let tenths = |seat: usize| Tenths(result.score.as_slice()[seat] / 100);
        GameRecord {
            players: table.seats(),
            setting,
            names: (0..table.seats()).map(|seat| format!("bot {}", seat + 1)).collect(),
            rounds: self.rounds,
            standing: Some(FinalStanding {
                scores: result.points.map(|points| points.0),
                points: BySeat::from_fn(table.seats(), tenths),
            }),
        }
    }

    /// An event that a record tells.
    fn told(&mut self, event: &Event) {
        let told = match *event {
            Event::Drew { seat, tile, .. } => RecordEvent::Draw { seat, tile },
            Event::Discarded { seat, tile, drawn } => RecordEvent::Discard {
                seat,
                tile,
                tsumogiri: drawn,
            },
            Event::RiichiDeclared { seat, .. } => RecordEvent::Riichi { seat },
            Event::RiichiStands { seat } => RecordEvent::RiichiAccepted { seat },
            Event::SetAside { seat, .. } => RecordEvent::Kita { seat },
            Event::Called { seat, ref meld, from } => RecordEvent::Call {
                seat,
                meld: self.called(meld, from),
            },
            Event::KanDeclared { seat, ref meld } => RecordEvent::Call {
                seat,
                meld: self.kan(seat, meld),
            },
            Event::Indicator(indicator) => {
                self.indicators.push(indicator);
                if self.indicators.len() == 1 {
                    return;
                }
                RecordEvent::Dora { indicator }
            }
            _ => return,
        };
        self.events.push(told);
    }

    fn called(&self, meld: &Meld, from: Seat) -> MeldRecord {
        let (_, called) = self
            .events
            .iter()
            .rev()
            .find_map(RecordEvent::moved)
            .expect("a discard");
        let mut own = meld.tiles.to_vec();
        own.remove(own.iter().position(|tile| *tile == called).expect("the called tile"));
        match (meld.kind, own[..].try_into()) {
            (MeldKind::Chii, Ok(own)) => MeldRecord::chii(from, called, own),
            (_, Ok(own)) => MeldRecord::pon(from, called, own),
            (_, Err(_)) => MeldRecord::daiminkan(from, called, own.try_into().expect("three more")),
        }
    }

    fn kan(&self, caller: Seat, kan: &Meld) -> MeldRecord {
        if kan.kind == MeldKind::Ankan {
            return MeldRecord::ankan(kan.tiles.as_slice().try_into().expect("four tiles"));
        }
        let pon = self.events.iter().find_map(|event| match *event {
            RecordEvent::Call {
                seat,
                meld: MeldRecord::Pon { from, called, own },
            } if seat == caller && called.kind() == kan.tiles[0].kind() => Some((from, called, own)),
            _ => None,
        });
        let (from, called, own) = pon.expect("the pon it is added to");
        let mut added = kan.tiles.to_vec();
        for tile in [called, own[0], own[1]] {
            added.remove(
                added
                    .iter()
                    .position(|added| *added == tile)
                    .expect("a tile of the pon"),
            );
        }
        MeldRecord::kakan(from, called, own, added[0])
    }

    /// Records the round that these events end; `paid` are those up to its settlement.
    fn close(&mut self, table: &Table, events: &[Event], paid: &[Event]) {
        let seats = table.seats();
        let gains = payments(events, seats, None);
        let before = BySeat::from_fn(seats, |seat| table.points().as_slice()[seat].0 - gains.as_slice()[seat]);
        let drawn = paid.iter().find_map(|event| match event {
            Event::Drawn { reason, .. } => Some(*reason),
            _ => None,
        });
        let outcome = match drawn {
            Some(reason) => Outcome::Draw(self.drawn(table, paid, before, reason)),
            None => Outcome::Wins(self.wins(table, paid, before)),
        };
        let standing = self.standing.expect("a hand that began");
        self.rounds.push(RoundRecord {
            round: (standing.round.index() * Wind::ALL.len()) as u8 + standing.dealer.0,
            honba: standing.honba.into(),
            sticks: standing.sticks.into(),
            dealer: standing.dealer,
            scores: self.scores.expect("a hand that began"),
            hands: self.hands.clone(),
            indicator: self.indicators[0],
            events: self.events.clone(),
            outcome,
        });
    }

    fn drawn(&self, table: &Table, paid: &[Event], before: BySeat<i32>, reason: event::DrawReason) -> DrawRecord {
        let nagashi = paid.iter().any(|event| matches!(event, Event::NagashiScored { .. }));
        let reason = match reason {
            event::DrawReason::Exhausted if nagashi => DrawReason::Nagashi,
            event::DrawReason::Exhausted => DrawReason::Exhaustive,
            event::DrawReason::NineTerminals => DrawReason::NineTerminals,
            event::DrawReason::FourWinds => DrawReason::FourWinds,
            event::DrawReason::FourRiichi => DrawReason::FourRiichi,
            event::DrawReason::FourKans => DrawReason::FourKans,
            event::DrawReason::TripleRon => DrawReason::TripleRon,
            event::DrawReason::Chombo => panic!("there is no referee"),
        };
        let mut shows: Vec<Seat> = paid
            .iter()
            .filter_map(|event| match event {
                Event::Shown { seat, .. } if reason == DrawReason::Exhaustive => Some(*seat),
                _ => None,
            })
            .collect();
        if reason == DrawReason::NineTerminals {
            shows.extend(self.before.as_ref().map(|(_, seat)| *seat));
        }
        let hand = |seat: Seat| {
            let mut hand = table.player(seat).hand.to_vec();
            sort_tiles(&mut hand);
            shows.contains(&seat).then_some(hand)
        };
        DrawRecord {
            reason,
            before,
            deltas: payments(paid, table.seats(), None),
            shown: table.all_seats().map(hand).collect(),
        }
    }

    fn wins(&self, table: &Table, paid: &[Event], mut before: BySeat<i32>) -> Vec<WinRecord> {
        let (last, _) = self.before.as_ref().expect("somebody won by a decision");
        let mut wins = Vec::new();
        for event in paid {
            let &Event::Won { seat, from, tile, .. } = event else {
                continue;
            };
            let won = WonHand::at(last, seat, from, tile).expect("a hand that wins");
            let deltas = payments(paid, table.seats(), Some(seat));
            wins.push(self.win(table, paid, &won, (seat, from, tile), before, deltas));
            before = BySeat::from_fn(table.seats(), |seat| before.as_slice()[seat] + deltas.as_slice()[seat]);
        }
        wins
    }

    fn win(
        &self,
        table: &Table,
        paid: &[Event],
        won: &WonHand,
        (winner, from, winning_tile): (Seat, Seat, Tile),
        before: BySeat<i32>,
        deltas: BySeat<i32>,
    ) -> WinRecord {
        let sheet = won.sheet(table, paid);
        let to_winner = paid.iter().filter_map(|event| match event {
            Event::Paid {
                from: Party::Seat(from),
                to: Party::Seat(to),
                what,
                amount: Amount::Points(points),
                ..
            } if *to == winner => Some((*from, *what, points.0)),
            _ => None,
        });
        let of_hand = to_winner
            .clone()
            .filter(|(_, what, _)| matches!(what, What::Hand | What::Pao));
        let number = |id: &str| number(id, won, table);
        let mut yaku: Vec<(RecordYaku, u8)> = sheet
            .yaku
            .iter()
            .filter_map(|row| Some((number(&row.id), row.han?.try_into().ok()?)))
            .collect();
        let dora = [
            ("dora", sheet.dora.dora + sheet.dora.aside),
            ("ura-dora", sheet.dora.ura),
            ("red-five", sheet.dora.red),
        ];
        let yakuman: Vec<RecordYaku> = sheet
            .yaku
            .iter()
            .filter_map(|row| row.yakuman.map(|_| number(&row.id)))
            .collect();
        if yakuman.is_empty() {
            yaku.extend(
                dora.into_iter()
                    .filter(|(_, han)| *han > 0)
                    .map(|(id, han)| (number(id), han)),
            );
        }
        let mut hand = table.player(winner).hand.to_vec();
        if from != winner {
            hand.push(winning_tile);
        }
        sort_tiles(&mut hand);
        let of_winner = self.events.iter().filter_map(|event| match event {
            RecordEvent::Call { seat, meld } if *seat == winner => Some(*meld),
            _ => None,
        });
        let mut melds: Vec<MeldRecord> = Vec::new();
        for meld in of_winner {
            let pon = melds
                .iter()
                .position(|pon| matches!((meld, pon), (MeldRecord::Kakan { .. }, MeldRecord::Pon { called, .. }) if called.kind() == meld.kind()));
            match pon {
                Some(place) => melds[place] = meld,
                None => melds.push(meld),
            }
        }
        let kita = self
            .events
            .iter()
            .filter(|event| matches!(event, RecordEvent::Kita { seat } if *seat == winner));
        WinRecord {
            winner,
            from,
            pao: to_winner
                .clone()
                .find(|(_, what, _)| *what == What::Pao)
                .map(|(from, ..)| from),
            hand,
            melds,
            kita: kita.count() as u8,
            winning_tile,
            fu: Some(sheet.fu.unwrap_or_default().into()),
            points: of_hand.map(|(.., amount)| amount).sum(),
            limit: match sheet.limit.as_deref() {
                Some("mangan") => Some(Limit::Mangan),
                Some("haneman") => Some(Limit::Haneman),
                Some("baiman") => Some(Limit::Baiman),
                Some("sanbaiman") => Some(Limit::Sanbaiman),
                Some("yakuman" | "counted yakuman") => Some(Limit::Yakuman),
                _ => None,
            },
            yaku,
            yakuman,
            dora: table.indicators().to_vec(),
            ura: if won.win.riichi.declared() {
                self.ura.clone()
            } else {
                Vec::new()
            },
            before,
            deltas,
            honba: self.standing.map_or(0, |standing| standing.honba.into()),
            sticks: sticks(paid, winner),
        }
    }
}

/// What changed hands: for one winner, or in all.
fn payments(events: &[Event], seats: usize, winner: Option<Seat>) -> BySeat<i32> {
    let mut gains = BySeat::all(seats, 0);
    for event in events {
        let Event::Paid {
            from,
            to,
            amount: Amount::Points(points),
            ..
        } = event
        else {
            continue;
        };
        if winner.is_none_or(|winner| *to == Party::Seat(winner)) {
            for (party, amount) in [(*from, -points.0), (*to, points.0)] {
                if let Party::Seat(seat) = party {
                    gains[seat] += amount;
                }
            }
        }
    }
    gains
}

/// The riichi sticks that a winner took.
fn sticks(paid: &[Event], winner: Seat) -> u32 {
    let points = paid.iter().filter_map(|event| match event {
        Event::Paid {
            from: Party::Sticks,
            to,
            amount: Amount::Points(points),
            ..
        } if *to == Party::Seat(winner) => Some(points.0),
        _ => None,
    });
    (points.sum::<i32>() / 1_000) as u32
}

/// A yaku of ours by Tenhou's number.
fn number(id: &str, won: &WonHand, table: &Table) -> RecordYaku {
    let wait = |fact| won.score.facts.is(fact);
    let id = match id {
        "suuankou" if wait(facts::PAIR_WAIT) => "suuankou-tanki",
        "chuuren" if wait(facts::NINE_SIDED_WAIT) => "junsei-chuuren",
        "kokushi" if wait(facts::THIRTEEN_SIDED_WAIT) => "kokushi-juusanmen",
        id => id,
    };
    let first = TENHOU_YAKU
        .iter()
        .position(|entry| entry.id == id)
        .expect("a yaku of Tenhou's");
    let wind = match id {
        "seat-wind" => won.win.seat.index(),
        "round-wind" => table.standing().round.index(),
        _ => 0,
    };
    RecordYaku::Tenhou(TenhouYaku::numbered((first + wind) as u8).expect("a yaku of Tenhou's"))
}
