//! The tables of a tile set, computed on first use (about 40 ms).

use std::sync::LazyLock;

use super::TileSet;
use super::code::SUITS;
use super::distance::Role::{Absent, Alone, EndOfSequence, InSequence};
use super::join::Join;
use super::suit::SuitTable;

pub(super) struct Tables {
    pub(super) suits: [&'static SuitTable; SUITS],
    pub(super) join: Join,
}

impl Tables {
    pub(super) fn of(tiles: TileSet) -> &'static Tables {
        match tiles {
            TileSet::All => &ALL,
            TileSet::WithoutMiddleMan => &WITHOUT_MIDDLE_MAN,
        }
    }

    fn with_man(man: &'static SuitTable) -> Tables {
        let (number, honours): (&SuitTable, &SuitTable) = (&NUMBER, &HONOURS);
        Tables {
            suits: [man, number, number, honours],
            join: Join::new(man.distances(), number.distances(), honours.distances()),
        }
    }
}

static ALL: LazyLock<Tables> = LazyLock::new(|| Tables::with_man(&NUMBER));
static WITHOUT_MIDDLE_MAN: LazyLock<Tables> = LazyLock::new(|| Tables::with_man(&TERMINALS));

static NUMBER: LazyLock<SuitTable> = LazyLock::new(|| {
    let mut roles = [InSequence; 9];
    roles[7..].fill(EndOfSequence);
    SuitTable::new(roles)
});
static HONOURS: LazyLock<SuitTable> = LazyLock::new(|| {
    let mut roles = [Alone; 9];
    roles[7..].fill(Absent);
    SuitTable::new(roles)
});
static TERMINALS: LazyLock<SuitTable> = LazyLock::new(|| {
    let mut roles = [Alone; 9];
    roles[1..8].fill(Absent);
    SuitTable::new(roles)
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suits_reduce_to_few_classes() {
        assert_eq!(NUMBER.distances().len(), 126);
        assert_eq!(HONOURS.distances().len(), 55);
    }
}
