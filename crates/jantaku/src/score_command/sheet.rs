//! The score sheet of a hand under one rulebook.

use super::scored::{Scored, Sheet};
use super::{fu_table, not_given, payments};
use crate::page::{Column, Line, Page, Table};
use crate::{ink, words};
use jantaku_rules::dora::DoraBy;
use jantaku_rules::notation;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::rulebook::yaku::Worth;
use jantaku_rules::score::{NotAWin, Score, Sum, is_wild};
use jantaku_rules::transfer::Stake;
use jantaku_rules::value::Value;
use jantaku_wire::score_json::response::show_reading;

pub(super) fn page(scored: &Scored, width: usize) -> Page {
    let mut page = Page::new(width);
    let rules = &scored.rules;
    let title = Line::new(words::both_names(&rules.names), ink::STRONG);
    page.line(title.add(format!("  {}", words::edition(rules)), ink::FAINT));
    let sheet = match &scored.sheet {
        Ok(sheet) => sheet,
        Err(error) => {
            page.line(Line::new("Impossible hand: ", ink::LOSS).text(error.to_string()));
            return page;
        }
    };
    match &sheet.explanation.outcome {
        Ok(score) => write_win(&mut page, scored, sheet, score),
        Err(refused) => write_refusal(&mut page, rules, sheet, *refused),
    }
    let table = not_given::of(scored);
    if !table.is_empty() {
        page.heading("Not given");
        page.table(2, &table);
    }
    page
}

/// `south wins 8,300 by ron from east: mangan`
pub(super) fn summary(scored: &Scored, sheet: &Sheet, score: &Score) -> String {
    let win = &sheet.claim.win;
    let gain = sheet.balance(&scored.rules, Stake::Points)[win.seat];
    let by = win.by.word().replace('-', " ");
    let from = if win.by.is_tsumo() {
        String::new()
    } else {
        format!(" from {}", win.from)
    };
    format!(
        "{} wins {} by {by}{from}: {}",
        win.seat,
        words::number(gain),
        scored.worth(score)
    )
}

fn write_win(page: &mut Page, scored: &Scored, sheet: &Sheet, score: &Score) {
    let rules = &scored.rules;
    page.line(Line::new(summary(scored, sheet, score), ink::GAIN));
    page.blank();
    page.line(Line::new("Reading  ", ink::STRONG).text(show_reading(&sheet.claim.win, &score.reading)));
    if let Some((text, key)) = stand_in(rules, sheet, score) {
        let clause = Line::new(rules.clause_id(rules.because(key)), ink::CLAUSE);
        page.line(Line::from(format!("         {text}  ")).join(clause));
    }
    page.heading("Yaku");
    page.table(2, &yaku(rules, sheet, score));
    if fu_table::has_any(score) {
        page.heading("Fu");
        page.table(2, &fu_table::of(rules, &sheet.claim.win, score));
    }
    page.heading("Payments");
    page.table(2, &payments::transfers(rules, sheet, score));
    page.blank();
    page.table(2, &payments::totals(rules, sheet));
    if let Some(other) = sheet.explanation.others.first() {
        page.heading("Other reading");
        page.line(format!("  {}", show_reading(&sheet.claim.win, &other.reading)));
        let less = match score.total.0 - other.total.0 {
            0 => "pays the same".to_owned(),
            less => format!("pays {} less", words::number(less)),
        };
        page.line(format!("  {}, {less}", scored.worth(other)));
    }
}

/// If the winning tile counts as another one: which, and the key that allows it.
fn stand_in(rules: &Rules, sheet: &Sheet, score: &Score) -> Option<(String, Key)> {
    let winning = score.reading.winning;
    if winning == sheet.claim.win.tile.kind() {
        return None;
    }
    Some(if is_wild(rules, &sheet.claim.win) {
        (format!("The pocchi counts as {winning}"), Key::PocchiIsWild)
    } else {
        (
            format!("{winning} is taken as the winning tile"),
            Key::ValueTenhouAnyTile,
        )
    })
}

/// The yaku, the dora and their total.
fn yaku(rules: &Rules, sheet: &Sheet, score: &Score) -> Table {
    let mut table = Table::new(&[Column::Wrap, Column::Right, Column::Left]);
    for line in score.lines(rules) {
        let yaku = &rules.yaku[usize::from(line.yaku)];
        let worth = match yaku.worth {
            Worth::Han { .. } => format!("{} han", line.worth),
            Worth::Yakuman(_) if line.worth == 1 => "yakuman".to_owned(),
            Worth::Yakuman(_) => format!("{} yakuman", line.worth),
            Worth::Points(_) => words::plural(line.worth.unsigned_abs() as usize, "point", "points"),
        };
        let name = Line::from(words::both_names(&yaku.names));
        table.row([
            name,
            Line::from(worth),
            Line::new(rules.clause_id(yaku.clause), ink::CLAUSE),
        ]);
    }
    if !score.value.is_yakuman() {
        for (name, han, key) in dora(rules, sheet, score) {
            let clause = Line::new(rules.clause_id(rules.because(key)), ink::CLAUSE);
            table.row([Line::from(name), format!("{han} han").into(), clause]);
        }
    }
    let (text, worth, key) = total(rules, score);
    let clause = key.map_or(Line::default(), |key| {
        Line::new(rules.clause_id(rules.because(key)), ink::CLAUSE)
    });
    table.row([Line::new(text, ink::STRONG), Line::new(worth, ink::STRONG), clause]);
    table
}

/// The kinds of dora in the hand: name, han and key.
pub(super) fn dora(rules: &Rules, sheet: &Sheet, score: &Score) -> Vec<(String, u8, Key)> {
    let win = &sheet.claim.win;
    let shown = |name: &str, tiles: &[_]| format!("{name} (indicator {})", notation::in_order(tiles));
    let name = |by: DoraBy| match by {
        DoraBy::Indicator => shown("Dora", &win.dora),
        DoraBy::Ura => shown("Ura dora", &win.ura),
        DoraBy::Red => "Red tiles".to_owned(),
        DoraBy::Aside => format!("Set aside {}", notation::sorted(&win.aside)),
    };
    score
        .dora
        .lines()
        .map(|(by, han)| (name(by), han, by.key(&rules.settings)))
        .collect()
}

/// The total, and the key that limits it, if one does.
fn total(rules: &Rules, score: &Score) -> (&'static str, String, Option<Key>) {
    let sum = score.sum(rules);
    let text = match sum {
        Sum::All | Sum::OneYakuman => "Total",
        Sum::NoPattern => "No pattern",
        Sum::Capped => "Total, capped",
        Sum::HighestAlone => "Only the highest counts",
    };
    let worth = match score.value {
        Value::Yakuman(1) => "yakuman".to_owned(),
        Value::Yakuman(several) => format!("{several} yakuman"),
        Value::Han { han, .. } => format!("{han} han"),
        Value::Points(points) => words::plural(points.0.unsigned_abs() as usize, "point", "points"),
    };
    (text, worth, sum.key())
}

fn write_refusal(page: &mut Page, rules: &Rules, sheet: &Sheet, refused: NotAWin) {
    let clause = refused.key(rules).map_or("", |key| rules.clause_id(rules.because(key)));
    let clause = Line::new(clause, ink::CLAUSE);
    let minimum = rules.settings.value.minimum;
    let no_win = |why: &str| Line::new("No win: ", ink::LOSS).text(why);
    match refused {
        NotAWin::Incomplete => {
            page.line(no_win("the hand is not complete"));
            let waits = sheet.waits(rules);
            if !waits.is_empty() {
                page.line(format!("It needs {}.", notation::sorted(&waits)));
            }
        }
        NotAWin::NoYaku => page.line(no_win("no yaku  ").join(clause)),
        NotAWin::BelowMinimum => {
            page.line(no_win(&format!("its yaku are worth less than the minimum of {minimum}  ")).join(clause));
        }
    }
}
