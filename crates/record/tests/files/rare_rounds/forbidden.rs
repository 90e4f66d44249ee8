//! What nobody may do: a record that tells of it is found out there, not before and not after.

use jantaku_record::game::{DrawReason, RecordEvent, RoundRecord};
use jantaku_record::verify::mismatch::Point;

use super::script::Script;
use super::{STRAIGHT, mismatches, rules, straight};

/// How a script goes on after its last word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    /// It does not: the last word itself is forbidden.
    Nothing,
    /// Seat 1 wins on seat 0's tile.
    Ron,
    /// Seat 2 shows nine terminals and honours.
    NineTerminals,
}

/// The last decision of the script is not legal.
#[track_caller]
fn forbid(spec: &str, hands: &[&str], words: &str, then: Then) {
    let rules = rules(spec);
    let script = Script::new(&rules, hands, words);
    let nothing = vec![0; hands.len()];
    let round = match then {
        Then::Nothing => script.drawn(DrawReason::Exhaustive, &nothing, &[]),
        Then::Ron => script.won(vec![straight(1, 0, &[-2_600, 2_600, 0, 0])]),
        Then::NineTerminals => script.drawn(DrawReason::NineTerminals, &nothing, &[2]),
    };
    let decision = match then {
        Then::Nothing => last_decision(&round),
        _ => round.events.len(),
    };
    let found = mismatches(&rules, round);
    let first = found.first().unwrap_or_else(|| panic!("{words}: nothing found"));
    // Where nobody may do anything at all, the table goes on by itself.
    assert!(matches!(first.point, Point::Decision | Point::Event), "{first}");
    assert_eq!(first.event, decision, "{first}");
}

/// The last event that somebody decided on; a riichi and its discard are one decision.
fn last_decision(round: &RoundRecord) -> usize {
    let last = round.events.len() - 1;
    match round.events[last - 1] {
        RecordEvent::Riichi { .. } => last - 1,
        _ => last,
    }
}

#[test]
fn calls() {
    let chii = ["-", "123p147m147s1234z", "-", "-"];
    forbid("tenhou", &chii, "0x3p 1chi12p 1-3p", Then::Nothing);
    forbid(
        "tenhou",
        &["-", "456p147m147s1234z", "-", "-"],
        "0x3p 1chi45p 1-6p",
        Then::Nothing,
    );
    forbid(
        "tenhou",
        &["-", "333p147m147s1234z", "-", "-"],
        "0x3p 1pon 1-3p",
        Then::Nothing,
    );
    forbid(
        "tenhou",
        &["-", "-", "123p147m147s1234z", "-"],
        "0x3p 2chi12p",
        Then::Nothing,
    );
    forbid(
        "tenhou-sanma",
        &["-", "123p19m147s12345z", "-"],
        "0x3p 1chi12p",
        Then::Nothing,
    );
    // A chii that leaves nothing but tiles that may not be discarded.
    let words = "0x1m 1pon 1-2z 2x4m 3x4m 0x9m 1pon 1-3z 2x4m 3x4m 0x1s 1pon 1-4z 2x6m 3x6m 0x3p 1chi45p";
    forbid("tenhou", &["-", "11m99m11s4566p234z", "-", "-"], words, Then::Nothing);
    let last = "idle69 1x3p 3pon";
    forbid("tenhou", &["-", "-", "-", "33p147m147s12345z"], last, Then::Nothing);
}

#[test]
fn kans() {
    let last = "idle69 1+1z 1ankan1z";
    forbid("tenhou", &["-", "111z147m147p147s2z", "-", "-"], last, Then::Nothing);
    let four = "0+1m 0ankan1m dora1z 0+2p 0ankan2p dora2z 0+3s 0ankan3s dora3z 0+7s 0ankan7s dora4z 0+9m 0=";
    let hands = ["111m222p333s777s5z", "666z4589m459p159s", "-", "-"];
    forbid("tenhou", &hands, &format!("{four} 1+6z 1ankan6z"), Then::Nothing);
    // Right after a call.
    forbid(
        "tenhou",
        &["-", "33p1111z147m1478s", "-", "-"],
        "0x3p 1pon 1ankan1z",
        Then::Nothing,
    );
    forbid(
        "tenhou-sanma",
        &["-", "33p1234z19m14579s", "-"],
        "0x3p 1pon 1kita",
        Then::Nothing,
    );
}

#[test]
fn kans_in_riichi() {
    let riichi = "0x1z 1+2z 1r 1= 1R 2x1z 3x3z 0x4z";
    let forbid_kan = |hand: &str, kan: &str| {
        forbid(
            "tenhou",
            &["-", hand, "-", "-"],
            &format!("{riichi} {kan}"),
            Then::Nothing,
        );
    };
    // The waits change.
    forbid_kan("123456789m2223p", "1+2p 1ankan2p");
    forbid_kan("333s5s666s555z666z", "1+6s 1ankan6s");
    // The four tiles were there before.
    forbid_kan("111123m456p789p5s", "1+9s 1ankan1m");
    // The waits stay, even where three sequences are a reading too; the script just does not go on to a result.
    for (hand, tile) in [
        ("555z456m456p1178s", "5z"),
        ("222333444p11s56s", "3p"),
        ("333s5s666s555z666z", "3s"),
    ] {
        let words = format!("{riichi} 1+{tile} 1ankan{tile} dora1m 1+9s 1= 2x9m 3x9m 0x9m");
        let rules = rules("tenhou");
        let round = Script::new(&rules, &["-", hand, "-", "-"], &words);
        let events = round.length();
        let found = mismatches(&rules, round.drawn(DrawReason::Exhaustive, &[0; 4], &[]));
        assert_eq!((found[0].point, found[0].event), (Point::Event, events), "{}", found[0]);
    }
}

#[test]
fn riichi() {
    let hands = ["-", "-", STRAIGHT, "-"];
    forbid("tenhou", &hands, "idle66 2+1z 2r 2=", Then::Nothing);
    forbid(
        "tenhou",
        &["-", "12345678m148p24s", "-", "-"],
        "0x1z 1+1z 1r 1=",
        Then::Nothing,
    );
    forbid(
        "tenhou",
        &["-", "33m123456p1124s9s", "-", "-"],
        "0x3m 1pon 1-9s 2x1z 3x1z 0x1z 1+1z 1r 1=",
        Then::Nothing,
    );
    let rules = rules("tenhou");
    let points = [25_000, 900, 50_000, 24_100];
    let round = Script::standing(
        &rules,
        (4, 0, 0),
        &points,
        &["-", STRAIGHT, "-", "-"],
        "0x1z 1+1z 1r 1=",
    );
    let found = mismatches(&rules, round.drawn(DrawReason::Exhaustive, &[0; 4], &[]));
    assert_eq!((found[0].point, found[0].event), (Point::Decision, 3), "{}", found[0]);
}

#[test]
fn wins() {
    let hands = ["-", STRAIGHT, "-", "-"];
    // Furiten: by an own discard, within the go-around, and for good in riichi.
    forbid("tenhou", &hands, "0x1z 1x3s 2x1z 3x2z 0x3s", Then::Ron);
    forbid("tenhou", &hands, "0x1z 1x1z 2x1z 3x3s 0x3s", Then::Ron);
    forbid(
        "tenhou",
        &hands,
        "0x1z 1+2z 1r 1= 1R 2x3s 3x2z 0x1z 1x3z 2x2z 3x2z 0x3s",
        Then::Ron,
    );
    // Without a yaku.
    let open = ["-", "24p234m567m88s67s1z", "-", "-"];
    let words = "0x3p 1chi24p 1-1z 2x1z 3x1z 0x5s";
    forbid("tenhou(open-tanyao=closed-only)", &open, words, Then::Ron);
}

#[test]
fn nine_terminals_after_a_call() {
    let hands = ["-", "33p147m147s12345z", "19m19p19s1234567z", "-"];
    forbid("tenhou", &hands, "0x3p 1pon 1-1m 2+5m", Then::NineTerminals);
}
