//! A server for one test, in a folder of its own.

use jantaku_rules::rulebook::library::Library;
use jantaku_server::config::{Config, Limits, MetricsAt, Pauses};
pub(crate) use jantaku_server::store::Memory;
use jantaku_server::store::Store;
use jantaku_server::{Running, start, start_with};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// A folder that is gone after the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "jantaku-{}-{}",
            std::process::id(),
            NEXT.fetch_add(1, Ordering::Relaxed)
        );
        Folder(std::env::temp_dir().join(name))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// How tests run a server: without pauses, on any port.
pub(crate) fn config(folder: &Folder) -> Config {
    Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        metrics: MetricsAt::Only(SocketAddr::from(([127, 0, 0, 1], 0))),
        data: folder.path().to_owned(),
        store: None,
        bus: None,
        node: Config::USUAL_NODE.to_owned(),
        public_origin: None,
        trusted_proxies: Vec::new(),
        pauses: Pauses::none(),
        // Scripts ask and answer faster than people do, and on a busy machine one may be far behind the others.
        limits: Limits {
            out_queue: 1 << 16,
            messages: u32::MAX,
            requests_per_address: usize::MAX,
            changes_per_address: usize::MAX,
            handshakes_per_address: usize::MAX,
            listed_per_address: usize::MAX,
            sign_ins_per_address: usize::MAX,
            ..Limits::default()
        },
        keep: Default::default(),
        keep_accounts: None,
        admin_key: None,
        log: Default::default(),
        tls: None,
        test_walls: true,
    }
}

/// Keeps paused time from moving on by itself while every task waits for the network: until this is dropped, only `advance` moves
/// it. A test that hangs loses its hold after ten minutes, and then runs into the time limits of its clients.
pub(crate) struct HeldTime(#[allow(dead_code, reason = "it is there to be dropped")] Sender<()>);

impl HeldTime {
    pub(crate) fn new() -> HeldTime {
        let (held, waits) = channel();
        tokio::task::spawn_blocking(move || waits.recv_timeout(Duration::from_secs(600)));
        HeldTime(held)
    }
}

/// A server that runs.
pub(crate) async fn serving(config: Config) -> Running {
    start(config, Library::builtin()).await.unwrap()
}

/// A server that keeps everything in memory, for tests that ask nothing of a disk and must not wait for one.
pub(crate) async fn serving_from_memory(config: Config) -> Running {
    serving_from(Arc::new(Memory::default()), config).await
}

/// The same, going on with what is stored there.
pub(crate) async fn serving_from(store: Arc<Memory>, config: Config) -> Running {
    let open = |_: &Config| Ok(store as Arc<dyn Store>);
    start_with(config, Library::builtin(), open).await.unwrap()
}
