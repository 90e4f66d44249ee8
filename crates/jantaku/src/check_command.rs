//! `jantaku check`: looks for changed and lost data in a server's folder.

use crate::failure::Failure;
use crate::serve_command::data_folder;
use crate::{ink, screen, words};
use clap::Args;
use jantaku_server::ServeError;
use jantaku_server::store::{Damage, check};
use serde_json::{Value as Json, json};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// The folder of a server's data [default: JANTAKU_DATA, or the system's folder for application data]
    #[arg(value_name = "DATA")]
    data: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Succeeds if nothing is changed or lost. A server may be running meanwhile.
pub(crate) fn run(args: &CheckArgs) -> Result<ExitCode, Failure> {
    let folder = args.data.clone().unwrap_or_else(data_folder);
    let checked = check(&folder).map_err(ServeError::Store)?;
    if args.json {
        let damage: Vec<Json> = checked.damage.iter().map(as_json).collect();
        screen::write_json(&json!({ "games": checked.games, "records": checked.records, "damage": damage }))?;
    } else {
        let mut text: String = checked.damage.iter().map(|damage| format!("{damage}\n")).collect();
        let size = format!(
            "{} with {}",
            words::plural(checked.games, "game", "games"),
            words::plural(checked.records, "record", "records")
        );
        text.push_str(&match checked.damage.len() {
            0 => format!("{}Nothing is changed or lost:{:#} {size}.\n", ink::GAIN, ink::GAIN),
            found => format!(
                "{}Damaged:{:#} {} in {size}.\n",
                ink::LOSS,
                ink::LOSS,
                words::plural(found, "fault", "faults")
            ),
        });
        screen::write(&text)?;
    }
    Ok(match checked.damage.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

fn as_json(damage: &Damage) -> Json {
    json!({ "game": damage.game, "record": damage.record, "what": damage.what })
}
