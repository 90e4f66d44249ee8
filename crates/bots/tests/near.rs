//! Distances counted by hand: fourteen tiles less those that such a hand can use.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use jantaku_bots::club::near::nearness;
use jantaku_rules::notation;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::win::Win;

fn near(rules: &str, hand: &str, seen: &str) -> (u8, impl Fn(&str) -> Option<u8>) {
    let rules = Library::builtin().rules(rules).unwrap();
    let win: Win = hand.parse().unwrap();
    let found = nearness(&rules, &win, &notation::tiles(seen).unwrap());
    let ids: Vec<String> = rules.yaku.iter().map(|yaku| yaku.id.clone()).collect();
    let of = move |id: &str| found.yaku[ids.iter().position(|known| known == id).unwrap()];
    (found.missing, of)
}

#[test]
fn counts_the_tiles_that_yaku_lack() {
    // Three sequences, 3-5 of sou for the fourth, and a pair of any of the others.
    let (missing, of) = near("tenhou", "123456789m1p35s +7z", "");
    assert_eq!(missing, 2);
    assert_eq!(of("ittsuu"), Some(2));
    assert_eq!(of("riichi"), Some(2));
    // Two more red dragons and a pair.
    assert_eq!(of("chun"), Some(3));
    // Nine man and a pair of dragons use ten tiles, nine man alone nine.
    assert_eq!(of("honitsu"), Some(4));
    assert_eq!(of("chinitsu"), Some(5));
    // 2 to 8 of man, 3 and 5 of sou.
    assert_eq!(of("tanyao"), Some(5));
    // Thirteen kinds are seven tiles short of seven pairs.
    assert_eq!(of("chiitoitsu"), Some(7));
    // The ends of man, one of pin and a dragon.
    assert_eq!(of("kokushi"), Some(10));
}

#[test]
fn finds_pinfu_only_with_an_open_wait_and_a_worthless_pair() {
    let (missing, of) = near("tenhou", "234m567m345p67s9s +9s", "");
    assert_eq!((missing, of("pinfu")), (1, Some(1)));
    let (_, of) = near("tenhou", "234m567m345p67s5z +5z", "");
    // Another pair must replace the dragons.
    assert_eq!(of("pinfu"), Some(3));
}

#[test]
fn leaves_out_tiles_that_are_gone() {
    let (_, of) = near("tenhou", "234m567m345p57s9s +9s", "666p");
    assert_eq!(of("tanyao"), Some(3));
    let hand = "234m567m345p55z7s +7s";
    let (_, of) = near("tenhou", hand, "");
    assert_eq!(of("haku"), Some(1));
    let (_, of) = near("tenhou", hand, "55z");
    assert_eq!(of("haku"), None);
}

#[test]
fn knows_what_melds_rule_out() {
    let (missing, of) = near("tenhou", "234m567m35p9s [777z pon] +9s", "");
    assert_eq!((missing, of("chun")), (1, Some(1)));
    assert_eq!([of("tanyao"), of("riichi"), of("pinfu"), of("chiitoitsu")], [None; 4]);
}

#[test]
fn speaks_of_the_yaku_of_the_rulebook() {
    // Without riichi nobody declares one; the hand is one tile from a straight.
    let rules = Library::builtin().rules("zung-jung").unwrap();
    let (missing, of) = near("zung-jung", "123456789m35s1p +1p", "");
    assert_eq!(missing, 1);
    let straight = rules.yaku.iter().find(|yaku| yaku.when.contains("straight")).unwrap();
    assert_eq!(of(&straight.id), Some(1));
    assert!(rules.yaku.iter().all(|yaku| yaku.id != "riichi"));
}

#[test]
fn tells_of_a_complete_hand_that_nothing_is_missing() {
    let (missing, of) = near("tenhou", "234m567m345p678s9s +9s", "");
    assert_eq!((missing, of("menzen-tsumo")), (0, Some(0)));
}
