//! Follows a game and compares each decision with the reasons of a bot.

use crate::decisions::telling;
use jantaku_bots::{Bot, Reason, named};
use jantaku_record::verify::Follower;
use jantaku_rules::seat::Seat;
use jantaku_table::view::View;
use jantaku_table::{Action, Table, Viewer};

/// Reasons that are shown of a decision.
const SHOWN: usize = 3;

pub(super) struct Reviewer {
    bots: Vec<Box<dyn Bot>>,
    /// The seats whose decisions are reviewed.
    counts: Vec<bool>,
    pub(super) reviews: Vec<Review>,
    /// Decisions by seat, and those of them that a reviewer would have made too.
    pub(super) decisions: Vec<(u64, u64)>,
}

/// A decision that the bot would have made otherwise.
pub(super) struct Review {
    pub(super) seat: Seat,
    /// Where the game stands: the round, the deal and the honba.
    pub(super) hand: String,
    /// The own discards before it.
    pub(super) turn: usize,
    pub(super) chosen: Reason,
    pub(super) best: Vec<Reason>,
}

impl Review {
    /// What the decision costs in the currency of the final result.
    pub(super) fn loss(&self) -> f32 {
        self.best
            .first()
            .map_or(0.0, |best| (best.expected - self.chosen.expected).max(0.0))
    }
}

impl Reviewer {
    /// `counts` has an entry for each seat. A bot without reasons reviews nothing.
    pub(super) fn new(bot: &str, counts: Vec<bool>) -> Reviewer {
        Reviewer {
            bots: counts.iter().filter_map(|_| named(bot, 0)).collect(),
            decisions: vec![(0, 0); counts.len()],
            counts,
            reviews: Vec::new(),
        }
    }

    /// The sum of all losses of a seat.
    pub(super) fn loss(&self, seat: Seat) -> f32 {
        let own = self.reviews.iter().filter(|review| review.seat == seat);
        own.map(Review::loss).sum()
    }

    fn review(&mut self, table: &Table, seat: Seat, action: Action) {
        let place = usize::from(seat.0);
        let (Some(bot), Some(prompt)) = (self.bots.get_mut(place), table.prompt(seat)) else {
            return;
        };
        let view = View::of(table, Viewer::Seat(seat));
        let mut best = bot.explain(&view, &prompt);
        // A win, a kan or the end of the game is not weighed.
        let Some(chosen) = best.iter().copied().find(|reason| is_same(reason.action, action)) else {
            return;
        };
        let agrees = best.first().is_some_and(|first| is_same(first.action, action));
        let (all, same) = &mut self.decisions[place];
        *all += 1;
        *same += u64::from(agrees);
        if agrees {
            return;
        }
        best.dedup_by(|one, other| is_same(one.action, other.action));
        best.truncate(SHOWN);
        let standing = table.standing();
        self.reviews.push(Review {
            seat,
            hand: format!("{} {}, honba {}", standing.round, standing.dealer.0 + 1, standing.honba),
            turn: view.discards.iter().filter(|discard| discard.seat == seat).count(),
            chosen,
            best,
        });
    }
}

/// Whether two actions do the same, whichever of two equal tiles they take.
fn is_same(one: Action, other: Action) -> bool {
    match (one, other) {
        (Action::Discard { tile: a, .. }, Action::Discard { tile: b, .. }) => a == b,
        (Action::Riichi { tile: a, open: c, .. }, Action::Riichi { tile: b, open: d, .. }) => (a, c) == (b, d),
        _ => one == other,
    }
}

impl Follower for Reviewer {
    fn decided(&mut self, table: &Table, answers: &[(Seat, Action)]) {
        for (seat, _, action) in telling(table, answers, &self.counts) {
            self.review(table, seat, action);
        }
    }
}
