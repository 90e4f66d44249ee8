//! `jantaku arena`: duplicate play between bots.

use crate::jantaku::jantaku;
use serde_json::Value;

fn contest(threads: &str) -> Value {
    let mut json = jantaku(&[
        "arena",
        "--rules",
        "tenhou(length=east)",
        "--seats",
        "greedy,tsumogiri",
        "--games",
        "7",
        "--seed",
        "3",
        "--threads",
        threads,
        "--json",
    ])
    .json();
    // Only the pace depends on the machine.
    for level in json["levels"].as_array_mut().unwrap() {
        level.as_object_mut().unwrap().remove("pace").unwrap();
    }
    json
}

#[test]
fn every_deal_is_played_in_every_seating() {
    let json = contest("1");
    // Seven games take two deals of four seatings.
    assert_eq!((&json["deals"], &json["games"]), (&2.into(), &8.into()));
    let levels = json["levels"].as_array().unwrap();
    assert_eq!(levels.len(), 2);
    assert_eq!(
        (&levels[0]["bot"], &levels[1]["bot"]),
        (&"greedy".into(), &"tsumogiri".into())
    );
    // One greedy bot and three others sit at each table.
    let hands = |level: usize| levels[level]["hands"].as_u64().unwrap();
    assert_eq!(3 * hands(0), hands(1));
    // Who never claims anything never wins, calls or declares.
    for rate in ["wins", "called", "riichi"] {
        assert_eq!(levels[1][rate], 0, "{rate}");
    }
    // Results add up to nothing, so that one of four is ahead of the others by 4/3 of its result.
    let mean = |level: usize, what: &str| levels[level][what]["mean"].as_f64().unwrap();
    assert!(mean(0, "result") > 0.0);
    assert!((mean(0, "result") + 3.0 * mean(1, "result")).abs() < 1e-6);
    assert!((mean(0, "advantage") - mean(0, "result") * 4.0 / 3.0).abs() < 1e-6);
    assert!(levels[0]["result"]["low"].as_f64().unwrap() < mean(0, "result"));
}

#[test]
fn same_seed_gives_the_same_standings_on_any_number_of_threads() {
    assert_eq!(contest("1"), contest("2"));
}

#[test]
fn standings_are_shown_with_intervals() {
    let run = jantaku(&["arena", "--rules", "zan", "--seats", "greedy,random", "--games", "6"]);
    run.says(&[
        "6 games (2 deals in 3 seatings)",
        "greedy random",
        "result",
        "advantage",
        "place",
        "chips",
        "wins",
        "deal-ins",
        "called",
        "riichi",
        "ms a decision",
        "Intervals are 95 %.",
    ]);
}

#[test]
fn wrong_seats_are_refused() {
    let run = jantaku(&["arena", "--rules", "zan", "--seats", "greedy,greedy,greedy,greedy"]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("--seats names 4 bots, but `zan` is played by 3"),
        "{}",
        run.err
    );
    let run = jantaku(&["arena", "--rules", "zan", "--seats", "nobody"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("expected one of random, tsumogiri"), "{}", run.err);
    let run = jantaku(&["arena", "--rules", "zan", "--seats", "greedy", "--games", "0"]);
    assert_eq!(run.code, 2);
}
