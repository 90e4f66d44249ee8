//! Games of random legal actions end under every rulebook.

use jantaku_rules::rulebook::library::Library;
use jantaku_table::shuffle::{Stream, key_of, shuffle};
use jantaku_table::wall::Wall;
use jantaku_table::{Event, Table};
use std::sync::Arc;

const SPECS: &[&str] = &[
    "zan",
    "zung-jung",
    "zung-jung(bonus-tiles=yes)",
    "sanmatsuri",
    "ryanzou-chankan",
    "ryanzou-chankan+hana(variation=1)",
    "ryanzou-chankan+hana(variation=2)",
    "ryanzou-chankan+hana(variation=3)",
    "ema-2025",
    "tenhou",
    "tenhou-sanma",
];

#[test]
fn random_games_end_under_every_rulebook() {
    let library = Library::builtin();
    for spec in SPECS {
        let rules = Arc::new(
            library
                .rules(spec)
                .unwrap_or_else(|errors| panic!("{spec}: {errors:?}")),
        );
        let total = rules.settings.game.start * rules.seats() as i32;
        let mut wins = 0;
        for seed in 0..20 {
            let mut table = Table::new(Arc::clone(&rules));
            let mut stream = Stream::new(&key_of(seed, u32::MAX));
            let mut events = Vec::new();
            let mut actions = 0;
            while !table.is_over() {
                if table.needs_wall() {
                    let mut tiles = rules.tiles.tiles().to_vec();
                    shuffle(&key_of(seed, u32::from(table.hands_played())), &mut tiles);
                    table.begin_hand(Wall::new(&rules, &tiles), &mut events);
                    continue;
                }
                let seat = table.to_act()[0];
                let legal = table.legal(seat);
                let action = legal[stream.below(legal.len() as u32) as usize];
                table.act(seat, action, &mut events).expect("legal");
                actions += 1;
                assert!(actions < 100_000, "{spec} seed {seed}: the game does not end");
                let points: i32 = table.points().iter().map(|points| points.0).sum();
                let sticks = i32::from(table.standing().sticks) * rules.settings.riichi.stick;
                assert_eq!(
                    points + sticks,
                    total,
                    "{spec} seed {seed}: points are lost after {:?}",
                    &events[events.len().saturating_sub(12)..]
                );
                assert_eq!(table.chips().iter().map(|chips| chips.0).sum::<i32>(), 0);
            }
            wins += events.iter().filter(|e| matches!(e, Event::Won { .. })).count();
        }
        println!("{spec}: {wins} wins in 20 games");
    }
}
