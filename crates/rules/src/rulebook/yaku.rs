//! A yaku as a rulebook gives it: what it asks of a hand, what it is worth, what it stands over.

use super::clause::ClauseRef;

/// A name in the languages of the players.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    pub en: String,
    pub de: String,
    pub ja: String,
    pub romaji: String,
    pub zh: String,
}

impl Names {
    /// These names where the others have none.
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

    /// The names of a rulebook and its overlays; a language that one of them lacks is left empty.
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

/// What a yaku is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// Han: closed, and open (0: it does not count in an open hand).
    Han {
        closed: u8,
        open: u8,
    },
    Yakuman(u8),
    Points(i32),
}

/// How it counts beside others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Beside {
    /// It adds to the others.
    #[default]
    Adds,
    /// The hand may count as this yaku alone, without dora, or without it: whichever pays more.
    Alone,
    /// A yakuman that counts only if the hand has no other.
    NoOtherYakuman,
}

/// A yaku of a resolved rulebook.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Yaku {
    /// `ryanpeikou`
    pub id: String,
    pub names: Names,
    /// The expression over facts that it asks for.
    pub when: String,
    pub worth: Worth,
    /// The count fact by which the worth is multiplied; empty for once.
    pub each: String,
    /// It adds to the value but is no yaku: a win needs another.
    pub bonus: bool,
    pub beside: Beside,
    /// The yaku that do not count when this one does.
    pub over: Vec<String>,
    /// While it counts, the fu of a tsumo and of tiles set aside do not; the hand may also count without it.
    pub waives_fu: bool,
    pub clause: ClauseRef,
    /// The clause that said last what it asks for, and so what it must not be won with.
    pub asked_by: ClauseRef,
    /// All clauses that said something of it, first to last.
    pub clauses: Vec<ClauseRef>,
}
