//! Names of bots on the command line.

use jantaku_bots::NAMES;

/// A bot's name, or what was expected.
pub(crate) fn parse(name: &str) -> Result<String, String> {
    let names = NAMES.map(|(name, _)| name);
    let expected = || format!("expected one of {}", names.join(", "));
    names.contains(&name).then(|| name.to_owned()).ok_or_else(expected)
}
