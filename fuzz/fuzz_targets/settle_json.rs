//! Hand records, as a line of JSON or of text: each is settled or refused, and points only move.
#![no_main]

use jantaku_fuzz::{books, library};
use jantaku_wire::score_json::Scorer;
use jantaku_wire::settle_json::{Record, settle};
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;

thread_local! {
    static SCORER: RefCell<Scorer<'static>> = RefCell::new(Scorer::new(library()));
}

fuzz_target!(|line: &str| {
    let answer = SCORER.with_borrow_mut(|scorer| scorer.settle_line(line));
    assert!(!answer.contains('\n'));
    for rules in books() {
        let record = Record::of_line(&rules.spec, line);
        let Ok(settlement) = record.and_then(|record| settle(rules, &record)) else {
            continue;
        };
        let rows = || settlement.transfers.iter();
        let taken: i32 = rows()
            .filter(|row| row.from == "sticks")
            .filter_map(|row| row.points)
            .sum();
        let put_down: i32 = rows()
            .filter(|row| row.to == "sticks")
            .filter_map(|row| row.points)
            .sum();
        let sum: i32 = settlement.deltas.0.iter().sum();
        assert_eq!(sum, taken - put_down, "{}: {line}", rules.spec);
    }
});
