//! Which yaku a hand is near: for each, the fewest tiles that are missing. Everything follows from the hand itself, from tiles that its
//! player sees, and from the rulebook's own scorer.

mod completions;

use super::families;
use super::finish::finish;
use super::target::{Shape, Target, Way};
use crate::sight::Counts;
use completions::Completions;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::score;
use jantaku_rules::seat::Wind;
use jantaku_rules::tile::{HAND_KINDS, Kind, Tile};
use jantaku_rules::win::{By, Indicators, MeldKind, Riichi, Tiles, Win};
use jantaku_table::table::calculator;

/// Hands that are scored for one distance. A distance with more is not searched through, and what the families find there has to do.
const MOST_HANDS: usize = 4_000;
/// How many tiles more than any complete hand lacks all hands are tried for.
const FURTHER: u8 = 1;

/// How far a hand is from its yaku.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nearness {
    /// Tiles that any complete hand lacks; 0 for one that is complete.
    pub missing: u8,
    /// For each yaku of the rulebook, in its order, the fewest tiles that were found to be missing; none for one that was not reached.
    pub yaku: Vec<Option<u8>>,
}

/// How far a hand is from each yaku. `hand` holds all tiles of the player, whichever of them is called the winning one, the winds and
/// what is set aside; `seen` are the tiles that lie in the open elsewhere.
///
/// The figures are exact for everything that is at most one tile further than any complete hand, as long as only a few thousand hands are that
/// near. Beyond that they are those of the nearest hand of each kind that the bots know.
pub fn nearness(rules: &Rules, hand: &Win, seen: &[Tile]) -> Nearness {
    let (held, unseen) = counted(rules, hand, seen);
    let calculator = calculator(rules);
    let mut found = Search::new(rules, hand);
    let any = Target::of_shape(Shape::Sets);
    let mut missing = Way::of(&calculator, &any, &held, &hand.melds).map_or(14, |way| way.missing);
    for target in families::all(rules) {
        let Some(finished) = finish(&calculator, &target, &held, &hand.melds, &unseen, &[0; HAND_KINDS]) else {
            continue;
        };
        let lacked = finished.drawn.len() as u8;
        if found.score(&finished.counts, &finished.drawn, lacked) {
            missing = missing.min(lacked);
        }
    }
    let mut completions = Completions::new(&held, &unseen, hand.melds.len());
    for lacked in missing..=missing + FURTHER {
        if completions.count(lacked, MOST_HANDS) > MOST_HANDS {
            break;
        }
        completions.each(lacked, &mut |counts, drawn| {
            found.score(counts, drawn, lacked);
        });
    }
    Nearness {
        missing,
        yaku: found.best,
    }
}

/// The tiles in the hand, and those that nobody can see.
fn counted(rules: &Rules, hand: &Win, seen: &[Tile]) -> (Counts, Counts) {
    let mut held: Counts = [0; HAND_KINDS];
    for tile in hand.hand.iter().chain([&hand.tile]) {
        if let Some(count) = held.get_mut(tile.kind().index()) {
            *count += 1;
        }
    }
    let mut visible = held;
    let melded = hand.melds.iter().flat_map(|meld| &meld.tiles);
    for tile in melded.chain(&hand.aside).chain(seen) {
        if let Some(count) = visible.get_mut(tile.kind().index()) {
            *count = count.saturating_add(1);
        }
    }
    let unseen = |kind: usize| (rules.tiles.copies_of(Kind::at(kind)) as u8).saturating_sub(visible[kind]);
    (held, std::array::from_fn(unseen))
}

/// The yaku found so far.
struct Search<'a> {
    rules: &'a Rules,
    plain: [Tile; HAND_KINDS],
    /// The circumstances of the hand; its tiles are those of the completed hand that is scored.
    win: Win,
    may_declare: bool,
    best: Vec<Option<u8>>,
}

impl Search<'_> {
    fn new<'a>(rules: &'a Rules, hand: &Win) -> Search<'a> {
        let is_closed = hand.melds.iter().all(|meld| meld.kind == MeldKind::Ankan);
        Search {
            rules,
            plain: std::array::from_fn(|kind| rules.tiles.meant(Tile::plain(Kind::at(kind)))),
            win: Win {
                dora: Indicators::new(),
                ura: Indicators::new(),
                ..hand.clone()
            },
            may_declare: is_closed && rules.settings.riichi.played && !hand.riichi.declared(),
            best: vec![None; rules.yaku.len()],
        }
    }

    /// Scores a complete hand that lacked this many tiles, won on any of those that were missing. Whether it wins at all.
    fn score(&mut self, counts: &Counts, drawn: &[Kind], lacked: u8) -> bool {
        let mut wins = false;
        for kind in Kind::of_hand() {
            // A hand that lacks nothing may have been completed by any of its tiles.
            let completes = drawn.contains(&kind) || (drawn.is_empty() && counts[kind.index()] > 0);
            if !completes || !self.take(counts, kind) {
                continue;
            }
            for by in [By::Ron, By::Tsumo] {
                wins |= self.scored(by, self.win.riichi, lacked);
            }
            if self.may_declare {
                wins |= self.scored(By::Ron, Riichi::Riichi, lacked);
            }
        }
        wins
    }

    /// Makes these the tiles of the hand, with one of this kind as the winning tile.
    fn take(&mut self, counts: &Counts, last: Kind) -> bool {
        let mut tiles = Tiles::new();
        for (kind, &count) in counts.iter().enumerate() {
            for _ in 0..count.saturating_sub(u8::from(kind == last.index())) {
                if tiles.try_push(self.plain[kind]).is_err() {
                    return false;
                }
            }
        }
        self.win.hand = tiles;
        self.win.tile = self.plain[last.index()];
        true
    }

    fn scored(&mut self, by: By, riichi: Riichi, lacked: u8) -> bool {
        let other = if self.win.seat == Wind::West {
            Wind::South
        } else {
            Wind::West
        };
        let declared = self.win.riichi;
        self.win.by = by;
        self.win.from = if by.is_tsumo() { self.win.seat } else { other };
        self.win.riichi = riichi;
        let scored = score(self.rules, &self.win);
        self.win.riichi = declared;
        let Ok(scored) = scored else {
            return false;
        };
        for place in scored.yaku.iter() {
            // A bonus is in the hand or not, whatever else is.
            let is_bonus = self.rules.yaku.get(place).is_none_or(|yaku| yaku.bonus);
            let best = &mut self.best[place];
            if !is_bonus && best.is_none_or(|known| lacked < known) {
                *best = Some(lacked);
            }
        }
        true
    }
}
