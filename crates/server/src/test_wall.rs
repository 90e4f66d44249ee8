//! Stacked walls, which only a server started for tests accepts.

use jantaku_rules::notation::{self, NotationError};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::tile::Tile;
use jantaku_table::shuffle::Key;
use jantaku_table::stack::Stack;
use jantaku_table::wall::Wall;
use serde::{Deserialize, Serialize};

/// The wall of one hand: every tile, or only those that matter.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct TestWall {
    /// Every tile in order; empty if only some matter.
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub row: String,
    /// First tiles, by the wind of the hand: thirteen, or none.
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub hands: Vec<String>,
    /// Draws in order, the dealer's first included.
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub draws: String,
    /// Replacement draws in order.
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub replacements: String,
    /// Indicators in order.
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub dora: String,
    /// Ura in order.
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub ura: String,
    /// Completes the wall, so that it is the same in every run; 0 leaves that to the table's own key.
    #[cfg_attr(test, ts(optional, as = "Option<u16>"))]
    pub seed: u16,
}

impl TestWall {
    /// The wall, completed by its seed or else by this key; none if it is not possible.
    pub fn build(&self, rules: &Rules, key: &Key) -> Option<Wall> {
        if !self.row.is_empty() {
            let row = tiles(&self.row).ok()?;
            let (mut asked, mut box_) = (row.clone(), rules.tiles.tiles().to_vec());
            asked.sort_unstable();
            box_.sort_unstable();
            return (asked == box_).then(|| Wall::stacked(rules, &row));
        }
        let mut stack = Stack {
            draws: tiles(&self.draws).ok()?,
            replacements: tiles(&self.replacements).ok()?,
            dora: tiles(&self.dora).ok()?,
            ura: tiles(&self.ura).ok()?,
            ..Stack::default()
        };
        if self.hands.len() > stack.hands.len() {
            return None;
        }
        for (hand, text) in stack.hands.iter_mut().zip(&self.hands) {
            *hand = tiles(text).ok()?;
        }
        stack.build(rules, &self.seeded().unwrap_or(*key)).ok()
    }

    fn seeded(&self) -> Option<Key> {
        let [high, low] = self.seed.to_be_bytes();
        let mut key = Key::default();
        (key[0], key[1]) = (high, low);
        (self.seed > 0).then_some(key)
    }
}

fn tiles(text: &str) -> Result<Vec<Tile>, NotationError> {
    if text.is_empty() {
        Ok(Vec::new())
    } else {
        notation::tiles(text)
    }
}
