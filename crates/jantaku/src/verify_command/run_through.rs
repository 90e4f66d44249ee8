//! Verifies many games on several threads.

use jantaku_record::log::{DemandedKey, Log, fingerprint};
use jantaku_record::read_game;
use jantaku_record::verify::books::{Books, Skipped};
use jantaku_record::verify::mismatch::Mismatch;
use jantaku_record::verify::{Difference, Verification, verify, verify_log};
use jantaku_rules::rulebook::library::Library;
use jantaku_table::fair::Bytes32;
use std::collections::BTreeMap;
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
    /// The verified logs that each key has signed.
    pub(super) signed: BTreeMap<Bytes32, Vec<PathBuf>>,
    /// Verified logs of ours without a signature, and why they have none.
    pub(super) unsigned: Vec<(PathBuf, &'static str)>,
}

enum Outcome {
    Played(Verification),
    PlayedOwn(Verification, Result<Bytes32, &'static str>),
    Skipped(Skipped),
    Unreadable(String),
    Refused(String),
}

impl RunThrough {
    /// Plays all these games on this many threads, and calls `done` after each. With a key, all must be signed with it.
    pub(super) fn of(
        files: &[PathBuf],
        key: Option<&DemandedKey>,
        threads: NonZero<usize>,
        done: &(dyn Fn() + Sync),
    ) -> RunThrough {
        let books = Books::default();
        let next = AtomicUsize::new(0);
        let outcomes = Mutex::new(Vec::with_capacity(files.len()));
        let work = || {
            while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                let outcome = play(&books, file, key);
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
            Outcome::PlayedOwn(found, signed) => {
                match signed {
                    Ok(key) => self.signed.entry(key).or_default().push(file.clone()),
                    Err(why) => self.unsigned.push((file.clone(), why)),
                }
                self.add(&file, Outcome::Played(found));
            }
            Outcome::Skipped(why) => self.skipped.push((file, why)),
            Outcome::Refused(why) => self.refused.push((file, why)),
            Outcome::Unreadable(why) => self.unreadable.push((file, why)),
        }
    }
}

fn play(books: &Books, file: &Path, key: Option<&DemandedKey>) -> Outcome {
    let bytes = match std::fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => return Outcome::Unreadable(error.to_string()),
    };
    if bytes.starts_with(b"{\"log\":") {
        return play_own(&bytes, key);
    }
    if key.is_some() {
        return Outcome::Refused("not a log of ours, so nobody has signed it".to_owned());
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

fn play_own(bytes: &[u8], demanded: Option<&DemandedKey>) -> Outcome {
    let verified = Log::read(bytes).map_err(Difference::from).and_then(|log| {
        let book = log.header.rules(&Library::builtin())?;
        Ok((verify_log(&log, &book)?, signed(&log)))
    });
    match verified {
        Err(difference) => Outcome::Refused(difference.to_string()),
        Ok((found, signed)) => match (demanded, signed) {
            (Some(_), Err(why)) => Outcome::Refused(format!("not signed: {why}")),
            (Some(demanded), Ok(key)) if !demanded.is(key) => {
                Outcome::Refused(format!("signed with another key: {}", fingerprint(key)))
            }
            (_, signed) => Outcome::PlayedOwn(found, signed),
        },
    }
}

/// The key that signed a log, or why there is none.
fn signed(log: &Log) -> Result<Bytes32, &'static str> {
    match (log.signed, log.header.seed) {
        (Some(signed), _) => Ok(signed.key),
        (None, Some(_)) => Err("a simulation"),
        (None, None) => Err("written by a version that did not sign"),
    }
}
