//! Requests about a table, answered by its owner.

use super::message::What;
use super::{Cluster, SILENCE, lock};
use crate::hub::Hub;
use crate::room::{Place, Refused};
use crate::store::NodeId;
use crate::token::{CodeHash, SessionHash, TableId};
use crate::wire::lobby::{PlayAgain, TableSettings};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

/// How long answers are kept for those who ask again.
const KEPT: Duration = Duration::from_secs(30);

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Request {
    Info,
    Join {
        session: SessionHash,
        name: String,
        code: Option<CodeHash>,
        place: Place,
    },
    /// Gives the free seats to bots of a level.
    Fill(SessionHash, String),
    Invite(SessionHash, CodeHash, Option<u8>),
    InviteReferee(SessionHash, CodeHash),
    Link(SessionHash, CodeHash),
    Leave(SessionHash),
    Settings(SessionHash, TableSettings, Place),
    Close(SessionHash),
    Shut,
    Rematch(SessionHash, PlayAgain, Place),
    /// May its log be read?
    MayRead,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Answer {
    Done(Value),
    Refused(Refused),
    /// The table is not, or no longer, at this node.
    NotHere,
}

pub(super) type Asked = oneshot::Sender<Answer>;

/// When somebody asked, and the answer once there is one.
pub(super) struct Answered {
    at: Instant,
    answer: Option<Answer>,
}

impl Cluster {
    /// Asks a table's owner; none if nobody answers. The same question has the same number, and is answered once.
    pub(crate) async fn ask(&self, owner: NodeId, id: u64, table: &TableId, request: &Request) -> Option<Answer> {
        if self.has_left(owner) {
            return None;
        }
        let (tell, told) = oneshot::channel();
        lock(&self.asked).insert(id, tell);
        let ask = What::Ask {
            id,
            table: table.to_string(),
            request: request.clone(),
        };
        self.send_in(owner, table, ask);
        let answer = timeout(SILENCE, told).await;
        lock(&self.asked).remove(&id);
        answer.ok()?.ok()
    }

    /// A number for a question.
    pub(crate) fn question(&self) -> u64 {
        self.number()
    }

    pub(super) fn take_answer(&self, id: u64, answer: Answer) {
        if let Some(asked) = lock(&self.asked).remove(&id) {
            let _ = asked.send(answer);
        }
    }

    pub(super) fn answer(self: &Arc<Cluster>, hub: &Arc<Hub>, from: NodeId, id: u64, table: String, request: Request) {
        let known = lock(&self.answered)
            .get(&(from, id))
            .map(|answered| answered.answer.clone());
        match known {
            // It is being answered.
            Some(None) => return,
            Some(Some(answer)) => return self.send_node(from, What::Answer { id, answer }),
            None => {}
        }
        let at = Instant::now();
        lock(&self.answered).insert((from, id), Answered { at, answer: None });
        let (cluster, hub) = (Arc::clone(self), Arc::clone(hub));
        tokio::spawn(async move {
            let answer = hub.answer(&table, request).await;
            let mut answered = lock(&cluster.answered);
            match answer {
                // Whoever asks again may find it here.
                Answer::NotHere => drop(answered.remove(&(from, id))),
                _ => {
                    let answer = Some(answer.clone());
                    answered.insert((from, id), Answered { at, answer });
                }
            }
            drop(answered);
            cluster.send_node(from, What::Answer { id, answer });
        });
    }

    pub(super) fn forget_answers(&self) {
        lock(&self.answered).retain(|_, answered| answered.at.elapsed() < KEPT);
    }
}
