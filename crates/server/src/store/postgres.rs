//! PostgreSQL, shared by several nodes: one thread talks to it, over one connection that writes, one that reads and one for leases.

mod accounts;
mod arrivals;
mod books;
mod connection;
mod games;
mod leases;
mod migrations;
mod people;
mod saved;
mod tls;
mod writer;

use super::{
    AccountKey, AccountRow, Append, Claim, Epoch, Finished, Games, Keep, Leases, NodeId, NotForgotten, Person, Put,
    SavedCount, SavedEdition, SavedRow, Space, Store, StoreError,
};
use crate::token::{SessionHash, TableId};
use connection::{Connection, Server};
use jantaku_record::log::Signer;
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use tls::Tls;
use tokio::sync::{mpsc, oneshot};
use tokio_postgres::Config;
use writer::Write;

/// How long a node counts as alive after its last sign of life.
const LEASE: Duration = Duration::from_secs(3);
/// How long anything may take that a table or a lease waits for.
const SOON: Duration = Duration::from_secs(3);
/// How long to wait for an answer to the first packet. It is sent again sooner than the system would.
const CONNECT: Duration = Duration::from_secs(1);
/// The same as `SOON` for what reads much.
const LATER: Duration = Duration::from_secs(60);

/// Who uses the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    pub name: String,
    /// Does it reach other nodes? Without a bus it must be the only one.
    pub has_bus: bool,
}

/// Is this the address of a database, and not of a folder?
pub fn is_postgres(address: &str) -> bool {
    address.starts_with("postgres://") || address.starts_with("postgresql://")
}

pub struct Postgres {
    node: NodeId,
    signer: Signer,
    jobs: Mutex<Option<mpsc::UnboundedSender<Job>>>,
    writes: Mutex<Option<mpsc::UnboundedSender<Write>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

type Job = Box<dyn FnOnce(Rc<Connections>) -> Pin<Box<dyn Future<Output = ()>>> + Send>;

/// Connections, each for one thing at a time.
struct Connections {
    reads: Connection,
    leases: Connection,
}

impl Postgres {
    /// Connects as this node, and lays the data out if they are new or of an earlier version.
    pub fn open(address: &str, node: &Node) -> Result<Postgres, StoreError> {
        let server = server(address)?;
        let (jobs, inbox) = mpsc::unbounded_channel();
        let (writes, outbox) = mpsc::unbounded_channel();
        let (tell, told) = channel();
        let node = node.clone();
        let work = move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let runtime = match runtime {
                Ok(runtime) => runtime,
                Err(error) => return drop(tell.send(Err(StoreError::Broken(error.to_string())))),
            };
            let all = async {
                let opened = open(&server, &node).await;
                let Ok((connections, id, signer)) = opened else {
                    return drop(tell.send(opened.map(|(_, id, signer)| (id, signer))));
                };
                let _ = tell.send(Ok((id, signer)));
                let writing = tokio::task::spawn_local(writer::write_all(Connection::new(server), id, outbox));
                serve(connections, inbox).await;
                let _ = writing.await;
            };
            tokio::task::LocalSet::new().block_on(&runtime, all);
        };
        let thread = std::thread::Builder::new().name("postgres".to_owned()).spawn(work);
        let thread = thread.map_err(|error| StoreError::Broken(error.to_string()))?;
        let (node, signer) = told.recv().map_err(|_| closed())??;
        Ok(Postgres {
            node,
            signer,
            jobs: Mutex::new(Some(jobs)),
            writes: Mutex::new(Some(writes)),
            thread: Mutex::new(Some(thread)),
        })
    }

    /// Does something on the thread of the connections, and waits for it.
    fn call<T: Send + 'static>(
        &self,
        work: impl AsyncFnOnce(&Connections) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (tell, told) = channel();
        let job: Job = Box::new(move |connections| Box::pin(async move { drop(tell.send(work(&connections).await)) }));
        // A job that nobody takes is dropped, and nothing will be told.
        match lock(&self.jobs).as_ref() {
            Some(jobs) => drop(jobs.send(job)),
            None => drop(job),
        }
        told.recv().map_err(|_| closed())?
    }

    fn write(&self, write: Write) {
        let left = match lock(&self.writes).as_ref() {
            Some(writes) => writes.send(write).err().map(|error| error.0),
            None => Some(write),
        };
        if let Some(write) = left {
            write.answer(Err(closed()));
        }
    }
}

fn server(address: &str) -> Result<Server, StoreError> {
    let unusable = |why: String| StoreError::Broken(format!("the address of the database cannot be used: {why}"));
    let (rest, mode, tls) = Tls::of(address).map_err(unusable)?;
    let mut config: Config = rest
        .parse()
        .map_err(|error: tokio_postgres::Error| unusable(connection::says(&error)))?;
    config.ssl_mode(mode);
    config.application_name("jantaku");
    config.connect_timeout(CONNECT);
    config.tcp_user_timeout(SOON);
    Ok(Server { config, tls })
}

async fn open(server: &Server, node: &Node) -> Result<(Rc<Connections>, NodeId, Signer), StoreError> {
    let connections = Connections {
        reads: Connection::new(server.clone()),
        leases: Connection::new(server.clone()),
    };
    connections.leases.within(LATER, migrations::migrate).await?;
    let signer = connections.reads.within(SOON, books::signer).await?;
    let id = connections
        .leases
        .within(SOON, async |open| leases::register(open, node).await)
        .await?;
    Ok((Rc::new(connections), id, signer))
}

async fn serve(connections: Rc<Connections>, mut inbox: mpsc::UnboundedReceiver<Job>) {
    let mut running = tokio::task::JoinSet::new();
    while let Some(job) = inbox.recv().await {
        running.spawn_local(job(Rc::clone(&connections)));
        while running.try_join_next().is_some() {}
    }
    running.join_all().await;
}

impl Store for Postgres {
    fn append(&self, append: Append, done: oneshot::Sender<Result<(), StoreError>>) {
        self.write(Write::Append(append, done));
    }

    fn records(&self, table: &TableId) -> Result<Vec<String>, StoreError> {
        let table = table.clone();
        self.call(async move |with| {
            with.reads
                .within(LATER, async |open| games::records(open, &table).await)
                .await
        })
    }

    fn book(&self, hash: &str) -> Result<Option<String>, StoreError> {
        let hash = hash.to_owned();
        self.call(async move |with| {
            with.reads
                .within(SOON, async |open| books::text(open, &hash).await)
                .await
        })
    }

    fn replaced(&self, hash: &str) -> Result<Option<String>, StoreError> {
        let hash = hash.to_owned();
        self.call(async move |with| {
            with.reads
                .within(SOON, async |open| books::replaced(open, &hash).await)
                .await
        })
    }

    fn signer(&self) -> Option<Signer> {
        Some(self.signer.clone())
    }

    fn running(&self) -> Result<Vec<TableId>, StoreError> {
        self.call(async move |with| with.reads.within(LATER, games::running).await)
    }

    fn finished(&self, most: usize) -> Result<Vec<Finished>, StoreError> {
        self.call(async move |with| {
            with.reads
                .within(SOON, async |open| games::finished(open, most).await)
                .await
        })
    }

    fn finished_before(&self, before: Option<(u32, String)>, most: usize) -> Result<Vec<Finished>, StoreError> {
        self.call(async move |with| {
            let find = async |open: &mut _| games::finished_before(open, before.as_ref(), most).await;
            with.reads.within(SOON, find).await
        })
    }

    fn space(&self) -> Result<Space, StoreError> {
        self.call(async move |with| with.reads.within(SOON, games::space).await)
    }

    fn games(&self) -> Result<Games, StoreError> {
        self.call(async move |with| with.reads.within(LATER, games::counted).await)
    }

    fn size(&self, table: &TableId) -> u64 {
        let table = table.clone();
        let size = self.call(async move |with| {
            with.reads
                .within(SOON, async |open| games::size(open, &table).await)
                .await
        });
        size.unwrap_or_default()
    }

    fn sizes(&self) -> HashMap<String, u64> {
        let sizes = self.call(async move |with| with.reads.within(LATER, games::sizes).await);
        sizes.unwrap_or_default()
    }

    fn places(&self) -> Vec<(u64, u64)> {
        let places = self.call(async move |with| with.reads.within(LATER, games::places).await);
        places.unwrap_or_default()
    }

    fn stored_from(&self, places: RangeInclusive<u64>) -> u64 {
        let stored = self.call(async move |with| {
            with.reads
                .within(SOON, async |open| games::stored_from(open, places).await)
                .await
        });
        stored.unwrap_or_default()
    }

    fn outdated(&self, keep: Keep, now: u64, most: usize) -> Result<Vec<TableId>, StoreError> {
        let node = self.node;
        self.call(async move |with| {
            let look = async |open: &mut _| games::outdated(open, node, keep, now, most).await;
            with.reads.within(LATER, look).await
        })
    }

    fn remove(&self, tables: Vec<TableId>) -> Result<usize, StoreError> {
        self.call(async move |with| {
            with.reads
                .within(LATER, async |open| games::remove(open, &tables).await)
                .await
        })
    }

    fn people(&self, who: &str) -> Result<Vec<Person>, StoreError> {
        let who = who.to_owned();
        self.call(async move |with| {
            with.reads
                .within(LATER, async |open| people::found(open, &who).await)
                .await
        })
    }

    fn forget(&self, sessions: Vec<SessionHash>, at: u64) -> Result<usize, NotForgotten> {
        let signer = self.signer.clone();
        let forgotten = self.call(async move |with| {
            let forget = async |open: &mut _| people::forget(open, &sessions, at, &signer).await;
            with.reads.within(LATER, forget).await
        });
        match forgotten {
            Ok(Ok(games)) => Ok(games),
            Ok(Err(plays)) => Err(NotForgotten::Plays(plays)),
            Err(error) => Err(NotForgotten::Store(error)),
        }
    }

    fn account(&self, key: &AccountKey) -> Result<Option<AccountRow>, StoreError> {
        let key = key.clone();
        self.call(async move |with| {
            let get = async |open: &mut _| accounts::get(open, &key).await;
            with.reads.within(SOON, get).await
        })
    }

    fn put_account(&self, row: AccountRow) -> Result<Put, StoreError> {
        self.call(async move |with| {
            let put = async |open: &mut _| accounts::put(open, &row).await;
            with.reads.within(SOON, put).await
        })
    }

    fn remove_account(&self, id: &str) -> Result<bool, StoreError> {
        let id = id.to_owned();
        self.call(async move |with| {
            let remove = async |open: &mut _| accounts::remove(open, &id).await;
            with.reads.within(SOON, remove).await
        })
    }

    fn touch_account(&self, id: &str, at: u64) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.call(async move |with| {
            let touch = async |open: &mut _| accounts::touch(open, &id, at).await;
            with.reads.within(SOON, touch).await
        })
    }

    fn unused_accounts(&self, before: u64, most: usize) -> Result<Vec<AccountRow>, StoreError> {
        self.call(async move |with| {
            let look = async |open: &mut _| accounts::unused(open, before, most).await;
            with.reads.within(LATER, look).await
        })
    }

    fn finished_of(&self, sessions: &[SessionHash], most: usize) -> Result<Vec<Finished>, StoreError> {
        let sessions = sessions.to_vec();
        self.call(async move |with| {
            let find = async |open: &mut _| accounts::finished_of(open, &sessions, most).await;
            with.reads.within(LATER, find).await
        })
    }

    fn saved(&self, name: &str) -> Result<Option<SavedRow>, StoreError> {
        let name = name.to_owned();
        self.call(async move |with| {
            let get = async |open: &mut _| saved::get(open, &name).await;
            with.reads.within(SOON, get).await
        })
    }

    fn saved_edition(&self, name: &str, n: u32) -> Result<Option<SavedEdition>, StoreError> {
        let name = name.to_owned();
        self.call(async move |with| {
            let get = async |open: &mut _| saved::edition(open, &name, n).await;
            with.reads.within(SOON, get).await
        })
    }

    fn saved_history(&self, name: &str) -> Result<Vec<(u32, u32, String)>, StoreError> {
        let name = name.to_owned();
        self.call(async move |with| {
            let get = async |open: &mut _| saved::history(open, &name).await;
            with.reads.within(SOON, get).await
        })
    }

    fn saved_list(&self, owners: &[SessionHash]) -> Result<Vec<SavedRow>, StoreError> {
        let owners = owners.to_vec();
        self.call(async move |with| {
            let list = async |open: &mut _| saved::list(open, &owners).await;
            with.reads.within(SOON, list).await
        })
    }

    fn saved_count(&self, owner: SessionHash, places: RangeInclusive<u64>) -> Result<SavedCount, StoreError> {
        self.call(async move |with| {
            let count = async |open: &mut _| saved::count(open, owner, places).await;
            with.reads.within(SOON, count).await
        })
    }

    fn put_saved(&self, row: SavedRow, edition: Option<SavedEdition>, keep: u32) -> Result<Put, StoreError> {
        self.call(async move |with| {
            let put = async |open: &mut _| saved::put(open, &row, edition.as_ref(), keep).await;
            with.reads.within(SOON, put).await
        })
    }

    fn remove_saved(&self, name: &str) -> Result<bool, StoreError> {
        let name = name.to_owned();
        self.call(async move |with| {
            let remove = async |open: &mut _| saved::remove(open, &name).await;
            with.reads.within(SOON, remove).await
        })
    }

    fn leases(&self) -> Option<&dyn Leases> {
        Some(self)
    }

    fn shared_text(&self, name: &str) -> Result<Option<String>, StoreError> {
        let name = name.to_owned();
        self.call(async move |with| {
            with.reads
                .within(SOON, async |open| books::shared_text(open, &name).await)
                .await
        })
    }

    fn swap_text(&self, name: &str, before: Option<&str>, after: &str) -> Result<bool, StoreError> {
        let (name, before, after) = (name.to_owned(), before.map(str::to_owned), after.to_owned());
        self.call(async move |with| {
            let swap = async |open: &mut _| books::swap_text(open, &name, before.as_deref(), &after).await;
            with.reads.within(SOON, swap).await
        })
    }

    fn close(&self) {
        drop(lock(&self.writes).take());
        drop(lock(&self.jobs).take());
        let thread = lock(&self.thread).take();
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }
}

impl Leases for Postgres {
    fn node(&self) -> NodeId {
        self.node
    }

    fn claim(&self, table: &TableId) -> Result<Claim, StoreError> {
        let (node, table) = (self.node, table.clone());
        self.call(async move |with| {
            let claim = async |open: &mut _| leases::claim(open, node, &table).await;
            with.leases.within(SOON, claim).await
        })
    }

    fn adopt(&self, most: usize) -> Result<Vec<(TableId, Epoch)>, StoreError> {
        let node = self.node;
        self.call(async move |with| {
            with.leases
                .within(SOON, async |open| leases::adopt(open, node, most).await)
                .await
        })
    }

    fn owned(&self) -> Result<Vec<(TableId, Epoch)>, StoreError> {
        let node = self.node;
        self.call(async move |with| {
            with.leases
                .within(SOON, async |open| leases::owned(open, node).await)
                .await
        })
    }

    fn release(&self, table: &TableId, epoch: Epoch, done: oneshot::Sender<Result<(), StoreError>>) {
        self.write(Write::Release(table.clone(), epoch, done));
    }

    fn renew(&self) -> Result<(), StoreError> {
        let node = self.node;
        self.call(async move |with| {
            with.leases
                .within(SOON, async |open| leases::renew(open, node).await)
                .await
        })
    }

    fn forgettings(&self) -> Result<u64, StoreError> {
        self.call(async move |with| with.leases.within(SOON, leases::forgettings).await)
    }

    fn outlived(&self, tenures: Vec<(TableId, Epoch)>) -> Result<Vec<TableId>, StoreError> {
        self.call(async move |with| {
            with.leases
                .within(SOON, async |open| leases::outlived(open, &tenures).await)
                .await
        })
    }

    fn confirm(&self, forgettings: u64) -> Result<(), StoreError> {
        let node = self.node;
        self.call(async move |with| {
            let confirm = async |open: &mut _| leases::confirm(open, node, forgettings).await;
            with.leases.within(SOON, confirm).await
        })
    }

    fn unconfirmed(&self) -> Result<Vec<String>, StoreError> {
        let node = self.node;
        self.call(async move |with| {
            with.leases
                .within(SOON, async |open| leases::unconfirmed(open, node).await)
                .await
        })
    }

    fn retire(&self) -> Result<(), StoreError> {
        let node = self.node;
        self.call(async move |with| {
            with.leases
                .within(SOON, async |open| leases::retire(open, node).await)
                .await
        })
    }

    fn lasts(&self) -> Duration {
        LEASE
    }
}

fn closed() -> StoreError {
    StoreError::Broken("the store is closed".to_owned())
}

fn lock<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
