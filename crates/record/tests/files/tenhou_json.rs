//! Small rounds written by hand, one for each feature of the JSON.

use jantaku_record::error::*;
use jantaku_record::game::*;
use jantaku_record::yaku::{RecordYaku, TenhouYaku};
use jantaku_record::{WriteError, write_tenhou_json};
use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::tile::Tile;

/// 1–9m 11z 2z 6z, 1–9p 33z 44z, 1–9s 55z 66z, 123m 123p 123s 777z 1z.
const HANDS: [&str; 4] = [
    "[11,12,13,14,15,16,17,18,19,41,41,42,46]",
    "[21,22,23,24,25,26,27,28,29,43,43,44,44]",
    "[31,32,33,34,35,36,37,38,39,45,45,46,46]",
    "[11,12,13,21,22,23,31,32,33,47,47,47,41]",
];
const NOTEN: &str = r#"["全員不聴"]"#;

fn read(text: &str) -> Result<GameRecord, ReadError> {
    jantaku_record::read_game(text.as_bytes())
}

/// A round of east 1 with each seat's takes and discards, as `takes | discards`.
fn text(lanes: [&str; 4], result: &str) -> String {
    let mut lists = Vec::new();
    for (hand, lane) in HANDS.iter().zip(lanes) {
        let (takes, steps) = lane.split_once('|').expect("two lists");
        lists.push(format!("{hand},[{takes}],[{steps}]"));
    }
    let lists = lists.join(",");
    format!("[[0,2,1],[25000,25000,24000,25000],[29,32,28],[52,11,19],{lists},{result}]")
}

fn game(rounds: &str) -> String {
    format!(r#"{{"title":["",""],"name":["東","B","C","D"],"rule":{{"disp":"鳳南喰赤","aka":1}},"log":[{rounds}]}}"#)
}

fn round(lanes: [&str; 4], result: &str) -> RoundRecord {
    let read = read(&game(&text(lanes, result))).unwrap_or_else(|error| panic!("{error}"));
    read.rounds.into_iter().next().expect("a round")
}

/// Events in short: `0+1m` draws, `0-1m` discards, with `*` straight from the wall.
fn told(events: &[RecordEvent]) -> String {
    let short = |event: &RecordEvent| match *event {
        RecordEvent::Draw { seat, tile } => format!("{}+{tile}", seat.0),
        RecordEvent::Discard { seat, tile, tsumogiri } => {
            format!("{}-{tile}{}", seat.0, if tsumogiri { "*" } else { "" })
        }
        RecordEvent::Call { seat, meld } => {
            let sort = meld.name();
            let from = meld.given().map_or(String::new(), |(s, _)| s.0.to_string());
            format!("{}:{sort}{from}", seat.0)
        }
        RecordEvent::Kita { seat } => format!("{}:kita", seat.0),
        RecordEvent::Riichi { seat } => format!("{}:riichi", seat.0),
        RecordEvent::RiichiAccepted { seat } => format!("{}:pays", seat.0),
        RecordEvent::Dora { indicator } => format!("dora:{indicator}"),
    };
    let events: Vec<String> = events.iter().map(short).collect();
    events.join(" ")
}

fn check(lanes: [&str; 4], result: &str, expected: &str) {
    // Indicators that nothing accounts for come at the end.
    let events = told(&round(lanes, result).events);
    let events = events.trim_end_matches("dora:8p").trim_end();
    let events = events.trim_end_matches("dora:2s").trim_end();
    assert_eq!(events, expected);
}

#[test]
fn reads_turns_in_order() {
    check(
        ["42|60", "19|24", "29|60", "51|11"],
        NOTEN,
        "0+2z 0-2z* 1+9m 1-4p 2+9p 2-9p* 3+0m 3-1m",
    );
}

/// East discards two hatsu; the first would be ponned too, but then east would have to pon out of turn.
#[test]
fn a_call_may_take_the_second_of_two_equal_discards() {
    check(
        [r#"46,"4141p41"|60,46"#, "41|60", r#""46p4646"|45"#, "24|60"],
        NOTEN,
        "0+6z 0-6z* 1+1z 1-1z* 0:pon1 0-6z 2:pon0 2-5z 3+4p 3-4p*",
    );
}

#[test]
fn a_call_takes_the_first_matching_discard() {
    check(
        ["46,24|60,46", "|", r#""46p4646"|45"#, "24|60"],
        r#"["流局"]"#,
        "0+6z 0-6z* 2:pon0 2-5z 3+4p 3-4p* 0+4p 0-6z",
    );
}

#[test]
fn a_chii_takes_from_the_left() {
    check(
        ["24|60", r#""c242526"|29"#, "19|60", "|"],
        NOTEN,
        "0+4p 0-4p* 1:chii0 1-9p 2+9m 2-9m*",
    );
}

/// The indicator of a kakan waits for the discard.
#[test]
fn reads_a_kakan() {
    check(
        ["43,15|60,60", r#""p434343",43,52|21,"k43434343",60"#, "35|60", "34|60"],
        NOTEN,
        "0+3z 0-3z* 1:pon0 1-1p 2+5s 2-5s* 3+4s 3-4s* 0+5m 0-5m* 1+3z 1:kakan0 1+0p dora:2s 1-0p*",
    );
}

#[test]
fn an_open_kan_leaves_a_gap_among_the_discards() {
    check(
        ["47|60", "|", "|", r#""474747m47",19|0,60"#],
        NOTEN,
        "0+7z 0-7z* 3:daiminkan0 3+9m dora:2s 3-9m*",
    );
}

/// The indicator of an ankan is turned at once.
#[test]
fn reads_an_ankan() {
    check(
        ["24|60", "16|60", "17|60", r#"47,19|"474747a47",60"#],
        NOTEN,
        "0+4p 0-4p* 1+6m 1-6m* 2+7m 2-7m* 3+7z 3:ankan dora:2s 3+9m 3-9m*",
    );
}

#[test]
fn a_riichi_is_paid_when_play_goes_on() {
    check(
        [r#"24|"r60""#, "16|60", "|", "|"],
        NOTEN,
        "0+4p 0:riichi 0-4p* 0:pays 1+6m 1-6m*",
    );
    check(
        [r#"24|"r46""#, "|", "|", "|"],
        r#"["四家立直"]"#,
        "0+4p 0:riichi 0-6z 0:pays",
    );
    let ron = r#"["和了",[-1000,0,2000,0],[2,0,2,"30符1飜1000点","役牌 發(1飜)"]]"#;
    let won = round([r#"24|"r46""#, "|", "|", "|"], ron);
    assert!(!told(&won.events).contains("pays"));
    let Outcome::Wins(wins) = won.outcome else {
        panic!("won");
    };
    assert_eq!(wins[0].before, won.scores);
    assert_eq!((wins[0].honba, wins[0].sticks), (2, 1));
}

#[test]
fn reads_two_wins_on_one_tile() {
    let result = r#"["和了",[-8600,9600,0,0],[1,0,1,"満貫8000点","立直(1飜)","Kita(1飜)","裏ドラ(0飜)"],
        [-32000,0,32000,0],[2,0,3,"役満32000点","大三元(役満)"]]"#;
    let lanes = ["24,44|60,60", r#"16|"r60""#, "17|60", "19|60"];
    let round = round(lanes, result);
    let Outcome::Wins(wins) = round.outcome else {
        panic!("won");
    };
    let [first, second] = &wins[..] else {
        panic!("by two");
    };
    assert_eq!((first.winner, first.from, first.pao), (Seat(1), Seat(0), None));
    assert_eq!(
        (first.fu, first.points, first.limit),
        (None, 8_000, Some(Limit::Mangan))
    );
    let riichi = TenhouYaku::numbered(1).map(RecordYaku::Tenhou).expect("riichi");
    let other = RecordYaku::Other("Kita".to_string());
    assert_eq!(first.yaku, [(riichi, 1), (other, 1)]);
    assert_eq!(first.winning_tile.to_string(), "4z");
    assert_eq!(first.hand.len(), 14);
    assert_eq!(written(&first.ura), "0p 1m 9m");
    assert_eq!(first.before.as_slice(), [25_000, 24_000, 24_000, 25_000]);
    assert_eq!((first.honba, first.sticks), (2, 2));
    assert_eq!((second.winner, second.pao), (Seat(2), Some(Seat(3))));
    assert_eq!(second.yakuman.len(), 1);
    assert!(second.ura.is_empty());
    assert_eq!(second.before.as_slice(), [16_400, 33_600, 24_000, 25_000]);
    assert_eq!(second.sticks, 0);
}

fn written(tiles: &[Tile]) -> String {
    let tiles: Vec<String> = tiles.iter().map(ToString::to_string).collect();
    tiles.join(" ")
}

#[test]
fn reads_rounds_without_a_winner() {
    let discarded = ["24|60", "|", "|", "|"];
    let drawn = ["24|", "|", "|", "|"];
    for (lanes, result, reason, shown) in [
        (
            discarded,
            r#"["流局",[-1500,1500,1500,-1500]]"#,
            DrawReason::Exhaustive,
            "12",
        ),
        (discarded, r#"["全員聴牌"]"#, DrawReason::Exhaustive, "0123"),
        (discarded, r#"["全員不聴"]"#, DrawReason::Exhaustive, ""),
        (
            discarded,
            r#"["流し満貫",[12000,-4000,-4000,-4000]]"#,
            DrawReason::Nagashi,
            "",
        ),
        (drawn, r#"["九種九牌"]"#, DrawReason::NineTerminals, "0"),
        (discarded, r#"["四風連打"]"#, DrawReason::FourWinds, ""),
        (discarded, r#"["四家立直"]"#, DrawReason::FourRiichi, "0123"),
        (discarded, r#"["三家和了"]"#, DrawReason::TripleRon, "123"),
        (discarded, r#"["四槓散了"]"#, DrawReason::FourKans, ""),
    ] {
        let Outcome::Draw(draw) = round(lanes, result).outcome else {
            panic!("{result} is a draw");
        };
        assert_eq!(draw.reason, reason);
        let seats = (0..4).filter(|seat| draw.shown[*seat].is_some());
        assert_eq!(
            seats.map(|seat| seat.to_string()).collect::<String>(),
            shown,
            "{result}"
        );
    }
}

/// The empty seat counts: from the first seat, the third sits across.
#[test]
fn reads_three_players() {
    let rounds = r#"[[5,0,0],[35000,35000,35000,0],[21],[],
        [11,19,19,21,22,23,24,25,26,27,28,29,44],["19p1919"],[11],
        [31,31,32,32,33,33,34,34,35,53,36,36,44],[44,41],["f44",60],
        [37,37,38,38,39,39,43,43,45,45,46,46,42],[19],[60],
        [],[],[],["流局",[-1000,2000,-1000,0]]]"#;
    let read = read(&game(rounds)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((read.players, read.names.len()), (3, 3));
    let round = &read.rounds[0];
    assert_eq!(round.dealer, Seat(1));
    assert_eq!(round.scores.as_slice(), [35_000; 3]);
    let events = "1+4z 1:kita 1+1z 1-1z* 2+9m 2-9m* 0:pon2 0-1m";
    assert_eq!(told(&round.events), events);
    let json = write_tenhou_json(&read).expect("all tiles have numbers");
    assert_eq!(self::read(&json).as_ref(), Ok(&read));
}

#[test]
fn reads_the_settings_of_the_table() {
    let setting = |rule: &str| {
        let text = game(&text(["24|60", "|", "|", "|"], NOTEN));
        let text = text.replace(r#"{"disp":"鳳南喰赤","aka":1}"#, rule);
        read(&text).unwrap_or_else(|error| panic!("{error}")).setting
    };
    let usual = TableSetting {
        red_fives: true,
        open_tanyao: true,
        length: Length::EastSouth,
        fast: false,
        lobby: 0,
        special: false,
    };
    assert_eq!(setting(r#"{"disp":"鳳南喰赤","aka":1}"#), usual);
    assert_eq!(setting(r#"{"disp":"Gold Room South","aka51":0,"aka53":1}"#), usual);
    let east = setting(r#"{"disp":"般東速","aka":0}"#);
    assert_eq!(east.length, Length::East);
    assert!(!east.red_fives && !east.open_tanyao && east.fast);
}

#[test]
fn a_written_game_reads_back() {
    let lanes = [
        "43,15|60,60",
        r#""p434343",43,52|21,"k43434343","r60""#,
        "35|60",
        "34|60",
    ];
    let tsumo = r#"["和了",[-2000,-1000,6000,-1000],[2,2,2,"40符3飜1300-2600点","立直(1飜)"]]"#;
    for (lanes, result) in [
        (lanes, NOTEN),
        (["24|60", "16|60", "17|", "|"], tsumo),
        (["24|", "|", "|", "|"], r#"["九種九牌"]"#),
    ] {
        let mut first = read(&game(&text(lanes, result))).unwrap_or_else(|e| panic!("{e}"));
        first.standing = Some(FinalStanding {
            scores: BySeat::from_fn(4, |seat| seat as i32 * 10_000),
            points: BySeat::from_fn(4, |seat| Tenths(seat as i32 * 105 - 157)),
        });
        let json = write_tenhou_json(&first).expect("all tiles have numbers");
        let second = read(&json).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(first, second, "{json}");
    }
}

#[test]
fn a_flower_cannot_be_written() {
    use jantaku_rules::tile::{Kind, Suit};
    let mut game = read(&game(&text(["24|60", "|", "|", "|"], NOTEN))).expect("a game");
    let flower = Kind::of(Suit::Flower, 1).map(Tile::plain).expect("a flower");
    game.rounds[0].hands[2][3] = flower;
    let error = write_tenhou_json(&game).expect_err("no number");
    assert_eq!(error, WriteError::Tile(flower));
    game.players = 2;
    let error = write_tenhou_json(&game).expect_err("two players");
    assert_eq!(error, WriteError::Players(2));
}

#[test]
fn names_what_is_impossible() {
    let fault = |text: &str| match read(text) {
        Err(ReadError::Content { fault, .. }) => fault,
        other => panic!("{text}: {other:?}"),
    };
    let lanes = |lanes, result: &str| fault(&game(&text(lanes, result)));
    let idle = ["24|60", "|", "|", "|"];
    assert_eq!(fault("{}"), Fault::Missing("log"));
    assert_eq!(fault(r#"{"log":[]}"#), Fault::NoRounds);
    assert_eq!(fault(r#"{"log":[[]]}"#), Fault::Missing("hand"));
    assert_eq!(lanes(idle, r#"["何"]"#), Fault::bad("result", "\"何\""));
    assert_eq!(lanes(idle, r#"["和了"]"#), wrong_length("result", 1));
    assert_eq!(lanes(idle, r#"["流局",[1]]"#), wrong_length("deltas", 1));
    let seat = r#"["和了",[0,0,0,0],[4,0,0,"満貫8000点"]]"#;
    assert_eq!(lanes(idle, seat), Fault::NoSuchSeat(4));
    let worth = r#"["和了",[0,0,0,0],[1,0,1,"8000"]]"#;
    assert_eq!(lanes(idle, worth), Fault::bad("worth", "\"8000\""));
    let yaku = r#"["和了",[0,0,0,0],[1,0,1,"満貫8000点","立直"]]"#;
    assert_eq!(lanes(idle, yaku), Fault::bad("yaku", "\"立直\""));
    let self_draw = r#"["和了",[0,0,0,0],[1,1,1,"満貫8000点"]]"#;
    assert_eq!(lanes(idle, self_draw), Fault::NoOrder);
    assert_eq!(lanes(["24|60", "|", "|", "24|60"], NOTEN), Fault::NoOrder);
    assert_eq!(lanes(["24|60,60", "|", "|", "|"], NOTEN), Fault::NoOrder);
    assert_eq!(lanes(["99|60", "|", "|", "|"], NOTEN), Fault::bad("take", 99));
    assert_eq!(lanes(["24|61", "|", "|", "|"], NOTEN), Fault::bad("discard", 61));
    let not_held = lanes(["24|45", "|", "|", "|"], NOTEN);
    assert!(matches!(not_held, Fault::Hand(HandFault::NotInHand(Seat(0), _))));
}

fn wrong_length(field: &'static str, length: usize) -> Fault {
    Fault::WrongLength { field, length }
}

#[test]
fn reports_the_place_of_broken_json() {
    let error = read("{\n\"log\": [1,}").expect_err("broken");
    assert!(matches!(error, ReadError::Json { line: 2, .. }), "{error}");
    let deep = format!("{{\"log\":{}", "[".repeat(100_000));
    assert!(matches!(read(&deep), Err(ReadError::Json { .. })));
}

/// Every discard fits the next seat's call, for ever: such lists end in an error, not in a long search.
#[test]
fn endless_calls_are_refused() {
    let takes = vec![r#""p414141""#; 100].join(",");
    let steps = vec!["41"; 100].join(",");
    let lane = format!("41,{takes}|{steps}");
    let lanes = [lane.as_str(); 4];
    assert!(read(&game(&text(lanes, NOTEN))).is_err());
}
