//! Folds events into the state.

use crate::action::Action;
use crate::event::{DrawReason, Event, Party, Source, Standing};
use crate::phase::{May, Offered, Phase, Row, Turn};
use crate::player::Player;
use crate::table::{Discard, FourthKan, Table};
use jantaku_rules::kind_set::KindSet;
use jantaku_rules::rulebook::choices::Passing;
use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::tile::Tile;
use jantaku_rules::transfer::Amount;
use jantaku_rules::units::{Chips, Points};
use jantaku_rules::win::{Meld, MeldKind, Riichi};

impl Table {
    /// Folds an event without checking that it can happen, for events that a table in the same state has just decided on.
    /// Use [`Table::apply`] for all others.
    pub fn apply_trusted(&mut self, event: &Event) {
        match event {
            Event::HandStarted(standing) => self.start_hand(*standing),
            Event::Dealt { seat, tiles } => self.deal(*seat, tiles),
            Event::Indicator(tile) => self.turn_indicator(*tile),
            Event::Drew { seat, tile, source } => self.draw(*seat, *tile, *source),
            Event::RiichiDeclared { seat, open } => self.declare_riichi(*seat, *open),
            Event::Discarded { seat, tile, drawn } => self.discard(*seat, *tile, *drawn),
            Event::RiichiStands { seat } => self.riichi_stands(*seat),
            Event::Called { seat, meld, from } => self.call(*seat, meld, *from),
            Event::KanDeclared { seat, meld } => self.declare_kan(*seat, meld),
            Event::SetAside { seat, tile } => self.set_aside(*seat, *tile),
            Event::Answered { seat, action } => self.take_answer(*seat, *action),
            Event::Missed { seat } => self.miss(*seat),
            Event::NagashiAsked { seats } => self.ask_nagashi(*seats),
            Event::TenpaiAsked { seat } => self.ask_tenpai(*seat),
            Event::YameAsked { seat } => {
                if let Phase::Settled(settled) = self.phase {
                    self.phase = Phase::Yame { dealer: *seat, settled };
                }
            }
            Event::Paid { from, to, amount, .. } => self.pay(*from, *to, *amount),
            Event::DeadHand { seat } => self.lay_dead(*seat),
            Event::ChomboCalled { seat } => {
                if self.before_chombo.is_none() {
                    self.before_chombo = Some(Box::new(self.clone()));
                }
                self.call_chombo(*seat);
            }
            Event::Chombo { seat } => self.chombos[*seat] = self.chombos[*seat].saturating_add(1),
            Event::RulingUndone { penalty, seat, void } => self.undo(*penalty, *seat, *void),
            Event::TimeUp => {
                self.hands_left.get_or_insert(self.rules.settings.game.hands_after_time);
            }
            Event::Settled(settled) => {
                self.next = self.standing.next(self.seats(), settled.stays, settled.honba);
                let again = u8::from(settled.void);
                self.hands_left = self.hands_left.map(|left| left.saturating_add(again));
                self.phase = Phase::Settled(*settled);
            }
            Event::HandEnded(next) => self.end_hand(*next),
            Event::GameEnded { drawn } => {
                // It is worked out before the sticks that are left are handed out.
                self.result = Some(Box::new(self.result_now(*drawn)));
                self.phase = Phase::GameOver { drawn: *drawn };
                self.before_chombo = None;
            }
            Event::Shown { seat, tiles } => self.players[*seat].show(tiles),
            Event::KanTurned { seat, .. } => self.players[*seat].kans_turned += 1,
            Event::UraTurned(tiles) => self.ura = tiles.clone(),
            Event::Drawn {
                reason: DrawReason::Chombo,
                ..
            } => {}
            // Another end of the hand cancels a chombo that waits.
            Event::Won { .. } | Event::FourKansScored { .. } | Event::NagashiScored { .. } | Event::Drawn { .. } => {
                self.before_chombo = None;
            }
        }
    }

    fn start_hand(&mut self, standing: Standing) {
        let seats = self.seats();
        self.standing = standing;
        self.standing_before = standing;
        self.next = standing;
        self.points_before = self.points;
        self.before_chombo = None;
        let calculator = self.calculator;
        self.players = BySeat::from_fn(seats, |_| Player::new(&calculator));
        self.indicators.clear();
        self.ura.clear();
        self.discards.clear();
        self.interrupted = false;
        self.kans = BySeat::all(seats, 0);
        self.fourth_kan = None;
        self.liable.clear();
        self.hand_chips = BySeat::all(seats, Chips(0));
        self.hands_left = self.hands_left.map(|left| left.saturating_sub(1));
        self.phase = Phase::Flowers { seat: standing.dealer };
    }

    fn deal(&mut self, seat: Seat, tiles: &[Tile; 13]) {
        self.wall.take(tiles.len());
        let player = &mut self.players[seat];
        tiles.iter().for_each(|&tile| player.add(tile));
        player.see_waits();
    }

    fn turn_indicator(&mut self, tile: Tile) {
        // A rulebook may allow more kans than there are indicators.
        if !self.indicators.is_full() {
            self.indicators.push(tile);
        }
        self.wall.turn_indicator();
    }

    fn draw(&mut self, seat: Seat, tile: Tile, source: Source) {
        match source {
            Source::Live => self.wall.take(1),
            Source::AfterKan => {
                self.wall.take_replacement(true);
                self.interrupt(true, true);
            }
            Source::AfterAside => {
                self.wall.take_replacement(false);
                let rules = &self.rules.settings.aside;
                let (ippatsu, first_turn) = (rules.ends_ippatsu, rules.ends_first_turn);
                self.interrupt(ippatsu, first_turn);
            }
        }
        let player = &mut self.players[seat];
        player.add(tile);
        player.drawn = Some(tile);
        if source == Source::Live && self.rules.settings.furiten.passing == Passing::UntilDrawOrClaim {
            player.passed = false;
        }
        let row = match self.phase {
            Phase::Replacing { row, .. } => Some(row),
            Phase::Claims(claims) if source != Source::Live => Some(claims.row),
            _ => None,
        };
        self.phase = match row {
            Some(row) if row.dealing => {
                if self.players[seat].tracker.tiles() % 3 == 1 {
                    self.players[seat].see_waits();
                }
                self.after_dealt_flowers(seat)
            }
            None if matches!(self.phase, Phase::Flowers { .. }) => self.after_dealt_flowers(seat),
            row => Phase::Turn(Turn {
                seat,
                drawn: Some(tile),
                row,
                kuikae: KindSet::EMPTY,
            }),
        };
    }

    /// Whose dealt flowers are replaced next, from this seat on. If nobody holds any, the dealer's turn begins.
    pub(crate) fn after_dealt_flowers(&self, seat: Seat) -> Phase {
        let dealer = self.standing.dealer;
        let to_come = self.in_turn_from(seat).take_while(|&s| s == seat || s != dealer);
        let holds_flower = |&s: &Seat| self.players[s].hand.iter().any(|tile| tile.kind().is_flower());
        match to_come.into_iter().find(holds_flower) {
            Some(seat) => Phase::Flowers { seat },
            None => Phase::Turn(Turn {
                seat: dealer,
                drawn: self.players[dealer].drawn,
                row: None,
                kuikae: KindSet::EMPTY,
            }),
        }
    }

    fn declare_riichi(&mut self, seat: Seat, open: bool) {
        let double = self.is_first_turn(seat);
        let player = &mut self.players[seat];
        player.riichi_pending = true;
        player.riichi = match (double, open) {
            (false, false) => Riichi::Riichi,
            (true, false) => Riichi::Double,
            (false, true) => Riichi::Open,
            (true, true) => Riichi::DoubleOpen,
        };
    }

    pub(crate) fn discard(&mut self, seat: Seat, tile: Tile, drawn: bool) {
        let passing = self.rules.settings.furiten.passing;
        let player = &mut self.players[seat];
        player.remove(tile, drawn);
        player.discarded.insert(tile.kind());
        player.nagashi &= tile.kind().is_outside();
        player.before_first_discard = false;
        player.ippatsu = false;
        if passing == Passing::UntilDiscard {
            player.passed = false;
        }
        // A hand in riichi discards what it draws, so its waits stay.
        if !player.riichi.declared() || player.riichi_pending || player.waits.is_empty() {
            player.see_waits();
        }
        let riichi = player.riichi_pending;
        self.discards.push(Discard {
            seat,
            tile,
            drawn,
            riichi,
            called: false,
        });
        self.offer(seat, tile, Offered::Discard, Row::default());
    }

    fn riichi_stands(&mut self, seat: Seat) {
        self.points[seat] -= Points(self.rules.settings.riichi.stick);
        self.standing.sticks = self.standing.sticks.saturating_add(1);
        let player = &mut self.players[seat];
        player.riichi_pending = false;
        player.stick_paid = true;
        player.ippatsu = true;
    }

    fn call(&mut self, seat: Seat, meld: &Meld, from: Seat) {
        let called = self.discards.last().map(|discard| discard.tile);
        if let Some(last) = self.discards.last_mut() {
            last.called = true;
        }
        self.players[from].nagashi &= self.rules.settings.draws.nagashi_called;
        self.interrupt(true, true);
        let player = &mut self.players[seat];
        let mut own = meld.tiles.clone();
        if let Some(place) = own.iter().position(|tile| Some(*tile) == called) {
            own.remove(place);
        }
        own.iter().for_each(|&tile| player.remove(tile, false));
        player.melds.push(meld.clone());
        if self.rules.settings.furiten.passing == Passing::UntilDrawOrClaim {
            player.passed = false;
        }
        self.see_liability(seat, from);
        if meld.kind == MeldKind::Daiminkan {
            self.count_kan(seat, Some(from));
            let row = Row {
                from_kan: true,
                fed: Some(from),
                dealing: false,
            };
            self.phase = Phase::Replacing {
                seat,
                for_kan: true,
                row,
            };
            return;
        }
        let called = called.map_or(meld.tiles[0].kind(), Tile::kind);
        let kuikae = match (meld.kind, own.as_slice()) {
            (MeldKind::Chii, [a, b]) => self.kuikae_after_chii(called, a.kind(), b.kind()),
            _ => self.kuikae_after_pon(called),
        };
        self.phase = Phase::Turn(Turn {
            seat,
            drawn: None,
            row: None,
            kuikae,
        });
    }

    fn declare_kan(&mut self, seat: Seat, meld: &Meld) {
        let player = &mut self.players[seat];
        let kind = meld.tiles[0].kind();
        if meld.kind == MeldKind::Kakan {
            if let Some(added) = player.copies(kind).first().copied() {
                player.remove(added, false);
            }
            player
                .melds
                .iter_mut()
                .filter(|m| m.kind == MeldKind::Pon && m.tiles[0].kind() == kind)
                .for_each(|pon| *pon = meld.clone());
        } else {
            meld.tiles.iter().for_each(|&tile| player.remove(tile, false));
            player.melds.push(meld.clone());
            if let Some(shown) = &mut player.shown {
                shown.retain(|tile| tile.kind() != kind);
            }
        }
        player.see_waits();
        self.count_kan(seat, None);
        let row = Row {
            from_kan: true,
            ..self.row_of_turn()
        };
        let offered = if meld.kind == MeldKind::Kakan {
            Offered::Kakan
        } else {
            Offered::Ankan
        };
        self.offer(seat, meld.tiles[0], offered, row);
    }

    /// The run of replacement draws that this turn belongs to.
    fn row_of_turn(&self) -> Row {
        match self.phase {
            Phase::Turn(turn) => turn.row.unwrap_or_default(),
            Phase::Flowers { .. } => Row {
                dealing: true,
                ..Row::default()
            },
            _ => Row::default(),
        }
    }

    fn count_kan(&mut self, seat: Seat, fed: Option<Seat>) {
        self.kans[seat] += 1;
        if self.kan_count() == 4 {
            self.fourth_kan = Some(FourthKan { seat, fed });
        }
    }

    fn set_aside(&mut self, seat: Seat, tile: Tile) {
        let player = &mut self.players[seat];
        player.remove(tile, true);
        player.aside.push(tile);
        if !tile.kind().is_flower() {
            player.see_waits();
        }
        let offered = if tile.kind().is_flower() {
            Offered::Flower
        } else {
            Offered::Kita
        };
        self.offer(seat, tile, offered, self.row_of_turn());
    }

    fn take_answer(&mut self, seat: Seat, action: Action) {
        match &mut self.phase {
            Phase::Claims(claims) => claims.answers[seat] = Some(action),
            Phase::Nagashi { answers, .. } => answers[seat] = Some(action == Action::Nagashi),
            Phase::Showing { answers, .. } => answers[seat] = Some(action == Action::Tenpai),
            _ => {}
        }
    }

    fn ask_nagashi(&mut self, may: BySeat<bool>) {
        let chombo = match self.phase {
            Phase::Claims(claims) => claims.chombo,
            _ => BySeat::all(self.seats(), false),
        };
        let answers = BySeat::all(self.seats(), None);
        self.phase = Phase::Nagashi { may, answers, chombo };
    }

    /// Everybody who is asked gets an event. The first one starts the phase.
    fn ask_tenpai(&mut self, seat: Seat) {
        if !matches!(self.phase, Phase::Showing { .. }) {
            self.phase = Phase::Showing {
                may: BySeat::all(self.seats(), false),
                answers: BySeat::all(self.seats(), None),
                nagashi: self.nagashi_claimed(),
            };
        }
        if let Phase::Showing { may, .. } = &mut self.phase {
            may[seat] = true;
        }
    }

    /// A player with a chombo can no longer win on the tile, but the player's own nagashi still cancels the chombo.
    fn call_chombo(&mut self, seat: Seat) {
        match &mut self.phase {
            Phase::Claims(claims) => {
                claims.chombo[seat] = true;
                claims.answers[seat] = Some(Action::Pass);
            }
            Phase::Nagashi { chombo, .. } => chombo[seat] = true,
            _ => {}
        }
    }

    pub(crate) fn miss(&mut self, seat: Seat) {
        let rules = &self.rules.settings.furiten;
        let player = &mut self.players[seat];
        if player.riichi.declared() && !player.riichi_pending {
            player.passed_in_riichi |= rules.passing_in_riichi;
        } else {
            player.passed |= rules.passing != Passing::NoEffect;
        }
    }

    fn interrupt(&mut self, ippatsu: bool, first_turn: bool) {
        self.interrupted |= first_turn;
        if ippatsu {
            self.players
                .as_mut_slice()
                .iter_mut()
                .for_each(|player| player.ippatsu = false);
        }
    }

    fn pay(&mut self, from: Party, to: Party, amount: Amount) {
        for (party, change) in [(from, -amount), (to, amount)] {
            match (party, change) {
                (Party::Seat(seat), Amount::Points(points)) => self.points[seat] += points,
                (Party::Seat(seat), Amount::Chips(chips)) => {
                    self.chips[seat] += chips;
                    self.hand_chips[seat] += chips;
                }
                // Leftover sticks may be split at the end: whatever the amount, none remains.
                (Party::Sticks, _) if self.is_over() => self.standing.sticks = 0,
                (Party::Sticks, _) => {
                    let stick = self.rules.settings.riichi.stick.max(1);
                    let sticks = i32::from(self.standing.sticks) + change.number() / stick;
                    self.standing.sticks = sticks.clamp(0, 255) as u8;
                }
            }
        }
    }

    /// Also withdraws any question to the player, answered or not.
    fn lay_dead(&mut self, seat: Seat) {
        self.players[seat].dead = true;
        match &mut self.phase {
            Phase::Claims(claims) => {
                claims.may[seat] = May::default();
                claims.answers[seat] = None;
            }
            Phase::Nagashi { may, answers, .. } | Phase::Showing { may, answers, .. } => {
                may[seat] = false;
                answers[seat] = None;
            }
            _ => {}
        }
    }

    fn end_hand(&mut self, next: Standing) {
        self.next = next;
        self.hands_played += 1;
        self.phase = Phase::BeforeHand;
    }
}
