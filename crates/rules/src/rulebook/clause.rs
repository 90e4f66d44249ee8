//! Clauses: the numbered rules of a rulebook, so that every decision can name its clause.

/// Index of a clause in one compiled rulebook.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ClauseRef(pub u16);

impl ClauseRef {
    /// No clause set the value: the rulebook does not play this mechanism.
    pub const NONE: ClauseRef = ClauseRef(u16::MAX);
}

/// Two ways to read an ambiguous clause: the one played here, and the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadingNote {
    pub chosen: String,
    /// The other reading; empty if the text says nothing at all.
    pub instead: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// Its number in the book, such as `F-12`.
    pub id: String,
    pub rulebook: String,
    pub says: String,
    pub reading: Option<ReadingNote>,
    /// Does it bind people rather than the engine?
    pub etiquette: bool,
}
