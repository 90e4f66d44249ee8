//! What every store promises, whatever it is made of.

use crate::server::Folder;
use crate::services::{self, Services};
use jantaku_server::record::Record;
use jantaku_server::store::{
    AccountKey, AccountRow, Append, Book, Epoch, Finished, Keep, Mark, Memory, NotForgotten, Put, SavedEdition,
    SavedRow, Sqlite, Store, StoreError, Summary,
};
use jantaku_server::token::{SessionHash, TableId};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Where the process that is killed keeps its records.
const WRITES_TO: &str = "JANTAKU_WRITES_TO";

/// A store that ends and is opened again.
trait Place {
    fn open(&self) -> Arc<dyn Store>;

    /// Opens what is left of a store in use.
    fn reopened(&self, store: &Arc<dyn Store>) -> Arc<dyn Store> {
        store.close();
        self.open()
    }
}

impl Place for Folder {
    /// A process that another test starts at this moment has every open file for an instant, also the lock of a store that was closed.
    fn open(&self) -> Arc<dyn Store> {
        loop {
            match Sqlite::open(self.path()) {
                Err(StoreError::InUse(_)) => std::thread::yield_now(),
                opened => return Arc::new(opened.unwrap()),
            }
        }
    }
}

/// The folder of a process that is killed: the system still has what was written, and nothing was closed.
struct KilledFolder(Mutex<Vec<Folder>>);

impl KilledFolder {
    fn new() -> KilledFolder {
        KilledFolder(Mutex::new(vec![Folder::new()]))
    }
}

impl Place for KilledFolder {
    fn open(&self) -> Arc<dyn Store> {
        self.0.lock().unwrap().last().unwrap().open()
    }

    fn reopened(&self, _: &Arc<dyn Store>) -> Arc<dyn Store> {
        let left = Folder::new();
        std::fs::create_dir_all(left.path()).unwrap();
        let mut folders = self.0.lock().unwrap();
        for file in std::fs::read_dir(folders.last().unwrap().path()).unwrap() {
            let file = file.unwrap();
            std::fs::copy(file.path(), left.path().join(file.file_name())).unwrap();
        }
        folders.push(left);
        drop(folders);
        self.open()
    }
}

struct Database(String);

impl Place for Database {
    fn open(&self) -> Arc<dyn Store> {
        Arc::new(services::open(&self.0, "one").unwrap())
    }
}

/// A database whose server is stopped as by a power cut, and started again.
struct KilledDatabase {
    services: MutexGuard<'static, Services>,
    database: Database,
}

impl KilledDatabase {
    /// One test at a time has the server that is killed.
    fn new() -> KilledDatabase {
        static SERVICES: LazyLock<Mutex<Services>> = LazyLock::new(|| Mutex::new(Services::new()));
        let services = SERVICES.lock().unwrap_or_else(PoisonError::into_inner);
        KilledDatabase {
            database: Database(services.database()),
            services,
        }
    }
}

/// PostgreSQL looks at every file of every database when it starts after a crash.
impl Drop for KilledDatabase {
    fn drop(&mut self) {
        self.services.drop_database(&self.database.0);
    }
}

impl Place for KilledDatabase {
    fn open(&self) -> Arc<dyn Store> {
        self.database.open()
    }

    fn reopened(&self, _: &Arc<dyn Store>) -> Arc<dyn Store> {
        self.services.crash_postgres();
        self.open()
    }
}

struct Simulated(Arc<Memory>);

impl Place for Simulated {
    fn open(&self) -> Arc<dyn Store> {
        Arc::clone(&self.0) as Arc<dyn Store>
    }
}

/// A store of which nothing is left but its data at that moment.
#[derive(Default)]
struct KilledSimulated(Mutex<Arc<Memory>>);

impl Place for KilledSimulated {
    fn open(&self) -> Arc<dyn Store> {
        Arc::clone(&*self.0.lock().unwrap()) as Arc<dyn Store>
    }

    fn reopened(&self, _: &Arc<dyn Store>) -> Arc<dyn Store> {
        let mut memory = self.0.lock().unwrap();
        *memory = Arc::new(memory.copied());
        Arc::clone(&*memory) as Arc<dyn Store>
    }
}

/// Runs a test of the contract for every store, which is closed in the middle, and for every store, which is killed there.
macro_rules! contract {
    ($($name:ident)*) => {
        mod sqlite {
            $(#[tokio::test] async fn $name() { super::$name(&super::Folder::new()).await })*
        }
        mod sqlite_killed {
            $(#[tokio::test] async fn $name() { super::$name(&super::KilledFolder::new()).await })*
        }
        mod postgres {
            $(#[tokio::test] async fn $name() {
                super::$name(&super::Database(super::Services::shared().database())).await
            })*
        }
        mod postgres_killed {
            $(#[tokio::test] async fn $name() { super::$name(&super::KilledDatabase::new()).await })*
        }
        mod simulated {
            $(#[tokio::test] async fn $name() { super::$name(&super::Simulated(Default::default())).await })*
        }
        mod simulated_killed {
            $(#[tokio::test] async fn $name() { super::$name(&super::KilledSimulated::default()).await })*
        }
    };
}

contract! {
    records_come_back_in_order
    refuses_a_record_out_of_turn
    takes_the_same_append_once
    finished_games_are_listed_latest_first
    rulebooks_are_stored_once
    removes_only_games_that_are_over
    counts_what_each_address_stores
    forgets_a_player
    forgets_addresses
    signs_with_the_same_key_after_a_restart
    accounts_change_one_version_at_a_time
    saved_rulebooks_change_one_version_at_a_time
    forgets_what_somebody_saved
    games_are_found_by_who_played_them
    accounts_count_for_the_address_that_opened_them
    unused_accounts_are_found
    forgets_an_account_with_its_player
    forgets_in_a_running_game_whoever_has_given_everything_up
}

fn append(table: &TableId, first: u32, records: &[&str]) -> Append {
    Append {
        table: table.clone(),
        epoch: Epoch::FIRST,
        first,
        records: records.iter().map(|&record| record.to_owned()).collect(),
        book: None,
        place: None,
        mark: Mark::Same,
    }
}

async fn keep(store: &dyn Store, append: Append) -> Result<(), StoreError> {
    let (done, kept) = oneshot::channel();
    store.append(append, done);
    kept.await.unwrap()
}

fn table() -> TableId {
    TableId::random().unwrap()
}

fn over(ended: u32) -> Mark {
    let summary = serde_json::json!({ "id": ended.to_string(), "name": "Mika's table", "rules": "zan", "names": ["Mika", "Sora"],
        "points": [], "places": [], "ended": ended, "rulebook": { "en": "", "ja": "", "romaji": "", "zh": "" } });
    let summary: Summary = serde_json::from_value(summary).unwrap();
    Mark::Over(Box::new(Finished {
        summary,
        listed: true,
        sessions: vec![SessionHash::of("mika")],
        players: vec![vec![SessionHash::of("mika")]],
        tallies: Vec::new(),
    }))
}

async fn accounts_change_one_version_at_a_time(place: &impl Place) {
    let session = |name: &str| SessionHash::of(name);
    let row = |id: &str, name: &str, sessions: &[&str]| AccountRow {
        id: id.to_owned(),
        name: name.to_owned(),
        version: 0,
        body: format!("{{\"name\":\"{name}\"}}"),
        sessions: sessions.iter().map(|name| session(name)).collect(),
        place: Some(7),
        used: 100,
    };
    let store = place.open();
    let mika = row("a", "mika-ab2c", &["player", "laptop"]);
    assert_eq!(store.put_account(mika.clone()), Ok(Put::Stored));
    // Neither another account of the name or with one of the sessions, nor the same once more.
    for other in [
        row("b", "mika-ab2c", &["x"]),
        row("b", "sora-ab2c", &["x", "laptop"]),
        mika.clone(),
    ] {
        assert_eq!(store.put_account(other), Ok(Put::Outdated));
    }
    assert_eq!(
        store.account(&AccountKey::Session(session("x"))),
        Ok(None),
        "nothing of it is kept"
    );
    let stored = AccountRow {
        version: 1,
        ..mika.clone()
    };
    let keys = || {
        let by_session = ["player", "laptop"].map(|name| AccountKey::Session(session(name)));
        [AccountKey::Id("a".to_owned()), AccountKey::Name("mika-ab2c".to_owned())]
            .into_iter()
            .chain(by_session)
    };
    for key in keys() {
        assert_eq!(store.account(&key), Ok(Some(stored.clone())), "{key:?}");
    }
    // The next version replaces the sessions too; whoever read the one before comes too late.
    let next = AccountRow {
        body: "{}".to_owned(),
        sessions: vec![session("player"), session("phone")],
        ..stored.clone()
    };
    assert_eq!(store.put_account(next.clone()), Ok(Put::Stored));
    assert_eq!(store.put_account(stored), Ok(Put::Outdated));
    store.close();
    drop(store);
    let store = place.open();
    let now = AccountRow { version: 2, ..next };
    assert_eq!(store.account(&AccountKey::Session(session("phone"))), Ok(Some(now)));
    assert_eq!(store.account(&AccountKey::Session(session("laptop"))), Ok(None));
    assert_eq!(
        (store.remove_account("a"), store.remove_account("a")),
        (Ok(true), Ok(false))
    );
    assert!(keys().all(|key| store.account(&key) == Ok(None)));
    store.close();
}

/// A rulebook of a session, saved from an address.
fn book(name: &str, owner: &str, place: u64) -> SavedRow {
    SavedRow {
        name: name.to_owned(),
        version: 0,
        owner: SessionHash::of(owner),
        place: Some(place),
        listed: false,
        bytes: 0,
        edition: 1,
        body: "{}".to_owned(),
    }
}

fn edition(n: u32, text: &str) -> SavedEdition {
    SavedEdition {
        n,
        about: format!("{{\"who\":\"Mika {n}\"}}"),
        text: text.to_owned(),
    }
}

async fn saved_rulebooks_change_one_version_at_a_time(place: &impl Place) {
    let store = place.open();
    let first = book("club", "mika", 7);
    assert_eq!(
        store.put_saved(first.clone(), Some(edition(1, "one")), 2),
        Ok(Put::Stored)
    );
    // Nobody else takes the name, and nothing of the attempt is kept.
    let other = book("club", "sora", 8);
    assert_eq!(store.put_saved(other, Some(edition(1, "other")), 2), Ok(Put::Outdated));
    assert_eq!(store.saved_edition("club", 1), Ok(Some(edition(1, "one"))));
    let stored = store.saved("club").unwrap().unwrap();
    assert_eq!((stored.version, stored.owner), (1, SessionHash::of("mika")));
    let bytes = stored.bytes;
    assert!(bytes > 0 && store.stored_from(7..=7) == bytes && store.places() == [(7, bytes)]);
    // The next edition; whoever read the version before comes too late.
    let mut next = stored.clone();
    (next.edition, next.listed) = (2, true);
    assert_eq!(
        store.put_saved(next.clone(), Some(edition(2, "two — zwei")), 2),
        Ok(Put::Stored)
    );
    let mut late = stored;
    late.edition = 2;
    assert_eq!(store.put_saved(late, Some(edition(2, "late")), 2), Ok(Put::Outdated));
    let history = |store: &dyn Store| -> Vec<(u32, u32)> {
        let history = store.saved_history("club").unwrap();
        history.into_iter().map(|(n, bytes, _)| (n, bytes)).collect()
    };
    assert_eq!(history(&*store), [(2, 12), (1, 3)]);
    store.close();
    drop(store);
    let store = place.open();
    let mut next = store.saved("club").unwrap().unwrap();
    assert_eq!((next.version, next.edition, next.listed), (2, 2, true));
    // The oldest goes; a change without an edition keeps them.
    next.edition = 3;
    assert_eq!(store.put_saved(next, Some(edition(3, "three")), 2), Ok(Put::Stored));
    assert_eq!(history(&*store), [(3, 5), (2, 12)]);
    assert_eq!(store.saved_edition("club", 1), Ok(None));
    let mut hidden = store.saved("club").unwrap().unwrap();
    hidden.listed = false;
    assert_eq!(store.put_saved(hidden, None, 2), Ok(Put::Stored));
    assert_eq!(history(&*store).len(), 2);
    store
        .put_saved(book("zoo", "sora", 7), Some(edition(1, "z")), 2)
        .unwrap();
    let names = |owners: &[&str]| -> Vec<String> {
        let owners: Vec<SessionHash> = owners.iter().map(|owner| SessionHash::of(owner)).collect();
        store
            .saved_list(&owners)
            .unwrap()
            .into_iter()
            .map(|row| row.name)
            .collect()
    };
    assert_eq!(names(&[]), [] as [&str; 0]);
    assert_eq!(
        (names(&["mika"]), names(&["mika", "sora"])),
        (vec!["club".to_owned()], vec!["club".to_owned(), "zoo".to_owned()])
    );
    let count = store.saved_count(SessionHash::of("mika"), 7..=7).unwrap();
    assert_eq!((count.of_owner, count.from_place), (1, 2));
    assert_eq!(
        (store.remove_saved("club"), store.remove_saved("club")),
        (Ok(true), Ok(false))
    );
    assert_eq!(
        (store.saved("club"), store.saved_edition("club", 3)),
        (Ok(None), Ok(None))
    );
    store.close();
}

async fn forgets_what_somebody_saved(place: &impl Place) {
    let store = place.open();
    for (name, owner) in [("club", "mika"), ("house", "mika"), ("zoo", "sora")] {
        store
            .put_saved(book(name, owner, 7), Some(edition(1, name)), 2)
            .unwrap();
    }
    let people = store.people("Mika 1").unwrap();
    let found = people
        .iter()
        .find(|person| person.session == SessionHash::of("mika"))
        .unwrap();
    assert_eq!(found.books.iter().collect::<Vec<_>>(), ["club", "house"]);
    assert_eq!(store.forget(vec![SessionHash::of("mika")], 1), Ok(0));
    for (name, is_left) in [("club", false), ("house", false), ("zoo", true)] {
        assert_eq!(store.saved(name).unwrap().is_some(), is_left, "{name}");
        assert_eq!(store.saved_edition(name, 1).unwrap().is_some(), is_left, "{name}");
    }
    store.close();
}

/// An account with this player and one more device.
fn account(id: &str, place: u64, used: u64) -> AccountRow {
    AccountRow {
        id: id.to_owned(),
        name: format!("{id}-ab2c"),
        version: 0,
        body: serde_json::json!({ "name": id }).to_string(),
        sessions: vec![SessionHash::of(id), SessionHash::of(&format!("{id}'s phone"))],
        place: Some(place),
        used,
    }
}

async fn accounts_count_for_the_address_that_opened_them(place: &impl Place) {
    let store = place.open();
    for (id, from) in [("mika", 7), ("sora", 7), ("rin", 9)] {
        assert_eq!(store.put_account(account(id, from, 1)), Ok(Put::Stored));
    }
    let sizes = |store: &dyn Store| [7, 8, 9].map(|from| store.stored_from(from..=from));
    let [two, none, one] = sizes(&*store);
    assert!(one > 500 && two > one && none == 0, "{two} {none} {one}");
    assert_eq!(store.places(), [(7, two), (9, one)]);
    // What is added later counts too, and what is removed no longer.
    let row = store.account(&AccountKey::Id("rin".to_owned())).unwrap().unwrap();
    let longer = AccountRow {
        body: format!("{}{}", row.body, " ".repeat(1000)),
        ..row
    };
    assert_eq!(store.put_account(longer), Ok(Put::Stored));
    assert!(sizes(&*store)[2] >= one + 1000);
    assert_eq!(store.remove_account("mika"), Ok(true));
    let before = sizes(&*store);
    assert!(before[0] < two);
    let store = place.reopened(&store);
    assert_eq!(sizes(&*store), before);
}

async fn unused_accounts_are_found(place: &impl Place) {
    let store = place.open();
    for (id, used) in [("mika", 30), ("sora", 10), ("rin", 20)] {
        assert_eq!(store.put_account(account(id, 7, used)), Ok(Put::Stored));
    }
    let unused = |store: &dyn Store, before: u64, most: usize| -> Vec<String> {
        let found = store.unused_accounts(before, most).unwrap();
        found.into_iter().map(|row| row.id).collect()
    };
    assert_eq!(unused(&*store, 30, 9), ["sora", "rin"]);
    assert_eq!(unused(&*store, 30, 1), ["sora"]);
    store.touch_account("sora", 40).unwrap();
    store.touch_account("sora", 5).unwrap();
    store.touch_account("nobody", 40).unwrap();
    let store = place.reopened(&store);
    assert_eq!(unused(&*store, 40, 9), ["rin", "mika"]);
    let row = store.account(&AccountKey::Id("sora".to_owned())).unwrap().unwrap();
    assert_eq!((row.used, row.version), (40, 1), "to use it is no new version");
}

async fn forgets_an_account_with_its_player(place: &impl Place) {
    let store = place.open();
    for id in ["mika", "sora"] {
        assert_eq!(store.put_account(account(id, 7, 1)), Ok(Put::Stored));
    }
    // Who has an account is found without a game, by the name, the sign-in name or any session.
    let phone = SessionHash::of("mika's phone");
    for who in ["mika", "mika-ab2c", &phone.to_string()[..12]] {
        let found = store.people(who).unwrap();
        let [person] = &found[..] else {
            panic!("{who}: {found:?}")
        };
        assert_eq!(
            (person.session, person.account.as_deref()),
            (SessionHash::of("mika"), Some("mika-ab2c"))
        );
        assert!(person.sessions.contains(&phone) && person.games.is_empty());
    }
    let session = SessionHash::of("mika");
    let seat = serde_json::json!({ "r": "sat", "seat": 0, "name": "Mika", "session": phone }).to_string();
    let game = table();
    let end = Append {
        mark: over(3),
        ..append(&game, 0, &[&seat])
    };
    keep(&*store, end).await.unwrap();
    assert_eq!(store.people("mika").unwrap()[0].games.len(), 1, "of the other device");
    // One session of the account is enough to forget all of it.
    assert_eq!(store.forget(vec![session], 5), Ok(1));
    let store = place.reopened(&store);
    for key in [
        AccountKey::Id("mika".to_owned()),
        AccountKey::Name("mika-ab2c".to_owned()),
        AccountKey::Session(session),
        AccountKey::Session(phone),
    ] {
        assert_eq!(store.account(&key), Ok(None), "{key:?}");
    }
    let records = store.records(&game).unwrap();
    assert!(
        !records
            .iter()
            .any(|record| record.contains(&phone.to_string()) || record.contains("Mika"))
    );
    assert_eq!(store.people("mika").unwrap(), []);
    assert_eq!(store.people("sora").unwrap().len(), 1, "others stay");
    // The name can be given again.
    assert_eq!(store.put_account(account("mika", 7, 1)), Ok(Put::Stored));
}

async fn forgets_in_a_running_game_whoever_has_given_everything_up(place: &impl Place) {
    let store = place.open();
    let (mika, sora) = (SessionHash::of("mika"), SessionHash::of("sora"));
    let sat = |seat: u8, name: &str, session: SessionHash| {
        serde_json::json!({ "r": "sat", "seat": seat, "name": name, "session": session }).to_string()
    };
    let withdrawn = serde_json::json!({ "r": "withdrawn", "session": mika, "at": 4 }).to_string();
    let game = table();
    let first = [
        sat(0, "Mika", mika),
        sat(1, "Sora", sora),
        r#"{"r":"freed","seat":0}"#.to_owned(),
    ];
    let first: Vec<&str> = first.iter().map(String::as_str).collect();
    keep(&*store, append(&game, 0, &first)).await.unwrap();
    let plays = NotForgotten::Plays(vec![game.to_string()]);
    assert_eq!(store.forget(vec![mika], 5), Err(plays.clone()));
    keep(&*store, append(&game, 3, &[&withdrawn])).await.unwrap();
    assert_eq!(store.forget(vec![mika], 5), Ok(1));
    assert_eq!(store.forget(vec![sora], 5), Err(plays), "she plays on");
    let store = place.reopened(&store);
    let records = store.records(&game).unwrap();
    assert_eq!(store.running().unwrap(), std::slice::from_ref(&game));
    assert_eq!(
        records[3..],
        [r#"{"r":"forgotten","at":4}"#, r#"{"r":"forgotten","at":5}"#]
    );
    assert!(
        !records
            .iter()
            .any(|record| record.contains("Mika") || record.contains(&mika.to_string()))
    );
    assert!(records[1].contains("Sora"));
}

async fn games_are_found_by_who_played_them(place: &impl Place) {
    let store = place.open();
    for ended in [1, 3, 2] {
        let end = Append {
            mark: over(ended),
            ..append(&table(), 0, &["x"])
        };
        keep(&*store, end).await.unwrap();
    }
    let ended = |sessions: &[SessionHash], most: usize| -> Vec<u32> {
        let found = store.finished_of(sessions, most).unwrap();
        found.iter().map(|game| game.summary.ended).collect()
    };
    let [mika, sora] = ["mika", "sora"].map(SessionHash::of);
    assert_eq!(ended(&[sora, mika], 9), [3, 2, 1]);
    assert_eq!(ended(&[mika], 2), [3, 2]);
    assert!(ended(&[sora], 9).is_empty());
    assert!(ended(&[], 9).is_empty());
    store.close();
}

async fn records_come_back_in_order(place: &impl Place) {
    let [one, two, none] = [(), (), ()].map(|()| table());
    let store = place.open();
    keep(&*store, append(&one, 0, &["a", "b"])).await.unwrap();
    keep(&*store, append(&two, 0, &["x"])).await.unwrap();
    keep(&*store, append(&one, 2, &["c"])).await.unwrap();
    let end = Append {
        mark: over(1),
        ..append(&two, 1, &["y"])
    };
    keep(&*store, end).await.unwrap();
    // The table of a rematch is noted when the game is over.
    keep(&*store, append(&two, 2, &["z"])).await.unwrap();
    let check = |store: &dyn Store| {
        assert_eq!(store.records(&one).unwrap(), ["a", "b", "c"]);
        assert_eq!(store.records(&two).unwrap(), ["x", "y", "z"]);
        assert_eq!(store.records(&none).unwrap(), [""; 0]);
        assert_eq!(store.running().unwrap(), std::slice::from_ref(&one));
    };
    check(&*store);
    check(&*place.reopened(&store));
}

async fn refuses_a_record_out_of_turn(place: &impl Place) {
    let (store, one) = (place.open(), table());
    keep(&*store, append(&one, 0, &["a", "b"])).await.unwrap();
    let store = place.reopened(&store);
    for first in [0, 1, 3] {
        let refused = keep(&*store, append(&one, first, &["?"])).await;
        assert!(matches!(refused, Err(StoreError::Damaged(_))), "{first}: {refused:?}");
    }
    let refused = keep(&*store, append(&table(), 1, &["?"])).await;
    assert!(matches!(refused, Err(StoreError::Damaged(_))), "{refused:?}");
    keep(&*store, append(&one, 2, &["c"])).await.unwrap();
    assert_eq!(store.records(&one).unwrap(), ["a", "b", "c"]);
}

/// Many tables at once, each waiting for its own commit.
async fn takes_the_same_append_once(place: &impl Place) {
    let store = place.open();
    let tables: Vec<TableId> = (0..50).map(|_| table()).collect();
    for first in 0..4 {
        let waiting: Vec<_> = tables
            .iter()
            .map(|table| {
                let (done, kept) = oneshot::channel();
                store.append(append(table, first, &[&format!("{first}")]), done);
                kept
            })
            .collect();
        for kept in waiting {
            kept.await.unwrap().unwrap();
        }
    }
    let store = place.reopened(&store);
    for table in &tables {
        assert_eq!(store.records(table).unwrap(), ["0", "1", "2", "3"]);
    }
}

async fn finished_games_are_listed_latest_first(place: &impl Place) {
    let store = place.open();
    for ended in [5, 9, 7] {
        let (table, mut mark) = (table(), over(ended));
        if let Mark::Over(finished) = &mut mark {
            finished.summary.id = table.to_string();
        }
        let end = Append {
            mark,
            ..append(&table, 0, &["a"])
        };
        keep(&*store, end).await.unwrap();
    }
    let closed = Append {
        mark: Mark::Closed,
        ..append(&table(), 0, &["a"])
    };
    keep(&*store, closed).await.unwrap();
    let ended = |store: &dyn Store| -> Vec<u32> {
        let games = store.finished(2).unwrap();
        games.iter().map(|game| game.summary.ended).collect()
    };
    assert_eq!(ended(&*store), [9, 7]);
    let store = place.reopened(&store);
    assert_eq!(ended(&*store), [9, 7]);
    assert_eq!(store.running().unwrap(), []);
    let games = store.games().unwrap();
    assert_eq!((games.running, games.over, games.closed), (0, 3, 1));
    // One after the other, and with the same end by their ids.
    let mut before = None;
    let mut pages = Vec::new();
    while let Some(game) = store.finished_before(before, 1).unwrap().pop() {
        before = Some((game.summary.ended, game.summary.id.clone()));
        pages.push(game.summary.ended);
    }
    assert_eq!(pages, [9, 7, 5]);
    let ended = |before| store.finished_before(before, 9).unwrap().len();
    assert_eq!(ended(Some((7, String::new()))), 1);
    assert_eq!(ended(Some((7, "~".to_owned()))), 2);
}

async fn rulebooks_are_stored_once(place: &impl Place) {
    let store = place.open();
    let book = Book {
        hash: "5f".repeat(32),
        text: "canonical".into(),
        replaced: Some("[]".to_owned()),
    };
    for _ in 0..2 {
        let opened = Append {
            book: Some(book.clone()),
            ..append(&table(), 0, &["a"])
        };
        keep(&*store, opened).await.unwrap();
    }
    let store = place.reopened(&store);
    assert_eq!(store.book(&book.hash).unwrap().as_deref(), Some("canonical"));
    assert_eq!(store.replaced(&book.hash).unwrap().as_deref(), Some("[]"));
    assert_eq!(store.book("00").unwrap(), None);
}

async fn removes_only_games_that_are_over(place: &impl Place) {
    const DAY: u64 = 86_400;
    let store = place.open();
    let [runs, old, new] = [(), (), ()].map(|()| table());
    keep(&*store, append(&runs, 0, &["a"])).await.unwrap();
    for (table, ended) in [(&old, 1), (&new, 9 * DAY as u32)] {
        let end = Append {
            mark: over(ended),
            ..append(table, 0, &["a"])
        };
        keep(&*store, end).await.unwrap();
    }
    let store = place.reopened(&store);
    assert_eq!(store.outdated(Keep::default(), 10 * DAY, 9).unwrap(), []);
    for keep in [(None, Some(5)), (Some(1), None)] {
        let (games, days) = keep;
        let outdated = store.outdated(Keep { games, days }, 10 * DAY, 9).unwrap();
        assert_eq!(outdated, std::slice::from_ref(&old));
    }
    assert_eq!(store.remove(vec![old.clone(), runs.clone()]).unwrap(), 1);
    let store = place.reopened(&store);
    assert_eq!(store.records(&old).unwrap(), [""; 0]);
    assert_eq!(store.records(&new).unwrap(), ["a"]);
    keep(&*store, append(&runs, 1, &["b"])).await.unwrap();
}

async fn counts_what_each_address_stores(place: &impl Place) {
    let store = place.open();
    let [another, one] = [(), ()].map(|()| table());
    // The highest bit marks networks. A rulebook counts for whoever brings it first.
    let address = 7 | 1 << 63;
    let book = Book {
        hash: "5f".repeat(32),
        text: "canonical".into(),
        replaced: None,
    };
    for (table, place) in [(&another, None), (&one, Some(address))] {
        let opened = Append {
            place,
            book: Some(book.clone()),
            ..append(table, 0, &["ten bytes!"])
        };
        keep(&*store, opened).await.unwrap();
    }
    let before = store.stored_from(address..=address);
    assert!(before >= 10, "{before}");
    assert_eq!(store.size(&one), before);
    let end = Append {
        mark: over(1),
        ..append(&one, 1, &["ten bytes!"])
    };
    keep(&*store, end).await.unwrap();
    let store = place.reopened(&store);
    assert_eq!(store.stored_from(address..=address), 2 * before);
    assert_eq!(store.places(), [(address, 2 * before)]);
    assert_eq!(store.stored_from(8..=8), 0);
    assert_eq!(store.stored_from(address - 2..=address + 2), 2 * before);
    assert_eq!(store.stored_from(address + 1..=address + 9), 0);
}

async fn forgets_a_player(place: &impl Place) {
    let store = place.open();
    let [runs, done] = [(), ()].map(|()| table());
    let [mika, sora] = ["mika", "sora"].map(SessionHash::of);
    let sat = |seat, name: &str, session| {
        let name = name.to_owned();
        let friend = false;
        serde_json::to_string(&Record::Sat {
            seat,
            name,
            session,
            friend,
        })
        .unwrap()
    };
    let (first, second) = (sat(0, "Mika", mika), sat(1, "Sora", sora));
    let end = Append {
        mark: over(1),
        ..append(&done, 0, &[&first, &second])
    };
    keep(&*store, end).await.unwrap();
    keep(&*store, append(&runs, 0, &[&second])).await.unwrap();
    let store = place.reopened(&store);
    let found = store.people("Mika").unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].session, found[0].running.len()), (mika, 0));
    let plays = store.forget(vec![sora], 5).unwrap_err();
    assert_eq!(plays, NotForgotten::Plays(vec![runs.to_string()]));
    assert_eq!(store.forget(vec![mika], 5).unwrap(), 1);
    let store = place.reopened(&store);
    let records = store.records(&done).unwrap();
    assert_eq!(records.len(), 3);
    assert_eq!(records[1], second, "others stay as they were");
    let stored = format!("{records:?}{:?}", store.finished(1).unwrap());
    assert!(
        !stored.contains("Mika") && !stored.contains(&mika.to_string()),
        "{stored}"
    );
    assert_eq!(store.people("Mika").unwrap(), []);
}

/// Whoever asks for a rematch opens it from their address, though the host of it is another.
async fn forgets_addresses(place: &impl Place) {
    let store = place.open();
    let [mika, sora] = ["mika", "sora"].map(SessionHash::of);
    let opened = |seats: &[SessionHash]| {
        let person = |session: &SessionHash| serde_json::json!({ "who": "person", "name": "", "sessions": [session] });
        let seats: Vec<_> = seats.iter().map(person).collect();
        let hash = SessionHash::NOBODY;
        let opened = serde_json::json!({ "r": "opened", "rules": "zan", "hash": hash, "name": "", "clock": null, "spectators": true,
            "listed": true, "host": mika, "lister": 7001, "at": 1, "seats": seats });
        assert!(serde_json::from_value::<Record>(opened.clone()).is_ok());
        opened.to_string()
    };
    let listed = r#"{"r":"listed","place":7002}"#;
    let sent_away = r#"{"r":"agreed","present":true,"place":7003}"#;
    let tables = [table(), table()];
    for (table, seats) in [(&tables[0], vec![mika, sora]), (&tables[1], vec![mika])] {
        let game = Append {
            place: Some(7004),
            book: Some(Book {
                hash: "5f".repeat(32),
                text: "canonical".into(),
                replaced: None,
            }),
            mark: over(1),
            ..append(table, 0, &[&opened(&seats), listed, sent_away])
        };
        keep(&*store, game).await.unwrap();
    }
    let stored = store.stored_from(7004..=7004);
    assert_eq!(store.places(), [(7004, stored)]);
    assert_eq!(store.forget(vec![sora], 5).unwrap(), 1);
    let rest = store.stored_from(7004..=7004);
    assert!(0 < rest && rest < stored, "where she had no part, nothing changes");
    let store = place.reopened(&store);
    assert_eq!(store.forget(vec![mika], 5).unwrap(), 2);
    let store = place.reopened(&store);
    // What stays of the address is the same for both games, and not the address.
    let [(left, bytes)] = store.places()[..] else {
        panic!("{:?}", store.places())
    };
    assert!(left > u64::from(u32::MAX) && bytes == stored, "{left} {bytes} {stored}");
    assert_eq!(store.stored_from(left..=left), stored);
    for table in &tables {
        let records = store.records(table).unwrap();
        assert!(!records.iter().any(|record| record.contains("700")), "{records:?}");
        let readable = |record: &String| serde_json::from_str::<Record>(record).is_ok();
        assert!(records.iter().all(readable), "{records:?}");
    }
    // It goes with the games.
    assert_eq!(store.remove(tables.to_vec()).unwrap(), 2);
    assert_eq!(place.reopened(&store).places(), []);
}

async fn signs_with_the_same_key_after_a_restart(place: &impl Place) {
    let store = place.open();
    let key = store.signer().unwrap().key();
    assert_eq!(place.reopened(&store).signer().unwrap().key(), key);
}

#[tokio::test]
async fn what_sqlite_has_confirmed_survives_a_kill() {
    let folder = Folder::new();
    let confirmed = killed_while_writing(&folder.path().display().to_string());
    check_confirmed(&*folder.open(), &confirmed);
}

#[tokio::test]
async fn what_postgres_has_confirmed_survives_a_kill() {
    let database = Database(Services::shared().database());
    let confirmed = killed_while_writing(&database.0);
    check_confirmed(&*database.open(), &confirmed);
}

/// Kills a process that appends to many tables; the last record of each that it said was stored.
fn killed_while_writing(place: &str) -> Vec<(TableId, u32)> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "contract::writes_until_it_is_killed", "--nocapture"])
        .env(WRITES_TO, place)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut confirmed: std::collections::HashMap<TableId, u32> = Default::default();
    let mut note = |line: std::io::Result<String>| {
        let line = line.unwrap_or_default();
        let Some((table, n)) = line.strip_prefix("kept ").and_then(|line| line.split_once(' ')) else {
            return false;
        };
        if let (Some(table), Ok(n)) = (TableId::read(table), n.parse()) {
            confirmed.insert(table, n);
        }
        true
    };
    let mut heard = 0;
    while heard < 500 {
        heard += usize::from(note(lines.next().unwrap()));
    }
    child.kill().unwrap();
    for line in lines {
        note(line);
    }
    child.wait().unwrap();
    assert_eq!(confirmed.len(), 20);
    confirmed.into_iter().collect()
}

/// Everything confirmed is there, and at most one record more: the one that was on its way.
fn check_confirmed(store: &dyn Store, confirmed: &[(TableId, u32)]) {
    for (table, last) in confirmed {
        let records: Vec<u32> = store
            .records(table)
            .unwrap()
            .iter()
            .map(|n| n.parse().unwrap())
            .collect();
        let count = records.len() as u32;
        assert_eq!(records, (0..count).collect::<Vec<_>>());
        assert!(
            count == last + 1 || count == last + 2,
            "{table}: {last} was confirmed, {count} are there"
        );
    }
}

/// Not a test by itself: the process that the tests above kill.
#[tokio::test]
async fn writes_until_it_is_killed() {
    let Ok(place) = std::env::var(WRITES_TO) else {
        return;
    };
    let store: Arc<dyn Store> = match place.starts_with("postgres") {
        true => Arc::new(services::open(&place, "killed").unwrap()),
        false => Arc::new(Sqlite::open(place.as_ref()).unwrap()),
    };
    let tables: Vec<TableId> = (0..20).map(|_| table()).collect();
    for n in 0.. {
        let waiting: Vec<_> = tables
            .iter()
            .map(|table| {
                let (done, kept) = oneshot::channel();
                store.append(append(table, n, &[&n.to_string()]), done);
                (table, kept)
            })
            .collect();
        for (table, kept) in waiting {
            kept.await.unwrap().unwrap();
            println!("kept {table} {n}");
        }
    }
}
