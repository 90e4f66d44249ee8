//! Errors in rulebooks, with file, line, key and what was expected.

use super::limits::CONDITION_STEPS;
use crate::expression::Problem;
use std::fmt;

/// An error in a rulebook. A rulebook with any error cannot be played.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RulebookError {
    /// The file, such as `club.toml`, or the request if that is at fault.
    pub file: String,
    /// Counted from 1; 0 if there is no line.
    pub line: u32,
    /// The key, such as `game.start`; empty for none.
    pub key: String,
    pub kind: ErrorKind,
    pub expected: String,
    /// What the file has; empty if that adds nothing.
    pub found: String,
}

macro_rules! kinds {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $kind:ident,)+ }) => {
        $(#[$meta])*
        pub enum $name { $($(#[$doc])* $kind,)+ }

        impl $name {
            /// Every kind.
            pub const ALL: &'static [$name] = &[$($name::$kind),+];
        }
    };
}

kinds! {
    /// The kind of an error, for programs; people read the message.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[non_exhaustive]
    ErrorKind {
        /// The file is larger than allowed.
        TooLarge,
        /// Not TOML.
        Syntax,
        /// Lists and tables are nested too deeply.
        TooDeep,
        /// More clauses, layers, yaku or names than allowed.
        TooMany,
        /// Checking it takes more steps than allowed.
        TooMuchWork,
        UnknownKey,
        MissingKey,
        /// A value that the key does not take.
        WrongValue,
        /// A name with characters that are not allowed in names.
        WrongName,
        /// The id differs from the file name.
        NotTheFileName,
        /// Another rulebook has this id.
        IdTaken,
        ClauseTwice,
        OptionTwice,
        UnknownClause,
        UnknownYaku,
        UnknownRulebook,
        UnknownOption,
        UnknownChoice,
        /// A choice of the request that changes nothing, because something else decides.
        NoEffect,
        /// A rulebook extends itself, directly or through others.
        Cycle,
        /// A rulebook used as an overlay.
        NotAnOverlay,
        /// An overlay used as a rulebook.
        AnOverlay,
        /// An overlay is applied twice.
        LayerTwice,
        /// A clause of etiquette changes values or yaku.
        EtiquetteWithData,
        /// A yaku without a worth or condition, or a chart without rows.
        Incomplete,
        TwoWorths,
        /// A worth that does not fit the scoring scheme.
        WorthUnfit,
        Expression,
        /// A fact without a count where one is needed.
        NotACount,
        OutOfRange,
        NotInOrder,
        /// Points that do not add up.
        NotBalanced,
        /// Values that cannot be played together.
        Contradiction,
        /// A worked example with another result than it states.
        Example,
        /// The request is not written as `rulebook(option=choice)+overlay`.
        Spec,
    }
}

impl ErrorKind {
    /// `UnknownKey` as `unknown-key`.
    #[must_use]
    pub fn word(self) -> String {
        let mut word = String::new();
        for letter in format!("{self:?}").chars() {
            if letter.is_ascii_uppercase() && !word.is_empty() {
                word.push('-');
            }
            word.push(letter.to_ascii_lowercase());
        }
        word
    }
}

impl Problem {
    /// What a wrong condition is to a rulebook.
    pub(super) fn kind(&self) -> ErrorKind {
        match self {
            Problem::NoStepsLeft => ErrorKind::TooMuchWork,
            _ => ErrorKind::Expression,
        }
    }
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

/// Further errors of a file are left out.
pub const MOST_ERRORS: usize = 200;
/// Longer values are cut in messages.
const LONGEST_FOUND: usize = 160;

/// Collects the errors of one file.
#[derive(Debug)]
pub(crate) struct Errors<'a> {
    pub(crate) file: &'a str,
    /// At most [`MOST_ERRORS`].
    pub(crate) list: Vec<RulebookError>,
    pub(crate) count: usize,
    /// Steps left to compile conditions.
    pub(crate) condition_steps: u64,
}

impl<'a> Errors<'a> {
    pub(crate) fn of(file: &'a str) -> Self {
        Errors {
            file,
            list: Vec::new(),
            count: 0,
            condition_steps: CONDITION_STEPS.most as u64,
        }
    }

    /// Further errors are only counted, so their messages need no thought.
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= MOST_ERRORS
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
        if !self.is_full() {
            self.list.push(error(self.file, line, key, kind, expected, found));
        }
    }
}

/// Makes an error and cuts long texts.
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
