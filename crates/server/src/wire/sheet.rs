//! The score sheet of one winner, and what a hand moved beside that.

use jantaku_rules::seat::Seat;
use jantaku_rules::sheet::{Part, ScoreSheet};
use jantaku_rules::transfer::Transfer;
use jantaku_table::{Event, Table};
use jantaku_wire::ended_hand::EndedHand;
use jantaku_wire::score_json::LineRow;
use jantaku_wire::score_json::response::Sheet;
use jantaku_wire::won_hand::{WonHand, is_for_the_win, transfer_of};
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

/// What is on no winner's sheet: how a hand ended that nobody won, and payments that were not for a win.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HandSheet {
    /// Who was the dealer, east on the sheet.
    pub dealer: u8,
    pub lines: Vec<LineRow>,
}

impl HandSheet {
    /// The rest of a hand that was settled at this table, with all its payments.
    pub fn of(ended: &EndedHand, winners: &[Seat], table: &Table, paid: &[Event]) -> HandSheet {
        let (rules, wind) = (table.rules(), |seat| table.wind(seat));
        let is_won = |transfer: &Transfer| winners.iter().any(|seat| is_for_the_win(transfer, wind(*seat)));
        let transfers: Vec<Transfer> = paid.iter().filter_map(|event| transfer_of(event, wind)).collect();
        let rest: Vec<Transfer> = transfers.into_iter().filter(|one| !is_won(one)).collect();
        let mut sheet = ended.sheet(rules, wind).unwrap_or_default();
        sheet.lines.retain(|line| line.part == Part::Ending);
        let honba = table.standing().honba;
        sheet
            .lines
            .extend(ScoreSheet::of_payments(rules, &[], honba, &rest).lines);
        HandSheet {
            dealer: table.standing().dealer.0,
            lines: LineRow::all_of(rules, &sheet),
        }
    }
}
