//! Games for the tests of logs.

use jantaku_bots::arena::{Arena, Watcher};
use jantaku_record::log::{Book, FairStepJson, Header, Line, Log, LogPlayer, Recorder};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_table::fair::{Bytes32, Chain, Terms};
use jantaku_table::wall::Wall;
use jantaku_table::{Event, Table};
use jantaku_wire::hex::Hex32;
use std::sync::{Arc, LazyLock};

pub(crate) static LIBRARY: LazyLock<Library> = LazyLock::new(Library::builtin);

/// Every rulebook, with options that change what comes out of a wall.
pub(crate) const RULEBOOKS: [&str; 9] = [
    "zan",
    "zung-jung",
    "sanmatsuri",
    "ryanzou-chankan",
    "ryanzou-chankan+hana(variation=1)",
    "ema-2025",
    "tenhou",
    "tenhou-sanma",
    "riichi",
];

struct Recording(Recorder);

impl Watcher for Recording {
    fn events(&mut self, _table: &Table, events: &[Event]) {
        events.iter().for_each(|event| self.0.event(event));
    }
}

pub(crate) fn rules(spec: &str) -> Arc<Rules> {
    Arc::new(LIBRARY.rules(spec).unwrap())
}

pub(crate) fn players(rules: &Rules) -> Vec<LogPlayer> {
    let player = |seat| LogPlayer {
        name: format!("Player {seat}"),
        bot: (seat > 0).then(|| "greedy".to_owned()),
    };
    (0..rules.seats()).map(player).collect()
}

/// A game of bots from a seed: the table at its end, and the log.
pub(crate) fn game(spec: &str, bots: &str, seed: u64) -> (Table, String) {
    let rules = rules(spec);
    let header = Header {
        seed: Some(seed),
        ..Header::of(&rules, players(&rules))
    };
    let mut recording = Recording(Recorder::new(&header, &rules));
    let table = Arena::new(&rules, &[bots], seed).unwrap().play(&mut recording).unwrap();
    (table, recording.0.close())
}

/// A game of three hands by commit and reveal, in which everybody discards what they draw.
pub(crate) fn fair_game(spec: &str) -> Log {
    let rules = rules(spec);
    let table_id = "kx7r2m9qpd";
    let terms = Terms {
        table: table_id,
        rules: Some(Bytes32(rules.hash)),
    };
    let chain = Chain::ending_in(Bytes32::hash(b"the server's last secret"));
    let s0 = chain.head();
    let lots: Vec<Option<Bytes32>> = (0..rules.seats() as u8)
        .map(|seat| (seat != 1).then(|| Bytes32::hash(&[seat])))
        .collect();
    let commit = |(seat, lot): (usize, &Option<Bytes32>)| lot.map(|lot| terms.commitment(Seat(seat as u8), s0, lot));
    let commits: Vec<Option<Bytes32>> = lots.iter().enumerate().map(commit).collect();
    let hex = |lots: &[Option<Bytes32>]| lots.iter().map(|lot| lot.map(Hex32)).collect();
    let header = Header {
        table: Some(table_id.to_owned()),
        ..Header::of(&rules, players(&rules))
    };
    let mut recorder = Recorder::new(&header, &rules);
    recorder.line(&Line::Fair(FairStepJson::Chain {
        s0: Hex32(s0),
        rules: terms.rules.map(Hex32),
    }));
    recorder.line(&Line::Fair(FairStepJson::Commits { commits: hex(&commits) }));
    recorder.line(&Line::Fair(FairStepJson::Reveals { reveals: hex(&lots) }));
    let mut table = Table::new(Arc::clone(&rules));
    for hand in 1..=3 {
        let secret = chain.secret(hand).unwrap();
        let mut events = Vec::new();
        table.begin_hand(Wall::of_key(&rules, &terms.wall_key(hand, secret, &lots)), &mut events);
        while !table.needs_wall() && !table.is_over() {
            let seat = table.next_to_act().unwrap();
            let action = *table.legal(seat).last().unwrap();
            table.act(seat, action, &mut events).unwrap();
        }
        events.iter().for_each(|event| recorder.event(event));
        let secret = Hex32(secret);
        recorder.line(&Line::Fair(FairStepJson::Opened { hand, secret }));
    }
    Log::read(recorder.close().as_bytes()).unwrap()
}

pub(crate) fn book(log: &Log) -> Book {
    log.header.rules(&LIBRARY).unwrap()
}
