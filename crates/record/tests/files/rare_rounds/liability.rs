//! Daisangen for which somebody is liable.

use jantaku_record::verify::books::Books;
use jantaku_record::verify::verify;

use super::script::Script;
use super::win::Win;
use super::{check, check_last, game, rules, yakuman};

/// The dealer calls a set of each dragon: from seat 1, seat 2 and, to be liable, seat 3.
const THREE_DRAGONS: &str = "1x5z 0pon 0-1p 1x8p 2x6z 0pon 0-5p 1x8p 2x8p 3x7z 0pon 0-8s 1x6p 2x6p 3x6p";

#[test]
fn who_fed_the_third_dragon_pays_for_the_tsumo() {
    let rules = rules("tenhou");
    let hands = ["55z66z77z23m99s15p8s", "-", "-", "-"];
    let win = Win {
        pao: Some(3),
        ..yakuman(0, 0, &[39], 48_000, &[48_300, 0, 0, -48_300])
    };
    let words = format!("0x9m {THREE_DRAGONS} 0+1m");
    let round = Script::standing(&rules, (0, 1, 0), &[25_000; 4], &hands, &words).won(vec![win]);
    check_last(
        &rules,
        round,
        &[73_300, 25_000, 25_000, -23_300],
        &[833, 50, -150, -733],
    );
}

#[test]
fn who_fed_it_and_the_discarder_share_a_ron() {
    let rules = rules("tenhou");
    let hands = ["55z66z77z23m99s15p8s", "-", "-", "-"];
    let win = Win {
        pao: Some(3),
        ..yakuman(0, 1, &[39], 48_000, &[48_300, -24_300, 0, -24_000])
    };
    let words = format!("0x9m {THREE_DRAGONS} 0x9p 1x4m");
    let round = Script::standing(&rules, (0, 1, 0), &[25_000; 4], &hands, &words).won(vec![win]);
    check(&rules, round, (0, 2, 0), &[73_300, 700, 25_000, 1_000]);
}

/// As in a game that was published, `sc="404,323,125,-163,155,-160,316,0"` with one honba, off seat 2 and fed by seat 1.
#[test]
fn a_record_tells_who_pays_the_honba_of_a_shared_ron() {
    let hands = ["55z66z77z23m99s15p8s", "-", "-", "-"];
    let win = Win {
        pao: Some(3),
        ..yakuman(0, 1, &[39], 48_000, &[48_300, -24_000, 0, -24_300])
    };
    let words = format!("0x9m {THREE_DRAGONS} 0x9p 1x4m");
    let round = Script::standing(&rules("tenhou"), (0, 1, 0), &[25_000; 4], &hands, &words).won(vec![win]);
    let game = game(vec![round], None);
    let rules = Books::default().rules_of(&game).expect("a shipped rulebook");
    assert_eq!(verify(&game, &rules).mismatches, []);
}

#[test]
fn who_fed_it_and_discards_pays_all() {
    let rules = rules("tenhou");
    let hands = ["55z66z77z23m99s15p8s", "-", "-", "-"];
    let win = Win {
        pao: Some(3),
        ..yakuman(0, 3, &[39], 48_000, &[48_300, 0, 0, -48_300])
    };
    let words = format!("0x9m {THREE_DRAGONS} 0x9p 1x8s 2x8s 3x4m");
    let round = Script::standing(&rules, (0, 1, 0), &[15_000, 15_000, 15_000, 55_000], &hands, &words).won(vec![win]);
    check(&rules, round, (0, 2, 0), &[63_300, 15_000, 15_000, 6_700]);
}
