//! A few checked games of every rulebook with every bot; `jantaku sim --check` plays as many as one likes.

use jantaku_bots::NAMES;
use jantaku_bots::simulation::Simulation;
use jantaku_rules::rulebook::library::Library;
use std::num::NonZeroUsize;
use std::sync::Arc;

const SPECS: [&str; 13] = [
    "zan",
    "zung-jung",
    "zung-jung(bonus-tiles=yes,minimum=five,payoff=uniform)",
    "sanmatsuri",
    "ryanzou-chankan",
    "ryanzou-chankan(pocchi=after-riichi,reds=two-pin,red-number=3)",
    "ryanzou-chankan(pocchi=ippatsu-red)",
    "ryanzou-chankan+hana(variation=1)",
    "ryanzou-chankan+hana(variation=2)",
    "ryanzou-chankan+hana(variation=3,flowers=4)",
    "ema-2025",
    "tenhou",
    "tenhou-sanma",
];

#[test]
fn nothing_goes_wrong() {
    let library = Library::builtin();
    for spec in SPECS {
        let rules = library
            .rules(spec)
            .unwrap_or_else(|errors| panic!("{spec}: {errors:?}"));
        let rules = Arc::new(rules);
        for (bot, _) in NAMES {
            let simulation = Simulation {
                rules: Arc::clone(&rules),
                bots: vec![bot.to_owned()],
                games: 2,
                seed: 1,
                threads: NonZeroUsize::MIN,
                check: true,
            };
            let outcome = simulation.run(&Default::default()).expect("a bot");
            let told: Vec<&str> = outcome.faults.iter().map(|fault| fault.what.as_str()).collect();
            assert!(told.is_empty(), "{spec}, {bot}: {}", told.join("\n"));
            assert_eq!(outcome.tally.games, 2, "{spec}, {bot}");
        }
    }
}
