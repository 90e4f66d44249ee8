//! The lines of a winning hand: reading, yaku, dora, fu and value.

use super::{Counts, Item, Part, Won, Writer, cited, words};
use crate::dora;
use crate::explain::Explanation;
use crate::fu::{self, FuFor, FuLine};
use crate::notation;
use crate::reading::{Form, Reading, Set, Shape, Wait};
use crate::rulebook::choices::Scheme;
use crate::rulebook::clause::ClauseRef;
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::Key;
use crate::rulebook::yaku::{Names, Worth};
use crate::score::{Score, fu_context, is_wild};
use crate::settlement::limit_key;
use crate::settlement::wins::Winner;
use crate::tile::{HAND_KINDS, Kind, Tile};
use crate::transfer::{Transfers, chips_moved, points_moved};
use crate::units::Points;
use crate::value::{Value, limit_name};
use crate::win::{By, Win};

impl Writer<'_> {
    pub(super) fn reading(&mut self, won: &Won) {
        let (rules, Won { win, score, .. }) = (self.rules, won);
        let reading = &score.reading;
        let (what, key) = match reading.shape {
            Shape::Standard | Shape::SevenPairs => (Item::Reading, None),
            Shape::ThirteenOrphans => (Item::ThirteenOrphans, None),
            Shape::AllFlowers => (Item::AllFlowers, Some(Key::AsideAllWin)),
            Shape::FourKans => (Item::FourKansAlone, Some(Key::KanFourScoreAlone)),
        };
        let mut clause = key.map_or(ClauseRef::NONE, |key| rules.because(key));
        if win.by == By::RobbingAFlower {
            clause = rules.because_or(Key::CiteLastFlowerRobbed, clause);
        }
        self.line(Part::Reading, what, None, clause).tiles = groups(rules, win, reading).join(" ");
        if !matches!(reading.shape, Shape::Standard | Shape::SevenPairs) {
            return;
        }
        let wait = match reading.wait {
            Wait::TwoSided => Item::WaitTwoSided,
            Wait::Closed => Item::WaitClosed,
            Wait::Edge => Item::WaitEdge,
            Wait::Pair => Item::WaitPair,
            Wait::Triplet => Item::WaitTriplet,
        };
        self.line(Part::Reading, wait, None, ClauseRef::NONE).tiles = reading.winning.to_string();
        if reading.winning != win.tile.kind() {
            let (what, key) = if is_wild(rules, win) {
                (Item::StandsFor, Key::PocchiIsWild)
            } else {
                (Item::TakenAsWinning, Key::ValueTenhouAnyTile)
            };
            self.by_key(Part::Reading, what, None, key).tiles = reading.winning.to_string();
        }
    }

    pub(super) fn yaku(&mut self, won: &Won) {
        let (rules, Won { win, score, .. }) = (self.rules, won);
        let mut listed = 0;
        for line in score.lines(rules) {
            let counts = match rules.yaku[usize::from(line.yaku)].worth {
                Worth::Han { .. } => Counts::Han(line.worth),
                Worth::Yakuman(_) => Counts::Yakuman(line.worth),
                Worth::Points(_) => Counts::Points(line.worth),
            };
            listed += line.worth;
            self.line(
                Part::Yaku,
                Item::Yaku(line.yaku),
                Some(counts),
                cited(rules, win, score, line.yaku),
            );
        }
        match score.value {
            Value::Han { .. } => {}
            Value::Yakuman(counted) => match i32::from(counted) - listed {
                0 => {}
                // The rulebook has no yaku for four kans that score by themselves.
                more @ 1.. => {
                    let clause = rules.because_or(Key::KanFourOnly, rules.because(Key::KanFourScoreAlone));
                    self.line(Part::Yaku, Item::FourKans, Some(Counts::Yakuman(more)), clause);
                }
                less => {
                    self.by_key(
                        Part::Yaku,
                        Item::OneYakuman,
                        Some(Counts::Yakuman(less)),
                        Key::ValueYakumanAdd,
                    );
                }
            },
            Value::Points(Points(counted)) => {
                let cap = rules.settings.value.cap;
                match counted - listed {
                    0 if cap > 0 && counted > cap => {
                        self.by_key(Part::Yaku, Item::HighestAlone, None, Key::ValueCap);
                    }
                    0 => {}
                    more @ 1.. => {
                        self.by_key(
                            Part::Yaku,
                            Item::NoPattern,
                            Some(Counts::Points(more)),
                            Key::ValueChicken,
                        );
                    }
                    less => {
                        self.by_key(Part::Yaku, Item::Capped, Some(Counts::Points(less)), Key::ValueCap);
                    }
                }
            }
        }
    }

    pub(super) fn dora(&mut self, won: &Won) {
        let Won { win, score, .. } = won;
        // Dora count neither beside a yakuman nor beside a yaku that counts alone.
        if score.value.is_yakuman() || score.dora.han().0 == 0 {
            return;
        }
        for source in dora::sources(self.rules, win, &score.reading) {
            let counts = Some(Counts::Han(source.han.into()));
            let tiles = match source.what.is_by_indicator() {
                true => notation::in_order(&source.tiles),
                false => notation::sorted(&source.tiles),
            };
            self.line(Part::Dora, source.what, counts, source.clause).tiles = tiles;
        }
    }

    pub(super) fn fu(&mut self, won: &Won) {
        let (rules, Won { win, score, .. }) = (self.rules, won);
        let total = i32::from(score.value.fu().0);
        if rules.settings.value.scheme != Scheme::FuAndHan || total == 0 {
            return;
        }
        let context = fu_context(rules, win, &score.facts, score.waived_fu);
        let mut sum = 0;
        fu::lines(&rules.settings, &context, &score.reading, |FuLine { what, fu }| {
            sum += i32::from(fu.0);
            let (item, mut tiles) = fu_item(what);
            if what == FuFor::Aside {
                tiles = flowers(win);
            }
            let mut clause = rules.because(what.key(win.seat, win.round));
            if what == FuFor::SevenPairs && rules.settings.aside.fu > 0 && !flowers(win).is_empty() {
                clause = rules.because_or(Key::CiteFlowersWithSevenPairs, clause);
            }
            self.line(Part::Fu, item, Some(Counts::Fu(fu.0.into())), clause).tiles = tiles;
        });
        if score.reading.shape == Shape::Standard {
            self.waived_fu(won, context.tsumo);
        }
        if total != sum {
            self.by_key(Part::Fu, Item::FuRounding, Some(Counts::Fu(total - sum)), Key::FuBase);
        }
    }

    /// The fu that do not count: those of a tsumo and of flowers, beside a yaku that waives them.
    fn waived_fu(&mut self, won: &Won, tsumo_counts: bool) {
        let (rules, Won { win, score, .. }) = (self.rules, won);
        let nothing = Some(Counts::Fu(0));
        let mut given = score.yaku.iter().map(|place| &rules.yaku[place]);
        let waiving = given.find(|yaku| yaku.waives_fu).filter(|_| score.waived_fu);
        if win.by.is_tsumo() && rules.settings.fu.tsumo > 0 && !tsumo_counts {
            match waiving {
                Some(yaku) => {
                    let line = self.line(Part::Fu, Item::FuTsumoWaived, nothing, yaku.waives_by);
                    line.names = std::mem::take(&mut line.names).with("yaku", &yaku.names);
                }
                None => {
                    self.by_key(Part::Fu, Item::FuTsumoLost, nothing, Key::FuTsumoWhen);
                }
            }
        }
        let aside = flowers(win);
        if let Some(yaku) = waiving.filter(|_| rules.settings.aside.fu > 0 && !aside.is_empty()) {
            let clause = rules.because_or(Key::CiteFlowerFuWaived, yaku.waives_by);
            let line = self.line(Part::Fu, Item::FuAsideWaived, nothing, clause);
            line.names = std::mem::take(&mut line.names).with("yaku", &yaku.names);
            line.tiles = aside;
        }
    }

    pub(super) fn value(&mut self, win: &Winner) {
        let (rules, value) = (self.rules, win.value);
        let counts = match value {
            Value::Han { han, .. } => Counts::Han(han.0.into()),
            Value::Yakuman(count) => Counts::Yakuman(count.into()),
            Value::Points(points) => Counts::Points(points.0),
        };
        let yakuman = self.done.part(Part::Yaku).filter(|line| line.yakuman().is_some());
        let clause = match yakuman.count() {
            0 | 1 => ClauseRef::NONE,
            _ => rules.because(Key::ValueYakumanAdd),
        };
        self.line(Part::Value, Item::Total, Some(counts), clause);
        let fu = i32::from(value.fu().0);
        if fu > 0 {
            self.line(Part::Value, Item::FuTotal, Some(Counts::Fu(fu)), ClauseRef::NONE);
        }
        if let Some(key) = limit_key(&rules.settings, &value, win.seat.index() == 0) {
            let limit = limit_names(rules, &value);
            let line = self.by_key(Part::Value, Item::Limit, None, key);
            line.names = std::mem::take(&mut line.names).with("kind", &limit);
        }
    }

    /// The next best reading, and how much less the winner would receive for it.
    pub(super) fn other_reading(&mut self, won: &Won, all: &Explanation, settle: impl Fn(&Score) -> Transfers) {
        let Some(other) = all.others.first() else { return };
        let received = |score: &Score| {
            let transfers = settle(score);
            let seats = self.rules.seats();
            let (points, chips) = (points_moved(&transfers, seats), chips_moved(&transfers, seats));
            (points[won.win.seat].0, chips[won.win.seat].0)
        };
        let ((points, chips), (other_points, other_chips)) = (received(won.score), received(other));
        let (tiles, counted) = (
            reading_text(self.rules, won.win, &other.reading),
            worth(self.rules, &other.value),
        );
        let mut add = |counts| {
            let line = self.line(Part::Other, Item::OtherReading, Some(counts), ClauseRef::NONE);
            (line.tiles, line.why) = (tiles.clone(), Some(counted.clone()));
        };
        add(Counts::Points(other_points - points));
        if other_chips != chips {
            add(Counts::Chips(other_chips - chips));
        }
    }
}

/// The flowers set aside.
pub(super) fn flowers(win: &Win) -> String {
    let flowers: Vec<Tile> = win
        .aside
        .iter()
        .copied()
        .filter(|tile| tile.kind().is_flower())
        .collect();
    notation::sorted(&flowers)
}

fn fu_item(what: FuFor) -> (Item, String) {
    let set = |set: Set| match (set.form, set.open) {
        (Form::Kan, true) => Item::FuOpenKan,
        (Form::Kan, false) => Item::FuClosedKan,
        (_, true) => Item::FuOpenTriplet,
        (_, false) => Item::FuClosedTriplet,
    };
    let item = match what {
        FuFor::Base => Item::FuBase,
        FuFor::ClosedRon => Item::FuClosedRon,
        FuFor::Tsumo => Item::FuTsumo,
        FuFor::Set(of) => return (set(of), of.to_string()),
        FuFor::Pair(kind) => return (Item::FuPair, twice(kind)),
        FuFor::SingleWait(Wait::Closed) => Item::FuClosedWait,
        FuFor::SingleWait(Wait::Edge) => Item::FuEdgeWait,
        FuFor::SingleWait(_) => Item::FuPairWait,
        FuFor::Aside => Item::FuAside,
        FuFor::SevenPairs => Item::FuSevenPairs,
        FuFor::OpenMinimum => Item::FuOpenMinimum,
    };
    (item, String::new())
}

fn twice(kind: Kind) -> String {
    format!("{}{kind}", kind.number())
}

/// The groups of a reading: its sets and pair, or its seven pairs.
fn groups(rules: &Rules, win: &Win, reading: &Reading) -> Vec<String> {
    match reading.shape {
        Shape::Standard => {
            let sets = reading.sets().map(|set| set.to_string());
            sets.chain([twice(reading.pair)]).collect()
        }
        Shape::SevenPairs => {
            // With tenhou any tile may be taken as the winning one, but the tile drawn is still in the hand.
            let drawn = if is_wild(rules, win) {
                reading.winning
            } else {
                win.tile.kind()
            };
            let mut counts = [0; HAND_KINDS];
            let kinds = win.hand.iter().map(|tile| tile.kind()).chain([drawn]);
            kinds.for_each(|kind| counts[kind.index() % HAND_KINDS] += 1);
            let pairs = |kind: Kind| std::iter::repeat_n(twice(kind), counts[kind.index()] / 2);
            Kind::of_hand().flat_map(pairs).collect()
        }
        Shape::ThirteenOrphans => vec![twice(reading.pair)],
        Shape::AllFlowers => Vec::new(),
        Shape::FourKans => reading.sets().map(|set| set.to_string()).collect(),
    }
}

/// `234p 789p 123s 678s 44z | 8s two-sided`
#[must_use]
pub fn reading_text(rules: &Rules, win: &Win, reading: &Reading) -> String {
    let (groups, winning) = (groups(rules, win, reading).join(" "), reading.winning);
    let name = |id: &str| words::words(rules, "line", id).en.to_lowercase();
    match reading.shape {
        Shape::Standard | Shape::SevenPairs => {
            let wait = match reading.wait {
                Wait::TwoSided => "two-sided",
                Wait::Closed => "closed",
                Wait::Edge => "edge",
                Wait::Pair => "pair",
                Wait::Triplet => "triplet",
            };
            format!("{groups} | {winning} {wait}")
        }
        Shape::ThirteenOrphans => format!("{} {groups} | {winning}", name("thirteen-orphans")),
        Shape::AllFlowers => format!("{} | {winning}", name("all-flowers")),
        Shape::FourKans => format!("{groups} | without the pair"),
    }
}

/// The limit, or what the hand counts below it: `haneman`, `3 han 40 fu`.
#[must_use]
pub fn worth(rules: &Rules, value: &Value) -> Names {
    let counted = |id: &str, n: i32| words::words(rules, "limit", id).with("n", &Names::same(&n.to_string()));
    match *value {
        Value::Yakuman(count @ 2..) => counted("several-yakuman", count.into()),
        Value::Points(Points(1)) => counted("point", 1),
        Value::Points(points) => counted("points", points.0),
        value if !limit_name(&rules.settings, &value).is_empty() => limit_names(rules, &value),
        Value::Han { han, fu } if rules.settings.value.scheme == Scheme::FuAndHan => {
            counted("han", han.0.into()).then(&counted("fu", fu.0.into()))
        }
        value => counted("han", value.han().0.into()),
    }
}

/// A limit that a club named itself is called so in every language.
fn limit_names(rules: &Rules, value: &Value) -> Names {
    let name = limit_name(&rules.settings, value);
    words::find(rules, "limit", &name.replace(' ', "-")).unwrap_or_else(|| Names::same(name))
}
