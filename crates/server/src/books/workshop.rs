//! Work on texts of strangers: while no table wants the processor, a few pieces at a time, and only so much for one address.

use crate::machine::{processors, when_idle};
use crate::room::{Place, Refused};
use std::sync::{Mutex, PoisonError};
use tokio::sync::Semaphore;

/// Pieces of work that may wait or run at once, in total and for one address.
const MOST: usize = 64;
const MOST_OF_PLACE: usize = 4;

pub(crate) struct Workshop {
    turns: Semaphore,
    /// Where the work that waits or runs comes from.
    from: Mutex<Vec<Place>>,
}

impl Workshop {
    /// Half of the processors are left to the tables.
    pub(crate) fn new() -> Workshop {
        Workshop {
            turns: Semaphore::new(processors().div_ceil(2)),
            from: Mutex::default(),
        }
    }

    /// Does a piece of work when it is its turn.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        place: Place,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let _counted = self.count(place)?;
        let _turn = self.turns.acquire().await.map_err(|_| Refused::Broken)?;
        when_idle(work).await.ok_or(Refused::Broken)
    }

    fn count(&self, place: Place) -> Result<Counted<'_>, Refused> {
        let mut from = self.from.lock().unwrap_or_else(PoisonError::into_inner);
        if from.len() >= MOST {
            return Err(Refused::Busy);
        }
        if !place.has_room(from.iter().copied(), MOST_OF_PLACE) {
            return Err(Refused::TooOften);
        }
        from.push(place);
        Ok(Counted(self, place))
    }
}

/// A piece of work that waits or runs.
struct Counted<'a>(&'a Workshop, Place);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        let mut from = self.0.from.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = from.iter().position(|place| *place == self.1) {
            from.swap_remove(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn one_address_does_not_keep_others_out() {
        let workshop = Workshop::new();
        let (one, other) = (Place(1), Place(2));
        let held: Vec<_> = (0..MOST_OF_PLACE).map(|_| workshop.count(one)).collect();
        assert!(held.iter().all(Result::is_ok));
        assert_eq!(workshop.work(one, || 1).await, Err(Refused::TooOften));
        assert_eq!(workshop.work(other, || 1).await, Ok(1));
        drop(held);
        assert_eq!(workshop.work(one, || 1).await, Ok(1));
    }

    #[tokio::test]
    async fn all_addresses_together_wait_in_a_short_line() {
        let workshop = Workshop::new();
        let held: Vec<_> = (0..MOST as u64).map(|n| workshop.count(Place(n))).collect();
        assert!(held.iter().all(Result::is_ok));
        assert_eq!(workshop.work(Place(1 << 40), || 1).await, Err(Refused::Busy));
    }
}
