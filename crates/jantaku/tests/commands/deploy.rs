//! The files in `deploy` fit the program: flags, variables and metrics that they name exist.

use super::serve::{folder, get, start};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

fn read(file: &str) -> String {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy");
    std::fs::read_to_string(top.join(file)).unwrap()
}

/// All words of a text that begin like this, without what follows a character that no name has.
fn words(text: &str, beginning: &str) -> BTreeSet<String> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    text.split(|letter| !is_part(letter))
        .filter(|word| word.starts_with(beginning))
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_dashboard_shows_metrics_that_exist() {
    let data = folder("dashboard");
    let address = "127.0.0.1:0";
    let place = data.to_str().unwrap();
    let (_served, said) = start(
        &["serve", "--listen", address, "--metrics", address, "--data", place],
        &[],
    );
    let metrics = said.iter().find_map(|line| line.strip_prefix("Metrics are at http://"));
    let metrics = get(metrics.unwrap().strip_suffix("/metrics").unwrap(), "/metrics");
    let there = words(&metrics, "jantaku_");
    let dashboard: serde_json::Value = serde_json::from_str(&read("grafana/dashboard.json")).unwrap();
    let mut shown = 0;
    for panel in dashboard["panels"].as_array().unwrap() {
        for target in panel["targets"].as_array().unwrap() {
            for name in words(target["expr"].as_str().unwrap(), "jantaku_") {
                assert!(there.contains(&name), "no metric {name}");
                shown += 1;
            }
        }
    }
    assert!(shown >= 10);
    std::fs::remove_dir_all(&data).unwrap();
}

#[test]
fn containers_and_units_use_flags_that_exist() {
    let help = |command: &str| {
        let run = Command::new(env!("CARGO_BIN_EXE_jantaku"))
            .args([command, "--help"])
            .output()
            .unwrap();
        String::from_utf8(run.stdout).unwrap()
    };
    let serve = help("serve");
    let compose = read("compose.yaml");
    let (_, nodes) = compose.split_once("x-serve:").unwrap();
    let (nodes, _) = nodes.split_once("services:").unwrap();
    let mut named = words(nodes, "--");
    for line in read("systemd/jantaku.service")
        .lines()
        .filter(|line| line.starts_with("ExecStart="))
    {
        named.extend(words(line, "--"));
    }
    assert!(named.len() >= 6, "{named:?}");
    for flag in named {
        assert!(serve.contains(&format!("{flag} <")), "serve has no {flag}");
    }
    let backup = read("systemd/jantaku-backup.service");
    assert!(backup.contains("jantaku backup --data /var/lib/jantaku "));
    assert!(help("backup").contains("--data <"));

    // What Docker Compose itself fills in is in the example, and the rest is the program's.
    let example = read("example.env");
    let caddy = read("Caddyfile");
    for variable in words(&[compose, read("Dockerfile")].concat(), "JANTAKU_") {
        let known = serve.contains(&variable) || example.contains(&variable) || caddy.contains(&variable);
        assert!(known, "nothing reads {variable}");
    }
}
