//! Games at our table, written as Tenhou's JSON: played from Tenhou's own records, they give the same again.

use std::sync::Arc;

use jantaku_record::game::{GameRecord, Outcome};
use jantaku_record::recording::{Recording, RecordingError, fits_tenhou};
use jantaku_record::verify::books::Books;
use jantaku_record::verify::verify_with;
use jantaku_record::{WriteError, read_game, write_tenhou_json};
use jantaku_rules::rulebook::library::Library;
use serde_json::Value;

use crate::{sample_games, shared, verified_games};

/// Of the real games every fortieth: to play them all takes minutes.
const EVERY: usize = 40;

#[test]
fn records_tenhou_games_as_tenhou_did() {
    let real = shared::find("logs").map(|folder| shared::games(&folder));
    let real = real.unwrap_or_default().into_iter().step_by(EVERY);
    let books = Books::default();
    let mut games = 0;
    for file in real.chain(sample_games::files()) {
        let game = verified_games::read(&file);
        let (ours, theirs) = (parsed(&recorded(&books, &game)), parsed(&game));
        for (hand, theirs) in theirs["log"].as_array().expect("hands").iter().enumerate() {
            assert_eq!(&ours["log"][hand], theirs, "{file:?}, hand {hand}");
        }
        assert_eq!(ours["sc"], theirs["sc"], "{file:?}");
        games += 1;
    }
    assert!(games >= 16, "{games} games");
}

#[test]
fn says_which_rulebooks_tenhou_has_no_place_for() {
    let library = Library::builtin();
    let fits = |book: &str| fits_tenhou(&library.rules(book).expect("a rulebook"));
    assert_eq!(fits("tenhou"), Ok(()));
    assert_eq!(fits("tenhou-sanma"), Ok(()));
    assert_eq!(fits("ema-2025"), Ok(()));
    assert_eq!(fits("zan"), Err(RecordingError::Chips));
    assert_eq!(fits("zung-jung"), Err(RecordingError::NoHan));
    let flowers = fits("ema-2025+hana");
    assert!(
        matches!(
            flowers,
            Err(RecordingError::Chips | RecordingError::Written(WriteError::Tile(_)))
        ),
        "{flowers:?}"
    );
}

/// The game played again at our table, and recorded there.
fn recorded(books: &Books, game: &GameRecord) -> GameRecord {
    let rules = books.rules_of(game).expect("rules of a Tenhou game");
    let mut recording = Recording::default();
    verify_with(game, &Arc::clone(&rules), &mut recording);
    recording.finish(game.names.clone()).expect("a finished game")
}

/// The JSON of a game. Yaku are sorted: Tenhou lists them in no particular order.
fn parsed(game: &GameRecord) -> Value {
    let mut game = game.clone();
    for round in &mut game.rounds {
        if let Outcome::Wins(wins) = &mut round.outcome {
            wins.iter_mut()
                .for_each(|win| win.yaku.sort_by_key(|yaku| format!("{yaku:?}")));
        }
    }
    let json = write_tenhou_json(&game).expect("all tiles have numbers");
    assert!(read_game(json.as_bytes()).is_ok(), "Tenhou's JSON can be read");
    serde_json::from_str(&json).expect("JSON")
}
