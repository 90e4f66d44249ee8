//! A server in a process of its own, which can be killed and weighed.

use jantaku_rules::rulebook::library::Library;
use jantaku_server::config::{Config, Limits, MetricsAt, Pauses};
use jantaku_server::start;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::Duration;
use tokio::net::TcpStream;

const MARK: &str = "JANTAKU_CHILD";

/// A running server.
pub(crate) struct Process(Child);

/// What a node is told at its start.
pub(crate) struct NodeAt {
    pub(crate) name: String,
    pub(crate) namespace: Option<String>,
    pub(crate) address: SocketAddr,
    pub(crate) folder: PathBuf,
    pub(crate) store: String,
    pub(crate) bus: String,
}

impl Process {
    /// Starts this program again as a server, and waits until it answers.
    pub(crate) async fn start(folder: &Path, address: SocketAddr) -> Process {
        Process::start_as(MARK, folder, address).await
    }

    /// The same with the variable that says which server it is.
    pub(crate) async fn start_as(mark: &str, folder: &Path, address: SocketAddr) -> Process {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.env(mark, format!("{address}|{}", folder.display()));
        Process::started(command, address)
            .await
            .expect("the server does not start")
    }

    /// The same with one processor to itself.
    #[allow(dead_code, reason = "only hostile clients must not share it")]
    pub(crate) async fn start_on(processor: &str, mark: &str, folder: &Path, address: SocketAddr) -> Process {
        let mut command = Command::new("taskset");
        command
            .args(["--cpu-list", processor])
            .arg(std::env::current_exe().unwrap());
        command.env(mark, format!("{address}|{}", folder.display()));
        Process::started(command, address)
            .await
            .expect("the server does not start")
    }

    /// A node of several, perhaps in a network namespace; none if it does not start.
    #[allow(dead_code, reason = "only the cluster asks for it")]
    pub(crate) async fn start_node(node: &NodeAt) -> Option<Process> {
        let program = std::env::current_exe().unwrap();
        let mut command = match &node.namespace {
            Some(namespace) => {
                let mut command = Command::new("ip");
                command.args(["netns", "exec", namespace]).arg(program);
                command
            }
            None => Command::new(program),
        };
        command
            .env(MARK, format!("{}|{}", node.address, node.folder.display()))
            .env("JANTAKU_STORE", &node.store)
            .env("JANTAKU_BUS", &node.bus)
            .env("JANTAKU_NODE", &node.name);
        Process::started(command, node.address).await
    }

    /// Waits until it answers; none if it ends before.
    async fn started(mut command: Command, address: SocketAddr) -> Option<Process> {
        let mut process = Process(command.spawn().unwrap());
        while TcpStream::connect(address).await.is_err() {
            if process.0.try_wait().unwrap().is_some() {
                return None;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        Some(process)
    }

    /// SIGTERM, and waits until it has stopped.
    #[allow(dead_code, reason = "only the cluster asks for it")]
    pub(crate) async fn stop(mut self) {
        self.signal("-TERM");
        while self.0.try_wait().unwrap().is_none() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Stops the process in the middle of what it does, and waits until all of its threads have stopped.
    #[allow(dead_code, reason = "only the power cut asks for it")]
    pub(crate) fn freeze(&self) {
        self.signal("-STOP");
        let tasks = format!("/proc/{}/task", self.0.id());
        let is_stopped = |task: std::fs::DirEntry| {
            let stat = std::fs::read_to_string(task.path().join("stat")).unwrap_or_default();
            stat.rsplit(") ")
                .next()
                .is_some_and(|stat| stat.starts_with(['T', 'Z']))
        };
        while !std::fs::read_dir(&tasks).unwrap().flatten().all(is_stopped) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Lets a frozen process go on.
    #[allow(dead_code, reason = "only the power cut asks for it")]
    pub(crate) fn thaw(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.0.id().to_string()]).status();
        assert!(sent.unwrap().success(), "no signal could be sent");
    }

    /// SIGKILL.
    pub(crate) fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    /// Memory in MiB, and seconds of processor time so far.
    pub(crate) fn weight(&self) -> (u64, f64) {
        let read = |what: &str| std::fs::read_to_string(format!("/proc/{}/{what}", self.0.id())).unwrap_or_default();
        let status = read("status");
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))
            .unwrap_or("0");
        let kib: u64 = line.trim().trim_end_matches(" kB").parse().unwrap_or(0);
        let stat = read("stat");
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
        let ticks = |field: usize| {
            fields
                .get(field)
                .and_then(|field| field.parse::<f64>().ok())
                .unwrap_or(0.0)
        };
        (kib / 1024, (ticks(11) + ticks(12)) / 100.0)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Is this the server?
pub(crate) fn is_child() -> bool {
    std::env::var_os(MARK).is_some()
}

/// Where a process that was started with this variable listens and keeps its data.
pub(crate) fn place(mark: &str) -> Option<(SocketAddr, PathBuf)> {
    let place = std::env::var(mark).ok()?;
    let (address, folder) = place.split_once('|')?;
    Some((address.parse().ok()?, folder.into()))
}

/// No limits for each address: all clients may come from one. A socket may send this many messages in a while.
pub(crate) fn without_limits(messages: u32) -> Limits {
    Limits {
        connections_per_address: usize::MAX,
        handshakes_per_address: usize::MAX,
        requests_per_address: usize::MAX,
        changes_per_address: usize::MAX,
        tables_per_address: usize::MAX,
        listed_per_address: usize::MAX,
        messages,
        ..Limits::default()
    }
}

/// Serves until it is killed.
pub(crate) async fn serve(limits: Limits, pauses: Pauses) {
    serve_as(MARK, limits, pauses, MetricsAt::Nowhere).await;
}

/// The same for a process that was started with this variable.
pub(crate) async fn serve_as(mark: &str, limits: Limits, pauses: Pauses, metrics: MetricsAt) {
    let (listen, data) = place(mark).unwrap();
    let named = |name: &str| std::env::var(name).ok();
    let config = Config {
        listen,
        metrics,
        data,
        store: named("JANTAKU_STORE"),
        bus: named("JANTAKU_BUS"),
        node: named("JANTAKU_NODE").unwrap_or_else(|| Config::USUAL_NODE.to_owned()),
        public_origin: None,
        trusted_proxies: Vec::new(),
        pauses,
        limits,
        keep: Default::default(),
        keep_accounts: None,
        admin_key: None,
        log: Default::default(),
        tls: None,
        test_walls: true,
    };
    let mut running = match start(config, Library::builtin()).await {
        Ok(running) => running,
        Err(why) => {
            eprintln!("{why}");
            std::process::exit(1);
        }
    };
    let mut term = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()).unwrap();
    tokio::select! {
        why = running.broken() => panic!("{why}"),
        _ = term.recv() => running.stop().await,
    }
}

/// A port that nobody uses.
pub(crate) fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port()
}
