//! Requests for a rulebook: `rulebook(option=choice)+overlay`.

use super::error::{ErrorKind, RulebookError, error};
use super::source::is_name;
use std::fmt;

/// Length limit of a request.
const LONGEST: usize = 1_000;

/// A rulebook and overlays on it, each with chosen options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The rulebook, or an overlay that has a base.
    pub base: Part,
    /// In the order in which they apply.
    pub overlays: Vec<Part>,
}

/// One rulebook or overlay of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    pub id: String,
    /// Options and choices, in the order of the request.
    pub chosen: Vec<(String, String)>,
}

impl Part {
    /// A rulebook with default options.
    pub fn plain(id: &str) -> Part {
        Part {
            id: id.to_owned(),
            chosen: Vec::new(),
        }
    }
}

impl Spec {
    /// Parses a request.
    ///
    /// ```
    /// use jantaku_rules::rulebook::spec::Spec;
    ///
    /// let spec = Spec::parse("club( length=short ) + flowers")?;
    /// assert_eq!(spec.to_string(), "club(length=short)+flowers");
    /// # Ok::<(), jantaku_rules::RulebookError>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Spec`] for text in another form, [`ErrorKind::OptionTwice`] for an option named twice. Whether the rulebook and the options exist is up to the [`Library`](crate::Library).
    pub fn parse(text: &str) -> Result<Spec, RulebookError> {
        let wrong = |found: &str| {
            let expected = "a request like rulebook, rulebook(option=choice) or rulebook+overlay";
            error(text, 0, "", ErrorKind::Spec, expected, found)
        };
        if text.len() > LONGEST {
            return Err(wrong(&format!("{} characters", text.len())));
        }
        let mut parts = Vec::new();
        for part in text.split('+') {
            let part = parse_part(part.trim()).ok_or_else(|| wrong(&format!("{part:?}")))?;
            let names = || part.chosen.iter().map(|(option, _)| option);
            if let Some((_, twice)) = names()
                .enumerate()
                .find(|(i, name)| names().take(*i).any(|other| other == *name))
            {
                let found = format!("{twice:?} twice");
                return Err(error(text, 0, twice, ErrorKind::OptionTwice, "each option once", found));
            }
            parts.push(part);
        }
        let base = parts.remove(0);
        Ok(Spec { base, overlays: parts })
    }

    /// The base first, then the overlays.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        std::iter::once(&self.base).chain(&self.overlays)
    }
}

fn parse_part(text: &str) -> Option<Part> {
    let Some((id, rest)) = text.split_once('(') else {
        return is_name(text).then(|| Part::plain(text));
    };
    let id = id.trim();
    let mut part = is_name(id).then(|| Part::plain(id))?;
    let inside = rest.strip_suffix(')')?;
    if inside.trim().is_empty() {
        return Some(part);
    }
    for pair in inside.split(',') {
        let (option, choice) = pair.split_once('=')?;
        let (option, choice) = (option.trim(), choice.trim());
        if !is_name(option) || !is_name(choice) {
            return None;
        }
        part.chosen.push((option.to_owned(), choice.to_owned()));
    }
    Some(part)
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.parts().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { "+" }, part.id)?;
            let chosen: Vec<String> = part
                .chosen
                .iter()
                .map(|(option, choice)| format!("{option}={choice}"))
                .collect();
            if !chosen.is_empty() {
                write!(f, "({})", chosen.join(","))?;
            }
        }
        Ok(())
    }
}
