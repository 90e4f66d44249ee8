//! What a change of a rulebook does: bots play many hands under both.

use super::Hub;
use super::book_statistics::{BOT, counted};
use crate::books::changes::{Comparison, Side, result};
use crate::jobs::{Doing, Jobs, Progress};
use crate::room::{Place, Refused};
use crate::wire::books::changes::{Changes, ChangesJob, JobState};
use jantaku_audit::simulation::Simulation;
use jantaku_audit::tally::Tally;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// Comparisons that are kept, the latest, and those that may wait for their turn.
const KEPT: usize = 64;
const MOST_WAITING: usize = 8;
/// How long one may take. Half of that it rests.
const LONGEST: Duration = Duration::from_secs(1200);

/// A comparison that somebody has asked for.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// Nobody else can guess it.
    id: String,
    place: Place,
}

impl PartialEq for Asked {
    fn eq(&self, other: &Asked) -> bool {
        self.id == other.id
    }
}

pub(super) type Compared = Jobs<Asked, Arc<Changes>>;

/// Games of bots take turns, whatever they are played for.
pub(super) fn none(turn: &Arc<Semaphore>) -> Compared {
    Jobs::in_turn(KEPT, MOST_WAITING, Arc::clone(turn))
}

impl Hub {
    /// Begins a comparison, or finds the same one. An address may have one unfinished at a time.
    pub(crate) fn compare_books(
        &self,
        id: String,
        place: Place,
        comparison: Comparison,
    ) -> Result<ChangesJob, Refused> {
        let asked = Asked { id, place };
        self.book_changes.forget_failed(&asked);
        if self.book_changes.find(&asked).is_none() {
            if self.book_changes.is_full() {
                return Err(Refused::Busy);
            }
            let own = |other: &Asked| other.place.network() == place.network();
            if self.book_changes.unfinished(own) > 0 {
                return Err(Refused::TooOften);
            }
            let stopping = self.stopping.subscribe();
            let steps = 2 * comparison.hands as usize;
            let work = move |doing: &Doing| played(&comparison, doing, &|| *stopping.borrow());
            self.book_changes.begin(asked.clone(), steps, work);
        }
        self.comparison(&asked.id).ok_or(Refused::Broken)
    }

    /// How far a comparison is; none if there is none with this id.
    pub(crate) fn comparison(&self, id: &str) -> Option<ChangesJob> {
        let asked = Asked {
            id: id.to_owned(),
            place: Place(0),
        };
        let (state, progress, result) = match self.book_changes.find(&asked)? {
            Progress::Done(changes) => (JobState::Done, 1.0, Some(changes)),
            Progress::Broken if self.book_changes.is_cancelled(&asked) => (JobState::Cancelled, 0.0, None),
            Progress::Broken => (JobState::Broken, 0.0, None),
            Progress::Part(part) if self.book_changes.has_begun(&asked) => (JobState::Running, part, None),
            Progress::Part(part) => (JobState::Waiting, part, None),
        };
        Some(ChangesJob {
            id: asked.id,
            state,
            progress,
            result: result.map(|changes| (*changes).clone()),
        })
    }

    /// Ends a comparison; whether there was one that was not done.
    pub(crate) fn cancel_comparison(&self, id: &str) -> bool {
        let asked = Asked {
            id: id.to_owned(),
            place: Place(0),
        };
        self.book_changes.cancel(&asked)
    }
}

/// Plays both rulebooks, unless it is cancelled, the server stops, or it takes too long.
fn played(comparison: &Comparison, doing: &Doing, stops: &dyn Fn() -> bool) -> Option<Arc<Changes>> {
    let began = Instant::now();
    let goes_on = || !doing.is_cancelled() && !stops() && began.elapsed() < LONGEST;
    let play = |side: &Side, before: usize| {
        let all = Simulation {
            rules: Arc::clone(&side.rules),
            bots: vec![BOT.to_owned()],
            games: u64::from(comparison.hands),
            seed: u64::from(comparison.seed),
            threads: NonZeroUsize::MIN,
            check: None,
            rig: 0,
        };
        let report = |tally: &Tally| doing.report(before + tally.hands.min(comparison.hands.into()) as usize);
        counted(all, comparison.hands.into(), &goes_on, &report)
    };
    let before = play(&comparison.before, 0)?;
    let after = play(&comparison.after, comparison.hands as usize)?;
    Some(Arc::new(result(comparison, &before, &after)))
}
