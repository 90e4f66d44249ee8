//! `jantaku rules`: read, compare and check rulebooks.

mod check;
mod clause_data;
mod diff;
mod facts;
mod gaps;
mod keys;
mod list;
mod schema;
mod show;
mod why;
mod yaku_table;

use crate::failure::Failure;
use crate::screen;
use clap::Subcommand;
use jantaku_rules::rulebook::library::Library;
use std::process::ExitCode;

/// What to do with rulebooks. RULEBOOK is written `ryanzou-chankan(reds=two-pin)+hana(variation=1)`: a rulebook, overlays, and options.
#[derive(Subcommand, Debug)]
pub(crate) enum RulesCommand {
    /// All rulebooks with their options
    List(list::ListArgs),
    /// A rulebook, clause by clause
    Show(show::ShowArgs),
    /// Everything that is wrong with a rulebook file
    Check(check::CheckArgs),
    /// How two rulebooks differ
    Diff(diff::DiffArgs),
    /// Which clause sets a value, and which set it before
    Why(why::WhyArgs),
    /// What a rulebook leaves to its mechanisms, unset or open
    Gaps(gaps::GapsArgs),
    /// The facts that a yaku can ask of a hand
    Facts(facts::FactsArgs),
    /// All keys that a clause can set
    Keys(keys::KeysArgs),
    /// A JSON schema of rulebook files, for editors
    Schema,
}

/// Carries it out.
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
        RulesCommand::Schema => screen::write_json(&schema::schema())?,
    }
    Ok(ExitCode::SUCCESS)
}
