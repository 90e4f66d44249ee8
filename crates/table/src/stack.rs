//! Stacked walls, for tests and examples: chosen tiles are dealt, drawn or turned, the rest is shuffled.

use crate::shuffle::{Key, shuffle};
use crate::wall::{Wall, deal_places};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Wind;
use jantaku_rules::tile::Tile;
use jantaku_rules::win::Indicators;

/// The chosen tiles of a stacked wall. [`Event`](crate::Event) has an example.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Stack {
    /// Thirteen tiles by wind, or none to fill up the hand.
    pub hands: [Vec<Tile>; 4],
    /// Draws from the live wall in order, the dealer's fourteenth first.
    pub draws: Vec<Tile>,
    pub replacements: Vec<Tile>,
    pub dora: Vec<Tile>,
    pub ura: Vec<Tile>,
    /// Live tiles left after `draws`.
    pub wall_left: Option<usize>,
}

/// Why a wall cannot be stacked like this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StackError {
    /// More copies of a tile than the rulebook has.
    TooMany(Tile),
    /// A hand that is not thirteen tiles.
    HandSize(Wind, usize),
    /// A hand for a seat that this rulebook does not have.
    NoSuchSeat(Wind),
    /// More draws, replacements or indicators than the wall has places.
    TooLong(&'static str),
    /// `wall_left` is higher than this, the most possible.
    NotSoMany(usize),
}

impl Stack {
    /// Builds the wall and fills it up with the remaining tiles, shuffled by the key. Remaining flowers go to the end of the
    /// live wall, where they disturb least.
    ///
    /// # Errors
    /// If the chosen tiles do not fit into a wall of this rulebook.
    pub fn build(&self, rules: &Rules, key: &Key) -> Result<Wall, StackError> {
        let seats = rules.seats();
        let mut rest: Vec<Tile> = rules.tiles.tiles().to_vec();
        let len = rest.len();
        let mut row: Vec<Option<Tile>> = vec![None; len];
        let frame = Wall::new(rules, &rest);
        let mut put = |place: usize, tile: Tile, what: &'static str| {
            let slot = row.get_mut(place).ok_or(StackError::TooLong(what))?;
            if slot.is_some() {
                return Err(StackError::TooLong(what));
            }
            let from = rest.iter().position(|&t| t == tile).ok_or(StackError::TooMany(tile))?;
            rest.swap_remove(from);
            *slot = Some(tile);
            Ok(())
        };
        let places = deal_places(seats);
        for (wind, hand) in Wind::ALL.into_iter().zip(&self.hands) {
            if hand.is_empty() {
                continue;
            }
            let places = places.get(wind.index()).ok_or(StackError::NoSuchSeat(wind))?;
            if hand.len() != places.len() {
                return Err(StackError::HandSize(wind, hand.len()));
            }
            for (&place, &tile) in places.iter().zip(hand) {
                put(place, tile, "deal")?;
            }
        }
        // Before the replacement tiles stand the indicators, where there are any.
        let most = usize::from(rules.settings.replacement_tiles());
        if rules.settings.dora.played && self.replacements.len() > most {
            return Err(StackError::TooLong("replacements"));
        }
        for (i, &tile) in self.replacements.iter().enumerate() {
            put(frame.replacement_place(i), tile, "replacements")?;
        }
        let turned = Indicators::new().capacity();
        for (what, tiles) in [("dora", &self.dora), ("ura", &self.ura)] {
            if tiles.len() > turned {
                return Err(StackError::TooLong(what));
            }
        }
        for (i, &tile) in self.dora.iter().enumerate() {
            put(frame.indicator_place(i), tile, "dora")?;
        }
        for (i, &tile) in self.ura.iter().enumerate() {
            put(frame.indicator_place(i).saturating_sub(1), tile, "ura")?;
        }
        let live = frame.left().saturating_sub(13 * seats);
        if self.draws.len() > live {
            return Err(StackError::TooLong("draws"));
        }
        let most = live - self.draws.len();
        if self.wall_left.is_some_and(|left| left > most) {
            return Err(StackError::NotSoMany(most));
        }
        for (i, &tile) in self.draws.iter().enumerate() {
            put(13 * seats + i, tile, "draws")?;
        }
        shuffle(key, &mut rest);
        fill(&mut row, rest, frame.left());
        let row: Vec<Tile> = row.into_iter().flatten().collect();
        let mut wall = Wall::stacked(rules, &row);
        if let Some(left) = self.wall_left {
            wall.cut_to(13 * seats + self.draws.len(), left);
        }
        Ok(wall)
    }

    pub fn with_hand(mut self, wind: Wind, tiles: Vec<Tile>) -> Stack {
        self.hands[wind.index()] = tiles;
        self
    }
}

/// Fills the open places: with flowers from the end of the live wall backwards, with the others anywhere.
fn fill(row: &mut [Option<Tile>], rest: Vec<Tile>, live_end: usize) {
    let (flowers, mut others): (Vec<Tile>, Vec<Tile>) = rest.into_iter().partition(|tile| tile.kind().is_flower());
    let end = live_end.min(row.len());
    let mut open = row[..end].iter_mut().rev().filter(|slot| slot.is_none());
    let mut unplaced = Vec::new();
    for flower in flowers {
        match open.next() {
            Some(slot) => *slot = Some(flower),
            None => unplaced.push(flower),
        }
    }
    others.extend(unplaced);
    for slot in row.iter_mut().filter(|slot| slot.is_none()) {
        *slot = others.pop();
    }
}
