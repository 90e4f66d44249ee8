//! A disk that is full, and one that is broken.

use crate::client::Client;
use crate::server::{Folder, config};
use jantaku_rules::rulebook::library::Library;
use jantaku_server::store::{Append, Finished, Sqlite, Store, StoreError};
use jantaku_server::token::TableId;
use jantaku_server::{Running, start_with};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::SeqCst};
use tokio::sync::oneshot;

const WELL: u8 = 0;
const FULL: u8 = 1;
const BROKEN: u8 = 2;

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
    assert_eq!(refused.status, 503);
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
