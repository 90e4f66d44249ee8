//! Clauses and options in other languages.
//!
//! A translation belongs to the English words in a file, not to the rules: it is in neither the canonical text nor the hash. It is found
//! by these words, so a game that began before a clause was translated shows the translation too, unless the clause said something else
//! then.

use super::clause::{Clause, ReadingNote};
use super::library::Library;
use super::resolved::ChosenOption;
use super::rules::Rules;
use super::source::{Also, ClauseAlso, Source};

/// A clause as a file words it: what it says, the reading and the other reading, each with its translations. Empty where it has none.
type Wording<'a> = [(&'a str, &'a Also); 3];

impl Library {
    /// A clause in other languages, as far as its file, or an option that rewords it, has the same words with translations.
    ///
    /// ```
    /// use jantaku_rules::{Library, Rules};
    ///
    /// let library = Library::builtin();
    /// let rules = library.rules("zan").expect("a built-in rulebook");
    /// let stored = Rules::from_canonical(rules.canonical()).expect("text from `canonical`");
    /// assert!(library.translated(&stored.clauses[0]).says.de.contains("136 Steine"));
    /// ```
    pub fn translated(&self, clause: &Clause) -> ClauseAlso {
        let wordings: Vec<Wording<'_>> = self.sources().flat_map(|source| wordings(source, clause)).collect();
        let (chosen, instead) = words(clause.reading.as_ref());
        let mut place = 0..;
        let [says, chosen, instead] = [clause.says.as_str(), chosen, instead].map(|text| {
            let place = place.next().unwrap_or_default();
            let same = wordings
                .iter()
                .map(|wording| wording[place])
                .filter(|(words, _)| *words == text);
            let mut found = same.map(|(_, also)| also).filter(|also| **also != Also::default());
            found.next().cloned().unwrap_or_default()
        });
        ClauseAlso { says, chosen, instead }
    }
}

impl Rules {
    /// All its clauses in other languages, in their order: those of the files it was compiled from, or else those that a library has for
    /// the same words.
    pub fn translated(&self, library: &Library) -> Vec<ClauseAlso> {
        let own = self.clauses_also.iter().map(Some).chain(std::iter::repeat(None));
        let both = self.clauses.iter().zip(own);
        both.map(|(clause, own)| own.cloned().unwrap_or_else(|| library.translated(clause)))
            .collect()
    }
}

impl Rules {
    /// All its options in other languages, in their order, found in the same way.
    pub fn translated_options(&self, library: &Library) -> Vec<ChosenOption> {
        let mut options = self.options.clone();
        for chosen in &mut options {
            let source = library.source(&chosen.rulebook);
            let Some(option) = source.and_then(|source| source.option(&chosen.option)) else {
                continue;
            };
            let fill = |also: &mut Also, same: bool, known: &Also| {
                if *also == Also::default() && same {
                    also.clone_from(known);
                }
            };
            fill(&mut chosen.also, option.says == chosen.says, &option.also);
            if let Some(choice) = option.choices.iter().find(|choice| choice.id.text == chosen.choice) {
                fill(&mut chosen.choice_also, choice.says == chosen.choice_says, &choice.also);
            }
        }
        options
    }
}

/// What a file has a clause say: itself, if it is the clause's own file, and in its options.
fn wordings<'a>(source: &'a Source, clause: &Clause) -> impl Iterator<Item = Wording<'a>> {
    let clauses = source.clauses.iter().filter(|_| source.id == clause.rulebook);
    let own = clauses
        .filter(|own| own.id.text == clause.id)
        .map(|own| wording(&own.says, own.reading.as_ref(), &own.also));
    let choices = source.options.iter().flat_map(|option| &option.choices);
    let reworded = choices
        .flat_map(|choice| &choice.rewords)
        .filter(|reworded| reworded.clause.text == clause.id)
        .map(|to| wording(to.says.as_deref().unwrap_or_default(), to.reading.as_ref(), &to.also));
    own.chain(reworded)
}

fn wording<'a>(says: &'a str, reading: Option<&'a ReadingNote>, also: &'a ClauseAlso) -> Wording<'a> {
    let (chosen, instead) = words(reading);
    [(says, &also.says), (chosen, &also.chosen), (instead, &also.instead)]
}

fn words(reading: Option<&ReadingNote>) -> (&str, &str) {
    reading.map_or(("", ""), |reading| (&reading.chosen, &reading.instead))
}
