//! One hand in, its score sheet out: what `jantaku score --batch` and `POST /api/score` read and write.
//!
//! An unreadable or impossible line gets an error as its answer and never stops the lines after it.

pub mod offered;
pub mod request;
pub mod response;

pub(crate) mod claim;
pub(crate) mod line;

use std::collections::BTreeMap;

use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use serde_json::Value;

use crate::once_json::{self, Read};
pub use claim::Claim;
pub use line::LineRow;
use request::{Request, RequestError};
use response::{BadRequest, Response};

/// The most compiled rulebooks kept: a batch names few, and this bounds what a stranger can make us keep.
const KEPT: usize = 64;

/// Scores lines, and keeps the rulebooks they name.
#[derive(Debug)]
pub struct Scorer<'a> {
    library: &'a Library,
    compiled: BTreeMap<String, Result<Rules, RequestError>>,
}

impl<'a> Scorer<'a> {
    /// A scorer with the rulebooks of a library.
    pub fn new(library: &'a Library) -> Scorer<'a> {
        Scorer {
            library,
            compiled: BTreeMap::new(),
        }
    }

    /// Answers one line of JSON with one line of JSON.
    pub fn score_line(&mut self, line: &str) -> String {
        let response = match read_line(line) {
            Ok(request) => self.score(&request),
            Err(response) => response,
        };
        response.to_json()
    }

    pub fn score(&mut self, request: &Request) -> Response {
        match self.rules(&request.rules) {
            Ok(rules) => score(rules, request),
            Err(error) => BadRequest::new(request.id.clone(), error),
        }
    }

    /// A rulebook, compiled once.
    pub(crate) fn rules(&mut self, spec: &str) -> Result<&Rules, &RequestError> {
        if !self.compiled.contains_key(spec) && self.compiled.len() >= KEPT {
            self.compiled.clear();
        }
        let library = self.library;
        let compile = || library.rules(spec).map_err(|errors| RequestError::rulebook(&errors));
        self.compiled.entry(spec.to_owned()).or_insert_with(compile).as_ref()
    }
}

/// Answers one line of JSON with one line of JSON; for many lines keep a [`Scorer`].
pub fn score_line(library: &Library, line: &str) -> String {
    Scorer::new(library).score_line(line)
}

/// Reads a request from JSON, or returns the error response.
pub fn read_line(line: &str) -> Result<Request, Response> {
    let bad = |id: Option<&Value>, error: &RequestError| BadRequest::new(id.cloned(), error);
    match once_json::read(line) {
        Ok(Read { value, twice: None }) => Request::read(&value).map_err(|error| bad(value.get("id"), &error)),
        Ok(Read {
            value,
            twice: Some(key),
        }) => Err(bad(value.get("id"), &RequestError::Twice(key))),
        Err(error) => Err(bad(None, &RequestError::Json(error.to_string()))),
    }
}

/// Answers a request with this rulebook, whichever one it names.
pub fn score(rules: &Rules, request: &Request) -> Response {
    match Claim::of(rules, request) {
        Ok(claim) => claim.settle(rules, request.id.clone()),
        Err(error) => BadRequest::new(request.id.clone(), &error),
    }
}
