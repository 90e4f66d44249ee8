//! A club moves from its data folder into PostgreSQL, and loses nothing.

use crate::admin::submit;
use crate::client::{Client, numbered};
use crate::server::{Folder, config, serving};
use crate::services::{self, Services};
use jantaku_server::store::{Store, StoreError, migrate};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn a_running_game_and_a_finished_one_go_on_in_postgres() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut finished = Client::new(running.address, 1);
    finished.open("zan", &["me", "greedy", "greedy"]).await;
    finished.connect().await;
    finished.play().await;
    let mut playing = Client::new(running.address, 2);
    playing
        .open("ryanzou-chankan", &["me", "greedy", "greedy", "greedy"])
        .await;
    playing.connect().await;
    while playing.last < 40 {
        let frame = playing.hear().await.unwrap();
        playing.react(&frame).await;
    }
    playing.drop_socket();
    let asked = json!({ "name": "Mika", "password": "correct horse", "claim": true });
    let mut account = finished.post("/api/account/open", &asked).await.json();
    let book = "[rulebook]\nid = \"our-club\"\nname = { en = \"Our club\" }\nextends = \"zan\"\n";
    let saving = json!({ "text": book, "listed": true, "who": "Mika" });
    let saved = playing.post("/api/books", &saving).await;
    assert_eq!(saved.status, 200, "{}", saved.body);
    let edit = json!({ "text": format!("{book}# second\n"), "listed": true, "who": "Mika", "edition": 1 });
    let edited = playing.ask("PUT", "/api/books/our-club", &edit.to_string(), "").await;
    assert_eq!(edited.status, 200, "{}", edited.body);
    let saved = playing.get("/api/books/our-club").await.json();
    let mut owner = Client::new(running.address, 3);
    let key = std::fs::read_to_string(&running.key).unwrap();
    submit(&mut owner, "/admin/login", &format!("key={}", key.trim())).await;
    let ban = submit(&mut owner, "/admin/ban", "whom=203.0.113.7&hours=0").await;
    assert_eq!(ban.status, 303, "{}", ban.body);
    let log = format!("/api/games/{}/log", finished.table);
    let before = [finished.get(&log).await.body, finished.get("/api/games").await.body];
    let database = Services::shared().database();
    let refused = migrate(folder.path(), &database).unwrap_err();
    assert!(matches!(refused, StoreError::InUse(_)), "not under a server: {refused}");
    running.stop().await;

    let moved = migrate(folder.path(), &database).unwrap();
    assert_eq!((moved.games, moved.books, moved.accounts, moved.bans), (2, 2, 1, 1));
    assert_eq!(moved.saved, 1);
    let refused = migrate(folder.path(), &database).unwrap_err().to_string();
    assert!(refused.contains("has games already"), "{refused}");
    let there = services::open(&database, "look").unwrap();
    assert_eq!(there.games().unwrap().running, 1);
    there.leases().unwrap().retire().unwrap();
    there.close();

    let mut config = config(&folder);
    config.store = Some(database);
    let running = serving(config).await;
    assert_eq!((running.restored, running.damaged), (1, 0));
    finished.address = running.address;
    playing.address = running.address;
    account["devices"][0]["own"] = json!(true);
    assert_eq!(finished.get("/api/account").await.json(), account, "still signed in");
    assert_eq!(
        playing.get("/api/books/our-club").await.json(),
        saved,
        "with its history"
    );
    let after = [finished.get(&log).await.body, finished.get("/api/games").await.body];
    assert_eq!(
        after, before,
        "the log has the same signature, the lobby the same games"
    );
    owner.address = running.address;
    submit(&mut owner, "/admin/login", &format!("key={}", key.trim())).await;
    let people = owner.get("/admin/people").await.body;
    assert!(people.contains("203.0.113.7"), "the ban is lost: {people}");
    let told = numbered(&playing.frames);
    playing.connect().await;
    playing.play().await;
    playing.last = 0;
    let all = numbered(&std::mem::take(&mut playing.frames));
    playing.connect().await;
    while playing.last < all.len() as u32 {
        playing.hear().await.unwrap();
    }
    assert_eq!(numbered(&playing.frames), all);
    assert_eq!(all[..told.len()], told);
    running.stop().await;
}
