//! The lines of a score sheet as JSON writes them.

use crate::names_json::NamesJson;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::sheet::{Line, ScoreSheet};
use jantaku_rules::transfer::Party;

/// One line of a score sheet.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LineRow {
    /// What it belongs to: `reading`, `yaku`, `dora`, `fu`, `value`, `payment`, `not-given`, `other-reading` or `ending`.
    pub part: &'static str,
    /// What it is about, such as `pinfu` or `fu-rounding`.
    pub id: String,
    pub names: NamesJson,
    /// Why a yaku is not given; what the other reading counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub why: Option<NamesJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub tiles: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub han: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub fu: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub yakuman: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub points: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub chips: Option<i32>,
    /// Who gives: a wind, or `sticks`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub from: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub to: Option<&'static str>,
    /// None for a line that no clause decides, such as a sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub clause: Option<String>,
}

impl LineRow {
    /// All lines of a sheet.
    pub fn all_of(rules: &Rules, sheet: &ScoreSheet) -> Vec<LineRow> {
        sheet.lines.iter().map(|line| LineRow::of(rules, line)).collect()
    }

    fn of(rules: &Rules, line: &Line) -> LineRow {
        LineRow {
            part: line.part.word(),
            id: line.what.id(rules).to_owned(),
            names: (&line.names).into(),
            why: line.why.as_ref().map(Into::into),
            tiles: (!line.tiles.is_empty()).then(|| line.tiles.clone()),
            han: line.han(),
            fu: line.fu(),
            yakuman: line.yakuman(),
            points: line.points(),
            chips: line.chips(),
            from: line.from.map(party),
            to: line.to.map(party),
            clause: rules.clause(line.clause).map(|clause| clause.id.clone()),
        }
    }
}

pub(crate) const fn party(party: Party) -> &'static str {
    match party {
        Party::Player(wind) => wind.name(),
        Party::Sticks => "sticks",
    }
}
