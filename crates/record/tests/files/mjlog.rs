//! Small games written by hand, one for each feature of mjlog.

use jantaku_record::error::*;
use jantaku_record::game::*;
use jantaku_record::meld::MeldRecord;
use jantaku_record::yaku::RecordYaku;
use jantaku_rules::seat::{Seat, Wind};
use jantaku_rules::tile::Tile;

/// Four hands: 123456789m 1234p, 1235678999p 123s, 123456789s 1z 2z 3z 4z, then pairs with a red five of bamboo.
const DEAL: &str = r#"<INIT seed="0,0,1,2,3,135" ten="250,250,240,250" oya="0"
    hai0="0,4,8,12,17,20,24,28,32,36,40,44,48" hai1="37,41,45,53,56,60,64,68,69,70,72,76,80"
    hai2="73,77,81,84,89,92,96,100,104,108,112,116,120"
    hai3="1,2,5,6,88,90,109,110,113,114,121,124,125"/>"#;
/// The same for three, without the man tiles.
const SANMA_DEAL: &str = r#"<INIT seed="5,1,0,2,3,135" ten="350,350,350,0" oya="1"
    hai0="0,32,33,36,37,38,40,41,42,44,45,46,120" hai1="48,49,50,52,53,54,56,57,58,60,61,62,121"
    hai2="72,73,74,76,77,78,80,81,82,84,85,86,122" hai3=""/>"#;
const DRAW_GAME: &str = r#"<RYUUKYOKU ba="0,1" sc="250,0,250,0,240,0,250,0"/>"#;

fn read(text: &str) -> Result<GameRecord, ReadError> {
    jantaku_record::read_game(text.as_bytes())
}

fn file(flags: u32, body: &str) -> String {
    format!(
        r#"<mjloggm ver="2.3"><SHUFFLE seed="" ref=""/><GO type="{flags}" lobby="7"/>
        <UN n0="%E6%9D%B1" n1="B" n2="C" n3="D" dan="1,2,3,4"/><TAIKYOKU oya="0"/>{body}</mjloggm>"#
    )
}

fn game(body: &str) -> Result<GameRecord, ReadError> {
    read(&file(9, body))
}

fn round(body: &str) -> jantaku_record::game::RoundRecord {
    let game = game(&format!("{DEAL}{body}")).expect("a game");
    game.rounds.into_iter().next().expect("a round")
}

fn wins(body: &str) -> Vec<WinRecord> {
    match round(body).outcome {
        Outcome::Wins(wins) => wins,
        Outcome::Draw(draw) => panic!("{draw:?}"),
    }
}

fn written(tiles: &[Tile]) -> String {
    let tiles: Vec<String> = tiles.iter().map(ToString::to_string).collect();
    tiles.join(" ")
}

#[test]
fn reads_the_settings_of_the_table() {
    let body = format!(r#"{DEAL}<BYE who="2"/><UN n2="again"/>{DRAW_GAME}"#);
    let read = read(&file(0x149, &body)).expect("a game");
    assert_eq!(read.players, 4);
    assert_eq!(read.names, ["東", "B", "C", "D"]);
    let usual = TableSetting {
        red_fives: true,
        open_tanyao: true,
        length: Length::EastSouth,
        fast: true,
        lobby: 7,
        special: true,
    };
    assert_eq!(read.setting, usual);
    assert_eq!(read.standing, None);
    let plain = self::read(&file(0x07, &body)).expect("a game").setting;
    assert!(!plain.red_fives && !plain.open_tanyao && !plain.fast && !plain.special);
    assert_eq!(plain.length, Length::East);
}

#[test]
fn reads_the_deal() {
    let round = round(DRAW_GAME);
    assert_eq!((round.round, round.honba, round.sticks), (0, 0, 1));
    assert_eq!(round.dealer, Seat(0));
    assert_eq!(round.scores.as_slice(), [25_000, 25_000, 24_000, 25_000]);
    assert_eq!(round.indicator.to_string(), "7z");
    assert_eq!(written(&round.hands[0]), "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p");
    assert_eq!(written(&round.hands[3]), "1m 1m 2m 2m 5s 0s 1z 1z 2z 2z 4z 5z 5z");
}

/// The first seat holds a 4p, draws a second and discards one of them.
#[test]
fn only_the_drawn_tile_is_tsumogiri() {
    for (discarded, expected) in [(49, true), (48, false)] {
        let round = round(&format!("<T49/><D{discarded}/>{DRAW_GAME}"));
        assert_eq!(round.events.last().and_then(tsumogiri), Some(expected));
    }
}

fn tsumogiri(event: &RecordEvent) -> Option<bool> {
    match event {
        RecordEvent::Discard { tsumogiri, .. } => Some(*tsumogiri),
        _ => None,
    }
}

/// West discards a south wind in riichi, north pons it (code: kind 28, copy 0 called, copy 3 unused, giver three turns on).
#[test]
fn reads_riichi_calls_and_new_indicators() {
    let code = (28 * 3) << 9 | 3 << 5 | 0x08 | 3;
    let body = format!(
        r#"<REACH who="2" step="1"/><V128/><F112/><REACH who="2" ten="250,250,230,250" step="2"/>
        <N who="3" m="{code}"/><DORA hai="129"/><G88/>{DRAW_GAME}"#
    );
    let south = round("<V128/><RYUUKYOKU ba=\"0,0\" sc=\"1,0,1,0,1,0,1,0\"/>").hands[2][10];
    assert_eq!(south.to_string(), "2z");
    let seat = Seat(2);
    let expected = [
        RecordEvent::RiichiAccepted { seat },
        RecordEvent::Call {
            seat: Seat(3),
            meld: MeldRecord::pon(seat, south, [south; 2]),
        },
    ];
    let events = round(&body).events;
    assert_eq!(events[0], RecordEvent::Riichi { seat });
    assert_eq!(events[3..5], expected);
    assert!(matches!(events[5], RecordEvent::Dora { indicator } if indicator.to_string() == "6z"));
}

#[test]
fn reads_every_detail_of_a_win() {
    let body = r#"<T132/><D36/><AGARI ba="2,1" hai="36,37,41,45,53,56,60,64,68,69,70,72,76,80" machi="36"
        ten="30,8000,1" yaku="1,1,2,1,53,0,52,3" doraHai="135,4" doraHaiUra="0,88" who="1" fromWho="0" paoWho="3"
        sc="250,-86,250,96,240,0,250,0" owari="164,-35.5,346,+45.5,240,-10.0,250,0.0"/>"#;
    let read = game(&format!("{DEAL}{body}")).expect("a game");
    let win = &wins(body)[0];
    assert_eq!((win.winner, win.from, win.pao), (Seat(1), Seat(0), Some(Seat(3))));
    assert_eq!(written(&win.hand), "1p 1p 2p 3p 5p 6p 7p 8p 9p 9p 9p 1s 2s 3s");
    assert_eq!(win.winning_tile.to_string(), "1p");
    assert_eq!((win.fu, win.points, win.limit), (Some(30), 8_000, Some(Limit::Mangan)));
    assert_eq!(named(win), [("riichi", 1), ("ippatsu", 1), ("dora", 3)]);
    assert_eq!(
        (written(&win.dora), written(&win.ura)),
        ("7z 2m".into(), "1m 0s".into())
    );
    assert_eq!(win.before.as_slice(), [25_000, 25_000, 24_000, 25_000]);
    assert_eq!(win.deltas.as_slice(), [-8_600, 9_600, 0, 0]);
    assert_eq!((win.honba, win.sticks), (2, 1));
    let standing = read.standing.expect("owari");
    assert_eq!(standing.scores.as_slice(), [16_400, 34_600, 24_000, 25_000]);
    assert_eq!(standing.points.as_slice(), [-355, 455, -100, 0].map(Tenths));
}

fn named(win: &WinRecord) -> Vec<(&str, u8)> {
    let name = |(yaku, han): &(RecordYaku, u8)| match yaku {
        RecordYaku::Tenhou(yaku) => (yaku.id(), *han),
        RecordYaku::Other(name) => panic!("{name}"),
    };
    win.yaku.iter().map(name).collect()
}

#[test]
fn reads_two_wins_and_a_yakuman() {
    let win = |who: u8, yaku: &str| {
        format!(
            r#"<AGARI ba="0,0" hai="1,2" machi="0" ten="0,32000,5" {yaku} doraHai="135" who="{who}" fromWho="0"
            m="33280,15360" sc="250,-320,250,320,240,0,250,0"/>"#
        )
    };
    let body = format!(
        "<T132/><D0/>{}{}",
        win(1, r#"yakuman="39,42""#),
        win(3, r#"yaku="7,1""#)
    );
    let wins = wins(&body);
    assert_eq!(wins[1].winner, Seat(3));
    assert_eq!(named(&wins[1]), [("pinfu", 1)]);
    assert_eq!(wins[0].limit, Some(Limit::Yakuman));
    let yakuman: Vec<u8> = wins[0].yakuman.iter().filter_map(number).collect();
    assert_eq!(yakuman, [39, 42]);
    // The file lists the newest set first: 33280 is a kan of tile 130, 15360 one of tile 60.
    let melds: Vec<String> = wins[0].melds.iter().map(|m| m.kind().to_string()).collect();
    assert_eq!(melds, ["7p", "6z"]);
}

fn number(yaku: &RecordYaku) -> Option<u8> {
    match yaku {
        RecordYaku::Tenhou(yaku) => Some(yaku.number()),
        RecordYaku::Other(_) => None,
    }
}

#[test]
fn reads_rounds_without_a_winner() {
    for (kind, reason) in [
        ("", DrawReason::Exhaustive),
        (r#"type="nm""#, DrawReason::Nagashi),
        (r#"type="yao9""#, DrawReason::NineTerminals),
        (r#"type="kaze4""#, DrawReason::FourWinds),
        (r#"type="reach4""#, DrawReason::FourRiichi),
        (r#"type="ron3""#, DrawReason::TripleRon),
        (r#"type="kan4""#, DrawReason::FourKans),
    ] {
        let body = format!(r#"<RYUUKYOKU {kind} ba="0,1" sc="250,30,250,-10,240,-10,250,-10" hai0="4,0"/>"#);
        let Outcome::Draw(draw) = round(&body).outcome else {
            panic!("{kind} is a draw");
        };
        assert_eq!(draw.reason, reason);
        assert_eq!(draw.deltas.as_slice(), [3_000, -1_000, -1_000, -1_000]);
        let shown: Vec<Option<String>> = draw.shown.iter().map(|h| h.as_deref().map(written)).collect();
        assert_eq!(shown, [Some("1m 2m".to_string()), None, None, None]);
    }
}

#[test]
fn reads_three_players_and_a_kita() {
    let kita = 121 << 8 | 0x20;
    let body = format!(
        r#"{SANMA_DEAL}<U132/><N who="1" m="{kita}"/><U131/><E131/>
        <RYUUKYOKU ba="1,0" sc="350,0,350,0,350,0,0,0"/>"#
    );
    let game = read(&file(0xb9, &body)).expect("a game");
    assert_eq!((game.players, game.names.len()), (3, 3));
    let round = &game.rounds[0];
    assert_eq!(round.hands.len(), 3);
    assert_eq!(round.wind(), Wind::South);
    assert_eq!(round.scores.as_slice(), [35_000; 3]);
    assert_eq!(round.events[1], RecordEvent::Kita { seat: Seat(1) });
}

#[test]
fn names_what_is_impossible() {
    let check = |body: &str, expected: Fault| {
        let body = body.replace("DEAL", DEAL).replace("END", DRAW_GAME);
        match game(&body) {
            Err(ReadError::Content { fault, .. }) => assert_eq!(fault, expected, "{body}"),
            other => panic!("{body}: {other:?}"),
        }
    };
    check("", Fault::NoRounds);
    check("<T12/>", Fault::OutsideRound);
    check("DEAL", Fault::NoResult);
    check("DEAL DEAL END", Fault::NoResult);
    check("DEAL END END", Fault::TwoResults);
    check("DEAL END <T132/>", Fault::OutsideRound);
    check("DEAL <T136/> END", Fault::bad("tile", 136));
    check("DEAL <T/> END", Fault::bad("tile", ""));
    check("DEAL <DORA/> END", Fault::Missing("hai"));
    check("DEAL <DORA hai='1,2'/> END", wrong_length("hai", 2));
    check("DEAL <N who='0' m='-1'/> END", Fault::bad("m", -1));
    check("DEAL <N who='4' m='0'/> END", Fault::NoSuchSeat(4));
    check("DEAL <REACH who='0' step='0'/> END", Fault::bad("step", 0));
    check("DEAL <RYUUKYOKU type='x' sc='1'/>", Fault::bad("type", "x"));
    check("DEAL <RYUUKYOKU sc='1,2'/>", wrong_length("sc", 2));
    check("DEAL <RYUUKYOKU sc='1,99999999'/>", Fault::bad("sc", 99_999_999));
    check("<INIT seed='0,0,0'/>", wrong_length("seed", 3));
    check("<INIT seed='16,0,0,0,0,0'/>", Fault::bad("seed", 16));
    check("<INIT seed='1,0,0,0,0,0' oya='0'/>", Fault::DealerOutOfTurn);
    check("<INIT seed='0,0,0,0,0,0' oya='0' hai0='1'/>", wrong_length("hai0", 1));
    let tile = round("<T132/><D132/>END".replace("END", DRAW_GAME).as_str()).indicator;
    let fault = HandFault::NotInHand(Seat(0), tile);
    check("DEAL <T0/><D135/> END", Fault::Hand(fault));
    let fault = HandFault::NoSuchSeat(Seat(3));
    let sanma = read(&file(0xb9, &format!("{SANMA_DEAL}<W131/>")));
    assert!(matches!(sanma, Err(ReadError::Content { fault: Fault::Hand(f), .. }) if f == fault));
}

fn wrong_length(field: &'static str, length: usize) -> Fault {
    Fault::WrongLength { field, length }
}

#[test]
fn reports_the_place_of_broken_xml() {
    for text in ["<mjloggm><GO type='9'/>", "<mjloggm></other>", "<a b=></a>", "<"] {
        let error = read(text).expect_err("broken");
        assert!(!error.to_string().is_empty());
    }
    let cut = file(9, &format!("{DEAL}{DRAW_GAME}")).replace("</mjloggm>", "");
    assert!(matches!(read(&cut), Err(ReadError::Xml { .. })));
}
