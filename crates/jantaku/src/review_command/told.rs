//! A review as a page for the terminal, and its words.

use crate::log_file::LogFile;
use crate::page::{Column, Line, Page, Table};
use crate::{ink, words};
use jantaku_bots::Reason;
use jantaku_record::review::{Currency, Decision, Tally};
use jantaku_rules::notation;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::Tile;
use jantaku_table::Action;

pub(super) fn page(file: &LogFile, decisions: &[Decision], width: usize) -> Page {
    let mut page = Page::new(width);
    for (seat, tally) in tallies(file, decisions) {
        page.heading(&file.name(seat));
        page.line(format!(
            "  {} weighed, {} as the bot would; the others cost {} {} altogether",
            words::plural(tally.decisions as usize, "decision", "decisions"),
            words::percent(tally.shared.into(), tally.decisions.into()),
            amount(Some(tally.loss)),
            currency(file)
        ));
        for decision in otherwise(decisions, seat) {
            let at = format!("  {}, {}", hand(decision), place(decision));
            page.line(Line::new(at, ink::FAINT));
            page.table(4, &table(decision));
        }
    }
    if decisions.is_empty() {
        page.line("no decision to weigh");
    }
    page
}

/// The seats with decisions, and their sums.
pub(super) fn tallies(file: &LogFile, decisions: &[Decision]) -> Vec<(Seat, Tally)> {
    let of = |seat| Tally::of(decisions.iter().filter(|decision| decision.seat == seat));
    let all = (0..file.book.rules.seats() as u8).map(|seat| (Seat(seat), of(Seat(seat))));
    all.filter(|(_, tally)| tally.decisions > 0).collect()
}

/// The decisions of a seat that the bot would have made otherwise.
pub(super) fn otherwise(decisions: &[Decision], seat: Seat) -> impl Iterator<Item = &Decision> {
    decisions
        .iter()
        .filter(move |decision| decision.seat == seat && !decision.is_shared())
}

/// Where the game stands: the round, the deal and the honba.
pub(super) fn hand(decision: &Decision) -> String {
    let standing = &decision.standing;
    format!("{} {}, honba {}", standing.round, standing.dealer.0 + 1, standing.honba)
}

/// What the player did, then the best choices.
fn table(decision: &Decision) -> Table {
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
    row("played", &decision.played);
    for reason in &decision.best {
        row("better", reason);
    }
    table
}

pub(super) fn place(decision: &Decision) -> String {
    format!("after {}", words::plural(decision.turn, "discard", "discards"))
}

/// What the amounts are counted in.
pub(super) fn currency(file: &LogFile) -> &'static str {
    match Currency::of(&file.book.rules) {
        Currency::Chips => "chips",
        Currency::Points => "points",
    }
}

/// An amount with one decimal if it is small.
pub(super) fn amount(n: Option<f32>) -> String {
    let Some(n) = n else {
        return "–".to_owned();
    };
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
    let tiles = |tiles: &[Tile]| notation::in_order(tiles);
    match action {
        Action::Discard { tile, .. } => format!("discard {}", tiles(&[tile])),
        Action::Riichi { tile, open: false, .. } => format!("riichi with {}", tiles(&[tile])),
        Action::Riichi { tile, open: true, .. } => format!("open riichi with {}", tiles(&[tile])),
        Action::Pon(own) => format!("pon with {}", tiles(&own)),
        Action::Chii(own) => format!("chii with {}", tiles(&own)),
        Action::Ankan(kind) => format!("closed kan of {kind}"),
        Action::Kakan(kind) => format!("added kan of {kind}"),
        Action::Daiminkan => "kan".to_owned(),
        Action::Kita => "set north aside".to_owned(),
        Action::Tsumo => "tsumo".to_owned(),
        Action::Ron => "ron".to_owned(),
        Action::NineTerminals => "nine terminals".to_owned(),
        Action::Pass => "pass".to_owned(),
        Action::Nagashi | Action::Tenpai | Action::Noten | Action::EndGame | Action::PlayOn => "an answer".to_owned(),
    }
}
