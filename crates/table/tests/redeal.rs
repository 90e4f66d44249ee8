//! Hidden tiles dealt anew leave everything as it was for the viewer, and use the same tiles.

use jantaku_rules::rulebook::library::Library;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::Tile;
use jantaku_table::shuffle::{Stream, key_of};
use jantaku_table::{Action, Table, View, Viewer, Wall};
use std::sync::Arc;

/// Every tile of the hand that is somewhere, sorted.
fn box_of(table: &Table) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = table.wall().undrawn().to_vec();
    for seat in table.all_seats() {
        let player = table.player(seat);
        tiles.extend(player.hand.iter().chain(&player.aside));
        tiles.extend(player.melds.iter().flat_map(|meld| &meld.tiles));
    }
    let uncalled = table.discards().iter().filter(|discard| !discard.called);
    tiles.extend(uncalled.map(|discard| discard.tile));
    tiles.sort_unstable();
    tiles
}

fn check(table: &Table, viewer: Viewer, lots: &mut Stream) -> bool {
    let other = table.redealt(viewer, lots);
    assert_eq!(View::of(table, viewer), View::of(&other, viewer));
    assert_eq!(box_of(table), box_of(&other));
    if let Viewer::Seat(seat) = viewer {
        assert_eq!(table.prompt(seat), other.prompt(seat));
    }
    for seat in table.all_seats() {
        let player = other.player(seat);
        if player.riichi.declared() && !table.is_over() {
            assert!(!player.waits.is_empty(), "a hand in riichi is tenpai");
        }
        // What is listed is accepted in the other world too.
        for action in other.legal(seat) {
            assert!(other.decide(seat, action).is_ok(), "{action:?}");
        }
    }
    let hidden = |seat: &Seat| !viewer.sees_hand_of(*seat) && table.player(*seat).shown.is_none();
    table
        .all_seats()
        .filter(hidden)
        .all(|seat| table.player(seat).hand != other.player(seat).hand)
}

#[test]
fn the_viewer_cannot_tell() {
    let books = [
        "tenhou",
        "zan",
        "zung-jung(concealed-kong=face-down)",
        "ryanzou-chankan+hana(variation=3)",
    ];
    for spec in books {
        let rules = Arc::new(Library::builtin().rules(spec).expect("a rulebook"));
        let (mut worlds, mut changed, mut in_riichi) = (0, 0, 0);
        for seed in 0..6 {
            let mut table = Table::new(Arc::clone(&rules));
            let mut lots = Stream::new(&key_of(seed, u32::MAX));
            let mut events = Vec::new();
            for hand in 0..4 {
                if table.is_over() {
                    break;
                }
                table.begin_hand(Wall::of_key(&rules, &key_of(seed, hand)), &mut events);
                while let Some(seat) = table.next_to_act() {
                    let viewer = match lots.below(table.seats() as u32 + 1) as u8 {
                        number if usize::from(number) < table.seats() => Viewer::Seat(Seat(number)),
                        _ => Viewer::Spectator,
                    };
                    worlds += 1;
                    changed += u32::from(check(&table, viewer, &mut lots));
                    in_riichi += table
                        .all_seats()
                        .filter(|&seat| table.player(seat).riichi.declared())
                        .count();
                    let legal = table.legal(seat);
                    let rare = legal
                        .iter()
                        .find(|action| matches!(action, Action::Riichi { .. } | Action::Ankan(_)));
                    let any = legal[lots.below(legal.len() as u32) as usize];
                    let action = rare.copied().unwrap_or(any);
                    table.act(seat, action, &mut events).expect("a legal action");
                }
            }
        }
        println!("{spec}: {worlds} worlds, {changed} with other hands everywhere, {in_riichi} hands in riichi");
        assert!(changed * 10 > worlds * 9, "{spec}: {changed} of {worlds}");
    }
}
