//! Rulings of a referee, and the clock.

use crate::action::{Refusal, Why};
use crate::event::{DrawReason, Event};
use crate::phase::Phase;
use crate::table::Table;
use arrayvec::ArrayVec;
use jantaku_rules::rulebook::choices::Chombo;
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::settlement::ending::Ending;

/// A ruling of the referee on one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Penalty {
    Chombo,
    DeadHand,
}

impl Penalty {
    pub const ALL: [Penalty; 2] = [Penalty::Chombo, Penalty::DeadHand];

    /// Does the rulebook have it?
    #[must_use]
    pub fn is_played(self, rules: &Rules) -> bool {
        let penalty = &rules.settings.penalty;
        match self {
            Penalty::Chombo => penalty.chombo != Chombo::Nothing,
            Penalty::DeadHand => penalty.dead_hand,
        }
    }

    const fn key(self) -> Key {
        match self {
            Penalty::Chombo => Key::PenaltyChombo,
            Penalty::DeadHand => Key::PenaltyDeadHand,
        }
    }
}

impl Table {
    /// The referee gives a player a chombo, which voids the hand; it is dealt again. While others may still win on a tile or claim
    /// nagashi the chombo waits, since a valid win at the same moment cancels it.
    ///
    /// # Errors
    /// Refused for a seat that does not exist, while no hand is played, and where the rulebook has no chombo.
    pub fn chombo(&mut self, offender: Seat, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.allows(Penalty::Chombo, offender)?;
        self.emit(events, Event::ChomboCalled { seat: offender });
        if !matches!(self.phase, Phase::Claims(_) | Phase::Nagashi { .. }) {
            let alone = BySeat::from_fn(self.seats(), |seat| seat == usize::from(offender.0));
            self.void_hand(&alone, events);
        }
        self.progress(events);
        Ok(())
    }

    /// The referee declares a hand dead.
    ///
    /// # Errors
    /// Refused for a seat that does not exist, while no hand is played, and where the rulebook has no dead hands.
    pub fn dead_hand(&mut self, seat: Seat, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.allows(Penalty::DeadHand, seat)?;
        self.emit(events, Event::DeadHand { seat });
        self.progress(events);
        Ok(())
    }

    /// The time of a timed game is up. Repeated, or in a game without a time limit, it has no effect.
    ///
    /// # Errors
    /// Refused once the game is over.
    pub fn time_up(&mut self, events: &mut Vec<Event>) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(over());
        }
        let game = &self.rules.settings.game;
        if game.minutes > 0 || game.hands_after_time > 0 {
            self.emit(events, Event::TimeUp);
        }
        Ok(())
    }

    /// Voids the hand: every offender pays the penalty, and all other payments of the hand are returned.
    pub(crate) fn void_hand(&mut self, offenders: &BySeat<bool>, events: &mut Vec<Event>) {
        let mut winds = ArrayVec::<Wind, 4>::new();
        for seat in self.from_dealer().filter(|&seat| offenders[seat]) {
            winds.push(self.wind(seat));
            self.emit(events, Event::Chombo { seat });
        }
        let reason = DrawReason::Chombo;
        let tenpai = BySeat::all(self.seats(), false);
        self.emit(events, Event::Drawn { reason, tenpai });
        let flowers = self.by_wind(|seat| {
            let aside = &self.players[seat].aside;
            aside.iter().filter(|tile| tile.kind().is_flower()).count() as u8
        });
        let offenders = winds.as_slice();
        self.settle(&Ending::Chombo { offenders, flowers }, events);
    }

    fn allows(&self, penalty: Penalty, seat: Seat) -> Result<(), Refusal> {
        match self.phase {
            Phase::BeforeHand | Phase::GameOver { .. } | Phase::Settled(_) | Phase::Yame { .. } => Err(over()),
            _ if usize::from(seat.0) >= self.seats() => Err(Refusal {
                why: Why::NotOffered,
                clause: ClauseRef::NONE,
            }),
            _ if penalty.is_played(&self.rules) => Ok(()),
            _ => Err(Refusal {
                why: Why::NotPlayed,
                clause: self.rules.because(penalty.key()),
            }),
        }
    }
}

const fn over() -> Refusal {
    Refusal {
        why: Why::Over,
        clause: ClauseRef::NONE,
    }
}
