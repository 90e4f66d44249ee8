//! Reads SQLite's write-ahead log, whose damaged end SQLite itself drops without a word.
//!
//! The checksum of a frame covers everything up to it, so SQLite reads nothing behind a changed byte. But each frame also holds the
//! sum that the next one continues: whatever lies behind can be verified all the same, and a single changed byte often be put right.

mod sums;

use super::pages::PAGE;
use std::collections::HashMap;
use sums::{State, mend, mend_header, stored, sum_of, word, write_sum};

/// Bytes of the log's header and of each frame's, before its page.
const HEADER: usize = 32;
const FRAME: usize = 24;
/// A log as it was written, as far as that can be told.
pub(super) struct Log {
    /// All of it, with changed bytes put right.
    pub(super) bytes: Vec<u8>,
    /// Frames that are put right, counted from 1; 0 is the header.
    pub(super) mended: Vec<usize>,
    /// Frames in which something is wrong, although they or others after them were stored.
    pub(super) doubtful: Vec<usize>,
    /// All frames up to the last that was stored.
    frames: Vec<State>,
}

impl Log {
    /// Reads a log of our pages; none if its header cannot be read. What lies behind the last frame that was stored is left from
    /// earlier or from a crash, and does not count.
    pub(super) fn read(log: &[u8]) -> Option<Log> {
        let mut bytes = log.to_vec();
        let (big, is_mended) = mend_header(&mut bytes)?;
        let (head, frames) = bytes.split_at_mut_checked(HEADER)?;
        let salts: [u8; 8] = head[16..24].try_into().ok()?;
        let mut sum = stored(&head[24..]);
        let mut states: Vec<State> = Vec::new();
        // What the sum of the frame before should be, if it is another.
        let mut other = None;
        let mut before: Option<&mut [u8]> = None;
        for frame in frames.chunks_exact_mut(FRAME + PAGE) {
            let found = stored(&frame[16..]);
            let mut right = sum_of(sum, frame, big);
            if let Some(other) = other.filter(|other| found != right && found == sum_of(*other, frame, big)) {
                // Only the sum of the frame before was changed.
                if let (Some(before), Some(state)) = (before.take(), states.last_mut()) {
                    write_sum(&mut before[16..], other);
                    *state = State::Mended;
                }
                right = found;
            }
            let follows = states.last() != Some(&State::Unreadable);
            let state = match (found == right, frame[8..16] == salts) {
                (true, true) => State::Whole,
                // Leftovers agree among themselves, but not with what is stored.
                (true, false) if follows => {
                    frame[8..16].copy_from_slice(&salts);
                    State::Mended
                }
                (false, true) => mend(right, frame, big),
                _ => State::Unreadable,
            };
            other = matches!(state, State::Changed | State::Unreadable).then_some(right);
            states.push(state);
            sum = stored(&frame[16..]);
            before = Some(frame);
        }
        let ends_commit: Vec<bool> = frames
            .chunks_exact(FRAME + PAGE)
            .map(|frame| frame[8..16] == salts && word(frame, 4) != 0)
            .collect();
        drop_torn(&mut states, &ends_commit);
        let of = |wanted: &[State]| {
            let numbered = (1..).zip(&states).filter(|(_, state)| wanted.contains(state));
            numbered.map(|(number, _)| number).collect::<Vec<usize>>()
        };
        let header = is_mended.then_some(0);
        Some(Log {
            mended: header.into_iter().chain(of(&[State::Mended])).collect(),
            doubtful: of(&[State::Changed, State::Unreadable]),
            bytes,
            frames: states,
        })
    }
}

/// Takes away the frames of what was not stored. A commit is synced before the next one begins: only the last one can be torn, in any
/// of its frames.
fn drop_torn(states: &mut Vec<State>, ends_commit: &[bool]) {
    let readable = states.iter().rposition(|state| *state != State::Unreadable);
    states.truncate(readable.map_or(0, |last| last + 1));
    // What a frame with a changed byte says of itself may be wrong.
    if states.last() != Some(&State::Changed) {
        let last = ends_commit[..states.len()].iter().rposition(|ends| *ends);
        states.truncate(last.map_or(0, |last| last + 1));
    }
    let others = &ends_commit[..states.len().saturating_sub(1)];
    let start = others.iter().rposition(|ends| *ends).map_or(0, |before| before + 1);
    if states[start..].contains(&State::Unreadable) {
        states.truncate(start);
    }
}

/// The newest committed version of each page in a log.
#[derive(Default)]
pub(super) struct Versions {
    pub(super) newest: HashMap<usize, Vec<u8>>,
    /// Pages in whose newest version something is wrong, with the version before if the log has one.
    pub(super) doubtful: HashMap<usize, Option<Vec<u8>>>,
}

/// The pages of a log, as far as they can be read.
pub(super) fn versions(log: &[u8]) -> Versions {
    let mut versions = Versions::default();
    let Some(Log { bytes, frames, .. }) = Log::read(log) else {
        return versions;
    };
    let all = || bytes[HEADER..].chunks_exact(FRAME + PAGE).zip(&frames);
    let is_doubtful = |state: &State| matches!(state, State::Changed | State::Unreadable);
    let whole = all().filter(|(_, state)| !is_doubtful(state));
    let mut pages = whole.map(|(frame, _)| word(frame, 0).max(word(frame, 4))).max();
    let mut pending = Vec::new();
    for ((frame, state), number) in all().zip(1..) {
        let is_doubtful = is_doubtful(state);
        let mut page = word(frame, 0);
        if is_doubtful && !(1..=pages.unwrap_or_default()).contains(&page) {
            // Where it belongs was changed, and what it holds may be right.
            page = pages.unwrap_or_default() + 1;
            pages = Some(page);
        }
        pending.push((page as usize, is_doubtful, frame[FRAME..].to_vec()));
        // The last frame of a commit tells the size of the database.
        if word(frame, 4) != 0 || is_doubtful && number == frames.len() {
            for (page, is_doubtful, content) in pending.drain(..) {
                let before = versions.newest.insert(page, content);
                let known = versions.doubtful.remove(&page);
                if is_doubtful {
                    versions.doubtful.insert(page, known.unwrap_or(before));
                }
            }
        }
    }
    versions
}

/// What is wrong with a log.
pub(super) fn damage(log: &[u8]) -> Option<String> {
    if log.len() < HEADER {
        return None;
    }
    let numbers = |frames: &[usize]| {
        let frames: Vec<String> = frames.iter().map(usize::to_string).collect();
        frames.join(", ")
    };
    match Log::read(log) {
        None => Some("the header of the write-ahead log was changed: everything in it is lost".to_owned()),
        Some(Log { doubtful, .. }) if !doubtful.is_empty() => Some(format!(
            "the write-ahead log was changed in frame {}; the next start rebuilds the database from it",
            numbers(&doubtful)
        )),
        Some(Log { mended, .. }) if !mended.is_empty() => Some(format!(
            "a byte of the write-ahead log was changed in frame {}; the next start puts it right",
            numbers(&mended)
        )),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::Connection;

    /// The log of a database with so many commits, each of a page or two.
    fn log(name: &str, commits: u32) -> Vec<u8> {
        let folder = std::env::temp_dir().join(format!("jantaku-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let connection = Connection::open(folder.join("a.db")).unwrap();
        connection.pragma_update(None, "journal_mode", "WAL").unwrap();
        connection.execute("CREATE TABLE one (n INTEGER, t TEXT)", []).unwrap();
        for n in 0..commits {
            let text = format!("record {n}");
            connection
                .execute("INSERT INTO one VALUES (?1, ?2)", (n, text))
                .unwrap();
        }
        // The last commit has several pages.
        let text = "long ".repeat(2000);
        connection.execute("INSERT INTO one VALUES (0, ?1)", [text]).unwrap();
        let log = std::fs::read(folder.join("a.db-wal")).unwrap();
        drop(connection);
        std::fs::remove_dir_all(&folder).unwrap();
        log
    }

    /// A few bytes of the header, of the head of each frame, and of each page.
    fn places(log: &[u8]) -> impl Iterator<Item = usize> {
        let size = FRAME + PAGE;
        let frames = (HEADER..log.len()).step_by(size);
        let places = frames.flat_map(move |at| (at..at + FRAME).chain((at + FRAME..at + size).step_by(617)));
        (0..HEADER).chain(places)
    }

    #[test]
    fn a_changed_byte_is_found_wherever_it_is_and_mostly_put_right() {
        let whole = log("mended", 5);
        assert_eq!(damage(&whole), None);
        let (mut mended, mut all) = (0, 0);
        for at in places(&whole).chain([whole.len() - 1]) {
            for change in [0x01, 0x12, 0x80] {
                let mut changed = whole.clone();
                changed[at] ^= change;
                let read = Log::read(&changed).unwrap();
                let frame = (at + FRAME + PAGE - HEADER) / (FRAME + PAGE);
                let told = [read.mended.clone(), read.doubtful].concat();
                assert_eq!(told, [frame], "byte {at}, {change}");
                assert!(damage(&changed).is_some());
                all += 1;
                mended += usize::from(!read.mended.is_empty());
                assert!(read.mended.is_empty() || read.bytes == whole, "byte {at}, {change}");
            }
        }
        assert!(2 * mended > all, "{mended} of {all}");
    }

    #[test]
    fn what_lies_behind_an_unreadable_frame_is_read() {
        let whole = log("lost", 8);
        let mut changed = whole.clone();
        let third = HEADER + 2 * (FRAME + PAGE);
        changed[third + FRAME..][..512].fill(0);
        changed[third + FRAME + 4000..][..50].fill(7);
        let read = Log::read(&changed).unwrap();
        assert_eq!((read.mended, read.doubtful), (vec![], vec![3]));
        // Later commits have written the same page once more.
        assert!(versions(&whole).newest == versions(&changed).newest);
        assert!(versions(&changed).doubtful.is_empty());
        assert!(damage(&changed).is_some_and(|what| what.contains("frame 3")));
    }

    /// A crash leaves the last frames half written, and those of an earlier round behind them.
    #[test]
    fn a_torn_end_is_no_damage() {
        let whole = log("torn", 5);
        let size = FRAME + PAGE;
        for left in [0, 1, 40, FRAME, FRAME + 17, size - 1] {
            let cut = &whole[..whole.len() - size + left];
            assert_eq!(damage(cut), None, "{left} bytes of the last frame");
        }
        let mut torn = whole.clone();
        let last = whole.len() - size;
        torn[last + FRAME + 100..last + FRAME + 3000].fill(0x55);
        assert_eq!(damage(&torn), None);
        // Of the last commit, any page may be missing.
        let mut torn = whole.clone();
        torn[last - size + FRAME + 100..last - size + FRAME + 3000].fill(0x55);
        assert_eq!(damage(&torn), None);
        assert!(versions(&torn).doubtful.is_empty());
        torn[last - size..last].fill(0);
        assert_eq!(damage(&torn), None);
        let mut leftovers = whole.clone();
        for frame in 3..(whole.len() - HEADER) / size {
            leftovers[HEADER + frame * size + 8] ^= 1;
            leftovers[HEADER + frame * size + 17] ^= 0x33;
            leftovers[HEADER + frame * size + 20] ^= 0x33;
        }
        assert_eq!(damage(&leftovers), None);
        assert!(Log::read(&leftovers).unwrap().bytes == leftovers);
    }
}
