//! Every check must be able to fail: each gets a faulty game and must report it.

mod faces;
mod forged;
mod interference;
mod lines;
mod payments;
mod sheets;

use jantaku_audit::rig::Rigging;
use jantaku_bots::arena::{Arena, MIXED, Watcher};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use std::sync::Arc;

fn rules(spec: &str) -> Arc<Rules> {
    Arc::new(Library::builtin().rules(spec).expect("a rulebook"))
}

/// Plays a watched game of mixed bots with some rigged hands.
fn play(rules: &Arc<Rules>, seed: u64, watcher: &mut impl Watcher) {
    let arena = Arena::new(rules, &[MIXED], seed).expect("a bot");
    arena
        .directed(Rigging::new(seed, 30))
        .play(watcher)
        .expect("the game ends");
}

/// Asserts that the first violation in the games of the first seeds contains these words.
#[track_caller]
fn is_told(words: &str, game: impl Fn(u64) -> Option<String>) {
    let what = (0..30).find_map(game);
    assert!(
        what.as_ref().is_some_and(|what| what.contains(words)),
        "{words:?} is not told, but {what:?}"
    );
}
