//! Hand records that contradict themselves or their rulebook, what a record must say, and the clauses behind the next deal.

use jantaku_rules::rulebook::library::Library;
use jantaku_wire::settle_json::{Record, SettleError, Settlement, settle};

fn settled(spec: &str, line: &str) -> Result<Settlement, SettleError> {
    let rules = Library::builtin().rules(spec).expect("a rulebook");
    settle(&rules, &Record::of_line(spec, line)?)
}

#[track_caller]
fn refused(spec: &str, line: &str, words: &str) {
    let error = settled(spec, line)
        .map(|said| said.ending)
        .expect_err("refused")
        .to_string();
    assert!(error.contains(words), "{spec}, {line}: {error}, not {words}");
}

#[track_caller]
fn accepted(spec: &str, line: &str) -> Settlement {
    settled(spec, line).unwrap_or_else(|error| panic!("{spec}, {line}: {error}"))
}

#[test]
fn asks_who_fed_the_fourth_kan() {
    let spec = "tenhou+hana(suukantsu=four-kans)";
    let kans = "[9999p daiminkan west][6666z daiminkan west][5555z daiminkan east][7777z daiminkan west]";
    refused(spec, &format!("south four-kans: {kans}"), "fed_kan is missing");
    refused(spec, &format!("south four-kans: {kans} fed-kan=none"), "fed_kan");
    // HN-28: whoever fed the fourth kan pays everything.
    let said = accepted(spec, &format!("south four-kans: {kans} fed-kan=west"));
    assert_eq!(said.deltas.0.as_slice(), [0, 32_000, -32_000, 0]);
}

#[test]
fn asks_who_is_liable_where_somebody_must_be() {
    let rc = "ryanzou-chankan";
    let dragons = "[555z pon west][666z pon north][777z pon east]123m2s +2s";
    refused(rc, &format!("south tsumo: {dragons}"), "pao=daisangen:west (RC-64)");
    accepted(rc, &format!("south tsumo: {dragons} pao=daisangen:west"));
    // A closed kan may have been the last set: then nobody is liable.
    accepted(
        rc,
        "south tsumo: [555z pon west][666z pon north][7777z ankan]123m2s +2s",
    );
}

#[test]
fn refuses_a_noten_riichi_at_a_draw() {
    let chombo = "write chombo east if the hand was not tenpai";
    refused("ryanzou-chankan", "draw tenpai south, riichi east", chombo);
    refused("zan", "draw tenpai south, riichi east", "(ZAN-55)");
    refused("sanmatsuri", "draw tenpai south, riichi east", "(SM-32)");
    accepted("ryanzou-chankan", "draw tenpai south east, riichi east");
    // RC-26: a dead hand is noten, in riichi too.
    accepted("ryanzou-chankan", "draw tenpai south, riichi east, dead east");
    refused("ryanzou-chankan", "draw tenpai east, dead east", "(RC-26)");
    refused("ryanzou-chankan", "nagashi east, dead east", "(RC-26)");
    refused("zan", "draw tenpai south, dead east", "the rulebook has no dead hands");
    // RC-50: nagashi overrides the chombo. Where tenpai keeps the deal, it must be said.
    accepted("ryanzou-chankan", "nagashi west, riichi east");
    refused("zan", "nagashi west, riichi east", "say who is tenpai");
    assert!(
        accepted("zan", "nagashi west, riichi east, tenpai east")
            .dealer_stays
            .is
    );
}

#[test]
fn refuses_values_that_no_hand_has() {
    refused("zung-jung", "east tsumo: 330 points", "(ZJ-70)");
    refused("zung-jung", "east tsumo: 500 points", "(ZJ-70)");
    accepted("zung-jung", "east tsumo: 320 points");
    accepted("zung-jung", "east tsumo: 400 points");
    refused(
        "zung-jung(minimum=five)",
        "east tsumo: 1 points",
        "at least 5 points (ZJ-81)",
    );
    refused(
        "zan",
        "south ron from west: 5 han, flowers south 3 west 2",
        "there are 4 in the game (ZAN-11)",
    );
    refused(
        "zan",
        "south ron from west: 3 han, flowers south 4",
        "4 han of flowers make 4",
    );
    let riichi = "south ron from west: 1 han ippatsu ura 2, riichi south, flowers none";
    refused("zan", riichi, "riichi, ippatsu, 2 ura dora make 4");
    let pocchi = "south ron from west: 3 han no-ippatsu ura 0 pocchi, riichi south, flowers none";
    refused("zan", pocchi, "wild only when drawn: remove it (ZAN-15)");
    refused(
        "ryanzou-chankan",
        "south ron from west: 2 han 20 fu",
        "a ron has at least 30 fu (RB-25)",
    );
    refused(
        "ryanzou-chankan",
        "south ron from west: 1 han 25 fu",
        "chiitoitsu make 2",
    );
    refused(
        "ryanzou-chankan",
        "south tsumo: 2 han 25 fu",
        "menzen tsumo, chiitoitsu make 3",
    );
    // RC-52 names this value: the tile was sorted in, which loses pinfu and the fu of the tsumo.
    accepted("ryanzou-chankan", "south tsumo: 1 han 20 fu");
    refused("tenhou", "south tsumo: 1 han 20 fu", "menzen tsumo, pinfu make 2");
    accepted("ryanzou-chankan", "south tsumo: 2 han 20 fu");
    accepted("ryanzou-chankan", "south ron from west: 2 han 25 fu");
}

#[test]
fn refuses_riichi_without_the_points() {
    let line = "south ron from west: 3 han 40 fu, riichi south, points 50000 500 24500 25000";
    refused(
        "ryanzou-chankan",
        line,
        "south had 500 points, too few for riichi (RC-85)",
    );
    let line = "east ron from west: 1 han, riichi south, points 50000 0 100000, flowers none";
    refused("zan", line, "(ZAN-49)");
    let line = "east ron from west: 1 han, riichi south, points 50000 1000 99000, flowers none";
    refused("zan(last-stick=refused)", line, "(ZAN-49)");
    // Bust by the stick alone: the clause about the last stick gives the chips.
    let bust: Vec<String> = accepted("zan", line)
        .transfers
        .iter()
        .filter(|row| row.chips.is_some())
        .map(|row| row.because.clone())
        .collect();
    assert_eq!(bust, ["ZAN-49"]);
}

#[test]
fn warns_of_sums_that_no_game_has() {
    let said = accepted("zan", "draw tenpai south, points 50000 50000 90000");
    assert_eq!(said.warnings.len(), 1, "{:?}", said.warnings);
    assert!(said.warnings[0].contains("190000") && said.warnings[0].contains("150000"));
    let said = accepted(
        "zan",
        "draw tenpai south, points 50000 50000 49000, sticks 1, chips 1 0 0",
    );
    assert_eq!(said.warnings.len(), 1, "{:?}", said.warnings);
    assert!(said.warnings[0].contains("chips"));
}

#[test]
fn names_the_clause_behind_the_next_deal() {
    for (spec, line, stays, clause) in [
        ("ryanzou-chankan", "abort nine-terminals", true, "RC-20"),
        ("ryanzou-chankan", "abort four-kans", true, "RC-20"),
        ("ryanzou-chankan", "nagashi south, tenpai east", false, "RC-09"),
        ("ryanzou-chankan", "nagashi east", true, "RC-09"),
        ("zan", "nagashi south, tenpai east", true, "ZAN-43"),
        ("sanmatsuri", "chombo south, riichi south", true, "EMA-24"),
        ("ryanzou-chankan", "chombo south", true, "RC-25"),
    ] {
        let said = accepted(spec, line);
        let found = (said.dealer_stays.is, said.dealer_stays.because.as_str());
        assert_eq!(found, (stays, clause), "{spec}, {line}");
    }
}

#[test]
fn ends_the_dealers_repeat_by_yame_without_the_goal() {
    let line = "south-4, draw tenpai east, yame, points 24000 25000 25000 26000";
    let said = accepted("ryanzou-chankan", line);
    assert!(!said.dealer_stays.is);
    assert_eq!(said.dealer_stays.because, "RC-28");
    assert_eq!(said.next_dealer, "south");
    let overtime = said.overtime.expect("a west round");
    assert_eq!((overtime.is, overtime.because.as_str()), ("west", "RC-10"));
    assert_eq!(accepted("ryanzou-chankan", "south-3, draw tenpai south").overtime, None);
}

#[test]
fn cites_the_clauses_of_a_chombo() {
    let because = |spec: &str| -> Vec<String> {
        let said = accepted(spec, "chombo south, riichi south");
        said.transfers.iter().map(|row| row.because.clone()).collect()
    };
    // The stick put down, then the stick back.
    assert_eq!(because("sanmatsuri").last().map(String::as_str), Some("EMA-24"));
    assert_eq!(because("sanmatsuri(chombo=club)")[1..], ["EMA-35", "EMA-35", "EMA-24"]);
    assert_eq!(because("ema-2025(chombo=club)")[1..], ["EMA-24"; 4]);
}

#[test]
fn refuses_wins_that_the_rulebook_does_not_have() {
    for book in ["tenhou", "ema-2025", "ryanzou-chankan"] {
        refused(book, "south robbing-a-kita from west: mangan", "no north is set aside");
        refused(
            book,
            "south robbing-a-flower from west: 1 yakuman",
            "there are no flowers",
        );
    }
    refused(
        "zung-jung",
        "south robbing-a-kita from west: 40 points",
        "no north is set aside",
    );
    accepted("sanmatsuri", "south robbing-a-kita from west: mangan");
    let hana = "ryanzou-chankan+hana(variation=1)";
    refused(
        hana,
        "south robbing-a-flower from west: mangan, flowers south 7",
        "is a yakuman (HN-25)",
    );
    refused(
        hana,
        "south robbing-a-flower from west: 1 yakuman, flowers south 3",
        "has all other flowers",
    );
    accepted(hana, "south robbing-a-flower from west: 1 yakuman, flowers south 7");
    refused(
        "ryanzou-chankan+hana(variation=2)",
        "south robbing-a-flower from west: 1 yakuman, flowers south 3",
        "no flower can be robbed",
    );
}

#[test]
fn refuses_points_that_no_patterns_sum_to() {
    for points in [2, 3, 7, 11] {
        refused("zung-jung", &format!("south tsumo: {points} points"), "multiples of 5");
    }
    for points in [1, 5, 45] {
        accepted("zung-jung", &format!("south tsumo: {points} points"));
    }
    accepted("zung-jung(bonus-tiles=yes)", "south tsumo: 7 points");
}

#[test]
fn asks_who_fed_the_yakuman_that_four_kans_make() {
    let kans =
        "north four-kans: [5555z daiminkan west][6666z daiminkan west][7777z daiminkan west][2222s ankan] fed-kan=none";
    let others = "ryanzou-chankan(four-kans-with=others)";
    refused(others, kans, "all sets of daisangen were called");
    // RC-68: west pays all of daisangen; the four kans are shared, with the dealer paying double.
    let paid = accepted(others, &format!("{kans} pao=daisangen:west"));
    let deltas: Vec<i32> = paid.deltas.0.iter().copied().collect();
    assert_eq!(deltas, [-16_000, -8_000, -40_000, 64_000]);
    accepted("ryanzou-chankan", kans);
    refused(
        "ryanzou-chankan",
        &format!("{kans} pao=daisangen:west"),
        "does not count (RC-55)",
    );
}
