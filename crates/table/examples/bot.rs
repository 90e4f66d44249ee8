//! A bot of a few lines: it sees only its own view, wins when it can, declares riichi, and discards the tile that leaves the most waits.
//! `cargo run --package jantaku-table --example bot`

use jantaku_rules::rulebook::library::Library;
use jantaku_rules::seat::Seat;
use jantaku_table::prompt::Prompt;
use jantaku_table::shuffle::key_of;
use jantaku_table::{Action, Table, View, Viewer, Wall};
use std::sync::Arc;

/// Everything a bot may know is in the view and the prompt.
fn choose(view: &View, prompt: &Prompt) -> Action {
    let find = |wanted: fn(&Action) -> bool| prompt.legal.iter().copied().find(wanted);
    if let Some(win) = find(|action| matches!(action, Action::Tsumo | Action::Ron)) {
        return win;
    }
    if let Some(riichi) = find(|action| matches!(action, Action::Riichi { .. })) {
        return riichi;
    }
    let unseen = |after: &jantaku_table::prompt::AfterDiscard| -> u32 {
        after.waits.iter().map(|wait| u32::from(wait.unseen)).sum()
    };
    let best = prompt
        .after
        .iter()
        .max_by_key(|after| unseen(after))
        .map(|after| after.tile);
    // Without a tenpai in sight, honours and terminals go first.
    let hand = view.seats[prompt.seat].hand.as_ref();
    let outside = hand.and_then(|hand| hand.iter().copied().find(|tile| tile.kind().is_outside()));
    let discard = |action: &&Action| matches!(action, Action::Discard { tile, .. } if best.or(outside) == Some(*tile));
    let quiet = |action: &&Action| matches!(action, Action::Pass | Action::Discard { drawn: true, .. });
    let legal = || prompt.legal.iter();
    let chosen = legal().find(discard).or_else(|| legal().find(quiet));
    chosen.copied().unwrap_or(prompt.legal[0])
}

/// The others discard what they draw and claim nothing.
fn quiet(prompt: &Prompt) -> Action {
    let is_quiet = |action: &&Action| matches!(action, Action::Pass | Action::Discard { drawn: true, .. });
    prompt.legal.iter().find(is_quiet).copied().unwrap_or(prompt.legal[0])
}

fn main() {
    let rules = Arc::new(Library::builtin().rules("tenhou").expect("a rulebook of ours"));
    let mut table = Table::new(Arc::clone(&rules));
    let mut events = Vec::new();
    while !table.is_over() {
        if table.needs_wall() {
            let key = key_of(1, table.hands_played().into());
            table.begin_hand(Wall::of_key(&rules, &key), &mut events);
            continue;
        }
        let Some(prompt) = table.next_to_act().and_then(|seat| table.prompt(seat)) else {
            break;
        };
        let action = match prompt.seat {
            Seat(0) => choose(&View::of(&table, Viewer::Seat(Seat(0))), &prompt),
            _ => quiet(&prompt),
        };
        if let Err(refusal) = table.act(prompt.seat, action, &mut events) {
            println!("refused: {}", refusal.why.text());
            return;
        }
    }
    println!("points: {:?}", table.points().as_slice());
}
