//! What is stored of a table: records, from which all of its state can be rebuilt.

use crate::agreement::{Request, Voice};
use crate::company::{Instead, Leaving, Seating, Talk};
use crate::test_wall::TestWall;
use crate::token::{CodeHash, SessionHash};
use crate::wire::lobby::TableSettings;
use jantaku_wire::event_json::EventJson;
use jantaku_wire::hex::Hex32;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "r", rename_all = "kebab-case")]
pub enum Record {
    /// The table was opened: always the first record.
    Opened(Box<Setup>),
    /// A person took an open seat, or that of a bot between two hands.
    Sat {
        seat: u8,
        name: String,
        session: SessionHash,
        #[serde(default, skip_serializing_if = "is_no")]
        friend: bool,
    },
    /// A person will take the seat of a bot when the hand is over.
    Coming {
        seat: u8,
        name: String,
        session: SessionHash,
        #[serde(default, skip_serializing_if = "is_no")]
        friend: bool,
    },
    /// The host chose when bots take the seats that are still open, in seconds since 1970; none for never.
    Fills {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<u64>,
        bot: String,
    },
    /// A bot took a seat that was open.
    Filled { seat: u8, bot: String },
    /// Somebody left before the game began; the seat is open again.
    Freed { seat: u8 },
    /// A player left the running game; a bot plays on.
    Left { seat: u8 },
    /// The player came back, or was seen at an address for the first time in this game, of which a mark is kept.
    Back {
        seat: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<u64>,
    },
    /// A single-use code was made that moves the seat to another device.
    Code { seat: u8, code: CodeHash },
    /// The code was used.
    Moved {
        seat: u8,
        /// The session that now has the seat.
        session: SessionHash,
    },
    /// Another invitation was made. Earlier versions bound them to no seat.
    Invited {
        code: CodeHash,
        #[serde(default)]
        seat: Option<u8>,
        /// Did the owner or a friend of theirs make it? Earlier versions did not say.
        #[serde(default, skip_serializing_if = "is_no")]
        friend: bool,
        /// Is it for a referee, who gets no seat?
        #[serde(default, skip_serializing_if = "is_no")]
        referee: bool,
        /// The seat whose player made it; none for a host who watches, and for those of the opening.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<u8>,
    },
    /// An invitation was used or withdrawn, or its seat was taken.
    Redeemed { code: CodeHash },
    /// The host is away or left, and this player is host until the owner is back.
    Host { seat: u8 },
    /// The owner is back, and host again.
    Owner,
    /// Somebody came before the game who will decide on penalties and does not play, or was seen at an address for the first time.
    Referee {
        name: String,
        session: SessionHash,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<u64>,
    },
    /// The referee left.
    NoReferee,
    /// Somebody asks the others to agree to something.
    Asked { by: Voice, what: Request },
    /// Somebody answers. One who does not agree ends the question.
    Voted { by: Voice, agrees: bool },
    /// Everybody who had to has agreed.
    Agreed {
        /// Was somebody present who lost a seat by it? From there, the same person does not come back uninvited.
        #[serde(default, skip_serializing_if = "is_no")]
        present: bool,
        /// Where they were, in records of earlier versions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<u64>,
    },
    /// The question was not answered in time, or the ruling came too late.
    Lapsed,
    /// The host changed who may come; what is not named stays.
    Settings(TableSettings),
    /// Somebody at this address put the table into the lobby, where it counts for that address; none once they are forgotten.
    Listed {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<u64>,
    },
    /// A start: the last secret of the server's chain, from which the others follow.
    Chain {
        attempt: u8,
        last: Hex32,
        /// The hash of the rulebook that commitments and walls cover. Earlier versions did not cover it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rules: Option<Hex32>,
    },
    /// What the players committed to, by seat.
    Commits { commits: Vec<Option<Hex32>> },
    /// The start failed because these players committed but did not reveal.
    Void { faults: Vec<u8> },
    /// What the players revealed, by seat: the walls are fixed and the game begins.
    Reveals {
        reveals: Vec<Option<Hex32>>,
        /// When, in seconds since 1970.
        at: u64,
    },
    /// The seats were drawn: for each, the one where its player sat before. Stored with the reveals. It is a separate record so that
    /// a node of an earlier version refuses the table instead of showing everybody somebody else's hand.
    Lots { order: Vec<u8> },
    /// What followed from one decision.
    Play {
        e: Vec<EventJson<u8>>,
        /// Who decided, if it was not the person whose seat it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instead: Option<Instead>,
    },
    /// A player took this many milliseconds from a bank. Stored with what happened next, so that a restart fills no bank.
    Spent { seat: u8, about: About, ms: u32 },
    /// A player is ready for the game, or has read the score sheet: the next hand may begin.
    Ready { seat: u8 },
    /// A player who was ready for the game no longer is.
    NotReady { seat: u8 },
    /// A host who has no seat lets the game begin.
    HostReady,
    /// The table of the rematch.
    Next { table: String },
    /// The table was closed before its end.
    Closed,
    /// Everything that a guest had at the table belongs to the account that they have signed in to: seat, host's place, referee's place,
    /// and a seat that they wait for.
    Claimed {
        from: SessionHash,
        /// The session that plays for the account.
        session: SessionHash,
    },
    /// Somebody has given up everything at the table and is about to be forgotten, in seconds since 1970.
    Withdrawn { session: SessionHash, at: u64 },
    /// Somebody's name, sessions and addresses were taken out of the records before this one, in seconds since 1970.
    Forgotten { at: u64 },
}

/// How a table was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setup {
    pub rules: String,
    /// Its hash, to see whether it is still the same.
    pub hash: Hex32,
    pub name: String,
    pub clock: Option<Clock>,
    pub spectators: bool,
    pub listed: bool,
    /// The session that opened it and may decide as a referee.
    pub host: SessionHash,
    /// The invitation of a table of earlier versions, to any seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<CodeHash>,
    /// May somebody take a bot's seat while the game is on?
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub late: bool,
    /// May only people sit down who have an invitation, though everybody sees the table?
    #[serde(default, skip_serializing_if = "is_no")]
    pub invited_only: bool,
    /// May players ask for hints? Without a choice, where one person plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hints: Option<bool>,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub seating: Seating,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub leaving: Leaving,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub talk: Talk,
    /// The address that has it in the lobby.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lister: Option<u64>,
    /// When, in seconds since 1970.
    pub at: u64,
    pub seats: Vec<Sitter>,
    /// What somebody who looked for a game chose while others may still come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait: Option<Wait>,
    /// Stacked walls for the first hands, in tests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<TestWall>,
}

/// A table that was opened for whoever looks for the same game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Wait {
    /// When bots take the seats that are still open, in seconds since 1970; none for never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
    /// Which bots.
    pub bot: String,
    /// The hashes of the other rulebooks that whoever opened it would play as well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeks: Vec<String>,
}

fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

const fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_yes(flag: &bool) -> bool {
    *flag
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_no(flag: &bool) -> bool {
    !*flag
}

/// A turn clock. At time-out the drawn tile is discarded, or the claim passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clock {
    pub seconds: u16,
    pub bank: u16,
}

/// What a player thinks about; each has its own bank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum About {
    Turn,
    /// A claim, or a question at the end of the wall: others do not know who is asked.
    Claim,
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "kebab-case")]
pub enum Sitter {
    /// Nobody yet.
    Open,
    Person {
        name: String,
        /// The sessions that may play for the seat.
        sessions: Vec<SessionHash>,
        /// Invited by the owner or a friend of theirs: may become host while the owner is away.
        #[serde(default, skip_serializing_if = "is_no")]
        friend: bool,
    },
    /// A program.
    Bot { id: String },
}
