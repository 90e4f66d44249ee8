//! Hands as they are typed at the command line, scored under one rulebook after the other: a sheet, no win, or an error.
#![no_main]

use jantaku_fuzz::{balanced, books};
use jantaku_rules::explain::explain;
use jantaku_wire::score_json::request::Request;
use jantaku_wire::score_json::response::Response;
use jantaku_wire::score_json::score;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for rules in books() {
        let Ok(request) = Request::of_line(&rules.spec, text) else {
            return;
        };
        if let Response::Sheet(sheet) = score(rules, &request) {
            assert!(balanced(&sheet));
            let _ = explain(rules, &request.hand.win);
        }
    }
});
