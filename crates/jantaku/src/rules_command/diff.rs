//! `jantaku rules diff`

use crate::failure::Failure;
use crate::page::{Column, Line, Page, Table};
use crate::{ink, screen, shelf};
use clap::Args;
use jantaku_rules::rulebook::diff::{Diff, Difference, Side};
use jantaku_rules::rulebook::library::Library;
use serde_json::{Value as Json, json};

#[derive(Args, Debug)]
pub(crate) struct DiffArgs {
    /// A rulebook from `jantaku rules list`
    a: String,
    /// Another rulebook, or the same one with other options: `NAME(OPTION=CHOICE)`
    b: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &DiffArgs, library: &Library) -> Result<(), Failure> {
    let (a, b) = (shelf::resolved(library, &args.a)?, shelf::resolved(library, &args.b)?);
    let diff = Diff::of(&a, &b);
    let names = [a.spec.to_string(), b.spec.to_string()];
    if args.json {
        let list = |differences: &[Difference]| differences.iter().map(as_json).collect::<Vec<_>>();
        let all = json!({
            "rules": names, "settings": list(&diff.keys), "yaku": list(&diff.yaku), "options": list(&diff.options),
        });
        return screen::write_json(&all);
    }
    let mut page = Page::new(screen::width());
    if diff.is_empty() {
        page.line("No differences.");
    }
    for (title, prefix, differences) in [
        ("Settings", "", &diff.keys),
        ("Yaku", "yaku.", &diff.yaku),
        ("Options", "", &diff.options),
    ] {
        if !differences.is_empty() {
            page.heading(&format!("{title} ({})", differences.len()));
        }
        for difference in differences {
            page.line(Line::from("  ").add(format!("{prefix}{}", difference.name), ink::STRONG));
            page.table(4, &sides(&names, difference));
        }
    }
    screen::show(&page)
}

/// Both values, one below the other.
fn sides(names: &[String; 2], difference: &Difference) -> Table {
    let mut table = Table::new(&[Column::Left, Column::Wrap, Column::Left]);
    for (name, side) in names.iter().zip([&difference.left, &difference.right]) {
        let value = match &side.value {
            Some(value) => Line::new(value.as_str(), ink::CODE),
            None => Line::new("none", ink::FAINT),
        };
        let clause = if side.clause.is_empty() { "-" } else { &side.clause };
        table.row([
            Line::new(name.as_str(), ink::FAINT),
            value,
            Line::new(clause, ink::CLAUSE),
        ]);
    }
    table
}

fn as_json(difference: &Difference) -> Json {
    let side = |side: &Side| json!({ "value": side.value, "clause": side.clause });
    json!({ "name": difference.name, "a": side(&difference.left), "b": side(&difference.right) })
}
