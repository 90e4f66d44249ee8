//! `jantaku sim --log`, `jantaku replay` and `jantaku verify-wall`: logs written, told again and checked.

use crate::jantaku::{Run, jantaku};
use std::path::{Path, PathBuf};

/// A log in `tests/logs`.
fn golden(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/logs");
    folder.join(format!("{name}.jsonl"))
}

/// What is said of a log that does not carry its rulebook, such as those in `tests/logs`.
const OTHER_EDITION: &str = "note: this log does not carry its rulebook; it is shown by today's edition, which may decide some hands differently\n";

fn told(path: &Path, more: &[&str]) -> Run {
    jantaku(&[&["replay", path.to_str().unwrap()], more].concat())
}

/// The same, whatever has become of the rulebook.
fn replay(path: &Path, more: &[&str]) -> Run {
    let run = told(path, more);
    Run {
        err: run.err.replace(OTHER_EDITION, ""),
        ..run
    }
}

fn verify_wall(path: &Path, more: &[&str]) -> Run {
    jantaku(&[&["verify-wall", path.to_str().unwrap()], more].concat())
}

/// A log with something changed, under a name of its own.
fn changed(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_game_is_told_step_by_step() {
    replay(&golden("zan"), &[]).says(&[
        "ZAN League sanma",
        "greedy 1, greedy 2, greedy 3",
        "east 1",
        "2 greedy 1 is dealt 40679p109s12345z",
        "5 indicator 4p",
        "7 greedy 2 sets 3f aside",
        "8 greedy 2 draws 2s as a replacement",
        "13 greedy 2 discards 6z, just drawn",
        "80 greedy 1 wins on 9m by ron off greedy 2",
        "83 greedy 2 to greedy 1: 48000 points, hand [ZAN-37]",
        "the game is over",
        "1. greedy 1 89,000 +27",
        "3. greedy 2 -4,000 -31",
    ]);
    let json = replay(&golden("zan"), &["--json"]);
    let first: serde_json::Value = serde_json::from_str(json.out.lines().nth(5).unwrap()).unwrap();
    assert_eq!((&first["n"], &first["line"]), (&6.into(), &7.into()));
    assert_eq!(first["says"], "greedy 1 draws 7z");
    assert_eq!(first["e"]["tile"], "7z");
}

#[test]
fn the_table_stands_as_it_did_at_any_point() {
    replay(&golden("zan"), &["--at", "11"]).says(&[
        "After event 11, east 1, 62 tiles left, indicators 4p",
        "greedy 1 east 50,000",
        "hand 4079p109s123457z",
        "river 6p",
        "greedy 2 south 50,000",
        "hand 1m124099p2078s2z 2s",
        "aside 3f",
    ]);
}

#[test]
fn at_counts_events_and_nothing_beyond_them() {
    let json = replay(&golden("zan"), &["--at", "171", "--json"]).json();
    assert_eq!(json["over"], true);
    assert_eq!(
        (&json["seats"][0]["points"], &json["seats"][1]["chips"]),
        (&89_000.into(), &(-13).into())
    );
    replay(&golden("zan"), &["--at", "0"]).says(&["After event 0", "greedy 1 east 50,000"]);
    replay(&golden("zan"), &["--at", "172"]).is_refused("the log ends after event 171");
}

#[test]
fn walls_are_proved() {
    verify_wall(&golden("zan"), &[]).says(&["All walls come from the seed 52.", "hand 2", "Walls proved:"]);
    verify_wall(&golden("fair-zan"), &[]).says(&[
        "The server's hash chain and the players' lots determine the walls.",
        "do not cover the rulebook",
        "head of the chain 66a6d4024970e697",
        "Player 1 none",
        "hand 3",
        "Walls proved:",
    ]);
    let json = verify_wall(&golden("fair-zan"), &["--json"]).json();
    assert_eq!(
        (&json["proved"], &json["hands"][2]["agrees"]),
        (&true.into(), &true.into())
    );
}

/// A payment is none of the wall's business, so nobody may take the answer for more than it is.
#[test]
fn proved_walls_prove_nothing_else() {
    let text = std::fs::read_to_string(golden("zan")).unwrap();
    // Whoever changes an unsigned log can sum it up again.
    let (lines, _) = text.rsplit_once("{\"sum\"").unwrap();
    let paid = lines.replace("48000", "47000");
    assert_ne!(paid, lines);
    let sum = jantaku_table::fair::Bytes32::hash(paid.as_bytes());
    let path = changed("changed-payment.jsonl", &format!("{paid}{{\"sum\":\"{sum}\"}}\n"));
    verify_wall(&path, &[]).says(&[
        "Walls proved: 2 walls, each set before the game, and the tiles dealt and drawn from them.",
        "Not checked: names, decisions, payments, score sheets, results, the signature.",
        "`jantaku verify` plays the game again and checks those.",
    ]);
    let json = verify_wall(&path, &["--json"]).json();
    assert_eq!(
        (&json["proves"], &json["unchecked"][2]),
        (&"walls".into(), &"payments".into())
    );
    let verified = jantaku(&["verify", path.to_str().unwrap()]);
    assert!(!verified.out.contains("Walls proved"));
    assert_ne!(verified.code, 0, "{}", verified.out);
}

#[test]
fn walls_that_were_changed_are_not_proved() {
    let text = std::fs::read_to_string(golden("fair-zan")).unwrap();
    let check = |name: &str, text: String, expected: &str| {
        let run = verify_wall(&changed(name, &text), &[]);
        assert_eq!(run.code, 1, "{}", run.out);
        run.says_anyhow(&[expected]);
    };
    check(
        "one-tile.jsonl",
        text.replacen("\"tile\":\"1p\"", "\"tile\":\"2p\"", 1),
        "the sum is not that of the lines before",
    );
    let (cut, _) = text.trim_end().rsplit_once('\n').unwrap();
    check("no-end.jsonl", format!("{cut}\n"), "Not proved: the log is incomplete");
    // The deal and the indicator of the first hand, whose secret is opened then.
    let deal = text
        .lines()
        .take(9)
        .chain(text.lines().filter(|line| line.contains("\"hand\":1,\"secret\"")));
    let deal: String = deal.map(|line| format!("{line}\n")).collect();
    check(
        "other-tile.jsonl",
        deal.replacen("\"indicator\",\"tile\":\"1s\"", "\"indicator\",\"tile\":\"2s\"", 1),
        "line 9: 2s was dealt, but the wall has 1s",
    );
    let (secretless, _) = cut.rsplit_once('\n').unwrap();
    check(
        "no-secret.jsonl",
        format!("{secretless}\n"),
        "Not proved: the secret of 1 hand is not revealed",
    );
    let unknown = std::fs::read_to_string(golden("zan"))
        .unwrap()
        .replacen(",\"seed\":52", "", 1);
    let (unknown, _) = unknown.trim_end().rsplit_once('\n').unwrap();
    check(
        "unknown.jsonl",
        format!("{unknown}\n"),
        "the log does not say where its walls come from",
    );
}

#[test]
fn what_is_no_log_is_refused() {
    let text = std::fs::read_to_string(golden("zan")).unwrap();
    let version = changed("version.jsonl", &text.replacen("\"version\":1", "\"version\":5", 1));
    replay(&version, &[]).is_refused("line 1: a log of version 5; this program reads 1 to 4");
    let rulebook = changed(
        "rulebook.jsonl",
        &text.replacen("\"rules\":\"zan\"", "\"rules\":\"nan\"", 1),
    );
    replay(&rulebook, &[]).is_refused("the log was changed");
    replay(Path::new("/nowhere/at/all"), &[]).is_refused("/nowhere/at/all");
    replay(&changed("noise.txt", "noise"), &[]).is_refused("noise.txt");
    verify_wall(Path::new("/nowhere/at/all"), &[]).is_refused("/nowhere/at/all");
    // A log of version 1 does not carry its rulebook; it is told, with a word about it.
    let older = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/logs/zan.jsonl")).unwrap();
    let (before, _) = older.trim_end().rsplit_once('\n').unwrap();
    let run = told(&changed("edition.jsonl", &(before.to_owned() + "\n")), &[]);
    assert_eq!(run.code, 0);
    assert!(run.err.contains("does not carry its rulebook") && run.err.contains("no last line"));
}

/// The same seed gives the same logs on any number of threads, and each of them can be replayed and its walls proved.
#[test]
fn simulated_games_leave_logs() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sim-logs");
    let _ = std::fs::remove_dir_all(&folder);
    let run = |threads: &str, more: &[&str]| {
        let args = [
            "sim",
            "--rules",
            "tenhou-sanma",
            "--games",
            "12",
            "--json",
            "--threads",
            threads,
        ];
        let run = jantaku(&[&args, more].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        serde_json::from_str::<serde_json::Value>(&run.out).unwrap()
    };
    let written = run("2", &["--seed", "3", "--log", folder.to_str().unwrap()]);
    let digest = written["logs-sha256"].as_str().unwrap();
    assert_eq!(digest.len(), 64);
    for threads in ["1", "2", "5"] {
        assert_eq!(
            run(threads, &["--seed", "3", "--digest", "--check"])["logs-sha256"],
            digest
        );
    }
    assert_ne!(run("1", &["--digest", "--seed", "4"])["logs-sha256"], digest);
    let log = |name: &str| folder.join(name);
    for game in ["00.jsonl", "11.jsonl"] {
        verify_wall(&log(game), &[]).says(&["Walls proved:"]);
        replay(&log(game), &[]).says(&["the game is over"]);
    }
    // The eleventh game is that of seed 13, wherever it is played.
    let alone = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sim-log-alone");
    let args = [
        "sim",
        "--rules",
        "tenhou-sanma",
        "--games",
        "1",
        "--seed",
        "13",
        "--log",
        alone.to_str().unwrap(),
    ];
    assert_eq!(jantaku(&args).code, 0);
    let read = |path: PathBuf| std::fs::read_to_string(path).unwrap();
    assert_eq!(read(log("10.jsonl")), read(alone.join("0.jsonl")));
    // A rigged game does not come from the walls of its seed alone.
    jantaku(&["sim", "--rules", "zan", "--digest", "--rig", "10"]).is_refused("cannot be used with");
    jantaku(&["sim", "--rules", "zan", "--digest", "--hands", "10"]).is_refused("cannot be used with");
}
