//! What players say to each other.

use serde::{Deserialize, Serialize};

/// Something that a player says. Phrases and emotes are shown in each listener's language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SayJson {
    Phrase {
        id: PhraseWord,
    },
    Emote {
        id: EmoteWord,
    },
    /// The player's own words, where the host allows them.
    Text {
        text: String,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum PhraseWord {
    Hello,
    GoodLuck,
    NiceHand,
    WellPlayed,
    Thanks,
    Sorry,
    OneMoment,
    IAmBack,
    TakeYourTime,
    OneMoreGame,
    Goodbye,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum EmoteWord {
    Clap,
    Bow,
    Laugh,
    Surprise,
    Think,
    Cry,
}
