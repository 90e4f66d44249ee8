//! Every tile is in exactly one place.

use super::Found;
use jantaku_rules::rulebook::choices::DeadWall;
use jantaku_rules::tile::Tile;
use jantaku_table::Table;
use jantaku_table::phase::{Offered, Phase};

/// Above any tile index.
const TILES: usize = 128;

/// Hands, melds, tiles set aside, discards and wall together make up the full set, and no tile was taken from a wrong place.
pub fn check(table: &Table) -> Found {
    // The deal takes blocks of four in turn, so the count is only right at its end.
    if front(table) < 13 * table.seats() {
        return Ok(());
    }
    let mut places = [0i16; TILES];
    let mut count = |tile: &Tile| places[tile.index() % TILES] += 1;
    for seat in table.all_seats() {
        let player = table.player(seat);
        player.hand.iter().for_each(&mut count);
        player.aside.iter().for_each(&mut count);
        player.melds.iter().flat_map(|meld| &meld.tiles).for_each(&mut count);
    }
    let river = table.discards().iter().filter(|discard| !discard.called);
    river.for_each(|discard| count(&discard.tile));
    table.wall().undrawn().iter().for_each(&mut count);
    table
        .rules()
        .tiles
        .tiles()
        .iter()
        .for_each(|tile| places[tile.index() % TILES] -= 1);
    if let Some(tile) = table
        .rules()
        .tiles
        .tiles()
        .iter()
        .find(|tile| places[tile.index() % TILES] != 0)
    {
        return Err(format!("{} too many of {tile}", places[tile.index() % TILES]));
    }
    if places.iter().any(|&n| n != 0) {
        return Err("a tile that is not in the box".to_owned());
    }
    wall(table)
}

/// The number of tiles drawn from the front of the wall.
fn front(table: &Table) -> usize {
    let wall = table.wall();
    wall.row().len() - wall.replaced() - wall.undrawn().len()
}

/// Neither replacement draws nor turns reach the indicators.
fn wall(table: &Table) -> Found {
    let wall = table.wall();
    let rules = &table.rules().settings;
    let indicators = rules.dora.played && !matches!(rules.wall.dead_wall, DeadWall::None | DeadWall::FourteenUndrawn);
    if !indicators {
        return Ok(());
    }
    if wall.replaced() > usize::from(rules.replacement_tiles()) {
        return Err("the replacement tiles have run out".to_owned());
    }
    let turned = (0..wall.turned()).map(|number| wall.indicator_place(number) - 1);
    if turned.min().is_some_and(|lowest| front(table) > lowest) {
        return Err("an indicator was drawn".to_owned());
    }
    Ok(())
}

/// After the deal no hand holds a flower at a decision.
pub fn no_flower_in_hand(table: &Table) -> Found {
    let settled = match table.phase() {
        Phase::Turn(_) => true,
        Phase::Claims(claims) => claims.offered == Offered::Discard,
        _ => false,
    };
    let mut hands = table.all_seats().map(|seat| &table.player(seat).hand);
    if settled && hands.any(|hand| hand.iter().any(|tile| tile.kind().is_flower())) {
        return Err("a flower stays in a hand".to_owned());
    }
    Ok(())
}
