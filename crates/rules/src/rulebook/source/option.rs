//! Reads `[[option]]`.

use super::super::document::{Content, Entry};
use super::super::error::{ErrorKind, Errors};
use super::super::limits;
use super::clause::{read_changes, read_words};
use super::reader::{Table, also, name};
use super::{Lined, Reworded, SourceChoice, SourceOption};

pub(super) fn read(mut table: Table, errors: &mut Errors<'_>) -> Option<SourceOption> {
    let id = table.required_name("id", errors);
    let clause = table.required_name("clause", errors);
    let says = table
        .required_text("says", errors)
        .map(|says| says.text)
        .unwrap_or_default();
    let also_says = also(&mut table, "also", errors);
    let default = table.required_name("default", errors);
    let mut choices = Vec::new();
    table.require("choice", errors);
    if let Some(mut all) = table.table("choice", errors) {
        let entries = all.take_all();
        if entries.len() > limits::CHOICES.most {
            let found = entries.len().to_string();
            errors.add(
                all.line,
                &all.path,
                ErrorKind::TooMany,
                limits::CHOICES.expected(),
                found,
            );
        }
        choices.extend(
            entries
                .into_iter()
                .take(limits::CHOICES.most)
                .filter_map(|entry| read_choice(entry, errors)),
        );
    }
    table.finish(errors);
    let option = SourceOption {
        id: id?,
        clause: clause?,
        says,
        also: also_says,
        default: default?,
        choices,
    };
    if !option
        .choices
        .iter()
        .any(|choice| choice.id.text == option.default.text)
    {
        let names: Vec<&str> = option.choices.iter().map(|choice| choice.id.text.as_str()).collect();
        let expected = format!("one of the option's choices ({})", names.join(", "));
        let found = format!("{:?}", option.default.text);
        errors.add(
            option.default.line,
            "option.default",
            ErrorKind::UnknownChoice,
            expected,
            found,
        );
    }
    Some(option)
}

fn read_choice(entry: Entry, errors: &mut Errors<'_>) -> Option<SourceChoice> {
    let id = name(
        Lined {
            line: entry.line,
            text: entry.key,
        },
        "option.choice",
        errors,
    )?;
    let found = entry.node.describe();
    let Content::Table(entries) = entry.node.content else {
        errors.add(
            id.line,
            &format!("option.choice.{}", id.text),
            ErrorKind::WrongValue,
            "a table",
            found,
        );
        return None;
    };
    let mut table = Table::new(&format!("option.choice.{}", id.text), id.line, entries);
    let says = table
        .required_text("says", errors)
        .map(|says| says.text)
        .unwrap_or_default();
    let also_says = also(&mut table, "also", errors);
    let path = table.key("clause");
    let clause = table
        .text("clause", errors)
        .and_then(|clause| name(clause, &path, errors));
    let changes = read_changes(&mut table, errors);
    let rewords = table.table("rewords", errors).map(|mut all| all.take_all());
    table.finish(errors);
    Some(SourceChoice {
        id,
        says,
        also: also_says,
        clause,
        changes,
        rewords: rewords
            .unwrap_or_default()
            .into_iter()
            .filter_map(|entry| read_reworded(entry, errors))
            .collect(),
    })
}

/// `rewords.F-12 = { says = "…" }`
fn read_reworded(entry: Entry, errors: &mut Errors<'_>) -> Option<Reworded> {
    let path = format!("option.choice.rewords.{}", entry.key);
    let found = entry.node.describe();
    let Content::Table(entries) = entry.node.content else {
        errors.add(entry.line, &path, ErrorKind::WrongValue, "a table", found);
        return None;
    };
    let mut table = Table::new(&path, entry.line, entries);
    let says = table.text("says", errors).map(|says| says.text);
    let (reading, also) = read_words(&mut table, errors);
    table.finish(errors);
    Some(Reworded {
        clause: Lined {
            line: entry.line,
            text: entry.key,
        },
        says,
        reading,
        also,
    })
}
