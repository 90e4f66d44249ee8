//! Why a request to a room or to the lobby is refused.

use serde::{Deserialize, Serialize};
use thiserror::Error;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
pub enum Refused {
    #[error("you have no seat at this table")]
    NotSeated,
    #[error("only the host may do this")]
    NotHost,
    #[error("only whoever opened the table may close it")]
    NotOwner,
    #[error("the others have asked you, or somebody at your address, to leave; the host can invite you again")]
    SentAway,
    #[error("this link is not valid or has already been used")]
    WrongCode,
    #[error("no seat is free at this table")]
    NoSeat,
    #[error("this table lets nobody join a running game")]
    NoLateJoining,
    #[error("at this table only invited people may sit down")]
    InvitedOnly,
    #[error("this table has a referee already")]
    HasReferee,
    #[error("this name belongs to a bot or looks like one; choose another")]
    ReservedName,
    #[error("a word of this name mixes letters of several alphabets; use one alphabet")]
    MixedAlphabets,
    #[error("this cannot be done at the moment")]
    NotNow,
    #[error("invitation limit reached; withdraw one, or wait until one is used")]
    TooManyInvites,
    #[error("the game is not over")]
    NotOver,
    #[error("Tenhou's format has no place for something in this game")]
    NotTenhou,
    #[error("many games are being reviewed; try again later")]
    ReviewsBusy,
    #[error("there is no such bot to play with")]
    BadBot,
    #[error("there is no such table")]
    NoTable,
    #[error("too many tables were opened from here; wait a little")]
    TooOften,
    #[error("too many listed tables are open from here; close one, or open it unlisted")]
    TooManyListed,
    #[error("the server has no room for another table")]
    TooManyTables,
    #[error("the space that this server gives to games is used up; tell whoever runs it")]
    DiskUsed,
    #[error(
        "the tables and accounts opened from your address have used the space that one address may use; tell whoever runs this server"
    )]
    DiskUsedHere,
    #[error("the seats do not fit the rulebook")]
    BadSeats,
    #[error("there is no such rulebook")]
    BadRules,
    #[error("a clock has 1 to 600 seconds and a bank of at most 3600")]
    BadClock,
    #[error("only a server started for tests lets you set the wall")]
    NoTestWalls,
    #[error("this is not a possible wall")]
    BadWalls,
    #[error("the server cannot store anything at the moment; try again later")]
    NotStored,
    #[error("the server is being updated; try again in a minute")]
    Updating,
    #[error("the stored records of this table are damaged; the operator can see why in the server's log")]
    Damaged,
    #[error("the stored data of this account are damaged; the operator can see why in the server's log")]
    DamagedAccount,
    #[error("many people are signing in; try again in a moment")]
    SigningBusy,
    #[error("you are not signed in")]
    NotSignedIn,
    #[error("the name or the password is wrong")]
    WrongPassword,
    #[error("a password has at least 8 letters and at most 256 bytes")]
    BadPassword,
    #[error("you still have a seat at a running table; leave it or finish the game first")]
    StillPlays,
    #[error("you have as many friends or requests as an account can have; remove some first")]
    TooManyFriends,
    #[error("the passkey was not accepted; try again, or sign in in another way")]
    WrongPasskey,
    #[error("an account can have 20 passkeys; remove one first")]
    TooManyPasskeys,
    #[error("this is the only way to sign in; set a password or add another passkey first")]
    LastWayIn,
    #[error("passkeys need HTTPS and a host name, or localhost")]
    NoPasskeysHere,
    #[error("this is not a friend of yours, or no longer")]
    NoFriend,
    #[error("whoever runs this server does not let you in")]
    Banned,
    #[error("there is no such saved rulebook, or it is private")]
    NoBook,
    #[error("only whoever saved this rulebook may change it; clone it instead")]
    NotYourBook,
    #[error("another rulebook has this name; choose another id")]
    NameTaken,
    #[error("you, or others at your address, have saved as many rulebooks as this server allows; remove one first")]
    TooManyBooks,
    #[error("this rulebook plays no such yaku")]
    NoYaku,
    #[error("others are being served; try again in a moment")]
    Busy,
    #[error("something is wrong with the server")]
    Broken,
}

impl From<crate::token::NoRandomness> for Refused {
    fn from(_: crate::token::NoRandomness) -> Refused {
        Refused::Broken
    }
}
