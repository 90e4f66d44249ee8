//! Real games from Tenhou, verified: every decision is legal at our table, and everything else is the same.

use std::path::Path;
use std::sync::Arc;

use jantaku_record::game::GameRecord;
use jantaku_record::verify::books::Books;
use jantaku_record::verify::mismatch::Point;
use jantaku_record::verify::verify;
use jantaku_record::{read_game, write_tenhou_json};
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::rulebook::value::Value;

use crate::shared;

#[test]
fn every_game_verifies() {
    let Some(folder) = shared::find("logs") else {
        return;
    };
    let books = Books::default();
    let (mut games, mut rounds, mut wins) = (0, 0, 0);
    let mut mismatches = Vec::new();
    for file in shared::games(&folder) {
        let game = read(&file);
        // Tenhou's own JSON of the game leaves less to compare, but nothing that could come out differently.
        let json = write_tenhou_json(&game).unwrap_or_else(|error| panic!("{file:?}: {error}"));
        let again = read_game(json.as_bytes()).unwrap_or_else(|error| panic!("{file:?}: {error}"));
        for game in [&game, &again] {
            let rules = books
                .rules_of(game)
                .unwrap_or_else(|why| panic!("{file:?}: {}", why.text()));
            let played = verify(game, &rules);
            games += 1;
            rounds += played.rounds;
            wins += played.wins;
            mismatches.extend(played.mismatches.iter().map(|m| format!("{file:?}, {m}")));
        }
    }
    assert!(
        mismatches.is_empty(),
        "{} mismatches:\n{}",
        mismatches.len(),
        mismatches.join("\n")
    );
    assert_eq!((games, rounds, wins), (2 * 1_459, 2 * 14_775, 2 * 12_480));
}

/// Verification notices a table that plays by another rule: each of these changes is found, where it must be.
#[test]
fn notices_a_changed_rule() {
    let Some(folder) = shared::find("logs") else {
        return;
    };
    let changes = [
        (Key::ClaimsChii, no(), Point::Decision),
        (Key::RiichiTilesLeft, Value::Int(10), Point::Decision),
        (Key::RiichiLastPoints, no(), Point::Decision),
        (Key::KanMost, Value::Int(1), Point::Decision),
        (Key::DrawsNineTerminals, no(), Point::Decision),
        (Key::DrawsFourWinds, no(), Point::Event),
        (Key::DrawsFourRiichi, no(), Point::Event),
        (Key::KanIndicatorTurned, word("at-once"), Point::Event),
        (Key::AsideKitaHan, Value::Int(0), Point::Yaku),
        (Key::AsideEndsIppatsu, no(), Point::Yaku),
        (Key::FuDoubleWind, Value::Int(2), Point::Fu),
        (Key::ValueKiriage, Value::Bool(true), Point::Limit),
        (Key::PaymentHonbaTo, word("each"), Point::Payment),
        (Key::DrawsNoten, Value::Int(1_500), Point::Payment),
        (Key::DrawsNagashiAs, word("draw-with-honba"), Point::Payment),
        (Key::PaoTsumo, no(), Point::Pao),
        (Key::GameDealerStays, word("on-win"), Point::NextHand),
        (Key::GameBust, word("never"), Point::GameEnd),
        (Key::GameYame, word("never"), Point::GameEnd),
        (Key::GameSuddenDeathEnds, word("any-hand"), Point::GameEnd),
        (Key::GameLeftoverSticks, word("lapse"), Point::FinalPoints),
        (Key::ResultOka, Value::Int(0), Point::Result),
    ];
    let books = Books::default();
    let games: Vec<GameRecord> = shared::games(&folder).iter().map(|file| read(file)).collect();
    for (key, value, point) in changes {
        let noticed = games.iter().any(|game| {
            let rules = books.rules_of(game).expect("a shipped rulebook");
            let mut changed = (*rules).clone();
            assert!(changed.settings.set(key, &value), "{}", key.name());
            let played = verify(game, &Arc::new(changed));
            played.mismatches.iter().any(|mismatch| mismatch.point == point)
        });
        assert!(noticed, "{} = {}", key.name(), value.describe());
    }
}

fn no() -> Value {
    Value::Bool(false)
}

fn word(choice: &str) -> Value {
    Value::Text(choice.to_string())
}

pub(crate) fn read(file: &Path) -> GameRecord {
    let bytes = std::fs::read(file).expect("a readable file");
    read_game(&bytes).unwrap_or_else(|error| panic!("{file:?}: {error}"))
}
