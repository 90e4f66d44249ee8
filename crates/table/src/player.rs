//! One player's side of the table during a hand.

use arrayvec::ArrayVec;
use jantaku_rules::facts::kind_bit;
use jantaku_rules::shanten::{Calculator, Tracker};
use jantaku_rules::tile::{HAND_KINDS, Kind, Tile};
use jantaku_rules::win::{AsideTiles, Meld, MeldKind, Melds, Riichi, Tiles};

/// What one player has and has done in this hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// Concealed tiles, the drawn one last.
    pub hand: Tiles,
    /// The tile just drawn, until one leaves the hand.
    pub drawn: Option<Tile>,
    /// The same, ready for shanten and waits.
    pub tracker: Tracker,
    pub melds: Melds,
    pub aside: AsideTiles,
    /// Kinds waited for, before a draw.
    pub waits: u64,
    pub discarded: u64,
    pub riichi: Riichi,
    /// Is a declared riichi still waiting for its discard to pass?
    pub riichi_pending: bool,
    /// Did the riichi stand, and the stick get paid, in this hand?
    pub stick_paid: bool,
    /// Within the go-around after the riichi?
    pub ippatsu: bool,
    /// Was a winning tile let go since the last discard (or draw)?
    pub passed: bool,
    pub passed_in_riichi: bool,
    /// Has the player not yet discarded?
    pub before_first_discard: bool,
    /// Were all discards terminals and honours, and none of them called?
    pub nagashi: bool,
    /// A dead hand: no call, no win, noten.
    pub dead: bool,
    /// The hand as it was shown to all, sorted.
    pub shown: Option<Tiles>,
    /// How many of the kans that lay face down have been turned.
    pub kans_turned: u8,
}

impl Player {
    /// A player with nothing yet.
    pub fn new(calculator: &Calculator) -> Player {
        Player {
            hand: Tiles::new(),
            drawn: None,
            tracker: calculator.track(&[0; HAND_KINDS]),
            melds: Melds::new(),
            aside: AsideTiles::new(),
            waits: 0,
            discarded: 0,
            riichi: Riichi::None,
            riichi_pending: false,
            stick_paid: false,
            ippatsu: false,
            passed: false,
            passed_in_riichi: false,
            before_first_discard: true,
            nagashi: true,
            dead: false,
            shown: None,
            kans_turned: 0,
        }
    }

    /// Puts a tile into the hand.
    pub fn add(&mut self, tile: Tile) {
        let _ = self.hand.try_push(tile);
        self.tracker.add(tile.kind());
    }

    /// Takes a tile out of the hand: the last such one if it was just drawn, else the first.
    pub fn remove(&mut self, tile: Tile, drawn: bool) {
        let place = if drawn {
            self.hand.iter().rposition(|&t| t == tile)
        } else {
            self.hand.iter().position(|&t| t == tile)
        };
        if let Some(place) = place {
            self.hand.remove(place);
            self.tracker.remove(tile.kind());
        }
        self.drawn = None;
    }

    /// The hand lies open for all to see.
    pub fn show(&mut self, tiles: &Tiles) {
        let mut tiles = tiles.clone();
        tiles.sort_unstable();
        self.shown = Some(tiles);
    }

    /// Is the hand without open melds?
    pub fn is_closed(&self) -> bool {
        self.melds.iter().all(|meld| !meld.kind.is_open())
    }

    /// Looks up anew what the hand waits for. Where only a fifth copy would complete it, it waits for nothing.
    pub fn see_waits(&mut self) {
        self.waits = if self.tracker.shanten() == 0 {
            self.tracker.waits()
        } else {
            0
        };
    }

    /// How many of a kind the player holds, melds included.
    pub fn holds(&self, kind: Kind) -> usize {
        let in_melds: usize = self
            .melds
            .iter()
            .map(|meld| meld.tiles.iter().filter(|tile| tile.kind() == kind).count())
            .sum();
        usize::from(self.tracker.held(kind)) + in_melds
    }

    /// Waits of which the player does not hold all four.
    pub fn possible_waits(&self) -> u64 {
        let mut waits = self.waits;
        let mut left = waits;
        while left != 0 {
            let kind = Kind::at(left.trailing_zeros() as usize);
            left &= left - 1;
            if self.holds(kind) >= 4 {
                waits &= !kind_bit(kind);
            }
        }
        waits
    }

    /// The different copies of a kind in the hand.
    pub fn copies(&self, kind: Kind) -> ArrayVec<Tile, 4> {
        self.hand
            .iter()
            .copied()
            .filter(|tile| tile.kind() == kind)
            .take(4)
            .collect()
    }

    /// The kinds of which all four lie in the hand.
    pub fn fours(&self) -> u64 {
        let (mut once, mut twice, mut thrice, mut fours) = (0, 0, 0, 0);
        for tile in &self.hand {
            let bit = kind_bit(tile.kind());
            fours |= thrice & bit;
            thrice |= twice & bit;
            twice |= once & bit;
            once |= bit;
        }
        fours
    }

    /// Does this many of a kind lie in the hand?
    pub fn has(&self, kind: Kind, n: u8) -> bool {
        self.tracker.held(kind) >= n
    }

    /// The pon of this kind.
    pub fn pon_of(&self, kind: Kind) -> Option<&Meld> {
        self.melds
            .iter()
            .find(|meld| meld.kind == MeldKind::Pon && meld.tiles[0].kind() == kind)
    }
}
