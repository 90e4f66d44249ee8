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
