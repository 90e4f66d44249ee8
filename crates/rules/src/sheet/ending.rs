//! The sheets of hands that nobody won, and of the end of a game.

use super::{Counts, Item, Part, ScoreSheet, Writer};
use crate::result::FinalResult;
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::Key;
use crate::seat::{BySeat, Wind};
use crate::transfer::{Amount, Party, Transfer};

/// How a hand ended without a win, and what a player had then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// No tile was left.
    Exhausted,
    NineTerminals,
    FourWinds,
    FourRiichi,
    FourKans,
    TripleRon,
    /// A chombo voided it.
    Chombo,
    /// A player discarded only terminals and honours.
    Nagashi,
    Tenpai,
    Noten,
}

impl Ended {
    /// Every value.
    pub const ALL: [Ended; 10] = [
        Ended::Exhausted,
        Ended::NineTerminals,
        Ended::FourWinds,
        Ended::FourRiichi,
        Ended::FourKans,
        Ended::TripleRon,
        Ended::Chombo,
        Ended::Nagashi,
        Ended::Tenpai,
        Ended::Noten,
    ];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Ended::Exhausted => "exhausted",
            Ended::NineTerminals => "nine-terminals",
            Ended::FourWinds => "four-winds",
            Ended::FourRiichi => "four-riichi",
            Ended::FourKans => "four-kans",
            Ended::TripleRon => "triple-ron",
            Ended::Chombo => "chombo",
            Ended::Nagashi => "nagashi",
            Ended::Tenpai => "tenpai",
            Ended::Noten => "noten",
        }
    }

    /// The key that decides what follows from it.
    pub const fn key(self) -> Key {
        match self {
            Ended::Exhausted | Ended::Tenpai | Ended::Noten => Key::DrawsNoten,
            Ended::NineTerminals => Key::DrawsNineTerminals,
            Ended::FourWinds => Key::DrawsFourWinds,
            Ended::FourRiichi => Key::DrawsFourRiichi,
            Ended::FourKans => Key::KanFourth,
            Ended::TripleRon => Key::DrawsTripleRon,
            Ended::Chombo => Key::PenaltyChombo,
            Ended::Nagashi => Key::DrawsNagashi,
        }
    }
}

impl ScoreSheet {
    /// The sheet of a hand that nobody won. `tenpai` says who was ready, where that was asked; `who` made a chombo or nagashi.
    pub fn of_draw(
        rules: &Rules,
        ended: Ended,
        tenpai: Option<&BySeat<bool>>,
        who: &[Wind],
        transfers: &[Transfer],
    ) -> ScoreSheet {
        let mut sheet = Writer::new(rules);
        let players = who.iter().map(|&wind| Some(Party::Player(wind)));
        let nobody = who.is_empty().then_some(None);
        for player in players.chain(nobody) {
            sheet.by_key(Part::Ending, Item::Ended(ended), None, ended.key()).to = player;
        }
        for (wind, &ready) in Wind::ALL.into_iter().zip(tenpai.into_iter().flat_map(BySeat::iter)) {
            let had = if ready { Ended::Tenpai } else { Ended::Noten };
            sheet.by_key(Part::Ending, Item::Ended(had), None, had.key()).to = Some(Party::Player(wind));
        }
        sheet.payments(None, transfers);
        sheet.done
    }

    /// The sheet of a finished game. Winds are those of the first hand.
    pub fn of_result(rules: &Rules, result: &FinalResult) -> ScoreSheet {
        let mut sheet = Writer::new(rules);
        sheet.payments(None, &result.leftover);
        for line in &result.lines {
            let player = Party::Player(Wind::at(usize::from(line.seat.0)));
            let transfer = Transfer {
                from: Party::Sticks,
                to: player,
                amount: Amount::of(result.unit, line.amount),
                what: line.what,
                because: line.because,
            };
            let counts = Some(Counts::from(transfer.amount));
            sheet
                .line(Part::Ending, super::item_of(&transfer), counts, line.because)
                .to = Some(player);
        }
        sheet.done
    }
}
