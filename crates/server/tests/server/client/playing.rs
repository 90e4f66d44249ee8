//! How a client plays: its part of the wall, and what it does when it is asked.

use super::Client;
use jantaku_rules::seat::Seat;
use jantaku_table::fair::{Bytes32, Terms};
use serde_json::{Value, json};

impl Client {
    /// Does what the start of the game asks of a player.
    pub(crate) async fn fix_wall(&mut self, fair: &Value) {
        let (Some(seat), Some(s0)) = (self.seat, fair["s0"].as_str()) else {
            return;
        };
        let terms = Terms {
            table: &self.table,
            rules: fair["rules"].as_str().and_then(Bytes32::from_hex),
        };
        let hash = terms.commitment(Seat(seat), Bytes32::from_hex(s0).unwrap(), self.entropy);
        let committed = &fair["commits"][usize::from(seat)];
        match fair["step"].as_str() {
            Some("commit") if committed.is_null() => {
                self.say(&json!({ "t": "commit", "hash": hash.to_string() })).await;
            }
            Some("reveal") if *committed == hash.to_string() => {
                self.say(&json!({ "t": "reveal", "entropy": self.entropy.to_string() }))
                    .await;
            }
            _ => {}
        }
    }

    /// Reacts as a browser would, choosing what to do by lot; true when the game is over.
    pub(crate) async fn react(&mut self, frame: &Value) -> bool {
        match frame["t"].as_str() {
            Some("hello") => {
                self.fix_wall(&frame["fair"].clone()).await;
                // What was said before may be lost.
                if self.is_between_hands {
                    self.say(&json!({ "t": "ready" })).await;
                }
            }
            Some("fair") => self.fix_wall(frame).await,
            Some("prompt") => {
                let legal = frame["legal"].as_array().unwrap().clone();
                if !legal.is_empty() {
                    let chosen = self.choose(&legal);
                    self.say(&json!({ "t": "act", "n": frame["n"], "a": chosen })).await;
                }
            }
            Some("e") if frame["e"]["type"] == "hand-ended" => self.say(&json!({ "t": "ready" })).await,
            Some("over") => return true,
            _ => {}
        }
        false
    }

    /// Wins where that is possible; otherwise any of the legal actions, riichi rather than not.
    fn choose(&mut self, legal: &[Value]) -> Value {
        let is = |action: &&Value, word: &str| action["a"] == word;
        let best = ["tsumo", "ron", "riichi", "end-game"];
        let found = best
            .iter()
            .find_map(|word| legal.iter().find(|action| is(action, word)));
        found
            .unwrap_or_else(|| &legal[self.dice.below(legal.len() as u32) as usize])
            .clone()
    }

    /// Plays to the end of the game.
    pub(crate) async fn play(&mut self) -> Value {
        loop {
            let frame = self.hear().await.expect("the socket stays open");
            if self.react(&frame).await {
                return frame;
            }
        }
    }
}
