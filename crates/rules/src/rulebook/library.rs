//! All rulebooks that can be asked for: those that come with the program, and those that strangers add.

use super::compile;
use super::error::{ErrorKind, MOST_ERRORS, RulebookError, error};
use super::layers::Layers;
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

/// Rulebooks, each found by its id.
#[derive(Clone, Debug, Default)]
pub struct Library {
    shelf: Vec<Shelved>,
}

/// A file, with what is wrong in it.
#[derive(Clone, Debug)]
struct Shelved {
    source: Source,
    errors: Vec<RulebookError>,
}

impl Library {
    /// The rulebooks that come with the program.
    pub fn builtin() -> Library {
        Library::of(BUILTIN.iter().copied())
    }

    /// Rulebooks by file name and text. One with errors is kept, and tells them when it is asked for.
    pub fn of<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Library {
        let shelf = files.into_iter().map(|(file, text)| {
            let (source, errors) = Source::parse(file, text);
            Shelved { source, errors }
        });
        Library { shelf: shelf.collect() }
    }

    /// Adds a stranger's rulebook, which may extend those already here, and returns its id. One with any error is not added.
    pub fn add(&mut self, text: &str) -> Result<String, Vec<RulebookError>> {
        let file = Source::id_of(text).map_or("rulebook.toml".to_owned(), |id| format!("{id}.toml"));
        let (source, errors) = Source::parse(&file, text);
        let id = source.id.clone();
        if self.source(&id).is_some() {
            let taken = error(
                &file,
                source.line,
                "rulebook.id",
                ErrorKind::IdTaken,
                "an id of its own",
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

    /// Puts a file here, in the place of the one with its id if there is one, and returns that id. One with errors tells them when it is
    /// asked for.
    pub fn put(&mut self, file: &str, text: &str) -> String {
        let (source, errors) = Source::parse(file, text);
        let id = source.id.clone();
        self.shelf.retain(|shelved| shelved.source.id != id);
        self.shelf.push(Shelved { source, errors });
        id
    }

    /// The rulebook that a request names, compiled; or everything that is wrong with it.
    pub fn rules(&self, request: &str) -> Result<Rules, Vec<RulebookError>> {
        let (resolved, mut errors) = self.lay_together(Spec::parse(request).map_err(|error| vec![error])?)?;
        match compile::compile(&resolved) {
            Ok(rules) if errors.is_empty() => return Ok(rules),
            Ok(_) => {}
            Err(more) => errors.extend(more),
        }
        Err(sorted(errors))
    }

    /// The same before it is compiled, to ask where its values come from.
    pub fn resolve(&self, request: &str) -> Result<Resolved, Vec<RulebookError>> {
        let (resolved, errors) = self.lay_together(Spec::parse(request).map_err(|error| vec![error])?)?;
        if errors.is_empty() {
            Ok(resolved)
        } else {
            Err(sorted(errors))
        }
    }

    /// Everything that is wrong with a file: as it stands, and with each of its choices made. A file that is only there for others to build
    /// on, and sits on nothing, is looked at in those that use it.
    pub fn check(&self, id: &str) -> Vec<RulebookError> {
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
        for request in requests {
            errors.extend(self.rules(&request).err().unwrap_or_default());
        }
        sorted(errors)
    }

    /// The file of a rulebook.
    pub fn source(&self, id: &str) -> Option<&Source> {
        self.sources().find(|source| source.id == id)
    }

    /// All files, in the order in which they came.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.shelf.iter().map(|shelved| &shelved.source)
    }

    /// What is wrong with a file by itself.
    fn errors_of(&self, id: &str) -> &[RulebookError] {
        self.shelf
            .iter()
            .find(|shelved| shelved.source.id == id)
            .map_or(&[], |shelved| &shelved.errors)
    }

    /// Lays the files of a request together, beside all errors so far; without that where a file could not be read at all.
    fn lay_together(&self, spec: Spec) -> Result<(Resolved, Vec<RulebookError>), Vec<RulebookError>> {
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
        if errors
            .iter()
            .any(|error| matches!(error.kind, ErrorKind::Syntax | ErrorKind::TooLarge))
        {
            return Err(sorted(errors));
        }
        let (resolved, more) = Resolved::merge(&layers);
        errors.extend(more);
        Ok((resolved, errors))
    }
}

/// In the order of files and lines, each once, and no more than say something.
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
    fn every_file_of_the_folder_comes_with_the_program() {
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
    fn a_choice_may_bring_in_a_clause_of_its_own() {
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
