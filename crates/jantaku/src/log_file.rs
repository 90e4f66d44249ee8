//! Reads log files with their rulebooks.

use crate::failure::Failure;
use crate::ink;
use jantaku_record::log::{Book, Log, LogPlayer, MAX_LOG};
use jantaku_record::read_game;
use jantaku_record::verify::books::Books;
use jantaku_record::verify::log_of;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::seat::Seat;
use jantaku_wire::{BYTE_ORDER_MARK, MAX_TEXT};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Longer names are cut.
const LONGEST_NAME: usize = 24;

/// A log with the rulebook to replay it by.
pub(crate) struct LogFile {
    pub(crate) log: Log,
    pub(crate) book: Book,
    /// A different name for each seat.
    pub(crate) names: Vec<String>,
}

impl LogFile {
    /// Reads one of our logs or a Tenhou game.
    pub(crate) fn read(path: &Path, library: &Library) -> Result<LogFile, Failure> {
        let bytes = bytes(path)?;
        let mut mark = [0; 4];
        let mark = BYTE_ORDER_MARK.encode_utf8(&mut mark).as_bytes();
        let text = bytes.strip_prefix(mark).unwrap_or(&bytes);
        match text.starts_with(b"{\"log\":") || path.extension().is_some_and(|ending| ending == "jsonl") {
            true => LogFile::own(path, &bytes, library),
            false => LogFile::of_another(path, &bytes),
        }
    }

    /// Reads one of our logs.
    pub(crate) fn read_own(path: &Path, library: &Library) -> Result<LogFile, Failure> {
        LogFile::own(path, &bytes(path)?, library)
    }

    fn own(path: &Path, bytes: &[u8], library: &Library) -> Result<LogFile, Failure> {
        let failed = |error| Failure::Log(path.to_owned(), error);
        let log = Log::read(bytes).map_err(failed)?;
        let book = log.header.rules(library).map_err(failed)?;
        Ok(LogFile::of(log, book))
    }

    fn of_another(path: &Path, bytes: &[u8]) -> Result<LogFile, Failure> {
        let failed = |what: String| Failure::Asked(format!("{}: {what}", path.display()));
        let game = read_game(bytes).map_err(|error| failed(error.to_string()))?;
        let rules = Books::default()
            .rules_of(&game)
            .map_err(|why| failed(why.text().to_owned()))?;
        let log = log_of(&game, &rules).map_err(|error| failed(error.to_string()))?;
        let same_edition = true;
        Ok(LogFile::of(log, Book { rules, same_edition }))
    }

    fn of(log: Log, book: Book) -> LogFile {
        let names = names(&log.header.players);
        LogFile { log, book, names }
    }

    pub(crate) fn name(&self, seat: Seat) -> String {
        self.names.get(usize::from(seat.0)).cloned().unwrap_or_default()
    }

    /// Prints notes about the log.
    pub(crate) fn warn(&self) {
        if !self.book.same_edition {
            note(
                "this log does not carry its rulebook; it is shown by today's edition, which may decide some hands differently",
            );
        }
        if !self.log.closed {
            note("the log has no last line: the game was interrupted, or part of the log is missing");
        }
    }
}

fn note(text: &str) {
    anstream::eprintln!("{}note:{:#} {text}", ink::CODE, ink::CODE);
}

fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let failed = |error| Failure::File(path.to_owned(), error);
    let mut bytes = Vec::new();
    let most = MAX_LOG.max(MAX_TEXT) as u64 + 1;
    let file = File::open(path).map_err(failed)?;
    file.take(most).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// Names without control characters, not too long, and different from each other.
fn names(players: &[LogPlayer]) -> Vec<String> {
    let shown = |player: &LogPlayer| -> String {
        let plain = player.name.chars().filter(|c| !c.is_control() && !is_direction(*c));
        plain.take(LONGEST_NAME).collect()
    };
    let names: Vec<String> = players.iter().map(shown).collect();
    let number = |(seat, name): (usize, &String)| match names.iter().filter(|other| *other == name).count() {
        1 if !name.is_empty() => name.clone(),
        _ => format!("{name} {}", seat + 1).trim_start().to_owned(),
    };
    names.iter().enumerate().map(number).collect()
}

/// Characters that change the direction of text.
const fn is_direction(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_printable() {
        let player = |name: &str| LogPlayer {
            name: name.to_owned(),
            bot: None,
        };
        let given = ["Mika", "greedy", "greedy", "\u{1b}[2J\u{202e}Ran"].map(player);
        assert_eq!(names(&given), ["Mika", "greedy 2", "greedy 3", "[2JRan"]);
        assert_eq!(names(&[player(""), player("")]), ["1", "2"]);
    }
}
