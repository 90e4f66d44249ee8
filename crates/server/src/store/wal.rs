//! Reads SQLite's write-ahead log, whose damaged end SQLite itself drops without a word.

/// Bytes of the log's header and of each frame's.
const HEADER: usize = 32;
const FRAME: usize = 24;

/// What is wrong with a log: something that SQLite would not read, followed by more that was written after it.
pub(super) fn damage(log: &[u8]) -> Option<String> {
    if log.is_empty() {
        return None;
    }
    let word = |at: usize| {
        log.get(at..at + 4)
            .and_then(|word| word.try_into().ok())
            .map(u32::from_be_bytes)
    };
    let big = match word(0)? {
        0x377f_0682 => false,
        0x377f_0683 => true,
        _ => return Some("the write-ahead log does not begin as one".to_owned()),
    };
    let page = word(8)? as usize;
    let mut sum = checksum((0, 0), log.get(..HEADER - 8)?, big);
    if (word(24)?, word(28)?) != sum || !(512..=65536).contains(&page) {
        return Some("the header of the write-ahead log was changed: everything in it is lost".to_owned());
    }
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
        if !is_of_this_log || (word(at + 16)?, word(at + 20)?) != sum {
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
