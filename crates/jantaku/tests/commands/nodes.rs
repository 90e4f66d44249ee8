//! `jantaku serve` as a node: its database, its bus and its name, from flags, the environment or a file.

use crate::serve::folder;
use std::process::Command;

const STORE: &str = "postgres://jantaku@127.0.0.1:1/games";
const BUS: &str = "nats://jan:secret@127.0.0.1:1";

/// What it prints with these variables, or why it refuses.
fn said(args: &[&str], variables: &[(&str, &str)]) -> Result<String, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jantaku"));
    command.arg("serve").args(args);
    for name in ["JANTAKU_STORE", "JANTAKU_BUS", "JANTAKU_NODE"] {
        command.env_remove(name);
    }
    let done = command.envs(variables.iter().copied()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    match done.status.code() {
        Some(0) => Ok(text(done.stdout)),
        code => {
            assert_eq!(code, Some(2));
            Err(text(done.stderr))
        }
    }
}

/// The values that a printed file sets.
fn set(printed: &str) -> [Option<String>; 3] {
    let table: toml::Table = printed.parse().unwrap();
    ["store", "bus", "node"].map(|key| table.get(key).and_then(toml::Value::as_str).map(str::to_owned))
}

#[test]
fn unusable_addresses_and_names_are_refused() {
    for (args, expected) in [
        (
            &["--store", "mysql://host/games"][..],
            "--store mysql://host/games: expected a database such as postgres://user@host/name",
        ),
        (&["--store", "/var/lib/jantaku"], "games in a folder need only --data"),
        (
            &["--store", STORE, "--bus", "host:4222"],
            "--bus host:4222: expected a NATS server such as nats://host:4222",
        ),
        (
            &["--bus", "nats://127.0.0.1"],
            "--bus nats://127.0.0.1: nodes that reach each other need the same database",
        ),
        (&["--store", STORE, "--node", ""], "--node \"\": expected a short name"),
        (&["--store", STORE, "--node", "east wing"], "such as east or node-2"),
        (&["--store", STORE, "--node", "a\nb"], "such as east or node-2"),
        (
            &["--store", "postgres://host/games?sslmode=always"],
            "expected disable, prefer, require, verify-ca or verify-full",
        ),
        (
            &["--store", "postgres://host:x/games"],
            "the address of the database cannot be used",
        ),
    ] {
        let listen = ["--listen", "127.0.0.1:0"];
        let refused = said(&[&listen[..], args].concat(), &[]).unwrap_err();
        assert!(refused.contains(expected), "{args:?}: {refused}");
    }
}

#[test]
fn services_that_do_not_answer_are_named_without_their_password() {
    let listen = ["--listen", "127.0.0.1:0"];
    let refused = said(&[&listen[..], &["--store", STORE, "--bus", BUS]].concat(), &[]).unwrap_err();
    assert!(
        refused.contains("the bus nats://127.0.0.1:1 cannot be reached"),
        "{refused}"
    );
    assert!(refused.contains("--bus") && !refused.contains("secret"), "{refused}");
    let refused = said(&[&listen[..], &["--store", STORE]].concat(), &[]).unwrap_err();
    assert!(refused.contains("refused"), "{refused}");
}

#[test]
fn a_flag_wins_over_the_file_and_the_file_over_the_environment() {
    let place = folder("node");
    std::fs::create_dir_all(&place).unwrap();
    let file = place.join("node.toml");
    let path = file.to_str().unwrap();
    let plain = "nats://127.0.0.1:4222";
    let variables = [
        ("JANTAKU_STORE", STORE),
        ("JANTAKU_BUS", plain),
        ("JANTAKU_NODE", "by-variable"),
    ];
    let printed = |args: &[&str], variables: &[(&str, &str)]| {
        set(&said(&[&["--print-config"], args].concat(), variables).unwrap())
    };
    let all = |node: &str| [STORE, plain, node].map(|value| Some(value.to_owned()));
    // What may hold a password stays in the environment.
    let only = |node: &str| [None, None, Some(node.to_owned())];
    assert_eq!(printed(&[], &variables), only("by-variable"));
    std::fs::write(&file, "node = \"by-file\"\n").unwrap();
    assert_eq!(printed(&["--config", path], &variables), only("by-file"));
    assert_eq!(
        printed(&["--config", path, "--node", "by-flag"], &variables),
        only("by-flag")
    );
    let text = format!("store = \"{STORE}\"\nbus = \"{plain}\"\nnode = \"east\"\n");
    std::fs::write(&file, text).unwrap();
    assert_eq!(printed(&["--config", path], &[]), all("east"));
    let others = [("JANTAKU_STORE", "postgres://other@127.0.0.1:1/other")];
    assert_eq!(printed(&["--config", path], &others), all("east"));
    assert_eq!(printed(&[], &[])[..2], [None, None], "one process with its own folder");
    std::fs::remove_dir_all(&place).unwrap();
}
