//! Plays a story and checks its expectations.
//!
//! | key | what it asks |
//! |---|---|
//! | `deltas`, `chips` | what all settlements together moved, for the seats named |
//! | `points`, `state`, `result` | that these fields stand there |
//! | `refused` | that a line was refused so; without it, that none was |
//! | `legal-has`, `legal-not` | lines that a seat can or cannot say now; a bare word stands for every line with it |
//! | `events-have` | that events with these fields come in this order |
//! | `events-not` | that no event has these fields |
//! | `sheets` | score sheets with these fields, in order; `yaku` lists the ids of all yaku |
//! | `transfers-have` | that payments with these fields are among the settlements |
//! | `lines-have` | that lines with these fields are on the sheets of hands or of the result |

use jantaku_rules::rulebook::library::Library;
use serde_json::Value;
use std::path::Path;

/// What is wrong with the outcome of one story; at the end of it the transcript, to see why.
pub(crate) fn story(library: &Library, path: &Path) -> Vec<String> {
    let mut story = object(path);
    if clauses(&story).is_empty() {
        return vec!["it names no clause".to_owned()];
    }
    let Some(fields) = story.as_object_mut() else {
        return vec!["it is no object".to_owned()];
    };
    fields.remove("clauses");
    fields.remove("story");
    let Some(expected) = fields.remove("expect") else {
        return vec!["it expects nothing".to_owned()];
    };
    let report = match jantaku_scenario::run(library, &story.to_string()) {
        Ok(report) => report,
        Err(error) => return vec![error.to_string()],
    };
    let mut wrong = differences(&expected, &report.to_json());
    if let Some(last) = wrong.last_mut() {
        let transcript = report.transcript().replace('\n', "\n      ");
        last.push_str(&format!("\n      {transcript}"));
    }
    wrong
}

/// The clauses that a story tells of.
pub(crate) fn clauses(story: &Value) -> Vec<String> {
    let ids = story["clauses"].as_array().into_iter().flatten();
    ids.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The file of a story.
pub(crate) fn object(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).expect("a readable file");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Everything in which a report differs from what was expected.
pub(crate) fn differences(expected: &Value, report: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let Some(fields) = expected.as_object() else {
        return vec!["the expectation is no object".to_owned()];
    };
    if !fields.contains_key("refused") && !report["refused"].is_null() {
        wrong.push(format!("refused: {}", report["refused"]));
    }
    for (key, want) in fields {
        match key.as_str() {
            "deltas" | "chips" => moved(key, want, report, &mut wrong),
            "points" => within(key, want, &report["state"]["points"], &mut wrong),
            "state" | "result" | "refused" => within(key, want, &report[key], &mut wrong),
            "legal-has" | "legal-not" => legal(key, want, report, &mut wrong),
            "events-have" => in_order(want, report, &mut wrong),
            "events-not" => absent(want, report, &mut wrong),
            "sheets" => sheets(want, report, &mut wrong),
            "transfers-have" => transfers(want, report, &mut wrong),
            "lines-have" => lines(want, report, &mut wrong),
            _ => wrong.push(format!("nothing is known of the expectation {key:?}")),
        }
    }
    wrong
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Does `found` hold everything that `want` says?
fn holds(want: &Value, found: &Value) -> bool {
    match (want, found) {
        (Value::Object(want), Value::Object(found)) => want
            .iter()
            .all(|(key, want)| holds(want, found.get(key).unwrap_or(&Value::Null))),
        _ => want == found,
    }
}

fn within(key: &str, want: &Value, found: &Value, wrong: &mut Vec<String>) {
    if !holds(want, found) {
        wrong.push(format!("{key}: expected {want}, found {found}"));
    }
}

fn moved(key: &str, want: &Value, report: &Value, wrong: &mut Vec<String>) {
    for (seat, want) in want.as_object().into_iter().flatten() {
        let parts = list(&report["settlements"])
            .iter()
            .map(|settlement| settlement[key][seat].as_i64().unwrap_or(0));
        let sum: i64 = parts.sum();
        if want.as_i64() != Some(sum) {
            wrong.push(format!("{key} of {seat}: expected {want}, found {sum}"));
        }
    }
}

fn legal(key: &str, want: &Value, report: &Value, wrong: &mut Vec<String>) {
    for (seat, lines) in want.as_object().into_iter().flatten() {
        let now = list(&report["legal"][seat]);
        for line in list(lines).iter().filter_map(Value::as_str) {
            let fits =
                |legal: &str| legal == line || legal.strip_prefix(line).is_some_and(|rest| rest.starts_with(' '));
            let may = now.iter().filter_map(Value::as_str).any(fits);
            if may != (key == "legal-has") {
                wrong.push(format!("{key}: {seat} {line}; legal are {}", Value::from(now)));
            }
        }
    }
}

fn in_order(want: &Value, report: &Value, wrong: &mut Vec<String>) {
    let mut events = list(&report["events"]).iter();
    for want in list(want) {
        if !events.any(|event| holds(want, event)) {
            wrong.push(format!("events-have: no {want} in this order"));
            return;
        }
    }
}

fn absent(want: &Value, report: &Value, wrong: &mut Vec<String>) {
    for want in list(want) {
        if let Some(event) = list(&report["events"]).iter().find(|event| holds(want, event)) {
            wrong.push(format!("events-not: {event}"));
        }
    }
}

fn sheets(want: &Value, report: &Value, wrong: &mut Vec<String>) {
    let found: Vec<&Value> = list(&report["settlements"])
        .iter()
        .flat_map(|s| list(&s["sheets"]))
        .collect();
    if list(want).len() != found.len() {
        wrong.push(format!("sheets: expected {}, found {}", list(want).len(), found.len()));
    }
    for (want, found) in list(want).iter().zip(found) {
        let mut fields = want.clone();
        if let Some(yaku) = fields.as_object_mut().and_then(|fields| fields.remove("yaku")) {
            let sorted = |mut ids: Vec<String>| {
                ids.sort();
                ids
            };
            let wanted = sorted(
                list(&yaku)
                    .iter()
                    .filter_map(Value::as_str)
                    .map(str::to_owned)
                    .collect(),
            );
            let ids = list(&found["yaku"])
                .iter()
                .filter_map(|yaku| yaku["id"].as_str())
                .map(str::to_owned);
            let ids = sorted(ids.collect());
            if wanted != ids {
                wrong.push(format!("sheets: expected the yaku {wanted:?}, found {ids:?}"));
            }
        }
        within("sheets", &fields, found, wrong);
    }
}

fn transfers(want: &Value, report: &Value, wrong: &mut Vec<String>) {
    let settlements = list(&report["settlements"]).iter();
    let all: Vec<&Value> = settlements.flat_map(|s| list(&s["transfers"])).collect();
    among("transfers-have", want, &all, wrong);
}

fn lines(want: &Value, report: &Value, wrong: &mut Vec<String>) {
    let settlements = list(&report["settlements"]);
    let sheets = settlements.iter().flat_map(|settlement| list(&settlement["sheets"]));
    let owners = sheets.chain(settlements).chain([&report["result"]]);
    let all: Vec<&Value> = owners.flat_map(|owner| list(&owner["lines"])).collect();
    among("lines-have", want, &all, wrong);
}

fn among(key: &str, want: &Value, all: &[&Value], wrong: &mut Vec<String>) {
    for want in list(want) {
        if !all.iter().any(|found| holds(want, found)) {
            let all = Value::from_iter(all.iter().map(|&found| found.clone()));
            wrong.push(format!("{key}: no {want} among {all}"));
        }
    }
}
