//! The frames of the WebSocket, one JSON object each. A message to a client holds one frame a line.

use super::advice::HintJson;
use super::agreement::{AgreementJson, RequestJson};
use super::chat::SayJson;
use super::fair::FairInfo;
use super::prompt::{PromptJson, RefusalJson};
use super::result::ResultJson;
use super::sheet::{HandSheet, WinSheet};
use super::table::{PlayerInfo, Status, TableInfo};
use crate::company::{StandIn, Talk};
use crate::token::CodeHash;
use jantaku_wire::action_json::ActionJson;
use jantaku_wire::event_json::EventJson;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::sync::Arc;

/// What the server says. Frames with an `n` are numbered one by one for each viewer, from 1; `since=N` goes on after N.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "kebab-case")]
pub enum ServerFrame {
    /// The first frame: who one is, and the table.
    Hello {
        /// The own seat; none for spectators.
        seat: Option<u8>,
        /// Does the viewer start the game, and say who may come?
        host: bool,
        /// Does the viewer decide on penalties?
        referee: bool,
        /// The number of the next numbered frame. If it is 1 though more was asked for, begin anew.
        next: u32,
        table: Box<TableInfo>,
        /// The fair wall, once the start has begun.
        fair: Option<FairInfo>,
    },
    /// Something happened.
    E {
        n: u32,
        /// Tiles left to draw in turn, after it.
        left: u8,
        /// Replacement tiles left, where the rulebook keeps some apart.
        spare: Option<u8>,
        /// Encoded once for all who see the same of it.
        #[cfg_attr(test, ts(as = "EventJson<u8>"))]
        e: Arc<RawValue>,
        /// What is on no winner's sheet, as the hand is settled.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        sheet: Option<Arc<HandSheet>>,
    },
    /// A score sheet, right after the payments of a win.
    Sheet {
        n: u32,
        #[serde(flatten)]
        sheet: Arc<WinSheet>,
    },
    /// The game is over: the last numbered frame.
    Over { n: u32, result: ResultJson },
    /// What the player may do now, or, with nothing legal, how the hand stands. Spectators get none.
    Prompt(PromptJson),
    /// The best choices for the prompt with the same `n`, for whoever asked.
    Hint(HintJson),
    /// An action was refused; nothing has changed.
    Refused(RefusalJson),
    /// Whose turn it is, and how long. Never tells of claims.
    Clock {
        seat: u8,
        /// Milliseconds for the decision; none without a clock.
        ms: Option<u32>,
        /// Milliseconds in the bank after that. Claims have a bank that only their player sees.
        bank: u32,
    },
    /// Somebody came, left or was replaced.
    Players {
        players: Vec<PlayerInfo>,
        status: Status,
        /// The seat of the host, if one sits.
        host: Option<u8>,
        /// The table of the rematch, once there is one.
        next: Option<String>,
        /// When the time of a timed game is up, in seconds since 1970; none before it begins.
        ends: Option<u32>,
        /// As in the table's own information: the host may change them.
        spectators: bool,
        listed: bool,
        late: bool,
        invited_only: bool,
        hints: bool,
        talk: Talk,
        /// After the game, the seats whose people left before its end.
        left: Vec<u8>,
        /// When bots take the seats that are still open, in seconds since 1970; none for never.
        fills: Option<u32>,
    },
    /// A player says something. Sent at once to all viewers who have not muted the player, never stored.
    Said { seat: u8, say: SayJson },
    /// The seats that this player has muted; sent when that changes, and after the greeting if there are any.
    Muted { seats: Vec<u8> },
    /// The invitations that this player has made and that can still be used, hashed as they are stored; sent after the greeting and
    /// when some were withdrawn. A link that is not among them is dead.
    Invites {
        #[cfg_attr(test, ts(as = "Vec<String>"))]
        live: Vec<CodeHash>,
    },
    /// What was done for this player since their last decision.
    Done {
        /// Who took the last of these decisions.
        by: StandIn,
        /// Earlier hands in which something was done.
        hands: u16,
        /// The decisions of this hand.
        acts: Vec<EventJson<u8>>,
    },
    /// What people ask each other at the table, and what came of it. Sent whenever it changes.
    Agreement(AgreementJson),
    /// Between two hands: who has not read the score sheet yet.
    Awaited {
        /// Who; nobody when the next hand begins.
        seats: Vec<u8>,
        /// Milliseconds until the next hand is dealt without them.
        ms: u32,
        /// Has the table agreed to a break?
        resting: bool,
    },
    /// The start of the game, or a secret that was opened.
    Fair(FairInfo),
    /// The answer to a ping.
    Pong,
    /// The table pauses or the connection ends, and why, in a word.
    Notice {
        /// `stopping`, `disk-full`, `not-stored`, `cut-off`, `damaged`, `closed`, `closed-by-operator`; empty when it goes on.
        what: String,
    },
}

/// What a client says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientFrame {
    /// A decision.
    Act {
        /// The `n` of the prompt that it answers.
        n: u32,
        a: ActionJson,
    },
    /// Asks what a bot would do, where the table allows it.
    Hint {
        /// The `n` of the prompt.
        n: u32,
    },
    /// Asks for a pong.
    Ping,
    /// Commits to one's part of the wall.
    Commit {
        /// SHA-256 of the commitment's text, 64 hex digits.
        hash: String,
    },
    Reveal {
        /// The 32 bytes, 64 hex digits.
        entropy: String,
    },
    /// One is ready for the game, or has read the score sheet: the next hand may begin.
    Ready,
    /// One is not ready for the game after all.
    NotReady,
    /// A player for whom a bot plays, because of a long silence, plays again.
    Back,
    /// Says something to the table.
    Say { say: SayJson },
    /// Hears nothing more from a seat, or hears it again.
    Mute { seat: u8, on: bool },
    /// Asks the others to agree to something.
    Ask { what: RequestJson },
    /// Answers a question of the table; who asked takes it back by not agreeing.
    Vote { n: u32, agrees: bool },
}
