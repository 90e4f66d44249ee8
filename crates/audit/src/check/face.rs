//! The table as the checks look at it. They ask it through this, so that a test can put a face on it that leaks, forgets
//! or accepts too much, and see that this is found.

use jantaku_rules::seat::Seat;
use jantaku_table::legal::Actions;
use jantaku_table::prompt::Prompt;
use jantaku_table::seen::{Seen, Viewer};
use jantaku_table::view::View;
use jantaku_table::{Action, Event, Refusal, Table};

/// What a table shows, asks, lists and accepts.
pub(super) trait Face: Copy {
    /// What a viewer sees of an event at this table.
    fn seen(self, table: &Table, event: &Event, viewer: Viewer) -> Option<Seen> {
        event.seen_by(viewer, table.rules())
    }

    /// What a viewer sees who comes back to the table.
    fn view(self, table: &Table, viewer: Viewer) -> View {
        View::of(table, viewer)
    }

    /// Who is asked next.
    fn next_to_act(self, table: &Table) -> Option<Seat> {
        table.next_to_act()
    }

    /// What a player is asked.
    fn prompt(self, table: &Table, seat: Seat) -> Option<Prompt> {
        table.prompt(seat)
    }

    /// What a player may do.
    fn legal(self, table: &Table, seat: Seat) -> Actions {
        table.legal(seat)
    }

    /// Does what a player decides, or refuses it.
    fn act(self, table: &mut Table, seat: Seat, action: Action, events: &mut Vec<Event>) -> Result<(), Refusal> {
        table.act(seat, action, events)
    }
}

/// The table's own face.
#[derive(Clone, Copy)]
pub(super) struct Own;

impl Face for Own {}
