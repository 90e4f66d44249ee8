//! Nodes of two versions side by side, as during a deploy: what one of them cannot read is refused, and breaks nothing.

use crate::nodes::Shared;
use bytes::Bytes;
use jantaku_server::bus::{Bus, Soon, Subscription};
use serde_json::json;
use std::sync::Arc;
use tokio::sync::watch;

/// The bus of a node of a later version: it has another word for something.
struct Later {
    bus: Arc<dyn Bus>,
    word: &'static str,
    instead: &'static str,
}

impl Bus for Later {
    fn publish(&self, subject: &str, body: Bytes) {
        let body = match str::from_utf8(&body) {
            Ok(text) => Bytes::from(text.replace(self.word, self.instead)),
            Err(_) => body,
        };
        self.bus.publish(subject, body);
    }

    fn subscribe<'a>(&'a self, subject: &'a str) -> Soon<'a, Subscription> {
        self.bus.subscribe(subject)
    }

    fn is_up(&self) -> watch::Receiver<bool> {
        self.bus.is_up()
    }

    fn flush(&self) -> Soon<'_, ()> {
        self.bus.flush()
    }
}

fn later(shared: &Shared, word: &'static str, instead: &'static str) -> Arc<dyn Bus> {
    let bus = Arc::clone(&shared.bus);
    Arc::new(Later { bus, word, instead })
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_requests_of_a_later_version() {
    let shared = Shared::in_memory();
    let one = shared.node("one").await;
    let bus = later(&shared, r#""request":{"close""#, r#""request":{"fold-up""#);
    let two = shared.node_at("two", bus).await;
    let mut host = one.client(1);
    host.open("zan", &["me", "open", "open"]).await;
    let path = |what: &str| format!("/api/tables/{}/{what}", host.table);
    let mut away = two.client(1);
    away.cookie = host.cookie.clone();
    let refused = away.post(&path("close"), &json!({})).await;
    assert_eq!(
        (refused.status, &refused.json()["error"]),
        (503, &json!("updating")),
        "{}",
        refused.body
    );
    // What both know is done as ever.
    let settings = away.post(&path("settings"), &json!({ "spectators": false })).await;
    assert_eq!(settings.status, 200, "{}", settings.body);
    for node in [one, two] {
        node.running.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_the_link_of_a_player_who_says_something_unknown() {
    let shared = Shared::in_memory();
    let one = shared.node("one").await;
    let two = shared
        .node_at("two", later(&shared, r#""t":"say""#, r#""t":"sing""#))
        .await;
    let mut host = one.client(1);
    host.open("zan", &["me", "open", "open"]).await;
    host.address = two.running.address;
    host.connect().await;
    let hello = host.hear().await.unwrap();
    assert_eq!(hello["t"], "hello");
    host.say(&json!({ "t": "say", "say": { "kind": "phrase", "id": "hello" } }))
        .await;
    host.say(&json!({ "t": "mute", "seat": 1, "on": true })).await;
    loop {
        let frame = host.hear().await.unwrap();
        assert_ne!(frame["t"], "hello", "the link was made anew");
        if frame["t"] == "muted" {
            break;
        }
    }
    for node in [one, two] {
        node.running.stop().await;
    }
}
