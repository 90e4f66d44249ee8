//! Finds the files behind a request and the order in which they apply: the parent, then overlays, then the child.

use super::error::{ErrorKind, RulebookError, error};
use super::library::Library;
use super::limits;
use super::source::{Lined, Source, SourceChoice, SourceOption};
use super::spec::{Part, Spec};
use crate::nearest::nearest;
use std::ops::Range;

/// The files of a request in the order in which they apply, and the options chosen.
#[derive(Debug)]
pub(super) struct Layers<'a> {
    /// The full request: an overlay requested alone has its base added.
    pub(super) spec: Spec,
    pub(super) sources: Vec<&'a Source>,
    /// The files of each part of the request: a rulebook with its parents, or an overlay.
    pub(super) parts: Vec<Range<usize>>,
    /// Choices that the request names, in the order in which they apply.
    pub(super) explicit: Vec<Choice<'a>>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<'a> {
    pub(super) source: &'a Source,
    pub(super) option: &'a SourceOption,
    pub(super) choice: &'a SourceChoice,
}

impl<'a> Layers<'a> {
    pub(super) fn of(library: &'a Library, mut spec: Spec) -> Result<Layers<'a>, Vec<RulebookError>> {
        let asked = spec.to_string();
        let mut finder = Finder {
            library,
            asked: &asked,
            found: Vec::new(),
            errors: Vec::new(),
        };
        finder.add_base(&mut spec);
        if !finder.errors.is_empty() {
            return Err(finder.errors);
        }
        let mut bounds = Vec::new();
        for (i, part) in spec.parts().enumerate() {
            let before = finder.found.len();
            if i == 0 {
                finder.rulebook(&part.id, None, &mut Vec::new());
            } else {
                finder.overlay(&part.id, None);
            }
            bounds.push(before..finder.found.len());
        }
        if finder.errors.is_empty() && finder.found.len() > limits::LAYERS.most {
            let expected = limits::LAYERS.expected();
            let found = finder.found.len().to_string();
            finder
                .errors
                .push(error(&asked, 0, "", ErrorKind::TooMany, expected, found));
        }
        // Choices of overlays apply before those of the rulebook.
        let parts: Vec<_> = spec.parts().zip(bounds).collect();
        let mut explicit = Vec::new();
        for (part, bounds) in parts.iter().skip(1).chain(parts.first()) {
            let own = finder.found[bounds.clone()].to_vec();
            explicit.extend(finder.choices(part, &own));
        }
        let parts: Vec<Range<usize>> = parts.into_iter().map(|(_, bounds)| bounds).collect();
        for bounds in &parts {
            finder.options_once(bounds.clone());
        }
        let Finder {
            found: sources, errors, ..
        } = finder;
        if errors.is_empty() {
            Ok(Layers {
                spec,
                sources,
                parts,
                explicit,
            })
        } else {
            Err(errors)
        }
    }
}

struct Finder<'a, 'b> {
    library: &'a Library,
    asked: &'b str,
    found: Vec<&'a Source>,
    errors: Vec<RulebookError>,
}

/// The file, line and key that refer to another file; none for the request itself.
type Place<'a> = Option<(&'a Source, &'a Lined, &'static str)>;

impl<'a> Finder<'a, '_> {
    /// Puts an overlay that is requested alone on its base.
    fn add_base(&mut self, spec: &mut Spec) {
        let Some(source) = self.library.source(&spec.base.id) else {
            return;
        };
        if !source.overlay {
            return;
        }
        match &source.base {
            Some(base) => {
                let overlay = std::mem::replace(&mut spec.base, Part::plain(&base.text));
                spec.overlays.insert(0, overlay);
            }
            None => {
                let expected = format!("a rulebook under the overlay, as in \"rulebook+{}\"", source.id);
                self.errors
                    .push(error(self.asked, 0, "", ErrorKind::AnOverlay, expected, "none"));
            }
        }
    }

    /// Adds the parent of a rulebook, its overlays, then the rulebook.
    fn rulebook(&mut self, id: &str, place: Place<'a>, below: &mut Vec<&'a str>) {
        let Some(source) = self.find(id, place) else { return };
        if below.contains(&source.id.as_str()) {
            let chain = [below.as_slice(), &[source.id.as_str()]].concat().join(" extends ");
            return self.fail(
                place,
                ErrorKind::Cycle,
                "a parent that does not extend this rulebook",
                &chain,
            );
        }
        if source.overlay {
            return self.fail(
                place,
                ErrorKind::AnOverlay,
                "a rulebook",
                &format!("the overlay {id:?}"),
            );
        }
        if below.len() >= limits::LAYERS.most {
            return self.fail(place, ErrorKind::TooMany, &limits::LAYERS.expected(), id);
        }
        below.push(&source.id);
        if let Some(parent) = &source.extends {
            self.rulebook(&parent.text, Some((source, parent, "rulebook.extends")), below);
        }
        for overlay in &source.with {
            self.overlay(&overlay.text, Some((source, overlay, "rulebook.with")));
        }
        self.found.push(source);
    }

    fn overlay(&mut self, id: &str, place: Place<'a>) {
        let Some(source) = self.find(id, place) else { return };
        if !source.overlay {
            return self.fail(
                place,
                ErrorKind::NotAnOverlay,
                "an overlay",
                &format!("the rulebook {id:?}"),
            );
        }
        if self.found.iter().any(|other| other.id == source.id) {
            return self.fail(
                place,
                ErrorKind::LayerTwice,
                "each overlay once",
                &format!("{id:?} twice"),
            );
        }
        self.found.push(source);
    }

    fn find(&mut self, id: &str, place: Place<'a>) -> Option<&'a Source> {
        let found = self.library.source(id);
        if found.is_none() {
            let known = self.library.sources().map(|source| source.id.as_str());
            let expected = match nearest(id, known) {
                Some(near) => format!("a known rulebook; did you mean {near:?}?"),
                None => "a known rulebook".to_owned(),
            };
            self.fail(place, ErrorKind::UnknownRulebook, &expected, &format!("{id:?}"));
        }
        found
    }

    /// The choices of one part of the request, among its own options and those of its parents, in file order.
    fn choices(&mut self, part: &Part, own: &[&'a Source]) -> Vec<Choice<'a>> {
        let mut choices = Vec::new();
        for (name, chosen) in &part.chosen {
            let found = own.iter().enumerate().find_map(|(depth, source)| {
                let place = source.options.iter().position(|option| option.id.text == *name)?;
                Some((depth, place, *source, &source.options[place]))
            });
            let Some((depth, place, source, option)) = found else {
                let names = own
                    .iter()
                    .flat_map(|source| source.options.iter().map(|option| option.id.text.as_str()));
                let expected = match nearest(name, names) {
                    Some(near) => format!("an option of {}; did you mean {near:?}?", part.id),
                    None => format!("an option of {}", part.id),
                };
                self.errors
                    .push(error(self.asked, 0, name, ErrorKind::UnknownOption, expected, ""));
                continue;
            };
            let Some(choice) = option.choices.iter().find(|choice| choice.id.text == *chosen) else {
                let names: Vec<&str> = option.choices.iter().map(|choice| choice.id.text.as_str()).collect();
                let (expected, found) = (names.join(" or "), format!("{chosen:?}"));
                self.errors
                    .push(error(self.asked, 0, name, ErrorKind::UnknownChoice, expected, found));
                continue;
            };
            choices.push((depth, place, Choice { source, option, choice }));
        }
        choices.sort_by_key(|(depth, place, _)| (*depth, *place));
        choices.into_iter().map(|(_, _, choice)| choice).collect()
    }

    /// Reports options with an id that a parent or overlay of the same rulebook already has.
    fn options_once(&mut self, bounds: Range<usize>) {
        let own = &self.found[bounds];
        let all = own
            .iter()
            .flat_map(|source| source.options.iter().map(move |option| (*source, &option.id)));
        let mut twice = Vec::new();
        for (source, id) in all {
            let first = own.iter().find(|first| first.option(&id.text).is_some());
            twice.extend(
                first
                    .filter(|first| first.id != source.id)
                    .map(|first| (source, id, first.id.clone())),
            );
        }
        for (source, id, first) in twice {
            let expected = format!("an id that no option of {first} has");
            let place = Some((source, id, "option.id"));
            self.fail(place, ErrorKind::OptionTwice, &expected, &format!("{:?}", id.text));
        }
    }

    fn fail(&mut self, place: Place<'_>, kind: ErrorKind, expected: &str, found: &str) {
        self.errors.push(match place {
            Some((source, name, key)) => error(&source.file, name.line, key, kind, expected, found),
            None => error(self.asked, 0, "", kind, expected, found),
        });
    }
}
