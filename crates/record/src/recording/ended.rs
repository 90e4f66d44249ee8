//! How a hand ended: who won what from whom, or why nobody did.

use super::{Recording, RecordingError};
use crate::game::{DrawReason, DrawRecord, Limit, Outcome, RecordEvent, RoundRecord, WinRecord, sort_tiles};
use crate::yaku::{RecordYaku, TENHOU_YAKU, TenhouYaku};
use jantaku_rules::facts;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::tile::Tile;
use jantaku_rules::transfer::{Amount, What};
use jantaku_table::event::{self, Party};
use jantaku_table::{Event, Table};
use jantaku_wire::won_hand::WonHand;

/// A win as the table tells it.
struct Won {
    winner: Seat,
    from: Seat,
    tile: Tile,
}

impl Recording {
    /// Records the hand that these events end, with its settlement at this place among them.
    pub(super) fn close(&mut self, table: &Table, events: &[Event], settled: usize) -> Result<(), RecordingError> {
        let (standing, scores, indicator) = self.begun()?;
        let paid = &events[..settled];
        let gains = payments(events, table.seats(), None);
        let points = table.points();
        let before = BySeat::from_fn(table.seats(), |seat| points.as_slice()[seat].0 - gains.as_slice()[seat]);
        let drawn = paid.iter().find_map(|event| match event {
            Event::Drawn { reason, .. } => Some(*reason),
            _ => None,
        });
        let outcome = match drawn {
            Some(reason) => Outcome::Draw(self.drawn(table, paid, before, reason)?),
            None => Outcome::Wins(self.wins(table, paid, before)?),
        };
        let round = std::mem::take(&mut self.round);
        self.rounds.push(RoundRecord {
            round: (standing.round.index() * Wind::ALL.len()) as u8 + standing.dealer.0,
            honba: standing.honba.into(),
            sticks: standing.sticks.into(),
            dealer: standing.dealer,
            scores,
            hands: round.hands,
            indicator,
            events: round.events,
            outcome,
        });
        Ok(())
    }

    fn begun(&self) -> Result<(event::Standing, BySeat<i32>, Tile), RecordingError> {
        let round = &self.round;
        let begun = round.standing.zip(round.scores).zip(round.indicators.first());
        let ((standing, scores), indicator) = begun.ok_or(RecordingError::Events)?;
        Ok((standing, scores, *indicator))
    }

    fn drawn(
        &self,
        table: &Table,
        paid: &[Event],
        before: BySeat<i32>,
        reason: event::DrawReason,
    ) -> Result<DrawRecord, RecordingError> {
        let nagashi = paid.iter().any(|event| matches!(event, Event::NagashiScored { .. }));
        let reason = match reason {
            event::DrawReason::Exhausted if nagashi => DrawReason::Nagashi,
            event::DrawReason::Exhausted => DrawReason::Exhaustive,
            event::DrawReason::NineTerminals => DrawReason::NineTerminals,
            event::DrawReason::FourWinds => DrawReason::FourWinds,
            event::DrawReason::FourRiichi => DrawReason::FourRiichi,
            event::DrawReason::FourKans => DrawReason::FourKans,
            event::DrawReason::TripleRon => DrawReason::TripleRon,
            event::DrawReason::Chombo => return Err(RecordingError::Penalty),
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
        Ok(DrawRecord {
            reason,
            before,
            deltas: payments(paid, table.seats(), None),
            shown: table.all_seats().map(hand).collect(),
        })
    }

    fn wins(&self, table: &Table, paid: &[Event], mut before: BySeat<i32>) -> Result<Vec<WinRecord>, RecordingError> {
        let mut wins = Vec::new();
        for event in paid {
            let &Event::Won { seat, from, tile, .. } = event else {
                continue;
            };
            let winner = seat;
            let win = self.win(table, paid, &Won { winner, from, tile }, before)?;
            let deltas = win.deltas.as_slice();
            before = BySeat::from_fn(table.seats(), |seat| before.as_slice()[seat] + deltas[seat]);
            wins.push(win);
        }
        Ok(wins)
    }

    fn win(&self, table: &Table, paid: &[Event], won: &Won, before: BySeat<i32>) -> Result<WinRecord, RecordingError> {
        let &Won { winner, from, tile } = won;
        let (last, _) = self.before.as_ref().ok_or(RecordingError::Events)?;
        let scored = WonHand::at(last, winner, from, tile).ok_or(RecordingError::Events)?;
        let sheet = scored.sheet(table, paid);
        let name = |id: &str| numbered(id, &scored, table);
        let yakuman = sheet.yaku.iter().filter(|row| row.yakuman.is_some());
        let yakuman: Vec<RecordYaku> = yakuman.map(|row| name(&row.id)).collect();
        let han = sheet
            .yaku
            .iter()
            .filter_map(|row| Some((&*row.id, row.han?.try_into().ok()?)));
        let dora = [
            ("dora", sheet.dora.dora + sheet.dora.aside),
            ("ura-dora", sheet.dora.ura),
            ("red-five", sheet.dora.red),
        ];
        let dora = dora.into_iter().filter(|(_, han)| *han > 0 && yakuman.is_empty());
        let yaku = han.chain(dora).map(|(id, han)| (name(id), han)).collect();
        let mut hand = table.player(winner).hand.to_vec();
        if from != winner {
            hand.push(tile);
        }
        sort_tiles(&mut hand);
        let round = &self.round;
        let is_kita = |event: &&RecordEvent| matches!(event, RecordEvent::Kita { seat } if *seat == winner);
        let of_hand = |what| matches!(what, What::Hand | What::Pao);
        let received = received(paid, winner);
        Ok(WinRecord {
            winner,
            from,
            pao: received
                .iter()
                .find(|(_, what, _)| *what == What::Pao)
                .map(|(from, ..)| *from),
            hand,
            melds: round.melds_of(winner),
            kita: round.events.iter().filter(is_kita).count() as u8,
            winning_tile: tile,
            fu: Some(sheet.fu.unwrap_or_default().into()),
            points: received
                .iter()
                .filter(|(_, what, _)| of_hand(*what))
                .map(|(.., paid)| paid)
                .sum(),
            limit: sheet.limit.as_deref().and_then(limit),
            yaku,
            yakuman,
            dora: table.indicators().to_vec(),
            ura: match scored.win.riichi.declared() {
                true => round.ura.clone(),
                false => Vec::new(),
            },
            before,
            deltas: payments(paid, table.seats(), Some(winner)),
            honba: round.standing.map_or(0, |standing| standing.honba.into()),
            sticks: sticks(paid, winner, table.rules().settings.riichi.stick),
        })
    }
}

fn limit(name: &str) -> Option<Limit> {
    match name {
        "mangan" => Some(Limit::Mangan),
        "haneman" => Some(Limit::Haneman),
        "baiman" => Some(Limit::Baiman),
        "sanbaiman" => Some(Limit::Sanbaiman),
        "yakuman" | "counted yakuman" => Some(Limit::Yakuman),
        _ => None,
    }
}

/// What other players paid a winner, and for what.
fn received(paid: &[Event], winner: Seat) -> Vec<(Seat, What, i32)> {
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
    to_winner.collect()
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
fn sticks(paid: &[Event], winner: Seat, stick: i32) -> u32 {
    let points = paid.iter().filter_map(|event| match event {
        Event::Paid {
            from: Party::Sticks,
            to,
            amount: Amount::Points(points),
            ..
        } if *to == Party::Seat(winner) => Some(points.0),
        _ => None,
    });
    (points.sum::<i32>() / stick.max(1)).unsigned_abs()
}

/// A yaku by Tenhou's number, or by its name where Tenhou does not have it.
fn numbered(id: &str, won: &WonHand, table: &Table) -> RecordYaku {
    let wait = |fact| won.score.facts.is(fact);
    let id = match id {
        "suuankou" if wait(facts::PAIR_WAIT) => "suuankou-tanki",
        "chuuren" if wait(facts::NINE_SIDED_WAIT) => "junsei-chuuren",
        "kokushi" if wait(facts::THIRTEEN_SIDED_WAIT) => "kokushi-juusanmen",
        id => id,
    };
    let wind = match id {
        "seat-wind" => won.win.seat.index(),
        "round-wind" => table.standing().round.index(),
        _ => 0,
    };
    let first = TENHOU_YAKU.iter().position(|entry| entry.id == id);
    let number = first.and_then(|first| TenhouYaku::numbered((first + wind) as u8));
    let own = || table.rules().yaku.iter().find(|yaku| yaku.id == id);
    match number {
        Some(number) => RecordYaku::Tenhou(number),
        None => RecordYaku::Other(own().map_or(id, |yaku| &yaku.names.ja).to_owned()),
    }
}
