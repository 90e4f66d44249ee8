//! The check finds every kind of leak, and reports none where there is none.

use jantaku_audit::check::face::Face;
use jantaku_audit::check::face::Own;
use jantaku_audit::check::interference::world::{Halt, World};
use jantaku_audit::check::interference::{Interference, Step};
use jantaku_audit::rig::Rigging;
use jantaku_bots::arena::{Arena, MIXED, Ruling, Watcher};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::win::MeldKind;
use jantaku_table::legal::Actions;
use jantaku_table::prompt::Prompt;
use jantaku_table::seen::{Seen, Viewer};
use jantaku_table::shuffle::key_of;
use jantaku_table::wall::{Wall, deal_places};
use jantaku_table::{Action, Event, Table};
use std::num::NonZeroU32;
use std::sync::Arc;

/// Runs only this check on a game.
struct Watch<F> {
    interference: Interference<F>,
    found: Option<String>,
}

impl<F: Face> Watcher for Watch<F> {
    fn wall(&mut self, table: &Table, wall: &Wall) {
        self.interference.hand_begins(table, wall);
    }

    fn ruling(&mut self, _table: &Table, _ruling: Ruling) {
        self.interference.spoil();
    }

    fn decision(&mut self, table: &Table, seat: Seat, _legal: &Actions, action: Action) {
        let found = self.interference.decided(table, seat, action);
        self.found = self.found.take().or(found.err());
    }
}

/// The first violation in the games of these seeds.
fn found<F: Face>(face: F, spec: &str, seeds: std::ops::Range<u64>, rig: u32) -> Option<String> {
    let rules = Arc::new(Library::builtin().rules(spec).expect("a rulebook"));
    seeds.into_iter().find_map(|seed| {
        let mut watch = Watch {
            interference: Interference::new(face, seed, NonZeroU32::MIN),
            found: None,
        };
        let arena = Arena::new(&rules, &[MIXED], seed).expect("a bot");
        let mut arena = arena.directed(Rigging::new(seed, rig));
        arena.play(&mut watch).expect("the game ends");
        watch.found
    })
}

#[track_caller]
fn is_found<F: Face>(face: F, told: &str) {
    let mut all = (0..40).filter_map(|seed| found(face, "tenhou", seed..seed + 1, 0));
    assert!(all.any(|what| what.contains(told)), "{told:?} is not found");
}

/// Depends on a tile that nobody knows: the next of the wall.
fn next_is_honour(table: &Table) -> bool {
    table.wall().next().kind().is_honour()
}

#[test]
fn finds_no_leak_in_the_real_table() {
    for spec in [
        "tenhou",
        "zung-jung(concealed-kong=face-down)",
        "tenhou+hana(variation=1)",
    ] {
        assert_eq!(found(Own, spec, 0..12, 50), None, "{spec}");
    }
}

#[test]
fn tells_two_successive_offers_apart() {
    // Somebody may chii a discard in only one world; then, in both, players are asked whether to rob the last flower.
    assert_eq!(found(Own, "tenhou+hana(variation=1)", 7616..7617, 60), None);
}

#[test]
fn finds_a_leaked_draw() {
    #[derive(Clone, Copy)]
    struct Leaky;
    impl Face for Leaky {
        fn seen(self, table: &Table, event: &Event, viewer: Viewer) -> Option<Seen> {
            match event {
                Event::Drew { .. } => Some(Seen::All(event.clone())),
                _ => event.seen_by(viewer, table.rules()),
            }
        }
    }
    is_found(Leaky, "can tell hidden tiles apart");
}

#[test]
fn finds_an_event_that_depends_on_hidden_tiles() {
    #[derive(Clone, Copy)]
    struct Leaky;
    impl Face for Leaky {
        fn seen(self, table: &Table, event: &Event, viewer: Viewer) -> Option<Seen> {
            match event {
                // Whether the viewer sees the event at all depends on the next tile.
                Event::Drew { .. } if next_is_honour(table) => None,
                _ => event.seen_by(viewer, table.rules()),
            }
        }
    }
    is_found(Leaky, "hidden tiles");
}

/// Shows everybody a private event.
#[derive(Clone, Copy)]
struct Tells(fn(&Event) -> bool);

impl Face for Tells {
    fn seen(self, table: &Table, event: &Event, viewer: Viewer) -> Option<Seen> {
        match (self.0)(event) {
            true => Some(Seen::All(event.clone())),
            false => event.seen_by(viewer, table.rules()),
        }
    }
}

#[test]
fn finds_a_leaked_answer() {
    is_found(Tells(|event| matches!(event, Event::Answered { .. })), "hidden tiles");
}

#[test]
fn finds_a_leaked_tenpai_question() {
    let face = Tells(|event| matches!(event, Event::TenpaiAsked { .. }));
    let what = found(face, "zan", 0..40, 0);
    assert!(what.is_some_and(|what| what.contains("hidden tiles")));
    assert_eq!(found(Own, "zan", 0..40, 0), None);
}

#[test]
fn finds_a_nagashi_question_that_depends_on_hidden_tiles() {
    #[derive(Clone, Copy)]
    struct Leaky;
    impl Face for Leaky {
        fn seen(self, table: &Table, event: &Event, viewer: Viewer) -> Option<Seen> {
            let honour = |seat: Seat| {
                table
                    .player(seat)
                    .hand
                    .first()
                    .is_some_and(|tile| tile.kind().is_honour())
            };
            match event {
                Event::NagashiAsked { seats } => Some(Seen::All(Event::NagashiAsked {
                    seats: BySeat::from_fn(seats.len(), |seat| honour(Seat(seat as u8))),
                })),
                _ => event.seen_by(viewer, table.rules()),
            }
        }
    }
    let book = "ryanzou-chankan";
    let what = found(Leaky, book, 0..200, 50);
    assert!(what.is_some_and(|what| what.contains("can tell hidden tiles apart")));
    assert_eq!(found(Own, book, 0..40, 50), None);
}

#[test]
fn finds_legal_actions_that_depend_on_hidden_tiles() {
    #[derive(Clone, Copy)]
    struct Leaky;
    impl Face for Leaky {
        fn prompt(self, table: &Table, seat: Seat) -> Option<Prompt> {
            let mut prompt = table.prompt(seat)?;
            if next_is_honour(table) {
                prompt.legal.pop();
            }
            Some(prompt)
        }
    }
    is_found(Leaky, "can tell hidden tiles apart");
}

#[test]
fn finds_a_hint_that_counts_hidden_tiles() {
    #[derive(Clone, Copy)]
    struct Leaky;
    impl Face for Leaky {
        fn prompt(self, table: &Table, seat: Seat) -> Option<Prompt> {
            let mut prompt = table.prompt(seat)?;
            let others: u8 = table
                .others(seat)
                .map(|other| table.player(other).hand[0].kind().index() as u8)
                .sum();
            for wait in prompt.after.iter_mut().flat_map(|after| &mut after.waits) {
                wait.unseen = others;
            }
            Some(prompt)
        }
    }
    is_found(Leaky, "can tell hidden tiles apart");
}

#[test]
fn finds_a_refusal_that_depends_on_hidden_tiles() {
    #[derive(Clone, Copy)]
    struct Leaky;
    impl Face for Leaky {
        fn legal(self, table: &Table, seat: Seat) -> Actions {
            let mut legal = table.legal(seat);
            // Games whose true tile is an honour fail in the first world already; others only when it is resampled.
            let next = table.wall().row()[60].kind().is_honour();
            legal.retain(|action| !(next && matches!(action, Action::Discard { drawn: true, .. })));
            legal
        }
    }
    is_found(Leaky, "an action of the viewer is not legal with other hidden tiles");
}

#[test]
fn finds_a_leaked_face_down_kan() {
    #[derive(Clone, Copy)]
    struct Leaky;
    impl Face for Leaky {
        fn prompt(self, table: &Table, seat: Seat) -> Option<Prompt> {
            let mut prompt = table.prompt(seat)?;
            let mut kans = table.others(seat).flat_map(|other| &table.player(other).melds);
            prompt.furiten = kans.any(|meld| meld.kind == MeldKind::Ankan && meld.tiles[0].kind().is_honour());
            Some(prompt)
        }
    }
    let what = found(Leaky, "zung-jung(concealed-kong=face-down)", 0..100, 50);
    assert!(what.is_some_and(|what| what.contains("can tell hidden tiles apart")));
    // Kans that are shown are public.
    assert_eq!(found(Leaky, "zung-jung", 0..100, 50), None);
}

/// Why hands halt that are repeated with other tiles for the viewer. To the check this looks like a table that asks the viewer
/// because of hidden tiles.
fn halts() -> Vec<Halt> {
    let rules = Arc::new(Library::builtin().rules("tenhou").expect("a rulebook"));
    let table = Table::new(Arc::clone(&rules));
    let viewer = Viewer::Seat(Seat(1));
    let mut halts = Vec::new();
    for hand in 0..200 {
        let wall = Wall::of_key(&rules, &key_of(1, hand));
        let mut row = wall.row().to_vec();
        for (place, other) in deal_places(4)[1].iter().zip(60..) {
            row.swap(*place, other);
        }
        let tile = row[13 * 4];
        let discard = Step::Turn(Seat(0), Action::Discard { tile, drawn: true });
        let pass = Step::Answers(vec![(Seat(1), Action::Pass)]);
        let mut first = World::new(Own, &table, wall, viewer);
        let mut steps = vec![(&discard, first.for_the_first_time(&discard).expect("a discard"))];
        if first.table.next_to_act() == Some(Seat(1)) && first.table.turn().is_none() {
            steps.push((&pass, first.for_the_first_time(&pass).expect("nothing is claimed")));
        }
        let mut second = World::new(Own, &table, wall.with_row(&row), viewer);
        let mut again = steps
            .into_iter()
            .try_for_each(|(step, moment)| second.again(step, moment, &[]));
        again = again.and_then(|()| second.stop());
        halts.extend(again.err());
    }
    halts
}

#[test]
fn finds_a_question_that_depends_on_hidden_tiles() {
    let halts = halts();
    assert!(halts.contains(&Halt::AskedOnlyHere), "{halts:?}");
    assert!(halts.contains(&Halt::NotAsked), "{halts:?}");
}
