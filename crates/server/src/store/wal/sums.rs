//! The checksums of SQLite's write-ahead log. They are linear: of a frame with one changed byte, the byte follows from the difference,
//! or it is one of a few. A frame that a crash left half written fits none.

use super::super::pages::PAGE;
use super::{FRAME, HEADER};

/// How a log begins: its kind, its version and the size of a page. One that a big-endian machine wrote has one more for the kind.
const BEGINS: [u32; 3] = [0x377f_0682, 3_007_000, PAGE as u32];

pub(super) type Sum = (u32, u32);

/// What became of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    Whole,
    Mended,
    /// One byte was changed, and it may be one of several.
    Changed,
    /// More was changed, or it was never written.
    Unreadable,
}

/// Puts a changed byte of the header right: whether the sums are taken of big-endian words, and whether a byte was changed. None if it
/// cannot be read.
pub(super) fn mend_header(log: &mut [u8]) -> Option<(bool, bool)> {
    let (head, frames) = log.split_at_mut_checked(HEADER)?;
    let kind = |big: bool| BEGINS[0] + u32::from(big);
    let is_whole = |head: &[u8], big: bool| {
        checksum((0, 0), &head[..24], big) == stored(&head[24..]) && word(head, 0) == kind(big)
    };
    if let Some(big) = [false, true].into_iter().find(|big| is_whole(head, *big)) {
        return (word(head, 8) == BEGINS[2]).then_some((big, false));
    }
    let first = frames.get(..FRAME + PAGE)?;
    [false, true].into_iter().find_map(|big| {
        // What is the same in every log, and the salts, which every frame repeats.
        let mut known = head.to_vec();
        for (place, word) in [kind(big), BEGINS[1], BEGINS[2]].into_iter().enumerate() {
            known[4 * place..4 * place + 4].copy_from_slice(&word.to_be_bytes());
        }
        known[16..24].copy_from_slice(&first[8..16]);
        let mut summed = known.clone();
        write_sum(&mut summed[24..], checksum((0, 0), &known[..24], big));
        // The rest counts how often the log has begun anew.
        let counts = (12..16).flat_map(|at| (0..=u8::MAX).map(move |byte| (at, byte)));
        let counted = counts.map(|(at, byte)| {
            let mut tried = known.clone();
            tried[at] = byte;
            tried
        });
        let continues = |tried: &[u8]| sum_of(stored(&tried[24..]), first, big) == stored(&first[16..]);
        let fits = |tried: &Vec<u8>| is_whole(tried, big) && continues(tried);
        let right = std::iter::once(summed).chain(counted).find(fits)?;
        head.copy_from_slice(&right);
        Some((big, true))
    })
}

/// Puts a changed byte of a frame right that should have this sum, if only one can be meant.
pub(super) fn mend(right: Sum, frame: &mut [u8], big: bool) -> State {
    let found = stored(&frame[16..]);
    let bytes = |sum: Sum| [sum.0.to_be_bytes(), sum.1.to_be_bytes()].concat();
    let differ = bytes(found).iter().zip(bytes(right)).filter(|(a, b)| **a != *b).count();
    let off = (found.0.wrapping_sub(right.0), found.1.wrapping_sub(right.1));
    match (changed_bytes(frame, off, big).as_slice(), differ == 1) {
        ([], false) => State::Unreadable,
        ([], true) => {
            write_sum(&mut frame[16..], right);
            State::Mended
        }
        ([(at, byte)], false) => {
            frame[*at] = *byte;
            State::Mended
        }
        _ => State::Changed,
    }
}

/// Where in a frame one byte would put a sum right that is off by this much, and which byte; two at most. Two words take part in a
/// step of the sum; what a change of either adds to the result follows from how many steps come after it.
fn changed_bytes(frame: &[u8], off: Sum, big: bool) -> Vec<(usize, u8)> {
    let mut found = Vec::new();
    let mut adds: [Sum; 2] = [(1, 1), (0, 1)];
    let pairs = std::iter::once(0).chain((FRAME..FRAME + PAGE).step_by(8));
    for pair in pairs.rev() {
        for (at, (one, two)) in [pair, pair + 4].into_iter().zip(adds) {
            // One of the two is odd, and only one change adds that much times it.
            let change = match one % 2 {
                1 => off.0.wrapping_mul(inverse(one)),
                _ => off.1.wrapping_mul(inverse(two)),
            };
            let old: [u8; 4] = frame[at..at + 4].try_into().unwrap_or_default();
            let new = match big {
                true => u32::from_be_bytes(old).wrapping_add(change).to_be_bytes(),
                false => u32::from_le_bytes(old).wrapping_add(change).to_le_bytes(),
            };
            let mut differ = (0..4).filter(|place| old[*place] != new[*place]);
            if off == (one.wrapping_mul(change), two.wrapping_mul(change))
                && let (Some(place), None) = (differ.next(), differ.next())
            {
                found.push((at + place, new[place]));
            }
        }
        if found.len() > 1 {
            break;
        }
        adds = adds.map(|(one, two)| (one.wrapping_add(two), one.wrapping_add(two).wrapping_add(two)));
    }
    found
}

/// What an odd number gives one with, by Newton's method: each step doubles the bits that are right, of which there are three.
fn inverse(odd: u32) -> u32 {
    (0..4).fold(odd, |inverse, _| {
        inverse.wrapping_mul(2u32.wrapping_sub(odd.wrapping_mul(inverse)))
    })
}

pub(super) fn word(bytes: &[u8], at: usize) -> u32 {
    let word = bytes.get(at..at + 4).and_then(|word| word.try_into().ok());
    u32::from_be_bytes(word.unwrap_or_default())
}

pub(super) fn stored(bytes: &[u8]) -> Sum {
    (word(bytes, 0), word(bytes, 4))
}

pub(super) fn write_sum(place: &mut [u8], sum: Sum) {
    place[..4].copy_from_slice(&sum.0.to_be_bytes());
    place[4..8].copy_from_slice(&sum.1.to_be_bytes());
}

/// The sum of a frame after those with this sum: of where its page belongs, and of the page.
pub(super) fn sum_of(before: Sum, frame: &[u8], big: bool) -> Sum {
    checksum(checksum(before, &frame[..8], big), &frame[FRAME..], big)
}

/// SQLite's checksum over pairs of words.
fn checksum((mut one, mut two): Sum, bytes: &[u8], big: bool) -> Sum {
    let word = |bytes: &[u8]| {
        let bytes = bytes.try_into().unwrap_or_default();
        if big {
            u32::from_be_bytes(bytes)
        } else {
            u32::from_le_bytes(bytes)
        }
    };
    for pair in bytes.chunks_exact(8) {
        one = one.wrapping_add(word(&pair[..4])).wrapping_add(two);
        two = two.wrapping_add(word(&pair[4..])).wrapping_add(one);
    }
    (one, two)
}
