//! Scores a hand under several rulebooks: `cargo run -p jantaku-rules --example score_a_hand -- "123m456p678s99p13s +2s riichi"`.

use jantaku_rules::{HandState, Library, Rules, Win, Winner, checked, points_moved, score, settle_wins};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let line = std::env::args().nth(1);
    let line = line
        .as_deref()
        .unwrap_or("123m456p678s99p13s +2s riichi from=west dora=8s");
    let library = Library::builtin();
    for name in ["ema-2025", "ryanzou-chankan", "zung-jung"] {
        let rules = library.rules(name).map_err(|errors| format!("{errors:?}"))?;
        println!("{name}");
        match checked(&rules, &line.parse()?) {
            Ok(win) => show(&rules, &win),
            Err(fault) => println!("  impossible in this rulebook: {fault}"),
        }
    }
    Ok(())
}

fn show(rules: &Rules, win: &Win) {
    let score = match score(rules, win) {
        Ok(score) => score,
        Err(refused) => return println!("  no win: {refused:?}"),
    };
    for line in score.lines(rules) {
        let yaku = &rules.yaku[usize::from(line.yaku)];
        println!("  {} {} ({})", yaku.names.en, line.worth, rules.clause_id(yaku.clause));
    }
    println!("  {:?}", score.value);
    let winner = Winner::of(rules, win, &score);
    let transfers = settle_wins(rules, &HandState::bare(rules.seats()), &[winner]);
    println!(
        "  points, starting with east: {:?}",
        points_moved(&transfers, rules.seats())
    );
}
