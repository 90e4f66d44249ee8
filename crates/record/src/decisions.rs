//! Decisions in recorded games that show what a player wanted.

use jantaku_rules::seat::Seat;
use jantaku_table::legal::Actions;
use jantaku_table::phase::Phase;
use jantaku_table::{Action, Table};

/// The decisions of the seats that count, each with what was legal. Those without a choice are left out, and so are passes that may only
/// be there because another player's claim went first.
pub fn telling(table: &Table, answers: &[(Seat, Action)], counts: &[bool]) -> Vec<(Seat, Actions, Action)> {
    let in_claims = matches!(table.phase(), Phase::Claims(_));
    let mut telling = Vec::new();
    for &(seat, action) in answers {
        let claims = |(other, wants): &(Seat, Action)| *other != seat && *wants != Action::Pass;
        let hidden = in_claims && action == Action::Pass && answers.iter().any(claims);
        let counts = counts.get(usize::from(seat.0)).copied().unwrap_or(false);
        let legal = table.legal(seat);
        if counts && !hidden && legal.len() > 1 {
            telling.push((seat, legal, action));
        }
    }
    telling
}
