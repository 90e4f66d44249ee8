//! Errors of a text with their places in the line, as far as the line shows them.

use crate::wire::books::BookError;
use jantaku_rules::rulebook::error::{ErrorKind, RulebookError};

/// An error of a text with its column, its hint, and the command that tells more. The text is that of `file`; errors of other files have no
/// line in it.
pub(super) fn placed(error: &RulebookError, file: &str, text: &str) -> BookError {
    let number = if error.file == file { error.line } else { 0 };
    let line = match number {
        0 => "",
        number => text.lines().nth(number as usize - 1).unwrap_or_default(),
    };
    let place = place(error, line);
    let unit = |byte: usize| line[..byte].encode_utf16().count() as u32 + 1;
    let expected = error.expected.split(" (character ").next().unwrap_or_default();
    let (expected, meant) = match expected.split_once("; did you mean ") {
        Some((expected, meant)) => (expected, Some(meant.trim_end_matches('?'))),
        None => (expected, None),
    };
    let mut message = match error.found.is_empty() {
        true => format!("expected {expected}"),
        false => format!("expected {expected}, found {}", error.found),
    };
    if error.file != file {
        message = format!("{}: {message}", error.file);
    }
    let saved = "saved rulebooks cannot be built on: clone the one you mean";
    BookError {
        line: number,
        column: place.map(|(from, _)| unit(from)),
        end_column: place.map(|(_, to)| unit(to)),
        key: error.key.clone(),
        message,
        hint: match (meant, error.kind) {
            (Some(meant), _) => Some(format!("did you mean {meant}?")),
            (None, ErrorKind::UnknownRulebook) => Some(saved.to_owned()),
            _ => None,
        },
        command: command(&error.expected)
            .or_else(|| usual_command(error.kind))
            .map(str::to_owned),
        kind: error.kind.word(),
    }
}

/// Where the line has what was found, or else the key.
fn place(error: &RulebookError, line: &str) -> Option<(usize, usize)> {
    if let Some(place) = in_condition(error, line) {
        return Some(place);
    }
    let found = error.found.trim_end_matches('…');
    let bare = found.trim_matches('"');
    let field = error.key.rsplit('.').next().unwrap_or_default();
    [found, bare, field]
        .into_iter()
        .filter(|wanted| !wanted.is_empty())
        .find_map(|wanted| line.find(wanted).map(|from| (from, from + wanted.len())))
}

/// The word of a condition that a message points to, such as "(character 14)".
fn in_condition(error: &RulebookError, line: &str) -> Option<(usize, usize)> {
    let (_, number) = error.expected.rsplit_once("(character ")?;
    let number: usize = number.trim_end_matches(')').parse().ok()?;
    let field = line.find(error.key.rsplit('.').next()?)?;
    let text = field + line[field..].find('"')? + 1;
    let (offset, _) = line[text..].char_indices().nth(number.checked_sub(1)?)?;
    let from = text + offset;
    let rest = &line[from..];
    let is_end = |letter: char| !letter.is_alphanumeric() && letter != '-';
    let length = rest.find(is_end).unwrap_or(rest.len()).max(1);
    line.is_char_boundary(from + length).then_some((from, from + length))
}

/// The command that a message names.
fn command(expected: &str) -> Option<&str> {
    let begin = expected.find("`jantaku ")? + 1;
    expected[begin..].split('`').next()
}

/// The command that lists what would have been right.
fn usual_command(kind: ErrorKind) -> Option<&'static str> {
    match kind {
        ErrorKind::UnknownKey | ErrorKind::WrongValue | ErrorKind::OutOfRange => Some("jantaku rules keys"),
        ErrorKind::Expression | ErrorKind::NotACount => Some("jantaku rules facts"),
        ErrorKind::UnknownRulebook | ErrorKind::IdTaken => Some("jantaku rules list --all"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jantaku_rules::rulebook::library::Library;

    fn errors(text: &str) -> Vec<BookError> {
        let errors = Library::builtin().add(text).unwrap_err();
        errors.iter().map(|error| placed(error, &error.file, text)).collect()
    }

    #[test]
    fn places_errors_in_their_line() {
        let head = "[rulebook]\nid = \"ü\"\n";
        let found = errors(head);
        assert!(
            found.iter().any(|error| error.line == 2 && error.kind == "wrong-name"),
            "{found:?}"
        );
        let text = "[rulebook]\nid = \"x\"\nname = { en = \"Ü\" }\nextends = \"tenhuo\"\n";
        let [error] = &errors(text)[..] else {
            panic!("{:?}", errors(text))
        };
        assert_eq!((error.line, error.column, error.end_column), (4, Some(11), Some(19)));
        assert_eq!(error.hint.as_deref(), Some("did you mean \"tenhou\"?"));
        assert_eq!(error.kind, "unknown-rulebook");
        assert!(!error.message.contains("did you mean"));
    }

    #[test]
    fn counts_columns_as_browsers_do() {
        let text = "[rulebook]\nid = \"x\"\nname = { en = \"X\" }\nextends = \"tenhou\"\n[[clause]]\nid = \"C\"\nsays = \"🀄\"\nyaku.a = { name = { en = \"🀄\" }, han = 1, when = \"closde\" }\n";
        let found = errors(text);
        let line = text.lines().nth(7).unwrap();
        let error = found.iter().find(|error| error.line == 8).unwrap();
        let from = error.column.unwrap() as usize - 1;
        let units: Vec<u16> = line.encode_utf16().collect();
        let to = error.end_column.unwrap() as usize - 1;
        assert_eq!(
            String::from_utf16(&units[from..to]).unwrap().trim_matches('"'),
            "closde",
            "{error:?}"
        );
        assert_eq!(error.command.as_deref(), Some("jantaku rules facts"));
    }
}
