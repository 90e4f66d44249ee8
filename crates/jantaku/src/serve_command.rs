//! `jantaku serve`, and `jantaku` without a command: tables in the browser.

use crate::failure::Failure;
use crate::screen;
use clap::{Args, ValueEnum};
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use jantaku_rules::rulebook::library::Library;
use jantaku_server::config::{Config, Limits, Pauses};
use jantaku_server::network::Network;
use jantaku_server::{Running, ServeError, start};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use tracing::Level;

/// The first port that `jantaku` without a command tries, and how many after it.
const PORT: u16 = 8631;
const PORTS: u16 = 10;

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8631")]
    listen: SocketAddr,
    /// Where games are stored [default: JANTAKU_DATA, or the system's folder for application data]
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The public address, if browsers use a name: `https://mahjong.example`
    #[arg(long, value_name = "ORIGIN")]
    public_origin: Option<String>,
    /// Trust `X-Forwarded-For` from this proxy or network, such as `10.0.0.0/8`; repeat for more
    #[arg(long, value_name = "ADDRESS")]
    trusted_proxy: Vec<Network>,
    /// Most connections from one address
    #[arg(long, value_name = "N")]
    connections_per_address: Option<usize>,
    /// Most tables opened from one address in ten minutes
    #[arg(long, value_name = "N")]
    tables_per_address: Option<usize>,
    /// For tests: no pauses for bots and claims. Pauses hide who can claim a tile, so keep them with people
    #[arg(long)]
    no_pauses: bool,
    /// For tests, never with people: whoever opens a table may set its walls
    #[arg(long)]
    test_walls: bool,
    /// How much to log on standard error
    #[arg(long, value_enum, default_value_t, value_name = "LEVEL")]
    log: LogLevel,
    /// Log as lines of JSON
    #[arg(long)]
    json_log: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
enum LogLevel {
    /// Failures
    Error,
    /// Also what may be a failure
    Warn,
    /// Also tables and games
    #[default]
    Info,
    /// Also every refused action
    Debug,
}

/// Serves tables until it is stopped.
pub(crate) fn run(args: &ServeArgs, library: Library) -> Result<ExitCode, Failure> {
    let level = match args.log {
        LogLevel::Error => Level::ERROR,
        LogLevel::Warn => Level::WARN,
        LogLevel::Info => Level::INFO,
        LogLevel::Debug => Level::DEBUG,
    };
    begin_log(level, args.json_log);
    let usual = Limits::default();
    let config = Config {
        listen: args.listen,
        data: args.data.clone().unwrap_or_else(data_folder),
        public_origin: args
            .public_origin
            .clone()
            .map(|origin| origin.trim_end_matches('/').to_owned()),
        trusted_proxies: args.trusted_proxy.clone(),
        pauses: if args.no_pauses {
            Pauses::none()
        } else {
            Pauses::default()
        },
        limits: Limits {
            connections_per_address: args.connections_per_address.unwrap_or(usual.connections_per_address),
            tables_per_address: args.tables_per_address.unwrap_or(usual.tables_per_address),
            ..usual
        },
        test_walls: args.test_walls,
    };
    in_runtime(async { serve(start(config.clone(), library).await?, &config, false).await })
}

/// Serves this machine only and opens the browser.
pub(crate) fn play(library: Library) -> Result<ExitCode, Failure> {
    begin_log(Level::WARN, false);
    let config = Config {
        listen: SocketAddr::from((Ipv4Addr::LOCALHOST, PORT)),
        data: data_folder(),
        public_origin: None,
        trusted_proxies: Vec::new(),
        pauses: Pauses::default(),
        limits: Limits::default(),
        test_walls: false,
    };
    in_runtime(async {
        let mut port = PORT;
        loop {
            let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
            let config = Config {
                listen,
                ..config.clone()
            };
            match start(config.clone(), library.clone()).await {
                Ok(running) => return serve(running, &config, true).await,
                Err(ServeError::Listen(..)) if port < PORT + PORTS => port += 1,
                Err(ServeError::Listen(..)) if port != 0 => port = 0,
                Err(error) => return Err(error.into()),
            }
        }
    })
}

async fn serve(mut running: Running, config: &Config, browser: bool) -> Result<ExitCode, Failure> {
    let address = match &config.public_origin {
        Some(origin) => origin.clone(),
        None => format!("http://{}", running.address),
    };
    let mut text = format!("Jantaku is at {address}\nGames are kept in {}\n", config.data.display());
    match running.restored {
        0 => {}
        1 => text.push_str("1 game resumed\n"),
        games => text.push_str(&format!("{games} games resumed\n")),
    }
    text.push_str("Stop with Ctrl-C\n");
    screen::write(&text)?;
    if browser {
        open_browser(&address);
    }
    let broken = tokio::select! {
        () = asked_to_stop() => None,
        error = running.broken() => Some(error),
    };
    match broken {
        None => {
            tracing::info!("stopping");
            running.stop().await;
            Ok(ExitCode::SUCCESS)
        }
        Some(error) => Err(ServeError::Store(error).into()),
    }
}

/// `JANTAKU_DATA`, or `jantaku` in the folder that the system keeps for the data of programs.
fn data_folder() -> PathBuf {
    let named = std::env::var_os("JANTAKU_DATA").filter(|folder| !folder.is_empty());
    let usual = || {
        choose_native_strategy()
            .map(|folders| folders.data_dir())
            .unwrap_or_default()
    };
    named.map_or_else(|| usual().join("jantaku"), PathBuf::from)
}

/// Without a screen, Linux would open a browser in the terminal. That the browser fails to open is no failure: the address
/// is printed anyway.
fn open_browser(address: &str) {
    let has_screen = || {
        ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| std::env::var_os(name).is_some())
    };
    if !cfg!(target_os = "linux") || has_screen() {
        let _ = open::that_detached(address);
    }
}

/// Waits for Ctrl-C or SIGTERM.
async fn asked_to_stop() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = interrupt.await;
}

fn in_runtime(work: impl Future<Output = Result<ExitCode, Failure>>) -> Result<ExitCode, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(Failure::Runtime)?;
    let ended = runtime.block_on(work);
    // A hanging request must not keep the program from ending.
    runtime.shutdown_background();
    ended
}

fn begin_log(level: Level, json: bool) {
    let lines = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr);
    // Only fails if there is a subscriber already.
    let _ = match json {
        true => lines.json().try_init(),
        false => lines.with_ansi(false).try_init(),
    };
}
