//! What the operator sees of every node: who is connected there, or the last lines of its log.

use super::Site;
use super::connected::Connected;
use crate::cluster::News;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, timeout_at};

/// How long to wait for the other nodes.
const PATIENCE: Duration = Duration::from_secs(1);
/// Connections and bytes of the log in one message. NATS takes a megabyte unless its operator says otherwise.
const MOST_CONNECTED: usize = 1000;
const MOST_BYTES: usize = 256 * 1024;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Look {
    Connected,
    Log,
}

/// What there is to see at one node.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Seen {
    pub(crate) node: String,
    pub(crate) connected: Vec<Connected>,
    /// The latest first.
    pub(crate) lines: Vec<String>,
}

impl Seen {
    pub(crate) fn here(site: &Site, look: Look) -> Seen {
        let config = &site.hub.around.config;
        let mut seen = Seen {
            node: config.node.clone(),
            connected: Vec::new(),
            lines: Vec::new(),
        };
        match look {
            Look::Connected => {
                seen.connected = site.connected.list();
                seen.connected.truncate(MOST_CONNECTED);
            }
            Look::Log => {
                let mut bytes = 0;
                let fits = |line: &String| {
                    bytes += line.len();
                    bytes <= MOST_BYTES
                };
                seen.lines = config.log.lines().into_iter().take_while(fits).collect();
            }
        }
        seen
    }

    /// This node first, then all others that answer, by name.
    pub(super) async fn everywhere(site: &Arc<Site>, look: Look) -> Vec<Seen> {
        let here = Seen::here(site, look);
        let Some(cluster) = site.hub.cluster() else {
            return vec![here];
        };
        let (mut news, ticket, others) = (cluster.news(), cluster.ticket(), cluster.others());
        cluster.spread(News::Look { ticket, look });
        let until = Instant::now() + PATIENCE;
        let mut answers: Vec<Seen> = Vec::new();
        while answers.len() < others {
            match timeout_at(until, news.recv()).await {
                Ok(Ok(News::Seen { ticket: of, seen })) if of == ticket => {
                    let is_new = answers.iter().all(|known| known.node != seen.node);
                    answers.extend(is_new.then_some(seen));
                }
                Ok(Ok(_) | Err(RecvError::Lagged(_))) => {}
                Ok(Err(RecvError::Closed)) | Err(_) => break,
            }
        }
        answers.sort_by(|one, other| one.node.cmp(&other.node));
        answers.insert(0, here);
        answers
    }
}
