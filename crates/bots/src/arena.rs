//! Whole games among bots.

use crate::bot::{Bot, named};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_table::legal::Actions;
use jantaku_table::seen::Viewer;
use jantaku_table::shuffle::key_of;
use jantaku_table::view::View;
use jantaku_table::wall::Wall;
use jantaku_table::{Action, Event, Table};
use std::sync::Arc;

/// More decisions than any hand has.
pub const MOST_DECISIONS: u32 = 500;
/// More hands than any game has, however often the dealer stays.
pub const MOST_HANDS: u16 = 500;

/// Somebody who watches a game.
pub trait Watcher {
    /// A wall is there to be dealt from.
    fn wall(&mut self, _table: &Table, _wall: &Wall) {}

    /// A player has decided; the table is as it was before.
    fn decision(&mut self, _table: &Table, _seat: Seat, _legal: &Actions, _action: Action) {}

    /// This has happened; the table is as it is after all of it.
    fn events(&mut self, _table: &Table, _events: &[Event]) {}
}

/// Nobody watches.
impl Watcher for () {}

/// Two watch.
impl<A: Watcher, B: Watcher> Watcher for (&mut A, &mut B) {
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

/// What a game among bots needs: players, and walls.
pub struct Arena {
    rules: Arc<Rules>,
    bots: Vec<Box<dyn Bot>>,
    seed: u64,
    events: Vec<Event>,
}

/// A game that does not come to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Endless {
    /// A hand with too many decisions.
    Hand,
    /// A game with too many hands.
    Game,
    /// Nobody is asked, and the game is not over.
    Stuck,
}

impl Arena {
    /// One game of the bots with these names; a table with more seats repeats the last. Nothing, if a name is unknown.
    pub fn new(rules: &Arc<Rules>, names: &[impl AsRef<str>], seed: u64) -> Option<Arena> {
        let name = |seat: usize| names.get(seat).or(names.last()).map(AsRef::as_ref);
        let bot = |seat: usize| named(name(seat)?, key_seed(seed, seat));
        Some(Arena {
            rules: Arc::clone(rules),
            bots: (0..rules.seats()).map(bot).collect::<Option<_>>()?,
            seed,
            events: Vec::with_capacity(256),
        })
    }

    /// Plays the game to its end.
    pub fn play(&mut self, watcher: &mut impl Watcher) -> Result<Table, Endless> {
        let mut table = Table::new(Arc::clone(&self.rules));
        let mut decisions = 0;
        while !table.is_over() {
            self.events.clear();
            if table.needs_wall() {
                if table.hands_played() >= MOST_HANDS {
                    return Err(Endless::Game);
                }
                let wall = Wall::of_key(&self.rules, &key_of(self.seed, u32::from(table.hands_played())));
                watcher.wall(&table, &wall);
                table.begin_hand(wall, &mut self.events);
                decisions = 0;
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
        }
        Ok(table)
    }

    fn choose(&mut self, table: &Table, seat: Seat, legal: &Actions) -> Action {
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
}

/// The seed of a bot: each seat draws lots of its own.
fn key_seed(seed: u64, seat: usize) -> u64 {
    seed.wrapping_mul(4).wrapping_add(seat as u64)
}
