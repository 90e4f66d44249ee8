//! `jantaku rules`: read, compare and check rulebooks.

mod check;
mod clause_data;
mod diff;
mod facts;
mod gaps;
mod keys;
mod limits;
mod list;
mod new;
mod show;
mod why;
mod yaku_table;

use crate::failure::Failure;
use crate::screen;
use clap::Subcommand;
use jantaku_rules::rulebook::library::Library;
use std::process::ExitCode;

/// A RULEBOOK is a name from `jantaku rules list`, with options in parentheses and overlays after a plus:
/// `NAME(OPTION=CHOICE)+OVERLAY(OPTION=CHOICE)`.
#[derive(Subcommand, Debug)]
pub(crate) enum RulesCommand {
    /// List all rulebooks with their options
    List(list::ListArgs),
    /// Print a rulebook, clause by clause
    Show(show::ShowArgs),
    /// Find every error in a rulebook file
    Check(check::CheckArgs),
    /// Compare two rulebooks
    Diff(diff::DiffArgs),
    /// Find the clauses that set a value
    Why(why::WhyArgs),
    /// List clauses without data and open readings
    Gaps(gaps::GapsArgs),
    /// List the facts that a yaku can ask for
    Facts(facts::FactsArgs),
    /// List the keys that a clause can set
    Keys(keys::KeysArgs),
    /// List how large a rulebook can be
    Limits(limits::LimitsArgs),
    /// Start a rulebook file
    New(new::NewArgs),
    /// A JSON schema of rulebook files, for editors
    Schema,
}

pub(crate) fn run(command: &RulesCommand, library: &Library) -> Result<ExitCode, Failure> {
    match command {
        RulesCommand::List(args) => list::run(args, library)?,
        RulesCommand::Show(args) => show::run(args, library)?,
        RulesCommand::Check(args) => return check::run(args, library),
        RulesCommand::Diff(args) => diff::run(args, library)?,
        RulesCommand::Why(args) => why::run(args, library)?,
        RulesCommand::Gaps(args) => gaps::run(args, library)?,
        RulesCommand::Facts(args) => facts::run(args)?,
        RulesCommand::Keys(args) => keys::run(args)?,
        RulesCommand::Limits(args) => limits::run(args)?,
        RulesCommand::New(args) => new::run(args, library)?,
        RulesCommand::Schema => screen::write_json(&jantaku_wire::rulebook_schema::schema())?,
    }
    Ok(ExitCode::SUCCESS)
}
