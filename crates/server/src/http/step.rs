//! Keeps the doors of all nodes in step: what an address has used at one counts at all, who is banned or signed out at one is so everywhere, and the owner logs out of all of them.

use super::{Seen, Site};
use crate::cluster::News;
use crate::machine::spawn_blocking;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{MissedTickBehavior, interval};

/// How often the others hear what was used here.
const SPENT: Duration = Duration::from_millis(100);
/// How often to look at the bans and the logins that have ended, in case news of them was lost.
const LOOK: Duration = Duration::from_secs(10);

/// Until the server stops; at once where there are no other nodes.
pub(crate) async fn keep_step(site: Arc<Site>) {
    let Some(cluster) = site.hub.cluster() else {
        return;
    };
    let mut news = cluster.news();
    let mut bans = site.bans.watch();
    let mut accounts = site.accounts.watch();
    let [mut spends, mut looks] = [SPENT, LOOK].map(interval);
    spends.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            biased;
            heard = news.recv() => match heard {
                Ok(News::Spent { kind, uses }) => {
                    if let Some(allowances) = site.allowances.kinds().get(kind) {
                        allowances.spend(&uses);
                    }
                }
                Ok(News::Bans) => look(&site).await,
                Ok(News::Online(players)) => site.presence.heard_of(&players),
                Ok(News::Accounts) => site.accounts.look_again(),
                Ok(News::Tokens(tokens)) => site.accounts.look_again_at(&tokens),
                Ok(News::LoggedOut { login, until }) => site.gate.end(login, until),
                Ok(News::Look { ticket, look }) => {
                    let seen = Seen::here(&site, look);
                    cluster.spread(News::Seen { ticket, seen });
                }
                Ok(News::Seen { .. }) => {}
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            },
            _ = spends.tick() => {
                for (kind, allowances) in site.allowances.kinds().into_iter().enumerate() {
                    let uses = allowances.spent();
                    if !uses.is_empty() {
                        cluster.spread(News::Spent { kind, uses });
                    }
                }
            }
            Ok(()) = bans.changed() => cluster.spread(News::Bans),
            changed = accounts.recv() => match changed {
                Ok(tokens) => cluster.spread(News::Tokens(tokens)),
                Err(_) => cluster.spread(News::Accounts),
            },
            _ = looks.tick() => {
                let players = site.presence.fresh();
                if !players.is_empty() {
                    cluster.spread(News::Online(players));
                }
                look(&site).await;
            }
        }
    }
}

async fn look(site: &Arc<Site>) {
    let site = Arc::clone(site);
    let _ = spawn_blocking(move || {
        site.bans.read_again();
        site.gate.read_again();
    })
    .await;
}
