//! A rulebook that nobody has seen before: the club bot goes for what it pays, without code for it.

use jantaku_bots::arena::{Arena, Watcher};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::tile::{Kind, Suit, Tile};
use jantaku_table::{Event, Table};
use std::sync::Arc;

/// Odd yaku, odd values, and chips for something silly.
const DUCK_POND: &str = r#"
[rulebook]
id      = "duck-pond"
name    = { en = "Duck pond" }
extends = "tenhou"

[[clause]]
id   = "DP-1"
says = "A hand without any bamboo is dry: four han, with calls too."
yaku.dry = { han = 4, open = 4, when = "only(123456789m123456789p1234567z)", name = { en = "Dry", ja = "乾", romaji = "kan" } }

[[clause]]
id   = "DP-2"
says = "A triplet of the four or the six of characters is a flock of geese: a yakuman, which earns ten chips by ron and five by tsumo."
yaku.geese = { yakuman = 1, when = "triplet(4m) or triplet(6m)", name = { en = "Geese", ja = "雁", romaji = "gan" } }
sets = { chips.yakuman-ron = 10, chips.yakuman-tsumo = 5 }
"#;

/// Counts hands won dry, and with geese.
#[derive(Default, Debug)]
struct Pond {
    hands: u32,
    dry: u32,
    geese: u32,
}

impl Watcher for Pond {
    fn events(&mut self, table: &Table, events: &[Event]) {
        for event in events {
            match event {
                Event::HandStarted(_) => self.hands += 1,
                Event::Won { seat, from, tile, .. } => {
                    let player = table.player(*seat);
                    let melds = player.melds.iter().flat_map(|meld| &meld.tiles);
                    let won = (seat != from).then_some(tile);
                    let tiles: Vec<Kind> = player
                        .hand
                        .iter()
                        .chain(melds)
                        .chain(won)
                        .map(|t| Tile::kind(*t))
                        .collect();
                    let held = |number| {
                        let kind = Kind::of(Suit::Man, number).expect("a kind");
                        tiles.iter().filter(|other| **other == kind).count()
                    };
                    self.dry += u32::from(tiles.iter().all(|kind| kind.suit() != Suit::Sou));
                    self.geese += u32::from(held(4) >= 3 || held(6) >= 3);
                }
                _ => {}
            }
        }
    }
}

fn played(rules: &Arc<Rules>, bot: &str, games: u64) -> Pond {
    let mut pond = Pond::default();
    for seed in 0..games {
        let mut arena = Arena::new(rules, &[bot], seed).expect("a bot");
        arena.play(&mut pond).expect("the game ends");
    }
    println!("{bot}: {pond:?}");
    pond
}

#[test]
fn club_goes_for_what_a_made_up_rulebook_pays() {
    let mut library = Library::builtin();
    library.add(DUCK_POND).expect("a rulebook");
    let rules = Arc::new(library.rules("duck-pond").expect("it is complete"));
    let (club, greedy) = (played(&rules, "club", 40), played(&rules, "greedy", 40));
    let often = |count: u32, pond: &Pond| f64::from(count) / f64::from(pond.hands);
    assert!(greedy.dry > 0 && greedy.geese > 0, "{greedy:?} proves nothing");
    assert!(
        often(club.dry, &club) >= 2.0 * often(greedy.dry, &greedy),
        "{club:?}, {greedy:?}"
    );
    assert!(
        often(club.geese, &club) >= 2.0 * often(greedy.geese, &greedy),
        "{club:?}, {greedy:?}"
    );
}
