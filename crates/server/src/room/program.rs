//! Programs at the table: bots, and those who play for somebody who is away.

use super::Room;
use crate::record::Sitter;
use jantaku_rules::seat::Seat;
use jantaku_table::seen::Viewer;
use jantaku_table::view::View;
use jantaku_table::{Action, Table};

/// The bot that plays for somebody who is away.
pub(super) const STAND_IN: &str = "greedy";

impl Room {
    /// Does a program decide for this seat now?
    pub(super) fn is_program(&self, seat: Seat) -> bool {
        let place = usize::from(seat.0);
        !self.game.is_person(seat) || self.game.chairs[place].left || self.viewers.seat(seat).away
    }

    /// What the program of this seat does.
    pub(super) fn bot_action(&mut self, seat: Seat) -> Action {
        let place = usize::from(seat.0);
        let name = match &self.game.chairs[place].sitter {
            Sitter::Bot { id } => id.as_str(),
            Sitter::Open | Sitter::Person { .. } => STAND_IN,
        };
        let seed = self.game.events.len() as u64 * 4 + u64::from(seat.0);
        let table = &self.game.table;
        let bot = self.bots[place].get_or_insert_with(|| {
            let named = jantaku_bots::named(name, seed);
            named.unwrap_or_else(|| Box::new(jantaku_bots::greedy::Greedy::default()))
        });
        let chosen = table
            .prompt(seat)
            .map(|prompt| bot.choose(&View::of(table, Viewer::Seat(seat)), &prompt));
        let legal = table.legal(seat);
        chosen
            .filter(|action| legal.contains(action))
            .unwrap_or_else(|| time_out(table, seat))
    }
}

/// What happens to a player whose time is over: the drawn tile goes, a claim is passed, tenpai is shown, the game goes on.
pub(super) fn time_out(table: &Table, seat: Seat) -> Action {
    let legal = table.legal(seat);
    let find = |wanted: fn(&Action) -> bool| legal.iter().copied().find(wanted);
    find(|action| matches!(action, Action::Pass | Action::PlayOn | Action::Tenpai))
        .or_else(|| find(|action| matches!(action, Action::Discard { drawn: true, .. })))
        .or_else(|| {
            legal
                .iter()
                .copied()
                .rev()
                .find(|action| matches!(action, Action::Discard { .. }))
        })
        .or_else(|| legal.first().copied())
        .unwrap_or(Action::Pass)
}
