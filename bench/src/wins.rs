//! Winning hands to be scored, as they come up at a table of a rulebook: the same in every run.

use arrayvec::ArrayVec;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Wind;
use jantaku_rules::tile::{HAND_KINDS, Kind, Tile};
use jantaku_rules::win::{AsideTiles, By, Indicators, Meld, MeldKind, Riichi, Tiles, Win};

use crate::hands::Random;

/// Complete hands of the rulebook's tiles, most of them with a yaku; every sixteenth is seven pairs.
pub fn wins(rules: &Rules, number: usize) -> Vec<Win> {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut wins = Vec::with_capacity(number);
    while wins.len() < number {
        let mut wall = Wall::new(rules);
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
        let kind = wall.any_kind(random);
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
            let first = wall.any_sequence(random);
            (vec![first, first + 1, first + 2], MeldKind::Chii)
        } else {
            let kind = wall.any_kind(random);
            let copies = if roll < 95 { 3 } else { 4 };
            let called = match (copies, is_called) {
                (3, _) => MeldKind::Pon,
                (_, true) => MeldKind::Kakan,
                (_, false) => MeldKind::Ankan,
            };
            (vec![kind; copies], called)
        };
        let tiles: Vec<Tile> = kinds.iter().map(|&kind| wall.take(kind)).collect::<Option<_>>()?;
        let callable = called != MeldKind::Chii || wall.rules.settings.claims.chii;
        if is_called && callable || called.is_kan() {
            melds.push(Meld {
                kind: called,
                tiles: tiles.into_iter().collect(),
                from: None,
            });
        } else {
            concealed.extend(tiles);
        }
    }
    let pair = wall.any_kind(random);
    concealed.extend([wall.take(pair)?, wall.take(pair)?]);
    Some(Shape { concealed, melds })
}

fn win(shape: Shape, wall: &mut Wall, random: &mut Random) -> Option<Win> {
    let Shape { mut concealed, melds } = shape;
    let settings = &wall.rules.settings;
    let seats = wall.rules.seats();
    let tile = concealed.swap_remove(random.below(concealed.len()));
    let is_open = melds.iter().any(|meld| meld.kind.is_open());
    let riichi = if is_open || random.below(4) == 0 || !settings.riichi.played {
        Riichi::None
    } else {
        Riichi::Riichi
    };
    let by = if random.below(2) == 0 { By::Tsumo } else { By::Ron };
    let seat = Wind::at(random.below(seats));
    let from = match by {
        By::Tsumo => seat,
        _ => Wind::at((seat.index() + 1 + random.below(seats - 1)) % seats),
    };
    let kans = melds.iter().filter(|meld| meld.kind.is_kan()).count();
    let indicators = |wall: &mut Wall, random: &mut Random, number: usize| {
        let mut drawn = || wall.take(wall.any_kind(random));
        (0..number).map(|_| drawn()).collect::<Option<Indicators>>()
    };
    let dora = indicators(wall, random, if settings.dora.played { 1 + kans } else { 0 })?;
    let beneath = if riichi.declared() && settings.dora.ura {
        1 + kans
    } else {
        0
    };
    let ura = indicators(wall, random, beneath)?;
    Some(Win {
        hand: concealed.into_iter().collect::<Tiles>(),
        melds,
        aside: wall.flowers(random),
        tile,
        by,
        seat,
        from,
        round: Wind::at(random.below(2)),
        riichi,
        ippatsu: riichi.declared() && random.below(8) == 0,
        rinshan: false,
        replaces_aside: false,
        last_tile: random.below(64) == 0,
        first_turn: false,
        dora,
        ura,
        payer_riichi: false,
        sorted_in: false,
    })
}

/// The tiles of a rulebook, and how many of each kind are taken.
struct Wall<'a> {
    rules: &'a Rules,
    taken: [u8; HAND_KINDS],
}

impl Wall<'_> {
    fn new(rules: &Rules) -> Wall<'_> {
        let taken = [0; HAND_KINDS];
        Wall { rules, taken }
    }

    /// A kind that the rulebook plays with.
    fn any_kind(&self, random: &mut Random) -> usize {
        loop {
            let kind = random.below(HAND_KINDS);
            if self.rules.tiles.copies_of(Kind::at(kind)) > 0 {
                return kind;
            }
        }
    }

    /// The first kind of a sequence.
    fn any_sequence(&self, random: &mut Random) -> usize {
        loop {
            let first = 9 * random.below(3) + random.below(7);
            if (first..first + 3).all(|kind| self.rules.tiles.copies_of(Kind::at(kind)) > 0) {
                return first;
            }
        }
    }

    fn take(&mut self, index: usize) -> Option<Tile> {
        let kind = Kind::at(index);
        let taken = usize::from(self.taken[index]);
        if taken == self.rules.tiles.copies_of(kind) {
            return None;
        }
        self.taken[index] += 1;
        let special = Tile::special(kind).map_or(0, |tile| self.rules.tiles.copies(tile));
        // Taking a special copy second makes it come up as often as it does at a table.
        match special > 0 && (taken == 1 || special == 4) {
            true => Tile::special(kind),
            false => Some(Tile::plain(kind)),
        }
    }

    /// The flowers that the winner got: each player has as many as the others.
    fn flowers(&self, random: &mut Random) -> AsideTiles {
        let tiles = self.rules.tiles.tiles().iter();
        let flowers = tiles.copied().filter(|tile| tile.kind().is_flower());
        flowers.filter(|_| random.below(self.rules.seats()) == 0).collect()
    }
}
