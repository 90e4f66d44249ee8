//! The tutorial, step by step, in an empty folder: its files are written, its commands run, and what it shows is in their output.

use std::path::Path;
use std::process::Command;

const PAGE: &str = include_str!("../../../../docs/TUTORIAL.md");

#[test]
fn every_step_of_the_tutorial_works() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tutorial");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).unwrap();
    let (mut files, mut commands) = (0, 0);
    for block in PAGE.split("\n```").skip(1).step_by(2) {
        let (kind, text) = block.split_once('\n').unwrap();
        if let Some(file) = kind.strip_prefix("toml file=") {
            std::fs::write(folder.join(file), text).unwrap();
            files += 1;
        } else if kind == "console" {
            for step in text.split("$ jantaku ").skip(1) {
                let (command, shown) = step.split_once('\n').unwrap_or((step, ""));
                let said = run(&folder, command);
                let mut rest = said.as_str();
                for line in shown.lines() {
                    let Some((_, after)) = rest.split_once(line) else {
                        panic!("{command}: {line:?} is not in\n{said}")
                    };
                    rest = after;
                }
                commands += 1;
            }
        }
    }
    assert_eq!((files, commands), (4, 13));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// What a command says, wide enough for every line; double quotes keep words together.
fn run(folder: &Path, command: &str) -> String {
    let mut run = Command::new(env!("CARGO_BIN_EXE_jantaku"));
    for (place, part) in command.split('"').enumerate() {
        match place % 2 {
            0 => run.args(part.split_whitespace()),
            _ => run.arg(part),
        };
    }
    let output = run.current_dir(folder).env("COLUMNS", "200").output().unwrap();
    [output.stdout, output.stderr]
        .map(|bytes| String::from_utf8(bytes).unwrap())
        .concat()
}
