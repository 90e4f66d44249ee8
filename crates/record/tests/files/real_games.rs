//! Real games from Tenhou: every one is readable and consistent.

use std::path::Path;

use jantaku_record::game::{DrawReason, GameRecord, Outcome, RecordEvent, RoundRecord, WinRecord};
use jantaku_record::hands::{Hands, follow};
use jantaku_record::read_game;
use jantaku_rules::seat::BySeat;
use jantaku_rules::tile::Tile;

use crate::shared;

const STICK: i32 = 1_000;

#[test]
fn all_games_are_read_and_add_up() {
    let Some(folder) = shared::find("logs") else {
        return;
    };
    let mut counts = [0; 3];
    let mut games = [0; 2];
    for file in shared::games(&folder) {
        let bytes = std::fs::read(&file).expect("a readable file");
        let game = read_game(&bytes).unwrap_or_else(|error| panic!("{file:?}: {error}"));
        check(&game, &file);
        games[game.players - 3] += 1;
        counts[0] += game.rounds.len();
        for round in &game.rounds {
            match &round.outcome {
                Outcome::Wins(wins) => counts[1] += wins.len(),
                Outcome::Draw(_) => counts[2] += 1,
            }
        }
    }
    assert_eq!(games, [278, 1_181]);
    // As many as there are INIT, AGARI and RYUUKYOKU elements in the files.
    assert_eq!(counts, [14_775, 12_480, 2_370]);
}

fn check(game: &GameRecord, file: &Path) {
    // A private lobby sets its own.
    let start = match (game.setting.lobby, game.players) {
        (0, 3) => 35_000,
        (0, _) => 25_000,
        _ => 30_000,
    };
    let total = start * game.players as i32;
    let mut scores = BySeat::all(game.players, start);
    let mut sticks = 0;
    for (index, round) in game.rounds.iter().enumerate() {
        let at = format!("{file:?}, round {index}");
        assert_eq!(round.scores, scores, "{at}");
        assert_eq!(round.sticks, sticks, "{at}");
        let hands = follow(round).unwrap_or_else(|fault| panic!("{at}: {fault:?}"));
        assert_eq!(usize::from(round.dealer.0), usize::from(round.round) % 4);
        check_tsumogiri(round, &at);
        for seat in round.paid_sticks() {
            scores[seat] -= STICK;
            sticks += 1;
        }
        match &round.outcome {
            Outcome::Wins(wins) => {
                for win in wins {
                    check_win(win, round, &hands, &at);
                    assert_eq!(win.before, scores, "{at}");
                    add(&mut scores, &win.deltas);
                }
                let taken: u32 = wins.iter().map(|win| win.sticks).sum();
                assert_eq!(taken, sticks, "{at}");
                sticks = 0;
            }
            Outcome::Draw(draw) => {
                assert_eq!(draw.before, scores, "{at}");
                add(&mut scores, &draw.deltas);
                for (hand, shown) in hands.seats().iter().zip(&draw.shown) {
                    assert!(shown.is_none() || *shown == Some(hand.sorted()), "{at}");
                }
                let paid = draw.deltas.iter().any(|delta| *delta != 0);
                let exhaustive = matches!(draw.reason, DrawReason::Exhaustive | DrawReason::Nagashi);
                assert!(exhaustive || !paid, "{at}");
            }
        }
        let held: i32 = scores.iter().sum();
        assert_eq!(held + sticks as i32 * STICK, total, "{at}");
    }
    let standing = game.standing.expect("all these games were played to the end");
    let left: Vec<i32> = standing.scores.iter().zip(scores.iter()).map(|(a, b)| a - b).collect();
    assert_eq!(left.iter().sum::<i32>(), sticks as i32 * STICK, "{file:?}");
    assert_eq!(standing.points.iter().map(|p| p.0).sum::<i32>(), 0, "{file:?}");
}

fn add(scores: &mut BySeat<i32>, deltas: &BySeat<i32>) {
    for (score, delta) in scores.as_mut_slice().iter_mut().zip(deltas.iter()) {
        *score += delta;
    }
}

/// Nobody has a choice after riichi: each discard is the drawn tile.
fn check_tsumogiri(round: &RoundRecord, at: &str) {
    let mut in_riichi = [false; 4];
    for event in &round.events {
        match *event {
            RecordEvent::Discard { seat, tsumogiri, .. } => {
                assert!(tsumogiri || !in_riichi[usize::from(seat.0)], "{at}");
            }
            RecordEvent::RiichiAccepted { seat } => in_riichi[usize::from(seat.0)] = true,
            _ => {}
        }
    }
}

fn check_win(win: &WinRecord, round: &RoundRecord, hands: &Hands, at: &str) {
    let (giver, tile) = round.last_tile().expect("a round has events");
    assert_eq!((win.from, win.winning_tile), (giver, tile), "{at}");
    let hand = &hands.seats()[usize::from(win.winner.0)];
    let mut closed = hand.clone();
    if win.from != win.winner {
        closed.closed.push(tile);
    }
    assert_eq!(win.hand, closed.sorted(), "{at}");
    assert_eq!(win.melds, hand.melds, "{at}");
    assert_eq!(win.kita, hand.kita, "{at}");
    assert_eq!(win.honba, round.honba, "{at}");
    let dora: Vec<Tile> = round.indicators().collect();
    assert_eq!(win.dora, dora, "{at}");
    let riichi = RecordEvent::Riichi { seat: win.winner };
    let ura = usize::from(round.events.contains(&riichi)) * dora.len();
    assert_eq!(win.ura.len(), ura, "{at}");
    assert_eq!(win.deltas.iter().sum::<i32>(), win.sticks as i32 * STICK, "{at}");
    assert!(win.yaku.is_empty() != win.yakuman.is_empty(), "{at}");
}
