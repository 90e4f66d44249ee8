//! What one person can have stored beside play has an end.

use crate::client::Client;
use crate::client::answering::is;
use crate::server::{Folder, HeldTime, Memory, config, serving_from};
use jantaku_server::Running;
use jantaku_server::store::Store;
use jantaku_server::token::TableId;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::advance;

struct Watched {
    running: Running,
    store: Arc<Memory>,
    _folder: Folder,
    _held: HeldTime,
}

impl Watched {
    async fn new() -> Watched {
        let (held, folder) = (HeldTime::new(), Folder::new());
        let store = Arc::new(Memory::default());
        let mut config = config(&folder);
        config.pauses.ask_again = Duration::ZERO;
        Watched {
            running: serving_from(Arc::clone(&store), config).await,
            store,
            _folder: folder,
            _held: held,
        }
    }

    /// How many records of this kind a table has.
    fn records(&self, client: &Client, kind: &str) -> usize {
        let table = TableId::read(&client.table).unwrap();
        let kind = format!("\"r\":\"{kind}\"");
        let records = self.store.records(&table).unwrap();
        records.iter().filter(|record| record.contains(&kind)).count()
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_changes_their_mind_without_end() {
    let watched = Watched::new().await;
    let mut player = Client::new(watched.running.address, 1);
    player.is_ready = false;
    player.open("zan", &["me", "open", "open"]).await;
    player.connect().await;
    for _ in 0..100 {
        player.say(&json!({ "t": "ready" })).await;
        player.say(&json!({ "t": "not-ready" })).await;
    }
    for _ in 12..100 {
        assert_eq!(player.heard(|frame| frame["t"] == "refused").await["why"], "too-soon");
    }
    assert_eq!(
        (watched.records(&player, "ready"), watched.records(&player, "not-ready")),
        (12, 12)
    );
    // The host's button is no way around it.
    let mut friend = Client::new(watched.running.address, 2);
    friend.is_ready = false;
    friend.join(&player.table, &player.invites[0]).await;
    let start = format!("/api/tables/{}/start", player.table);
    assert_eq!(player.post(&start, &json!({})).await.json()["error"], "too-often");
    // A little later it works, and pressing it again stores nothing.
    advance(Duration::from_secs(30)).await;
    for _ in 0..20 {
        assert_eq!(player.post(&start, &json!({})).await.status, 200);
    }
    assert_eq!(watched.records(&player, "ready"), 13);
    watched.running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn nobody_asks_without_end() {
    let watched = Watched::new().await;
    let mut player = Client::new(watched.running.address, 1);
    let asked =
        json!({ "rules": "ryanzou-chankan", "seats": ["me", "tsumogiri", "tsumogiri", "tsumogiri"], "name": "Eve" });
    player.open_as(&asked).await;
    player.connect().await;
    player.asked("discard").await;
    // Whoever plays alone decides alone, and could go on with this for ever.
    for number in 0.. {
        let ask = if number % 2 == 0 { "penalty" } else { "undo" };
        player
            .ask_for(&json!({ "ask": ask, "penalty": "dead-hand", "seat": 0 }))
            .await;
        let done =
            |frame: &serde_json::Value| is(frame, "dead-hand") || is(frame, "ruling-undone") || frame["t"] == "refused";
        let answer = player.heard(done).await;
        if answer["t"] == "refused" {
            assert_eq!(answer["why"], "too-soon");
            break;
        }
    }
    assert_eq!(watched.records(&player, "asked"), 12);
    watched.running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn nobody_leaves_and_returns_without_end() {
    let watched = Watched::new().await;
    // The table waits for the dealer, so that no bot plays the game to its end meanwhile.
    let asked = json!({ "rules": "zan", "seats": ["me", "open", "tsumogiri"], "name": "Mika" });
    let dealer = Client::new(watched.running.address, 1);
    let [mut dealer, mut player] = Client::gather(&asked, dealer).await.try_into().ok().unwrap();
    tokio::join!(dealer.asked("discard"), player.heard(|frame| is(frame, "drew")));
    let leave = format!("/api/tables/{}/leave", player.table);
    for returned in 0.. {
        assert_eq!(player.post(&leave, &json!({})).await.status, 200);
        player.last = 0;
        player.connect().await;
        if player.hear_or_end().await == Err(1013) {
            // One change of the twelve was to be ready.
            assert_eq!(returned, 11);
            break;
        }
    }
    // And where the player was seen.
    assert_eq!(watched.records(&player, "back"), 11 + 1 + 1);
    advance(Duration::from_secs(30)).await;
    player.connect().await;
    assert_eq!(player.hear().await.unwrap()["seat"], 1);
    watched.running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn nobody_stores_links_and_settings_without_end() {
    let watched = Watched::new().await;
    let mut host = Client::new(watched.running.address, 1);
    host.open("zan", &["me", "open", "open"]).await;
    let path = format!("/api/tables/{}", host.table);
    let mut stranger = Client::new(watched.running.address, 2);
    let joined = stranger.post(&format!("{path}/join"), &json!({ "name": "Eve" })).await;
    assert_eq!(joined.status, 200);
    for number in 0..40 {
        let answer = stranger.post(&format!("{path}/link"), &json!({})).await;
        assert_eq!(answer.status, if number < 24 { 200 } else { 429 }, "{number}");
    }
    assert_eq!(watched.records(&host, "code"), 24);
    // An invitation is one more of the same.
    let invite = stranger.post(&format!("{path}/invite"), &json!({})).await;
    assert_eq!(invite.json()["error"], "too-often");
    // The host is not kept from anything by it, and has an end too.
    for number in 0..40 {
        let settings = json!({ "late": number % 2 == 0 });
        let answer = host.post(&format!("{path}/settings"), &settings).await;
        assert_eq!(answer.status, if number < 24 { 200 } else { 429 }, "{number}");
    }
    assert_eq!(watched.records(&host, "settings"), 24);
    advance(Duration::from_secs(30)).await;
    assert_eq!(stranger.post(&format!("{path}/link"), &json!({})).await.status, 200);
    watched.running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn nobody_sits_down_and_leaves_without_end() {
    let watched = Watched::new().await;
    let mut host = Client::new(watched.running.address, 1);
    host.open("zan", &["me", "open", "open"]).await;
    let path = format!("/api/tables/{}", host.table);
    let mut stranger = Client::new(watched.running.address, 2);
    for number in 0..30 {
        let joined = stranger.post(&format!("{path}/join"), &json!({ "name": "Eve" })).await;
        assert_eq!(joined.status, if number < 12 { 200 } else { 429 }, "{number}");
        stranger.post(&format!("{path}/leave"), &json!({})).await;
    }
    assert_eq!(
        (watched.records(&host, "sat"), watched.records(&host, "freed")),
        (12, 12)
    );
    // Whoever is invited sits down.
    let mut friend = Client::new(watched.running.address, 3);
    friend.join(&host.table, &host.invites[1]).await;
    watched.running.stop().await;
}
