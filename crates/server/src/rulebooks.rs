//! The rulebooks of a server, each compiled once for all its tables.

pub(crate) mod examples;
pub mod replaced;
pub(crate) mod request;
mod saved;

use crate::game::GameFault;
use crate::store::Store;
use crate::wire::lobby::{ChoiceInfo, OptionInfo, RulebookInfo};
use examples::of_yaku;
use jantaku_rules::rulebook::error::RulebookError;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::query::Listing;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::source::SourceOption;
use jantaku_rules::win::Win;
use jantaku_table::fair::Bytes32;
use replaced::{AllReplaced, places};
use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// The longest request for a rulebook.
pub const LONGEST_SPEC: usize = 200;
/// Compiled rulebooks to keep; options combine in more ways than anybody plays.
const MOST_COMPILED: usize = 64;

/// What new tables can play by.
pub struct Offer {
    pub library: Library,
    pub list: Vec<RulebookInfo>,
    by_spec: Mutex<HashMap<String, Arc<Rules>>>,
    /// Editions of saved rulebooks, some with options.
    saved: Mutex<HashMap<String, Arc<Rules>>>,
}

impl Offer {
    fn new(library: Library) -> Offer {
        Offer {
            list: library.list().iter().map(|listing| info(&library, listing)).collect(),
            library,
            by_spec: Mutex::default(),
            saved: Mutex::default(),
        }
    }
}

pub struct Rulebooks {
    offer: RwLock<Arc<Offer>>,
    by_hash: Mutex<HashMap<Bytes32, Arc<Rules>>>,
    replaced: Mutex<HashMap<Bytes32, Arc<AllReplaced>>>,
    examples: Mutex<HashMap<Bytes32, Arc<Vec<Option<Win>>>>>,
    searching: Mutex<()>,
}

impl Rulebooks {
    pub fn new(library: Library) -> Rulebooks {
        Rulebooks {
            offer: RwLock::new(Arc::new(Offer::new(library))),
            by_hash: Mutex::default(),
            replaced: Mutex::default(),
            examples: Mutex::default(),
            searching: Mutex::default(),
        }
    }

    pub fn offer(&self) -> Arc<Offer> {
        Arc::clone(&self.offer.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Offers other rulebooks from now on. Tables keep those that they were opened with.
    pub fn change_offer(&self, library: Library) {
        let offer = Arc::new(Offer::new(library));
        *self.offer.write().unwrap_or_else(PoisonError::into_inner) = offer;
    }

    /// A rulebook of the library for a new table, or what is wrong with the request.
    pub fn rules(&self, spec: &str) -> Result<Arc<Rules>, String> {
        if spec.len() > LONGEST_SPEC {
            return Err(format!("more than {LONGEST_SPEC} characters"));
        }
        let offer = self.offer();
        if let Some(rules) = found(&offer.by_spec, spec) {
            return Ok(rules);
        }
        let rules = Arc::new(offer.library.rules(spec).map_err(|errors| told(&errors))?);
        remember(&offer.by_spec, spec.to_owned(), &rules);
        remember(&self.by_hash, Bytes32(rules.hash), &rules);
        Ok(rules)
    }

    /// A hand for each yaku of a rulebook, looked for once. One search runs at a time, so that strangers who ask for ever other options
    /// keep no more than one thread busy: whoever comes meanwhile gets none.
    pub fn examples(&self, rules: &Rules) -> Arc<Vec<Option<Win>>> {
        let hash = Bytes32(rules.hash);
        if let Some(examples) = found(&self.examples, &hash) {
            return examples;
        }
        let Ok(_alone) = self.searching.try_lock() else {
            return Arc::new(vec![None; rules.yaku.len()]);
        };
        self.searched(rules)
    }

    /// The same for whoever has waited for a turn elsewhere.
    pub(crate) fn searched(&self, rules: &Rules) -> Arc<Vec<Option<Win>>> {
        let hash = Bytes32(rules.hash);
        if let Some(examples) = found(&self.examples, &hash) {
            return examples;
        }
        let examples = Arc::new(of_yaku(rules));
        remember(&self.examples, hash, &examples);
        examples
    }

    /// The rulebook of a request, or of a hash: a table names what it plays by, which may be an earlier edition.
    ///
    /// # Errors
    /// What is wrong with the request, or that no table has played by such a rulebook.
    pub(crate) fn of_spec(&self, spec: &str, store: &dyn Store) -> Result<Arc<Rules>, String> {
        let Some(hash) = Bytes32::from_hex(spec) else {
            return self.of_request(spec, store);
        };
        let stored = self.stored(hash, store).map_err(|fault| fault.to_string())?;
        stored.ok_or_else(|| "no table here plays by this rulebook".to_owned())
    }

    /// The rulebook that was stored with a table, whatever the library holds now; none if there is no such rulebook.
    pub fn stored(&self, hash: Bytes32, store: &dyn Store) -> Result<Option<Arc<Rules>>, GameFault> {
        if let Some(rules) = found(&self.by_hash, &hash) {
            return Ok(Some(rules));
        }
        let Some(text) = store.book(&hash.to_string()).map_err(GameFault::Store)? else {
            return Ok(None);
        };
        let rules = Arc::new(Rules::from_canonical(&text).map_err(|errors| GameFault::Rules(told(&errors)))?);
        if rules.hash != hash.0 {
            let why = "the text of the stored rulebook does not match its hash";
            return Err(GameFault::Rules(why.to_owned()));
        }
        remember(&self.by_hash, hash, &rules);
        Ok(Some(rules))
    }
}

fn found<K: Hash + Eq + Borrow<Q>, Q: Hash + Eq + ?Sized, T>(
    compiled: &Mutex<HashMap<K, Arc<T>>>,
    name: &Q,
) -> Option<Arc<T>> {
    let compiled = compiled.lock().unwrap_or_else(PoisonError::into_inner);
    compiled.get(name).cloned()
}

fn remember<K: Hash + Eq, T>(compiled: &Mutex<HashMap<K, Arc<T>>>, name: K, value: &Arc<T>) {
    let mut compiled = compiled.lock().unwrap_or_else(PoisonError::into_inner);
    if compiled.len() >= MOST_COMPILED {
        compiled.clear();
    }
    compiled.insert(name, Arc::clone(value));
}

pub(crate) fn told(errors: &[RulebookError]) -> String {
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    texts.join("; ")
}

pub(crate) fn option_info(option: &SourceOption) -> OptionInfo {
    OptionInfo {
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
    }
}

fn info(library: &Library, listing: &Listing<'_>) -> RulebookInfo {
    let source = listing.source;
    RulebookInfo {
        id: source.id.clone(),
        name: (&source.names).into(),
        edition: source.edition.clone(),
        seats: library.rules(&source.id).map_or(4, |rules| rules.seats() as u8),
        overlay: source.overlay,
        base: source.base.as_ref().map(|base| base.text.clone()),
        options: listing.options.iter().map(|(_, option)| option_info(option)).collect(),
    }
}
