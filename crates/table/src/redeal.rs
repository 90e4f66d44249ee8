//! Hidden tiles dealt again: another table that one viewer cannot tell from this one, for bots that sample worlds and for checks
//! that nothing leaks.

use crate::action::Action;
use crate::legal::sequences_with;
use crate::phase::{Offered, Phase};
use crate::player::Player;
use crate::seen::{Viewer, lies_face_down};
use crate::shuffle::Stream;
use crate::table::Table;
use arrayvec::ArrayVec;
use jantaku_rules::kind_set::KindSet;
use jantaku_rules::rulebook::choices::{Passing, RiichiFuriten};
use jantaku_rules::seat::Seat;
use jantaku_rules::shanten::Calculator;
use jantaku_rules::tile::{HAND_KINDS, Kind, Tile};
use jantaku_rules::win::Tiles;
use std::ops::Range;

/// How often a deal is tried before its demands are lowered.
const TRIES: usize = 16;

/// How long to look for one tenpai hand.
const MOST_STEPS: u32 = 100_000;

/// Tiles that the viewer cannot place.
type Pool = ArrayVec<Tile, 144>;

/// What closed hands in riichi wait for.
#[derive(Clone, Copy, PartialEq)]
enum RiichiWaits {
    /// Tiles that they had no chance to win on.
    Likely,
    Any,
    Unchecked,
}

/// Demands on a deal, highest first: the waits of hands in riichi, and whether to build a hand that can answer the open question.
const DEMANDS: [(RiichiWaits, bool); 4] = [
    (RiichiWaits::Likely, false),
    (RiichiWaits::Likely, true),
    (RiichiWaits::Any, true),
    (RiichiWaits::Unchecked, true),
];

impl Table {
    /// The same table with everything dealt again that a viewer does not know: the concealed hands of others, kans that lie face
    /// down, and the rest of the wall. What the viewer sees, is asked and may do stays the same. Other players' answers to an
    /// open question are unknown too, so they are asked again. The part of the wall that is already drawn is blank.
    ///
    /// True tiles are never kept on purpose; they return only by chance. Three things are concluded from what others did. Where no
    /// deal is found that fits, they are given up in this order:
    ///
    /// 1. A hand in riichi does not wait for a tile that it let go, nor for one of its own discards if that forbids riichi.
    /// 2. A hand in riichi is tenpai.
    /// 3. If the table waits for an answer, but not the viewer's, somebody else can give one. Given up, the table goes on.
    ///
    /// ```
    /// use jantaku_rules::{rulebook::library::Library, seat::Seat};
    /// use jantaku_table::{Table, View, Viewer, Wall, shuffle::{Stream, key_of}};
    /// use std::sync::Arc;
    ///
    /// let rules = Arc::new(Library::builtin().rules("tenhou").expect("a rulebook of ours"));
    /// let mut table = Table::new(Arc::clone(&rules));
    /// table.begin_hand(Wall::of_key(&rules, &key_of(1, 0)), &mut Vec::new());
    /// let me = Viewer::Seat(Seat(2));
    /// let other = table.redealt(me, &mut Stream::new(&key_of(7, 0)));
    /// assert_eq!(View::of(&table, me), View::of(&other, me));
    /// assert_ne!(table.player(Seat(0)).hand, other.player(Seat(0)).hand);
    /// ```
    #[must_use]
    pub fn redealt(&self, viewer: Viewer, lots: &mut Stream) -> Table {
        let mut demands = DEMANDS.iter().flat_map(|demand| [*demand; TRIES]);
        let found = demands.find_map(|demand| {
            let (other, fits) = self.deal_again(viewer, demand, lots);
            fits.then_some(other)
        });
        found.unwrap_or_else(|| {
            let (mut other, _) = self.deal_again(viewer, DEMANDS[DEMANDS.len() - 1], lots);
            other.progress(&mut Vec::new());
            other
        })
    }

    /// One deal, and whether it meets the demands.
    fn deal_again(&self, viewer: Viewer, (riichi, build): (RiichiWaits, bool), lots: &mut Stream) -> (Table, bool) {
        let mut hidden: ArrayVec<Seat, 4> = self.all_seats().filter(|&seat| !viewer.sees_hand_of(seat)).collect();
        let mut pool: Pool = self.unturned_places().map(|place| self.wall.row()[place]).collect();
        for &seat in &hidden {
            let player = &self.players[seat];
            pool.extend(unknown_places(player).into_iter().map(|place| player.hand[place]));
            let kans = self.face_down_kans(seat, viewer).map(|kan| &player.melds[kan].tiles);
            pool.extend(kans.flatten().copied());
        }
        shuffle(&mut pool, lots);
        shuffle(&mut hidden, lots);
        let answering = hidden.first().copied().filter(|_| build && self.turn().is_none());
        // Hands that must have a form are built first, while there is something to choose from.
        hidden.sort_by_key(|&seat| (Some(seat) != answering, !self.players[seat].riichi.declared()));
        let mut other = self.clone();
        for &seat in &hidden {
            for kan in self.face_down_kans(seat, viewer) {
                other.players[seat].melds[kan].tiles = four_of_a_kind(&mut pool, lots);
            }
        }
        let mut fits = true;
        for &seat in &hidden {
            let player = &self.players[seat];
            let unknown = unknown_places(player);
            let built = match unknown.len() == player.hand.len() {
                true => self.build(seat, riichi, Some(seat) == answering, &mut pool, lots),
                false => Some(Tiles::new()),
            };
            fits &= built.is_some();
            let mut built = built.unwrap_or_default().into_iter();
            let mut hand = Tiles::new();
            for (place, tile) in player.hand.iter().enumerate() {
                if unknown.contains(&place) {
                    let tile = built
                        .next()
                        .or_else(|| taken(&mut pool, |tile| !tile.kind().is_flower()));
                    hand.extend(tile.or_else(|| pool.pop()));
                } else {
                    hand.push(*tile);
                }
            }
            // A call may need more tiles than the hand has.
            pool.extend(built);
            other.players[seat].take_up(&hand, &self.calculator);
            if self.let_go(seat).meets(other.players[seat].waits) && !player.dead {
                other.miss(seat);
            }
        }
        other.fill_wall(pool);
        other.ask_again(&hidden);
        let waits = !matches!(other.phase, Phase::Claims(_) | Phase::Showing { .. }) || !other.to_act().is_empty();
        (other, fits && waits)
    }

    /// The tiles that a hidden hand must have; none, if any will do.
    fn build(
        &self,
        seat: Seat,
        riichi: RiichiWaits,
        answers: bool,
        pool: &mut Pool,
        lots: &mut Stream,
    ) -> Option<Tiles> {
        let player = &self.players[seat];
        let declared = player.riichi.declared();
        let waiting = player.hand.len() - usize::from(player.hand.len() % 3 == 2);
        let mut refused = KindSet::EMPTY;
        if declared && riichi == RiichiWaits::Likely {
            refused = self.let_go(seat);
            if self.rules.settings.riichi.furiten != RiichiFuriten::Allowed {
                refused |= player.discarded;
            }
        }
        let won = match self.phase {
            Phase::Claims(claims) if answers => {
                let kind = claims.tile.kind();
                let calls: ArrayVec<[Kind; 2], 4> = sequences_with(kind).chain([[kind, kind]]).collect();
                if let Some(two) = calls.get(lots.below(5) as usize)
                    && !declared
                    && claims.offered == Offered::Discard
                {
                    return all_taken(pool, &two.map(Kind::index));
                }
                Some(kind)
            }
            Phase::Showing { .. } if answers => None,
            Phase::Turn(turn) if turn.seat == seat && !turn.kuikae.is_empty() => {
                // Something must be left to discard.
                let free = |tile: &Tile| !tile.kind().is_flower() && !turn.kuikae.has(tile.kind());
                return Some(taken(pool, free).into_iter().collect());
            }
            _ if declared && riichi != RiichiWaits::Unchecked => None,
            _ => return Some(Tiles::new()),
        };
        tenpai(&self.calculator, pool, waiting, won, refused, lots)
    }

    /// What a player has not won on since the last own discard, in riichi since declaring it, and would be furiten for.
    fn let_go(&self, seat: Seat) -> KindSet {
        let player = &self.players[seat];
        let in_riichi = player.riichi.declared() && !player.riichi_pending;
        let drew = self.turn().is_some_and(|turn| turn.seat == seat);
        if drew && !in_riichi && self.rules.settings.furiten.passing == Passing::UntilDrawOrClaim {
            return KindSet::EMPTY;
        }
        let open = matches!(self.phase, Phase::Claims(claims) if claims.offered == Offered::Discard);
        let past = &self.discards[..self.discards.len() - usize::from(open)];
        let since = past
            .iter()
            .rposition(|own| own.seat == seat && (own.riichi || !in_riichi));
        let later = past[since.map_or(0, |place| place + 1)..].iter();
        later
            .filter(|other| other.seat != seat)
            .map(|other| other.tile.kind())
            .collect()
    }

    /// The part of the wall's row that nobody has.
    fn undrawn_places(&self) -> Range<usize> {
        let end = self.wall.row().len() - self.wall.replaced();
        end - self.wall.undrawn().len()..end
    }

    /// The places in it whose tiles nobody has seen.
    fn unturned_places(&self) -> impl Iterator<Item = usize> + use<> {
        let (wall, ura) = (self.wall, !self.ura.is_empty());
        let turned = move |place: usize| {
            (0..wall.turned()).any(|number| {
                let indicator = wall.indicator_place(number);
                place == indicator || ura && place + 1 == indicator
            })
        };
        self.undrawn_places().filter(move |&place| !turned(place))
    }

    fn fill_wall(&mut self, pool: Pool) {
        let mut row = [Tile::plain(Kind::EAST); crate::wall::MOST_TILES];
        let undrawn = self.undrawn_places();
        row[undrawn.clone()].copy_from_slice(&self.wall.row()[undrawn]);
        for (place, tile) in self.unturned_places().zip(pool) {
            row[place] = tile;
        }
        self.wall = self.wall.with_row(&row);
    }

    /// Which melds of a player the viewer cannot see. Who may rob a kan knows its tiles.
    fn face_down_kans(&self, seat: Seat, viewer: Viewer) -> impl Iterator<Item = usize> + use<> {
        let player = &self.players[seat];
        let robs = matches!((self.phase, viewer), (Phase::Claims(claims), Viewer::Seat(own))
            if claims.offered == Offered::Ankan && claims.from == seat && claims.may[own].win);
        let down = |meld: &usize| lies_face_down(&self.rules, player.melds[*meld].kind);
        let kans: ArrayVec<usize, 4> = (0..player.melds.len() - usize::from(robs)).filter(down).collect();
        kans.into_iter().skip(usize::from(player.kans_turned))
    }

    /// Asks the players with new hands what these hands allow.
    fn ask_again(&mut self, hidden: &[Seat]) {
        match self.phase {
            Phase::Turn(mut turn) => {
                turn.drawn = turn.drawn.and(self.players[turn.seat].drawn);
                self.phase = Phase::Turn(turn);
            }
            Phase::Claims(before) => {
                let kan = self.players[before.from].melds.last();
                let tile = match before.offered {
                    Offered::Ankan => kan.map_or(before.tile, |kan| kan.tiles[0]),
                    _ => before.tile,
                };
                self.offer(before.from, tile, before.offered, before.row);
                if let Phase::Claims(claims) = &mut self.phase {
                    claims.chombo = before.chombo;
                    for seat in (0..before.answers.len() as u8).map(Seat) {
                        if !hidden.contains(&seat) {
                            claims.answers[seat] = before.answers[seat];
                            claims.may[seat] = before.may[seat];
                        } else if before.chombo[seat] {
                            claims.answers[seat] = Some(Action::Pass);
                        }
                    }
                }
            }
            Phase::Nagashi { ref mut answers, .. } => hidden.iter().for_each(|&seat| answers[seat] = None),
            Phase::Showing {
                mut may,
                mut answers,
                nagashi,
            } => {
                for &seat in hidden {
                    may[seat] = self.may_hide_tenpai(seat, &nagashi);
                    answers[seat] = None;
                }
                self.phase = Phase::Showing { may, answers, nagashi };
            }
            _ => {}
        }
    }
}

/// The places of a hand whose tiles were not shown.
fn unknown_places(player: &Player) -> ArrayVec<usize, 14> {
    let mut shown = player.shown.clone().unwrap_or_default();
    let mut unknown = ArrayVec::new();
    for (place, tile) in player.hand.iter().enumerate() {
        match shown.iter().position(|known| known == tile) {
            Some(known) => drop(shown.swap_remove(known)),
            None => unknown.push(place),
        }
    }
    unknown
}

fn shuffle<T>(list: &mut [T], lots: &mut Stream) {
    for last in (1..list.len()).rev() {
        list.swap(last, lots.below(last as u32 + 1) as usize);
    }
}

fn taken(pool: &mut Pool, is: impl Fn(&Tile) -> bool) -> Option<Tile> {
    let place = pool.iter().rposition(is)?;
    Some(pool.swap_remove(place))
}

/// One tile of each kind; none, if one is missing.
fn all_taken(pool: &mut Pool, kinds: &[usize]) -> Option<Tiles> {
    let mut rest = pool.clone();
    let tiles = kinds
        .iter()
        .map(|&kind| taken(&mut rest, |tile| tile.kind().index() == kind));
    let tiles = tiles.collect::<Option<Tiles>>()?;
    *pool = rest;
    Some(tiles)
}

fn counts_of(pool: &Pool) -> [u8; HAND_KINDS] {
    let mut counts = [0; HAND_KINDS];
    let kinds = pool.iter().map(|tile| tile.kind()).filter(|kind| !kind.is_flower());
    kinds.for_each(|kind| counts[kind.index()] += 1);
    counts
}

/// Four tiles for a kan. At least as many kinds are complete in the pool as kans came into it.
fn four_of_a_kind(pool: &mut Pool, lots: &mut Stream) -> ArrayVec<Tile, 4> {
    let counts = counts_of(pool);
    let whole: ArrayVec<usize, HAND_KINDS> = (0..HAND_KINDS).filter(|&kind| counts[kind] == 4).collect();
    let kind = whole[lots.below(whole.len() as u32) as usize];
    all_taken(pool, &[kind; 4]).into_iter().flatten().collect()
}

/// Takes a random tenpai hand from the pool: sets and a pair, or now and then seven pairs, without the tile won on.
fn tenpai(
    calculator: &Calculator,
    pool: &mut Pool,
    count: usize,
    won: Option<Kind>,
    refused: KindSet,
    lots: &mut Stream,
) -> Option<Tiles> {
    let (sets, pairs): (usize, usize) = match count == 13 && lots.below(16) == 0 {
        true => (0, 7),
        false => (count / 3, 1),
    };
    let mut blocks = blocks();
    shuffle(&mut blocks, lots);
    let mut kinds: ArrayVec<Kind, HAND_KINDS> = Kind::of_hand()
        .filter(|kind| won.is_none_or(|won| won == *kind))
        .collect();
    shuffle(&mut kinds, lots);
    let mut search = Search {
        counts: counts_of(pool),
        kinds: ArrayVec::new(),
        steps: 0,
    };
    for kind in kinds {
        // The tile won on need not be in the pool.
        search.counts[kind.index()] += 1;
        for block in blocks.iter().filter(|block| block.contains(&kind.index())) {
            let is_pair = block.len() == 2;
            let need = (
                sets.checked_sub(usize::from(!is_pair)),
                pairs.checked_sub(usize::from(is_pair)),
            );
            let (Some(sets), Some(pairs)) = need else { continue };
            let before = search.counts;
            if search.take(block) && search.fill(&blocks, sets, pairs) {
                // The block that waits came first.
                search
                    .kinds
                    .remove(block.iter().position(|part| *part == kind.index()).unwrap_or(0));
                let mut hand = [0; HAND_KINDS];
                search.kinds.iter().for_each(|&kind| hand[kind] += 1);
                let hand = calculator.track(&hand);
                // Where only a fifth copy would complete it, it is no tenpai.
                if hand.shanten() == 0 && hand.waits().has(kind) && !hand.waits().meets(refused) {
                    return all_taken(pool, &search.kinds);
                }
            }
            search.counts = before;
            search.kinds.clear();
        }
        search.counts[kind.index()] -= 1;
    }
    None
}

/// The kinds of a pair, a triplet or a run.
type Block = ArrayVec<usize, 3>;

/// All of them; runs several times, since most hands have more of them.
fn blocks() -> Vec<Block> {
    let of_kind = |kind: Kind| {
        let i = kind.index();
        let runs = if kind.is_suited() && kind.number() <= 7 { 4 } else { 0 };
        let same = [2, 3].map(|copies| [i; 3].into_iter().take(copies).collect());
        same.into_iter()
            .chain(std::iter::repeat_n([i, i + 1, i + 2].into(), runs))
    };
    Kind::of_hand().flat_map(of_kind).collect()
}

/// A search for blocks among the tiles of a pool.
struct Search {
    counts: [u8; HAND_KINDS],
    /// The kinds of the blocks taken so far.
    kinds: ArrayVec<usize, 16>,
    steps: u32,
}

impl Search {
    /// Finds as many sets and pairs as are still needed.
    fn fill(&mut self, blocks: &[Block], sets: usize, pairs: usize) -> bool {
        if sets + pairs == 0 {
            return true;
        }
        for (place, block) in blocks.iter().enumerate() {
            let is_pair = block.len() == 2;
            let wanted = if is_pair { pairs > 0 } else { sets > 0 };
            if !wanted || self.steps > MOST_STEPS || !self.take(block) {
                continue;
            }
            let (sets, pairs) = (sets - usize::from(!is_pair), pairs - usize::from(is_pair));
            if self.fill(&blocks[place + usize::from(is_pair)..], sets, pairs) {
                return true;
            }
            self.kinds.truncate(self.kinds.len() - block.len());
            block.iter().for_each(|&kind| self.counts[kind] += 1);
        }
        false
    }

    fn take(&mut self, block: &Block) -> bool {
        let before = self.counts;
        self.steps += 1;
        for &kind in block {
            let Some(left) = self.counts[kind].checked_sub(1) else {
                self.counts = before;
                return false;
            };
            self.counts[kind] = left;
        }
        self.kinds.extend(block.iter().copied());
        true
    }
}
