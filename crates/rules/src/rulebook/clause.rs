//! Clauses: what a rulebook says, numbered so that everything can name the one that decided it.

/// Names a clause of one compiled rulebook.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ClauseRef(pub u16);

impl ClauseRef {
    /// No clause set the value: the mechanism is absent from the rulebook.
    pub const NONE: ClauseRef = ClauseRef(u16::MAX);
}

/// Where two readings of a text are both played: the one chosen here, and the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadingNote {
    pub chosen: String,
    /// What others read there; empty where the text was merely silent.
    pub instead: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// `ZAN-20`
    pub id: String,
    pub rulebook: String,
    pub says: String,
    pub reading: Option<ReadingNote>,
    /// Does it bind people at a table, not the engine?
    pub etiquette: bool,
}
