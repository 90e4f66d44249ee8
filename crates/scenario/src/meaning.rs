//! What a line means at the table: which copy of a tile, the drawn one or one held.

use crate::line::Said;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::{Kind, Mark, Tile};
use jantaku_table::{Action, Table};

/// The action that a line asks for: the legal one that fits its words best or, if there is none, the one that they name, so that
/// it can be refused. A referee's line is not an action.
pub(super) fn action(table: &Table, seat: Seat, said: Said) -> Option<Action> {
    Some(match said {
        Said::Discard(tile) => discard(table, seat, tile, None),
        Said::Riichi { tile, open } => discard(table, seat, tile, Some(open)),
        Said::Chii(own) => call(table, seat, Some(own), Action::Chii),
        Said::Pon(own) => call(table, seat, own, Action::Pon),
        Said::Daiminkan => Action::Daiminkan,
        Said::Ankan(kind) => Action::Ankan(kind),
        Said::Kakan(kind) => Action::Kakan(kind),
        Said::Kita => Action::Kita,
        Said::Ron => Action::Ron,
        Said::Tsumo => Action::Tsumo,
        Said::NineTerminals => Action::NineTerminals,
        Said::Nagashi => Action::Nagashi,
        Said::Tenpai => Action::Tenpai,
        Said::Noten => Action::Noten,
        Said::EndGame => Action::EndGame,
        Said::Chombo | Said::DeadHand | Said::TimeUp => return None,
    })
}

/// A discard: the drawn tile where it fits, so that the hand stays the same.
fn discard(table: &Table, seat: Seat, tile: Tile, riichi: Option<bool>) -> Action {
    let turn = table.turn().filter(|turn| turn.seat == seat);
    let drawn = turn.and_then(|turn| turn.drawn);
    let hand = &table.player(seat).hand;
    let held = &hand[..hand.len() - usize::from(drawn.is_some()).min(hand.len())];
    let fits = |other: Tile| stands_for(tile, other);
    let (tile, drawn) = match drawn.filter(|&other| fits(other)) {
        Some(other) if other == tile || !held.contains(&tile) => (other, true),
        _ => {
            let exact = held.iter().find(|&&other| other == tile);
            let meant = exact.or_else(|| held.iter().find(|&&other| fits(other)));
            (meant.copied().unwrap_or(tile), false)
        }
    };
    match riichi {
        Some(open) => Action::Riichi { tile, drawn, open },
        None => Action::Discard { tile, drawn },
    }
}

/// A call with the named tiles, or else with plain ones before special ones.
fn call(table: &Table, seat: Seat, own: Option<[Tile; 2]>, make: impl Fn([Tile; 2]) -> Action) -> Action {
    let legal = table.legal(seat);
    let pairs = legal.iter().filter_map(|action| match *action {
        Action::Chii(pair) | Action::Pon(pair) if make(pair) == *action => Some(pair),
        _ => None,
    });
    let special = |pair: &[Tile; 2]| pair.iter().filter(|tile| tile.mark() != Mark::Plain).count();
    let named = |pair: &[Tile; 2]| own.is_none_or(|own| fits_pair(own, *pair));
    let best = pairs
        .filter(named)
        .min_by_key(|pair| (exactness(own, pair), special(pair)));
    let offered = || {
        table
            .discards()
            .last()
            .map_or(Tile::plain(Kind::EAST), |discard| discard.tile)
    };
    make(best.or(own).unwrap_or_else(|| [offered(); 2]))
}

/// Does a spelling fit this copy? A plain spelling fits any copy of its kind.
fn stands_for(written: Tile, other: Tile) -> bool {
    written == other || written.mark() == Mark::Plain && written.kind() == other.kind()
}

fn fits_pair([a, b]: [Tile; 2], [x, y]: [Tile; 2]) -> bool {
    stands_for(a, x) && stands_for(b, y) || stands_for(a, y) && stands_for(b, x)
}

/// How many of the tiles named are not exactly those of the pair.
fn exactness(own: Option<[Tile; 2]>, pair: &[Tile; 2]) -> usize {
    own.map_or(0, |own| own.iter().filter(|tile| !pair.contains(tile)).count())
}
