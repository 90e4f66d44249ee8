//! The check is shown tables that leak, one kind of leak each, and must find it; and it must not find what is no leak.

use super::*;
use crate::check::face::Own;
use crate::rig::Rigging;
use jantaku_bots::arena::{Arena, MIXED, Ruling, Watcher};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::seat::BySeat;
use jantaku_rules::win::MeldKind;
use jantaku_table::Event;
use jantaku_table::legal::Actions;
use jantaku_table::prompt::Prompt;
use jantaku_table::seen::Seen;
use jantaku_table::wall::deal_places;
use std::sync::Arc;

/// Looks at a game with nothing but this check.
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

/// What is found in the games of a few seeds; nothing, if nothing is.
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

/// What nobody knows: the next tile of the wall.
fn next_is_honour(table: &Table) -> bool {
    table.wall().next().kind().is_honour()
}

#[test]
fn the_own_face_leaks_nothing() {
    for spec in [
        "tenhou",
        "zung-jung(concealed-kong=face-down)",
        "tenhou+hana(variation=1)",
    ] {
        assert_eq!(found(Own, spec, 0..12, 50), None, "{spec}");
    }
}

#[test]
fn two_tiles_offered_in_a_row_are_told_apart() {
    // A discard that only one of the worlds lets somebody chii, then the last flower drawn: its rob is asked about in both.
    assert_eq!(found(Own, "tenhou+hana(variation=1)", 7616..7617, 60), None);
}

#[test]
fn another_s_drawn_tile_in_an_event_is_found() {
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
fn an_event_that_comes_with_hidden_tiles_only_is_found() {
    #[derive(Clone, Copy)]
    struct Leaky;
    impl Face for Leaky {
        fn seen(self, table: &Table, event: &Event, viewer: Viewer) -> Option<Seen> {
            match event {
                // Nothing of it is told, but that it happened: here the last thing that the viewer sees.
                Event::Drew { .. } if next_is_honour(table) => None,
                _ => event.seen_by(viewer, table.rules()),
            }
        }
    }
    is_found(Leaky, "hidden tiles");
}

/// Shows everybody an event that is one player's own affair.
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
fn another_s_answer_is_found() {
    is_found(Tells(|event| matches!(event, Event::Answered { .. })), "hidden tiles");
}

#[test]
fn who_is_asked_about_tenpai_is_found() {
    let face = Tells(|event| matches!(event, Event::TenpaiAsked { .. }));
    let what = found(face, "zan", 0..40, 0);
    assert!(what.is_some_and(|what| what.contains("hidden tiles")));
    assert_eq!(found(Own, "zan", 0..40, 0), None);
}

#[test]
fn a_question_for_nagashi_that_depends_on_hidden_tiles_is_found() {
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
fn a_list_of_actions_that_depends_on_hidden_tiles_is_found() {
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
fn a_hint_that_counts_hidden_tiles_is_found() {
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
fn an_action_refused_for_hidden_tiles_is_found() {
    #[derive(Clone, Copy)]
    struct Leaky;
    impl Face for Leaky {
        fn legal(self, table: &Table, seat: Seat) -> Actions {
            let mut legal = table.legal(seat);
            // With the tiles as they were all is well: the dealer's next tile is what it was.
            let next = table.wall().row()[60].kind().is_honour();
            legal.retain(|action| !(next && matches!(action, Action::Discard { drawn: true, .. })));
            legal
        }
    }
    is_found(
        Leaky,
        "the viewer may not do with other hidden tiles what was legal before",
    );
}

#[test]
fn a_kan_that_lies_face_down_and_is_known_is_found() {
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
    // Shown kans are everybody's.
    assert_eq!(found(Leaky, "zung-jung", 0..100, 50), None);
}

/// What halts a hand that is played again from another wall, in which the viewer has other tiles: to the check this is as
/// if the table asked the viewer because of tiles that are hidden.
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
fn being_asked_because_of_hidden_tiles_is_found() {
    let halts = halts();
    assert!(halts.contains(&Halt::AskedOnlyHere), "{halts:?}");
    assert!(halts.contains(&Halt::NotAsked), "{halts:?}");
}
