//! The result of a round in an mjlog.

use jantaku_rules::tile::Tile;

use super::Table;
use super::element::{Element, SCORE_LIMIT};
use crate::call_code::{self, CodedCall};
use crate::error::{Fault, ReadError};
use crate::game::{DrawReason, DrawRecord, Limit, WinRecord, sort_tiles};
use crate::meld::MeldRecord;
use crate::yaku::{RecordYaku, TenhouYaku};

/// `AGARI`: one player's win.
pub(super) fn win(element: &Element<'_>, table: Table) -> Result<WinRecord, ReadError> {
    let winner = element.seat("who", table)?;
    let (melds, kita) = melds(element, table)?;
    let (fu, points, limit) = worth(element)?;
    let (honba, sticks) = element.counters()?;
    let (before, deltas) = element.payments(table)?;
    Ok(WinRecord {
        winner,
        from: element.seat("fromWho", table)?,
        pao: match element.text("paoWho")? {
            Some(_) => Some(element.seat("paoWho", table)?),
            None => None,
        },
        hand: sorted(element.tiles("hai", table)?),
        melds,
        kita,
        winning_tile: element.tile("machi", table)?,
        fu: Some(fu),
        points,
        limit,
        yaku: yaku(element)?,
        yakuman: yakuman(element)?,
        dora: element.tiles("doraHai", table)?,
        ura: match element.text("doraHaiUra")? {
            Some(_) => element.tiles("doraHaiUra", table)?,
            None => Vec::new(),
        },
        before,
        deltas,
        honba,
        sticks,
    })
}

/// `RYUUKYOKU`: the end of a round that nobody won.
pub(super) fn draw(element: &Element<'_>, table: Table) -> Result<DrawRecord, ReadError> {
    let reason = match element.text("type")?.as_deref() {
        None => DrawReason::Exhaustive,
        Some("nm") => DrawReason::Nagashi,
        Some("yao9") => DrawReason::NineTerminals,
        Some("kaze4") => DrawReason::FourWinds,
        Some("reach4") => DrawReason::FourRiichi,
        Some("ron3") => DrawReason::TripleRon,
        Some("kan4") => DrawReason::FourKans,
        Some(other) => return Err(element.error(Fault::bad("type", other))),
    };
    let (before, deltas) = element.payments(table)?;
    let mut shown = Vec::new();
    for field in ["hai0", "hai1", "hai2", "hai3"].into_iter().take(table.players) {
        shown.push(match element.text(field)? {
            Some(_) => Some(sorted(element.tiles(field, table)?)),
            None => None,
        });
    }
    Ok(DrawRecord {
        reason,
        before,
        deltas,
        shown,
    })
}

/// The sets on the table, which the file lists from the newest to the oldest, and how many norths lie beside them.
fn melds(element: &Element<'_>, table: Table) -> Result<(Vec<MeldRecord>, u8), ReadError> {
    if element.text("m")?.is_none() {
        return Ok((Vec::new(), 0));
    }
    let winner = element.seat("who", table)?;
    let mut melds = Vec::new();
    let mut kita = 0_u8;
    for code in element.numbers("m", i32::MAX)? {
        let call = u32::try_from(code).ok();
        let call = call.and_then(|code| call_code::decode(code, winner, table.red_fives));
        match call.ok_or_else(|| element.error(Fault::bad("m", code)))? {
            CodedCall::Meld(meld) => melds.push(meld),
            CodedCall::Kita => kita = kita.saturating_add(1),
        }
    }
    melds.reverse();
    Ok((melds, kita))
}

/// `ten`: the fu, the points without honba and sticks, and the limit by number, 0 for none.
fn worth(element: &Element<'_>) -> Result<(u32, i32, Option<Limit>), ReadError> {
    let numbers = element.numbers("ten", SCORE_LIMIT)?;
    let [fu, points, limit] = numbers[..] else {
        return Err(element.wrong_length("ten", numbers.len()));
    };
    let bad = |number: i32| element.error(Fault::bad("ten", number));
    let limit = match limit {
        0 => None,
        number => {
            let named = usize::try_from(number - 1).ok();
            let named = named.and_then(|place| Limit::ALL.get(place).copied());
            Some(named.ok_or_else(|| bad(number))?)
        }
    };
    let fu = u32::try_from(fu).map_err(|_| bad(fu))?;
    Ok((fu, points, limit))
}

/// `yaku` alternates numbers and han. Ura dora are listed for every riichi, with 0 han if there are none: those are left out.
fn yaku(element: &Element<'_>) -> Result<Vec<(RecordYaku, u8)>, ReadError> {
    if element.text("yaku")?.is_none() {
        return Ok(Vec::new());
    }
    let numbers = element.numbers("yaku", i32::from(u8::MAX))?;
    let mut yaku = Vec::new();
    for pair in numbers.chunks(2) {
        let [number, han] = *pair else {
            return Err(element.wrong_length("yaku", numbers.len()));
        };
        let han = u8::try_from(han).map_err(|_| element.error(Fault::bad("yaku", han)))?;
        let entry = (numbered(element, "yaku", number)?, han);
        if han > 0 {
            yaku.push(entry);
        }
    }
    Ok(yaku)
}

fn yakuman(element: &Element<'_>) -> Result<Vec<RecordYaku>, ReadError> {
    if element.text("yakuman")?.is_none() {
        return Ok(Vec::new());
    }
    let numbers = element.numbers("yakuman", i32::from(u8::MAX))?;
    let named = numbers.iter().map(|number| numbered(element, "yakuman", *number));
    named.collect()
}

fn numbered(element: &Element<'_>, field: &'static str, number: i32) -> Result<RecordYaku, ReadError> {
    let yaku = u8::try_from(number).ok().and_then(TenhouYaku::numbered);
    let yaku = yaku.ok_or_else(|| element.error(Fault::bad(field, number)))?;
    Ok(RecordYaku::Tenhou(yaku))
}

fn sorted(mut tiles: Vec<Tile>) -> Vec<Tile> {
    sort_tiles(&mut tiles);
    tiles
}
