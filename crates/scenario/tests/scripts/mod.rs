//! How scenario files and their lines are interpreted. `tests/scenarios` covers how the table plays them.

use jantaku_rules::rulebook::library::Library;
use jantaku_scenario::run;
use serde_json::{Value, json};

/// Plays an object with these keys changed: south, east and west junk, east to discard.
fn play(changes: Value) -> Result<Value, String> {
    let mut file = json!({
        "rules": "ryanzou-chankan",
        "deal": { "east": "234m678p23678s11z", "south": "1479m1479p147s22z", "west": "2589m258p258s667z", "north": "369m369p369s6677z" },
        "draws": "5z", "dora": "3z", "script": [],
    });
    for (key, value) in changes.as_object().into_iter().flatten() {
        file[key] = value.clone();
    }
    match run(&Library::builtin(), &file.to_string()) {
        Ok(report) => Ok(report.to_json()),
        Err(error) => Err(error.to_string()),
    }
}

#[track_caller]
fn check_error(changes: Value, part: &str) {
    let error = play(changes).map(drop).expect_err("a wrong script");
    assert!(error.contains(part), "{error:?} does not say {part:?}");
}

/// The discards and calls of a report, in order.
fn moves(report: &Value) -> Vec<String> {
    let told = |event: &Value| match event["type"].as_str()? {
        "discarded" => Some(format!("{} {}", event["tile"].as_str()?, event["drawn"])),
        "called" => Some(format!("{} {}", event["call"].as_str()?, event["tiles"].as_str()?)),
        _ => None,
    };
    report["events"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(told)
        .collect()
}

/// The first of two deals must not be lost without a word.
#[test]
fn refuses_a_duplicate_key() {
    let error = |text: &str| run(&Library::builtin(), text).map(|_| ()).unwrap_err().to_string();
    let twice = r#"{"rules": "zan", "script": [], "draws": "1p", "draws": "2p"}"#;
    assert!(error(twice).contains("duplicate field `draws`"), "{}", error(twice));
    let within = r#"{"rules": "zan", "script": [], "points": {"east": 1, "east": 2}}"#;
    assert!(error(within).contains("duplicate field `east`"), "{}", error(within));
}

#[test]
fn skips_a_byte_order_mark() {
    let text = r#"{"rules": "zan", "script": []}"#;
    let plain = run(&Library::builtin(), text).unwrap().to_json();
    let marked = run(&Library::builtin(), &format!("\u{feff}{text}")).unwrap().to_json();
    assert_eq!(marked, plain);
}

#[test]
fn reports_what_is_wrong_with_a_file() {
    check_error(json!({ "colour": "red" }), "colour");
    check_error(json!({ "points": { "up": 3 } }), "up");
    check_error(json!({ "rules": "chess" }), "chess");
    check_error(json!({ "until": "dawn" }), "dawn");
    check_error(json!({ "round": "up" }), "round \"up\"");
    check_error(json!({ "hand": 5 }), "hand 5");
    check_error(json!({ "hand": 0 }), "hand 0");
    check_error(json!({ "draws": "5x" }), "draws: character 2");
    check_error(json!({ "draws": "1z1z1z" }), "more 1z");
    check_error(json!({ "deal": { "east": "123m" } }), "east has 3 tiles");
    check_error(
        json!({ "rules": "zan", "deal": { "north": "1479p1479s12356z" } }),
        "nobody sits as north",
    );
    check_error(
        json!({ "rules": "zan", "deal": {}, "chips": { "north": 1 } }),
        "chips: nobody sits as north",
    );
    check_error(json!({ "script": ["up discard 5z"] }), "line 1");
    check_error(
        json!({ "script": ["east discard 5z", "south juggle"] }),
        "line 2, \"south juggle\": there is no such action",
    );
    check_error(json!({ "script": ["east discard"] }), "one tile");
    check_error(json!({ "script": ["east discard 55z"] }), "one tile");
    check_error(json!({ "script": ["south chii 3s"] }), "two own tiles");
    check_error(json!({ "script": ["east ankan 15z"] }), "tile of the kan");
    check_error(json!({ "script": ["east ron 5z"] }), "no tiles");
    check_error(
        json!({ "replacements": "1m2m3m4m5m6m7m8m9m1p2p3p4p5p6p" }),
        "replacements",
    );
}

#[test]
fn reports_more_than_a_table_has() {
    // 136 tiles less 14 of the dead wall and 52 dealt are 70 live ones, of which the file draws one.
    check_error(json!({ "wall_left": 70 }), "wall_left: at most 69");
    assert!(play(json!({ "wall_left": 69 })).is_ok());
    let draws = "1111222233334444555566667777m1111222233334444555566667777p111122223333444455s";
    check_error(
        json!({ "deal": {}, "draws": draws }),
        "draws: the wall has no more places",
    );
    check_error(json!({ "dora": "3z3z4z4z5z5z" }), "dora: the wall has no more places");
    check_error(json!({ "ura": "3z4z4z5z5z5z" }), "ura: the wall has no more places");
    assert!(play(json!({ "dora": "3z3z4z4z5z" })).is_ok());
    check_error(
        json!({ "points": { "east": 2_147_483_647 } }),
        "points: at most 10000000",
    );
    check_error(
        json!({ "points": { "south": -10_000_001 } }),
        "points: at most 10000000",
    );
    check_error(json!({ "chips": { "south": 10_000_001 } }), "chips: at most 10000000");
    check_error(json!({ "sticks": 255 }), "sticks: at most 200");
    check_error(json!({ "honba": 201 }), "honba: at most 200");
    assert!(play(json!({ "points": { "east": -10_000_000 }, "sticks": 200, "honba": 200 })).is_ok());
}

#[test]
fn refuses_a_list_in_place_of_an_object() {
    let list = r#"["zan",0,null,null,0,0,{},{},{},"","","","",null,[],"script"]"#;
    let told = run(&Library::builtin(), list).map(|_| ()).unwrap_err().to_string();
    assert_eq!(told, "a scenario is a JSON object");
    check_error(
        json!({ "points": [1000, 2000, 3000, null] }),
        "points: an object by seat",
    );
}

#[test]
fn prefers_the_drawn_tile_over_an_equal_one_in_hand() {
    let report = play(json!({ "draws": "8p", "script": ["east discard 8p"] })).unwrap();
    assert_eq!(moves(&report), ["8p true"]);
    let report = play(json!({ "draws": "8p", "script": ["east discard 7p"] })).unwrap();
    assert_eq!(moves(&report), ["7p false"]);
}

#[test]
fn a_plain_spelling_matches_any_copy() {
    let report = play(json!({ "draws": "0p", "script": ["east discard 5p"] })).unwrap();
    assert_eq!(moves(&report), ["0p true"]);
    let zan = json!({ "rules": "zan", "deal": {}, "draws": "5p", "dora": "9m", "script": ["east discard 5p"] });
    assert_eq!(moves(&play(zan).unwrap()), ["0p true"]);
    let report = play(json!({ "draws": "5p", "script": ["east discard 0p"] })).unwrap();
    assert_eq!(report["refused"]["why"], "the tiles for it are not in your hand");
}

#[test]
fn a_call_prefers_plain_tiles() {
    let deal = json!({ "east": "234m678p23678s11z", "south": "1479m14055p14s22z" });
    let call = |line: &str| {
        let report = play(json!({ "deal": deal, "draws": "5p", "script": ["east discard 5p", line] })).unwrap();
        moves(&report)[1].clone()
    };
    assert_eq!(call("south pon"), "pon 555p");
    assert_eq!(call("south pon 05p"), "pon 055p");
    let report = play(json!({ "deal": deal, "draws": "5p", "script": ["east discard 5p"] })).unwrap();
    assert_eq!(report["legal"]["south"], json!(["daiminkan", "pon 05p", "pon"]));
}

#[test]
fn seats_keep_the_winds_of_the_scripted_hand() {
    let file = json!({ "hand": 2, "points": { "east": 1000, "north": 44_000 }, "draws": "5p", "wall_left": 0, "script": ["east discard 5p"] });
    let report = play(file).unwrap();
    // East alone is tenpai and deals again: south 2 would be the wrong chair's points.
    assert_eq!(
        report["state"]["points"],
        json!({ "east": 4000, "south": 24_000, "west": 24_000, "north": 43_000 })
    );
    assert_eq!(
        [&report["state"]["round"], &report["state"]["hand"]],
        [&json!("east"), &json!(2)]
    );
}

#[test]
fn a_game_is_played_to_its_end() {
    let report = play(json!({ "until": "game", "script": [] })).unwrap();
    assert_eq!(report["state"]["phase"], "game-over");
    assert!(
        report["result"]["ranking"]
            .as_array()
            .is_some_and(|ranking| ranking.len() == 4)
    );
    assert_eq!(play(json!({ "until": "hand" })).unwrap()["result"], Value::Null);
}

#[test]
fn leaves_the_given_number_of_tiles_after_the_draws() {
    let file = json!({
        "deal": { "east": "234m67899p23s555z" }, "draws": "5z4z4z", "replacements": "4z", "wall_left": 7,
        "script": ["east ankan 5z", "east discard 4z", "south discard 4z"],
    });
    assert_eq!(play(file).unwrap()["state"]["wall_left"], 7);
}
