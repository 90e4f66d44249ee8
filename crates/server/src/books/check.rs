//! What is said of a text while it is written: errors, worked examples, and test hands for its yaku.

use super::draft::Draft;
use super::{hand_line, near};
use crate::rulebooks::{Rulebooks, option_info};
use crate::wire::books::check::{BookSummary, CheckedBook, CheckedExample, CheckedYaku, TestHand, TriedHand};
use jantaku_rules::rulebook::error::RulebookError;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::source::Source;
use jantaku_rules::rulebook::yaku::{Worth, Yaku};
use jantaku_rules::win_check::checked;
use jantaku_scenario::example::Worked;
use jantaku_wire::score_json::request::Request;
use jantaku_wire::score_json::response::Response;
use jantaku_wire::score_json::score;

/// Yaku of a text that hands are looked for.
const MOST_YAKU: usize = 64;

pub(crate) fn of(draft: &Draft, rulebooks: &Rulebooks) -> CheckedBook {
    let rules = draft.rules();
    let source = draft.source();
    let yaku = match (rules, source) {
        (Some(rules), Some(source)) => yaku(rules, source, rulebooks),
        _ => Vec::new(),
    };
    CheckedBook {
        errors: draft.errors.clone(),
        book: rules.zip(source).map(|(rules, source)| summary(draft, rules, source)),
        examples: draft.worked.iter().map(example).collect(),
        yaku,
    }
}

fn summary(draft: &Draft, rules: &Rules, source: &Source) -> BookSummary {
    let options = draft.library().listing(source).options;
    BookSummary {
        name: source.id.clone(),
        title: (&source.names).into(),
        extends: source.extends.as_ref().map(|base| base.text.clone()),
        overlay: source.overlay,
        seats: rules.seats() as u8,
        tiles: rules.tiles.tiles().len() as u32,
        yaku: rules.yaku.len() as u32,
        clauses: source.clauses.len() as u32,
        options: options.iter().map(|(_, option)| option_info(option)).collect(),
    }
}

fn example(worked: &Worked) -> CheckedExample {
    let why: Vec<String> = worked.errors.iter().map(said).collect();
    CheckedExample {
        line: worked.line,
        clause: worked.clause.clone(),
        passed: worked.errors.is_empty(),
        why: why.join("; "),
    }
}

fn said(error: &RulebookError) -> String {
    match error.found.is_empty() {
        true => format!("{}: expected {}", error.key, error.expected),
        false => format!("{}: expected {}, found {}", error.key, error.expected, error.found),
    }
}

/// The yaku that the text adds or changes and that are played without any choice.
fn yaku(rules: &Rules, source: &Source, rulebooks: &Rulebooks) -> Vec<CheckedYaku> {
    let clauses = source.clauses.iter();
    let patches = clauses.flat_map(|clause| clause.changes.yaku.iter().map(move |patch| (patch, clause)));
    let mut own: Vec<(usize, u32)> = Vec::new();
    for (patch, _) in patches {
        let place = rules.yaku.iter().position(|yaku| yaku.id == patch.id);
        if let Some(place) = place.filter(|place| own.iter().all(|(other, _)| other != place)) {
            own.push((place, patch.line));
        }
    }
    own.truncate(MOST_YAKU);
    if own.is_empty() {
        return Vec::new();
    }
    let hands = rulebooks.searched(rules);
    let one = |(place, line): (usize, u32)| {
        let yaku = &rules.yaku[place];
        let win = hands[place].as_ref();
        let over = |other: &&Yaku| other.over.contains(&yaku.id);
        CheckedYaku {
            id: yaku.id.clone(),
            names: (&yaku.names).into(),
            line,
            clause: rules.clause_id(yaku.clause).to_owned(),
            when: yaku.when.clone(),
            worth: worth(yaku),
            hand: win.map(|win| TestHand {
                hand: hand_line::written(win),
                why: None,
            }),
            near: win.map(|win| near::misses(rules, win, place)).unwrap_or_default(),
            excludes: yaku.over.clone(),
            excluded_by: rules.yaku.iter().filter(over).map(|other| other.id.clone()).collect(),
        }
    };
    own.into_iter().map(one).collect()
}

/// `2 han, 1 open`
pub(super) fn worth(yaku: &Yaku) -> String {
    let one = match yaku.worth {
        Worth::Han { closed, open } if closed == open => format!("{closed} han"),
        Worth::Han { closed, open: 0 } => format!("{closed} han, closed only"),
        Worth::Han { closed, open } => format!("{closed} han, {open} open"),
        Worth::Yakuman(1) => "yakuman".to_owned(),
        Worth::Yakuman(n) => format!("{n} yakuman"),
        Worth::Points(points) => format!("{points} points"),
    };
    match yaku.each.as_str() {
        "" => one,
        each => format!("{one} each ({each})"),
    }
}

/// Tries a hand with a yaku of a rulebook; none if it plays no such yaku.
pub(crate) fn tried(rules: &Rules, yaku: &str, hand: &str) -> Option<TriedHand> {
    let place = rules.yaku.iter().position(|known| known.id == yaku)?;
    let wrong = |error: String| TriedHand {
        made: false,
        why: None,
        sheet: None,
        error: Some(error),
    };
    let request = match Request::of_line(&rules.spec, hand) {
        Ok(request) => request,
        Err(error) => return Some(wrong(error.to_string())),
    };
    let sheet = match score(rules, &request) {
        Response::Bad(bad) => return Some(wrong(bad.error)),
        Response::NoWin(_) => None,
        Response::Sheet(sheet) => Some(*sheet),
    };
    let win = match checked(rules, &request.hand.win) {
        Ok(win) => win,
        Err(fault) => return Some(wrong(fault.to_string())),
    };
    let made = near::makes(rules, &win, place);
    Some(TriedHand {
        made,
        why: (!made).then(|| near::why_not(rules, &win, place)),
        sheet,
        error: None,
    })
}
