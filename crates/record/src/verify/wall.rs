//! Rebuilds the wall of a recorded round, as far as it is known.

use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::Tile;
use jantaku_table::stack::{Stack, StackError};
use jantaku_table::wall::Wall;

use crate::game::{Outcome, RecordEvent, RoundRecord};
use crate::meld::MeldRecord;

/// A wall that gives the same hands, draws and indicators.
pub(super) fn wall_of(round: &RoundRecord, rules: &Rules) -> Result<Wall, StackError> {
    let mut stack = Stack::default();
    let seats = round.hands.len();
    for (chair, hand) in round.hands.iter().enumerate() {
        let wind = (chair + seats - usize::from(round.dealer.0) % seats) % seats;
        stack.hands[wind].clone_from(hand);
    }
    for (tile, replaces) in draws(&round.events) {
        let row = if replaces {
            &mut stack.replacements
        } else {
            &mut stack.draws
        };
        row.push(tile);
    }
    stack.dora = round.indicators().collect();
    stack.ura = ura(round);
    stack.build(rules, &[0; 32])
}

/// All tiles drawn, and whether each replaced a tile set aside or completed a kan.
fn draws(events: &[RecordEvent]) -> impl Iterator<Item = (Tile, bool)> {
    let mut replaces: Option<Seat> = None;
    events.iter().filter_map(move |event| match *event {
        RecordEvent::Draw { seat, tile } => Some((tile, replaces.take() == Some(seat))),
        RecordEvent::Call {
            meld: MeldRecord::Chii { .. } | MeldRecord::Pon { .. },
            ..
        } => None,
        RecordEvent::Call { seat, .. } | RecordEvent::Kita { seat } => {
            replaces = Some(seat);
            None
        }
        _ => None,
    })
}

/// The ura indicators, which are the same for all winners in riichi.
fn ura(round: &RoundRecord) -> Vec<Tile> {
    match &round.outcome {
        Outcome::Wins(wins) => wins
            .iter()
            .map(|win| &win.ura)
            .max_by_key(|ura| ura.len())
            .cloned()
            .unwrap_or_default(),
        Outcome::Draw(_) => Vec::new(),
    }
}
