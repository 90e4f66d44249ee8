//! What is not a player's move: penalties that a referee gives, and the clock.

use crate::action::{Action, Refusal, Why};
use crate::end::Outcome;
use crate::event::{DrawReason, Event};
use crate::phase::Phase;
use crate::table::Table;
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::settlement::chombo::settle_chombo;

impl Table {
    /// The referee gives a player a chombo: the hand is void and dealt again.
    /// While others may still win on a tile or be paid for nagashi it waits, since a rightful win at the same moment undoes it.
    pub fn chombo(&mut self, offender: Seat, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.hand_is_on()?;
        match &mut self.phase {
            Phase::Claims(claims) => {
                claims.chombo.get_or_insert(offender);
                claims.answers[offender] = Some(Action::Pass);
            }
            // The offender may still claim: an own nagashi undoes it too.
            Phase::Nagashi { chombo, .. } => {
                chombo.get_or_insert(offender);
            }
            _ => self.void_hand(offender, events),
        }
        self.progress(events);
        Ok(())
    }

    /// The referee declares a hand dead.
    pub fn dead_hand(&mut self, seat: Seat, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.hand_is_on()?;
        self.emit(events, Event::DeadHand { seat });
        self.progress(events);
        Ok(())
    }

    /// The time of a timed game is up. Said again it changes nothing.
    pub fn time_up(&mut self, events: &mut Vec<Event>) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(over());
        }
        if self.hands_left.is_none() {
            self.emit(events, Event::TimeUp);
        }
        Ok(())
    }

    /// A chombo stands: the penalty is paid, and what the hand has moved goes back.
    pub(crate) fn void_hand(&mut self, offender: Seat, events: &mut Vec<Event>) {
        self.emit(events, Event::Chombo { seat: offender });
        let reason = DrawReason::Chombo;
        let tenpai = BySeat::all(self.seats(), false);
        self.emit(events, Event::Drawn { reason, tenpai });
        let flowers = BySeat::from_fn(self.seats(), |wind| {
            let aside = &self.players[self.seat_of(Wind::at(wind))].aside;
            aside.iter().filter(|tile| tile.kind().is_flower()).count() as u8
        });
        let transfers = settle_chombo(&self.rules, &self.hand_state(), self.wind(offender), &flowers);
        self.pay_all(&transfers, events);
        self.finish_hand(Outcome::Chombo, events);
    }

    fn hand_is_on(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::BeforeHand | Phase::GameOver { .. } | Phase::Yame { .. } => Err(over()),
            _ => Ok(()),
        }
    }
}

const fn over() -> Refusal {
    Refusal {
        why: Why::Over,
        clause: ClauseRef::NONE,
    }
}
