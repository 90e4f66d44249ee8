//! Who may claim a tile, and what follows once all have answered.

use crate::action::Action;
use crate::event::{DrawReason, Event};
use crate::phase::{Claims, May, Offered, Phase, Row, any};
use crate::table::Table;
use arrayvec::ArrayVec;
use jantaku_rules::condition::Condition;
use jantaku_rules::rulebook::choices::{FourKans, KanIndicator};
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::settlement::wins::winners_of;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::win::{Meld, MeldKind};

impl Table {
    /// Lets the others claim a tile.
    pub(crate) fn offer(&mut self, from: Seat, tile: Tile, offered: Offered, row: Row) {
        let open_to_calls = self.is_open_to_calls(offered);
        let mut may = BySeat::all(self.seats(), May::default());
        for seat in self.all_seats() {
            may[seat] = self.may_claim(seat, from, tile, offered, open_to_calls);
        }
        self.phase = Phase::Claims(Claims {
            from,
            tile,
            offered,
            row,
            may,
            answers: BySeat::all(self.seats(), None),
            chombo: BySeat::all(self.seats(), false),
        });
    }

    fn may_claim(&self, seat: Seat, from: Seat, tile: Tile, offered: Offered, open_to_calls: bool) -> May {
        let mut may = May::default();
        if offered == Offered::Flower {
            may.win = self.rules.settings.aside.all_win && self.may_ron(seat, from, tile, offered).is_ok();
            return may;
        }
        if seat == from {
            return may;
        }
        let waiting = self.players[seat].waits.has(tile.kind());
        let robbed = match offered {
            Offered::Kita => self.rules.settings.aside.kita_robbed,
            Offered::Ankan => self.rules.closed_robbed_by != Condition::Never,
            _ => true,
        };
        may.win = waiting && robbed && self.may_ron(seat, from, tile, offered).is_ok();
        if open_to_calls {
            (may.pon, may.kan, may.chii) = self.may_call(seat, from, tile);
        }
        may
    }

    /// All have answered.
    pub(crate) fn resolve(&mut self, claims: &Claims, events: &mut Vec<Event>) {
        let wins = |answer: &Option<Action>| matches!(answer, Some(Action::Ron | Action::Tsumo));
        let mut winners = ArrayVec::<Seat, 4>::new();
        if claims.answers.iter().any(wins) {
            winners.extend(self.in_turn_from(claims.from).filter(|&s| wins(&claims.answers[s])));
        }
        if winners.is_empty() && any(&claims.chombo) {
            let discard = claims.offered == Offered::Discard;
            if discard && matches!(self.abort_after_discard(), Some(After::FourKansScore(_))) {
                // Four kans score as a win, which cancels the chombo.
                return self.nobody_wins(claims, events);
            }
            return match discard && self.wall_is_empty() {
                true => self.wall_ended(events),
                false => self.void_hand(&claims.chombo, events),
            };
        }
        if winners.is_empty() {
            return self.nobody_wins(claims, events);
        }
        match winners_of(&self.rules.settings, winners.len()) {
            Some(count) => self.win_on_offer(claims, &winners[..count], events),
            None => self.abort(DrawReason::TripleRon, events),
        }
    }

    /// Nobody wins: those who passed on a win become furiten, and the hand goes on.
    fn nobody_wins(&mut self, claims: &Claims, events: &mut Vec<Event>) {
        self.see_missed(claims, events);
        match claims.offered {
            Offered::Discard => self.after_discard(claims, events),
            Offered::Kakan | Offered::Ankan => {
                let closed = claims.offered == Offered::Ankan;
                self.turn_late_indicators(events);
                match self.rules.settings.kan.indicator {
                    KanIndicator::AtOnce => self.turn_next_indicator(events),
                    KanIndicator::ClosedAtOnce if closed => self.turn_next_indicator(events),
                    _ => {}
                }
                self.draw_replacement(claims.from, true, claims.row, events);
            }
            Offered::Kita | Offered::Flower => {
                self.turn_late_indicators(events);
                self.draw_replacement(claims.from, false, claims.row, events);
            }
        }
    }

    fn see_missed(&mut self, claims: &Claims, events: &mut Vec<Event>) {
        let kind = claims.tile.kind();
        for seat in self.others(claims.from) {
            let player = &self.players[seat];
            // Passing on a closed kan counts only for those who could have robbed it.
            let could = claims.offered != Offered::Ankan || claims.may[seat].win;
            if player.waits.has(kind) && could && !player.dead {
                let before = (player.passed, player.passed_in_riichi);
                let event = Event::Missed { seat };
                self.apply_trusted(&event);
                let player = &self.players[seat];
                if (player.passed, player.passed_in_riichi) != before {
                    events.push(event);
                }
            }
        }
    }

    fn after_discard(&mut self, claims: &Claims, events: &mut Vec<Event>) {
        let seat = claims.from;
        if self.players[seat].riichi_pending {
            self.emit(events, Event::RiichiStands { seat });
        }
        if let Some(abort) = self.abort_after_discard() {
            return match abort {
                After::FourKansScore(seat) => self.score_four_kans(seat, events),
                After::Abort(reason) => self.abort(reason, events),
            };
        }
        // Nobody can call most tiles.
        let asked = claims.answers.iter().any(Option::is_some);
        match asked.then(|| self.caller(claims)).flatten() {
            Some((caller, kind, own)) => self.call_discard(claims, caller, kind, own, events),
            None => self.draw_in_turn(self.after(seat), events),
        }
    }

    /// Who calls a discard and how. A pon or kan takes precedence over a chii.
    fn caller(&self, claims: &Claims) -> Option<(Seat, MeldKind, [Tile; 2])> {
        let triplet = self.others(claims.from).find_map(|s| match claims.answers[s] {
            Some(Action::Pon(own)) => Some((s, MeldKind::Pon, own)),
            Some(Action::Daiminkan) => Some((s, MeldKind::Daiminkan, [claims.tile; 2])),
            _ => None,
        });
        triplet.or_else(|| {
            self.others(claims.from).find_map(|s| match claims.answers[s] {
                Some(Action::Chii(own)) => Some((s, MeldKind::Chii, own)),
                _ => None,
            })
        })
    }

    fn call_discard(&mut self, claims: &Claims, seat: Seat, kind: MeldKind, own: [Tile; 2], events: &mut Vec<Event>) {
        let mut tiles: ArrayVec<Tile, 4> = if kind == MeldKind::Daiminkan {
            self.players[seat].copies(claims.tile.kind())
        } else {
            own.into_iter().collect()
        };
        tiles.push(claims.tile);
        tiles.sort_unstable_by_key(|tile| tile.kind());
        let meld = Meld {
            kind,
            tiles,
            from: Some(self.wind(claims.from)),
        };
        let from = claims.from;
        self.emit(events, Event::Called { seat, meld, from });
        if kind == MeldKind::Daiminkan && self.rules.settings.kan.indicator == KanIndicator::AtOnce {
            self.turn_next_indicator(events);
        }
    }

    /// How a discard that nobody won on ends the hand, if it does. This comes before calls.
    pub(crate) fn abort_after_discard(&self) -> Option<After> {
        let rules = &self.rules.settings;
        if let Some(fourth) = self.fourth_kan.filter(|_| self.kan_count() >= 4) {
            let by_one = self.kans[fourth.seat] >= 4;
            // Four kans score as a win, which a dead hand cannot have. In that case the hand goes on.
            if by_one && rules.kan.four_score_alone && !self.players[fourth.seat].dead {
                return Some(After::FourKansScore(fourth.seat));
            }
            if !by_one && rules.kan.fourth == FourKans::AbortiveDraw {
                return Some(After::Abort(DrawReason::FourKans));
            }
        }
        if rules.draws.four_riichi && self.players.iter().all(|player| player.riichi.declared()) {
            return Some(After::Abort(DrawReason::FourRiichi));
        }
        if rules.draws.four_winds && self.is_four_winds() {
            return Some(After::Abort(DrawReason::FourWinds));
        }
        None
    }

    fn is_four_winds(&self) -> bool {
        let first = self.discards.first().map(|discard| discard.tile.kind());
        !self.interrupted
            && self.discards.len() == self.seats()
            && self.seats() == 4
            && first.is_some_and(|kind| (Kind::EAST.index()..=Kind::NORTH.index()).contains(&kind.index()))
            && self.discards.iter().all(|discard| Some(discard.tile.kind()) == first)
    }
}

/// How a discard ends the hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum After {
    /// One player's four kans score.
    FourKansScore(Seat),
    /// The hand is drawn.
    Abort(DrawReason),
}

impl After {
    /// The setting behind it.
    pub(crate) const fn key(self) -> Key {
        match self {
            After::FourKansScore(_) => Key::KanFourScoreAlone,
            After::Abort(reason) => reason.key(),
        }
    }
}
