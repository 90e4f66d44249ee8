//! Games for the tests of logs.

use jantaku_bots::arena::{Arena, Director, Watcher};
use jantaku_record::log::{Book, DrawWord, FairStepJson, Header, Line, Log, LogPlayer, Recorder, Signer};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_table::fair::{Bytes32, Chain, Terms};
use jantaku_table::lots::{self, Draw};
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

/// The commit and reveal of a game.
struct Fair {
    rules: Arc<Rules>,
    chain: Chain,
    lots: Vec<Option<Bytes32>>,
}

const TABLE: &str = "kx7r2m9qpd";

impl Fair {
    fn new(rules: &Arc<Rules>) -> Fair {
        let lot = |seat| (seat != 1).then(|| Bytes32::hash(&[seat]));
        Fair {
            rules: Arc::clone(rules),
            chain: Chain::ending_in(Bytes32::hash(b"the server's last secret")),
            lots: (0..rules.seats() as u8).map(lot).collect(),
        }
    }

    fn terms(&self) -> Terms<'_> {
        Terms {
            table: TABLE,
            rules: Some(Bytes32(self.rules.hash)),
        }
    }

    fn wall_of(&self, hand: u16) -> Wall {
        let secret = self.chain.secret(hand).unwrap();
        Wall::of_key(&self.rules, &self.terms().wall_key(hand, secret, &self.lots))
    }

    /// A log that begins with the commitments.
    fn recorder(&self) -> Recorder {
        let (terms, s0) = (self.terms(), self.chain.head());
        let commit = |(seat, lot): (u8, &Option<Bytes32>)| lot.map(|lot| terms.commitment(Seat(seat), s0, lot));
        let commits: Vec<Option<Bytes32>> = (0..).zip(&self.lots).map(commit).collect();
        let hex = |lots: &[Option<Bytes32>]| lots.iter().map(|lot| lot.map(Hex32)).collect();
        let header = Header {
            table: Some(TABLE.to_owned()),
            ..Header::of(&self.rules, players(&self.rules))
        };
        let mut recorder = Recorder::new(&header, &self.rules);
        let secret = lots::secret(Bytes32::hash(b"lots"));
        for step in [
            FairStepJson::Chain {
                s0: Hex32(s0),
                rules: terms.rules.map(Hex32),
                lots: Some(Hex32(lots::promise(secret))),
            },
            FairStepJson::Commits { commits: hex(&commits) },
            FairStepJson::Reveals {
                reveals: hex(&self.lots),
            },
            FairStepJson::Lots {
                draw: DrawWord::Seats,
                secret: Hex32(secret),
                order: terms.lots(Draw::Seats, secret, &self.lots),
            },
        ] {
            recorder.line(&Line::Fair(step));
        }
        recorder
    }

    fn opened(&self, hand: u16) -> Line {
        let secret = Hex32(self.chain.secret(hand).unwrap());
        Line::Fair(FairStepJson::Opened { hand, secret })
    }
}

impl Director for &Fair {
    fn wall(&mut self, table: &Table) -> Wall {
        self.wall_of(table.hands_played() + 1)
    }
}

/// A game of three hands by commit and reveal, in which everybody discards what they draw.
pub(crate) fn fair_game(spec: &str) -> Log {
    let rules = rules(spec);
    let fair = Fair::new(&rules);
    let mut recorder = fair.recorder();
    let mut table = Table::new(Arc::clone(&rules));
    for hand in 1..=3 {
        let mut events = Vec::new();
        table.begin_hand(fair.wall_of(hand), &mut events);
        while !table.needs_wall() && !table.is_over() {
            let seat = table.next_to_act().unwrap();
            let action = *table.legal(seat).last().unwrap();
            table.act(seat, action, &mut events).unwrap();
        }
        events.iter().for_each(|event| recorder.event(event));
        recorder.line(&fair.opened(hand));
    }
    Log::read(recorder.close().as_bytes()).unwrap()
}

/// The server that signs logs here.
pub(crate) fn signer() -> Signer {
    Signer::of_seed(Bytes32::hash(b"a server"))
}

/// A whole game of bots by commit and reveal, signed.
pub(crate) fn signed_game(spec: &str) -> Log {
    let rules = rules(spec);
    let fair = Fair::new(&rules);
    let mut recording = Recording(fair.recorder());
    let arena = Arena::new(&rules, &["greedy"], 5).unwrap();
    let table = arena.directed(&fair).play(&mut recording).unwrap();
    (1..=table.hands_played()).for_each(|hand| recording.0.line(&fair.opened(hand)));
    Log::read(recording.0.close_signed(&signer()).as_bytes()).unwrap()
}

pub(crate) fn book(log: &Log) -> Book {
    log.header.rules(&LIBRARY).unwrap()
}
