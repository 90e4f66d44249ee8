//! Reviews of finished games.

use crate::client::Client;
use crate::server::{Folder, config, serving_from_memory};
use serde_json::Value;

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_reviewed_once() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut player = Client::new(running.address, 1);
    player.open("zan", &["me", "club", "tsumogiri"]).await;
    let path = format!("/api/games/{}/review", player.table);
    assert_eq!(player.get(&path).await.json()["error"], "not-over");
    assert_eq!(player.get("/api/games/nosuchtable42/review").await.status, 404);
    player.connect().await;
    player.play().await;

    let mut answer = player.get(&path).await;
    let mut before = 0.0;
    while answer.status == 202 {
        let progress = answer.json()["progress"].as_f64().unwrap();
        assert!((before..=1.0).contains(&progress), "{progress} after {before}");
        before = progress;
        answer = player.get(&path).await;
    }
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(player.get(&path).await.body, answer.body);
    let review = answer.json();
    assert_eq!(review["currency"], "chips");
    let decisions = review["decisions"].as_array().unwrap();
    let log = player.get(&format!("/api/games/{}/log", player.table)).await.body;
    let events = shown(&log);
    for decision in decisions {
        agrees_with_the_log(decision, &events);
    }
    for (seat, sum) in review["seats"].as_array().unwrap().iter().enumerate() {
        let own: Vec<&Value> = decisions.iter().filter(|decision| decision["seat"] == seat).collect();
        assert_eq!(sum["decisions"], own.len());
        let hands = review["hands"].as_array().unwrap();
        let by_hand: u64 = hands.iter().map(|hand| hand[seat]["decisions"].as_u64().unwrap()).sum();
        assert_eq!(sum["decisions"], by_hand);
    }
    // The reviewer is a club player itself, and one that discards whatever it draws is not.
    assert_eq!(review["seats"][1]["shared"], review["seats"][1]["decisions"]);
    assert_eq!(review["seats"][1]["loss"], 0.0);
    assert!(review["seats"][2]["loss"].as_f64() > Some(0.0));
    running.stop().await;
}

/// What a replay shows, in its order.
fn shown(log: &str) -> Vec<Value> {
    let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let events = lines.filter(|line| !line["e"].is_null()).map(|line| line["e"].clone());
    let hidden = ["answered", "nagashi-asked", "tenpai-asked"];
    events
        .filter(|event| !hidden.iter().any(|word| event["type"] == *word))
        .collect()
}

/// The next event after the position is what was played, if that was a discard.
fn agrees_with_the_log(decision: &Value, events: &[Value]) {
    let at = decision["at"].as_u64().unwrap() as usize;
    let played = &decision["played"]["a"];
    if played["a"] == "discard" {
        let next = &events[at];
        assert_eq!(
            (&next["type"], &next["seat"]),
            (&Value::from("discarded"), &decision["seat"]),
            "{decision}"
        );
        assert_eq!(next["tile"], played["tile"], "{decision}");
    }
    let best = decision["best"].as_array().unwrap();
    assert!((1..=3).contains(&best.len()), "{decision}");
    assert!(decision["loss"].as_f64() >= Some(0.0), "{decision}");
}
