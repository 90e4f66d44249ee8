//! `jantaku bench`: figures for a rulebook. How large they are is the machine's affair.

use crate::jantaku::jantaku;
use serde_json::Value;

#[test]
fn a_rulebook_is_timed() {
    let told: Value = serde_json::from_str(&jantaku(&["bench", "--rules", "zan", "--json"]).out).unwrap();
    assert_eq!(told["rules"], "zan");
    for key in ["score_ns", "score_wins", "shanten_ns", "games_per_s", "decisions_per_s"] {
        assert!(told[key].as_f64().unwrap() > 0.0, "{key} in {told}");
    }
    assert!(told["two_threads"]["ratio"].as_f64().unwrap() > 0.0, "{told}");
}

#[test]
fn what_cannot_be_timed_is_refused() {
    jantaku(&["bench", "--rules", "zam"]).is_refused("did you mean \"zan\"?");
    jantaku(&["bench", "--seconds", "0"]).is_refused("0 is not in 1..=60");
}
