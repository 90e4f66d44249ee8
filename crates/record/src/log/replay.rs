//! Replays a log event by event.

use super::recorder::put_face_down_wall;
use super::{Book, Line, Log, LogError, LogProblem, Told};
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::seat::BySeat;
use jantaku_rules::units::{Chips, Points};
use jantaku_table::wall::Wall;
use jantaku_table::{Event, Table};
use jantaku_wire::event_json::{EventFault, EventJson};
use std::sync::Arc;

/// A replay of a log. Every event must be possible in the current state, since anybody may have written the log.
#[derive(Clone)]
pub struct Replay<'a> {
    log: &'a Log,
    table: Table,
    next: usize,
    events: usize,
    hands: u16,
}

/// One event of a replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step<'a> {
    /// The number of the event, from 1.
    pub n: usize,
    /// Its line in the file, from 1.
    pub line: usize,
    pub event: Event,
    pub told: &'a EventJson<u8>,
}

impl<'a> Replay<'a> {
    /// A replay before the first event.
    pub fn new(log: &'a Log, book: &Book) -> Replay<'a> {
        let blank = Table::new(Arc::clone(&book.rules));
        let seats = blank.seats();
        let points = BySeat::all(seats, Points(log.header.start));
        let chips = BySeat::all(seats, Chips(0));
        let table = Table::standing_at(Arc::clone(&book.rules), blank.standing(), points, chips);
        Replay {
            log,
            table,
            next: 0,
            events: 0,
            hands: 0,
        }
    }

    /// The next event without applying it, or `None` at the end of the log.
    ///
    /// # Errors
    /// If the line is not an event of this rulebook.
    pub fn peek(&self) -> Result<Option<Step<'a>>, LogError> {
        let rest = self.log.lines.get(self.next..).unwrap_or_default();
        let told = rest.iter().enumerate().find_map(|(place, line)| match line {
            Line::Told(told) => Some((self.next + place, told)),
            _ => None,
        });
        let Some((place, told)) = told else {
            return Ok(None);
        };
        // The header is the first line, and lines are counted from 1.
        let line = place + 2;
        let event = self.read(&told.e).map_err(|fault| LogProblem::Event(fault).at(line))?;
        Ok(Some(Step {
            n: self.events + 1,
            line,
            event,
            told: &told.e,
        }))
    }

    /// Applies the next event and returns it, or `None` at the end of the log.
    ///
    /// # Errors
    /// If the event is impossible here, or the wall has a different number of tiles left.
    pub fn step(&mut self) -> Result<Option<Step<'a>>, LogError> {
        let Some(step) = self.peek()? else {
            return Ok(None);
        };
        let line = step.line;
        if let Event::HandStarted(_) = step.event {
            self.hands = self.hands.saturating_add(1);
            put_face_down_wall(&mut self.table);
        }
        let applied = self.table.apply(&step.event);
        applied.map_err(|impossible| LogProblem::Impossible(impossible).at(line))?;
        self.events = step.n;
        self.next = line - 1;
        self.compare_wall(line)?;
        Ok(Some(step))
    }

    /// Continues until this many events are applied or the log ends. Returns the number applied so far.
    ///
    /// # Errors
    /// As [`Replay::step`].
    pub fn to(&mut self, events: usize) -> Result<usize, LogError> {
        while self.events < events && self.step()?.is_some() {}
        Ok(self.events)
    }

    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The number of hands begun.
    pub fn hands(&self) -> u16 {
        self.hands
    }

    fn compare_wall(&self, line: usize) -> Result<(), LogError> {
        let Some(Line::Told(told)) = self.log.lines.get(line - 2) else {
            return Ok(());
        };
        let now = [Told::left(&self.table), Told::spare(&self.table)];
        for (told, found) in [told.left, told.spare].into_iter().zip(now) {
            if told.is_some() && told != found {
                return Err(LogProblem::Left { told, found }.at(line));
            }
        }
        Ok(())
    }

    pub(super) fn put_wall(&mut self, wall: Wall) {
        self.table.put_wall(wall);
    }

    /// Ignores unknown clauses: their ids may have changed since the log was written, and nothing depends on them.
    fn read(&self, told: &EventJson<u8>) -> Result<Event, EventFault> {
        let rules = self.table.rules();
        let dealer = self.table.standing().dealer;
        match (told.read(rules, dealer), told) {
            (Err(EventFault::NoSuchClause(_)), EventJson::Paid { .. }) => {
                let mut renamed = told.clone();
                if let EventJson::Paid { because, .. } = &mut renamed {
                    rules.clause_id(ClauseRef::NONE).clone_into(because);
                }
                renamed.read(rules, dealer)
            }
            (read, _) => read,
        }
    }
}
