//! Words and numbers for pages.

use crate::ink;
use crate::page::Line;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::yaku::{Names, Worth, Yaku};
use serde_json::Value as Json;

/// A number with commas: `-12,000`.
pub(crate) fn number(n: impl Into<i64>) -> String {
    let n = n.into();
    let digits = n.unsigned_abs().to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if n < 0 { format!("-{text}") } else { text }
}

/// A gain or loss with its sign: `+12,000`.
pub(crate) fn signed(n: i32) -> String {
    if n > 0 { format!("+{}", number(n)) } else { number(n) }
}

/// A gain or loss in colour.
pub(crate) fn gain(n: i32) -> Line {
    let style = match n.signum() {
        1 => ink::GAIN,
        -1 => ink::LOSS,
        _ => ink::FAINT,
    };
    Line::new(signed(n), style)
}

/// `12.34 %`, or a dash of nothing.
pub(crate) fn percent(n: u64, of: u64) -> String {
    if of == 0 {
        return "–".to_owned();
    }
    format!("{:.2} %", 100.0 * n as f64 / of as f64)
}

/// `1 clause`, `2 clauses`.
pub(crate) fn plural(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// The English name, followed by the Japanese or Chinese one if there is one.
pub(crate) fn both_names(names: &Names) -> String {
    match own_script(names) {
        "" => names.en.clone(),
        own => format!("{} {own}", names.en),
    }
}

/// With a capital letter first.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Which rulebook exactly: how it is asked for, its edition, and the first digits of its hash.
pub(crate) fn edition(rules: &Rules) -> String {
    let parts = [rules.spec.as_str(), rules.edition.as_str(), &rules.short_hash()];
    let said: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    said.join(" · ")
}

/// The Japanese or else Chinese name; may be empty.
pub(crate) fn own_script(names: &Names) -> &str {
    if names.ja.is_empty() { &names.zh } else { &names.ja }
}

pub(crate) fn worth(yaku: &Yaku) -> String {
    let once = match yaku.worth {
        Worth::Han { closed, open: 0 } => format!("{closed} han closed"),
        Worth::Han { closed, open } if closed == open => format!("{closed} han"),
        Worth::Han { closed, open } => format!("{closed} han, {open} open"),
        Worth::Yakuman(1) => "yakuman".to_owned(),
        Worth::Yakuman(n) => format!("{n} yakuman"),
        Worth::Points(points) => plural(points.unsigned_abs() as usize, "point", "points"),
    };
    if yaku.each.is_empty() {
        once
    } else {
        format!("{once} each")
    }
}

/// All names by language.
pub(crate) fn names_json(names: &Names) -> Json {
    let named = [
        ("en", &names.en),
        ("de", &names.de),
        ("ja", &names.ja),
        ("romaji", &names.romaji),
        ("zh", &names.zh),
    ];
    let given = named.into_iter().filter(|(_, name)| !name.is_empty());
    given
        .map(|(language, name)| (language.to_owned(), Json::from(name.as_str())))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas_and_signs() {
        let rows = [
            (0, "0"),
            (999, "+999"),
            (1_000, "+1,000"),
            (-12_000, "-12,000"),
            (1_234_567, "+1,234,567"),
        ];
        for (n, shown) in rows {
            assert_eq!(signed(n), shown);
        }
        assert_eq!(number(-100), "-100");
    }
}
