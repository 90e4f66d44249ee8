//! The text of a rulebook that is being written, beside the rulebooks that the server offers.

use super::columns;
use crate::rulebooks::Offer;
use crate::wire::books::BookError;
use jantaku_rules::rulebook::error::{ErrorKind, RulebookError};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::resolved::Resolved;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::source::Source;
use jantaku_scenario::example::{self, Worked};
use std::sync::{Arc, OnceLock};

/// Words that the addresses of the API have in the place of a name.
const RESERVED: [&str; 6] = ["check", "try", "vocabulary", "schema", "meanings", "changes"];

/// A text with everything that is wrong with it.
pub(crate) struct Draft {
    /// Its name; empty if the text gives none.
    pub id: String,
    pub errors: Vec<BookError>,
    /// Its worked examples, each with what came out.
    pub worked: Vec<Worked>,
    library: Library,
    rules: OnceLock<Option<Arc<Rules>>>,
}

impl Draft {
    /// Reads a text. `name` is that of the rulebook which is being edited; without it, `is_taken` says whether others have the name.
    pub(crate) fn read(offer: &Offer, text: &str, name: Option<&str>, is_taken: &dyn Fn(&str) -> bool) -> Draft {
        let (source, unnamed) = Source::parse_unnamed(text);
        let id = source.id;
        let mut library = offer.library.clone();
        let is_offered = library.source(&id).is_some();
        let mut errors = Vec::new();
        let mut worked = Vec::new();
        // The file of a text without a name has none either.
        let mut file = unnamed.first().map(|error| error.file.clone()).unwrap_or_default();
        if id.is_empty() {
            errors = unnamed;
        } else if id.bytes().any(|byte| byte.is_ascii_uppercase()) || RESERVED.contains(&id.as_str()) {
            errors = unnamed;
            let expected = format!("a name in lower case other than {}", RESERVED.join(", "));
            errors.push(at_id(&file, &id, text, ErrorKind::WrongName, &expected));
        } else if is_offered || name.is_none() && is_taken(&id) {
            errors = unnamed;
            errors.push(at_id(
                &file,
                &id,
                text,
                ErrorKind::IdTaken,
                "an id that no other rulebook has",
            ));
        } else {
            file = format!("{}.toml", name.unwrap_or(&id));
            library.put(&file, text);
            errors.extend(library.check(&id));
            if errors.iter().all(|error| error.kind == ErrorKind::NotTheFileName) {
                worked = example::work(&library, &id);
                errors.extend(worked.iter().flat_map(|worked| worked.errors.iter().cloned()));
            }
            errors.sort();
            errors.dedup();
        }
        Draft {
            errors: errors.iter().map(|error| columns::placed(error, &file, text)).collect(),
            id,
            worked,
            library,
            rules: OnceLock::new(),
        }
    }

    pub(crate) fn source(&self) -> Option<&Source> {
        self.library.source(&self.id)
    }

    pub(crate) fn library(&self) -> &Library {
        &self.library
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.errors.is_empty()
    }

    /// The rulebook; none if the text has errors, or is an overlay without a base.
    pub(crate) fn rules(&self) -> Option<&Arc<Rules>> {
        let compiled = self.rules.get_or_init(|| {
            let is_broken = self.worked.is_empty() && !self.is_whole();
            let rules = (!is_broken).then(|| self.library.rules(&self.id).ok()).flatten();
            rules.map(Arc::new)
        });
        compiled.as_ref()
    }

    pub(crate) fn resolved(&self) -> Option<Resolved> {
        self.library.resolve(&self.id).ok()
    }
}

/// An error of the name.
fn at_id(file: &str, id: &str, text: &str, kind: ErrorKind, expected: &str) -> RulebookError {
    let is_id = |line: &str| line.contains("id") && line.contains(id);
    let line = text.lines().position(is_id).map_or(0, |line| line as u32 + 1);
    RulebookError {
        file: file.to_owned(),
        line,
        key: "rulebook.id".to_owned(),
        kind,
        expected: expected.to_owned(),
        found: format!("{id:?}"),
    }
}
