use crate::checking::{Said, case, han, ron, tsumo, yakuman};
use jantaku_rules::seat::Wind::{East, South, West};
use jantaku_rules::settlement::chips::*;
use jantaku_rules::settlement::wins::ChipFacts;
use jantaku_rules::transfer::What;

const IPPATSU_TWO_URA: ChipFacts = ChipFacts {
    ippatsu: true,
    ura: 2,
    pocchi: false,
    all_flowers: false,
};
const POCCHI: ChipFacts = ChipFacts {
    ippatsu: false,
    ura: 0,
    pocchi: true,
    all_flowers: false,
};
const ALL_FLOWERS: ChipFacts = ChipFacts {
    ippatsu: false,
    ura: 0,
    pocchi: false,
    all_flowers: true,
};

#[test]
fn ippatsu_ura_and_pocchi() {
    case("ZAN-05", "zan")
        .wins(&[ron(South, East, han(6)).with(IPPATSU_TWO_URA)])
        .chips(&[-3, 3, 0])
        .because(What::Ura, "ZAN-05");
    case("ZAN-05", "zan")
        .wins(&[tsumo(South, han(6)).with(IPPATSU_TWO_URA)])
        .chips(&[-3, 6, -3]);
    case("ZAN-05", "zan(chips-by-tsumo=two)")
        .wins(&[tsumo(South, han(6)).with(IPPATSU_TWO_URA)])
        .chips(&[-6, 12, -6]);
    case("ZAN-05", "zan(chips-by-tsumo=two)")
        .wins(&[ron(South, East, han(6)).with(IPPATSU_TWO_URA)])
        .chips(&[-3, 3, 0]);
    case("ZAN-05", "zan")
        .wins(&[tsumo(East, han(2)).with(POCCHI)])
        .chips(&[2, -1, -1]);
    // Only a drawn pocchi counts.
    case("ZAN-05", "zan")
        .wins(&[ron(South, East, han(2)).with(POCCHI)])
        .chips(&[0, 0, 0]);
    case("ZAN-31", "zan")
        .wins(&[
            ron(South, East, han(6)).with(IPPATSU_TWO_URA),
            ron(West, East, yakuman(1)),
        ])
        .chips(&[-13, 3, 10]);
    case("RC-30", "ryanzou-chankan")
        .wins(&[tsumo(South, han(6)).with(IPPATSU_TWO_URA)])
        .chips(&[0, 0, 0, 0]);
}

#[test]
fn a_yakuman_that_is_not_counted() {
    case("ZAN-07", "zan")
        .wins(&[ron(South, East, yakuman(1))])
        .chips(&[-10, 10, 0])
        .because(What::Yakuman, "ZAN-07");
    case("ZAN-07", "zan")
        .wins(&[tsumo(South, yakuman(1))])
        .chips(&[-5, 10, -5]);
    case("ZAN-07", "zan")
        .wins(&[ron(South, East, yakuman(2))])
        .chips(&[-10, 10, 0]);
    case("ZAN-07", "zan(yakuman-chips=each)")
        .wins(&[ron(South, East, yakuman(2))])
        .chips(&[-20, 20, 0]);
    case("ZAN-07", "zan(yakuman-chips=each)")
        .wins(&[tsumo(South, yakuman(2))])
        .chips(&[-10, 20, -10]);
    // A counted yakuman gives none.
    case("ZAN-07", "zan")
        .wins(&[ron(South, East, han(13))])
        .chips(&[0, 0, 0]);
    case("ZAN-05", "zan")
        .wins(&[ron(South, East, yakuman(1)).with(IPPATSU_TWO_URA)])
        .chips(&[-13, 13, 0]);
    case("ZAN-05", "zan(chips-with-yakuman=not-paid)")
        .wins(&[ron(South, East, yakuman(1)).with(IPPATSU_TWO_URA)])
        .chips(&[-10, 10, 0]);
}

#[test]
fn all_flowers() {
    case("ZAN-08", "zan")
        .wins(&[ron(South, East, han(6)).with(ALL_FLOWERS)])
        .chips(&[-10, 10, 0])
        .because(What::AllFlowers, "ZAN-08");
    case("ZAN-08", "zan")
        .wins(&[tsumo(West, han(6)).with(ALL_FLOWERS)])
        .chips(&[-5, -5, 10]);
    case("ZAN-08", "zan")
        .wins(&[tsumo(West, yakuman(1)).with(ALL_FLOWERS)])
        .chips(&[-10, -10, 20]);
}

#[test]
fn a_flower_at_once() {
    case("HN-40", "ryanzou-chankan+hana(variation=3)")
        .by(|rules, _| flower_chips(rules, South))
        .chips(&[-1, 3, -1, -1]);
    case("HN-30", "ryanzou-chankan+hana(variation=2)")
        .by(|rules, _| flower_chips(rules, South))
        .chips(&[0, 0, 0, 0]);
}
