//! What was decided for people while they were away or out of time, and who of them was gone at the end.

use super::{Game, Status};
use crate::company::{Instead, Leaving, StandIn};
use crate::record::Sitter;
use jantaku_rules::seat::Seat;
use jantaku_table::Event;

/// What was done for a player since their last decision.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Done {
    /// Earlier hands with at least one such decision.
    pub hands: u16,
    /// The decisions of this hand: the numbers of their events.
    pub events: Vec<usize>,
    /// Who took the last one.
    pub by: Option<StandIn>,
}

impl Done {
    pub(super) fn new_hand(&mut self) {
        self.hands += u16::from(!self.events.is_empty());
        self.events.clear();
    }
}

impl Game {
    /// Notes who took the decision whose events begin here.
    pub(crate) fn note_decision(&mut self, first: usize, instead: Option<Instead>) {
        // The time of a game may be up just before a claim.
        let mut decision = self
            .events
            .iter()
            .skip(first)
            .skip_while(|event| matches!(event, Event::TimeUp));
        let Some(seat) = decision.next().and_then(decider) else {
            return;
        };
        let events = &self.events;
        let Some(chair) = self.chairs.get_mut(usize::from(seat.0)) else {
            return;
        };
        match instead.filter(|instead| instead.seat == seat.0) {
            None => chair.done = Done::default(),
            Some(Instead { by, .. }) => {
                let own = |at: &usize| decider(&events[*at]) == Some(seat);
                chair.done.events.extend((first..events.len()).filter(own));
                chair.done.by = Some(by);
            }
        }
    }

    /// The seats whose people were gone when the game ended: they left, or the others freed the seat, or a bot took their last decision.
    pub fn deserters(&self) -> Vec<u8> {
        if self.status() != Status::Over {
            return Vec::new();
        }
        let chairs = (0..).zip(&self.chairs);
        let is_gone = |chair: &super::Chair| match &chair.sitter {
            Sitter::Person { .. } => chair.left || chair.done.by == Some(StandIn::Bot),
            Sitter::Bot { .. } | Sitter::Open => chair.deserted,
        };
        chairs
            .filter(|(_, chair)| is_gone(chair))
            .map(|(seat, _)| seat)
            .collect()
    }

    /// Is the result void, because somebody left and the host wanted it so?
    pub fn is_void(&self) -> bool {
        self.setup.leaving == Leaving::Voids && !self.deserters().is_empty()
    }
}

/// Whose decision an event is, if it is one.
fn decider(event: &Event) -> Option<Seat> {
    match event {
        Event::Answered { seat, .. }
        | Event::Discarded { seat, .. }
        | Event::RiichiDeclared { seat, .. }
        | Event::KanDeclared { seat, .. }
        | Event::SetAside { seat, .. }
        | Event::Won { seat, .. } => Some(*seat),
        _ => None,
    }
}
