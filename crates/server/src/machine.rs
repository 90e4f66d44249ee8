//! What the server takes from the machine besides network and disk: the time of day, random numbers and worker threads.
//!
//! A simulation runs whole servers on one thread and must repeat itself exactly, so it supplies these itself. Everything else that
//! the server waits for follows tokio's clock.

use crate::idle;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::task::JoinHandle;

/// A machine that exists only in a simulation.
pub trait Simulated {
    /// Seconds since 1970.
    fn unix_time(&self) -> u64;

    fn random(&self) -> [u8; 32];

    /// How long a job waits for a worker thread, and how long after it is done its result arrives.
    fn delays(&self) -> [Duration; 2];
}

thread_local! {
    static SIMULATED: RefCell<Option<Rc<dyn Simulated>>> = const { RefCell::new(None) };
}

/// Lets every server on this thread run on a simulated machine, until the guard is dropped. Whoever can predict its random numbers
/// knows every wall and every session: this is for tests only.
pub fn simulate(machine: Rc<dyn Simulated>) -> Simulation {
    SIMULATED.set(Some(machine));
    Simulation(())
}

/// Ends the simulation of this thread's machine when it is dropped.
#[must_use]
pub struct Simulation(());

impl Drop for Simulation {
    fn drop(&mut self) {
        SIMULATED.set(None);
    }
}

fn simulated<T>(of: impl FnOnce(&dyn Simulated) -> T) -> Option<T> {
    SIMULATED.with_borrow(|machine| machine.as_deref().map(of))
}

/// Seconds since 1970.
pub fn unix_time() -> u64 {
    let real = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_secs())
    };
    simulated(|machine| machine.unix_time()).unwrap_or_else(real)
}

/// Bytes that nobody can guess; none if the operating system gives no random numbers.
pub(crate) fn random() -> Option<[u8; 32]> {
    simulated(|machine| machine.random()).or_else(|| {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).ok().map(|()| bytes)
    })
}

/// How many jobs can run at once.
pub(crate) fn processors() -> usize {
    let real = || std::thread::available_parallelism().map_or(1, usize::from);
    simulated(|_| 2).unwrap_or_else(real)
}

/// Runs something that takes long, or waits for a disk or a database, beside everything else.
pub(crate) fn spawn_blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    match simulated(|machine| machine.delays()) {
        None => tokio::task::spawn_blocking(work),
        Some([before, after]) => tokio::spawn(async move {
            tokio::time::sleep(before).await;
            let done = work();
            tokio::time::sleep(after).await;
            done
        }),
    }
}

/// Does work that can wait: it has the processor only while nobody else wants it. None if it panics or no thread can be had.
pub(crate) async fn when_idle<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    match simulated(|_| ()) {
        Some(()) => spawn_blocking(work).await.ok(),
        None => idle::spawn(work).await.ok(),
    }
}
