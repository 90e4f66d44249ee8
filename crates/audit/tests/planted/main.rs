//! Every check must be able to fail: each gets a faulty game and must report it.

mod choices;
mod faces;
mod forged;
mod interference;
mod lines;
mod mutations;
mod payments;
mod sheets;

use jantaku_audit::rig::Rigging;
use jantaku_bots::arena::{Arena, MIXED, Watcher};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_table::wall::Wall;
use jantaku_table::{Event, Table};
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

/// What a follower of a game hears.
enum Heard<'a> {
    /// An event, with the table before it.
    Event(&'a Event),
    /// All events of a decision, with the table after them.
    Decision(&'a [Event]),
}

/// Follows a game on a second table.
struct Follow<F> {
    folded: Table,
    hear: F,
}

impl<F: FnMut(&Table, Heard)> Watcher for Follow<F> {
    fn begins(&mut self, table: &Table) {
        self.folded = table.clone();
    }

    fn wall(&mut self, _table: &Table, wall: &Wall) {
        self.folded.put_wall(*wall);
    }

    fn events(&mut self, _table: &Table, events: &[Event]) {
        for event in events {
            (self.hear)(&self.folded, Heard::Event(event));
            self.folded.apply_trusted(event);
        }
        (self.hear)(&self.folded, Heard::Decision(events));
    }
}

/// Plays a game and tells everything that happens.
fn follow(rules: &Arc<Rules>, seed: u64, hear: impl FnMut(&Table, Heard)) {
    let folded = Table::new(Arc::clone(rules));
    play(rules, seed, &mut Follow { folded, hear });
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
