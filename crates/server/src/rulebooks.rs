//! The rulebooks of a server, each compiled once for all its tables.

use crate::wire::lobby::{ChoiceInfo, OptionInfo, RulebookInfo};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::query::Listing;
use jantaku_rules::rulebook::rules::Rules;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The longest request for a rulebook.
pub const LONGEST_SPEC: usize = 200;
/// Compiled rulebooks that are remembered; there are more ways to choose options than anybody plays.
const MOST_COMPILED: usize = 64;

/// All rulebooks.
pub struct Rulebooks {
    pub library: Library,
    pub list: Vec<RulebookInfo>,
    compiled: Mutex<HashMap<String, Arc<Rules>>>,
}

impl Rulebooks {
    /// The rulebooks of a library.
    pub fn new(library: Library) -> Rulebooks {
        let list = library.list().iter().map(|listing| info(&library, listing)).collect();
        Rulebooks {
            list,
            library,
            compiled: Mutex::new(HashMap::new()),
        }
    }

    /// A rulebook ready to play, or what is wrong with the request.
    pub fn rules(&self, spec: &str) -> Result<Arc<Rules>, String> {
        if spec.len() > LONGEST_SPEC {
            return Err(format!("more than {LONGEST_SPEC} characters"));
        }
        let compiled = || self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = compiled().get(spec) {
            return Ok(Arc::clone(rules));
        }
        let rules = self.library.rules(spec).map_err(|errors| {
            let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
            texts.join("; ")
        })?;
        let rules = Arc::new(rules);
        let mut compiled = compiled();
        if compiled.len() >= MOST_COMPILED {
            compiled.clear();
        }
        compiled.insert(spec.to_owned(), Arc::clone(&rules));
        Ok(rules)
    }
}

fn info(library: &Library, listing: &Listing<'_>) -> RulebookInfo {
    let source = listing.source;
    let base = source.base.as_ref().map(|base| base.text.clone());
    let option = |option: &jantaku_rules::rulebook::source::SourceOption| OptionInfo {
        id: option.id.text.clone(),
        says: option.says.clone(),
        also: (&option.also).into(),
        clause: option.clause.text.clone(),
        default: option.default.text.clone(),
        choices: option
            .choices
            .iter()
            .map(|choice| ChoiceInfo {
                id: choice.id.text.clone(),
                says: choice.says.clone(),
                also: (&choice.also).into(),
            })
            .collect(),
    };
    RulebookInfo {
        id: source.id.clone(),
        name: (&source.names).into(),
        edition: source.edition.clone(),
        seats: library.rules(&source.id).map_or(4, |rules| rules.seats() as u8),
        overlay: source.overlay,
        base,
        options: listing.options.iter().map(|(_, chosen)| option(chosen)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_chosen_is_said_in_every_language() {
        let rulebooks = Rulebooks::new(Library::builtin());
        let options: Vec<&OptionInfo> = rulebooks.list.iter().flat_map(|book| &book.options).collect();
        assert!(options.len() > 30);
        for option in options {
            let choices = option.choices.iter().map(|choice| (&choice.id, &choice.also));
            for (id, also) in choices.chain([(&option.id, &option.also)]) {
                let said = [&also.de, &also.ja, &also.zh].map(|says| !says.is_empty());
                assert_eq!(said, [true; 3], "{} {id}", option.id);
            }
        }
    }
}
