//! Finding a game by its rulebook: people who want the same one meet, and bots take the seats that stay open.

use crate::client::Client;
use crate::nodes::Shared;
use crate::server::{Folder, HeldTime, config, serving, serving_from_memory};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{advance, sleep};

/// Looks for a game by these rulebooks.
async fn looks(client: &mut Client, rules: &[&str], more: Value) -> (u16, Value) {
    let mut asked = json!({ "rules": rules, "name": "Mika" });
    asked
        .as_object_mut()
        .unwrap()
        .extend(more.as_object().cloned().unwrap());
    let answer = client.post("/api/find", &asked).await;
    (answer.status, answer.json())
}

/// Looks for a game, and waits at the table that is opened.
async fn waits(client: &mut Client, rules: &[&str], more: Value) -> String {
    let (status, found) = looks(client, rules, more).await;
    assert_eq!((status, &found["offers"]), (200, &json!([])), "{found}");
    client.table = found["table"].as_str().unwrap().to_owned();
    client.is_ready = false;
    client.connect().await;
    client.heard(|frame| frame["t"] == "hello").await;
    client.table.clone()
}

/// Sits down at a listed table.
async fn sits_down(client: &mut Client, table: &str) {
    let joined = client
        .post(&format!("/api/tables/{table}/join"), &json!({ "name": "Sora" }))
        .await;
    assert_eq!(joined.status, 200, "{}", joined.body);
    client.table = table.to_owned();
}

async fn elsewhere(client: &mut Client) -> Vec<Value> {
    let path = format!("/api/tables/{}/elsewhere", client.table);
    let answer = client.get(&path).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json().as_array().unwrap().clone()
}

/// The tables that are offered, by their ids.
fn ids(tables: &Value) -> Vec<&str> {
    let tables = tables.as_array().unwrap().iter();
    tables.map(|table| table["id"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn people_who_want_the_same_game_meet_at_one_table() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let [mut mika, mut sora, mut ren] = [1, 2, 3].map(|number| Client::new(running.address, number));
    let table = waits(&mut mika, &["zan", "tenhou-sanma"], json!({})).await;
    // Whoever asks twice has one table.
    assert_eq!(looks(&mut mika, &["zan"], json!({})).await.1["table"], table.as_str());
    // The same rulebook is offered, the same with another option is not.
    let (_, found) = looks(&mut sora, &["zung-jung", "zan"], json!({})).await;
    assert_eq!((ids(&found["offers"]), &found["table"]), (vec![&*table], &Value::Null));
    let other = waits(&mut ren, &["zan(nagashi=win)"], json!({})).await;
    assert_ne!(other, table);
    sits_down(&mut sora, &table).await;
    sora.connect().await;
    let seated = |frame: &Value| frame["t"] == "players" && frame["players"][1]["kind"] == "human";
    mika.heard(seated).await;
    // One may open another table all the same.
    let mut aki = Client::new(running.address, 4);
    let own = waits(&mut aki, &["zan"], json!({ "open": true })).await;
    // Aki is alone and is told where two wait; those two are not told of Aki.
    assert_eq!(elsewhere(&mut aki).await[0]["id"], table.as_str());
    assert_eq!(elsewhere(&mut mika).await, Vec::<Value>::new());
    assert_ne!(own, table);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_offered_a_seat_that_they_cannot_take() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let [mut mika, mut sora] = [1, 2].map(|number| Client::new(running.address, number));
    let table = waits(&mut mika, &["zan"], json!({})).await;
    let path = format!("/api/tables/{table}/settings");
    for (closed, open) in [
        (json!({ "invited_only": true }), json!({ "invited_only": false })),
        (json!({ "listed": false }), json!({ "listed": true })),
    ] {
        assert_eq!(mika.post(&path, &closed).await.status, 200);
        let (_, found) = looks(&mut sora, &["zan"], json!({ "name": "Sora" })).await;
        let own = found["table"]
            .as_str()
            .unwrap_or_else(|| panic!("{closed}: {found}"))
            .to_owned();
        sora.post(&format!("/api/tables/{own}/leave"), &json!({})).await;
        assert_eq!(mika.post(&path, &open).await.status, 200);
    }
    // A table where nobody is any more is not offered either.
    mika.drop_socket();
    while sora.get(&format!("/api/tables/{table}")).await.json()["players"][0]["present"] == true {
        sleep(Duration::from_millis(10)).await;
    }
    assert_ne!(looks(&mut sora, &["zan"], json!({})).await.1["table"], Value::Null);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_hold_for_tables_of_those_who_look() {
    let folder = Folder::new();
    let mut strict = config(&folder);
    (strict.limits.listed_per_address, strict.limits.tables_per_address) = (1, 2);
    let running = serving_from_memory(strict).await;
    let [mut mika, mut sora] = [1, 2].map(|number| Client::new(running.address, number));
    waits(&mut mika, &["zan"], json!({})).await;
    let (status, refused) = looks(&mut sora, &["zung-jung"], json!({})).await;
    assert_eq!((status, &refused["error"]), (429, &json!("too-many-listed")));
    let (status, refused) = looks(&mut sora, &["zung-jung"], json!({})).await;
    assert_eq!((status, &refused["error"]), (429, &json!("too-often")));
    // To be offered a seat costs nothing.
    for _ in 0..3 {
        assert_eq!(looks(&mut sora, &["zan"], json!({})).await.0, 200);
    }
    for (rules, more, error) in [
        (&[][..], json!({}), "bad-rules"),
        (&["no-such-book"][..], json!({}), "bad-rules"),
        (&["zan"][..], json!({ "bot": "nobody" }), "bad-bot"),
    ] {
        assert_eq!(looks(&mut sora, rules, more).await.1["error"], error);
    }
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn bots_take_the_open_seats_when_the_wait_is_over() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut mika = Client::new(running.address, 1);
    let table = waits(&mut mika, &["zan"], json!({ "after": 60, "bot": "club" })).await;
    let path = format!("/api/tables/{table}");
    let info = mika.get(&path).await.json();
    assert!(info["fills"].as_u64().is_some(), "{info}");
    assert_eq!(info["status"], "open");
    advance(Duration::from_secs(61)).await;
    let frame = mika.heard(filled).await;
    // Whoever plays alone is asked nothing more: the game begins.
    assert_eq!((&frame["status"], &frame["late"]), (&json!("starting"), &json!(true)));
    running.stop().await;
}

/// Does a frame tell that bots have taken the seats?
fn filled(frame: &Value) -> bool {
    frame["t"] == "players" && frame["players"][2]["bot"] == "club"
}

#[tokio::test(start_paused = true)]
async fn the_host_changes_the_wait() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut mika = Client::new(running.address, 1);
    let table = waits(&mut mika, &["zan"], json!({ "after": 60, "bot": "club" })).await;
    let path = format!("/api/tables/{table}");
    let never = json!({ "after": null, "bot": "club" });
    let mut stranger = Client::new(running.address, 2);
    assert_eq!(stranger.post(&format!("{path}/bots"), &never).await.status, 403);
    assert_eq!(mika.post(&format!("{path}/bots"), &never).await.status, 200);
    mika.heard(|frame| frame["t"] == "players" && frame["fills"] == Value::Null)
        .await;
    advance(Duration::from_secs(61)).await;
    assert_eq!(mika.get(&path).await.json()["status"], "open");
    // The connection may not have outlasted the jump in time.
    mika.drop_socket();
    mika.connect().await;
    mika.heard(|frame| frame["t"] == "hello").await;
    let now = json!({ "after": 0, "bot": "club" });
    assert_eq!(mika.post(&format!("{path}/bots"), &now).await.status, 200);
    assert_eq!(mika.heard(filled).await["status"], "starting");
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_game_with_two_people_begins_when_both_are_ready() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let [mut mika, mut sora] = [1, 2].map(|number| Client::new(running.address, number));
    let table = waits(&mut mika, &["zan"], json!({ "after": 60 })).await;
    sora.is_ready = false;
    sits_down(&mut sora, &table).await;
    sora.connect().await;
    mika.heard(|frame| frame["t"] == "players" && frame["players"][1]["present"] == true)
        .await;
    advance(Duration::from_secs(61)).await;
    let filled = |frame: &Value| frame["t"] == "players" && frame["players"][2]["kind"] == "bot";
    assert_eq!(mika.heard(filled).await["status"], "open");
    for client in [&mut mika, &mut sora] {
        client.say(&json!({ "t": "ready" })).await;
    }
    mika.heard(|frame| frame["t"] == "players" && frame["status"] == "starting")
        .await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_wait_goes_on_after_a_restart() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut mika = Client::new(running.address, 1);
    let table = waits(&mut mika, &["zan"], json!({ "after": 600 })).await;
    let path = format!("/api/tables/{table}");
    let fills = mika.get(&path).await.json()["fills"].clone();
    assert!(fills.is_u64());
    mika.drop_socket();
    running.stop().await;
    let running = serving(config(&folder)).await;
    mika.address = running.address;
    assert_eq!(mika.get(&path).await.json()["fills"], fills);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_wait_alone_at_two_nodes_one_is_told_of_the_other() {
    let shared = Shared::in_memory();
    let nodes = [shared.node("one").await, shared.node("two").await];
    let [mut mika, mut sora] = [nodes[0].client(1), nodes[1].client(2)];
    // As if both had looked before either node had heard of the other's table.
    let first = waits(&mut mika, &["zan"], json!({ "open": true })).await;
    let second = waits(&mut sora, &["zung-jung", "zan"], json!({ "open": true })).await;
    assert_ne!(first, second);
    // Sora would play either, Mika only the one.
    let mut told = Vec::new();
    for _ in 0..500 {
        told = elsewhere(&mut sora).await;
        if !told.is_empty() {
            break;
        }
        sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(told[0]["id"], first.as_str());
    assert_eq!(elsewhere(&mut mika).await, Vec::<Value>::new());
    // At any node the table of the other is offered.
    let mut ren = nodes[1].client(3);
    let (_, found) = looks(&mut ren, &["zan"], json!({})).await;
    assert_eq!(ids(&found["offers"]), [first.as_str()]);
    for node in nodes {
        node.running.stop().await;
    }
}
