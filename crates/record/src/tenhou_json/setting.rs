//! The table's settings, as far as `rule` gives them.

use super::node::Node;
use crate::error::ReadError;
use crate::game::{Length, TableSetting};

/// Tenhou names a table with one letter per setting.
const EAST: char = '東';
const SOUTH: char = '南';
const OPEN_TANYAO: char = '喰';
const RED_FIVES: char = '赤';
const FAST: char = '速';
const THREE_PLAYERS: char = '三';
/// No lobby has a higher number.
const LOBBY_LIMIT: i32 = 999_999;

/// Reads `rule` and `lobby`. Names from other sites say less; then the usual rules apply.
pub(super) fn read(root: &Node<'_>) -> Result<TableSetting, ReadError> {
    let rule = root.optional("rule");
    let name = rule.as_ref().and_then(|rule| rule.optional("disp"));
    let name = name.map_or(Ok(""), |name| name.text("disp"))?;
    let reds = ["aka", "aka51", "aka52", "aka53"];
    let red_fives = rule.is_some_and(|rule| {
        let mut reds = reds.into_iter().filter_map(|name| rule.optional(name));
        reds.any(|number| number.as_number(i32::MAX).is_some_and(|n| n > 0))
    });
    let tenhou = name.contains([EAST, SOUTH]);
    let east = name.contains(EAST) || name.contains("East");
    Ok(TableSetting {
        red_fives,
        open_tanyao: !tenhou || name.contains(OPEN_TANYAO),
        length: match east {
            true => Length::East,
            false => Length::EastSouth,
        },
        fast: name.contains(FAST),
        lobby: match root.optional("lobby") {
            Some(lobby) => lobby.count("lobby", LOBBY_LIMIT)?,
            None => 0,
        },
        special: false,
    })
}

pub(super) fn name(setting: &TableSetting, players: usize) -> String {
    let letters = [
        (players == 3, THREE_PLAYERS),
        (setting.length == Length::East, EAST),
        (setting.length == Length::EastSouth, SOUTH),
        (setting.open_tanyao, OPEN_TANYAO),
        (setting.red_fives, RED_FIVES),
        (setting.fast, FAST),
    ];
    let letters = letters.into_iter().filter(|(agreed, _)| *agreed);
    letters.map(|(_, letter)| letter).collect()
}
