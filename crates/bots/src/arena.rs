//! Whole games among bots.

use crate::bot::{Bot, by_lot, named};
use crate::rig::{Part, Plot, Start};
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::seat::Seat;
use jantaku_table::legal::Actions;
use jantaku_table::phase::Phase;
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

/// Somebody who watches a game.
pub trait Watcher {
    /// A game begins at this table.
    fn begins(&mut self, _table: &Table) {}

    /// A wall is there to be dealt from.
    fn wall(&mut self, _table: &Table, _wall: &Wall) {}

    /// A player has decided; the table is as it was before.
    fn decision(&mut self, _table: &Table, _seat: Seat, _legal: &Actions, _action: Action) {}

    /// The referee rules; the table is as it was before.
    fn ruling(&mut self, _table: &Table, _ruling: Ruling) {}

    /// This has happened; the table is as it is after all of it.
    fn events(&mut self, _table: &Table, _events: &[Event]) {}
}

/// Nobody watches.
impl Watcher for () {}

/// Two watch.
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

/// What a referee or the clock does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// A chombo.
    Chombo(Seat),
    /// A dead hand.
    DeadHand(Seat),
    /// The time is up.
    TimeUp,
}

/// What a game among bots needs: players, and walls.
pub struct Arena {
    rules: Arc<Rules>,
    bots: Vec<Box<dyn Bot>>,
    seed: u64,
    events: Vec<Event>,
    rigging: Option<Rigging>,
}

/// What is not left to chance.
struct Rigging {
    /// How many hands of a hundred are rigged.
    share: u32,
    lots: Stream,
    /// The parts of the hand in play, by seat.
    parts: [Option<Part>; 4],
    chombos: u8,
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
        let mut lots = Stream::new(&key_of(seed, LOTS_OF_SEATS));
        let bot = |seat: usize| match name(seat)? {
            MIXED => named(by_lot(&mut lots), key_seed(seed, seat)),
            name => named(name, key_seed(seed, seat)),
        };
        Some(Arena {
            rules: Arc::clone(rules),
            bots: (0..rules.seats()).map(bot).collect::<Option<_>>()?,
            seed,
            events: Vec::with_capacity(256),
            rigging: None,
        })
    }

    /// The same game with so many hands of a hundred rigged, a start anywhere, and a referee.
    pub fn rigged(mut self, share: u32) -> Arena {
        self.rigging = (share > 0).then(|| Rigging {
            share,
            lots: Stream::new(&key_of(self.seed, LOTS_OF_RIGGING)),
            parts: [None, None, None, None],
            chombos: 0,
        });
        self
    }

    /// Plays the game to its end.
    pub fn play(&mut self, watcher: &mut impl Watcher) -> Result<Table, Endless> {
        let mut table = self.first_table();
        watcher.begins(&table);
        let mut decisions = 0;
        while !table.is_over() {
            self.events.clear();
            if table.needs_wall() {
                if table.hands_played() >= MOST_HANDS {
                    return Err(Endless::Game);
                }
                let wall = self.wall(&table);
                watcher.wall(&table, &wall);
                table.begin_hand(wall, &mut self.events);
                decisions = 0;
            } else if let Some(ruling) = self.ruling(&table) {
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
        }
        Ok(table)
    }

    fn first_table(&mut self) -> Table {
        let start = match &self.rigging {
            Some(_) => Start::draw(&self.rules, &key_of(self.seed, LOTS_OF_START)),
            None => None,
        };
        match start {
            Some(start) => start.table(&self.rules),
            None => Table::new(Arc::clone(&self.rules)),
        }
    }

    fn choose(&mut self, table: &Table, seat: Seat, legal: &Actions) -> Action {
        let place = usize::from(seat.0);
        if let Some(part) = self.rigging.as_mut().and_then(|rigging| rigging.parts[place].as_mut()) {
            return part.choose(legal);
        }
        let Some(bot) = self.bots.get_mut(place) else {
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

    /// Does the referee rule now? Seldom, and more often while others may still claim a tile.
    fn ruling(&mut self, table: &Table) -> Option<Ruling> {
        let rigging = self.rigging.as_mut()?;
        let moment = match table.phase() {
            Phase::Turn(_) => 3_000,
            // What a chombo is worth beside a win is a question of its own.
            Phase::Claims(claims) if claims.may.iter().any(|may| may.win) => 150,
            Phase::Claims(_) => 600,
            Phase::Nagashi { .. } | Phase::Showing { .. } => 10,
            _ => return None,
        };
        if rigging.lots.below(moment) > 0 {
            return None;
        }
        let seat = Seat(rigging.lots.below(table.seats() as u32) as u8);
        let has_chombo = self.rules.because(Key::PenaltyChombo) != ClauseRef::NONE;
        match rigging.lots.below(8) {
            0 => Some(Ruling::TimeUp),
            1..=4 if self.rules.settings.penalty.dead_hand => Some(Ruling::DeadHand(seat)),
            _ if has_chombo && rigging.chombos < MOST_CHOMBOS => {
                rigging.chombos += 1;
                Some(Ruling::Chombo(seat))
            }
            _ => None,
        }
    }

    fn rule(&mut self, table: &mut Table, ruling: Ruling) {
        // None of them is refused while a hand is on.
        let _ = match ruling {
            Ruling::Chombo(seat) => table.chombo(seat, &mut self.events),
            Ruling::DeadHand(seat) => table.dead_hand(seat, &mut self.events),
            Ruling::TimeUp => table.time_up(&mut self.events),
        };
    }

    fn wall(&mut self, table: &Table) -> Wall {
        let hand = u32::from(table.hands_played());
        if let Some(rigging) = &mut self.rigging {
            rigging.parts = [None, None, None, None];
            let drawn = rigging.lots.below(100) < rigging.share;
            let key = key_of(self.seed, HANDS_OF_RIGGING + hand);
            if let Some(plot) = drawn.then(|| Plot::draw(&self.rules, &key)).flatten() {
                let dealer = table.next_standing().dealer;
                for (wind, part) in plot.parts.into_iter().take(table.seats()).enumerate() {
                    rigging.parts[(usize::from(dealer.0) + wind) % table.seats()] = part;
                }
                return plot.wall;
            }
        }
        Wall::of_key(&self.rules, &key_of(self.seed, hand))
    }
}

/// Instead of a name: a bot drawn by lot for each game.
pub const MIXED: &str = "mixed";

/// A game in which nobody ever gets a hand dealt would not end.
const MOST_CHOMBOS: u8 = 3;

/// No game has so many hands that the keys of its walls come near these.
const LOTS_OF_SEATS: u32 = u32::MAX - 2;
const LOTS_OF_RIGGING: u32 = u32::MAX - 3;
const LOTS_OF_START: u32 = u32::MAX - 4;
const HANDS_OF_RIGGING: u32 = 1 << 16;

/// The seed of a bot: each seat draws lots of its own.
fn key_seed(seed: u64, seat: usize) -> u64 {
    seed.wrapping_mul(4).wrapping_add(seat as u64)
}
