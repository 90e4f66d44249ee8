//! Virtual time, the dice of a run, and everything that is on its way outside turmoil's network: requests to the store, their
//! answers, messages of the bus.

use jantaku_server::machine::Simulated;
use jantaku_table::shuffle::{Stream, key_of};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

type Parcel = Box<dyn FnOnce() + Send>;

/// Shared by everything in one run.
pub(crate) struct Courier(Mutex<Inner>);

struct Inner {
    now: Duration,
    sent: u64,
    due: BTreeMap<(Duration, u64), Parcel>,
    dice: Stream,
    secrets: Stream,
    /// A hash of everything that happened, to compare two runs of one seed.
    trace: DefaultHasher,
    story: Option<Vec<String>>,
}

impl Courier {
    pub(crate) fn new(seed: u64, tells: bool) -> Arc<Courier> {
        Arc::new(Courier(Mutex::new(Inner {
            now: Duration::ZERO,
            sent: 0,
            due: BTreeMap::new(),
            dice: Stream::new(&key_of(seed, 0)),
            secrets: Stream::new(&key_of(seed, 1)),
            trace: DefaultHasher::new(),
            story: tells.then(Vec::new),
        })))
    }

    pub(crate) fn now(&self) -> Duration {
        self.inner().now
    }

    /// A number below this one.
    pub(crate) fn below(&self, n: u32) -> u32 {
        self.inner().dice.below(n)
    }

    /// True so often in a thousand.
    pub(crate) fn chance(&self, in_thousand: u32) -> bool {
        self.below(1000) < in_thousand
    }

    /// A time from this many to that many milliseconds.
    pub(crate) fn millis(&self, from: u32, to: u32) -> Duration {
        Duration::from_millis(u64::from(from + self.below(to - from + 1)))
    }

    /// Notes that something happened.
    pub(crate) fn note(&self, what: impl FnOnce() -> String) {
        let mut inner = self.inner();
        let text = format!("{:>8} ms  {}", inner.now.as_millis(), what());
        text.hash(&mut inner.trace);
        if let Some(story) = &mut inner.story {
            story.push(text);
        }
    }

    pub(crate) fn trace(&self) -> u64 {
        self.inner().trace.finish()
    }

    pub(crate) fn story(&self) -> String {
        self.inner()
            .story
            .as_ref()
            .map(|story| story.join("\n"))
            .unwrap_or_default()
    }

    /// Does something at this time, or at the next step after it.
    pub(crate) fn at(&self, when: Duration, what: impl FnOnce() + Send + 'static) {
        let mut inner = self.inner();
        inner.sent += 1;
        let key = (when, inner.sent);
        inner.due.insert(key, Box::new(what));
    }

    /// Moves time on, and does what is due by then.
    pub(crate) fn advance(&self, now: Duration) {
        self.inner().now = now;
        loop {
            let mut inner = self.inner();
            match inner.due.first_entry().filter(|first| first.key().0 <= now) {
                Some(first) => {
                    let parcel = first.remove();
                    drop(inner);
                    parcel();
                }
                None => return,
            }
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap()
    }
}

/// The machine that all nodes run on.
pub(crate) struct Machine(pub(crate) Arc<Courier>);

impl Simulated for Machine {
    fn unix_time(&self) -> u64 {
        1_900_000_000 + self.0.now().as_secs()
    }

    fn random(&self) -> [u8; 32] {
        let mut inner = self.0.inner();
        std::array::from_fn(|_| inner.secrets.below(256) as u8)
    }

    fn delays(&self) -> [Duration; 2] {
        [(); 2].map(|()| match self.0.below(50) {
            0 => self.0.millis(0, 2500),
            _ => self.0.millis(0, 15),
        })
    }
}
