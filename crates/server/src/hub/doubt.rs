//! Tables that this node may own without knowing: the store's answer was lost, or whoever waited for it went away. No other node adopts
//! them as long as this one is alive, so it must go on with them itself.

use super::Hub;
use crate::game::GameFault;
use crate::store::{Leases, StoreError};
use std::sync::atomic::{AtomicBool, Ordering};

/// As long as nobody settles it, something was asked of the store and its answer is not known.
pub(super) struct Doubt<'a>(Option<&'a AtomicBool>);

impl Doubt<'_> {
    /// The answer is known.
    pub(super) fn settle(mut self) {
        self.0 = None;
    }
}

impl Drop for Doubt<'_> {
    fn drop(&mut self) {
        if let Some(is_in_doubt) = self.0 {
            is_in_doubt.store(true, Ordering::Release);
        }
    }
}

impl Hub {
    /// To be settled once the store has answered; by dropping it, this node looks again at what it owns.
    pub(super) fn doubt(&self) -> Doubt<'_> {
        Doubt(Some(&self.is_in_doubt))
    }

    pub(super) fn is_in_doubt(&self) -> bool {
        self.is_in_doubt.load(Ordering::Acquire)
    }

    /// Goes on with tables that this node owns and has not in memory, if there may be any.
    pub(super) fn settle_doubts(&self) -> Result<(), StoreError> {
        if !self.is_in_doubt.swap(false, Ordering::AcqRel) {
            return Ok(());
        }
        let doubt = self.doubt();
        let owned = self.around.store.leases().map_or(Ok(Vec::new()), Leases::owned)?;
        for (table, epoch) in owned {
            if self.room_in_memory(&table).is_some() {
                continue;
            }
            match self.resume(&table, epoch) {
                Ok(()) => tracing::info!(%table, "a table without a room goes on"),
                Err(GameFault::Store(error)) if error.may_pass() => return Err(error),
                Err(fault) => tracing::error!(%table, %fault, "a table is damaged and stays closed"),
            }
        }
        doubt.settle();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hub::testing::opened;
    use crate::room::{Surroundings, timing};
    use crate::rulebooks::Rulebooks;
    use crate::store::{Append, Finished, Memory, Store};
    use crate::token::TableId;
    use jantaku_rules::rulebook::library::Library;
    use std::sync::mpsc::channel;
    use std::sync::{Arc, Mutex, OnceLock};
    use std::time::Duration;
    use tokio::sync::oneshot;
    use tokio::time::{sleep, timeout};

    /// What happens while the store looks at the clock.
    type Hook = Arc<OnceLock<Box<dyn Fn() + Send + Sync>>>;

    /// A store whose leases have run out as soon as the hook is set.
    fn data(hook: &Hook) -> Memory {
        let hook = Arc::clone(hook);
        Memory::by_clock(Arc::new(move || match hook.get() {
            None => Duration::ZERO,
            Some(happens) => {
                happens();
                Duration::from_secs(60)
            }
        }))
    }

    fn hub(store: Arc<dyn Store>) -> Arc<Hub> {
        let around = Surroundings {
            store,
            ..timing::around()
        };
        Arc::new(Hub::new(Rulebooks::new(Library::builtin()), around, None))
    }

    async fn until(is_so: impl Fn() -> bool) {
        let wait = async {
            while !is_so() {
                sleep(Duration::from_millis(1)).await;
            }
        };
        timeout(Duration::from_secs(60), wait).await.expect("it never happens");
    }

    /// The store is cut off after it has given a table to this node, and before its records are read.
    #[tokio::test]
    async fn a_table_that_was_taken_and_could_not_be_read_goes_on() {
        let hook = Hook::default();
        let data = data(&hook);
        let one = hub(Arc::new(data.node("one")));
        let table = opened(&one).await;
        let store = Arc::new(data.node("two"));
        let two = hub(Arc::clone(&store) as _);
        let cut = Arc::clone(&store);
        assert!(hook.set(Box::new(move || cut.set_away(true))).is_ok());
        assert!(two.find(&table, None).await.is_err());
        store.set_away(false);
        assert_eq!(Leases::owned(&*store).unwrap().len(), 1, "no other node will adopt it");
        two.settle_doubts().unwrap();
        assert!(two.room_in_memory(&table).is_some(), "nobody goes on with the table");
    }

    /// A player's connection ends while the store gives the table to this node.
    #[tokio::test]
    async fn a_table_goes_on_although_whoever_looked_for_it_is_gone() {
        let hook = Hook::default();
        let data = data(&hook);
        let one = hub(Arc::new(data.node("one")));
        let table = opened(&one).await;
        let two = hub(Arc::new(data.node("two")));
        let (entered, enters) = channel::<()>();
        let (go, goes) = channel::<()>();
        let goes = Mutex::new(goes);
        let waits = move || {
            let _ = entered.send(());
            let _ = goes.lock().unwrap().recv();
        };
        assert!(hook.set(Box::new(waits)).is_ok());
        let (finder, id) = (Arc::clone(&two), table.clone());
        let finding = tokio::spawn(async move { finder.find(&id, None).await.is_ok() });
        tokio::task::spawn_blocking(move || enters.recv().unwrap())
            .await
            .unwrap();
        finding.abort();
        assert!(finding.await.unwrap_err().is_cancelled());
        drop(go);
        until(|| two.room_in_memory(&table).is_some()).await;
    }

    /// A store that keeps its answer to an append for itself until it is asked for it.
    struct Slow {
        data: Memory,
        answers: Mutex<Vec<oneshot::Sender<Result<(), StoreError>>>>,
    }

    impl Store for Slow {
        fn append(&self, append: Append, done: oneshot::Sender<Result<(), StoreError>>) {
            self.data.append(append, oneshot::channel().0);
            self.answers.lock().unwrap().push(done);
        }

        fn records(&self, table: &TableId) -> Result<Vec<String>, StoreError> {
            self.data.records(table)
        }

        fn book(&self, hash: &str) -> Result<Option<String>, StoreError> {
            self.data.book(hash)
        }

        fn running(&self) -> Result<Vec<TableId>, StoreError> {
            self.data.running()
        }

        fn finished(&self, most: usize) -> Result<Vec<Finished>, StoreError> {
            self.data.finished(most)
        }

        fn leases(&self) -> Option<&dyn Leases> {
            self.data.leases()
        }

        fn close(&self) {}
    }

    /// Two rooms would write the same records, and the first to end would give the table up.
    #[tokio::test]
    async fn a_table_that_is_being_opened_gets_one_room() {
        let store = Arc::new(Slow {
            data: Memory::default().node("one"),
            answers: Mutex::default(),
        });
        let hub = hub(Arc::clone(&store) as _);
        let opening = tokio::spawn({
            let hub = Arc::clone(&hub);
            async move { opened(&hub).await }
        });
        until(|| !store.answers.lock().unwrap().is_empty()).await;
        drop(hub.doubt());
        let settling = tokio::spawn({
            let hub = Arc::clone(&hub);
            async move { hub.adopt_now().await }
        });
        for _ in 0..100 {
            sleep(Duration::from_millis(1)).await;
            assert_eq!(hub.tables_here(), [], "it is not opened yet");
        }
        let answer = store.answers.lock().unwrap().pop().unwrap();
        answer.send(Ok(())).unwrap();
        let table = opening.await.unwrap();
        settling.await.unwrap();
        assert_eq!(hub.tables_here(), [table]);
    }
}
