//! The same seed gives the same games: every event, whoever plays, on any number of threads.

use jantaku_audit::simulation::Simulation;
use jantaku_bots::arena::{Arena, Watcher};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_table::{Event, Table};
use std::num::NonZeroUsize;
use std::sync::Arc;

#[derive(Default)]
struct Log(Vec<Event>);

impl Watcher for Log {
    fn events(&mut self, _table: &Table, events: &[Event]) {
        self.0.extend_from_slice(events);
    }
}

fn rules(spec: &str) -> Arc<Rules> {
    Arc::new(Library::builtin().rules(spec).expect("a rulebook"))
}

fn log(rules: &Arc<Rules>, bots: &[&str], seed: u64) -> Vec<Event> {
    let mut log = Log::default();
    let mut arena = Arena::new(rules, bots, seed).expect("bots");
    arena.play(&mut log).expect("the game ends");
    log.0
}

#[test]
fn the_same_seed_gives_the_same_log() {
    for spec in [
        "zan",
        "zung-jung",
        "sanmatsuri",
        "ryanzou-chankan+hana(variation=1)",
        "tenhou",
    ] {
        let rules = rules(spec);
        for bots in [["random"], ["greedy"], ["kan-happy"]] {
            let first = log(&rules, &bots, 7);
            assert!(first.len() > 100, "{spec} {bots:?}");
            assert_eq!(first, log(&rules, &bots, 7), "{spec} {bots:?}");
            assert_ne!(first, log(&rules, &bots, 8), "{spec} {bots:?}");
        }
    }
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let run = |threads: usize| {
        let simulation = Simulation {
            rules: rules("ema-2025"),
            bots: vec!["greedy".to_owned(), "random".to_owned()],
            games: 12,
            seed: 3,
            threads: NonZeroUsize::new(threads).expect("a number of threads"),
            check: None,
            rig: 0,
        };
        simulation.run(&|| {}).expect("bots").tally
    };
    let alone = run(1);
    assert_eq!(alone.games, 12);
    assert_eq!(alone, run(2));
    assert_eq!(alone, run(5));
}
