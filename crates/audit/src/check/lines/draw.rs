//! Checks the sheet of a hand that nobody won.

use super::super::Found;
use super::super::settled::SettledHand;
use super::{no_line_twice, payments, says};
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::settings::Key;
use jantaku_table::Event;
use jantaku_table::event::DrawReason;
use jantaku_wire::score_json::LineRow;

/// Checks its lines against the events of the hand.
pub fn check(hand: &SettledHand, lines: &[LineRow]) -> Found {
    no_line_twice(lines)?;
    let table = &hand.after;
    let mut expected: Vec<(&str, Option<&str>)> = Vec::new();
    let named = |is: fn(&Event) -> Option<jantaku_rules::seat::Seat>| {
        let seats = hand.events.iter().filter_map(is);
        seats.map(|seat| Some(table.wind(seat).name())).collect::<Vec<_>>()
    };
    let nagashi = named(|event| match event {
        Event::NagashiScored { seat } => Some(*seat),
        _ => None,
    });
    let chombo = named(|event| match event {
        Event::Chombo { seat } => Some(*seat),
        _ => None,
    });
    let drawn = hand.events.iter().find_map(|event| match event {
        Event::Drawn { reason, tenpai } => Some((*reason, *tenpai)),
        _ => None,
    });
    let Some((reason, tenpai)) = drawn else {
        return Err("the sheet of a draw, but the hand was not drawn".to_owned());
    };
    match reason {
        DrawReason::Exhausted if !nagashi.is_empty() => expected.extend(nagashi.iter().map(|who| ("nagashi", *who))),
        DrawReason::Chombo => expected.extend(chombo.iter().map(|who| ("chombo", *who))),
        _ => expected.push((reason.name(), None)),
    }
    if reason == DrawReason::Exhausted && nagashi.is_empty() && table.rules().settings.draws.noten > 0 {
        for seat in table.all_seats() {
            let had = if tenpai[seat] { "tenpai" } else { "noten" };
            expected.push((had, Some(table.wind(seat).name())));
        }
    }
    for line in lines.iter().filter(|line| line.part != "payment") {
        let said = (line.id.as_str(), line.to);
        let bare = line.part == "ending" && super::amount(line).is_none() && line.from.is_none();
        match expected.iter().position(|expected| *expected == said && bare) {
            Some(place) => expected.remove(place),
            None => return Err(format!("the line {} {said:?} is not how the hand ended", line.part)),
        };
    }
    if let Some(missing) = expected.first() {
        return Err(format!("the ending {missing:?} has no line"));
    }
    payments(table, lines, hand.events.iter())?;
    let paid = [Key::DrawsNagashiAs, Key::DrawsNagashiTogether].map(|key| table.rules().because(key));
    // What is said of several nagashi counts if it was said last.
    let said = paid
        .into_iter()
        .take(nagashi.len())
        .filter(|clause| *clause != ClauseRef::NONE);
    let nagashi_paid = said.max().unwrap_or(ClauseRef::NONE);
    let said_or = |cited: Key, line: &LineRow| {
        table
            .rules()
            .because_or(cited, table.rules().because(key(line, reason)))
    };
    let clause = |line: &LineRow| match (line.part, line.id.as_str()) {
        ("payment", "nagashi" | "yakuman" | "sticks") => nagashi_paid,
        ("payment", "own-stick") if reason == DrawReason::Chombo => said_or(Key::CiteChomboRedealt, line),
        ("payment", "chombo") if table.rules().seats() == 3 => said_or(Key::CiteChomboOfThree, line),
        _ => table.rules().because(key(line, reason)),
    };
    let cited = |line: &LineRow| says(table.rules(), line, clause(line));
    lines.iter().try_for_each(cited)
}

/// The key that a referee could read out for a line.
fn key(line: &LineRow, reason: DrawReason) -> Key {
    match (line.part, line.id.as_str()) {
        ("ending", "nine-terminals") => Key::DrawsNineTerminals,
        ("ending", "four-winds") => Key::DrawsFourWinds,
        ("ending", "four-riichi") => Key::DrawsFourRiichi,
        ("ending", "four-kans") => Key::KanFourth,
        ("ending", "triple-ron") => Key::DrawsTripleRon,
        ("payment", "honba") => Key::PaymentHonbaTsumo,
        ("payment", "bust") => Key::ChipsBust,
        ("payment", "flower-returned") => Key::AsideChips,
        ("payment", "own-stick") if reason != DrawReason::Chombo => Key::DrawsNagashiOwnStick,
        (_, "nagashi") => Key::DrawsNagashi,
        (_, "chombo" | "own-stick") => Key::PenaltyChombo,
        _ => Key::DrawsNoten,
    }
}
