//! Settings of a server.

use crate::network::Network;
use crate::recent_log::RecentLog;
use crate::store::Keep;
use crate::tls::TlsFiles;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Config {
    pub listen: SocketAddr,
    /// Where the metrics are, for the operator alone: counters tell how many decisions were taken.
    pub metrics: MetricsAt,
    pub data: PathBuf,
    /// The database that keeps the games; none for the file in the data folder.
    pub store: Option<String>,
    /// The bus over which nodes with the same database reach each other; none for a node that is alone.
    pub bus: Option<String>,
    /// The name of this node among those that share the database.
    pub node: String,
    /// The public address, if it is a name: `https://mahjong.example`.
    pub public_origin: Option<String>,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<Network>,
    /// Serve HTTPS directly.
    pub tls: Option<TlsFiles>,
    pub pauses: Pauses,
    pub limits: Limits,
    /// Which finished games are kept.
    pub keep: Keep,
    /// For how many days an account is kept that nobody uses; none for ever.
    pub keep_accounts: Option<u32>,
    /// The file of the owner's key; none for the one in the data folder.
    pub admin_key: Option<PathBuf>,
    /// The last lines of the log, for the admin page.
    pub log: RecentLog,
    /// Lets whoever opens a table stack its walls. Only for tests.
    pub test_walls: bool,
}

impl Config {
    /// The name of a node that is not given one.
    pub const USUAL_NODE: &str = "jantaku";
    /// Where a server listens if nobody says otherwise: this machine only.
    pub const USUAL_ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8631);
    /// The same for its metrics.
    pub const USUAL_METRICS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8731);

    /// Do browsers come over HTTPS, here or at a proxy?
    pub(crate) fn is_secure(&self) -> bool {
        let public = self.public_origin.as_deref();
        self.tls.is_some() || public.is_some_and(|origin| origin.starts_with("https://"))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MetricsAt {
    Nowhere,
    /// Here, unless another program uses the address.
    Preferably(SocketAddr),
    /// Here, or the server does not start.
    Only(SocketAddr),
}

/// How long things take. None depends on what a player holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pauses {
    /// After each tile that others might claim, whether or not anybody can.
    pub window: Duration,
    /// What a bot usually takes for its turn.
    pub bot: Duration,
    /// Between two hands, if no person reads the score sheet.
    pub between: Duration,
    /// The same if somebody could read it and does not say so; less at tables with a quick clock.
    pub reading: Duration,
    /// The longest break that players can agree to.
    pub rest: Duration,
    /// Until a bot plays for a player who is gone.
    pub absence: Duration,
    /// Until the seat of a player who is gone from a running game can be freed.
    pub freeable: Duration,
    /// Until a bot plays for a player who is connected but does nothing, at tables without a clock.
    pub idle: Duration,
    /// For commitments, and again for reveals.
    pub promise: Duration,
    /// Until an open table that everybody has left is closed.
    pub abandoned: Duration,
    /// For the answers to a question that somebody asks the table.
    pub question: Duration,
    /// Until somebody may ask again whose question came to nothing.
    pub ask_again: Duration,
    /// More time for those who were asked something when the server stopped.
    pub restart: Duration,
    /// Until somebody who asks too often is told so.
    pub refusal: Duration,
}

impl Default for Pauses {
    fn default() -> Pauses {
        Pauses {
            window: Duration::from_millis(600),
            bot: Duration::from_millis(700),
            between: Duration::from_secs(3),
            reading: Duration::from_secs(60),
            rest: Duration::from_secs(900),
            absence: Duration::from_secs(20),
            freeable: Duration::from_secs(180),
            idle: Duration::from_secs(600),
            promise: Duration::from_secs(10),
            abandoned: Duration::from_secs(1800),
            question: Duration::from_secs(60),
            ask_again: Duration::from_secs(20),
            restart: Duration::from_secs(20),
            refusal: Duration::from_secs(1),
        }
    }
}

impl Pauses {
    /// No pauses for bots, claims and refusals, for tests.
    pub fn none() -> Pauses {
        Pauses {
            window: Duration::ZERO,
            bot: Duration::ZERO,
            between: Duration::ZERO,
            refusal: Duration::ZERO,
            ..Pauses::default()
        }
    }
}

/// Upper limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    pub connections: usize,
    /// Connections from one address; a whole club may sit behind one.
    pub connections_per_address: usize,
    /// Sockets that one address may open in a minute, after its first burst.
    pub handshakes_per_address: usize,
    /// Requests of one address in a minute.
    pub requests_per_address: usize,
    /// Of those, the ones that change something.
    pub changes_per_address: usize,
    pub tables: usize,
    /// Tables that one address may open in ten minutes.
    pub tables_per_address: usize,
    /// Tables in the lobby that one address may have waiting for players at a time.
    pub listed_per_address: usize,
    /// Passwords that one address may try and accounts that it may open at once: each costs a hash that takes long. In ten minutes it may
    /// do so six times as often.
    pub sign_ins_per_address: usize,
    /// Rulebooks that one person may save, and those from one address.
    pub books_per_person: usize,
    pub books_per_address: usize,
    /// Texts of rulebooks that one address may have checked in a minute.
    pub drafts_per_address: usize,
    /// Games behind the statistics of a rulebook.
    pub simulated_games: u64,
    /// Bytes that everything stored may take on the disk, those that the tables and rulebooks of one address may take, and those that must stay free. When
    /// one is reached no table is opened; running games go on.
    pub disk: u64,
    pub disk_per_address: u64,
    pub free_disk: u64,
    /// Bytes of a table beyond which players can only play. A long game has a tenth of it.
    pub disk_per_table: u64,
    /// Sockets of one session at one table.
    pub sockets_per_session: usize,
    /// Sockets of spectators at one table, and those among them from one address. Players do not count: they always get in.
    pub spectators_per_table: usize,
    pub spectators_per_address: usize,
    /// Messages of one socket in [`Limits::MESSAGE_SPAN`].
    pub messages: u32,
    /// Messages that wait for a slow client before it is let go.
    pub out_queue: usize,
}

impl Limits {
    /// The longest frame or message of a client.
    pub const MESSAGE_BYTES: usize = 4096;
    /// The longest body of a request.
    pub const BODY_BYTES: usize = 4096;
    /// The same of a request with the text of a rulebook.
    pub const BOOK_BYTES: usize = 512 << 10;
    /// The span for counting messages.
    pub const MESSAGE_SPAN: Duration = Duration::from_secs(20);
    /// How often a silent client is pinged.
    pub const PING: Duration = Duration::from_secs(5);
    /// How long the head of a request may take.
    pub const HEADER: Duration = Duration::from_secs(5);
    /// How long a request may take.
    pub const REQUEST: Duration = Duration::from_secs(20);
    /// How long a client may take nothing of an answer.
    pub const STALLED: Duration = Duration::from_secs(20);
    /// The span for counting tables of one address.
    pub const TABLE_SPAN: Duration = Duration::from_secs(600);
    /// The span for counting sockets and requests of one address.
    pub const REQUEST_SPAN: Duration = Duration::from_secs(60);
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 18_000,
            connections_per_address: 300,
            handshakes_per_address: 60,
            requests_per_address: 6000,
            changes_per_address: 600,
            tables: 12_000,
            tables_per_address: 120,
            listed_per_address: 20,
            sign_ins_per_address: 8,
            books_per_person: 50,
            books_per_address: 200,
            drafts_per_address: 240,
            simulated_games: 1000,
            disk: u64::MAX,
            disk_per_address: 1 << 30,
            free_disk: 256 << 20,
            disk_per_table: 8 << 20,
            sockets_per_session: 4,
            spectators_per_table: 200,
            spectators_per_address: 20,
            messages: 100,
            out_queue: 64,
        }
    }
}
