//! The strong bot: legal under every rulebook, and the same from the same seed.

use jantaku_bots::arena::{Arena, Watcher};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::seat::Seat;
use jantaku_table::legal::Actions;
use jantaku_table::{Action, Table};
use std::sync::Arc;

/// Keeps every choice, and sees that it is legal.
#[derive(Default)]
struct Choices(Vec<(Seat, Action)>);

impl Watcher for Choices {
    fn decision(&mut self, table: &Table, seat: Seat, legal: &Actions, action: Action) {
        assert!(
            legal.contains(&action),
            "{}: {seat:?} chose {action:?} of {legal:?}",
            table.rules().spec
        );
        self.0.push((seat, action));
    }
}

fn game(spec: &str, seats: &[&str], seed: u64) -> Choices {
    let rules = Arc::new(Library::builtin().rules(spec).expect("a rulebook"));
    let mut choices = Choices::default();
    let mut arena = Arena::new(&rules, seats, seed).expect("a bot");
    arena.play(&mut choices).expect("the game ends");
    choices
}

#[test]
fn plays_every_rulebook_by_its_rules() {
    for spec in include_str!("../../../tests/soak.txt").lines() {
        let choices = game(spec, &["strong:1", "greedy"], 3);
        assert!(choices.0.iter().any(|(seat, _)| *seat == Seat(0)), "{spec}");
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let once = game("zan", &["strong:1"], 8);
    assert_eq!(once.0, game("zan", &["strong:1"], 8).0);
    // It thinks further with more time, so this is another game.
    assert_ne!(once.0, game("zan", &["club"], 8).0);
}
