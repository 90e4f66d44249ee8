//! Finding changed and lost data: edits of every kind, and single bytes.

use crate::accounts::{PASSWORD, opened, opened_login, signs_in};
use crate::client::Client;
use crate::server::{Folder, config, serving};
use jantaku_server::store::{AccountKey, AccountRow, Append, Epoch, Mark, Sqlite, Store, StoreError, check};
use jantaku_server::token::{SessionHash, TableId};
use jantaku_table::shuffle::{Stream, key_of};
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use tokio::sync::oneshot;

/// What a server has stored.
struct Data {
    tables: [TableId; 3],
    /// A device of each account.
    accounts: Vec<SessionHash>,
}

/// Opens accounts of their own for two browsers, the second with two devices.
async fn accounts(address: SocketAddr) -> Vec<SessionHash> {
    let [mut mika, mut sora, mut phone] = [4, 5, 6].map(|number| Client::new(address, number));
    opened(&mut mika, "Mika", true).await;
    let login = opened_login(&mut sora, "Sora").await;
    assert_eq!(signs_in(&mut phone, &login, PASSWORD, true).await.0, 200);
    let session = |client: &Client| SessionHash::of(client.cookie.split_once('=').unwrap().1);
    vec![session(&mika), session(&phone)]
}

/// Data of a finished game, two running ones and two accounts.
async fn data(folder: &Folder) -> Data {
    let running = serving(config(folder)).await;
    let accounts = accounts(running.address).await;
    let mut tables = Vec::new();
    for seats in [
        ["me", "tsumogiri", "tsumogiri"],
        ["me", "greedy", "open"],
        ["me", "open", "open"],
    ] {
        let mut host = Client::new(running.address, 1);
        host.open("zan", &seats).await;
        if seats[2] != "open" {
            host.connect().await;
            assert_eq!(host.play().await["t"], "over");
        } else {
            // Six records for the last table: its opening, the invitations to its open seats, where its host is, and these.
            for _ in 0..2 {
                let path = format!("/api/tables/{}/invite", host.table);
                assert_eq!(host.post(&path, &serde_json::json!({})).await.status, 200);
            }
        }
        tables.push(TableId::read(&host.table).unwrap());
    }
    running.stop().await;
    let tables = tables.try_into().unwrap();
    Data { tables, accounts }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for name in ["jantaku.db", "jantaku.db-wal", "signing.key"] {
        let _ = std::fs::remove_file(to.join(name));
        if from.join(name).exists() {
            std::fs::copy(from.join(name), to.join(name)).unwrap();
        }
    }
    let _ = std::fs::remove_file(to.join("jantaku.db-shm"));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_edit_and_loss_is_found_with_game_and_place() {
    let folder = Folder::new();
    let [over, _, running] = data(&folder).await.tables;
    let whole = check(folder.path()).unwrap();
    assert_eq!((whole.games, whole.damage.as_slice()), (3, &[][..]));
    let nth = |table: &TableId, place: usize| {
        format!("(SELECT id FROM record WHERE game = '{table}' ORDER BY id LIMIT 1 OFFSET {place})")
    };
    let last = |table: &TableId| format!("(SELECT max(id) FROM record WHERE game = '{table}')");
    let text = |table: &TableId| Some(table.to_string());
    let cases = [
        // An edit, of a record in the middle and of the last one.
        (
            format!("UPDATE record SET body = body || ' ' WHERE id = {}", nth(&over, 7)),
            text(&over),
            Some(7),
        ),
        (
            format!(
                "UPDATE record SET body = '{{\"r\":\"closed\"}}' WHERE id = {}",
                last(&running)
            ),
            text(&running),
            Some(5),
        ),
        // A loss, with and without a bridge over the gap, and of the last record.
        (
            format!("DELETE FROM record WHERE id = {}", nth(&over, 4)),
            text(&over),
            Some(4),
        ),
        (
            format!(
                "UPDATE record SET prev = {} WHERE id = {}; DELETE FROM record WHERE id = {}",
                nth(&running, 1),
                nth(&running, 3),
                nth(&running, 2)
            ),
            text(&running),
            Some(0),
        ),
        (
            format!("DELETE FROM record WHERE id = {}", last(&running)),
            text(&running),
            Some(5),
        ),
        // A loss that the end of the chain agrees with.
        (
            format!(
                "UPDATE head SET last = {}, count = count - 1 WHERE n = (SELECT n FROM game WHERE id = '{running}');
                 DELETE FROM record WHERE id = {}",
                nth(&running, 4),
                last(&running)
            ),
            text(&running),
            Some(5),
        ),
        (
            format!("DELETE FROM head WHERE n = (SELECT n FROM game WHERE id = '{over}')"),
            text(&over),
            None,
        ),
        (
            format!("UPDATE game SET summary = replace(summary, 'Mika', 'Mima') WHERE id = '{over}'"),
            text(&over),
            None,
        ),
        (
            format!("UPDATE game SET state = 2 WHERE id = '{running}'"),
            text(&running),
            None,
        ),
        (format!("DELETE FROM game WHERE id = '{running}'"), text(&running), None),
        // All of a game, and the text of the rulebook.
        (
            format!(
                "DELETE FROM head WHERE n = (SELECT n FROM game WHERE id = '{over}');
                 DELETE FROM game WHERE id = '{over}'; DELETE FROM record WHERE game = '{over}'"
            ),
            None,
            None,
        ),
        ("UPDATE book SET body = body || ' '".to_owned(), None, None),
        ("UPDATE replaced SET body = '[]'".to_owned(), None, None),
        // What a game needs beside its records.
        ("DELETE FROM book".to_owned(), text(&over), None),
        ("DELETE FROM book_copy".to_owned(), text(&running), None),
        ("DELETE FROM replaced".to_owned(), text(&over), None),
        ("DELETE FROM opener".to_owned(), text(&running), None),
        // What the database does by itself.
        ("DROP TRIGGER book_kept".to_owned(), None, None),
        (
            "CREATE TRIGGER more AFTER INSERT ON record BEGIN DELETE FROM book; END".to_owned(),
            None,
            None,
        ),
        ("CREATE TABLE more (n INTEGER)".to_owned(), None, None),
    ];
    let edited = Folder::new();
    for (edit, game, record) in cases {
        copy(folder.path(), edited.path());
        let connection = Connection::open(edited.path().join("jantaku.db")).unwrap();
        connection.execute_batch(&edit).unwrap();
        drop(connection);
        let found = check(edited.path()).unwrap().damage;
        let is_told = found
            .iter()
            .any(|damage| (&damage.game, damage.record) == (&game, record));
        assert!(is_told, "{edit}: {found:?}");
    }
}

/// What a server can read of all tables and accounts; none for one that is damaged. Each running one that can be read must also go on.
async fn readable(folder: &Path, data: &Data) -> Result<Vec<Option<Vec<String>>>, StoreError> {
    let store = Sqlite::open(folder)?;
    let mut read = Vec::new();
    for (table, is_running) in data.tables.iter().zip([false, true, true]) {
        let mut records = store.records(table).ok().filter(|records| !records.is_empty());
        if let Some(whole) = records.as_ref().filter(|_| is_running) {
            let (done, stored) = oneshot::channel();
            let append = Append {
                table: table.clone(),
                epoch: Epoch::FIRST,
                first: whole.len() as u32,
                records: [whole[0].clone()].into(),
                place: None,
                book: None,
                mark: Mark::Same,
            };
            store.append(append, done);
            if stored.await.is_ok_and(|stored| stored.is_err()) {
                records = None;
            }
        }
        if !has_book(&store, records.as_deref()) {
            records = None;
        }
        read.push(records);
    }
    for session in &data.accounts {
        let row = store.account(&AccountKey::Session(*session)).ok().flatten();
        let text = |row: AccountRow| vec![row.id, row.name, row.version.to_string(), row.body];
        read.push(row.map(text));
    }
    store.close();
    Ok(read)
}

/// Is the rulebook of a table there?
fn has_book(store: &Sqlite, records: Option<&[String]>) -> bool {
    let Some(opened) = records.and_then(|records| records.first()) else {
        return false;
    };
    let opened: serde_json::Value = serde_json::from_str(opened).unwrap();
    let hash = opened["hash"].as_str().unwrap();
    let text = store.book(hash).ok().flatten().unwrap_or_default();
    jantaku_table::fair::Bytes32::hash(text.as_bytes()).to_string() == hash
}

/// How many bytes to change: `JANTAKU_CHANGED=10000 cargo test --package jantaku-server --test server changed_byte -- --nocapture`.
fn wanted() -> u32 {
    std::env::var("JANTAKU_CHANGED").map_or(100, |count| count.parse().unwrap())
}

const FILES: [&str; 2] = ["jantaku.db", "signing.key"];

/// Changes a bit, lets a server start, and says what came of it. The change must be found, or leave everything as it was, and stop no
/// other table than its own.
async fn outcome(
    folder: &Path,
    (name, at, bit): (&str, usize, u32),
    data: &Data,
    whole: &[Option<Vec<String>>],
) -> &'static str {
    let place = format!("{name}, byte {at}, bit {bit}");
    let (lost, what) = damaged(folder, (name, &place), data, whole, |bytes| bytes[at] ^= 1 << bit).await;
    assert!(lost <= 1, "{place}: {lost} tables or accounts are stopped");
    what
}

/// Damages a file and lets a server start: how many tables are stopped, and what came of it. Nothing may be missing without a word.
async fn damaged(
    folder: &Path,
    (name, place): (&str, &str),
    data: &Data,
    whole: &[Option<Vec<String>>],
    damage: impl FnOnce(&mut [u8]),
) -> (usize, &'static str) {
    let changed = Folder::new();
    copy(folder, changed.path());
    let mut bytes = std::fs::read(folder.join(name)).unwrap();
    damage(&mut bytes);
    std::fs::write(changed.path().join(name), &bytes).unwrap();
    let is_found = check(changed.path()).map_or(true, |checked| !checked.damage.is_empty());
    let read = readable(changed.path(), data).await;
    let read = read.unwrap_or_else(|error| panic!("{place}: the server does not start: {error}"));
    let pairs = || read.iter().zip(whole);
    assert!(
        pairs().all(|(read, whole)| read.is_none() || read == whole),
        "{place}: a changed record was read, or the end of a table is missing"
    );
    let lost = pairs().filter(|(read, whole)| read != whole).count();
    assert!(is_found || lost == 0, "{place}: a table is lost and nothing was found");
    let is_kept = |name: &str| changed.path().join(name).exists();
    let what = match (is_found, lost) {
        (false, _) => "harmless: nothing found, everything readable",
        (true, 0) if is_kept("damaged-jantaku.db") => {
            "found and repaired: the database is rebuilt, everything readable"
        }
        (true, 0) if is_kept("damaged-jantaku.db-wal") => {
            "found and repaired: the byte is put right, everything readable"
        }
        (true, 0) => "found, everything readable",
        (true, _) => "found, the game that was changed is stopped",
    };
    (lost, what)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_byte_is_found_or_harmless_and_stops_no_other_table() {
    let folder = Folder::new();
    let data = data(&folder).await;
    let whole = unchanged(folder.path(), &data).await;
    let mut lots = Stream::new(&key_of(11, 0));
    let mut found_and: BTreeMap<&str, u32> = BTreeMap::new();
    for number in 0..wanted() {
        // A hundred bytes of the header come first: they are shared by all tables.
        let name = FILES[usize::from(number % 50 == 49)];
        let size = std::fs::metadata(folder.path().join(name)).unwrap().len() as u32;
        let at = match number % 10 {
            0 => lots.below(100.min(size)),
            _ => lots.below(size),
        } as usize;
        let outcome = outcome(folder.path(), (name, at, lots.below(8)), &data, &whole).await;
        *found_and.entry(outcome).or_default() += 1;
    }
    for (outcome, count) in found_and {
        println!("{count:6} {outcome}");
    }
}

/// What can be read of data that nobody has changed.
async fn unchanged(folder: &Path, data: &Data) -> Vec<Option<Vec<String>>> {
    let copied = Folder::new();
    copy(folder, copied.path());
    let whole = readable(copied.path(), data).await.unwrap();
    assert!(whole.iter().all(Option::is_some));
    whole
}

/// Data of a closed table, two open ones and two accounts, as a killed server leaves them: all in its write-ahead log.
async fn killed(folder: &Folder) -> Data {
    let used = Folder::new();
    let running = serving(config(&used)).await;
    let accounts = accounts(running.address).await;
    let mut hosts = Vec::new();
    for number in 1..=3 {
        let mut host = Client::new(running.address, number);
        host.open("zan", &["me", "open", "open"]).await;
        hosts.push(host);
    }
    for _ in 0..6 {
        for host in &mut hosts {
            let path = format!("/api/tables/{}/invite", host.table);
            assert_eq!(host.post(&path, &serde_json::json!({})).await.status, 200);
        }
    }
    let close = format!("/api/tables/{}/close", hosts[0].table);
    assert_eq!(hosts[0].post(&close, &serde_json::json!({})).await.status, 200);
    copy(used.path(), folder.path());
    running.stop().await;
    let tables = [0, 1, 2].map(|place: usize| TableId::read(&hosts[place].table).unwrap());
    Data { tables, accounts }
}

/// SQLite reads nothing of its log behind a changed byte.
#[tokio::test(flavor = "multi_thread")]
async fn a_changed_byte_in_the_log_of_a_killed_server_stops_no_other_table() {
    let folder = Folder::new();
    let data = killed(&folder).await;
    let whole = unchanged(folder.path(), &data).await;
    let size = std::fs::metadata(folder.path().join(LOG)).unwrap().len() as u32;
    let mut lots = Stream::new(&key_of(12, 0));
    let mut found_and: BTreeMap<&str, u32> = BTreeMap::new();
    for number in 0..wanted() {
        // The header, the head of the first frame, the last frame, which a crash could have torn, and anywhere.
        let at = match number % 10 {
            0 => lots.below(56),
            1 | 2 => size - 1 - lots.below(4120),
            _ => lots.below(size),
        } as usize;
        let outcome = outcome(folder.path(), (LOG, at, lots.below(8)), &data, &whole).await;
        *found_and.entry(outcome).or_default() += 1;
    }
    for (outcome, count) in found_and {
        println!("{count:6} {outcome}");
    }
}

/// What was stored last is left out: there a sector that is lost looks like a commit that a crash interrupted.
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_sector_in_the_log_of_a_killed_server_is_told() {
    let folder = Folder::new();
    let data = killed(&folder).await;
    let whole = unchanged(folder.path(), &data).await;
    let size = std::fs::metadata(folder.path().join(LOG)).unwrap().len() as usize;
    let sectors = (size - 10 * 4120) / 512;
    let mut lots = Stream::new(&key_of(13, 0));
    let mut stopped: BTreeMap<usize, u32> = BTreeMap::new();
    for _ in 0..wanted() / 4 {
        let at = 512 * (1 + lots.below(sectors as u32 - 1) as usize);
        let lose = |bytes: &mut [u8]| bytes[at..at + 512].fill(0);
        let place = format!("the sector at {at}");
        let (lost, _) = damaged(folder.path(), (LOG, &place), &data, &whole, lose).await;
        *stopped.entry(lost).or_default() += 1;
    }
    println!("tables stopped, and how often: {stopped:?}");
    assert!(
        stopped.get(&0).copied().unwrap_or_default() > wanted() / 8,
        "{stopped:?}"
    );
}

const LOG: &str = "jantaku.db-wal";
