//! Sizes of data as an operator writes them: `500MiB`, `10GiB`, `none`.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Bytes; the largest number means that there is no limit.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Size(pub(crate) u64);

const UNITS: [(&str, u64); 5] = [
    ("TiB", 1 << 40),
    ("GiB", 1 << 30),
    ("MiB", 1 << 20),
    ("KiB", 1 << 10),
    ("B", 1),
];

impl Size {
    /// As the least that there must be, where no limit means nothing.
    pub(crate) fn at_least(self) -> u64 {
        match self.0 {
            u64::MAX => 0,
            bytes => bytes,
        }
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        match text {
            "none" => return Ok(Size(u64::MAX)),
            // Nothing is nothing in every unit.
            "0" => return Ok(Size(0)),
            _ => {}
        }
        let wrong = || format!("expected a size such as 500MiB or 10GiB, or `none`; found `{text}`");
        let (unit, bytes) = UNITS.iter().find(|(unit, _)| text.ends_with(unit)).ok_or_else(wrong)?;
        let number = text.trim_end_matches(unit).trim_end();
        let number: u64 = number.parse().map_err(|_| wrong())?;
        number.checked_mul(*bytes).map(Size).ok_or_else(wrong)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == u64::MAX {
            return f.write_str("none");
        }
        let fits = |(_, bytes): &&(&str, u64)| self.0 >= *bytes && self.0.is_multiple_of(*bytes);
        let (unit, bytes) = UNITS.iter().find(fits).unwrap_or(&("B", 1));
        write!(f, "{}{unit}", self.0 / bytes)
    }
}

impl TryFrom<String> for Size {
    type Error = String;

    fn try_from(text: String) -> Result<Size, String> {
        text.parse()
    }
}

impl From<Size> for String {
    fn from(size: Size) -> String {
        size.to_string()
    }
}
