//! Ranks players by points and the rulebook's rule for ties.

use crate::rulebook::choices::Ties;
use crate::rulebook::settings::Settings;
use crate::seat::{BySeat, Seat};
use crate::units::Points;
use arrayvec::ArrayVec;
use std::cmp::Reverse;
use std::ops::Range;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranking {
    pub order: ArrayVec<Seat, 4>,
    /// The place of each chair, counted from 1. Tied players share one if the rulebook says so.
    pub places: BySeat<u8>,
}

impl Ranking {
    /// The positions in the order with the same points as this one, including it.
    pub fn tied_with(&self, position: usize, points: &BySeat<Points>) -> Range<usize> {
        let same = |&seat: &Seat| points[seat] == points[self.order[position]];
        let start = self.order.iter().position(same).unwrap_or(position);
        start..start + self.order.iter().filter(|seat| same(seat)).count()
    }
}

/// Ranks the chairs by points. `next_dealer` would deal the next hand.
pub fn rank(settings: &Settings, points: &BySeat<Points>, next_dealer: Seat) -> Ranking {
    let seats = points.len();
    let mut order: ArrayVec<Seat, 4> = (0..seats as u8).map(Seat).collect();
    order.sort_unstable_by_key(|&seat| {
        let turns = match settings.game.ties {
            Ties::Shared | Ties::InitialSeat => usize::from(seat.0),
            Ties::NextDealer => (usize::from(seat.0) + seats - usize::from(next_dealer.0) % seats) % seats,
        };
        (Reverse(points[seat]), turns)
    });
    let mut ranking = Ranking {
        order,
        places: BySeat::all(seats, 1),
    };
    for position in 0..seats {
        let shared = settings.game.ties == Ties::Shared;
        let ahead = if shared {
            ranking.tied_with(position, points).start
        } else {
            position
        };
        let seat = ranking.order[position];
        ranking.places[seat] = ahead as u8 + 1;
    }
    ranking
}
