//! What each viewer may see of an event. Hidden information is removed here, before it goes anywhere else.

use crate::event::{Event, Source};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_rules::win::MeldKind;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    Seat(Seat),
    /// Watches the game and sees no concealed hand.
    Spectator,
    /// Sees everything but the wall.
    Log,
}

impl Viewer {
    pub fn sees_hand_of(self, seat: Seat) -> bool {
        match self {
            Viewer::Seat(own) => own == seat,
            Viewer::Spectator => false,
            Viewer::Log => true,
        }
    }
}

/// An event as a viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seen {
    All(Event),
    DealtHidden {
        seat: Seat,
    },
    DrewHidden {
        seat: Seat,
        source: Source,
    },
    /// A closed kan that stays face down.
    KanHidden {
        seat: Seat,
    },
}

/// Whether only its owner can see a meld of this kind.
pub(crate) fn lies_face_down(rules: &Rules, kind: MeldKind) -> bool {
    rules.settings.kan.face_down && kind == MeldKind::Ankan
}

impl Event {
    /// What the viewer sees of the event, or `None` if another player alone learns of it.
    pub fn seen_by(&self, viewer: Viewer, rules: &Rules) -> Option<Seen> {
        let hidden = |seat: Seat| !viewer.sees_hand_of(seat);
        if self.private_to().is_some_and(hidden) {
            return None;
        }
        match self {
            Event::Dealt { seat, .. } if hidden(*seat) => Some(Seen::DealtHidden { seat: *seat }),
            Event::Drew { seat, source, .. } if hidden(*seat) => Some(Seen::DrewHidden {
                seat: *seat,
                source: *source,
            }),
            Event::KanDeclared { seat, meld } if lies_face_down(rules, meld.kind) && hidden(*seat) => {
                Some(Seen::KanHidden { seat: *seat })
            }
            event => Some(Seen::All(event.clone())),
        }
    }
}
