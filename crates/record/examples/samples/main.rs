//! Makes the recorded games of `tests/records`: games among bots by Tenhou's rules, written as Tenhou writes them.
//!
//! `cargo run --package jantaku-record --example samples -- tests/records` plays many games and keeps those that show most
//! of what is rare. Everything comes from seeds, so it writes the same files until the rules, the bots or the rigging change.

#![allow(clippy::unwrap_used, reason = "a sample that cannot be made is not written")]

mod mjlog;
mod rare;

use flate2::Compression;
use flate2::write::GzEncoder;
use jantaku_audit::rig::Rigging;
use jantaku_bots::arena::{Arena, Director, Shuffled, Watcher};
use jantaku_record::game::{GameRecord, Length};
use jantaku_record::recording::Recording;
use jantaku_record::verify::books::Books;
use jantaku_record::verify::{Follower, verify};
use jantaku_record::write_tenhou_json;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::seat::Seat;
use jantaku_table::legal::Actions;
use jantaku_table::wall::Wall;
use jantaku_table::{Action, Event, Table};
use rare::Rare;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How many games are played of each kind of table, how many of them are kept, and the fewest rounds of one that is.
const PLAYED: u64 = 400;
const KEPT: usize = 4;
const SHORTEST: usize = 4;
/// How many hands of a hundred are rigged.
const RIGGED: u32 = 35;

/// Rigged hands in a game that starts like any other and has no referee, as on Tenhou.
struct FromTheStart(Rigging, u64);

impl Director for FromTheStart {
    fn wall(&mut self, table: &Table) -> Wall {
        let rigged = self.0.wall(table);
        let whole = Shuffled { seed: self.1 }.wall(table);
        // Some plots need a short wall; a record cannot say that it was one.
        if rigged.left() == whole.left() { rigged } else { whole }
    }

    fn action(&mut self, seat: Seat, legal: &Actions) -> Option<Action> {
        self.0.action(seat, legal)
    }
}

/// Records a game among bots while it is played.
struct Watching(Recording);

impl Watcher for Watching {
    fn wall(&mut self, table: &Table, _wall: &Wall) {
        self.0.hand_begins(table);
    }

    fn decision(&mut self, table: &Table, seat: Seat, _legal: &Actions, action: Action) {
        self.0.decided(table, &[(seat, action)]);
    }

    fn events(&mut self, table: &Table, events: &[Event]) {
        self.0.events(table, events);
    }
}

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).expect("the folder to write to"));
    let books = Books::default();
    let mut shown: BTreeSet<Rare> = BTreeSet::new();
    for (name, players, length, red_fives) in [
        ("four-east", 4, Length::East, true),
        ("four-south", 4, Length::EastSouth, false),
        ("three-east", 3, Length::East, true),
        ("three-south", 3, Length::EastSouth, true),
    ] {
        let games = (0..PLAYED).map(|seed| (seed, play(players, length, red_fives, seed)));
        let mut games: Vec<_> = games.filter(|(_, game)| game.rounds.len() >= SHORTEST).collect();
        for kept in 0..KEPT {
            let shows_more = |(_, game): &&(u64, GameRecord)| -> usize {
                let new = rare::of(game);
                new.difference(&shown).map(Rare::weight).sum()
            };
            let (seed, game) = games.iter().max_by_key(shows_more).unwrap().clone();
            let rules = books.rules_of(&game).unwrap();
            assert_eq!(verify(&game, &rules).mismatches, [], "{name}, seed {seed}");
            write(&folder, &format!("{name}-{seed}"), &game, kept % 2 == 0);
            let new = rare::of(&game);
            println!("{name}-{seed}: {:?}", new.difference(&shown).collect::<Vec<_>>());
            shown.extend(new);
            games.retain(|(other, _)| *other != seed);
        }
    }
}

fn play(players: usize, length: Length, red_fives: bool, seed: u64) -> GameRecord {
    let book = if players == 3 { "tenhou-sanma" } else { "tenhou" };
    let length = if length == Length::East {
        "length=east"
    } else {
        "length=east-south"
    };
    let reds = if red_fives { "" } else { ",reds=none" };
    let rules = Arc::new(Library::builtin().rules(&format!("{book}({length}{reds})")).unwrap());
    let arena = Arena::new(&rules, &["mixed"], seed).unwrap();
    let mut watching = Watching(Recording::default());
    arena
        .directed(FromTheStart(Rigging::new(seed, RIGGED), seed))
        .play(&mut watching)
        .unwrap();
    let names = (1..=players).map(|seat| format!("bot {seat}"));
    watching.0.finish(names.collect()).unwrap()
}

fn write(folder: &Path, name: &str, game: &GameRecord, as_mjlog: bool) {
    if as_mjlog {
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(mjlog::write(game).as_bytes()).unwrap();
        std::fs::write(folder.join(format!("{name}.mjlog")), packed.finish().unwrap()).unwrap();
    } else {
        std::fs::write(folder.join(format!("{name}.json")), write_tenhou_json(game).unwrap()).unwrap();
    }
}
