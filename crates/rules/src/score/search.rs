//! Finds the best way to count a hand: every reading, and every way in which its yaku may count.

use super::{NotAWin, Score, fu_context, is_wild, times, worth_in_han, yakuman_of, yakuman_that_count};
use crate::dora::{self, DoraCount};
use crate::facts::of_hand::{of_all_flowers, of_hand};
use crate::facts::of_reading::{HandContext, of_reading};
use crate::facts::{self, Facts};
use crate::fu;
use crate::held::Held;
use crate::reading::{Concealed, MeldSets, Reading, Set, Shape};
use crate::rulebook::choices::Scheme;
use crate::rulebook::rules::Rules;
use crate::rulebook::yaku::Worth;
use crate::tile::Kind;
use crate::units::{Fu, Points};
use crate::value::Value;
use crate::win::{By, Win};
use crate::yaku_table::{HandPossible, YakuSet};

/// Weighs every way to count a hand. Returns why it does not win, in case none of them does.
pub(crate) fn weigh_all<K: Keep>(rules: &Rules, win: &Win, kept: &mut K) -> NotAWin {
    let mut search = Search::new(rules, win, kept);
    if win.tile.kind().is_flower() {
        search.all_flowers();
    } else if is_wild(rules, win) {
        for kind in Kind::of_hand().filter(|&k| !rules.settings.tiles.removed.has(k)) {
            search.with_winning(kind, kind);
        }
    } else if any_tile_wins(rules, win) {
        let mut complete = search.concealed;
        complete.add(win.tile);
        for kind in Kind::of_hand().filter(|&k| complete.suits().count(k) > 0) {
            search.with_winning(win.tile.kind(), kind);
        }
    } else {
        search.with_winning(win.tile.kind(), win.tile.kind());
    }
    search.refused
}

/// What is kept of the ways to count a hand: for a score the best of them, for its explanation all.
pub(crate) trait Keep {
    /// Called for each way that wins; a way with a higher key pays more.
    fn counted(&mut self, key: i64, score: impl FnOnce() -> Score);
    /// Called for each reading that does not win.
    fn refused(&mut self, reading: &Reading, facts: &Facts);
}

/// The best way so far.
pub(crate) struct Best<'a> {
    key: i64,
    score: &'a mut Result<Score, NotAWin>,
}

impl<'a> Best<'a> {
    pub(crate) fn new(score: &'a mut Result<Score, NotAWin>) -> Best<'a> {
        Best { key: i64::MIN, score }
    }
}

impl Keep for Best<'_> {
    fn counted(&mut self, key: i64, score: impl FnOnce() -> Score) {
        if key > self.key {
            self.key = key;
            *self.score = Ok(score());
        }
    }

    fn refused(&mut self, _: &Reading, _: &Facts) {}
}

fn any_tile_wins(rules: &Rules, win: &Win) -> bool {
    rules.settings.value.tenhou_any_tile && win.by == By::Tsumo && win.first_turn && win.seat.index() == 0
}

struct Search<'a, K> {
    rules: &'a Rules,
    win: &'a Win,
    melds: MeldSets,
    /// Concealed tiles without the winning one.
    concealed: Held,
    melded: Held,
    kept: &'a mut K,
    refused: NotAWin,
}

/// What all readings of a hand share.
struct HandFacts {
    facts: Facts,
    possible: HandPossible,
    dora: DoraCount,
    closed: bool,
}

/// One way to count a reading: the yaku that count, whether they waive fu, and the dora beside them.
struct Way {
    set: YakuSet,
    waived: bool,
    dora: DoraCount,
    /// Does it count one yaku alone, whatever else the hand has?
    alone: bool,
}

impl<'a, K: Keep> Search<'a, K> {
    fn new(rules: &'a Rules, win: &'a Win, kept: &'a mut K) -> Self {
        let (mut concealed, mut melded) = (Held::default(), Held::default());
        let mut melds = MeldSets::NONE;
        for &tile in &win.hand {
            concealed.add(tile);
        }
        for meld in &win.melds {
            let mut held = Held::default();
            for &tile in &meld.tiles {
                held.add(tile);
            }
            melded = melded.and(&held);
            if held.kinds != 0 {
                let lowest = Kind::at(held.kinds.trailing_zeros() as usize);
                melds.push(Set::melded(meld.kind, lowest));
            }
        }
        Search {
            rules,
            win,
            melds,
            concealed,
            melded,
            kept,
            refused: NotAWin::Incomplete,
        }
    }

    /// Reads the hand with `drawn` as the kind of the winning tile and `winning` as the tile that completed it.
    fn with_winning(&mut self, drawn: Kind, winning: Kind) {
        let mut concealed = self.concealed;
        concealed.add_as(self.win.tile, drawn);
        let hand = Concealed {
            tiles: concealed.suits(),
            melds: self.melds,
            winning,
            ron: !self.win.by.is_tsumo(),
            four_as_pairs: self.rules.settings.value.four_of_a_kind_pairs,
        };
        let context = HandContext {
            concealed: concealed.suits(),
            without_melds: self.melds.is_empty(),
            seat: self.win.seat,
            round: self.win.round,
        };
        // Facts are gathered only once a shape is found: most kinds that a wild tile could be complete nothing.
        let mut shared = None;
        hand.readings(|reading| {
            let shared = shared.get_or_insert_with(|| self.hand_facts(&concealed, winning));
            let facts = of_reading(&shared.facts, &context, reading);
            self.consider(shared, reading, &facts);
        });
    }

    fn all_flowers(&mut self) {
        let flowers = usize::from(self.rules.settings.tiles.flowers);
        let aside = self.win.aside.iter().filter(|tile| tile.kind().is_flower()).count();
        if !self.rules.settings.aside.all_win || flowers < 8 || aside + 1 != flowers {
            return;
        }
        let facts = of_all_flowers(self.win);
        let kind = self.win.tile.kind();
        let shared = HandFacts {
            facts,
            possible: self.rules.table.of_hand(&facts),
            dora: DoraCount::default(),
            closed: true,
        };
        self.consider(&shared, &Reading::without_sets(Shape::AllFlowers, kind, kind), &facts);
    }

    fn hand_facts(&self, concealed: &Held, winning: Kind) -> HandFacts {
        let all = concealed.and(&self.melded);
        let facts = of_hand(self.win, all.kinds, &self.melds, winning);
        HandFacts {
            facts,
            possible: self.rules.table.of_hand(&facts),
            dora: dora::count(&self.rules.settings, self.win, &all, winning),
            closed: facts.is(facts::CLOSED),
        }
    }

    /// Weighs a reading in each of the ways in which its yaku may be counted.
    #[inline]
    fn consider(&mut self, shared: &HandFacts, reading: &Reading, facts: &Facts) {
        let table = &self.rules.table;
        let set = table.of_reading(&shared.possible, facts, shared.closed);
        let waived = !set.and(&table.waiving_fu).is_empty();
        if set.and(&table.alone).is_empty() && !(waived && self.counts_aside_fu()) {
            let way = Way {
                set,
                waived,
                dora: shared.dora,
                alone: false,
            };
            self.weigh(way, shared.closed, reading, facts);
        } else {
            self.consider_each(set, shared, reading, facts);
        }
    }

    fn counts_aside_fu(&self) -> bool {
        self.rules.settings.aside.fu > 0 && !self.win.aside.is_empty()
    }

    /// Weighs a reading where some yaku count alone, or fu of tiles set aside may be worth more than the yaku that waive them.
    #[cold]
    fn consider_each(&mut self, set: YakuSet, shared: &HandFacts, reading: &Reading, facts: &Facts) {
        let table = &self.rules.table;
        let alone = set.and(&table.alone);
        let together = set.without(&alone);
        let waiving = together.and(&table.waiving_fu);
        let with_all = Way {
            set: together,
            waived: !waiving.is_empty(),
            dora: shared.dora,
            alone: false,
        };
        let unwaived = Way {
            set: together.without(&waiving),
            waived: false,
            dora: shared.dora,
            alone: false,
        };
        let unwaived = (with_all.waived && self.counts_aside_fu()).then_some(unwaived);
        let by_itself = |yaku| Way {
            set: YakuSet::of(yaku),
            waived: false,
            dora: DoraCount::default(),
            alone: true,
        };
        for way in [with_all]
            .into_iter()
            .chain(unwaived)
            .chain(alone.iter().map(by_itself))
        {
            self.weigh(way, shared.closed, reading, facts);
        }
    }

    /// Values a set of yaku and keeps it if nothing better was seen.
    #[inline(always)]
    fn weigh(&mut self, way: Way, closed: bool, reading: &Reading, facts: &Facts) {
        let Way {
            set,
            waived,
            dora,
            alone,
        } = way;
        let settings = &self.rules.settings;
        let counted = match settings.value.scheme {
            Scheme::Points => self.points(&set, facts),
            _ => self.han(&set, facts, closed, dora),
        };
        let mut value = match counted {
            Ok(value) => value,
            Err(refused) => {
                if self.refused == NotAWin::Incomplete || refused == NotAWin::BelowMinimum {
                    self.refused = refused;
                }
                self.kept.refused(reading, facts);
                return;
            }
        };
        // Fu add nothing to a yakuman, but decide between its readings.
        let fu = if settings.value.scheme == Scheme::FuAndHan {
            fu::total(settings, &fu_context(self.rules, self.win, facts, waived), reading)
        } else {
            Fu(0)
        };
        if let Value::Han { fu: counted, .. } = &mut value {
            *counted = fu;
        }
        let dealer = self.win.seat.index() == 0;
        let total = self
            .rules
            .totals
            .total(settings, &value, dealer, self.win.by.is_tsumo());
        // A yaku that counts alone gives way only to a hand that pays more.
        let alone = i64::from(alone) << 31;
        // Among readings that pay the same, prefer a yakuman to a counted one, then more ura (both give chips), more han, more fu.
        let yakuman_and_ura = i64::from(value.yakuman()) << 24 | i64::from(dora.ura) << 16;
        let han_and_fu = i64::from(value.han().0) << 8 | i64::from(fu.0);
        let key = i64::from(total.0) << 32 | alone | yakuman_and_ura | han_and_fu;
        self.kept.counted(key, || Score {
            value,
            total,
            yaku: if value.is_yakuman() {
                yakuman_that_count(self.rules, &set)
            } else {
                set
            },
            dora,
            reading: *reading,
            waived_fu: waived,
            facts: *facts,
        });
    }

    #[inline(always)]
    fn han(&self, set: &YakuSet, facts: &Facts, closed: bool, dora: DoraCount) -> Result<Value, NotAWin> {
        let table = &self.rules.table;
        let yakuman = set.and(&table.yakuman);
        if !yakuman.is_empty() {
            let sum = yakuman_of(self.rules, &yakuman);
            return Ok(Value::Yakuman(if self.rules.settings.value.yakuman_add {
                sum
            } else {
                1
            }));
        }
        let mut han = table.plain_han(set, closed);
        let mut bonus = 0;
        for yaku in set.and(&table.special).iter() {
            let counted = table.counted(yaku);
            let worth = worth_in_han(counted.worth, closed) * times(counted.each, facts);
            if counted.bonus { bonus += worth } else { han += worth }
        }
        if han == 0 && self.rules.settings.value.yaku_needed {
            return Err(NotAWin::NoYaku);
        }
        if han < u32::from(self.rules.settings.value.minimum) {
            return Err(NotAWin::BelowMinimum);
        }
        Ok(Value::of_han((han + bonus + u32::from(dora.han().0)).min(200) as u8))
    }

    fn points(&self, set: &YakuSet, facts: &Facts) -> Result<Value, NotAWin> {
        let rules = &self.rules.settings.value;
        let (mut points, mut bonus, mut highest) = (0, 0, 0);
        for yaku in set.iter() {
            let counted = self.rules.table.counted(yaku);
            let Worth::Points(worth) = counted.worth else { continue };
            let worth = worth * times(counted.each, facts) as i32;
            if counted.bonus {
                bonus += worth;
            } else {
                points += worth;
                highest = highest.max(worth);
            }
        }
        let counted = points + if rules.minimum_with_bonus { bonus } else { 0 };
        if counted < i32::from(rules.minimum) {
            return Err(if counted == 0 {
                NotAWin::NoYaku
            } else {
                NotAWin::BelowMinimum
            });
        }
        if points == 0 && !(rules.chicken_alone && bonus > 0) {
            points = rules.chicken;
        }
        let sum = points + bonus;
        Ok(Value::Points(Points(match rules.cap {
            0 => sum,
            cap => sum.min(cap).max(highest),
        })))
    }
}
