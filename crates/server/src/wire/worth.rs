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
        let transfers = settle_wins(
            rules,
            &HandState::bare(rules.seats()),
            &[Winner::of(rules, win, &scored)],
        );
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
            gains: points_moved(&transfers, rules.seats())
                .as_slice()
                .get(seat)
                .map_or(0, |points| points.0),
            chips: chips_moved(&transfers, rules.seats())
                .as_slice()
                .get(seat)
                .map_or(0, |chips| chips.0),
            yaku: scored
                .lines(rules)
                .filter_map(|line| rules.yaku.get(usize::from(line.yaku)))
                .map(|yaku| yaku.id.clone())
                .collect(),
            dora: dora.dora + dora.red + dora.aside,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jantaku_rules::rulebook::library::Library;

    fn worth(rules: &str, hand: &str) -> Option<WorthJson> {
        let rules = Library::builtin().rules(rules).unwrap();
        WorthJson::of(&rules, &hand.parse().unwrap())
    }

    /// South has riichi and pinfu: 2 han 30 fu cost 2,000; with a self-draw 3 han 20 fu cost 700, 700 and 1,300.
    #[test]
    fn sums_up_what_everybody_pays() {
        let ron = worth("tenhou", "234m567m345p67s99s +8s riichi").unwrap();
        assert_eq!((ron.han, ron.fu, ron.gains), (2, Some(30), 2_000));
        assert_eq!(ron.yaku, ["riichi", "pinfu"]);
        let tsumo = worth("tenhou", "234m567m345p67s99s +8s riichi tsumo").unwrap();
        assert_eq!((tsumo.han, tsumo.fu, tsumo.gains), (3, Some(20), 2_700));
    }

    /// Without any pattern a hand is worth a point, which each of three opponents pays.
    #[test]
    fn counts_every_opponent_where_all_pay() {
        let chicken = worth("zung-jung", "23m789p11s[444s pon west][222p pon west] +1m").unwrap();
        assert_eq!((chicken.points, chicken.gains, chicken.fu), (Some(1), 3, None));
    }

    #[test]
    fn is_nothing_for_a_hand_that_may_not_win() {
        assert_eq!(worth("tenhou", "123m456p234s99s57m +6m"), None);
    }
}
