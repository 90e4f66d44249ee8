//! Signed logs: what is signed, and what a signature does not let pass.

use crate::played::{book, game, rules, signed_game, signer};
use jantaku_record::log::{
    Bytes64, DemandedKey, Header, Log, LogPlayer, LogProblem, Signer, VERSION, Writer, fingerprint,
};
use jantaku_record::verify::verify_log;
use jantaku_table::fair::Bytes32;
use serde_json::Value;

/// A signature that a separate program computed after RFC 8032.
#[test]
fn signs_as_another_program_does() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fair/signature.json");
    let vector: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let text = |name: &str| vector[name].as_str().unwrap();
    let bytes = |name: &str| Bytes32::from_hex(text(name)).unwrap();
    assert_eq!(Bytes32::hash(text("log").as_bytes()), bytes("sum"));
    let signer = Signer::of_seed(bytes("seed"));
    assert_eq!(signer.key(), bytes("key"));
    assert_eq!(fingerprint(signer.key()), text("fingerprint"));
    let signed = signer.sign(bytes("sum"));
    assert_eq!(signed.signature.to_string(), text("signature"));
    assert!(signed.is_of(bytes("sum")));
    assert!(!signed.is_of(bytes("seed")));
}

#[test]
fn a_signed_game_is_verified_and_written_again_unchanged() {
    let text = signed_game("zan").text();
    let log = Log::read(text.as_bytes()).unwrap();
    assert_eq!(log.signed.map(|signed| signed.key), Some(signer().key()));
    assert!(verify_log(&log, &book(&log)).unwrap().rounds > 0);
    assert_eq!(log.text(), text);
}

#[test]
fn a_changed_name_needs_another_key() {
    let log = signed_game("zan");
    let mut forged = log.clone();
    forged.header.players[0].name = "Mallory".to_owned();
    let problem = |text: String| Log::read(text.as_bytes()).unwrap_err().problem;
    assert_eq!(problem(forged.text()), LogProblem::Signature);
    // The old sum does not fit either.
    assert_eq!(problem(log.text().replacen("Player 0", "Mallory0", 1)), LogProblem::Sum);
    let mut writer = Writer::new(&forged.header);
    forged.lines.iter().for_each(|line| writer.line(line));
    let other = Signer::of_seed(Bytes32([9; 32]));
    let forged = Log::read(writer.close_signed(&other).as_bytes()).unwrap();
    assert_eq!(forged.signed.unwrap().key, other.key());
    let demanded = DemandedKey::read(&signer().key().to_string()).unwrap();
    assert!(demanded.is(signer().key()) && !demanded.is(forged.signed.unwrap().key));
}

#[test]
fn a_removed_signature_is_noticed() {
    let mut log = signed_game("zan");
    log.signed = None;
    let refused = |log: &Log| verify_log(log, &book(log)).unwrap_err().what;
    assert!(refused(&log).contains("signature was removed"), "{}", refused(&log));
    // The walls cover the rulebook, which no unsigned version did.
    log.header.version = VERSION - 1;
    assert!(refused(&log).contains("signature was removed"), "{}", refused(&log));
    // Simulations are not signed.
    let log = Log::read(game("zan", "greedy", 5).1.as_bytes()).unwrap();
    assert!(verify_log(&log, &book(&log)).is_ok());
}

#[test]
fn half_a_signature_or_a_weak_key_is_refused() {
    let text = signed_game("zan").text();
    let last = text.lines().last().unwrap();
    let line: Value = serde_json::from_str(last).unwrap();
    let refuses = |changed: &Value| {
        let text = text.replace(last, &changed.to_string());
        let problem = Log::read(text.as_bytes()).unwrap_err().problem;
        assert!(
            matches!(problem, LogProblem::Signature | LogProblem::Sum | LogProblem::Json(_)),
            "{problem:?}"
        );
    };
    for part in ["key", "signature"] {
        let mut changed = line.clone();
        changed.as_object_mut().unwrap().remove(part);
        refuses(&changed);
        for wrong in [
            Value::from("00"),
            Value::from(line["sum"].as_str().unwrap().to_uppercase()),
            Value::Null,
        ] {
            changed[part] = wrong;
            refuses(&changed);
        }
    }
    // The neutral point as key and a signature of zeros fit every message without strict rules.
    let mut changed = line.clone();
    let mut neutral = [0; 32];
    neutral[0] = 1;
    let mut zeros = [0; 64];
    zeros[0] = 1;
    changed["key"] = Bytes32(neutral).to_string().into();
    changed["signature"] = Bytes64(zeros).to_string().into();
    refuses(&changed);
    // A key outside the last line, and an event inside it.
    let mut changed = line.clone();
    changed["note"] = "more".into();
    refuses(&changed);
    let stray = text.replacen('\n', &format!("\n{{\"key\":{}}}\n", line["key"]), 1);
    assert_eq!(
        Log::read(stray.as_bytes()).unwrap_err().problem,
        LogProblem::NotOneThing
    );
}

#[test]
fn demanded_keys_are_read_in_full_or_by_fingerprint() {
    let key = signer().key();
    for text in [
        key.to_string(),
        key.to_string().to_uppercase(),
        fingerprint(key),
        fingerprint(key).replace(' ', ":"),
    ] {
        assert!(DemandedKey::read(&text).unwrap().is(key), "{text}");
        assert!(!DemandedKey::read(&text).unwrap().is(Bytes32([1; 32])), "{text}");
    }
    for wrong in ["", "12", "no key at all", &"g".repeat(64), &key.to_string()[..63]] {
        assert_eq!(DemandedKey::read(wrong), None, "{wrong}");
    }
}

#[test]
fn a_log_without_events_can_be_signed() {
    let rules = rules("zan");
    let players = vec![
        LogPlayer {
            name: "A".to_owned(),
            bot: None
        };
        3
    ];
    let text = Writer::new(&Header::of(&rules, players)).close_signed(&signer());
    assert!(Log::read(text.as_bytes()).unwrap().signed.is_some());
}
