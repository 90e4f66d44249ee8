//! Starts and stops the server. Its accept loop closes connections that stall.

use crate::bans::Bans;
use crate::bus::{Bus, BusError, InProcess, Nats};
use crate::cluster::Cluster;
use crate::config::{Config, Limits, MetricsAt};
use crate::http::{Connections, Gate, Peer, Places, Presence, Site, SiteAllowances, keep_step, metrics_router, router};
use crate::hub::Hub;
use crate::listener::{Listener, listen, reserve};
use crate::machine::spawn_blocking;
use crate::metrics::Metrics;
use crate::owner_key::{KeyError, OwnerKey};
use crate::room::Surroundings;
use crate::rulebooks::Rulebooks;
use crate::stalled::Hurried;
use crate::store::{Leases, Node, Postgres, Sqlite, Store, StoreError};
use crate::tls::{Certificate, TlsError};
use crate::token;
use crate::turnstile::Turnstile;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use jantaku_record::log::Signer;
use jantaku_rules::rulebook::library::Library;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tower::ServiceExt;

/// How long rooms may take to close.
const GOODBYE: Duration = Duration::from_secs(5);
/// The same where other nodes take them over, one after another.
const HAND_OVER: Duration = Duration::from_secs(20);
/// How long to wait after a failed accept, for example when file descriptors run out.
const BREATH: Duration = Duration::from_millis(50);

#[derive(Debug, Error)]
pub enum ServeError {
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, io::Error),
    #[error("{0}")]
    Store(StoreError),
    #[error("{0}")]
    Bus(BusError),
    #[error("{0}")]
    Tls(TlsError),
    #[error("{0}")]
    Key(KeyError),
}

/// A running server.
pub struct Running {
    pub address: SocketAddr,
    /// Where the metrics are, if anywhere.
    pub metrics: Option<SocketAddr>,
    /// The file with the owner's key for the admin page.
    pub key: PathBuf,
    pub restored: usize,
    /// Running games that could not be restored.
    pub damaged: usize,
    hub: Arc<Hub>,
    accepting: Vec<JoinHandle<()>>,
    /// Speaks to other nodes.
    others: Vec<JoinHandle<()>>,
    broken: mpsc::Receiver<StoreError>,
}

/// Starts a server that keeps its data in a file, or in a database that it is told of.
pub async fn start(config: Config, library: Library) -> Result<Running, ServeError> {
    let bus: Arc<dyn Bus> = match &config.bus {
        None => Arc::new(InProcess::default()),
        Some(address) => Arc::new(Nats::connect(address, &config.node).await.map_err(ServeError::Bus)?),
    };
    start_on(bus, config, library, open).await
}

fn open(config: &Config) -> Result<Arc<dyn Store>, StoreError> {
    match &config.store {
        None => Ok(Arc::new(Sqlite::open(&config.data)?)),
        Some(address) => {
            let node = Node {
                name: config.node.clone(),
                has_bus: config.bus.is_some(),
            };
            Ok(Arc::new(Postgres::open(address, &node)?))
        }
    }
}

/// Starts a server with any store, which is opened once the server can listen.
pub async fn start_with(
    config: Config,
    library: Library,
    open: impl FnOnce(&Config) -> Result<Arc<dyn Store>, StoreError>,
) -> Result<Running, ServeError> {
    start_on(Arc::new(InProcess::default()), config, library, open).await
}

/// The same as a node that reaches others over this bus.
pub async fn start_on(
    bus: Arc<dyn Bus>,
    config: Config,
    library: Library,
    open: impl FnOnce(&Config) -> Result<Arc<dyn Store>, StoreError>,
) -> Result<Running, ServeError> {
    let reserved = reserve(config.listen).map_err(|error| ServeError::Listen(config.listen, error))?;
    start_at(|| reserved.listen(), bus, config, library, open).await
}

/// The same with connections from anywhere, also from a simulated network. It listens once it can answer: until then players and
/// proxies are refused, and try another node instead of waiting for this one.
pub async fn start_at<L: Listener>(
    listen: impl FnOnce() -> io::Result<L>,
    bus: Arc<dyn Bus>,
    config: Config,
    library: Library,
    open: impl FnOnce(&Config) -> Result<Arc<dyn Store>, StoreError>,
) -> Result<Running, ServeError> {
    let asked = config.listen;
    let metrics = listen_for_metrics(config.metrics)?;
    let certificate = config.tls.clone().map(Certificate::open).transpose();
    let certificate = certificate.map_err(ServeError::Tls)?;
    let store = open(&config).map_err(ServeError::Store)?;
    let signer = Arc::new(signer_of(&*store)?);
    let key = OwnerKey::of(config.admin_key.as_deref(), &config.data).map_err(ServeError::Key)?;
    let key_path = key.path.clone();
    let (tell, broken) = mpsc::channel(1);
    let (changed, changes) = mpsc::unbounded_channel();
    let cluster = Cluster::of(&*store, bus, changes);
    let around = Surroundings {
        changed: cluster.is_some().then_some(changed),
        config: Arc::new(config),
        store,
        metrics: Arc::new(Metrics::default()),
        broken: tell,
        thinkers: Default::default(),
        signer,
    };
    around.metrics.bus_up.set(1);
    let hub = Arc::new(Hub::new(Rulebooks::new(library), around, cluster));
    let (restored, damaged) = hub.restore().map_err(ServeError::Store)?;
    let not_here = |error| ServeError::Listen(asked, error);
    let listener = listen().map_err(not_here)?;
    let address = listener.local_addr().map_err(not_here)?;
    let bans = match hub.cluster() {
        Some(_) => Bans::shared(Arc::clone(&hub.around.store)),
        None => Bans::of(&hub.around.config.data),
    };
    let site = Arc::new(Site {
        hub: Arc::clone(&hub),
        accounts: Arc::clone(&hub.accounts),
        allowances: SiteAllowances::new(&hub.around.config.limits, hub.cluster().is_some()),
        gate: Gate::new(
            key,
            &hub.around.config.data,
            hub.cluster().map(|_| Arc::clone(&hub.around.store)),
        ),
        bans,
        connected: Connections::default(),
        presence: Presence::default(),
        turnstile: Turnstile::default(),
    });
    let tls = certificate.as_ref().map(Certificate::current);
    certificate.map(|certificate| tokio::spawn(certificate.watch()));
    let mut accepting = vec![
        tokio::spawn(keep_step(Arc::clone(&site))),
        tokio::spawn(Arc::clone(&hub).keep_house()),
        tokio::spawn(accept(listener, tls, router(site), Arc::clone(&hub))),
    ];
    let mut others = Vec::new();
    if let Some(cluster) = hub.cluster() {
        others.push(tokio::spawn(Arc::clone(cluster).run(Arc::clone(&hub))));
        others.push(tokio::spawn(Arc::clone(&hub).keep_leases()));
    }
    let metrics_address = metrics.as_ref().and_then(|listener| listener.local_addr().ok());
    if let Some(listener) = metrics {
        accepting.push(tokio::spawn(accept_operators(
            listener,
            metrics_router(Arc::clone(&hub)),
        )));
    }
    Ok(Running {
        address,
        metrics: metrics_address,
        key: key_path,
        restored,
        damaged,
        hub,
        accepting,
        others,
        broken,
    })
}

impl Running {
    /// What its new tables can play by, to be changed while it runs.
    pub fn rulebooks(&self) -> Arc<Rulebooks> {
        Arc::clone(&self.hub.rulebooks)
    }

    /// Waits until the store fails, which should never happen.
    pub async fn broken(&mut self) -> StoreError {
        match self.broken.recv().await {
            Some(error) => error,
            None => std::future::pending().await,
        }
    }

    /// Closes every table and the store.
    pub async fn stop(self) {
        self.accepting.iter().for_each(JoinHandle::abort);
        let limit = match self.others.is_empty() {
            true => GOODBYE,
            false => HAND_OVER,
        };
        let _ = tokio::time::timeout(limit, self.hub.stop()).await;
        // Until now the lease of this node had to go on, and other nodes to be heard.
        self.others.iter().for_each(JoinHandle::abort);
        let store = Arc::clone(&self.hub.around.store);
        let close = move || {
            if let Some(Err(error)) = store.leases().map(Leases::retire) {
                tracing::warn!(%error, "tables were not given up; other nodes take them over once the lease has run out");
            }
            store.close();
        };
        let _ = spawn_blocking(close).await;
    }
}

/// The key of the data. Without one, logs are signed with a key that nobody will see again.
fn signer_of(store: &dyn Store) -> Result<Signer, ServeError> {
    let no_randomness = |_| ServeError::Store(StoreError::Broken("no randomness for a signing key".to_owned()));
    match store.signer() {
        Some(signer) => Ok(signer),
        None => token::random().map(Signer::of_seed).map_err(no_randomness),
    }
}

fn listen_for_metrics(at: MetricsAt) -> Result<Option<TcpListener>, ServeError> {
    match at {
        MetricsAt::Nowhere => Ok(None),
        MetricsAt::Only(address) => listen(address)
            .map(Some)
            .map_err(|error| ServeError::Listen(address, error)),
        MetricsAt::Preferably(address) => {
            let listening = listen(address);
            if let Err(error) = &listening {
                tracing::warn!(%address, %error, "no metrics: the address is in use; choose another with --metrics");
            }
            Ok(listening.ok())
        }
    }
}

async fn accept_operators(listener: TcpListener, router: Router) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => drop(tokio::spawn(speak(stream, None, router.clone()))),
            Err(_) => tokio::time::sleep(BREATH).await,
        }
    }
}

type Tls = Option<watch::Receiver<Arc<ServerConfig>>>;

async fn accept(listener: impl Listener, tls: Tls, router: Router, hub: Arc<Hub>) {
    let around = &hub.around;
    let places = Places::new(&around.config, &around.metrics);
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(BREATH).await;
                continue;
            }
        };
        match places.connect(peer.ip()) {
            Some(peer) => drop(tokio::spawn(greet(stream, tls.clone(), peer, router.clone()))),
            None => {
                around.metrics.turned_away.inc();
            }
        }
        // During a burst of new connections, let the tables run between two of them.
        tokio::task::yield_now().await;
    }
}

async fn greet(stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, tls: Tls, peer: Peer, router: Router) {
    let counted = peer.clone();
    let spoken = async {
        let Some(tls) = tls else {
            return speak(stream, Some(peer), router).await;
        };
        let acceptor = TlsAcceptor::from(Arc::clone(&tls.borrow()));
        match tokio::time::timeout(Limits::HEADER, acceptor.accept(stream)).await {
            Ok(Ok(stream)) => speak(stream, Some(peer), router).await,
            Ok(Err(error)) => tracing::trace!(%error, "a connection did not agree on TLS"),
            Err(_) => tracing::trace!("a connection took too long to agree on TLS"),
        }
    };
    tokio::select! {
        biased;
        () = counted.displaced() => tracing::trace!("a connection makes room for another of its address"),
        () = spoken => {}
    }
}

/// `peer` is counted against the limits; operators are not.
async fn speak(stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, peer: Option<Peer>, router: Router) {
    let service = hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        if let Some(peer) = &peer {
            request.extensions_mut().insert(peer.clone());
        }
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(Limits::HEADER)
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(Hurried::new(stream, Limits::STALLED)), service)
        .with_upgrades();
    if let Err(error) = connection.await {
        tracing::trace!(%error, "a connection ended");
    }
}
