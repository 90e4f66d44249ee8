//! What people ask each other at a table, as its page shows it.

use crate::agreement::{How, Outcome, Request, Ruling, Voice};
use jantaku_wire::event_json::PenaltyWord;
use serde::{Deserialize, Serialize};

/// The state of questions and rulings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AgreementJson {
    /// What is being asked.
    pub question: Option<QuestionJson>,
    /// How the question before came out.
    pub outcome: Option<OutcomeJson>,
    /// The rulings of the game so far.
    pub rulings: Vec<RulingJson>,
    /// The rulings that can still be undone.
    pub undoable: Vec<RulingOn>,
    /// Who decides on penalties, if somebody does.
    pub referee: Option<RefereeInfo>,
    /// The seat of the player who opened the table.
    pub owner: Option<u8>,
}

/// What somebody asks the others. A voice is a seat, null for the referee, or "host" for a host without a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct QuestionJson {
    /// Its number; an answer must carry it.
    pub n: u32,
    #[cfg_attr(test, ts(type = "number | \"host\" | null"))]
    pub by: Voice,
    pub what: RequestJson,
    #[cfg_attr(test, ts(type = "Array<number | \"host\" | null>"))]
    pub agreed: Vec<Voice>,
    /// Whose answers are missing.
    #[cfg_attr(test, ts(type = "Array<number | \"host\" | null>"))]
    pub awaited: Vec<Voice>,
    /// Milliseconds until it lapses.
    pub ms: u32,
}

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum RequestJson {
    Penalty {
        penalty: PenaltyWord,
        seat: u8,
    },
    /// To withdraw a ruling of this hand.
    Undo {
        penalty: PenaltyWord,
        seat: u8,
    },
    /// To free somebody's seat.
    Free {
        seat: u8,
    },
    /// To make this player host.
    Host {
        seat: u8,
    },
    /// To let somebody be referee; asked by coming with an invitation.
    Referee {
        name: String,
    },
    /// To take a break before the next hand.
    Pause,
}

/// How a question came out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OutcomeJson {
    pub n: u32,
    #[cfg_attr(test, ts(type = "number | \"host\" | null"))]
    pub by: Voice,
    pub what: RequestJson,
    pub how: HowWord,
    /// Who did not agree, if somebody did not.
    #[cfg_attr(test, ts(type = "number | \"host\" | null"))]
    pub who: Option<Voice>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum HowWord {
    Agreed,
    /// Somebody did not agree.
    Declined,
    /// Who asked took it back.
    Withdrawn,
    /// Not everybody answered in time, or the moment has passed.
    Lapsed,
}

/// A ruling, or the withdrawal of one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RulingJson {
    pub undo: bool,
    pub penalty: PenaltyWord,
    pub seat: u8,
    /// Names, as they were then.
    pub asked: String,
    pub agreed: Vec<String>,
    /// The hand, from 1.
    pub hand: u16,
}

/// A penalty and its player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RulingOn {
    pub penalty: PenaltyWord,
    pub seat: u8,
}

/// Somebody who decides on penalties and does not play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RefereeInfo {
    pub name: String,
    pub present: bool,
    /// Seats whose players are connected from the same address.
    pub shares: Vec<u8>,
}

impl AgreementJson {
    /// Is it the same, whatever time has passed?
    pub fn same_as(&self, other: &AgreementJson) -> bool {
        let mut later = other.clone();
        if let (Some(now), Some(then)) = (&mut later.question, &self.question) {
            now.ms = then.ms;
        }
        *self == later
    }
}

impl From<&Request> for RequestJson {
    fn from(request: &Request) -> RequestJson {
        match request.clone() {
            Request::Penalty { penalty, seat } => RequestJson::Penalty { penalty, seat },
            Request::Undo { penalty, seat } => RequestJson::Undo { penalty, seat },
            Request::Free { seat } => RequestJson::Free { seat },
            Request::Host { seat } => RequestJson::Host { seat },
            Request::Referee { name, .. } => RequestJson::Referee { name },
            Request::Pause => RequestJson::Pause,
        }
    }
}

impl RequestJson {
    /// What somebody at the table may ask for; a referee comes with an invitation.
    pub fn request(self) -> Option<Request> {
        Some(match self {
            RequestJson::Penalty { penalty, seat } => Request::Penalty { penalty, seat },
            RequestJson::Undo { penalty, seat } => Request::Undo { penalty, seat },
            RequestJson::Free { seat } => Request::Free { seat },
            RequestJson::Host { seat } => Request::Host { seat },
            RequestJson::Pause => Request::Pause,
            RequestJson::Referee { .. } => return None,
        })
    }
}

impl From<&Outcome> for OutcomeJson {
    fn from(Outcome { question, how }: &Outcome) -> OutcomeJson {
        let (how, who) = match *how {
            How::Agreed => (HowWord::Agreed, None),
            How::Declined(who) if who == question.by => (HowWord::Withdrawn, Some(who)),
            How::Declined(who) => (HowWord::Declined, Some(who)),
            How::Lapsed => (HowWord::Lapsed, None),
        };
        OutcomeJson {
            n: question.n,
            by: question.by,
            what: (&question.what).into(),
            how,
            who,
        }
    }
}

impl From<&Ruling> for RulingJson {
    fn from(ruling: &Ruling) -> RulingJson {
        RulingJson {
            undo: ruling.undo,
            penalty: ruling.penalty,
            seat: ruling.seat,
            asked: ruling.asked.clone(),
            agreed: ruling.agreed.clone(),
            hand: ruling.hand,
        }
    }
}
