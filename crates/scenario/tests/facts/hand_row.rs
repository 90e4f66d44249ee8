//! A hand and what is said of its score sheet.

use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Wind;
use jantaku_wire::score_json::LineRow;
use jantaku_wire::score_json::request::Request;
use jantaku_wire::score_json::response::{Response, Sheet};
use jantaku_wire::score_json::score;

/// Holds a hand against everything that is expected of it.
pub(crate) fn check(rules: &Rules, clause: &str, hand: &str, expect: &str) -> Result<(), String> {
    let request = Request::of_line(&rules.spec, hand).map_err(|error| error.to_string())?;
    let response = score(rules, &request);
    for item in expect.split(';').map(str::trim) {
        let holds = match &response {
            Response::Sheet(sheet) => holds(sheet, clause, request.hand.win.seat, item)?,
            Response::NoWin(no_win) => match item {
                "refused" => no_win.clause.as_deref() == Some(clause),
                _ => item == "not a win",
            },
            Response::Bad(_) => item == "impossible",
        };
        if !holds {
            return Err(format!("not so: {item}\n  {}", response.to_json()));
        }
    }
    Ok(())
}

/// Does an expectation ask that the sheet or the refusal names the row's clause?
pub(crate) fn cites(expect: &str) -> bool {
    let asks = |item: &str| {
        matches!(
            item.split_whitespace().next(),
            Some("clause" | "line" | "not-given" | "refused")
        )
    };
    expect.split(';').any(asks)
}

/// The yaku that an expectation says are there, and those that it says are not.
pub(crate) fn yaku_named(expect: &str) -> (Vec<&str>, Vec<&str>) {
    let (mut there, mut not_there) = (Vec::new(), Vec::new());
    for item in expect.split(';') {
        let mut words = item.split_whitespace();
        match words.next() {
            Some("yaku" | "with") => there.extend(words),
            Some("without") => not_there.extend(words),
            _ => {}
        }
    }
    (there, not_there)
}

fn holds(sheet: &Sheet, clause: &str, winner: Wind, item: &str) -> Result<bool, String> {
    let (word, rest) = item.split_once(' ').unwrap_or((item, ""));
    let has = |id: &str| sheet.yaku.iter().any(|yaku| yaku.id == id);
    let number = |text: &str| text.trim().parse::<i32>().map_err(|_| format!("no number: {item}"));
    let wind = |text: &str| Wind::named(text).ok_or_else(|| format!("no such expectation: {item}"));
    let known = |id: &str| {
        if id.is_empty() {
            Err(format!("names no yaku: {item}"))
        } else {
            Ok(())
        }
    };
    Ok(match word {
        "han" => i32::from(sheet.han) == number(rest)?,
        "fu" => sheet.fu.map(i32::from) == Some(number(rest)?),
        "yakuman" => i32::from(sheet.yakuman) == number(rest)?,
        "value" => sheet.points == Some(number(rest)?),
        "limit" => sheet.limit.as_deref().unwrap_or("none") == rest,
        "yaku" => {
            let mut wanted: Vec<&str> = rest.split_whitespace().collect();
            let mut counted: Vec<&str> = sheet.yaku.iter().map(|yaku| yaku.id.as_str()).collect();
            wanted.sort_unstable();
            counted.sort_unstable();
            wanted == counted
        }
        "with" => known(rest).map(|()| rest.split_whitespace().all(has))?,
        "without" => known(rest).map(|()| !rest.split_whitespace().any(has))?,
        "clause" => known(rest).map(|()| sheet.yaku.iter().any(|yaku| yaku.id == rest && yaku.clause == clause))?,
        "line" | "not-given" => known(rest).map(|()| {
            let cites = |line: &LineRow| line.id == rest && line.clause.as_deref() == Some(clause);
            let given = |line: &&LineRow| (line.part == "not-given") == (word == "not-given");
            sheet.lines.iter().filter(given).any(cites)
        })?,
        "gains" => sheet.deltas.0[winner] == number(rest)?,
        "chips" => {
            let (who, chips) = rest.split_once(' ').ok_or_else(|| format!("whose? {item}"))?;
            sheet.chips.0[wind(who)?] == number(chips)?
        }
        _ if ["not a win", "refused", "impossible"].contains(&item) => false,
        _ => sheet.deltas.0[wind(word)?] == number(rest)?,
    })
}
