//! Hands scored for whoever asks over HTTP.

use crate::client::Client;
use crate::server::{Folder, HeldTime, config, serving, serving_from_memory};
use serde_json::{Value, json};

/// Riichi, pinfu and tanyao, waiting for 5s and 8s.
fn hand(rules: &str) -> Value {
    json!({ "id": 7, "rules": rules, "hand": "234567m34555p67s", "win": "8s", "riichi": "riichi" })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_is_scored_by_its_rulebook() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut client = Client::new(running.address, 1);
    // Three han and 30 fu of a south player cost the discarder 3,900.
    let answer = client.post("/api/score", &hand("tenhou")).await;
    let sheet = answer.json();
    assert_eq!(answer.status, 200, "{sheet}");
    assert_eq!((&sheet["id"], &sheet["win"]), (&json!(7), &json!(true)));
    assert_eq!((&sheet["han"], &sheet["fu"]), (&json!(3), &json!(30)));
    assert_eq!(
        sheet["deltas"],
        json!({ "east": -3900, "south": 3900, "west": 0, "north": 0 })
    );
    assert!(
        answer.head.contains("content-type: application/json"),
        "{}",
        answer.head
    );
    // What does not win is an answer too.
    let mut other = hand("tenhou");
    other["win"] = json!("1z");
    let answer = client.post("/api/score", &other).await;
    assert_eq!(
        (answer.status, &answer.json()["win"]),
        (200, &json!(false)),
        "{}",
        answer.body
    );
    running.stop().await;
}

/// ZAN-28: two tenpai players of three get 1,000 each.
#[tokio::test(flavor = "multi_thread")]
async fn settles_a_hand_record() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut client = Client::new(running.address, 1);
    let mut record = json!({ "id": 7, "rules": "zan", "draw": { "tenpai": ["east", "west"] } });
    let answer = client.post("/api/settle", &record).await;
    let said = answer.json();
    assert_eq!((answer.status, &said["id"]), (200, &json!(7)), "{said}");
    assert_eq!(said["deltas"], json!({ "east": 1_000, "south": -2_000, "west": 1_000 }));
    record["abort"] = json!("four-winds");
    let answer = client.post("/api/settle", &record).await;
    let error = answer.json()["error"].as_str().unwrap_or_default().to_owned();
    assert_eq!((answer.status, &answer.json()["id"]), (400, &json!(7)), "{error}");
    assert!(error.contains("only one of them"), "{error}");
    let origin = format!("Origin: http://{}\r\n", running.address);
    for body in ["", "[1]", "{}", &"[".repeat(4000)] {
        let answer = client.ask("POST", "/api/settle", body, &origin).await;
        assert_eq!(answer.status, 400, "{body}: {}", answer.body);
    }
    record["id"] = json!("x".repeat(5000));
    let long = client.ask("POST", "/api/settle", &record.to_string(), &origin).await;
    assert_eq!(long.status, 413);
    let strange = "Origin: http://evil.example\r\n";
    assert_eq!(client.ask("POST", "/api/settle", "{}", strange).await.status, 403);
    assert_eq!(client.get("/api/settle").await.status, 405);
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_scored_is_refused_with_a_reason() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let mut small = config(&folder);
    small.limits.changes_per_address = 40;
    let running = serving_from_memory(small).await;
    let mut client = Client::new(running.address, 1);
    let with = |key: &str, value: Value| {
        let mut hand = hand("tenhou");
        hand[key] = value;
        hand.to_string()
    };
    let bad = [
        (String::new(), "EOF"),
        ("[1]".to_owned(), "object"),
        ("\u{fffd}{".to_owned(), "expected"),
        (with("colour", json!("red")), "colour"),
        (with("win", json!(5)), "win"),
        (with("hand", json!("55555m34555p67s1z")), "5m"),
        (with("rules", json!("nobody")), "nobody"),
        (with("rules", json!("z".repeat(3000))), "200"),
        ("[".repeat(4000), "recursion"),
    ];
    let origin = format!("Origin: http://{}\r\n", running.address);
    for (body, named) in &bad {
        let answer = client.ask("POST", "/api/score", body, &origin).await;
        assert_eq!(answer.status, 400, "{body}: {}", answer.body);
        let error = answer.json()["error"].as_str().unwrap().to_owned();
        assert!(error.contains(named), "{body}: {error}");
    }
    // More than a hand is not read, and another page's question not answered.
    let long = with("id", json!("x".repeat(5000)));
    assert_eq!(client.ask("POST", "/api/score", &long, &origin).await.status, 413);
    let strange = "Origin: http://evil.example\r\n";
    assert_eq!(
        client
            .ask("POST", "/api/score", &with("id", json!(1)), strange)
            .await
            .status,
        403
    );
    assert_eq!(client.get("/api/score").await.status, 405);
    // Nor is it answered for ever.
    let mut last = 0;
    for _ in 0..60 {
        last = client.post("/api/score", &hand("tenhou")).await.status;
    }
    assert_eq!(last, 429);
    running.stop().await;
}
