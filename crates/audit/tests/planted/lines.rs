//! Faults of whole score sheets: clauses exchanged within a group, and sheets that do not belong to the hand.

use crate::{Heard, follow, is_told, rules};
use jantaku_audit::check::settled::{Follower, SettledHand, Written};

/// The first violation in a game whose settled hands were changed.
fn found(spec: &str, seed: u64, plant: fn(&mut SettledHand)) -> Option<String> {
    let (mut follower, mut found) = (Follower::default(), None);
    follow(&rules(spec), seed, |table, heard| {
        let Heard::Event(event) = heard else { return };
        if let Some(mut hand) = follower.event(table, event) {
            plant(&mut hand);
            found = found.take().or(hand.check().err());
        }
    });
    found
}

#[track_caller]
fn is_caught(words: &str, spec: &str, plant: fn(&mut SettledHand)) {
    is_told(words, |seed| found(spec, seed, plant));
}

/// Exchanges the clauses of two lines wherever a sheet has both.
fn exchange(hand: &mut SettledHand, one: &str, other: &str) {
    for lines in hand.sheets.iter_mut().map(Written::lines_mut) {
        let place = |id: &str| lines.iter().position(|line| line.id == id);
        if let (Some(one), Some(other)) = (place(one), place(other)) {
            let clause = lines[one].clause.take();
            lines[one].clause = std::mem::replace(&mut lines[other].clause, clause);
        }
    }
}

#[test]
fn catches_exchanged_clauses_of_one_group() {
    is_caught("the line dora", "zan", |hand| exchange(hand, "dora", "red"));
    is_caught("the line dora", "sanmatsuri", |hand| {
        exchange(hand, "kita", "dora-skipping");
    });
    is_caught("the line fu", "ryanzou-chankan+hana(variation=1,flowers=8)", |hand| {
        exchange(hand, "fu-aside", "fu-base");
    });
    is_caught("all-sequences cites", "zung-jung", |hand| {
        exchange(hand, "all-sequences", "concealed-hand");
    });
}

#[test]
fn catches_missing_sheets() {
    is_caught("score sheets for", "zan", |hand| {
        hand.sheets.pop();
    });
    is_caught("belongs to no ending", "ema-2025", |hand| {
        for sheet in &mut hand.sheets {
            *sheet = Written::Draw(sheet.lines().to_vec());
        }
    });
}

#[test]
fn catches_balances_that_moved_otherwise() {
    is_caught("by the score sheets", "tenhou", |hand| {
        hand.before = hand.after.clone();
    });
}
