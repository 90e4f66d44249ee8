//! What a room stores before it tells anybody.

use super::info::Presence;
use super::{Room, info, unix_time};
use crate::record::Record;
use crate::store::{Append, Finished, Mark, StoreError, Summary};
use crate::tally;
use tokio::sync::oneshot;
use tokio::time::Instant;

impl Room {
    /// Stores a record, then applies it.
    pub(super) async fn keep(&mut self, record: Record) {
        let mark = match record {
            Record::Closed => Mark::Closed,
            _ => Mark::Same,
        };
        self.store(std::slice::from_ref(&record), mark).await;
        self.fold(&record);
    }

    /// Stores records that make sense only together, all of them or none, then applies them.
    pub(super) async fn keep_all(&mut self, records: impl IntoIterator<Item = Record>) {
        let records: Vec<Record> = records.into_iter().collect();
        self.store(&records, Mark::Same).await;
        records.iter().for_each(|record| self.fold(record));
    }

    pub(super) fn fold(&mut self, record: &Record) {
        if let Err(fault) = self.game.take(record) {
            tracing::error!(table = %self.game.id, %fault, "a record does not fit");
        }
    }

    /// Stores what players have taken from their banks, as the server stops. It is tried only once: a restart can do without it.
    pub(super) async fn store_clocks(&mut self) {
        let now = Instant::now();
        for seat in self.game.seats() {
            self.clocks.stop(seat, now);
        }
        let records = self.clocks.unsaved();
        if !records.is_empty() {
            let (done, kept) = oneshot::channel();
            self.around.store.append(self.append(&records, Mark::Same), done);
            let _ = kept.await;
        }
    }

    fn append(&self, records: &[Record], mark: Mark) -> Append {
        let texts = records.iter().filter_map(|record| serde_json::to_string(record).ok());
        Append {
            table: self.game.id.clone(),
            epoch: self.epoch,
            first: self.stored,
            records: texts.collect(),
            book: None,
            place: None,
            mark,
        }
    }

    /// Stores records durably; waits while the disk is full or the database locked.
    pub(super) async fn store(&mut self, records: &[Record], mark: Mark) {
        // What is already stored need not wait for the disk.
        self.viewers.flush();
        let append = self.append(records, mark);
        let began = Instant::now();
        loop {
            let (done, kept) = oneshot::channel();
            self.around.store.append(append.clone(), done);
            let answer = kept
                .await
                .unwrap_or_else(|_| Err(StoreError::Broken("the store is gone".to_owned())));
            match answer {
                Ok(()) => break,
                Err(why) if why.may_pass() => {
                    self.answer_unstored(&why).await;
                    self.wait_to_store(&why).await;
                }
                Err(StoreError::Fenced) => self.stop_fenced().await,
                Err(why @ StoreError::Damaged(_)) => self.stop_damaged(&why).await,
                Err(why) => {
                    // Nothing unsaved is ever told: the server stops, and restarts from what it has.
                    let _ = self.around.broken.send(why).await;
                    std::future::pending::<()>().await;
                }
            }
        }
        self.resume();
        self.stored += append.records.len() as u32;
        let metrics = &self.around.metrics;
        metrics.records.inc_by(append.records.len() as u64);
        metrics.store_seconds.observe(began.elapsed().as_secs_f64());
    }

    /// The game as the lobby lists it, once it is over.
    pub(super) fn finished(&self) -> Option<Finished> {
        let result = self.game.table.result()?;
        let info = info::table_info(&self.game, |_| Presence::default());
        let summary = Summary {
            id: self.game.id.to_string(),
            name: info.name,
            rules: info.rules,
            rulebook: info.rulebook,
            names: info.players.into_iter().map(|player| player.name).collect(),
            points: result.points.iter().map(|points| points.0).collect(),
            places: result.places.as_slice().to_vec(),
            ended: unix_time() as u32,
            cast: self.game.start.order.clone().unwrap_or_default(),
            left: info.left,
            void: self.game.is_void(),
        };
        Some(Finished {
            summary,
            listed: self.game.setup.listed,
            sessions: info::sessions(&self.game).concat(),
            players: info::sessions(&self.game),
            tallies: tally::of(&self.game),
        })
    }
}
