//! The report of an agreement, as a page and as JSON.

use super::agreement::{Count, Kind};
use super::run_through::RunThrough;
use crate::page::{Column, Line, Page, Table};
use crate::{ink, words};
use serde_json::{Map, Value, json};

pub(super) fn page(bot: &str, through: &RunThrough, width: usize) -> Page {
    let mut page = Page::new(width);
    page.line(Line::new(bot.to_owned(), ink::STRONG).text(format!(
        "  beside the players of {}, who played {} hands altogether",
        words::plural(through.games, "game", "games"),
        whole(through.rates.hands)
    )));
    page.heading("Decisions");
    let mut table = Table::new(&[Column::Left, Column::Right, Column::Right, Column::Right, Column::Right]);
    table.row(["", "decisions", "agreed", "players did", "bot does"]);
    let mut row = |name: &str, count: Count| {
        if count.decisions > 0 {
            table.row([
                name.to_owned(),
                whole(count.decisions),
                words::percent(count.agreed, count.decisions),
                words::percent(count.players, count.decisions),
                words::percent(count.bot, count.decisions),
            ]);
        }
    };
    row("all discards", through.agreement.discards());
    for (kind, name) in Kind::ALL {
        row(name, through.agreement.of(kind));
    }
    page.table(2, &table);
    page.heading("Players");
    let rates = &through.rates;
    let mut table = Table::new(&[Column::Left, Column::Right]);
    for (name, n) in [
        ("wins", rates.wins),
        ("deal-ins", rates.deal_ins),
        ("called", rates.called),
        ("riichi", rates.riichi),
    ] {
        table.row([name.to_owned(), words::percent(n, rates.hands)]);
    }
    page.table(2, &table);
    if !through.skipped.is_empty() {
        page.heading("Skipped");
        for (file, why) in &through.skipped {
            page.line(format!("  {}: {}", file.display(), why.text()));
        }
    }
    if !through.failed.is_empty() {
        page.heading("Not played again");
        for (file, why) in &through.failed {
            page.line(Line::new(format!("  {}: {why}", file.display()), ink::LOSS));
        }
    }
    page
}

pub(super) fn json(bot: &str, through: &RunThrough) -> Value {
    let count = |count: Count| json!({ "decisions": count.decisions, "agreed": count.agreed, "players": count.players, "bot": count.bot });
    let kinds: Map<String, Value> = Kind::ALL
        .into_iter()
        .map(|(kind, name)| (name.to_owned(), count(through.agreement.of(kind))))
        .collect();
    let skipped = through
        .skipped
        .iter()
        .map(|(file, why)| json!({ "file": file.display().to_string(), "reason": why.text() }));
    let failed = through
        .failed
        .iter()
        .map(|(file, why)| json!({ "file": file.display().to_string(), "reason": why }));
    let rates = &through.rates;
    json!({
        "bot": bot, "games": through.games, "discards": count(through.agreement.discards()), "kinds": kinds,
        "players": {
            "hands": rates.hands, "wins": rates.wins, "tsumo": rates.tsumo, "deal-ins": rates.deal_ins,
            "called": rates.called, "riichi": rates.riichi,
        },
        "skipped": skipped.collect::<Vec<_>>(), "failed": failed.collect::<Vec<_>>(),
    })
}

fn whole(n: u64) -> String {
    words::number(i64::try_from(n).unwrap_or(i64::MAX))
}
