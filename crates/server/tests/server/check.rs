//! Finding changed and lost data: edits of every kind, and single bytes.

use crate::client::Client;
use crate::server::{Folder, config, serving};
use jantaku_server::store::{Append, Epoch, Mark, Sqlite, Store, StoreError, check};
use jantaku_server::token::TableId;
use jantaku_table::shuffle::{Stream, key_of};
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::path::Path;
use tokio::sync::oneshot;

/// Data of a finished game and two running ones; their tables.
async fn data(folder: &Folder) -> [TableId; 3] {
    let running = serving(config(folder)).await;
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
            // Six records for the last table: its opening, the invitations to its open seats, and these.
            for _ in 0..3 {
                let path = format!("/api/tables/{}/invite", host.table);
                assert_eq!(host.post(&path, &serde_json::json!({})).await.status, 200);
            }
        }
        tables.push(TableId::read(&host.table).unwrap());
    }
    running.stop().await;
    tables.try_into().unwrap()
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
    let [over, _, running] = data(&folder).await;
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

/// What a server can read of all tables; none for a table that is damaged. Each running one that can be read must also go on.
async fn readable(folder: &Path, tables: &[TableId; 3]) -> Result<Vec<Option<Vec<String>>>, StoreError> {
    let store = Sqlite::open(folder)?;
    let mut read = Vec::new();
    for (table, is_running) in tables.iter().zip([false, true, true]) {
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

/// Every change is found, or leaves everything as it was; none stops another table than its own.
#[tokio::test(flavor = "multi_thread")]
async fn a_changed_byte_is_found_or_harmless_and_stops_no_other_table() {
    let folder = Folder::new();
    let tables = data(&folder).await;
    let whole = {
        let changed = Folder::new();
        copy(folder.path(), changed.path());
        readable(changed.path(), &tables).await.unwrap()
    };
    assert!(whole.iter().all(Option::is_some));
    let mut lots = Stream::new(&key_of(11, 0));
    let mut found_and: BTreeMap<&str, u32> = BTreeMap::new();
    for number in 0..wanted() {
        // A hundred bytes of the header come first: they are shared by all tables.
        let name = FILES[usize::from(number % 50 == 49)];
        let bytes = std::fs::read(folder.path().join(name)).unwrap();
        let at = match number % 10 {
            0 => lots.below(100.min(bytes.len() as u32)),
            _ => lots.below(bytes.len() as u32),
        } as usize;
        let bit = lots.below(8);
        let changed = Folder::new();
        copy(folder.path(), changed.path());
        let mut flipped = bytes.clone();
        flipped[at] ^= 1 << bit;
        std::fs::write(changed.path().join(name), &flipped).unwrap();
        let place = format!("{name}, byte {at}, bit {bit}");
        let is_found = check(changed.path()).map_or(true, |checked| !checked.damage.is_empty());
        let read = readable(changed.path(), &tables).await;
        let read = read.unwrap_or_else(|error| panic!("{place}: the server does not start: {error}"));
        let pairs = || read.iter().zip(&whole);
        assert!(
            pairs().all(|(read, whole)| read.is_none() || read == whole),
            "{place}: a changed record was read"
        );
        let lost = pairs().filter(|(read, whole)| read != whole).count();
        assert!(lost <= 1, "{place}: {lost} tables are stopped");
        assert!(is_found || lost == 0, "{place}: a table is lost and nothing was found");
        let is_rebuilt = changed.path().join("damaged-jantaku.db").exists();
        let outcome = match (is_found, lost, is_rebuilt) {
            (false, ..) => "harmless: nothing found, everything readable",
            (true, 0, true) => "found and repaired: the database is rebuilt, everything readable",
            (true, 0, false) => "found, everything readable",
            (true, _, _) => "found, the game that was changed is stopped",
        };
        *found_and.entry(outcome).or_default() += 1;
    }
    for (outcome, count) in found_and {
        println!("{count:6} {outcome}");
    }
}
