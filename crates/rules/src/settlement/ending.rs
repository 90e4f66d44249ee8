//! The end of a hand, however it came: everything it moves, and whether the dealer stays.

use super::HandState;
use super::bust::bust_chips;
use super::chombo::settle_chombo;
use super::draw::settle_draw;
use super::four_kans::{FourKansWin, settle_four_kans};
use super::nagashi::settle_nagashi;
use super::wins::{Winner, settle_wins};
use crate::rulebook::choices::{DealerStays, NagashiAs};
use crate::rulebook::clause::ClauseRef;
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::{Key, Settings};
use crate::seat::{BySeat, Wind};
use crate::transfer::Transfers;
use crate::units::Points;

/// How a hand ended. Seats are the winds of the hand.
#[derive(Clone, Copy, Debug)]
pub enum Ending<'a> {
    /// One tsumo, or one to three rons on the same tile.
    Won(&'a [Winner]),
    /// Four kans score without the pair.
    FourKans(&'a FourKansWin),
    /// An exhaustive draw.
    Drawn { tenpai: BySeat<bool> },
    /// An exhaustive draw with nagashi.
    Nagashi {
        winners: BySeat<bool>,
        tenpai: BySeat<bool>,
    },
    /// An abortive draw, by the setting that provides for it.
    Aborted(Key),
    /// A penalty voids the hand. `flowers` were set aside by each player.
    Chombo { offenders: &'a [Wind], flowers: BySeat<u8> },
}

/// A hand whose payments are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    pub stays: bool,
    /// Whether the dealer stays by winning or being tenpai, and so may end the game in the last hand.
    pub may_yame: bool,
    pub honba: u8,
    /// Whether the hand is void and dealt again.
    pub void: bool,
}

impl Ending<'_> {
    /// Everything that the end of the hand moves, chips of players who go bust included. `before` are the points of each player
    /// with the riichi sticks of the hand already paid.
    pub fn settle(&self, rules: &Rules, hand: &HandState, before: &BySeat<Points>) -> Transfers {
        let mut transfers = match self {
            Ending::Won(winners) => settle_wins(rules, hand, winners),
            Ending::FourKans(kans) => settle_four_kans(rules, hand, kans),
            Ending::Drawn { tenpai } => settle_draw(rules, tenpai),
            Ending::Nagashi { winners, .. } => settle_nagashi(rules, hand, winners),
            Ending::Aborted(_) => return Transfers::new(),
            Ending::Chombo { offenders, flowers } => return settle_chombo(rules, hand, offenders, flowers),
        };
        for paid in bust_chips(rules, before, &transfers) {
            let written = transfers.try_push(paid);
            debug_assert!(written.is_ok(), "a hand with its bust chips fits its page");
        }
        transfers
    }

    /// Who deals next and with how many honba, after a hand with this many.
    pub fn settled(&self, settings: &Settings, honba: u8) -> Settled {
        let on_win = settings.game.dealer_stays != DealerStays::Never;
        let on_tenpai = settings.game.dealer_stays == DealerStays::OnWinOrTenpai;
        let east = Wind::East;
        let (stays, is_win) = match self {
            Ending::Won(winners) => (on_win && winners.iter().any(Winner::deals), true),
            Ending::FourKans(kans) => (on_win && kans.seat == east, true),
            Ending::Drawn { tenpai } => (on_tenpai && tenpai[east], false),
            Ending::Nagashi { winners, tenpai } => match settings.draws.nagashi_as {
                NagashiAs::Win => (on_win && winners[east], true),
                NagashiAs::PaidDraw => (on_tenpai && (tenpai[east] || winners[east]), false),
                _ => (on_tenpai && tenpai[east], false),
            },
            Ending::Aborted(_) | Ending::Chombo { .. } => (true, false),
        };
        let void = matches!(self, Ending::Chombo { .. });
        let counted = settings.payment.honba_ron != 0 || settings.payment.honba_tsumo != 0;
        Settled {
            stays,
            may_yame: stays && !void && !matches!(self, Ending::Aborted(_)),
            honba: match (counted, is_win && !stays) {
                _ if void => honba,
                (false, _) | (_, true) => 0,
                _ => honba.saturating_add(1),
            },
            void,
        }
    }

    /// The clause behind who deals next.
    pub fn dealer_clause(&self, rules: &Rules) -> ClauseRef {
        let (said, otherwise) = match self {
            Ending::Won(_) | Ending::FourKans(_) | Ending::Drawn { .. } => return rules.because(Key::GameDealerStays),
            Ending::Nagashi { .. } => (Key::CiteDealAfterNagashi, Key::DrawsNagashiAs),
            Ending::Aborted(key) => (Key::CiteDealAfterAbort, *key),
            Ending::Chombo { .. } => (Key::CiteChomboRedealt, Key::PenaltyChombo),
        };
        rules.because_or(said, rules.because(otherwise))
    }
}
