//! What the server takes from the machine besides network and disk: the time of day, random numbers and worker threads.
//!
//! A simulation runs whole servers on one thread and must repeat itself exactly, so it supplies these itself. Everything else that
//! the server waits for follows tokio's clock.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use thread_priority::ThreadPriority;
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
    let is_simulated = simulated(|_| ()).is_some();
    let done = spawn_blocking(move || {
        if is_simulated {
            return Some(work());
        }
        // A thread of its own: without privileges it cannot become as urgent as the others again.
        let thread = std::thread::Builder::new().name("idle".to_owned());
        let begun = thread.spawn(|| {
            yield_to_others();
            work()
        });
        begun.ok()?.join().ok()
    });
    done.await.ok().flatten()
}

/// Lets every other thread go first. A low priority alone would not do: such a thread still runs for some milliseconds at a stretch.
fn yield_to_others() {
    #[cfg(target_os = "linux")]
    let set = {
        use thread_priority::{NormalThreadSchedulePolicy, ThreadSchedulePolicy};
        let policy = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
        let this = thread_priority::thread_native_id();
        thread_priority::set_thread_priority_and_policy(this, ThreadPriority::Min, policy)
    };
    #[cfg(not(target_os = "linux"))]
    let set = thread_priority::set_current_thread_priority(ThreadPriority::Min);
    if let Err(error) = set {
        tracing::debug!(?error, "the priority of a thread cannot be lowered");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Field 41 of a thread's `stat` is its policy; 5 is `SCHED_IDLE`.
    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn work_that_can_wait_is_idle() {
        let policy = || {
            let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
            let (_, fields) = stat.rsplit_once(')').unwrap();
            fields.split_whitespace().nth(38).unwrap().to_owned()
        };
        assert_eq!(when_idle(policy).await.unwrap(), "5");
        assert_eq!(policy(), "0");
    }

    #[tokio::test]
    async fn work_that_panics_brings_nothing() {
        assert_eq!(
            when_idle(|| if true {
                panic!("as planned")
            })
            .await,
            None
        );
    }
}
