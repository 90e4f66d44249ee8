//! The JSON contract of `jantaku score`: score sheets and errors.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use jantaku_rules::rulebook::library::Library;
use serde_json::{Value, json};

use jantaku_wire::score_json::{Scorer, score_line};

fn answer(line: &str) -> Value {
    serde_json::from_str(&score_line(&Library::builtin(), line)).unwrap()
}

/// ZAN-17, ZAN-10, ZAN-09, ZAN-37 by hand: open riichi off a player in riichi 2, a red 5p and a red 5s, one flower, one dora, and pinfu: seven han.
#[test]
fn a_sheet_has_the_keys_of_the_contract_in_their_order() {
    let line = r#"{"id":"a","rules":"zan","hand":"456p789p456s99m23s","aside":"1f","win":"1s","seat":"east","from":"south",
        "riichi":"open","payer_riichi":true,"dora":"3s","honba":1,"sticks":2}"#;
    let sheet = answer(line);
    let keys: Vec<&str> = sheet.as_object().unwrap().keys().map(String::as_str).collect();
    let contract = "id win reading yaku dora han fu yakuman points limit deltas chips transfers lines";
    assert_eq!(keys.join(" "), contract);
    assert_eq!(sheet["id"], "a");
    assert_eq!(sheet["reading"], "456p 789p 123s 456s 99m | 1s two-sided");
    let ids: Vec<&str> = sheet["yaku"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|y| y["id"].as_str())
        .collect();
    assert_eq!(ids, ["pinfu", "open-riichi"]);
    assert_eq!(
        sheet["yaku"][1],
        json!({"id": "open-riichi", "name": "Open riichi", "han": 2, "clause": "ZAN-17"})
    );
    assert_eq!(sheet["dora"], json!({"dora": 1, "red": 2, "ura": 0, "aside": 1}));
    assert_eq!(
        (&sheet["han"], &sheet["fu"], &sheet["points"]),
        (&json!(7), &Value::Null, &Value::Null)
    );
    assert_eq!(sheet["limit"], "haneman");
    assert_eq!(sheet["deltas"], json!({"east": 21_000, "south": -19_000, "west": 0}));
    assert_eq!(sheet["chips"], json!({"east": 0, "south": 0, "west": 0}));
    let hand = json!({"from": "south", "to": "east", "points": 18_000, "because": "ZAN-37", "what": "haneman by ron"});
    let honba = json!({"from": "south", "to": "east", "points": 1_000, "because": "ZAN-29", "what": "1 honba"});
    let sticks =
        json!({"from": "sticks", "to": "east", "points": 2_000, "because": "RB-14", "what": "2 riichi sticks"});
    assert_eq!(sheet["transfers"], json!([hand, honba, sticks]));
}

/// ZJ-76: 160 points by discard.
#[test]
fn points_are_shown_where_the_rulebook_adds_them() {
    let sheet = answer(r#"{"rules":"zung-jung","hand":"19m19p19s1234567z","win":"1z","seat":"west","from":"south"}"#);
    assert_eq!(sheet.get("id"), None);
    assert_eq!(
        (&sheet["points"], &sheet["fu"], &sheet["limit"]),
        (&json!(160), &Value::Null, &Value::Null)
    );
    assert_eq!(
        sheet["deltas"],
        json!({"east": -25, "south": -430, "west": 480, "north": -25})
    );
    assert_eq!(sheet["yaku"][0]["points"], 160);
}

#[test]
fn a_hand_without_yaku_names_the_clause_that_asks_for_one() {
    let line = r#"{"id":7,"rules":"tenhou","hand":"123m678m345p99p57s","win":"6s"}"#;
    assert_eq!(
        answer(line),
        json!({"id": 7, "win": false, "why": "no yaku", "clause": "RB-12"})
    );
    let line = r#"{"id":7,"rules":"tenhou","hand":"123m678m345p99p57s","win":"9s"}"#;
    assert_eq!(
        answer(line),
        json!({"id": 7, "win": false, "why": "not a complete hand", "clause": null})
    );
}

#[test]
fn reports_impossible_hands() {
    let rows = [
        (
            r#""hand":"555p123m678m99s57s","win":"5p","dora":"5p""#,
            "five 5p: at most four exist",
        ),
        (
            r#""hand":"00p123m678m99s57s7z","win":"5p""#,
            "two 0p: at most one exists",
        ),
        (
            r#""hand":"123m","win":"5p""#,
            "3 concealed tiles: expected 13 without the winning tile",
        ),
        (r#""hand":"123m1f","win":"5p""#, "1f is set aside, not kept in the hand"),
        (
            r#""hand":"123m678m345p99p57s","win":"1f""#,
            "1f cannot be the winning tile",
        ),
        (
            r#""hand":"123m678m345p99p57s","win":"6s","aside":"4z""#,
            "4z is not set aside in this rulebook",
        ),
        (
            r#""hand":"123m678m345p99p57s","win":"6s","dora":"1f""#,
            "there is no 1f in the box",
        ),
        (
            r#""hand":"123m678m345p99p57s","win":"6s","dorra":"1m""#,
            r#"unknown key "dorra""#,
        ),
        (r#""hand":"123m678m345p99p57s""#, r#""win" is missing"#),
        (r#""win":"6s""#, r#""hand" is missing"#),
        (
            r#""hand":"123m678m345p99p57","win":"6s""#,
            "hand: character 16: digits without the letter of their suit",
        ),
        (
            r#""hand":"123m678m345p99p57s","win":"66s""#,
            "win: character 2: expected exactly one tile",
        ),
        (
            r#""hand":"123m678m345p99p57s","win":"6s","seat":"east""#,
            "from: a ron is paid by another player",
        ),
        (
            r#""hand":"123m678m345p99p57s","win":"6s","by":"tsumo","from":"west""#,
            "from: a tsumo has no payer; leave it out",
        ),
        (
            r#""hand":"123m678m345p99p57s","win":"6s","ippatsu":true"#,
            "ippatsu needs riichi",
        ),
        (
            r#""hand":"123m678m345p99p57s","win":"6s","riichi":"open""#,
            "there is no open riichi in this rulebook",
        ),
        (
            r#""hand":"123m678m345p99p57s","win":"6s","riichi":true"#,
            "riichi: expected none, riichi, double, open or double-open",
        ),
        (
            r#""hand":"123m678m345p99p57s","win":"6s","honba":-1"#,
            "honba: expected a whole number from 0 to 255",
        ),
        (
            r#""hand":"123m678m345p99p57s","win":"6s","rinshan":true"#,
            "rinshan needs a tsumo",
        ),
        (
            r#""hand":"123m678m345p99p57s","win":"6s","fed_kan":"east""#,
            "fed_kan: only with rinshan",
        ),
        (
            r#""hand":"123m678m345p99p57s","win":"6s","pao":{"big":"west"}"#,
            r#"pao: the rulebook has no yaku "big""#,
        ),
        (
            r#""hand":"123m678m345p99p57s","win":"6s","by":"robbing-a-kita""#,
            "no north can be robbed in this rulebook",
        ),
    ];
    for (body, error) in rows {
        let line = format!(r#"{{"id":"x","rules":"tenhou",{body}}}"#);
        assert_eq!(answer(&line), json!({"id": "x", "error": error}), "{line}");
    }
}

#[test]
fn reports_wrong_melds() {
    let rows = [
        (
            r#""kind":"chii","tiles":"135p","from":"east""#,
            "a chii is three tiles of one suit in a row",
        ),
        (
            r#""kind":"chii","tiles":"123z","from":"east""#,
            "a chii is three tiles of one suit in a row",
        ),
        (
            r#""kind":"chii","tiles":"9m12p","from":"east""#,
            "a chii is three tiles of one suit in a row",
        ),
        (
            r#""kind":"chii","tiles":"345p","from":"west""#,
            "a chii is only called from the player to the left, here east",
        ),
        (
            r#""kind":"pon","tiles":"55z","from":"west""#,
            "a pon is three of a kind",
        ),
        (
            r#""kind":"kakan","tiles":"555z","from":"west""#,
            "a kan (kakan) is four of a kind",
        ),
        (
            r#""kind":"ankan","tiles":"5555z","from":"west""#,
            "a closed kan has no discarder",
        ),
        (
            r#""kind":"pon","tiles":"555z","from":"south""#,
            "south cannot call a pon from south",
        ),
        (
            r#""kind":"pong","tiles":"555z""#,
            "melds[0].kind: expected chii, pon, daiminkan, kakan or ankan",
        ),
        (
            r#""kind":"pon","tiles":"555z","form":"west""#,
            r#"unknown key "melds[0].form""#,
        ),
        (r#""tiles":"555z""#, "melds[0]: expected a kind and tiles"),
    ];
    for (meld, error) in rows {
        let line = format!(r#"{{"rules":"tenhou","hand":"123m678m99p57s","win":"6s","melds":[{{{meld}}}]}}"#);
        assert_eq!(answer(&line), json!({"error": error}), "{line}");
    }
    let open = r#"{"rules":"tenhou","hand":"123m678m99p57s","win":"6s","riichi":"riichi","melds":[{"kind":"pon","tiles":"555z"}]}"#;
    assert_eq!(answer(open), json!({"error": "riichi needs a closed hand"}));
}

/// Zung Jung says kong, pung and chow, as its score sheets do. What people type stays.
#[test]
fn reports_wrong_hands_in_the_words_of_the_rulebook() {
    let meld = |meld: &str| format!(r#""hand":"123m678m99p57s","win":"6s","melds":[{{{meld}}}]"#);
    let rows = [
        (
            meld(r#""kind":"chii","tiles":"135p""#),
            "a chow is three tiles of one suit in a row",
        ),
        (meld(r#""kind":"pon","tiles":"55z""#), "a pung is three of a kind"),
        (
            meld(r#""kind":"kakan","tiles":"555z""#),
            "a kong (kakan) is four of a kind",
        ),
        (
            meld(r#""kind":"ankan","tiles":"5555z","from":"west""#),
            "a concealed kong has no discarder",
        ),
        (
            meld(r#""kind":"pon","tiles":"555z","from":"south""#),
            "south cannot call a pung from south",
        ),
        (
            r#""hand":"123m678m345p99p57s","win":"6s","by":"tsumo","rinshan":true"#.to_owned(),
            "rinshan needs a kong among the melds",
        ),
        (
            r#""hand":"123m678m345p99p57s","win":"6s","seat":"east""#.to_owned(),
            "from: a win by discard is paid by another player",
        ),
    ];
    for (body, error) in rows {
        let line = format!(r#"{{"rules":"zung-jung",{body}}}"#);
        assert_eq!(answer(&line), json!({"error": error}), "{line}");
    }
}

/// ZAN-09: no 2 to 8 of man, no chii, three seats; ZAN-10: every 5p is red; ZAN-23: north is not set aside.
#[test]
fn three_player_rulebooks_have_their_own_tiles() {
    let scored = |body: &str| answer(&format!(r#"{{"rules":"zan",{body}}}"#));
    let error = |body: &str| scored(body)["error"].as_str().unwrap_or_default().to_owned();
    let hand = r#""hand":"123p678p789s23s99m","win":"4s""#;
    assert_eq!(
        error(r#""hand":"222m678p789s23s99m","win":"4s""#),
        "there is no 2m in the box"
    );
    assert_eq!(
        error(&format!(r#"{hand},"seat":"north""#)),
        "there is no north seat in this rulebook"
    );
    assert_eq!(
        error(&format!(r#"{hand},"from":"north""#)),
        "there is no north seat in this rulebook"
    );
    assert_eq!(error(&format!(r#"{hand},"aside":"1g""#)), "there is no 1g in the box");
    assert_eq!(error(&format!(r#"{hand},"aside":"11f""#)), "two 1f: at most one exists");
    assert_eq!(
        error(&format!(r#"{hand},"aside":"4z""#)),
        "4z is not set aside in this rulebook"
    );
    let chii = r#""hand":"678p789s23s99m","win":"4s","melds":[{"kind":"chii","tiles":"123p"}]"#;
    assert_eq!(error(chii), "there is no chii in this rulebook");
    let reds = answer(r#"{"rules":"zan","hand":"555p678p789s23s99m","win":"4s","riichi":"riichi"}"#);
    assert_eq!(reds["dora"]["red"], 3);
}

#[test]
fn a_bad_line_does_not_stop_a_batch() {
    let library = Library::builtin();
    let mut scorer = Scorer::new(&library);
    let lines = [
        "",
        "[]",
        "{",
        r#"{"id":1,"rules":"no-such","hand":"1m","win":"1m"}"#,
        r#"{"id":2,"hand":"1m","win":"1m"}"#,
        r#"{"id":{"a":[1]},"rules":5}"#,
    ];
    for line in lines {
        let answer: Value = serde_json::from_str(&scorer.score_line(line)).unwrap();
        assert!(answer["error"].is_string(), "{line}: {answer}");
    }
    let good = r#"{"id":3,"rules":"tenhou","hand":"123m678m345p99p56s","win":"7s"}"#;
    let answer: Value = serde_json::from_str(&scorer.score_line(good)).unwrap();
    assert_eq!((&answer["id"], &answer["deltas"]["south"]), (&json!(3), &json!(1_000)));
}
