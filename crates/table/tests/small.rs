//! Bots search with copies of a table, so it is small and copying it does not allocate.

use jantaku_rules::rulebook::library::Library;
use jantaku_table::Table;
use jantaku_table::shuffle::{key_of, shuffle};
use jantaku_table::wall::Wall;
use std::hint::black_box;
use std::sync::Arc;

#[test]
fn a_table_is_below_4_kb() {
    assert!(size_of::<Table>() < 4096, "{} bytes", size_of::<Table>());
}

#[test]
fn copying_a_table_does_not_allocate() {
    let counting = allocation_counter::measure(|| drop(black_box(Box::new(0_u8))));
    assert_eq!(counting.count_total, 1, "the counter counts");
    for spec in [
        "tenhou",
        "zan",
        "zung-jung(bonus-tiles=yes)",
        "ryanzou-chankan+hana(variation=1)",
    ] {
        let rules = Arc::new(Library::builtin().rules(spec).expect("a rulebook"));
        let mut tiles = rules.tiles.tiles().to_vec();
        shuffle(&key_of(1, 0), &mut tiles);
        let mut table = Table::new(Arc::clone(&rules));
        let mut events = Vec::new();
        table.begin_hand(Wall::new(&rules, &tiles), &mut events);
        let counted = allocation_counter::measure(|| drop(black_box(table.clone())));
        assert_eq!(counted.count_total, 0, "{spec}");
    }
}
