//! `jantaku result`: the result of a game by its final points, each line with its clause.

use crate::failure::Failure;
use crate::{result_sheet, screen, shelf, words};
use clap::Args;
use jantaku_rules::result::{GameEnd, final_result};
use jantaku_rules::rulebook::choices::{Chombo, Overtime, ResultKind};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::units::{Chips, Points};
use std::process::ExitCode;

/// Seats are named by their wind in the first hand.
#[derive(Args, Debug)]
pub(crate) struct ResultArgs {
    /// A rulebook from `jantaku rules list`
    #[arg(long, value_name = "RULEBOOK")]
    rules: String,
    /// Final points of east, south, west and north: 81000,62000,7000
    #[arg(long, value_delimiter = ',', required = true, allow_hyphen_values = true)]
    points: Vec<i32>,
    /// Who would deal the next hand
    #[arg(long, value_name = "SEAT", value_parser = wind, default_value = "east")]
    next_dealer: Wind,
    /// Riichi sticks left on the table
    #[arg(long, value_name = "N", default_value_t = 0)]
    sticks: u8,
    /// Chips won or lost during the game, by seat: 3,-1,-2
    #[arg(long, value_delimiter = ',', allow_hyphen_values = true)]
    chips: Vec<i32>,
    /// A seat that committed a chombo; repeat for each one
    #[arg(long, value_name = "SEAT", value_parser = wind)]
    chombo: Vec<Wind>,
    /// A seat taken by a substitute; repeat for more
    #[arg(long, value_name = "SEAT", value_parser = wind)]
    substitute: Vec<Wind>,
    /// The game is a draw: nobody reached the goal in any overtime
    #[arg(long)]
    drawn: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &ResultArgs, library: &Library) -> Result<ExitCode, Failure> {
    let rules = shelf::rules(library, &args.rules)?;
    let end = game_end(args, &rules)?;
    refuse_meaningless_flags(args, &rules, &end)?;
    warn_of_sums(&rules, &end);
    let result = final_result(&rules, &end);
    if args.json {
        screen::write_json(&result_sheet::as_json(&rules, &result, end.drawn))?;
    } else {
        screen::show(&result_sheet::page(&rules, &result, end.drawn, screen::width()))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn wind(name: &str) -> Result<Wind, String> {
    Wind::named(name).ok_or_else(|| "expected east, south, west or north".to_owned())
}

fn game_end(args: &ResultArgs, rules: &Rules) -> Result<GameEnd, Failure> {
    let seats = rules.seats();
    let mut end = GameEnd::with_points(by_seat("--points", &args.points, rules)?.map(|&points| Points(points)));
    if !args.chips.is_empty() {
        end.chips = by_seat("--chips", &args.chips, rules)?.map(|&chips| Chips(chips));
    }
    let seat = |wind: Wind| {
        let chair = Seat(wind.index() as u8);
        let missing = || Failure::Asked(format!("{} has {seats} players and no {wind}", rules.spec));
        if wind.index() < seats {
            Ok(chair)
        } else {
            Err(missing())
        }
    };
    end.next_dealer = seat(args.next_dealer)?;
    end.sticks = args.sticks;
    end.drawn = args.drawn;
    for wind in &args.chombo {
        end.chombo[seat(*wind)?] += 1;
    }
    for wind in &args.substitute {
        end.substitutes[seat(*wind)?] = true;
    }
    Ok(end)
}

/// Refuses flags that mean nothing under this rulebook: whoever gives one expects it to count.
fn refuse_meaningless_flags(args: &ResultArgs, rules: &Rules, end: &GameEnd) -> Result<(), Failure> {
    let settings = &rules.settings;
    let set = |key: Key| {
        let (name, value) = (key.name(), settings.show(key));
        match rules.clause(rules.because(key)) {
            Some(clause) => format!("{name} = {value}, {}", clause.id),
            None => format!("no clause sets {name}"),
        }
    };
    let refuse = |flag: &str, lack: String| Err(Failure::Asked(format!("{flag}: {} {lack}", rules.spec)));
    let by_chart = settings.result.kind == ResultKind::ChipChart;
    if args.drawn && settings.game.overtime != Overtime::WestThenNorth {
        return refuse("--drawn", format!("knows no drawn game ({})", set(Key::GameOvertime)));
    }
    let goal = settings.game.goal;
    if let Some(best) = end.points.iter().max().filter(|best| args.drawn && best.0 >= goal) {
        let (best, clause) = (words::number(best.0), rules.clause_id(rules.because(Key::GameOvertime)));
        let lack = format!(
            "is a draw only with nobody at the goal of {} ({clause}), found {best}",
            words::number(goal)
        );
        return refuse("--drawn", lack);
    }
    if !args.chips.is_empty() && !settings.plays_chips() {
        return refuse("--chips", format!("plays without chips ({})", set(Key::ResultIs)));
    }
    if args.sticks > 0 && !settings.riichi.played {
        return refuse("--sticks", format!("has no riichi ({})", set(Key::RiichiPlayed)));
    }
    let penalty = &settings.penalty;
    if !args.chombo.is_empty() && (penalty.chombo != Chombo::AfterUma || penalty.after_uma == 0 || by_chart) {
        let lack = format!("takes nothing off a result for a chombo ({})", set(Key::PenaltyChombo));
        return refuse("--chombo", lack);
    }
    let substitute = (settings.result.substitute_points, settings.result.substitute_uma);
    if !args.substitute.is_empty() && (substitute == (0, 0) || by_chart) {
        let lack = format!("has no result for substitutes ({})", set(Key::ResultSubstitutePoints));
        return refuse("--substitute", lack);
    }
    Ok(())
}

fn by_seat(flag: &str, given: &[i32], rules: &Rules) -> Result<BySeat<i32>, Failure> {
    let seats = rules.seats();
    if given.len() != seats {
        let message = format!(
            "{flag} expects {seats} numbers for {}, found {}",
            rules.spec,
            given.len()
        );
        return Err(Failure::Asked(message));
    }
    // Beyond any real game, and small enough that no sum overflows.
    const MOST: i32 = 100_000_000;
    if let Some(beyond) = given.iter().find(|n| n.unsigned_abs() > MOST as u32) {
        return Err(Failure::Asked(format!(
            "{flag} expects numbers up to {}, found {beyond}",
            words::number(MOST)
        )));
    }
    Ok(BySeat::from_fn(seats, |seat| given[seat]))
}

/// Points are never created or lost, so a wrong sum is a typo. Only the players can say which.
fn warn_of_sums(rules: &Rules, end: &GameEnd) {
    let settings = &rules.settings;
    let on_table = settings.riichi.stick * i32::from(end.sticks);
    let sum = end.points.iter().map(|points| points.0).sum::<i32>() + on_table;
    let expected = settings.game.start * rules.seats() as i32;
    if sum != expected {
        let sticks = if on_table > 0 { ", sticks included" } else { "" };
        let (sum, expected) = (words::number(sum), words::number(expected));
        screen::warn(&format!(
            "the points add up to {sum}{sticks}, but {} starts with a total of {expected}",
            rules.spec
        ));
    }
    let chips: i32 = end.chips.iter().map(|chips| chips.0).sum();
    if chips != 0 {
        screen::warn(&format!("the chips add up to {}, not 0", words::signed(chips)));
    }
}
