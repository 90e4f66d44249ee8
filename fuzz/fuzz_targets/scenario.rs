//! Scenarios: a report, or an error that says something.
#![no_main]

use jantaku_fuzz::library;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match jantaku_scenario::run(library(), text) {
        Ok(report) => assert!(report.to_json().is_object()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
