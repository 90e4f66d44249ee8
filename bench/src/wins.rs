//! Winning hands to be scored, as they come up at a table of four: the same in every run.

use arrayvec::ArrayVec;
use jantaku_rules::seat::Wind;
use jantaku_rules::tile::{HAND_KINDS, Kind, Tile};
use jantaku_rules::win::{By, Indicators, Meld, MeldKind, Riichi, Tiles, Win};

use crate::hands::Random;

/// Complete hands, most of them with a yaku; every sixteenth is seven pairs.
pub(crate) fn wins(number: usize) -> Vec<Win> {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut wins = Vec::with_capacity(number);
    while wins.len() < number {
        let mut wall = Wall { taken: [0; HAND_KINDS] };
        let shape = if random.below(16) == 0 {
            seven_pairs(&mut wall, &mut random)
        } else {
            sets_and_pair(&mut wall, &mut random)
        };
        wins.extend(shape.and_then(|shape| win(shape, &mut wall, &mut random)));
    }
    wins
}

/// Concealed tiles, the winning one among them, and melds.
struct Shape {
    concealed: Vec<Tile>,
    melds: ArrayVec<Meld, 4>,
}

fn seven_pairs(wall: &mut Wall, random: &mut Random) -> Option<Shape> {
    let mut concealed = Vec::new();
    for _ in 0..7 {
        let kind = random.below(HAND_KINDS);
        if wall.taken[kind] > 0 {
            return None;
        }
        concealed.extend([wall.take(kind)?, wall.take(kind)?]);
    }
    let melds = ArrayVec::new();
    Some(Shape { concealed, melds })
}

/// Half of the hands are closed; of the sets of the others about half are called.
fn sets_and_pair(wall: &mut Wall, random: &mut Random) -> Option<Shape> {
    let may_call = random.below(2) == 0;
    let mut concealed = Vec::new();
    let mut melds = ArrayVec::new();
    for _ in 0..4 {
        let is_called = may_call && random.below(2) == 0;
        let roll = random.below(100);
        let (kinds, called) = if roll < 60 {
            let first = 9 * random.below(3) + random.below(7);
            (vec![first, first + 1, first + 2], MeldKind::Chii)
        } else {
            let kind = random.below(HAND_KINDS);
            let copies = if roll < 95 { 3 } else { 4 };
            let called = match (copies, is_called) {
                (3, _) => MeldKind::Pon,
                (_, true) => MeldKind::Kakan,
                (_, false) => MeldKind::Ankan,
            };
            (vec![kind; copies], called)
        };
        let tiles: Vec<Tile> = kinds.iter().map(|&kind| wall.take(kind)).collect::<Option<_>>()?;
        if is_called || called.is_kan() {
            melds.push(Meld {
                kind: called,
                tiles: tiles.into_iter().collect(),
                from: None,
            });
        } else {
            concealed.extend(tiles);
        }
    }
    let pair = random.below(HAND_KINDS);
    concealed.extend([wall.take(pair)?, wall.take(pair)?]);
    Some(Shape { concealed, melds })
}

fn win(shape: Shape, wall: &mut Wall, random: &mut Random) -> Option<Win> {
    let Shape { mut concealed, melds } = shape;
    let tile = concealed.swap_remove(random.below(concealed.len()));
    let is_open = melds.iter().any(|meld| meld.kind.is_open());
    let riichi = if is_open || random.below(4) == 0 {
        Riichi::None
    } else {
        Riichi::Riichi
    };
    let by = if random.below(2) == 0 { By::Tsumo } else { By::Ron };
    let seat = Wind::at(random.below(4));
    let from = match by {
        By::Tsumo => seat,
        _ => Wind::at(seat.index() + 1 + random.below(3)),
    };
    let kans = melds.iter().filter(|meld| meld.kind.is_kan()).count();
    let indicators = |wall: &mut Wall, random: &mut Random, number: usize| {
        let mut drawn = || wall.take(random.below(HAND_KINDS));
        (0..number).map(|_| drawn()).collect::<Option<Indicators>>()
    };
    let dora = indicators(wall, random, 1 + kans)?;
    let beneath = if riichi.declared() { 1 + kans } else { 0 };
    let ura = indicators(wall, random, beneath)?;
    Some(Win {
        hand: concealed.into_iter().collect::<Tiles>(),
        melds,
        aside: ArrayVec::new(),
        tile,
        by,
        seat,
        from,
        round: Wind::at(random.below(2)),
        riichi,
        ippatsu: riichi.declared() && random.below(8) == 0,
        rinshan: false,
        last_tile: random.below(64) == 0,
        first_turn: false,
        dora,
        ura,
        payer_riichi: false,
        sorted_in: false,
    })
}

/// Four copies of each kind; the last five of a suit is red.
struct Wall {
    taken: [u8; HAND_KINDS],
}

impl Wall {
    fn take(&mut self, index: usize) -> Option<Tile> {
        let kind = Kind::at(index);
        let taken = &mut self.taken[index];
        if *taken == 4 {
            return None;
        }
        *taken += 1;
        let has_red = kind.is_suited() && kind.number() == 5;
        // Taking the red five second makes it come up as often as it does at a table.
        match (has_red, *taken) {
            (true, 2) => Tile::special(kind),
            _ => Some(Tile::plain(kind)),
        }
    }
}
