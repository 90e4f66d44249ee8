//! A connection that is opened when it is needed, and again after it was lost.

use super::super::StoreError;
use super::tls::Tls;
use std::cell::Cell;
use std::collections::HashMap;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, Row, Statement};

/// Makes a commit wait until it is on the disk; a setting that waits for more is left as it is.
const COMMITTED: &str =
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

/// Where the database is, and how to speak with it.
#[derive(Clone)]
pub(super) struct Server {
    pub(super) config: Config,
    pub(super) tls: Tls,
}

pub(super) struct Connection {
    server: Server,
    open: Mutex<Option<Open>>,
    /// When the database last left somebody without an answer.
    silent_at: Cell<Option<Instant>>,
}

/// An open connection, and the statements that it knows already.
pub(super) struct Open {
    client: Client,
    known: HashMap<&'static str, Statement>,
}

pub(super) type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

impl Connection {
    pub(super) fn new(server: Server) -> Connection {
        Connection {
            server,
            open: Mutex::new(None),
            silent_at: Cell::new(None),
        }
    }

    /// Does something with the connection, for at most so long. Whatever was not finished by then is unknown, as it is after a
    /// failure, and the next one gets another connection. Whoever was waiting for their turn meanwhile does not try in vain as well.
    pub(super) async fn within<T>(
        &self,
        limit: Duration,
        work: impl AsyncFnOnce(&mut Open) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let came = Instant::now();
        let mut slot = self.open.lock().await;
        if self.silent_at.get().is_some_and(|at| at > came) {
            return Err(silent());
        }
        let usable = slot.take().filter(|open| !open.client.is_closed());
        let mut open = match usable {
            Some(open) => open,
            None => {
                let opened = timeout(limit, Open::of(&self.server)).await;
                opened.unwrap_or_else(|_| Err(silent())).inspect_err(|_| self.note())?
            }
        };
        let done = timeout(limit, work(&mut open)).await;
        let done = done.unwrap_or_else(|_| Err(silent()).inspect_err(|_| self.note()));
        if !matches!(done, Err(StoreError::Away(_))) {
            *slot = Some(open);
        }
        done
    }

    fn note(&self) {
        self.silent_at.set(Some(Instant::now()));
    }
}

fn silent() -> StoreError {
    StoreError::Away("it does not answer".to_owned())
}

impl Open {
    async fn of(server: &Server) -> Result<Open, StoreError> {
        let connecting = server.config.connect(server.tls.clone());
        let (client, connection) = connecting.await.map_err(|error| fault(&error))?;
        tokio::task::spawn_local(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection to the database has ended");
            }
        });
        // Whatever is set for the role or the database: players are told only what is on the disk.
        client.batch_execute(COMMITTED).await.map_err(|error| fault(&error))?;
        Ok(Open {
            client,
            known: HashMap::new(),
        })
    }

    pub(super) async fn rows(&mut self, sql: &'static str, values: Values<'_>) -> Result<Vec<Row>, StoreError> {
        let statement = match self.known.get(sql) {
            Some(statement) => statement.clone(),
            None => {
                let statement = self.client.prepare(sql).await.map_err(|error| fault(&error))?;
                self.known.insert(sql, statement.clone());
                statement
            }
        };
        self.client
            .query(&statement, values)
            .await
            .map_err(|error| fault(&error))
    }

    /// Runs statements without values.
    pub(super) async fn run(&mut self, sql: &str) -> Result<(), StoreError> {
        self.client.batch_execute(sql).await.map_err(|error| fault(&error))
    }

    /// Does something in one commit, or not at all.
    pub(super) async fn in_one_commit<T>(
        &mut self,
        work: impl AsyncFnOnce(&mut Open) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.run("BEGIN").await?;
        match work(self).await {
            Ok(done) => self.run("COMMIT").await.map(|()| done),
            Err(error) => {
                // A connection that cannot even do this is not used again.
                self.run("ROLLBACK").await?;
                Err(error)
            }
        }
    }
}

pub(super) fn fault(error: &tokio_postgres::Error) -> StoreError {
    let Some(state) = error.code() else {
        return StoreError::Away(says(error));
    };
    let passing = [
        SqlState::T_R_DEADLOCK_DETECTED,
        SqlState::T_R_SERIALIZATION_FAILURE,
        SqlState::TOO_MANY_CONNECTIONS,
        SqlState::READ_ONLY_SQL_TRANSACTION,
    ];
    let class = state.code().get(..2).unwrap_or_default();
    match state {
        state if *state == SqlState::DISK_FULL => StoreError::Full,
        // Connections that break, a server that stops or starts, and locks.
        _ if ["08", "55", "57"].contains(&class) => StoreError::Away(says(error)),
        state if passing.contains(state) => StoreError::Away(says(error)),
        _ => StoreError::Broken(says(error)),
    }
}

/// What PostgreSQL says, or why it could not be asked.
pub(super) fn says(error: &tokio_postgres::Error) -> String {
    let text = error.as_db_error().map(|error| error.message().to_owned());
    let source = std::error::Error::source(error).map(ToString::to_string);
    text.or(source).unwrap_or_else(|| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::net::TcpListener;
    use tokio::task::LocalSet;

    /// Every player of a node that is cut off asks for a table.
    #[tokio::test]
    async fn whoever_waits_for_a_silent_database_learns_of_it_with_the_first() {
        let mute = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("postgres://jantaku@{}/club?sslmode=disable", mute.local_addr().unwrap());
        let connection = Connection::new(super::super::server(&address).unwrap());
        let ask = || connection.within(Duration::from_millis(200), async |_| Ok(()));
        let here = LocalSet::new();
        let asked = here
            .run_until(futures_util::future::join_all((0..20).map(|_| ask())))
            .await;
        assert!(asked.iter().all(|answer| matches!(answer, Err(StoreError::Away(_)))));
        let mut tries = 0;
        while futures_util::FutureExt::now_or_never(mute.accept()).is_some() {
            tries += 1;
        }
        assert_eq!(tries, 1, "all of them tried by themselves");
    }
}
