//! The games of `tests/records` verify, replay as logs, and fail to verify once anything in them is changed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jantaku_record::game::{DrawReason, GameRecord, Outcome, RecordEvent, WinRecord};
use jantaku_record::log::Replay;
use jantaku_record::read_game;
use jantaku_record::verify::books::Books;
use jantaku_record::verify::mismatch::Point;
use jantaku_record::verify::{log_of, verify};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;

pub(crate) fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/records");
    let entries = std::fs::read_dir(folder).expect("the folder of recorded games");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending != "md"));
    files.sort();
    files
}

fn games() -> impl Iterator<Item = (String, GameRecord, Arc<Rules>)> {
    let books = Books::default();
    files().into_iter().map(move |file| {
        let bytes = std::fs::read(&file).expect("a readable file");
        let game = read_game(&bytes).unwrap_or_else(|error| panic!("{file:?}: {error}"));
        let rules = books
            .rules_of(&game)
            .unwrap_or_else(|why| panic!("{file:?}: {}", why.text()));
        (file.display().to_string(), game, rules)
    })
}

#[test]
fn every_sample_is_verified() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut count = |what| *counts.entry(what).or_default() += 1;
    for (file, game, rules) in games() {
        assert_eq!(verify(&game, &rules).mismatches, [], "{file}");
        count(if game.players == 3 {
            "three players"
        } else {
            "four players"
        });
        for round in &game.rounds {
            count("rounds");
            for event in &round.events {
                match event {
                    RecordEvent::Call { meld, .. } => count(meld.name()),
                    RecordEvent::Kita { .. } => count("kita"),
                    _ => {}
                }
            }
            match &round.outcome {
                Outcome::Draw(draw) => count(match draw.reason {
                    DrawReason::Exhaustive => "exhaustive draws",
                    _ => "abortive draws",
                }),
                Outcome::Wins(wins) => {
                    wins.iter().for_each(|_| count("wins"));
                    wins.iter()
                        .filter(|win| !win.yakuman.is_empty())
                        .for_each(|_| count("yakuman"));
                    wins.iter().filter(|win| win.pao.is_some()).for_each(|_| count("pao"));
                    wins.iter().skip(1).for_each(|_| count("further winners"));
                }
            }
        }
    }
    let expected = [
        ("abortive draws", 9),
        ("ankan", 30),
        ("chii", 82),
        ("daiminkan", 7),
        ("exhaustive draws", 64),
        ("four players", 8),
        ("further winners", 4),
        ("kakan", 25),
        ("kita", 74),
        ("pao", 1),
        ("pon", 224),
        ("rounds", 125),
        ("three players", 8),
        ("wins", 56),
        ("yakuman", 11),
    ];
    assert_eq!(counts, BTreeMap::from(expected));
}

/// The log that comes of a sample is replayed to its end, where everybody has what the record says.
#[test]
fn every_sample_is_replayed_as_a_log() {
    let library = Library::builtin();
    for (file, game, rules) in games() {
        let log = log_of(&game, &rules).unwrap_or_else(|why| panic!("{file}: {why}"));
        let book = log
            .header
            .rules(&library)
            .unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut replay = Replay::new(&log, &book);
        replay.to(usize::MAX).unwrap_or_else(|error| panic!("{file}: {error}"));
        let standing = game.standing.expect("a finished game");
        assert_eq!(
            replay.table().points().map(|points| points.0),
            standing.scores,
            "{file}"
        );
    }
}

/// One change to a game, if it has what is changed.
type Damage = fn(&mut GameRecord) -> Option<()>;

#[test]
fn finds_damage_at_its_place() {
    let damages: [(Point, Damage); 12] = [
        (Point::Payment, |game| {
            win(game).map(|win| win.deltas.as_mut_slice()[0] += 100)
        }),
        (Point::Yaku, |game| win(game)?.yaku.pop().map(drop)),
        (Point::Worth, |game| win(game).map(|win| win.points += 100)),
        (Point::Limit, |game| win(game)?.limit.take().map(drop)),
        (Point::Dora, |game| win(game)?.dora.pop().map(drop)),
        (Point::Shown, |game| win(game)?.hand.pop().map(drop)),
        (Point::Before, |game| {
            win(game).map(|win| win.before.as_mut_slice()[0] -= 100)
        }),
        (Point::NextHand, |game| {
            game.rounds.get_mut(1).map(|round| round.honba += 1)
        }),
        (Point::NextPoints, |game| {
            game.rounds
                .get_mut(1)
                .map(|round| round.scores.as_mut_slice()[0] += 100)
        }),
        (Point::FinalPoints, |game| {
            game.standing.as_mut().map(|end| end.scores.as_mut_slice()[0] += 100)
        }),
        (Point::Result, |game| {
            game.standing.as_mut().map(|end| end.points.as_mut_slice()[0].0 += 1)
        }),
        (Point::GameEnd, |game| game.rounds.pop().map(drop)),
    ];
    for (point, damage) in damages {
        let mut damaged = 0;
        for (file, mut game, rules) in games() {
            if damage(&mut game).is_some() {
                let found = verify(&game, &rules).mismatches;
                assert!(
                    found.iter().any(|mismatch| mismatch.point == point),
                    "{file}, {point:?}: {found:?}"
                );
                damaged += 1;
            }
        }
        assert!(damaged > 0, "no sample to damage for {point:?}");
    }
}

/// The first win of a game that is no yakuman.
fn win(game: &mut GameRecord) -> Option<&mut WinRecord> {
    let wins = game.rounds.iter_mut().filter_map(|round| match &mut round.outcome {
        Outcome::Wins(wins) => wins.first_mut(),
        Outcome::Draw(_) => None,
    });
    wins.into_iter().find(|win| win.yakuman.is_empty())
}

/// A file that is cut off is never taken for a shorter game.
#[test]
fn truncated_samples_are_errors() {
    for file in files() {
        let bytes = std::fs::read(&file).expect("a readable file");
        for length in (0..bytes.len()).step_by(bytes.len() / 50) {
            assert!(read_game(&bytes[..length]).is_err(), "{file:?}, {length} bytes");
        }
    }
}
