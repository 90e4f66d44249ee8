//! Reads `[[clause]]`, and the changes that clauses and choices make.

use super::super::called::called;
use super::super::clause::ReadingNote;
use super::super::document::{Content, Entry};
use super::super::error::{ErrorKind, Errors};
use super::super::settings::{Key, KeyInfo, Settings};
use super::reader::{Table, also};
use super::{Changes, ClauseAlso, Set, SourceClause, yaku};
use crate::nearest::{meant, nearest};

/// Unknown keys after so many errors are explained by their spelling only.
const MOST_EXPLAINED: usize = 20;

pub(in super::super) fn read(mut table: Table, errors: &mut Errors<'_>) -> Option<SourceClause> {
    let id = table.required_name("id", errors);
    let says = table
        .required_text("says", errors)
        .map(|says| says.text)
        .unwrap_or_default();
    let kind = table.text("kind", errors);
    if let Some(kind) = kind.as_ref().filter(|kind| kind.text != "etiquette") {
        errors.add(
            kind.line,
            "clause.kind",
            ErrorKind::WrongValue,
            "\"etiquette\"",
            format!("{:?}", kind.text),
        );
    }
    let etiquette = kind.is_some();
    let (reading, also) = read_words(&mut table, errors);
    let replaces = table.texts("replaces", errors).unwrap_or_default();
    let amends = table.texts("amends", errors).unwrap_or_default();
    let changes = read_changes(&mut table, errors);
    if etiquette && !changes.is_empty() {
        let expected = "no sets, yaku or off: etiquette binds people, not the table";
        errors.add(table.line, "clause.kind", ErrorKind::EtiquetteWithData, expected, "");
    }
    table.finish(errors);
    id.map(|id| SourceClause {
        id,
        says,
        etiquette,
        reading,
        also,
        replaces,
        amends,
        changes,
    })
}

/// `sets`, `yaku` and `off`.
pub(super) fn read_changes(table: &mut Table, errors: &mut Errors<'_>) -> Changes {
    let mut changes = Changes::default();
    if let Some(sets) = table.table("sets", errors) {
        changes.sets = read_sets(sets, errors);
    }
    if let Some(mut patches) = table.table("yaku", errors) {
        changes.yaku = patches
            .take_all()
            .into_iter()
            .filter_map(|entry| yaku::read(entry, errors))
            .collect();
    }
    changes.off = table.texts("off", errors).unwrap_or_default();
    changes
}

/// `reading`, and `also` of the clause and of its reading.
pub(super) fn read_words(table: &mut Table, errors: &mut Errors<'_>) -> (Option<ReadingNote>, ClauseAlso) {
    let mut translated = ClauseAlso {
        says: also(table, "also", errors),
        ..ClauseAlso::default()
    };
    let Some(mut reading) = table.table("reading", errors) else {
        return (None, translated);
    };
    let chosen = reading
        .required_text("chosen", errors)
        .map(|text| text.text)
        .unwrap_or_default();
    let instead = reading
        .text("instead", errors)
        .map(|text| text.text)
        .unwrap_or_default();
    translated.chosen = also(&mut reading, "also", errors);
    translated.instead = also(&mut reading, "instead-also", errors);
    reading.finish(errors);
    (Some(ReadingNote { chosen, instead }), translated)
}

/// A key always has two levels, section and field, however the file writes it.
fn read_sets(mut table: Table, errors: &mut Errors<'_>) -> Vec<Set> {
    let mut sets = Vec::new();
    for section in table.take_all() {
        match section.node.content {
            Content::Table(fields) => {
                sets.extend(
                    fields
                        .into_iter()
                        .filter_map(|field| read_set(&section.key, field, errors)),
                );
            }
            _ => unknown_key(&section.key, section.line, errors),
        }
    }
    sets
}

pub(in super::super) fn read_set(section: &str, field: Entry, errors: &mut Errors<'_>) -> Option<Set> {
    let name = format!("{section}.{}", field.key);
    let Some(key) = Key::named(&name) else {
        unknown_key(&name, field.line, errors);
        return None;
    };
    let fits = |value: &_| Settings::default().set(key, value);
    let value = field.node.value().filter(fits);
    if value.is_none() {
        errors.add(
            field.line,
            &name,
            ErrorKind::WrongValue,
            key.info().shape.expected(),
            field.node.describe(),
        );
    }
    Some(Set {
        key,
        line: field.line,
        value,
    })
}

fn unknown_key(name: &str, line: u32, errors: &mut Errors<'_>) {
    if errors.is_full() {
        errors.count += 1;
        return;
    }
    let names: Vec<String> = Key::ALL.iter().map(|key| key.name()).collect();
    let example = "a known key, such as \"game.start\": see `jantaku rules keys`".to_owned();
    let expected = match nearest(name, names.iter().map(String::as_str)) {
        Some(near) => format!("a known key (see `jantaku rules keys`); did you mean {near:?}?"),
        None if errors.list.len() < MOST_EXPLAINED => {
            let infos: Vec<KeyInfo> = Key::ALL.iter().map(|key| key.info()).collect();
            let explained: Vec<String> = infos
                .iter()
                .map(|info| format!("{} {}", info.doc, called(&info.name)))
                .collect();
            let named = infos.iter().zip(&explained);
            let meanings: Vec<(&str, &str)> = named.map(|(info, says)| (info.name.as_str(), says.as_str())).collect();
            match meant(name, &meanings) {
                Some(near) => format!("a known key (see `jantaku rules keys`); did you mean {near:?}?"),
                None => example,
            }
        }
        None => example,
    };
    errors.add(line, name, ErrorKind::UnknownKey, expected, "");
}
