//! A review as a page for the terminal, and its words.

use super::reviewer::{Review, Reviewer};
use crate::log_file::LogFile;
use crate::page::{Column, Line, Page, Table};
use crate::{ink, words};
use jantaku_bots::Reason;
use jantaku_rules::notation;
use jantaku_rules::rulebook::choices::ResultKind;
use jantaku_rules::seat::Seat;
use jantaku_table::Action;

pub(super) fn page(file: &LogFile, reviewer: &Reviewer, width: usize) -> Page {
    let mut page = Page::new(width);
    for (seat, (decisions, same)) in (0..).map(Seat).zip(&reviewer.decisions) {
        if *decisions == 0 {
            continue;
        }
        page.heading(&file.name(seat));
        page.line(format!(
            "  {} weighed, {} as the bot would; the others cost {} {} altogether",
            words::plural(
                usize::try_from(*decisions).unwrap_or(usize::MAX),
                "decision",
                "decisions"
            ),
            words::percent(*same, *decisions),
            amount(reviewer.loss(seat)),
            currency(file)
        ));
        for review in reviewer.reviews.iter().filter(|review| review.seat == seat) {
            page.line(Line::new(format!("  {}, {}", review.hand, place(review)), ink::FAINT));
            page.table(4, &table(review));
        }
    }
    if reviewer.decisions.iter().all(|(decisions, _)| *decisions == 0) {
        page.line("no decision to weigh");
    }
    page
}

/// What the player did, then the best choices.
fn table(review: &Review) -> Table {
    let mut table = Table::new(&[Column::Left, Column::Left, Column::Right, Column::Right, Column::Right]);
    table.row(["", "", "expected", "useful", "danger"]);
    let mut row = |who: &str, reason: &Reason| {
        table.row([
            who.to_owned(),
            did(reason.action),
            amount(reason.expected),
            reason.useful.to_string(),
            danger(reason),
        ]);
    };
    row("played", &review.chosen);
    for reason in &review.best {
        row("better", reason);
    }
    table
}

pub(super) fn place(review: &Review) -> String {
    format!("after {}", words::plural(review.turn, "discard", "discards"))
}

/// What the amounts are counted in.
pub(super) fn currency(file: &LogFile) -> &'static str {
    match file.book.rules.settings.result.kind {
        ResultKind::ChipChart => "chips",
        ResultKind::Points | ResultKind::Uma => "points",
    }
}

/// An amount with one decimal if it is small.
pub(super) fn amount(n: f32) -> String {
    // An empty sum is minus nothing.
    let n = n + 0.0;
    if n.abs() < 100.0 {
        format!("{n:.1}")
    } else {
        words::number(n.round() as i64)
    }
}

pub(super) fn danger(reason: &Reason) -> String {
    format!("{:.1} %", 100.0 * reason.danger)
}

pub(super) fn did(action: Action) -> String {
    let tiles = |tiles: &[jantaku_rules::Tile]| notation::in_order(tiles);
    match action {
        Action::Discard { tile, .. } => format!("discard {}", tiles(&[tile])),
        Action::Riichi { tile, open: false, .. } => format!("riichi with {}", tiles(&[tile])),
        Action::Riichi { tile, open: true, .. } => format!("open riichi with {}", tiles(&[tile])),
        Action::Pon(own) => format!("pon with {}", tiles(&own)),
        Action::Chii(own) => format!("chii with {}", tiles(&own)),
        Action::Daiminkan => "kan".to_owned(),
        Action::Pass => "pass".to_owned(),
        _ => "something else".to_owned(),
    }
}
