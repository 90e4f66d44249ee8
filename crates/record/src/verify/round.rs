//! One recorded round, played at the table: each decision from the record, everything else from the table.

use jantaku_rules::score::Score;
use jantaku_rules::seat::Seat;
use jantaku_table::phase::{Claims, Phase};
use jantaku_table::{Action, Event, Table};

use super::answers::Rest;
use super::follower::Follower;
use super::mismatch::{Mismatch, Point};
use super::told::{is_same, is_told};
use super::wall::wall_of;
use crate::game::RoundRecord;
use crate::hands::follow;

/// A round whose events all matched the record; its payments are still to be compared.
pub(super) struct Played {
    pub(super) events: Vec<Event>,
    /// All that happened, from the decision that ended the round.
    pub(super) ending: Vec<Event>,
    /// What each winning hand is worth, in the order of the events.
    pub(super) scores: Vec<(Seat, Score)>,
}

/// Plays a round at a table that waits for its wall.
pub(super) fn play(round: &RoundRecord, table: &mut Table, follower: &mut dyn Follower) -> Result<Played, Mismatch> {
    let mut play = Play {
        round,
        table,
        next: 0,
        to_the_end: true,
        events: Vec::new(),
        follower,
    };
    play.deal()?;
    loop {
        if let Some(played) = play.step()? {
            return Ok(played);
        }
    }
}

/// Plays the events of a round and stops at the first decision that is not recorded.
pub(super) fn play_events(round: &RoundRecord, table: &mut Table) -> Result<(), Mismatch> {
    let mut play = Play {
        round,
        table,
        next: 0,
        to_the_end: false,
        events: Vec::new(),
        follower: &mut (),
    };
    play.deal()?;
    while play.next < round.events.len() {
        play.step()?;
    }
    Ok(())
}

struct Play<'a> {
    round: &'a RoundRecord,
    table: &'a mut Table,
    /// The event of the record that comes next.
    next: usize,
    /// Is the recorded round complete?
    to_the_end: bool,
    events: Vec<Event>,
    follower: &'a mut dyn Follower,
}

impl Play<'_> {
    fn deal(&mut self) -> Result<(), Mismatch> {
        // What is looked up by seat below must be a seat of this table.
        if let Err((event, fault)) = follow(self.round) {
            self.next = event;
            return Err(self.mismatch(Point::Deal, "tiles that add up".to_string(), fault.to_string()));
        }
        let wall = wall_of(self.round, self.table.rules())
            .map_err(|error| self.mismatch(Point::Deal, "a wall of this box".to_string(), format!("{error:?}")))?;
        let mut events = Vec::new();
        self.follower.hand_begins(self.table);
        self.table.begin_hand(wall, &mut events);
        self.follower.events(self.table, &events);
        self.events.extend_from_slice(&events);
        // The first indicator belongs to the deal.
        let first = events.iter().position(|event| matches!(event, Event::Indicator(_)));
        if let Some(place) = first {
            events.remove(place);
        }
        self.take_in(&events)
    }

    /// One decision: everyone who is asked answers.
    fn step(&mut self) -> Result<Option<Played>, Mismatch> {
        let decisions = Rest::of(self.round, self.next).decisions(self.table);
        let asked = self.table.to_act();
        if let Some((seat, action)) = decisions.iter().find(|(seat, _)| !asked.contains(seat)) {
            let found = format!("nothing for seat {} to decide, but for {}", seat.0, list(&asked));
            return Err(self.mismatch(Point::Decision, describe(*seat, *action), found));
        }
        let mut events = Vec::new();
        let mut scores = Vec::new();
        let mut answers = Vec::new();
        for &seat in &asked {
            let decided = decisions.iter().find(|(decider, _)| *decider == seat);
            let action = decided.map_or(Action::Pass, |(_, action)| *action);
            if !self.table.legal(seat).contains(&action) {
                return Err(self.refused(seat, action));
            }
            answers.push((seat, action));
        }
        self.follower.decided(self.table, &answers);
        for &(seat, action) in &answers {
            scores.extend(self.score(seat, action).map(|score| (seat, score)));
        }
        for (seat, action) in answers {
            self.table.act_legally(seat, action, &mut events);
        }
        self.follower.events(self.table, &events);
        if asked.is_empty() {
            let found = format!("{:?} for good", self.table.phase());
            return Err(self.mismatch(Point::Decision, "somebody to decide".to_string(), found));
        }
        self.events.extend_from_slice(&events);
        self.take_in(&events)?;
        if !events.iter().any(|event| matches!(event, Event::Settled(_))) {
            return Ok(None);
        }
        if self.next < self.round.events.len() {
            let expected = format!("{:?}", self.round.events[self.next]);
            return Err(self.mismatch(Point::Event, expected, "the end of the hand".to_string()));
        }
        Ok(Some(Played {
            events: std::mem::take(&mut self.events),
            ending: events,
            scores,
        }))
    }

    fn score(&self, seat: Seat, action: Action) -> Option<Score> {
        match (action, self.table.phase()) {
            (Action::Tsumo, _) => self.table.may_tsumo(seat).ok(),
            (
                Action::Ron,
                Phase::Claims(Claims {
                    from, tile, offered, ..
                }),
            ) => self.table.may_ron(seat, *from, *tile, *offered).ok(),
            _ => None,
        }
    }

    /// Compares what the table did with the record, event by event.
    fn take_in(&mut self, events: &[Event]) -> Result<(), Mismatch> {
        for event in events.iter().filter(|event| is_told(event)) {
            let told = self.round.events.get(self.next);
            if told.is_none() && !self.to_the_end {
                return Ok(());
            }
            if !told.is_some_and(|told| is_same(event, told)) {
                let expected = told.map_or("the end of the round".to_string(), |told| format!("{told:?}"));
                return Err(self.mismatch(Point::Event, expected, format!("{event:?}")));
            }
            self.next += 1;
        }
        Ok(())
    }

    fn refused(&self, seat: Seat, action: Action) -> Mismatch {
        let mut table = self.table.clone();
        let found = match table.act(seat, action, &mut Vec::new()) {
            Err(refusal) => {
                let clause = table.rules().clause_id(refusal.clause);
                format!("{} ({clause})", refusal.why.text_in(table.rules()))
            }
            Ok(()) => "accepted, but not listed".to_string(),
        };
        self.mismatch(Point::Decision, describe(seat, action), found)
    }

    /// The caller fills in the round.
    fn mismatch(&self, point: Point, expected: String, found: String) -> Mismatch {
        Mismatch {
            round: 0,
            event: self.next,
            point,
            expected,
            found,
        }
    }
}

fn describe(seat: Seat, action: Action) -> String {
    format!("seat {}: {action:?}", seat.0)
}

fn list(seats: &[Seat]) -> String {
    let seats: Vec<String> = seats.iter().map(|seat| format!("seat {}", seat.0)).collect();
    if seats.is_empty() {
        "nobody".to_string()
    } else {
        seats.join(", ")
    }
}
