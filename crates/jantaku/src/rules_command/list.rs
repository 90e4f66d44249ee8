//! `jantaku rules list`

use crate::failure::Failure;
use crate::page::{Column, Line, Page, Table};
use crate::{ink, screen, words};
use clap::Args;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::query::Listing;
use jantaku_rules::rulebook::source::{Source, SourceOption};
use serde_json::{Value as Json, json};

#[derive(Args, Debug)]
pub(crate) struct ListArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Include rulebooks that only serve as a base for others
    #[arg(long)]
    all: bool,
}

pub(super) fn run(args: &ListArgs, library: &Library) -> Result<(), Failure> {
    let everything = || library.sources().map(|source| library.listing(source)).collect();
    let listed = if args.all { everything() } else { library.list() };
    if args.json {
        let rulebooks: Vec<Json> = listed.iter().map(|listing| as_json(library, listing)).collect();
        return screen::write_json(&rulebooks.into());
    }
    let mut page = Page::new(screen::width());
    page.line("Choose options as NAME(OPTION=CHOICE); * marks the default.");
    for listing in &listed {
        write(&mut page, library, listing);
    }
    screen::show(&page)
}

fn write(page: &mut Page, library: &Library, listing: &Listing<'_>) {
    let source = listing.source;
    page.blank();
    let mut about = Vec::new();
    if let Some(players) = players(library, source) {
        about.push(words::plural(players, "player", "players"));
    }
    if !source.edition.is_empty() {
        about.push(source.edition.clone());
    }
    if source.overlay {
        about.push(match &source.base {
            Some(base) => format!("overlay, by default on {}", base.text),
            None => "overlay".to_owned(),
        });
    }
    let title = Line::new(source.id.as_str(), ink::CODE)
        .text("  ")
        .add(words::both_names(&source.names), ink::STRONG);
    page.line(title.add(format!("  {}", about.join(", ")), ink::FAINT));
    let mut table = Table::new(&[Column::Left, Column::Wrap]);
    for (_, option) in &listing.options {
        let says = Line::new(option.says.as_str(), ink::FAINT);
        table.row([
            Line::from(option.id.text.as_str()),
            choices(option).text("  ").join(says),
        ]);
    }
    page.table(2, &table);
}

fn choices(option: &SourceOption) -> Line {
    let mut line = Line::default();
    for (i, choice) in option.choices.iter().enumerate() {
        let is_default = choice.id.text == option.default.text;
        let style = if is_default { ink::STRONG } else { ink::PLAIN };
        line = line
            .text(if i == 0 { "" } else { " | " })
            .add(choice.id.text.as_str(), style);
        line = line.text(if is_default { "*" } else { "" });
    }
    line
}

/// The number of players, if the file can be played by itself.
fn players(library: &Library, source: &Source) -> Option<usize> {
    library.rules(&source.id).ok().map(|rules| rules.seats())
}

fn as_json(library: &Library, listing: &Listing<'_>) -> Json {
    let options = listing.options.iter().map(|(file, option)| {
        let choices = option
            .choices
            .iter()
            .map(|choice| json!({ "id": choice.id.text, "says": choice.says }));
        json!({
            "id": option.id.text, "rulebook": file, "says": option.says, "clause": option.clause.text,
            "default": option.default.text, "choices": choices.collect::<Vec<_>>(),
        })
    });
    let source = listing.source;
    json!({
        "id": source.id,
        "name": words::names_json(&source.names),
        "edition": source.edition,
        "players": players(library, source),
        "overlay": source.overlay,
        "base": source.base.as_ref().map(|base| &base.text),
        "extends": source.extends.as_ref().map(|parent| &parent.text),
        "hidden": source.hidden,
        "options": options.collect::<Vec<_>>(),
    })
}
