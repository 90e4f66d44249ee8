//! Whole games among bots.

use crate::bot::{Bot, by_lot, named};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_table::legal::Actions;
use jantaku_table::rates::RateCounter;
use jantaku_table::seen::Viewer;
use jantaku_table::shuffle::{Stream, key_of};
use jantaku_table::view::View;
use jantaku_table::wall::Wall;
use jantaku_table::{Action, Event, Table};
use std::sync::Arc;

/// More decisions than any hand has.
pub const MOST_DECISIONS: u32 = 500;
/// More hands than any game has, however often the dealer stays.
pub const MOST_HANDS: u16 = 500;

/// Follows a game from outside, with everything in view.
pub trait Watcher {
    fn begins(&mut self, _table: &Table) {}

    /// The wall of the next hand is there, but not dealt from.
    fn wall(&mut self, _table: &Table, _wall: &Wall) {}

    /// A player has decided. The table is still in the state before it.
    fn decision(&mut self, _table: &Table, _seat: Seat, _legal: &Actions, _action: Action) {}

    /// The referee rules. The table is still in the state before it.
    fn ruling(&mut self, _table: &Table, _ruling: Ruling) {}

    /// What has just happened. The table is in the state after all of it.
    fn events(&mut self, _table: &Table, _events: &[Event]) {}
}

impl Watcher for () {}

impl Watcher for RateCounter {
    fn events(&mut self, _table: &Table, events: &[Event]) {
        events.iter().for_each(|event| self.see(event));
    }
}

impl<A: Watcher, B: Watcher> Watcher for (&mut A, &mut B) {
    fn begins(&mut self, table: &Table) {
        self.0.begins(table);
        self.1.begins(table);
    }

    fn ruling(&mut self, table: &Table, ruling: Ruling) {
        self.0.ruling(table, ruling);
        self.1.ruling(table, ruling);
    }

    fn wall(&mut self, table: &Table, wall: &Wall) {
        self.0.wall(table, wall);
        self.1.wall(table, wall);
    }

    fn decision(&mut self, table: &Table, seat: Seat, legal: &Actions, action: Action) {
        self.0.decision(table, seat, legal, action);
        self.1.decision(table, seat, legal, action);
    }

    fn events(&mut self, table: &Table, events: &[Event]) {
        self.0.events(table, events);
        self.1.events(table, events);
    }
}

/// Decides what players do not: where a game starts, its walls, and what a referee rules.
pub trait Director {
    /// The table before its first hand.
    fn table(&mut self, rules: &Arc<Rules>) -> Table {
        Table::new(Arc::clone(rules))
    }

    /// The wall of the next hand.
    fn wall(&mut self, table: &Table) -> Wall;

    /// A ruling that comes before the next decision.
    fn ruling(&mut self, _table: &Table) -> Option<Ruling> {
        None
    }

    /// What the seat does instead of asking its bot.
    fn action(&mut self, _seat: Seat, _legal: &Actions) -> Option<Action> {
        None
    }
}

/// A director who only shuffles: each hand has the wall of its seed and number.
pub struct Shuffled {
    pub seed: u64,
}

impl Director for Shuffled {
    fn wall(&mut self, table: &Table) -> Wall {
        Wall::of_key(table.rules(), &key_of(self.seed, u32::from(table.hands_played())))
    }
}

/// A ruling of the referee or the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ruling {
    Chombo(Seat),
    DeadHand(Seat),
    TimeUp,
}

/// One game among bots.
pub struct Arena<D = Shuffled> {
    rules: Arc<Rules>,
    bots: Vec<Box<dyn Bot>>,
    /// Whether any of the bots wants a feed.
    feeds: bool,
    events: Vec<Event>,
    director: D,
}

/// Why a game did not come to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Endless {
    /// A hand has more than [`MOST_DECISIONS`].
    Hand,
    /// The game has more than [`MOST_HANDS`].
    Game,
    /// Nobody is asked, and the game is not over.
    Stuck,
}

impl Arena {
    /// A game of the bots with these names, one for each seat; a table with more seats repeats the last. `None` if a name
    /// is unknown.
    pub fn new(rules: &Arc<Rules>, names: &[impl AsRef<str>], seed: u64) -> Option<Arena> {
        Some(Arena::of(rules, bots_named(rules, names, seed)?, seed))
    }

    /// A game of these bots, one for each seat from the first dealer on.
    pub fn of(rules: &Arc<Rules>, bots: Vec<Box<dyn Bot>>, seed: u64) -> Arena {
        Arena {
            rules: Arc::clone(rules),
            feeds: bots.iter().any(|bot| bot.wants_feed()),
            bots,
            events: Vec::with_capacity(256),
            director: Shuffled { seed },
        }
    }
}

impl<D: Director> Arena<D> {
    /// The same bots under another director.
    pub fn directed<E: Director>(self, director: E) -> Arena<E> {
        Arena {
            rules: self.rules,
            bots: self.bots,
            feeds: self.feeds,
            events: self.events,
            director,
        }
    }

    /// Plays the game to its end.
    pub fn play(&mut self, watcher: &mut impl Watcher) -> Result<Table, Endless> {
        let mut table = self.director.table(&self.rules);
        watcher.begins(&table);
        for (seat, bot) in followers(&mut self.bots) {
            bot.sit(&View::of(&table, Viewer::Seat(seat)));
        }
        let mut decisions = 0;
        while !table.is_over() {
            self.events.clear();
            if table.needs_wall() {
                if table.hands_played() >= MOST_HANDS {
                    return Err(Endless::Game);
                }
                let wall = self.director.wall(&table);
                watcher.wall(&table, &wall);
                table.begin_hand(wall, &mut self.events);
                decisions = 0;
            } else if let Some(ruling) = self.director.ruling(&table) {
                watcher.ruling(&table, ruling);
                self.rule(&mut table, ruling);
            } else {
                let seat = table.next_to_act().ok_or(Endless::Stuck)?;
                let legal = table.legal(seat);
                let action = self.choose(&table, seat, &legal);
                watcher.decision(&table, seat, &legal, action);
                if legal.contains(&action) {
                    table.act_legally(seat, action, &mut self.events);
                }
                decisions += 1;
                if decisions > MOST_DECISIONS {
                    return Err(Endless::Hand);
                }
            }
            watcher.events(&table, &self.events);
            if self.feeds {
                self.feed();
            }
        }
        Ok(table)
    }

    /// Shows the bots what has just happened.
    fn feed(&mut self) {
        for (seat, bot) in followers(&mut self.bots) {
            for event in &self.events {
                if let Some(seen) = event.seen_by(Viewer::Seat(seat), &self.rules) {
                    bot.see(&seen);
                }
            }
        }
    }

    fn choose(&mut self, table: &Table, seat: Seat, legal: &Actions) -> Action {
        if let Some(action) = self.director.action(seat, legal) {
            return action;
        }
        let Some(bot) = self.bots.get_mut(usize::from(seat.0)) else {
            return Action::Pass;
        };
        if let Some(action) = bot.choose_unseen(legal) {
            return action;
        }
        match table.prompt(seat) {
            Some(prompt) => bot.choose(&View::of(table, Viewer::Seat(seat)), &prompt),
            None => Action::Pass,
        }
    }

    fn rule(&mut self, table: &mut Table, ruling: Ruling) {
        // No ruling is refused during a hand.
        let _ = match ruling {
            Ruling::Chombo(seat) => table.chombo(seat, &mut self.events),
            Ruling::DeadHand(seat) => table.dead_hand(seat, &mut self.events),
            Ruling::TimeUp => table.time_up(&mut self.events),
        };
    }
}

/// The bots of a game: one for each seat, the last one in all further seats. `None` if a name is unknown.
pub fn bots_named(rules: &Rules, names: &[impl AsRef<str>], seed: u64) -> Option<Vec<Box<dyn Bot>>> {
    let name = |seat: usize| names.get(seat).or(names.last()).map(AsRef::as_ref);
    let mut lots = Stream::new(&key_of(seed, LOTS_OF_SEATS));
    let bot = |seat: usize| match name(seat)? {
        MIXED => named(by_lot(&mut lots), key_seed(seed, seat)),
        name => named(name, key_seed(seed, seat)),
    };
    (0..rules.seats()).map(bot).collect()
}

/// The bots that want a feed, with their seats.
pub fn followers(bots: &mut [Box<dyn Bot>]) -> impl Iterator<Item = (Seat, &mut Box<dyn Bot>)> {
    let seated = (0..).map(Seat).zip(bots);
    seated.filter(|(_, bot)| bot.wants_feed())
}

/// Instead of a bot's name: a random bot in each game.
pub const MIXED: &str = "mixed";

/// No game has enough hands for the keys of its walls to reach this.
const LOTS_OF_SEATS: u32 = u32::MAX - 2;

/// The seed of a seat's bot.
fn key_seed(seed: u64, seat: usize) -> u64 {
    seed.wrapping_mul(4).wrapping_add(seat as u64)
}
