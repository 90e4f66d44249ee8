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
use jantaku_rules::units::Chips;

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

    /// Withdraws a ruling of this hand. After a chombo the hand goes on from the moment before it, for all who were given one then.
    /// A dead hand lives again; if the hand has ended meanwhile, it does not count and is dealt again.
    ///
    /// # Errors
    /// Refused where there is no such ruling, while a chombo still waits, once the next hand has begun or the game is over, and if the
    /// end of the hand has shown a closed kan.
    pub fn undo_ruling(&mut self, penalty: Penalty, seat: Seat, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let void = self.undone(penalty, seat).ok_or_else(over)?;
        self.emit(events, Event::RulingUndone { penalty, seat, void });
        self.progress(events);
        Ok(())
    }

    /// The rulings of this hand that can be undone now.
    pub fn undoable(&self) -> impl Iterator<Item = (Penalty, Seat)> + '_ {
        let rulings = Penalty::ALL
            .into_iter()
            .flat_map(|penalty| self.all_seats().map(move |seat| (penalty, seat)));
        rulings.filter(|&(penalty, seat)| self.undone(penalty, seat).is_some())
    }

    /// Whether undoing this ruling voids the hand; none if it cannot be undone.
    pub(crate) fn undone(&self, penalty: Penalty, seat: Seat) -> Option<bool> {
        if usize::from(seat.0) >= self.seats() {
            return None;
        }
        let is_off = match self.phase {
            Phase::GameOver { .. } | Phase::Settled(_) => return None,
            Phase::BeforeHand | Phase::Yame { .. } => true,
            _ => false,
        };
        match (penalty, &self.before_chombo) {
            (Penalty::Chombo, Some(before)) => {
                let is_shown = self.players.iter().any(|player| player.kans_turned > 0);
                (is_off && !is_shown && self.chombos[seat] > before.chombos[seat]).then_some(false)
            }
            (Penalty::DeadHand, None) => self.players[seat].dead.then_some(is_off),
            _ => None,
        }
    }

    /// Folds the withdrawal of a ruling.
    pub(crate) fn undo(&mut self, penalty: Penalty, seat: Seat, void: bool) {
        match (penalty, void) {
            (Penalty::Chombo, _) => {
                if let Some(before) = self.before_chombo.take() {
                    *self = *before;
                }
            }
            (Penalty::DeadHand, false) => self.players[seat].dead = false,
            (Penalty::DeadHand, true) => self.void(),
        }
    }

    /// Puts points, chips and standing back to the beginning of the hand.
    fn void(&mut self) {
        self.points = self.points_before;
        for seat in self.all_seats() {
            self.chips[seat] -= self.hand_chips[seat];
            self.players[seat].dead = false;
        }
        self.hand_chips = BySeat::all(self.seats(), Chips(0));
        self.standing = self.standing_before;
        self.next = self.standing_before;
        self.hands_left = self.hands_left.map(|left| left.saturating_add(1));
        self.phase = Phase::BeforeHand;
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
