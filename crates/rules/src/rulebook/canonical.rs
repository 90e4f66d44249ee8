//! The canonical text of a rulebook, which games keep: everything it builds on merged, with nothing but what its clauses set.
//!
//! The same rules always give the same text, and its SHA-256 is the rulebook's hash. Keys that no clause sets are left out, so
//! a new key in the engine changes neither the text nor the hash of any rulebook. Translations of clauses and options are left out too: they
//! are no other rules. Earlier versions wrote those of options, which are still read.

mod read;

use super::clause::{Clause, ClauseRef};
use super::rules::Rules;
use super::settings::Key;
use super::source::BESIDE;
use super::value::{Value, quoted};
use super::yaku::{Beside, Names, Unless, Worth, Yaku};
use std::fmt::Write;

/// Writes a rulebook for an engine with these keys.
pub(super) fn write(rules: &Rules, keys: &[Key]) -> String {
    let mut text = Text {
        rules,
        toml: String::with_capacity(32 * 1024),
    };
    text.line("[rulebook]");
    text.field("spec", &quoted(&rules.spec));
    text.field("name", &names(&rules.names));
    text.words("edition", &rules.edition);
    for chosen in &rules.options {
        text.line("\n[[option]]");
        text.field("rulebook", &quoted(&chosen.rulebook));
        text.field("id", &quoted(&chosen.option));
        text.flag("asked", chosen.asked);
        text.clause("clause", chosen.clause);
        text.words("says", &chosen.says);
        text.field("choice", &quoted(&chosen.choice));
        text.words("choice-says", &chosen.choice_says);
    }
    text.line("\n[sets]");
    let mut set: Vec<(String, Key)> = keys.iter().map(|key| (key.name(), *key)).collect();
    set.sort();
    for (name, key) in set
        .into_iter()
        .filter(|(_, key)| rules.because(*key) != ClauseRef::NONE)
    {
        text.set(&name, key);
    }
    for yaku in &rules.yaku {
        text.yaku(yaku);
    }
    for clause in &rules.clauses {
        text.whole_clause(clause);
    }
    text.toml
}

struct Text<'a> {
    rules: &'a Rules,
    toml: String,
}

impl Text<'_> {
    fn line(&mut self, line: &str) {
        self.toml.push_str(line);
        self.toml.push('\n');
    }

    fn field(&mut self, key: &str, value: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.toml, "{key} = {value}");
    }

    fn words(&mut self, key: &str, words: &str) {
        if !words.is_empty() {
            self.field(key, &quoted(words));
        }
    }

    fn flag(&mut self, key: &str, flag: bool) {
        if flag {
            self.field(key, "true");
        }
    }

    fn clause(&mut self, key: &str, clause: ClauseRef) {
        self.field(key, &quoted(self.rules.clause_id(clause)));
    }

    fn set(&mut self, name: &str, key: Key) {
        let (first, last) = (self.rules.first_because(key), self.rules.because(key));
        let id = |clause| Value::Text(self.rules.clause_id(clause).to_owned());
        let mut set = vec![
            ("is".to_owned(), self.rules.settings.value(key)),
            ("by".to_owned(), id(last)),
        ];
        if first != last {
            set.push(("first-by".to_owned(), id(first)));
        }
        self.field(name, &Value::Table(set).to_string());
    }

    fn yaku(&mut self, yaku: &Yaku) {
        let Yaku {
            id,
            names: named,
            when,
            unless,
            worth,
            each,
            bonus,
            beside,
            over,
            waives_fu,
            clause,
            asked_by,
            over_by,
            beside_by,
            waives_by,
            clauses,
        } = yaku;
        self.line(&format!("\n[yaku.{id}]"));
        self.field("name", &names(named));
        match worth {
            Worth::Han { closed, open } => {
                self.field("han", &closed.to_string());
                if open != closed {
                    self.field("open", &open.to_string());
                }
            }
            Worth::Yakuman(n) => self.field("yakuman", &n.to_string()),
            Worth::Points(points) => self.field("points", &points.to_string()),
        }
        self.field("when", &quoted(when));
        if !unless.is_empty() {
            let by = |unless: &Unless| self.rules.clause_id(unless.clause);
            let by = list(unless.iter().map(by));
            self.field("unless", &list(unless.iter().map(|unless| unless.when.as_str())));
            self.field("unless-by", &by);
        }
        self.words("each", each);
        self.flag("bonus", *bonus);
        if let Some((word, _)) = BESIDE
            .iter()
            .find(|(_, known)| known == beside && *known != Beside::default())
        {
            self.field("beside", &quoted(word));
        }
        if !over.is_empty() {
            self.field("over", &list(over.iter().map(String::as_str)));
        }
        self.flag("waives-fu", *waives_fu);
        self.field(
            "clauses",
            &list(clauses.iter().map(|clause| self.rules.clause_id(*clause))),
        );
        // By default the last of these clauses.
        for (key, by) in [("given-by", clause), ("asked-by", asked_by)] {
            if clauses.last() != Some(by) {
                self.clause(key, *by);
            }
        }
        // By default the clause that gives its worth.
        for (key, is_set, by) in [
            ("over-by", !over.is_empty(), over_by),
            ("beside-by", *beside != Beside::default(), beside_by),
            ("waives-by", *waives_fu, waives_by),
        ] {
            if is_set && by != clause {
                self.clause(key, *by);
            }
        }
    }

    fn whole_clause(&mut self, clause: &Clause) {
        let Clause {
            id,
            rulebook,
            says,
            reading,
            etiquette,
        } = clause;
        self.line("\n[[clause]]");
        self.field("id", &quoted(id));
        self.field("rulebook", &quoted(rulebook));
        self.field("says", &quoted(says));
        if *etiquette {
            self.field("kind", "\"etiquette\"");
        }
        if let Some(reading) = reading {
            let reading = languages([("chosen", &reading.chosen), ("instead", &reading.instead)]);
            self.field("reading", &reading.to_string());
        }
    }
}

fn names(Names { en, de, ja, romaji, zh }: &Names) -> String {
    let mut all = languages([("de", de), ("ja", ja), ("romaji", romaji), ("zh", zh)]);
    if let Value::Table(entries) = &mut all {
        // The English name is always written.
        entries.insert(0, ("en".to_owned(), Value::Text(en.clone())));
    }
    all.to_string()
}

/// A table of the texts that are not empty.
fn languages<const N: usize>(texts: [(&str, &String); N]) -> Value {
    let said = texts.into_iter().filter(|(_, text)| !text.is_empty());
    Value::Table(
        said.map(|(key, text)| (key.to_owned(), Value::Text(text.clone())))
            .collect(),
    )
}

fn list<'a>(ids: impl Iterator<Item = &'a str>) -> String {
    Value::List(ids.map(|id| Value::Text(id.to_owned())).collect()).to_string()
}

#[cfg(test)]
mod tests;
