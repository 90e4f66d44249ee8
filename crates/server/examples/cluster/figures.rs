//! What one, two and three nodes can do beside a single process with SQLite, and what PostgreSQL takes.

use crate::honest::{Host, Load, Measured};
use crate::process::{NodeAt, Process, free_port};
use crate::services::Services;
use jantaku_server::store::{Append, Epoch, Mark, Node, Postgres, Store};
use jantaku_server::token::TableId;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

const STAGE: Duration = Duration::from_secs(8);
/// Beyond this a server is too slow.
const TOO_SLOW_MS: f64 = 50.0;
/// Tables that write at the same time, for the figure of the store alone.
const WRITERS: usize = 512;

pub(crate) async fn print(tables: u32) {
    let folder = std::env::temp_dir().join(format!("jantaku-cluster-load-{}", std::process::id()));
    let services = spawn_blocking(Services::start).await.unwrap();
    std::panic::set_hook(Box::new(|_| {}));
    println!(
        "PostgreSQL alone, group commit, {WRITERS} tables: {:.0} events/s",
        events(&services).await
    );
    println!("{tables} tables of four, sockets spread over the nodes");
    println!("server               actions/s   p50 ms   p99 ms   CPU us/action   KiB/table");
    let address = SocketAddr::from(([127, 0, 0, 1], free_port()));
    let single = Process::start(&folder.join("sqlite"), address).await;
    climb("SQLite", tables, vec![single], Host::Ours(address)).await;
    for nodes in 1..=3 {
        let database = services.database(&format!("load_{nodes}"));
        let mut processes = Vec::new();
        let mut addresses = Vec::new();
        for number in 0..nodes {
            let at = node(number, &services, &database, &folder);
            addresses.push(at.address);
            processes.push(Process::start_node(&at).await.expect("the node starts"));
        }
        let name = format!("PostgreSQL, {nodes} nodes");
        climb(&name, tables, processes, Host::Nodes(addresses.leak())).await;
    }
    services.stop();
    let _ = std::fs::remove_dir_all(&folder);
}

fn node(number: usize, services: &Services, database: &str, folder: &Path) -> NodeAt {
    NodeAt {
        name: format!("node-{number}"),
        namespace: None,
        address: SocketAddr::from(([127, 0, 0, 1], free_port())),
        folder: folder.join(format!("{}-{number}", database.rsplit('/').next().unwrap())),
        store: database.to_owned(),
        bus: services.nats.clone(),
    }
}

/// One action a second at each table, then more until it is too slow.
async fn climb(name: &str, tables: u32, processes: Vec<Process>, host: Host) {
    let weight = || {
        processes
            .iter()
            .map(Process::weight)
            .fold((0, 0.0), |all, one| (all.0 + one.0, all.1 + one.1))
    };
    let (empty, _) = weight();
    let load = Load::seat(host, tables).await;
    let kib = (weight().0 - empty) * 1024 / u64::from(tables);
    let mut rate = f64::from(tables);
    loop {
        let (_, before) = weight();
        let interval = Duration::from_secs_f64(f64::from(tables) / rate);
        let Measured { actions, p50, p99, .. } = load.measure(interval, STAGE).await;
        let (_, after) = weight();
        let seconds = STAGE.as_secs_f64();
        let cost = (after - before) * 1e6 / (actions as f64 * (seconds + 2.0) / seconds);
        println!(
            "{name:18}   {:9.0}   {p50:6.1}   {p99:6.1}   {cost:13.0}   {kib:9}",
            actions as f64 / seconds
        );
        if p99 > TOO_SLOW_MS || rate > f64::from(tables) * 50.0 {
            return;
        }
        rate *= 2.0;
    }
}

/// How many events a second the store takes from many tables, each of which waits for its last one.
async fn events(services: &Services) -> f64 {
    const SPAN: Duration = Duration::from_secs(5);
    let node = Node {
        name: "alone".to_owned(),
        has_bus: false,
    };
    let database = services.database("load_store");
    let store: Arc<dyn Store> = Arc::new(Postgres::open(&database, &node).unwrap());
    let (kept, stop) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
    let writers: Vec<_> = (0..WRITERS)
        .map(|_| {
            let (store, kept, stop) = (Arc::clone(&store), Arc::clone(&kept), Arc::clone(&stop));
            tokio::spawn(async move {
                let table = TableId::random().unwrap();
                let record = format!("{{\"event\":\"{}\"}}", "x".repeat(80));
                let mut first = 0;
                while !stop.load(Relaxed) {
                    let (done, stored) = oneshot::channel();
                    let append = Append {
                        table: table.clone(),
                        epoch: Epoch::FIRST,
                        first,
                        records: [record.clone()].into(),
                        book: None,
                        place: None,
                        mark: Mark::Same,
                    };
                    store.append(append, done);
                    stored.await.unwrap().unwrap();
                    first += 1;
                    kept.fetch_add(1, Relaxed);
                }
            })
        })
        .collect();
    sleep(Duration::from_secs(2)).await;
    let before = kept.load(Relaxed);
    sleep(SPAN).await;
    let events = kept.load(Relaxed) - before;
    stop.store(true, Relaxed);
    for writer in writers {
        writer.await.unwrap();
    }
    spawn_blocking(move || store.close()).await.unwrap();
    events as f64 / SPAN.as_secs_f64()
}
