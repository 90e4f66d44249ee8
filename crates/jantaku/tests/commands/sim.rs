//! `jantaku sim`: what it counts and checks, and what makes it fail.

use crate::jantaku::jantaku;

#[test]
fn clauses_are_counted() {
    let run = jantaku(&[
        "sim", "--rules", "zan", "--games", "8", "--check", "--every", "4", "--rig", "50", "--seats", "mixed", "--json",
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let clauses = &json["clauses"];
    // ZAN-20 gives everyone the points to start with; ZAN-14 lets others win on the pocchi as on any tile.
    assert!(clauses["ZAN-20"].as_u64().is_some_and(|n| n >= 1), "{clauses}");
    assert!(clauses["ZAN-28"].is_u64());
    // ZAN-09 replaces what the overlay for three players says of the seats. RB-14 still gives a single winner the sticks.
    assert_eq!(clauses["SA-01"], "not in force");
    assert!(clauses["RB-14"].is_u64());
    assert_eq!(json["rigged"], 50);
}

#[test]
fn a_clause_that_is_never_reached_fails() {
    let run = jantaku(&[
        "sim",
        "--rules",
        "zung-jung",
        "--games",
        "1",
        "--seats",
        "tsumogiri",
        "--check",
        "--reach",
        "--brief",
    ]);
    assert_eq!(run.code, 1);
    run.says_anyhow(&["zung-jung: 16 hands in 1 games, 0 violations"]);
    assert!(run.err.contains("never reached: ZJ-25"), "{}", run.err);
    // East deals once for each of the sixteen hands, so that ZJ-09 has decided something.
    assert!(!run.err.contains("never reached: ZJ-09"), "{}", run.err);
}

#[test]
fn more_bots_than_seats_are_refused() {
    // ZAN League plays with three.
    let run = jantaku(&[
        "sim",
        "--rules",
        "zan",
        "--games",
        "1",
        "--seats",
        "greedy,greedy,greedy,random",
    ]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("--seats names 4 bots, but `zan` is played by 3"),
        "{}",
        run.err
    );
}

#[test]
fn as_many_games_as_the_hands_take() {
    let run = jantaku(&[
        "sim",
        "--rules",
        "zung-jung",
        "--games",
        "1",
        "--hands",
        "40",
        "--seats",
        "tsumogiri",
        "--json",
    ]);
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    // Sixteen hands a game: three games are the first to make forty.
    assert_eq!((&json["games"], &json["hands"]), (&3.into(), &48.into()));
}

#[test]
fn wrong_uses_are_refused() {
    jantaku(&["sim", "--rules", "zan", "--seats", "nobody"]).is_refused("kan-happy, greedy, club, strong");
    jantaku(&["sim", "--rules", "zan", "--reach"]).is_refused("--check");
    jantaku(&["sim", "--rules", "zan", "--rig", "101"]).is_refused("101");
    jantaku(&["sim", "--rules", "zan", "--rig", "5", "--digest"]).is_refused("--digest");
}

/// ZJ-76: the winner gains three times the value of the hand, whoever pays.
#[test]
fn averages_what_winners_receive() {
    let sim = |rules: &str, more: &[&str]| jantaku(&[&["sim", "--rules", rules, "--games", "3"], more].concat());
    let json: serde_json::Value = serde_json::from_str(&sim("zung-jung", &["--json"]).out).unwrap();
    let (worth, wins) = (json["worth"].as_i64().unwrap(), json["won"].as_i64().unwrap());
    assert!(
        wins > 0 && worth >= 3 * wins && worth % 3 == 0,
        "{worth} points for {wins} wins"
    );
    let page = sim("zung-jung", &[]);
    page.says_anyhow(&["received per win"]);
    page.does_not_say("riichi");
    page.does_not_say("tsumo");
    page.does_not_say("chips");
    sim("zan", &[]).says_anyhow(&["riichi", "chips"]);
    sim("tenhou", &[]).does_not_say("chips");
}
