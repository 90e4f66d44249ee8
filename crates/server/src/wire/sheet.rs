//! The score sheet of one winner, and of a hand that nobody won.

use jantaku_table::{Event, Table};
use jantaku_wire::ended_hand::EndedHand;
use jantaku_wire::score_json::LineRow;
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
}

impl WinSheet {
    /// The sheet of a hand that was won at this table, with the payments of the whole settlement.
    pub fn of(won: &WonHand, table: &Table, paid: &[Event]) -> WinSheet {
        WinSheet {
            seat: won.seat.0,
            dealer: table.standing().dealer.0,
            sheet: won.sheet(table, paid),
        }
    }
}

/// The score sheet of a hand that nobody won.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DrawSheet {
    /// Who was the dealer, east on the sheet.
    pub dealer: u8,
    pub lines: Vec<LineRow>,
}

impl DrawSheet {
    /// None if somebody won.
    pub fn of(ended: &EndedHand, table: &Table) -> Option<DrawSheet> {
        let sheet = ended.sheet(table.rules(), |seat| table.wind(seat))?;
        Some(DrawSheet {
            dealer: table.standing().dealer.0,
            lines: LineRow::all_of(table.rules(), &sheet),
        })
    }
}
