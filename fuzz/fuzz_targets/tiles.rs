//! Lists of tiles: what can be read is written and read again as the same tiles.
#![no_main]

use jantaku_rules::notation;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let one = notation::tile(text);
    let few = notation::few_tiles::<14>(text);
    let kinds = notation::kinds(text);
    let tiles = match notation::tiles(text) {
        Ok(tiles) => tiles,
        Err(error) => {
            assert!(one.is_err() && kinds == Err(error), "{error}");
            return assert!(few.is_err());
        }
    };
    assert_eq!(one.is_ok(), tiles.len() == 1);
    assert_eq!(few.is_ok(), tiles.len() <= 14);
    assert_eq!(kinds.map(|set| set.is_empty()), Ok(tiles.is_empty()));
    let ordered = notation::in_order(&tiles);
    assert_eq!(notation::tiles(&ordered).as_ref(), Ok(&tiles), "{ordered}");
    let sorted = notation::sorted(&tiles);
    let again = notation::tiles(&sorted).expect("sorted tiles are tiles");
    assert_eq!(notation::sorted(&again), sorted);
    let (mut before, mut after) = (tiles, again);
    before.sort_unstable_by_key(|tile| tile.index());
    after.sort_unstable_by_key(|tile| tile.index());
    assert_eq!(before, after);
});
