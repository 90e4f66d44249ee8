//! A call packed into one number: `m` in an mjlog, `open` in mjx.
//!
//! The two lowest bits tell how many turns after the caller the giver sits, of four seats even when three play.
//! The next flags tell the sort of call; the rest packs which copies it is made of.

use jantaku_rules::seat::{Seat, Wind};
use jantaku_rules::tile::Kind;

use crate::meld::MeldRecord;
use crate::tile_id::TileId;

const CHII: u32 = 0x04;
const PON: u32 = 0x08;
const KAKAN: u32 = 0x10;
const KITA: u32 = 0x20;

/// What a call code says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodedCall {
    /// A set on the table.
    Meld(MeldRecord),
    Kita,
}

/// Unpacks the call that `caller` made, if the code is one.
pub fn decode(code: u32, caller: Seat, red_fives: bool) -> Option<CodedCall> {
    let seats = Wind::ALL.len() as u32;
    let giver = code % seats;
    let from = Seat(((u32::from(caller.0) + giver) % seats) as u8);
    let given = giver != 0;
    let tile = |id: TileId| id.tile(red_fives);
    let meld = if code & CHII != 0 {
        let (called, own) = chii(code)?;
        given.then(|| MeldRecord::chii(from, tile(called), own.map(tile)))?
    } else if code & (PON | KAKAN) != 0 {
        let (called, own, fourth) = pon(code)?;
        let (called, own) = (tile(called), own.map(tile));
        given.then(|| match code & PON {
            0 => MeldRecord::kakan(from, called, own, tile(fourth)),
            _ => MeldRecord::pon(from, called, own),
        })?
    } else if code & KITA != 0 {
        let north = TileId::new(code >> 8)?.tile(red_fives).kind() == Kind::NORTH;
        return north.then_some(CodedCall::Kita);
    } else {
        let (called, own) = kan(code)?;
        let own = own.map(tile);
        match given {
            true => MeldRecord::daiminkan(from, tile(called), own),
            false => MeldRecord::ankan([tile(called), own[0], own[1], own[2]]),
        }
    };
    Some(CodedCall::Meld(meld))
}

/// The called tile of a run and the other two: bits 3 to 8 tell the copies from the lowest tile on, the rest is three
/// times the run (seven begin in each suit) plus the place of the called tile.
fn chii(code: u32) -> Option<(TileId, [TileId; 2])> {
    const SUITS: u32 = 3;
    const RUNS: u32 = 7;
    const KINDS: u32 = 9;
    let (run, place) = ((code >> 10) / 3, (code >> 10) % 3);
    let (suit, start) = (run / RUNS, run % RUNS);
    if suit >= SUITS {
        return None;
    }
    let lowest = suit * KINDS + start;
    let tiles = [
        TileId::copy(lowest, code >> 3 & 3)?,
        TileId::copy(lowest + 1, code >> 5 & 3)?,
        TileId::copy(lowest + 2, code >> 7 & 3)?,
    ];
    let own = match place {
        0 => [tiles[1], tiles[2]],
        1 => [tiles[0], tiles[2]],
        _ => [tiles[0], tiles[1]],
    };
    Some((tiles[place as usize], own))
}

/// The called tile of a triplet, the other two, and the fourth: bits 5 and 6 tell the copy that is not in the triplet,
/// the rest is three times the kind plus the place of the called tile.
fn pon(code: u32) -> Option<(TileId, [TileId; 2], TileId)> {
    let (kind, place) = ((code >> 9) / 3, (code >> 9) % 3);
    let fourth = code >> 5 & 3;
    let in_set = |n: u32| TileId::copy(kind, if n < fourth { n } else { n + 1 });
    let called = in_set(place)?;
    let own = [in_set((place + 1) % 3)?, in_set((place + 2) % 3)?];
    Some((called, own, TileId::copy(kind, fourth)?))
}

/// The called tile of a kan and the other three: the code's high bits are the called tile's number.
fn kan(code: u32) -> Option<(TileId, [TileId; 3])> {
    let (kind, copy) = (code >> 8 >> 2, code >> 8 & 3);
    let other = |n: u32| TileId::copy(kind, (copy + n) % 4);
    Some((TileId::copy(kind, copy)?, [other(1)?, other(2)?, other(3)?]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packs by the published layout, so that the expected tiles are the ones put in.
    fn packed_chii(suit: u32, start: u32, copies: [u32; 3], place: u32) -> u32 {
        let run = (suit * 7 + start - 1) * 3 + place;
        run << 10 | copies[2] << 7 | copies[1] << 5 | copies[0] << 3 | CHII | 3
    }

    fn check(code: u32, caller: u8, expected: &str) {
        let shown = match decode(code, Seat(caller), true) {
            None => "nothing".to_string(),
            Some(CodedCall::Kita) => "kita".to_string(),
            Some(CodedCall::Meld(meld)) => {
                let sort = meld.name();
                let tiles: Vec<String> = meld.laid().iter().map(ToString::to_string).collect();
                let given = meld.given();
                let given = given.map(|(from, tile)| format!(" {tile} from {}", from.0));
                format!("{sort} {}{}", tiles.join(" "), given.unwrap_or_default())
            }
        };
        assert_eq!(shown, expected, "code {code:#x}");
    }

    #[test]
    fn runs() {
        check(packed_chii(0, 1, [0, 0, 0], 0), 1, "chii 2m 3m 1m from 0");
        check(packed_chii(1, 4, [1, 0, 2], 2), 0, "chii 4p 0p 6p from 3");
        check(packed_chii(2, 7, [3, 3, 3], 1), 2, "chii 7s 9s 8s from 1");
        check(packed_chii(3, 1, [0, 0, 0], 0), 1, "nothing");
        check(packed_chii(0, 1, [0, 0, 0], 0) - 3, 1, "nothing");
    }

    #[test]
    fn triplets() {
        let kind = |kind: u32, place: u32| (kind * 3 + place) << 9;
        check(kind(31, 0) | PON | 1, 0, "pon 5z 5z 5z from 1");
        check(kind(4, 0) | 3 << 5 | PON | 2, 3, "pon 5m 5m 0m from 1");
        check(kind(4, 2) | 3 << 5 | PON | 3, 3, "pon 5m 0m 5m from 2");
        check(kind(13, 1) | KAKAN | 1, 1, "kakan 0p 5p from 2");
        check(kind(34, 0) | PON | 1, 0, "nothing");
        check(kind(31, 0) | PON, 0, "nothing");
    }

    #[test]
    fn kans_and_kita() {
        check(88 << 8 | 3, 0, "daiminkan 5s 5s 5s 0s from 3");
        check(0, 2, "ankan 1m 1m 1m 1m");
        check(135 << 8, 2, "ankan 7z 7z 7z 7z");
        check(136 << 8, 2, "nothing");
        check(120 << 8 | KITA, 2, "kita");
        check(119 << 8 | KITA, 2, "nothing");
        check(u32::MAX, 0, "nothing");
    }
}
