//! Hands that nobody wins: why they end, and what noten players pay after an exhaustive draw.

use super::ledger::Ledger;
use super::players;
use crate::rulebook::choices::NotenFrom;
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::Key;
use crate::seat::{BySeat, Wind};
use crate::transfer::{Transfers, What};
use crate::units::Points;
use arrayvec::ArrayVec;

/// Why a hand ended without a winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawReason {
    /// The wall is empty.
    Exhausted,
    /// Nine different terminals and honours.
    NineTerminals,
    /// The same wind from everybody.
    FourWinds,
    /// Everybody in riichi.
    FourRiichi,
    /// Four kans by several players.
    FourKans,
    /// Three winners on one tile.
    TripleRon,
    /// A chombo voids the hand.
    Chombo,
}

impl DrawReason {
    pub const ALL: [DrawReason; 7] = [
        DrawReason::Exhausted,
        DrawReason::NineTerminals,
        DrawReason::FourWinds,
        DrawReason::FourRiichi,
        DrawReason::FourKans,
        DrawReason::TripleRon,
        DrawReason::Chombo,
    ];

    /// Its name in files and reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DrawReason::Exhausted => "exhausted",
            DrawReason::NineTerminals => "nine-terminals",
            DrawReason::FourWinds => "four-winds",
            DrawReason::FourRiichi => "four-riichi",
            DrawReason::FourKans => "four-kans",
            DrawReason::TripleRon => "triple-ron",
            DrawReason::Chombo => "chombo",
        }
    }

    /// The setting that provides for it.
    #[must_use]
    pub const fn key(self) -> Key {
        match self {
            DrawReason::Exhausted => Key::DrawsNoten,
            DrawReason::NineTerminals => Key::DrawsNineTerminals,
            DrawReason::FourWinds => Key::DrawsFourWinds,
            DrawReason::FourRiichi => Key::DrawsFourRiichi,
            DrawReason::FourKans => Key::KanFourth,
            DrawReason::TripleRon => Key::DrawsTripleRon,
            DrawReason::Chombo => Key::PenaltyChombo,
        }
    }
}

/// What noten players pay to tenpai players; nothing if all or none are tenpai.
pub fn settle_draw(rules: &Rules, tenpai: &BySeat<bool>) -> Transfers {
    let mut ledger = Ledger::new(rules);
    let (takers, payers): (ArrayVec<Wind, 4>, ArrayVec<Wind, 4>) = {
        let of = |is: bool| players(rules.seats()).filter(move |&seat| tenpai[seat] == is).collect();
        (of(true), of(false))
    };
    if takers.is_empty() || payers.is_empty() {
        return ledger.close();
    }
    let draws = &rules.settings.draws;
    let paying = match draws.noten_from {
        NotenFrom::Together => payers.len(),
        NotenFrom::Each => 1,
    };
    let share = draws.noten / (takers.len() * paying) as i32;
    // Each payer owes the same and each taker is due the same; going round once keeps the payments few and whole.
    let mut due = takers.iter().map(|&taker| (taker, share * payers.len() as i32));
    let mut open = due.next();
    for &payer in &payers {
        let mut owed = share * takers.len() as i32;
        while let Some((taker, missing)) = open.filter(|_| owed > 0) {
            let amount = owed.min(missing);
            ledger.points(payer, taker, Points(amount), What::Noten, Key::DrawsNoten);
            owed -= amount;
            open = if amount < missing {
                Some((taker, missing - amount))
            } else {
                due.next()
            };
        }
    }
    ledger.close()
}
