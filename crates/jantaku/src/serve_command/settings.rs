//! What can be said of a server: on the command line, in a file, or not at all.
//!
//! Every flag of `serve` is a key of the file with the same name. A flag wins over the file, the file over the default.

use super::log::{LogLevel, LogPlace};
use super::size::Size;
use crate::failure::Failure;
use clap::{Arg, ArgAction, Args, Command};
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use jantaku_server::bus::is_nats;
use jantaku_server::config::{Config, Limits, MetricsAt, Pauses};
use jantaku_server::network::Network;
use jantaku_server::owner_key::OwnerKey;
use jantaku_server::recent_log::RecentLog;
use jantaku_server::store::{Keep, is_postgres};
use jantaku_server::tls::TlsFiles;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// Fewer connections would keep players out of their own games.
const LEAST_CONNECTIONS: usize = 8;

/// Addresses that may hold a password, and the variables that give them.
const STORE: (&str, &str) = ("store", "JANTAKU_STORE");
const BUS: (&str, &str) = ("bus", "JANTAKU_BUS");

/// Flags without a value here were not given.
#[derive(Args, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct Settings {
    /// The address to listen on [default: 127.0.0.1:8631]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<SocketAddr>,
    /// Where to serve metrics for Prometheus. Keep it private: they tell how many decisions were taken [default: 127.0.0.1:8731]
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,
    /// Where games are stored [default: JANTAKU_DATA, or the system's folder for application data]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
    /// Keep games in this PostgreSQL database, `postgres://user@host/name`, instead of the data folder [default: JANTAKU_STORE]
    #[arg(long, value_name = "ADDRESS")]
    store: Option<String>,
    /// Reach the other nodes that use the database over this NATS server, `nats://host:4222`; without it a node must be alone [default: JANTAKU_BUS]
    #[arg(long, value_name = "ADDRESS")]
    bus: Option<String>,
    /// The name of this node among those that share a database; a process that starts with the name of another takes its place [default: JANTAKU_NODE, or jantaku]
    #[arg(long, value_name = "NAME")]
    node: Option<String>,
    /// The public address, if browsers use a name: `https://mahjong.example`
    #[arg(long, value_name = "ORIGIN")]
    public_origin: Option<String>,
    /// Trust `X-Forwarded-For` from this proxy or network, such as `10.0.0.0/8`; repeat for more
    #[arg(long, value_name = "ADDRESS")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trusted_proxy: Vec<Network>,
    /// Serve HTTPS with this certificate chain (PEM); it is read again when it changes
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// The private key of the certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// Most connections from one address
    #[arg(long, value_name = "N")]
    connections_per_address: Option<usize>,
    /// Most tables opened from one address in ten minutes
    #[arg(long, value_name = "N")]
    tables_per_address: Option<usize>,
    /// Most tables that one address may have in the lobby at a time
    #[arg(long, value_name = "N")]
    listed_per_address: Option<usize>,
    /// Most passwords tried from one address at once; then six times as many in ten minutes
    #[arg(long, value_name = "N")]
    sign_ins_per_address: Option<usize>,
    /// Keep this many finished games and remove the oldest beyond them; without it all are kept
    #[arg(long, value_name = "N")]
    keep_games: Option<u32>,
    /// Remove finished games after so many days; without it they are kept however old they are
    #[arg(long, value_name = "N")]
    keep_days: Option<u32>,
    /// Delete accounts that nobody has used for so many days, as their owners could; without it they are kept
    #[arg(long, value_name = "N")]
    keep_accounts: Option<u32>,
    /// Open no table and no account when the stored data take this much, such as `10GiB`; running games go on [default: none]
    #[arg(long, value_name = "SIZE")]
    disk: Option<Size>,
    /// Open no table and no account for an address whose tables and accounts have stored this much [default: 1GiB]
    #[arg(long, value_name = "SIZE")]
    disk_per_address: Option<Size>,
    /// Open no table and no account when less than this is free on the disk; 0 keeps nothing free [default: 256MiB]
    #[arg(long, value_name = "SIZE")]
    free_disk: Option<Size>,
    /// The file with the owner's key for the admin page, at least 16 letters [default: owner.key in the data folder, made at the first start]
    #[arg(long, value_name = "FILE")]
    admin_key_file: Option<PathBuf>,
    /// For tests: no pauses for bots and claims. Pauses hide who can claim a tile, so keep them with people
    #[arg(long)]
    #[serde(skip_serializing_if = "is_false")]
    no_pauses: bool,
    /// For tests, never with people: whoever opens a table may set its walls
    #[arg(long)]
    #[serde(skip_serializing_if = "is_false")]
    test_walls: bool,
    /// How much to log [default: info]
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub(crate) log: Option<LogLevel>,
    /// Where to log: `stderr`, `journal`, or a folder with a file for each of the last 14 days [default: stderr]
    #[arg(long, value_name = "PLACE")]
    pub(crate) log_to: Option<LogPlace>,
    /// Log as lines of JSON
    #[arg(long)]
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) json_log: bool,
    /// Offer every rulebook file (`*.toml`) in this folder, as it is now: changes hold for new tables within seconds
    #[arg(long, value_name = "FOLDER")]
    pub(crate) books: Option<PathBuf>,
    /// Rulebook files. On the command line they belong to every command, so they are no flag of this one.
    #[arg(skip)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) book: Vec<PathBuf>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

impl Settings {
    /// What holds where nothing else is said.
    fn usual() -> Settings {
        let limits = Limits::default();
        Settings {
            listen: Some(Config::USUAL_ADDRESS),
            data: Some(data_folder()),
            store: named(STORE.1),
            bus: named(BUS.1),
            node: Some(named("JANTAKU_NODE").unwrap_or_else(|| Config::USUAL_NODE.to_owned())),
            connections_per_address: Some(limits.connections_per_address),
            tables_per_address: Some(limits.tables_per_address),
            listed_per_address: Some(limits.listed_per_address),
            sign_ins_per_address: Some(limits.sign_ins_per_address),
            disk: Some(Size(limits.disk)),
            disk_per_address: Some(Size(limits.disk_per_address)),
            free_disk: Some(Size(limits.free_disk)),
            log: Some(LogLevel::Info),
            log_to: Some(LogPlace::Stderr),
            ..Settings::default()
        }
    }

    /// These settings over those of a file, over the defaults.
    pub(crate) fn over(&self, file: Option<&Path>) -> Result<Settings, Failure> {
        let mut all = Settings::usual().table()?;
        if let Some(path) = file {
            all.extend(Settings::read(path)?.table()?);
        }
        all.extend(self.table()?);
        all.try_into().map_err(|error| Failure::Asked(error.to_string()))
    }

    fn read(path: &Path) -> Result<Settings, Failure> {
        let text = std::fs::read_to_string(path).map_err(|error| Failure::File(path.to_owned(), error))?;
        let mut settings: Settings =
            toml::from_str(&text).map_err(|error| Failure::Asked(format!("{}: {error}", path.display())))?;
        // Paths in a file are meant from where the file lies.
        let folder = path.parent().unwrap_or(Path::new(""));
        settings.paths(|path| *path = folder.join(&path));
        Ok(settings)
    }

    /// The same with paths that mean the same wherever a file with them lies.
    pub(crate) fn anywhere(mut self) -> Settings {
        self.paths(|path| {
            if let Ok(absolute) = std::path::absolute(&path) {
                *path = absolute;
            }
        });
        self
    }

    fn paths(&mut self, change: impl FnMut(&mut PathBuf)) {
        let log_to = self.log_to.as_mut().and_then(|place| match place {
            LogPlace::Folder(folder) => Some(folder),
            LogPlace::Stderr | LogPlace::Journal => None,
        });
        let Settings {
            book,
            books,
            data,
            tls_cert,
            tls_key,
            admin_key_file,
            ..
        } = self;
        let named = [books, data, tls_cert, tls_key, admin_key_file].into_iter().flatten();
        book.iter_mut().chain(named).chain(log_to).for_each(change);
    }

    /// By key. Fails for a path that is not Unicode, which no file could hold.
    fn table(&self) -> Result<Table, Failure> {
        Table::try_from(self).map_err(|error| Failure::Asked(format!("a setting cannot be used: {error}")))
    }

    /// What the server itself needs of them.
    pub(crate) fn config(&self) -> Result<Config, Failure> {
        let usual = Limits::default();
        let tls = match (self.tls_cert.clone(), self.tls_key.clone()) {
            (Some(cert), Some(key)) => Some(TlsFiles { cert, key }),
            (None, None) => None,
            _ => return Err(Failure::Asked("tls-cert and tls-key need each other".to_owned())),
        };
        if let Some(few) = self.connections_per_address.filter(|most| *most < LEAST_CONNECTIONS) {
            return Err(Failure::Asked(format!(
                "--connections-per-address {few}: expected at least {LEAST_CONNECTIONS}, because one browser opens several at a time"
            )));
        }
        if let Some(store) = self.store.as_deref().filter(|store| !is_postgres(store)) {
            return Err(Failure::Asked(format!(
                "--store {store}: expected a database such as postgres://user@host/name; games in a folder need only --data"
            )));
        }
        match (&self.bus, &self.store) {
            (Some(bus), _) if !is_nats(bus) => {
                return Err(Failure::Asked(format!(
                    "--bus {bus}: expected a NATS server such as nats://host:4222"
                )));
            }
            (Some(bus), None) => {
                return Err(Failure::Asked(format!(
                    "--bus {bus}: nodes that reach each other need the same database, --store postgres://user@host/name"
                )));
            }
            _ => {}
        }
        if let Some(node) = self.node.as_deref().filter(|node| !is_node_name(node)) {
            return Err(Failure::Asked(format!(
                "--node {node:?}: expected a short name without spaces, such as east or node-2"
            )));
        }
        Ok(Config {
            listen: self.listen.unwrap_or(Config::USUAL_ADDRESS),
            metrics: self.metrics.map_or(MetricsAt::Nowhere, MetricsAt::Only),
            data: self.data.clone().unwrap_or_else(data_folder),
            store: self.store.clone(),
            bus: self.bus.clone(),
            node: self.node.clone().unwrap_or_else(|| Config::USUAL_NODE.to_owned()),
            public_origin: self.public_origin.as_deref().map(origin).transpose()?,
            trusted_proxies: self.trusted_proxy.clone(),
            pauses: if self.no_pauses {
                Pauses::none()
            } else {
                Pauses::default()
            },
            limits: Limits {
                connections_per_address: self.connections_per_address.unwrap_or(usual.connections_per_address),
                tables_per_address: self.tables_per_address.unwrap_or(usual.tables_per_address),
                listed_per_address: self.listed_per_address.unwrap_or(usual.listed_per_address),
                sign_ins_per_address: self.sign_ins_per_address.unwrap_or(usual.sign_ins_per_address),
                disk: self.disk.map_or(usual.disk, |size| size.0),
                disk_per_address: self.disk_per_address.map_or(usual.disk_per_address, |size| size.0),
                free_disk: self.free_disk.map_or(usual.free_disk, Size::at_least),
                ..usual
            },
            keep: Keep {
                games: self.keep_games,
                days: self.keep_days,
            },
            keep_accounts: self.keep_accounts,
            admin_key: self.admin_key_file.clone(),
            log: RecentLog::default(),
            tls,
            test_walls: self.test_walls,
        })
    }

    /// What holds for a setting that nobody has made.
    fn unset(&self, key: &str) -> String {
        if let Some((_, variable)) = [STORE, BUS].into_iter().find(|(name, _)| *name == key) {
            return named(variable).map_or("none".to_owned(), |_| format!("the value of {variable}"));
        }
        let text = match key {
            "metrics" => Config::USUAL_METRICS.to_string(),
            "admin-key-file" => {
                let data = self.data.clone().unwrap_or_else(data_folder);
                OwnerKey::usual(&data).to_string_lossy().into_owned()
            }
            _ => return "none".to_owned(),
        };
        Value::String(text).to_string()
    }

    /// A file with which the same server starts. What is decided when it starts, and what is not set, is in comments; what the
    /// environment gives is left there, because it may hold a password.
    pub(crate) fn to_file(&self) -> Result<String, Failure> {
        let mut table = self.table()?;
        for (key, variable) in [STORE, BUS] {
            if table.get(key).and_then(Value::as_str) == named(variable).as_deref() {
                table.remove(key);
            }
        }
        let mut text = String::from(
            "# Settings of `jantaku serve --config FILE`. Flags win over this file. Lines that begin with `#` say what holds without them.\n",
        );
        let command = Settings::augment_args(Command::new("serve"));
        let books = Arg::new("book")
            .long("book")
            .value_name("FILE")
            .action(ArgAction::Append)
            .help("Rulebook files of your own");
        for arg in command.get_arguments().chain([&books]) {
            let Some(key) = arg.get_long() else { continue };
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            let _ = match (table.get(key), arg.get_action()) {
                (Some(value), _) => write!(text, "\n# {help}\n{key} = {value}\n"),
                (None, ArgAction::SetTrue) => write!(text, "\n# {help}\n{key} = false\n"),
                (None, ArgAction::Append) => write!(text, "\n# {help}\n{key} = []\n"),
                (None, _) => write!(text, "\n# {help}\n# {key} = {}\n", self.unset(key)),
            };
        }
        Ok(text)
    }
}

/// Can a node be called so, also in logs?
fn is_node_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    (1..=64).contains(&name.len()) && name.chars().all(is_plain)
}

/// An origin as browsers write it: without a path, in small letters, and without the port that its scheme has anyway.
fn origin(text: &str) -> Result<String, Failure> {
    let small = text.trim_end_matches('/').to_lowercase();
    let usual = |scheme: &str| match scheme {
        "https" => Some(":443"),
        "http" => Some(":80"),
        _ => None,
    };
    let parts = small.split_once("://");
    let parts = parts.and_then(|(scheme, name)| Some((scheme, name.strip_suffix(usual(scheme)?).unwrap_or(name))));
    let is_name = |name: &str| !name.is_empty() && !name.contains(|c: char| "/?#@\\*".contains(c) || c.is_whitespace());
    match parts {
        Some((scheme, name)) if is_name(name) => Ok(format!("{scheme}://{name}")),
        _ => Err(Failure::Asked(format!(
            "--public-origin {text}: expected what browsers show before the path, such as https://mahjong.example"
        ))),
    }
}

/// `JANTAKU_DATA`, or `jantaku` in the folder that the system keeps for the data of programs.
pub(crate) fn data_folder() -> PathBuf {
    let folder = std::env::var_os("JANTAKU_DATA").filter(|folder| !folder.is_empty());
    let usual = || {
        choose_native_strategy()
            .map(|folders| folders.data_dir())
            .unwrap_or_default()
    };
    folder.map_or_else(|| usual().join("jantaku"), PathBuf::from)
}

/// What the environment says, if anything.
fn named(variable: &str) -> Option<String> {
    std::env::var(variable).ok().filter(|value| !value.is_empty())
}
