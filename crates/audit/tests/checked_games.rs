//! A few checked games of every rulebook with every bot. `make soak` plays more.

use jantaku_audit::simulation::{Outcome, Simulation};
use jantaku_bots::NAMES;
use jantaku_bots::arena::MIXED;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::Arc;

/// The rulebooks and choices that `make soak` plays, one a line.
const SPECS: &str = include_str!("../../../tests/soak.txt");

fn rules(spec: &str) -> Arc<Rules> {
    let rules = Library::builtin().rules(spec);
    Arc::new(rules.unwrap_or_else(|errors| panic!("{spec}: {errors:?}")))
}

#[track_caller]
fn play(rules: &Arc<Rules>, bot: &str, games: u64, every: u32, rig: u32) -> Outcome {
    let simulation = Simulation {
        rules: Arc::clone(rules),
        bots: vec![bot.to_owned()],
        games,
        seed: 1,
        threads: NonZeroUsize::MIN,
        check: NonZeroU32::new(every),
        rig,
    };
    let outcome = simulation.run(&|| {}).expect("a bot");
    let told: Vec<&str> = outcome.faults.iter().map(|fault| fault.what.as_str()).collect();
    assert!(told.is_empty(), "{}, {bot}: {}", rules.spec, told.join("\n"));
    assert_eq!(outcome.tally.games, games, "{}, {bot}", rules.spec);
    outcome
}

#[test]
fn all_bots_play_without_violations() {
    for spec in [
        "zan",
        "zung-jung",
        "sanmatsuri",
        "ryanzou-chankan+hana",
        "ema-2025",
        "tenhou",
    ] {
        let rules = rules(spec);
        for (bot, _) in NAMES {
            play(&rules, bot, 1, 1, 0);
        }
    }
}

#[test]
fn rigged_hands_play_without_violations() {
    for spec in SPECS.lines() {
        let rules = rules(spec);
        let outcome = play(&rules, MIXED, 50, 8, 50);
        let reach = outcome.coverage.reach(&rules);
        let unreached = outcome.coverage.unreached(&rules).len();
        println!(
            "{spec}: {} hands, {unreached} of {} clauses not reached",
            outcome.tally.hands,
            reach.len()
        );
        // Rigged hands bring in a few hundred what chance does not in a million: most clauses decide something.
        assert!(
            unreached * 3 < reach.len(),
            "{spec}: {unreached} of {} clauses not reached",
            reach.len()
        );
    }
}

#[test]
fn rigged_games_are_reproducible() {
    let rules = rules("ryanzou-chankan+hana");
    let (one, other) = (play(&rules, MIXED, 6, 4, 100), play(&rules, MIXED, 6, 4, 100));
    assert_eq!((one.tally, one.coverage), (other.tally, other.coverage));
}
