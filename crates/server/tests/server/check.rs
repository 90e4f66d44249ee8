//! Finding changed and lost data: edits of every kind, and single bytes.

use crate::client::Client;
use crate::server::{Folder, config, serving};
use jantaku_server::store::{Sqlite, Store, check};
use jantaku_server::token::TableId;
use jantaku_table::shuffle::{Stream, key_of};
use rusqlite::Connection;
use std::path::Path;

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
    for name in ["jantaku.db", "jantaku.db-wal"] {
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

/// What a server can read of all tables; none for a table that is damaged.
fn readable(folder: &Path, tables: &[TableId]) -> Option<Vec<Option<Vec<String>>>> {
    let store = Sqlite::open(folder).ok()?;
    let read = tables
        .iter()
        .map(|table| store.records(table).ok().filter(|records| !records.is_empty()));
    let read = read.collect();
    store.close();
    Some(read)
}

/// Changes single bytes of the database. Each change is found, or leaves every record as it was; returns how many changes stopped
/// more than one table.
async fn flip(changes: u32) -> u32 {
    let folder = Folder::new();
    let tables = data(&folder).await;
    let whole = readable(folder.path(), &tables).unwrap();
    let bytes = std::fs::read(folder.path().join("jantaku.db")).unwrap();
    let mut lots = Stream::new(&key_of(11, 0));
    let changed = Folder::new();
    copy(folder.path(), changed.path());
    let mut stopped = 0;
    for _ in 0..changes {
        let at = lots.below(bytes.len() as u32) as usize;
        let bit = lots.below(8);
        let mut flipped = bytes.clone();
        flipped[at] ^= 1 << bit;
        copy(folder.path(), changed.path());
        std::fs::write(changed.path().join("jantaku.db"), &flipped).unwrap();
        let found = check(changed.path()).map_or(1, |checked| checked.damage.len());
        let read = readable(changed.path(), &tables);
        let lost = match &read {
            Some(read) => read.iter().zip(&whole).filter(|(read, whole)| read != whole).count(),
            None => tables.len(),
        };
        if let Some(read) = &read {
            let forged = read
                .iter()
                .zip(&whole)
                .any(|(read, whole)| read.is_some() && read != whole);
            assert!(!forged, "byte {at}, bit {bit}: a changed record was read");
        }
        assert!(
            found > 0 || lost == 0,
            "byte {at}, bit {bit}: {lost} tables are lost and nothing was found"
        );
        stopped += u32::from(lost > 1);
    }
    stopped
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_byte_is_found_or_harmless() {
    flip(100).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes: cargo test --package jantaku-server --test server -- --ignored ten_thousand"]
async fn ten_thousand_changed_bytes_are_found_or_harmless() {
    let stopped = flip(10_000).await;
    println!("{stopped} of 10000 changes stopped more than one table");
}
