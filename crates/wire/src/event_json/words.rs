//! The words of events, each the twin of a type of the table.

use jantaku_rules::seat::{Seat, Wind};
use jantaku_rules::transfer::What;
use jantaku_rules::win::{By, MeldKind};
use jantaku_table::event::{DrawReason, Party, Source};
use serde::{Deserialize, Serialize};

/// An enum of words that stands beside an enum of the table, name by name, with both ways between them.
macro_rules! words {
    ($(#[$about:meta])* $name:ident, $twin:ty { $($(#[$word_about:meta])* $word:ident = $of:ident),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[serde(rename_all = "kebab-case")]
        pub enum $name {
            $(
                #[doc = concat!("See [`", stringify!($twin), "::", stringify!($of), "`].")]
                $word,
            )+
        }

        impl From<$twin> for $name {
            fn from(of: $twin) -> $name {
                match of {
                    $(<$twin>::$of => $name::$word,)+
                }
            }
        }

        impl From<$name> for $twin {
            fn from(word: $name) -> $twin {
                match word {
                    $($name::$word => <$twin>::$of,)+
                }
            }
        }
    };
}

words! {
    WindWord, Wind { East = East, South = South, West = West, North = North }
}

words! {
    /// Where a tile was drawn from.
    SourceWord, Source { Live = Live, AfterKan = AfterKan, AfterAside = AfterAside }
}

words! {
    /// How a meld was made.
    CallWord, MeldKind { Chii = Chii, Pon = Pon, Daiminkan = Daiminkan, Kakan = Kakan, Ankan = Ankan }
}

words! {
    /// How a winning tile came.
    WinWord, By {
        Tsumo = Tsumo,
        Ron = Ron,
        RobbingAKan = RobbingAKan,
        RobbingAKita = RobbingAKita,
        RobbingAFlower = RobbingAFlower,
    }
}

words! {
    /// Why a hand was drawn.
    ReasonWord, DrawReason {
        Exhausted = Exhausted,
        NineTerminals = NineTerminals,
        FourWinds = FourWinds,
        FourRiichi = FourRiichi,
        FourKans = FourKans,
        TripleRon = TripleRon,
        Chombo = Chombo,
    }
}

words! {
    /// What a payment is for.
    WhatWord, What {
        Hand = Hand,
        Pao = Pao,
        RinshanPao = RinshanPao,
        Honba = Honba,
        Sticks = Sticks,
        OwnStick = OwnStick,
        Noten = Noten,
        Nagashi = Nagashi,
        FourKans = FourKans,
        Chombo = Chombo,
        Ippatsu = Ippatsu,
        Ura = Ura,
        Pocchi = Pocchi,
        Yakuman = Yakuman,
        AllFlowers = AllFlowers,
        Flower = Flower,
        Bust = Bust,
        Leftover = Leftover,
        Place = Place,
        Uma = Uma,
        Oka = Oka,
        Game = Game,
        Substitute = Substitute,
    }
}

/// A player, or the sticks on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum PartyJson<S> {
    /// The riichi sticks.
    Sticks(SticksWord),
    /// A player.
    Seat(S),
}

/// The word for the riichi sticks on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum SticksWord {
    /// The riichi sticks on the table.
    Sticks,
}

impl<S> PartyJson<S> {
    pub(super) fn of(party: Party, seat: impl Fn(Seat) -> S) -> PartyJson<S> {
        match party {
            Party::Seat(who) => PartyJson::Seat(seat(who)),
            Party::Sticks => PartyJson::Sticks(SticksWord::Sticks),
        }
    }
}
