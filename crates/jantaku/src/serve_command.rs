//! `jantaku serve`, and `jantaku` without a command: tables in the browser.

mod book_folder;
mod log;
mod settings;
mod size;

pub(crate) use settings::data_folder;

use crate::failure::Failure;
use crate::{screen, shelf};
use book_folder::BookFolder;
use clap::Args;
use jantaku_rules::rulebook::library::Library;
use jantaku_server::config::{Config, MetricsAt};
use jantaku_server::{Running, ServeError, start};
use log::{LogLevel, LogPlace};
use settings::Settings;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use tracing::Level;

/// How many ports `jantaku` without a command tries after the usual one.
const PORTS: u16 = 10;

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    settings: Settings,
    /// Read settings from a file; its keys are the flags of this command
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print the settings in force as such a file, and stop
    #[arg(long)]
    print_config: bool,
}

/// Serves tables until it is stopped.
pub(crate) fn run(args: &ServeArgs, books: &[PathBuf]) -> Result<ExitCode, Failure> {
    let mut given = args.settings.clone();
    given.book = books.to_vec();
    let settings = given.over(args.config.as_deref())?;
    let mut config = settings.config()?;
    if args.print_config {
        screen::write(&settings.anywhere().to_file()?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let level = settings.log.unwrap_or(LogLevel::Info).into();
    let place = settings.log_to.as_ref().unwrap_or(&LogPlace::Stderr);
    let _log = log::begin(level, place, settings.json_log, &config.log)?;
    if config.metrics == MetricsAt::Nowhere {
        config.metrics = MetricsAt::Preferably(Config::USUAL_METRICS);
    }
    let library = shelf::usable(&settings.book);
    let Some(folder) = settings.books else {
        return in_runtime(async { serve(start(config.clone(), library).await?, &config, false).await });
    };
    let mut folder = BookFolder::open(folder, library)?;
    let library = folder.library();
    in_runtime(async {
        let running = start(config.clone(), library).await?;
        tokio::spawn(folder.watch(running.rulebooks()));
        serve(running, &config, false).await
    })
}

/// Serves this machine only and opens the browser.
pub(crate) fn play(library: Library) -> Result<ExitCode, Failure> {
    let config = Settings::default().config()?;
    log::begin(Level::WARN, &LogPlace::Stderr, false, &config.log)?;
    let first = config.listen.port();
    in_runtime(async {
        let mut port = first;
        loop {
            let config = Config {
                listen: SocketAddr::new(config.listen.ip(), port),
                ..config.clone()
            };
            match start(config.clone(), library.clone()).await {
                Ok(running) => return serve(running, &config, true).await,
                Err(ServeError::Listen(..)) if port < first + PORTS => port += 1,
                Err(ServeError::Listen(..)) if port != 0 => port = 0,
                Err(error) => return Err(error.into()),
            }
        }
    })
}

async fn serve(mut running: Running, config: &Config, browser: bool) -> Result<ExitCode, Failure> {
    let address = match &config.public_origin {
        Some(origin) => origin.clone(),
        None if config.tls.is_some() => format!("https://{}", running.address),
        None => format!("http://{}", running.address),
    };
    let kept = match config.store {
        None => config.data.display().to_string(),
        Some(_) => format!("PostgreSQL, and served by node {}", config.node),
    };
    let mut text = format!("Jantaku is at {address}\nGames are kept in {kept}\n");
    match running.restored {
        0 => {}
        1 => text.push_str("1 game resumed\n"),
        games => text.push_str(&format!("{games} games resumed\n")),
    }
    if let Some(metrics) = running.metrics {
        text.push_str(&format!("Metrics are at http://{metrics}/metrics\n"));
    }
    text.push_str(&format!(
        "Its admin page is at {address}/admin, for the key in {}\n",
        running.key.display()
    ));
    match running.damaged {
        0 => {}
        1 => text.push_str("1 game is damaged and stays closed; the log says why\n"),
        games => text.push_str(&format!(
            "{games} games are damaged and stay closed; the log says why\n"
        )),
    }
    text.push_str("Stop with Ctrl-C\n");
    let stop = asked_to_stop();
    screen::write(&text)?;
    if browser {
        open_browser(&address);
    }
    let broken = tokio::select! {
        () = stop => None,
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

/// Waits for Ctrl-C or SIGTERM, which are heard from the moment of the call.
fn asked_to_stop() -> impl Future<Output = ()> {
    #[cfg(unix)]
    let mut signals = {
        use tokio::signal::unix::{SignalKind, signal};
        [SignalKind::interrupt(), SignalKind::terminate()].map(|kind| signal(kind).ok())
    };
    async move {
        #[cfg(unix)]
        if let [Some(interrupt), Some(terminate)] = &mut signals {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
        let _ = tokio::signal::ctrl_c().await;
    }
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
