//! The documents at the top of the project are true: what they point at is there, and what they show is what the program says.

#![allow(clippy::unwrap_used, reason = "a document that cannot be read fails the test")]

use std::path::{Path, PathBuf};
use std::process::Command;

const DOCUMENTS: [&str; 5] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "GLOSSARY.md",
    "CHANGELOG.md",
];

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(document: &str) -> String {
    std::fs::read_to_string(top().join(document)).unwrap()
}

#[test]
fn every_path_and_link_leads_somewhere() {
    let mut missing = Vec::new();
    for document in DOCUMENTS {
        let text = read(document);
        let marked = text.split('`').skip(1).step_by(2).filter(|word| is_path(word));
        let linked = text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split_once(')'))
            .map(|(link, _)| link);
        for path in marked.chain(linked) {
            if !top().join(path).exists() {
                missing.push(format!("{document}: {path}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn every_dependency_has_a_reason() {
    let manifest = read("Cargo.toml");
    let (_, listed) = manifest.split_once("[workspace.dependencies]\n").unwrap();
    let (listed, _) = listed.split_once("\n\n").unwrap();
    let reasons = read("ARCHITECTURE.md");
    for line in listed.lines() {
        let (name, _) = line.split_once(' ').unwrap();
        let named = name.starts_with("jantaku-") || reasons.contains(&format!("`{name}`"));
        assert!(named, "ARCHITECTURE.md gives no reason for {name}");
    }
}

/// A word that names a file or folder of the project; one with a placeholder names none.
fn is_path(word: &str) -> bool {
    let roots = ["crates/", "tests/", "bench/", "fuzz/", ".ci/", "web/"];
    roots.iter().any(|root| word.starts_with(root)) && !word.contains(['<', ' ', '*'])
}

/// Blocks of ```console: a line with `$`, then what the program answers, 80 columns wide.
#[test]
fn what_is_shown_is_what_the_program_says() {
    let text = read("README.md");
    let mut shown = 0;
    for block in text.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").unwrap();
        let (command, answer) = block.split_once('\n').unwrap();
        let words = words(command.strip_prefix("$ jantaku ").unwrap());
        let run = Command::new(env!("CARGO_BIN_EXE_jantaku"))
            .args(words)
            .env("COLUMNS", "80")
            .output()
            .unwrap();
        let said = String::from_utf8(run.stdout).unwrap();
        assert_eq!(steady(&said), steady(answer), "{command}");
        shown += 1;
    }
    assert!(shown >= 4);
}

/// Line numbers and hashes of rulebooks move with every change there and are not worth a change here.
fn steady(text: &str) -> String {
    let is_hash = |part: &&str| part.len() == 8 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    let line = |line: &str| match line.rsplit_once(" · ").filter(|(_, hash)| is_hash(hash)) {
        Some((before, _)) => before.to_owned() + " · …\n",
        None => line.to_owned() + "\n",
    };
    let text: String = text.lines().map(line).collect();
    let mut parts = text.split(".toml:");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + ".toml:" + part.trim_start_matches(|c: char| c.is_ascii_digit())
    })
}

/// Words as a shell reads them: double quotes hold spaces together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in command.split('"').enumerate() {
        match i % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}
