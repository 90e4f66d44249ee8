//! The state of a game at one moment.

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

/// Room for the discards of any hand: 144 tiles less the 39 dealt at least, and one more for each of up to 16 calls.
pub type Discards = ArrayVec<Discard, 128>;

/// A game, from its first deal to its last. A copy is cheap: it does not touch the heap while the game is on.
///
/// ```
/// use jantaku_rules::rulebook::library::Library;
/// use jantaku_table::{Action, Table, Wall, Why, shuffle::key_of};
/// use std::sync::Arc;
///
/// let rules = Arc::new(Library::builtin().rules("tenhou").expect("a rulebook of ours"));
/// let mut table = Table::new(Arc::clone(&rules));
/// let mut events = Vec::new();
/// while !table.is_over() && table.hands_played() < 2 {
///     table.begin_hand(Wall::of_key(&rules, &key_of(1, table.hands_played().into())), &mut events);
///     while let Some(seat) = table.next_to_act() {
///         let action = *table.legal(seat).last().expect("something to do");
///         table.act(seat, action, &mut events).expect("it is legal");
///     }
/// }
/// // Between hands nothing else is accepted, and the refusal says why.
/// let refusal = table.decide(table.standing().dealer, Action::Tsumo).expect_err("no hand is played");
/// assert_eq!(refusal.why, Why::Over);
/// ```
#[derive(Clone)]
pub struct Table {
    pub(crate) rules: Arc<Rules>,
    pub(crate) calculator: Calculator,
    pub(crate) standing: Standing,
    pub(crate) points: BySeat<Points>,
    pub(crate) chips: BySeat<Chips>,
    pub(crate) points_before: BySeat<Points>,
    /// The standing as the hand began.
    pub(crate) standing_before: Standing,
    pub(crate) players: BySeat<Player>,
    pub(crate) wall: Wall,
    pub(crate) indicators: ArrayVec<Tile, 5>,
    /// The tiles beneath the indicators, once they are turned over.
    pub(crate) ura: ArrayVec<Tile, 5>,
    pub(crate) discards: Discards,
    /// Whether a call has interrupted the first go-around.
    pub(crate) interrupted: bool,
    /// Who is liable for which yaku of whose hand.
    pub(crate) liable: ArrayVec<Liable, 8>,
    pub(crate) kans: BySeat<u8>,
    /// Settled with the next discard that nobody wins on.
    pub(crate) fourth_kan: Option<FourthKan>,
    pub(crate) phase: Phase,
    pub(crate) hands_played: u16,
    /// How many hands may still begin, once the time is up.
    pub(crate) hands_left: Option<u8>,
    /// Chips paid during this hand, returned if it is voided.
    pub(crate) hand_chips: BySeat<Chips>,
    pub(crate) chombos: BySeat<u8>,
    /// The table before the first chombo of the hand was called, until nothing can undo it.
    pub(crate) before_chombo: Option<Box<Table>>,
    /// The standing of the next hand, while the dealer decides whether there is one.
    pub(crate) next: Standing,
    pub(crate) result: Option<Box<FinalResult>>,
}

/// A player who must pay for another player's yaku, having discarded the tile that made it certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Liable {
    pub winner: Seat,
    /// Its index in the rulebook.
    pub yaku: u16,
    pub seat: Seat,
}

/// The fourth kan of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FourthKan {
    pub seat: Seat,
    /// The discarder, if it was a daiminkan.
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
            before_chombo: None,
            standing_before: standing,
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

    /// A table between hands, with the given standing, points and chips.
    pub fn standing_at(rules: Arc<Rules>, standing: Standing, points: BySeat<Points>, chips: BySeat<Chips>) -> Table {
        let mut table = Table::new(rules);
        table.standing = standing;
        table.standing_before = standing;
        table.next = standing;
        table.points = points;
        table.points_before = points;
        table.chips = chips;
        table
    }

    /// Sets the wall without dealing from it, before events are applied that another table decided.
    pub fn put_wall(&mut self, wall: Wall) {
        self.wall = wall;
    }

    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

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

    /// The next seat in turn order.
    pub fn after(&self, seat: Seat) -> Seat {
        Seat(around(seat.0 + 1, self.points.len() as u8))
    }

    /// The seat's wind in this hand.
    pub fn wind(&self, seat: Seat) -> Wind {
        let seats = self.points.len() as u8;
        Wind::at(usize::from(around(seat.0 + seats - self.standing.dealer.0, seats)))
    }

    /// The seat with this wind in this hand.
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

    /// The standing before the current hand, with the riichi sticks on the table now.
    pub fn standing(&self) -> Standing {
        self.standing
    }

    /// The standing of the next hand; only valid once a hand is settled.
    pub fn next_standing(&self) -> Standing {
        self.next
    }

    pub fn points(&self) -> &BySeat<Points> {
        &self.points
    }

    pub fn chips(&self) -> &BySeat<Chips> {
        &self.chips
    }

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

    /// All discards of the hand in order, including called ones.
    pub fn discards(&self) -> &[Discard] {
        &self.discards
    }

    pub fn fourth_kan(&self) -> Option<FourthKan> {
        self.fourth_kan
    }

    /// The number of finished hands, void ones included.
    pub fn hands_played(&self) -> u16 {
        self.hands_played
    }

    /// Is the time up and the hand in play the last one?
    pub fn is_out_of_time(&self) -> bool {
        self.hands_left == Some(0)
    }

    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::GameOver { .. })
    }

    /// Whether the next step is [`Table::begin_hand`].
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

    pub(crate) fn kan_count(&self) -> u8 {
        self.kans.iter().sum()
    }

    pub(crate) fn wall_is_empty(&self) -> bool {
        self.wall.left() == 0
    }

    pub(crate) fn is_kita(&self, kind: Kind) -> bool {
        self.rules.settings.aside.kita && kind == Kind::NORTH
    }

    pub(crate) fn emit(&mut self, events: &mut Vec<Event>, event: Event) {
        self.apply_trusted(&event);
        events.push(event);
    }
}

/// `place % seats` for places below `2 * seats`. This is called all the time, and a division would dominate.
const fn around(place: u8, seats: u8) -> u8 {
    if place >= seats { place - seats } else { place }
}

/// The shanten calculator for a rulebook's tiles and shapes.
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
