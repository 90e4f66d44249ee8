//! `jantaku verify`: plays recorded games again and reports every difference.

mod run_through;
mod told;

use crate::failure::Failure;
use crate::{game_files, progress, screen};
use clap::Args;
use jantaku_record::log::DemandedKey;
use run_through::RunThrough;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// Logs of ours and Tenhou games (mjlog or JSON, gzipped or not), or folders of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Accept only our logs that are signed with this key: 64 digits, or the 32 of its fingerprint
    #[arg(long, value_name = "KEY", value_parser = demanded)]
    key: Option<DemandedKey>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Number of threads [default: all processors]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

/// Succeeds if no game differs from its record.
pub(crate) fn run(args: &VerifyArgs) -> Result<ExitCode, Failure> {
    let files = game_files::below(&args.paths)?;
    let usual = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let threads = args.threads.unwrap_or_else(usual);
    let bar = progress::of_games(files.len() as u64);
    let through = RunThrough::of(&files, args.key.as_ref(), threads, &|| bar.inc(1));
    bar.finish_and_clear();
    if args.json {
        screen::write_json(&told::json(&through))?;
    } else {
        screen::show(&told::page(&through, screen::width()))?;
    }
    Ok(if through.is_clean() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn demanded(text: &str) -> Result<DemandedKey, String> {
    DemandedKey::read(text).ok_or_else(|| {
        "expected the 64 digits of a key or the 32 of its fingerprint; a server tells them at /api/key".to_owned()
    })
}
