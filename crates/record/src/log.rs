//! The log of a game: a header line, then one line for each thing that happened, all in JSON.
//!
//! ```text
//! {"log":"jantaku","version":4,"rules":"zan","hash":"…","book":"…","tiles":"…","players":[{"name":"Mika"},…],…}
//! {"fair":{"step":"chain","s0":"…","rules":"…"}} how the walls were fixed; a simulation has a "seed" in its first line instead
//! {"e":{"type":"drew","seat":0,"tile":"3p","source":"live"},"left":69,"spare":4}
//! {"sheet":{…}}  {"over":{…}}  {"note":{…}}      score sheets, the result, notes
//! {"sum":"…","key":"…","signature":"…"}          the last line: SHA-256 of all bytes before it, signed by a server
//! ```
//!
//! A table is a fold of its events, so a log can be replayed to any point ([`Replay`]). "book" is the text of the rulebook. Logs of
//! version 1 lack it and are replayed with the current edition. A log without its last line is incomplete or damaged; simulations and
//! earlier versions do not sign it. Unknown fields are refused: changes to the format raise [`VERSION`], and older versions stay
//! readable, as `tests/logs` checks.

mod error;
mod header;
mod line;
mod read;
mod recorder;
mod replay;
mod signature;
mod walls;

pub use error::{LogError, LogProblem};
pub use header::{Book, Header, LogPlayer};
pub use line::{DrawWord, FairStepJson, Line, Told};
pub use recorder::{Recorder, Writer};
pub use replay::{Replay, Step};
pub use signature::{Bytes64, DemandedKey, Signed, Signer, fingerprint};
pub use walls::{HandWall, WallSource, WallVerdict, check_walls};

/// The current version. Since version 2 a log carries its rulebook, and answers and rulings are events; since version 3 its walls
/// cover the rulebook's hash, and a server signs it; since version 4 it says how seats were drawn.
pub const VERSION: u32 = 4;

/// The first version that can be played again.
pub(crate) const WITH_ANSWERS: u32 = 2;
/// The first version that servers sign.
pub(crate) const WITH_SIGNATURE: u32 = 3;

/// The longest accepted log in bytes. The longest games have a few hundred thousand.
pub const MAX_LOG: usize = 16 << 20;

/// The longest accepted line in bytes.
pub const MAX_LINE: usize = 64 << 10;

/// The longest accepted header in bytes; it holds the rulebook.
pub const MAX_HEADER: usize = 2 << 20;

/// A log that is parsed but not replayed.
#[derive(Clone, PartialEq, Debug)]
pub struct Log {
    pub header: Header,
    pub lines: Vec<Line>,
    /// Whether it ends with its checksum. If not, it is incomplete.
    pub closed: bool,
    /// The server's signature of the checksum, which is valid. Simulations and earlier versions have none.
    pub signed: Option<Signed>,
}

impl Log {
    /// The text, byte for byte as first written.
    pub fn text(&self) -> String {
        let mut writer = Writer::new(&self.header);
        for line in &self.lines {
            writer.line(line);
        }
        match self.closed {
            true => writer.close_with(self.signed),
            false => writer.text().to_owned(),
        }
    }
}
