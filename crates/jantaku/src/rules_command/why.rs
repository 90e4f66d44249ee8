//! `jantaku rules why`

use super::clause_data::chosen_in;
use crate::failure::Failure;
use crate::page::{Line, Page};
use crate::{ink, screen, shelf, words};
use clap::Args;
use jantaku_rules::nearest::nearest;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::query::Cause;
use jantaku_rules::rulebook::resolved::{Place, Resolved, ResolvedClause, ResolvedYaku};
use jantaku_rules::rulebook::settings::Key;

#[derive(Args, Debug)]
pub(crate) struct WhyArgs {
    /// A rulebook from `jantaku rules list`
    rulebook: String,
    /// A setting such as `game.start`, or a yaku such as `pinfu`
    key: String,
}

pub(super) fn run(args: &WhyArgs, library: &Library) -> Result<(), Failure> {
    let resolved = shelf::resolved(library, &args.rulebook)?;
    // A yaku may be named without its prefix.
    let asked = match resolved.yaku(&args.key) {
        Some(yaku) => format!("yaku.{}", yaku.id),
        None => args.key.clone(),
    };
    let Some(causes) = resolved.why(&asked) else {
        return Err(unknown(&resolved, &args.key));
    };
    let mut page = Page::new(screen::width());
    match Key::ALL.iter().find(|key| key.name() == asked) {
        Some(key) => write_key(&mut page, &resolved, *key),
        None => {
            let id = asked.strip_prefix("yaku.").unwrap_or_default();
            if let Some(yaku) = resolved.yaku(id) {
                write_yaku(&mut page, yaku);
            }
        }
    }
    page.blank();
    if causes.is_empty() {
        page.line("No clause sets it: it is not played.");
    }
    let mut shown: Vec<&Place> = Vec::new();
    for (i, cause) in causes.iter().rev().enumerate() {
        write_cause(&mut page, cause, i > 0);
        // What a clause says goes with the value in force, so it is not repeated for an earlier one.
        if let Some(clause) = cause.clause.filter(|clause| !shown.contains(&&clause.place)) {
            shown.push(&clause.place);
            write_words(&mut page, &resolved, clause);
        }
    }
    screen::show(&page)
}

fn write_key(page: &mut Page, resolved: &Resolved, key: Key) {
    let value = resolved.settings().show(key);
    let info = key.info();
    page.line(Line::new(format!("{} = {value}", info.name), ink::CODE));
    page.line(format!("  {}", info.doc));
    if let Some((word, meaning)) = info.words().iter().find(|(word, _)| value == format!("{word:?}")) {
        page.line(format!("  {word}: {}", meaning.trim()));
    }
}

fn write_yaku(page: &mut Page, yaku: &ResolvedYaku) {
    let name = words::both_names(&yaku.names);
    page.line(Line::new(format!("yaku.{}", yaku.id), ink::CODE).add(format!("  {name}"), ink::STRONG));
    let fields = if yaku.played {
        yaku.show()
    } else {
        "not played".to_owned()
    };
    page.line(Line::from("  ").add(fields, ink::CODE));
}

/// A clause: its place in the file and what it sets.
fn write_cause(page: &mut Page, cause: &Cause<'_>, before: bool) {
    let id = cause.clause.map_or("-", |clause| clause.clause.id.as_str());
    let mut line = Line::from(if before { "before: " } else { "" }).add(id, ink::CLAUSE);
    line = line.add(format!("  {}:{}", cause.place.file, cause.place.line), ink::FAINT);
    if !cause.choice.is_empty() {
        line = line.text(format!("  by option {}", cause.choice));
    }
    page.line(line);
    page.line(Line::from("    ").add(cause.value.as_str(), ink::CODE));
}

/// What a clause says, how it is read and what was chosen.
fn write_words(page: &mut Page, resolved: &Resolved, clause: &ResolvedClause) {
    page.hanging(4, Line::from("    ").text(clause.clause.says.as_str()));
    if let Some(reading) = &clause.clause.reading {
        let read_as = Line::from("    ").add("Read as: ", ink::STRONG);
        page.hanging(4, read_as.text(reading.chosen.as_str()));
    }
    for chosen in chosen_in(resolved, clause) {
        let option = Line::from("    ").add(format!("{}={}: ", chosen.option, chosen.choice), ink::STRONG);
        page.hanging(4, option.text(format!("{} {}", chosen.says, chosen.choice_says)));
    }
}

fn unknown(resolved: &Resolved, key: &str) -> Failure {
    let mut known: Vec<String> = Key::ALL.iter().map(|key| key.name()).collect();
    known.extend(resolved.yaku.iter().map(|yaku| format!("yaku.{}", yaku.id)));
    // Often only the section is missing.
    let ends = |known: &&String| known.split_once('.').is_some_and(|(_, name)| name == key);
    let slip = || nearest(key, known.iter().map(String::as_str));
    let near = known.iter().find(ends).map(String::as_str).or_else(slip);
    let hint = near.map_or("`jantaku rules keys` lists all keys".to_owned(), |near| {
        format!("did you mean {near:?}?")
    });
    Failure::Asked(format!("{} has no key or yaku {key:?}; {hint}", resolved.spec))
}
