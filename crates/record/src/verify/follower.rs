//! Somebody who follows a game while it is played again.

use jantaku_rules::seat::Seat;
use jantaku_table::{Action, Event, Table};

/// Follows a game with everything in view.
pub trait Follower {
    /// A hand is about to be dealt.
    fn hand_begins(&mut self, _table: &Table) {}

    /// Players have decided; the table is still in the state before it. A record lists everybody who was asked about a tile, and
    /// those whose answer it does not show pass. A log of ours lists each decision by itself.
    fn decided(&mut self, _table: &Table, _answers: &[(Seat, Action)]) {}

    /// What happened next; the table is in the state after it.
    fn events(&mut self, _table: &Table, _events: &[Event]) {}
}

impl Follower for () {}
