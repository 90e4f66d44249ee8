//! Which clause ended a game.

use crate::report::Report;
use jantaku_rules::result::FinalResult;
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::seat::Seat;
use jantaku_rules::settlement::next_hand::{AfterHand, Follows};
use jantaku_rules::transfer::Party;
use jantaku_rules::units::Points;
use jantaku_table::Action;
use jantaku_table::event::Event;

/// The clause that a referee would name for the end of the game.
pub(super) fn ended_by(report: &Report, result: &FinalResult) -> ClauseRef {
    let of_last_hand = report.events.iter().rev().find_map(|event| match event {
        Event::Settled(settled) => Some(*settled),
        _ => None,
    });
    let Some(settled) = of_last_hand else {
        return ClauseRef::NONE;
    };
    // Sticks left on the table are handed out after the end.
    let mut points = *report.table.points();
    for transfer in &result.leftover {
        if let Party::Player(wind) = transfer.to {
            points[Seat(wind.index() as u8)] -= Points(transfer.amount.number());
        }
    }
    let after = AfterHand {
        rules: report.rules(),
        standing: report.table.standing(),
        points: &points,
        settled,
        out_of_time: report.table.is_out_of_time(),
        hands: report.table.hands_played(),
    };
    let ends = |event: &Event| match event {
        Event::Answered { action, .. } => Some(*action == Action::EndGame),
        _ => None,
    };
    let follows = match after.follows() {
        Follows::Question => after.answered(report.events.iter().rev().find_map(ends).unwrap_or(false)),
        follows => follows,
    };
    match follows {
        Follows::End { key, .. } => report.rules().because(key),
        _ => ClauseRef::NONE,
    }
}
