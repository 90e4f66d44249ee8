//! Settling wins: one tsumo, or one to three rons on the same tile.

use super::HandState;
use super::chips::pay_win_chips;
use super::ledger::Ledger;
use super::payment::{Feeder, pay_hand, pay_honba};
use super::pot;
use crate::rulebook::choices::Winners;
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::{Key, Settings};
use crate::rulebook::yaku::Worth;
use crate::score::Score;
use crate::seat::Wind;
use crate::transfer::{Transfers, What};
use crate::value::Value;
use crate::win::{By, Win};
use arrayvec::ArrayVec;

/// A yakuman of the winning hand for which a player is liable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Liability {
    pub liable: Wind,
    pub yakuman: u8,
}

/// Who is liable for how much of a hand, one entry for each liable player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Liabilities(ArrayVec<Liability, 4>);

impl Liabilities {
    /// The liabilities of a scored hand, given who fed a yaku (its place in the rulebook), if anybody.
    ///
    /// Only yakuman that the rulebook lists for pao make a player liable.
    #[must_use]
    pub fn of(rules: &Rules, score: &Score, fed_by: impl Fn(u16) -> Option<Wind>) -> Liabilities {
        let mut all = Liabilities::default();
        for place in score.lines(rules).map(|line| line.yaku) {
            let yaku = &rules.yaku[usize::from(place)];
            if let (Worth::Yakuman(worth), Some(liable)) = (yaku.worth, fed_by(place))
                && rules.settings.pao.yaku.contains(&yaku.id)
            {
                all.add(liable, worth);
            }
        }
        all
    }

    /// Makes a player liable for one or more yakuman.
    pub fn add(&mut self, liable: Wind, yakuman: u8) {
        match self.0.iter_mut().find(|known| known.liable == liable) {
            Some(known) => known.yakuman = known.yakuman.saturating_add(yakuman),
            // There are four winds, so a fifth player never comes.
            None => self.0.push(Liability { liable, yakuman }),
        }
    }

    /// The liable players.
    pub fn iter(&self) -> std::slice::Iter<'_, Liability> {
        self.0.iter()
    }
}

/// What of a win gives chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ChipFacts {
    pub ippatsu: bool,
    pub ura: u8,
    /// Won by drawing the pocchi after riichi?
    pub pocchi: bool,
    /// All flowers of the game set aside by the winner?
    pub all_flowers: bool,
}

/// One winner of a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Winner {
    pub seat: Wind,
    pub by: By,
    /// Who gave it; for a tsumo the winner.
    pub from: Wind,
    pub value: Value,
    /// Yakuman for which somebody is liable.
    pub liable: Liabilities,
    /// Whose discard was called for the daiminkan that began the unbroken row of kans before the winning draw.
    pub fed_kan: Option<Wind>,
    /// The responsible player, where it is not the discarder.
    pub responsible: Option<Wind>,
    pub chips: ChipFacts,
}

impl Winner {
    /// A win by tsumo with nobody liable.
    pub fn tsumo(seat: Wind, value: Value) -> Winner {
        Winner::ron(seat, By::Tsumo, seat, value)
    }

    /// A win on another player's tile with nobody liable.
    pub fn ron(seat: Wind, by: By, from: Wind, value: Value) -> Winner {
        Winner {
            seat,
            by,
            from,
            value,
            liable: Liabilities::default(),
            fed_kan: None,
            responsible: None,
            chips: ChipFacts::default(),
        }
    }

    /// The winner with a scored hand, nobody liable.
    pub fn of(rules: &Rules, win: &Win, score: &Score) -> Winner {
        let drawn = win.by.is_tsumo();
        let all = usize::from(rules.settings.tiles.flowers);
        let flowers = win
            .aside
            .iter()
            .chain([&win.tile])
            .filter(|tile| tile.kind().is_flower());
        Winner {
            chips: ChipFacts {
                ippatsu: win.ippatsu,
                ura: score.dora.ura,
                pocchi: win.tile.is_pocchi() && drawn && win.riichi.declared(),
                all_flowers: all > 0 && flowers.count() == all,
            },
            ..Winner::ron(win.seat, win.by, win.from, score.value)
        }
    }

    /// Does the winner deal?
    pub fn deals(&self) -> bool {
        self.seat == Wind::East
    }
}

/// How many of the players who claim a tile win on it, the first in turn after the discarder first. None if so many claims abort
/// the hand.
#[must_use]
pub fn winners_of(settings: &Settings, claims: usize) -> Option<usize> {
    match settings.claims.winners {
        Winners::FirstInTurn => Some(claims.min(1)),
        Winners::All => (claims < 3 || !settings.draws.triple_ron).then_some(claims),
    }
}

/// What the winners of a hand get: hand values, honba, sticks, then chips.
///
/// Several winners have won on the same tile of the same player.
pub fn settle_wins(rules: &Rules, hand: &HandState, wins: &[Winner]) -> Transfers {
    let mut ledger = Ledger::new(rules);
    let wins = &wins[..wins.len().min(rules.seats().saturating_sub(1))];
    for win in wins {
        pay_hand(&mut ledger, win, What::Hand, kan_feeder(rules, win));
    }
    for win in wins.iter().filter(|win| pot::gets_honba(rules, wins, win.seat)) {
        pay_honba(&mut ledger, win, hand.honba, kan_feeder(rules, win));
    }
    pot::pay_sticks(&mut ledger, hand, wins);
    for win in wins {
        pay_win_chips(&mut ledger, win);
    }
    ledger.close()
}

/// Who pays for a win on the replacement of a kan that they fed, where the rulebook has it so.
fn kan_feeder(rules: &Rules, win: &Winner) -> Option<Feeder> {
    let fed = win.fed_kan.filter(|&feeder| feeder != win.seat && win.by.is_tsumo())?;
    rules.settings.pao.rinshan.then_some(Feeder {
        seat: fed,
        what: What::RinshanPao,
        key: Key::PaoRinshan,
    })
}
