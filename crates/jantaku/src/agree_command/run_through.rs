//! Plays many recorded games again on several threads while a bot looks on.

use super::agreement::Agreement;
use super::onlooker::Onlooker;
use jantaku_record::log::Log;
use jantaku_record::read_game;
use jantaku_record::verify::books::{Books, Skipped};
use jantaku_record::verify::{Difference, verify_log_with, verify_with};
use jantaku_rules::rulebook::library::Library;
use jantaku_table::rates::Rates;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The sums of all games.
#[derive(Debug, Default)]
pub(super) struct RunThrough {
    pub(super) games: usize,
    pub(super) agreement: Agreement,
    /// Of the players.
    pub(super) rates: Rates,
    pub(super) skipped: Vec<(PathBuf, Skipped)>,
    /// Files that cannot be read, or not be played again.
    pub(super) failed: Vec<(PathBuf, String)>,
}

enum Outcome {
    Seen(Box<Onlooker>),
    Skipped(Skipped),
    Failed(String),
}

impl RunThrough {
    pub(super) fn of(bot: &str, files: &[PathBuf], threads: NonZeroUsize, done: &(dyn Fn() + Sync)) -> RunThrough {
        let books = Books::default();
        let next = AtomicUsize::new(0);
        let through = Mutex::new(RunThrough::default());
        let work = || {
            while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                let outcome = play(bot, &books, file);
                through
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .add(file, outcome);
                done();
            }
        };
        std::thread::scope(|scope| {
            (0..threads.get().min(files.len())).for_each(|_| {
                scope.spawn(work);
            });
        });
        let mut through = through.into_inner().unwrap_or_else(PoisonError::into_inner);
        through.skipped.sort();
        through.failed.sort();
        through
    }

    fn add(&mut self, file: &Path, outcome: Outcome) {
        match outcome {
            Outcome::Seen(onlooker) => {
                self.games += 1;
                self.agreement.add(&onlooker.agreement);
                self.rates.add(&onlooker.rates());
            }
            Outcome::Skipped(why) => self.skipped.push((file.to_owned(), why)),
            Outcome::Failed(why) => self.failed.push((file.to_owned(), why)),
        }
    }
}

fn play(bot: &str, books: &Books, file: &Path) -> Outcome {
    let bytes = match std::fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => return Outcome::Failed(error.to_string()),
    };
    if bytes.starts_with(b"{\"log\":") {
        return play_own(bot, &bytes).map_or_else(Outcome::Failed, |onlooker| Outcome::Seen(Box::new(onlooker)));
    }
    let game = match read_game(&bytes) {
        Ok(game) => game,
        Err(error) => return Outcome::Failed(error.to_string()),
    };
    let rules = match books.rules_of(&game) {
        Ok(rules) => rules,
        Err(why) => return Outcome::Skipped(why),
    };
    let Some(mut onlooker) = Onlooker::new(bot, vec![true; rules.seats()]) else {
        return Outcome::Failed(UNKNOWN_BOT.to_owned());
    };
    match verify_with(&game, &rules, &mut onlooker).mismatches.first() {
        Some(mismatch) => Outcome::Failed(mismatch.to_string()),
        None => Outcome::Seen(Box::new(onlooker)),
    }
}

/// The parser of the arguments knows all names.
const UNKNOWN_BOT: &str = "unknown bot";

fn play_own(bot: &str, bytes: &[u8]) -> Result<Onlooker, String> {
    let failed = |difference: Difference| difference.to_string();
    let log = Log::read(bytes).map_err(|error| failed(error.into()))?;
    let book = log
        .header
        .rules(&Library::builtin())
        .map_err(|error| failed(error.into()))?;
    let people: Vec<bool> = log.header.players.iter().map(|player| player.bot.is_none()).collect();
    let counts = if people.contains(&true) {
        people
    } else {
        vec![true; book.rules.seats()]
    };
    let mut onlooker = Onlooker::new(bot, counts).ok_or(UNKNOWN_BOT)?;
    verify_log_with(&log, &book, &mut onlooker).map_err(failed)?;
    Ok(onlooker)
}
