//! What clients can have stored beside play, and what bounds it.
//!
//! | what a client does | records | bound |
//! |---|---|---|
//! | play, read a score sheet, start a game | events, times, readiness, secrets | once a decision or hand; a seat spoils two starts |
//! | be ready or not before the game, `start`, choose when bots come | readiness, bots, when they come | a budget of the seat |
//! | come back after leaving | leaving, coming back | a budget of the seat |
//! | ask the table | question, answers, outcome, ruling | a budget of the voice, and the size of the table |
//! | join, leave before the game, invite, invite a referee, link, change settings | one or two each | the size of the table, and the space of the address |
//! | be away as host | host, owner | one each absence |
//! | open a table, play again | opening, invitations | the space of the server and of the address, tables of the address |
//! | close a table | closing | once |

use std::time::Duration;
use tokio::time::Instant;

/// Changes that may come at once, and how long until one more may.
const AT_ONCE: u32 = 12;
const ONE_MORE: Duration = Duration::from_secs(30);

/// A few changes at once, then one at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// When it is full again.
    full_at: Instant,
    at_once: u32,
    one_more: Duration,
}

impl Budget {
    pub(super) fn new(now: Instant) -> Budget {
        Budget::of(now, AT_ONCE, ONE_MORE)
    }

    /// So many at once, and one more after each such span.
    pub(super) fn of(now: Instant, at_once: u32, one_more: Duration) -> Budget {
        Budget {
            full_at: now,
            at_once,
            one_more,
        }
    }

    /// Takes one; false if none is left.
    pub(super) fn take(&mut self, now: Instant) -> bool {
        let full_at = self.full_at.max(now) + self.one_more;
        let may = full_at <= now + self.one_more * self.at_once;
        if may {
            self.full_at = full_at;
        }
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_fills_slowly() {
        let now = Instant::now();
        let mut budget = Budget::new(now);
        let mut taken = |at: Instant| (0..99).filter(|_| budget.take(at)).count();
        assert_eq!(taken(now), 12);
        assert_eq!(taken(now + Duration::from_secs(29)), 0);
        assert_eq!(taken(now + Duration::from_secs(90)), 3);
        assert_eq!(taken(now + Duration::from_secs(3600)), 12);
    }
}
