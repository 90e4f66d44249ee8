//! A connection that is opened when it is needed, and again after it was lost.

use super::super::StoreError;
use super::tls::Tls;
use std::collections::HashMap;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::timeout;
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
        }
    }

    /// Does something with the connection, for at most so long. Whatever was not finished by then is unknown, as it is after a
    /// failure, and the next one gets another connection.
    pub(super) async fn within<T>(
        &self,
        limit: Duration,
        work: impl AsyncFnOnce(&mut Open) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut slot = self.open.lock().await;
        let usable = slot.take().filter(|open| !open.client.is_closed());
        let mut open = match usable {
            Some(open) => open,
            None => timeout(limit, Open::of(&self.server))
                .await
                .unwrap_or_else(|_| Err(silent()))?,
        };
        let done = timeout(limit, work(&mut open)).await.unwrap_or_else(|_| Err(silent()));
        if !matches!(done, Err(StoreError::Away(_))) {
            *slot = Some(open);
        }
        done
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
