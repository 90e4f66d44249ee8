use crate::checking::{case, han, han_fu, ron, tsumo};
use jantaku_rules::seat::Wind::{East, North, South, West};
use jantaku_rules::transfer::What;

#[test]
fn one_winner_takes_everything() {
    case("RB-14", "ryanzou-chankan")
        .sticks(1)
        .riichi(&[West])
        .wins(&[tsumo(South, han(5))])
        .points(&[-4_000, 10_000, -2_000, -2_000]);
    case("ZAN-31", "zan")
        .sticks(2)
        .riichi(&[East])
        .wins(&[ron(South, West, han(1))])
        .points(&[0, 4_000, -1_000]);
}

#[test]
fn own_sticks_first() {
    // South is first in turn after east: the old stick and north's go there, west's own comes back; 300 to each.
    case("RC-08", "ryanzou-chankan")
        .honba(1)
        .sticks(1)
        .riichi(&[West, North])
        .wins(&[ron(West, East, han(5)), ron(South, East, han_fu(3, 30))])
        .points(&[-12_500, 6_200, 9_300, 0])
        .because(What::OwnStick, "RC-08");
    // After west come north, east, south.
    case("RC-08", "ryanzou-chankan")
        .sticks(2)
        .riichi(&[South])
        .wins(&[ron(South, West, han(5)), ron(East, West, han(5))])
        .points(&[14_000, 9_000, -20_000, 0]);
    case("RC-18", "ryanzou-chankan")
        .honba(2)
        .sticks(1)
        .riichi(&[East, South, West])
        .wins(&[
            ron(East, North, han(5)),
            ron(South, North, han(5)),
            ron(West, North, han(5)),
        ])
        .points(&[14_600, 9_600, 9_600, -29_800]);
    case("EMA-21", "ema-2025")
        .honba(1)
        .wins(&[ron(South, East, han(5)), ron(West, East, han(5))])
        .points(&[-16_600, 8_300, 8_300, 0]);
    case("EMA-22", "ema-2025")
        .sticks(3)
        .riichi(&[South, West])
        .wins(&[ron(South, East, han(5)), ron(West, East, han(5))])
        .points(&[-16_000, 12_000, 9_000, 0])
        .because(What::Sticks, "EMA-22");
    case("SM-28", "sanmatsuri")
        .honba(1)
        .sticks(1)
        .riichi(&[West])
        .wins(&[ron(East, South, han(5)), ron(West, South, han(5))])
        .points(&[12_200, -20_400, 10_200]);
}

#[test]
fn the_first_in_turn_takes_sticks_and_honba() {
    case("TH-11", "tenhou")
        .honba(1)
        .sticks(1)
        .riichi(&[West])
        .wins(&[ron(South, East, han_fu(3, 30)), ron(West, East, han(5))])
        .points(&[-12_200, 6_200, 8_000, 0]);
}

#[test]
fn the_winner_who_deals_next_takes_sticks_and_honba() {
    // The dealer wins and deals again, though west is first in turn after south.
    case("ZAN-31", "zan")
        .honba(2)
        .sticks(1)
        .riichi(&[West])
        .wins(&[ron(West, South, han(3)), ron(East, South, han(3))])
        .points(&[6_000 + 2_000 + 2_000, -12_000, 4_000])
        .because(What::Honba, "ZAN-29")
        .because(What::Sticks, "ZAN-31");
    // RB-14: a winner takes the sticks; ZAN-31 speaks of two.
    case("RB-14", "zan")
        .sticks(1)
        .wins(&[ron(West, South, han(3))])
        .because(What::Sticks, "RB-14");
    // The dealer deals in: south deals next, and takes west's own stick too.
    case("ZAN-31", "zan")
        .honba(1)
        .riichi(&[West])
        .wins(&[ron(South, East, han(3)), ron(West, East, han(3))])
        .points(&[-9_000, 6_000, 4_000]);
    case("ZAN-31", "zan")
        .honba(1)
        .wins(&[ron(South, West, han(3)), ron(East, West, han(3))])
        .points(&[7_000, 4_000, -11_000]);
}

#[test]
fn gives_back_no_more_sticks_than_there_are() {
    let mut case = case("RC-08", "ryanzou-chankan");
    case.hand.riichi[South] = true;
    case.wins(&[ron(South, East, han(5)), ron(West, East, han(5))])
        .points(&[-16_000, 8_000, 8_000, 0]);
}
