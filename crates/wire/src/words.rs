//! What the table's types are called in JSON, reports and transcripts.

use jantaku_rules::seat::{Seat, Wind};
use jantaku_rules::transfer::What;
use jantaku_rules::win::{By, MeldKind};
use jantaku_table::Penalty;
use jantaku_table::event::{DrawReason, Party, Source};
use serde::{Deserialize, Serialize};

/// An enum with the variants of one of the table's enums, which converts from and to it, and a text for each.
macro_rules! words {
    ($(#[$about:meta])* $name:ident, $twin:ty { $($word:ident $text:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
        #[serde(rename_all = "kebab-case")]
        pub enum $name {
            $(
                #[doc = concat!("See [`", stringify!($twin), "::", stringify!($word), "`].")]
                $word,
            )+
        }

        impl From<$twin> for $name {
            fn from(of: $twin) -> $name {
                match of {
                    $(<$twin>::$word => $name::$word,)+
                }
            }
        }

        impl $name {
            /// How reports and transcripts write it.
            pub const fn text(self) -> &'static str {
                match self {
                    $($name::$word => $text,)+
                }
            }
        }

        impl From<$name> for $twin {
            fn from(word: $name) -> $twin {
                match word {
                    $($name::$word => <$twin>::$word,)+
                }
            }
        }
    };
}

words! {
    WindWord, Wind { East "east", South "south", West "west", North "north" }
}

words! {
    /// Where a tile was drawn from.
    SourceWord, Source { Live "live", AfterKan "after-kan", AfterAside "after-aside" }
}

words! {
    /// A ruling on one player.
    PenaltyWord, Penalty { Chombo "chombo", DeadHand "dead hand" }
}

words! {
    /// How a meld was made.
    CallWord, MeldKind { Chii "chii", Pon "pon", Daiminkan "daiminkan", Kakan "kakan", Ankan "ankan" }
}

words! {
    /// How a winning tile came.
    WinWord, By {
        Tsumo "tsumo",
        Ron "ron",
        RobbingAKan "robbing-a-kan",
        RobbingAKita "robbing-a-kita",
        RobbingAFlower "robbing-a-flower",
    }
}

words! {
    /// Why a hand was drawn.
    ReasonWord, DrawReason {
        Exhausted "exhausted",
        NineTerminals "nine-terminals",
        FourWinds "four-winds",
        FourRiichi "four-riichi",
        FourKans "four-kans",
        TripleRon "triple-ron",
        Chombo "chombo",
    }
}

words! {
    /// What a payment is for.
    WhatWord, What {
        Hand "hand",
        Pao "pao",
        RinshanPao "rinshan pao",
        Honba "honba",
        Sticks "sticks",
        OwnStick "own stick",
        Noten "noten",
        Nagashi "nagashi",
        FourKans "four kans",
        Chombo "chombo",
        Ippatsu "ippatsu",
        Ura "ura dora",
        Pocchi "pocchi",
        Yakuman "yakuman",
        AllFlowers "all flowers",
        Flower "flower",
        FlowerReturned "flower chips returned",
        Bust "bust",
        Leftover "leftover sticks",
        Place "place",
        Uma "uma",
        Oka "oka",
        Game "game",
        Substitute "substitute",
    }
}

/// A player, or the sticks on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(untagged)]
pub enum PartyJson<S> {
    /// The riichi sticks.
    Sticks(SticksWord),
    /// A player.
    Seat(S),
}

/// The word for the riichi sticks on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SticksWord {
    /// The riichi sticks on the table.
    Sticks,
}

impl<S> PartyJson<S> {
    pub(crate) fn of(party: Party, seat: impl Fn(Seat) -> S) -> PartyJson<S> {
        match party {
            Party::Seat(who) => PartyJson::Seat(seat(who)),
            Party::Sticks => PartyJson::Sticks(SticksWord::Sticks),
        }
    }
}
