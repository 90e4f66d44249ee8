//! A table whose walls follow from a number, in a server that keeps nothing.

use super::super::{Surroundings, Thinkers};
use super::people::SEATS;
use crate::config::{Config, Limits, MetricsAt, Pauses};
use crate::game::Game;
use crate::record::Record;
use crate::store::{Append, Finished, Store, StoreError};
use crate::token::{SessionHash, TableId};
use jantaku_record::log::Signer;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_table::fair::Bytes32;
use jantaku_table::shuffle::key_of;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

/// A game whose walls are fixed by its number.
pub(super) fn dealt(number: u64, rules: &Arc<Rules>, clock: Option<(u16, u16)>) -> Game {
    let person = |seat: u64| json!({ "who": "person", "name": seat.to_string(), "sessions": [session(seat)] });
    dealt_to((0..SEATS as u64).map(person).collect(), number, rules, clock)
}

/// The same for four bots.
pub(super) fn dealt_to_bots(number: u64, rules: &Arc<Rules>) -> Game {
    let bot = json!({ "who": "bot", "id": "club" });
    dealt_to(vec![bot; SEATS], number, rules, None)
}

fn dealt_to(seats: Vec<Value>, number: u64, rules: &Arc<Rules>, clock: Option<(u16, u16)>) -> Game {
    let setup = json!({
        "rules": "tenhou", "hash": "00".repeat(32), "name": "", "spectators": true, "listed": false, "host": session(0), "at": 0,
        "clock": clock.map(|(seconds, bank)| json!({ "seconds": seconds, "bank": bank })),
        "seats": seats,
    });
    let id = TableId::read("atableoffour42").unwrap();
    let mut game = Game::new(id, Arc::clone(rules), serde_json::from_value(setup).unwrap());
    let hex: String = key_of(number, 0).iter().map(|byte| format!("{byte:02x}")).collect();
    for record in [
        json!({ "r": "chain", "attempt": 1, "last": hex }),
        json!({ "r": "commits", "commits": [null, null, null, null] }),
        json!({ "r": "reveals", "reveals": [null, null, null, null], "at": 0 }),
    ] {
        let record: Record = serde_json::from_value(record).unwrap();
        game.take(&record).unwrap();
    }
    game
}

pub(super) fn session(seat: u64) -> SessionHash {
    SessionHash::of(&seat.to_string())
}

/// A server for rooms whose records nobody reads again.
pub(crate) fn around() -> Surroundings {
    let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
    let config = Config {
        listen: anywhere,
        metrics: MetricsAt::Nowhere,
        data: "nowhere".into(),
        store: None,
        bus: None,
        node: Config::USUAL_NODE.to_owned(),
        public_origin: None,
        trusted_proxies: Vec::new(),
        tls: None,
        pauses: Pauses::default(),
        limits: Limits::default(),
        keep: Default::default(),
        keep_accounts: None,
        admin_key: None,
        log: Default::default(),
        test_walls: false,
    };
    Surroundings {
        changed: None,
        config: Arc::new(config),
        store: Arc::new(Forgetful),
        metrics: Arc::default(),
        broken: mpsc::channel(1).0,
        thinkers: Thinkers::default(),
        signer: Arc::new(Signer::of_seed(Bytes32([0; 32]))),
    }
}

/// The rulebook of all these games.
pub(super) fn rules() -> Arc<Rules> {
    Arc::new(Library::builtin().rules("tenhou").unwrap())
}

/// Says that everything is stored.
struct Forgetful;

impl Store for Forgetful {
    fn append(&self, _: Append, done: oneshot::Sender<Result<(), StoreError>>) {
        let _ = done.send(Ok(()));
    }

    fn records(&self, _: &TableId) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    fn book(&self, _: &str) -> Result<Option<String>, StoreError> {
        Ok(None)
    }

    fn running(&self) -> Result<Vec<TableId>, StoreError> {
        Ok(Vec::new())
    }

    fn finished(&self, _: usize) -> Result<Vec<Finished>, StoreError> {
        Ok(Vec::new())
    }

    fn close(&self) {}
}
