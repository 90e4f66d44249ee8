//! Whole games with random legal actions: deals, legality, claims, furiten, scores, payments, the log of events.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

use jantaku_audit::simulation::Simulation;
use jantaku_bots::arena::{Arena, Watcher};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_table::legal::Actions;
use jantaku_table::{Action, Table};
use serde_json::{Map, Value, json};

use crate::contest::{Failure, rounded};
use crate::peers::riichienv_games;

/// Engines take turns of about this many seconds.
const TURN: f64 = 0.05;
const ROUNDS: usize = 41;
/// One thread and two take so many turns, each of so many games: a second or more, beside which the start of threads and
/// other programs count for little.
const THREAD_TURNS: usize = 5;
const THREAD_GAMES: u64 = 5_000;
/// The rulebooks that clubs play, each beside the rulebook of the rival with as many players.
const HOUSE: [(&str, &str); 7] = [
    ("zan", "tenhou-sanma"),
    ("sanmatsuri", "tenhou-sanma"),
    ("zung-jung", "tenhou"),
    ("zung-jung(bonus-tiles=yes)", "tenhou"),
    ("ryanzou-chankan", "tenhou"),
    ("ryanzou-chankan+hana(variation=1)", "tenhou"),
    ("ema-2025", "tenhou"),
];

/// How long a game was.
pub(crate) struct Length {
    pub decisions: u64,
}

/// One rulebook, and how quickly it is played.
pub(crate) struct Match {
    key: String,
    title: String,
    ours: Speed,
    /// The rival, or the rulebook that this one is measured against.
    beside: Option<(&'static str, Speed)>,
}

/// Games and decisions a second.
#[derive(Clone, Copy)]
struct Speed {
    games: f64,
    decisions: f64,
}

/// Another engine, playing the game of a seed.
type Rival = fn(u64) -> Length;

type Player<'a> = Box<dyn Fn(u64) -> Length + 'a>;

/// Everything that is timed here.
pub(crate) fn matches() -> Result<Vec<Match>, Failure> {
    let library = Library::builtin();
    let rules = |spec: &str| library.rules(spec).map(Arc::new).map_err(Failure::Rulebook);
    let mut matches = Vec::new();
    let rivals: [(&str, &str, Rival); 2] = [
        ("games4", "tenhou", riichienv_games::four),
        ("games3", "tenhou-sanma", riichienv_games::three),
    ];
    for (key, spec, rival) in rivals {
        let rules = rules(spec)?;
        let [ours, theirs] = race([Box::new(|seed| play(&rules, seed)), Box::new(rival)]);
        matches.push(Match {
            key: key.to_owned(),
            title: format!("games of {spec}"),
            ours,
            beside: Some(("riichienv", theirs)),
        });
    }
    for (spec, beside) in HOUSE {
        let (house, public) = (rules(spec)?, rules(beside)?);
        let [ours, theirs] = race([
            Box::new(|seed| play(&house, seed)),
            Box::new(|seed| play(&public, seed)),
        ]);
        matches.push(Match {
            key: format!("games_{spec}"),
            title: format!("games of {spec}"),
            ours,
            beside: Some((beside, theirs)),
        });
    }
    matches.push(two_threads(&rules("tenhou")?));
    Ok(matches)
}

/// One game of random bots.
fn play(rules: &Arc<Rules>, seed: u64) -> Length {
    let mut count = Count(0);
    if let Some(mut arena) = Arena::new(rules, &["random"], seed) {
        let _ = arena.play(&mut count);
    }
    Length { decisions: count.0 }
}

struct Count(u64);

impl Watcher for Count {
    fn decision(&mut self, _table: &Table, _seat: Seat, _legal: &Actions, _action: Action) {
        self.0 += 1;
    }
}

/// Lets two engines play in turns, and gives the median of each one's speed.
fn race(players: [Player<'_>; 2]) -> [Speed; 2] {
    let mut seed = 0;
    let mut turn = |player: &Player<'_>| {
        let start = Instant::now();
        let (mut games, mut decisions) = (0.0, 0);
        while start.elapsed().as_secs_f64() < TURN {
            seed += 1;
            decisions += player(seed).decisions;
            games += 1.0;
        }
        let seconds = start.elapsed().as_secs_f64();
        Speed {
            games: games / seconds,
            decisions: decisions as f64 / seconds,
        }
    };
    let mut speeds = [Vec::new(), Vec::new()];
    for round in 0..ROUNDS {
        for i in [round % 2, (round + 1) % 2] {
            speeds[i].push(turn(&players[i]));
        }
    }
    speeds.map(|mut speeds| {
        speeds.sort_by(|a, b| a.games.total_cmp(&b.games));
        speeds[speeds.len() / 2]
    })
}

/// The same games on one thread and on two, in turns; the best turn of each counts.
fn two_threads(rules: &Arc<Rules>) -> Match {
    let speed = |threads: NonZeroUsize| {
        let simulation = Simulation {
            rules: Arc::clone(rules),
            bots: vec!["random".to_owned()],
            games: THREAD_GAMES,
            seed: 0,
            threads,
            check: None,
            rig: 0,
        };
        let start = Instant::now();
        let outcome = simulation.run(&|| {});
        let seconds = start.elapsed().as_secs_f64();
        let (games, decisions) = outcome.map_or((0, 0), |outcome| (outcome.tally.games, outcome.tally.decisions));
        Speed {
            games: games as f64 / seconds,
            decisions: decisions as f64 / seconds,
        }
    };
    let mut best = [Speed {
        games: 0.0,
        decisions: 0.0,
    }; 2];
    for _ in 0..THREAD_TURNS {
        for (threads, best) in (1..).filter_map(NonZeroUsize::new).zip(&mut best) {
            let now = speed(threads);
            if now.games > best.games {
                *best = now;
            }
        }
    }
    let [one, two] = best;
    Match {
        key: "games_two_threads".to_owned(),
        title: "games of tenhou, two threads".to_owned(),
        ours: two,
        beside: Some(("one-thread", one)),
    }
}

/// An object for each match.
pub(crate) fn json(matches: &[Match]) -> Map<String, Value> {
    let objects = matches.iter().map(|m| {
        let mut object = Map::new();
        object.insert("ours_per_s".to_owned(), json!(rounded(m.ours.games)));
        object.insert("ours_decisions_per_s".to_owned(), json!(m.ours.decisions.round()));
        if let Some((beside, theirs)) = &m.beside {
            object.insert(format!("{beside}_per_s"), json!(rounded(theirs.games)));
            object.insert("ratio".to_owned(), json!(rounded(m.ours.games / theirs.games)));
            object.insert(
                "ratio_of_decisions".to_owned(),
                json!(rounded(m.ours.decisions / theirs.decisions)),
            );
        }
        (m.key.clone(), Value::Object(object))
    });
    objects.collect()
}

/// A line for each match.
pub(crate) fn table(matches: &[Match]) -> String {
    let width = matches.iter().map(|m| m.title.len()).max().unwrap_or(0);
    let mut text = format!("{:width$}  games a second, random legal actions, median\n", "");
    for m in matches {
        let ns = 1e9 / m.ours.decisions;
        text.push_str(&format!(
            "{:width$}  ours {:.0} ({ns:.0} ns a decision)",
            m.title, m.ours.games
        ));
        if let Some((beside, theirs)) = &m.beside {
            let (games, decisions) = (m.ours.games / theirs.games, m.ours.decisions / theirs.decisions);
            text.push_str(&format!(
                "   {beside} {:.1}   ({games:.2} × games, {decisions:.2} × decisions)",
                theirs.games
            ));
        }
        text.push('\n');
    }
    text
}
