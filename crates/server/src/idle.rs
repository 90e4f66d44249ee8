//! Threads that have the processor only while nobody else wants it.
//!
//! They stay for whatever comes next. Linux lets a new thread have its first turn of several milliseconds even while others want the
//! processor, and holds it back only from then on; a new thread for each piece of work would take such a turn each time.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use thread_priority::ThreadPriority;
use tokio::sync::oneshot;

/// Does the work and gives back what tells its result.
type Work = Box<dyn FnOnce() -> Tell + Send>;
type Tell = Box<dyn FnOnce()>;

/// The threads that have nothing to do.
static RESTING: Mutex<Vec<Sender<Work>>> = Mutex::new(Vec::new());

/// Begins with this work at once, if nobody else wants the processor. The result never arrives if the work panics or no thread can be
/// had.
pub(crate) fn spawn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> oneshot::Receiver<T> {
    let (tells, told) = oneshot::channel();
    let work: Work = Box::new(|| {
        let done = work();
        Box::new(|| drop(tells.send(done)))
    });
    let rested = resting().pop();
    if let Some(thread) = rested.or_else(begin) {
        // A thread ends only with work that panics, and does not rest after that.
        let _ = thread.send(work);
    }
    told
}

fn resting() -> MutexGuard<'static, Vec<Sender<Work>>> {
    RESTING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A new thread; none if there can be no more.
fn begin() -> Option<Sender<Work>> {
    let (sender, works) = channel::<Work>();
    let again = sender.clone();
    let thread = std::thread::Builder::new().name("idle".to_owned());
    let begun = thread.spawn(move || {
        yield_to_others();
        for work in works {
            let tell = work();
            // Whoever hears of the result may come back with more at once.
            resting().push(again.clone());
            tell();
        }
    });
    begun.ok().map(|_| sender)
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
    use std::thread::{Thread, current};

    /// Field 41 of a thread's `stat` is its policy; 5 is `SCHED_IDLE`.
    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn work_that_can_wait_is_idle() {
        let policy = || {
            let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
            let (_, fields) = stat.rsplit_once(')').unwrap();
            fields.split_whitespace().nth(38).unwrap().to_owned()
        };
        assert_eq!(spawn(policy).await.unwrap(), "5");
        assert_eq!(policy(), "0");
    }

    #[tokio::test]
    async fn threads_stay_for_the_next_work() {
        let mut threads: Vec<Thread> = Vec::new();
        for _ in 0..20 {
            threads.push(spawn(current).await.unwrap());
        }
        threads.sort_by_key(|thread| format!("{:?}", thread.id()));
        threads.dedup_by_key(|thread| thread.id());
        // Other tests may take one of them in between.
        assert!(threads.len() < 10, "{threads:?}");
    }

    #[tokio::test]
    async fn work_that_panics_brings_nothing() {
        let planned = || {
            if true {
                panic!("as planned")
            }
        };
        assert!(spawn(planned).await.is_err());
        assert_eq!(spawn(|| 1).await, Ok(1));
    }
}
