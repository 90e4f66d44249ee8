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
    /// The same, ready for shanten and waits.
    pub tracker: Tracker,
    pub melds: Melds,
    pub aside: AsideTiles,
    /// The kinds of which the hand holds at least one, two, three and four tiles; flowers are not among them.
    held: [KindSet; 4],
    /// Kinds waited for, before a draw.
    pub waits: KindSet,
    pub discarded: KindSet,
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

    /// Puts a tile into the hand.
    pub fn add(&mut self, tile: Tile) {
        self.hand.push(tile);
        self.tracker.add(tile.kind());
        let kind = kinds_of_hand(tile);
        let [one, two, three, four] = self.held;
        self.held = [one | kind, two | one & kind, three | two & kind, four | three & kind];
    }

    /// Holds these tiles instead, about which nobody else knows anything.
    pub(crate) fn take_up(&mut self, hand: &Tiles, calculator: &Calculator) {
        let drawn = hand.last().copied().filter(|_| self.drawn.is_some());
        let nothing = Player::new(calculator);
        (self.hand, self.tracker, self.held) = (nothing.hand, nothing.tracker, nothing.held);
        let kept = hand.len() - usize::from(drawn.is_some());
        hand[..kept].iter().for_each(|&tile| self.add(tile));
        self.see_waits();
        drawn.into_iter().for_each(|tile| self.add(tile));
        self.drawn = drawn;
        self.passed = false;
        self.passed_in_riichi = false;
    }

    /// Takes a tile out of the hand: the last such one if it was just drawn, else the first.
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
            KindSet::EMPTY
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
    pub fn possible_waits(&self) -> KindSet {
        self.waits.iter().filter(|&kind| self.holds(kind) < 4).collect()
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
    pub fn fours(&self) -> KindSet {
        self.held[3]
    }

    /// The kinds in the hand; flowers are not among them.
    pub fn kinds(&self) -> KindSet {
        self.held[0]
    }

    /// Do at least so many of a kind, one to four, lie in the hand?
    pub fn has(&self, kind: Kind, copies: usize) -> bool {
        self.held[copies.clamp(1, 4) - 1].has(kind)
    }

    /// The kinds that are left in the hand without these two tiles; none, if it does not hold both.
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

/// The kind of a tile as a set; nothing for a flower, which is no part of a hand.
fn kinds_of_hand(tile: Tile) -> KindSet {
    const OF_HAND: KindSet = KindSet::from_bits((1 << HAND_KINDS) - 1);
    KindSet::of(tile.kind()) & OF_HAND
}
