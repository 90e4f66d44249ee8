//! Tables that show too much or too little, or accept other actions than they list.

use crate::{is_told, play, rules};
use jantaku_audit::check::Found;
use jantaku_audit::check::face::{Face, Own};
use jantaku_audit::check::legality::Legality;
use jantaku_audit::check::sight::Sights;
use jantaku_bots::arena::Watcher;
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::seat::Seat;
use jantaku_rules::win::Tiles;
use jantaku_table::action::Why;
use jantaku_table::legal::Actions;
use jantaku_table::seen::{Seen, Viewer};
use jantaku_table::shuffle::{Stream, key_of};
use jantaku_table::view::View;
use jantaku_table::wall::Wall;
use jantaku_table::{Action, Event, Refusal, Table};
use std::num::NonZeroU32;

/// Runs the checks that use a [`Face`] on a table folded from the events of a game.
struct Watch<F> {
    sights: Sights<F>,
    legality: Legality<F>,
    folded: Table,
    found: Option<String>,
}

impl<F> Watch<F> {
    fn note(&mut self, found: Found) {
        self.found = self.found.take().or(found.err());
    }
}

impl<F: Face> Watcher for Watch<F> {
    fn begins(&mut self, table: &Table) {
        self.folded = table.clone();
        self.sights.take_anew(table);
    }

    fn wall(&mut self, _table: &Table, wall: &Wall) {
        self.folded.put_wall(*wall);
    }

    fn decision(&mut self, table: &Table, seat: Seat, legal: &Actions, action: Action) {
        let found = self.legality.check(table, seat, legal, action);
        self.note(found);
    }

    fn events(&mut self, table: &Table, events: &[Event]) {
        for event in events {
            self.folded.apply_trusted(event);
            let found = self.sights.see(event, &self.folded);
            self.note(found);
        }
        let found = self.sights.compare(table);
        self.note(found);
    }
}

#[track_caller]
fn face_is_told<F: Face>(face: F, words: &str) {
    let rules = rules("tenhou");
    is_told(words, |seed| {
        let mut lots = Stream::new(&key_of(seed, 0));
        let mut watch = Watch {
            sights: Sights::new(face, &rules, NonZeroU32::MIN, &mut lots),
            legality: Legality::new(face, lots, NonZeroU32::MIN),
            folded: Table::new(rules.clone()),
            found: None,
        };
        play(&rules, seed, &mut watch);
        watch.found
    });
}

/// Shows some events in full to everybody.
#[derive(Clone, Copy)]
struct Shows(fn(&Event) -> bool);

impl Face for Shows {
    fn seen(self, table: &Table, event: &Event, viewer: Viewer) -> Option<Seen> {
        match (self.0)(event) {
            true => Some(Seen::All(event.clone())),
            false => event.seen_by(viewer, table.rules()),
        }
    }
}

#[test]
fn finds_events_that_show_hidden_tiles() {
    face_is_told(Shows(|event| matches!(event, Event::Dealt { .. })), "sees what seat");
    face_is_told(Shows(|event| matches!(event, Event::Drew { .. })), "sees what seat");
    let told = "learns what only seat";
    face_is_told(Shows(|event| matches!(event, Event::Missed { .. })), told);
    face_is_told(Shows(|event| matches!(event, Event::Answered { .. })), told);
}

#[test]
fn finds_a_hand_that_nobody_showed() {
    #[derive(Clone, Copy)]
    struct Open;
    impl Face for Open {
        fn seen(self, table: &Table, event: &Event, viewer: Viewer) -> Option<Seen> {
            match event {
                Event::Dealt { seat, tiles } if !viewer.sees_hand_of(*seat) => Some(Seen::All(Event::Shown {
                    seat: *seat,
                    tiles: Tiles::from_iter(tiles.iter().copied()),
                })),
                _ => event.seen_by(viewer, table.rules()),
            }
        }
    }
    face_is_told(Open, "that nobody showed");
}

#[test]
fn finds_another_players_hand_in_a_view() {
    #[derive(Clone, Copy)]
    struct Open;
    impl Face for Open {
        fn view(self, table: &Table, viewer: Viewer) -> View {
            let mut view = View::of(table, viewer);
            for seat in table.all_seats() {
                view.seats[seat].hand = Some(table.player(seat).hand.clone());
            }
            view
        }

        // Without events the view stays as it was at the beginning.
        fn seen(self, _table: &Table, _event: &Event, _viewer: Viewer) -> Option<Seen> {
            None
        }
    }
    face_is_told(Open, "knows the hand of seat");
}

#[test]
fn finds_a_view_that_misses_an_event() {
    #[derive(Clone, Copy)]
    struct Forgets(fn(&Event) -> bool);
    impl Face for Forgets {
        fn seen(self, table: &Table, event: &Event, viewer: Viewer) -> Option<Seen> {
            event.seen_by(viewer, table.rules()).filter(|_| !(self.0)(event))
        }
    }
    let told = "saw something else than the table shows";
    face_is_told(Forgets(|event| matches!(event, Event::Discarded { .. })), told);
    face_is_told(Forgets(|event| matches!(event, Event::Indicator(_))), told);
    face_is_told(Forgets(|event| matches!(event, Event::Paid { .. })), told);
    face_is_told(Forgets(|event| matches!(event, Event::Called { .. })), told);
    face_is_told(Forgets(|event| matches!(event, Event::UraTurned(_))), told);
}

#[test]
fn finds_a_listed_action_that_is_refused() {
    #[derive(Clone, Copy)]
    struct Strict;
    impl Face for Strict {
        fn act(self, table: &mut Table, seat: Seat, action: Action, events: &mut Vec<Event>) -> Result<(), Refusal> {
            match action {
                Action::Pon(_) => Err(REFUSED),
                _ => table.act(seat, action, events),
            }
        }
    }
    face_is_told(Strict, "is listed for seat");
}

const REFUSED: Refusal = Refusal {
    why: Why::NotPlayed,
    clause: ClauseRef::NONE,
};

#[test]
fn finds_an_unlisted_action_that_is_accepted() {
    #[derive(Clone, Copy)]
    struct Lax;
    impl Face for Lax {
        fn act(self, table: &mut Table, seat: Seat, action: Action, events: &mut Vec<Event>) -> Result<(), Refusal> {
            match action {
                Action::Kita => Ok(()),
                _ => table.act(seat, action, events),
            }
        }
    }
    face_is_told(Lax, "is accepted but not listed");
}

#[test]
fn finds_a_refusal_with_side_effects() {
    #[derive(Clone, Copy)]
    struct Leaves(bool);
    impl Face for Leaves {
        fn act(self, table: &mut Table, seat: Seat, action: Action, events: &mut Vec<Event>) -> Result<(), Refusal> {
            let refused = table.act(seat, action, events);
            if refused.is_err() && self.0 {
                events.push(Event::TimeUp);
            } else if refused.is_err() {
                table.apply_trusted(&Event::Missed { seat });
            }
            refused
        }
    }
    face_is_told(Leaves(true), "is refused, but leaves events");
    face_is_told(Leaves(false), "a refused action changes something");
}

/// Passes on a changed list of legal actions.
struct Lists {
    legality: Legality<Own>,
    list: fn(&mut Actions, Action),
    found: Option<String>,
}

impl Watcher for Lists {
    fn decision(&mut self, table: &Table, seat: Seat, legal: &Actions, action: Action) {
        let mut legal = legal.clone();
        (self.list)(&mut legal, action);
        let found = self.legality.check(table, seat, &legal, action);
        self.found = self.found.take().or(found.err());
    }
}

#[track_caller]
fn list_is_told(words: &str, list: fn(&mut Actions, Action)) {
    let rules = rules("tenhou");
    is_told(words, |seed| {
        let lots = Stream::new(&key_of(seed, 0));
        let legality = Legality::new(Own, lots, NonZeroU32::MIN);
        let mut lists = Lists {
            legality,
            list,
            found: None,
        };
        play(&rules, seed, &mut lists);
        lists.found
    });
}

#[test]
fn finds_wrong_lists_of_legal_actions() {
    list_is_told("which is not legal", |legal, chosen| {
        legal.retain(|action| *action != chosen);
    });
    list_is_told("is listed twice", |legal, chosen| legal.push(chosen));
    list_is_told("but refused", |legal, _| legal.push(Action::EndGame));
    list_is_told("is accepted but not listed", |legal, chosen| {
        legal.retain(|action| *action == chosen || !matches!(action, Action::Discard { .. }));
    });
}

#[test]
fn finds_a_dead_hand_that_may_act() {
    let mut table = Table::new(rules("ryanzou-chankan"));
    let wall = Wall::of_key(table.rules(), &key_of(1, 0));
    table.begin_hand(wall, &mut Vec::new());
    table.dead_hand(Seat(0), &mut Vec::new()).expect("a ruling");
    let mut legality = Legality::new(Own, Stream::new(&key_of(1, 0)), NonZeroU32::MIN);
    let mut legal = table.legal(Seat(0));
    let first = legal[0];
    assert_eq!(legality.check(&table, Seat(0), &legal, first), Ok(()));
    legal.push(Action::Tsumo);
    let found = legality.check(&table, Seat(0), &legal, first);
    assert!(found.is_err_and(|what| what.contains("the dead hand of seat 0 is offered")));
}
