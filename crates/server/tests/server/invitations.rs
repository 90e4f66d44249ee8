//! How many invitations each person may make, and who withdraws them.

use crate::client::Client;
use crate::client::asking::Answer;
use crate::server::{Folder, config, serving_from_memory};
use jantaku_server::Running;
use jantaku_server::token::CodeHash;
use serde_json::{Value, json};

/// The host of a listed table, a friend and a stranger who sit there, and a free seat.
async fn gathered() -> (Running, [Client; 3]) {
    let running = serving_from_memory(config(&Folder::new())).await;
    let mut people = [1, 2, 3].map(|number| Client::new(running.address, number));
    let [host, friend, stranger] = &mut people;
    host.open("ema-2025", &["me", "open", "open", "open"]).await;
    friend.join(&host.table, &host.invites[0]).await;
    let join = format!("/api/tables/{}/join", host.table);
    let joined = stranger.post(&join, &json!({ "name": "Eve" })).await;
    assert_eq!(joined.json()["seat"], 2);
    stranger.table = host.table.clone();
    (running, people)
}

async fn ask(client: &mut Client, what: &str, body: Value) -> Answer {
    let path = format!("/api/tables/{}/{what}", client.table);
    client.post(&path, &body).await
}

/// Invites as often as possible; the codes.
async fn invite_all(client: &mut Client) -> Vec<String> {
    let mut codes = Vec::new();
    loop {
        let made = ask(client, "invite", json!({ "seat": 3 })).await.json();
        match made["code"].as_str() {
            Some(code) => codes.push(code.to_owned()),
            None => {
                assert_eq!(made["error"], "too-many-invites");
                return codes;
            }
        }
    }
}

async fn joins(client: &mut Client, table: &str, code: &str) -> Value {
    let invited = json!({ "name": "Rin", "invite": code });
    client.post(&format!("/api/tables/{table}/join"), &invited).await.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_leaves_invitations_for_the_host_and_friends() {
    let (running, [mut host, mut friend, mut stranger]) = gathered().await;
    assert_eq!(invite_all(&mut stranger).await.len(), 8);
    assert_eq!(invite_all(&mut friend).await.len(), 8);
    // Of the host's, one is left from the opening.
    let codes = invite_all(&mut host).await;
    assert_eq!(codes.len(), 23);
    let mut guest = Client::new(running.address, 4);
    assert_eq!(joins(&mut guest, &host.table, &codes[22]).await["seat"], 3);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invitations_of_a_stranger_end_when_the_stranger_leaves() {
    let (running, [mut host, mut friend, mut stranger]) = gathered().await;
    let pocketed = invite_all(&mut stranger).await;
    let of_friend = invite_all(&mut friend).await;
    for client in [&mut stranger, &mut friend] {
        assert_eq!(ask(client, "leave", json!({})).await.status, 200);
    }
    let mut guest = Client::new(running.address, 4);
    assert_eq!(
        joins(&mut guest, &host.table, &pocketed[0]).await["error"],
        "wrong-code"
    );
    // The host trusts those who were invited.
    assert_eq!(joins(&mut guest, &host.table, &of_friend[0]).await["seat"], 3);
    // Nothing is left of the opening: every seat was taken once.
    assert_eq!(invite_all_at(&mut host, 1).await, 24);
    running.stop().await;
}

/// Invites to this seat as often as possible; how often.
async fn invite_all_at(client: &mut Client, seat: u8) -> usize {
    let mut made = 0;
    while ask(client, "invite", json!({ "seat": seat })).await.status == 200 {
        made += 1;
    }
    made
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_who_sat_down_before_invites_nobody_where_only_invited_people_sit() {
    let (running, [mut host, mut friend, mut stranger]) = gathered().await;
    let pocketed = invite_all(&mut stranger).await;
    let of_friend = invite_all(&mut friend).await;
    assert_eq!(
        ask(&mut host, "settings", json!({ "invited_only": true })).await.status,
        200
    );
    let mut guest = Client::new(running.address, 4);
    assert_eq!(
        joins(&mut guest, &host.table, &pocketed[0]).await["error"],
        "invited-only"
    );
    assert_eq!(joins(&mut guest, &host.table, &of_friend[0]).await["seat"], 3);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invitations_are_withdrawn_by_whoever_made_them_and_by_the_host() {
    let (running, [mut host, mut friend, mut stranger]) = gathered().await;
    let table = host.table.clone();
    let of_stranger = invite_all(&mut stranger).await;
    let of_friend = invite_all(&mut friend).await;
    let mut guest = Client::new(running.address, 4);
    guest.table = table.clone();
    // Nobody else does, and what is unknown is said to be.
    for (client, error) in [(&mut guest, "not-seated"), (&mut stranger, "wrong-code")] {
        let refused = ask(client, "withdraw", json!({ "code": of_friend[0] })).await;
        assert_eq!(refused.json()["error"], error);
    }
    let one = ask(&mut friend, "withdraw", json!({ "code": of_friend[0] })).await;
    assert_eq!(one.json(), json!({ "withdrawn": 1 }));
    assert_eq!(joins(&mut guest, &table, &of_friend[0]).await["error"], "wrong-code");
    let own = ask(&mut stranger, "withdraw", json!({})).await;
    assert_eq!(own.json(), json!({ "withdrawn": 8 }));
    assert_eq!(joins(&mut guest, &table, &of_stranger[7]).await["error"], "wrong-code");
    // The host withdraws all that are left: seven of the friend, and one of the opening.
    let all = ask(&mut host, "withdraw", json!({})).await;
    assert_eq!(all.json(), json!({ "withdrawn": 8 }));
    assert_eq!(joins(&mut guest, &table, &of_friend[1]).await["error"], "wrong-code");
    assert_eq!(
        ask(&mut host, "withdraw", json!({})).await.json(),
        json!({ "withdrawn": 0 })
    );
    running.stop().await;
}

/// Every page that shows links is told which of them are dead, also one that was away when they were withdrawn.
#[tokio::test(flavor = "multi_thread")]
async fn withdrawn_invitations_are_told_to_whoever_shows_their_links() {
    let (running, [mut host, mut friend, mut stranger]) = gathered().await;
    let hashes = |codes: &[&String]| json!(codes.iter().map(|code| CodeHash::of(code)).collect::<Vec<_>>());
    let mut codes = Vec::new();
    for _ in 0..3 {
        let made = ask(&mut friend, "invite", json!({ "seat": 3 })).await.json();
        codes.push(made["code"].as_str().unwrap().to_owned());
    }
    let mut page = Client::new(running.address, 5);
    (page.table, page.cookie) = (friend.table.clone(), friend.cookie.clone());
    for client in [&mut friend, &mut page, &mut stranger] {
        client.is_ready = false;
        client.connect().await;
    }
    let all = hashes(&[&codes[0], &codes[1], &codes[2]]);
    assert_eq!(live(&mut friend).await, all);
    assert_eq!(live(&mut page).await, all);
    assert_eq!(
        live(&mut stranger).await,
        json!([]),
        "those of others are nobody's business"
    );
    let one = ask(&mut friend, "withdraw", json!({ "code": codes[1] })).await;
    assert_eq!(one.status, 200);
    for client in [&mut friend, &mut page] {
        assert_eq!(live(client).await, hashes(&[&codes[0], &codes[2]]));
    }
    page.drop_socket();
    assert_eq!(ask(&mut host, "withdraw", json!({})).await.status, 200);
    assert_eq!(live(&mut friend).await, json!([]));
    page.connect().await;
    assert_eq!(live(&mut page).await, json!([]));
    running.stop().await;
}

/// The next list of links that can be used.
async fn live(client: &mut Client) -> Value {
    client.heard(|frame| frame["t"] == "invites").await["live"].clone()
}
