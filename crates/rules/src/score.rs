//! Scores a winning hand: weighs all readings, of which the one that pays most counts.

use crate::dora::DoraCount;
use crate::facts::of_reading::{of_any_kans, of_melds};
use crate::facts::{self, Facts};
use crate::fu::{self, FuContext};
use crate::reading::{MeldSets, Reading};
use crate::rulebook::choices::{PocchiWild, Scheme};
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::{Key, Settings};
use crate::rulebook::yaku::Worth;
use crate::seat::Wind;
use crate::units::{Fu, Points};
use crate::value::Value;
use crate::win::{By, Riichi, Win};
use crate::yaku_table::YakuSet;

mod search;

pub(crate) use search::{Best, Keep, weigh_all};

/// One yaku of a scored hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct YakuLine {
    pub yaku: u16,
    /// What it added, in han, yakuman or points.
    pub worth: i32,
}

/// A hand that wins, and what it is worth.
#[derive(Clone, Debug)]
pub struct Score {
    pub value: Value,
    /// What the winner gets in total, before honba, sticks and liability.
    pub total: Points,
    /// The yaku that count; [`Score::lines`] gives the worth of each.
    pub yaku: YakuSet,
    /// The dora; beside a yakuman they are counted but worth nothing.
    pub dora: DoraCount,
    pub reading: Reading,
    /// Were the fu of a tsumo and of tiles set aside waived?
    pub waived_fu: bool,
    pub facts: Facts,
}

/// Why a hand does not win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotAWin {
    /// The tiles are no complete hand.
    Incomplete,
    /// Complete, but without a yaku.
    NoYaku,
    /// Its yaku are worth less than the rulebook's minimum.
    BelowMinimum,
}

impl NotAWin {
    /// The setting that decides it for a tile that came in this way, where one does.
    pub fn key(self, rules: &Rules, by: By) -> Option<Key> {
        match self {
            NotAWin::Incomplete => None,
            _ if by == By::RobbingAKita => Some(Key::AsideKitaRobbed),
            NotAWin::NoYaku if rules.settings.value.yaku_needed => Some(Key::ValueYakuNeeded),
            NotAWin::NoYaku | NotAWin::BelowMinimum => Some(Key::ValueMinimum),
        }
    }

    /// The setting that decides it for this hand. Tiles that no rulebook takes for a hand have none, but some complete one only where
    /// four of a kind are two pairs, or where the drawn pocchi is any tile.
    pub fn key_of(self, rules: &Rules, win: &Win) -> Option<Key> {
        if self != NotAWin::Incomplete {
            return self.key(rules, win.by);
        }
        let is_complete = |settings: Settings, win: &Win| {
            let mut other = rules.clone();
            other.settings = settings;
            !matches!(score(&other, win), Err(NotAWin::Incomplete))
        };
        let mut pairs = rules.settings.clone();
        pairs.value.four_of_a_kind_pairs = true;
        if is_complete(pairs, win) {
            return Some(Key::ValueFourOfAKindPairs);
        }
        let mut wild = rules.settings.clone();
        wild.pocchi.wild = PocchiWild::AfterRiichi;
        let drawn = Win {
            by: By::Tsumo,
            riichi: Riichi::Riichi,
            ..win.clone()
        };
        (win.tile.is_pocchi() && is_complete(wild, &drawn)).then_some(Key::PocchiIsWild)
    }
}

/// Scores a win by the reading that pays best. Pass hands from outside through [`checked`](crate::checked) first.
///
/// ```
/// use jantaku_rules::{Library, NotAWin, Win, score};
///
/// let rules = Library::builtin().rules("ema-2025").expect("a built-in rulebook");
/// let win: Win = "123m456p678s99p13s +2s riichi".parse()?;
/// assert_eq!(score(&rules, &win).map(|score| score.total.0).ok(), Some(1_300));
/// let without_yaku: Win = "123m456p678s99p13s +2s".parse()?;
/// assert_eq!(score(&rules, &without_yaku).err(), Some(NotAWin::NoYaku));
/// # Ok::<(), jantaku_rules::HandTextError>(())
/// ```
///
/// # Errors
/// Why the hand does not win: incomplete, without a yaku, or below the minimum.
#[inline]
pub fn score(rules: &Rules, win: &Win) -> Result<Score, NotAWin> {
    // Inlined, so that the score is written where the caller keeps it: copying one takes as long as finding some of its yaku.
    let mut best = Err(NotAWin::Incomplete);
    let refused = weigh_all(rules, win, &mut Best::new(&mut best));
    if best.is_err() {
        best = Err(refused);
    }
    best
}

/// Scores four kans that need no pair: the yakuman they make on their own, or a single one if the rulebook names none. Where only four
/// kans count, those are the yakuman that any four kans make.
pub fn score_four_kans(rules: &Rules, seat: Wind, kans: &MeldSets) -> Score {
    let facts = of_melds(kans);
    let yaku = if rules.settings.kan.four_only {
        certain_yakuman(rules, &of_any_kans(kans), false)
    } else {
        yakuman_of_kans(rules, kans)
    };
    let adds = rules.settings.value.yakuman_add;
    let value = Value::Yakuman(if adds { yakuman_of(rules, &yaku).max(1) } else { 1 });
    Score {
        value,
        total: rules.totals.total(&rules.settings, &value, seat == Wind::East, true),
        yaku,
        dora: DoraCount::default(),
        reading: Reading::of_four_kans(kans),
        waived_fu: false,
        facts,
    }
}

/// All yakuman that these kans make by themselves.
pub(crate) fn yakuman_of_kans(rules: &Rules, kans: &MeldSets) -> YakuSet {
    certain_yakuman(rules, &of_melds(kans), kans.are_closed())
}

fn certain_yakuman(rules: &Rules, facts: &Facts, closed: bool) -> YakuSet {
    let certain = rules.table.of_reading(&rules.table.of_hand(facts), facts, closed);
    yakuman_that_count(rules, &certain)
}

/// Can the drawn tile be any kind?
pub fn is_wild(rules: &Rules, win: &Win) -> bool {
    win.tile.is_pocchi()
        && win.by == By::Tsumo
        && win.riichi.declared()
        && match rules.settings.pocchi.wild {
            PocchiWild::Never => false,
            PocchiWild::AfterRiichi => true,
            PocchiWild::Ippatsu => win.ippatsu,
        }
}

impl Score {
    /// The fu of its reading, also for a yakuman, to which they add nothing. `None` if the rulebook has no fu.
    #[must_use]
    pub fn fu(&self, rules: &Rules, win: &Win) -> Option<Fu> {
        let counts = rules.settings.value.scheme == Scheme::FuAndHan;
        let context = || fu_context(rules, win, &self.facts, self.waived_fu);
        counts.then(|| fu::total(&rules.settings, &context(), &self.reading))
    }

    /// The yaku that count, and what each adds.
    pub fn lines<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = YakuLine> + 'a {
        let closed = self.facts.is(facts::CLOSED);
        // Above the cap only the pattern that is worth more than it counts.
        let cap = rules.settings.value.cap;
        let over_cap = cap > 0 && self.value.points().0 > cap;
        self.yaku
            .iter()
            .filter_map(move |place| {
                let counted = rules.table.counted(place);
                let worth = match counted.worth {
                    Worth::Han { .. } => worth_in_han(counted.worth, closed) as i32,
                    Worth::Yakuman(n) => i32::from(n),
                    Worth::Points(n) => n,
                };
                let line = YakuLine {
                    yaku: place as u16,
                    worth: worth * times(counted.each, &self.facts) as i32,
                };
                (!over_cap || line.worth == self.value.points().0).then_some(line)
            })
            // Of several such patterns one counts.
            .take(if over_cap { 1 } else { usize::MAX })
    }
}

/// What the fu of a reading depend on.
#[inline(always)]
pub fn fu_context(rules: &Rules, win: &Win, facts: &Facts, waived: bool) -> FuContext {
    let tsumo = win.by.is_tsumo();
    FuContext {
        tsumo: tsumo && !waived && rules.tsumo_fu.holds(facts),
        ron: !tsumo,
        closed: facts.is(facts::CLOSED),
        seat: win.seat,
        round: win.round,
        aside: if waived {
            0
        } else {
            win.aside.iter().filter(|tile| tile.kind().is_flower()).count() as u8
        },
    }
}

fn times(each: Option<facts::Count>, facts: &Facts) -> u32 {
    each.map_or(1, |count| facts.get(count) as u32)
}

fn worth_in_han(worth: Worth, is_closed: bool) -> u32 {
    match worth {
        Worth::Han { closed, open } => u32::from(if is_closed { closed } else { open }),
        _ => 0,
    }
}

/// The yakuman of a set that count. One that gives way counts only if there are no others.
fn yakuman_that_count(rules: &Rules, set: &YakuSet) -> YakuSet {
    let yakuman = set.and(&rules.table.yakuman);
    let others = yakuman.without(&rules.table.giving_way);
    if others.is_empty() { yakuman } else { others }
}

fn yakuman_of(rules: &Rules, set: &YakuSet) -> u8 {
    let worth = |yaku| match rules.table.counted(yaku).worth {
        Worth::Yakuman(n) => n,
        _ => 0,
    };
    yakuman_that_count(rules, set)
        .iter()
        .map(worth)
        .fold(0, u8::saturating_add)
}
