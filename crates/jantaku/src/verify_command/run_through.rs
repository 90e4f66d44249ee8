//! Verifies many games on several threads.

use jantaku_record::log::Log;
use jantaku_record::read_game;
use jantaku_record::verify::books::{Books, Skipped};
use jantaku_record::verify::mismatch::Mismatch;
use jantaku_record::verify::{Difference, Verification, verify, verify_log};
use jantaku_rules::rulebook::library::Library;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(Debug, Default)]
pub(super) struct RunThrough {
    pub(super) games: usize,
    pub(super) rounds: usize,
    pub(super) wins: usize,
    pub(super) mismatches: Vec<(PathBuf, Mismatch)>,
    /// Games by rules that no rulebook here has.
    pub(super) skipped: Vec<(PathBuf, Skipped)>,
    pub(super) unreadable: Vec<(PathBuf, String)>,
    /// Logs of ours that are not what was played.
    pub(super) refused: Vec<(PathBuf, String)>,
}

enum Outcome {
    Played(Verification),
    Skipped(Skipped),
    Unreadable(String),
    Refused(String),
}

impl RunThrough {
    /// Plays all these games on this many threads, and calls `done` after each.
    pub(super) fn of(files: &[PathBuf], threads: NonZero<usize>, done: &(dyn Fn() + Sync)) -> RunThrough {
        let books = Books::default();
        let next = AtomicUsize::new(0);
        let outcomes = Mutex::new(Vec::with_capacity(files.len()));
        let work = || {
            while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                let outcome = play(&books, file);
                if let Ok(mut outcomes) = outcomes.lock() {
                    outcomes.push((file, outcome));
                }
                done();
            }
        };
        std::thread::scope(|scope| {
            (0..threads.get().min(files.len())).for_each(|_| {
                scope.spawn(work);
            });
        });
        let mut outcomes = outcomes.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        outcomes.sort_by_key(|(file, _)| *file);
        let mut through = RunThrough::default();
        for (file, outcome) in outcomes {
            through.add(file, outcome);
        }
        through
    }

    /// Whether there is neither a mismatch nor an unreadable or refused file.
    pub(super) fn is_clean(&self) -> bool {
        self.mismatches.is_empty() && self.unreadable.is_empty() && self.refused.is_empty()
    }

    fn add(&mut self, file: &Path, outcome: Outcome) {
        let file = file.to_owned();
        match outcome {
            Outcome::Played(found) => {
                self.games += 1;
                self.rounds += found.rounds;
                self.wins += found.wins;
                let mismatches = found.mismatches.into_iter();
                self.mismatches
                    .extend(mismatches.map(|mismatch| (file.clone(), mismatch)));
            }
            Outcome::Skipped(why) => self.skipped.push((file, why)),
            Outcome::Refused(why) => self.refused.push((file, why)),
            Outcome::Unreadable(why) => self.unreadable.push((file, why)),
        }
    }
}

fn play(books: &Books, file: &Path) -> Outcome {
    let bytes = match std::fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => return Outcome::Unreadable(error.to_string()),
    };
    if bytes.starts_with(b"{\"log\":") {
        return play_own(&bytes);
    }
    let game = match read_game(&bytes) {
        Ok(game) => game,
        Err(error) => return Outcome::Unreadable(error.to_string()),
    };
    match books.rules_of(&game) {
        Ok(rules) => Outcome::Played(verify(&game, &rules)),
        Err(why) => Outcome::Skipped(why),
    }
}

fn play_own(bytes: &[u8]) -> Outcome {
    let verified = Log::read(bytes).map_err(Difference::from).and_then(|log| {
        let book = log.header.rules(&Library::builtin())?;
        verify_log(&log, &book)
    });
    match verified {
        Ok(found) => Outcome::Played(found),
        Err(difference) => Outcome::Refused(difference.to_string()),
    }
}
