//! A bot is shown every event as its seat sees it, and nothing else.

use jantaku_bots::Bot;
use jantaku_bots::arena::{Arena, Director, Ruling, Shuffled, Watcher};
use jantaku_bots::habit::Habit;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::units::{Chips, Points};
use jantaku_table::event::Standing;
use jantaku_table::legal::Actions;
use jantaku_table::prompt::Prompt;
use jantaku_table::seen::{Seen, Viewer};
use jantaku_table::view::View;
use jantaku_table::wall::Wall;
use jantaku_table::{Action, Event, Table};
use std::sync::{Arc, Mutex};

/// Plays like another bot and keeps what it is shown.
struct Follower {
    habit: Habit,
    folded: Option<View>,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl Bot for Follower {
    fn choose(&mut self, view: &View, prompt: &Prompt) -> Action {
        // Views are too long to be printed.
        assert!(self.folded.as_ref() == Some(view), "the feed leads to another view");
        self.habit.choose(view, prompt)
    }

    fn sit(&mut self, view: &View) {
        self.folded = Some(view.clone());
    }

    fn see(&mut self, seen: &Seen) {
        self.folded.as_mut().expect("it sits").apply(seen);
        self.seen.lock().expect("no panic before").push(seen.clone());
    }
}

/// A bot that would panic if it were shown anything.
struct Indifferent(Habit);

impl Bot for Indifferent {
    fn choose(&mut self, view: &View, prompt: &Prompt) -> Action {
        self.0.choose(view, prompt)
    }

    fn sit(&mut self, _view: &View) {
        panic!("it wants no feed");
    }

    fn see(&mut self, _seen: &Seen) {
        panic!("it wants no feed");
    }

    fn wants_feed(&self) -> bool {
        false
    }
}

/// Starts in the last round with uneven points, and rules now and then.
struct Referee {
    shuffled: Shuffled,
    asked: u32,
}

impl Director for Referee {
    fn table(&mut self, rules: &Arc<Rules>) -> Table {
        let standing = Standing {
            round: Wind::at(usize::from(rules.settings.game.rounds.max(1)) - 1),
            dealer: Seat(1),
            honba: 0,
            sticks: 0,
        };
        let start = rules.settings.game.start;
        let points = BySeat::from_fn(rules.seats(), |seat| Points(start + [3_000, 0, -3_000, 0][seat]));
        let chips = BySeat::all(rules.seats(), Chips(0));
        Table::standing_at(Arc::clone(rules), standing, points, chips)
    }

    fn wall(&mut self, table: &Table) -> Wall {
        self.shuffled.wall(table)
    }

    fn ruling(&mut self, table: &Table) -> Option<Ruling> {
        self.asked += 1;
        let seat = Seat((self.asked % table.seats() as u32) as u8);
        match self.asked {
            40 | 90 => Some(Ruling::Chombo(seat)),
            60 | 130 => Some(Ruling::DeadHand(seat)),
            _ => None,
        }
    }
}

#[derive(Default)]
struct Log(Vec<Event>);

impl Watcher for Log {
    fn decision(&mut self, _table: &Table, _seat: Seat, legal: &Actions, action: Action) {
        assert!(legal.contains(&action));
    }

    fn events(&mut self, _table: &Table, events: &[Event]) {
        self.0.extend_from_slice(events);
    }
}

type Feeds = Vec<Arc<Mutex<Vec<Seen>>>>;

/// Followers in all seats but the last, in which somebody sits who wants no feed.
fn bots(rules: &Rules, seed: u64) -> (Vec<Box<dyn Bot>>, Feeds) {
    let feeds: Feeds = (1..rules.seats()).map(|_| Arc::default()).collect();
    let follower = |seen: &Arc<Mutex<Vec<Seen>>>| -> Box<dyn Bot> {
        Box::new(Follower {
            habit: Habit::call_everything(seed),
            folded: None,
            seen: Arc::clone(seen),
        })
    };
    let mut bots: Vec<Box<dyn Bot>> = feeds.iter().map(follower).collect();
    bots.push(Box::new(Indifferent(Habit::random(seed))));
    (bots, feeds)
}

#[track_caller]
fn check(rules: &Rules, log: &[Event], feeds: &Feeds) {
    for (seat, feed) in (0..).map(Seat).zip(feeds) {
        let expected: Vec<Seen> = log
            .iter()
            .filter_map(|event| event.seen_by(Viewer::Seat(seat), rules))
            .collect();
        assert!(expected.len() > 100, "{}: {} events", rules.spec, expected.len());
        assert_eq!(
            *feed.lock().expect("no panic before"),
            expected,
            "{}, {seat:?}",
            rules.spec
        );
    }
}

#[test]
fn feed_is_the_game_as_the_seat_sees_it() {
    for spec in include_str!("../../../tests/soak.txt").lines() {
        let rules = Arc::new(Library::builtin().rules(spec).expect("a rulebook"));
        for seed in 0..2 {
            let mut log = Log::default();
            let (players, feeds) = bots(&rules, seed);
            let mut arena = Arena::of(&rules, players, seed);
            arena.play(&mut log).expect("the game ends");
            check(&rules, &log.0, &feeds);

            let mut log = Log::default();
            let (players, feeds) = bots(&rules, seed);
            let shuffled = Shuffled { seed };
            let mut arena = Arena::of(&rules, players, seed).directed(Referee { shuffled, asked: 0 });
            arena.play(&mut log).expect("the game ends");
            check(&rules, &log.0, &feeds);
        }
    }
}
