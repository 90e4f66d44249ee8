//! Players' decisions as JSON.

use jantaku_table::Action;
use jantaku_wire::action_json::ActionJson;

#[track_caller]
fn check(json: &str) {
    let read: ActionJson = serde_json::from_str(json).expect("JSON");
    let action = Action::try_from(&read).expect("an action");
    assert_eq!(serde_json::to_string(&ActionJson::from(action)).expect("JSON"), json);
}

#[test]
fn actions_round_trip() {
    check(r#"{"a":"discard","tile":"0p","drawn":true}"#);
    check(r#"{"a":"riichi","tile":"5rz","drawn":false,"open":true}"#);
    check(r#"{"a":"tsumo"}"#);
    check(r#"{"a":"ankan","kind":"5z"}"#);
    check(r#"{"a":"kakan","kind":"1m"}"#);
    check(r#"{"a":"nine-terminals"}"#);
    check(r#"{"a":"pon","tiles":"05p"}"#);
    check(r#"{"a":"chii","tiles":"34s"}"#);
    check(r#"{"a":"end-game"}"#);
}

#[test]
fn refuses_malformed_actions() {
    let rows = [
        r#"{"a":"discard","tile":"5p"}"#,
        r#"{"a":"discard","tile":"5p","drawn":true,"seat":2}"#,
        r#"{"a":"fly"}"#,
        r#"{}"#,
        "[]",
    ];
    for json in rows {
        assert!(serde_json::from_str::<ActionJson>(json).is_err(), "{json}");
    }
    for json in [r#"{"a":"pon","tiles":"5p"}"#, r#"{"a":"chii","tiles":"345s"}"#] {
        let read: ActionJson = serde_json::from_str(json).expect("JSON");
        assert!(Action::try_from(&read).is_err(), "{json}");
    }
}
