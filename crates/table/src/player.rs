//! One player's side of the table during a hand.

use arrayvec::ArrayVec;
use jantaku_rules::kind_set::KindSet;
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
    /// The hand, prepared for shanten and waits.
    pub tracker: Tracker,
    pub melds: Melds,
    pub aside: AsideTiles,
    /// The kinds of which the hand holds at least one, two, three and four tiles, without flowers.
    held: [KindSet; 4],
    /// What the hand waits for, as of the last discard.
    pub waits: KindSet,
    pub discarded: KindSet,
    pub riichi: Riichi,
    /// Whether riichi was declared but its discard may still be won on.
    pub riichi_pending: bool,
    /// Whether the riichi stands and its stick was paid.
    pub stick_paid: bool,
    pub ippatsu: bool,
    /// Whether the player passed on a winning tile since the last discard or draw.
    pub passed: bool,
    pub passed_in_riichi: bool,
    pub before_first_discard: bool,
    /// Whether all discards were terminals and honours, and none was called.
    pub nagashi: bool,
    /// A dead hand may not call or win, and is noten.
    pub dead: bool,
    /// The hand as it was shown to all, sorted.
    pub shown: Option<Tiles>,
    /// How many face-down kans have been turned.
    pub kans_turned: u8,
}

impl Player {
    pub fn new(calculator: &Calculator) -> Player {
        Player {
            hand: Tiles::new(),
            drawn: None,
            tracker: calculator.track(&[0; HAND_KINDS]),
            melds: Melds::new(),
            aside: AsideTiles::new(),
            held: [KindSet::EMPTY; 4],
            waits: KindSet::EMPTY,
            discarded: KindSet::EMPTY,
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

    pub fn add(&mut self, tile: Tile) {
        self.hand.push(tile);
        self.tracker.add(tile.kind());
        let kind = kinds_of_hand(tile);
        let [one, two, three, four] = self.held;
        self.held = [one | kind, two | one & kind, three | two & kind, four | three & kind];
    }

    /// Replaces the hand, the drawn tile last. Wins that the old hand let go are forgotten.
    pub(crate) fn take_up(&mut self, hand: &Tiles, calculator: &Calculator) {
        let drawn = hand.last().copied().filter(|_| self.drawn.is_some());
        let nothing = Player::new(calculator);
        (self.hand, self.tracker, self.held) = (nothing.hand, nothing.tracker, nothing.held);
        let kept = hand.len() - usize::from(drawn.is_some());
        hand[..kept].iter().for_each(|&tile| self.add(tile));
        self.waits = KindSet::EMPTY;
        if self.tracker.tiles() % 3 == 1 {
            self.see_waits();
        }
        drawn.into_iter().for_each(|tile| self.add(tile));
        self.drawn = drawn;
        self.passed = false;
        self.passed_in_riichi = false;
    }

    /// Removes the last copy of a tile if it was just drawn, otherwise the first.
    pub fn remove(&mut self, tile: Tile, drawn: bool) {
        let place = if drawn {
            self.hand.iter().rposition(|&t| t == tile)
        } else {
            self.hand.iter().position(|&t| t == tile)
        };
        if let Some(place) = place {
            if place + 1 == self.hand.len() {
                self.hand.pop();
            } else {
                self.hand.remove(place);
            }
            self.tracker.remove(tile.kind());
            let kind = kinds_of_hand(tile);
            let [one, two, three, four] = self.held;
            self.held = [
                one - (kind - two),
                two - (kind - three),
                three - (kind - four),
                four - kind,
            ];
        }
        self.drawn = None;
    }

    pub fn show(&mut self, tiles: &Tiles) {
        let mut tiles = tiles.clone();
        tiles.sort_unstable();
        self.shown = Some(tiles);
    }

    pub fn is_closed(&self) -> bool {
        self.melds.iter().all(|meld| !meld.kind.is_open())
    }

    /// Updates `waits`. A hand that only a fifth copy of a tile would complete waits for nothing.
    pub fn see_waits(&mut self) {
        self.waits = if self.tracker.shanten() == 0 {
            self.tracker.waits()
        } else {
            KindSet::EMPTY
        };
    }

    /// The number of tiles of a kind in hand and melds.
    pub fn holds(&self, kind: Kind) -> usize {
        let in_melds: usize = self
            .melds
            .iter()
            .map(|meld| meld.tiles.iter().filter(|tile| tile.kind() == kind).count())
            .sum();
        usize::from(self.tracker.held(kind)) + in_melds
    }

    /// Waits of which the player does not already hold all four copies.
    pub fn possible_waits(&self) -> KindSet {
        self.waits.iter().filter(|&kind| self.holds(kind) < 4).collect()
    }

    pub fn copies(&self, kind: Kind) -> ArrayVec<Tile, 4> {
        self.hand
            .iter()
            .copied()
            .filter(|tile| tile.kind() == kind)
            .take(4)
            .collect()
    }

    /// The kinds of which the concealed hand holds all four copies.
    pub fn fours(&self) -> KindSet {
        self.held[3]
    }

    /// The kinds in the concealed hand, without flowers.
    pub fn kinds(&self) -> KindSet {
        self.held[0]
    }

    /// Whether the concealed hand holds at least this many copies, one to four.
    pub fn has(&self, kind: Kind, copies: usize) -> bool {
        self.held[copies.clamp(1, 4) - 1].has(kind)
    }

    /// The kinds left in the hand without these two tiles; empty if it does not hold both.
    pub fn kinds_without(&self, [a, b]: [Kind; 2]) -> KindSet {
        let two = KindSet::of(a) | KindSet::of(b);
        let (needed, more) = if a == b {
            (self.held[1], self.held[2])
        } else {
            (self.held[0], self.held[1])
        };
        if (two - needed).is_empty() {
            (self.held[0] - two) | (more & two)
        } else {
            KindSet::EMPTY
        }
    }

    pub fn pon_of(&self, kind: Kind) -> Option<&Meld> {
        self.melds
            .iter()
            .find(|meld| meld.kind == MeldKind::Pon && meld.tiles[0].kind() == kind)
    }
}

/// The kind of a tile as a set; empty for a flower.
fn kinds_of_hand(tile: Tile) -> KindSet {
    const OF_HAND: KindSet = KindSet::from_bits((1 << HAND_KINDS) - 1);
    KindSet::of(tile.kind()) & OF_HAND
}
