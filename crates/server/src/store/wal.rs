//! Reads SQLite's write-ahead log, whose damaged end SQLite itself drops without a word.

use std::collections::HashMap;

/// Bytes of the log's header and of each frame's.
const HEADER: usize = 32;
const FRAME: usize = 24;

/// The newest committed version of each page of this size in a log, as SQLite would read it.
pub(super) fn pages(log: &[u8], size: usize) -> HashMap<usize, &[u8]> {
    let mut committed = HashMap::new();
    let Some((big, page, mut sum)) = header(log).filter(|(_, page, _)| *page == size) else {
        return committed;
    };
    let mut pending = HashMap::new();
    for frame in log[HEADER..].chunks_exact(FRAME + page) {
        sum = checksum(checksum(sum, &frame[..8], big), &frame[FRAME..], big);
        if frame[8..16] != log[16..24] || (word(frame, 16), word(frame, 20)) != (Some(sum.0), Some(sum.1)) {
            break;
        }
        pending.insert(word(frame, 0).unwrap_or_default() as usize, &frame[FRAME..]);
        // The last frame of a commit tells the size of the database.
        if word(frame, 4) != Some(0) {
            committed.extend(pending.drain());
        }
    }
    committed
}

/// The order of bytes in checksums, the size of a page and the first checksum; none if the header was changed.
fn header(log: &[u8]) -> Option<(bool, usize, (u32, u32))> {
    let big = match word(log, 0)? {
        0x377f_0682 => false,
        0x377f_0683 => true,
        _ => return None,
    };
    let page = word(log, 8)? as usize;
    let sum = checksum((0, 0), log.get(..HEADER - 8)?, big);
    let is_whole = (word(log, 24)?, word(log, 28)?) == sum && (512..=65536).contains(&page);
    is_whole.then_some((big, page, sum))
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes)
}

/// What is wrong with a log: something that SQLite would not read, followed by more that was written after it.
pub(super) fn damage(log: &[u8]) -> Option<String> {
    if log.is_empty() {
        return None;
    }
    log.get(..HEADER)?;
    let Some((big, page, mut sum)) = header(log) else {
        return Some("the header of the write-ahead log was changed: everything in it is lost".to_owned());
    };
    let salts = log.get(16..24)?;
    let mut broken = None;
    for (at, number) in (HEADER..).step_by(FRAME + page).zip(1u32..) {
        let Some(frame) = log.get(at..at + FRAME + page) else {
            break;
        };
        let is_of_this_log = &frame[8..16] == salts;
        if let Some(broken) = broken {
            if is_of_this_log {
                return Some(format!(
                    "frame {broken} of the write-ahead log was changed: what was stored last is lost"
                ));
            }
            continue;
        }
        sum = checksum(checksum(sum, &frame[..8], big), &frame[FRAME..], big);
        if !is_of_this_log || (word(frame, 16)?, word(frame, 20)?) != sum {
            broken = Some(number);
        }
    }
    None
}

/// SQLite's checksum over pairs of words.
fn checksum((mut one, mut two): (u32, u32), bytes: &[u8], big: bool) -> (u32, u32) {
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
