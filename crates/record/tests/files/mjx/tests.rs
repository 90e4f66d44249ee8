//! Observations written by hand, one for each thing that they can tell.

use super::*;

/// An observation of the second seat with these events, draws and actions.
fn line(events: &str, draws: &str, actions: &str) -> String {
    format!(
        r#"{{"who":1,"publicObservation":{{"playerIds":["a","b","c","d"],"initScore":{{"round":4,"honba":1,"riichi":2,
        "tens":[25000,24000,26000,23000]}},"doraIndicators":[16,135],"events":[{events}]}},
        "privateObservation":{{"who":1,"initHand":{{"closedTiles":[4,0]}},"drawHistory":[{draws}],
        "currHand":{{"closedTiles":[88,0],"opens":[0]}}}},"legalActions":[{actions}]}}"#
    )
}

fn read(events: &str, draws: &str, actions: &str) -> Observation {
    let line = line(events, draws, actions);
    read_observation(&line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn tile(number: u32) -> Tile {
    super::tile(number).expect("one of the 136")
}

#[test]
fn the_seat_and_its_tiles() {
    let seen = read("", "", "");
    assert_eq!(seen.who, Seat(1));
    assert_eq!((seen.round, seen.honba, seen.sticks), (4, 1, 2));
    assert_eq!(seen.scores.as_slice(), [25_000, 24_000, 26_000, 23_000]);
    let written = |tiles: &[Tile]| tiles.iter().map(ToString::to_string).collect::<String>();
    assert_eq!(written(&seen.indicators), "0m7z");
    assert_eq!(written(&seen.dealt), "1m2m");
    assert_eq!(written(&seen.closed), "1m0s");
    assert_eq!(seen.melds, [MeldRecord::ankan([tile(0); 4])]);
}

#[test]
fn events() {
    let seat = Seat(0);
    let me = Seat(1);
    let kan = MeldRecord::ankan([tile(0); 4]);
    let open = SeenEvent::Open;
    for (event, expected) in [
        (r#"{"type":"EVENT_TYPE_DRAW"}"#, SeenEvent::HiddenDraw { seat }),
        (
            r#"{"type":"EVENT_TYPE_DRAW","who":1}"#,
            open(RecordEvent::Draw {
                seat: me,
                tile: tile(52),
            }),
        ),
        (
            r#"{"tile":7}"#,
            open(RecordEvent::Discard {
                seat,
                tile: tile(7),
                tsumogiri: false,
            }),
        ),
        (
            r#"{"type":"EVENT_TYPE_TSUMOGIRI","who":1}"#,
            open(RecordEvent::Discard {
                seat: me,
                tile: tile(0),
                tsumogiri: true,
            }),
        ),
        (r#"{"type":"EVENT_TYPE_RIICHI"}"#, open(RecordEvent::Riichi { seat })),
        (
            r#"{"type":"EVENT_TYPE_RIICHI_SCORE_CHANGE"}"#,
            open(RecordEvent::RiichiAccepted { seat }),
        ),
        (
            r#"{"type":"EVENT_TYPE_CLOSED_KAN"}"#,
            open(RecordEvent::Call { seat, meld: kan }),
        ),
        (
            r#"{"type":"EVENT_TYPE_NEW_DORA","tile":135}"#,
            open(RecordEvent::Dora { indicator: tile(135) }),
        ),
        (
            r#"{"type":"EVENT_TYPE_RON","who":1,"tile":48}"#,
            SeenEvent::Win {
                seat: me,
                tile: tile(48),
                tsumo: false,
            },
        ),
        (
            r#"{"type":"EVENT_TYPE_EXHAUSTIVE_DRAW_NORMAL"}"#,
            SeenEvent::DrawnGame(DrawReason::Exhaustive),
        ),
    ] {
        assert_eq!(read(event, "52", "").events, [expected], "{event}");
    }
}

/// 5327 = (3 × 1 + 2) << 10 | 1 << 7 | 2 << 5 | 1 << 3 | 7: the run from 2m, of tiles 5, 10 and 13, the highest called.
#[test]
fn actions() {
    let run = MeldRecord::chii(Seat(0), tile(13), [tile(5), tile(10)]);
    let check = |action: &str, expected: LegalAction| {
        let action = format!(r#"{{"who":1,{action}}}"#);
        assert_eq!(read("", "", &action).legal, [expected], "{action}");
    };
    check(r#""tile":16"#, LegalAction::Discard(tile(16)));
    check(r#""type":"ACTION_TYPE_DISCARD""#, LegalAction::Discard(tile(0)));
    check(
        r#""type":"ACTION_TYPE_TSUMOGIRI","tile":32"#,
        LegalAction::Tsumogiri(tile(32)),
    );
    check(r#""type":"ACTION_TYPE_RIICHI""#, LegalAction::Riichi);
    check(r#""type":"ACTION_TYPE_CHI","open":5327"#, LegalAction::Call(run));
    check(r#""type":"ACTION_TYPE_TSUMO","tile":1"#, LegalAction::Tsumo(tile(1)));
    check(r#""type":"ACTION_TYPE_RON","tile":1"#, LegalAction::Ron(tile(1)));
    let nine = r#""type":"ACTION_TYPE_ABORTIVE_DRAW_NINE_TERMINALS""#;
    check(nine, LegalAction::NineTerminals);
    check(r#""type":"ACTION_TYPE_NO""#, LegalAction::Pass);
    check(r#""type":"ACTION_TYPE_DUMMY""#, LegalAction::Acknowledge);
}

#[test]
fn names_what_is_impossible() {
    let fault = |line: &str| match read_observation(line) {
        Err(ReadError::Content { fault, .. }) => fault,
        other => panic!("{other:?}"),
    };
    assert_eq!(fault(&line(r#"{"tile":136}"#, "", "")), Fault::bad("tile", 136));
    assert_eq!(fault(&line(r#"{"who":4,"tile":1}"#, "", "")), Fault::NoSuchSeat(4));
    let draw = r#"{"type":"EVENT_TYPE_DRAW","who":1}"#;
    assert_eq!(fault(&line(draw, "", "")), Fault::Missing("drawHistory"));
    let pon = r#"{"who":1,"type":"ACTION_TYPE_PON","open":8}"#;
    assert_eq!(fault(&line("", "", pon)), Fault::bad("open", 8));
    let other = r#"{"who":2,"tile":1}"#;
    assert_eq!(fault(&line("", "", other)), Fault::NoSuchSeat(2));
    assert!(matches!(read_observation("{}"), Err(ReadError::Json { .. })));
    let unknown = line(r#"{"type":"EVENT_TYPE_X"}"#, "", "");
    assert!(matches!(read_observation(&unknown), Err(ReadError::Json { .. })));
}
