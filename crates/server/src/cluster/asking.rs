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
    Rematch(SessionHash, Place),
    /// May its log be read?
    MayRead,
    /// A rematch with a choice of seats.
    RematchAs(SessionHash, PlayAgain, Place),
    /// Lets bots of a level take the free seats after so many seconds, or never.
    FillAfter(SessionHash, Option<u32>, String),
    /// All that a guest has goes to the account that they have signed in to.
    Claim(SessionHash, SessionHash),
    /// Somebody with these sessions is to be forgotten, and gives everything up.
    Withdraw(Vec<SessionHash>),
    /// Withdraws an invitation, or all.
    Uninvite(SessionHash, Option<CodeHash>),
}

impl Request {
    /// How to play again. Every version can read it where nothing is chosen.
    pub(crate) const fn rematch(session: SessionHash, again: PlayAgain, place: Place) -> Request {
        match again.seating {
            None => Request::Rematch(session, place),
            Some(_) => Request::RematchAs(session, again, place),
        }
    }

    /// Why nobody answers it. Nodes of the version before this one do not answer what they cannot read.
    pub(crate) const fn unanswered(&self) -> Refused {
        match self {
            Request::RematchAs(..)
            | Request::Claim(..)
            | Request::Withdraw(..)
            | Request::Uninvite(..)
            | Request::FillAfter(..) => Refused::Updating,
            Request::Settings(_, settings, _) if settings.talk.is_some() => Refused::Updating,
            _ => Refused::NotStored,
        }
    }
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

    /// Refuses what a later version asks and this one cannot read.
    pub(super) fn refuse(&self, from: NodeId, id: u64) {
        let answer = Answer::Refused(Refused::Updating);
        self.send_node(from, What::Answer { id, answer });
    }

    pub(super) fn forget_answers(&self) {
        lock(&self.answered).retain(|_, answered| answered.at.elapsed() < KEPT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::table::{Seating, Talk};
    use serde_json::json;

    #[test]
    fn writes_a_rematch_as_before_unless_seats_are_chosen() {
        let session = SessionHash::NOBODY;
        let hash = "0".repeat(64);
        let asked = |seating| Request::rematch(session, PlayAgain { seating }, Place(7));
        let text = |request: &Request| serde_json::to_value(request).unwrap();
        let plain = asked(None);
        assert_eq!(text(&plain), json!({ "rematch": [hash, 7] }));
        assert_eq!(plain.unanswered(), Refused::NotStored);
        let chosen = asked(Some(Seating::Lot));
        assert_eq!(text(&chosen), json!({ "rematch-as": [hash, { "seating": "lot" }, 7] }));
        assert_eq!(chosen.unanswered(), Refused::Updating);
    }

    #[test]
    fn reads_the_rematch_of_the_version_before() {
        let text = json!({ "rematch": ["0".repeat(64), 7] });
        let read: Request = serde_json::from_value(text).unwrap();
        assert!(matches!(read, Request::Rematch(SessionHash::NOBODY, Place(7))));
    }

    #[test]
    fn writes_settings_as_before_unless_the_chat_is_changed() {
        let settings = |talk| TableSettings {
            talk,
            ..TableSettings::default()
        };
        let asked = |talk| Request::Settings(SessionHash::NOBODY, settings(talk), Place(7));
        let text = serde_json::to_value(asked(None)).unwrap();
        assert_eq!(text, json!({ "settings": ["0".repeat(64), {}, 7] }));
        assert_eq!(asked(None).unanswered(), Refused::NotStored);
        assert_eq!(asked(Some(Talk::Off)).unanswered(), Refused::Updating);
    }
}
