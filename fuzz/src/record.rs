//! Recorded games: what can be read is written, read again and played again.

use jantaku_record::verify::books::Books;
use jantaku_record::verify::verify;
use jantaku_record::{read_game, write_tenhou_json};
use std::sync::LazyLock;

/// Reads a game, and does with it what the program does with games.
pub fn read_and_verify(bytes: &[u8]) {
    static BOOKS: LazyLock<Books> = LazyLock::new(Books::default);
    let game = match read_game(bytes) {
        Ok(game) => game,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    if let Ok(json) = write_tenhou_json(&game) {
        let _ = read_game(json.as_bytes());
    }
    if let Ok(rules) = BOOKS.rules_of(&game) {
        for mismatch in verify(&game, &rules).mismatches {
            assert!(!mismatch.to_string().is_empty());
        }
    }
}
