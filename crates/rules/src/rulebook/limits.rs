//! The limits of rulebooks. They come from strangers, so their size and the work that they cause are bounded, and both are counted rather
//! than timed: the same file is accepted or refused everywhere.

use super::error::{ErrorKind, Errors};
use super::layers::Layers;
use super::source::{Changes, ClauseAlso, Source};
use super::value::Value;
use crate::expression;
use crate::yaku_table;
use std::collections::BTreeSet;

/// A limit, as messages and `jantaku rules limits` describe it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limit {
    /// What is counted, to follow the number: "options in a file".
    pub what: &'static str,
    pub most: usize,
}

macro_rules! limits {
    ($( $name:ident = $most:expr, $what:literal; )+) => {
        $( #[doc = $what] pub const $name: Limit = Limit { what: $what, most: $most }; )+

        /// Every limit.
        pub const ALL: &[Limit] = &[$($name,)+];
    };
}

limits! {
    FILE_BYTES = 256 * 1024, "bytes in a file";
    MERGED_BYTES = 2 * FILE_BYTES.most, "bytes in a rulebook with everything it builds on";
    NESTING = 16, "levels of lists and tables in each other";
    CLAUSES = 1_000, "clauses in a file";
    YAKU_CHANGES = 1_000, "yaku in the clauses and choices of a file";
    YAKU = yaku_table::MOST_YAKU, "yaku in a rulebook with everything it builds on";
    ALTERNATIVES = yaku_table::MOST_TERMS, "alternatives in the conditions of all yaku of a rulebook";
    CONDITION_LENGTH = expression::LONGEST, "characters in a condition";
    CONDITION_DEPTH = expression::DEEPEST as usize, "levels of brackets and nots in a condition";
    CONDITION_ALTERNATIVES = expression::MOST_TERMS, "alternatives in a condition";
    CONDITION_STEPS = 2_000_000, "steps to compile the conditions of a file or rulebook";
    OPTIONS = 32, "options in a file";
    CHOICES = 32, "choices of an option";
    FILE_CHOICES = 128, "choices of all options of a file";
    EXAMPLES = 200, "worked examples in a file";
    EXAMPLE_RULES = 16, "different `rules` in the worked examples of a file";
    LAYERS = 16, "files in a rulebook";
    NAME = 48, "letters, digits and dashes in an id";
    CHECK_STEPS = 10_000_000, "steps to check a file with each of its choices";
    HANDS = crate::settlement::next_hand::MOST_HANDS as usize, "hands in a game, after which it ends";
}

impl Limit {
    /// What an error message says was expected.
    #[must_use]
    pub fn expected(&self) -> String {
        let Limit { most, what } = self;
        format!("at most {most} {what} (see `jantaku rules limits`)")
    }
}

/// The steps that merging and checking these files take: an upper bound, where a step is about the work to compare two names.
pub(super) fn steps(layers: &Layers<'_>) -> u64 {
    let sum = |count: fn(&Source) -> usize| layers.sources.iter().map(|source| count(source) as u64).sum::<u64>();
    // Translations are not merged.
    let translated = sum(|source| source.clauses_also().map(ClauseAlso::bytes).sum());
    let bytes = sum(|source| source.bytes).saturating_sub(translated);
    let sets = sum(|source| changes(source).map(|changes| changes.sets.len()).sum());
    let patches = sum(|source| {
        changes(source)
            .map(|changes| changes.yaku.len() + changes.off.len())
            .sum()
    });
    let names = sum(names);
    let options = sum(|source| source.options.len());
    // Whether a choice has an effect is decided for each key, by all other choices of its option and everything that sets the key.
    let decided: u64 = layers
        .sources
        .iter()
        .flat_map(|source| &source.options)
        .map(|option| {
            let sets: usize = option.choices.iter().map(|choice| choice.changes.sets.len()).sum();
            (sets * (sets + 200)) as u64
        })
        .sum();
    bytes / 4 + 10 * names + patches * (patches / 2 + 20) + 10 * sets + options * (options + 3 * sets) + decided
}

/// Reports whatever there is too much of in all clauses, options and examples of a file together.
pub(super) fn bound(source: &Source, errors: &mut Errors<'_>) {
    let choices = source.options.iter().map(|option| option.choices.len()).sum();
    let yaku = changes(source).map(|changes| changes.yaku.len()).sum();
    let rules = source
        .examples
        .iter()
        .filter_map(|example| match example.given.get("rules") {
            Some(Value::Text(rules)) => Some(rules.as_str()),
            _ => None,
        });
    let rules: BTreeSet<&str> = rules.collect();
    for (key, count, limit) in [
        ("option.choice", choices, FILE_CHOICES),
        ("yaku", yaku, YAKU_CHANGES),
        ("example.given.rules", rules.len(), EXAMPLE_RULES),
    ] {
        if count > limit.most {
            errors.add(
                source.line,
                key,
                ErrorKind::TooMany,
                limit.expected(),
                count.to_string(),
            );
        }
    }
}

/// The changes of all clauses and choices.
fn changes(source: &Source) -> impl Iterator<Item = &Changes> {
    let choices = source.options.iter().flat_map(|option| &option.choices);
    let clauses = source.clauses.iter().map(|clause| &clause.changes);
    clauses.chain(choices.map(|choice| &choice.changes))
}

/// Names in lists.
fn names(source: &Source) -> usize {
    let over = changes(source).flat_map(|changes| &changes.yaku);
    let over: usize = over.map(|patch| patch.over.as_ref().map_or(0, Vec::len)).sum();
    let clauses = source.clauses.iter();
    let named: usize = clauses.map(|clause| clause.replaces.len() + clause.amends.len()).sum();
    over + named + source.with.len()
}
