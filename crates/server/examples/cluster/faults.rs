//! One fault a second, then calm, in which every table must go on.

use crate::players::{self, Everybody, Table};
use crate::services::{Services, sql};
use crate::world::{Cable, Machine, cut};
use jantaku_table::shuffle::Stream;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{Instant, sleep};

/// Faults between two times of calm.
const TOGETHER: usize = 10;
/// After a fault, every table goes on within this time.
const BACK: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_secs(10);
/// And each player is back within this time when a node is replaced.
const REPLACED: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fault {
    Kill,
    Pause,
    CutNats,
    CutPostgres,
    RestartPostgres,
    RestartNats,
}

impl Fault {
    const ALL: [Fault; 6] = [
        Fault::Kill,
        Fault::Pause,
        Fault::CutNats,
        Fault::CutPostgres,
        Fault::RestartPostgres,
        Fault::RestartNats,
    ];

    fn needs_node(self) -> bool {
        !matches!(self, Fault::RestartPostgres | Fault::RestartNats)
    }

    /// The six kinds in rounds, each round in another order, so that all come equally often.
    fn shuffled(dice: &mut Stream) -> Vec<Fault> {
        let mut round = Fault::ALL.to_vec();
        for last in (1..round.len()).rev() {
            round.swap(last, dice.below(last as u32 + 1) as usize);
        }
        round
    }
}

/// A node, and what of it a fault has in its hands: the process, or a cable.
struct Target {
    number: usize,
    machine: Arc<Mutex<Machine>>,
    postgres: Arc<Mutex<()>>,
    nats: Arc<Mutex<()>>,
}

/// Held as long as a fault lasts.
enum Hold {
    Services,
    Process(OwnedMutexGuard<Machine>),
    Cable(usize, Cable, OwnedMutexGuard<()>),
}

impl Target {
    fn new(number: usize, machine: Machine) -> Target {
        Target {
            number,
            machine: Arc::new(Mutex::new(machine)),
            postgres: Arc::default(),
            nats: Arc::default(),
        }
    }

    fn has_fault(&self) -> bool {
        self.machine.try_lock().is_err() || self.postgres.try_lock().is_err() || self.nats.try_lock().is_err()
    }

    /// What a fault needs of this node, if no other fault has it.
    fn hold(&self, fault: Fault) -> Option<Hold> {
        let cable = |cable: Cable, lock: &Arc<Mutex<()>>| {
            let held = Arc::clone(lock).try_lock_owned().ok()?;
            Some(Hold::Cable(self.number, cable, held))
        };
        match fault {
            Fault::CutPostgres => cable(Cable::Postgres, &self.postgres),
            Fault::CutNats => cable(Cable::Nats, &self.nats),
            _ => Arc::clone(&self.machine).try_lock_owned().ok().map(Hold::Process),
        }
    }
}

pub(crate) async fn run(nodes: usize, tables: usize, faults: usize, seed: u8) {
    let folder = std::env::temp_dir().join(format!("jantaku-cluster-{}", std::process::id()));
    let services = Arc::new(spawn_blocking(Services::new).await.unwrap());
    let database = services.database();
    let mut targets: Vec<Target> = Vec::new();
    for number in 0..nodes {
        let mut machine = Machine::new(number, &services, &database, &folder).await;
        machine.start().await;
        targets.push(Target::new(number, machine));
    }
    let mut addresses = Vec::new();
    for target in &targets {
        addresses.push(target.machine.lock().await.address());
    }
    let everybody = Arc::new(Everybody {
        nodes: addresses,
        stop: AtomicBool::new(false),
        returns: Default::default(),
        slowest_ms: Default::default(),
    });
    println!("{nodes} nodes; seating four players at each of {tables} tables");
    let (tables, players) = players::seat(&everybody, tables).await;
    all_go_on(&tables, "at the start").await;
    println!("faults by seed {seed}");
    let mut dice = Stream::new(&[seed; 32]);
    let mut round: Vec<Fault> = Vec::new();
    let mut counts: BTreeMap<Fault, u32> = BTreeMap::new();
    let mut slowest = Duration::ZERO;
    let mut running: Vec<JoinHandle<()>> = Vec::new();
    for number in 1..=faults {
        if round.is_empty() {
            round = Fault::shuffled(&mut dice);
        }
        let fault = round.pop().unwrap();
        let what = begin(fault, &targets, &services, &mut dice, &mut running).await;
        *counts.entry(fault).or_default() += 1;
        println!("fault {number}: {what}, {} returns", everybody.returns.load(Relaxed));
        sleep(Duration::from_secs(1)).await;
        if number % TOGETHER == 0 || number == faults {
            for fault in running.drain(..) {
                fault.await.unwrap();
            }
            let took = all_go_on(&tables, "after the faults").await;
            println!("calm: every table goes on after {} ms", took.as_millis());
            slowest = slowest.max(took);
        }
    }
    // A deploy: one node after another is stopped and started again.
    everybody.slowest_ms.store(0, Relaxed);
    for target in &targets {
        let mut machine = target.machine.lock().await;
        machine.process.take().unwrap().stop().await;
        machine.start().await;
        all_go_on(&tables, "in the rolling restart").await;
    }
    let pause = Duration::from_millis(everybody.slowest_ms.load(Relaxed));
    println!(
        "rolling restart of {nodes} nodes: the slowest player was back after {} ms (at most {} ms)",
        pause.as_millis(),
        REPLACED.as_millis(),
    );
    everybody.stop.store(true, Relaxed);
    let mut clients = Vec::new();
    for player in players {
        clients.push(player.await.expect("a player lost something"));
    }
    // What the nodes have in memory does not count: everything is told again from the database.
    for target in &targets {
        let process = target.machine.lock().await.process.take();
        process.unwrap().stop().await;
    }
    let mut first = targets[0].machine.lock().await;
    first.start().await;
    let address = first.address();
    let mut frames = 0;
    for client in clients {
        frames += players::compare(client, address).await;
    }
    one_owner_at_a_time(&database);
    drop(first.process.take());
    let _ = std::fs::remove_dir_all(&folder);
    println!(
        "{faults} faults ({}), {} tables of four at {nodes} nodes: {frames} frames compared and all the same, {} returns, every table went on within {} ms of the last fault's end (at most {} ms); one owner in every tenure",
        counts
            .iter()
            .map(|(fault, times)| format!("{fault:?} {times}"))
            .collect::<Vec<_>>()
            .join(", "),
        tables.len(),
        everybody.returns.load(Relaxed),
        slowest.as_millis(),
        BACK.as_millis(),
    );
    assert!(slowest <= BACK, "a table took too long");
    assert!(pause <= REPLACED, "a restart was too long for a player");
}

/// Begins a fault that ends by itself, at any node, as soon as another would still be without one; what it is.
async fn begin(
    fault: Fault,
    targets: &[Target],
    services: &Arc<Services>,
    dice: &mut Stream,
    running: &mut Vec<JoinHandle<()>>,
) -> String {
    let start = dice.below(targets.len() as u32) as usize;
    let lasts = Duration::from_millis(u64::from(1000 + dice.below(4000)));
    let (what, hold) = loop {
        if !fault.needs_node() {
            break (format!("{fault:?}"), Hold::Services);
        }
        let well = targets.iter().filter(|target| !target.has_fault()).count();
        let order = (0..targets.len()).map(|place| &targets[(start + place) % targets.len()]);
        let mut may = order.filter(|target| well > 1 || target.has_fault() || targets.len() == 1);
        if let Some((number, hold)) = may.find_map(|target| Some((target.number, target.hold(fault)?))) {
            break (format!("{fault:?} of node {number}"), hold);
        }
        sleep(Duration::from_millis(20)).await;
    };
    let services = Arc::clone(services);
    running.push(tokio::spawn(async move {
        match hold {
            Hold::Services if fault == Fault::RestartPostgres => {
                spawn_blocking(move || services.crash_postgres()).await.unwrap();
            }
            Hold::Services => spawn_blocking(move || services.restart_nats()).await.unwrap(),
            Hold::Process(mut machine) if fault == Fault::Kill => {
                if let Some(mut process) = machine.process.take() {
                    process.kill();
                }
                sleep(lasts).await;
                machine.start().await;
            }
            Hold::Process(machine) => {
                if let Some(process) = &machine.process {
                    process.freeze();
                    sleep(PAUSE).await;
                    process.thaw();
                }
            }
            Hold::Cable(number, cable, _held) => {
                cut(number, cable, true);
                sleep(lasts).await;
                cut(number, cable, false);
            }
        }
    }));
    what
}

/// Waits until players of every table hear something new; how long that took.
async fn all_go_on(tables: &[Arc<Table>], when: &str) -> Duration {
    let before: Vec<u64> = tables.iter().map(|table| table.frames.load(Relaxed)).collect();
    let began = Instant::now();
    loop {
        let stands = |(table, before): &(&Arc<Table>, &u64)| {
            table.frames.load(Relaxed) == **before && !table.is_over.load(Relaxed)
        };
        let standing: Vec<&str> = tables
            .iter()
            .zip(&before)
            .filter(stands)
            .map(|(table, _)| table.id.as_str())
            .collect();
        if standing.is_empty() {
            return began.elapsed();
        }
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "{when} {} tables stand still, such as {}",
            standing.len(),
            standing[0]
        );
        sleep(Duration::from_millis(20)).await;
    }
}

/// Epochs only rise, every one has one owner, and no record is missing.
fn one_owner_at_a_time(database: &str) {
    let falls =
        "SELECT count(*) FROM (SELECT epoch, lag(epoch) OVER (PARTITION BY game ORDER BY n) AS before FROM record) AS r
        WHERE epoch < before";
    assert_eq!(sql(database, falls).trim(), "0", "an owner wrote after its successor");
    let nobody = "SELECT count(*) FROM record WHERE NOT EXISTS
        (SELECT 1 FROM tenure WHERE tenure.game = record.game AND tenure.epoch = record.epoch)";
    assert_eq!(sql(database, nobody).trim(), "0", "somebody wrote without a tenure");
    let two = "SELECT count(*) FROM (SELECT game, epoch FROM tenure GROUP BY game, epoch HAVING count(DISTINCT node) > 1) AS t";
    assert_eq!(sql(database, two).trim(), "0", "a tenure has two owners");
    let gaps = "SELECT count(*) FROM game WHERE count <> (SELECT count(*) FROM record WHERE record.game = game.id)";
    assert_eq!(sql(database, gaps).trim(), "0", "records are missing");
}
