//! A rulebook as a log or a database keeps it: errors that say something, or a rulebook that can be kept and played again.
#![no_main]

use jantaku_fuzz::play::play_one_hand;
use jantaku_rules::rulebook::rules::Rules;
use libfuzzer_sys::fuzz_target;
use std::sync::Arc;

fuzz_target!(|text: &str| {
    match Rules::from_canonical(text) {
        Ok(rules) => {
            let again = Rules::from_canonical(rules.canonical()).expect("a text that was read");
            assert_eq!(again.hash, rules.hash);
            play_one_hand(&Arc::new(rules), text.as_bytes());
        }
        Err(errors) => assert!(!errors.is_empty() && errors.iter().all(|error| !error.to_string().is_empty())),
    }
});
