//! Reads `[[example]]`.

use super::super::document::{Content, Node};
use super::super::error::{ErrorKind, Errors};
use super::super::value::Value;
use super::SourceExample;
use super::reader::Table;
use crate::nearest::nearest;
use crate::seat::Wind;

/// Fields of `given`: a value, or a hand as in a score request.
const GIVEN: &str = "han fu yakuman points rules hand melds aside win by seat from round riichi \
    ippatsu rinshan last_tile first_turn dora ura honba sticks payer_riichi pao fed_kan responsible sorted_in";

pub(super) fn read(mut table: Table, errors: &mut Errors<'_>) -> Option<SourceExample> {
    let clause = table.required_name("clause", errors);
    let given = read_table(&mut table, "given", errors);
    let expect = read_table(&mut table, "expect", errors);
    table.finish(errors);
    if let Some(given) = &given {
        known_keys(given, "example.given", &GIVEN.split(' ').collect::<Vec<_>>(), errors);
    }
    if let Some(expect) = &expect {
        let winds = Wind::ALL.map(Wind::name);
        known_keys(
            expect,
            "example.expect",
            &[&winds[..], &["points", "chips"]].concat(),
            errors,
        );
    }
    let value = |node: Option<Node>| node.and_then(|node| node.value());
    Some(SourceExample {
        clause: clause?,
        given: value(given)?,
        expect: value(expect)?,
    })
}

fn read_table(table: &mut Table, key: &'static str, errors: &mut Errors<'_>) -> Option<Node> {
    table.require(key, errors);
    let entry = table.take(key)?;
    match entry.node.value() {
        Some(Value::Table(_)) => Some(entry.node),
        _ => {
            errors.add(
                entry.line,
                &table.key(key),
                ErrorKind::WrongValue,
                "a table",
                entry.node.describe(),
            );
            None
        }
    }
}

fn known_keys(node: &Node, path: &str, known: &[&str], errors: &mut Errors<'_>) {
    let Content::Table(entries) = &node.content else { return };
    for entry in entries.iter().filter(|entry| !known.contains(&entry.key.as_str())) {
        let expected = match nearest(&entry.key, known.iter().copied()) {
            Some(near) => format!("a known key; did you mean {near:?}?"),
            None => format!("one of {}", known.join(", ")),
        };
        errors.add(
            entry.line,
            &format!("{path}.{}", entry.key),
            ErrorKind::UnknownKey,
            expected,
            "",
        );
    }
}
