//! Games that people played on Tenhou, played again at our table: every decision is legal there, and all else comes out the same.

use jantaku_formats::read_game;
use jantaku_formats::replay::books::Books;
use jantaku_formats::replay::replay;

use crate::shared;

#[test]
fn every_game_is_played_again() {
    let Some(folder) = shared::find("logs") else {
        return;
    };
    let books = Books::default();
    let (mut games, mut rounds, mut wins) = (0, 0, 0);
    let mut mismatches = Vec::new();
    for file in shared::games(&folder) {
        let bytes = std::fs::read(&file).expect("a readable file");
        let game = read_game(&bytes).unwrap_or_else(|error| panic!("{file:?}: {error}"));
        let rules = books
            .rules_of(&game)
            .unwrap_or_else(|why| panic!("{file:?}: {}", why.text()));
        let played = replay(&game, &rules);
        games += 1;
        rounds += played.rounds;
        wins += played.wins;
        mismatches.extend(played.mismatches.iter().map(|m| format!("{file:?}, {m}")));
    }
    assert!(
        mismatches.is_empty(),
        "{} mismatches:\n{}",
        mismatches.len(),
        mismatches.join("\n")
    );
    assert_eq!((games, rounds, wins), (1_459, 14_775, 12_480));
}
