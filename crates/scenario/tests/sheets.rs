//! The score sheets of hands played at a table: their lines name the clause of the rule page and add up to what is paid.

use jantaku_rules::rulebook::library::Library;
use serde_json::{Value, json};

/// The first settlement of a scenario.
fn settled(scenario: &Value) -> (Value, String) {
    let report = jantaku_scenario::run(&Library::builtin(), &scenario.to_string()).expect("a scenario that runs");
    let settlement = report.to_json()["settlements"][0].clone();
    (settlement, report.transcript())
}

/// Ids and clauses of one part.
fn cited(lines: &Value, part: &str) -> Vec<(String, String)> {
    let lines = lines.as_array().expect("lines").iter();
    let text = |line: &Value, key: &str| line[key].as_str().unwrap_or("").to_owned();
    lines
        .filter(|line| line["part"] == part)
        .map(|line| (text(line, "id"), text(line, "clause")))
        .collect()
}

/// What the payment lines move for each wind.
fn moved(lines: &Value, unit: &str) -> Value {
    let mut sums = serde_json::Map::new();
    for wind in ["east", "south", "west", "north"] {
        sums.insert(wind.to_owned(), json!(0));
    }
    for line in lines
        .as_array()
        .expect("lines")
        .iter()
        .filter(|line| line["part"] == "payment")
    {
        let amount = line[unit].as_i64().unwrap_or(0);
        for (key, sign) in [("from", -1), ("to", 1)] {
            if let Some(sum) = line[key].as_str().and_then(|wind| sums.get_mut(wind)) {
                *sum = json!(sum.as_i64().unwrap_or(0) + sign * amount);
            }
        }
    }
    Value::Object(sums)
}

#[test]
fn a_chombo_has_a_sheet() {
    let (settlement, transcript) = settled(&json!({ "rules": "ryanzou-chankan", "script": ["west chombo"] }));
    let lines = &settlement["lines"];
    assert_eq!(cited(lines, "ending"), [("chombo".to_owned(), "RC-25".to_owned())]);
    assert_eq!(lines[0]["to"], "west");
    // RC-25: 4,000 to the dealer, 2,000 to the others.
    assert_eq!(
        settlement["deltas"],
        json!({ "east": 4_000, "south": 2_000, "west": -8_000, "north": 2_000 })
    );
    assert_eq!(moved(lines, "points"), settlement["deltas"]);
    assert!(
        transcript.contains("west: Chombo, the hand is void [RC-25]"),
        "{transcript}"
    );
}

/// HN-40: the chips for flowers go back when a chombo voids the hand.
#[test]
fn returned_flower_chips_are_no_payments() {
    let deal = json!({ "east": "234m678p23678s1z1f", "south": "1479m1479p147s22z", "west": "2589m258p258s667z", "north": "369m369p369s6677z" });
    let scenario = json!({ "rules": "hana(variation=3)", "deal": deal, "draws": "5z", "replacements": "1z", "script": ["west chombo"] });
    let report = jantaku_scenario::run(&Library::builtin(), &scenario.to_string()).expect("a scenario that runs");
    let (json, transcript) = (report.to_json(), report.transcript());
    let settlements = json["settlements"].as_array().expect("settlements");
    let settlement = settlements.last().expect("the chombo");
    let mut paid = cited(&settlement["lines"], "payment");
    paid.retain(|(_, clause)| clause == "HN-40");
    assert_eq!(paid, vec![("flower-returned".to_owned(), "HN-40".to_owned()); 3]);
    for line in [
        "south to east: 1 chips, flower [HN-40]",
        "east to south: 1 chips, flower chips returned [HN-40]",
    ] {
        assert!(transcript.contains(line), "{line}: {transcript}");
    }
}

/// One name for one yaku: players of riichi say kokushi musou, those of Zung Jung Thirteen Terminals.
#[test]
fn transcripts_call_a_yaku_by_one_name() {
    let scenario = |rules: &str| json!({ "rules": rules, "deal": { "south": "19m19p19s1234567z", "east": "147m258p369s4678s" }, "draws": "1m", "script": ["east discard 1m", "south ron"] });
    let (_, riichi) = settled(&scenario("tenhou"));
    assert!(riichi.contains("Kokushi musou, 1 yakuman [RB-23]"), "{riichi}");
    assert!(!riichi.contains("orphans"), "{riichi}");
    let (_, chinese) = settled(&scenario("zung-jung"));
    assert!(chinese.contains("Thirteen Terminals"), "{chinese}");
    for strange in ["okushi", "orphans", "yanmen"] {
        assert!(!chinese.contains(strange), "{strange}: {chinese}");
    }
}

#[test]
fn an_exhaustive_draw_has_a_sheet() {
    let deal = json!({ "east": "123456789m1122z", "south": "147m258p369s1234z", "west": "147m258p369s1234z", "north": "147m258p369s3456z" });
    let scenario = json!({ "rules": "ryanzou-chankan", "deal": deal, "wall_left": 0, "draws": "7z", "script": ["east discard 7z"], "until": "hand" });
    let (settlement, transcript) = settled(&scenario);
    let lines = &settlement["lines"];
    let ending: Vec<String> = cited(lines, "ending")
        .into_iter()
        .map(|(id, clause)| format!("{id} {clause}"))
        .collect();
    // RB-13: the three who are noten pay 3,000 in all to the one who is tenpai.
    assert_eq!(
        ending,
        [
            "exhausted RB-13",
            "tenpai RB-13",
            "noten RB-13",
            "noten RB-13",
            "noten RB-13"
        ]
    );
    assert_eq!(
        settlement["deltas"],
        json!({ "east": 3_000, "south": -1_000, "west": -1_000, "north": -1_000 })
    );
    assert_eq!(moved(lines, "points"), settlement["deltas"]);
    assert!(transcript.contains("Exhaustive draw [RB-13]"), "{transcript}");
}

#[test]
fn a_win_has_its_lines_in_the_transcript() {
    let deal = json!({ "east": "123m456p678s99p13s" });
    let (settlement, transcript) =
        settled(&json!({ "rules": "tenhou", "deal": deal, "draws": "2s", "script": ["east tsumo"] }));
    let lines = &settlement["sheets"][0]["lines"];
    assert_eq!(cited(lines, "yaku"), [("tenhou".to_owned(), "RB-23".to_owned())]);
    assert_eq!(moved(lines, "points"), settlement["deltas"]);
    assert!(transcript.contains("Total, 1 yakuman"), "{transcript}");
}

/// A kan made turns earlier does not make a later replacement tile the kan's.
#[test]
fn a_replacement_cites_the_clause_of_what_it_replaces() {
    let script = [
        "east ankan 9p",
        "east discard 6z",
        "south discard 7z",
        "west discard 7z",
        "east kita",
        "east tsumo",
    ];
    for (rules, clause) in [("sanmatsuri", "SM-09"), ("tenhou-sanma", "TS-06")] {
        let deal = json!({ "east": "9999p567p678p55s3s" });
        let (settlement, _) = settled(&json!({
            "rules": rules, "deal": deal, "draws": "6z7z7z4z", "replacements": "4s2s", "script": script,
        }));
        let yaku = cited(&settlement["sheets"][0]["lines"], "yaku");
        assert!(yaku.contains(&("rinshan".to_owned(), clause.to_owned())), "{yaku:?}");
    }
    // Straight after the kan the tile is the kan's.
    let (settlement, _) = settled(&json!({
        "rules": "sanmatsuri", "deal": { "east": "9999p567p678p55s3s" }, "draws": "4s", "replacements": "2s",
        "script": ["east ankan 9p", "east tsumo"],
    }));
    let yaku = cited(&settlement["sheets"][0]["lines"], "yaku");
    assert!(yaku.contains(&("rinshan".to_owned(), "RB-20".to_owned())), "{yaku:?}");
}

#[test]
fn four_kans_by_choice_cite_the_overlay() {
    for base in ["ema-2025", "tenhou", "ryanzou-chankan"] {
        let (settlement, _) = settled(&json!({
            "rules": format!("{base}+hana(suukantsu=four-kans)"),
            "deal": { "east": "111m1112223p111s" },
            "draws": "1m",
            "replacements": "1p1s2p9m",
            "script": ["east ankan 1m", "east ankan 1p", "east ankan 1s", "east ankan 2p", "east discard 9m"],
        }));
        let lines = &settlement["sheets"][0]["lines"];
        for (part, id) in [("reading", "four-kans-alone"), ("yaku", "suukantsu")] {
            let found = cited(lines, part);
            assert!(
                found.contains(&(id.to_owned(), "HN-28".to_owned())),
                "{base}: {found:?}"
            );
        }
    }
}
