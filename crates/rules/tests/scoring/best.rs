//! Which way to count a hand is kept, and why a hand does not win.

use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::{NotAWin, Score, score};
use jantaku_rules::win::Win;
use std::sync::LazyLock;

fn rules(spec: &str) -> Rules {
    static LIBRARY: LazyLock<Library> = LazyLock::new(Library::builtin);
    LIBRARY.rules(spec).expect("a shipped rulebook")
}

fn scored(spec: &str, line: &str) -> Result<Score, NotAWin> {
    let win: Win = line.parse().expect("a hand");
    score(&rules(spec), &win)
}

#[track_caller]
fn best(spec: &str, line: &str) -> Score {
    scored(spec, line).unwrap_or_else(|why| panic!("{spec}, {line}: {why:?}"))
}

#[test]
fn prefers_more_han_where_the_pay_is_the_same() {
    // Chinitsu with ryanpeikou and pinfu is ten han, with ryanpeikou on a pair wait nine, with seven pairs eight: all a baiman.
    let score = best("tenhou", "1122334455667m +7m");
    assert_eq!((score.value.han().0, score.value.fu().0), (10, 30));
    assert_eq!(score.total.0, 16_000);
}

#[test]
fn prefers_more_fu_where_pay_and_han_are_the_same() {
    // 3m completes 345m on two sides, or 234m in the middle: base 20, ron 10, haku 8, seat wind 2, and 2 for the closed wait.
    let score = best("tenhou", "23445789m22555z +3m riichi");
    assert_eq!((score.value.han().0, score.value.fu().0), (5, 50));
    assert_eq!(score.total.0, 8_000);
}

#[test]
fn prefers_a_yakuman_to_a_counted_one() {
    // As sequences: riichi, tsumo, iipeikou, chinitsu and five dora are 14 han and the same 32,000.
    let score = best("tenhou", "1112223334445m +5m tsumo riichi dora=3m4m");
    assert_eq!((score.value.yakuman(), score.total.0), (1, 32_000));
}

#[test]
fn prefers_more_ura_where_the_pay_is_the_same() {
    // As 1p ittsuu and one ura make five han; as 4p two ura make four, which pay the same and give a chip more.
    let score = best("zan", "23456789p333s99m +5rz tsumo riichi ura=3p");
    assert_eq!((score.value.han().0, score.dora.ura), (4, 2));
    assert_eq!(score.total.0, 8_000);
}

#[test]
fn says_why_a_hand_does_not_win() {
    let why = |spec, line| scored(spec, line).err();
    assert_eq!(
        why("ema-2025", "123m456p678s99p13s +3s riichi"),
        Some(NotAWin::Incomplete)
    );
    assert_eq!(why("ema-2025", "123m456p678s99p13s +2s"), Some(NotAWin::NoYaku));
    assert_eq!(why("ema-2025", "123m456p678s99p13s +2s riichi"), None);
    // Three sequences and a triplet of 2s, one of them exposed, make no pattern.
    let chicken = "[123m chii east]678p789s2229s +9s";
    assert_eq!(best("zung-jung", chicken).value.points().0, 1, "ZJ-13");
    assert_eq!(why("zung-jung(minimum=five)", chicken), Some(NotAWin::NoYaku), "ZJ-81");
    let all_sequences = "[123m chii east]678p789s24s99m +3s";
    assert_eq!(why("zung-jung(minimum=five)", all_sequences), None, "ZJ-81");
}

#[test]
fn above_the_cap_only_the_highest_pattern_counts() {
    let points_and_lines = |line| {
        let score = best("zung-jung", line);
        (score.value.points().0, score.lines(&rules("zung-jung")).count())
    };
    // All Honors are worth the cap itself: Big Three Winds, All Triplets and others still have a line beside them.
    let (points, lines) = points_and_lines("111222333z5556z +6z");
    assert!(points == 320 && lines > 2, "ZJ-70: {points} in {lines} lines");
    assert_eq!(points_and_lines("111222333444z5p +5p"), (400, 1), "ZJ-70");
}

#[test]
fn a_pattern_for_each_set_counts_as_often() {
    // Value Honor twice, a concealed hand and two concealed triplets: 20 + 5 + 5.
    assert_eq!(best("zung-jung", "123m789p2s555666z +2s").value.points().0, 30, "ZJ-26");
}

#[test]
fn all_flowers_win_only_where_the_rulebook_says_so() {
    let hand = "147m258p369s1234z +4g tsumo aside=1234f123g";
    assert_eq!(
        best("ryanzou-chankan+hana(variation=1)", hand).value.yakuman(),
        1,
        "HN-25"
    );
    let why = |spec, line| scored(spec, line).err();
    assert_eq!(
        why("zung-jung(bonus-tiles=yes)", hand),
        Some(NotAWin::Incomplete),
        "ZJ-80"
    );
    let four = "147m258p369s1234z +4f tsumo aside=123f";
    assert_eq!(why("zan", four), Some(NotAWin::Incomplete), "ZAN-11");
}
