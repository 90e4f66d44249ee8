//! Settling an exhaustive draw: from noten to tenpai.

use super::ledger::Ledger;
use super::players;
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::Key;
use crate::seat::{BySeat, Wind};
use crate::transfer::{Transfers, What};
use crate::units::Points;
use arrayvec::ArrayVec;

/// What noten players pay to tenpai players; nothing if all or none are tenpai.
pub fn settle_draw(rules: &Rules, tenpai: &BySeat<bool>) -> Transfers {
    let mut ledger = Ledger::new(rules);
    let (takers, payers): (ArrayVec<Wind, 4>, ArrayVec<Wind, 4>) = {
        let of = |is: bool| players(rules.seats()).filter(move |&seat| tenpai[seat] == is).collect();
        (of(true), of(false))
    };
    if takers.is_empty() || payers.is_empty() {
        return ledger.close();
    }
    let share = rules.settings.draws.noten / (takers.len() * payers.len()) as i32;
    // Each payer owes the same and each taker is due the same; going round once keeps the payments few and whole.
    let mut due = takers.iter().map(|&taker| (taker, share * payers.len() as i32));
    let mut open = due.next();
    for &payer in &payers {
        let mut owed = share * takers.len() as i32;
        while let Some((taker, missing)) = open.filter(|_| owed > 0) {
            let amount = owed.min(missing);
            ledger.points(payer, taker, Points(amount), What::Noten, Key::DrawsNoten);
            owed -= amount;
            open = if amount < missing {
                Some((taker, missing - amount))
            } else {
                due.next()
            };
        }
    }
    ledger.close()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Wind::{East, North, South, West};
    use crate::settlement::checking::{case, those};

    #[track_caller]
    fn check(clause: &'static str, spec: &str, tenpai: &[Wind], expected: &[i32]) {
        case(clause, spec)
            .by(|rules, _| settle_draw(rules, &those(rules.seats(), tenpai)))
            .points(expected);
    }

    #[test]
    fn four_players() {
        let rc = "ryanzou-chankan";
        check("RB-13", rc, &[], &[0, 0, 0, 0]);
        check("RB-13", rc, &[South], &[-1_000, 3_000, -1_000, -1_000]);
        check("RB-13", rc, &[South, North], &[-1_500, 1_500, -1_500, 1_500]);
        check("RB-13", rc, &[East, South, West], &[1_000, 1_000, 1_000, -3_000]);
        check("RB-13", rc, &[East, South, West, North], &[0, 0, 0, 0]);
        check("EMA-18", "ema-2025", &[East], &[3_000, -1_000, -1_000, -1_000]);
        check("ZJ-06", "zung-jung", &[East], &[0, 0, 0, 0]);
    }

    #[test]
    fn three_players() {
        for (clause, spec) in [("ZAN-28", "zan"), ("SM-23", "sanmatsuri")] {
            check(clause, spec, &[], &[0, 0, 0]);
            check(clause, spec, &[West], &[-1_000, -1_000, 2_000]);
            check(clause, spec, &[East, West], &[1_000, -2_000, 1_000]);
            check(clause, spec, &[East, South, West], &[0, 0, 0]);
            case(clause, spec)
                .by(|rules, _| settle_draw(rules, &those(3, &[East])))
                .because(What::Noten, clause);
        }
    }
}
