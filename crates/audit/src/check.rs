//! Invariants of a game, checked after every event.
//!
//! The checks run on a second table folded from the events of the first. Anything missing from the events shows up as a
//! difference between the two.

pub mod choices;
mod conduct;
pub mod face;
pub mod interference;
pub mod ledger;
pub mod legality;
pub mod lines;
pub mod scorekeeper;
pub mod settled;
pub mod sheets;
pub mod sight;
pub mod tiles;
pub mod worth;

use crate::coverage::Coverage;
use choices::Choices;
use face::Own;
use interference::Interference;
use jantaku_bots::arena::{Ruling, Watcher};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_table::legal::Actions;
use jantaku_table::shuffle::{Stream, key_of};
use jantaku_table::wall::Wall;
use jantaku_table::{Action, Event, Table};
use legality::Legality;
use sheets::Sheets;
use sight::Sights;
use std::num::NonZeroU32;
use std::sync::Arc;
use worth::Worth;

/// The number of recent events in the report of a violation.
const TOLD: usize = 8;

/// A violation found by one check.
pub type Found = Result<(), String>;

/// Checks one game while it is played.
pub struct Checker {
    folded: Table,
    sights: Sights<Own>,
    legality: Legality<Own>,
    worth: Worth,
    sheets: Sheets,
    interference: Interference<Own>,
    choices: Option<Choices<Own>>,
    coverage: Coverage,
    last: Vec<Event>,
    /// Whether tiles are counted after every event, and not only at decisions.
    every_event: bool,
    total: i32,
    seen: u64,
    violation: Option<String>,
}

impl Checker {
    /// A checker for a new game. Expensive checks run at one in `every` opportunities, picked at random from the seed: fuzzed
    /// actions, the views of all but one viewer, resampled hidden tiles, and tile counts between the events of one decision.
    pub fn new(rules: &Arc<Rules>, seed: u64, every: NonZeroU32) -> Checker {
        let mut lots = Stream::new(&key_of(seed, u32::MAX - 1));
        Checker {
            every_event: lots.below(every.get()) == 0,
            folded: Table::new(Arc::clone(rules)),
            sights: Sights::new(Own, rules, every, &mut lots),
            interference: Interference::new(Own, seed, every),
            choices: None,
            legality: Legality::new(Own, lots, every),
            worth: Worth::new(rules.seats()),
            sheets: Sheets::default(),
            coverage: Coverage::new(rules),
            last: Vec::new(),
            total: 0,
            seen: 0,
            violation: None,
        }
    }

    /// Compares the bots' choices with those of their doubles too. Nobody else may decide for a bot in this game.
    #[must_use]
    pub fn with_doubles(self, choices: Option<Choices<Own>>) -> Checker {
        Checker { choices, ..self }
    }

    /// Which clauses decided something, and the first violation. Nothing is checked after it.
    pub fn finish(self) -> (Coverage, Option<String>) {
        (self.coverage, self.violation)
    }

    fn note(&mut self, found: Found) {
        let Err(what) = found else {
            return;
        };
        let standing = self.folded.standing();
        let hand = self.folded.hands_played() + 1;
        let last: Vec<String> = self.last.iter().map(|event| format!("\n    {event:?}")).collect();
        self.violation.get_or_insert(format!(
            "{what}\n  hand {hand} ({} {}, honba {}), event {}, after:{}",
            standing.round,
            standing.dealer.0 + 1,
            standing.honba,
            self.seen,
            last.concat()
        ));
    }

    fn event(&mut self, event: &Event) -> Found {
        let before = self.folded.clone();
        self.folded.apply_trusted(event);
        let after = &self.folded;
        if self.every_event {
            tiles::check(after)?;
        }
        ledger::check(&before, event, after)?;
        conduct::check(&before, event, after)?;
        self.coverage.event(&before, event, after);
        self.sheets.event(&before, event);
        self.sights.see(event, after)?;
        // As a stored game is read: an event that is refused here would lose it.
        let mut read = before;
        read.apply(event)
            .map_err(|impossible| format!("the event is refused when it is read: {impossible}"))
    }

    fn rest(&mut self, live: &Table, events: &[Event]) -> Found {
        tiles::check(live)?;
        if let Some(part) = live.difference(&self.folded) {
            return Err(format!("the events are incomplete: {part} differs"));
        }
        if !live.is_over() && !live.needs_wall() && live.next_to_act().is_none() {
            return Err("the hand is not over, but nobody has to decide anything".to_owned());
        }
        if live.is_over() {
            ledger::leftover(self.total, live)?;
        }
        self.worth.settled(live, events)?;
        self.sheets.compare(&self.folded, events)?;
        self.sights.compare(live)
    }
}

impl Watcher for Checker {
    fn begins(&mut self, table: &Table) {
        self.folded = table.clone();
        self.total = ledger::sum(table);
        self.sights.take_anew(table);
        if let Some(choices) = &mut self.choices {
            choices.begins(table);
        }
    }

    fn wall(&mut self, table: &Table, wall: &Wall) {
        self.folded.put_wall(*wall);
        self.interference.hand_begins(table, wall);
    }

    fn ruling(&mut self, _table: &Table, ruling: Ruling) {
        self.interference.spoil();
        self.worth.ruled(ruling);
    }

    fn decision(&mut self, table: &Table, seat: Seat, legal: &Actions, action: Action) {
        if self.violation.is_none() {
            let found = self.legality.check(table, seat, legal, action);
            let found = found.and_then(|()| tiles::no_flower_in_hand(table));
            let found = found.and_then(|()| self.worth.decided(table, seat, action));
            let found = found.and_then(|()| self.interference.decided(table, seat, action));
            let found = found.and_then(|()| match &mut self.choices {
                Some(choices) => choices.decided(table, seat, legal, action),
                None => Ok(()),
            });
            for refusal in &self.legality.refusals {
                self.coverage.named(refusal.clause);
            }
            self.coverage.decided(table, seat, legal, action);
            self.note(found);
        }
    }

    fn events(&mut self, table: &Table, events: &[Event]) {
        if let Some(choices) = &mut self.choices {
            choices.events(table, events);
        }
        for event in events {
            if self.violation.is_some() {
                return;
            }
            self.seen += 1;
            if self.last.len() == TOLD {
                self.last.remove(0);
            }
            self.last.push(event.clone());
            let found = self.event(event);
            self.note(found);
        }
        if self.violation.is_none() {
            let found = self.rest(table, events);
            self.note(found);
        }
    }
}
