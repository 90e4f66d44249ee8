//! `jantaku settle`.

use crate::jantaku::{jantaku, jantaku_in};
use serde_json::{Value, json};

/// SM-23: two tenpai players get 1,000 each.
#[test]
fn settles_a_line_and_the_same_record_as_json() {
    let line = ["settle", "sanmatsuri", "draw tenpai south west, riichi south"];
    let page = jantaku(&line);
    assert_eq!((page.code, page.err.as_str()), (0, ""));
    assert!(page.out.contains("noten   SM-23"), "{}", page.out);
    let spoken = jantaku(&[&line[..], &["--json"]].concat()).json();
    assert_eq!(spoken["deltas"], json!({"east": -2_000, "south": 0, "west": 1_000}));
    let record = r#"{"rules":"sanmatsuri","draw":{"tenpai":["south","west"]},"riichi":["south"]}"#;
    let run = jantaku_in(80, &["settle", "--batch", "-"], record);
    assert_eq!(serde_json::from_str::<Value>(&run.out).unwrap(), spoken);
}

#[test]
fn refuses_what_it_cannot_settle() {
    jantaku(&["settle", "zan", "drwa"]).is_refused("did you mean \"draw\"?");
    jantaku(&["settle", "zam", "draw"]).is_refused("did you mean \"zan\"?");
    jantaku(&["settle", "zan"]).is_refused("required");
    let run = jantaku(&["settle", "zan", "chombo north", "--json"]);
    assert_eq!((run.code, run.err.as_str()), (2, ""));
    assert!(run.out.starts_with("{\"error\":"), "{}", run.out);
    let run = jantaku_in(
        80,
        &["settle", "--batch", "-"],
        "nonsense\n{\"id\":2,\"rules\":\"zan\",\"draw\":{}}\n",
    );
    let answers: Vec<Value> = run
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(answers[0]["error"].is_string());
    assert_eq!((&answers[1]["id"], &answers[1]["ending"]), (&json!(2), &json!("draw")));
}

#[test]
fn says_what_a_written_hand_does_not_get() {
    // The pair of white dragons makes it no pinfu.
    let hand = "south ron from east: 234m567p55z456s45s +6s riichi dora=1m";
    let run = jantaku(&["settle", "ryanzou-chankan", hand]);
    assert!(
        run.out.contains("Not given") && run.out.contains("RC-42"),
        "{}",
        run.out
    );
}
