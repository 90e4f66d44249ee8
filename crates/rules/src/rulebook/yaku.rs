//! A yaku of a rulebook: its condition, its worth, and the yaku it replaces.

use super::clause::ClauseRef;
use crate::expression;
use crate::facts::Facts;

/// A name in several languages; empty where there is none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    pub en: String,
    pub de: String,
    pub ja: String,
    pub romaji: String,
    pub zh: String,
}

impl Names {
    /// The names of `above`, and these where it has none.
    pub fn overlaid(&self, above: &Names) -> Names {
        let pick = |below: &String, above: &String| if above.is_empty() { below.clone() } else { above.clone() };
        Names {
            en: pick(&self.en, &above.en),
            de: pick(&self.de, &above.de),
            ja: pick(&self.ja, &above.ja),
            romaji: pick(&self.romaji, &above.romaji),
            zh: pick(&self.zh, &above.zh),
        }
    }

    /// The names of a rulebook and its overlays, joined. A language that any of them lacks is empty.
    pub fn joined<'a>(names: impl Iterator<Item = &'a Names>) -> Names {
        let all: Vec<&Names> = names.collect();
        let join = |pick: fn(&Names) -> &str| {
            let words: Vec<&str> = all.iter().map(|names| pick(names)).collect();
            if words.iter().any(|word| word.is_empty()) {
                String::new()
            } else {
                words.join(" + ")
            }
        };
        Names {
            en: join(|names| &names.en),
            de: join(|names| &names.de),
            ja: join(|names| &names.ja),
            romaji: join(|names| &names.romaji),
            zh: join(|names| &names.zh),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// `open` is 0 if it does not count in an open hand.
    Han {
        closed: u8,
        open: u8,
    },
    Yakuman(u8),
    Points(i32),
}

/// How a yaku combines with others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Beside {
    /// It is added to the others.
    #[default]
    Adds,
    /// The hand counts either as this yaku alone, without dora, or without this yaku, whichever pays more.
    Alone,
    /// A yakuman that counts only if the hand has no other.
    NoOtherYakuman,
}

/// A case that a clause takes out of a yaku's condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unless {
    /// An expression over facts.
    pub when: String,
    pub clause: ClauseRef,
}

impl Unless {
    /// Is this hand such a case?
    pub fn holds(&self, facts: &Facts) -> bool {
        // Compiled rules only hold expressions that compile.
        let terms = expression::compile(&self.when).unwrap_or_default();
        terms.iter().any(|term| term.holds(facts))
    }
}

/// A yaku of a resolved rulebook.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Yaku {
    /// `ryanpeikou`
    pub id: String,
    pub names: Names,
    /// Its condition, an expression over facts. It includes every `unless`.
    pub when: String,
    /// What later clauses ruled out.
    pub unless: Vec<Unless>,
    pub worth: Worth,
    /// The count that multiplies the worth; empty for none.
    pub each: String,
    /// It adds value like a dora but does not allow a win on its own.
    pub bonus: bool,
    pub beside: Beside,
    /// The yaku that do not count when this one does.
    pub over: Vec<String>,
    /// If it counts, the fu for tsumo and tiles set aside do not. The hand may also be scored without it.
    pub waives_fu: bool,
    pub clause: ClauseRef,
    /// The last clause that set its condition.
    pub asked_by: ClauseRef,
    /// The last clause that set `over`, `beside` and `waives_fu`; the one that gave its worth where none did.
    pub over_by: ClauseRef,
    pub beside_by: ClauseRef,
    pub waives_by: ClauseRef,
    /// Every clause that defined or changed it, first to last.
    pub clauses: Vec<ClauseRef>,
}
