//! One round: its head, each seat's lists, its result.

use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::tile::Tile;

use super::SEATS;
use super::lane::Lane;
use super::node::Node;
use super::outcome::Told;
use super::weave::weave;
use crate::error::{Fault, ReadError};
use crate::game::{COUNTER_LIMIT, DEALT, DrawReason, DrawRecord, LAST_ROUND, Outcome, RoundRecord, sort_tiles};
use crate::hands::follow;

/// No wall has more indicators of a sort.
const INDICATORS: usize = 5;
/// Where the first seat's lists begin: after the head, the scores and two lists of indicators.
const LISTS: usize = 4;
/// A seat has three lists: dealt, taken, discarded.
const LISTS_EACH: usize = 3;

/// The number of players; the fourth seat's lists may be empty.
pub(super) fn players(node: &Node<'_>) -> Result<usize, ReadError> {
    let fourth = node.item(LISTS + LISTS_EACH * (SEATS - 1), "hand")?;
    Ok(SEATS - usize::from(fourth.len() == 0))
}

pub(super) fn read(node: &Node<'_>, players: usize) -> Result<RoundRecord, ReadError> {
    let head = node.item(0, "round")?;
    let round = head.item(0, "round")?.count("round", LAST_ROUND)? as u8;
    let dealer = Seat(round % SEATS as u8);
    if usize::from(dealer.0) >= players {
        return Err(head.error(Fault::DealerOutOfTurn));
    }
    let dora = indicators(&node.item(2, "dora")?)?;
    let ura = indicators(&node.item(3, "ura")?)?;
    let Some((indicator, turned)) = dora.split_first() else {
        return Err(node.error(Fault::Missing("dora")));
    };
    let mut hands = Vec::new();
    let mut lanes = Vec::new();
    for list in (0..players).map(|seat| LISTS + LISTS_EACH * seat) {
        hands.push(dealt(&node.item(list, "hand")?)?);
        let takes = node.item(list + 1, "takes")?;
        lanes.push(Lane::read(&takes, &node.item(list + 2, "discards")?)?);
    }
    let told = Told::read(&node.item(LISTS + LISTS_EACH * SEATS, "result")?, players)?;
    let events = weave(&lanes, dealer, turned, told.ending());
    let mut round = RoundRecord {
        round,
        honba: head.item(1, "honba")?.count("honba", COUNTER_LIMIT)?,
        sticks: head.item(2, "sticks")?.count("sticks", COUNTER_LIMIT)?,
        dealer,
        scores: node.item(1, "scores")?.by_seat("scores", players)?,
        hands,
        indicator: *indicator,
        events: events.ok_or_else(|| node.error(Fault::NoOrder))?,
        outcome: unsettled(players),
    };
    let hands = follow(&round).map_err(|(_, fault)| node.error(Fault::Hand(fault)))?;
    round.outcome = told.complete(&round, &hands, &ura);
    Ok(round)
}

/// A placeholder until all events are known.
fn unsettled(players: usize) -> Outcome {
    Outcome::Draw(DrawRecord {
        reason: DrawReason::Exhaustive,
        before: BySeat::all(players, 0),
        deltas: BySeat::all(players, 0),
        shown: vec![None; players],
    })
}

fn indicators(node: &Node<'_>) -> Result<Vec<Tile>, ReadError> {
    let length = node.len();
    if length > INDICATORS {
        let field = "indicators";
        return Err(node.error(Fault::WrongLength { field, length }));
    }
    node.tiles("indicators")
}

fn dealt(node: &Node<'_>) -> Result<Vec<Tile>, ReadError> {
    let length = node.len();
    if length != DEALT {
        let field = "hand";
        return Err(node.error(Fault::WrongLength { field, length }));
    }
    let mut tiles = node.tiles("hand")?;
    sort_tiles(&mut tiles);
    Ok(tiles)
}
