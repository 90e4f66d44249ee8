//! What facts, keys and errors mean in the languages of the players, read from `meanings.toml`.
//!
//! English is beside the fact, the word or the field. A sentence is found by it, so that a changed one has no translation
//! until somebody writes a new one.

use crate::rulebook::error::ErrorKind;
use crate::rulebook::source::Also;
use crate::sheet::words;
use std::collections::BTreeMap;
use std::sync::OnceLock;

const TEXT: &str = include_str!("meanings.toml");
/// Sections whose entries are called by their English.
const SENTENCES: [&str; 4] = ["fact", "word", "field", "hand"];

/// A sentence with its translations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Meaning {
    pub en: String,
    pub also: Also,
}

/// Everything that is translated.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Meanings {
    /// Facts, words that keys take, fields of files, and why a test hand makes no yaku, by their English.
    pub sentences: BTreeMap<String, Meaning>,
    /// What a key decides, by its name.
    pub keys: BTreeMap<String, Meaning>,
    /// What is wrong and what to do, by [`ErrorKind::word`].
    pub errors: BTreeMap<String, Meaning>,
}

/// Everything that is translated.
pub fn all() -> &'static Meanings {
    static ALL: OnceLock<Meanings> = OnceLock::new();
    ALL.get_or_init(read)
}

/// A sentence of a fact, word, field or test hand in all languages; in English only where there is no translation.
#[must_use]
pub fn sentence(english: &str) -> Meaning {
    all().sentences.get(english).cloned().unwrap_or_else(|| Meaning {
        en: english.to_owned(),
        also: Also::default(),
    })
}

/// What a key decides.
#[must_use]
pub fn key(name: &str) -> Option<&'static Meaning> {
    all().keys.get(name)
}

/// What is wrong, and what to do.
#[must_use]
pub fn error(kind: ErrorKind) -> Option<&'static Meaning> {
    all().errors.get(&kind.word())
}

fn read() -> Meanings {
    let mut sections = words::read("meanings.toml", TEXT);
    let mut taken = |section: &str| -> BTreeMap<String, Meaning> {
        let entries = sections.remove(section).unwrap_or_default();
        let meaning = |(id, names): (String, crate::rulebook::yaku::Names)| {
            let meaning = Meaning {
                en: if names.en.is_empty() { id.clone() } else { names.en },
                also: Also {
                    de: names.de,
                    ja: names.ja,
                    zh: names.zh,
                },
            };
            (id, meaning)
        };
        entries.into_iter().map(meaning).collect()
    };
    Meanings {
        sentences: SENTENCES.into_iter().flat_map(&mut taken).collect(),
        keys: taken("key"),
        errors: taken("error"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::VOCABULARY;
    use crate::rulebook::setting::Shape;
    use crate::rulebook::settings::Key;

    fn is_whole(meaning: &Meaning) -> bool {
        let Also { de, ja, zh } = &meaning.also;
        [&meaning.en, de, ja, zh].into_iter().all(|text| !text.is_empty())
    }

    /// The sentences of the words and fields of a shape.
    fn said(shape: &Shape) -> Vec<&'static str> {
        match shape {
            Shape::Word(words) => words.iter().map(|(_, says)| says.trim()).collect(),
            Shape::List(each) => said(each),
            Shape::Record(fields) => {
                let parts = fields.iter().flat_map(|field| said(&field.shape));
                fields.iter().map(|field| field.doc.trim()).chain(parts).collect()
            }
            _ => Vec::new(),
        }
    }

    #[test]
    fn every_fact_word_and_field_is_translated() {
        let facts = VOCABULARY.iter().map(|fact| fact.doc);
        let words = Key::ALL.iter().flat_map(|key| said(&key.info().shape));
        let missing: Vec<_> = facts.chain(words).filter(|says| !is_whole(&sentence(says))).collect();
        assert!(missing.is_empty(), "add to meanings.toml: {missing:?}");
    }

    #[test]
    fn every_key_is_translated_from_what_it_says_now() {
        for key in Key::ALL {
            let info = key.info();
            let meaning = super::key(&info.name).unwrap_or_else(|| panic!("add {} to meanings.toml", info.name));
            assert!(is_whole(meaning), "{}", info.name);
            assert_eq!(meaning.en, info.doc, "translate {} again", info.name);
        }
        assert_eq!(all().keys.len(), Key::ALL.len());
    }

    #[test]
    fn every_kind_of_error_says_what_to_do() {
        for kind in ErrorKind::ALL {
            assert!(
                error(*kind).is_some_and(is_whole),
                "add {} to meanings.toml",
                kind.word()
            );
        }
        assert_eq!(all().errors.len(), ErrorKind::ALL.len());
    }
}
