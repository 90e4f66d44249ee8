//! The documents are up to date: their links and paths exist, and their examples show the program's real output.

#![allow(clippy::unwrap_used, reason = "a document that cannot be read fails the test")]

use std::path::{Path, PathBuf};
use std::process::Command;

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(document: &str) -> String {
    std::fs::read_to_string(top().join(document)).unwrap()
}

/// Every page of the project: at the top, in `docs`, and the README of each crate.
fn pages() -> Vec<PathBuf> {
    let list = |folder: PathBuf| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let crates = list(top().join("crates")).map(|folder| folder.join("README.md"));
    let all = list(top()).chain(list(top().join("docs"))).chain(crates);
    let is_page = |path: &PathBuf| path.is_file() && path.extension().is_some_and(|extension| extension == "md");
    all.filter(is_page).collect()
}

#[test]
fn every_path_and_link_leads_somewhere() {
    let mut missing = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        let marked = text.split('`').skip(1).step_by(2).filter(|word| is_path(word));
        let linked = text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split_once(')'))
            .map(|(link, _)| link.split('#').next().unwrap_or_default())
            .filter(|link| !link.contains("://"));
        let folder = page.parent().unwrap();
        let targets = marked
            .map(|path| top().join(path))
            .chain(linked.map(|link| folder.join(link)));
        missing.extend(
            targets
                .filter(|target| !target.exists())
                .map(|target| format!("{}: {}", page.display(), target.display())),
        );
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

/// Is it the path of a file or folder of the project, without placeholders?
fn is_path(word: &str) -> bool {
    let roots = [
        "crates/", "deploy/", "docs/", "tests/", "bench/", "fuzz/", ".ci/", "web/",
    ];
    roots.iter().any(|root| word.starts_with(root)) && !word.contains(['<', ' ', '*'])
}

/// A ```console block is a command after `$`, then its output at 80 columns.
#[test]
fn examples_show_the_real_output() {
    let text = ["README.md", "docs/PAPER.md"].map(read).concat();
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
    assert!(shown >= 8);
}

/// Every settings file in the operator's page is accepted, and the page speaks of every setting that is not for tests.
#[test]
fn the_operators_page_has_all_settings() {
    let page = ["docs/OPERATING.md", "docs/CLUSTER.md"].map(read).concat();
    let folder = std::env::temp_dir().join(format!("jantaku-operating-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("settings.toml");
    let blocks: Vec<&str> = page.split("```toml\n").skip(1).collect();
    for block in &blocks {
        let (settings, _) = block.split_once("```").unwrap();
        std::fs::write(&file, settings).unwrap();
        let (path, printed) = (file.to_str().unwrap(), "--print-config");
        let run = jantaku(&["serve", "--config", path, printed]);
        assert!(
            run.status.success(),
            "{settings}\n{}",
            String::from_utf8_lossy(&run.stderr)
        );
    }
    assert!(blocks.len() >= 5);
    std::fs::remove_dir_all(&folder).unwrap();
    let printed = String::from_utf8(jantaku(&["serve", "--print-config"]).stdout).unwrap();
    let keys = printed
        .lines()
        .filter_map(|line| line.trim_start_matches("# ").split_once(" = "));
    let for_tests = ["no-pauses", "test-walls"];
    let mut seen = 0;
    for (key, _) in keys.filter(|(key, _)| !for_tests.contains(key)) {
        let named = [format!("`{key}`"), format!("`{key} = "), format!("\n{key} = ")];
        assert!(
            named.iter().any(|name| page.contains(name)),
            "neither docs/OPERATING.md nor docs/CLUSTER.md mentions {key}"
        );
        seen += 1;
    }
    assert!(seen > 15, "{printed}");
}

/// Every command of the operator's page exists, with the flags that it shows.
#[test]
fn the_operators_page_has_real_commands() {
    let page = ["docs/OPERATING.md", "docs/CLUSTER.md"].map(read).concat();
    let commands = page.lines().filter_map(|line| line.strip_prefix("jantaku "));
    let mut seen = 0;
    for command in commands {
        let (command, _) = command.split_once('#').unwrap_or((command, ""));
        let (name, rest) = command.split_once(' ').unwrap();
        let help = jantaku(&[name, "--help"]);
        assert!(help.status.success(), "jantaku {name}");
        let help = String::from_utf8(help.stdout).unwrap();
        for flag in rest.split_whitespace().filter(|word| word.starts_with("--")) {
            assert!(help.contains(flag), "jantaku {name} has no {flag}");
        }
        seen += 1;
    }
    assert!(seen >= 6);
}

fn jantaku(args: &[&str]) -> std::process::Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jantaku"));
    command.args(args).output().unwrap()
}

/// Leaves out line numbers and hashes, which change whenever a rulebook does.
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

/// Splits a command as a shell would: double quotes keep spaces together.
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
