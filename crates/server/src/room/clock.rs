//! Turn clocks: how long each player has, what is left in the bank, and who has been silent for too long.

use crate::record::Clock;
use jantaku_rules::seat::Seat;
use jantaku_table::Table;
use std::time::Duration;
use tokio::time::Instant;

pub(super) struct Clocks {
    clock: Option<Clock>,
    idle: Duration,
    /// When each player was asked.
    asked: Vec<Option<Instant>>,
    bank: Vec<Duration>,
}

impl Clocks {
    pub(super) fn new(seats: usize, clock: Option<Clock>, idle: Duration) -> Clocks {
        let mut clocks = Clocks {
            clock,
            idle,
            asked: vec![None; seats],
            bank: vec![Duration::ZERO; seats],
        };
        clocks.new_hand();
        clocks
    }

    /// Fills every bank at the start of a hand.
    pub(super) fn new_hand(&mut self) {
        let bank = self.clock.map_or(0, |clock| clock.bank);
        self.bank.fill(Duration::from_secs(bank.into()));
    }

    /// Starts a player's clock, unless it is already running.
    pub(super) fn ask(&mut self, seat: Seat, now: Instant) {
        self.asked[usize::from(seat.0)].get_or_insert(now);
    }

    /// Stops a player's clock.
    pub(super) fn stop(&mut self, seat: Seat, now: Instant) {
        let place = usize::from(seat.0);
        let Some(since) = self.asked[place].take() else {
            return;
        };
        let used = now.saturating_duration_since(since).saturating_sub(self.turn());
        self.bank[place] = self.bank[place].saturating_sub(used);
    }

    /// Milliseconds left for the decision, and in the bank after that.
    pub(super) fn left(&self, seat: Seat, now: Instant) -> (Option<u32>, u32) {
        let place = usize::from(seat.0);
        if self.clock.is_none() {
            return (None, 0);
        }
        let used = self.asked[place].map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        let bank = self.bank[place].saturating_sub(used.saturating_sub(self.turn()));
        (Some(millis(self.turn().saturating_sub(used))), millis(bank))
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
        let since = self.asked[usize::from(seat.0)]?;
        Some(match self.clock {
            Some(_) => since + self.turn() + self.bank[usize::from(seat.0)],
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
