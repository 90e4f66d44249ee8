//! What is wrong with a rulebook: where, with which key, and what should stand there.

use std::fmt;

/// One thing that is wrong. A rulebook with an error is not played.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RulebookError {
    /// The file, `zan.toml`; or what was asked for, where that is at fault.
    pub file: String,
    /// The line, counted from 1; 0 where there is none.
    pub line: u32,
    /// The key, `game.start`.
    pub key: String,
    pub kind: ErrorKind,
    pub expected: String,
    /// What does; empty where that says nothing more.
    pub found: String,
}

/// The sorts of errors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ErrorKind {
    /// The file is too large to be a rulebook.
    TooLarge,
    /// It is no TOML.
    Syntax,
    /// More clauses, layers, yaku or names than a rulebook may have.
    TooMany,
    /// No such key.
    UnknownKey,
    /// A key that must be there is not.
    MissingKey,
    /// The key cannot hold this.
    WrongValue,
    /// A name with characters that names do not have.
    WrongName,
    /// The file's id is not its name.
    NotTheFileName,
    /// The id is another rulebook's.
    IdTaken,
    /// Two clauses with one id.
    ClauseTwice,
    /// Two options with one id.
    OptionTwice,
    /// No such clause.
    UnknownClause,
    /// No such yaku.
    UnknownYaku,
    /// No such rulebook.
    UnknownRulebook,
    /// No such option.
    UnknownOption,
    /// No such choice.
    UnknownChoice,
    /// A rulebook that extends itself.
    Cycle,
    /// A rulebook used as an overlay.
    NotAnOverlay,
    /// An overlay used as a rulebook.
    AnOverlay,
    /// One overlay laid on twice.
    LayerTwice,
    /// Etiquette binds people and sets nothing.
    EtiquetteWithData,
    /// A yaku without worth, or without what it asks for.
    Incomplete,
    /// A yaku with two worths.
    TwoWorths,
    /// A worth that the scheme of the rulebook does not count.
    WorthUnfit,
    /// An expression that cannot be compiled.
    Expression,
    /// A fact that does not count.
    NotACount,
    /// A number that the key cannot have.
    OutOfRange,
    /// A chart whose rows are out of order.
    NotInOrder,
    /// Points that do not sum up.
    NotBalanced,
    /// Two values that cannot be played together.
    Contradiction,
    /// A worked example that does not come out as it says.
    Example,
    /// What was asked for is not written as `rulebook(option=choice)+overlay`.
    Spec,
}

impl fmt::Display for RulebookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file)?;
        if self.line > 0 {
            write!(f, "{}:", self.line)?;
        }
        if !self.key.is_empty() {
            write!(f, " {}:", self.key)?;
        }
        write!(f, " expected {}", self.expected)?;
        if self.found.is_empty() {
            Ok(())
        } else {
            write!(f, ", found {}", self.found)
        }
    }
}

impl std::error::Error for RulebookError {}

/// More errors than these say nothing more of a file.
pub const MOST_ERRORS: usize = 200;
/// What was found is shown up to here.
const LONGEST_FOUND: usize = 160;

/// Gathers the errors of one file.
#[derive(Debug)]
pub(crate) struct Errors<'a> {
    pub(crate) file: &'a str,
    /// What was found so far, up to a bound.
    pub(crate) list: Vec<RulebookError>,
    pub(crate) count: usize,
}

impl<'a> Errors<'a> {
    pub(crate) fn of(file: &'a str) -> Self {
        Errors {
            file,
            list: Vec::new(),
            count: 0,
        }
    }

    pub(crate) fn add(
        &mut self,
        line: u32,
        key: &str,
        kind: ErrorKind,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) {
        self.count += 1;
        if self.list.len() < MOST_ERRORS {
            self.list.push(error(self.file, line, key, kind, expected, found));
        }
    }
}

/// Makes an error, with long texts cut.
pub(crate) fn error(
    file: &str,
    line: u32,
    key: &str,
    kind: ErrorKind,
    expected: impl Into<String>,
    found: impl Into<String>,
) -> RulebookError {
    let (expected, found) = (expected.into(), found.into());
    RulebookError {
        file: cut(file),
        line,
        key: cut(key),
        kind,
        expected,
        found: cut(&found),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST_FOUND) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
