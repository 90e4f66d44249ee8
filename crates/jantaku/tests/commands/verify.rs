//! `jantaku verify`: recorded games played again.

use crate::jantaku::jantaku;
use std::path::{Path, PathBuf};

/// A round that the dealer ends with nine terminals and honours.
const GAME: &str = r#"<mjloggm ver="2.3"><GO type="169" lobby="0"/><UN n0="A" n1="B" n2="C" n3="D"/>
<INIT seed="0,0,0,2,3,135" ten="250,250,250,250" oya="0" hai0="0,32,36,68,72,104,108,112,116,120,124,128,132"
hai1="4,8,12,17,20,24,40,44,48,53,56,60,76" hai2="5,9,13,18,21,25,41,45,49,54,57,61,77"
hai3="6,10,14,19,22,26,42,46,50,55,58,62,78"/><T84/>
<RYUUKYOKU type="yao9" ba="0,0" sc="250,0,250,0,250,0,250,0" hai0="0,32,36,68,72,104,108,112,116,120,124,128,132,84"/></mjloggm>"#;

/// A folder of this name for one test, emptied before it.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("deeper")).unwrap();
    folder
}

#[test]
fn games_in_folders_are_found_and_played() {
    let folder = folder("verify-good");
    std::fs::write(folder.join("one.mjlog"), GAME).unwrap();
    std::fs::write(folder.join("deeper/two.xml"), GAME).unwrap();
    std::fs::write(folder.join("notes.txt"), "no game").unwrap();
    // A table with chips, say.
    std::fs::write(folder.join("special.xml"), GAME.replace("169", "681")).unwrap();
    let run = jantaku(&["verify", folder.to_str().unwrap()]);
    run.says(&[
        "games 2",
        "rounds 2",
        "wins 0",
        "mismatches 0",
        "skipped 1",
        "a special table",
    ]);
    let json = jantaku(&["verify", "--json", "--threads", "1", folder.to_str().unwrap()]).json();
    assert_eq!(
        (&json["games"], &json["rounds"], &json["wins"]),
        (&2.into(), &2.into(), &0.into())
    );
    assert_eq!(json["mismatches"], serde_json::json!([]));
}

#[test]
fn what_differs_is_told() {
    let folder = folder("verify-bad");
    let file = folder.join("wrong.mjlog");
    // Nobody pays for such a draw.
    let wrong = GAME.replace("250,0,250,0,250,0,250,0", "250,-10,250,10,250,0,250,0");
    std::fs::write(&file, wrong).unwrap();
    std::fs::write(folder.join("broken.json"), "{").unwrap();
    let run = jantaku(&["verify", folder.to_str().unwrap()]);
    assert_eq!(run.code, 1);
    run.says_anyhow(&["mismatches 1", "unreadable 1", "wrong.mjlog", "payment", "broken.json"]);
    let run = jantaku(&["verify", "--json", file.to_str().unwrap()]);
    assert_eq!(run.code, 1);
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let mismatch = &json["mismatches"][0];
    assert_eq!((&mismatch["round"], &mismatch["event"]), (&0.into(), &1.into()));
    assert_eq!(mismatch["expected"], "[-1000, 1000, 0, 0]");
    assert_eq!(mismatch["found"], "[0, 0, 0, 0]");
}

#[test]
fn nothing_to_play_is_an_error() {
    jantaku(&["verify", "/nowhere/at/all"]).is_refused("/nowhere/at/all");
    let folder = folder("verify-empty");
    jantaku(&["verify", folder.to_str().unwrap()]).is_refused("no games found");
}

/// A log that a server signed, with its key.
const SIGNED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/logs/zan-3.jsonl");
const KEY: &str = "ef00f144617d6b73a3e61e642ec2def277795ed931c6de8626a58a3bba194496";

#[test]
fn signed_logs_name_the_key() {
    let run = jantaku(&["verify", SIGNED]);
    // The first half of the key's SHA-256, by another program.
    let fingerprint = "6a84 b4d9 976e 4b20 725c 7b30 f2bf 08ee";
    run.says(&["games 1", "Signed", &format!("1 log with key {fingerprint}"), "--key"]);
    for key in [KEY, fingerprint] {
        jantaku(&["verify", "--key", key, SIGNED]).says(&["games 1"]);
    }
    let json = jantaku(&["verify", "--json", SIGNED]).json();
    assert_eq!(
        (&json["signed"][0]["key"], &json["unsigned"]),
        (&KEY.into(), &serde_json::json!([]))
    );
    let other = jantaku(&["verify", "--key", &KEY.replace('e', "f"), SIGNED]);
    assert_eq!(other.code, 1);
    other.says_anyhow(&["refused 1", &format!("signed with another key: {fingerprint}")]);
    jantaku(&["verify", "--key", "abc", SIGNED]).is_refused("/api/key");
}

#[test]
fn a_changed_name_or_a_lost_signature_is_refused() {
    let folder = folder("verify-signed");
    let log = std::fs::read_to_string(SIGNED).unwrap();
    std::fs::write(folder.join("renamed.jsonl"), log.replacen("Mika", "Mima", 1)).unwrap();
    let bare = log.split(",\"key\":").next().unwrap().to_owned() + "}\n";
    let (lines, _) = log.trim_end().rsplit_once('\n').unwrap();
    assert!(bare.starts_with(lines), "only the signature is gone");
    std::fs::write(folder.join("stripped.jsonl"), bare).unwrap();
    let run = jantaku(&["verify", folder.to_str().unwrap()]);
    assert_eq!(run.code, 1);
    run.says_anyhow(&["refused 2", "the log was changed", "its signature was removed"]);
}

#[test]
fn simulations_are_said_to_be_unsigned() {
    let folder = folder("verify-unsigned");
    let log = folder.join("0.jsonl");
    let sim = [
        "sim",
        "--rules",
        "zan",
        "--games",
        "1",
        "--seed",
        "7",
        "--log",
        folder.to_str().unwrap(),
    ];
    assert_eq!(jantaku(&sim).code, 0);
    let log = log.to_str().unwrap();
    jantaku(&["verify", log]).says(&["games 1", "Not signed", "a simulation", "nothing proves who played it"]);
    let run = jantaku(&["verify", "--key", KEY, log]);
    assert_eq!(run.code, 1);
    run.says_anyhow(&["refused 1", "not signed: a simulation"]);
}
