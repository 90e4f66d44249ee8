//! PostgreSQL and NATS for tests, started by the project's script and stopped when the tests end.

use jantaku_server::store::{Node, Postgres, StoreError};
use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

pub(crate) struct Services {
    folder: PathBuf,
    postgres: String,
    pub(crate) nats: String,
}

impl Services {
    /// Those that all tests of this process share. Nobody may stop them.
    pub(crate) fn shared() -> &'static Services {
        static SHARED: OnceLock<Services> = OnceLock::new();
        SHARED.get_or_init(|| {
            let named = |name: &str| std::env::var(format!("JANTAKU_TEST_{name}")).ok();
            match (named("SERVICES"), named("POSTGRES"), named("NATS")) {
                (Some(folder), Some(postgres), Some(nats)) => Services {
                    folder: folder.into(),
                    postgres,
                    nats,
                },
                _ => Services::new(),
            }
        })
    }

    /// Others, for a test that stops and starts them.
    pub(crate) fn new() -> Services {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let process = std::process::id();
        let folder = std::env::temp_dir().join(format!("jantaku-services-{process}-{number}"));
        let said = script(&["start", folder.to_str().unwrap(), &process.to_string()]);
        let said: HashMap<&str, &str> = said.lines().filter_map(|line| line.split_once('=')).collect();
        Services {
            folder,
            postgres: said["JANTAKU_TEST_POSTGRES"].to_owned(),
            nats: said["JANTAKU_TEST_NATS"].to_owned(),
        }
    }

    /// Stops PostgreSQL as a crash would, and starts it again.
    pub(crate) fn crash_postgres(&self) {
        let folder = self.folder.to_str().unwrap();
        script(&["postgres", "kill", folder]);
        script(&["postgres", "start", folder]);
    }

    /// Lets PostgreSQL speak TLS with this certificate and key.
    #[allow(dead_code, reason = "only the tests ask for it")]
    pub(crate) fn secure_postgres(&self, certificate: &str, key: &str) {
        let data = self.folder.join("postgres");
        for (name, text) in [("server.crt", certificate), ("server.key", key)] {
            let file = data.join(name);
            std::fs::write(&file, text).unwrap();
            let change = |program: &str, how: &str| {
                let done = Command::new(program).arg(how).arg(&file).status().unwrap();
                assert!(done.success(), "{program} {how}");
            };
            change("chmod", "600");
            change("chown", &format!("--reference={}", data.display()));
        }
        sql(&self.postgres, "ALTER SYSTEM SET ssl = on");
        self.crash_postgres();
    }

    /// Kills NATS, or starts it again.
    pub(crate) fn nats_is(&self, what: &str) {
        script(&["nats", what, self.folder.to_str().unwrap()]);
    }

    /// Kills NATS and starts it again.
    #[allow(dead_code, reason = "only the cluster asks for it")]
    pub(crate) fn restart_nats(&self) {
        self.nats_is("kill");
        self.nats_is("start");
    }

    /// The address of a new database.
    pub(crate) fn database(&self) -> String {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        sql(&self.postgres, &format!("CREATE DATABASE {name}"));
        self.postgres.replace("/postgres", &format!("/{name}"))
    }

    #[allow(dead_code, reason = "only the tests ask for it")]
    pub(crate) fn drop_database(&self, address: &str) {
        let (_, name) = address.rsplit_once('/').unwrap();
        sql(&self.postgres, &format!("DROP DATABASE {name} WITH (FORCE)"));
    }
}

/// Runs a statement in a database.
pub(crate) fn sql(address: &str, statement: &str) -> String {
    let done = Command::new("psql")
        .args(["-qAt", "-d", address, "-c", statement])
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

/// A session of a database that lasts until it is dropped.
#[allow(dead_code, reason = "only the tests ask for it")]
pub(crate) struct Session(Child);

#[allow(dead_code, reason = "only the tests ask for it")]
impl Session {
    pub(crate) fn say(&mut self, statement: &str) {
        let input = self.0.stdin.as_mut().unwrap();
        writeln!(input, "{statement}").unwrap();
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

#[allow(dead_code, reason = "only the tests ask for it")]
pub(crate) fn session(address: &str) -> Session {
    let psql = Command::new("psql")
        .args(["-qAt", "-d", address])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn();
    Session(psql.unwrap())
}

fn script(words: &[&str]) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.ci/services");
    let done = Command::new(script).args(words).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

/// A node of this name that reaches others.
pub(crate) fn node(name: &str) -> Node {
    Node {
        name: name.to_owned(),
        has_bus: true,
    }
}

pub(crate) fn open(address: &str, name: &str) -> Result<Postgres, StoreError> {
    Postgres::open(address, &node(name))
}
