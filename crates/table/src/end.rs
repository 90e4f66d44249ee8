//! After a hand: who deals next, whether the game goes on, and how it ends.

use crate::event::{Event, Party, Standing};
use crate::phase::{Phase, Settled};
use crate::seen::lies_face_down;
use crate::table::Table;
use arrayvec::ArrayVec;
use jantaku_rules::result::{FinalResult, GameEnd, final_result, places};
use jantaku_rules::rulebook::choices::{DealerStays, NagashiAs, Overtime, SuddenDeathEnds, Yame};
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::settlement::bust::is_bust;
use jantaku_rules::transfer;
use jantaku_rules::units::Points;

/// How a hand ended, which decides who deals next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// These players won.
    Won(BySeat<bool>),
    /// An exhaustive draw with these players tenpai.
    Drawn(BySeat<bool>),
    /// Nagashi of these players, and who was tenpai.
    Nagashi(BySeat<bool>, BySeat<bool>),
    /// An abortive draw.
    Aborted,
    /// A penalty: the hand is dealt again.
    Chombo,
}

impl Table {
    /// Ends a hand whose payments are made.
    pub(crate) fn finish_hand(&mut self, outcome: Outcome, events: &mut Vec<Event>) {
        let (stays, honba) = self.dealer_and_honba(&outcome);
        let void = outcome == Outcome::Chombo;
        let settled = Settled {
            stays,
            may_yame: stays && !void && outcome != Outcome::Aborted,
            honba,
            void,
        };
        self.turn_kans(events);
        self.emit(events, Event::Settled(settled));
    }

    fn turn_kans(&mut self, events: &mut Vec<Event>) {
        for seat in self.from_dealer().collect::<ArrayVec<Seat, 4>>() {
            for meld in self.players[seat].melds.clone() {
                if lies_face_down(&self.rules, meld.kind) {
                    self.emit(events, Event::KanTurned { seat, meld });
                }
            }
        }
    }

    /// Ends the game, lets the dealer choose, or goes on.
    pub(crate) fn after_hand(&mut self, settled: Settled, events: &mut Vec<Event>) {
        let next = self.next;
        if self.must_end(settled) {
            return self.end_game(false, events);
        }
        if settled.void {
            return self.emit(events, Event::HandEnded(next));
        }
        if let Some(seat) = self.asked_for_yame(settled) {
            return self.emit(events, Event::YameAsked { seat });
        }
        if settled.may_yame && self.may_yame() {
            return self.end_game(false, events);
        }
        self.go_on(settled.stays, next, events);
    }

    fn must_end(&self, settled: Settled) -> bool {
        let bust = self.points.iter().any(|&points| is_bust(&self.rules.settings, points));
        bust || (!settled.void && self.hands_left == Some(0))
    }

    /// The dealer, if asked after this hand whether to end the game.
    pub(crate) fn asked_for_yame(&self, settled: Settled) -> Option<Seat> {
        let asked = settled.may_yame && self.may_yame() && self.rules.settings.game.yame != Yame::FirstPlaceDoes;
        (asked && !settled.void && !self.must_end(settled)).then_some(self.standing.dealer)
    }

    /// Whose answer the table awaits about ending the game. Tables of earlier versions stored no event for the question:
    /// they wait right after the settlement.
    pub(crate) fn yame(&self) -> Option<(Seat, Settled)> {
        match self.phase {
            Phase::Yame { dealer, settled } => Some((dealer, settled)),
            Phase::Settled(settled) => self.asked_for_yame(settled).map(|dealer| (dealer, settled)),
            _ => None,
        }
    }

    /// Ending the game replaces the dealer's repeat.
    pub(crate) fn answer_yame(&mut self, settled: Settled, ends: bool, events: &mut Vec<Event>) {
        let next = self.next_hand(settled.stays && !ends, settled.honba);
        self.go_on(settled.stays && !ends, next, events);
    }

    fn go_on(&mut self, stays: bool, next: Standing, events: &mut Vec<Event>) {
        match self.what_follows(stays) {
            Follows::AnotherHand => self.emit(events, Event::HandEnded(next)),
            Follows::End { drawn } => self.end_game(drawn, events),
        }
    }

    /// Whether anything depends on this player being tenpai at an exhaustive draw with these players claiming nagashi.
    pub(crate) fn tenpai_matters(&self, seat: Seat, nagashi: &BySeat<bool>) -> bool {
        let paid = self.rules.settings.draws.noten != 0 && nagashi.iter().all(|&claimed| !claimed);
        let stays = |tenpai: bool| {
            let tenpai = BySeat::all(self.seats(), tenpai);
            let outcome = match nagashi.iter().any(|&claimed| claimed) {
                true => Outcome::Nagashi(*nagashi, tenpai),
                false => Outcome::Drawn(tenpai),
            };
            self.dealer_and_honba(&outcome).0
        };
        paid || seat == self.standing.dealer && stays(true) != stays(false)
    }

    fn dealer_and_honba(&self, outcome: &Outcome) -> (bool, u8) {
        let rules = &self.rules.settings;
        let dealer = self.standing.dealer;
        let on_win = rules.game.dealer_stays != DealerStays::Never;
        let on_tenpai = rules.game.dealer_stays == DealerStays::OnWinOrTenpai;
        let (stays, is_win) = match outcome {
            Outcome::Won(winners) => (on_win && winners[dealer], true),
            Outcome::Drawn(tenpai) => (on_tenpai && tenpai[dealer], false),
            Outcome::Nagashi(winners, tenpai) => match rules.draws.nagashi_as {
                NagashiAs::Win => (on_win && winners[dealer], true),
                NagashiAs::PaidDraw => (on_tenpai && (tenpai[dealer] || winners[dealer]), false),
                _ => (on_tenpai && tenpai[dealer], false),
            },
            Outcome::Aborted => (true, false),
            Outcome::Chombo => return (true, self.standing.honba),
        };
        let counted = rules.payment.honba_ron != 0 || rules.payment.honba_tsumo != 0;
        let honba = match (counted, is_win && !stays) {
            (false, _) | (_, true) => 0,
            _ => self.standing.honba.saturating_add(1),
        };
        (stays, honba)
    }

    pub(crate) fn next_hand(&self, stays: bool, honba: u8) -> Standing {
        let (mut round, mut dealer) = (self.standing.round, self.standing.dealer);
        if !stays {
            dealer = self.after(dealer);
            if dealer == Seat(0) {
                round = Wind::at(round.index() + 1);
            }
        }
        Standing {
            round,
            dealer,
            honba,
            sticks: self.standing.sticks,
        }
    }

    /// Whether the game may end after this hand.
    fn is_all_last(&self) -> bool {
        let rounds = usize::from(self.rules.settings.game.rounds);
        let last_dealer = usize::from(self.standing.dealer.0) == self.seats() - 1;
        let round = self.standing.round.index();
        match self.rules.settings.game.overtime {
            Overtime::WestThenNorth if round > rounds => true,
            Overtime::SuddenDeath if round >= rounds => true,
            _ => round + 1 >= rounds && last_dealer,
        }
    }

    /// Whether the dealer, who stays, may make this the last hand.
    fn may_yame(&self) -> bool {
        let dealer = self.standing.dealer;
        let first = || self.leader() == dealer;
        self.is_all_last()
            && match self.rules.settings.game.yame {
                Yame::Never => false,
                Yame::FirstPlaceMay => first(),
                Yame::AnyPlaceMay => true,
                Yame::FirstPlaceDoes => first() && self.has_goal(self.points[dealer]),
            }
    }

    fn has_goal(&self, points: Points) -> bool {
        points.0 >= self.rules.settings.game.goal || self.rules.settings.game.goal == 0
    }

    fn leader(&self) -> Seat {
        let ranking = places::rank(&self.rules.settings, &self.points, self.next.dealer);
        ranking.order.first().copied().unwrap_or_default()
    }

    fn what_follows(&self, stays: bool) -> Follows {
        let rules = &self.rules.settings.game;
        let goal = self.points.iter().any(|&points| self.has_goal(points));
        let overtime_round = self.standing.round.index() + 1 > usize::from(rules.rounds);
        let sudden_death = self.is_all_last() && overtime_round;
        if sudden_death && goal && rules.sudden_death_ends == SuddenDeathEnds::AnyHand {
            return Follows::End { drawn: false };
        }
        if stays || !self.is_all_last() {
            return Follows::AnotherHand;
        }
        if goal {
            return Follows::End { drawn: false };
        }
        let last_dealer = usize::from(self.standing.dealer.0) == self.seats() - 1;
        let round = self.standing.round.index();
        let rounds = usize::from(rules.rounds);
        match rules.overtime {
            Overtime::Nothing => Follows::End { drawn: false },
            Overtime::SuddenDeath if round >= rounds && last_dealer => Follows::End { drawn: false },
            Overtime::WestThenNorth if round > rounds && last_dealer => Follows::End { drawn: true },
            _ => Follows::AnotherHand,
        }
    }

    fn end_game(&mut self, drawn: bool, events: &mut Vec<Event>) {
        let next = self.next;
        self.emit(events, Event::HandEnded(next));
        self.emit(events, Event::GameEnded { drawn });
        let leftover = self.result.as_ref().map(|result| result.leftover.clone());
        for t in leftover.into_iter().flatten() {
            // The result names chairs by the winds of the first hand.
            let party = |p: transfer::Party| match p {
                transfer::Party::Player(wind) => Party::Seat(Seat(wind.index() as u8)),
                transfer::Party::Sticks => Party::Sticks,
            };
            let paid = Event::Paid {
                from: party(t.from),
                to: party(t.to),
                amount: t.amount,
                what: t.what,
                because: t.because,
            };
            self.emit(events, paid);
        }
    }

    /// The final result, once the game is over.
    pub fn result(&self) -> Option<&FinalResult> {
        self.result.as_deref()
    }

    /// The result, with the sticks still on the table.
    pub(crate) fn result_now(&self, drawn: bool) -> FinalResult {
        final_result(
            &self.rules,
            &GameEnd {
                points: self.points,
                next_dealer: self.next.dealer,
                sticks: self.standing.sticks,
                chips: self.chips,
                substitutes: BySeat::all(self.seats(), false),
                chombo: self.chombos,
                drawn,
            },
        )
    }
}

enum Follows {
    AnotherHand,
    End { drawn: bool },
}
