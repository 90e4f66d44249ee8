//! Rulebooks for learners, and how near a hand is to their yaku, for whoever asks over HTTP.

use crate::client::Client;
use crate::server::{Folder, config, serving};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_names_figures_clauses_and_an_example_of_each_yaku() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut client = Client::new(running.address, 1);
    let answer = client.get("/api/rulebooks/ema-2025/lesson").await;
    let lesson = answer.json();
    assert_eq!(answer.status, 200, "{lesson}");
    let figures = &lesson["figures"];
    // EMA: 30,000 points to start with, sticks of 1,000, 136 tiles.
    assert_eq!(
        [&figures["start"], &figures["stick"], &figures["tiles"]],
        [&json!(30_000), &json!(1_000), &json!(136)]
    );
    let clauses: Vec<&Value> = lesson["clauses"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|clause| &clause["id"])
        .collect();
    for topic in lesson["topics"].as_array().into_iter().flatten() {
        for clause in topic["clauses"].as_array().into_iter().flatten() {
            assert!(clauses.contains(&clause), "{topic}");
        }
    }
    let yaku = lesson["yaku"].as_array().cloned().unwrap_or_default();
    let tanyao = yaku.iter().find(|yaku| yaku["id"] == "tanyao");
    assert_eq!(tanyao.map(|yaku| &yaku["open"]), Some(&json!(1)), "{yaku:?}");
    assert!(yaku.iter().all(|yaku| !yaku["example"]["tile"].is_null()), "{yaku:?}");
    let answer = client.get("/api/rulebooks/nonsense/lesson").await;
    assert_eq!((answer.status, &answer.json()["error"]), (404, &json!("no-rulebook")));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_is_compared_with_the_yaku_it_can_still_make() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut client = Client::new(running.address, 1);
    let asked = |hand: &str, seen: &str| json!({ "rules": "tenhou", "hand": hand, "seen": seen });
    // Three sequences of man; 3 and 5 of sou lack a tile, and so does a pair.
    let answer = client.post("/api/near", &asked("123456789m1p35s +7z", "")).await;
    let near = answer.json();
    assert_eq!((answer.status, &near["missing"]), (200, &json!(2)), "{near}");
    let list = near["yaku"].as_array().cloned().unwrap_or_default();
    assert!(list.contains(&json!({ "id": "ittsuu", "missing": 2 })), "{near}");
    let missing: Vec<u64> = list.iter().filter_map(|yaku| yaku["missing"].as_u64()).collect();
    assert!(missing.is_sorted(), "{near}");
    for (hand, seen, says) in [
        ("123m +1m", "", "expected 13 or 14 tiles"),
        ("111122223333m +1m", "", "only 4 copies of 1m"),
        ("123456789m1p35s +7z", "777z 7z", "only 4 copies of 7z"),
        ("nonsense", "", "hand: "),
    ] {
        let answer = client.post("/api/near", &asked(hand, seen)).await;
        let error = answer.json()["says"].as_str().unwrap_or_default().to_owned();
        assert_eq!(answer.status, 400, "{hand} {error}");
        assert!(error.contains(says), "{hand}: {error}");
    }
    running.stop().await;
}
