//! The sheets of hands that nobody won, and of the end of a game.

use super::{Counts, Item, Part, ScoreSheet, Writer};
use crate::result::FinalResult;
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::Key;
use crate::seat::{BySeat, Wind};
use crate::settlement::draw::DrawReason;
use crate::transfer::{Amount, Party, Stake, Transfer, What};

/// How a hand ended without a win, and what a player had then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    Drawn(DrawReason),
    /// A player discarded only terminals and honours.
    Nagashi,
    Tenpai,
    Noten,
}

impl Ended {
    /// Every value.
    pub fn all() -> impl Iterator<Item = Ended> {
        let drawn = DrawReason::ALL.into_iter().map(Ended::Drawn);
        drawn.chain([Ended::Nagashi, Ended::Tenpai, Ended::Noten])
    }

    pub(super) const fn word(self) -> &'static str {
        match self {
            Ended::Drawn(reason) => reason.name(),
            Ended::Nagashi => "nagashi",
            Ended::Tenpai => "tenpai",
            Ended::Noten => "noten",
        }
    }

    /// The key that decides what follows from it.
    pub const fn key(self) -> Key {
        match self {
            Ended::Drawn(reason) => reason.key(),
            Ended::Tenpai | Ended::Noten => Key::DrawsNoten,
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
        honba: u8,
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
        sheet.payments(&[], honba, transfers);
        sheet.done
    }

    /// The sheet of a finished game. Winds are those of the first hand.
    pub fn of_result(rules: &Rules, result: &FinalResult) -> ScoreSheet {
        let mut sheet = Writer::new(rules);
        sheet.payments(&[], 0, &result.leftover);
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
            let names = match (result.unit, line.what) {
                (Stake::Chips, What::Game) => Some(sheet.words("line", "game-chips")),
                _ => None,
            };
            let line = sheet.line(Part::Ending, super::item_of(&transfer), counts, line.because);
            line.to = Some(player);
            line.names = names.unwrap_or_else(|| std::mem::take(&mut line.names));
        }
        sheet.done
    }
}
