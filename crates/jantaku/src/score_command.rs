//! `jantaku score`: one hand as a score sheet, under one rulebook or several, or many hands as JSON.

mod chat;
mod compare;
pub(crate) mod payments;
mod scored;
pub(crate) mod sheet;

use crate::failure::Failure;
use crate::{batch, screen, shelf};
use clap::Args;
use jantaku_rules::rulebook::library::Library;
use jantaku_wire::score_json::Scorer;
use jantaku_wire::score_json::request::Request;
use jantaku_wire::score_json::response::Response;
use scored::Scored;
use std::path::PathBuf;
use std::process::ExitCode;

const HAND_HELP: &str = "\
Write the concealed tiles, melds in brackets, + and the winning tile, then the
circumstances:

  jantaku score \"234m567p[777z pon east]88s45s +6s dora=4p\"

  tiles         123m 406p 1234567z: 0 is a red five, 3rp another red tile,
                5rz the pocchi, 1f to 4f flowers, 1g to 4g seasons
  melds         [555s pon west] [123m chii] [9999p ankan]
                [9999p daiminkan south] [9999p kakan west]
  won by        tsumo ron robbing-a-kan robbing-a-kita robbing-a-flower
  declared      riichi double open double-open ippatsu
  when          rinshan last-tile first-turn, and replaces-aside if rinshan
                followed a kita or flower although the hand has a kan
  also          payer-riichi sorted-in
  seats         seat=south from=east round=east are the defaults
  more tiles    dora=4m and ura=1z (indicators), aside=44z
  on the table  honba=1 sticks=2
  liable        pao=daisangen:west fed-kan=west (or none) responsible=west";

#[derive(Args, Debug)]
#[command(after_help = HAND_HELP)]
pub(crate) struct ScoreArgs {
    /// The hand, quoted or in several words
    #[arg(required_unless_present = "batch")]
    hand: Vec<String>,
    /// A rulebook from `jantaku rules list`; repeat to compare several side by side
    #[arg(long, value_name = "RULEBOOK", default_value = shelf::DEFAULT_RULEBOOK)]
    rules: Vec<String>,
    /// Print JSON, one line for each rulebook
    #[arg(long, conflicts_with = "chat")]
    json: bool,
    /// Print a few lines to paste into a chat
    #[arg(long)]
    chat: bool,
    /// Score a file with one JSON request on each line; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["hand", "rules", "chat"])]
    batch: Option<PathBuf>,
}

pub(crate) fn run(args: &ScoreArgs, library: &Library) -> Result<ExitCode, Failure> {
    if let Some(path) = &args.batch {
        let mut scorer = Scorer::new(library);
        batch::run(path, |line| scorer.score_line(line))?;
        return Ok(ExitCode::SUCCESS);
    }
    let line = args.hand.join(" ");
    if args.json {
        return json(&args.rules, &line, library);
    }
    let mut scored = Vec::new();
    for name in &args.rules {
        let (rules, resolved) = (shelf::rules(library, name)?, shelf::resolved(library, name)?);
        let request = Request::of_line(name, &line).map_err(|error| Failure::Asked(format!("the hand: {error}")))?;
        scored.push(Scored::new(rules, resolved, &request));
    }
    // If no rulebook accepts the hand, it was written wrongly.
    if let (Some(Err(error)), true) = (
        scored.first().map(|first| &first.sheet),
        scored.iter().all(Scored::is_refused),
    ) {
        return Err(Failure::Asked(format!("the hand: {error}")));
    }
    if args.chat {
        screen::write(&scored.iter().map(chat::text).collect::<Vec<_>>().join("\n"))?;
    } else {
        screen::show(&compare::page(&scored, screen::width()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// One line for each rulebook, errors included: programs read nothing but the JSON.
fn json(names: &[String], line: &str, library: &Library) -> Result<ExitCode, Failure> {
    let mut scorer = Scorer::new(library);
    let mut code = ExitCode::from(2);
    for name in names {
        let response = match Request::of_line(name, line) {
            Ok(request) => scorer.score(&request),
            Err(error) => Response::unreadable(&error),
        };
        if !response.is_bad() {
            code = ExitCode::SUCCESS;
        }
        screen::write(&format!("{}\n", response.to_json()))?;
    }
    Ok(code)
}
