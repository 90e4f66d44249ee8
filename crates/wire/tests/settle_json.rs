//! Hands settled from a written record. Expected payments are calculated by hand from the rule pages, whose clauses are named.

use jantaku_rules::rulebook::library::Library;
use jantaku_wire::score_json::Scorer;
use jantaku_wire::settle_json::{Record, SettleError, Settlement, settle};
use serde_json::{Value, json};

fn settled(spec: &str, line: &str) -> Result<Settlement, SettleError> {
    let rules = Library::builtin().rules(spec).expect("a rulebook");
    settle(&rules, &Record::of_line(spec, line)?)
}

/// Gains of points and chips east first, then the next hand or the clause that ends the game.
#[track_caller]
fn check(clause: &str, spec: &str, line: &str, points: &[i32], chips: &[i32], next: &str) {
    let said = settled(spec, line).unwrap_or_else(|error| panic!("{clause}, {spec}, {line}: {error}"));
    let found = match &said.game.because {
        Some(because) if said.game.over => format!("over {because}"),
        _ => format!(
            "{} honba {} sticks {}",
            said.next.round, said.next.honba, said.next.sticks
        ),
    };
    let chips = if chips.is_empty() {
        vec![0; points.len()]
    } else {
        chips.to_vec()
    };
    assert_eq!(said.deltas.0.as_slice(), points, "{clause}, {spec}, {line}");
    assert_eq!(said.chips.0.as_slice(), chips, "{clause}, {spec}, {line}");
    assert_eq!(found, next, "{clause}, {spec}, {line}");
}

/// Each kind of payment, with the clauses behind it in order.
#[track_caller]
fn cites(spec: &str, line: &str, expected: &str) {
    let said = settled(spec, line).unwrap_or_else(|error| panic!("{spec}, {line}: {error}"));
    let mut found: Vec<String> = said.transfers.iter().map(|row| row.because.clone()).collect();
    found.dedup();
    assert_eq!(found.join(" "), expected, "{spec}, {line}");
}

#[track_caller]
fn refused(spec: &str, line: &str, words: &str) {
    let error = settled(spec, line)
        .map(|said| said.ending)
        .expect_err("refused")
        .to_string();
    assert!(error.contains(words), "{spec}, {line}: {error}, not {words}");
}

#[test]
fn settles_double_ron() {
    // 8,000 and 6,000; the dealer deals next and takes both sticks and two honba, which the discarder pays once.
    let line = "south ron from west: 4 han, east ron from west: 3 han no-ippatsu ura 0, riichi east, honba 2, sticks 1, flowers none";
    check(
        "ZAN-31",
        "zan",
        line,
        &[9_000, 8_000, -16_000],
        &[],
        "east-1 honba 3 sticks 0",
    );
    let line = "west ron from east: 4 han, south ron from east: 4 han, honba 1, sticks 1, flowers none, points 50000 50000 49000";
    check(
        "ZAN-31",
        "zan",
        line,
        &[-17_000, 10_000, 8_000],
        &[],
        "east-2 honba 0 sticks 0",
    );
    let line = "south ron from west: 30 points, north ron from west: 40 points";
    check(
        "ZJ-04 ZJ-73",
        "zung-jung",
        line,
        &[-25, -25, -70, 120],
        &[],
        "east-2 honba 0 sticks 0",
    );
    let said = settled("zung-jung", line).expect("a win");
    assert_eq!(
        (said.passed_over[0].is, said.passed_over[0].because.as_str()),
        ("south", "ZJ-04")
    );
    let line = "south ron from east: 2 han 30 fu, west ron from east: mangan, riichi south west, honba 1, sticks 1";
    check(
        "SM-28 EMA-22",
        "sanmatsuri",
        line,
        &[-10_400, 3_200, 8_200],
        &[],
        "east-2 honba 0 sticks 0",
    );
    let line = "west ron from east: 1 han 30 fu, south ron from east: mangan, riichi west, honba 2, sticks 1";
    check(
        "RC-08",
        "ryanzou-chankan",
        line,
        &[-10_200, 9_600, 1_600, 0],
        &[],
        "east-2 honba 0 sticks 0",
    );
    cites("ryanzou-chankan", line, "RB-06 RB-26 RC-07 RC-08");
    let line = "south ron from east: 1 han 30 fu, west ron from east: 1 han 30 fu, north ron from east: 1 han 30 fu";
    check(
        "RC-18",
        "ryanzou-chankan",
        line,
        &[-3_000, 1_000, 1_000, 1_000],
        &[],
        "east-2 honba 0 sticks 0",
    );
    check("TH-11", "tenhou", line, &[0, 0, 0, 0], &[], "east-1 honba 1 sticks 0");
    assert_eq!(settled("tenhou", line).expect("a draw").reason, Some("triple-ron"));
    let line = "east ron from north: 1 han 30 fu, south ron from north: 1 han 30 fu, flowers none, honba 1";
    let hana = "ryanzou-chankan+hana(variation=3)";
    check(
        "RC-08 RC-09",
        hana,
        line,
        &[1_800, 1_300, 0, -3_100],
        &[],
        "east-1 honba 2 sticks 0",
    );
}

#[test]
fn settles_exhaustive_draws() {
    check(
        "ZAN-28",
        "zan",
        "draw tenpai south",
        &[-1_000, 2_000, -1_000],
        &[],
        "east-2 honba 1 sticks 0",
    );
    check(
        "ZAN-28",
        "zan",
        "draw tenpai east south",
        &[1_000, 1_000, -2_000],
        &[],
        "east-1 honba 1 sticks 0",
    );
    check(
        "ZAN-28",
        "zan",
        "draw, honba 1",
        &[0; 3],
        &[],
        "east-2 honba 2 sticks 0",
    );
    check(
        "ZJ-09",
        "zung-jung",
        "draw tenpai east, north-4",
        &[0; 4],
        &[],
        "over ZJ-09",
    );
    check(
        "ZJ-09",
        "zung-jung",
        "draw tenpai east, east-4",
        &[0; 4],
        &[],
        "south-1 honba 0 sticks 0",
    );
    let line = "draw tenpai south west, riichi south";
    check(
        "SM-23",
        "sanmatsuri",
        line,
        &[-2_000, 0, 1_000],
        &[],
        "east-2 honba 1 sticks 1",
    );
    cites("sanmatsuri", line, "RB-06 SM-23");
    let line = "draw tenpai east, south-2";
    check(
        "RB-13 RC-09",
        "ryanzou-chankan",
        line,
        &[3_000, -1_000, -1_000, -1_000],
        &[],
        "south-2 honba 1 sticks 0",
    );
    let line = "draw tenpai south west, flowers none";
    let hana = "ryanzou-chankan+hana(variation=3)";
    check(
        "RB-13",
        hana,
        line,
        &[-1_500, 1_500, 1_500, -1_500],
        &[],
        "east-2 honba 1 sticks 0",
    );
}

#[test]
fn settles_nagashi() {
    let line = "nagashi west, honba 1, sticks 1";
    check(
        "ZAN-43",
        "zan",
        line,
        &[-21_000, -13_000, 35_000],
        &[-5, -5, 10],
        "east-2 honba 2 sticks 0",
    );
    let line = "nagashi west, tenpai east";
    check(
        "ZAN-43",
        "zan",
        line,
        &[-20_000, -12_000, 32_000],
        &[-5, -5, 10],
        "east-1 honba 1 sticks 0",
    );
    let line = "nagashi west, tenpai east";
    let spec = "zan(nagashi=win)";
    check(
        "ZAN-43",
        spec,
        line,
        &[-20_000, -12_000, 32_000],
        &[-5, -5, 10],
        "east-2 honba 0 sticks 0",
    );
    let line = "nagashi south, honba 1, sticks 1";
    check(
        "SM-25 SM-21",
        "sanmatsuri",
        line,
        &[-4_100, 7_200, -2_100],
        &[],
        "east-2 honba 0 sticks 0",
    );
    let line = "nagashi east north, riichi north, sticks 1, honba 1";
    check(
        "RC-47",
        "ryanzou-chankan",
        line,
        &[9_200, -6_200, -6_200, 4_200],
        &[],
        "east-1 honba 2 sticks 0",
    );
    cites("sanmatsuri", "nagashi south, honba 1", "SM-25 SM-22");
    let line = "nagashi south, tenpai east, flowers none";
    let hana = "ryanzou-chankan+hana(variation=3)";
    check(
        "RC-46 RC-09",
        hana,
        line,
        &[-4_000, 8_000, -2_000, -2_000],
        &[],
        "east-2 honba 0 sticks 0",
    );
    refused(
        "zung-jung",
        "nagashi south",
        "draw.nagashi: the rulebook has no nagashi",
    );
    refused("ema-2025", "nagashi south", "(EMA-19)");
}

#[test]
fn settles_bust_chips() {
    let line = "south ron from east: 4 han, west ron from east: 4 han, flowers none, points 15000 50000 85000";
    check(
        "ZAN-06",
        "zan",
        line,
        &[-16_000, 8_000, 8_000],
        &[-2, 1, 1],
        "over ZAN-30",
    );
    let line = "draw tenpai south, points 1000 70000 79000";
    check(
        "ZAN-06",
        "zan",
        line,
        &[-1_000, 2_000, -1_000],
        &[-2, 2, 0],
        "over ZAN-30",
    );
    let line = "nagashi west, points 20000 70000 60000";
    check(
        "ZAN-06",
        "zan",
        line,
        &[-20_000, -12_000, 32_000],
        &[-7, -5, 12],
        "over ZAN-30",
    );
    // West's last 1,000 are a stick, which south takes.
    let line = "south ron from east: 3 han, riichi west, flowers none, points 60000 89000 1000";
    check(
        "ZAN-49",
        "zan",
        line,
        &[-4_000, 5_000, -1_000],
        &[0, 2, -2],
        "over ZAN-30",
    );
    let line = "chombo east, points 12000 69000 69000";
    check(
        "ZAN-06 ZAN-55",
        "zan",
        line,
        &[-12_000, 6_000, 6_000],
        &[],
        "over ZAN-30",
    );
    let line = "south ron from east: mangan, points 7900 30700 30700 30700";
    check(
        "RC-11",
        "ryanzou-chankan",
        line,
        &[-8_000, 8_000, 0, 0],
        &[],
        "over RC-11",
    );
    let line = "south ron from east: mangan, points 8000 30700 30700 30600";
    check(
        "RC-11",
        "ryanzou-chankan",
        line,
        &[-8_000, 8_000, 0, 0],
        &[],
        "east-2 honba 0 sticks 0",
    );
    let line = "south ron from east: mangan, points 1000 44000 45000";
    check(
        "EMA-26",
        "sanmatsuri",
        line,
        &[-8_000, 8_000, 0],
        &[],
        "east-2 honba 0 sticks 0",
    );
    let line = "south tsumo: 40 points, points -500 0 250 250";
    check(
        "ZJ-71",
        "zung-jung",
        line,
        &[-40, 120, -40, -40],
        &[],
        "east-2 honba 0 sticks 0",
    );
}

#[test]
fn settles_chombo() {
    let line = "chombo east, riichi south, sticks 1, honba 1";
    check(
        "ZAN-55",
        "zan",
        line,
        &[-12_000, 6_000, 6_000],
        &[],
        "east-1 honba 1 sticks 1",
    );
    check(
        "ZAN-55",
        "zan",
        "chombo south",
        &[5_000, -8_000, 3_000],
        &[],
        "east-1 honba 0 sticks 0",
    );
    check(
        "SM-32",
        "sanmatsuri",
        "chombo west, riichi south",
        &[0; 3],
        &[],
        "east-1 honba 0 sticks 0",
    );
    let said = settled("sanmatsuri", "chombo west").expect("a chombo");
    let penalty = &said.after_uma[0];
    assert_eq!(
        (penalty.seat, penalty.points, penalty.because.as_str()),
        ("west", -20_000, "SM-32")
    );
    let line = "chombo south, points 25000 7000 34000 34000";
    check(
        "RC-25 RC-82",
        "ryanzou-chankan",
        line,
        &[4_000, -8_000, 2_000, 2_000],
        &[],
        "over RC-11",
    );
    let line = "chombo south, flowers south 2 west 1";
    let hana = "ryanzou-chankan+hana(variation=3)";
    check(
        "HN-40",
        hana,
        line,
        &[4_000, -8_000, 2_000, 2_000],
        &[],
        "east-1 honba 0 sticks 0",
    );
    let line = "south ron from east: mangan, flowers south 2 west 1";
    check(
        "HN-40",
        hana,
        line,
        &[-8_000, 8_000, 0, 0],
        &[-3, 5, 1, -3],
        "east-2 honba 0 sticks 0",
    );
    refused("zung-jung", "chombo south", "chombo: the rulebook has no chombo");
}

#[test]
fn settles_liability() {
    let rc = "ryanzou-chankan";
    let line = "south ron from east: yakuman pao west, honba 1";
    check(
        "RC-66",
        rc,
        line,
        &[-16_300, 32_300, -16_000, 0],
        &[],
        "east-2 honba 0 sticks 0",
    );
    let line = "south tsumo: yakuman pao west, honba 1";
    check("RC-65", rc, line, &[0, 32_300, -32_300, 0], &[], "over RC-11");
    let line = "south tsumo: 3 han 30 fu fed-kan north, honba 1";
    check(
        "RC-45",
        rc,
        line,
        &[0, 4_300, 0, -4_300],
        &[],
        "east-2 honba 0 sticks 0",
    );
    let line = "west four-kans: yakuman fed-kan north, honba 1, points 25000 20000 20000 35000";
    check(
        "RC-55 RC-56",
        rc,
        line,
        &[0, 0, 32_300, -32_300],
        &[],
        "east-2 honba 0 sticks 0",
    );
    let line = "south ron from west: 40 points responsible east";
    check(
        "ZJ-74",
        "zung-jung",
        line,
        &[-70, 120, -25, -25],
        &[],
        "east-2 honba 0 sticks 0",
    );
    refused(
        "zan",
        "south ron from east: yakuman pao west, flowers none",
        "wins[0].pao: the rulebook has no liability (ZAN-33)",
    );
    refused(
        rc,
        "south ron from east: mangan pao west",
        "wins[0].pao: the hand has 0 yakuman",
    );
}

/// The same hand by its tiles and by its value.
#[test]
fn scores_written_hands() {
    // Riichi, tsumo, pinfu and ippatsu are four han; the wall's dora indicator 9s makes 1s dora, and an ura 1s makes 2s ura dora.
    let hand = "west tsumo: 123p789p123s67s99m +8s riichi ippatsu dora=9s ura=1s, honba 1, flowers none";
    let value = "west tsumo: 6 han ippatsu ura 1 no-pocchi, riichi west, honba 1, flowers none";
    for line in [hand, value] {
        check(
            "ZAN-38",
            "zan",
            line,
            &[-9_000, -5_000, 14_000],
            &[-2, -2, 4],
            "east-2 honba 0 sticks 0",
        );
    }
    let said = settled("zan", hand).expect("a win");
    let sheet = json!(said.wins[0].sheet);
    assert_eq!((&sheet["han"], &sheet["limit"]), (&json!(6), &json!("haneman")));
    let line = "south ron from west: 123p789p123s67s99m +8s, riichi south";
    refused(
        "zan",
        line,
        "wins[0].hand: south is in riichi: add riichi, double, open or double-open",
    );
    refused(
        "tenhou",
        "south ron from west: 123m678m345p99p57s +6s",
        "wins[0].hand: no yaku (RB-12)",
    );
    refused(
        "tenhou",
        "south ron from west: 123m678m345p99p57s +6s seat=east",
        "already given",
    );
}

#[test]
fn ends_the_game_by_its_clause() {
    check(
        "ZAN-35",
        "zan",
        "south-3, south ron from west: 1 han, flowers none",
        &[0, 1_000, -1_000],
        &[],
        "over ZAN-35",
    );
    let line = "south-3, draw tenpai east";
    let said = settled("zan", line).expect("a draw");
    assert!(
        said.game.dealer_may_end && !said.game.over,
        "ZAN-36: the dealer is first"
    );
    assert_eq!(said.game.because.as_deref(), Some("ZAN-36"));
    check(
        "ZAN-36",
        "zan",
        &format!("{line}, yame"),
        &[2_000, -1_000, -1_000],
        &[],
        "over ZAN-36",
    );
    check(
        "ZAN-36",
        "zan",
        &format!("{line}, no-yame"),
        &[2_000, -1_000, -1_000],
        &[],
        "south-3 honba 1 sticks 0",
    );
    refused(
        "zan",
        "south-2, draw tenpai east, yame",
        "yame: the dealer is not asked",
    );
    check(
        "SM-04",
        "sanmatsuri",
        "east-2, draw, last-hand",
        &[0; 3],
        &[],
        "over SM-04",
    );
    check(
        "SM-04",
        "sanmatsuri",
        "chombo east, last-hand",
        &[0; 3],
        &[],
        "east-1 honba 0 sticks 0",
    );
    check(
        "RC-10",
        "ryanzou-chankan",
        "south-4, draw",
        &[0; 4],
        &[],
        "west-1 honba 1 sticks 0",
    );
    check("RC-10", "ryanzou-chankan", "north-4, draw", &[0; 4], &[], "over RC-10");
    assert!(
        settled("ryanzou-chankan", "north-4, draw").expect("a draw").game.drawn,
        "RC-10"
    );
    check(
        "RC-17 RC-20",
        "ryanzou-chankan",
        "abort four-riichi, riichi east south west north",
        &[-1_000; 4],
        &[],
        "east-1 honba 1 sticks 4",
    );
}

#[test]
fn settles_abortive_draws() {
    let hana = "ryanzou-chankan+hana(variation=1)";
    for (spec, reason) in [
        ("ryanzou-chankan", "nine-terminals"),
        ("ryanzou-chankan", "four-winds"),
        ("ryanzou-chankan", "four-kans"),
        (hana, "nine-terminals"),
        ("tenhou", "nine-terminals"),
        ("tenhou", "four-winds"),
        ("tenhou", "four-kans"),
        ("tenhou", "triple-ron"),
    ] {
        let line = format!("abort {reason}, riichi south, sticks 1, honba 1");
        let next = "east-1 honba 2 sticks 2";
        check("RC-20", spec, &line, &[0, -1_000, 0, 0], &[], next);
    }
    refused("ryanzou-chankan", "abort triple-ron", "(RC-18)");
}

#[test]
fn settles_four_kans_and_all_flowers() {
    let kans = "north four-kans: [1111m ankan][2222p ankan][3333s ankan][9999s ankan], honba 1, sticks 1";
    let next = "east-2 honba 0 sticks 0";
    let rc = "ryanzou-chankan";
    check("RC-55", rc, kans, &[-16_100, -8_100, -8_100, 33_300], &[], next);
    let said = settled(rc, kans).expect("a yakuman");
    let sheet = json!(said.wins[0].sheet);
    let cited: Vec<(&str, &str)> = sheet["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .filter_map(|line| Some((line["id"].as_str()?, line["clause"].as_str()?)))
        .collect();
    assert!(cited.contains(&("four-kans-alone", "RC-19")), "{cited:?}");
    assert!(cited.contains(&("suukantsu", "RC-55")), "{cited:?}");
    let dealer = "east four-kans: yakuman";
    let deltas = [48_000, -16_000, -16_000, -16_000];
    check("RC-55 RC-09", rc, dealer, &deltas, &[], "east-1 honba 1 sticks 0");
    let fed = "north four-kans: [1111m ankan][2222p ankan][3333s ankan][9999s daiminkan east]";
    refused(rc, fed, "fed_kan is missing");
    let row = format!("{fed} fed-kan=south");
    refused(rc, &row, "there is no daiminkan from south");
    refused(rc, "north four-kans: [1111m ankan][2222p ankan]", "write four kans");
    refused(
        rc,
        "north four-kans: mangan",
        "write the four kans as its hand, or yakuman",
    );

    let hana = "ryanzou-chankan+hana(variation=1,flowers=8)";
    let flowers = "south tsumo: 147m258p369s1234z +4g aside=1234f123g, honba 1";
    check("HN-25", hana, flowers, &[-16_100, 32_300, -8_100, -8_100], &[], next);
    let robbed =
        "south robbing-a-flower from north: 147m258p369s1234z +4g aside=1234f123g, points 20000 20000 20000 40000";
    check("HN-26", hana, robbed, &[0, 32_000, 0, -32_000], &[], next);
}

#[test]
fn settles_several_offenders_and_several_winners() {
    let again = "east-1 honba 0 sticks 0";
    let rc = "ryanzou-chankan";
    let both = "chombo east south";
    check("RC-25", rc, both, &[-8_000, -4_000, 6_000, 6_000], &[], again);
    check("ZAN-55", "zan", both, &[-7_000, -2_000, 9_000], &[], again);
    check("SM-32", "sanmatsuri", both, &[0; 3], &[], again);
    let said = settled("sanmatsuri", both).expect("a chombo");
    let penalties: Vec<(&str, i32)> = said.after_uma.iter().map(|row| (row.seat, row.points)).collect();
    assert_eq!(penalties, [("east", -20_000), ("south", -20_000)]);

    // RC-66: 16,000 from each of the two; RC-08: the discarder pays the honba to both winners.
    let line = "south ron from east: yakuman pao west, north ron from east: mangan, honba 1";
    let next = "east-2 honba 0 sticks 0";
    check("RC-66 RC-08", rc, line, &[-24_600, 32_300, -16_000, 8_300], &[], next);
    // Each is paid as if alone: 40 and 70 by the discarder, 25 by everybody else.
    let line = "south ron from west: 30 points, north ron from west: 40 points";
    let all = "zung-jung(winners=all)";
    check("ZJ-73 ZJ-88", all, line, &[-50, 65, -110, 95], &[], next);
    // SM-25: each is paid, also by the other; the older stick goes to the first in turn from east.
    let line = "nagashi south west, riichi west, honba 1, sticks 1";
    check("SM-25", "sanmatsuri", line, &[-8_200, 5_100, 4_100], &[], next);
}

#[test]
fn ends_with_the_result_of_the_game() {
    let result = |spec: &str, line: &str| {
        let said = settled(spec, line).unwrap_or_else(|error| panic!("{spec}, {line}: {error}"));
        let result = json!(said.result.expect("a result"));
        let sum = |wind: &str| -> i64 {
            let lines = result["lines"].as_array().expect("lines").iter();
            let own = lines.filter(|row| row["part"] == "ending" && row["to"] == wind);
            own.map(|row| row["points"].as_i64().or(row["chips"].as_i64()).unwrap_or(0))
                .sum()
        };
        for (wind, total) in result["result"].as_object().expect("winds") {
            assert_eq!(Some(sum(wind)), total.as_i64(), "{wind}: {result}");
        }
        result
    };
    // 48,000 in second place pay 2, 40,000 in third place 8; chips of the game are added.
    let said = result(
        "zan",
        "south-3, south ron from west: 1 han, flowers none, points 40000 61000 49000, chips 1 -3 2",
    );
    assert_eq!(said["unit"], "chips");
    assert_eq!(said["places"], json!({"east": 3, "south": 1, "west": 2}));
    assert_eq!(
        said["result"],
        json!({"east": -7, "south": 7, "west": 0}),
        "ZAN-02 to 04"
    );
    // South pays 4,000 and twice 2,000; the stick goes to west, who is first.
    let said = result(
        "ryanzou-chankan",
        "chombo south, sticks 1, points 25000 7000 34000 33000",
    );
    assert_eq!(
        said["points"],
        json!({"east": 29_000, "south": -1_000, "west": 37_000, "north": 35_000})
    );
    let expected = json!({"east": -6_000, "south": -46_000, "west": 42_000, "north": 10_000});
    assert_eq!(said["result"], expected, "RC-01 RC-02 RC-82");
    // The last dealer of the game is east in its last hand.
    let line = "south-3, draw, penalties west 1, points 30000 40000 20000";
    let said = result("sanmatsuri", line);
    assert_eq!(
        said["result"],
        json!({"east": 0, "south": 25_000, "west": -45_000}),
        "SM-02 SM-32"
    );
    refused("zan", "draw, penalties west 1", "penalties: leave it out");
}

/// Payments add up to the gains, and every line has its words in every language.
#[test]
fn has_the_lines_of_the_score_sheet() {
    for (spec, line) in [
        (
            "ryanzou-chankan",
            "south ron from east: yakuman pao west, north ron from east: 3 han 40 fu, riichi north, honba 2",
        ),
        ("ryanzou-chankan", "east four-kans: yakuman"),
        (
            "zan",
            "south tsumo: 10 han ippatsu ura 2 pocchi, riichi south, flowers south 4, points 1000 75000 74000",
        ),
        ("zan", "draw tenpai south, points 1000 70000 79000"),
        ("sanmatsuri", "nagashi south, honba 1, sticks 1"),
        ("zan", "chombo east, riichi south"),
        ("zung-jung", "south ron from west: 40 points responsible east"),
    ] {
        let said = json!(settled(spec, line).unwrap_or_else(|error| panic!("{spec}, {line}: {error}")));
        let lines = said["lines"].as_array().expect("lines");
        for row in lines {
            for language in ["en", "de", "ja", "romaji", "zh"] {
                let words = row["names"][language].as_str().unwrap_or_default();
                assert!(!words.trim().is_empty() && !words.contains('{'), "{language}: {row}");
            }
        }
        for (stake, gains) in [("points", "deltas"), ("chips", "chips")] {
            for (wind, gain) in said[gains].as_object().expect("winds") {
                let payments = || lines.iter().filter(|row| row["part"] == "payment");
                let sum = |side: &str| -> i64 {
                    let own = payments().filter(|row| row[side] == wind.as_str());
                    own.filter_map(|row| row[stake].as_i64()).sum()
                };
                assert_eq!(
                    Some(sum("to") - sum("from")),
                    gain.as_i64(),
                    "{stake} of {wind}: {spec}, {line}"
                );
            }
        }
    }
    let said = settled("zan", "south ron from west: 4 han, riichi east, honba 2, flowers none").expect("a win");
    let names: Vec<(&str, &str, &str)> = said
        .lines
        .iter()
        .filter(|row| row.part == "payment")
        .map(|row| (row.names.de.as_str(), row.names.ja.as_str(), row.names.zh.as_str()))
        .collect();
    let expected = [
        ("Riichi angesagt", "リーチ宣言", "宣告立直"),
        ("Mangan, Ron", "満貫・ロン", "滿貫・榮和"),
        ("2 Honba", "2本場", "2 本場"),
        ("1 Riichi-Stäbchen", "供託1本", "立直棒 1 根"),
    ];
    assert_eq!(names, expected);
    let said = settled("sanmatsuri", "nagashi south, honba 1").expect("nagashi");
    assert!(said.lines.iter().any(|row| row.names.romaji == "1 honba"));
}

/// ZAN-38: 4 han are 8,000 and 1 han 1,000; ZAN-28: the third player pays 1,000 to each of two; a honba adds 1,000.
#[test]
fn carries_a_game_from_hand_to_hand() {
    let mut begins = "players Anna Ben Carla, points 50000 50000 50000".to_owned();
    for (hand, next) in [
        (
            "ben ron anna 4 han, flowers none",
            "players Ben Carla Anna, east-2, points 58000 50000 42000, chips 0 0 0",
        ),
        (
            "Draw tenpai Ben Carla",
            "players Ben Carla Anna, east-2, honba 1, points 59000 51000 40000, chips 0 0 0",
        ),
        (
            "S ron from E: 1 han; flowers none; riichi Anna",
            "players Carla Anna Ben, east-3, points 54000 39000 57000, chips 0 0 0",
        ),
    ] {
        let line = format!("{begins}, {hand}");
        let said = settled("zan", &line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(said.next.to_string(), next);
        begins = said.next.to_string();
        // As JSON, the next record is `next` and the hand.
        let mut record = json!(said.next);
        record["rules"] = json!("zan");
        record["draw"] = json!({"tenpai": ["south"]});
        let rules = Library::builtin().rules("zan").expect("a rulebook");
        let by_json = settle(&rules, &Record::read(&record).expect("a record")).expect("a draw");
        assert_eq!(
            by_json,
            settled("zan", &format!("{begins}, draw tenpai south")).expect("a draw")
        );
    }
    for (line, words) in [
        ("players Anna Ben, draw", "\"players.west\" is missing"),
        ("players Anna Ben anna, draw", "a different name"),
        ("players Anna Ron Ben, draw", "no word of a record"),
        ("players Anna Ben E2, draw", "no word of a record"),
        (
            "draw, riichi south",
            "draw.tenpai: south is in riichi: say who is tenpai, or none",
        ),
    ] {
        refused("zan", line, words);
    }
}

/// Random words and random fields get an answer or an error, never a panic.
#[test]
fn survives_noise() {
    const WORDS: &str = "east south west north e s w n tsumo ron robbing-a-kan robbing-a-kita robbing-a-flower four-kans from riichi \
        draw tenpai nagashi abort nine-terminals four-riichi chombo round south-3 honba sticks points chips flowers last-hand yame \
        no-yame ippatsu no-ippatsu ura pocchi mangan yakuman fed-kan pao responsible players Anna Ben han fu none penalties 0 1 2 3 4 \
        30 40 -5 25000 99999999999 255 256 : ; , 123m456p789s11z +1z [1111m ankan] [555z pon east] dora=1m aside=44z \u{3042} é";
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let values = [
        json!(null),
        json!(1),
        json!(-1),
        json!(1e9),
        json!("east"),
        json!([]),
        json!({}),
        json!(["south"]),
        json!({"east": 1}),
        json!(true),
    ];
    let keys = [
        "rules",
        "players",
        "round",
        "honba",
        "sticks",
        "points",
        "chips",
        "riichi",
        "flowers",
        "penalties",
        "wins",
        "draw",
        "abort",
        "chombo",
        "last_hand",
        "yame",
    ];
    let mut state = 1_u64;
    let mut below = |n: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let library = Library::builtin();
    let mut settlements = 0;
    for spec in ["zan", "zung-jung", "sanmatsuri", "ryanzou-chankan", "tenhou"] {
        let rules = library.rules(spec).expect("a rulebook");
        for _ in 0..4_000 {
            let mut line = String::new();
            for _ in 0..1 + below(12) {
                let comma = if below(3) == 0 { ", " } else { " " };
                line += words[below(words.len())];
                line += comma;
            }
            let said = Record::of_line(spec, &line).and_then(|record| settle(&rules, &record));
            settlements += u32::from(said.is_ok());
            let mut record = json!({"rules": spec, "draw": {}});
            for _ in 0..1 + below(3) {
                record[keys[below(keys.len())]] = values[below(values.len())].clone();
            }
            let said = Record::read(&record).and_then(|record| settle(&rules, &record));
            settlements += u32::from(said.is_ok());
        }
    }
    assert!(settlements > 100, "only {settlements} records were settled");
}

#[test]
fn asks_for_what_the_rulebook_pays_for() {
    refused(
        "zan",
        "south ron from west: 3 han, riichi south, flowers none",
        "wins[0].ippatsu:",
    );
    refused(
        "zan",
        "south ron from west: 3 han ippatsu, riichi south, flowers none",
        "wins[0].ura:",
    );
    refused(
        "zan",
        "south tsumo: 3 han ippatsu ura 0, riichi south, flowers none",
        "wins[0].pocchi:",
    );
    refused("zan", "south ron from west: 3 han", "flowers:");
    refused("ryanzou-chankan+hana(variation=3)", "draw", "flowers:");
    refused("tenhou", "south ron from west: 3 han", "wins[0].fu: 3 han need the fu");
    refused("tenhou", "south ron: mangan", "wins[0].from: add who gave the tile");
    refused("zung-jung", "south tsumo: 3 han", "the rulebook counts points");
    refused(
        "zan",
        "south tsumo: 3 han 40 fu, flowers none",
        "the rulebook counts no fu",
    );
}

#[test]
fn refuses_what_cannot_be() {
    let rows = [
        ("zan", "north tsumo: 1 han, flowers none", "north"),
        ("zan", "east-4, draw", "round: there is no such dealer"),
        ("zan", "west-1, draw", "round: the game has fewer rounds (ZAN-35)"),
        ("zan", "draw, chombo south", "only one of them"),
        ("zan", "honba 1", "expected wins, a draw"),
        ("zan", "abort nine-terminals", "(ZAN-24)"),
        ("zan", "draw, points 1000 2000", "\"points.west\" is missing"),
        (
            "zan",
            "draw, last-hand",
            "last_hand: remove it: the game has no time limit",
        ),
        (
            "zung-jung",
            "draw, honba 1",
            "honba: remove it: the rulebook has no honba",
        ),
        (
            "zung-jung",
            "draw, riichi south",
            "riichi: remove it: the rulebook has no riichi",
        ),
        (
            "tenhou",
            "draw, chips 1 1 1 1",
            "chips: remove it: the rulebook has no chips",
        ),
        ("tenhou", "abort four-riichi, riichi south", "everybody is in riichi"),
        ("tenhou", "south tsumo from west: mangan", "a tsumo has no payer"),
        (
            "tenhou",
            "south ron from south: mangan",
            "another player than the winner",
        ),
        (
            "tenhou",
            "south ron from west: mangan, south ron from west: mangan",
            "each winner once",
        ),
        (
            "tenhou",
            "south ron from west: mangan, east ron from north: mangan",
            "on the same tile",
        ),
        (
            "tenhou",
            "south tsumo: mangan, east tsumo: mangan",
            "a tsumo has one winner",
        ),
        ("tenhou", "south ron from west: mangann", "no limit \"mangann\""),
        ("tenhou", "south ron from west: 3 han 35 fu", "35 fu do not exist"),
        (
            "tenhou",
            "south ron from west: mangan ippatsu",
            "wins[0].ippatsu: only with riichi",
        ),
        ("tenhou", "draw, honba 1, honba 2", "each of these only once"),
        ("tenhou", "draw tenpai sout", "players, such as"),
        (
            "tenhou",
            "south ron from west: mangan responsible east",
            "nobody is responsible",
        ),
        ("zan", "south tsumo: 3 han fed-kan east, flowers none", "(ZAN-33)"),
        ("tenhou", "drwa", "did you mean \"draw\"?"),
        ("tenhou", "Anna tsumo: mangan", "a name given with players"),
        ("tenhou", "east tsumo mangan honba 1", "a comma after the value"),
        ("tenhou", "E2 draw", "a comma after the round"),
        ("tenhou", "south ron west", "such as 3 han 40 fu"),
        ("tenhou", "south four-kans: yakuman", "four kans do not score"),
        ("zung-jung", "south four-kans: yakuman", "four kongs do not score"),
        (
            "zung-jung",
            "south tsumo from west: 5 points",
            "a self-draw has no payer",
        ),
        (
            "zung-jung",
            "south tsumo: 5 points fed-kan east",
            "having fed this kong",
        ),
        ("ema-2025", "south ron from east: 2 yakuman", "only one yakuman counts"),
    ];
    for (spec, line, words) in rows {
        refused(spec, line, words);
    }
}

/// The keys of the answer, the id echoed, and one answer for each line.
#[test]
fn answers_lines_of_json() {
    let library = Library::builtin();
    let mut scorer = Scorer::new(&library);
    let mut answer = |line: &str| -> Value { serde_json::from_str(&scorer.settle_line(line)).expect("JSON") };
    let line = r#"{"id":7,"rules":"zan","round":"east-2","honba":1,"riichi":["south"],"flowers":{},
        "points":{"east":15000,"south":50000,"west":85000},
        "wins":[{"seat":"south","by":"ron","from":"east","han":4,"ippatsu":false,"ura":2}]}"#;
    let said = answer(line);
    let keys: Vec<&str> = said
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect();
    let expected = "rules ending wins transfers deltas chips totals bust dealer_stays next_dealer next game lines id";
    assert_eq!(keys.join(" "), expected);
    assert_eq!(said["id"], 7);
    assert_eq!(
        said["wins"],
        json!([{"seat": "south", "by": "ron", "from": "east", "worth": "mangan"}])
    );
    let hand = json!({"from": "east", "to": "south", "points": 8_000, "because": "ZAN-38", "what": "mangan by ron"});
    assert_eq!(said["transfers"][1], hand);
    assert_eq!(
        said["totals"]["points"],
        json!({"east": 6_000, "south": 59_000, "west": 85_000})
    );
    assert_eq!(said["chips"], json!({"east": -2, "south": 2, "west": 0}));
    assert_eq!(said["dealer_stays"], json!({"is": false, "because": "ZAN-36"}));
    // South deals next, so everybody's wind moves on by one.
    let next = json!({"round": "east-3", "honba": 0, "sticks": 0,
        "points": {"east": 59_000, "south": 85_000, "west": 6_000}, "chips": {"east": 2, "south": 0, "west": -2}});
    assert_eq!((&said["next_dealer"], &said["next"]), (&json!("south"), &next));
    let on = json!({"over": false, "drawn": false, "dealer_may_end": false, "because": null});
    assert_eq!(said["game"], on);
    let rows = [
        (r#"{"id":1,"rules":"zan"}"#, "the end of the hand"),
        (r#"{"id":1,"rules":"zam","draw":{}}"#, "did you mean \"zan\"?"),
        (r#"{"id":1,"draw":{}}"#, "\"rules\" is missing"),
        (
            r#"{"id":1,"rules":"zan","draw":{"tenpia":[]}}"#,
            "unknown key \"draw.tenpia\"",
        ),
        (
            r#"{"id":1,"rules":"zan","draw":{"tenpai":["south","south"]}}"#,
            "draw.tenpai: expected each player once",
        ),
        (r#"{"id":1,"rules":"zan","draw":{},"draw":{}}"#, "is there twice"),
        (r#"{"id":1,"rules":"zan","draw":[]}"#, "draw: expected an object"),
        (
            r#"{"id":1,"rules":"zan","wins":[{"seat":"south","by":"ron"}]}"#,
            "wins[0]: expected one of hand",
        ),
        (
            r#"{"id":1,"rules":"zan","wins":[{"seat":"south","by":"ron","hand":"1p","ura":1}]}"#,
            "wins[0].ura: leave it out",
        ),
    ];
    for (line, words) in rows {
        let said = answer(line);
        assert_eq!(said["id"], 1, "{line}");
        assert!(
            said["error"].as_str().is_some_and(|error| error.contains(words)),
            "{line}: {said}"
        );
    }
    assert!(answer("nonsense")["error"].is_string());
}
