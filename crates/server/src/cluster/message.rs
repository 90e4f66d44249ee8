//! What nodes say to each other: a line of JSON, and behind it frames as they are.

use super::asking::{Answer, Request};
use crate::http::{Look, Seen};
use crate::room::{End, RoomInfo};
use crate::store::{Epoch, NodeId};
use crate::token::SessionHash;
use crate::wire::frame::ClientFrame;
use bytes::Bytes;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(super) struct Envelope {
    pub(super) from: NodeId,
    pub(super) what: What,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum What {
    /// A node is alive.
    Here,
    /// A node stops, and gives its tables up.
    Leaving,
    /// A node has just come, and asks for everybody's tables.
    WhoIsThere,
    /// Tables of a node, each with its tenure.
    Tables(Vec<(Epoch, RoomInfo)>),
    /// Games that were changed in the database.
    PutAway(Vec<String>),
    News(News),
    /// A socket wants to see a table.
    Connect(Connect),
    /// A socket has said something.
    Said {
        link: u64,
        n: u32,
        frame: ClientFrame,
    },
    Gone {
        link: u64,
    },
    /// Open links, and how much was said over each.
    Beat(Vec<(u64, u32)>),
    /// Frames follow behind this.
    Frames {
        link: u64,
        n: u32,
    },
    End {
        link: u64,
        n: u32,
        end: End,
    },
    /// The links of a beat, and how much was told over each; none for those that are not open.
    Alive(Vec<(u64, Option<u32>)>),
    Ask {
        id: u64,
        table: String,
        request: Request,
    },
    Answer {
        id: u64,
        answer: Answer,
    },
}

#[derive(Serialize, Deserialize)]
pub(super) struct Connect {
    pub(super) link: u64,
    pub(super) table: String,
    pub(super) session: Option<SessionHash>,
    pub(super) place: u64,
    pub(super) since: u32,
}

/// A message of a later version, as far as it has to be answered.
#[derive(Deserialize)]
pub(super) struct Later {
    pub(super) from: NodeId,
    pub(super) what: LaterWhat,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum LaterWhat {
    Said { link: u64, n: u32 },
    Ask { id: u64 },
}

/// What the doors of the nodes tell each other.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum News {
    /// How often addresses have used an allowance.
    Spent {
        kind: usize,
        uses: Vec<(u64, u32)>,
    },
    /// The bans have changed.
    Bans,
    /// Accounts were changed, and any device may be signed out. Nodes of the version before say no more than this.
    Accounts,
    /// These tokens stand for somebody else now, or for nobody.
    Tokens(Vec<SessionHash>),
    /// Players with an account who were seen at this node lately.
    Online(Vec<SessionHash>),
    /// The owner has logged out: the hash of the login, and until when it would have held.
    LoggedOut {
        login: String,
        until: u64,
    },
    /// The owner wants to see something of all nodes.
    Look {
        ticket: (NodeId, u64),
        look: Look,
    },
    Seen {
        ticket: (NodeId, u64),
        seen: Seen,
    },
}

impl Envelope {
    /// None if it cannot be written, which does not happen.
    pub(super) fn written(&self, frames: &[u8]) -> Option<Bytes> {
        let mut text = Vec::with_capacity(frames.len() + 64);
        serde_json::to_writer(&mut text, self).ok()?;
        if !frames.is_empty() {
            text.push(b'\n');
            text.extend_from_slice(frames);
        }
        Some(text.into())
    }

    /// The message, and the frames behind it.
    pub(super) fn read(body: &Bytes) -> Option<(Envelope, Bytes)> {
        let end = body.iter().position(|byte| *byte == b'\n');
        let (head, rest) = match end {
            Some(end) => (&body[..end], body.slice(end + 1..)),
            None => (&body[..], Bytes::new()),
        };
        Some((serde_json::from_slice(head).ok()?, rest))
    }
}

impl Later {
    /// What somebody waits for in a message that cannot be read otherwise.
    pub(super) fn read(body: &Bytes) -> Option<Later> {
        serde_json::from_slice(body).ok()
    }
}
