//! The first line of a log: the rulebook, its tiles, and who played.

use super::{Hex32, LogError, LogProblem, VERSION};
use jantaku_rules::notation;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_table::fair::Bytes32;
use jantaku_wire::names_json::NamesJson;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What is said once, before anything happens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Always `jantaku`.
    pub log: String,
    pub version: u32,
    /// The id of the table, which is part of what fixes its walls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// The rulebook with overlays and options.
    pub rules: String,
    /// The hash of its canonical text.
    pub hash: Hex32,
    /// The canonical text itself; logs of version 1 have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<String>,
    pub rulebook: NamesJson,
    /// All tiles in the order in which they are shuffled.
    pub tiles: String,
    pub players: Vec<LogPlayer>,
    pub start: i32,
    pub stick: i32,
    pub chips: bool,
    /// The number from which all walls were made, in a simulation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// A player, as a log names them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogPlayer {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
}

/// The rulebook by which a log is replayed.
#[derive(Clone, Debug)]
pub struct Book {
    pub rules: Arc<Rules>,
    /// Is it the edition that was played? A log that does not carry its rulebook is shown by today's, which may decide a hand otherwise.
    pub same_edition: bool,
}

impl Header {
    /// The header of a game by these rules; a game with fair walls adds its table, a simulation its seed.
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

    /// The rulebook that the log carries. An older log is replayed by that of the library if its seats, tiles and sticks are the same.
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
