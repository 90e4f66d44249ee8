//! What a bot advises: hints at the table, and reviews of finished games.

use jantaku_bots::Reason;
use jantaku_record::review::{Currency, Decision, Tally};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_wire::action_json::ActionJson;
use serde::Serialize;

/// A choice as a bot weighs it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CandidateJson {
    pub a: ActionJson,
    /// What it is expected to bring, in the currency of the final result; none where that is not weighed.
    pub expected: Option<f32>,
    /// Unseen tiles that bring the hand nearer afterwards.
    pub useful: u16,
    /// The chance that somebody wins on the discard, from 0 to 1.
    pub danger: f32,
}

impl From<&Reason> for CandidateJson {
    fn from(reason: &Reason) -> CandidateJson {
        CandidateJson {
            a: reason.action.into(),
            expected: reason.expected.map(short),
            useful: reason.useful,
            danger: (reason.danger * 1000.0).round() / 1000.0,
        }
    }
}

/// No figure is worth more digits.
fn short(amount: f32) -> f32 {
    (amount * 10.0).round() / 10.0
}

/// What a figure counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CurrencyWord {
    Points,
    Chips,
}

impl CurrencyWord {
    pub fn of(rules: &Rules) -> CurrencyWord {
        match Currency::of(rules) {
            Currency::Points => CurrencyWord::Points,
            Currency::Chips => CurrencyWord::Chips,
        }
    }
}

/// The best choices for a prompt.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct HintJson {
    /// The `n` of the prompt.
    pub n: u32,
    pub currency: CurrencyWord,
    pub best: Vec<CandidateJson>,
}

/// A finished game as a bot sees it: `GET /api/games/<id>/review`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReviewJson {
    pub currency: CurrencyWord,
    /// The sums of each seat over the game.
    pub seats: Vec<TallyJson>,
    /// The sums of each seat, hand by hand.
    pub hands: Vec<Vec<TallyJson>>,
    /// Every decision that can be weighed, in the order of the game.
    pub decisions: Vec<DecisionJson>,
}

/// A review that is not ready: the same address answers so with status 202.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReviewProgress {
    /// How much of the game is done, from 0 to 1.
    pub progress: f32,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TallyJson {
    pub decisions: u32,
    /// Those that the bot would have made too.
    pub shared: u32,
    /// What the others cost.
    pub loss: f32,
}

/// A decision beside what the bot would have done.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DecisionJson {
    pub seat: u8,
    /// The hand of the game, from 1.
    pub hand: u16,
    /// Events of the replay before it.
    pub at: u32,
    pub played: CandidateJson,
    pub best: Vec<CandidateJson>,
    /// What it cost.
    pub loss: f32,
}

impl ReviewJson {
    pub fn of(rules: &Rules, decisions: &[Decision]) -> ReviewJson {
        let seats = || (0..rules.seats() as u8).map(Seat);
        let hands = decisions.iter().map(|decision| decision.hand).max().unwrap_or(0);
        let in_hand = |hand: u16, seat: Seat| {
            let own = decisions
                .iter()
                .filter(move |decision| decision.hand == hand && decision.seat == seat);
            TallyJson::of(Tally::of(own))
        };
        let in_game = |seat| Tally::of(decisions.iter().filter(|decision| decision.seat == seat));
        ReviewJson {
            currency: CurrencyWord::of(rules),
            seats: seats().map(|seat| TallyJson::of(in_game(seat))).collect(),
            hands: (1..=hands)
                .map(|hand| seats().map(|seat| in_hand(hand, seat)).collect())
                .collect(),
            decisions: decisions.iter().map(DecisionJson::of).collect(),
        }
    }
}

impl TallyJson {
    fn of(tally: Tally) -> TallyJson {
        TallyJson {
            decisions: tally.decisions,
            shared: tally.shared,
            loss: short(tally.loss),
        }
    }
}

impl DecisionJson {
    fn of(decision: &Decision) -> DecisionJson {
        DecisionJson {
            seat: decision.seat.0,
            hand: decision.hand,
            at: decision.at as u32,
            played: (&decision.played).into(),
            best: decision.best.iter().map(Into::into).collect(),
            loss: short(decision.loss()),
        }
    }
}
