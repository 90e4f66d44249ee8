//! Accounts as they are stored: damage, forgetting, disk and retention.

use crate::accounts::{PASSWORD, opened, opened_login, signs_in};
use crate::client::Client;
use crate::forgetting::holds;
use crate::server::{Folder, config, serving};
use jantaku_server::store::{AccountKey, Put, Sqlite, Store, check};
use jantaku_server::token::SessionHash;
use rusqlite::Connection;
use serde_json::{Value, json};

fn database(folder: &Folder) -> Connection {
    Connection::open(folder.path().join("jantaku.db")).unwrap()
}

fn copied(folder: &Folder) -> Folder {
    let copy = Folder::new();
    std::fs::create_dir_all(copy.path()).unwrap();
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), copy.path().join(file.file_name())).unwrap();
    }
    copy
}

/// Data with two accounts, one of them signed in on two devices; both of its cookies.
async fn two_accounts(folder: &Folder) -> [String; 2] {
    let running = serving(config(folder)).await;
    let mut laptop = Client::new(running.address, 1);
    let login = opened_login(&mut laptop, "Mika").await;
    let mut phone = Client::new(running.address, 2);
    assert_eq!(signs_in(&mut phone, &login, PASSWORD, false).await.0, 200);
    opened(&mut Client::new(running.address, 3), "Sora", true).await;
    running.stop().await;
    [laptop.cookie, phone.cookie]
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_and_lost_accounts_are_found() {
    let folder = Folder::new();
    two_accounts(&folder).await;
    assert_eq!(check(folder.path()).unwrap().damage, []);
    let mika = "(SELECT id FROM account WHERE body LIKE '%Mika%')";
    for edit in [
        "UPDATE account SET body = replace(body, 'Mika', 'Mima')".to_owned(),
        "UPDATE account SET name = 'mima-ab2c' WHERE body LIKE '%Mika%'".to_owned(),
        "UPDATE account_session SET n = n + 1".to_owned(),
        // Losses: of an account, of one session, of all sessions, of what belongs to it, and of all of it.
        format!("DELETE FROM account WHERE id = {mika}"),
        format!("DELETE FROM account_session WHERE account = {mika} AND n = 1"),
        format!("DELETE FROM account_session WHERE account = {mika}"),
        format!("DELETE FROM account_roll WHERE id = {mika}"),
        format!(
            "DELETE FROM account_session WHERE account = {mika}; DELETE FROM account_roll WHERE id = {mika};
             DELETE FROM account WHERE id = {mika}"
        ),
        "DELETE FROM account_session; DELETE FROM account_roll; DELETE FROM account".to_owned(),
        // The count, and everything that counts for an address or for how long it is kept.
        "DELETE FROM account_total".to_owned(),
        "UPDATE account_total SET accounts = 1".to_owned(),
        "UPDATE account_roll SET place = NULL".to_owned(),
        "UPDATE account_roll SET bytes = 0".to_owned(),
        "UPDATE account_roll SET used = used + 1".to_owned(),
        // A session that leads to another account.
        format!(
            "UPDATE account_session SET account = (SELECT id FROM account WHERE id <> {mika}) WHERE account = {mika} AND n = 2"
        ),
    ] {
        let edited = copied(&folder);
        database(&edited).execute_batch(&edit).unwrap();
        let damage = check(edited.path()).unwrap().damage;
        assert!(!damage.is_empty(), "{edit}");
        assert!(
            damage.iter().all(|damage| damage.what.contains("account")),
            "{edit}: {damage:?}"
        );
        // The server starts. It is found later too, unless the database was rebuilt, and then the damaged one is kept.
        let store = Sqlite::open(edited.path()).unwrap();
        store.close();
        let is_rebuilt = edited.path().join("damaged-jantaku.db").exists();
        assert!(is_rebuilt || !check(edited.path()).unwrap().damage.is_empty(), "{edit}");
    }
}

/// As a version wrote it that had accounts and no roll.
#[tokio::test(flavor = "multi_thread")]
async fn accounts_of_an_earlier_version_are_converted() {
    let folder = Folder::new();
    let [_, phone] = two_accounts(&folder).await;
    database(&folder)
        .execute_batch("DROP TABLE account_roll; DROP TABLE account_total")
        .unwrap();
    assert_eq!(check(folder.path()).unwrap().damage, []);
    let running = serving(config(&folder)).await;
    let mut client = Client::new(running.address, 1);
    client.cookie = phone;
    assert_eq!(client.get("/api/account").await.json()["name"], "Mika");
    running.stop().await;
    assert_eq!(check(folder.path()).unwrap().damage, []);
    database(&folder)
        .execute_batch("DELETE FROM account_session WHERE n = 1")
        .unwrap();
    assert_ne!(check(folder.path()).unwrap().damage, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_account_is_told_to_its_player_and_stops_nobody_else() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut mika = Client::new(running.address, 1);
    let login = opened_login(&mut mika, "Mika").await;
    let mut sora = Client::new(running.address, 2);
    opened(&mut sora, "Sora", true).await;
    running.stop().await;
    let edit = "UPDATE account SET body = replace(body, 'Mika', 'Mima')";
    database(&folder).execute_batch(edit).unwrap();
    let running = serving(config(&folder)).await;
    (mika.address, sora.address) = (running.address, running.address);
    for path in ["/api/account", "/api/tables", "/api/me/games"] {
        let refused = mika.get(path).await;
        let answer = refused.json();
        assert_eq!(
            (refused.status, &answer["error"]),
            (500, &json!("damaged-account")),
            "{path}"
        );
        assert!(answer["says"].as_str().unwrap().contains("operator"), "{answer}");
    }
    assert_eq!(mika.get("/").await.status, 200);
    // Whoever knows the password learns it too, and nobody else learns that there is such a name.
    let mut other = Client::new(running.address, 3);
    let told = signs_in(&mut other, &login, PASSWORD, false).await;
    assert_eq!((told.0, &told.1["error"]), (500, &json!("damaged-account")));
    let unknown = signs_in(&mut other, "nobody-ab2c", PASSWORD, false).await;
    assert_eq!((unknown.0, &unknown.1["error"]), (403, &json!("wrong-password")));
    assert_eq!(signs_in(&mut other, &login, "wrong password", false).await, unknown);
    assert_eq!(sora.get("/api/account").await.json()["name"], "Sora");
    // She can play as a guest.
    assert_eq!(mika.post("/api/account/sign-out", &json!({})).await.status, 200);
    assert_eq!(mika.get("/api/account").await.json(), Value::Null);
    running.stop().await;
}

/// Where not even the password can be read, its owner is told as little as anybody.
#[tokio::test(flavor = "multi_thread")]
async fn an_unreadable_password_is_a_wrong_one() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let login = opened_login(&mut Client::new(running.address, 1), "Mika").await;
    running.stop().await;
    for edit in [
        "UPDATE account SET body = replace(body, 'argon2id', 'argon2ix')",
        "UPDATE account SET body = replace(body, '\"password\"', '\"passwort\"')",
        "UPDATE account SET body = 7",
    ] {
        let edited = copied(&folder);
        database(&edited).execute_batch(edit).unwrap();
        let running = serving(config(&edited)).await;
        let mut mika = Client::new(running.address, 1);
        let unknown = signs_in(&mut mika, "nobody-ab2c", PASSWORD, false).await;
        assert_eq!(unknown.0, 403);
        assert_eq!(signs_in(&mut mika, &login, PASSWORD, false).await, unknown, "{edit}");
        running.stop().await;
        assert_ne!(check(edited.path()).unwrap().damage, [], "{edit}");
    }
}

/// An account of which the roll has lost its row, or has another one, is put there again when it is stored or goes. From then on
/// everything fits, unless something else is lost.
#[tokio::test(flavor = "multi_thread")]
async fn the_roll_recovers_when_an_account_is_stored_or_removed() {
    let folder = Folder::new();
    let [laptop, _] = two_accounts(&folder).await;
    let session = SessionHash::of(laptop.split_once('=').unwrap().1);
    let mika = "(SELECT id FROM account WHERE body LIKE '%Mika%')";
    for edit in [
        format!("DELETE FROM account_roll WHERE id = {mika}"),
        format!("UPDATE account_roll SET sum = zeroblob(32) WHERE id = {mika}"),
        format!("UPDATE account_roll SET bytes = 'many' WHERE id = {mika}"),
    ] {
        for goes in [false, true] {
            let edited = copied(&folder);
            database(&edited).execute_batch(&edit).unwrap();
            assert_ne!(check(edited.path()).unwrap().damage, [], "{edit}");
            let store = Sqlite::open(edited.path()).unwrap();
            let row = store.account(&AccountKey::Session(session)).unwrap().unwrap();
            match goes {
                true => assert!(store.remove_account(&row.id).unwrap()),
                false => assert_eq!(store.put_account(row).unwrap(), Put::Stored),
            }
            assert_eq!(store.unused_accounts(1, 9).unwrap(), [], "{edit}: it is used now");
            store.close();
            assert_eq!(check(edited.path()).unwrap().damage, [], "{edit}, goes: {goes}");
        }
    }
    // What else is lost is still found.
    database(&folder).execute_batch("DELETE FROM account_roll").unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    let row = store.account(&AccountKey::Session(session)).unwrap().unwrap();
    assert_eq!(store.put_account(row).unwrap(), Put::Stored);
    store.close();
    let damage = check(folder.path()).unwrap().damage;
    assert!(
        damage
            .iter()
            .any(|damage| damage.what.contains("2 accounts were stored")),
        "{damage:?}"
    );
}

/// Whoever left an open table, or a running game, can go. What they had there is somebody else's or nobody's.
#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_deleted_after_leaving_tables_that_go_on() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut mika = Client::new(running.address, 1);
    opened(&mut mika, "Mikaela", true).await;
    let asked = json!({ "rules": "zan", "seats": ["me", "open", "open"], "name": "Mikaela", "table": "Mikaela's", "listed": true });
    mika.open_as(&asked).await;
    let mut sora = Client::new(running.address, 2);
    sora.table = mika.table.clone();
    let [join, leave, invite, close] =
        ["join", "leave", "invite", "close"].map(|what| format!("/api/tables/{}/{what}", sora.table));
    assert_eq!(sora.post(&join, &json!({ "name": "Sora" })).await.status, 200);
    sora.connect().await;
    sora.heard(|frame| frame["t"] == "hello").await;
    let delete = json!({ "password": PASSWORD });
    let plays = mika.post("/api/account/delete", &delete).await;
    assert_eq!(plays.json()["error"], "still-plays", "she sits there");
    assert_eq!(mika.post(&leave, &json!({})).await.status, 200);
    let gone = mika.post("/api/account/delete", &delete).await;
    assert_eq!(gone.status, 200, "{}", gone.body);
    // The table is still there, the other is its host, and it is no longer in the lobby under her address.
    while sora.hear_or_end().await.is_ok() {}
    sora.last = 0;
    sora.connect().await;
    let hello = sora.heard(|frame| frame["t"] == "hello").await;
    assert_eq!((&hello["seat"], &hello["host"]), (&json!(1), &json!(true)));
    assert_eq!(
        (&hello["table"]["listed"], &hello["table"]["name"]),
        (&json!(false), &json!(""))
    );
    let lobby = Client::new(running.address, 9).get("/api/tables").await;
    assert!(
        lobby.status == 200 && !lobby.body.contains(&sora.table),
        "{}",
        lobby.body
    );
    let more = sora.post(&invite, &json!({})).await;
    assert_eq!(more.status, 200, "what happens now is stored: {}", more.body);
    sora.drop_socket();
    running.stop().await;
    assert_eq!(check(folder.path()).unwrap().damage, []);
    assert!(!holds(&folder, "Mikaela"));
    let running = serving(config(&folder)).await;
    sora.address = running.address;
    assert_eq!(sora.post(&close, &json!({})).await.status, 200, "she may close it");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_player_leaves_a_running_game_to_the_others() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut mika = Client::new(running.address, 1);
    opened(&mut mika, "Mikaela", true).await;
    let asked = json!({ "rules": "zan", "seats": ["me", "open", "tsumogiri"], "name": "Mikaela", "listed": true });
    let mut people = Client::gather(&asked, mika).await;
    let [mika, sora] = people.as_mut_slice() else {
        panic!("two people");
    };
    mika.asked("discard").await;
    let leave = format!("/api/tables/{}/leave", mika.table);
    assert_eq!(mika.post(&leave, &json!({})).await.status, 200);
    let gone = mika.post("/api/account/delete", &json!({ "password": PASSWORD })).await;
    assert_eq!(gone.status, 200, "{}", gone.body);
    while sora.hear_or_end().await.is_ok() {}
    sora.connect().await;
    let hello = sora.heard(|frame| frame["t"] == "hello").await;
    assert_eq!(hello["table"]["players"][0]["name"], "Deleted player");
    assert_eq!(sora.play().await["t"], "over");
    running.stop().await;
    assert_eq!(check(folder.path()).unwrap().damage, []);
    assert!(!holds(&folder, "Mikaela"));
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_take_from_the_disk_of_their_address() {
    let folder = Folder::new();
    let mut small = config(&folder);
    small.limits.disk_per_address = 10_000;
    let running = serving(small.clone()).await;
    let open = json!({ "name": "Mika", "password": PASSWORD, "claim": false });
    let mut answers = Vec::new();
    for _ in 0..12 {
        let answer = Client::new(running.address, 1).post("/api/account/open", &open).await;
        answers.push((answer.status, answer.json()["error"].clone()));
    }
    assert_eq!(answers[0].0, 200);
    assert_eq!(answers[11], (507, json!("disk-used-here")));
    // Nor can a table be opened from there, but from elsewhere both can.
    let table = json!({ "rules": "zan", "seats": ["me", "open", "open"], "name": "Mika" });
    assert_eq!(
        Client::new(running.address, 1).post("/api/tables", &table).await.status,
        507
    );
    let mut elsewhere = Client::new(running.address, 2);
    elsewhere.from = Some(std::net::Ipv4Addr::new(127, 0, 0, 2));
    assert_eq!(elsewhere.post("/api/account/open", &open).await.status, 200);
    running.stop().await;
    // Nor when all of it is used.
    small.limits.disk = 1;
    let running = serving(small).await;
    elsewhere.address = running.address;
    elsewhere.cookie.clear();
    let refused = elsewhere.post("/api/account/open", &open).await;
    assert_eq!((refused.status, &refused.json()["error"]), (507, &json!("disk-used")));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unused_accounts_go_if_the_operator_says_so() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut mika = Client::new(running.address, 1);
    opened(&mut mika, "Mikaela", true).await;
    let mut sora = Client::new(running.address, 2);
    opened(&mut sora, "Sora", true).await;
    running.stop().await;
    let mut keeping = config(&folder);
    keeping.keep_accounts = Some(30);
    // One was last used long ago. The sums follow, as if the server had written it then.
    let store = Sqlite::open(folder.path()).unwrap();
    let session = SessionHash::of(mika.cookie.split_once('=').unwrap().1);
    let row = store.account(&AccountKey::Session(session)).unwrap().unwrap();
    let old = jantaku_server::store::AccountRow { used: 1, ..row };
    store.put_account(old).unwrap();
    store.close();
    let running = serving(keeping).await;
    (mika.address, sora.address) = (running.address, running.address);
    while mika.get("/api/account").await.json() != Value::Null {
        tokio::task::yield_now().await;
    }
    assert_eq!(sora.get("/api/account").await.json()["name"], "Sora");
    running.stop().await;
    assert!(!holds(&folder, "Mikaela"));
    assert_eq!(check(folder.path()).unwrap().damage, []);
}
