//! A disk that is full or broken, a database that is locked, and records of one table that are damaged.

use crate::client::Client;
use crate::client::answering::{find, is};
use crate::server::{Folder, config};
use jantaku_rules::rulebook::library::Library;
use jantaku_server::store::{Append, Finished, Sqlite, Store, StoreError};
use jantaku_server::token::TableId;
use jantaku_server::{Running, start_with};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::SeqCst};
use tokio::sync::oneshot;

const WELL: u8 = 0;
const FULL: u8 = 1;
const BROKEN: u8 = 2;
const AWAY: u8 = 3;

/// A store that fails when it is told to.
struct Moody {
    inner: Sqlite,
    mood: Arc<AtomicU8>,
}

impl Store for Moody {
    fn append(&self, append: Append, done: oneshot::Sender<Result<(), StoreError>>) {
        let answer = match self.mood.load(SeqCst) {
            WELL => return self.inner.append(append, done),
            FULL => StoreError::Full,
            AWAY => StoreError::Away("nobody answers".to_owned()),
            _ => StoreError::Broken("an fsync failed".to_owned()),
        };
        let _ = done.send(Err(answer));
    }

    fn records(&self, table: &TableId) -> Result<Vec<String>, StoreError> {
        self.inner.records(table)
    }

    fn book(&self, hash: &str) -> Result<Option<String>, StoreError> {
        self.inner.book(hash)
    }

    fn running(&self) -> Result<Vec<TableId>, StoreError> {
        self.inner.running()
    }

    fn finished(&self, most: usize) -> Result<Vec<Finished>, StoreError> {
        self.inner.finished(most)
    }

    fn close(&self) {
        self.inner.close();
    }
}

async fn serving(folder: &Folder) -> (Running, Arc<AtomicU8>) {
    let mood = Arc::new(AtomicU8::new(WELL));
    let shared = Arc::clone(&mood);
    let running = start_with(config(folder), Library::builtin(), |config| {
        let inner = Sqlite::open(&config.data)?;
        Ok(Arc::new(Moody { inner, mood: shared }) as Arc<dyn Store>)
    });
    (running.await.unwrap(), mood)
}

/// Plays until so many events have been seen.
async fn play_until(client: &mut Client, public: u32) {
    while client.public < public {
        let frame = client.hear().await.unwrap();
        client.react(&frame).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_waits_for_space_and_goes_on() {
    let folder = Folder::new();
    let (running, mood) = serving(&folder).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["me", "greedy", "greedy"]).await;
    host.connect().await;
    play_until(&mut host, 12).await;
    mood.store(FULL, SeqCst);
    // What was stored before may still be told; then there is nothing but the notice.
    loop {
        let frame = host.hear().await.unwrap();
        if frame["t"] == "notice" {
            assert_eq!(frame["what"], "disk-full");
            break;
        }
        host.react(&frame).await;
    }
    let told = host.last;
    let refused = host
        .post(
            "/api/tables",
            &serde_json::json!({ "rules": "zan", "seats": ["me", "greedy", "greedy"], "name": "x" }),
        )
        .await;
    assert_eq!(
        (refused.status, refused.json()["error"].as_str()),
        (503, Some("not-stored"))
    );
    assert_eq!(host.get("/healthz").await.status, 200);
    mood.store(WELL, SeqCst);
    let frame = host.hear().await.unwrap();
    assert_eq!(
        (frame["t"].as_str(), frame["what"].as_str()),
        (Some("notice"), Some(""))
    );
    assert_eq!(host.last, told, "nothing was told while nothing could be stored");
    assert_eq!(host.play().await["t"], "over");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_disk_stops_the_server_and_nothing_unsaved_was_told() {
    let folder = Folder::new();
    let (mut running, mood) = serving(&folder).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["me", "greedy", "greedy"]).await;
    host.connect().await;
    play_until(&mut host, 12).await;
    mood.store(BROKEN, SeqCst);
    let error = loop {
        tokio::select! {
            error = running.broken() => break error,
            frame = host.hear() => {
                let frame = frame.unwrap();
                host.react(&frame).await;
            }
        }
    };
    assert_eq!(error, StoreError::Broken("an fsync failed".to_owned()));
    let told = host.last;
    host.drop_socket();
    running.stop().await;
    let (running, _) = serving(&folder).await;
    host.address = running.address;
    host.connect().await;
    assert_eq!(host.hear().await.unwrap()["next"], told + 1);
    assert_eq!(host.play().await["t"], "over");
    running.stop().await;
}

/// Plays until the table says that it pauses, and why.
async fn paused(host: &mut Client) -> Value {
    loop {
        let frame = host.hear().await.expect("the socket stays open");
        if frame["t"] == "notice" {
            return frame["what"].clone();
        }
        host.react(&frame).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_refuses_with_a_reason_and_lets_players_leave() {
    let folder = Folder::new();
    let (running, mood) = serving(&folder).await;
    let asked = json!({ "rules": "zan", "seats": ["me", "open", "tsumogiri"], "name": "Mika" });
    let mut people = Client::gather(&asked, Client::new(running.address, 1)).await;
    let mut guest = people.pop().unwrap();
    let mut host = people.pop().unwrap();
    let (prompt, _) = tokio::join!(host.asked("discard"), guest.heard(|frame| is(frame, "hand-started")));
    mood.store(FULL, SeqCst);
    let action = find(&prompt, "discard").unwrap();
    host.say(&json!({ "t": "act", "n": prompt["n"], "a": action })).await;
    assert_eq!(paused(&mut host).await, "disk-full");
    // The same answer again, on another socket that is greeted meanwhile.
    host.drop_socket();
    host.connect().await;
    assert_eq!(host.heard(|frame| frame["t"] == "notice").await["what"], "disk-full");
    host.say(&json!({ "t": "act", "n": prompt["n"], "a": action })).await;
    assert_eq!(host.heard(|frame| frame["t"] == "refused").await["why"], "not-stored");
    let invited = host
        .post(&format!("/api/tables/{}/invite", host.table), &json!({}))
        .await;
    assert_eq!(
        (invited.status, invited.json()["error"].as_str()),
        (503, Some("not-stored"))
    );
    let left = guest
        .post(&format!("/api/tables/{}/leave", guest.table), &json!({}))
        .await;
    assert_eq!(left.status, 200, "{}", left.body);
    let end = loop {
        if let Err(end) = guest.hear_or_end().await {
            break end;
        }
    };
    assert_eq!(end, 4410);
    mood.store(WELL, SeqCst);
    let gone = |frame: &Value| frame["t"] == "players" && frame["players"][1]["away"] == true;
    host.heard(|frame| frame["t"] == "notice" && frame["what"] == "").await;
    host.heard(gone).await;
    running.stop().await;
}

/// The first to ask something of a table that does not know yet that the disk is full is not kept waiting until it is not.
#[tokio::test(flavor = "multi_thread")]
async fn the_first_request_at_a_full_disk_is_answered_at_once() {
    let folder = Folder::new();
    let (running, mood) = serving(&folder).await;
    let mut host = Client::new(running.address, 1);
    let asked = json!({ "rules": "zan", "seats": ["me", "open", "open"], "name": "Mika", "listed": true });
    host.open_as(&asked).await;
    host.is_ready = false;
    host.connect().await;
    host.heard(|frame| frame["t"] == "hello").await;
    mood.store(FULL, SeqCst);
    let id = host.table.clone();
    let path = |what: &str| format!("/api/tables/{id}/{what}");
    let mut newcomer = Client::new(running.address, 2);
    for (what, body) in [
        ("join", json!({ "name": "Sora" })),
        ("settings", json!({ "late": false })),
        ("invite", json!({})),
        ("link", json!({})),
        ("referee", json!({})),
        ("start", json!({})),
        ("close", json!({})),
    ] {
        let path = path(what);
        let client = if what == "join" { &mut newcomer } else { &mut host };
        let refused = client.post(&path, &body).await;
        assert_eq!(
            (refused.status, refused.json()["error"].as_str()),
            (503, Some("not-stored")),
            "{what}"
        );
    }
    mood.store(WELL, SeqCst);
    // None of it has happened, and everything can be asked again.
    let table = host.get(&format!("/api/tables/{id}")).await.json();
    assert_eq!((&table["status"], &table["late"]), (&json!("open"), &json!(true)));
    let kinds: Vec<&Value> = (0..3).map(|seat| &table["players"][seat]["kind"]).collect();
    assert_eq!(kinds, ["human", "open", "open"]);
    let joined = newcomer.post(&path("join"), &json!({ "name": "Sora" })).await;
    assert_eq!(
        (joined.status, &joined.json()["seat"]),
        (200, &json!(1)),
        "{}",
        joined.body
    );
    // Leaving is not refused, whether or not it can be stored.
    mood.store(FULL, SeqCst);
    assert_eq!(newcomer.post(&path("leave"), &json!({})).await.status, 200);
    host.heard(|frame| frame["t"] == "notice" && frame["what"] == "disk-full")
        .await;
    mood.store(WELL, SeqCst);
    host.heard(|frame| frame["t"] == "players" && frame["players"][1]["kind"] == "open")
        .await;
    // What a database out of reach may have stored happens in the end, and whoever asked has the cookie for it.
    mood.store(AWAY, SeqCst);
    let mut late = Client::new(running.address, 3);
    let refused = late.post(&path("join"), &json!({ "name": "Rosa" })).await;
    assert_eq!((refused.status, &refused.json()["error"]), (503, &json!("not-stored")));
    mood.store(WELL, SeqCst);
    host.heard(|frame| frame["t"] == "players" && frame["players"][1]["name"] == "Rosa")
        .await;
    late.table = id;
    late.connect().await;
    assert_eq!(late.heard(|frame| frame["t"] == "hello").await["seat"], 1);
    running.stop().await;
}

/// Commits, and hears what is to be revealed without doing so.
async fn withheld(person: &mut Client) -> Value {
    loop {
        let frame = person.hear().await.expect("the socket stays open");
        let fair = if frame["t"] == "hello" { &frame["fair"] } else { &frame };
        match fair["step"].as_str() {
            Some("commit") => person.fix_wall(fair).await,
            Some("reveal") => return fair.clone(),
            _ => {}
        }
    }
}

/// Whoever reveals in time keeps their promise, though the table pauses: the start is not void.
#[tokio::test(flavor = "multi_thread")]
async fn a_reveal_counts_although_nothing_can_be_stored() {
    let folder = Folder::new();
    let (running, mood) = serving(&folder).await;
    let asked = json!({ "rules": "zan", "seats": ["me", "open", "tsumogiri"], "name": "Mika" });
    let mut people = Client::gather(&asked, Client::new(running.address, 1)).await;
    let mut guest = people.pop().unwrap();
    let mut host = people.pop().unwrap();
    let (fair, _) = tokio::join!(withheld(&mut host), withheld(&mut guest));
    mood.store(AWAY, SeqCst);
    // Whether a database out of reach has stored it is not known, so it is tried again until it has.
    let path = format!("/api/tables/{}/settings", host.table);
    let refused = host.post(&path, &json!({ "spectators": false })).await;
    assert_eq!((refused.status, &refused.json()["error"]), (503, &json!("not-stored")));
    for person in [&mut host, &mut guest] {
        assert_eq!(paused(person).await, "not-stored");
        person.fix_wall(&fair).await;
        // Its refusal shows that what was sent before has arrived.
        person.say(&json!({ "t": "ready" })).await;
        assert_eq!(person.heard(|frame| frame["t"] == "refused").await["why"], "not-stored");
    }
    mood.store(WELL, SeqCst);
    let fixed = host.heard(|frame| frame["step"] == "fixed").await;
    assert_eq!(fixed["attempt"], 1, "a start was void: {fixed}");
    let table = host.get(&format!("/api/tables/{}", host.table)).await.json();
    assert_eq!(table["spectators"], false, "it was stored in the end");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_outlasts_a_lock_of_another_program() {
    let folder = Folder::new();
    let mut running = crate::server::serving(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["me", "greedy", "greedy"]).await;
    host.connect().await;
    play_until(&mut host, 12).await;
    let other = Connection::open(folder.path().join("jantaku.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert_eq!(paused(&mut host).await, "not-stored");
    // Longer than SQLite waits by itself.
    let locked = tokio::time::timeout(std::time::Duration::from_secs(6), running.broken()).await;
    assert!(locked.is_err(), "the server stops: {locked:?}");
    other.execute_batch("COMMIT").unwrap();
    assert_eq!(host.play().await["t"], "over");
    running.stop().await;
}

/// Another program has locked the database for five seconds when the server starts.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_starts_once_a_lock_is_gone() {
    let folder = Folder::new();
    let running = crate::server::serving(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["me", "greedy", "greedy"]).await;
    running.stop().await;
    let other = Connection::open(folder.path().join("jantaku.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let unlock = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_secs(5));
        other.execute_batch("COMMIT").unwrap();
    });
    let running = crate::server::serving(config(&folder)).await;
    assert_eq!(running.restored, 1);
    running.stop().await;
    unlock.join().unwrap();
}

/// What can be damaged outside of the records of a table: its id, where its records end, its state, its rulebook.
const AROUND: [&str; 5] = [
    "UPDATE game SET id = x'ff' WHERE id = ?1",
    "UPDATE head SET last = x'ff' WHERE n = (SELECT n FROM game WHERE id = ?1)",
    "DELETE FROM head WHERE n = (SELECT n FROM game WHERE id = ?1)",
    "UPDATE opener SET place = x'ff', bytes = 'x', sum = 1 WHERE n = (SELECT n FROM game WHERE id = ?1)",
    "UPDATE book SET body = x'ff' WHERE hash = (SELECT book FROM opener WHERE n = (SELECT n FROM game WHERE id = ?1))",
];

#[tokio::test(flavor = "multi_thread")]
async fn damage_around_the_records_stops_only_one_table() {
    for damage in AROUND {
        let folder = Folder::new();
        let running = crate::server::serving(config(&folder)).await;
        let mut well = Client::new(running.address, 1);
        well.open("zan", &["me", "greedy", "greedy"]).await;
        let mut damaged = Client::new(running.address, 2);
        damaged.open("tenhou", &["me", "greedy", "greedy", "greedy"]).await;
        running.stop().await;
        let data = Connection::open(folder.path().join("jantaku.db")).unwrap();
        assert_eq!(data.execute(damage, [&damaged.table]).unwrap(), 1, "{damage}");
        drop(data);
        assert_ne!(
            jantaku_server::store::check(folder.path()).unwrap().damage,
            [],
            "{damage}"
        );
        let mut running = crate::server::serving(config(&folder)).await;
        well.address = running.address;
        well.connect().await;
        tokio::select! {
            frame = well.play() => assert_eq!(frame["t"], "over"),
            error = running.broken() => panic!("{damage}: {error}"),
        }
        running.stop().await;
        // A rulebook is repaired from its copy.
        let left = jantaku_server::store::check(folder.path()).unwrap().damage;
        assert_eq!(left.is_empty(), damage.starts_with("UPDATE book"), "{damage}: {left:?}");
    }
}

/// Changes to the third record of a table: a link that leaves out a record, a game that cannot be read, a body that is gone.
const DAMAGE: [&str; 4] = [
    "UPDATE record SET prev = (SELECT prev FROM record AS other WHERE other.id = record.prev) WHERE id = ?1",
    "UPDATE record SET game = x'ff' WHERE id = ?1",
    "UPDATE record SET body = x'ff' WHERE id = ?1",
    "DELETE FROM record WHERE id = ?1",
];

#[tokio::test(flavor = "multi_thread")]
async fn damaged_records_stop_only_their_own_table() {
    for damage in DAMAGE {
        let folder = Folder::new();
        let running = crate::server::serving(config(&folder)).await;
        let mut well = Client::new(running.address, 1);
        well.open("zan", &["me", "greedy", "greedy"]).await;
        let mut damaged = Client::new(running.address, 2);
        damaged.open("zan", &["me", "open", "open"]).await;
        for _ in 0..4 {
            let path = format!("/api/tables/{}/invite", damaged.table);
            assert_eq!(damaged.post(&path, &json!({})).await.status, 200);
        }
        running.stop().await;
        let data = Connection::open(folder.path().join("jantaku.db")).unwrap();
        let third = "SELECT id FROM record WHERE game = ?1 ORDER BY id LIMIT 1 OFFSET 2";
        let third: i64 = data.query_row(third, [&damaged.table], |row| row.get(0)).unwrap();
        assert_eq!(data.execute(damage, [third]).unwrap(), 1);
        drop(data);

        let mut running = crate::server::serving(config(&folder)).await;
        (well.address, damaged.address) = (running.address, running.address);
        let path = format!("/api/tables/{}/invite", damaged.table);
        let refused = damaged.post(&path, &json!({})).await;
        assert_ne!(refused.status, 200, "{damage}");
        assert!(damaged.connected().await);
        assert_eq!(ended(&mut damaged).await, 4500, "{damage}");
        well.connect().await;
        tokio::select! {
            frame = well.play() => assert_eq!(frame["t"], "over"),
            error = running.broken() => panic!("{damage}: {error}"),
        }
        running.stop().await;
    }
}

/// What can be done to a table while the server runs: its row, its end or its last record is removed or changed.
const MEANWHILE: [&str; 14] = [
    "DELETE FROM game WHERE id = ?1",
    "UPDATE game SET id = 'other' WHERE id = ?1",
    "DELETE FROM head WHERE n = (SELECT n FROM game WHERE id = ?1)",
    "UPDATE head SET count = count - 1 WHERE n = (SELECT n FROM game WHERE id = ?1)",
    "DELETE FROM record WHERE id = (SELECT max(id) FROM record WHERE game = ?1)",
    "UPDATE record SET hash = x'00' WHERE id = (SELECT max(id) FROM record WHERE game = ?1)",
    "UPDATE record SET body = body || ' ' WHERE id = (SELECT max(id) FROM record WHERE game = ?1)",
    "UPDATE record SET body = CAST(body AS BLOB) WHERE id = (SELECT max(id) FROM record WHERE game = ?1)",
    "UPDATE record SET prev = prev - 1 WHERE id = (SELECT max(id) FROM record WHERE game = ?1)",
    "UPDATE record SET prev = 0 WHERE id = (SELECT max(id) FROM record WHERE game = ?1)",
    "UPDATE record SET game = 'x' WHERE id = (SELECT max(id) FROM record WHERE game = ?1)",
    "UPDATE game SET state = 1 WHERE id = ?1",
    "UPDATE game SET summary = '{}' WHERE id = ?1",
    "UPDATE game SET hash = zeroblob(32) WHERE id = ?1",
];

#[tokio::test(flavor = "multi_thread")]
async fn damage_done_while_the_server_runs_stops_its_table() {
    for damage in MEANWHILE {
        let folder = Folder::new();
        let mut running = crate::server::serving(config(&folder)).await;
        let mut well = Client::new(running.address, 1);
        well.open("zan", &["me", "greedy", "greedy"]).await;
        let mut damaged = Client::new(running.address, 2);
        damaged.open("zan", &["me", "open", "open"]).await;
        damaged.connect().await;
        let data = Connection::open(folder.path().join("jantaku.db")).unwrap();
        assert_eq!(data.execute(damage, [&damaged.table]).unwrap(), 1, "{damage}");
        let invite = format!("/api/tables/{}/invite", damaged.table);
        let refused = damaged.post(&invite, &json!({})).await;
        assert_eq!(refused.json()["error"], "damaged", "{damage}");
        // Those who are there are told, and those who come back.
        for _ in 0..2 {
            assert_eq!(ended(&mut damaged).await, 4500, "{damage}");
            assert!(damaged.connected().await);
        }
        well.connect().await;
        tokio::select! {
            frame = well.play() => assert_eq!(frame["t"], "over"),
            error = running.broken() => panic!("{damage}: {error}"),
        }
        running.stop().await;
    }
}

/// It says who opened the game and how much that address stores, on which nothing depends that is played.
#[tokio::test(flavor = "multi_thread")]
async fn a_changed_opener_is_told_to_the_operator_and_the_table_plays_on() {
    for damage in [
        "UPDATE opener SET bytes = -5 WHERE n = (SELECT n FROM game WHERE id = ?1)",
        "UPDATE opener SET bytes = 'many' WHERE n = (SELECT n FROM game WHERE id = ?1)",
        "UPDATE opener SET place = place + 1 WHERE n = (SELECT n FROM game WHERE id = ?1)",
        "DELETE FROM opener WHERE n = (SELECT n FROM game WHERE id = ?1)",
    ] {
        let folder = Folder::new();
        let running = crate::server::serving(config(&folder)).await;
        let mut host = Client::new(running.address, 1);
        host.open("zan", &["me", "open", "open"]).await;
        let data = Connection::open(folder.path().join("jantaku.db")).unwrap();
        assert_eq!(data.execute(damage, [&host.table]).unwrap(), 1, "{damage}");
        let close = format!("/api/tables/{}/close", host.table);
        assert_eq!(host.post(&close, &json!({})).await.status, 200, "{damage}");
        running.stop().await;
        let found = jantaku_server::store::check(folder.path()).unwrap().damage;
        assert_eq!(found[0].game.as_ref(), Some(&host.table), "{damage}: {found:?}");
    }
}

/// A finished game without a row is not one that never was.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_whose_row_is_gone_is_damaged_as_long_as_records_are_left() {
    let folder = Folder::new();
    let running = crate::server::serving(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["me", "tsumogiri", "tsumogiri"]).await;
    host.connect().await;
    assert_eq!(host.play().await["t"], "over");
    running.stop().await;
    let running = crate::server::serving(config(&folder)).await;
    host.address = running.address;
    let data = Connection::open(folder.path().join("jantaku.db")).unwrap();
    let gone = data.execute("DELETE FROM game WHERE id = ?1", [&host.table]).unwrap();
    assert_eq!(gone, 1);
    let log = format!("/api/games/{}/log", host.table);
    let refused = host.get(&log).await;
    assert_eq!((refused.status, &refused.json()["error"]), (500, &json!("damaged")));
    assert!(host.connected().await);
    assert_eq!(ended(&mut host).await, 4500);
    let missing = TableId::random().unwrap();
    let refused = host.get(&format!("/api/games/{missing}/log")).await;
    assert_eq!(refused.status, 404, "no such table");
    running.stop().await;
}

/// The code with which the socket is closed.
async fn ended(client: &mut Client) -> u16 {
    loop {
        if let Err(end) = client.hear_or_end().await {
            return end;
        }
    }
}
