//! Which bots people may play with.

use crate::client::Client;
use crate::server::{Folder, config, serving_from_memory};
use jantaku_bots::{LEVELS, NAMES};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn bots_that_are_made_for_simulations_are_refused() {
    let folder = Folder::new();
    let mut public = config(&folder);
    public.test_walls = false;
    let running = serving_from_memory(public).await;
    for (bot, _) in NAMES.iter().chain(&[("nobody", ""), ("strong:60000", "")]) {
        let is_level = LEVELS.contains(bot);
        let mut host = Client::new(running.address, 1);
        let asked = json!({ "rules": "zan", "seats": ["me", "greedy", bot], "name": "Mika" });
        let opened = host.post("/api/tables", &asked).await;
        assert_eq!(opened.status, if is_level { 200 } else { 400 }, "{bot}");
        if !is_level {
            assert_eq!(opened.json()["error"], "bad-seats", "{bot}");
        }

        host.open("zan", &["me", "open", "open"]).await;
        let path = format!("/api/tables/{}", host.table);
        let filled = host.post(&format!("{path}/start"), &json!({ "bot": bot })).await;
        assert_eq!(filled.status, if is_level { 200 } else { 400 }, "{bot}");
        let players = host.get(&path).await.json()["players"].clone();
        if is_level {
            assert_eq!((&players[1]["bot"], &players[2]["bot"]), (&json!(bot), &json!(bot)));
        } else {
            assert_eq!(filled.json()["error"], "bad-bot", "{bot}");
            assert_eq!(players[1]["kind"], "open", "{bot}");
        }
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_mixes_levels() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    let seats: Vec<&str> = std::iter::once("me")
        .chain(LEVELS.into_iter().cycle())
        .take(4)
        .collect();
    host.open("tenhou", &seats).await;
    let table = host.get(&format!("/api/tables/{}", host.table)).await.json();
    for (place, bot) in seats.iter().enumerate().skip(1) {
        assert_eq!(table["players"][place]["bot"], *bot);
    }
    running.stop().await;
}
