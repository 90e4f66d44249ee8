//! `jantaku migrate`: from a data folder into PostgreSQL.

use crate::failure::Failure;
use crate::screen;
use clap::Args;
use jantaku_server::ServeError;
use jantaku_server::store::{is_postgres, migrate};
use std::path::Path;
use std::process::ExitCode;

#[derive(Args, Debug)]
pub(crate) struct MigrateArgs {
    /// The data folder, `sqlite:/var/lib/jantaku`; no server may use it
    #[arg(long, value_name = "FOLDER")]
    from: String,
    /// An empty database, `postgres://user@host/name`
    #[arg(long, value_name = "ADDRESS")]
    to: String,
}

/// Copies all games, rulebooks, bans and the signing key, and compares the games. The folder stays as it is.
pub(crate) fn run(args: &MigrateArgs) -> Result<ExitCode, Failure> {
    let Some(folder) = args.from.strip_prefix("sqlite:") else {
        let what = format!(
            "--from {}: expected a data folder such as sqlite:/var/lib/jantaku",
            args.from
        );
        return Err(Failure::Asked(what));
    };
    if !is_postgres(&args.to) {
        let what = format!(
            "--to {}: expected a database such as postgres://user@host/name",
            args.to
        );
        return Err(Failure::Asked(what));
    }
    let moved = migrate(Path::new(folder), &args.to).map_err(ServeError::Store)?;
    screen::write(&format!(
        "Moved {} games with {} records, {} rulebooks, {} accounts, {} saved rulebooks and {} bans; all games were compared.\nThe folder {folder} is as it was. Its owner.key is not in the database: keep the folder as the data folder of the server, or copy the key.\n",
        moved.games, moved.records, moved.books, moved.accounts, moved.saved, moved.bans
    ))?;
    Ok(ExitCode::SUCCESS)
}
