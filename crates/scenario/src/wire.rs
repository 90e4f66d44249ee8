//! Events and settlements as JSON.

use crate::report::Report;
use crate::settlement::{Occasion, Settlement};
use crate::words;
use jantaku_rules::notation;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::sheet::purpose;
use jantaku_rules::tile::Tile;
use jantaku_rules::transfer::{self, Transfer};
use jantaku_table::event::{Event, Party, Standing};
use jantaku_wire::action_json::ActionJson;
use jantaku_wire::score_json::LineRow;
use jantaku_wire::score_json::response::Sheet;
use jantaku_wire::won_hand::{WonHand, transfer_of};
use jantaku_wire::words::{PenaltyWord, ReasonWord, SourceWord, WhatWord};
use serde_json::{Value, json};

pub(super) fn event(report: &Report, event: &Event) -> Value {
    let seat = |seat: &Seat| report.wind(*seat).name();
    let tile = |tile: &Tile| notation::in_order(&[*tile]);
    match event {
        Event::HandStarted(standing) => standing_json(report, "hand-started", standing),
        Event::HandEnded(standing) => standing_json(report, "hand-ended", standing),
        Event::Dealt { seat: s, tiles } => json!({
            "type": "dealt", "seat": seat(s), "tiles": notation::sorted(tiles),
        }),
        Event::Indicator(t) => json!({ "type": "indicator", "tile": tile(t) }),
        Event::Drew {
            seat: s,
            tile: t,
            source,
        } => json!({
            "type": "drew", "seat": seat(s), "tile": tile(t), "source": SourceWord::from(*source).text(),
        }),
        Event::Discarded {
            seat: s,
            tile: t,
            drawn,
        } => json!({
            "type": "discarded", "seat": seat(s), "tile": tile(t), "drawn": drawn,
        }),
        Event::RiichiDeclared { seat: s, open } => json!({
            "type": "riichi-declared", "seat": seat(s), "open": open,
        }),
        Event::RiichiStands { seat: s } => json!({ "type": "riichi-stands", "seat": seat(s) }),
        Event::Called { seat: s, meld, from } => json!({
            "type": "called", "seat": seat(s), "call": meld.kind.word(),
            "tiles": notation::sorted(&meld.tiles), "from": seat(from),
        }),
        Event::KanDeclared { seat: s, meld } => json!({
            "type": "kan-declared", "seat": seat(s), "call": meld.kind.word(), "tiles": notation::sorted(&meld.tiles),
        }),
        Event::SetAside { seat: s, tile: t } => json!({ "type": "set-aside", "seat": seat(s), "tile": tile(t) }),
        Event::Shown { seat: s, tiles } => json!({
            "type": "shown", "seat": seat(s), "tiles": notation::sorted(tiles),
        }),
        Event::KanTurned { seat: s, meld } => json!({
            "type": "kan-turned", "seat": seat(s), "tiles": notation::sorted(&meld.tiles),
        }),
        Event::UraTurned(tiles) => json!({ "type": "ura-turned", "tiles": notation::in_order(tiles) }),
        Event::Answered { seat: s, action } => json!({
            "type": "answered", "seat": seat(s), "action": ActionJson::from(*action),
        }),
        Event::Missed { seat: s } => json!({ "type": "missed", "seat": seat(s) }),
        Event::NagashiAsked { seats } => json!({ "type": "nagashi-asked", "seats": report.those(seats) }),
        Event::TenpaiAsked { seat: s } => json!({ "type": "tenpai-asked", "seat": seat(s) }),
        Event::YameAsked { seat: s } => json!({ "type": "yame-asked", "seat": seat(s) }),
        Event::Won {
            seat: s,
            from,
            tile: t,
            by,
        } => json!({
            "type": "won", "seat": seat(s), "from": seat(from), "tile": tile(t), "by": by.word(),
        }),
        Event::FourKansScored { seat: s } => json!({ "type": "four-kans-scored", "seat": seat(s) }),
        Event::NagashiScored { seat: s } => json!({ "type": "nagashi-scored", "seat": seat(s) }),
        Event::Drawn { reason, tenpai } => {
            json!({ "type": "drawn", "reason": ReasonWord::from(*reason).text(), "tenpai": report.those(tenpai) })
        }
        Event::Paid { .. } => {
            let mut paid = payment(report, event, None);
            if let Some(fields) = paid.as_object_mut() {
                fields.shift_insert(0, "type".to_owned(), Value::from("paid"));
            }
            paid
        }
        Event::ChomboCalled { seat: s } => json!({ "type": "chombo-called", "seat": seat(s) }),
        Event::Chombo { seat: s } => json!({ "type": "chombo", "seat": seat(s) }),
        Event::DeadHand { seat: s } => json!({ "type": "dead-hand", "seat": seat(s) }),
        Event::RulingUndone { penalty, seat: s, void } => json!({
            "type": "ruling-undone", "penalty": PenaltyWord::from(*penalty), "seat": seat(s), "void": void,
        }),
        Event::TimeUp => json!({ "type": "time-up" }),
        Event::Settled(settled) => json!({
            "type": "settled", "dealer_stays": settled.stays, "honba": settled.honba, "void": settled.void,
        }),
        Event::GameEnded { drawn } => json!({ "type": "game-ended", "drawn": drawn }),
    }
}

fn standing_json(report: &Report, name: &str, standing: &Standing) -> Value {
    json!({
        "type": name, "round": standing.round.name(), "hand": standing.dealer.0 + 1,
        "honba": standing.honba, "sticks": standing.sticks, "dealer": report.wind(standing.dealer).name(),
    })
}

pub(super) fn settlement(report: &Report, settlement: &Settlement) -> Value {
    let transfers: Vec<Value> = settlement
        .paid
        .iter()
        .map(|paid| payment(report, paid, Some(settlement)))
        .collect();
    let sheets: Vec<Value> = settlement
        .won
        .iter()
        .map(|won| sheet(report, settlement, won))
        .collect();
    let reason = match settlement.occasion {
        Occasion::Draw(reason) => Value::from(ReasonWord::from(reason).text()),
        _ => Value::Null,
    };
    let moved: Vec<Transfer> = settlement
        .paid
        .iter()
        .filter_map(|paid| transfer(report, paid))
        .collect();
    let seats = report.table.seats();
    let ended = settlement.ended.sheet(report.rules(), |seat| report.wind(seat));
    let lines = ended.map(|sheet| LineRow::all_of(report.rules(), &sheet));
    json!({
        "for": words::occasion(settlement.occasion),
        "reason": reason,
        "transfers": transfers,
        "deltas": by_wind(report, &transfer::points_moved(&moved, seats).map(|points| points.0)),
        "chips": by_wind(report, &transfer::chips_moved(&moved, seats).map(|chips| chips.0)),
        "sheets": sheets,
        "lines": lines.unwrap_or_default(),
    })
}

fn by_wind(report: &Report, gains: &BySeat<i32>) -> Value {
    let of = |wind: Wind| (wind.name().to_owned(), Value::from(gains[wind]));
    Value::Object(report.winds().map(of).collect())
}

/// A payment; to a winner, it is named as on the score sheet.
fn payment(report: &Report, paid: &Event, settlement: Option<&Settlement>) -> Value {
    let Some(transfer) = transfer(report, paid) else {
        return Value::Null;
    };
    let to = match paid {
        Event::Paid {
            to: Party::Seat(to), ..
        } => Some(*to),
        _ => None,
    };
    let won = settlement.and_then(|s| s.won.iter().find(|won| Some(won.seat) == to));
    let what = match won {
        Some(won) => {
            let claim = won.claim();
            purpose(report.rules(), &claim.won(&won.score), &transfer).romaji
        }
        None => WhatWord::from(transfer.what).text().to_owned(),
    };
    let (unit, party) = (transfer.amount.stake().word(), |party: transfer::Party| match party {
        transfer::Party::Player(wind) => wind.name(),
        transfer::Party::Sticks => "sticks",
    });
    json!({
        "from": party(transfer.from),
        "to": party(transfer.to),
        unit: transfer.amount.number(),
        "because": report.rules().clause_id(transfer.because),
        "what": what,
    })
}

/// A payment by the winds of the scripted hand.
fn transfer(report: &Report, paid: &Event) -> Option<Transfer> {
    transfer_of(paid, |seat| report.wind(seat))
}

/// The score sheet of a winning hand, with what its winner was paid.
fn sheet(report: &Report, settlement: &Settlement, won: &WonHand) -> Value {
    let winner = transfer::Party::Player(report.wind(won.seat));
    let all = settlement.paid.iter().filter_map(|paid| transfer(report, paid));
    let transfers: Vec<Transfer> = all.filter(|t| t.to == winner).collect();
    let sheet = Sheet::new(report.rules(), &won.claim(), &won.score, &transfers, None);
    let mut sheet = serde_json::to_value(sheet).unwrap_or_default();
    if let Some(fields) = sheet.as_object_mut() {
        fields.shift_insert(0, "seat".to_owned(), Value::from(report.wind(won.seat).name()));
    }
    sheet
}
