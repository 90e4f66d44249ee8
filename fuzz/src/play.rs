//! Tables at which bytes decide.

use crate::books;
use jantaku_audit::check::Checker;
use jantaku_bots::arena::{Ruling, Watcher};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_table::shuffle::{Stream, key_of, shuffle};
use jantaku_table::wall::Wall;
use jantaku_table::{Action, Event, Table};
use std::num::NonZeroU32;
use std::sync::{Arc, LazyLock};

/// More decisions than a hand can have.
const MOST_DECISIONS: usize = 500;

/// Plays one hand of random legal actions, with everything checked; the lots are drawn from the bytes.
pub fn play_one_hand(rules: &Arc<Rules>, lots: &[u8]) {
    let seed = lots.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    });
    let mut game = Game::new(rules, seed);
    let mut lots = Stream::new(&key_of(seed, u32::MAX));
    game.deal();
    for _ in 0..MOST_DECISIONS {
        let Some(seat) = game.table.next_to_act().filter(|_| game.table.hands_played() == 0) else {
            assert!(game.table.is_over() || game.table.needs_wall(), "nobody is asked");
            return;
        };
        let legal = game.table.legal(seat);
        game.act(seat, legal[lots.below(legal.len() as u32) as usize]);
    }
    panic!("a hand does not end");
}

/// Plays as the bytes say, as long as there are any.
pub fn play_by_bytes(rules: &Arc<Rules>, seed: u64, bytes: &[u8]) {
    let mut game = Game::new(rules, seed);
    let mut bytes = bytes.iter().copied();
    while !game.table.is_over() {
        if game.table.needs_wall() {
            game.deal();
            continue;
        }
        let Some(byte) = bytes.next() else { return };
        let seats = game.table.seats() as u8;
        match byte {
            0..=199 => {
                let seat = game.table.next_to_act().expect("somebody to act");
                let legal = game.table.legal(seat);
                game.act(seat, legal[usize::from(byte) % legal.len()]);
            }
            200..=253 => {
                let mut next = || bytes.next().unwrap_or(0);
                let (seat, action) = (Seat(next() % seats), any_action(byte, [next(), next()]));
                game.try_to(seat, action);
            }
            254 => game.referee(bytes.next().unwrap_or(0)),
            255 => game.time_up(),
        }
    }
}

/// A table of the rulebooks in the middle of a hand.
pub fn any_table(number: u32) -> &'static Table {
    static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
        let mut tables = Vec::new();
        for (rules, seed) in books().iter().zip(0..) {
            let mut game = Game::new(rules, seed);
            game.deal();
            for _ in 0..8 {
                tables.push(game.table.clone());
                let seat = game.table.next_to_act().expect("somebody to act");
                let last = *game.table.legal(seat).last().expect("something legal");
                game.act(seat, last);
            }
        }
        tables
    });
    &TABLES[number as usize % TABLES.len()]
}

/// What happens when everyone does the last thing on the list for a while.
pub fn some_events(rules: &Arc<Rules>) -> Vec<Event> {
    let mut game = Game::new(rules, 1);
    game.deal();
    let mut all = game.events.clone();
    for _ in 0..30 {
        let Some(seat) = game.table.next_to_act() else { break };
        let last = *game.table.legal(seat).last().expect("something legal");
        game.act(seat, last);
        all.extend_from_slice(&game.events);
    }
    all
}

/// A table that is watched.
struct Game {
    table: Table,
    seed: u64,
    checker: Option<Checker>,
    events: Vec<Event>,
}

impl Game {
    fn new(rules: &Arc<Rules>, seed: u64) -> Game {
        let table = Table::new(Arc::clone(rules));
        let mut checker = Checker::new(rules, seed, NonZeroU32::MIN);
        checker.begins(&table);
        Game {
            table,
            seed,
            checker: Some(checker),
            events: Vec::new(),
        }
    }

    fn deal(&mut self) {
        let rules = Arc::clone(self.table.rules());
        let mut tiles = rules.tiles.tiles().to_vec();
        shuffle(&key_of(self.seed, u32::from(self.table.hands_played())), &mut tiles);
        let wall = Wall::new(&rules, &tiles);
        self.watch(|checker, table, _| checker.wall(table, &wall));
        self.events.clear();
        self.table.begin_hand(wall, &mut self.events);
        self.see();
    }

    fn act(&mut self, seat: Seat, action: Action) {
        let legal = self.table.legal(seat);
        self.watch(|checker, table, _| checker.decision(table, seat, &legal, action));
        self.events.clear();
        let done = self.table.act(seat, action, &mut self.events);
        assert!(done.is_ok(), "{action:?} is legal and refused: {done:?}");
        self.see();
    }

    /// Does it if it is legal, and sees that nothing happens if not.
    fn try_to(&mut self, seat: Seat, action: Action) {
        let decided = self.table.decide(seat, action);
        if self.table.legal(seat).contains(&action) {
            self.act(seat, action);
            return assert_eq!(decided.as_ref(), Ok(&self.events));
        }
        assert!(decided.is_err(), "{action:?} is accepted and not legal");
    }

    fn referee(&mut self, byte: u8) {
        let seat = Seat((byte >> 1) % self.table.seats() as u8);
        self.rule(match byte & 1 {
            0 => Ruling::Chombo(seat),
            _ => Ruling::DeadHand(seat),
        });
    }

    fn time_up(&mut self) {
        self.rule(Ruling::TimeUp);
    }

    /// Rules if the table allows it. The checker hears of a ruling before it happens.
    fn rule(&mut self, ruling: Ruling) {
        let (mut after, mut events) = (self.table.clone(), Vec::new());
        let ruled = match ruling {
            Ruling::Chombo(seat) => after.chombo(seat, &mut events).is_ok(),
            Ruling::DeadHand(seat) => after.dead_hand(seat, &mut events).is_ok(),
            Ruling::TimeUp => after.time_up(&mut events).is_ok(),
        };
        if !ruled {
            return assert_eq!(events, [], "a refused ruling leaves events");
        }
        self.watch(|checker, table, _| checker.ruling(table, ruling));
        (self.table, self.events) = (after, events);
        self.see();
    }

    fn see(&mut self) {
        self.watch(|checker, table, events| checker.events(table, events));
    }

    fn watch(&mut self, look: impl FnOnce(&mut Checker, &Table, &[Event])) {
        let mut checker = self.checker.take().expect("a checker");
        look(&mut checker, &self.table, &self.events);
        self.checker = Some(checker);
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        if let Some(violation) = self.checker.take().and_then(|checker| checker.finish().1) {
            panic!("{violation}");
        }
    }
}

fn any_action(byte: u8, tiles: [u8; 2]) -> Action {
    let drawn = tiles[0] & 0x80 != 0;
    let open = tiles[1] & 0x80 != 0;
    let [tile, other] = tiles.map(any_tile);
    match byte % 15 {
        0 => Action::Discard { tile, drawn },
        1 => Action::Riichi { tile, drawn, open },
        2 => Action::Tsumo,
        3 => Action::Ankan(tile.kind()),
        4 => Action::Kakan(tile.kind()),
        5 => Action::Kita,
        6 => Action::NineTerminals,
        7 => Action::Ron,
        8 => Action::Pon([tile, other]),
        9 => Action::Chii([tile, other]),
        10 => Action::Daiminkan,
        11 => Action::Pass,
        12 => Action::Nagashi,
        13 => Action::EndGame,
        _ => Action::PlayOn,
    }
}

fn any_tile(byte: u8) -> Tile {
    let kind = Kind::at(usize::from(byte & 0x3f) % 42);
    let special = Tile::special(kind).filter(|_| byte & 0x40 != 0);
    special.unwrap_or(Tile::plain(kind))
}
