//! The charts that clauses speak of: prices by han, chips by points, limits.

use super::deal;
use super::words::In;
use crate::http::language::Language;
use jantaku_rules::rulebook::choices::Deal;
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::rulebook::value::Value;
use maud::{Markup, html};

/// A bound as low as this stands for none.
const NO_BOUND: i64 = -1_000_000_000;

const LESS: In = In(["less", "weniger", "それ未満", "更少"]);
const CAPTIONS: [(Key, In); 5] = [
    (
        Key::ValueLimits,
        In([
            "Limits by han, lowest first.",
            "Limits nach Han, das niedrigste zuerst.",
            "翻数による満貫以上の点数。",
            "依翻數的滿貫以上，由低至高。",
        ]),
    ),
    (
        Key::ValueDealer,
        In([
            "The payments by han for the dealer.",
            "Zahlungen nach Han für den Geber.",
            "親の点数（翻数別）。",
            "莊家的點數，依翻數。",
        ]),
    ),
    (
        Key::ValueOthers,
        In([
            "The payments by han for the others.",
            "Zahlungen nach Han für die anderen.",
            "子の点数（翻数別）。",
            "閒家的點數，依翻數。",
        ]),
    ),
    (
        Key::ResultSecond,
        In([
            "Chips of second place by its points, highest row first.",
            "Chips des Zweiten nach Punkten.",
            "2着のチップ（持ち点別）。",
            "第二名的籌碼，依點數。",
        ]),
    ),
    (
        Key::ResultThird,
        In([
            "Chips of third place by its points, highest row first.",
            "Chips des Dritten nach Punkten.",
            "3着のチップ（持ち点別）。",
            "第三名的籌碼，依點數。",
        ]),
    ),
];
/// Columns, and the limits of riichi.
const WORDS: [(&str, In); 13] = [
    ("name", In(["name", "Name", "名称", "名稱"])),
    ("han", In(["han", "Han", "翻", "翻"])),
    ("base", In(["base", "Grundwert", "基本点", "基本點"])),
    ("ron", In(["ron", "Ron", "ロン", "榮和"])),
    ("tsumo", In(["tsumo", "Tsumo", "ツモ", "自摸"])),
    (
        "from-dealer",
        In(["from dealer", "vom Geber", "親の支払い", "莊家支付"]),
    ),
    ("from", In(["from", "ab", "点数", "點數"])),
    ("chips", In(["chips", "Chips", "チップ", "籌碼"])),
    ("mangan", In(["mangan", "Mangan", "満貫", "滿貫"])),
    ("haneman", In(["haneman", "Haneman", "跳満", "跳滿"])),
    ("baiman", In(["baiman", "Baiman", "倍満", "倍滿"])),
    (
        "counted yakuman",
        In(["counted yakuman", "gezählter Yakuman", "数え役満", "累計役滿"]),
    ),
    ("sanbaiman", In(["sanbaiman", "Sanbaiman", "三倍満", "三倍滿"])),
];

/// The charts and pictures that a clause sets.
pub(super) fn all_of(rules: &Rules, clause: ClauseRef, language: Language) -> Markup {
    html! {
        @for key in Key::ALL.iter().filter(|key| rules.because(**key) == clause) {
            @if *key == Key::WallDeal && rules.settings.wall.deal == Deal::DealerTwoOnTop { (deal::picture(language)) }
            @if let Value::List(rows) = rules.settings.value(*key) { (chart(*key, &rows, language)) }
        }
    }
}

/// A list of rows becomes a table; everything else is told well enough by what the clause says.
fn chart(key: Key, rows: &[Value], language: Language) -> Markup {
    let mut columns: Vec<&str> = Vec::new();
    for row in rows {
        let Value::Table(cells) = row else {
            return Markup::default();
        };
        for (name, _) in cells {
            if !columns.contains(&name.as_str()) {
                columns.push(name);
            }
        }
    }
    if rows.is_empty() {
        return Markup::default();
    }
    let doc = key.info().doc.trim();
    let captions = CAPTIONS.iter().find(|(known, _)| *known == key);
    let (caption, in_caption) = captions.map_or((doc, "en"), |(_, words)| (words.pick(language), language.tag()));
    let counts = |column: &str| rows.iter().any(|row| matches!(row.get(column), Some(Value::Int(_))));
    html! {
        div.scroll tabindex="0" role="group" lang=(in_caption) aria-label=(caption) {
            table.chart {
                caption { (caption) }
                thead { tr { @for column in &columns { th.amount[counts(column)] scope="col" { (word(column, language)) } } } }
                tbody { @for row in rows { tr { @for column in &columns { (cell(row.get(column), language)) } } } }
            }
        }
    }
}

/// A column or a limit in the words of a language; one that a club has named is shown as it is written.
fn word(name: &str, language: Language) -> String {
    let known = WORDS.iter().find(|(known, _)| *known == name);
    known.map_or_else(|| name.replace('-', " "), |(_, words)| words.pick(language).to_owned())
}

fn cell(value: Option<&Value>, language: Language) -> Markup {
    html! {
        @match value {
            Some(Value::Int(number)) => td.amount { @if *number <= NO_BOUND { (LESS.pick(language)) } @else { (language.number(*number)) } },
            Some(Value::Text(text)) => td { (word(text, language)) },
            _ => td {},
        }
    }
}

/// A number as it is written in English.
pub(super) fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::from(if number < 0 { "−" } else { "" });
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let all = [
            (0, "0"),
            (-8, "−8"),
            (999, "999"),
            (1_000, "1,000"),
            (-12_000, "−12,000"),
            (1_234_567, "1,234,567"),
        ];
        for (number, text) in all {
            assert_eq!(grouped(number), text);
        }
    }
}
