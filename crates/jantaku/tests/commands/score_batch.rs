//! `jantaku score` with JSON.

use crate::jantaku::{jantaku, jantaku_in};
use serde_json::{Value, json};

const LINES: &str = r#"{"id":1,"rules":"zan","hand":"123p789p123s67s99m","win":"8s","by":"tsumo","riichi":"riichi"}
{"id":"two","rules":"zan","hand":"123p"}
nonsense
{"id":4,"rules":"tenhou","hand":"123m678m345p99p57s","win":"6s"}
"#;

/// One answer for each line, in order; a bad line stops nothing.
#[test]
fn a_batch_is_answered_line_by_line() {
    let run = jantaku_in(80, &["score", "--batch", "-"], LINES);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let answers: Vec<Value> = run
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), 4);
    // ZAN-38: 3 han by tsumo.
    assert_eq!((&answers[0]["id"], &answers[0]["win"]), (&json!(1), &json!(true)));
    assert_eq!(
        answers[0]["deltas"],
        json!({"east": -3_000, "south": 4_000, "west": -1_000})
    );
    assert_eq!(answers[1], json!({"id": "two", "error": "\"win\" is missing"}));
    assert!(answers[2]["error"].is_string());
    assert_eq!(
        answers[3],
        json!({"id": 4, "win": false, "why": "no yaku", "clause": "RB-12"})
    );
}

#[test]
fn a_file_is_read_like_the_standard_input() {
    let path = std::env::temp_dir().join(format!("jantaku-batch-{}.jsonl", std::process::id()));
    std::fs::write(&path, LINES).unwrap();
    let from_file = jantaku(&["score", "--batch", path.to_str().unwrap()]);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(from_file.out, jantaku_in(80, &["score", "--batch", "-"], LINES).out);
    jantaku(&["score", "--batch", "/no/such/file"]).is_refused("/no/such/file");
    jantaku(&["score", "--batch", "-", "123p"]).is_refused("cannot be used with");
}

#[test]
fn one_hand_as_json_is_the_answer_of_the_batch() {
    let hand = jantaku(&[
        "score",
        "--json",
        "--rules",
        "zan",
        "123p789p123s67s99m +8s tsumo riichi",
    ])
    .json();
    let run = jantaku_in(80, &["score", "--batch", "-"], LINES);
    let mut first: Value = serde_json::from_str(run.out.lines().next().unwrap()).unwrap();
    first.as_object_mut().unwrap().remove("id");
    assert_eq!(hand, first);
    let several = jantaku(&[
        "score",
        "--json",
        "--rules",
        "zan",
        "--rules",
        "tenhou",
        "123p789p123s67s99m +8s",
    ]);
    assert_eq!(several.out.lines().count(), 2);
}

/// score-json: bad input is answered with an object that has an error.
#[test]
fn one_hand_as_json_is_always_answered_in_json() {
    for (rules, hand, error) in [
        ("tenhou", "123q", "123q"),
        ("tenhou", "123m456p789s1122z", "no winning tile"),
        (
            "tenhou",
            "123m456p789s1122z +1z tsumo from=east",
            "a tsumo has no payer",
        ),
        ("tenhou", "123m456p789s1111z +1z", "1z"),
        ("zam", "123m456p789s1122z +1z", "did you mean \"zan\"?"),
    ] {
        let run = jantaku(&["score", "--json", "--rules", rules, hand]);
        assert_eq!((run.code, run.err.as_str()), (2, ""), "{hand}");
        let answer: Value = serde_json::from_str(&run.out).unwrap();
        let keys: Vec<&String> = answer.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["error"], "{hand}");
        assert!(answer["error"].as_str().unwrap().contains(error), "{answer}");
    }
    // A rulebook that is not there does not keep the others from answering.
    let hand = "123m456p789s1122z +1z";
    let run = jantaku(&["score", "--json", "--rules", "zam", "--rules", "tenhou", hand]);
    assert_eq!((run.code, run.err.as_str(), run.out.lines().count()), (0, "", 2));
}

/// Of two hands in one request neither is scored.
#[test]
fn a_key_said_twice_is_refused() {
    let lines = r#"{"id":1,"rules":"tenhou","hand":"123m456p789s1122z","hand":"123m456p789s1133z","win":"1z"}
{"id":2,"rules":"tenhou","hand":"123m456p789s1122z","win":"1z","pao":{"daisangen":"west","daisangen":"east"}}"#;
    let run = jantaku_in(80, &["score", "--batch", "-"], lines);
    let answers: Vec<Value> = run
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers[0], json!({"id": 1, "error": "the key \"hand\" is there twice"}));
    assert_eq!(
        answers[1],
        json!({"id": 2, "error": "the key \"daisangen\" is there twice"})
    );
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let marked = jantaku_in(80, &["score", "--batch", "-"], &format!("\u{feff}{LINES}"));
    assert_eq!(marked.out, jantaku_in(80, &["score", "--batch", "-"], LINES).out);
    assert!(!marked.out.lines().next().unwrap().contains("error"));
}
