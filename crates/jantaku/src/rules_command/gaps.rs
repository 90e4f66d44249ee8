//! `jantaku rules gaps`

use crate::failure::Failure;
use crate::page::{Column, Line, Page, Table};
use crate::{ink, screen, shelf, words};
use clap::Args;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::query::Gaps;
use jantaku_rules::rulebook::resolved::Resolved;

#[derive(Args, Debug)]
pub(crate) struct GapsArgs {
    /// A rulebook [default: all of them]
    rulebook: Option<String>,
}

pub(super) fn run(args: &GapsArgs, library: &Library) -> Result<(), Failure> {
    let listed = || library.list().iter().map(|listing| listing.source.id.clone()).collect();
    let requests: Vec<String> = args.rulebook.clone().map_or_else(listed, |request| vec![request]);
    let mut page = Page::new(screen::width());
    for request in &requests {
        write(&mut page, &shelf::resolved(library, request)?);
    }
    screen::show(&page)
}

fn write(page: &mut Page, resolved: &Resolved) {
    let Gaps {
        without_data,
        unset,
        readings,
    } = resolved.gaps();
    page.blank();
    page.line(Line::new(words::both_names(&resolved.names), ink::STRONG).text(format!("  {}", resolved.spec)));
    let table = || Table::new(&[Column::Left, Column::Wrap]);

    let mut clauses = table();
    for clause in without_data {
        clauses.row([
            Line::new(clause.clause.id.as_str(), ink::CLAUSE),
            clause.clause.says.as_str().into(),
        ]);
    }
    section(
        page,
        "Clauses without data, which the table follows by itself",
        &clauses,
    );

    let mut keys = table();
    for key in unset {
        keys.row([Line::new(key.name(), ink::CODE), key.info().doc.into()]);
    }
    section(page, "Keys that no clause sets: not played", &keys);

    let mut open = table();
    for clause in readings {
        let Some(reading) = &clause.clause.reading else {
            continue;
        };
        let mut text = Line::from(reading.chosen.as_str());
        if !reading.instead.is_empty() {
            text = text.add(format!(" Alternative: {}", reading.instead), ink::FAINT);
        }
        open.row([Line::new(clause.clause.id.as_str(), ink::CLAUSE), text]);
    }
    section(page, "Open points, settled by a reading", &open);
}

fn section(page: &mut Page, title: &str, table: &Table) {
    page.heading(&format!("{title} ({})", table.len()));
    page.table(2, table);
}
