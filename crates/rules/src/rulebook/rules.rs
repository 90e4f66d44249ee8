//! A compiled rulebook: every setting with the clause behind it.

use super::clause::{Clause, ClauseRef};
use super::resolved::ChosenOption;
use super::settings::{Key, Settings};
use super::source::ClauseAlso;
use super::yaku::{Names, Yaku};
use crate::condition::Condition;
use crate::expression::Term;
use crate::facts::Flag;
use crate::tile_set::TileSet;
use crate::value::Totals;
use crate::yaku_table::YakuTable;
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// A rulebook compiled for play.
///
/// ```
/// use jantaku_rules::{Key, Library};
///
/// let rules = Library::builtin().rules("ema-2025").expect("a built-in rulebook");
/// assert_eq!((rules.seats(), rules.settings.game.start), (4, 30_000));
/// // Every value names its clause.
/// let clause = rules.clause(rules.because(Key::GameStart)).expect("a clause sets it");
/// assert!(clause.says.contains("30,000"));
/// ```
#[must_use]
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rules {
    /// The full request: `rulebook(option=choice)+overlay`.
    pub spec: String,
    pub names: Names,
    /// The edition of the paper it follows; empty for none.
    pub edition: String,
    pub settings: Settings,
    /// All yaku that are played, in the order of a score sheet.
    pub yaku: Vec<Yaku>,
    pub clauses: Vec<Clause>,
    /// The clauses in other languages, as the files have them; empty if it was read from canonical text, which has none.
    pub(super) clauses_also: Vec<ClauseAlso>,
    /// The clause that set each key last, in the order of [`Key::ALL`].
    pub set_by: Vec<ClauseRef>,
    /// The clause that set each key first.
    pub(crate) first_set_by: Vec<ClauseRef>,
    pub table: YakuTable,
    /// The alternatives of each yaku's condition.
    pub(crate) terms: Vec<Vec<Term>>,
    pub(crate) totals: Totals,
    pub tsumo_fu: Condition,
    /// Which hands may rob a closed kan.
    pub closed_robbed_by: Condition,
    /// Yaku that make the player liable who fed the deciding set.
    pub pao: Vec<PaoYaku>,
    /// All options and the choices in force.
    pub options: Vec<ChosenOption>,
    pub tiles: TileSet,
    pub(super) canonical: Arc<str>,
    /// SHA-256 of the canonical text, which tells editions of a rulebook apart.
    pub hash: [u8; 32],
}

/// A yaku that makes a player liable. Its condition is evaluated on the melds alone.
#[derive(Clone, Debug)]
pub struct PaoYaku {
    pub yaku: u16,
    pub when: Condition,
}

impl Rules {
    /// The whole rulebook as text, merged with everything it builds on. Games keep this text so that they can go on and be replayed.
    /// [`Rules::from_canonical`] reads it back.
    pub fn canonical(&self) -> &str {
        &self.canonical
    }

    /// The first eight hex digits of the hash.
    pub fn short_hash(&self) -> String {
        self.hash[..4].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    pub(super) fn kept_as(self, text: &str) -> Rules {
        Rules {
            canonical: text.into(),
            hash: Sha256::digest(text).into(),
            ..self
        }
    }

    /// The clause that set a key last.
    pub fn because(&self, key: Key) -> ClauseRef {
        self.set_by.get(key as usize).copied().unwrap_or(ClauseRef::NONE)
    }

    /// The clause that set a key last, or `otherwise` if none did.
    pub fn because_or(&self, key: Key, otherwise: ClauseRef) -> ClauseRef {
        match self.because(key) {
            ClauseRef::NONE => otherwise,
            clause => clause,
        }
    }

    /// The clause that set a key first. It still applies where later ones cover another case.
    pub fn first_because(&self, key: Key) -> ClauseRef {
        self.first_set_by.get(key as usize).copied().unwrap_or(ClauseRef::NONE)
    }

    /// None for [`ClauseRef::NONE`].
    pub fn clause(&self, clause: ClauseRef) -> Option<&Clause> {
        self.clauses.get(usize::from(clause.0))
    }

    /// The id of a clause, or a dash for [`ClauseRef::NONE`].
    pub fn clause_id(&self, clause: ClauseRef) -> &str {
        self.clause(clause).map_or("-", |c| c.id.as_str())
    }

    /// Does the condition of any yaku depend on this fact?
    pub fn asks(&self, flag: Flag) -> bool {
        let depends = |term: &Term| term.mask[flag.word] & (1 << flag.bit) != 0;
        self.terms.iter().flatten().any(depends)
    }

    /// The number of players.
    pub fn seats(&self) -> usize {
        usize::from(self.settings.tiles.seats)
    }
}
