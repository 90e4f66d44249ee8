//! Reviews of finished games: worked out once, one game at a time, on a worker thread, and kept in memory.

use super::Hub;
use crate::machine::spawn_blocking;
use crate::room::{Refused, Story};
use crate::token::TableId;
use crate::wire::advice::ReviewJson;
use bytes::Bytes;
use jantaku_record::review::Reviewer;
use jantaku_record::verify::follow;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tokio::sync::Semaphore;

/// Reviews that are kept, the latest; each has a few hundred thousand bytes.
const KEPT: usize = 32;
/// Games that may wait for their turn.
const MOST_WAITING: usize = 8;

/// A review, or how far it is.
pub enum Reviewed {
    /// From 0 to 1.
    Progress(f32),
    /// As JSON.
    Done(Bytes),
}

pub(super) struct Reviews {
    jobs: Mutex<VecDeque<Arc<Job>>>,
    turn: Arc<Semaphore>,
}

impl Default for Reviews {
    fn default() -> Reviews {
        Reviews {
            jobs: Mutex::default(),
            turn: Arc::new(Semaphore::new(1)),
        }
    }
}

struct Job {
    table: TableId,
    /// Events of the game, and those that are done.
    events: usize,
    done: AtomicUsize,
    /// The text, or nothing if the game could not be followed.
    text: OnceLock<Option<Bytes>>,
}

impl Job {
    fn state(&self) -> Result<Reviewed, Refused> {
        match self.text.get() {
            Some(Some(text)) => Ok(Reviewed::Done(text.clone())),
            Some(None) => Err(Refused::Broken),
            None => {
                let done = self.done.load(Ordering::Relaxed) as f32;
                Ok(Reviewed::Progress(done / self.events.max(1) as f32))
            }
        }
    }

    fn work(&self, story: &Story) {
        let progress = |done| self.done.store(done, Ordering::Relaxed);
        let mut reviewer = Reviewer::new("club", vec![true; story.rules.seats()], &progress);
        let wall = |hand: u16| story.walls.get(usize::from(hand).checked_sub(1)?).cloned();
        let followed = follow(&story.rules, &story.events, &wall, &mut reviewer);
        if let Err(difference) = &followed {
            tracing::error!(table = %self.table, %difference, "a game cannot be reviewed");
        }
        let review = followed
            .is_ok()
            .then(|| ReviewJson::of(&story.rules, &reviewer.decisions));
        let text = review.and_then(|review| serde_json::to_vec(&review).ok());
        let _ = self.text.set(text.map(Bytes::from));
    }
}

impl Hub {
    /// The review of a game that is over. The first to ask has it begun.
    pub async fn review(self: &Arc<Hub>, table: &str) -> Result<Reviewed, Refused> {
        let id = TableId::read(table).ok_or(Refused::NoTable)?;
        if let Some(job) = self.reviews.find(&id) {
            return job.state();
        }
        if self.reviews.waiting() >= MOST_WAITING {
            return Err(Refused::ReviewsBusy);
        }
        let story = self.story(id.clone()).await?;
        let job = Arc::new(Job {
            table: id,
            events: story.events.len(),
            done: AtomicUsize::new(0),
            text: OnceLock::new(),
        });
        if let Some(begun) = self.reviews.add(&job) {
            return begun.state();
        }
        let turn = Arc::clone(&self.reviews.turn);
        let working = Arc::clone(&job);
        tokio::spawn(async move {
            let _turn = turn.acquire().await;
            let doing = Arc::clone(&working);
            let _ = spawn_blocking(move || doing.work(&story)).await;
            // One that broke off is not begun again.
            let _ = working.text.set(None);
        });
        job.state()
    }
}

impl Reviews {
    fn find(&self, table: &TableId) -> Option<Arc<Job>> {
        self.jobs().iter().find(|job| job.table == *table).cloned()
    }

    fn waiting(&self) -> usize {
        self.jobs().iter().filter(|job| job.text.get().is_none()).count()
    }

    /// Adds a job, unless somebody was faster: then that one.
    fn add(&self, job: &Arc<Job>) -> Option<Arc<Job>> {
        let mut jobs = self.jobs();
        if let Some(other) = jobs.iter().find(|other| other.table == job.table) {
            return Some(Arc::clone(other));
        }
        if jobs.len() >= KEPT
            && let Some(oldest) = jobs.iter().position(|job| job.text.get().is_some())
        {
            jobs.remove(oldest);
        }
        jobs.push_back(Arc::clone(job));
        None
    }

    fn jobs(&self) -> MutexGuard<'_, VecDeque<Arc<Job>>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
