//! Does the time from a discard to the next draw tell whether somebody could have claimed it? Measured with person-like players in
//! virtual time, and the same in every run. `make timing` prints the figures.

mod attacker;
mod bots;
mod people;
mod sight;
mod table;
mod trees;

use attacker::{Found, found, found_by_length};
use people::{SEATS, game};
use sight::Pause;
pub(crate) use table::around;
use table::rules;

const DISCARDS: usize = 10_000;
/// The best an attacker may do.
const MOST: f64 = 0.52;
const SPECTATOR: [Option<usize>; 1] = [None];
const PLAYERS: [Option<usize>; SEATS] = [Some(0), Some(1), Some(2), Some(3)];

#[tokio::test(start_paused = true)]
async fn a_pause_does_not_tell_that_somebody_could_claim() {
    check(&watched(discards(), None).await);
}

/// A second for a decision and two more a hand: most claims are charged to the bank, and many run out of time.
#[tokio::test(start_paused = true)]
async fn a_pause_does_not_tell_that_a_claim_was_charged_to_the_bank() {
    check(&watched(discards(), Some((1, 2))).await);
}

/// Otherwise a low figure would mean nothing.
#[tokio::test(start_paused = true)]
async fn the_attacker_finds_small_leaks() {
    let honest = watched(4000, None).await;
    let is_claimable = |pause: &Pause| pause.answered.iter().any(Option::is_some);
    // Each by itself: claims take a tenth longer; a pause without one is that of the fifth discard before; the bank tells.
    let mut longer = honest.clone();
    for pause in longer.iter_mut().filter(|pause| is_claimable(pause)) {
        pause.ms *= 1.1;
    }
    let mut repeated = honest.clone();
    for place in 5..honest.len() {
        if !is_claimable(&honest[place]) {
            repeated[place].ms = repeated[place - 5].ms;
        }
    }
    let mut charged = honest.clone();
    for pause in &mut charged {
        let next = (pause.from + 1) % SEATS;
        pause.next_bank = pause.expected_bank - 100.0 * f64::from(u8::from(pause.answered[next].is_some()));
    }
    for (leak, pauses) in [("longer", longer), ("repeated", repeated), ("charged", charged)] {
        let [all, ..] = found(&SPECTATOR, &pauses);
        assert!(all.auc > MOST, "{leak}: {all}");
    }
}

fn check(pauses: &[Pause]) {
    for (who, viewers) in [("a spectator", &SPECTATOR[..]), ("players", &PLAYERS[..])] {
        let [all, asked, not] = found(viewers, pauses);
        let length = found_by_length(viewers, pauses);
        println!("{who}: {all}; by length alone: {length}");
        assert!(all.auc <= MOST, "{who}: {all} is too much");
        assert!((length.auc - 0.5).abs() <= MOST - 0.5, "{who}, by length: {length}");
        if viewers.len() > 1 {
            // Fewer pauses leave more to chance.
            println!("{who} who were asked: {asked}; who were not: {not}");
            for Found { auc, chance } in [asked, not] {
                assert!(auc <= MOST + 2.0 * chance, "{who}, asked or not: {auc:.4}");
            }
        }
    }
}

/// At least this many discards, in whole games from the first.
async fn watched(discards: usize, clock: Option<(u16, u16)>) -> Vec<Pause> {
    let rules = rules();
    let mut pauses = Vec::new();
    let mut number = 0;
    while pauses.len() < discards {
        pauses.extend(game(number, &rules, clock).await);
        number += 1;
    }
    let claimable = pauses.iter().filter(|pause| pause.answered.iter().any(Option::is_some));
    let mean = pauses.iter().map(|pause| pause.ms).sum::<f64>() / pauses.len() as f64;
    println!(
        "{} discards in {number} games, {} could be claimed; a pause takes {mean:.0} ms on average",
        pauses.len(),
        claimable.count()
    );
    pauses
}

fn discards() -> usize {
    let asked = std::env::var("JANTAKU_DISCARDS").ok();
    asked.and_then(|asked| asked.parse().ok()).unwrap_or(DISCARDS)
}
