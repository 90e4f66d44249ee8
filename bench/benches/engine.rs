//! Scoring, shanten and whole games, measured by criterion: `cargo bench --package jantaku-bench`, and `-- score` for some of them.
//!
//! Criterion keeps the figures of the last run and tells what a change has done to them; the other engines stand in the table
//! of `make bench`.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use jantaku_bench::hands::{Deal, deal};
use jantaku_bench::wins::wins;
use jantaku_bots::arena::Arena;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::score;
use jantaku_rules::shanten::{Calculator, Shapes, TileSet};
use std::hint::black_box;
use std::sync::Arc;

const SPECS: [&str; 4] = ["tenhou", "zan", "zung-jung", "ryanzou-chankan"];

criterion_group!(engine, scores, shanten, games);
criterion_main!(engine);

fn rules(spec: &str) -> Arc<Rules> {
    match Library::builtin().rules(spec) {
        Ok(rules) => Arc::new(rules),
        Err(errors) => panic!("{spec}: {errors:?}"),
    }
}

/// One win of each rulebook, each time another.
fn scores(criterion: &mut Criterion) {
    for spec in SPECS {
        let rules = rules(spec);
        let mut wins = wins(&rules, 4_000);
        wins.retain(|win| score(&rules, win).is_ok());
        let mut next = wins.iter().cycle();
        criterion.bench_function(&format!("score/{spec}"), |bencher| {
            bencher.iter(|| score(&rules, black_box(next.next()?)).ok());
        });
    }
}

/// One hand of fourteen tiles, each time another.
fn shanten(criterion: &mut Criterion) {
    let calculator = Calculator::new(TileSet::All, Shapes::ALL);
    let hands = deal(Deal::Any, 14, 10_000);
    let mut next = hands.iter().cycle();
    criterion.bench_function("shanten", |bencher| {
        bencher.iter(|| next.next().map(|hand| calculator.shanten(black_box(hand))));
    });
}

/// One whole game of random bots, each time another.
fn games(criterion: &mut Criterion) {
    for spec in SPECS {
        let rules = rules(spec);
        let mut seeds = 0..;
        criterion.bench_function(&format!("game/{spec}"), |bencher| {
            let deal = || Arena::new(&rules, &["random"], seeds.next().unwrap_or_default());
            bencher.iter_batched(
                deal,
                |arena| arena.map(|mut arena| arena.play(&mut ()).is_ok()),
                BatchSize::SmallInput,
            );
        });
    }
}
