//! `jantaku rules new`

use crate::failure::Failure;
use crate::page::{Line, Page};
use crate::shelf::{self, DEFAULT_RULEBOOK};
use crate::{ink, screen};
use clap::Args;
use jantaku_rules::rulebook::choices::Scheme;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(crate) struct NewArgs {
    /// The name of the rulebook: letters, digits and dashes. With a folder in front of it, the file is written there
    name: PathBuf,
    /// The rulebook to start from, a name of `jantaku rules list`
    #[arg(long, value_name = "BOOK", default_value = DEFAULT_RULEBOOK)]
    from: String,
}

pub(super) fn run(args: &NewArgs, library: &Library) -> Result<(), Failure> {
    let id = args.name.file_name().unwrap_or_default().to_string_lossy();
    let id = id.strip_suffix(".toml").unwrap_or(&id);
    let path = args.name.with_file_name(format!("{id}.toml"));
    if library.source(id).is_some() {
        let taken = format!("a rulebook is already called {id}: choose another name, or change it with `--from {id}`");
        return Err(Failure::Asked(taken));
    }
    let base = shelf::rules(library, &args.from)?;
    if library.source(&args.from).is_none_or(|source| source.overlay) {
        let expected = format!(
            "{} is no rulebook to start from: give its name without options or overlays",
            args.from
        );
        return Err(Failure::Asked(expected));
    }
    let text = starter(id, &args.from, &base);
    // The name is checked as in any other file.
    let mut with = library.clone();
    with.add(&text).map_err(Failure::Rulebook)?;
    let file = OpenOptions::new().write(true).create_new(true).open(&path);
    file.and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(|error| Failure::File(path.clone(), error))?;
    screen::show(&next_steps(id, &args.from, &path))
}

fn next_steps(id: &str, from: &str, path: &Path) -> Page {
    let path = path.display();
    let mut page = Page::new(screen::width());
    page.line(format!("{path} starts from {from}. Change it in any editor, then:"));
    for (command, says) in [
        (format!("jantaku rules check {path}"), "finds every error"),
        (
            format!("jantaku --book {path} rules show {id}"),
            "prints it, clause by clause",
        ),
        (format!("jantaku --book {path} serve"), "plays it in the browser"),
        (
            format!("jantaku rules show {from}"),
            "the rules that hold unless yours change them",
        ),
        ("jantaku rules keys".to_owned(), "what `sets` can hold"),
        ("jantaku rules facts".to_owned(), "what a yaku can ask for"),
        ("jantaku rules limits".to_owned(), "how large a rulebook can be"),
    ] {
        page.line(Line::from("  ").add(command, ink::CODE).text(format!("  {says}")));
    }
    page
}

/// A file that changes nothing yet, and shows how.
fn starter(id: &str, from: &str, base: &Rules) -> String {
    let name = title(id);
    let prefix = prefix(id, base);
    let start = base.settings.game.start;
    let worth = match base.settings.value.scheme {
        Scheme::Points => "points = 40",
        Scheme::FuAndHan | Scheme::HanTable => "han = 2",
    };
    let off = base.yaku.last().map_or("x", |yaku| yaku.id.as_str());
    format!(
        r##"# Completion and checks in your editor: run `jantaku rules schema > rulebook.schema.json`, and remove "# " from the next line.
# #:schema ./rulebook.schema.json

# Everything that {from} says holds unless a clause below says otherwise: see `jantaku rules show {from}`.
[rulebook]
id      = "{id}"
name    = {{ en = "{name}" }}
edition = "1"
extends = "{from}"

# A clause is one rule of your sheet: its number, what it says to people, and what it sets for the table.
[[clause]]
id   = "{prefix}-1"
says = "Everyone starts with {start} points."
sets = {{ game.start = {start} }}

# A yaku of your own. `jantaku rules facts` lists what `when` can ask for.
# [[clause]]
# id   = "{prefix}-2"
# says = "Sanrenkou: three triplets of one suit in a row."
# yaku.sanrenkou = {{ {worth}, when = "consecutive-triplets >= 3", name = {{ en = "Three triplets in a row" }} }}

# A yaku that you do not play.
# [[clause]]
# id   = "{prefix}-3"
# says = "{off} does not count."
# off  = ["{off}"]

# A rule for people, not for the table.
# [[clause]]
# id   = "{prefix}-4"
# says = "Phones stay in the bag."
# kind = "etiquette"

# What players agree on when they open a table.
# [[option]]
# id      = "club-length"
# clause  = "{prefix}-1"
# says    = "How long a game is."
# default = "as-printed"
# [option.choice.as-printed]
# says = "As in {from}."
# [option.choice.short]
# says = "One round."
# sets = {{ game.rounds = 1 }}
"##
    )
}

/// `our-club` is shown as "Our club".
fn title(id: &str) -> String {
    let words = id.replace('-', " ");
    let mut letters = words.chars();
    letters
        .next()
        .map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The letters before the numbers of clauses: the initials, unless clauses of the base begin with them too.
fn prefix(id: &str, base: &Rules) -> String {
    let initials: String = id.split('-').filter_map(|word| word.chars().next()).collect();
    let initials = initials.to_uppercase();
    let is_taken = base
        .clauses
        .iter()
        .any(|clause| clause.id.starts_with(&format!("{initials}-")));
    if is_taken { id.to_uppercase() } else { initials }
}
