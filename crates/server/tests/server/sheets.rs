//! Score sheets of what is paid without a complete hand.

use crate::client::{Client, numbered};
use crate::server::{Folder, config, serving};
use serde_json::{Value, json};

/// RC-55: the dealer's fourth kan, its replacement and a discard that nobody wins on score suukantsu alone, although all of them
/// are closed: everybody pays 16,000.
#[tokio::test(flavor = "multi_thread")]
async fn four_kans_have_a_sheet_without_the_pair() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    let wall = json!({ "hands": ["222m333p444s666z1s"], "draws": "2m", "replacements": "3p4s6z9m" });
    let asked = json!({
        "rules": "ryanzou-chankan", "seats": ["me", "tsumogiri", "tsumogiri", "tsumogiri"], "name": "Mika",
        "spectators": true, "walls": [wall],
    });
    host.open_as(&asked).await;
    let mut watcher = Client::new(running.address, 2);
    watcher.table = host.table.clone();
    watcher.connect().await;
    host.connect().await;
    while !host.frames.last().is_some_and(|text| text.contains("\"hand-ended\"")) {
        let frame = host.hear().await.unwrap();
        match frame["t"].as_str() {
            Some("hello") => host.fix_wall(&frame["fair"].clone()).await,
            Some("fair") => host.fix_wall(&frame).await,
            Some("prompt") => {
                let legal = frame["legal"].as_array().unwrap();
                let kan = legal.iter().find(|action| action["a"] == "ankan");
                let last = legal
                    .iter()
                    .find(|action| action["a"] == "discard" && action["tile"] == "9m");
                if let Some(action) = kan.or(last) {
                    host.say(&json!({ "t": "act", "n": frame["n"], "a": action })).await;
                }
            }
            _ => {}
        }
    }
    while !watcher
        .frames
        .last()
        .is_some_and(|text| text.contains("\"hand-ended\""))
    {
        watcher.hear().await.unwrap();
    }
    for client in [&host, &watcher] {
        let frames: Vec<Value> = numbered(&client.frames)
            .iter()
            .map(|text| serde_json::from_str(text).unwrap())
            .collect();
        let scored = frames
            .iter()
            .position(|frame| frame["e"]["type"] == "four-kans-scored")
            .unwrap();
        assert_eq!(frames[scored]["e"]["seat"], 0);
        let place = frames.iter().position(|frame| frame["t"] == "sheet").unwrap();
        // After the payments, and before the hand is put away.
        assert!(frames[scored..place].iter().any(|frame| frame["e"]["type"] == "paid"));
        assert_eq!(frames[place + 1]["e"]["type"], "settled");
        assert_eq!(frames.iter().filter(|frame| frame["t"] == "sheet").count(), 1);
        let frame = &frames[place];
        assert_eq!((&frame["seat"], &frame["dealer"]), (&json!(0), &json!(0)));
        let sheet = &frame["sheet"];
        assert_eq!(sheet["reading"], "2222m 3333p 4444s 6666z | without the pair");
        let mut yaku: Vec<&str> = sheet["yaku"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line["id"].as_str().unwrap())
            .collect();
        yaku.sort_unstable();
        assert_eq!((yaku, &sheet["yakuman"]), (vec!["suukantsu"], &json!(1)));
        let deltas = json!({ "east": 48_000, "south": -16_000, "west": -16_000, "north": -16_000 });
        assert_eq!(sheet["deltas"], deltas);
        // RC-19 says when four kans score, RC-55 that they need no pair.
        let lines = sheet["lines"].as_array().unwrap();
        let clause = |id: &str| lines.iter().find(|line| line["id"] == id).map(|line| &line["clause"]);
        assert_eq!(clause("four-kans-alone"), Some(&json!("RC-19")));
        assert_eq!(clause("suukantsu"), Some(&json!("RC-55")));
        assert!(!lines.iter().any(|line| line["part"] == "fu"));
    }
    running.stop().await;
}
