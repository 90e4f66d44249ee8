//! Long work that is done once, one piece at a time, on a worker thread. Its results are kept in memory.

use crate::machine::spawn_blocking;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
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
    steps: usize,
    done: AtomicUsize,
    result: OnceLock<Option<T>>,
}

impl<K, T: Clone> Job<K, T> {
    fn progress(&self) -> Progress<T> {
        match self.result.get() {
            Some(Some(result)) => Progress::Done(result.clone()),
            Some(None) => Progress::Broken,
            None => {
                let done = self.done.load(Ordering::Relaxed) as f32;
                Progress::Part(done / self.steps.max(1) as f32)
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
        Jobs {
            jobs: Mutex::default(),
            turn: Arc::new(Semaphore::new(1)),
            kept,
            most_waiting,
        }
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
        work: impl FnOnce(&dyn Fn(usize)) -> Option<T> + Send + 'static,
    ) -> Progress<T> {
        let job = Arc::new(Job {
            key,
            steps,
            done: AtomicUsize::new(0),
            result: OnceLock::new(),
        });
        if let Some(begun) = self.add(&job) {
            return begun.progress();
        }
        let (turn, working) = (Arc::clone(&self.turn), Arc::clone(&job));
        tokio::spawn(async move {
            let _turn = turn.acquire().await;
            let doing = Arc::clone(&working);
            let result = spawn_blocking(move || work(&|done| doing.done.store(done, Ordering::Relaxed))).await;
            let _ = working.result.set(result.ok().flatten());
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
