//! The score sheet of a hand, as JSON says it.

use jantaku_rules::hand_text::HandTextError;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::Score;
use jantaku_rules::seat::{BySeat, Wind};
use jantaku_rules::sheet::{Item, Line, Part, reading_text};
use jantaku_rules::transfer::{Transfer, chips_moved, points_moved};
use jantaku_rules::value::{Value as HandValue, limit_name};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use super::claim::Claim;
use super::line::{LineRow, party};
use super::request::RequestError;

/// What a request is answered with.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
#[serde(untagged)]
pub enum Response {
    /// A win and all that follows.
    Sheet(Box<Sheet>),
    /// The hand does not win.
    NoWin(NoWin),
    /// The request cannot be answered.
    Bad(BadRequest),
}

impl Response {
    /// The answer to a hand that could not be read.
    pub fn unreadable(error: &HandTextError) -> Response {
        Response::Bad(BadRequest {
            id: None,
            error: error.to_string(),
        })
    }

    /// Could the request not be answered?
    pub const fn is_bad(&self) -> bool {
        matches!(self, Response::Bad(_))
    }

    /// As one line of JSON.
    pub fn to_json(&self) -> String {
        // Nothing in a response can fail to be written; an empty object would still keep a batch in step.
        serde_json::to_string(self).unwrap_or_else(|_| "{}".to_owned())
    }
}

/// A request that cannot be answered.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct BadRequest {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    pub error: String,
}

impl BadRequest {
    /// The answer to a request with this fault.
    #[expect(clippy::new_ret_no_self, reason = "a fault is only ever shown as a response")]
    /// The answer to a request with this fault.
    pub fn new(id: Option<Value>, error: &RequestError) -> Response {
        Response::Bad(BadRequest {
            id,
            error: error.to_string(),
        })
    }
}

/// A hand that does not win.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct NoWin {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Value>,
    pub(crate) win: bool,
    pub why: &'static str,
    /// The clause that asks for more; none where the tiles are no hand.
    pub clause: Option<String>,
}

/// The score sheet of a winning hand.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Sheet {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(skip))]
    id: Option<Value>,
    win: bool,
    /// The reading that counts: its sets, its pair, and what the winning tile completed.
    pub reading: String,
    pub yaku: Vec<YakuRow>,
    pub dora: DoraRow,
    pub han: u8,
    pub fu: Option<u8>,
    pub yakuman: u8,
    /// Points of the hand, where the rulebook adds them.
    pub points: Option<i32>,
    pub limit: Option<String>,
    /// What each player gains or loses, honba and sticks included.
    #[cfg_attr(
        feature = "ts",
        ts(type = "Record<string, number>"),
        schemars(with = "std::collections::BTreeMap<String, i32>")
    )]
    pub deltas: ByWind,
    /// The same of chips.
    #[cfg_attr(
        feature = "ts",
        ts(type = "Record<string, number>"),
        schemars(with = "std::collections::BTreeMap<String, i32>")
    )]
    pub chips: ByWind,
    pub transfers: Vec<TransferRow>,
    /// Every line with its clause; the fields above say the same for programs.
    pub lines: Vec<LineRow>,
}

/// One yaku of a score sheet.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct YakuRow {
    /// `open-riichi`
    pub id: String,
    pub name: String,
    /// What it adds, where that is han.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub han: Option<i32>,
    /// The same, where it is yakuman.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub yakuman: Option<i32>,
    /// The same, where it is points.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub points: Option<i32>,
    pub clause: String,
}

/// Han by dora.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DoraRow {
    pub dora: u8,
    pub red: u8,
    pub ura: u8,
    pub aside: u8,
}

/// One payment.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TransferRow {
    /// Who gives: a wind, or `sticks`.
    pub from: &'static str,
    pub to: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub points: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub chips: Option<i32>,
    pub because: String,
    pub what: String,
}

/// A number for each player, by wind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByWind(pub BySeat<i32>);

impl Serialize for ByWind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (wind, number) in Wind::ALL.iter().zip(self.0.iter()) {
            map.serialize_entry(wind.name(), number)?;
        }
        map.end()
    }
}

impl Sheet {
    /// The sheet of a claim that scored this, with these payments to its winner.
    pub fn new(rules: &Rules, claim: &Claim, score: &Score, transfers: &[Transfer], id: Option<Value>) -> Sheet {
        let limit = limit_name(&rules.settings, &score.value);
        let sheet = claim.sheet(rules, score, transfers);
        Sheet {
            id,
            win: true,
            reading: reading_text(rules, &claim.win, &score.reading),
            yaku: sheet
                .part(Part::Yaku)
                .filter_map(|line| YakuRow::of(rules, line))
                .collect(),
            dora: DoraRow {
                dora: score.dora.dora,
                red: score.dora.red,
                ura: score.dora.ura,
                aside: score.dora.aside,
            },
            han: score.value.han().0,
            fu: score.fu(rules, &claim.win).map(|fu| fu.0),
            yakuman: score.value.yakuman(),
            points: match score.value {
                HandValue::Points(points) => Some(points.0),
                _ => None,
            },
            limit: (!limit.is_empty()).then(|| limit.to_owned()),
            deltas: ByWind(points_moved(transfers, rules.seats()).map(|points| points.0)),
            chips: ByWind(chips_moved(transfers, rules.seats()).map(|chips| chips.0)),
            transfers: sheet
                .part(Part::Payment)
                .filter_map(|line| TransferRow::of(rules, line))
                .collect(),
            lines: LineRow::all_of(rules, &sheet),
        }
    }
}

impl YakuRow {
    fn of(rules: &Rules, line: &Line) -> Option<YakuRow> {
        let Item::Yaku(place) = line.what else { return None };
        let yaku = &rules.yaku[usize::from(place)];
        Some(YakuRow {
            id: yaku.id.clone(),
            name: yaku.names.en.clone(),
            han: line.han(),
            yakuman: line.yakuman(),
            points: line.points(),
            clause: rules.clause_id(line.clause).to_owned(),
        })
    }
}

impl TransferRow {
    /// None for a line that only says who answers for a payment.
    pub(crate) fn of(rules: &Rules, line: &Line) -> Option<TransferRow> {
        line.counts?;
        Some(TransferRow {
            from: party(line.from?),
            to: party(line.to?),
            points: line.points(),
            chips: line.chips(),
            because: rules.clause_id(line.clause).to_owned(),
            what: line.names.romaji.clone(),
        })
    }
}
