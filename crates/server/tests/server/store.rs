//! What the database keeps: chains of records that come back as they were stored, and data of the earlier layout.

use crate::server::Folder;
use jantaku_server::store::{
    Append, Epoch, Finished, Mark, Sqlite, Store, StoreError, Summary, backup, check, restore,
};
use jantaku_server::token::TableId;
use rusqlite::Connection;
use tokio::sync::oneshot;

async fn append(store: &Sqlite, table: &TableId, first: u32, records: &[&str], mark: Mark) -> Result<(), StoreError> {
    let (done, kept) = oneshot::channel();
    let append = Append {
        table: table.clone(),
        epoch: Epoch::FIRST,
        first,
        records: records.iter().map(|&record| record.to_owned()).collect(),
        book: None,
        place: None,
        mark,
    };
    store.append(append, done);
    kept.await.unwrap()
}

fn over() -> Mark {
    let summary = serde_json::json!({ "id": "", "name": "", "rules": "zan", "names": [], "points": [], "places": [], "ended": 1,
        "rulebook": { "en": "", "ja": "", "romaji": "", "zh": "" } });
    let summary: Summary = serde_json::from_value(summary).unwrap();
    Mark::Over(Box::new(Finished {
        summary,
        listed: true,
        sessions: Vec::new(),
        players: Vec::new(),
        tallies: Vec::new(),
    }))
}

#[tokio::test]
async fn records_of_interleaved_games_come_back_in_order() {
    let folder = Folder::new();
    let [one, two, none] = [(), (), ()].map(|()| TableId::random().unwrap());
    let store = Sqlite::open(folder.path()).unwrap();
    append(&store, &one, 0, &["a", "b"], Mark::Same).await.unwrap();
    append(&store, &two, 0, &["x"], Mark::Same).await.unwrap();
    append(&store, &one, 2, &["c"], Mark::Same).await.unwrap();
    append(&store, &two, 1, &["y"], over()).await.unwrap();
    // The table of a rematch is noted when the game is over.
    append(&store, &two, 2, &["z"], Mark::Same).await.unwrap();
    // A record that is there already, or that leaves one out, is refused, and changes nothing.
    for first in [2, 4] {
        let refused = append(&store, &one, first, &["?"], Mark::Same).await;
        assert!(matches!(refused, Err(StoreError::Damaged(_))), "{refused:?}");
    }
    let check = |store: &Sqlite, of_one: &[&str]| {
        assert_eq!(store.records(&one).unwrap(), of_one);
        assert_eq!(store.records(&two).unwrap(), ["x", "y", "z"]);
        assert_eq!(store.records(&none).unwrap(), [""; 0]);
        assert_eq!(store.running().unwrap(), std::slice::from_ref(&one));
        assert_eq!(store.finished(9).unwrap().len(), 1);
    };
    check(&store, &["a", "b", "c"]);
    store.close();
    let store = Sqlite::open(folder.path()).unwrap();
    check(&store, &["a", "b", "c"]);
    append(&store, &one, 3, &["d"], Mark::Same).await.unwrap();
    check(&store, &["a", "b", "c", "d"]);
    store.close();
}

#[tokio::test]
async fn data_of_the_first_layout_are_carried_over() {
    let folder = Folder::new();
    let [running, done] = ["runningrunning", "donedonedonedo"].map(|id| TableId::read(id).unwrap());
    std::fs::create_dir_all(folder.path()).unwrap();
    let old = Connection::open(folder.path().join("jantaku.db")).unwrap();
    old.execute_batch(
        "PRAGMA journal_mode = WAL;
         CREATE TABLE game (id TEXT PRIMARY KEY, state INTEGER NOT NULL, ended INTEGER NOT NULL DEFAULT 0, summary TEXT) WITHOUT ROWID;
         CREATE INDEX game_state ON game (state, ended);
         CREATE TABLE record (game TEXT NOT NULL, n INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (game, n)) WITHOUT ROWID;
         INSERT INTO game VALUES ('runningrunning', 0, 0, NULL), ('donedonedonedo', 2, 0, NULL);
         INSERT INTO record VALUES ('runningrunning', 0, 'a'), ('donedonedonedo', 0, 'x'), ('runningrunning', 1, 'b'),
             ('donedonedonedo', 1, 'y');
         PRAGMA user_version = 1;",
    )
    .unwrap();
    drop(old);
    let store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(store.records(&done).unwrap(), ["x", "y"]);
    append(&store, &running, 2, &["c"], Mark::Same).await.unwrap();
    assert_eq!(store.records(&running).unwrap(), ["a", "b", "c"]);
    assert_eq!(store.running().unwrap(), [running]);
    store.close();
    let checked = check(folder.path()).unwrap();
    assert_eq!((checked.records, checked.damage.as_slice()), (5, &[][..]));
}

#[tokio::test]
async fn a_backup_of_a_running_store_brings_everything_back() {
    let folder = Folder::new();
    let [one, two] = [(), ()].map(|()| TableId::random().unwrap());
    let store = Sqlite::open(folder.path()).unwrap();
    append(&store, &one, 0, &["a", "b"], Mark::Same).await.unwrap();
    append(&store, &two, 0, &["x"], over()).await.unwrap();
    let file = folder.path().join("saved");
    backup(folder.path(), &file).unwrap();
    assert!(backup(folder.path(), &file).is_err(), "a file is never overwritten");
    append(&store, &one, 2, &["c"], Mark::Same).await.unwrap();
    let other = Folder::new();
    // There the data had another key.
    Sqlite::open(other.path()).unwrap().close();
    assert!(restore(&file, other.path()).unwrap().is_some());
    let nowhere = Folder::new();
    assert_eq!(
        restore(&file, nowhere.path()).unwrap(),
        None,
        "there was nothing before"
    );
    assert_eq!(check(nowhere.path()).unwrap().records, 3);
    assert_eq!(check(other.path()).unwrap().damage, []);
    let restored = Sqlite::open(other.path()).unwrap();
    let key = |store: &Sqlite| store.signer().unwrap().key();
    assert_eq!(key(&restored), key(&store), "logs are signed with the same key");
    assert_eq!(restored.records(&one).unwrap(), ["a", "b"]);
    assert_eq!(restored.finished(9).unwrap().len(), 1);
    // Not under a server, and not from half a backup.
    assert!(matches!(restore(&file, other.path()), Err(StoreError::InUse(_))));
    restored.close();
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    assert!(restore(&file, other.path()).is_err());
    assert_eq!(check(other.path()).unwrap().records, 3);
    store.close();
}

#[tokio::test]
async fn a_backup_holds_the_bans() {
    let (folder, other, saved) = (Folder::new(), Folder::new(), Folder::new());
    std::fs::create_dir_all(saved.path()).unwrap();
    let (without, with) = (saved.path().join("without"), saved.path().join("with"));
    let bans = |folder: &Folder, name: &str| std::fs::read_to_string(folder.path().join(name)).ok();
    let store = Sqlite::open(folder.path()).unwrap();
    backup(folder.path(), &without).unwrap();
    std::fs::write(folder.path().join("bans.json"), "[1]").unwrap();
    backup(folder.path(), &with).unwrap();
    store.close();
    restore(&with, other.path()).unwrap();
    assert_eq!(bans(&other, "bans.json").as_deref(), Some("[1]"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let found = std::fs::metadata(other.path().join("bans.json")).unwrap();
        assert_eq!(found.permissions().mode() & 0o777, 0o600);
    }
    assert_eq!(check(other.path()).unwrap().damage, []);
    // Bans are as they were when the backup was made, and those in force before are kept.
    restore(&without, other.path()).unwrap();
    assert_eq!(bans(&other, "bans.json"), None);
    assert_eq!(bans(&other, "before-restore-bans.json").as_deref(), Some("[1]"));
    // A backup of an earlier version says nothing about them.
    let old = Connection::open(&without).unwrap();
    old.execute_batch("DROP TABLE beside").unwrap();
    drop(old);
    std::fs::write(other.path().join("bans.json"), "[2]").unwrap();
    restore(&without, other.path()).unwrap();
    assert_eq!(bans(&other, "bans.json").as_deref(), Some("[2]"));
    // A backup that was copied into a folder by hand is usable too.
    let by_hand = Folder::new();
    std::fs::create_dir_all(by_hand.path()).unwrap();
    std::fs::copy(&with, by_hand.path().join("jantaku.db")).unwrap();
    Sqlite::open(by_hand.path()).unwrap().close();
    assert_eq!(check(by_hand.path()).unwrap().damage, []);
}

#[tokio::test]
async fn restoring_takes_only_backups_and_keeps_what_was_there() {
    let (folder, other) = (Folder::new(), Folder::new());
    let store = Sqlite::open(folder.path()).unwrap();
    append(&store, &TableId::random().unwrap(), 0, &["a"], Mark::Same)
        .await
        .unwrap();
    store.close();
    std::fs::create_dir_all(other.path()).unwrap();
    let (empty, foreign) = (other.path().join("empty"), other.path().join("foreign"));
    std::fs::write(&empty, "").unwrap();
    let cats = rusqlite::Connection::open(&foreign).unwrap();
    cats.execute_batch("CREATE TABLE cat (name TEXT); PRAGMA user_version = 3;")
        .unwrap();
    drop(cats);
    for file in [&empty, &foreign] {
        let refused = restore(file, folder.path()).unwrap_err().to_string();
        assert!(refused.contains("not a backup of a server's data"), "{refused}");
        assert_eq!(check(folder.path()).unwrap().records, 1);
    }
    let file = other.path().join("saved");
    backup(folder.path(), &file).unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    append(&store, &TableId::random().unwrap(), 0, &["b", "c"], Mark::Same)
        .await
        .unwrap();
    store.close();
    let kept = [(), ()].map(|()| restore(&file, folder.path()).unwrap().unwrap());
    assert_eq!(check(folder.path()).unwrap().records, 1);
    let lost = Folder::new();
    std::fs::create_dir_all(lost.path()).unwrap();
    std::fs::copy(&kept[0], lost.path().join("jantaku.db")).unwrap();
    assert_eq!(check(lost.path()).unwrap().records, 3, "the first data are still there");
    assert_ne!(kept[0], kept[1]);
}

#[tokio::test]
async fn new_data_are_whole_before_sqlite_first_tidies_up() {
    let folder = Folder::new();
    let store = Sqlite::open(folder.path()).unwrap();
    append(&store, &TableId::random().unwrap(), 0, &["a"], Mark::Same)
        .await
        .unwrap();
    assert_eq!(check(folder.path()).unwrap().damage, []);
    // As a killed server leaves them.
    let copy = Folder::new();
    std::fs::create_dir_all(copy.path()).unwrap();
    for name in ["jantaku.db", "jantaku.db-wal", "signing.key"] {
        std::fs::copy(folder.path().join(name), copy.path().join(name)).unwrap();
    }
    let header = std::fs::read(copy.path().join("jantaku.db")).unwrap();
    assert_eq!(header[56..60], [0; 4], "the file is still without an encoding");
    assert_eq!(check(copy.path()).unwrap().damage, []);
    let again = Sqlite::open(copy.path()).unwrap();
    assert!(!copy.path().join("damaged-jantaku.db").exists());
    again.close();
    store.close();
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_can_read_the_data() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let all = |folder: &Folder| {
        let files = std::fs::read_dir(folder.path()).unwrap();
        let mut modes: Vec<u32> = files.map(|file| mode(&file.unwrap().path())).collect();
        modes.dedup();
        (mode(folder.path()), modes)
    };
    let table = TableId::random().unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    append(&store, &table, 0, &["a"], Mark::Same).await.unwrap();
    backup(folder.path(), &folder.path().join("saved")).unwrap();
    assert_eq!(all(&folder), (0o700, vec![0o600]));
    store.close();
    // What an earlier version created is tightened.
    let open = |path: &std::path::Path, mode| std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    open(folder.path(), 0o755);
    open(&folder.path().join("jantaku.db"), 0o644);
    open(&folder.path().join("signing.key"), 0o644);
    let store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(all(&folder), (0o700, vec![0o600]));
    store.close();
}

/// An operator who reads this in the log must not look for a second server.
#[tokio::test]
async fn a_lock_of_another_program_is_called_one() {
    let folder = Folder::new();
    let table = TableId::random().unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    let other = Connection::open(folder.path().join("jantaku.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let locked = append(&store, &table, 0, &["a"], Mark::Same).await.unwrap_err();
    assert_eq!(locked.to_string(), "another program holds a lock on the database");
    assert!(locked.may_pass());
    other.execute_batch("COMMIT").unwrap();
    append(&store, &table, 0, &["a"], Mark::Same).await.unwrap();
    store.close();
}
