//! Rulebooks of requests, those that people have saved included.

use super::Hub;
use crate::machine::spawn_blocking;
use jantaku_rules::rulebook::rules::Rules;
use std::sync::Arc;

impl Hub {
    /// The rulebook of a request, or what is wrong with it.
    pub(crate) async fn rules(self: &Arc<Hub>, request: &str) -> Result<Arc<Rules>, String> {
        if !self.rulebooks.may_be_saved(request) {
            return self.rulebooks.rules(request);
        }
        let (hub, request) = (Arc::clone(self), request.to_owned());
        let found = spawn_blocking(move || hub.rulebooks.of_request(&request, &*hub.around.store));
        found.await.map_err(|error| error.to_string())?
    }
}
