//! Non-interference of bots: if everything hidden from a bot's seat is dealt again, the bot chooses the same.
//!
//! A double of every bot sits beside it, made from the same seed and shown the same. It is asked what its bot is asked, but at a
//! table whose hidden tiles are dealt again.

use super::Found;
use super::face::Face;
use jantaku_bots::Bot;
use jantaku_bots::arena::{bots_named, followers};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_table::legal::Actions;
use jantaku_table::seen::Viewer;
use jantaku_table::shuffle::{Stream, key_of};
use jantaku_table::{Action, Event, Table};
use std::num::NonZeroU32;

pub struct Choices<F> {
    face: F,
    doubles: Vec<Box<dyn Bot>>,
    lots: Stream,
    every: NonZeroU32,
}

impl<F: Face> Choices<F> {
    /// Doubles of the bots with these names; `None` if a name is unknown. Hidden tiles are dealt again at one in `every` decisions.
    pub fn new(face: F, rules: &Rules, names: &[String], seed: u64, every: NonZeroU32) -> Option<Choices<F>> {
        Some(Choices::of(face, bots_named(rules, names, seed)?, seed, every))
    }

    /// These doubles, one for each seat.
    pub fn of(face: F, doubles: Vec<Box<dyn Bot>>, seed: u64, every: NonZeroU32) -> Choices<F> {
        Choices {
            face,
            doubles,
            lots: Stream::new(&key_of(seed, u32::MAX - 6)),
            every,
        }
    }

    pub fn begins(&mut self, table: &Table) {
        for (seat, bot) in followers(&mut self.doubles) {
            bot.sit(&self.face.view(table, Viewer::Seat(seat)));
        }
    }

    pub fn events(&mut self, table: &Table, events: &[Event]) {
        for (seat, bot) in followers(&mut self.doubles) {
            let seen = |event| self.face.seen(table, event, Viewer::Seat(seat));
            events.iter().filter_map(seen).for_each(|seen| bot.see(&seen));
        }
    }

    /// Asks the double of a bot that has decided; `table` is the state before it.
    pub fn decided(&mut self, table: &Table, seat: Seat, legal: &Actions, action: Action) -> Found {
        let again = self.lots.below(self.every.get()) == 0;
        let other = again.then(|| table.redealt(Viewer::Seat(seat), &mut self.lots));
        // A double is asked every time, or it would draw other lots than its bot.
        let asking = other.as_ref().unwrap_or(table);
        let Some(double) = self.doubles.get_mut(usize::from(seat.0)) else {
            return Ok(());
        };
        let chosen = match double.choose_unseen(legal) {
            Some(action) => action,
            None => match self.face.prompt(asking, seat) {
                Some(prompt) => double.choose(&self.face.view(asking, Viewer::Seat(seat)), &prompt),
                None => Action::Pass,
            },
        };
        if chosen == action {
            return Ok(());
        }
        Err(format!(
            "seat {} chose {action:?}, but with other hidden tiles {chosen:?}",
            seat.0
        ))
    }
}
