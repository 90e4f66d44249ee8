//! What a bot finds out about a rulebook before it plays: the targets that pay, and what hands are usually worth.

use super::families;
use super::finish::finish;
use super::target::{SETS, Target, Way};
use super::worth::Scorer;
use crate::greedy::prospects::Prospects;
use crate::sight::Counts;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Wind;
use jantaku_rules::shanten::Calculator;
use jantaku_rules::tile::{HAND_KINDS, Kind, Tile};
use jantaku_rules::win::{AsideTiles, By, Indicators, Riichi};
use jantaku_table::shuffle::{Stream, key_of};
use jantaku_table::table::calculator;
use std::sync::{Arc, Mutex, PoisonError};

/// Random hands that a rulebook is probed with.
const SAMPLES: u32 = 40;
/// How much more than any complete hand a target must pay to be considered.
const WORTHWHILE: f32 = 1.1;
/// Rulebooks kept for the next bot. A server plays few at a time, and anybody may bring one.
const KEPT: usize = 16;
/// Luck with a riichi: ippatsu, ura and tsumo raise an average hand by about this much.
pub(crate) const RIICHI_LUCK: f32 = 1.45;

pub(crate) struct Knowledge {
    hash: [u8; 32],
    pub(crate) calculator: Calculator,
    pub(crate) riichi: bool,
    /// The first target asks for nothing but a complete hand.
    pub(crate) targets: Vec<Known>,
    /// The tile of each kind as the box has it.
    pub(crate) plain: [Tile; HAND_KINDS],
    /// Suits in which no sequence is possible.
    pub(crate) without_sequences: [bool; 3],
    pub(crate) usual: Usual,
    /// Which honours are value tiles, by seat and round.
    pub(crate) prospects: Prospects,
}

/// A target that pays.
pub(crate) struct Known {
    pub(crate) target: Target,
    /// What it pays on average, concealed to the end.
    pub(crate) closed: f32,
    /// With a call; 0 if such a hand does not win.
    pub(crate) open: f32,
    /// How many useful tiles its last steps have, compared with any complete hand.
    pub(crate) breadth: f32,
}

/// What an average hand brings its winner.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usual {
    pub(crate) closed: f32,
    pub(crate) open: f32,
    /// How much more the dealer gets.
    pub(crate) dealer: f32,
    /// What dealing into an open riichi costs at most.
    pub(crate) open_riichi: f32,
}

impl Knowledge {
    /// What is known of a rulebook, probed once and shared.
    pub(crate) fn of(rules: &Rules) -> Arc<Knowledge> {
        static KNOWN: Mutex<Vec<Arc<Knowledge>>> = Mutex::new(Vec::new());
        let find = || {
            let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
            known.iter().find(|knows| knows.hash == rules.hash).cloned()
        };
        find().unwrap_or_else(|| {
            let knows = Arc::new(Knowledge::probe(rules));
            let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() >= KEPT {
                known.remove(0);
            }
            known.push(Arc::clone(&knows));
            knows
        })
    }

    pub(crate) fn is_of(&self, rules: &Rules) -> bool {
        self.hash == rules.hash
    }

    fn probe(rules: &Rules) -> Knowledge {
        let removed = rules.settings.tiles.removed;
        let plain = std::array::from_fn(|kind| rules.tiles.meant(Tile::plain(Kind::at(kind))));
        let lacks_middle = |suit: usize| (1..8).all(|number| removed.has(Kind::at(9 * suit + number)));
        let mut knows = Knowledge {
            hash: rules.hash,
            calculator: calculator(rules),
            riichi: rules.settings.riichi.played,
            targets: Vec::new(),
            plain,
            without_sequences: std::array::from_fn(lacks_middle),
            usual: Usual::default(),
            prospects: Prospects::of(rules),
        };
        let hands = random_hands(rules);
        let mut free = None;
        for target in families::all(rules) {
            let (closed, open, width) = knows.probe_target(rules, &target, &hands);
            let (free_closed, free_open, free_width) = *free.get_or_insert((closed, open, width.max(1.0)));
            let breadth = (width / free_width).clamp(0.05, 1.1);
            // A triplet of honours pays by seat and round, which only a decision knows.
            let by_seat = target.blocks.len() == 1 && target.blocks[0].kinds()[0].is_honour();
            let pays = closed > free_closed * WORTHWHILE || open > free_open * WORTHWHILE;
            if knows.targets.is_empty() || pays || by_seat {
                knows.targets.push(Known {
                    target,
                    closed,
                    open,
                    breadth,
                });
            }
        }
        knows.usual = knows.usual_hands(rules, &hands);
        knows
    }

    /// What a target pays on average, closed and with one call, and how many tiles its last steps accept.
    fn probe_target(&self, rules: &Rules, target: &Target, hands: &[Sample]) -> (f32, f32, f32) {
        let (mut closed, mut open, mut width, mut finished) = (0.0, 0.0, 0.0, 0.0f32);
        for sample in hands {
            let scorer = sample.scorer(rules, &self.plain, Wind::South);
            let Some(hand) = finish(
                &self.calculator,
                target,
                &sample.counts,
                &[],
                &sample.unseen,
                &[0; HAND_KINDS],
            ) else {
                continue;
            };
            let Some(last) = hand.last() else { continue };
            finished += 1.0;
            width += self.width_before(target, &hand.counts);
            let pay = |counts: &Counts, last, melds: &[_], riichi| {
                let paid = scorer.pay(counts, last, melds, riichi, By::Ron);
                paid.map_or(0.0, |paid| paid.points)
            };
            closed += pay(&hand.counts, last, &[], self.declared());
            if let Some((meld, rest)) = hand.opened(&self.calculator, SETS)
                && let Some(last) = hand.drawn.iter().rev().find(|kind| rest[kind.index()] > 0)
            {
                open += pay(&rest, *last, &[meld], Riichi::None);
            }
        }
        let mean = |sum: f32| sum / finished.max(1.0);
        (mean(closed), mean(open), mean(width))
    }

    /// The useful tiles of hands that lack one, two and three tiles of a complete one, with all others unseen.
    fn width_before(&self, target: &Target, complete: &Counts) -> f32 {
        let mut sum = 0.0;
        let mut counts = *complete;
        let mut held = Kind::of_hand().filter(|kind| complete[kind.index()] > 0);
        // Tiles from all over the hand: every fourth of its kinds.
        for _ in 0..3 {
            if let Some(kind) = held.next() {
                counts[kind.index()] -= 1;
            }
            held.nth(2);
            if let Some(way) = Way::of(&self.calculator, target, &counts, &[]) {
                let unseen = |kind: Kind| 4.0 - f32::from(counts[kind.index()]);
                sum += way.draws().iter().map(unseen).sum::<f32>();
            }
        }
        sum
    }

    /// How a closed hand in tenpai is declared.
    pub(crate) fn declared(&self) -> Riichi {
        if self.riichi { Riichi::Riichi } else { Riichi::None }
    }

    fn usual_hands(&self, rules: &Rules, hands: &[Sample]) -> Usual {
        let free = Target::of_shape(super::target::Shape::Sets);
        let pay = |wind: Wind| {
            let paid = hands.iter().filter_map(|sample| {
                let scorer = sample.scorer(rules, &self.plain, wind);
                let hand = finish(
                    &self.calculator,
                    &free,
                    &sample.counts,
                    &[],
                    &sample.unseen,
                    &[0; HAND_KINDS],
                )?;
                scorer.pay(&hand.counts, hand.last()?, &[], self.declared(), By::Ron)
            });
            let paid: Vec<f32> = paid.map(|paid| paid.points).collect();
            paid.iter().sum::<f32>() / (paid.len() as f32).max(1.0)
        };
        let (other, dealer) = (pay(Wind::South), pay(Wind::East));
        let luck = if self.riichi { RIICHI_LUCK * 1.3 } else { 1.3 };
        Usual {
            closed: other * luck,
            open: other * luck * 0.65,
            dealer: if other > 0.0 { dealer / other } else { 1.0 },
            open_riichi: if rules.settings.riichi.open {
                other * luck * 4.0
            } else {
                0.0
            },
        }
    }
}

/// A random deal of thirteen tiles.
struct Sample {
    counts: Counts,
    unseen: Counts,
    indicators: Indicators,
}

impl Sample {
    fn scorer<'a>(&self, rules: &'a Rules, plain: &'a [Tile; HAND_KINDS], seat: Wind) -> Scorer<'a> {
        Scorer {
            rules,
            plain,
            special: [None; HAND_KINDS],
            aside: AsideTiles::new(),
            indicators: self.indicators.clone(),
            seat,
            round: Wind::East,
        }
    }
}

fn random_hands(rules: &Rules) -> Vec<Sample> {
    let tiles: Vec<Tile> = rules
        .tiles
        .tiles()
        .iter()
        .copied()
        .filter(|tile| !tile.kind().is_flower())
        .collect();
    let deal = |number: u32| {
        let mut lots = Stream::new(&key_of(0, number));
        let mut box_of_tiles = tiles.clone();
        let mut unseen = [0; HAND_KINDS];
        tiles.iter().for_each(|tile| unseen[tile.kind().index()] += 1);
        let mut counts = [0; HAND_KINDS];
        for _ in 0..13.min(box_of_tiles.len()) {
            let tile = box_of_tiles.swap_remove(lots.below(box_of_tiles.len() as u32) as usize);
            counts[tile.kind().index()] += 1;
            unseen[tile.kind().index()] -= 1;
        }
        let mut indicators = Indicators::new();
        if rules.settings.dora.played && !box_of_tiles.is_empty() {
            indicators.push(box_of_tiles[lots.below(box_of_tiles.len() as u32) as usize]);
        }
        Sample {
            counts,
            unseen,
            indicators,
        }
    };
    (0..SAMPLES).map(deal).collect()
}
