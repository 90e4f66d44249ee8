//! `jantaku review`: a bot goes through a recorded game.

use crate::jantaku::jantaku;
use std::path::Path;

/// A game among these bots.
fn game(name: &str, seats: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    let path = folder.to_str().unwrap();
    let sim = ["sim", "--rules", "zan", "--seats", seats, "--games", "1", "--log", path];
    assert_eq!(jantaku(&sim).code, 0);
    let file = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    file.to_str().unwrap().to_owned()
}

#[test]
fn a_club_player_loses_nothing_by_its_own_choices() {
    let log = game("review-own", "club,tsumogiri,tsumogiri");
    let run = jantaku(&["review", &log, "--seat", "1"]);
    run.says(&["weighed, 100.00 % as the bot would; the others cost 0.0 chips altogether"]);
}

#[test]
fn a_sleeper_is_told_what_would_have_been_better() {
    let log = game("review-sleeper", "club,tsumogiri,tsumogiri");
    let run = jantaku(&["review", &log, "--seat", "2"]);
    run.says(&["chips altogether", "expected useful danger", "played discard", "better"]);
    let html = jantaku(&["review", &log, "--seat", "2", "--html"]);
    html.says(&["<!doctype html>", "chips lost", "<tr class=\"played\">"]);
}

#[test]
fn a_strong_player_loses_nothing_by_its_own_choices() {
    let log = game("review-strong", "strong:1,tsumogiri,tsumogiri");
    let run = jantaku(&["review", &log, "--bot", "strong:1", "--seat", "1"]);
    run.says(&["weighed, 100.00 % as the bot would; the others cost 0.0 chips altogether"]);
    jantaku(&["review", &log, "--bot", "greedy"]).is_refused("expected club, strong or strong:MS");
}

#[test]
fn a_seat_that_does_not_exist_is_refused() {
    let log = game("review-seat", "tsumogiri");
    jantaku(&["review", &log, "--seat", "4"]).is_refused("--seat 4, but 3 play");
}
