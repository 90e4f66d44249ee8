//! A collection of rulebooks: the built-in ones and any that users add.

use super::compile;
use super::conditions::Conditions;
use super::error::{ErrorKind, MOST_ERRORS, RulebookError, error};
use super::layers::Layers;
use super::limits;
use super::resolved::Resolved;
use super::rules::Rules;
use super::source::Source;
use super::spec::Spec;

/// The files of the `rulebooks` folder.
const BUILTIN: &[(&str, &str)] = &[
    ("ema-2025.toml", include_str!("../../rulebooks/ema-2025.toml")),
    ("hana.toml", include_str!("../../rulebooks/hana.toml")),
    ("riichi.toml", include_str!("../../rulebooks/riichi.toml")),
    (
        "ryanzou-chankan.toml",
        include_str!("../../rulebooks/ryanzou-chankan.toml"),
    ),
    ("sanma.toml", include_str!("../../rulebooks/sanma.toml")),
    ("sanmatsuri.toml", include_str!("../../rulebooks/sanmatsuri.toml")),
    ("tenhou-sanma.toml", include_str!("../../rulebooks/tenhou-sanma.toml")),
    ("tenhou.toml", include_str!("../../rulebooks/tenhou.toml")),
    ("zan.toml", include_str!("../../rulebooks/zan.toml")),
    ("zung-jung.toml", include_str!("../../rulebooks/zung-jung.toml")),
];

/// A collection of rulebook files, which may build on each other.
///
/// ```
/// use jantaku_rules::Library;
///
/// let mut library = Library::builtin();
/// let club = r#"
///     rulebook = { id = "club", name = { en = "Our club" }, extends = "ema-2025" }
///     [[clause]]
///     id = "C-1"
///     says = "We play one round."
///     sets = { game.rounds = 1 }
/// "#;
/// assert_eq!(library.add(club), Ok("club".to_owned()));
/// let rules = library.rules("club").expect("it was checked when it was added");
/// assert_eq!(rules.settings.game.rounds, 1);
///
/// // Errors say where and what to do.
/// let errors = library.rules("clup").expect_err("a typing mistake");
/// assert!(errors[0].to_string().contains("did you mean \"club\"?"));
/// ```
#[must_use]
#[derive(Clone, Debug, Default)]
pub struct Library {
    shelf: Vec<Shelved>,
}

/// A file with its own errors.
#[derive(Clone, Debug)]
struct Shelved {
    source: Source,
    errors: Vec<RulebookError>,
}

impl Library {
    /// The rulebooks that come with this crate.
    pub fn builtin() -> Library {
        Library::of(BUILTIN.iter().copied())
    }

    /// A library of files, given as name and text. A file with errors is kept; requests for it return them.
    pub fn of<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Library {
        let shelf = files.into_iter().map(|(file, text)| {
            let (source, errors) = Source::parse(file, text);
            Shelved { source, errors }
        });
        Library { shelf: shelf.collect() }
    }

    /// Adds a user's rulebook, which may build on those already here, and returns its id.
    ///
    /// # Errors
    /// All errors of the file, with each of its choices tried, or [`ErrorKind::IdTaken`]. The file is then not added.
    pub fn add(&mut self, text: &str) -> Result<String, Vec<RulebookError>> {
        let (source, errors) = Source::parse_unnamed(text);
        let id = source.id.clone();
        if self.source(&id).is_some() {
            let taken = error(
                &source.file,
                source.line,
                "rulebook.id",
                ErrorKind::IdTaken,
                "an id that no other rulebook has",
                format!("{id:?}"),
            );
            return Err([errors, vec![taken]].concat());
        }
        self.shelf.push(Shelved { source, errors });
        let errors = self.check(&id);
        if errors.is_empty() {
            return Ok(id);
        }
        self.shelf.pop();
        Err(errors)
    }

    /// Adds a file, or replaces the one with its id, and returns that id. A file with errors is kept; requests for it return
    /// them.
    pub fn put(&mut self, file: &str, text: &str) -> String {
        let (source, errors) = Source::parse(file, text);
        let id = source.id.clone();
        self.shelf.retain(|shelved| shelved.source.id != id);
        self.shelf.push(Shelved { source, errors });
        id
    }

    /// Compiles the rulebook of a request such as `rulebook(option=choice)+overlay`.
    ///
    /// # Errors
    /// All errors in the request, the files behind it and their combination, at most [`MOST_ERRORS`].
    pub fn rules(&self, request: &str) -> Result<Rules, Vec<RulebookError>> {
        let (resolved, mut errors) = self.merged(request)?;
        match compile::compile(&resolved) {
            Ok(mut rules) if errors.is_empty() => {
                rules.clauses_also = rules.clauses.iter().map(|clause| self.translated(clause)).collect();
                return Ok(rules);
            }
            Ok(_) => {}
            Err(more) => errors.extend(more),
        }
        Err(sorted(errors))
    }

    /// The rulebook of a request before it is compiled, to find out where its values come from.
    ///
    /// # Errors
    /// All errors in the request and in the files behind it. Contradictions only show up in [`Library::rules`].
    pub fn resolve(&self, request: &str) -> Result<Resolved, Vec<RulebookError>> {
        let (resolved, errors) = self.merged(request)?;
        if errors.is_empty() {
            Ok(resolved)
        } else {
            Err(sorted(errors))
        }
    }

    /// All errors of a rulebook, as it is and with each choice of its options. An overlay without a base is checked in the rulebooks that
    /// use it.
    #[must_use]
    pub fn check(&self, id: &str) -> Vec<RulebookError> {
        self.check_within(id, &mut Conditions::default())
    }

    /// How many steps [`Library::check`] takes for a rulebook, at most [`limits::CHECK_STEPS`].
    #[must_use]
    pub fn check_steps(&self, id: &str) -> u64 {
        let mut conditions = Conditions::default();
        let before = conditions.steps;
        let _ = self.check_within(id, &mut conditions);
        before - conditions.steps
    }

    fn check_within(&self, id: &str, conditions: &mut Conditions) -> Vec<RulebookError> {
        let Some(source) = self.source(id) else {
            return self.rules(id).err().unwrap_or_default();
        };
        let mut requests = vec![id.to_owned()];
        if source.overlay && source.base.is_none() {
            let uses = |other: &&Source| other.with.iter().any(|overlay| overlay.text == id);
            requests = self.sources().filter(uses).map(|other| other.id.clone()).collect();
        } else {
            for option in &source.options {
                requests.extend(
                    option
                        .choices
                        .iter()
                        .map(|choice| format!("{id}({}={})", option.id.text, choice.id.text)),
                );
            }
        }
        let mut errors = self.errors_of(id).to_vec();
        if errors.iter().any(is_fatal) {
            return sorted(errors);
        }
        for request in &requests {
            let found = self.try_out(request, conditions);
            let is_over = found.iter().any(|error| error.kind == ErrorKind::TooMuchWork);
            // A choice may need another one beside it.
            errors.extend(found.into_iter().filter(|error| error.kind != ErrorKind::NoEffect));
            if is_over {
                break;
            }
        }
        // The whole text is measured once: choices add little to it.
        if let (true, Some(request)) = (errors.is_empty(), requests.first()) {
            errors.extend(self.rules(request).err().unwrap_or_default());
        }
        sorted(errors)
    }

    /// The errors of a request, found without compiling it for play.
    fn try_out(&self, request: &str, conditions: &mut Conditions) -> Vec<RulebookError> {
        let spec = Spec::parse(request).map_err(|error| vec![error]);
        match spec.and_then(|spec| self.merge(spec, &mut conditions.steps)) {
            Ok((resolved, mut errors)) => {
                errors.extend(compile::check(&resolved, conditions).err().unwrap_or_default());
                errors
            }
            Err(errors) => errors,
        }
    }

    pub fn source(&self, id: &str) -> Option<&Source> {
        self.sources().find(|source| source.id == id)
    }

    /// All files in the order in which they were added.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.shelf.iter().map(|shelved| &shelved.source)
    }

    /// The errors of a file on its own.
    fn errors_of(&self, id: &str) -> &[RulebookError] {
        self.shelf
            .iter()
            .find(|shelved| shelved.source.id == id)
            .map_or(&[], |shelved| &shelved.errors)
    }

    fn merged(&self, request: &str) -> Result<(Resolved, Vec<RulebookError>), Vec<RulebookError>> {
        let spec = Spec::parse(request).map_err(|error| vec![error])?;
        self.merge(spec, &mut (limits::CHECK_STEPS.most as u64))
    }

    /// Merges the files of a request and collects the errors so far. Fails only if a file cannot be read at all, or if it takes more than
    /// the steps that are left.
    fn merge(&self, spec: Spec, steps: &mut u64) -> Result<(Resolved, Vec<RulebookError>), Vec<RulebookError>> {
        let asked: Vec<String> = spec.parts().map(|part| part.id.clone()).collect();
        let layers = Layers::of(self, spec).map_err(|errors| {
            let own = asked.iter().flat_map(|id| self.errors_of(id).iter().cloned());
            sorted(own.chain(errors).collect())
        })?;
        let mut errors: Vec<RulebookError> = layers
            .sources
            .iter()
            .flat_map(|source| self.errors_of(&source.id))
            .cloned()
            .collect();
        if errors.iter().any(is_fatal) {
            return Err(sorted(errors));
        }
        let Some(left) = steps.checked_sub(limits::steps(&layers)) else {
            errors.extend(layers.sources.last().map(|source| {
                let expected = limits::CHECK_STEPS.expected();
                error(&source.file, source.line, "", ErrorKind::TooMuchWork, expected, "")
            }));
            return Err(sorted(errors));
        };
        *steps = left;
        let (resolved, more) = Resolved::merge(&layers);
        errors.extend(more);
        Ok((resolved, errors))
    }
}

/// Is so much wrong with a file that looking for more would only cost time?
fn is_fatal(error: &RulebookError) -> bool {
    use ErrorKind::{Syntax, TooDeep, TooLarge, TooMany, TooMuchWork};
    matches!(error.kind, Syntax | TooDeep | TooLarge | TooMany | TooMuchWork)
}

/// Sorted by file and line, without duplicates, at most [`MOST_ERRORS`].
fn sorted(mut errors: Vec<RulebookError>) -> Vec<RulebookError> {
    errors.sort();
    errors.dedup();
    errors.truncate(MOST_ERRORS);
    errors
}

#[cfg(test)]
mod tests {
    use super::super::settings::Key;
    use super::*;

    #[test]
    fn builtin_has_every_file_of_the_folder() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/rulebooks");
        let entries = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut files: Vec<String> = entries.filter(|file| file.ends_with(".toml")).collect();
        files.sort();
        let mut builtin: Vec<&str> = BUILTIN.iter().map(|(file, _)| *file).collect();
        builtin.sort_unstable();
        assert_eq!(builtin, files);
    }

    #[test]
    fn builtin_rulebooks_have_no_errors() {
        let library = Library::builtin();
        let errors: Vec<String> = library
            .sources()
            .flat_map(|source| library.check(&source.id))
            .map(|error| error.to_string())
            .collect();
        assert!(errors.is_empty(), "{}", errors.join("\n"));
    }

    #[test]
    fn choices_can_name_their_own_clause() {
        let library = Library::builtin();
        for (asked, key, clause) in [
            ("hana(variation=1)", Key::AsideFu, "HN-20"),
            ("hana(variation=2)", Key::AsideHan, "HN-30"),
            ("hana(variation=3)", Key::AsideChips, "HN-40"),
        ] {
            let rules = library.rules(asked).unwrap();
            assert_eq!(rules.clause_id(rules.because(key)), clause, "{asked}");
        }
    }
}
