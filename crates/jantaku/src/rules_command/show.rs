//! `jantaku rules show`

use super::clause_data::{Said, chosen_in, clause_id, said_by, value_json};
use super::yaku_table;
use crate::failure::Failure;
use crate::page::{Column, Line, Page, Table};
use crate::{ink, screen, shelf, words};
use clap::Args;
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::resolved::Resolved;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::rulebook::source::{Also, ClauseAlso};
use serde_json::{Value as Json, json};

#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    /// A rulebook from `jantaku rules list`
    rulebook: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &ShowArgs, library: &Library) -> Result<(), Failure> {
    let rules = shelf::rules(library, &args.rulebook)?;
    let resolved = shelf::resolved(library, &args.rulebook)?;
    if args.json {
        return screen::write_json(&as_json(library, &rules, &resolved));
    }
    let mut page = Page::new(screen::width());
    write_title(&mut page, &rules);
    write_options(&mut page, library, &resolved);
    for (file, places) in resolved.by_file() {
        page.heading(&format!("Clauses of {file}"));
        for place in places {
            write_clause(&mut page, &resolved, place);
        }
    }
    page.heading("Yaku");
    page.table(2, &yaku_table::of(&rules));
    screen::show(&page)
}

fn write_title(page: &mut Page, rules: &Rules) {
    page.line(Line::new(words::both_names(&rules.names), ink::STRONG));
    let mut about = vec![
        rules.spec.clone(),
        words::plural(rules.seats(), "player", "players"),
        words::plural(rules.tiles.tiles().len(), "tile", "tiles"),
        words::plural(rules.clauses.len(), "clause", "clauses"),
        format!("{} yaku", rules.yaku.len()),
    ];
    if !rules.edition.is_empty() {
        about.push(rules.edition.clone());
    }
    page.line(Line::new(about.join(", "), ink::FAINT));
    page.line(Line::new(format!("hash {}", hex(&rules.hash)), ink::FAINT));
}

fn write_options(page: &mut Page, library: &Library, resolved: &Resolved) {
    let mut table = Table::new(&[Column::Left, Column::Wrap, Column::Left]);
    for chosen in &resolved.options {
        let option = library
            .source(&chosen.rulebook)
            .and_then(|source| source.option(&chosen.option));
        let Some(option) = option else { continue };
        let says = option
            .choices
            .iter()
            .find(|choice| choice.id.text == chosen.choice)
            .map_or("", |c| &c.says);
        let asked = if chosen.asked { "  as asked" } else { "" };
        let name = Line::new(format!("{}={}", chosen.option, chosen.choice), ink::CODE).add(asked, ink::STRONG);
        table.row([
            name,
            Line::from(says),
            Line::new(clause_id(resolved, chosen.clause), ink::CLAUSE),
        ]);
        table.note(Line::from("    ").add(option.says.as_str(), ink::FAINT));
    }
    if !table.is_empty() {
        page.heading("Options");
        page.table(2, &table);
    }
}

fn write_clause(page: &mut Page, resolved: &Resolved, place: ClauseRef) {
    let Some(resolved_clause) = resolved.clause(place) else {
        return;
    };
    let clause = &resolved_clause.clause;
    let indent = clause.id.chars().count() + 4;
    let mut title = Line::from("  ").add(clause.id.as_str(), ink::CLAUSE).text("  ");
    if let Some(replaced) = resolved.replaced(place) {
        let by: Vec<&str> = replaced.by.iter().map(|by| clause_id(resolved, *by)).collect();
        let by = by.join(", ");
        if replaced.whole {
            return page.hanging(indent, title.add(format!("Replaced by {by}."), ink::FAINT));
        }
        title = title.add(format!("Except as in {by}: "), ink::STRONG);
    }
    title = title.text(clause.says.as_str());
    if clause.etiquette {
        title = title.add(" (etiquette)", ink::FAINT);
    }
    page.hanging(indent, title);
    let inset = || Line::from(" ".repeat(indent));
    if let Some(reading) = &clause.reading {
        page.hanging(
            indent + 2,
            inset().add("Read as: ", ink::STRONG).text(reading.chosen.as_str()),
        );
        if !reading.instead.is_empty() {
            page.hanging(
                indent + 2,
                inset()
                    .add("Alternative: ", ink::FAINT)
                    .add(&reading.instead, ink::FAINT),
            );
        }
    }
    for chosen in chosen_in(resolved, resolved_clause) {
        let option = inset().add(format!("{}={}: ", chosen.option, chosen.choice), ink::STRONG);
        page.hanging(
            indent + 2,
            option.text(format!("{} {}", chosen.says, chosen.choice_says)),
        );
    }
    for Said {
        key,
        value,
        choice,
        until,
    } in said_by(resolved, resolved_clause)
    {
        let mut line = inset().add(format!("{key} = {value}"), ink::CODE);
        if !choice.is_empty() {
            line = line.add(format!("  by {choice}"), ink::FAINT);
        }
        if let Some(later) = until {
            line = line.add("  until ", ink::FAINT).add(later, ink::CLAUSE);
        }
        page.hanging(indent + 4, line);
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The texts that there are by language.
fn also_json(Also { de, ja, zh }: &Also) -> Json {
    let there = [("de", de), ("ja", ja), ("zh", zh)]
        .into_iter()
        .filter(|(_, text)| !text.is_empty());
    Json::Object(
        there
            .map(|(language, text)| (language.to_owned(), json!(text)))
            .collect(),
    )
}

fn as_json(library: &Library, rules: &Rules, resolved: &Resolved) -> Json {
    let said = |Said {
                    key,
                    value,
                    choice,
                    until,
                }: Said<'_>| { json!({ "key": key, "value": value, "choice": choice, "until": until }) };
    let clauses = resolved.clauses.iter().enumerate().map(|(place, resolved_clause)| {
        let replaced = resolved.replaced(ClauseRef(place as u16)).map(|replaced| {
            let by: Vec<&str> = replaced.by.iter().map(|by| clause_id(resolved, *by)).collect();
            json!({ "by": by, "whole": replaced.whole })
        });
        let clause = &resolved_clause.clause;
        let sets: Vec<Json> = said_by(resolved, resolved_clause).into_iter().map(said).collect();
        let ClauseAlso { says, chosen, instead } = library.translated(clause);
        let reading = clause.reading.as_ref().map(|note| {
            json!({
                "chosen": note.chosen, "also": also_json(&chosen),
                "instead": note.instead, "instead-also": also_json(&instead),
            })
        });
        json!({
            "id": clause.id, "rulebook": clause.rulebook, "line": resolved_clause.place.line, "says": clause.says,
            "also": also_json(&says),
            "etiquette": clause.etiquette, "reading": reading, "sets": sets, "replaced": replaced,
        })
    });
    let settings = Key::ALL.iter().filter_map(|key| {
        let change = resolved.changes(*key).last()?;
        let value = change.value.as_ref().map(value_json);
        Some((
            key.name(),
            json!({ "value": value, "clause": clause_id(resolved, change.clause) }),
        ))
    });
    let options = resolved.options.iter().map(|chosen| {
        json!({
            "rulebook": chosen.rulebook, "id": chosen.option, "choice": chosen.choice, "asked": chosen.asked,
            "clause": clause_id(resolved, chosen.clause),
        })
    });
    json!({
        "rules": rules.spec,
        "name": words::names_json(&rules.names),
        "edition": rules.edition,
        "hash": hex(&rules.hash),
        "players": rules.seats(),
        "tiles": rules.tiles.tiles().len(),
        "options": options.collect::<Vec<_>>(),
        "clauses": clauses.collect::<Vec<_>>(),
        "settings": settings.collect::<serde_json::Map<_, _>>(),
        "yaku": yaku_table::as_json(rules),
    })
}
