//! What is left of players who are forgotten: nothing that tells who they were.

use crate::client::Client;
use crate::server::{Folder, config, serving};
use jantaku_server::store::{NotForgotten, Person, Sqlite, Store, backup, check, restore};
use jantaku_server::token::{SessionHash, TableId};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The log of a game, line by line.
async fn log(client: &mut Client) -> Vec<Value> {
    let log = client.get(&format!("/api/games/{}/log", client.table)).await;
    assert_eq!(log.status, 200, "{}", log.body);
    log.body
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn names(log: &[Value]) -> Vec<&str> {
    let players = log[0]["players"].as_array().unwrap();
    players.iter().map(|player| player["name"].as_str().unwrap()).collect()
}

pub(crate) fn holds(folder: &Folder, text: &str) -> bool {
    holds_bytes(folder, text.as_bytes())
}

fn holds_bytes(folder: &Folder, bytes: &[u8]) -> bool {
    let mut files = std::fs::read_dir(folder.path()).unwrap();
    files.any(|file| {
        let file = std::fs::read(file.unwrap().path()).unwrap();
        file.windows(bytes.len()).any(|window| window == bytes)
    })
}

/// Every address that the records of a game hold.
fn addresses(records: &[String]) -> BTreeSet<u64> {
    let record = |body: &String| serde_json::from_str::<Value>(body).unwrap();
    let of = |record: Value| ["lister", "place"].map(|field| record[field].as_u64());
    records.iter().map(record).flat_map(of).flatten().collect()
}

/// An address, or the mark of one, as SQLite stores numbers, without the zeros before it.
fn as_stored(address: u64) -> Vec<u8> {
    let zeros = address.leading_zeros() as usize / 8;
    address.to_be_bytes()[zeros..].to_vec()
}

fn session_of(client: &Client) -> SessionHash {
    SessionHash::of(client.cookie.split_once('=').unwrap().1)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forgotten_player_is_gone_and_the_game_stays() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let asked = json!({ "rules": "zan", "seats": ["me", "open", "tsumogiri"], "name": "Mikaela", "table": "MIKAELA's table",
        "listed": true, "spectators": true });
    let mut people = Client::gather(&asked, Client::new(running.address, 1)).await;
    let [mika, sora] = people.as_mut_slice() else {
        panic!("two people");
    };
    tokio::join!(mika.play(), sora.play());
    let before = log(mika).await;
    assert_eq!(names(&before)[..2], ["Mikaela", "Sora"]);
    let session = session_of(mika);
    running.stop().await;
    assert!(holds(&folder, "Mikaela") && holds(&folder, &session.to_string()));
    let saved = Folder::new();
    std::fs::create_dir_all(saved.path()).unwrap();
    let file = saved.path().join("saved");
    backup(folder.path(), &file).unwrap();
    let before_restore = restore(&file, folder.path()).unwrap().unwrap();
    std::fs::remove_file(before_restore).unwrap();

    let store = Sqlite::open(folder.path()).unwrap();
    let found = store.people("Mikaela").unwrap();
    let [
        Person {
            session: found, games, ..
        },
    ] = &found[..]
    else {
        panic!("{found:?}");
    };
    assert_eq!((*found, games.len()), (session, 1));
    assert_eq!(store.people(&session.to_string()[..8]).unwrap().len(), 1);
    assert_eq!(store.people(&mika.table).unwrap().len(), 2);
    assert_eq!(store.people("Mikael").unwrap(), []);
    assert_eq!(store.forget(vec![session], 7).unwrap(), 1);
    assert_eq!(store.people("Mikaela").unwrap(), []);
    assert_eq!(store.people("Sora").unwrap().len(), 1);
    let records = store.records(&TableId::read(&mika.table).unwrap()).unwrap();
    assert_eq!(records.last().unwrap(), r#"{"r":"forgotten","at":7}"#);
    store.close();
    assert_eq!(check(folder.path()).unwrap().damage, []);
    for trace in ["Mikaela", "MIKAELA", &session.to_string()] {
        assert!(!holds(&folder, trace), "{trace}");
    }

    let running = serving(config(&folder)).await;
    (mika.address, sora.address) = (running.address, running.address);
    let after = log(sora).await;
    assert_eq!(names(&after)[..2], ["Deleted player", "Sora"]);
    // Only the sum over all lines, and a signature of it, may change beside the name.
    let played = |log: &[Value]| {
        let lines = log
            .iter()
            .filter(|line| ["fair", "e", "sheet", "over"].iter().any(|key| line.get(key).is_some()));
        lines.cloned().collect::<Vec<_>>()
    };
    assert!(played(&before).len() > 50 && played(&after) == played(&before));
    let listed = sora.get("/api/games").await.json();
    assert_eq!(
        (&listed[0]["names"][0], &listed[0]["name"]),
        (&json!("Deleted player"), &json!(""))
    );
    let rematch = |table: &str| format!("/api/tables/{table}/rematch");
    assert_eq!(
        mika.post(&rematch(&mika.table.clone()), &json!({})).await.status,
        403,
        "no seat any more"
    );
    assert_eq!(sora.post(&rematch(&sora.table.clone()), &json!({})).await.status, 200);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_forgotten_in_a_running_game() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["me", "open", "open"]).await;
    running.stop().await;
    let session = session_of(&host);
    let store = Sqlite::open(folder.path()).unwrap();
    let plays = NotForgotten::Plays(vec![host.table.clone()]);
    assert_eq!(store.forget(vec![session], 7), Err(plays));
    store.close();
    assert!(holds(&folder, &session.to_string()));
}

/// Addresses are in the opening, in the listing and in the row that says who opened the game, marks of them beside everybody.
#[tokio::test(flavor = "multi_thread")]
async fn no_address_of_a_forgotten_player_stays() {
    let folder = Folder::new();
    let mut config = config(&folder);
    config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    let running = serving(config).await;
    let mut mika = Client::new(running.address, 1);
    mika.forwarded = Some("203.0.113.1");
    mika.open("zan", &["me", "open", "open"]).await;
    mika.forwarded = Some("203.0.113.2");
    let path = format!("/api/tables/{}", mika.table);
    for listed in [false, true] {
        let settings = mika
            .post(&format!("{path}/settings"), &json!({ "listed": listed }))
            .await;
        assert_eq!(settings.status, 200, "{}", settings.body);
    }
    let mut rin = Client::new(running.address, 2);
    rin.forwarded = Some("203.0.113.3");
    rin.join(&mika.table, &mika.invites[0]).await;
    rin.connect().await;
    rin.heard(|frame| frame["t"] == "hello").await;
    mika.is_ready = false;
    mika.connect().await;
    mika.ask_for(&json!({ "ask": "free", "seat": 1 })).await;
    mika.heard(|frame| frame["t"] == "players" && frame["players"][1]["kind"] == "open")
        .await;
    assert_eq!(mika.post(&format!("{path}/close"), &json!({})).await.status, 200);
    running.stop().await;

    let store = Sqlite::open(folder.path()).unwrap();
    let table = TableId::read(&mika.table).unwrap();
    let records = |store: &Sqlite| store.records(&table).unwrap();
    let before = addresses(&records(&store));
    // Two that listed the table; marks of one that opened it, of one that it was played from, and of one who was sent away.
    assert_eq!(before.len(), 2 + 3, "{:?}", records(&store));
    let opened: Vec<u64> = store.places().into_iter().map(|(place, _)| place).collect();
    assert!(opened.len() == 1 && before.contains(&opened[0]));
    store.close();
    assert!(before.iter().all(|address| holds(&folder, &address.to_string())));
    assert!(holds_bytes(&folder, &as_stored(opened[0])));
    let store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(store.forget(vec![session_of(&rin)], 7).unwrap(), 1);
    assert_eq!(addresses(&records(&store)), BTreeSet::new());
    assert_eq!(store.forget(vec![session_of(&mika)], 8).unwrap(), 1);
    // The game goes on counting for a hash of the address.
    let left: Vec<u64> = store.places().into_iter().map(|(place, _)| place).collect();
    assert!(left.len() == 1 && !before.contains(&left[0]), "{left:?}");
    store.close();
    assert_eq!(check(folder.path()).unwrap().damage, []);
    for address in before {
        assert!(!holds(&folder, &address.to_string()), "{address}");
        assert!(!holds_bytes(&folder, &as_stored(address)), "{address}");
    }
    // The table is still there, and closed.
    let running = serving(crate::server::config(&folder)).await;
    mika.address = running.address;
    assert_eq!(mika.get(&path).await.json()["status"], "closed");
    running.stop().await;
}
