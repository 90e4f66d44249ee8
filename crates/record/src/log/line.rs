//! The lines of a log after the first.

use super::signature::{Bytes64, Signed};
use jantaku_table::fair::Bytes32;
use jantaku_table::lots::Draw;
use jantaku_table::{Event, Table};
use jantaku_wire::event_json::EventJson;
use jantaku_wire::hex::Hex32;
use jantaku_wire::result_json::ResultJson;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, PartialEq, Debug)]
pub enum Line {
    Told(Told),
    /// A step of commit and reveal.
    Fair(FairStepJson),
    /// A score sheet, right after the payments of a win: `{"seat":…,"dealer":…,"sheet":{…}}`.
    Sheet(Value),
    Over(ResultJson),
    /// Extra information without effect on the game, such as who came and left.
    Note(Value),
}

/// An event, and the tiles left in the wall after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    pub e: EventJson<u8>,
    pub left: Option<u8>,
    /// Replacement tiles left, if the rulebook reserves any.
    pub spare: Option<u8>,
}

/// A step of commit and reveal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "kebab-case", deny_unknown_fields)]
pub enum FairStepJson {
    /// The server shows the head of its chain of secrets.
    Chain {
        /// `s_0`.
        s0: Hex32,
        /// The hash of the rulebook that commitments and walls cover. Absent in games begun by a program that wrote logs of
        /// version 2: they do not cover it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rules: Option<Hex32>,
        /// The hash of the secret for the lots, where seats are drawn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lots: Option<Hex32>,
    },
    /// All players have committed; `null` for bots and open seats.
    Commits { commits: Vec<Option<Hex32>> },
    /// All who committed have revealed.
    Reveals { reveals: Vec<Option<Hex32>> },
    /// The seats are drawn. Everything before this counts them as they were, everything after as they are now.
    Lots {
        draw: DrawWord,
        secret: Hex32,
        /// For each seat, the one where its player sat before.
        order: Vec<u8>,
    },
    /// Somebody committed and did not reveal. The start is void, and a new chain follows.
    Void { missing: Vec<u8> },
    /// The secret of a hand is opened after it.
    Opened { hand: u16, secret: Hex32 },
}

/// What is drawn before a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawWord {
    Seats,
    East,
}

impl From<DrawWord> for Draw {
    fn from(word: DrawWord) -> Draw {
        match word {
            DrawWord::Seats => Draw::Seats,
            DrawWord::East => Draw::East,
        }
    }
}

impl From<Draw> for DrawWord {
    fn from(draw: Draw) -> DrawWord {
        match draw {
            Draw::Seats => DrawWord::Seats,
            Draw::East => DrawWord::East,
        }
    }
}

impl Told {
    /// An event, with the table in the state after it.
    pub fn of(event: &Event, table: &Table) -> Told {
        Told {
            e: EventJson::of(event, table.rules(), |seat| seat.0),
            left: Told::left(table),
            spare: Told::spare(table),
        }
    }

    /// Tiles left to draw in turn.
    pub fn left(table: &Table) -> Option<u8> {
        Some(small(table.wall().left()))
    }

    /// Replacement tiles left, if the rulebook reserves any.
    pub fn spare(table: &Table) -> Option<u8> {
        let all = table.rules().settings.replacement_tiles();
        (all > 0).then(|| all.saturating_sub(small(table.wall().replaced())))
    }
}

fn small(count: usize) -> u8 {
    u8::try_from(count).unwrap_or(u8::MAX)
}

/// A line as written: exactly one of these, plus the tiles left if it is an event.
#[derive(PartialEq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Written {
    #[serde(skip_serializing_if = "Option::is_none")]
    e: Option<EventJson<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spare: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fair: Option<FairStepJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sheet: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<ResultJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sum: Option<Hex32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<Hex32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signature: Option<Bytes64>,
}

impl Written {
    pub(super) fn sum_of(text: &str) -> Written {
        Written {
            sum: Some(Hex32(Bytes32::hash(text.as_bytes()))),
            ..Written::default()
        }
    }

    /// The same last line with a signature.
    pub(super) fn signed(self, signed: Option<Signed>) -> Written {
        Written {
            key: signed.map(|signed| Hex32(signed.key)),
            signature: signed.map(|signed| signed.signature),
            ..self
        }
    }

    /// The signature of a last line that may have one, or `None` if half of it is missing.
    pub(super) fn signature(&self) -> Option<Option<Signed>> {
        match (self.key, self.signature) {
            (None, None) => Some(None),
            (Some(Hex32(key)), Some(signature)) => Some(Some(Signed { key, signature })),
            _ => None,
        }
    }

    /// The content of the line, or `None` unless it is exactly one thing.
    pub(super) fn line(self) -> Option<Line> {
        if self.key.is_some() || self.signature.is_some() {
            return None;
        }
        let wall = self.left.is_some() || self.spare.is_some();
        Some(match (self.e, self.fair, self.sheet, self.over, self.note, self.sum) {
            (Some(e), None, None, None, None, None) => Line::Told(Told {
                e,
                left: self.left,
                spare: self.spare,
            }),
            _ if wall => return None,
            (None, Some(step), None, None, None, None) => Line::Fair(step),
            (None, None, Some(sheet), None, None, None) => Line::Sheet(sheet),
            (None, None, None, Some(over), None, None) => Line::Over(over),
            (None, None, None, None, Some(note), None) => Line::Note(note),
            _ => return None,
        })
    }
}

impl From<Line> for Written {
    fn from(line: Line) -> Written {
        let mut written = Written::default();
        match line {
            Line::Told(Told { e, left, spare }) => (written.e, written.left, written.spare) = (Some(e), left, spare),
            Line::Fair(step) => written.fair = Some(step),
            Line::Sheet(sheet) => written.sheet = Some(sheet),
            Line::Over(over) => written.over = Some(over),
            Line::Note(note) => written.note = Some(note),
        }
        written
    }
}
