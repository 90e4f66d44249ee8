//! `jantaku agree`: a bot beside the players of recorded games.

use crate::jantaku::jantaku;
use std::path::Path;

fn records() -> String {
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/records").to_owned()
}

#[test]
fn a_bot_agrees_with_its_own_games() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("agree-own");
    let _ = std::fs::remove_dir_all(&folder);
    let folder = folder.to_str().unwrap();
    let sim = [
        "sim", "--rules", "zan", "--seats", "greedy", "--games", "2", "--log", folder,
    ];
    assert_eq!(jantaku(&sim).code, 0);
    let json = jantaku(&["agree", "--bot", "greedy", folder, "--json"]).json();
    assert_eq!(json["games"], 2);
    let discards = &json["discards"];
    assert!(discards["decisions"].as_u64().unwrap() > 100, "{json}");
    for (kind, count) in json["kinds"].as_object().unwrap() {
        assert_eq!(count["decisions"], count["agreed"], "{kind}");
    }
    // Another bot does not play the same.
    let json = jantaku(&["agree", "--bot", "tsumogiri", folder, "--json"]).json();
    let discards = &json["discards"];
    assert!(discards["agreed"].as_u64() < discards["decisions"].as_u64(), "{json}");
}

#[test]
fn players_of_other_programs_are_counted() {
    let json = jantaku(&["agree", "--bot", "tsumogiri", &records(), "--threads", "1", "--json"]).json();
    assert_eq!((&json["games"], &json["failed"]), (&16.into(), &serde_json::json!([])));
    let kinds = &json["kinds"];
    // It never calls: it agrees exactly where the players did not either.
    for kind in ["pon", "chii", "riichi", "win"] {
        let count = |what: &str| kinds[kind][what].as_u64().unwrap();
        assert_eq!(count("bot"), 0, "{kind}");
        assert_eq!(count("agreed"), count("decisions") - count("players"), "{kind}");
    }
    assert!(json["players"]["hands"].as_u64().unwrap() > 100);
    let run = jantaku(&["agree", "--bot", "tsumogiri", &records()]);
    run.says(&[
        "tsumogiri beside the players of 16 games",
        "all discards",
        "discard against riichi",
        "Players",
        "deal-ins",
    ]);
}

#[test]
fn a_broken_file_is_named() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("agree-broken");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("broken.json"), "{").unwrap();
    let run = jantaku(&["agree", "--bot", "greedy", folder.to_str().unwrap()]);
    assert_eq!(run.code, 1);
    run.says_anyhow(&["Not played again", "broken.json"]);
}
