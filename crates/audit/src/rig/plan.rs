//! A wall that is being stacked.

use super::{Part, Plot, Want};
use jantaku_rules::kind_set::KindSet;
use jantaku_rules::notation;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Wind;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_table::shuffle::Stream;
use jantaku_table::wall::{Wall, deal_places};

/// More indicators than a hand has: the first, and one for each of four kans.
const MOST_INDICATORS: usize = 5;

/// The tiles placed so far, and those left in the box.
pub(super) struct Plan<'a> {
    pub(super) rules: &'a Rules,
    pub(super) lots: &'a mut Stream,
    frame: Wall,
    row: Vec<Option<Tile>>,
    rest: Vec<Tile>,
    parts: [Option<Part>; 4],
    /// Number of draws in the live wall after the deal.
    ends_after: Option<usize>,
    /// Whether the order of replacement tiles matters.
    replaces: bool,
}

impl<'a> Plan<'a> {
    pub(super) fn new(rules: &'a Rules, lots: &'a mut Stream) -> Plan<'a> {
        let mut rest = rules.tiles.tiles().to_vec();
        for place in (1..rest.len()).rev() {
            rest.swap(place, lots.below(place as u32 + 1) as usize);
        }
        Plan {
            frame: Wall::stacked(rules, &rest),
            row: vec![None; rest.len()],
            parts: [None, None, None, None],
            ends_after: None,
            replaces: false,
            rest,
            lots,
            rules,
        }
    }

    /// A random number below `n`.
    pub(super) fn lot(&mut self, n: usize) -> usize {
        self.lots.below(n.max(1) as u32) as usize
    }

    /// True once in `n` times.
    pub(super) fn once_in(&mut self, n: usize) -> bool {
        self.lot(n) == 0
    }

    /// A random one of these.
    pub(super) fn any_of<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() {
            return None;
        }
        Some(from[self.lot(from.len())])
    }

    pub(super) fn seats(&self) -> usize {
        self.rules.seats()
    }

    /// The wind of a random player.
    pub(super) fn any_wind(&mut self) -> Wind {
        Wind::at(self.lot(self.rules.seats()))
    }

    /// The wind this many turns later.
    pub(super) fn after(&self, wind: Wind, turns: usize) -> Wind {
        Wind::at((wind.index() + turns) % self.seats())
    }

    /// A random tile that some yaku names as its winning tile.
    pub(super) fn named_tile(&mut self) -> Option<Kind> {
        let named = self.rules.yaku.iter().filter_map(|yaku| {
            let (_, rest) = yaku.when.split_once("winning-tile(")?;
            let (tiles, _) = rest.split_once(')')?;
            notation::kinds(tiles).ok()
        });
        let kinds: Vec<Kind> = named.fold(KindSet::EMPTY, |all, kinds| all | kinds).iter().collect();
        self.any_of(&kinds)
    }

    /// Tiles of a kind left in the box.
    pub(super) fn left(&self, kind: Kind) -> usize {
        self.rest.iter().filter(|tile| tile.kind() == kind).count()
    }

    /// The matching kinds of which at least `n` tiles are left in the box.
    pub(super) fn kinds(&self, n: usize, such: impl Fn(Kind) -> bool) -> Vec<Kind> {
        Kind::of_hand()
            .filter(|&kind| such(kind) && self.left(kind) >= n)
            .collect()
    }

    fn take(&mut self, such: impl Fn(Tile) -> bool) -> Option<Tile> {
        let place = self.rest.iter().position(|&tile| such(tile))?;
        Some(self.rest.swap_remove(place))
    }

    fn put(&mut self, place: usize, such: impl Fn(Tile) -> bool) -> Option<()> {
        if self.row.get(place)?.is_some() {
            return None;
        }
        let tile = self.take(such)?;
        self.row[place] = Some(tile);
        Some(())
    }

    /// Adds tiles of these kinds to a player's deal.
    pub(super) fn deal(&mut self, wind: Wind, kinds: &[Kind]) -> Option<()> {
        let places = *deal_places(self.seats()).get(wind.index())?;
        for &kind in kinds {
            let place = places.into_iter().find(|&place| self.row[place].is_none())?;
            self.put(place, |tile| tile.kind() == kind)?;
        }
        Some(())
    }

    /// Sets the player's nth draw, counted from 0, if nobody calls before it.
    pub(super) fn draws(&mut self, wind: Wind, number: usize, such: impl Fn(Tile) -> bool) -> Option<()> {
        self.put(13 * self.seats() + number * self.seats() + wind.index(), such)
    }

    pub(super) fn draws_kind(&mut self, wind: Wind, number: usize, kind: Kind) -> Option<()> {
        self.draws(wind, number, |tile| tile.kind() == kind)
    }

    /// Sets the nth replacement tile.
    pub(super) fn replaces(&mut self, number: usize, such: impl Fn(Tile) -> bool) -> Option<()> {
        self.replaces = true;
        self.put(self.frame.replacement_place(number), such)
    }

    /// Sets the nth indicator, or the tile beneath it.
    pub(super) fn indicator(&mut self, number: usize, beneath: bool, such: impl Fn(Tile) -> bool) -> Option<()> {
        let place = self.frame.indicator_place(number);
        self.put(place.checked_sub(usize::from(beneath))?, such)
    }

    /// Ends the live wall after this draw of this player.
    pub(super) fn ends_with(&mut self, wind: Wind, number: usize) {
        self.ends_after = Some(number * self.seats() + wind.index() + 1);
    }

    pub(super) fn part(&mut self, wind: Wind, part: Part) {
        self.parts[wind.index()] = Some(part);
    }

    /// Players without a part discard what they draw; now and then their bots play normally.
    fn quiet_others(&mut self) {
        let disturbed = self.once_in(8);
        for wind in super::winds(self.rules) {
            if self.parts[wind.index()].is_none() && !disturbed {
                let wins = self.once_in(2);
                self.parts[wind.index()] = Some(Part::new(wins.then_some(Want::Win)));
            }
        }
    }

    /// Random flowers use up replacement tiles and shorten the wall. If a plot plans either of those and no flowers, they go
    /// to the end of the live wall, which it hardly reaches.
    fn quiet_flowers(&mut self) {
        let planned = self.replaces || self.ends_after.is_some();
        let flowers = self.row.iter().flatten().any(|tile| tile.kind().is_flower());
        if !planned || flowers || self.once_in(8) {
            return;
        }
        let mut places = (0..self.frame.indicator_place(MOST_INDICATORS)).rev();
        while let Some(flower) = self.take(|tile| tile.kind().is_flower()) {
            match places.find(|&place| self.row[place].is_none()) {
                Some(place) => self.row[place] = Some(flower),
                None => return self.rest.push(flower),
            }
        }
    }

    /// The wall, filled up with random tiles.
    pub(super) fn finish(mut self) -> Plot {
        self.quiet_others();
        self.quiet_flowers();
        let mut rest = std::mem::take(&mut self.rest);
        let row: Vec<Tile> = self.row.iter().filter_map(|slot| slot.or_else(|| rest.pop())).collect();
        let mut wall = Wall::stacked(self.rules, &row);
        if let Some(draws) = self.ends_after {
            wall.cut_to(13 * self.seats() + draws, 0);
        }
        Plot {
            wall,
            parts: self.parts,
        }
    }
}
