//! Damaged files are errors, never panics: every truncation, and thousands of changed bytes. Whatever is still readable is
//! verified, which must not panic either.

use std::io::Write;

use crate::mjx::read_observation;
use flate2::Compression;
use flate2::write::GzEncoder;
use jantaku_record::game::GameRecord;
use jantaku_record::verify::books::Books;
use jantaku_record::verify::verify;
use jantaku_record::{error::ReadError, read_game, write_tenhou_json};
use jantaku_wire::MAX_TEXT;

use crate::shared;

/// A short game with a call, a kakan, a riichi and a double ron.
const MJLOG: &str = r#"<mjloggm ver="2.3"><GO type="169" lobby="0"/><UN n0="%41" n1="B" n2="C" n3="D"/>
<INIT seed="0,0,1,2,3,135" ten="250,250,240,250" oya="0" hai0="0,4,8,12,17,20,24,28,32,36,40,44,48"
hai1="37,41,45,53,56,60,64,68,69,116,117,76,80" hai2="73,77,81,84,89,92,96,100,104,108,112,128,120"
hai3="1,2,5,6,88,90,109,110,113,114,121,124,125"/><T118/><D118/><N who="1" m="45675"/><E37/>
<V131/><F131/><W127/><REACH who="3" step="1"/><G1/><REACH who="3" ten="250,250,240,240" step="2"/><T126/><D126/>
<U119/><N who="1" m="45683"/><U99/><DORA hai="98"/><E99/>
<AGARI ba="0,2" hai="1,2,5" machi="99" ten="30,8000,1" yaku="1,1,53,0" doraHai="135,98" doraHaiUra="9,10" who="3"
fromWho="1" sc="250,0,250,-80,240,0,240,100"/>
<AGARI ba="0,0" hai="1,2" m="45683" machi="99" ten="30,1000,0" yaku="7,1" doraHai="135,98" who="2" fromWho="1"
sc="250,0,170,-10,240,10,340,0" owari="250,-5.0,160,-34.0,250,-5.0,340,44.0"/></mjloggm>"#;

const OBSERVATION: &str = r#"{"who":1,"publicObservation":{"initScore":{"round":4,"tens":[25000,25000,25000,25000]},
"doraIndicators":[114],"events":[{"type":"EVENT_TYPE_DRAW"},{"tile":111},{"type":"EVENT_TYPE_CHI","who":1,"open":5327},
{"type":"EVENT_TYPE_DRAW","who":1}]},"privateObservation":{"who":1,"initHand":{"closedTiles":[123,22]},
"drawHistory":[32],"currHand":{"closedTiles":[7,22],"opens":[5327]}},
"legalActions":[{"who":1,"tile":7},{"who":1,"type":"ACTION_TYPE_PON","open":10859}]}"#;

/// A small generator of our own (xorshift), so that a failure can be repeated.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below as u64) as usize
    }
}

fn play_again(books: &Books, game: &GameRecord) -> usize {
    books
        .rules_of(game)
        .map_or(0, |rules| verify(game, &rules).mismatches.len())
}

fn documents() -> Vec<Vec<u8>> {
    let game = read_game(MJLOG.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let json = write_tenhou_json(&game).unwrap_or_else(|error| panic!("{error}"));
    assert!(read_game(json.as_bytes()).is_ok());
    vec![MJLOG.into(), json.into_bytes(), gzipped(MJLOG.as_bytes())]
}

fn gzipped(text: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(text).expect("memory");
    packed.finish().expect("memory")
}

#[test]
fn every_truncation_is_an_error() {
    for document in documents() {
        for length in 0..document.len() {
            assert!(read_game(&document[..length]).is_err(), "{length} bytes");
        }
    }
    for (length, _) in OBSERVATION.char_indices() {
        assert!(read_observation(&OBSERVATION[..length]).is_err());
    }
    assert!(read_observation(OBSERVATION).is_ok());
}

#[test]
fn changed_bytes_never_panic() {
    const TIMES: usize = 10_000;
    let books = Books::default();
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for document in documents() {
        for _ in 0..TIMES {
            let mut damaged = document.clone();
            for _ in 0..=dice.throw(3) {
                let place = dice.throw(damaged.len());
                // Half of the time a digit, which keeps the document well-formed and damages what it says.
                damaged[place] = match dice.throw(2) {
                    0 => dice.throw(256) as u8,
                    _ => b'0' + dice.throw(10) as u8,
                };
            }
            if let Ok(game) = read_game(&damaged) {
                let _ = write_tenhou_json(&game);
                // The short game itself is made up, and says things that no table would.
                assert!(play_again(&books, &game) > 0 || game.setting.special);
            }
            let mut observation = OBSERVATION.as_bytes().to_vec();
            let place = dice.throw(observation.len());
            observation[place] = b'0' + dice.throw(10) as u8;
            let _ = read_observation(&String::from_utf8_lossy(&observation));
        }
    }
}

#[test]
fn refuses_files_that_are_too_long_or_unknown() {
    let zeros = vec![b' '; MAX_TEXT + 1];
    assert_eq!(read_game(&zeros), Err(ReadError::TooLong));
    assert_eq!(read_game(&gzipped(&zeros)), Err(ReadError::TooLong));
    assert_eq!(read_game(&zeros[..MAX_TEXT]), Err(ReadError::UnknownFormat));
    assert_eq!(read_game(b""), Err(ReadError::UnknownFormat));
    assert_eq!(read_game(b"hello"), Err(ReadError::UnknownFormat));
    assert_eq!(read_game(br#"{"log":"jantaku","version":2}"#), Err(ReadError::OwnLog));
    assert_eq!(read_game(b"\x1f\x8bnot gzip"), Err(ReadError::Gzip));
    assert_eq!(read_game(b"<a\xff"), Err(ReadError::Utf8 { offset: 2 }));
    let marked = format!("\u{feff}\n {MJLOG}");
    assert!(read_game(marked.as_bytes()).is_ok());
}

/// The same with a few real games, which hold more than the short one.
#[test]
fn damaged_real_games_never_panic() {
    let Some(folder) = shared::find("logs") else {
        return;
    };
    let books = Books::default();
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let mut found = 0;
    let files = shared::games(&folder);
    for file in [&files[0], &files[200], &files[700]] {
        let bytes = std::fs::read(file).expect("a readable file");
        let game = read_game(&bytes).unwrap_or_else(|error| panic!("{error}"));
        let json = write_tenhou_json(&game).unwrap_or_else(|error| panic!("{error}"));
        for _ in 0..300 {
            let mut damaged = json.clone().into_bytes();
            let place = dice.throw(damaged.len());
            damaged[place] = b'0' + dice.throw(10) as u8;
            if let Ok(game) = read_game(&damaged) {
                found += play_again(&books, &game);
            }
        }
    }
    assert!(found > 0);
}
