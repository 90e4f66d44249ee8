//! The log of a game: one line of JSON for the table, then one for each thing that happened.
//!
//! ```text
//! {"log":"jantaku","version":2,"rules":"zan","hash":"…","book":"…","tiles":"…","players":[{"name":"Mika"},…],…}
//! {"fair":{"step":"chain","s0":"…"}}            how the walls were fixed; a simulation has a "seed" in its first line instead
//! {"e":{"type":"drew","seat":0,"tile":"3p","source":"live"},"left":69,"spare":4}
//! {"sheet":{…}}  {"over":{…}}  {"note":{…}}      score sheets, the result, anything else that is worth keeping
//! {"sum":"…"}                                    the last line: SHA-256 of all bytes before it
//! ```
//!
//! The state of a table is a fold of its events, so a log can be replayed to any point ([`Replay`]). It carries the rulebook that was
//! played as "book"; a log of version 1 does not, and is replayed by the edition at hand. A log without its last line was broken off, or is damaged. What this version does not know is refused: whoever adds to
//! the format raises [`VERSION`] and keeps reading the older ones, which `tests/logs` makes sure of.

mod error;
mod header;
mod line;
mod read;
mod recorder;
mod replay;
mod walls;

pub use error::{LogError, LogProblem};
pub use header::{Book, Header, LogPlayer};
pub use line::{FairStepJson, Hex32, Line, Told};
pub use recorder::{Recorder, Writer};
pub use replay::{Replay, Step};
pub use walls::{HandWall, WallSource, WallVerdict, check_walls};

/// The version that is written; all up to it are read. Since version 2 a log carries its rulebook, and answers and rulings are events.
pub const VERSION: u32 = 2;

/// The longest log that is read, in bytes: the longest games come to some hundred thousand.
pub const MAX_LOG: usize = 16 << 20;

/// The longest line that is read, in bytes.
pub const MAX_LINE: usize = 64 << 10;

/// The longest first line that is read, which holds the rulebook.
pub const MAX_HEADER: usize = 2 << 20;

/// A log, taken apart and not yet replayed.
#[derive(Clone, PartialEq, Debug)]
pub struct Log {
    pub header: Header,
    pub lines: Vec<Line>,
    /// Does it end with the sum of its bytes? A log that does not was broken off.
    pub closed: bool,
}

impl Log {
    /// The text, byte for byte as it was written at first.
    pub fn text(&self) -> String {
        let mut writer = Writer::new(&self.header);
        for line in &self.lines {
            writer.line(line);
        }
        match self.closed {
            true => writer.close(),
            false => writer.text().to_owned(),
        }
    }
}
