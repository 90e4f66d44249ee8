//! All events of a log, one line for each.

use crate::log_file::LogFile;
use crate::page::{Column, Line, Page, Table};
use crate::{ink, screen, words};
use jantaku_record::log::{LogError, Replay, Step};
use jantaku_rules::ScoreSheet;
use jantaku_rules::seat::{Seat, Wind};
use jantaku_table::{Event, Table as Played};
use jantaku_wire::event_text::{self, Teller};
use jantaku_wire::sheet_text::{self, HandSheets};
use serde_json::json;

/// Shows all events up to the end or the first error.
pub(super) fn tell(file: &LogFile, replay: &mut Replay<'_>, json: bool) -> (String, Option<LogError>) {
    let mut page = Page::new(screen::width());
    let mut lines = String::new();
    if !json {
        title(&mut page, file);
    }
    let (mut sheets, mut teller) = (HandSheets::default(), Teller::default());
    let error = loop {
        let before = replay.table().clone();
        match replay.step() {
            Ok(Some(step)) if json => lines.push_str(&as_json(file, &step, &mut teller)),
            Ok(Some(step)) => {
                event(&mut page, file, &step, &mut teller);
                for line in sheets.event(&before, &step.event, &|seat| file.name(seat)) {
                    page.hanging(12, Line::from(format!("        {line}")));
                }
            }
            Ok(None) => break None,
            Err(error) => break Some(error),
        }
    };
    if !json {
        outcome(&mut page, file, replay.table());
    }
    (lines + &page.render(), error)
}

/// The rulebook and who plays.
pub(super) fn title(page: &mut Page, file: &LogFile) {
    let rules = &file.book.rules;
    page.line(
        Line::new(words::both_names(&rules.names), ink::STRONG).add(format!("  {}", words::edition(rules)), ink::FAINT),
    );
    page.line(file.names.join(", "));
}

fn event(page: &mut Page, file: &LogFile, step: &Step<'_>, teller: &mut Teller) {
    if let Event::HandStarted(standing) = &step.event {
        page.heading(&event_text::standing(standing));
    }
    if let Some(text) = teller.tell(&step.event, &file.book.rules, &|seat| file.name(seat)) {
        page.hanging(10, Line::new(format!("{:6}  ", step.n), ink::FAINT).text(text));
    }
}

fn as_json(file: &LogFile, step: &Step<'_>, teller: &mut Teller) -> String {
    let says = teller.tell(&step.event, &file.book.rules, &|seat| file.name(seat));
    let says = says.map(|text| text.trim_start().to_owned());
    format!(
        "{}\n",
        json!({ "n": step.n, "line": step.line, "says": says, "e": step.told })
    )
}

/// The points, and the places if the game is over.
fn outcome(page: &mut Page, file: &LogFile, played: &Played) {
    page.heading(if played.is_over() { "Result" } else { "So far" });
    let mut table = Table::new(&[Column::Right, Column::Left, Column::Right, Column::Right]);
    let mut seats: Vec<_> = played.all_seats().collect();
    let result = played.result();
    if let Some(result) = result {
        seats.sort_by_key(|seat| result.places[*seat]);
    }
    for seat in seats {
        let place = result.map_or(String::new(), |result| format!("{}.", result.places[seat]));
        let score = result.map_or(Line::default(), |result| words::gain(result.score[seat]));
        let points = result.map_or(played.points()[seat], |result| result.points[seat]);
        table.row([
            Line::new(place, ink::STRONG),
            file.name(seat).into(),
            words::number(points.0).into(),
            score,
        ]);
    }
    page.table(2, &table);
    if let Some(result) = result {
        let rules = &file.book.rules;
        // The winds of a result are those of the first hand.
        let name = |wind: Wind| file.name(Seat(wind.index() as u8));
        for line in sheet_text::tell(rules, &ScoreSheet::of_result(rules, result), &name) {
            page.line(line);
        }
    }
}
