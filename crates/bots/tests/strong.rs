//! The strong bot: legal under every rulebook, and the same from the same seed, and its first reason is its choice.

use jantaku_bots::arena::{Arena, Watcher};
use jantaku_bots::named;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::seat::Seat;
use jantaku_table::legal::Actions;
use jantaku_table::seen::Viewer;
use jantaku_table::view::View;
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

/// Asks it for its reasons wherever somebody has a choice.
struct Reasons;

impl Watcher for Reasons {
    fn decision(&mut self, table: &Table, seat: Seat, legal: &Actions, _action: Action) {
        let Some(prompt) = table.prompt(seat).filter(|_| legal.len() > 1) else {
            return;
        };
        let view = View::of(table, Viewer::Seat(seat));
        let mut bot = named("strong:1", 0).expect("a bot");
        let chosen = bot.choose(&view, &prompt);
        let reasons = bot.explain(&view, &prompt);
        assert_eq!(reasons.first().map(|reason| reason.action), Some(chosen), "{reasons:?}");
        // A win by luck has no figure.
        if let Some(most) = reasons[0].expected {
            let is_less = |expected: f32| expected <= most;
            assert!(
                reasons.iter().all(|reason| reason.expected.is_none_or(is_less)),
                "{reasons:?}"
            );
        }
    }
}

#[test]
fn explains_its_choice_first() {
    let rules = Arc::new(Library::builtin().rules("zan").expect("a rulebook"));
    let mut arena = Arena::new(&rules, &["club"], 8).expect("a bot");
    arena.play(&mut Reasons).expect("the game ends");
}
