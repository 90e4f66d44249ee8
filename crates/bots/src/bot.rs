//! The trait of all bots, and the bots by name.

use crate::club::Club;
use crate::greedy::Greedy;
use crate::habit::Habit;
use crate::strong::{LONGEST, Strong, USUAL_TIME};
use jantaku_table::Action;
use jantaku_table::legal::Actions;
use jantaku_table::prompt::Prompt;
use jantaku_table::seen::Seen;
use jantaku_table::shuffle::Stream;
use jantaku_table::view::View;
use std::time::Duration;

/// A player that is a program. It learns what its seat may see and nothing else.
pub trait Bot: Send {
    /// Answers a prompt. The view is what the seat sees now.
    fn choose(&mut self, view: &View, prompt: &Prompt) -> Action;

    /// Takes the seat: before the first hand, or in the middle of a game in which it replaces somebody. Every event from
    /// now on comes through [`see`](Bot::see), and applying them all to this view gives the view of the next `choose`.
    fn sit(&mut self, _view: &View) {}

    /// Follows the game: an event as the seat sees it, in order. Events that the seat may not see at all are left out.
    fn see(&mut self, _seen: &Seen) {}

    /// Whether `sit` and `see` are called. A bot that ignores them says no, and nobody pays for what it would be shown.
    fn wants_feed(&self) -> bool {
        true
    }

    /// Weighs what it is asked: its reasons, best first. Empty for a bot that has none, and where there is nothing to weigh.
    fn explain(&mut self, _view: &View, _prompt: &Prompt) -> Vec<Reason> {
        Vec::new()
    }

    /// Answers like `choose`, for a bot that looks at nothing but the legal actions; a simulation then makes it no view.
    fn choose_unseen(&mut self, _legal: &Actions) -> Option<Action> {
        None
    }
}

/// A choice as a bot weighs it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reason {
    pub action: Action,
    /// What it is expected to bring, in the currency of the final result; none for what is not weighed in points, such as whether to
    /// show a hand at the end of the wall.
    pub expected: Option<f32>,
    /// Unseen tiles that bring the hand nearer afterwards; of a hand in tenpai, its waits.
    pub useful: u16,
    /// The chance that somebody wins on the discard.
    pub danger: f32,
}

impl Reason {
    /// Whether two actions do the same, whichever of two equal tiles they take.
    pub fn is_for(&self, action: Action) -> bool {
        match (self.action, action) {
            (Action::Discard { tile: a, .. }, Action::Discard { tile: b, .. }) => a == b,
            (Action::Riichi { tile: a, open: c, .. }, Action::Riichi { tile: b, open: d, .. }) => (a, c) == (b, d),
            (one, other) => one == other,
        }
    }
}

/// This many of the best reasons, each for something else.
pub fn best_of(reasons: &[Reason], most: usize) -> Vec<Reason> {
    let mut best: Vec<Reason> = Vec::with_capacity(most);
    for reason in reasons {
        if best.len() < most && !best.iter().any(|better| better.is_for(reason.action)) {
            best.push(*reason);
        }
    }
    best
}

/// All bots with their descriptions.
pub const NAMES: [(&str, &str); 7] = [
    ("random", "takes any legal action with equal chance"),
    ("tsumogiri", "discards what it draws and claims nothing"),
    ("call-everything", "claims everything it can"),
    ("kan-happy", "makes kans and sets tiles aside whenever it can"),
    ("greedy", "plays for the fastest hand that can win"),
    (
        "club",
        "weighs speed, value and danger by the rulebook, like a club player",
    ),
    ("strong", "thinks a hand through to its end before it decides"),
];

/// The bots that are offered to people, weakest first. The others are made for simulations, and so is `strong` until it is shown to be stronger.
pub const LEVELS: [&str; 2] = ["greedy", "club"];

/// A random bot, more often a fast one.
pub(crate) fn by_lot(lots: &mut Stream) -> &'static str {
    const OFTEN: [usize; 8] = [0, 0, 1, 2, 2, 3, 3, 4];
    NAMES[OFTEN[lots.below(OFTEN.len() as u32) as usize]].0
}

/// The bot with this name. A bot that plays at random does so from the seed. `strong:5` thinks for five milliseconds of an ordinary
/// core, counted in steps, so that the same seed gives the same game on every machine.
pub fn named(name: &str, seed: u64) -> Option<Box<dyn Bot>> {
    Some(match name {
        "random" => Box::new(Habit::random(seed)),
        "tsumogiri" => Box::new(Habit::tsumogiri(seed)),
        "call-everything" => Box::new(Habit::call_everything(seed)),
        "kan-happy" => Box::new(Habit::kan_happy(seed)),
        "greedy" => Box::new(Greedy::default()),
        "club" => Box::new(Club::default()),
        _ => Box::new(Strong::counted(seed, thinking_time(name)?)),
    })
}

/// The bot with this name for a table where people wait: the clock ends its thinking too.
pub fn seated(name: &str, seed: u64) -> Option<Box<dyn Bot>> {
    match thinking_time(name) {
        Some(time) => Some(Box::new(Strong::timed(seed, time))),
        None => named(name, seed),
    }
}

/// How long a bot of this name thinks about a decision; `None` for one that does not take a time.
pub fn thinking_time(name: &str) -> Option<Duration> {
    let (name, time) = name.split_once(':').unwrap_or((name, ""));
    let time = match time {
        "" => USUAL_TIME,
        ms => Duration::from_millis(ms.parse().ok().filter(|ms| LONGEST.contains(ms))?),
    };
    (name == "strong").then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_part_of_the_name() {
        assert!(named("strong:5", 0).is_some());
        for wrong in ["strong:0", "strong:1000000", "strong:x", "strong:-1", "club:5", ":5"] {
            assert!(named(wrong, 0).is_none(), "{wrong}");
        }
    }

    #[test]
    fn every_name_has_a_bot() {
        assert!(NAMES.iter().all(|(name, _)| named(name, 0).is_some()));
        assert!(LEVELS.iter().all(|level| NAMES.iter().any(|(name, _)| name == level)));
    }
}
