//! After a hand: the round and dealer of the next one, or the end of the game.

use super::bust::is_bust;
use super::ending::Settled;
use crate::result::places;
use crate::rulebook::choices::{Overtime, SuddenDeathEnds, Yame};
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::Key;
use crate::seat::{BySeat, Seat, Wind};
use crate::units::Points;

/// A game ends after this many hands: the server fixes the walls of no more in advance. No game of the books in use comes near it, but a
/// rulebook may let the dealer stay for ever.
pub const MOST_HANDS: u16 = 512;

/// Round, dealer and counters of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    pub round: Wind,
    pub dealer: Seat,
    pub honba: u8,
    pub sticks: u8,
}

impl Standing {
    /// The standing of the next hand. Sticks stay on the table.
    #[must_use]
    pub fn next(self, seats: usize, stays: bool, honba: u8) -> Standing {
        let (mut round, mut dealer) = (self.round, self.dealer);
        if !stays {
            dealer = Seat((dealer.0 + 1) % seats as u8);
            if dealer == Seat(0) {
                round = Wind::at(round.index() + 1);
            }
        }
        Standing {
            round,
            dealer,
            honba,
            ..self
        }
    }
}

/// What follows a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Follows {
    AnotherHand(Standing),
    /// The dealer says whether the game ends.
    Question,
    /// The game is over by this setting; `drawn` if overtime ended before anybody reached the goal.
    End {
        drawn: bool,
        key: Key,
    },
}

/// A game after a hand whose payments are made.
#[derive(Clone, Copy, Debug)]
pub struct AfterHand<'a> {
    pub rules: &'a Rules,
    /// The hand, with the sticks that are still on the table.
    pub standing: Standing,
    /// Points of each chair.
    pub points: &'a BySeat<Points>,
    pub settled: Settled,
    /// Whether the time is up and this hand was the last one.
    pub out_of_time: bool,
    /// Hands that were played, this one included; 0 if nobody counts.
    pub hands: u16,
}

impl AfterHand<'_> {
    /// Ends the game, asks the dealer, or goes on.
    #[must_use]
    pub fn follows(&self) -> Follows {
        if let Some(key) = self.must_end() {
            return Follows::End { drawn: false, key };
        }
        if self.settled.void {
            return Follows::AnotherHand(self.next(true));
        }
        match self.rules.settings.game.yame {
            _ if !self.may_yame() => self.goes_on(self.settled.stays),
            Yame::FirstPlaceDoes => Follows::End {
                drawn: false,
                key: Key::GameYame,
            },
            // Nobody is asked where both answers end the game.
            _ => match (self.answered(true), self.answered(false)) {
                (Follows::End { drawn, .. }, end @ Follows::End { drawn: also, .. }) if drawn == also => end,
                _ => Follows::Question,
            },
        }
    }

    /// What follows the dealer's answer. Ending the game replaces the dealer's repeat.
    #[must_use]
    pub fn answered(&self, ends: bool) -> Follows {
        match self.goes_on(self.settled.stays && !ends) {
            Follows::End { drawn, .. } if ends => Follows::End {
                drawn,
                key: Key::GameYame,
            },
            follows => follows,
        }
    }

    fn next(&self, stays: bool) -> Standing {
        self.standing.next(self.rules.seats(), stays, self.settled.honba)
    }

    fn must_end(&self) -> Option<Key> {
        let bust = self.points.iter().any(|&points| is_bust(&self.rules.settings, points));
        match bust {
            true => Some(Key::GameBust),
            false if self.hands >= MOST_HANDS => Some(Key::GameRounds),
            false => (!self.settled.void && self.out_of_time).then_some(Key::GameHandsAfterTime),
        }
    }

    fn is_last_dealer(&self) -> bool {
        usize::from(self.standing.dealer.0) + 1 == self.rules.seats()
    }

    /// Whether the game may end after this hand.
    fn is_all_last(&self) -> bool {
        let game = &self.rules.settings.game;
        let (round, rounds) = (self.standing.round.index(), usize::from(game.rounds));
        match game.overtime {
            Overtime::WestThenNorth if round > rounds => true,
            Overtime::SuddenDeath if round >= rounds => true,
            _ => round + 1 >= rounds && self.is_last_dealer(),
        }
    }

    /// Whether the dealer, who stays, may make this the last hand.
    fn may_yame(&self) -> bool {
        let dealer = self.standing.dealer;
        let first = || {
            let ranking = places::rank(&self.rules.settings, self.points, self.next(self.settled.stays).dealer);
            ranking.order.first() == Some(&dealer)
        };
        self.settled.may_yame
            && self.is_all_last()
            && match self.rules.settings.game.yame {
                Yame::Never => false,
                Yame::FirstPlaceMay => first(),
                Yame::AnyPlaceMay => true,
                Yame::FirstPlaceDoes => first() && self.has_goal(self.points[dealer]),
            }
    }

    fn has_goal(&self, points: Points) -> bool {
        let goal = self.rules.settings.game.goal;
        points.0 >= goal || goal == 0
    }

    fn goes_on(&self, stays: bool) -> Follows {
        let game = &self.rules.settings.game;
        let goal = self.points.iter().any(|&points| self.has_goal(points));
        let (round, rounds) = (self.standing.round.index(), usize::from(game.rounds));
        let overtime = round >= rounds;
        let over = |drawn: bool, key: Key| Follows::End { drawn, key };
        if self.is_all_last() && overtime && goal && game.sudden_death_ends == SuddenDeathEnds::AnyHand {
            return over(false, Key::GameSuddenDeathEnds);
        }
        if stays || !self.is_all_last() {
            return Follows::AnotherHand(self.next(stays));
        }
        if goal {
            return over(false, if overtime { Key::GameOvertime } else { Key::GameRounds });
        }
        match game.overtime {
            Overtime::Nothing => over(false, Key::GameRounds),
            Overtime::SuddenDeath if overtime && self.is_last_dealer() => over(false, Key::GameOvertime),
            Overtime::WestThenNorth if round > rounds && self.is_last_dealer() => over(true, Key::GameOvertime),
            _ => Follows::AnotherHand(self.next(stays)),
        }
    }
}
