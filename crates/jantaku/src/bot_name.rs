//! Names of bots on the command line.

use jantaku_bots::{NAMES, named};

/// A bot's name, or what was expected. `strong` may be followed by the milliseconds that it thinks.
pub(crate) fn parse(name: &str) -> Result<String, String> {
    let names = NAMES.map(|(name, _)| name);
    let expected = || {
        format!(
            "expected one of {}, or strong:MS for its milliseconds",
            names.join(", ")
        )
    };
    named(name, 0).map(|_| name.to_owned()).ok_or_else(expected)
}
