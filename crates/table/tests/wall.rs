//! The deal takes the tiles of a wall in the order of its rulebook.

use jantaku_rules::rulebook::library::Library;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_table::Wall;

/// Of the last four tiles of the deal, in the order of the wall: who gets which.
fn last_four(spec: &str) -> [usize; 4] {
    let rules = Library::builtin().rules(spec).expect("a rulebook");
    let mut row = vec![Tile::plain(Kind::EAST); rules.tiles.tiles().len()];
    let seats = rules.seats();
    let first = 12 * seats;
    for (tile, kind) in row[first..first + 4].iter_mut().zip(Kind::of_hand()) {
        *tile = Tile::plain(kind);
    }
    let wall = Wall::new(&rules, &row);
    let place = |kind: Kind| wall.row().iter().position(|tile| tile.kind() == kind).expect("a tile");
    [0, 1, 2, 3].map(|i| (place(Kind::at(i)) - first) % seats)
}

#[test]
fn deals_the_last_tiles_in_the_order_of_the_rulebook() {
    // SM-18: east has the first and the third, south the second, west the fourth.
    assert_eq!(last_four("sanmatsuri"), [0, 1, 0, 2]);
    assert_eq!(last_four("zan"), [0, 1, 2, 0]);
}
