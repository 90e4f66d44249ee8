//! What a room stores, before anybody is told.

use super::{Room, info, unix_time};
use crate::record::Record;
use crate::store::{Append, Finished, Mark, StoreError, Summary};
use crate::wire::frame::ServerFrame;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep};

/// How often a full disk is tried again.
const DISK_RETRY: Duration = Duration::from_secs(1);

impl Room {
    /// Stores a record, then takes it in.
    pub(super) async fn keep(&mut self, record: Record) {
        let mark = match record {
            Record::Closed => Mark::Closed,
            _ => Mark::Same,
        };
        self.store(std::slice::from_ref(&record), mark).await;
        if let Err(fault) = self.game.take(&record) {
            tracing::error!(table = %self.game.id, %fault, "a record does not fit");
        }
    }

    /// Stores records for good; where there is no space, waits until there is some.
    pub(super) async fn store(&mut self, records: &[Record], mark: Mark) {
        // Nobody waits for the disk to learn what is already stored.
        self.viewers.flush();
        let texts = records.iter().filter_map(|record| serde_json::to_string(record).ok());
        let append = Append {
            table: self.game.id.clone(),
            first: self.stored,
            records: texts.collect(),
            book: None,
            mark,
        };
        let began = Instant::now();
        let mut paused = false;
        loop {
            let (done, kept) = oneshot::channel();
            self.around.store.append(append.clone(), done);
            let answer = kept
                .await
                .unwrap_or_else(|_| Err(StoreError::Broken("the store is gone".to_owned())));
            match answer {
                Ok(()) => break,
                Err(StoreError::Full) => {
                    if !paused {
                        tracing::warn!(table = %self.game.id, "no space left, the table pauses");
                        let what = "disk-full".to_owned();
                        self.viewers.put_all(&ServerFrame::Notice { what });
                    }
                    paused = true;
                    self.viewers.flush();
                    sleep(DISK_RETRY).await;
                }
                Err(error) => {
                    // What was not stored is not told; the server stops and begins again with what it has.
                    let _ = self.around.broken.send(error).await;
                    std::future::pending::<()>().await;
                }
            }
        }
        if paused {
            let what = String::new();
            self.viewers.put_all(&ServerFrame::Notice { what });
        }
        self.stored += append.records.len() as u32;
        self.around.metrics.stored(append.records.len(), began.elapsed());
    }

    /// The game for the lobby's list, once it is over.
    pub(super) fn finished(&self) -> Option<Finished> {
        let result = self.game.table.result()?;
        let info = info::table_info(&self.game, |_| (false, false));
        let summary = Summary {
            id: self.game.id.to_string(),
            name: info.name,
            rules: info.rules,
            rulebook: info.rulebook,
            names: info.players.into_iter().map(|player| player.name).collect(),
            points: result.points.iter().map(|points| points.0).collect(),
            places: result.places.as_slice().to_vec(),
            ended: unix_time() as u32,
        };
        Some(Finished {
            summary,
            listed: self.game.setup.listed,
            sessions: info::sessions(&self.game).concat(),
        })
    }
}
