//! Names in several languages as JSON.

use jantaku_rules::rulebook::yaku::Names;
use serde::{Deserialize, Serialize};

/// Names in the languages of the players; empty where there is none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct NamesJson {
    pub en: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub de: String,
    pub ja: String,
    pub romaji: String,
    pub zh: String,
}

impl From<&Names> for NamesJson {
    fn from(names: &Names) -> NamesJson {
        let Names { en, de, ja, romaji, zh } = names.clone();
        NamesJson { en, de, ja, romaji, zh }
    }
}
