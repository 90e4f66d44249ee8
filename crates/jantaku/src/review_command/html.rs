//! A review as a page for a browser, in one file without scripts.

use super::told::{amount, currency, danger, did, hand, otherwise, place, tallies};
use crate::log_file::LogFile;
use crate::words;
use jantaku_bots::Reason;
use jantaku_record::review::Decision;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}\
table{border-collapse:collapse;margin:.25rem 0 1.25rem;width:100%}td,th{padding:.15rem .6rem;text-align:right}\
td:first-child,td:nth-child(2),th:first-child{text-align:left}tr.played{font-weight:600}h3{margin:0;font-size:1rem}";

pub(super) fn page(file: &LogFile, decisions: &[Decision]) -> String {
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Review</title>\n<style>{STYLE}</style>\n<h1>Review</h1>\n"
    );
    for (seat, tally) in tallies(file, decisions) {
        html += &format!("<h2>{}</h2>\n", escaped(&file.name(seat)));
        html += &format!(
            "<p>{} decisions weighed, {} as the bot would; the others cost {} {} altogether.</p>\n",
            tally.decisions,
            words::percent(tally.shared.into(), tally.decisions.into()),
            amount(Some(tally.loss)),
            currency(file)
        );
        for one in otherwise(decisions, seat) {
            html += &decision(one, currency(file));
        }
    }
    html + "</html>\n"
}

fn decision(decision: &Decision, currency: &str) -> String {
    let mut html = format!(
        "<h3>{}, {}: {} {currency} lost</h3>\n<table>\n<tr><th></th><th></th><th>expected</th><th>useful</th><th>danger</th></tr>\n",
        escaped(&hand(decision)),
        place(decision),
        amount(Some(decision.loss()))
    );
    html += &row("played", &decision.played);
    for reason in &decision.best {
        html += &row("better", reason);
    }
    html + "</table>\n"
}

fn row(who: &str, reason: &Reason) -> String {
    format!(
        "<tr class=\"{who}\"><td>{who}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
        did(reason.action),
        amount(reason.expected),
        reason.useful,
        danger(reason)
    )
}

/// Names come from files of strangers.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '&' => safe += "&amp;",
            '"' => safe += "&quot;",
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_out_of_the_page() {
        assert_eq!(escaped("<b>\"A & B\"</b>"), "&lt;b&gt;&quot;A &amp; B&quot;&lt;/b&gt;");
    }
}
