//! A stranger's rulebook, which may build on ours: errors that say something, or a rulebook that can be asked and played.
#![no_main]

use jantaku_fuzz::{library, play::play_one_hand};
use jantaku_rules::rulebook::diff::Diff;
use jantaku_rules::rulebook::settings::Key;
use libfuzzer_sys::fuzz_target;
use std::sync::Arc;

fuzz_target!(|text: &str| {
    let mut library = library().clone();
    let id = match library.add(text) {
        Ok(id) => id,
        Err(errors) => {
            assert!(!errors.is_empty() && errors.iter().all(|error| !error.to_string().is_empty()));
            return;
        }
    };
    let resolved = library.resolve(&id).expect("a rulebook that was added");
    for key in Key::ALL {
        assert!(resolved.why(&key.name()).is_some());
    }
    let _ = resolved.gaps();
    assert!(Diff::of(&resolved, &resolved).is_empty());
    let rules = match library.rules(&id) {
        Ok(rules) => rules,
        // An overlay that sits on nothing was looked at in those that use it: nobody.
        Err(_) => return assert!(library.source(&id).is_some_and(|source| source.overlay)),
    };
    play_one_hand(&Arc::new(rules), text.as_bytes());
});
