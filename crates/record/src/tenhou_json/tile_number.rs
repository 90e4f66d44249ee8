//! Tiles as two digits: 11–19 man, 21–29 pin, 31–39 sou, 41–47 honours, 51 52 53 the red fives.

use jantaku_rules::tile::{Kind, Mark, Suit, Tile};

/// The suits by their first digit, from 1.
const SUITS: [Suit; 4] = [Suit::Man, Suit::Pin, Suit::Sou, Suit::Honour];
/// The first digit of a red five, whose second is that of its suit.
const RED: u8 = 5;

pub(super) fn read(number: u8) -> Option<Tile> {
    let (tens, ones) = (number / 10, number % 10);
    if tens == RED {
        let suit = *SUITS.get(usize::from(ones.checked_sub(1)?))?;
        return Kind::of(suit, 5).filter(|k| k.is_suited()).and_then(Tile::special);
    }
    let suit = *SUITS.get(usize::from(tens.checked_sub(1)?))?;
    Kind::of(suit, ones).map(Tile::plain)
}

/// The number of a tile, if the format has one.
pub(super) fn write(tile: Tile) -> Option<u8> {
    let kind = tile.kind();
    let suit = SUITS.iter().position(|suit| *suit == kind.suit())? as u8 + 1;
    match tile.mark() {
        Mark::Plain => Some(suit * 10 + kind.number()),
        Mark::Red if kind.number() == 5 => Some(RED * 10 + suit),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_name_tiles() {
        for (number, tile) in [
            (11, "1m"),
            (29, "9p"),
            (35, "5s"),
            (41, "1z"),
            (47, "7z"),
            (51, "0m"),
            (52, "0p"),
            (53, "0s"),
        ] {
            let read = read(number).expect("a tile");
            assert_eq!(read.to_string(), tile);
            assert_eq!(write(read), Some(number));
        }
        for number in [0, 10, 20, 48, 49, 50, 54, 60, 61, 255] {
            assert_eq!(read(number), None, "{number}");
        }
    }

    #[test]
    fn other_tiles_have_no_number() {
        let flower = Kind::of(Suit::Flower, 1).map(Tile::plain).expect("a flower");
        let red_three = Kind::of(Suit::Pin, 3).and_then(Tile::special).expect("red");
        let pocchi = Tile::special(Kind::HAKU).expect("pocchi");
        for tile in [flower, red_three, pocchi] {
            assert_eq!(write(tile), None, "{tile}");
        }
    }
}
