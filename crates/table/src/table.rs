//! The table: everything that can be known of a game at one moment.

use crate::event::{Event, Standing};
use crate::phase::{Phase, Turn};
use crate::player::Player;
use crate::wall::Wall;
use arrayvec::ArrayVec;
use jantaku_rules::result::FinalResult;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::shanten::{Calculator, SevenPairs, Shapes, TileSet};
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::units::{Chips, Points};
use std::sync::Arc;

/// One discard, as it lies in the river or is remembered after a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Discard {
    pub seat: Seat,
    pub tile: Tile,
    pub drawn: bool,
    pub riichi: bool,
    pub called: bool,
}

/// More discards than any hand has: 144 tiles less 39 dealt, and one more for each of 16 calls.
pub type Discards = ArrayVec<Discard, 128>;

/// A game, from its first deal to its last.
#[derive(Clone)]
pub struct Table {
    pub(crate) rules: Arc<Rules>,
    pub(crate) calculator: Calculator,
    pub(crate) standing: Standing,
    pub(crate) points: BySeat<Points>,
    pub(crate) chips: BySeat<Chips>,
    /// Points as they were before the hand.
    pub(crate) points_before: BySeat<Points>,
    pub(crate) players: BySeat<Player>,
    pub(crate) wall: Wall,
    pub(crate) indicators: ArrayVec<Tile, 5>,
    /// The tiles beneath them, once they are turned over.
    pub(crate) ura: ArrayVec<Tile, 5>,
    pub(crate) discards: Discards,
    /// Has a call interrupted the first go-around?
    pub(crate) interrupted: bool,
    /// Who is liable for which yaku of whose hand.
    pub(crate) liable: ArrayVec<Liable, 8>,
    pub(crate) kans: BySeat<u8>,
    /// After the fourth kan: who made it, to be settled with the next discard that is not won on.
    pub(crate) fourth_kan: Option<FourthKan>,
    pub(crate) phase: Phase,
    pub(crate) hands_played: u16,
    /// Once the time is up: how many hands may still begin.
    pub(crate) hands_left: Option<u8>,
    /// Chips paid during this hand, to be given back if it is voided.
    pub(crate) hand_chips: BySeat<Chips>,
    pub(crate) chombos: BySeat<u8>,
    /// How the next hand stands, while the dealer chooses whether there is one.
    pub(crate) next: Standing,
    /// How the game came out, once it is over.
    pub(crate) result: Option<Box<FinalResult>>,
}

/// A player who answers for a yaku of another's hand, having fed the set that made it certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Liable {
    pub winner: Seat,
    /// The yaku, by its place in the rulebook.
    pub yaku: u16,
    pub seat: Seat,
}

/// The fourth kan of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FourthKan {
    pub seat: Seat,
    /// Who fed it, if it was a daiminkan.
    pub fed: Option<Seat>,
}

impl Table {
    /// A table at which nothing has been dealt.
    pub fn new(rules: Arc<Rules>) -> Table {
        let seats = rules.seats();
        let calculator = calculator(&rules);
        let start = Points(rules.settings.game.start);
        let standing = Standing {
            round: Wind::East,
            dealer: Seat(0),
            honba: 0,
            sticks: 0,
        };
        Table {
            points: BySeat::all(seats, start),
            points_before: BySeat::all(seats, start),
            chips: BySeat::all(seats, Chips(0)),
            hand_chips: BySeat::all(seats, Chips(0)),
            chombos: BySeat::all(seats, 0),
            players: BySeat::from_fn(seats, |_| Player::new(&calculator)),
            wall: Wall::new(&rules, &[]),
            indicators: ArrayVec::new(),
            ura: ArrayVec::new(),
            discards: Discards::new(),
            interrupted: false,
            liable: ArrayVec::new(),
            kans: BySeat::all(seats, 0),
            fourth_kan: None,
            phase: Phase::BeforeHand,
            hands_played: 0,
            hands_left: None,
            next: standing,
            result: None,
            standing,
            calculator,
            rules,
        }
    }

    /// A table that stands as given before its next hand.
    pub fn standing_at(rules: Arc<Rules>, standing: Standing, points: BySeat<Points>, chips: BySeat<Chips>) -> Table {
        let mut table = Table::new(rules);
        table.standing = standing;
        table.next = standing;
        table.points = points;
        table.points_before = points;
        table.chips = chips;
        table
    }

    /// Puts a wall on the table without dealing from it, for events that are applied and not decided here.
    pub fn put_wall(&mut self, wall: Wall) {
        self.wall = wall;
    }

    /// The rulebook.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// How many players.
    pub fn seats(&self) -> usize {
        self.points.len()
    }

    /// All seats, from the first dealer on.
    pub fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.points.len() as u8).map(Seat)
    }

    /// All seats in turn order, from the dealer on.
    pub fn from_dealer(&self) -> impl Iterator<Item = Seat> + use<> {
        self.in_turn_from(self.standing.dealer)
    }

    /// All seats in turn order, beginning with this one.
    pub fn in_turn_from(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.points.len() as u8;
        (0..seats).map(move |turns| Seat(around(first.0 + turns, seats)))
    }

    /// The others in turn order after this seat.
    pub fn others(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        self.in_turn_from(seat).skip(1)
    }

    /// Who comes after this seat.
    pub fn after(&self, seat: Seat) -> Seat {
        Seat(around(seat.0 + 1, self.points.len() as u8))
    }

    /// The wind that a seat has in this hand.
    pub fn wind(&self, seat: Seat) -> Wind {
        let seats = self.points.len() as u8;
        Wind::at(usize::from(around(seat.0 + seats - self.standing.dealer.0, seats)))
    }

    /// The seat that has this wind in this hand.
    pub fn seat_of(&self, wind: Wind) -> Seat {
        Seat(around(
            self.standing.dealer.0 + wind.index() as u8,
            self.points.len() as u8,
        ))
    }

    /// What the table is waiting for.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// How the game stands: during a hand, as before it, with the sticks as they lie now.
    pub fn standing(&self) -> Standing {
        self.standing
    }

    /// How the next hand would stand; meaningful once a hand is settled.
    pub fn next_standing(&self) -> Standing {
        self.next
    }

    /// Everybody's points.
    pub fn points(&self) -> &BySeat<Points> {
        &self.points
    }

    /// Everybody's chips.
    pub fn chips(&self) -> &BySeat<Chips> {
        &self.chips
    }

    /// A player's side of the table.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat]
    }

    pub fn wall(&self) -> &Wall {
        &self.wall
    }

    /// The indicators turned so far.
    pub fn indicators(&self) -> &[Tile] {
        &self.indicators
    }

    /// All discards of the hand in order, called ones too.
    pub fn discards(&self) -> &[Discard] {
        &self.discards
    }

    /// The fourth kan of the hand, once it is made.
    pub fn fourth_kan(&self) -> Option<FourthKan> {
        self.fourth_kan
    }

    /// How many hands have been played to their end.
    pub fn hands_played(&self) -> u16 {
        self.hands_played
    }

    /// Is the game over?
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::GameOver { .. })
    }

    /// Does the table wait for a wall?
    pub fn needs_wall(&self) -> bool {
        matches!(self.phase, Phase::BeforeHand)
    }

    /// The turn, if a player has one.
    pub fn turn(&self) -> Option<&Turn> {
        match &self.phase {
            Phase::Turn(turn) => Some(turn),
            _ => None,
        }
    }

    /// All kans of the hand.
    pub(crate) fn kan_count(&self) -> u8 {
        self.kans.iter().sum()
    }

    /// Can no tile be drawn in turn any more?
    pub(crate) fn wall_is_empty(&self) -> bool {
        self.wall.left() == 0
    }

    /// Is this kind of tile the one that a player may set aside by choice?
    pub(crate) fn is_kita(&self, kind: Kind) -> bool {
        self.rules.settings.aside.kita && kind == Kind::NORTH
    }

    /// Does something, and remembers it.
    pub(crate) fn emit(&mut self, events: &mut Vec<Event>, event: Event) {
        self.apply_trusted(&event);
        events.push(event);
    }
}

/// A place less than twice round the table, counted from its first seat again. Turns are counted all the time, and a division
/// would take longer than the rest.
const fn around(place: u8, seats: u8) -> u8 {
    if place >= seats { place - seats } else { place }
}

/// The shanten calculator that fits a rulebook.
pub fn calculator(rules: &Rules) -> Calculator {
    let settings = &rules.settings;
    let seven_pairs = if settings.value.four_of_a_kind_pairs {
        SevenPairs::FourAsTwo
    } else {
        SevenPairs::Distinct
    };
    let shapes = Shapes {
        seven_pairs,
        orphans: true,
    };
    // A rulebook that removes anything else does not load.
    let tiles = TileSet::without(settings.tiles.removed).unwrap_or(TileSet::All);
    Calculator::new(tiles, shapes)
}
