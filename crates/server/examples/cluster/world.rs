//! Nodes as if each were a machine: a network namespace with one cable to the players, one to PostgreSQL and one to NATS.

use crate::client::Client;
use crate::process::{NodeAt, Process};
use crate::services::Services;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

const PORT: u16 = 8631;

/// Something that may be cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cable {
    Players = 0,
    Postgres = 1,
    Nats = 2,
}

/// A machine with a node, which runs or not.
pub(crate) struct Machine {
    at: NodeAt,
    pub(crate) process: Option<Process>,
}

pub(crate) fn may_make_networks() -> bool {
    let done = Command::new("ip").args(["netns", "add", "jantaku-try"]).output();
    let may = done.is_ok_and(|done| done.status.success());
    if may {
        ip(&["netns", "del", "jantaku-try"]);
    }
    may
}

impl Machine {
    /// Plugs the cables in. Behind those to PostgreSQL and NATS something passes everything on.
    pub(crate) async fn new(number: usize, services: &Services, database: &str, folder: &Path) -> Machine {
        let namespace = format!("jantaku-{number}");
        let _ = Command::new("ip").args(["netns", "del", &namespace]).output();
        ip(&["netns", "add", &namespace]);
        ip(&["-n", &namespace, "link", "set", "lo", "up"]);
        for cable in [Cable::Players, Cable::Postgres, Cable::Nats] {
            let [ours, theirs] = ["h", "n"].map(|end| end_of(number, cable, end));
            let _ = Command::new("ip").args(["link", "del", &ours]).output();
            ip(&["link", "add", &ours, "type", "veth", "peer", "name", &theirs]);
            ip(&["link", "set", &theirs, "netns", &namespace]);
            ip(&[
                "addr",
                "add",
                &format!("{}/30", address(number, cable, 1)),
                "dev",
                &ours,
            ]);
            ip(&[
                "-n",
                &namespace,
                "addr",
                "add",
                &format!("{}/30", address(number, cable, 2)),
                "dev",
                &theirs,
            ]);
            ip(&["link", "set", &ours, "up"]);
            ip(&["-n", &namespace, "link", "set", &theirs, "up"]);
        }
        let through = |cable: Cable| SocketAddr::from((address(number, cable, 1), 4000));
        pass_on(through(Cable::Postgres), host_of(database)).await;
        pass_on(through(Cable::Nats), host_of(&services.nats)).await;
        let name = database.rsplit('/').next().unwrap();
        Machine {
            at: NodeAt {
                name: format!("node-{number}"),
                namespace: Some(namespace),
                address: SocketAddr::from((address(number, Cable::Players, 2), PORT)),
                folder: folder.join(number.to_string()),
                store: format!("postgres://jantaku@{}/{name}", through(Cable::Postgres)),
                bus: format!("nats://{}", through(Cable::Nats)),
            },
            process: None,
        }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.at.address
    }

    /// Starts the node, as often as it takes: PostgreSQL or NATS may be away.
    pub(crate) async fn start(&mut self) {
        loop {
            self.process = Process::start_node(&self.at).await;
            // PostgreSQL may be gone again.
            let answers = async {
                let answer = Client::new(self.at.address, 0).try_ask("GET", "/healthz", "", "").await;
                answer.is_ok_and(|answer| answer.status == 200)
            };
            if self.process.is_some() && timeout(Duration::from_secs(10), answers).await.unwrap_or(false) {
                return;
            }
            drop(self.process.take());
            sleep(Duration::from_millis(200)).await;
        }
    }
}

/// Pulls a cable of a machine out, or puts it back.
pub(crate) fn cut(number: usize, cable: Cable, is_cut: bool) {
    let state = if is_cut { "down" } else { "up" };
    ip(&["link", "set", &end_of(number, cable, "h"), state]);
}

impl Drop for Machine {
    fn drop(&mut self) {
        drop(self.process.take());
        if let Some(namespace) = &self.at.namespace {
            let _ = Command::new("ip").args(["netns", "del", namespace]).output();
        }
    }
}

fn end_of(number: usize, cable: Cable, end: &str) -> String {
    format!("jc{number}{}{end}", cable as u8)
}

fn address(number: usize, cable: Cable, end: u8) -> Ipv4Addr {
    Ipv4Addr::new(10, 177, number as u8, cable as u8 * 4 + end)
}

fn host_of(address: &str) -> SocketAddr {
    let host = address.rsplit("//").next().unwrap().rsplit('@').next().unwrap();
    host.split('/').next().unwrap().parse().unwrap()
}

/// Passes connections on to a server of this machine.
async fn pass_on(from: SocketAddr, to: SocketAddr) {
    let listener = TcpListener::bind(from).await.unwrap();
    tokio::spawn(async move {
        loop {
            let Ok((mut one, _)) = listener.accept().await else {
                continue;
            };
            tokio::spawn(async move {
                if let Ok(mut other) = TcpStream::connect(to).await {
                    let _ = (one.set_nodelay(true), other.set_nodelay(true));
                    let _ = copy_bidirectional(&mut one, &mut other).await;
                }
            });
        }
    });
}

fn ip(words: &[&str]) {
    let done = Command::new("ip").args(words).output().unwrap();
    let says = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "ip {}: {says}", words.join(" "));
}
