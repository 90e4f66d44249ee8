//! Friends: both must agree, nobody learns who declined, and an invitation to a table gives one seat.

use crate::client::Client;
use crate::nodes::Shared;
use crate::server::{Folder, config, serving, serving_from_memory};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::time::sleep;

const PASSWORD: &str = "correct horse";

/// Somebody with an account.
async fn member(address: SocketAddr, number: u8, name: &str) -> Client {
    let mut client = Client::new(address, number);
    let asked = json!({ "name": name, "password": PASSWORD, "claim": true });
    let answer = client.post("/api/account/open", &asked).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    client
}

async fn friends(client: &mut Client) -> Value {
    let answer = client.get("/api/friends").await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

/// The names in one of the lists.
async fn names(client: &mut Client, list: &str) -> Vec<String> {
    let all = friends(client).await;
    let list = all[list].as_array().unwrap().iter();
    list.map(|one| one["name"].as_str().unwrap().to_owned()).collect()
}

/// Asks by the code of somebody; the answer.
async fn asks(client: &mut Client, other: &mut Client) -> (u16, Value) {
    let code = friends(other).await["code"].clone();
    let answer = client.post("/api/friends/add", &json!({ "code": code })).await;
    (answer.status, answer.json())
}

/// Does something about the first in a list.
async fn act(client: &mut Client, list: &str, act: &str) -> u16 {
    let id = friends(client).await[list][0]["id"].clone();
    client
        .post("/api/friends/change", &json!({ "id": id, "act": act }))
        .await
        .status
}

async fn befriend(one: &mut Client, other: &mut Client) {
    assert_eq!(asks(one, other).await.0, 200);
    assert_eq!(act(other, "waiting", "accept").await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_friendship_needs_both_and_outlasts_a_restart() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut mika = member(running.address, 1, "Mika").await;
    let mut sora = member(running.address, 2, "Sora").await;
    assert_eq!(asks(&mut mika, &mut sora).await.0, 200);
    assert_eq!(names(&mut mika, "asked").await, ["Sora"]);
    assert_eq!(names(&mut sora, "waiting").await, ["Mika"]);
    for client in [&mut mika, &mut sora] {
        assert!(names(client, "friends").await.is_empty());
    }
    let news = sora.get("/api/friends/news").await.json();
    assert_eq!(news["requests"], 1);
    assert_eq!(act(&mut sora, "waiting", "accept").await, 200);
    running.stop().await;
    let running = serving(config(&folder)).await;
    for (client, friend) in [(&mut mika, "Sora"), (&mut sora, "Mika")] {
        client.address = running.address;
        assert_eq!(names(client, "friends").await, [friend]);
        assert!(names(client, "asked").await.is_empty() && names(client, "waiting").await.is_empty());
    }
    assert_eq!(friends(&mut mika).await["friends"][0]["online"], true);
    // Either ends it for both.
    assert_eq!(act(&mut mika, "friends", "remove").await, 200);
    for client in [&mut mika, &mut sora] {
        assert!(names(client, "friends").await.is_empty());
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_ask_each_other_are_friends() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut mika = member(running.address, 1, "Mika").await;
    let mut sora = member(running.address, 2, "Sora").await;
    assert_eq!(asks(&mut mika, &mut sora).await.0, 200);
    assert_eq!(asks(&mut sora, &mut mika).await.0, 200);
    assert_eq!(names(&mut mika, "friends").await, ["Sora"]);
    assert_eq!(names(&mut sora, "friends").await, ["Mika"]);
    // Nobody befriends themselves, and a code that was replaced leads nowhere.
    assert_eq!(asks(&mut mika, &mut sora).await.0, 200, "again changes nothing");
    let old = friends(&mut sora).await["code"].clone();
    assert_eq!(sora.post("/api/friends/code", &json!({})).await.status, 200);
    let mut ren = member(running.address, 3, "Ren").await;
    for code in [old, json!("nonsense")] {
        assert_eq!(ren.post("/api/friends/add", &json!({ "code": code })).await.status, 403);
    }
    let own = friends(&mut ren).await["code"].clone();
    assert_eq!(ren.post("/api/friends/add", &json!({ "code": own })).await.status, 403);
    let mut guest = Client::new(running.address, 4);
    assert_eq!(guest.get("/api/friends").await.status, 403);
    assert_eq!(guest.get("/api/friends/news").await.json()["requests"], 0);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_learns_who_declined_or_blocked_or_has_no_account() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut mika = member(running.address, 1, "Mika").await;
    let mut sora = member(running.address, 2, "Sora").await;
    let mut ren = Client::new(running.address, 3);
    let first = asks(&mut mika, &mut sora).await;
    let seen = |all: Value| (all["asked"][0]["name"].clone(), all["friends"].clone());
    let before = seen(friends(&mut mika).await);
    assert_eq!(act(&mut sora, "waiting", "decline").await, 200);
    assert_eq!(seen(friends(&mut mika).await), before);
    // Asked again, and blocked: the same.
    assert_eq!(asks(&mut mika, &mut sora).await, first);
    assert_eq!(act(&mut sora, "waiting", "block").await, 200);
    assert_eq!(seen(friends(&mut mika).await), before);
    assert_eq!(asks(&mut mika, &mut sora).await, first);
    assert!(names(&mut sora, "waiting").await.is_empty());
    assert_eq!(names(&mut sora, "blocked").await, ["Mika"]);
    assert_eq!(act(&mut sora, "blocked", "unblock").await, 200);
    assert_eq!(asks(&mut mika, &mut sora).await, first);
    assert_eq!(names(&mut sora, "waiting").await, ["Mika"]);
    // A request can be taken back.
    assert_eq!(act(&mut mika, "asked", "withdraw").await, 200);
    assert!(names(&mut sora, "waiting").await.is_empty());
    // At a table: a guest is asked like anybody else.
    mika.open("zan", &["me", "open", "open"]).await;
    let (table, invites) = (mika.table.clone(), mika.invites.clone());
    sora.join(&table, &invites[0]).await;
    ren.join(&table, &invites[1]).await;
    let met = friends(&mut mika).await["met"].clone();
    assert_eq!(met.as_array().unwrap().len(), 2, "{met}");
    let mut answers = Vec::new();
    for seat in [1, 2] {
        let asked = json!({ "table": table, "seat": seat });
        let answer = mika.post("/api/friends/add", &asked).await;
        answers.push((answer.status, answer.json()));
    }
    assert_eq!(answers[0], (200, json!({})));
    assert_eq!(answers[0], answers[1]);
    assert_eq!(names(&mut mika, "asked").await.len(), 2);
    assert_eq!(friends(&mut mika).await["met"], json!([]));
    // Strangers are not to be asked.
    let mut stranger = member(running.address, 5, "Aki").await;
    let asked = json!({ "table": table, "seat": 1 });
    assert_eq!(stranger.post("/api/friends/add", &asked).await.status, 403);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_of_a_friend_gives_one_seat_at_any_node() {
    let shared = Shared::in_memory();
    let nodes = [shared.node("one").await, shared.node("two").await];
    let [here, there] = [&nodes[0], &nodes[1]].map(|node| node.running.address);
    let mut mika = member(here, 1, "Mika").await;
    let mut sora = member(there, 2, "Sora").await;
    let mut ren = member(there, 3, "Ren").await;
    befriend(&mut mika, &mut sora).await;
    let asked = json!({ "rules": "zan", "seats": ["me", "open", "club"], "name": "Mika", "listed": false });
    mika.open_as(&asked).await;
    let table = mika.table.clone();
    let friend = friends(&mut mika).await["friends"][0]["id"].clone();
    let invite = json!({ "id": friend, "table": table });
    // Only friends are invited.
    let stranger = json!({ "id": friends(&mut ren).await["code"], "table": table });
    assert_eq!(mika.post("/api/friends/invite", &stranger).await.status, 409);
    assert_eq!(mika.post("/api/friends/invite", &invite).await.status, 200);
    // The other node hears of the table, and shows the invitation.
    let mut news = Value::Null;
    for _ in 0..500 {
        news = sora.get("/api/friends/news").await.json();
        if news["invitations"] != json!([]) {
            break;
        }
        sleep(Duration::from_millis(20)).await;
    }
    // By now the table is known there: whoever does not sit at it invites nobody.
    assert_eq!(sora.post("/api/friends/invite", &invite).await.status, 403);
    let invitation = &news["invitations"][0];
    assert_eq!(
        (&invitation["name"], &invitation["table"]),
        (&json!("Mika"), &json!(table))
    );
    let take = json!({ "from": invitation["from"], "table": table, "accept": true });
    assert_eq!(ren.post("/api/friends/answer", &take).await.status, 403);
    let taken = sora.post("/api/friends/answer", &take).await;
    assert_eq!(
        (taken.status, taken.json()["seat"].clone()),
        (200, json!(1)),
        "{}",
        taken.body
    );
    // It is used up.
    assert_eq!(sora.get("/api/friends/news").await.json()["invitations"], json!([]));
    assert_eq!(sora.post("/api/friends/answer", &take).await.status, 403);
    // Mika sees where Sora plays, but not the table that the lobby does not list.
    let all = friends(&mut mika).await;
    assert_eq!(
        (&all["friends"][0]["plays"], &all["friends"][0]["table"]),
        (&json!(true), &Value::Null)
    );
    for node in nodes {
        node.running.stop().await;
    }
}

/// Whoever is not its owner is told of a damaged account what they would be told of none.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_learns_that_the_account_of_another_is_damaged() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut mika = member(running.address, 1, "Mika").await;
    let mut sora = member(running.address, 2, "Sora").await;
    let mut ren = member(running.address, 3, "Ren").await;
    befriend(&mut mika, &mut sora).await;
    befriend(&mut mika, &mut ren).await;
    let code = friends(&mut sora).await["code"].clone();
    mika.open("zan", &["me", "open", "open"]).await;
    let (table, invites) = (mika.table.clone(), mika.invites.clone());
    sora.join(&table, &invites[0]).await;
    ren.join(&table, &invites[1]).await;
    running.stop().await;
    let database = Connection::open(folder.path().join("jantaku.db")).unwrap();
    let damage = "UPDATE account SET body = replace(body, 'Sora', 'Sara') WHERE body LIKE '%\"name\":\"Sora\"%'";
    assert_eq!(database.execute(damage, []).unwrap(), 1);
    drop(database);
    let running = serving(config(&folder)).await;
    (mika.address, ren.address) = (running.address, running.address);
    assert_eq!(names(&mut mika, "friends").await, ["Ren"]);
    let by_code = ren.post("/api/friends/add", &json!({ "code": code })).await;
    let unknown = ren.post("/api/friends/add", &json!({ "code": "nonsense" })).await;
    assert_eq!((by_code.status, by_code.json()), (unknown.status, unknown.json()));
    let met = ren
        .post("/api/friends/add", &json!({ "table": table, "seat": 1 }))
        .await;
    assert_eq!((met.status, met.json()), (200, json!({})));
    running.stop().await;
}

/// Damages the list of friends of whoever has this id.
fn damage_friends(folder: &Folder, id: &str) {
    let database = Connection::open(folder.path().join("jantaku.db")).unwrap();
    let damage = "UPDATE account SET body = replace(body, 'waiting', 'wafting') WHERE id = ?1 || '/friends'";
    assert_eq!(database.execute(damage, [id]).unwrap(), 1);
}

/// The same where only the list of friends is damaged: whoever is on it can still part, invite nobody there, and be deleted.
#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_list_of_friends_is_told_to_nobody_and_keeps_nobody() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut mika = member(running.address, 1, "Mika").await;
    let mut sora = member(running.address, 2, "Sora").await;
    let mut ren = member(running.address, 3, "Ren").await;
    befriend(&mut mika, &mut sora).await;
    befriend(&mut ren, &mut sora).await;
    let id = friends(&mut mika).await["friends"][0]["id"].clone();
    mika.open("zan", &["me", "open", "open"]).await;
    damage_friends(&folder, id.as_str().unwrap());
    assert!(names(&mut mika, "friends").await.is_empty());
    let invite = |id: Value, table: &str| json!({ "id": id, "table": table });
    let unknown = mika
        .post("/api/friends/invite", &invite(json!("nobody"), &mika.table.clone()))
        .await;
    let invited = mika
        .post("/api/friends/invite", &invite(id.clone(), &mika.table.clone()))
        .await;
    assert_eq!((invited.status, invited.json()), (unknown.status, unknown.json()));
    let change = |id: Value, act: &str| json!({ "id": id, "act": act });
    let unknown = mika
        .post("/api/friends/change", &change(json!("nobody"), "accept"))
        .await;
    let accepted = mika.post("/api/friends/change", &change(id.clone(), "accept")).await;
    assert_eq!((accepted.status, accepted.json()), (unknown.status, unknown.json()));
    let removed = mika.post("/api/friends/change", &change(id, "remove")).await;
    assert_eq!((removed.status, removed.json()), (200, json!({})));
    // Ren has Sora as a friend; both can be deleted all the same.
    for player in [&mut ren, &mut sora] {
        let gone = player
            .post("/api/account/delete", &json!({ "password": PASSWORD }))
            .await;
        assert_eq!(gone.status, 200, "{}", gone.body);
    }
    running.stop().await;
    let checked = jantaku_server::store::check(folder.path()).unwrap();
    assert_eq!(checked.damage, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn export_and_removal_cover_friends_on_both_sides() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut mika = member(running.address, 1, "Mika").await;
    let mut sora = member(running.address, 2, "Sora").await;
    let mut ren = member(running.address, 3, "Ren").await;
    befriend(&mut mika, &mut sora).await;
    assert_eq!(asks(&mut mika, &mut ren).await.0, 200);
    let export = mika.get("/api/account/export").await.json();
    assert_eq!(export["friends"]["friends"][0]["name"], "Sora");
    assert_eq!(export["friends"]["asked"][0]["name"], "Ren");
    let answer = mika.post("/api/account/delete", &json!({ "password": PASSWORD })).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(names(&mut sora, "friends").await.is_empty());
    assert!(names(&mut ren, "waiting").await.is_empty());
    running.stop().await;
    let checked = jantaku_server::store::check(folder.path()).unwrap();
    assert_eq!(checked.damage, []);
}
