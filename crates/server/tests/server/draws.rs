//! The end of the wall: who is tenpai is asked whether to show it, and nobody else can tell.

use crate::client::Client;
use crate::server::{Folder, config, serving};
use serde_json::{Value, json};

/// Thirteen tiles that stay tenpai, and such as stay far from it, while only drawn tiles are discarded.
const TENPAI: &str = "234678p23678s11z";
const FAR: &str = "269p269s1234567z";

/// Plays one hand in which only drawn tiles are discarded; what east was asked at its end, the frames of south by their
/// kind from the last discard to the draw, the draw, and its score sheet.
async fn drawn_hand(east: &str, answer: &str) -> (Vec<Value>, Vec<String>, Value, Value) {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let hands = json!([east, "1479p1479s23456z", "1368p2468s23467z"]);
    let asked = json!({ "rules": "zan", "seats": ["me", "open", "tsumogiri"], "name": "Mika", "walls": [{ "hands": hands, "dora": "9m" }] });
    let mut host = Client::new(running.address, 1);
    let mut guest = Client::new(running.address, 2);
    let invite = host.open_as(&asked).await;
    guest.join(&host.table.clone(), &invite).await;
    host.connect().await;
    guest.connect().await;
    let (mut questions, mut kinds) = (Vec::new(), Vec::new());
    let mut drawn = Value::Null;
    let sheet = loop {
        let (frame, mine) = tokio::select! {
            frame = host.hear() => (frame.unwrap(), true),
            frame = guest.hear() => (frame.unwrap(), false),
        };
        let client = if mine { &mut host } else { &mut guest };
        match frame["t"].as_str().unwrap() {
            "hello" => client.fix_wall(&frame["fair"].clone()).await,
            "fair" => client.fix_wall(&frame).await,
            "prompt" => {
                let legal = frame["legal"].as_array().unwrap();
                let find = |word: &str| legal.iter().find(|action| action["a"] == word);
                let drawn = || {
                    legal
                        .iter()
                        .find(|action| action["a"] == "discard" && action["drawn"] == true)
                };
                if find("noten").is_some() {
                    questions.push(frame["legal"].clone());
                }
                if let Some(action) = find(answer).or_else(|| find("pass")).or_else(drawn) {
                    client.say(&json!({ "t": "act", "n": frame["n"], "a": action })).await;
                }
            }
            _ => {}
        }
        if !mine && drawn.is_null() {
            let kind = frame["e"]["type"].as_str().or(frame["t"].as_str()).unwrap();
            if kind == "discarded" {
                kinds.clear();
            }
            kinds.push(kind.to_owned());
        }
        match frame["e"]["type"].as_str() {
            Some("drawn") if !mine => drawn = frame["e"].clone(),
            Some("settled") if !mine => break frame["sheet"].clone(),
            _ => {}
        }
    };
    running.stop().await;
    (questions, kinds, drawn, sheet)
}

#[tokio::test(flavor = "multi_thread")]
async fn tenpai_is_asked_for_and_may_be_kept_hidden() {
    let question = json!([{ "a": "tenpai" }, { "a": "noten" }]);
    let (asked, _, drawn, _) = drawn_hand(TENPAI, "noten").await;
    assert_eq!((asked, &drawn["tenpai"]), (vec![question.clone()], &json!([])));
    let (asked, _, drawn, sheet) = drawn_hand(TENPAI, "tenpai").await;
    assert_eq!((asked, &drawn["tenpai"]), (vec![question], &json!([0])));
    // ZAN-28: both who are noten pay 1,000 to the one who is tenpai.
    let line = |line: &Value| json!([line["id"], line["to"], line["points"], line["clause"]]);
    let lines: Vec<Value> = sheet["lines"].as_array().unwrap().iter().map(line).collect();
    let expected = [
        json!(["exhausted", null, null, "ZAN-28"]),
        json!(["tenpai", "east", null, "ZAN-28"]),
        json!(["noten", "south", null, "ZAN-28"]),
        json!(["noten", "west", null, "ZAN-28"]),
        json!(["noten", "east", 1_000, "ZAN-28"]),
        json!(["noten", "east", 1_000, "ZAN-28"]),
    ];
    assert_eq!((lines.as_slice(), &sheet["dealer"]), (expected.as_slice(), &json!(0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_else_can_tell_that_somebody_was_asked() {
    let (asked, kept_hidden, ..) = drawn_hand(TENPAI, "noten").await;
    let (nothing, far, ..) = drawn_hand(FAR, "noten").await;
    assert_eq!((asked.len(), nothing.len()), (1, 0));
    assert_eq!(kept_hidden, far);
}
