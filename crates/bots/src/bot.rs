//! The trait of all bots, and the bots by name.

use crate::club::Club;
use crate::greedy::Greedy;
use crate::habit::Habit;
use jantaku_table::Action;
use jantaku_table::legal::Actions;
use jantaku_table::prompt::Prompt;
use jantaku_table::seen::Seen;
use jantaku_table::shuffle::Stream;
use jantaku_table::view::View;

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

    /// Answers like `choose`, for a bot that looks at nothing but the legal actions; a simulation then makes it no view.
    fn choose_unseen(&mut self, _legal: &Actions) -> Option<Action> {
        None
    }
}

/// All bots with their descriptions.
pub const NAMES: [(&str, &str); 6] = [
    ("random", "takes any legal action with equal chance"),
    ("tsumogiri", "discards what it draws and claims nothing"),
    ("call-everything", "claims everything it can"),
    ("kan-happy", "makes kans and sets tiles aside whenever it can"),
    ("greedy", "plays for the fastest hand that can win"),
    (
        "club",
        "weighs speed, value and danger by the rulebook, like a club player",
    ),
];

/// A random bot, more often a fast one.
pub(crate) fn by_lot(lots: &mut Stream) -> &'static str {
    const OFTEN: [usize; 8] = [0, 0, 1, 2, 2, 3, 3, 4];
    NAMES[OFTEN[lots.below(OFTEN.len() as u32) as usize]].0
}

/// The bot with this name. A bot that plays at random does so from the seed.
pub fn named(name: &str, seed: u64) -> Option<Box<dyn Bot>> {
    Some(match name {
        "random" => Box::new(Habit::random(seed)),
        "tsumogiri" => Box::new(Habit::tsumogiri(seed)),
        "call-everything" => Box::new(Habit::call_everything(seed)),
        "kan-happy" => Box::new(Habit::kan_happy(seed)),
        "greedy" => Box::new(Greedy::default()),
        "club" => Box::new(Club::default()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_bot() {
        assert!(NAMES.iter().all(|(name, _)| named(name, 0).is_some()));
    }
}
