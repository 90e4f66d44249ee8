//! `jantaku result`

use crate::jantaku::jantaku;

/// ZAN-04: 81,000, 62,000 and 7,000 are +14, +2 and −16.
#[test]
fn chips_by_the_chart() {
    let run = jantaku(&["result", "--rules", "zan", "--points", "81000,62000,7000"]);
    run.says(&[
        "1. east 81,000 +14",
        "2. south 62,000 +2",
        "3. west 7,000 -16",
        "east +14 place ZAN-04",
        "south +2 place ZAN-02",
        "west -16 place ZAN-03",
    ]);
}

/// RC-01, RC-02: against 30,000, uma 15,000 and 5,000, 20,000 to first place.
#[test]
fn uma_and_oka() {
    let run = jantaku(&[
        "result",
        "--rules",
        "ryanzou-chankan",
        "--points",
        "40000,30000,20000,10000",
    ]);
    run.says(&[
        "1. east 40,000 +45,000",
        "2. south 30,000 +5,000",
        "3. west 20,000 -15,000",
        "4. north 10,000 -35,000",
    ]);
    run.says(&["east +15,000 uma RC-01", "east +20,000 oka RC-02"]);
}

/// ZAN-34: the next dealer is ahead. ZAN-35: the sticks go to first place. ZAN-02, ZAN-03: 49,000 pay −2 and −8.
#[test]
fn ties_and_sticks() {
    let args = [
        "result",
        "--rules",
        "zan",
        "--points",
        "50000,49000,49000",
        "--sticks",
        "2",
        "--next-dealer",
        "west",
    ];
    let run = jantaku(&args);
    run.says(&[
        "1. east 52,000 +10",
        "2. west 49,000 -2",
        "3. south 49,000 -8",
        "east +2,000 points: sticks left over ZAN-35",
    ]);
}

/// EMA-24: a chombo costs 20,000 after the uma.
#[test]
fn chombo_and_json() {
    let args = [
        "result",
        "--rules",
        "ema-2025",
        "--points",
        "45000,30000,25000,20000",
        "--chombo",
        "west",
        "--json",
    ];
    let result = jantaku(&args).json();
    assert_eq!(result["result"]["east"], 30_000);
    assert_eq!(result["result"]["south"], 5_000);
    assert_eq!(result["result"]["west"], -30_000);
    assert_eq!(result["result"]["north"], -25_000);
    let chombo = result["lines"]
        .as_array()
        .unwrap()
        .iter()
        .find(|line| line["what"] == "chombo")
        .unwrap();
    assert_eq!(
        (&chombo["seat"], &chombo["amount"], &chombo["because"]),
        (&"west".into(), &(-20_000).into(), &"EMA-24".into())
    );
}

#[test]
fn a_wrong_sum_is_told_and_counted_all_the_same() {
    let run = jantaku(&["result", "--rules", "zan", "--points", "81000,62000,6000"]);
    assert_eq!(run.code, 0);
    assert_eq!(
        run.err,
        "warning: the points add up to 149,000, but zan starts with a total of 150,000\n"
    );
    run.says_anyhow(&["3. west 6,000 -16"]);
    let run = jantaku(&[
        "result",
        "--rules",
        "zan",
        "--points",
        "81000,62000,7000",
        "--chips",
        "3,-1,-1",
    ]);
    assert_eq!(run.err, "warning: the chips add up to +1, not 0\n");
    run.says_anyhow(&["1. east 81,000 +17"]);
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let result = |args: &[&str]| jantaku(&[&["result", "--rules", "zan"], args].concat());
    result(&["--points", "1,2"]).is_refused("--points expects 3 numbers for zan, found 2");
    result(&["--points", "1,2,x"]).is_refused("invalid value 'x'");
    result(&["--points", "1,2,2000000000"]).is_refused("--points expects numbers up to 100,000,000");
    result(&["--points", "1,2,3", "--next-dealer", "north"]).is_refused("zan has 3 players and no north");
    result(&["--points", "1,2,3", "--chombo", "up"]).is_refused("expected east, south, west or north");
    result(&[]).is_refused("--points");
    jantaku(&["result", "--rules", "zam", "--points", "1"]).is_refused("did you mean \"zan\"?");
}

/// RC-10: after north with nobody at the goal of 30,000 the game is a draw, which gives every player 0.
#[test]
fn a_draw_names_its_clause() {
    let ryanzou = |args: &[&str]| jantaku(&[&["result", "--rules", "ryanzou-chankan", "--drawn"], args].concat());
    let run = ryanzou(&["--points", "29900,29000,21100,20000"]);
    run.says(&["1. east 29,900 0", "The game is a draw: nobody gets anything. RC-10"]);
    let result = ryanzou(&["--points", "29900,29000,21100,20000", "--json"]).json();
    assert_eq!(result["drawn"], true);
    assert_eq!(
        result["result"],
        serde_json::json!({"east": 0, "south": 0, "west": 0, "north": 0})
    );
    let lines = result["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 4);
    assert!(
        lines
            .iter()
            .all(|line| line["amount"] == 0 && line["because"] == "RC-10")
    );
    // Exactly 30,000 is reached.
    ryanzou(&["--points", "30000,29000,21000,20000"])
        .is_refused("--drawn: ryanzou-chankan is a draw only with nobody at the goal of 30,000 (RC-10), found 30,000");
    let played = [
        "--rules",
        "ryanzou-chankan",
        "--points",
        "40000,30000,20000,10000",
        "--json",
    ];
    assert_eq!(jantaku(&[&["result"], &played[..]].concat()).json()["drawn"], false);
}

/// ZAN has no overtime, pays a chombo at once (ZAN-55), and has no word on substitutes; EMA-24 and EMA-29 have one.
#[test]
fn what_a_rulebook_has_no_clause_for_is_refused() {
    let zan = |args: &[&str]| jantaku(&[&["result", "--rules", "zan", "--points", "50000,50000,50000"], args].concat());
    zan(&["--drawn"]).is_refused("--drawn: zan knows no drawn game (");
    zan(&["--chombo", "east"]).is_refused(
        "--chombo: zan takes nothing off a result for a chombo (penalty.chombo = \"reverse-mangan\", ZAN-55)",
    );
    zan(&["--substitute", "east"])
        .is_refused("--substitute: zan has no result for substitutes (no clause sets result.substitute-points)");
    let tenhou = ["result", "--rules", "tenhou", "--points", "25000,25000,25000,25000"];
    jantaku(&[&tenhou[..], &["--drawn"]].concat()).is_refused("--drawn: tenhou knows no drawn game (");
    jantaku(&[&tenhou[..], &["--chombo", "east"]].concat()).is_refused("--chombo: tenhou takes nothing off a result");
    for (rules, points) in [
        ("ryanzou-chankan", "35000,25000,25000,15000"),
        ("zung-jung", "10,0,-4,-6"),
    ] {
        jantaku(&["result", "--rules", rules, "--points", points, "--chips", "3,-1,-1,-1"])
            .is_refused(&format!("--chips: {rules} plays without chips ("));
    }
    jantaku(&[
        "result",
        "--rules",
        "sanmatsuri",
        "--points",
        "45000,30000,15000",
        "--chips",
        "2,-1,-1",
    ])
    .is_refused("--chips: sanmatsuri plays without chips (");
    jantaku(&[
        "result",
        "--rules",
        "zung-jung",
        "--points",
        "10,0,-4,-6",
        "--sticks",
        "1",
    ])
    .is_refused("--sticks: zung-jung has no riichi (");
}

/// EMA-27, SM-02: second place with its 30,000 has nothing to get, which is a line too. ZJ-09 counts points as they are.
#[test]
fn every_player_has_a_line() {
    let result = |rules: &str, points: &str| jantaku(&["result", "--rules", rules, "--points", points]);
    result("sanmatsuri", "45000,30000,15000").says(&[
        "east +15,000 game EMA-27",
        "south 0 game EMA-27",
        "west -15,000 uma SM-02",
    ]);
    result("zung-jung", "10,0,-4,-6").says(&["east +10 game ZJ-09", "south 0 game ZJ-09"]);
    // ZAN-02 gives nothing for 51,000 points in second place, also beside chips of the game.
    jantaku(&[
        "result",
        "--rules",
        "zan",
        "--points",
        "99000,51000,0",
        "--chips",
        "2,-1,-1",
    ])
    .says(&["south 0 place ZAN-02"]);
    // ZAN-02: 50,000 points of second place are worth no chips.
    result("zan", "70000,50000,30000").says(&[
        "east +10 place ZAN-04",
        "south 0 place ZAN-02",
        "west -10 place ZAN-03",
    ]);
}

/// ZAN-05 to ZAN-08 pay chips during the game, HN-40 in the third variation.
#[test]
fn chips_of_the_game_name_their_clauses() {
    let result = |rules: &str, points: &str, chips: &str| {
        jantaku(&["result", "--rules", rules, "--points", points, "--chips", chips])
    };
    result("zan", "81000,62000,7000", "3,-1,-2").says(&[
        "east +14 place ZAN-04",
        "east +3 chips won during the game ZAN-05, ZAN-06, ZAN-07, ZAN-08",
        "west -2 chips won during the game ZAN-05",
    ]);
    result("hana(variation=3)", "40000,30000,20000,10000", "3,-1,-1,-1").says(&[
        "east +20,000 oka RC-02",
        "east +3 chips won during the game HN-40",
        "north -1 chips won during the game HN-40",
    ]);
}
