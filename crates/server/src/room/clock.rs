//! Turn clocks: how long each player has, what is left in the bank, and who has been silent for too long.
//!
//! Everybody sees the bank of whoever has the turn. It holds only what anybody could time: thinking over a claim is taken from
//! another bank of the same size, which nobody else sees. Otherwise a bank that shrank would tell who let a claim go.
//!
//! What is taken from a bank is stored with what happens next. After a restart banks are as they were, and whoever was being asked
//! has some more time: to come back takes a while.

use crate::game::{Chair, Spent};
use crate::record::{About, Clock, Record};
use jantaku_rules::seat::Seat;
use jantaku_table::Table;
use std::time::Duration;
use tokio::time::Instant;

pub(super) struct Clocks {
    clock: Option<Clock>,
    idle: Duration,
    /// When each player was asked, and about what.
    asked: Vec<Option<(Instant, About)>>,
    banks: Vec<Banks>,
    /// More time for the next decision of each player, after a restart.
    grace: Vec<Duration>,
    /// What was taken from banks and is not stored yet.
    unsaved: Vec<Record>,
}

impl About {
    pub(super) fn of(table: &Table) -> About {
        match table.turn() {
            Some(_) => About::Turn,
            None => About::Claim,
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Banks {
    turn: Duration,
    claim: Duration,
}

impl Banks {
    fn of(self, about: About) -> Duration {
        match about {
            About::Turn => self.turn,
            About::Claim => self.claim,
        }
    }

    fn charge(&mut self, about: About, used: Duration) {
        let bank = match about {
            About::Turn => &mut self.turn,
            About::Claim => &mut self.claim,
        };
        *bank = bank.saturating_sub(used);
    }
}

impl Clocks {
    pub(super) fn new(seats: usize, clock: Option<Clock>, idle: Duration) -> Clocks {
        let mut clocks = Clocks {
            clock,
            idle,
            asked: vec![None; seats],
            banks: vec![Banks::default(); seats],
            grace: vec![Duration::ZERO; seats],
            unsaved: Vec::new(),
        };
        clocks.new_hand();
        clocks
    }

    /// Goes on after a restart: banks are as they were, and those who are being asked get more time.
    pub(super) fn resume(&mut self, chairs: &[Chair], asked: &[Seat], grace: Duration) {
        for (bank, chair) in self.banks.iter_mut().zip(chairs) {
            let Spent { turn, claim } = chair.spent;
            bank.charge(About::Turn, turn);
            bank.charge(About::Claim, claim);
        }
        for seat in asked {
            self.grace[usize::from(seat.0)] = grace;
        }
    }

    /// What was taken from banks since this was asked before, to be stored.
    pub(super) fn unsaved(&mut self) -> Vec<Record> {
        std::mem::take(&mut self.unsaved)
    }

    /// Fills every bank at the start of a hand.
    pub(super) fn new_hand(&mut self) {
        let full = Duration::from_secs(self.clock.map_or(0, |clock| clock.bank.into()));
        self.banks.fill(Banks {
            turn: full,
            claim: full,
        });
    }

    /// Starts a player's clock, unless it is already running.
    pub(super) fn ask(&mut self, seat: Seat, about: About, now: Instant) {
        self.asked[usize::from(seat.0)].get_or_insert((now, about));
    }

    /// Stops a player's clock.
    pub(super) fn stop(&mut self, seat: Seat, now: Instant) {
        let place = usize::from(seat.0);
        if let Some((since, about)) = self.asked[place].take() {
            let free = self.turn() + std::mem::take(&mut self.grace[place]);
            let used = now.saturating_duration_since(since).saturating_sub(free);
            let used = used.min(self.banks[place].of(about));
            if !used.is_zero() {
                self.banks[place].charge(about, used);
                let (seat, ms) = (seat.0, millis(used));
                self.unsaved.push(Record::Spent { seat, about, ms });
            }
        }
    }

    /// Milliseconds left for the decision, and in the bank for such decisions after that.
    pub(super) fn left(&self, seat: Seat, about: About, now: Instant) -> (Option<u32>, u32) {
        let place = usize::from(seat.0);
        if self.clock.is_none() {
            return (None, 0);
        }
        let asked = self.asked[place].filter(|(_, asked)| *asked == about);
        let used = asked.map_or(Duration::ZERO, |(since, _)| now.saturating_duration_since(since));
        let free = self.turn() + asked.map_or(Duration::ZERO, |_| self.grace[place]);
        let bank = self.banks[place].of(about).saturating_sub(used.saturating_sub(free));
        (Some(millis(free.saturating_sub(used))), millis(bank))
    }

    /// How long a player may think about such a decision.
    pub(super) fn most(&self, seat: Seat, about: About, now: Instant) -> Duration {
        match self.left(seat, about, now) {
            (Some(ms), bank) => Duration::from_millis(u64::from(ms) + u64::from(bank)),
            (None, _) => self.idle,
        }
    }

    /// Has this player run out of time?
    pub(super) fn is_over(&self, seat: Seat, now: Instant) -> bool {
        self.deadline(seat).is_some_and(|deadline| now >= deadline)
    }

    /// Does this table play with a clock?
    pub(super) fn is_on(&self) -> bool {
        self.clock.is_some()
    }

    /// When the next player runs out of time.
    pub(super) fn next(&self, table: &Table) -> Option<Instant> {
        table.to_act().iter().filter_map(|&seat| self.deadline(seat)).min()
    }

    fn deadline(&self, seat: Seat) -> Option<Instant> {
        let place = usize::from(seat.0);
        let (since, about) = self.asked[place]?;
        Some(match self.clock {
            Some(_) => since + self.turn() + self.grace[place] + self.banks[place].of(about),
            None => since + self.idle,
        })
    }

    fn turn(&self) -> Duration {
        Duration::from_secs(self.clock.map_or(0, |clock| clock.seconds.into()))
    }
}

fn millis(time: Duration) -> u32 {
    time.as_millis().min(u128::from(u32::MAX)) as u32
}
