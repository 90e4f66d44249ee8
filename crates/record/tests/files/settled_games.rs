//! Real games from Tenhou: the shipped rulebooks give the same payments, draws and final results.

use std::path::Path;

use jantaku_record::game::{DrawReason, DrawRecord, GameRecord, Outcome, RoundRecord, WinRecord};
use jantaku_record::read_game;
use jantaku_rules::result::{GameEnd, final_result};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::settlement::HandState;
use jantaku_rules::settlement::draw::settle_draw;
use jantaku_rules::settlement::nagashi::settle_nagashi;
use jantaku_rules::settlement::wins::{Winner, settle_wins};
use jantaku_rules::transfer::{Transfers, points_moved};
use jantaku_rules::units::{Fu, Han, Points};
use jantaku_rules::value::Value;
use jantaku_rules::win::By;

use crate::shared;

#[test]
fn every_payment_matches_the_record() {
    let Some(folder) = shared::find("logs") else {
        return;
    };
    let library = Library::builtin();
    let three = library.rules("tenhou-sanma").expect("a shipped rulebook");
    let four = library.rules("tenhou").expect("a shipped rulebook");
    let mut counts = Counts::default();
    for file in shared::games(&folder) {
        let bytes = std::fs::read(&file).expect("a readable file");
        let game = read_game(&bytes).unwrap_or_else(|error| panic!("{file:?}: {error}"));
        check(
            if game.players == 3 { &three } else { &four },
            &game,
            &file,
            &mut counts,
        );
    }
    let expected = Counts {
        wins: 12_480,
        several: 75,
        liable: 2,
        draws: 2_370,
        nagashi: 9,
        results: 1_458,
    };
    assert_eq!(counts, expected);
}

#[derive(Default, PartialEq, Eq, Debug)]
struct Counts {
    wins: usize,
    several: usize,
    liable: usize,
    draws: usize,
    nagashi: usize,
    results: usize,
}

fn check(rules: &Rules, game: &GameRecord, file: &Path, counts: &mut Counts) {
    for (index, round) in game.rounds.iter().enumerate() {
        let at = format!("{file:?}, round {index}");
        let (transfers, expected) = match &round.outcome {
            Outcome::Wins(wins) => {
                counts.wins += wins.len();
                counts.several += usize::from(wins.len() > 1);
                counts.liable += wins.iter().filter(|win| win.pao.is_some()).count();
                (settle(rules, round, wins), sum(wins))
            }
            Outcome::Draw(draw) => {
                counts.draws += 1;
                counts.nagashi += usize::from(draw.reason == DrawReason::Nagashi);
                (settle_drawn(rules, round, draw), draw.deltas)
            }
        };
        let gains = points_moved(&transfers, rules.seats()).map(|points| points.0);
        let by_chair = BySeat::from_fn(rules.seats(), |chair| gains[wind(round, Seat(chair as u8))]);
        assert_eq!(by_chair, expected, "{at}: {transfers:#?}");
    }
    check_result(rules, game, file, counts);
}

fn settle(rules: &Rules, round: &RoundRecord, wins: &[WinRecord]) -> Transfers {
    let winners: Vec<Winner> = wins.iter().map(|win| winner(round, win)).collect();
    settle_wins(rules, &hand_state(round), &winners)
}

fn winner(round: &RoundRecord, win: &WinRecord) -> Winner {
    let yakuman = win.yakuman.len() as u8;
    let value = if yakuman > 0 {
        Value::Yakuman(yakuman)
    } else {
        Value::Han {
            han: Han(win.yaku.iter().map(|(_, han)| han).sum()),
            fu: Fu(win.fu.map_or(0, |fu| fu as u8)),
        }
    };
    let (seat, from) = (wind(round, win.winner), wind(round, win.from));
    let mut winner = Winner::ron(seat, if seat == from { By::Tsumo } else { By::Ron }, from, value);
    if let Some(liable) = win.pao {
        winner.liable.add(wind(round, liable), 1);
    }
    winner
}

fn settle_drawn(rules: &Rules, round: &RoundRecord, draw: &DrawRecord) -> Transfers {
    let by_wind = |is: &dyn Fn(usize) -> bool| {
        let mut chosen = BySeat::all(rules.seats(), false);
        for chair in 0..rules.seats() {
            chosen[wind(round, Seat(chair as u8))] = is(chair);
        }
        chosen
    };
    match draw.reason {
        DrawReason::Exhaustive => settle_draw(rules, &by_wind(&|chair| draw.shown[chair].is_some())),
        // Only a player with nagashi gains by one.
        DrawReason::Nagashi => settle_nagashi(
            rules,
            &hand_state(round),
            &by_wind(&|chair| draw.deltas.as_slice()[chair] > 0),
        ),
        _ => Transfers::new(),
    }
}

fn hand_state(round: &RoundRecord) -> HandState {
    let mut hand = HandState::bare(round.scores.len());
    hand.honba = round.honba as u8;
    hand.sticks = round.sticks as u8;
    for seat in round.paid_sticks() {
        hand.riichi[wind(round, seat)] = true;
        hand.sticks += 1;
    }
    hand
}

/// The final standing, in a public game that was played to its end.
fn check_result(rules: &Rules, game: &GameRecord, file: &Path, counts: &mut Counts) {
    let (Some(standing), Some(last), 0) = (game.standing, game.rounds.last(), game.setting.lobby) else {
        return;
    };
    let (before, deltas, won) = match &last.outcome {
        Outcome::Wins(wins) => (wins[0].before, sum(wins), true),
        Outcome::Draw(draw) => (draw.before, draw.deltas, false),
    };
    let points = BySeat::from_fn(rules.seats(), |chair| {
        Points(before.as_slice()[chair] + deltas.as_slice()[chair])
    });
    let end = GameEnd {
        sticks: if won { 0 } else { hand_state(last).sticks },
        ..GameEnd::with_points(points)
    };
    let tenths = BySeat::from_fn(rules.seats(), |chair| standing.points.as_slice()[chair].0 * 100);
    // Older games count whole thousands.
    let mut rules = rules.clone();
    let whole = tenths.iter().all(|score| score % 1_000 == 0);
    rules.settings.result.round_to = if whole { 1_000 } else { 0 };
    let result = final_result(&rules, &end);
    let points = result.points.map(|points| points.0);
    assert_eq!((points, result.score), (standing.scores, tenths), "{file:?}");
    counts.results += 1;
}

fn sum(wins: &[WinRecord]) -> BySeat<i32> {
    BySeat::from_fn(wins[0].deltas.len(), |chair| {
        wins.iter().map(|win| win.deltas.as_slice()[chair]).sum()
    })
}

fn wind(round: &RoundRecord, seat: Seat) -> Wind {
    let seats = round.scores.len();
    Wind::at((usize::from(seat.0) + seats - usize::from(round.dealer.0)) % seats)
}
