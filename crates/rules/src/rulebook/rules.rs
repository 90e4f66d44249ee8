//! A compiled rulebook: everything the engine asks, and for each answer the clause that gave it.

use super::clause::{Clause, ClauseRef};
use super::resolved::ChosenOption;
use super::settings::{Key, Settings};
use super::yaku::{Names, Yaku};
use crate::condition::Condition;
use crate::tile_set::TileSet;
use crate::value::Totals;
use crate::yaku_table::YakuTable;
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// A rulebook, ready to play; shared by all its tables.
#[derive(Clone, Debug)]
pub struct Rules {
    /// How it was asked for: `ryanzou-chankan+hana(variation=1)`.
    pub spec: String,
    pub names: Names,
    /// The edition of the text it follows; empty where it has none.
    pub edition: String,
    pub settings: Settings,
    /// All yaku, in the order in which a score sheet lists them.
    pub yaku: Vec<Yaku>,
    pub clauses: Vec<Clause>,
    /// For each key, by its place in `Key::ALL`, the clause that set it.
    pub set_by: Vec<ClauseRef>,
    /// The same, the clause that set it first.
    pub(crate) first_set_by: Vec<ClauseRef>,
    pub table: YakuTable,
    pub(crate) totals: Totals,
    pub tsumo_fu: Condition,
    /// Which hands may rob a closed kan.
    pub closed_robbed_by: Condition,
    /// The yaku for which whoever fed the deciding set answers.
    pub pao: Vec<PaoYaku>,
    /// All options and what holds of them.
    pub options: Vec<ChosenOption>,
    pub tiles: TileSet,
    pub(super) canonical: Arc<str>,
    /// SHA-256 of the canonical text: it tells one edition of a rulebook from another.
    pub hash: [u8; 32],
}

/// A yaku that makes a player liable: its expression, to be asked of melds alone.
#[derive(Clone, Debug)]
pub struct PaoYaku {
    pub yaku: u16,
    pub when: Condition,
}

impl Rules {
    /// The whole rulebook as text, with everything it is built on laid together: what a game keeps to be played on and replayed by.
    /// [`Rules::from_canonical`] reads it.
    pub fn canonical(&self) -> &str {
        &self.canonical
    }

    /// The first eight digits of the hash, for people.
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

    /// The clause that set a key.
    pub fn because(&self, key: Key) -> ClauseRef {
        self.set_by.get(key as usize).copied().unwrap_or(ClauseRef::NONE)
    }

    /// The clause that set a key first: it holds where the later ones speak of another case.
    pub fn first_because(&self, key: Key) -> ClauseRef {
        self.first_set_by.get(key as usize).copied().unwrap_or(ClauseRef::NONE)
    }

    /// A clause, if one set the value.
    pub fn clause(&self, clause: ClauseRef) -> Option<&Clause> {
        self.clauses.get(usize::from(clause.0))
    }

    /// The id of a clause, or a dash where none set the value.
    pub fn clause_id(&self, clause: ClauseRef) -> &str {
        self.clause(clause).map_or("-", |c| c.id.as_str())
    }

    /// How many players.
    pub fn seats(&self) -> usize {
        usize::from(self.settings.tiles.seats)
    }
}
