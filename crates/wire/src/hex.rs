//! Hashes and secrets as JSON.

use jantaku_table::fair::Bytes32;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// 32 bytes as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hex32(pub Bytes32);

impl Serialize for Hex32 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Hex32 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hex32, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = || serde::de::Error::custom("expected 64 digits of 0-9 and a-f");
        Bytes32::from_hex(&text).map(Hex32).ok_or_else(wrong)
    }
}
