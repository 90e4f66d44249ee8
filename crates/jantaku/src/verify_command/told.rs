//! The report of a verification, as a page and as JSON.

use super::run_through::RunThrough;
use crate::ink;
use crate::page::{Column, Line, Page, Table};
use crate::words;
use jantaku_record::log::fingerprint;
use serde_json::{Value as Json, json};

/// More would push the totals off the screen; the JSON has all of them.
const SHOWN: usize = 20;

/// What a signature proves, and what its absence means.
const SIGNED: &str = "Everything in them, names too, is as the owner of this key wrote it. Compare the key with the one that the server shows at /api/key, or demand it with --key.";
const UNSIGNED: &str = "The play follows the rules and the walls, but nothing proves who played it, or where.";

/// The totals, then what is wrong.
pub(super) fn page(through: &RunThrough, width: usize) -> Page {
    let mut page = Page::new(width);
    let mut sums = Table::new(&[Column::Left, Column::Right]);
    let count = |n: usize| words::number(i32::try_from(n).unwrap_or(i32::MAX));
    let bad = |n: usize| Line::new(count(n), if n == 0 { ink::GAIN } else { ink::LOSS });
    sums.row([Line::from("games"), count(through.games).into()]);
    sums.row([Line::from("rounds"), count(through.rounds).into()]);
    sums.row([Line::from("wins"), count(through.wins).into()]);
    sums.row([Line::from("mismatches"), bad(through.mismatches.len())]);
    if !through.skipped.is_empty() {
        sums.row([Line::from("skipped"), count(through.skipped.len()).into()]);
    }
    if !through.unreadable.is_empty() {
        sums.row([Line::from("unreadable"), bad(through.unreadable.len())]);
    }
    if !through.refused.is_empty() {
        sums.row([Line::from("refused"), bad(through.refused.len())]);
    }
    page.table(0, &sums);
    for (key, files) in &through.signed {
        page.heading("Signed");
        let logs = words::plural(files.len(), "log", "logs");
        page.line(format!("  {logs} with key {}", fingerprint(*key)));
        page.hanging(2, format!("  {SIGNED}"));
    }
    let mismatches = through.mismatches.iter().map(|(file, what)| (file, what.to_string()));
    list(&mut page, "Mismatches", mismatches.collect());
    let skipped = through.skipped.iter().map(|(file, why)| (file, why.text().to_owned()));
    list(&mut page, "Skipped", skipped.collect());
    let unreadable = through.unreadable.iter().map(|(file, why)| (file, why.clone()));
    list(&mut page, "Unreadable", unreadable.collect());
    let refused = through.refused.iter().map(|(file, why)| (file, why.clone()));
    list(&mut page, "Refused", refused.collect());
    let unsigned = through.unsigned.iter().map(|(file, why)| (file, (*why).to_owned()));
    list(&mut page, "Not signed", unsigned.collect());
    if !through.unsigned.is_empty() {
        page.hanging(2, format!("  {UNSIGNED}"));
    }
    page
}

fn list(page: &mut Page, heading: &str, entries: Vec<(&std::path::PathBuf, String)>) {
    if entries.is_empty() {
        return;
    }
    page.heading(heading);
    for (file, what) in entries.iter().take(SHOWN) {
        page.line(Line::new(format!("  {}", file.display()), ink::CODE));
        page.line(format!("    {what}"));
    }
    let more = entries.len().saturating_sub(SHOWN);
    if more > 0 {
        page.line(Line::new(
            format!("  and {more} more; --json lists them all"),
            ink::FAINT,
        ));
    }
}

pub(super) fn json(through: &RunThrough) -> Json {
    let mismatches = through.mismatches.iter().map(|(file, mismatch)| {
        json!({
            "file": file.display().to_string(),
            "round": mismatch.round,
            "event": mismatch.event,
            "point": mismatch.point.name(),
            "expected": mismatch.expected,
            "found": mismatch.found,
        })
    });
    let skipped = through
        .skipped
        .iter()
        .map(|(file, why)| json!({ "file": file.display().to_string(), "reason": why.text() }));
    let unreadable = through
        .unreadable
        .iter()
        .map(|(file, why)| json!({ "file": file.display().to_string(), "reason": why }));
    let refused = through
        .refused
        .iter()
        .map(|(file, why)| json!({ "file": file.display().to_string(), "reason": why }));
    let signed = through.signed.iter().flat_map(|(key, files)| {
        files.iter().map(|file| {
            json!({ "file": file.display().to_string(), "key": key.to_string(), "fingerprint": fingerprint(*key) })
        })
    });
    let unsigned = through
        .unsigned
        .iter()
        .map(|(file, why)| json!({ "file": file.display().to_string(), "reason": why }));
    json!({
        "games": through.games,
        "rounds": through.rounds,
        "wins": through.wins,
        "mismatches": mismatches.collect::<Vec<_>>(),
        "skipped": skipped.collect::<Vec<_>>(),
        "unreadable": unreadable.collect::<Vec<_>>(),
        "refused": refused.collect::<Vec<_>>(),
        "signed": signed.collect::<Vec<_>>(),
        "unsigned": unsigned.collect::<Vec<_>>(),
    })
}
