//! One run: real servers, players over a simulated network, a simulated store, and faults, all from one seed in virtual time.

use crate::broker::Broker;
use crate::club::Club;
use crate::courier::{Courier, Machine};
use crate::faults::Faults;
use crate::planted::Planted;
use crate::player::Player;
use crate::storage::Disk;
use jantaku_rules::rulebook::library::Library;
use jantaku_server::config::{Config, Limits, MetricsAt, Pauses};
use jantaku_server::listener::Listener;
use jantaku_server::machine::simulate;
use jantaku_server::start_at;
use std::cell::RefCell;
use std::fs;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, LazyLock, Once};
use std::time::Duration;
use tokio::sync::Notify;
use turmoil::net::{TcpListener, TcpStream};

/// The nodes of a run, or the first of them.
const NODES: &[&str] = &["one", "two", "three"];
/// The machines of the players; each has its own way to the nodes.
pub(crate) const HOMES: &[&str] = &["east", "west"];
/// Where they listen.
pub(crate) const PORT: u16 = 8631;
/// How finely virtual time is cut.
const TICK: Duration = Duration::from_millis(20);
/// When a run must be over.
const LIMIT: Duration = Duration::from_secs(120);

static LIBRARY: LazyLock<Library> = LazyLock::new(|| Library::of([("quick.toml", include_str!("quick.toml"))]));

/// The only files of a run: the owner's key, the same for all.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join("jantaku-simulation");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("owner.key"), "nobody asks for it here\n").unwrap();
    folder
});

thread_local! {
    /// What the last panic on this thread said. Tokio hides it from everybody else.
    static PANICS: RefCell<Option<String>> = const { RefCell::new(None) };
}

static HOOK: Once = Once::new();

fn catch_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        match turmoil::in_simulation() {
            true => drop(PANICS.replace(Some(info.to_string()))),
            false => before(info),
        };
    }));
}

/// What all nodes share.
#[derive(Clone)]
pub(crate) struct Services {
    pub(crate) disk: Arc<Disk>,
    pub(crate) broker: Arc<Broker>,
}

/// What came of a run.
pub(crate) struct Outcome {
    /// The first thing that was wrong.
    pub(crate) wrong: Option<String>,
    /// A hash of everything that happened.
    pub(crate) trace: u64,
    /// Everything that happened, if that was asked for.
    pub(crate) story: String,
}

/// Runs a seed.
pub(crate) fn run(seed: u64, planted: Planted, tells: bool) -> Outcome {
    let courier = Courier::new(seed, tells);
    let _machine = simulate(Rc::new(Machine(Arc::clone(&courier))));
    let people = 1 + courier.below(3) as usize;
    let nodes = &NODES[..1 + courier.below(3) as usize];
    let services = Services {
        disk: Disk::new(&courier, planted),
        broker: Broker::new(&courier),
    };
    let club = Rc::new(Club::new(&courier, planted, nodes, people));
    PANICS.take();
    HOOK.call_once(catch_panics);
    let wrong = played(seed, &services, &club).err();
    let wrong = wrong.or_else(|| club.check(&services.disk, &LIBRARY).err());
    let wrong = PANICS
        .take()
        .map(|panic| format!("the server panicked: {panic}"))
        .or(wrong);
    Outcome {
        wrong,
        trace: courier.trace(),
        story: courier.story(),
    }
}

fn played(seed: u64, services: &Services, club: &Rc<Club>) -> Result<(), String> {
    let (courier, nodes) = (&club.courier, club.nodes);
    let mut sim = turmoil::Builder::new()
        .rng_seed(seed)
        .tick_duration(TICK)
        .simulation_duration(LIMIT)
        .min_message_latency(Duration::from_millis(1))
        .max_message_latency(courier.millis(5, 60))
        .build();
    let mut faults = Faults::new(courier, services, nodes);
    for node in nodes.iter().copied() {
        let (services, stop) = (services.clone(), faults.stop_of(node));
        sim.host(node, move || serve(node, services.clone(), Arc::clone(&stop)));
    }
    let wrong = Rc::new(RefCell::new(None));
    for (home, name) in HOMES.iter().enumerate() {
        let players: Vec<Player> = (0..club.people)
            .filter(|number| number % HOMES.len() == home)
            .map(|number| Player::new(club, number))
            .collect();
        let wrong = Rc::clone(&wrong);
        sim.client(*name, async move {
            let playing = players
                .into_iter()
                .map(|player| tokio::task::spawn_local(player.play()));
            for player in playing.collect::<Vec<_>>() {
                if let Err(what) = player.await? {
                    wrong.borrow_mut().get_or_insert(what);
                }
            }
            Ok(())
        });
    }
    loop {
        courier.advance(sim.elapsed());
        if faults.act(&mut sim) {
            club.calm_since.set(Some(sim.elapsed()));
        }
        if club.wants_restart() {
            nodes.iter().for_each(|node| sim.crash(*node));
        }
        let is_over = sim.step().map_err(|error| error.to_string())?;
        if let Some(wrong) = wrong.borrow_mut().take() {
            return Err(wrong);
        }
        if is_over {
            return Ok(());
        }
    }
}

/// One process of a node: it serves until it is stopped, or its store fails.
async fn serve(node: &'static str, services: Services, stop: Arc<Notify>) -> turmoil::Result {
    let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, PORT)).await?;
    let (disk, bus) = (services.disk, services.broker.of(node));
    let open = |_: &Config| disk.open(node);
    let started = start_at(|| Ok(Simulated(listener)), bus, config(node), LIBRARY.clone(), open).await;
    // Whoever runs it starts it again.
    let Ok(mut running) = started else {
        return Ok(());
    };
    tokio::select! {
        biased;
        () = stop.notified() => {}
        _ = running.broken() => {}
    }
    running.stop().await;
    Ok(())
}

struct Simulated(TcpListener);

impl Listener for Simulated {
    type Stream = TcpStream;

    async fn accept(&self) -> io::Result<(TcpStream, SocketAddr)> {
        self.0.accept().await
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

fn config(node: &str) -> Config {
    Config {
        listen: SocketAddr::from((Ipv4Addr::UNSPECIFIED, PORT)),
        metrics: MetricsAt::Nowhere,
        data: FOLDER.clone(),
        store: None,
        bus: None,
        node: node.to_owned(),
        public_origin: None,
        trusted_proxies: Vec::new(),
        tls: None,
        pauses: Pauses {
            bot: Duration::from_millis(20),
            between: Duration::from_millis(50),
            reading: Duration::from_secs(2),
            absence: Duration::from_secs(3),
            promise: Duration::from_secs(2),
            ..Pauses::none()
        },
        limits: Limits {
            handshakes_per_address: usize::MAX,
            ..Limits::default()
        },
        keep: Default::default(),
        keep_accounts: None,
        admin_key: Some(FOLDER.join("owner.key")),
        log: Default::default(),
        test_walls: false,
    }
}
