//! What people at a table ask each other to agree to, and what came of it.

use crate::token::SessionHash;
use jantaku_wire::event_json::PenaltyWord;
use serde::{Deserialize, Serialize};

/// Somebody who has a say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "VoiceJson", into = "VoiceJson")]
pub enum Voice {
    Seat(u8),
    Referee,
    /// The host who has no seat.
    Host,
}

/// A seat's number, `null` for the referee, `"host"` for a host without a seat.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(untagged)]
enum VoiceJson {
    Seat(u8),
    Word(VoiceWord),
    Referee(()),
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum VoiceWord {
    Host,
}

impl From<VoiceJson> for Voice {
    fn from(json: VoiceJson) -> Voice {
        match json {
            VoiceJson::Seat(seat) => Voice::Seat(seat),
            VoiceJson::Word(VoiceWord::Host) => Voice::Host,
            VoiceJson::Referee(()) => Voice::Referee,
        }
    }
}

impl From<Voice> for VoiceJson {
    fn from(voice: Voice) -> VoiceJson {
        match voice {
            Voice::Seat(seat) => VoiceJson::Seat(seat),
            Voice::Host => VoiceJson::Word(VoiceWord::Host),
            Voice::Referee => VoiceJson::Referee(()),
        }
    }
}

/// What somebody asks for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Request {
    Penalty {
        penalty: PenaltyWord,
        seat: u8,
    },
    /// To withdraw a ruling of this hand.
    Undo {
        penalty: PenaltyWord,
        seat: u8,
    },
    /// To free somebody's seat: before the game it is open again, later it is a bot's.
    Free {
        seat: u8,
    },
    /// To make this player host.
    Host {
        seat: u8,
    },
    /// To let somebody decide on penalties who does not play.
    Referee {
        name: String,
        session: SessionHash,
    },
    /// To take a break before the next hand.
    Pause,
}

impl Request {
    /// What it is about, for the log of a server, which holds no names.
    pub fn word(&self) -> &'static str {
        match self {
            Request::Penalty { .. } => "penalty",
            Request::Undo { .. } => "undo",
            Request::Free { .. } => "free",
            Request::Host { .. } => "host",
            Request::Referee { .. } => "referee",
            Request::Pause => "pause",
        }
    }

    /// Is it about the hand being played?
    pub fn is_ruling(&self) -> bool {
        matches!(self, Request::Penalty { .. } | Request::Undo { .. })
    }

    /// Does the next hand wait for the answers?
    pub fn holds_next_hand(&self) -> bool {
        self.is_ruling() || *self == Request::Pause
    }
}

/// An open question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Its number, from 1.
    pub n: u32,
    pub by: Voice,
    pub what: Request,
    pub agreed: Vec<Voice>,
}

/// How the last question came out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub question: Question,
    pub how: How,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    Agreed,
    Declined(Voice),
    /// Not everybody answered in time, or the moment has passed.
    Lapsed,
}

/// A ruling that everybody agreed to, with the names at that time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// Is it the withdrawal of one?
    pub undo: bool,
    pub penalty: PenaltyWord,
    pub seat: u8,
    pub asked: String,
    pub agreed: Vec<String>,
    /// The hand, from 1.
    pub hand: u16,
    /// How many events there were before it.
    pub at: usize,
}

/// Somebody who decides on penalties and does not play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Referee {
    pub name: String,
    pub session: SessionHash,
}
