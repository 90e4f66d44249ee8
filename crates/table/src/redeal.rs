//! Hidden tiles dealt anew: another table that one viewer cannot tell from this one, for bots that sample worlds and for checks
//! that nothing leaks.

use crate::phase::{Offered, Phase};
use crate::player::Player;
use crate::seen::{Viewer, lies_face_down};
use crate::shuffle::Stream;
use crate::table::Table;
use arrayvec::ArrayVec;
use jantaku_rules::kind_set::KindSet;
use jantaku_rules::seat::Seat;
use jantaku_rules::shanten::Calculator;
use jantaku_rules::tile::{HAND_KINDS, Kind, Tile};
use jantaku_rules::win::Tiles;

/// How often a deal is tried in which everybody in riichi is tenpai.
const TRIES: usize = 64;

/// Tiles that somebody does not know.
type Pool = ArrayVec<Tile, 144>;

impl Table {
    /// The same table with everything dealt anew that a viewer does not know: concealed hands of others, kans that lie face down, and
    /// the rest of the wall. What the viewer sees, is asked and may do is the same. Hands in riichi are tenpai again; no other
    /// conclusion is drawn from what the players did. Whether others have answered an open claim is not known either, so they
    /// are asked again. The part of the wall that is drawn already is blank.
    ///
    /// If no such deal turns up, as when the hidden tiles hold only one tenpai hand, the hands stay and only the wall changes.
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
        let hidden: ArrayVec<Seat, 4> = self.all_seats().filter(|&seat| !viewer.sees_hand_of(seat)).collect();
        let found = (0..TRIES).find_map(|_| self.dealt_anew(&hidden, lots));
        found.unwrap_or_else(|| {
            let mut same = self.clone();
            same.fill_wall(&mut shuffled(self.unturned(), lots));
            same
        })
    }

    fn dealt_anew(&self, hidden: &[Seat], lots: &mut Stream) -> Option<Table> {
        let mut other = self.clone();
        let mut pool = self.unturned();
        for &seat in hidden {
            let player = &self.players[seat];
            pool.extend(player.hand[known(player)..].iter().copied());
            pool.extend(
                self.face_down_kans(seat)
                    .flat_map(|kan| player.melds[kan].tiles.iter().copied()),
            );
        }
        let mut pool = shuffled(pool, lots);
        for &seat in hidden {
            for kan in self.face_down_kans(seat) {
                other.players[seat].melds[kan].tiles = four_of_a_kind(&mut pool, lots)?;
            }
        }
        // The hands that must be tenpai come first, while there is something to choose from.
        let in_riichi = |seat: &&Seat| self.players[**seat].riichi.declared();
        for &seat in hidden
            .iter()
            .filter(in_riichi)
            .chain(hidden.iter().filter(|seat| !in_riichi(seat)))
        {
            let player = &self.players[seat];
            let mut hand: Tiles = player.hand[..known(player)].iter().copied().collect();
            let waiting = player.hand.len() - usize::from(player.hand.len() % 3 == 2);
            if player.riichi.declared() && hand.len() < waiting {
                hand = tenpai(&self.calculator, &mut pool, waiting, lots)?;
            }
            while hand.len() < player.hand.len() {
                hand.push(taken(&mut pool, |tile| !tile.kind().is_flower())?);
            }
            other.players[seat].take_up(&hand, &self.calculator);
        }
        other.fill_wall(&mut pool);
        other.ask_anew(hidden);
        Some(other)
    }

    /// The tiles of the wall that nobody has and that are not turned.
    fn unturned(&self) -> Pool {
        let row = self.wall.row();
        self.unturned_places().map(|place| row[place]).collect()
    }

    fn unturned_places(&self) -> impl Iterator<Item = usize> + use<> {
        let wall = self.wall;
        let end = wall.row().len() - wall.replaced();
        let turned = move |place: &usize| (0..wall.turned()).any(|number| wall.indicator_place(number) == *place);
        (end - wall.undrawn().len()..end).filter(move |place| !turned(place))
    }

    fn fill_wall(&mut self, pool: &mut Pool) {
        let mut row = [Tile::plain(Kind::EAST); crate::wall::MOST_TILES];
        let len = self.wall.row().len();
        for number in 0..self.wall.turned() {
            row[self.wall.indicator_place(number)] = self.wall.indicator(number);
        }
        for (place, tile) in self.unturned_places().zip(pool.drain(..)) {
            row[place] = tile;
        }
        self.wall = self.wall.with_row(&row[..len]);
    }

    /// Which melds of a player lie face down for others.
    fn face_down_kans(&self, seat: Seat) -> impl Iterator<Item = usize> + use<> {
        let player = &self.players[seat];
        let down = |meld: &usize| lies_face_down(&self.rules, player.melds[*meld].kind);
        let kans: ArrayVec<usize, 4> = (0..player.melds.len()).filter(down).collect();
        kans.into_iter().skip(usize::from(player.kans_turned))
    }

    /// Puts the hidden parts of what the table waits for right.
    fn ask_anew(&mut self, hidden: &[Seat]) {
        match self.phase {
            Phase::Turn(mut turn) => {
                turn.drawn = turn.drawn.and(self.players[turn.seat].drawn);
                self.phase = Phase::Turn(turn);
            }
            Phase::Claims(claims) => {
                let kan = self.players[claims.from].melds.last();
                let tile = match claims.offered {
                    Offered::Ankan => kan.map_or(claims.tile, |kan| kan.tiles[0]),
                    _ => claims.tile,
                };
                self.offer(claims.from, tile, claims.offered, claims.row);
                if let Phase::Claims(anew) = &mut self.phase {
                    anew.chombo = claims.chombo;
                    let known = |seat: &u8| !hidden.contains(&Seat(*seat));
                    for seat in (0..claims.answers.len() as u8).filter(known).map(Seat) {
                        anew.answers[seat] = claims.answers[seat];
                        anew.may[seat] = claims.may[seat];
                    }
                }
            }
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

/// How many tiles of a hand everybody knows: all that were shown, but not the one just drawn.
fn known(player: &Player) -> usize {
    match player.shown {
        Some(_) => player.hand.len() - usize::from(player.drawn.is_some()),
        None => 0,
    }
}

fn shuffled(mut pool: Pool, lots: &mut Stream) -> Pool {
    for last in (1..pool.len()).rev() {
        pool.swap(last, lots.below(last as u32 + 1) as usize);
    }
    pool
}

fn taken(pool: &mut Pool, is: impl Fn(&Tile) -> bool) -> Option<Tile> {
    let place = pool.iter().rposition(is)?;
    Some(pool.swap_remove(place))
}

fn four_of_a_kind(pool: &mut Pool, lots: &mut Stream) -> Option<ArrayVec<Tile, 4>> {
    let mut counts = [0_u8; HAND_KINDS];
    let kinds = pool.iter().map(|tile| tile.kind()).filter(|kind| !kind.is_flower());
    kinds.for_each(|kind| counts[kind.index()] += 1);
    let whole: ArrayVec<usize, HAND_KINDS> = (0..HAND_KINDS).filter(|&kind| counts[kind] == 4).collect();
    let kind = *whole.get(lots.below(whole.len().max(1) as u32) as usize)?;
    (0..4)
        .map(|_| taken(pool, |tile| tile.kind().index() == kind))
        .collect()
}

/// So many tiles that wait for one: sets and a pair, or now and then pairs alone, of which one tile is left out.
fn tenpai(calculator: &Calculator, pool: &mut Pool, count: usize, lots: &mut Stream) -> Option<Tiles> {
    let mut left = pool.clone();
    let mut tiles = Tiles::new();
    let pairs = count == 13 && lots.below(16) == 0;
    let mut paired = KindSet::EMPTY;
    for _ in 0..TRIES {
        let first = left.get(lots.below(left.len().max(1) as u32) as usize)?.kind();
        let starts_run = first.is_suited() && first.number() <= 7 && lots.below(4) > 0;
        let set: &[usize] = match tiles.is_empty() || pairs {
            true => &[0, 0],
            false if starts_run => &[0, 1, 2],
            false => &[0, 0, 0],
        };
        if first.is_flower() || pairs && paired.has(first) {
            continue;
        }
        let mut rest = left.clone();
        let drawn = set
            .iter()
            .map(|step| taken(&mut rest, |tile| tile.kind().index() == first.index() + step));
        if let Some(drawn) = drawn.collect::<Option<ArrayVec<Tile, 3>>>() {
            tiles.extend(drawn);
            paired |= KindSet::of(first);
            left = rest;
        }
        if tiles.len() > count {
            left.push(tiles.swap_remove(lots.below(tiles.len() as u32) as usize));
            let mut counts = [0; HAND_KINDS];
            tiles.iter().for_each(|tile| counts[tile.kind().index()] += 1);
            // Where only a fifth copy would complete it, it is no tenpai.
            if calculator.track(&counts).shanten() != 0 {
                return None;
            }
            *pool = left;
            return Some(tiles);
        }
    }
    None
}
