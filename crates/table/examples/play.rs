//! Plays a game of random legal actions and tells its events: `cargo run --package jantaku-table --example play -- zan 7`

use jantaku_rules::rulebook::library::Library;
use jantaku_table::shuffle::{Stream, key_of};
use jantaku_table::{Event, Table, Wall};
use std::sync::Arc;

fn main() {
    let mut args = std::env::args().skip(1);
    let spec = args.next().unwrap_or_else(|| "tenhou".to_owned());
    let seed: u64 = args.next().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let rules = match Library::builtin().rules(&spec) {
        Ok(rules) => Arc::new(rules),
        Err(errors) => return errors.iter().for_each(|error| eprintln!("{error}")),
    };
    let mut table = Table::new(Arc::clone(&rules));
    let mut lots = Stream::new(&key_of(seed, u32::MAX));
    let mut events = Vec::new();
    while !table.is_over() {
        events.clear();
        if table.needs_wall() {
            let key = key_of(seed, table.hands_played().into());
            table.begin_hand(Wall::of_key(&rules, &key), &mut events);
        } else if let Some(seat) = table.next_to_act() {
            let legal = table.legal(seat);
            let action = legal[lots.below(legal.len() as u32) as usize];
            if let Err(refusal) = table.act(seat, action, &mut events) {
                eprintln!("{}", refusal.why.text());
            }
        }
        for event in &events {
            match event {
                Event::Answered { .. } => {}
                event => println!("{event:?}"),
            }
        }
    }
    println!("points: {:?}", table.points().as_slice());
}
