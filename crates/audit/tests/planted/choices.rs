//! A bot that uses a tile it has not seen is found, and one that plays by what it sees is not.

use super::rules;
use jantaku_audit::check::choices::Choices;
use jantaku_audit::check::face::{Face, Own};
use jantaku_bots::arena::{Arena, Director, Ruling, Shuffled, Watcher, bots_named};
use jantaku_bots::{Bot, named};
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::Tile;
use jantaku_table::legal::Actions;
use jantaku_table::prompt::Prompt;
use jantaku_table::seen::Viewer;
use jantaku_table::view::View;
use jantaku_table::wall::Wall;
use jantaku_table::{Action, Event, Table};
use std::num::NonZeroU32;
use std::sync::Mutex;

struct Watch<F> {
    choices: Choices<F>,
    found: Option<String>,
    decisions: u32,
}

impl<F: Face> Watcher for Watch<F> {
    fn begins(&mut self, table: &Table) {
        self.choices.begins(table);
    }

    fn decision(&mut self, table: &Table, seat: Seat, legal: &Actions, action: Action) {
        self.decisions += 1;
        let found = self.choices.decided(table, seat, legal, action);
        self.found = self.found.take().or(found.err());
    }

    fn events(&mut self, table: &Table, events: &[Event]) {
        self.choices.events(table, events);
    }
}

/// The first violation in a game of these bots, each beside its double.
fn found<F: Face>(face: F, spec: &str, every: u32, bots: impl Fn() -> Vec<Box<dyn Bot>>) -> Option<String> {
    let mut watch = Watch {
        choices: Choices::of(face, bots(), 5, NonZeroU32::new(every).expect("not zero")),
        found: None,
        decisions: 0,
    };
    let arena = Arena::of(&rules(spec), bots(), 5);
    let mut arena = arena.directed(Showing(Shuffled { seed: 5 }, face));
    arena.play(&mut watch).expect("the game ends");
    assert!(watch.decisions > 100, "{spec}: {} decisions", watch.decisions);
    watch.found
}

/// Shuffles, and looks at the table through a face before every decision, as the check does.
struct Showing<F>(Shuffled, F);

impl<F: Face> Director for Showing<F> {
    fn wall(&mut self, table: &Table) -> Wall {
        self.0.wall(table)
    }

    fn ruling(&mut self, table: &Table) -> Option<Ruling> {
        self.1.view(table, Viewer::Spectator);
        None
    }
}

#[test]
fn bots_choose_the_same_with_other_hidden_tiles() {
    for spec in [
        "zan",
        "zung-jung(concealed-kong=face-down)",
        "sanmatsuri",
        "ryanzou-chankan+hana(variation=1)",
        "tenhou",
        "tenhou-sanma",
    ] {
        for seats in [&["club"][..], &["greedy"], &["random"], &["strong:1", "greedy"]] {
            let bots = || bots_named(&rules(spec), seats, 5).expect("a bot");
            assert_eq!(found(Own, spec, 1, bots), None, "{spec}, {seats:?}");
        }
    }
}

/// A hole in the wall: the next tile of the table that was looked at last.
static HOLE: Mutex<Option<Tile>> = Mutex::new(None);

#[derive(Clone, Copy)]
struct Leaky;

impl Face for Leaky {
    fn view(self, table: &Table, viewer: Viewer) -> View {
        *HOLE.lock().expect("no panic before") = Some(table.wall().next());
        View::of(table, viewer)
    }
}

/// Plays like a club player, but looks through the hole before it discards.
struct Peeker(Box<dyn Bot>);

impl Bot for Peeker {
    fn choose(&mut self, view: &View, prompt: &Prompt) -> Action {
        let next = *HOLE.lock().expect("no panic before");
        match prompt.legal.last() {
            Some(&last @ Action::Discard { .. }) if next.is_some_and(|tile| tile.kind().is_honour()) => last,
            _ => self.0.choose(view, prompt),
        }
    }

    fn wants_feed(&self) -> bool {
        false
    }
}

#[test]
fn finds_a_bot_that_peeks_at_the_wall() {
    let bots = || -> Vec<Box<dyn Bot>> {
        let peeker = || Peeker(named("club", 1).expect("a bot"));
        (0..4).map(|_| Box::new(peeker()) as Box<dyn Bot>).collect()
    };
    let what = found(Leaky, "tenhou", 1, bots);
    assert!(what.is_some_and(|what| what.contains("with other hidden tiles")));
    // Bot and double agree while nothing is dealt again.
    assert_eq!(found(Leaky, "tenhou", u32::MAX, bots), None);
}
