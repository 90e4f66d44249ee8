//! Requests to score a hand: every line is answered with one line of JSON.
#![no_main]

use jantaku_fuzz::library;
use jantaku_wire::score_json::Scorer;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use std::cell::RefCell;

thread_local! {
    static SCORER: RefCell<Scorer<'static>> = RefCell::new(Scorer::new(library()));
}

fuzz_target!(|line: &str| {
    let answer = SCORER.with_borrow_mut(|scorer| scorer.score_line(line));
    assert!(!answer.contains('\n'));
    let answer: Value = serde_json::from_str(&answer).expect("an answer in JSON");
    if let Some(deltas) = answer["deltas"].as_object() {
        let sticks: i64 = answer["transfers"].as_array().map_or(0, |all| {
            let of_sticks = all.iter().filter(|transfer| transfer["from"] == "sticks");
            of_sticks.filter_map(|transfer| transfer["points"].as_i64()).sum()
        });
        let sum: i64 = deltas.values().filter_map(Value::as_i64).sum();
        assert_eq!(sum, sticks, "{answer}");
    }
});
