//! The first line of a log: the rulebook, its tiles, and who played.

use super::{LogError, LogProblem, VERSION};
use jantaku_rules::notation;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_table::fair::Bytes32;
use jantaku_wire::hex::Hex32;
use jantaku_wire::names_json::NamesJson;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The first line of a log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Always `jantaku`.
    pub log: String,
    pub version: u32,
    /// The table's id, an input of its fair walls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// The rulebook with overlays and options.
    pub rules: String,
    /// The hash of its canonical text.
    pub hash: Hex32,
    /// The canonical text itself, since version 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<String>,
    pub rulebook: NamesJson,
    /// All tiles in the order in which they are shuffled.
    pub tiles: String,
    pub players: Vec<LogPlayer>,
    pub start: i32,
    pub stick: i32,
    pub chips: bool,
    /// The seed of all walls, in a simulation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogPlayer {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
}

/// The rulebook for replaying a log.
#[derive(Clone, Debug)]
pub struct Book {
    pub rules: Arc<Rules>,
    /// Whether it is the edition that was played. A log without its rulebook is replayed with the current edition, which may decide a
    /// hand differently.
    pub same_edition: bool,
}

impl Header {
    /// The header of a game by these rules. Add the table for fair walls, or the seed of a simulation.
    pub fn of(rules: &Rules, players: Vec<LogPlayer>) -> Header {
        Header {
            log: "jantaku".to_owned(),
            version: VERSION,
            table: None,
            rules: rules.spec.clone(),
            hash: Hex32(Bytes32(rules.hash)),
            book: Some(rules.canonical().to_owned()),
            rulebook: (&rules.names).into(),
            tiles: notation::in_order(rules.tiles.tiles()),
            players,
            start: rules.settings.game.start,
            stick: rules.settings.riichi.stick,
            chips: rules.settings.plays_chips(),
            seed: None,
        }
    }

    /// The rulebook of the log. For an older log it is the library's, if seats, tiles and sticks are the same.
    ///
    /// # Errors
    /// If the rulebook does not load, or is not the one that was played.
    pub fn rules(&self, library: &Library) -> Result<Book, LogError> {
        let unknown = |errors: Vec<_>| {
            let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
            LogProblem::Rulebook(texts.join("; "))
        };
        let rules = match &self.book {
            Some(text) => Rules::from_canonical(text),
            None => library.rules(&self.rules),
        };
        let rules = rules.map_err(|errors| unknown(errors).at(1))?;
        let same_edition = self.book.is_some();
        if same_edition && rules.hash != self.hash.0.0 {
            return Err(LogProblem::BookHash.at(1));
        }
        let fits = [
            ("tiles", notation::in_order(rules.tiles.tiles()) == self.tiles),
            ("seats", rules.seats() == self.players.len()),
            ("riichi sticks", rules.settings.riichi.stick == self.stick),
        ];
        match fits.into_iter().find(|(_, fits)| !fits) {
            Some((what, _)) => Err(LogProblem::OtherRulebook(what).at(1)),
            None => Ok(Book {
                same_edition,
                rules: Arc::new(rules),
            }),
        }
    }
}
