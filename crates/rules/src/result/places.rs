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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settlement::checking::{points as points_of, rules};

    #[track_caller]
    fn check(clause: &str, spec: &str, points: &[i32], next_dealer: u8, expected: &[u8]) {
        let ranking = rank(&rules(spec).settings, &points_of(points), Seat(next_dealer));
        assert_eq!(ranking.places.as_slice(), expected, "{clause}, {spec}: {points:?}");
    }

    #[test]
    fn ties() {
        check(
            "RC-14",
            "ryanzou-chankan",
            &[25_000, 25_000, 25_000, 25_000],
            2,
            &[1, 2, 3, 4],
        );
        check("RB-15", "tenhou", &[20_000, 40_000, 20_000, 20_000], 0, &[2, 1, 3, 4]);
        check(
            "EMA-27",
            "ema-2025",
            &[30_000, 40_000, 30_000, 20_000],
            0,
            &[2, 1, 2, 4],
        );
        check("ZJ-89", "zung-jung", &[100, -50, 100, -150], 0, &[1, 3, 1, 4]);
        // South 3 is over and the first dealer would deal; or west, dealing, stays.
        check("ZAN-34", "zan", &[50_000, 50_000, 50_000], 0, &[1, 2, 3]);
        check("ZAN-34", "zan", &[50_000, 50_000, 50_000], 2, &[2, 3, 1]);
        check("ZAN-34", "zan", &[60_000, 30_000, 60_000], 1, &[2, 3, 1]);
    }
}
