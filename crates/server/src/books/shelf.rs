//! Saved rulebooks as the store has them: who owns them, who may see them, and their editions.

use crate::books::draft::Draft;
use crate::config::Limits;
use crate::machine::unix_time;
use crate::room::Place;
use crate::store::{Put, SavedEdition, SavedRow, Store, StoreError};
use crate::token::SessionHash;
use crate::wire::books::{BookInfo, BookOrigin, EditionInfo};
use crate::wire::lobby::NamesJson;
use serde::{Deserialize, Serialize};

/// Editions that are kept of a rulebook, the latest.
pub(crate) const KEPT: u32 = 50;
/// The longest note about an edition, in characters.
pub(crate) const LONGEST_NOTE: usize = 200;

/// A saved rulebook with what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct Shelved {
    pub row: SavedRow,
    pub about: About,
}

/// What the body of its row holds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct About {
    /// Who knows it can read and play the rulebook, also while it is private.
    pub key: String,
    pub since: u64,
    pub title: NamesJson,
    pub extends: Option<String>,
    pub overlay: bool,
    pub seats: u8,
    pub based_on: Option<BookOrigin>,
    /// The latest edition.
    pub latest: Saving,
}

/// Who saved an edition, when, and what they wrote about it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Saving {
    pub saved: u64,
    pub who: String,
    pub note: String,
}

/// Why a rulebook was not saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NotSaved {
    /// Somebody else has the name, or has changed or removed the rulebook meanwhile.
    Outdated,
    TooMany,
    Store(StoreError),
}

impl Shelved {
    fn of(row: SavedRow) -> Result<Shelved, StoreError> {
        let about = serde_json::from_str(&row.body);
        let about = about.map_err(|error| StoreError::Damaged(format!("the saved rulebook {}: {error}", row.name)))?;
        Ok(Shelved { row, about })
    }

    pub(crate) fn has_key(&self, key: Option<&str>) -> bool {
        key.is_some_and(|key| SessionHash::of(key) == SessionHash::of(&self.about.key))
    }

    pub(crate) fn is_of(&self, sessions: &[SessionHash]) -> bool {
        sessions.contains(&self.row.owner)
    }

    pub(crate) fn info(&self, sessions: &[SessionHash]) -> BookInfo {
        let Shelved { row, about } = self;
        let request = match row.listed {
            true => row.name.clone(),
            false => format!("{}~{}", row.name, about.key),
        };
        BookInfo {
            name: row.name.clone(),
            request,
            title: about.title.clone(),
            who: about.latest.who.clone(),
            mine: self.is_of(sessions),
            listed: row.listed,
            edition: row.edition,
            saved: about.latest.saved as u32,
            since: about.since as u32,
            note: about.latest.note.clone(),
            extends: about.extends.clone(),
            overlay: about.overlay,
            seats: about.seats,
            based_on: about.based_on.clone(),
        }
    }
}

pub(crate) fn named(store: &dyn Store, name: &str) -> Result<Option<Shelved>, StoreError> {
    store.saved(name)?.map(Shelved::of).transpose()
}

/// Those that whoever has these sessions can find, their own first, then the latest first.
pub(crate) fn list(store: &dyn Store, sessions: &[SessionHash]) -> Result<Vec<Shelved>, StoreError> {
    let rows = store.saved_list(sessions)?.into_iter();
    // What cannot be read is found by a check.
    let mut all: Vec<Shelved> = rows.filter_map(|row| Shelved::of(row).ok()).collect();
    all.sort_by_key(|book| (!book.is_of(sessions), std::cmp::Reverse(book.about.latest.saved)));
    Ok(all)
}

pub(crate) fn history(store: &dyn Store, name: &str) -> Result<Vec<EditionInfo>, StoreError> {
    let editions = store.saved_history(name)?.into_iter();
    let known = |(edition, bytes, about): (u32, u32, String)| edition_info(edition, bytes, &about);
    Ok(editions.filter_map(known).collect())
}

pub(crate) fn edition_info(edition: u32, bytes: u32, about: &str) -> Option<EditionInfo> {
    let Saving { saved, who, note } = serde_json::from_str(about).ok()?;
    Some(EditionInfo {
        edition,
        saved: saved as u32,
        who,
        note,
        bytes,
    })
}

/// What somebody wants to save.
pub(crate) struct Edit<'a> {
    pub draft: &'a Draft,
    pub text: String,
    pub listed: bool,
    pub note: String,
    pub who: String,
}

impl Edit<'_> {
    fn about(&self, key: String, since: u64, based_on: Option<BookOrigin>) -> About {
        let source = self.draft.source();
        About {
            key,
            since,
            title: (&source.map(|source| source.names.clone()).unwrap_or_default()).into(),
            extends: source.and_then(|source| source.extends.as_ref().map(|base| base.text.clone())),
            overlay: source.is_some_and(|source| source.overlay),
            seats: self.draft.rules().map_or(0, |rules| rules.seats() as u8),
            based_on,
            latest: Saving {
                saved: unix_time(),
                who: self.who.clone(),
                note: self.note.clone(),
            },
        }
    }
}

/// Who saves a new rulebook, and from where.
#[derive(Clone, Copy)]
pub(crate) struct Author {
    pub session: SessionHash,
    pub place: Place,
}

/// Saves a new rulebook.
pub(crate) fn add(
    store: &dyn Store,
    author: Author,
    edit: &Edit<'_>,
    key: String,
    based_on: Option<BookOrigin>,
    limits: &Limits,
) -> Result<Shelved, NotSaved> {
    let place = author.place.0;
    let most = limits.books_per_address;
    for (places, most) in [
        (place..=place, most),
        (author.place.neighbours(), most.saturating_mul(Place::SHARES)),
    ] {
        let counted = store.saved_count(author.session, places).map_err(NotSaved::Store)?;
        if counted.of_owner >= limits.books_per_person || counted.from_place >= most {
            return Err(NotSaved::TooMany);
        }
    }
    let about = edit.about(key, unix_time(), based_on);
    let row = SavedRow {
        name: edit.draft.id.clone(),
        version: 0,
        owner: author.session,
        place: Some(place),
        listed: edit.listed,
        bytes: 0,
        edition: 1,
        body: written(&about)?,
    };
    put(store, row, about, Some(edit.text.clone()))
}

/// Saves the next edition of a rulebook, or only whether it is listed if its text stays.
pub(crate) fn change(store: &dyn Store, book: &Shelved, edit: &Edit<'_>) -> Result<Shelved, NotSaved> {
    let latest = store
        .saved_edition(&book.row.name, book.row.edition)
        .map_err(NotSaved::Store)?;
    let is_same = latest.is_some_and(|latest| latest.text == edit.text);
    if is_same && book.row.listed == edit.listed {
        return Ok(book.clone());
    }
    let mut about = edit.about(book.about.key.clone(), book.about.since, book.about.based_on.clone());
    if is_same {
        about.latest = book.about.latest.clone();
    }
    let row = SavedRow {
        listed: edit.listed,
        edition: book.row.edition + u32::from(!is_same),
        body: written(&about)?,
        ..book.row.clone()
    };
    put(store, row, about, (!is_same).then(|| edit.text.clone()))
}

fn put(store: &dyn Store, row: SavedRow, about: About, text: Option<String>) -> Result<Shelved, NotSaved> {
    let saving = written(&about.latest)?;
    let edition = text.map(|text| SavedEdition {
        n: row.edition,
        about: saving,
        text,
    });
    match store.put_saved(row.clone(), edition, KEPT).map_err(NotSaved::Store)? {
        Put::Stored => Ok(Shelved { row, about }),
        Put::Outdated => Err(NotSaved::Outdated),
    }
}

fn written(value: &impl Serialize) -> Result<String, NotSaved> {
    serde_json::to_string(value).map_err(|error| NotSaved::Store(StoreError::Broken(error.to_string())))
}
