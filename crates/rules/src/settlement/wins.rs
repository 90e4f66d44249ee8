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

#[cfg(test)]
mod tests {
    use crate::seat::Wind::{East, North, South, West};
    use crate::settlement::checking::{case, han, han_fu, ron, tsumo, yakuman};
    use crate::transfer::What;

    #[test]
    fn four_players_with_fu() {
        let rc = "ryanzou-chankan";
        case("RB-26", rc)
            .wins(&[ron(South, East, han_fu(3, 30))])
            .points(&[-3_900, 3_900, 0, 0]);
        case("RB-26", rc)
            .wins(&[ron(East, West, han_fu(3, 30))])
            .points(&[5_800, 0, -5_800, 0]);
        case("RB-26", rc)
            .wins(&[tsumo(South, han_fu(3, 30))])
            .points(&[-2_000, 4_000, -1_000, -1_000]);
        case("RB-26", rc)
            .wins(&[tsumo(East, han_fu(3, 30))])
            .points(&[6_000, -2_000, -2_000, -2_000]);
        case("RB-26", rc)
            .wins(&[tsumo(West, han(5))])
            .points(&[-4_000, -2_000, 8_000, -2_000]);
        case("RB-26", rc)
            .wins(&[ron(North, West, han(7))])
            .points(&[0, 0, -12_000, 12_000]);
        case("RB-26", rc)
            .wins(&[ron(East, South, han(8))])
            .points(&[24_000, -24_000, 0, 0]);
        case("RB-26", rc)
            .wins(&[tsumo(East, han(11))])
            .points(&[36_000, -12_000, -12_000, -12_000]);
        case("RC-59", rc)
            .wins(&[ron(South, West, yakuman(2))])
            .points(&[0, 64_000, -64_000, 0]);
        case("RC-52", rc)
            .wins(&[tsumo(South, han_fu(1, 20))])
            .points(&[-400, 800, -200, -200]);
        case("RC-52", rc)
            .wins(&[tsumo(East, han_fu(1, 20))])
            .points(&[1_200, -400, -400, -400]);
        case("HN-21", rc)
            .wins(&[tsumo(South, han_fu(3, 20))])
            .points(&[-1_300, 2_700, -700, -700]);
        case("HN-21", rc)
            .wins(&[tsumo(South, han_fu(2, 50))])
            .points(&[-1_600, 3_200, -800, -800]);
    }

    #[test]
    fn rounding_up_and_counting_to_a_limit() {
        case("RC-31", "ryanzou-chankan")
            .wins(&[ron(South, East, han_fu(4, 30))])
            .points(&[-7_700, 7_700, 0, 0]);
        case("RC-31", "ryanzou-chankan")
            .wins(&[tsumo(South, han_fu(3, 60))])
            .points(&[-3_900, 7_900, -2_000, -2_000]);
        case("RC-32", "ryanzou-chankan")
            .wins(&[ron(South, East, han(13))])
            .points(&[-32_000, 32_000, 0, 0]);
        case("EMA-30", "ema-2025")
            .wins(&[ron(South, East, han_fu(4, 30))])
            .points(&[-8_000, 8_000, 0, 0]);
        case("EMA-30", "ema-2025")
            .wins(&[tsumo(South, han_fu(3, 60))])
            .points(&[-4_000, 8_000, -2_000, -2_000]);
        case("EMA-30", "ema-2025")
            .wins(&[ron(South, East, han(13))])
            .points(&[-24_000, 24_000, 0, 0]);
    }

    #[test]
    fn honba() {
        case("RC-07", "ryanzou-chankan")
            .honba(2)
            .wins(&[ron(South, East, han_fu(1, 30))])
            .points(&[-1_600, 1_600, 0, 0]);
        case("RC-07", "ryanzou-chankan")
            .honba(2)
            .wins(&[tsumo(South, han_fu(1, 30))])
            .points(&[-700, 1_700, -500, -500]);
        case("SM-22", "sanmatsuri")
            .honba(3)
            .wins(&[ron(South, West, han_fu(1, 30))])
            .points(&[0, 1_600, -1_600]);
        case("SM-22", "sanmatsuri")
            .honba(3)
            .wins(&[tsumo(East, han_fu(1, 30))])
            .points(&[1_600, -800, -800]);
        case("ZAN-29", "zan")
            .honba(2)
            .wins(&[ron(South, West, han(1))])
            .points(&[0, 3_000, -3_000]);
        case("ZAN-29", "zan")
            .honba(2)
            .wins(&[tsumo(South, han(1))])
            .points(&[-3_000, 6_000, -3_000]);
    }

    #[test]
    fn three_players_with_tsumo_loss() {
        let sm = "sanmatsuri";
        case("SM-21", sm)
            .wins(&[ron(East, South, han(5))])
            .points(&[12_000, -12_000, 0]);
        case("SM-21", sm)
            .wins(&[tsumo(East, han(5))])
            .points(&[8_000, -4_000, -4_000]);
        case("SM-21", sm)
            .wins(&[ron(South, West, han_fu(3, 30))])
            .points(&[0, 3_900, -3_900]);
        case("SM-21", sm)
            .wins(&[tsumo(South, han_fu(3, 30))])
            .points(&[-2_000, 3_000, -1_000])
            .because(What::Hand, "SM-21");
    }

    #[test]
    fn three_players_by_a_table_of_han() {
        let dealer = [
            (1, 2_000, 1_000),
            (2, 3_000, 2_000),
            (3, 6_000, 3_000),
            (4, 12_000, 6_000),
            (5, 12_000, 6_000),
            (6, 18_000, 9_000),
            (7, 18_000, 9_000),
            (8, 24_000, 12_000),
            (10, 24_000, 12_000),
            (11, 36_000, 18_000),
            (12, 36_000, 18_000),
            (13, 48_000, 24_000),
            (20, 48_000, 24_000),
        ];
        for (count, by_ron, from_each) in dealer {
            case("ZAN-37", "zan")
                .wins(&[ron(East, West, han(count))])
                .points(&[by_ron, 0, -by_ron])
                .because(What::Hand, "ZAN-37");
            case("ZAN-37", "zan")
                .wins(&[tsumo(East, han(count))])
                .points(&[from_each * 2, -from_each, -from_each]);
        }
        let others = [
            (1, 1_000, 1_000, 1_000),
            (2, 2_000, 1_000, 1_000),
            (3, 4_000, 1_000, 3_000),
            (4, 8_000, 3_000, 5_000),
            (5, 8_000, 3_000, 5_000),
            (6, 12_000, 4_000, 8_000),
            (8, 16_000, 6_000, 10_000),
            (10, 16_000, 6_000, 10_000),
            (11, 24_000, 8_000, 16_000),
            (13, 32_000, 12_000, 20_000),
        ];
        for (count, by_ron, from_other, from_dealer) in others {
            case("ZAN-38", "zan")
                .wins(&[ron(South, East, han(count))])
                .points(&[-by_ron, by_ron, 0])
                .because(What::Hand, "ZAN-38");
            case("ZAN-38", "zan").wins(&[tsumo(South, han(count))]).points(&[
                -from_dealer,
                from_dealer + from_other,
                -from_other,
            ]);
        }
        case("ZAN-38", "zan")
            .wins(&[ron(West, South, yakuman(2))])
            .points(&[0, -64_000, 64_000]);
        case("ZAN-38", "zan")
            .wins(&[tsumo(West, yakuman(2))])
            .points(&[-40_000, -24_000, 64_000]);
    }

    #[test]
    fn the_clause_behind_a_price() {
        let because = |spec, value, clause| {
            case(clause, spec)
                .wins(&[ron(South, East, value)])
                .because(What::Hand, clause);
        };
        because("ryanzou-chankan", han_fu(2, 30), "RB-26");
        because("ryanzou-chankan", han(13), "RC-32");
        because("ema-2025", han_fu(4, 30), "EMA-30");
        because("ema-2025", han(6), "RB-26");
    }
}
