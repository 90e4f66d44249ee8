//! Requests that name rulebooks which somebody saved: they are read from the store each time, so that every node offers the latest.

use super::request::Keyed;
use super::{LONGEST_SPEC, Offer, Rulebooks, found, places, remember, told};
use crate::books::shelf::{self, Shelved};
use crate::store::{Store, StoreError};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_table::fair::Bytes32;
use std::sync::Arc;

/// A library that has the rulebooks of a request, and the request without its keys.
pub(crate) struct Opened {
    pub offer: Arc<Offer>,
    /// The library of the offer with saved rulebooks beside it; none if the request names none.
    pub beside: Option<Library>,
    pub plain: String,
}

impl Opened {
    pub(crate) fn library(&self) -> &Library {
        self.beside.as_ref().unwrap_or(&self.offer.library)
    }
}

/// The saved rulebooks of a request, which is `plain` without its keys.
struct Named {
    plain: String,
    books: Vec<Shelved>,
}

impl Named {
    /// What identifies the editions: a name may be given anew, but never with the same key.
    fn cache_key(&self) -> String {
        let edition = |book: &Shelved| format!("{}~{}@{} ", book.row.name, book.about.key, book.row.edition);
        self.books.iter().map(edition).collect::<String>() + &self.plain
    }
}

impl Rulebooks {
    /// Does a request name anything that the offer lacks, and the store may have?
    pub(crate) fn may_be_saved(&self, request: &str) -> bool {
        let offer = self.offer();
        let keyed = Keyed::read(request);
        let is_saved =
            |part: &super::request::KeyedPart| part.key.is_some() || offer.library.source(&part.name).is_none();
        request.len() <= LONGEST_SPEC && keyed.parts.iter().any(is_saved)
    }

    /// The rulebook of a request, from the offer or from what people have saved; or what is wrong with the request.
    pub(crate) fn of_request(&self, request: &str, store: &dyn Store) -> Result<Arc<Rules>, String> {
        let offer = self.offer();
        let Some(named) = self.named(&offer, request, store)? else {
            return self.rules(request);
        };
        let key = named.cache_key();
        if let Some(rules) = found(&offer.saved, &key) {
            return Ok(rules);
        }
        let library = beside(&offer, &named, store)?;
        let rules = Arc::new(library.rules(&named.plain).map_err(|errors| told(&errors))?);
        remember(&offer.saved, key, &rules);
        remember(&self.by_hash, Bytes32(rules.hash), &rules);
        if let Ok(resolved) = library.resolve(&named.plain) {
            let all = Arc::new(places(&rules).map(|place| resolved.replaced(place)).collect());
            remember(&self.replaced, Bytes32(rules.hash), &all);
        }
        Ok(rules)
    }

    /// A library in which a request can be looked up.
    pub(crate) fn opened(&self, request: &str, store: &dyn Store) -> Result<Opened, String> {
        let offer = self.offer();
        if request.len() > LONGEST_SPEC {
            return Err(format!("more than {LONGEST_SPEC} characters"));
        }
        let named = self.named(&offer, request, store)?;
        let beside = named.as_ref().map(|named| beside(&offer, named, store)).transpose()?;
        Ok(Opened {
            plain: named.map_or_else(|| request.to_owned(), |named| named.plain),
            beside,
            offer,
        })
    }

    /// The saved rulebooks of a request; none if it names none that may be seen.
    fn named(&self, offer: &Offer, request: &str, store: &dyn Store) -> Result<Option<Named>, String> {
        if !self.may_be_saved(request) {
            return Ok(None);
        }
        let Keyed { plain, parts } = Keyed::read(request);
        let mut books: Vec<Shelved> = Vec::new();
        for part in parts {
            let is_offered = offer.library.source(&part.name).is_some();
            if is_offered && part.key.is_some() {
                return Err(format!(
                    "{:?} is a rulebook of this server now, and no saved one",
                    part.name
                ));
            }
            if is_offered || books.iter().any(|book| book.row.name == part.name) {
                continue;
            }
            let book = shelf::named(store, &part.name).map_err(|error| unread(&error))?;
            let book = book.filter(|book| book.row.listed || book.has_key(part.key.as_deref()));
            match book {
                Some(book) => books.push(book),
                None if part.key.is_some() => {
                    return Err(format!("there is no rulebook {:?}, or its key is wrong", part.name));
                }
                None => {}
            }
        }
        Ok((!books.is_empty()).then_some(Named { plain, books }))
    }
}

/// The library of an offer with these rulebooks beside its own.
fn beside(offer: &Offer, named: &Named, store: &dyn Store) -> Result<Library, String> {
    let mut library = offer.library.clone();
    for Shelved { row, .. } in &named.books {
        let edition = store
            .saved_edition(&row.name, row.edition)
            .map_err(|error| unread(&error))?;
        // It may have been removed or saved again at this moment.
        let edition = edition.ok_or_else(|| format!("{:?} is being saved; try again", row.name))?;
        library.put(&format!("{}.toml", row.name), &edition.text);
    }
    Ok(library)
}

fn unread(error: &StoreError) -> String {
    tracing::warn!(%error, "a saved rulebook could not be read");
    "saved rulebooks cannot be read at the moment".to_owned()
}
