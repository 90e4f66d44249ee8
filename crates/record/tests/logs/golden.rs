//! Logs written by earlier versions of the program. They are never rewritten and must replay unchanged.

use crate::played::book;
use jantaku_record::log::{Line, Log, Replay, check_walls};
use jantaku_table::{Action, Event};
use jantaku_wire::event_json::EventJson;
use std::path::Path;

type Golden = (&'static str, u32, usize, &'static [i32], &'static [i32]);

/// The file, its version, how many events it has, and everybody's points and chips after the last: added up from its payments by a few lines of Python.
const GOLDEN: [Golden; 9] = [
    ("fair-zan", 1, 424, &[50000, 50000, 50000], &[0, 0, 0]),
    (
        "ryanzou-chankan-hana",
        1,
        264,
        &[25000, 53600, -3600, 25000],
        &[0, 0, 0, 0],
    ),
    (
        "ryanzou-chankan-2",
        2,
        1703,
        &[24200, 47900, 22900, 5000],
        &[0, 0, 0, 0],
    ),
    ("sanmatsuri", 1, 459, &[24500, 29800, 35700], &[0, 0, 0]),
    ("tenhou", 1, 181, &[-23000, 70100, 24000, 28900], &[0, 0, 0, 0]),
    ("zan", 1, 171, &[89000, -4000, 65000], &[11, -13, 2]),
    ("zan-3", 3, 227, &[50000, 106_000, -6000], &[0, 8, -8]),
    ("zan-4", 4, 995, &[72000, 82000, -4000], &[5, 4, -9]),
    ("zung-jung", 1, 1183, &[10, -6, -22, 18], &[0, 0, 0, 0]),
];

#[test]
fn replays_logs_of_every_version() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/logs");
    let files = std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(files, GOLDEN.len(), "every log in {} is listed", folder.display());
    for (name, version, events, points, chips) in GOLDEN {
        let bytes = std::fs::read(folder.join(format!("{name}.jsonl"))).unwrap();
        let log = Log::read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(log.header.version, version, "{name}");
        // An editor may have put a byte order mark before it, which is no part of what is summed up.
        let marked = Log::read(&[b"\xef\xbb\xbf", bytes.as_slice()].concat());
        assert_eq!(marked.map(|marked| marked.text()), Ok(log.text()), "{name}");
        assert!(log.text().as_bytes() == bytes, "{name}: written again it is another");
        let book = book(&log);
        let mut replay = Replay::new(&log, &book);
        let played = replay.to(usize::MAX).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(played, events, "{name}");
        let table = replay.table();
        assert_eq!(
            (
                table.points().map(|points| points.0).as_slice(),
                table.chips().map(|chips| chips.0).as_slice()
            ),
            (points, chips),
            "{name}"
        );
        assert!(check_walls(&log, &book).unwrap().is_proved(), "{name}");
    }
}

/// Version 1 had no event for the question whether the dealer ends the game: a game that waited there ends with its settlement.
#[test]
fn a_log_of_version_1_that_ends_before_the_yame_question_asks_it() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/logs/ryanzou-chankan-2.jsonl");
    let mut log = Log::read(&std::fs::read(path).unwrap()).unwrap();
    let asked = |line: &Line| matches!(line, Line::Told(told) if matches!(told.e, EventJson::YameAsked { .. }));
    let question = log.lines.iter().position(asked).unwrap();
    let mut whole = Replay::new(&log, &book(&log));
    while !matches!(whole.step().unwrap().unwrap().event, Event::YameAsked { .. }) {}
    let whole = whole.table().clone();
    log.lines.truncate(question);
    log.header.version = 1;
    log.header.book = None;
    let book = book(&log);
    let mut cut = Replay::new(&log, &book);
    cut.to(usize::MAX).unwrap();
    let dealer = whole.standing().dealer;
    assert_eq!(cut.table().to_act().as_slice(), [dealer]);
    for action in [Action::EndGame, Action::PlayOn] {
        let events = cut.table().decide(dealer, action);
        assert_eq!(events, whole.decide(dealer, action));
        let mut again = cut.table().clone();
        for event in events.unwrap() {
            again.apply(&event).unwrap();
        }
        assert!(again.needs_wall() || again.is_over());
    }
}
