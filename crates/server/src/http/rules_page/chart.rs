//! The charts that clauses speak of: prices by han, chips by points, limits.

use super::escaped;
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::rulebook::value::Value;
use std::fmt::Write;

/// A bound as low as this stands for none.
const NO_BOUND: i64 = -1_000_000_000;

/// The charts that a clause sets.
pub(super) fn all_of(rules: &Rules, clause: ClauseRef) -> String {
    let mut page = String::new();
    for key in Key::ALL.iter().filter(|key| rules.because(**key) == clause) {
        if let Value::List(rows) = rules.settings.value(*key) {
            write_chart(&mut page, *key, &rows);
        }
    }
    page
}

/// A list of rows becomes a table; everything else is told well enough by what the clause says.
fn write_chart(page: &mut String, key: Key, rows: &[Value]) {
    let mut columns: Vec<&str> = Vec::new();
    for row in rows {
        let Value::Table(cells) = row else {
            return;
        };
        for (name, _) in cells {
            if !columns.contains(&name.as_str()) {
                columns.push(name);
            }
        }
    }
    if rows.is_empty() {
        return;
    }
    let caption = escaped(key.info().doc.trim());
    // Writing to a string does not fail.
    let _ = write!(
        page,
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{caption}\"><table class=\"chart\"><caption>{caption}</caption><thead><tr>",
    );
    for column in &columns {
        let counts = rows.iter().any(|row| matches!(row.get(column), Some(Value::Int(_))));
        let class = if counts { " class=\"amount\"" } else { "" };
        let title = escaped(&column.replace('-', " "));
        let _ = write!(page, "<th scope=\"col\"{class}>{title}</th>");
    }
    page.push_str("</tr></thead><tbody>");
    for row in rows {
        page.push_str("<tr>");
        for column in &columns {
            match row.get(column) {
                Some(Value::Int(number)) if *number <= NO_BOUND => page.push_str("<td class=\"amount\">less</td>"),
                Some(Value::Int(number)) => {
                    let _ = write!(page, "<td class=\"amount\">{}</td>", grouped(*number));
                }
                Some(Value::Text(text)) => {
                    let _ = write!(page, "<td>{}</td>", escaped(text));
                }
                _ => page.push_str("<td></td>"),
            }
        }
        page.push_str("</tr>");
    }
    page.push_str("</tbody></table></div>");
}

/// A number as it is written in English.
fn grouped(number: i64) -> String {
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
