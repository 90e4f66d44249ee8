//! What a guest brings along who signs in: seats and places at tables that are not over.

use crate::accounts::{PASSWORD, opened_login, signs_in};
use crate::client::Client;
use crate::server::{Folder, config, serving, serving_from_memory};
use serde_json::{Value, json};

/// Connects anew; how the table greets.
async fn hello(client: &mut Client) -> Value {
    client.last = 0;
    client.connect().await;
    client.heard(|frame| frame["t"] == "hello").await
}

async fn claims(client: &mut Client, login: &str) {
    let (status, answer) = signs_in(client, login, PASSWORD, true).await;
    assert_eq!(status, 200, "{answer}");
}

async fn close(client: &mut Client) -> u16 {
    let path = format!("/api/tables/{}/close", client.table);
    client.post(&path, &json!({})).await.status
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_without_a_seat_stays_owner() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let login = opened_login(&mut Client::new(running.address, 1), "Mika").await;
    let mut phone = Client::new(running.address, 2);
    phone.open("zan", &["open", "open", "open"]).await;
    assert_eq!(hello(&mut phone).await["host"], true);
    phone.drop_socket();
    claims(&mut phone, &login).await;
    assert_eq!(hello(&mut phone).await["host"], true);
    running.stop().await;
    // So it is after a restart, and whoever owns a table closes it.
    let running = serving(config(&folder)).await;
    phone.address = running.address;
    assert_eq!(hello(&mut phone).await["host"], true);
    assert_eq!(close(&mut phone).await, 200);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_referee_stays_referee() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let login = opened_login(&mut Client::new(running.address, 1), "Rin").await;
    let mut host = Client::new(running.address, 2);
    host.open("zan", &["me", "open", "open"]).await;
    let path = format!("/api/tables/{}/referee", host.table);
    let invited = host.post(&path, &json!({})).await;
    assert_eq!(invited.status, 200, "{}", invited.body);
    let mut referee = Client::new(running.address, 3);
    referee.table = host.table.clone();
    let join = json!({ "name": "Rin", "invite": invited.json()["code"] });
    let joined = referee.post(&format!("/api/tables/{}/join", host.table), &join).await;
    assert_eq!(joined.status, 200, "{}", joined.body);
    assert_eq!(hello(&mut referee).await["referee"], true);
    referee.drop_socket();
    claims(&mut referee, &login).await;
    assert_eq!(hello(&mut referee).await["referee"], true);
    running.stop().await;
    let running = serving(config(&folder)).await;
    referee.address = running.address;
    assert_eq!(hello(&mut referee).await["referee"], true);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_for_a_seat_goes_on_waiting() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let login = opened_login(&mut Client::new(running.address, 1), "Sora").await;
    let mut host = Client::new(running.address, 2);
    host.open("zan", &["me", "tsumogiri", "tsumogiri"]).await;
    host.connect().await;
    host.asked("discard").await;
    let invited = host
        .post(&format!("/api/tables/{}/invite", host.table), &json!({ "seat": 1 }))
        .await;
    assert_eq!(invited.status, 200, "{}", invited.body);
    let mut sora = Client::new(running.address, 3);
    sora.table = host.table.clone();
    let join = json!({ "name": "Sora", "invite": invited.json()["code"] });
    let path = format!("/api/tables/{}/join", host.table);
    let joined = sora.post(&path, &join).await.json();
    assert_eq!((&joined["seat"], &joined["waits"]), (&json!(1), &json!(true)));
    claims(&mut sora, &login).await;
    let again = sora.post(&path, &json!({ "name": "Sora" })).await;
    assert_eq!(again.status, 200, "{}", again.body);
    assert_eq!(
        (&again.json()["seat"], &again.json()["waits"]),
        (&json!(1), &json!(true))
    );
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_gets_a_second_seat_and_the_host_stays_host() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut laptop = Client::new(running.address, 1);
    let login = opened_login(&mut laptop, "Mika").await;
    let mut phone = Client::new(running.address, 2);
    let asked = json!({ "rules": "zan", "seats": ["me", "open", "open"], "name": "Mika", "listed": true });
    phone.open_as(&asked).await;
    laptop.table = phone.table.clone();
    let joined = laptop
        .post(
            &format!("/api/tables/{}/join", phone.table),
            &json!({ "name": "Laptop" }),
        )
        .await;
    assert_eq!(joined.json()["seat"], 1, "{}", joined.body);
    claims(&mut phone, &login).await;
    let greeting = hello(&mut phone).await;
    assert_eq!((&greeting["seat"], &greeting["host"]), (&json!(1), &json!(true)));
    assert_eq!(greeting["table"]["players"][0]["kind"], "open");
    assert_eq!(close(&mut phone).await, 200);
    running.stop().await;
}
