//! Rulebooks of requests, those that people have saved included.

use super::Hub;
use crate::machine::spawn_blocking;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_table::fair::Bytes32;
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

    /// The rulebook of a request, or of a hash, for whoever scores by it: a table's page leads to the edition that it plays.
    pub(crate) async fn rules_or_edition(self: &Arc<Hub>, spec: &str) -> Result<Arc<Rules>, String> {
        if Bytes32::from_hex(spec).is_none() {
            return self.rules(spec).await;
        }
        let (hub, spec) = (Arc::clone(self), spec.to_owned());
        let found = spawn_blocking(move || hub.rulebooks.of_spec(&spec, &*hub.around.store));
        found.await.map_err(|error| error.to_string())?
    }
}
