//! Games written as Tenhou's JSON and read again lose only what the format cannot hold.

use std::path::Path;

use jantaku_record::game::{DrawReason, GameRecord, Outcome};
use jantaku_record::{read_game, write_tenhou_json};

use crate::{sample_games, shared};

#[test]
fn samples_survive_a_round_trip() {
    for file in sample_games::files() {
        check(&file);
    }
}

#[test]
fn real_games_survive_a_round_trip() {
    let Some(folder) = shared::find("logs") else {
        return;
    };
    let games = shared::games(&folder);
    games.iter().for_each(|file| check(file));
    assert_eq!(games.len(), 1_459);
}

fn check(file: &Path) {
    let bytes = std::fs::read(file).expect("a readable file");
    let mut game = read_game(&bytes).unwrap_or_else(|error| panic!("{file:?}: {error}"));
    let json = write_tenhou_json(&game).unwrap_or_else(|error| panic!("{file:?}: {error}"));
    let again = read_game(json.as_bytes()).unwrap_or_else(|e| panic!("{file:?}: {e}"));
    forget_what_json_cannot_tell(&mut game);
    for (index, (before, after)) in game.rounds.iter().zip(&again.rounds).enumerate() {
        assert_eq!(before, after, "{file:?}, round {index}");
    }
    assert_eq!(game, again, "{file:?}");
}

/// The fu of limit hands, the hands shown after a nagashi.
fn forget_what_json_cannot_tell(game: &mut GameRecord) {
    for round in &mut game.rounds {
        match &mut round.outcome {
            Outcome::Wins(wins) => {
                for win in wins.iter_mut().filter(|win| win.limit.is_some()) {
                    win.fu = None;
                }
            }
            Outcome::Draw(draw) if draw.reason == DrawReason::Nagashi => draw.shown.fill(None),
            Outcome::Draw(_) => {}
        }
    }
}
