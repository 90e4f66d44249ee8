//! `jantaku verify-wall`: recomputes the walls of a game and compares them with the tiles dealt and drawn.

use crate::failure::Failure;
use crate::log_file::LogFile;
use crate::page::{Column, Line, Page, Table};
use crate::{ink, screen, words};
use clap::Args;
use jantaku_record::log::{HandWall, WallSource, WallVerdict, check_walls};
use jantaku_rules::rulebook::library::Library;
use jantaku_table::fair::Transcript;
use jantaku_table::lots::Draw;
use serde_json::{Value as Json, json};
use std::path::PathBuf;
use std::process::ExitCode;

/// What a log says beside its walls, and no wall proves.
const UNCHECKED: [&str; 6] = [
    "names",
    "decisions",
    "payments",
    "score sheets",
    "results",
    "the signature",
];

#[derive(Args, Debug)]
pub(crate) struct VerifyWallArgs {
    /// A log
    #[arg(value_name = "LOG")]
    log: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &VerifyWallArgs, library: &Library) -> Result<ExitCode, Failure> {
    let file = LogFile::read_own(&args.log, library);
    let checked = file.and_then(|file| {
        let verdict = check_walls(&file.log, &file.book).map_err(|error| Failure::Log(args.log.clone(), error))?;
        Ok((file, verdict))
    });
    let proved = match &checked {
        Ok((file, verdict)) => {
            match args.json {
                true => screen::write_json(&as_json(verdict))?,
                false => screen::show(&page(file, verdict, screen::width()))?,
            }
            verdict.is_proved()
        }
        // A log that was tampered with may be one that no table can have written.
        Err(Failure::Log(path, error)) => {
            let text = format!("{}: {error}", path.display());
            match args.json {
                true => screen::write_json(&json!({ "proved": false, "error": text }))?,
                false => screen::write(&format!(
                    "{text}\n{}Not proved:{:#} the log is damaged.\n",
                    ink::LOSS,
                    ink::LOSS
                ))?,
            }
            false
        }
        Err(_) => return checked.map(|_| ExitCode::SUCCESS),
    };
    Ok(if proved { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn page(file: &LogFile, verdict: &WallVerdict, width: usize) -> Page {
    let mut page = Page::new(width);
    let rules = &file.book.rules;
    page.line(
        Line::new(words::both_names(&rules.names), ink::STRONG).add(format!("  {}", words::edition(rules)), ink::FAINT),
    );
    page.blank();
    match &verdict.source {
        WallSource::Fair(transcript) => fair(&mut page, file, transcript),
        WallSource::Seed(seed) => page.line(format!("All walls come from the seed {seed}.")),
        WallSource::Unknown => {}
    }
    page.blank();
    let mut table = Table::new(&[Column::Left, Column::Wrap]);
    for (hand, number) in verdict.hands.iter().zip(1..) {
        table.row([Line::from(format!("hand {number}")), hand_text(hand)]);
    }
    page.table(0, &table);
    page.blank();
    match reasons(verdict).as_slice() {
        [] => {
            let walls = words::plural(verdict.hands.len(), "wall", "walls");
            let says = format!(" {walls}, each set before the game, and the tiles dealt and drawn from them.");
            page.line(Line::new("Walls proved:", ink::GAIN).text(says));
            page.line(Line::new("Not checked:", ink::LOSS).text(format!(" {}.", UNCHECKED.join(", "))));
            page.line("`jantaku verify` plays the game again and checks those.");
        }
        reasons => page.line(Line::new("Not proved:", ink::LOSS).text(format!(" {}.", reasons.join("; ")))),
    }
    page
}

fn fair(page: &mut Page, file: &LogFile, transcript: &Transcript) {
    page.line("The server's hash chain and the players' lots determine the walls.");
    page.line(match transcript.rules {
        Some(_) => "Commitments and walls cover the rulebook.",
        None => "Commitments and walls do not cover the rulebook: an earlier version began this game.",
    });
    let mut table = Table::new(&[Column::Left, Column::Wrap]);
    let digits = |bytes: Option<&jantaku_table::fair::Bytes32>| bytes.map_or("none".to_owned(), ToString::to_string);
    table.row([
        Line::from("head of the chain"),
        Line::new(digits(transcript.s0.as_ref()), ink::CODE),
    ]);
    // Before the seats were drawn the players sat elsewhere.
    let seat_now = |before: usize| match &transcript.lots {
        Some(lots) => lots.order.iter().position(|seat| usize::from(*seat) == before),
        None => Some(before),
    };
    for (before, lot) in transcript.reveals.iter().enumerate() {
        if let Some(name) = seat_now(before).and_then(|seat| file.names.get(seat)) {
            table.row([Line::from(name.clone()), Line::new(digits(lot.as_ref()), ink::CODE)]);
        }
    }
    page.table(2, &table);
    if let Some(lots) = &transcript.lots {
        page.line(match lots.draw {
            Draw::Seats => "The seats were drawn from the same lots and a secret that was promised before.",
            Draw::East => "Who was east first was drawn from the same lots and a secret that was promised before.",
        });
    }
}

fn hand_text(hand: &HandWall) -> Line {
    match hand {
        HandWall::Agrees(tiles) => Line::from(format!("{tiles} tiles match the wall")),
        HandWall::NotOpened => Line::new("its wall cannot be computed from the log", ink::LOSS),
        HandWall::Differs { line, came, stood } => Line::new(
            format!("line {line}: {came} was dealt, but the wall has {stood}"),
            ink::LOSS,
        ),
    }
}

/// Why the proof fails.
fn reasons(verdict: &WallVerdict) -> Vec<String> {
    let mut reasons = Vec::new();
    if verdict.source == WallSource::Unknown {
        reasons.push("the log does not say where its walls come from".to_owned());
    }
    reasons.extend(verdict.fault.map(|fault| fault.to_string()));
    let count = |wanted: fn(&HandWall) -> bool| verdict.hands.iter().filter(|hand| wanted(hand)).count();
    let differ = count(|hand| matches!(hand, HandWall::Differs { .. }));
    if differ > 0 {
        reasons.push(words::plural(differ, "wall differs", "walls differ"));
    }
    let hidden = count(|hand| *hand == HandWall::NotOpened);
    if hidden > 0 && verdict.source != WallSource::Unknown {
        reasons.push(format!(
            "the secret of {} is not revealed",
            words::plural(hidden, "hand", "hands")
        ));
    }
    if !verdict.closed {
        reasons.push("the log is incomplete: its last line is missing".to_owned());
    }
    reasons
}

fn as_json(verdict: &WallVerdict) -> Json {
    let source = match &verdict.source {
        WallSource::Fair(transcript) => json!({ "fair": {
            "s0": transcript.s0.map(|s0| s0.to_string()), "rules": transcript.rules.map(|rules| rules.to_string()),
        } }),
        WallSource::Seed(seed) => json!({ "seed": seed }),
        WallSource::Unknown => Json::Null,
    };
    let hand = |hand: &HandWall| match hand {
        HandWall::Agrees(tiles) => json!({ "agrees": true, "tiles": tiles }),
        HandWall::NotOpened => json!({ "agrees": null }),
        HandWall::Differs { line, came, stood } => {
            json!({ "agrees": false, "line": line, "came": came, "stood": stood })
        }
    };
    json!({
        "proved": verdict.is_proved(), "source": source, "closed": verdict.closed,
        "hands": verdict.hands.iter().map(hand).collect::<Vec<_>>(), "why-not": reasons(verdict),
        "proves": "walls", "unchecked": UNCHECKED,
    })
}
