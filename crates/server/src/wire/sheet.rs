//! The score sheet of one winner.

use super::fu::FuLineJson;
use super::lobby::NamesJson;
use super::worth::{DoraLineJson, ResponsibleJson, SumJson};
use jantaku_rules::score::is_wild;
use jantaku_table::{Event, Table};
use jantaku_wire::score_json::response::Sheet;
use jantaku_wire::won_hand::WonHand;
use serde::Serialize;

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WinSheet {
    pub seat: u8,
    /// Who was the dealer, east on the sheet.
    pub dealer: u8,
    pub sheet: Sheet,
    /// The names of its yaku, in their order.
    pub names: Vec<NamesJson>,
    /// Its fu, group by group; empty where they do not count.
    pub fu_lines: Vec<FuLineJson>,
    /// Its dora, kind by kind; empty where they do not count.
    pub dora_lines: Vec<DoraLineJson>,
    pub sum: SumJson,
    /// Who answers for it in place of the discarder.
    pub responsible: Option<ResponsibleJson>,
    /// What a wild winning tile stands for.
    pub stands_for: Option<String>,
}

impl WinSheet {
    /// The sheet of a hand that was won at this table, with the payments of the whole settlement.
    pub fn of(won: &WonHand, table: &Table, paid: &[Event]) -> WinSheet {
        let rules = table.rules();
        let dealer = table.standing().dealer.0;
        let names = won.score.lines(rules);
        WinSheet {
            seat: won.seat.0,
            dealer,
            sheet: won.sheet(table, paid),
            names: names
                .map(|line| (&rules.yaku[usize::from(line.yaku)].names).into())
                .collect(),
            fu_lines: FuLineJson::all_of(rules, &won.win, &won.score),
            dora_lines: DoraLineJson::all_of(rules, &won.score),
            sum: SumJson::of(rules, &won.score, won.seat.0 == dealer),
            responsible: ResponsibleJson::of(rules, won),
            stands_for: is_wild(rules, &won.win).then(|| won.score.reading.winning.to_string()),
        }
    }
}
