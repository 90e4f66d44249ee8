//! The logs of simulated games. Each game is played once more with somebody who writes: it has its seed, so it is the same game.

use crate::failure::Failure;
use jantaku_audit::simulation::{Fault, Simulation};
use jantaku_bots::arena::{Arena, Watcher};
use jantaku_record::log::{Book, Header, Log, LogPlayer, Recorder, check_walls};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_table::{Event, Table};
use sha2::{Digest, Sha256};
use std::path::Path;
use std::sync::Arc;

/// Games of which each thread writes the logs before they are put in order.
const AT_ONCE: u64 = 16;

/// Writes all logs into a folder, if one is named, and gives the SHA-256 of all of them one after the other:
/// what `cat FOLDER/*.jsonl | sha256sum` says. If they are checked, each must be sound.
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
                // As many digits as the last game has: names in order are games in order.
                let digits = (simulation.games - 1).to_string().len();
                let path = folder.join(format!("{game:0digits$}.jsonl"));
                std::fs::write(&path, log).map_err(|error| Failure::File(path, error))?;
            }
        }
        next = end;
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Of the games at which what costs much is checked, one in so many has its log read and replayed.
const REPLAYED: u64 = 8;

/// What is wrong with the logs of some of the games, dealt as their seeds have it.
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

/// A log, or what is wrong with it.
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
    let mut arena = Arena::new(rules, &simulation.bots, seed).ok_or("a bot that nobody knows")?;
    arena.play(&mut writing).map_err(|_| "it does not come to its end")?;
    let log = writing.0.close();
    if check {
        sound(&log, rules)?;
    }
    Ok(log)
}

/// Read again it must say the same, byte for byte, replay to its end, and have come from the walls of its seed.
fn sound(text: &str, rules: &Arc<Rules>) -> Result<(), String> {
    let log = Log::read(text.as_bytes()).map_err(|error| error.to_string())?;
    let book = Book {
        rules: Arc::clone(rules),
        same_edition: true,
    };
    let verdict = check_walls(&log, &book).map_err(|error| error.to_string())?;
    match (log.text() == text, verdict.is_proved()) {
        (false, _) => Err("its log, read and written again, is another".to_owned()),
        (_, false) => Err("what was dealt and drawn is not what stood in its walls".to_owned()),
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
    fn a_log_that_says_something_else_is_not_sound() {
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
        // A byte more that changes nothing of the game, another seed, and a game that was cut off.
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
