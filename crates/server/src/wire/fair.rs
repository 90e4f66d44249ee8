//! The fair wall on the wire: commitments before the deal, secrets after each hand.

use crate::game::Game;
use jantaku_table::fair::Bytes32;
use serde::{Deserialize, Serialize};

/// Where the start of a game stands, and what it was made of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FairInfo {
    pub step: FairStep,
    /// Which attempt this is, from 1: a start is void if a player who committed does not reveal.
    pub attempt: u8,
    /// The head of the server's chain of secrets, 64 hex digits.
    pub s0: String,
    /// SHA-256 of the rulebook, which commitments and walls cover; none for a game begun under an earlier version.
    pub rules: Option<String>,
    /// The lots for the seats; none where they are not drawn.
    pub lots: Option<LotsJson>,
    /// Each seat's commitment; none for bots and for players who were away.
    pub commits: Vec<Option<String>>,
    /// Each seat's entropy, once all who committed have revealed.
    pub reveals: Vec<Option<String>>,
    /// The secrets of hands already played, `s_1` first.
    pub opened: Vec<String>,
    /// The key with which the server signs the log once the game is over, 64 hex digits.
    pub key: String,
}

/// How seats are drawn. Commitments and reveals are listed by the seats before the draw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LotsJson {
    /// SHA-256 of the secret, shown before anybody commits.
    pub promise: String,
    /// `seats`, or `east` where only the first dealer is drawn.
    pub draw: String,
    /// The secret, once all have revealed; 64 hex digits.
    pub secret: Option<String>,
    /// For each seat, the one where its player sat before.
    pub order: Option<Vec<u8>>,
}

impl LotsJson {
    fn of(game: &Game) -> Option<LotsJson> {
        let drawn = game.lots();
        Some(LotsJson {
            promise: game.lots_promise(&game.start)?.to_string(),
            draw: game.setup.seating.draw()?.to_string(),
            secret: drawn.as_ref().map(|drawn| drawn.secret.to_string()),
            order: drawn.map(|drawn| drawn.order),
        })
    }
}

impl FairInfo {
    /// What everybody may know who has seen this many hands to their end; none before the start.
    pub fn of(game: &Game, hands: u16, key: Bytes32) -> Option<FairInfo> {
        let start = &game.start;
        let nobody = || vec![None; game.chairs.len()];
        let texts = |bytes: &Vec<Option<Bytes32>>| bytes.iter().map(|one| one.map(|one| one.to_string())).collect();
        Some(FairInfo {
            step: FairStep::of(game)?,
            attempt: start.attempt,
            s0: start.head?.to_string(),
            rules: start.rules.map(|rules| rules.to_string()),
            lots: LotsJson::of(game),
            commits: start.commits.as_ref().map_or_else(nobody, texts),
            reveals: start.reveals.as_ref().map_or_else(nobody, texts),
            opened: game.secrets_of(hands),
            key: key.to_string(),
        })
    }
}

impl FairStep {
    /// What a game waits for; none before its start.
    pub fn of(game: &Game) -> Option<FairStep> {
        let start = &game.start;
        start.head?;
        Some(match (&start.commits, &start.reveals) {
            (None, _) => FairStep::Commit,
            (Some(_), None) => FairStep::Reveal,
            (Some(_), Some(_)) => FairStep::Fixed,
        })
    }
}

/// What is awaited of the players before the first deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FairStep {
    /// `{"t":"commit","hash":…}` from each player.
    Commit,
    /// `{"t":"reveal","entropy":…}` from each player who committed.
    Reveal,
    /// Nothing more: the walls are fixed.
    Fixed,
}
