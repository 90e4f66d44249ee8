//! Long work that is done once, one piece at a time, on a worker thread. Its results are kept in memory.

use crate::machine::when_idle;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tokio::sync::Semaphore;

/// A result, or how far it is.
#[derive(Clone, PartialEq, Debug)]
pub enum Progress<T> {
    /// From 0 to 1.
    Part(f32),
    Done(T),
    /// It broke off and is not begun again.
    Broken,
}

pub(crate) struct Jobs<K, T> {
    jobs: Mutex<VecDeque<Arc<Job<K, T>>>>,
    turn: Arc<Semaphore>,
    /// Results that are kept, the latest.
    kept: usize,
    /// Jobs that may wait for their turn.
    most_waiting: usize,
}

struct Job<K, T> {
    key: K,
    doing: Doing,
    result: OnceLock<Option<T>>,
}

/// Work that is being done.
pub(crate) struct Doing {
    steps: usize,
    done: AtomicUsize,
    has_begun: AtomicBool,
    is_cancelled: AtomicBool,
}

impl Doing {
    /// Reports how many steps are done.
    pub(crate) fn report(&self, done: usize) {
        self.done.store(done, Ordering::Relaxed);
    }

    /// Does nobody want the result any more?
    pub(crate) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }
}

impl<K, T: Clone> Job<K, T> {
    fn progress(&self) -> Progress<T> {
        match self.result.get() {
            Some(Some(result)) => Progress::Done(result.clone()),
            Some(None) => Progress::Broken,
            None => {
                let done = self.doing.done.load(Ordering::Relaxed) as f32;
                Progress::Part((done / self.doing.steps.max(1) as f32).min(1.0))
            }
        }
    }
}

impl<K, T> Jobs<K, T>
where
    K: PartialEq + Send + Sync + 'static,
    T: Clone + Send + Sync + 'static,
{
    pub(crate) fn new(kept: usize, most_waiting: usize) -> Jobs<K, T> {
        Jobs::in_turn(kept, most_waiting, Arc::new(Semaphore::new(1)))
    }

    /// Jobs that take turns with others.
    pub(crate) fn in_turn(kept: usize, most_waiting: usize, turn: Arc<Semaphore>) -> Jobs<K, T> {
        Jobs {
            jobs: Mutex::default(),
            turn,
            kept,
            most_waiting,
        }
    }

    /// Jobs that are not done yet.
    pub(crate) fn unfinished(&self, is_meant: impl Fn(&K) -> bool) -> usize {
        let jobs = self.jobs();
        let unfinished = jobs.iter().filter(|job| job.result.get().is_none());
        unfinished.filter(|job| is_meant(&job.key)).count()
    }

    /// Has its turn come?
    pub(crate) fn has_begun(&self, key: &K) -> bool {
        let jobs = self.jobs();
        jobs.iter()
            .any(|job| job.key == *key && job.doing.has_begun.load(Ordering::Relaxed))
    }

    pub(crate) fn is_cancelled(&self, key: &K) -> bool {
        let jobs = self.jobs();
        jobs.iter().any(|job| job.key == *key && job.doing.is_cancelled())
    }

    /// Ends a job that nobody wants any more; whether there was one to end. One that has begun ends with its next step.
    pub(crate) fn cancel(&self, key: &K) -> bool {
        let jobs = self.jobs();
        let job = jobs.iter().find(|job| job.key == *key && job.result.get().is_none());
        if let Some(job) = job {
            job.doing.is_cancelled.store(true, Ordering::Relaxed);
            let _ = job.result.set(None);
        }
        job.is_some()
    }

    /// Forgets a job that was cancelled or broke off, so that it can be begun again.
    pub(crate) fn forget_failed(&self, key: &K) {
        self.jobs()
            .retain(|job| job.key != *key || !matches!(job.result.get(), Some(None)));
    }

    pub(crate) fn find(&self, key: &K) -> Option<Progress<T>> {
        let jobs = self.jobs();
        jobs.iter().find(|job| job.key == *key).map(|job| job.progress())
    }

    /// Do as many wait as may?
    pub(crate) fn is_full(&self) -> bool {
        let jobs = self.jobs();
        jobs.iter().filter(|job| job.result.get().is_none()).count() >= self.most_waiting
    }

    /// Begins a job of so many steps, unless somebody was faster. The work reports how many it has done.
    pub(crate) fn begin(
        &self,
        key: K,
        steps: usize,
        work: impl FnOnce(&Doing) -> Option<T> + Send + 'static,
    ) -> Progress<T> {
        let job = Arc::new(Job {
            key,
            doing: Doing {
                steps,
                done: AtomicUsize::new(0),
                has_begun: AtomicBool::new(false),
                is_cancelled: AtomicBool::new(false),
            },
            result: OnceLock::new(),
        });
        if let Some(begun) = self.add(&job) {
            return begun.progress();
        }
        let (turn, working) = (Arc::clone(&self.turn), Arc::clone(&job));
        tokio::spawn(async move {
            let _turn = turn.acquire().await;
            if working.doing.is_cancelled() {
                return;
            }
            working.doing.has_begun.store(true, Ordering::Relaxed);
            let job = Arc::clone(&working);
            let result = when_idle(move || work(&job.doing)).await;
            let _ = working.result.set(result.flatten());
        });
        job.progress()
    }

    /// Adds a job, unless there is one with its key: then that one.
    fn add(&self, job: &Arc<Job<K, T>>) -> Option<Arc<Job<K, T>>> {
        let mut jobs = self.jobs();
        if let Some(other) = jobs.iter().find(|other| other.key == job.key) {
            return Some(Arc::clone(other));
        }
        if jobs.len() >= self.kept
            && let Some(oldest) = jobs.iter().position(|job| job.result.get().is_some())
        {
            jobs.remove(oldest);
        }
        jobs.push_back(Arc::clone(job));
        None
    }

    fn jobs(&self) -> MutexGuard<'_, VecDeque<Arc<Job<K, T>>>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
