//! PostgreSQL and NATS, started by the project's script and stopped when this process ends.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) struct Services {
    folder: PathBuf,
    pub(crate) postgres: String,
    pub(crate) nats: String,
}

impl Services {
    pub(crate) fn start() -> Services {
        let process = std::process::id().to_string();
        let folder = std::env::temp_dir().join(format!("jantaku-cluster-services-{process}"));
        let said = script(&["start", folder.to_str().unwrap(), &process]);
        let said: HashMap<&str, &str> = said.lines().filter_map(|line| line.split_once('=')).collect();
        Services {
            folder,
            postgres: said["JANTAKU_TEST_POSTGRES"].to_owned(),
            nats: said["JANTAKU_TEST_NATS"].to_owned(),
        }
    }

    /// The address of a new database.
    pub(crate) fn database(&self, name: &str) -> String {
        sql(&self.postgres, &format!("CREATE DATABASE {name}"));
        self.postgres.replace("/postgres", &format!("/{name}"))
    }

    /// Kills one of them as a power cut would, and starts it again.
    pub(crate) fn restart(&self, which: &str) {
        let folder = self.folder.to_str().unwrap();
        script(&[which, "kill", folder]);
        script(&[which, "start", folder]);
    }

    pub(crate) fn stop(&self) {
        script(&["stop", self.folder.to_str().unwrap()]);
    }
}

/// Runs a statement in a database.
pub(crate) fn sql(address: &str, statement: &str) -> String {
    let done = Command::new("psql")
        .args(["-qAt", "-d", address, "-c", statement])
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap().trim().to_owned()
}

fn script(words: &[&str]) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.ci/services");
    let done = Command::new(script).args(words).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}
