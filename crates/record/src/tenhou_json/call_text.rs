//! Calls as text: `c275226`, `12p1212`, `k51151515`.
//!
//! A letter stands among the tiles of the set, before the tile that was called (or, in a kakan, added). Its place tells
//! who gave the tile: first for the player to the left, second for the one across, last for the one to the right.

use jantaku_rules::seat::Seat;
use jantaku_rules::tile::Tile;

use super::SEATS;
use super::tile_number;
use crate::meld::MeldRecord;

/// A parsed call; `turns` is how many turns after the caller the giver sits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CallText {
    /// A run; the giver is to the left.
    Chii {
        called: Tile,
        own: [Tile; 2],
    },
    Pon {
        turns: usize,
        called: Tile,
        own: [Tile; 2],
    },
    /// A kan with a discard.
    Daiminkan {
        turns: usize,
        called: Tile,
        own: [Tile; 3],
    },
    /// A tile added to a pon.
    Kakan {
        added: Tile,
    },
    /// A kan of one's own.
    Ankan {
        tiles: [Tile; 4],
    },
}

/// How many turns after the caller the player to the left sits; across is one less, to the right two.
pub(super) const LEFT: usize = SEATS - 1;

pub(super) fn read(text: &str) -> Option<CallText> {
    let place = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (before, rest) = text.split_at(place);
    let (letter, after) = rest.split_at(1);
    let mut tiles = tiles(before)?;
    let place = tiles.len();
    tiles.extend(self::tiles(after)?);
    let same_kind = tiles.iter().all(|t| t.kind() == tiles[0].kind());
    let last = tiles.len().checked_sub(1)?;
    // Right of everything stands the player to the right, be it a set of three or four.
    let turns = if place == last { 1 } else { LEFT.checked_sub(place)? };
    match (letter, &tiles[..]) {
        ("c", [called, own @ ..]) if place == 0 && is_run(&tiles) => Some(CallText::Chii {
            called: *called,
            own: own.try_into().ok()?,
        }),
        ("p", [_, _, _]) if same_kind => {
            let called = tiles.remove(place);
            let own = tiles.try_into().ok()?;
            Some(CallText::Pon { turns, called, own })
        }
        ("m", [_, _, _, _]) if same_kind => {
            let called = tiles.remove(place);
            let own = tiles.try_into().ok()?;
            Some(CallText::Daiminkan { turns, called, own })
        }
        ("k", [_, _, _, _]) if same_kind => Some(CallText::Kakan {
            added: *tiles.get(place)?,
        }),
        ("a", [_, _, _, _]) if same_kind => Some(CallText::Ankan {
            tiles: tiles.try_into().ok()?,
        }),
        _ => None,
    }
}

/// Writes a call, if all its tiles have numbers.
pub(super) fn write(meld: &MeldRecord, caller: Seat) -> Option<String> {
    let turns = |from: Seat| (usize::from(from.0) + SEATS - usize::from(caller.0)) % SEATS;
    match meld {
        MeldRecord::Chii { called, own, .. } => insert('c', LEFT, &[*called], own),
        MeldRecord::Pon { from, called, own } => insert('p', turns(*from), &[*called], own),
        MeldRecord::Daiminkan { from, called, own } => insert('m', turns(*from), &[*called], own),
        MeldRecord::Kakan {
            from,
            called,
            own,
            added,
        } => insert('k', turns(*from), &[*added, *called], own),
        MeldRecord::Ankan {
            tiles: [first @ .., last],
        } => insert('a', 1, &[*last], first),
    }
}

/// The caller's own tiles with the letter and the other tiles at the giver's place.
fn insert(letter: char, turns: usize, other: &[Tile], own: &[Tile]) -> Option<String> {
    let place = match turns {
        1 => own.len(),
        _ => LEFT.checked_sub(turns)?,
    };
    let mut text = String::new();
    for (index, tile) in own.iter().enumerate() {
        if index == place {
            push(&mut text, letter, other)?;
        }
        text.push_str(&tile_number::write(*tile)?.to_string());
    }
    if place >= own.len() {
        push(&mut text, letter, other)?;
    }
    Some(text)
}

fn push(text: &mut String, letter: char, tiles: &[Tile]) -> Option<()> {
    text.push(letter);
    for tile in tiles {
        text.push_str(&tile_number::write(*tile)?.to_string());
    }
    Some(())
}

fn tiles(digits: &str) -> Option<Vec<Tile>> {
    const LONGEST: usize = 8;
    if digits.len() > LONGEST || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let tile = |pair: &[u8]| match pair {
        [tens, ones] => tile_number::read((tens - b'0') * 10 + (ones - b'0')),
        _ => None,
    };
    digits.as_bytes().chunks(2).map(tile).collect()
}

fn is_run(tiles: &[Tile]) -> bool {
    let mut kinds: Vec<_> = tiles.iter().map(|tile| tile.kind()).collect();
    kinds.sort_unstable();
    let [low, middle, high] = kinds[..] else {
        return false;
    };
    low.is_suited()
        && low.suit() == high.suit()
        && middle.number() == low.number() + 1
        && high.number() == middle.number() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A call by the last seat: its left is 2, across is 1, right is 0.
    fn check(text: &str, expected: &str) {
        let caller = Seat(3);
        let call = read(text).unwrap_or_else(|| panic!("{text} is a call"));
        let from = |turns: usize| Seat(((3 + turns) % SEATS) as u8);
        let meld = match call {
            CallText::Chii { called, own } => MeldRecord::chii(from(LEFT), called, own),
            CallText::Pon { turns, called, own } => MeldRecord::pon(from(turns), called, own),
            CallText::Daiminkan { turns, called, own } => MeldRecord::daiminkan(from(turns), called, own),
            CallText::Ankan { tiles } => MeldRecord::ankan(tiles),
            CallText::Kakan { added } => {
                assert_eq!(format!("kakan {added}"), expected);
                return;
            }
        };
        let tiles: Vec<String> = meld.laid().iter().map(ToString::to_string).collect();
        let given = meld.given().map(|(from, tile)| format!(" {tile} from {}", from.0));
        assert_eq!(format!("{}{}", tiles.join(" "), given.unwrap_or_default()), expected);
        assert_eq!(write(&meld, caller).as_deref(), Some(text));
    }

    /// The examples of the format's description.
    #[test]
    fn calls_are_read_and_written() {
        check("c275226", "0p 6p 7p from 2");
        check("p252525", "5p 5p 5p from 2");
        check("12p1212", "2m 2m 2m from 1");
        check("3737p37", "7s 7s 7s from 0");
        check("m39393939", "9s 9s 9s 9s from 2");
        check("26m262626", "6p 6p 6p 6p from 1");
        check("131313m13", "3m 3m 3m 3m from 0");
        check("424242a42", "2z 2z 2z 2z");
        check("151515a51", "5m 5m 5m 0m");
        check("k51151515", "kakan 0m");
        check("1212k1212", "kakan 2m");
        check("151515k51", "kakan 0m");
    }

    #[test]
    fn a_kakan_names_the_added_tile_before_the_called_one() {
        let [CallText::Pon { called, own, .. }, CallText::Kakan { added }] =
            ["15p1515", "15k511515"].map(|text| read(text).expect("a call"))
        else {
            panic!("a pon and a kakan");
        };
        for (from, text) in [(2, "k51151515"), (1, "15k511515"), (0, "1515k5115")] {
            let meld = MeldRecord::kakan(Seat(from), called, own, added);
            assert_eq!(write(&meld, Seat(3)).as_deref(), Some(text));
        }
    }

    #[test]
    fn other_texts_are_no_calls() {
        for text in [
            "",
            "c",
            "1212",
            "c112233",
            "c123456",
            "12c1314",
            "p121213",
            "p1212",
            "x121212",
            "c414243",
            "p12121",
            "m12121213",
            "p九九九",
            "pp121212",
            "12121212p1212",
            "c192122",
            "m121212",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
