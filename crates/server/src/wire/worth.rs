//! What a hand would bring its winner.

use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::score;
use jantaku_rules::settlement::HandState;
use jantaku_rules::settlement::wins::{Winner, settle_wins};
use jantaku_rules::transfer::{chips_moved, points_moved};
use jantaku_rules::value::Value;
use jantaku_rules::win::Win;
use serde::Serialize;

/// What a win would be worth, without honba, sticks and what is still hidden. Names and clauses of its yaku are in the rulebook's lesson.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WorthJson {
    /// The han with all visible dora; 0 where the rulebook counts otherwise.
    pub han: u8,
    pub fu: Option<u8>,
    /// Points of the hand, where the rulebook adds them.
    pub points: Option<i32>,
    pub yakuman: u8,
    /// What the winner gets from all payers together.
    pub gains: i32,
    /// The same in chips.
    pub chips: i32,
    /// The ids of its yaku, in the order of a score sheet.
    pub yaku: Vec<String>,
    /// Visible dora of all kinds.
    pub dora: u8,
}

impl WorthJson {
    /// None where the hand does not win.
    pub fn of(rules: &Rules, win: &Win) -> Option<WorthJson> {
        let scored = score(rules, win).ok()?;
        let transfers = settle_wins(rules, &HandState::bare(rules.seats()), &[Winner::of(rules, win, &scored)]);
        let seat = win.seat as usize;
        let fu = scored.fu(rules, win).map(|fu| fu.0);
        let dora = scored.dora;
        Some(WorthJson {
            han: scored.value.han().0,
            fu: fu.filter(|_| !scored.value.is_yakuman()),
            points: match scored.value {
                Value::Points(points) => Some(points.0),
                _ => None,
            },
            yakuman: scored.value.yakuman(),
            gains: points_moved(&transfers, rules.seats()).as_slice().get(seat).map_or(0, |points| points.0),
            chips: chips_moved(&transfers, rules.seats()).as_slice().get(seat).map_or(0, |chips| chips.0),
            yaku: scored
                .lines(rules)
                .filter_map(|line| rules.yaku.get(usize::from(line.yaku)))
                .map(|yaku| yaku.id.clone())
                .collect(),
            dora: dora.dora + dora.red + dora.aside,
        })
    }
}
