//! How the checks access a table. Tests substitute a face that leaks, forgets or accepts too much, and expect the checks to
//! notice.

use jantaku_rules::seat::Seat;
use jantaku_table::legal::Actions;
use jantaku_table::prompt::Prompt;
use jantaku_table::seen::{Seen, Viewer};
use jantaku_table::view::View;
use jantaku_table::{Action, Event, Refusal, Table};

pub trait Face: Copy {
    fn seen(self, table: &Table, event: &Event, viewer: Viewer) -> Option<Seen> {
        event.seen_by(viewer, table.rules())
    }

    /// The view of somebody who returns to the table.
    fn view(self, table: &Table, viewer: Viewer) -> View {
        View::of(table, viewer)
    }

    fn next_to_act(self, table: &Table) -> Option<Seat> {
        table.next_to_act()
    }

    fn prompt(self, table: &Table, seat: Seat) -> Option<Prompt> {
        table.prompt(seat)
    }

    fn legal(self, table: &Table, seat: Seat) -> Actions {
        table.legal(seat)
    }

    fn act(self, table: &mut Table, seat: Seat, action: Action, events: &mut Vec<Event>) -> Result<(), Refusal> {
        table.act(seat, action, events)
    }
}

/// The table itself.
#[derive(Clone, Copy)]
pub struct Own;

impl Face for Own {}
