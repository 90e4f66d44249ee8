//! Players out of points, and the chips they pay to whoever put them there.

use super::ledger::Ledger;
use super::players;
use crate::rulebook::choices::Bust;
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::{Key, Settings};
use crate::seat::{BySeat, Wind};
use crate::transfer::{Amount, Party, Transfer, Transfers, What, points_moved};
use crate::units::{Chips, Points};
use arrayvec::ArrayVec;

/// Is a player with these points bust?
pub fn is_bust(settings: &Settings, points: Points) -> bool {
    match settings.game.bust {
        Bust::Never => false,
        Bust::BelowZero => points < Points(0),
        Bust::AtZero => points <= Points(0),
    }
}

/// Chips from every player whom a hand has put out of points.
///
/// `before` are the points when the hand was won or drawn, riichi sticks already paid; `transfers` is everything the hand moved since.
/// What those are for tells who did it: a win, noten payments, or a stick that a winner took. A penalty gives nothing.
pub fn bust_chips(rules: &Rules, before: &BySeat<Points>, transfers: &[Transfer]) -> Transfers {
    let mut ledger = Ledger::new(rules);
    let gains = points_moved(transfers, rules.seats());
    for player in players(rules.seats()) {
        if is_bust(&rules.settings, before[player] + gains[player]) {
            let takers = who_did_it(&rules.settings, player, transfers);
            pay(&mut ledger, player, &takers);
        }
    }
    ledger.close()
}

/// Shares the chips among those who did it; what cannot be shared goes to the first in turn.
fn pay(ledger: &mut Ledger, player: Wind, takers: &[Wind]) {
    let chips = i32::from(ledger.settings().chips.bust);
    let count = takers.len() as i32;
    for (place, &taker) in (0..).zip(takers) {
        let share = chips / count + i32::from(place < chips % count);
        ledger.chips(player, taker, Chips(share), What::Bust, Key::ChipsBust);
    }
}

fn who_did_it(settings: &Settings, player: Wind, transfers: &[Transfer]) -> ArrayVec<Wind, 4> {
    let seats = usize::from(settings.tiles.seats);
    let points = || transfers.iter().filter(|t| matches!(t.amount, Amount::Points(_)));
    let mut in_turn: ArrayVec<Wind, 4> = (1..seats)
        .map(|turns| Wind::ALL[(player.index() + turns) % seats])
        .collect();
    let paid: ArrayVec<What, 64> = points()
        .filter(|t| t.from == Party::Player(player))
        .map(|t| t.what)
        .collect();
    if paid.contains(&What::Chombo) {
        in_turn.clear();
    } else if paid.contains(&What::Noten) {
        // Noten payments go into one pot for all tenpai players.
        in_turn.retain(|seat| {
            settings.chips.bust_by_noten && points().any(|t| t.what == What::Noten && t.to == Party::Player(*seat))
        });
    } else if paid.is_empty() {
        // Only their own stick can have done it.
        in_turn.retain(|seat| points().any(|t| t.what == What::Sticks && t.to == Party::Player(*seat)));
    } else {
        in_turn.retain(|seat| points().any(|t| t.from == Party::Player(player) && t.to == Party::Player(*seat)));
    }
    in_turn
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Wind::{East, South, West};
    use crate::settlement::HandState;
    use crate::settlement::checking::{case, han, points, ron, rules, those, tsumo, yakuman};
    use crate::settlement::chombo::settle_chombo;
    use crate::settlement::draw::settle_draw;
    use crate::settlement::nagashi::settle_nagashi;
    use crate::settlement::wins::{Winner, settle_wins};

    /// Chips after these points and wins, with this number of sticks on the table.
    #[track_caller]
    fn won(clause: &'static str, before: [i32; 3], sticks: u8, wins: &[Winner], expected: [i32; 3]) {
        case(clause, "zan")
            .sticks(sticks)
            .by(|rules, hand| bust_chips(rules, &points(&before), &settle_wins(rules, hand, wins)))
            .chips(&expected);
    }

    #[test]
    fn a_win_that_busts() {
        won(
            "ZAN-06",
            [10_000, 50_000, 90_000],
            0,
            &[ron(South, East, han(6))],
            [-2, 2, 0],
        );
        won(
            "ZAN-30",
            [12_000, 50_000, 88_000],
            0,
            &[ron(South, East, han(6))],
            [-2, 2, 0],
        );
        won(
            "ZAN-30",
            [13_000, 50_000, 87_000],
            0,
            &[ron(South, East, han(6))],
            [0, 0, 0],
        );
        won(
            "ZAN-06",
            [18_000, 120_000, 12_000],
            0,
            &[tsumo(South, yakuman(1))],
            [-2, 4, -2],
        );
    }

    #[test]
    fn a_double_ron_shares() {
        won(
            "ZAN-06",
            [15_000, 50_000, 85_000],
            0,
            &[ron(South, East, han(4)), ron(West, East, han(4))],
            [-2, 1, 1],
        );
        // Even if one of the hands alone would have done it.
        won(
            "ZAN-06",
            [10_000, 50_000, 90_000],
            0,
            &[ron(South, East, han(13)), ron(West, East, han(1))],
            [-2, 1, 1],
        );
    }

    #[test]
    fn the_last_stick() {
        // West put the last 1,000 down and stands at nothing; south, who takes the stick, gets the chips.
        won(
            "ZAN-49",
            [60_000, 89_000, 0],
            1,
            &[ron(South, East, han(3))],
            [0, 2, -2],
        );
        won("ZAN-49", [60_000, 89_000, 0], 1, &[ron(West, East, han(3))], [0, 0, 0]);
        won(
            "ZAN-49",
            [60_000, 89_000, 0],
            1,
            &[ron(South, West, han(3))],
            [0, 2, -2],
        );
        let nobody = |rules: &Rules, _: &HandState| {
            let all = settle_draw(rules, &those(3, &[East, South, West]));
            bust_chips(rules, &points(&[60_000, 89_000, 0]), &all)
        };
        case("ZAN-49", "zan").by(nobody).chips(&[0, 0, 0]);
    }

    #[test]
    fn noten_payments() {
        let draw = |spec, tenpai: &[Wind], expected: &[i32]| {
            let noten = |rules: &Rules, _: &HandState| {
                let payments = settle_draw(rules, &those(3, tenpai));
                bust_chips(rules, &points(&[1_000, 70_000, 79_000]), &payments)
            };
            case("ZAN-06", spec).by(noten).chips(expected);
        };
        draw("zan", &[South], &[-2, 2, 0]);
        draw("zan", &[South, West], &[-2, 1, 1]);
        draw("zan(bust-by-noten=not-paid)", &[South], &[0, 0, 0]);
    }

    #[test]
    fn nagashi_and_penalties() {
        let nagashi = |rules: &Rules, hand: &HandState| {
            let payments = settle_nagashi(rules, hand, &those(3, &[South]));
            bust_chips(rules, &points(&[20_000, 70_000, 60_000]), &payments)
        };
        case("ZAN-06", "zan").by(nagashi).chips(&[-2, 2, 0]);
        let chombo = |rules: &Rules, hand: &HandState| {
            let payments = settle_chombo(rules, hand, &[East], &BySeat::all(3, 0));
            bust_chips(rules, &points(&[10_000, 70_000, 70_000]), &payments)
        };
        case("ZAN-06", "zan").by(chombo).chips(&[0, 0, 0]);
    }

    #[test]
    fn when_a_player_is_out() {
        let out = |spec, points| is_bust(&rules(spec).settings, Points(points));
        assert!(out("zan", 0) && !out("zan", 1_000), "ZAN-30");
        assert!(out("ryanzou-chankan", -100) && !out("ryanzou-chankan", 0), "RC-11");
        assert!(!out("ema-2025", -30_000), "EMA-26");
    }
}
