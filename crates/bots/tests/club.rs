//! The club bot under every rulebook.

use jantaku_bots::arena::{Arena, Watcher};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::seat::Seat;
use jantaku_table::legal::Actions;
use jantaku_table::{Action, Event, Table};
use std::sync::Arc;

/// Sees that every choice is legal, and counts wins.
#[derive(Default)]
struct Witness {
    wins: u32,
}

impl Watcher for Witness {
    fn decision(&mut self, table: &Table, seat: Seat, legal: &Actions, action: Action) {
        assert!(
            legal.contains(&action),
            "{}: {seat:?} chose {action:?} of {legal:?}",
            table.rules().spec
        );
    }

    fn events(&mut self, _table: &Table, events: &[Event]) {
        let won = |event: &&Event| matches!(event, Event::Won { .. });
        self.wins += events.iter().filter(won).count() as u32;
    }
}

#[test]
fn plays_every_rulebook_by_its_rules() {
    for spec in include_str!("../../../tests/soak.txt").lines() {
        let rules = Arc::new(Library::builtin().rules(spec).expect("a rulebook"));
        let mut witness = Witness::default();
        for seed in 0..2 {
            let mut arena = Arena::new(&rules, &["club"], seed).expect("a bot");
            arena.play(&mut witness).expect("the game ends");
        }
        assert!(witness.wins > 3, "{spec}: {} wins", witness.wins);
    }
}
