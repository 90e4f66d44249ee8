//! Jantaku beside other engines, on the same inputs in the same single-threaded run.
//!
//! `cargo run --release -p jantaku-bench` prints a table, `-- --json` one JSON object. Every contest first
//! checks that the engines give the same answers, and stops if they do not.

mod contest;
mod games;
mod peers;
mod score;
mod shanten;
mod timing;

use std::process::ExitCode;

use contest::Failure;

fn main() -> ExitCode {
    let as_json = match std::env::args().nth(1).as_deref() {
        None => false,
        Some("--json") => true,
        Some(other) => {
            eprintln!("unknown argument {other}: only --json is known");
            return ExitCode::FAILURE;
        }
    };
    match run(as_json) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(as_json: bool) -> Result<(), Failure> {
    let mut contests = shanten::contests()?;
    contests.extend(score::contests()?);
    let games = games::matches()?;
    if as_json {
        let mut all = contest::json(&contests);
        all.extend(games::json(&games));
        println!("{}", serde_json::Value::Object(all));
    } else {
        print!("{}{}", contest::table(&contests), games::table(&games));
    }
    Ok(())
}
