//! The score sheet of a hand under one rulebook.

use super::payments;
use super::scored::{Scored, Sheet};
use crate::page::{Column, Line, Page, Table};
use crate::{ink, words};
use jantaku_rules::Terms;
use jantaku_rules::notation;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::{NotAWin, Score};
use jantaku_rules::sheet::{Counts, Item, Line as SheetLine, Part, ScoreSheet, reading_text, won_by};
use jantaku_rules::transfer::Stake;

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
    let mut table = not_given(rules, &sheet.lines);
    for (name, id) in sheet.left_out(&scored.resolved) {
        table.row([refused(name, "is not played"), Line::new(id, ink::CLAUSE)]);
    }
    write_not_given(&mut page, &table);
    page
}

/// `south wins 8,300 by ron from east: mangan`
pub(super) fn summary(scored: &Scored, sheet: &Sheet, score: &Score) -> String {
    let win = &sheet.claim.win;
    let gain = sheet.balance(&scored.rules, Stake::Points)[win.seat];
    let by = won_by(&scored.rules, win.by).romaji;
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
    write_hand(
        page,
        rules,
        &sheet.lines,
        &reading_text(rules, &sheet.claim.win, &score.reading),
    );
    page.heading("Payments");
    page.table(2, &payments::transfers(rules, &sheet.lines, &|wind| wind.to_string()));
    page.blank();
    page.table(2, &payments::totals(rules, sheet));
    let mut other = sheet.lines.part(Part::Other).peekable();
    if let Some(line) = other.peek() {
        page.heading("Other reading");
        page.line(format!("  {}", line.tiles));
        let counts = line.why.as_ref().map_or("", |why| why.romaji.as_str());
        let less = |line: &SheetLine| match line.counts {
            Some(Counts::Chips(chips)) => format!("and {}", difference(chips, "chip", "chips")),
            Some(Counts::Points(0)) | None => "the winner gets as much".to_owned(),
            Some(_) => format!("the winner gets {}", difference(line.points().unwrap_or(0), "", "")),
        };
        page.line(format!("  {counts}, {}", other.map(less).collect::<Vec<_>>().join(" ")));
    }
}

/// How the hand is read, and what it counts.
pub(crate) fn write_hand(page: &mut Page, rules: &Rules, sheet: &ScoreSheet, reading: &str) {
    page.blank();
    page.line(Line::new("Reading  ", ink::STRONG).text(reading));
    for line in sheet
        .part(Part::Reading)
        .filter(|line| rules.clause(line.clause).is_some())
    {
        page.line(Line::from(format!("         {}  ", name(line))).join(clause(rules, line)));
    }
    page.heading("Yaku");
    page.table(
        2,
        &counted(rules, sheet, &[Part::Yaku, Part::Dora], |line| {
            line.what != Item::FuTotal
        }),
    );
    if sheet.part(Part::Fu).next().is_some() {
        page.heading("Fu");
        page.table(
            2,
            &counted(rules, sheet, &[Part::Fu], |line| line.what == Item::FuTotal),
        );
    }
}

/// `1,000 less`, `2 chips more`
fn difference(by: i32, one: &str, many: &str) -> String {
    let unit = if by.abs() == 1 { one } else { many };
    let number = words::number(by.abs());
    let direction = if by < 0 { "less" } else { "more" };
    [number.as_str(), unit, direction]
        .into_iter()
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The lines of these parts, and of the totals those that belong to them.
fn counted(rules: &Rules, sheet: &ScoreSheet, parts: &[Part], total: impl Fn(&SheetLine) -> bool) -> Table {
    let mut table = Table::new(&[Column::Wrap, Column::Right, Column::Left]);
    let lines = parts.iter().flat_map(|part| sheet.part(*part));
    for line in lines.chain(sheet.part(Part::Value).filter(|line| total(line))) {
        let style = match (line.part, line.counts) {
            (Part::Value, _) => ink::STRONG,
            (_, Some(Counts::Fu(0)) | None) => ink::FAINT,
            _ => ink::PLAIN,
        };
        table.row([
            Line::new(name(line), style),
            Line::new(worth(line), style),
            clause(rules, line),
        ]);
    }
    table
}

/// What a line is about, with the tiles that it names.
pub(super) fn name(line: &SheetLine) -> String {
    let name = match line.what {
        Item::Yaku(_) => words::both_names(&line.names),
        _ => words::capitalised(&line.names.romaji),
    };
    match line.tiles.as_str() {
        "" => name,
        tiles if line.what.is_by_indicator() => format!("{name} (indicator {tiles})"),
        tiles => format!("{name} {tiles}"),
    }
}

/// `2 han`, `yakuman`, `-30 points`
pub(super) fn worth(line: &SheetLine) -> String {
    match line.counts {
        None => String::new(),
        Some(Counts::Han(han)) => format!("{han} han"),
        Some(Counts::Fu(fu)) => format!("{fu} fu"),
        Some(Counts::Yakuman(1)) => "yakuman".to_owned(),
        Some(Counts::Yakuman(count)) => format!("{count} yakuman"),
        Some(Counts::Points(1)) => "1 point".to_owned(),
        Some(Counts::Points(points)) => format!("{} points", words::number(points)),
        Some(Counts::Chips(chips)) => format!("{chips} chips"),
    }
}

/// The clause of a line, or nothing.
pub(crate) fn clause(rules: &Rules, line: &SheetLine) -> Line {
    let id = rules.clause(line.clause).map_or("", |clause| clause.id.as_str());
    Line::new(id, ink::CLAUSE)
}

/// Yaku that do not count, and why.
pub(crate) fn not_given(rules: &Rules, lines: &ScoreSheet) -> Table {
    let mut table = Table::new(&[Column::Wrap, Column::Left]);
    for line in lines.part(Part::NotGiven) {
        let why = line.why.as_ref().map_or("", |why| why.en.as_str());
        table.row([refused(&name(line), why), clause(rules, line)]);
    }
    table
}

pub(crate) fn write_not_given(page: &mut Page, table: &Table) {
    if !table.is_empty() {
        page.heading("Not given");
        page.table(2, table);
    }
}

fn refused(name: &str, why: &str) -> Line {
    Line::from(name).add(format!(": {why}"), ink::FAINT)
}

/// The clause by which a hand does not win, where one decides.
pub(super) fn refusal_clause<'a>(rules: &'a Rules, sheet: &Sheet, refused: NotAWin) -> &'a str {
    let key = refused.key_of(rules, &sheet.claim.win);
    key.map_or("", |key| rules.clause_id(rules.because(key)))
}

fn write_refusal(page: &mut Page, rules: &Rules, sheet: &Sheet, refused: NotAWin) {
    let clause = Line::new(refusal_clause(rules, sheet, refused), ink::CLAUSE);
    let (minimum, terms) = (rules.settings.value.minimum, Terms::of(rules));
    let no_win = |why: &str| Line::new("No win: ", ink::LOSS).text(why);
    match refused {
        NotAWin::Incomplete => {
            page.line(no_win("the hand is not complete  ").join(clause));
            let waits = sheet.waits(rules);
            if !waits.is_empty() {
                page.line(format!("It needs {}.", notation::sorted(&waits)));
            }
        }
        NotAWin::NoYaku => page.line(no_win(&format!("no {}  ", terms.yaku)).join(clause)),
        NotAWin::BelowMinimum => {
            let why = format!("its {} are worth less than the minimum of {minimum}  ", terms.yakus);
            page.line(no_win(&why).join(clause));
        }
    }
}
