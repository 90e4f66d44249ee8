//! Several nodes with the same data: each table has one owner, and an owner that was paused writes nothing after its successor.

use crate::services::{self, Services};
use jantaku_server::record::Record;
use jantaku_server::store::{Append, Book, Claim, Epoch, Leases, Mark, Memory, Node, Postgres, Store, StoreError};
use jantaku_server::token::{SessionHash, TableId};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// Something that nodes share.
trait Shared {
    fn node(&self, name: &str) -> Box<dyn Store>;
}

impl Shared for Memory {
    fn node(&self, name: &str) -> Box<dyn Store> {
        Box::new(Memory::node(self, name))
    }
}

struct Database(String);

impl Shared for Database {
    fn node(&self, name: &str) -> Box<dyn Store> {
        Box::new(services::open(&self.0, name).unwrap())
    }
}

/// Runs a test for every store that can be shared.
macro_rules! contract {
    ($($name:ident)*) => {
        mod postgres {
            $(#[tokio::test] async fn $name() {
                super::$name(&super::Database(super::Services::shared().database())).await
            })*
        }
        mod simulated {
            $(#[tokio::test] async fn $name() { super::$name(&super::Memory::default()).await })*
        }
    };
}

contract! {
    a_living_owner_keeps_its_table
    a_successor_fences_the_owner_before_it
    a_table_that_is_given_up_is_free_at_once
    a_restarted_node_takes_its_tables_back
    a_dead_node_loses_its_tables_within_five_seconds
    each_orphan_is_adopted_once
    a_node_whose_name_is_taken_learns_of_it
    every_node_confirms_that_somebody_is_forgotten
}

fn of(store: &dyn Store) -> &dyn Leases {
    store.leases().unwrap()
}

async fn keep(store: &dyn Store, table: &TableId, epoch: Epoch, first: u32) -> Result<(), StoreError> {
    let (done, kept) = oneshot::channel();
    let append = Append {
        table: table.clone(),
        epoch,
        first,
        records: [first.to_string()].into(),
        book: None,
        place: None,
        mark: Mark::Same,
    };
    store.append(append, done);
    kept.await.unwrap()
}

async fn opened(store: &dyn Store) -> TableId {
    let table = TableId::random().unwrap();
    keep(store, &table, Epoch::FIRST, 0).await.unwrap();
    table
}

async fn release(store: &dyn Store, table: &TableId, epoch: Epoch) {
    let (done, released) = oneshot::channel();
    of(store).release(table, epoch, done);
    released.await.unwrap().unwrap();
}

async fn a_living_owner_keeps_its_table(shared: &impl Shared) {
    let [one, two] = ["one", "two"].map(|name| shared.node(name));
    let table = opened(&*one).await;
    // On a busy machine a lease must not run out before it is looked at.
    of(&*one).renew().unwrap();
    assert_eq!(of(&*two).claim(&table).unwrap(), Claim::Theirs(of(&*one).node()));
    of(&*one).renew().unwrap();
    assert_eq!(of(&*two).adopt(9).unwrap(), []);
    assert_eq!(of(&*two).claim(&TableId::random().unwrap()).unwrap(), Claim::NoTable);
    // The owner begins another tenure, for example after its room was put away.
    assert_eq!(of(&*one).claim(&table).unwrap(), Claim::Ours(Epoch(2)));
    assert_eq!(keep(&*one, &table, Epoch(1), 1).await, Err(StoreError::Fenced));
    keep(&*one, &table, Epoch(2), 1).await.unwrap();
}

async fn a_successor_fences_the_owner_before_it(shared: &impl Shared) {
    let [one, two] = ["one", "two"].map(|name| shared.node(name));
    let table = opened(&*one).await;
    release(&*one, &table, Epoch(1)).await;
    assert_eq!(of(&*two).claim(&table).unwrap(), Claim::Ours(Epoch(2)));
    // Before the successor has written anything, and after it.
    assert_eq!(keep(&*one, &table, Epoch(1), 1).await, Err(StoreError::Fenced));
    keep(&*two, &table, Epoch(2), 1).await.unwrap();
    for first in [1, 2] {
        assert_eq!(keep(&*one, &table, Epoch(1), first).await, Err(StoreError::Fenced));
    }
    // Nor can it give away what is no longer its own.
    release(&*one, &table, Epoch(1)).await;
    of(&*two).renew().unwrap();
    assert_eq!(of(&*one).claim(&table).unwrap(), Claim::Theirs(of(&*two).node()));
    assert_eq!(two.records(&table).unwrap(), ["0", "1"]);
}

async fn a_table_that_is_given_up_is_free_at_once(shared: &impl Shared) {
    let [one, two] = ["one", "two"].map(|name| shared.node(name));
    let tables = [opened(&*one).await, opened(&*one).await];
    release(&*one, &tables[0], Epoch(1)).await;
    of(&*one).renew().unwrap();
    assert_eq!(of(&*two).adopt(9).unwrap(), [(tables[0].clone(), Epoch(2))]);
    of(&*one).retire().unwrap();
    assert_eq!(of(&*two).adopt(9).unwrap(), [(tables[1].clone(), Epoch(2))]);
}

async fn a_restarted_node_takes_its_tables_back(shared: &impl Shared) {
    let before = shared.node("one");
    let table = opened(&*before).await;
    let after = shared.node("one");
    assert_eq!(of(&*after).adopt(9).unwrap(), [(table.clone(), Epoch(2))]);
    assert_eq!(keep(&*before, &table, Epoch(1), 1).await, Err(StoreError::Fenced));
}

async fn a_dead_node_loses_its_tables_within_five_seconds(shared: &impl Shared) {
    let [one, two] = ["one", "two"].map(|name| shared.node(name));
    let table = opened(&*one).await;
    let died = Instant::now();
    loop {
        of(&*two).renew().unwrap();
        let adopted = of(&*two).adopt(9).unwrap();
        if !adopted.is_empty() {
            assert_eq!(adopted, [(table.clone(), Epoch(2))]);
            break;
        }
        assert!(died.elapsed() < Duration::from_secs(60), "nobody adopts the table");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(of(&*two).lasts() < Duration::from_secs(5));
    // The first was only paused. It may live on, without its tables.
    of(&*one).renew().unwrap();
    assert_eq!(keep(&*one, &table, Epoch(1), 1).await, Err(StoreError::Fenced));
    of(&*two).renew().unwrap();
    assert_eq!(of(&*one).claim(&table).unwrap(), Claim::Theirs(of(&*two).node()));
}

async fn each_orphan_is_adopted_once(shared: &impl Shared) {
    let [one, two, three] = ["one", "two", "three"].map(|name| shared.node(name));
    let mut tables = Vec::new();
    for _ in 0..40 {
        tables.push(opened(&*one).await.to_string());
    }
    of(&*one).retire().unwrap();
    let mut adopted = Vec::new();
    std::thread::scope(|scope| {
        let takers = [&two, &three].map(|node| {
            scope.spawn(|| {
                let leases = of(&**node);
                let some = || {
                    leases.renew().unwrap();
                    Some(leases.adopt(3).unwrap()).filter(|taken| !taken.is_empty())
                };
                let all = std::iter::from_fn(some);
                all.flatten().map(|(table, _)| table.to_string()).collect::<Vec<_>>()
            })
        });
        for taker in takers {
            adopted.extend(taker.join().unwrap());
        }
    });
    tables.sort();
    adopted.sort();
    assert_eq!(adopted, tables);
}

async fn a_node_whose_name_is_taken_learns_of_it(shared: &impl Shared) {
    let before = shared.node("one");
    of(&*before).renew().unwrap();
    let _after = shared.node("one");
    assert_eq!(of(&*before).renew(), Err(StoreError::Fenced));
}

async fn every_node_confirms_that_somebody_is_forgotten(shared: &impl Shared) {
    let [one, two] = ["one", "two"].map(|name| shared.node(name));
    let mika = SessionHash::of("mika");
    let table = TableId::random().unwrap();
    let sat = Record::Sat {
        seat: 0,
        name: "Mika".to_owned(),
        session: mika,
        friend: false,
    };
    let (done, kept) = oneshot::channel();
    let append = Append {
        table: table.clone(),
        epoch: Epoch::FIRST,
        first: 0,
        records: [serde_json::to_string(&sat).unwrap()].into(),
        book: None,
        place: None,
        mark: Mark::Closed,
    };
    two.append(append, done);
    kept.await.unwrap().unwrap();
    let before = of(&*two).forgettings().unwrap();
    let tenure = vec![(table.clone(), Epoch::FIRST)];
    assert_eq!(of(&*two).outlived(tenure.clone()).unwrap(), []);
    assert_eq!(one.forget(vec![SessionHash::of("nobody")], 5).unwrap(), 0);
    assert_eq!(of(&*one).unconfirmed().unwrap(), [""; 0]);
    assert_eq!(one.forget(vec![mika], 5).unwrap(), 1);
    of(&*two).renew().unwrap();
    assert_eq!(of(&*one).unconfirmed().unwrap(), ["two"]);
    let after = of(&*two).forgettings().unwrap();
    assert_ne!(after, before);
    assert_eq!(of(&*two).outlived(tenure).unwrap(), [table]);
    let _late = shared.node("three");
    of(&*two).confirm(after).unwrap();
    assert_eq!(
        of(&*one).unconfirmed().unwrap(),
        [""; 0],
        "one that comes later has shown nobody"
    );
    assert_eq!(of(&*two).unconfirmed().unwrap(), ["one"]);
    of(&*one).retire().unwrap();
    assert_eq!(of(&*two).unconfirmed().unwrap(), [""; 0]);
}

#[tokio::test]
async fn a_node_without_a_bus_must_be_alone() {
    let database = Services::shared().database();
    let alone = |name: &str| Node {
        name: name.to_owned(),
        has_bus: false,
    };
    let first = Postgres::open(&database, &alone("one")).unwrap();
    for second in [alone("two"), services::node("two")] {
        let refused = Postgres::open(&database, &second).err().unwrap();
        assert!(
            matches!(&refused, StoreError::InUse(who) if who.contains("node one")),
            "{refused}"
        );
    }
    // The same name may start again.
    Postgres::open(&database, &alone("one")).unwrap();
    first.close();
}

#[tokio::test]
async fn a_layout_that_is_too_new_is_refused() {
    let database = Services::shared().database();
    services::open(&database, "one").unwrap().close();
    let step = |number: i32| services::sql(&database, &format!("INSERT INTO layout (step) VALUES ({number})"));
    // A node of this version goes on while the next one changes the layout, and may start again beside it.
    let before = services::open(&database, "one").unwrap();
    let table = opened(&before).await;
    services::sql(
        &database,
        "ALTER TABLE game ADD COLUMN colour text; ALTER TABLE record ADD COLUMN at timestamptz DEFAULT now();
        ALTER TABLE node ADD COLUMN version text; CREATE TABLE more (n integer)",
    );
    step(5);
    keep(&before, &table, Epoch::FIRST, 1).await.unwrap();
    of(&before).renew().unwrap();
    let after = services::open(&database, "one").unwrap();
    assert_eq!(of(&after).adopt(9).unwrap(), [(table.clone(), Epoch(2))]);
    keep(&after, &table, Epoch(2), 2).await.unwrap();
    assert_eq!(after.records(&table).unwrap(), ["0", "1", "2"]);
    after.close();
    step(6);
    let refused = services::open(&database, "one").err().unwrap().to_string();
    assert!(
        refused.contains("layout of the database is 6") && refused.contains("update this node"),
        "{refused}"
    );
}

/// One node removes the last game with a rulebook while another is in the middle of opening a table with it.
#[tokio::test(flavor = "multi_thread")]
async fn a_rulebook_stays_when_a_table_is_opened_with_it() {
    const GATE: u32 = 42;
    let database = Services::shared().database();
    let [one, two] = ["one", "two"].map(|name| services::open(&database, name).unwrap());
    let with_book = |table: &TableId, mark: Mark| Append {
        table: table.clone(),
        epoch: Epoch::FIRST,
        first: 0,
        records: ["0".to_owned()].into(),
        book: Some(Book {
            hash: "ab".repeat(32),
            text: "canonical".into(),
            replaced: None,
        }),
        place: None,
        mark,
    };
    let [old, new] = [(), ()].map(|()| TableId::random().unwrap());
    let (done, kept) = oneshot::channel();
    one.append(with_book(&old, Mark::Closed), done);
    kept.await.unwrap().unwrap();
    // New games wait at a gate, behind their rulebook.
    let gate = format!(
        "CREATE FUNCTION gate() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN PERFORM pg_advisory_xact_lock_shared({GATE}); RETURN NEW; END $$;
        CREATE TRIGGER gate BEFORE INSERT ON game FOR EACH ROW EXECUTE FUNCTION gate()"
    );
    services::sql(&database, &gate);
    let mut guard = services::session(&database);
    guard.say(&format!("SELECT pg_advisory_lock({GATE});"));
    let locks = |is_granted: bool, count: &str| {
        let locks = format!(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted = {is_granted}
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        );
        services::sql(&database, &locks).trim() == count
    };
    let until = |is_so: &dyn Fn() -> bool| {
        let began = Instant::now();
        while !is_so() {
            assert!(began.elapsed() < Duration::from_secs(60), "it never happens");
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    tokio::task::block_in_place(|| until(&|| locks(true, "1")));
    let (done, opened) = oneshot::channel();
    two.append(with_book(&new, Mark::Same), done);
    tokio::task::block_in_place(|| until(&|| locks(false, "1")));
    std::thread::scope(|scope| {
        let removing = scope.spawn(|| one.remove(vec![old.clone()]));
        until(&|| removing.is_finished() || locks(false, "2"));
        drop(guard);
        assert_eq!(removing.join().unwrap(), Ok(1));
    });
    opened.await.unwrap().unwrap();
    assert_eq!(two.book(&"ab".repeat(32)).unwrap().as_deref(), Some("canonical"));
    // Once no game needs it, it goes.
    let end = Append {
        first: 1,
        book: None,
        ..with_book(&new, Mark::Closed)
    };
    let (done, ended) = oneshot::channel();
    two.append(end, done);
    ended.await.unwrap().unwrap();
    assert_eq!(one.remove(vec![new]), Ok(1));
    assert_eq!(one.book(&"ab".repeat(32)).unwrap(), None);
}

#[tokio::test]
async fn nodes_that_start_together_lay_the_data_out_once() {
    let database = Services::shared().database();
    let keys: Vec<_> = std::thread::scope(|scope| {
        let open = |name: &'static str| {
            scope.spawn({
                let database = &database;
                move || services::open(database, name).unwrap().signer().unwrap().key()
            })
        };
        let opening = ["one", "two", "three", "four"].map(open);
        opening.into_iter().map(|opening| opening.join().unwrap()).collect()
    });
    assert!(keys.iter().all(|key| *key == keys[0]), "all nodes sign with one key");
    let steps = services::sql(&database, "SELECT step FROM layout ORDER BY step");
    let known: Vec<String> = (1..=steps.lines().count()).map(|step| step.to_string()).collect();
    assert_eq!(steps.lines().collect::<Vec<_>>(), known, "every step ran once");
    assert_eq!(services::sql(&database, "SELECT count(*) FROM node").trim(), "4");
}

/// PostgreSQL crashes under tables that append all the time. Every append that failed is tried again, as rooms do. Its operator would
/// rather have it fast than safe.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_or_doubled_when_postgres_crashes() {
    const CRASHES: usize = 3;
    let services = Services::new();
    let database = services.database();
    let name = database.rsplit('/').next().unwrap();
    services::sql(
        &database,
        &format!("ALTER DATABASE {name} SET synchronous_commit = off"),
    );
    let store = services::open(&database, "one").unwrap();
    let store: &'static Postgres = Box::leak(Box::new(store));
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let kept: &'static AtomicU32 = Box::leak(Box::default());
    let write = |table: TableId, stopped: tokio::sync::watch::Receiver<bool>| async move {
        let (mut n, mut failed) = (1, 0);
        while !*stopped.borrow() {
            match keep(store, &table, Epoch::FIRST, n).await {
                Ok(()) => {
                    n += 1;
                    kept.fetch_add(1, Ordering::Relaxed);
                }
                Err(error) if error.may_pass() => {
                    failed += 1;
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                Err(error) => panic!("{error}"),
            }
        }
        (table, n, failed)
    };
    let mut writers = Vec::new();
    for _ in 0..20 {
        let table = opened(store).await;
        writers.push(tokio::spawn(write(table, stopped.clone())));
    }
    let more_are_kept = async || {
        let before = kept.load(Ordering::Relaxed);
        let began = Instant::now();
        while kept.load(Ordering::Relaxed) < before + 100 {
            assert!(began.elapsed() < Duration::from_secs(60), "nothing is kept any more");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    for _ in 0..CRASHES {
        more_are_kept().await;
        tokio::task::block_in_place(|| services.crash_postgres());
    }
    more_are_kept().await;
    stop.send_replace(true);
    let mut failures = 0;
    for writer in writers {
        let (table, n, failed) = writer.await.unwrap();
        failures += failed;
        let mut again = store.records(&table);
        while again.as_ref().is_err_and(StoreError::may_pass) {
            again = store.records(&table);
        }
        assert_eq!(again.unwrap(), (0..n).map(|n| n.to_string()).collect::<Vec<_>>());
    }
    assert!(failures > 0, "no append met a crash");
}
