//! A bot goes through a game and says what it would have done, and why. It sees what each player saw.

use crate::decisions::telling;
use crate::verify::Follower;
use jantaku_bots::{Bot, Reason, best_of, named};
use jantaku_rules::rulebook::choices::ResultKind;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_table::event::Standing;
use jantaku_table::view::View;
use jantaku_table::{Action, Event, Table, Viewer};

/// Choices that are shown of a decision.
pub const SHOWN: usize = 3;

/// A decision beside what the bot would have done.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    pub seat: Seat,
    /// The hand of the game, from 1, and how the game stood.
    pub hand: u16,
    pub standing: Standing,
    /// Events before it that a replay shows.
    pub at: usize,
    /// The player's discards before it.
    pub turn: usize,
    pub played: Reason,
    /// The best choices, at most [`SHOWN`].
    pub best: Vec<Reason>,
}

impl Decision {
    /// Would the bot have done the same?
    pub fn is_shared(&self) -> bool {
        self.best.first().is_some_and(|best| best.is_for(self.played.action))
    }

    /// What it costs in the currency of the final result.
    pub fn loss(&self) -> f32 {
        let best = self.best.first().and_then(|best| best.expected);
        match (best, self.played.expected) {
            (Some(best), Some(played)) if !self.is_shared() => (best - played).max(0.0),
            _ => 0.0,
        }
    }
}

/// Sums of several decisions.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    pub decisions: u32,
    /// Those that the bot would have made too.
    pub shared: u32,
    /// What the others cost.
    pub loss: f32,
}

impl Tally {
    pub fn of<'a>(decisions: impl Iterator<Item = &'a Decision>) -> Tally {
        decisions.fold(Tally::default(), |sum, decision| Tally {
            decisions: sum.decisions + 1,
            shared: sum.shared + u32::from(decision.is_shared()),
            loss: sum.loss + decision.loss(),
        })
    }
}

/// What losses are counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Currency {
    Points,
    Chips,
}

impl Currency {
    pub fn of(rules: &Rules) -> Currency {
        match rules.settings.result.kind {
            ResultKind::ChipChart => Currency::Chips,
            ResultKind::Points | ResultKind::Uma => Currency::Points,
        }
    }
}

/// Follows a game and compares each decision with the reasons of a bot.
pub struct Reviewer<'a> {
    bots: Vec<Box<dyn Bot>>,
    /// The seats whose decisions are reviewed.
    counts: Vec<bool>,
    hand: u16,
    at: usize,
    pub decisions: Vec<Decision>,
    /// Hears how many events have passed.
    progress: &'a dyn Fn(usize),
    events: usize,
}

impl<'a> Reviewer<'a> {
    /// `counts` has an entry for each seat. A bot that gives no reasons reviews nothing.
    pub fn new(bot: &str, counts: Vec<bool>, progress: &'a dyn Fn(usize)) -> Reviewer<'a> {
        Reviewer {
            bots: counts.iter().filter_map(|_| named(bot, 0)).collect(),
            counts,
            hand: 0,
            at: 0,
            decisions: Vec::new(),
            progress,
            events: 0,
        }
    }

    fn review(&mut self, table: &Table, seat: Seat, action: Action) {
        let (Some(bot), Some(prompt)) = (self.bots.get_mut(usize::from(seat.0)), table.prompt(seat)) else {
            return;
        };
        let view = View::of(table, Viewer::Seat(seat));
        let reasons = bot.explain(&view, &prompt);
        // What is not weighed in points is not reviewed.
        let played = reasons.iter().find(|reason| reason.is_for(action));
        let Some(&played) = played.filter(|reason| reason.expected.is_some()) else {
            return;
        };
        self.decisions.push(Decision {
            seat,
            hand: self.hand,
            standing: table.standing(),
            at: self.at,
            turn: view.discards.iter().filter(|discard| discard.seat == seat).count(),
            played,
            best: best_of(&reasons, SHOWN),
        });
    }
}

impl Follower for Reviewer<'_> {
    fn hand_begins(&mut self, _table: &Table) {
        self.hand += 1;
    }

    fn decided(&mut self, table: &Table, answers: &[(Seat, Action)]) {
        for (seat, _, action) in telling(table, answers, &self.counts) {
            self.review(table, seat, action);
        }
    }

    fn events(&mut self, _table: &Table, events: &[Event]) {
        self.at += events.iter().filter(|event| is_shown(event)).count();
        self.events += events.len();
        (self.progress)(self.events);
    }
}

/// Questions and answers leave the table as it was; a replay shows nothing of them.
fn is_shown(event: &Event) -> bool {
    !matches!(
        event,
        Event::Answered { .. } | Event::NagashiAsked { .. } | Event::TenpaiAsked { .. }
    )
}
