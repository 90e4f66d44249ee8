//! The logs of simulated games. Each game is played again from its seed and recorded.

use crate::failure::Failure;
use jantaku_audit::simulation::{Fault, Simulation};
use jantaku_bots::arena::{Arena, Watcher};
use jantaku_record::log::{Book, Header, Log, LogPlayer, Recorder, check_walls};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_table::{Event, Table};
use sha2::{Digest, Sha256};
use std::path::Path;
use std::sync::Arc;

/// Games that each thread records before the logs are put in order.
const AT_ONCE: u64 = 16;

/// Writes all logs into a folder, if one is given, and returns the SHA-256 of all of them in order, which is what
/// `cat FOLDER/*.jsonl | sha256sum` prints. With `check`, each log must be sound.
pub(super) fn write(simulation: &Simulation, folder: Option<&Path>, check: bool) -> Result<String, Failure> {
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder).map_err(|error| Failure::File(folder.to_owned(), error))?;
    }
    let mut hash = Sha256::new();
    let mut next = 0;
    while next < simulation.games {
        let end = simulation.games.min(next + AT_ONCE * simulation.threads.get() as u64);
        for (game, log) in (next..end).zip(logs(simulation, next, end, check)) {
            let log = log.map_err(|what| Failure::Asked(format!("game {game}: {what}")))?;
            hash.update(&log);
            if let Some(folder) = folder {
                // Names are padded so that they sort in the order of games.
                let digits = (simulation.games - 1).to_string().len();
                let path = folder.join(format!("{game:0digits$}.jsonl"));
                std::fs::write(&path, log).map_err(|error| Failure::File(path, error))?;
            }
        }
        next = end;
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Of the games with expensive checks, one in this many has its log verified.
const REPLAYED: u64 = 8;

/// Verifies the logs of some games and returns the faults.
pub(super) fn unsound(simulation: &Simulation) -> Vec<Fault> {
    let Some(every) = simulation.check else {
        return Vec::new();
    };
    let seed = |game: u64| simulation.seed.wrapping_add(game);
    let step = u64::from(every.get()) * REPLAYED;
    let games = (0..simulation.games).filter(|&game| seed(game).is_multiple_of(step));
    let wrong = games.filter_map(|game| {
        let what = log(simulation, game, true).err()?;
        let seed = seed(game);
        Some(Fault { game, seed, what })
    });
    wrong.collect()
}

/// A log, or its fault.
type Written = Result<String, String>;

/// The logs of these games in order.
fn logs(simulation: &Simulation, first: u64, end: u64, check: bool) -> Vec<Written> {
    let threads = simulation.threads.get() as u64;
    let written: Vec<Vec<Written>> = std::thread::scope(|scope| {
        let part = |start: u64| -> Vec<_> {
            (start..end)
                .step_by(threads as usize)
                .map(|game| log(simulation, game, check))
                .collect()
        };
        let workers: Vec<_> = (first..end.min(first + threads))
            .map(|start| scope.spawn(move || part(start)))
            .collect();
        let joined = workers.into_iter().map(std::thread::ScopedJoinHandle::join);
        joined
            .map(|part| part.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    let mut parts: Vec<_> = written.into_iter().map(Vec::into_iter).collect();
    let count = parts.len();
    (0..(end - first) as usize)
        .filter_map(|game| parts.get_mut(game % count.max(1)).and_then(Iterator::next))
        .collect()
}

fn log(simulation: &Simulation, game: u64, check: bool) -> Written {
    let seed = simulation.seed.wrapping_add(game);
    let rules = &simulation.rules;
    let bot = |seat: usize| simulation.bots.get(seat).or(simulation.bots.last()).cloned();
    let player = |seat: usize| LogPlayer {
        name: bot(seat).unwrap_or_default(),
        bot: bot(seat),
    };
    let header = Header {
        seed: Some(seed),
        ..Header::of(rules, (0..rules.seats()).map(player).collect())
    };
    let mut writing = Writing(Recorder::new(&header, rules));
    let mut arena = Arena::new(rules, &simulation.bots, seed).ok_or("unknown bot")?;
    arena.play(&mut writing).map_err(|_| "the game does not end")?;
    let log = writing.0.close();
    if check {
        sound(&log, rules)?;
    }
    Ok(log)
}

/// A sound log is the same byte for byte when it is read and written, replays to its end, and deals from the walls of its seed.
fn sound(text: &str, rules: &Arc<Rules>) -> Result<(), String> {
    let log = Log::read(text.as_bytes()).map_err(|error| error.to_string())?;
    let book = Book {
        rules: Arc::clone(rules),
        same_edition: true,
    };
    let verdict = check_walls(&log, &book).map_err(|error| error.to_string())?;
    match (log.text() == text, verdict.is_proved()) {
        (false, _) => Err("its log changes when it is read and written again".to_owned()),
        (_, false) => Err("the tiles dealt and drawn are not those of its walls".to_owned()),
        (true, true) => Ok(()),
    }
}

struct Writing(Recorder);

impl Watcher for Writing {
    fn events(&mut self, _table: &Table, events: &[Event]) {
        events.iter().for_each(|event| self.0.event(event));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jantaku_rules::rulebook::library::Library;
    use std::num::NonZeroUsize;

    #[test]
    fn rejects_changed_logs() {
        let rules = Arc::new(Library::builtin().rules("tenhou").expect("a rulebook"));
        let simulation = Simulation {
            rules: Arc::clone(&rules),
            bots: vec!["tsumogiri".to_owned()],
            games: 1,
            seed: 1,
            threads: NonZeroUsize::MIN,
            check: None,
            rig: 0,
        };
        let text = log(&simulation, 0, false).expect("a log");
        assert_eq!(sound(&text, &rules), Ok(()));
        // An extra space, another seed, and a truncated game.
        let spaced = text.replacen(':', ": ", 1);
        let reseeded = text.replacen("\"seed\":1", "\"seed\":2", 1);
        let lines: Vec<&str> = text.lines().collect();
        let cut = lines[..lines.len() / 2].join("\n");
        for other in [spaced, reseeded, cut] {
            assert_ne!(other, text);
            assert!(
                sound(&other, &rules).is_err(),
                "{}",
                other.lines().next().unwrap_or_default()
            );
        }
    }
}
