//! How often players win, deal in, call and declare riichi, counted from events: of bots and of people.

use crate::event::Event;
use jantaku_rules::seat::{BySeat, Seat};

/// Counts of hands. One player's, or the sum of several.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rates {
    pub hands: u64,
    pub wins: u64,
    pub tsumo: u64,
    /// Hands in which somebody won on the player's tile.
    pub deal_ins: u64,
    /// Hands with at least one called meld.
    pub called: u64,
    /// Hands in which the player declared riichi, even if the declaring tile was won on.
    pub riichi: u64,
}

impl Rates {
    pub fn add(&mut self, other: &Rates) {
        self.hands += other.hands;
        self.wins += other.wins;
        self.tsumo += other.tsumo;
        self.deal_ins += other.deal_ins;
        self.called += other.called;
        self.riichi += other.riichi;
    }
}

/// Counts the rates of every seat.
#[derive(Clone, Debug)]
pub struct RateCounter {
    pub seats: BySeat<Rates>,
    has_called: BySeat<bool>,
    is_dealt_in: bool,
}

impl RateCounter {
    pub fn new(seats: usize) -> RateCounter {
        RateCounter {
            seats: BySeat::all(seats, Rates::default()),
            has_called: BySeat::all(seats, false),
            is_dealt_in: false,
        }
    }

    pub fn see(&mut self, event: &Event) {
        match event {
            Event::HandStarted(_) => {
                self.has_called = BySeat::all(self.seats.len(), false);
                self.is_dealt_in = false;
                self.seats.as_mut_slice().iter_mut().for_each(|seat| seat.hands += 1);
            }
            Event::Called { seat, .. } if !self.has_called[*seat] => {
                self.has_called[*seat] = true;
                self.seats[*seat].called += 1;
            }
            Event::RiichiDeclared { seat, .. } => self.seats[*seat].riichi += 1,
            Event::Won { seat, from, .. } => self.count_win(*seat, *from),
            _ => {}
        }
    }

    fn count_win(&mut self, seat: Seat, from: Seat) {
        self.seats[seat].wins += 1;
        if seat == from {
            self.seats[seat].tsumo += 1;
        } else if !self.is_dealt_in {
            self.is_dealt_in = true;
            self.seats[from].deal_ins += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Standing;
    use jantaku_rules::seat::Wind;
    use jantaku_rules::tile::{Kind, Tile};
    use jantaku_rules::win::{By, Meld, MeldKind};

    #[test]
    fn two_winners_and_two_calls_are_one_deal_in_and_one_open_hand() {
        let east = Tile::plain(Kind::EAST);
        let standing = Standing {
            round: Wind::East,
            dealer: Seat(0),
            honba: 0,
            sticks: 0,
        };
        let called = |seat| Event::Called {
            seat,
            meld: Meld {
                kind: MeldKind::Pon,
                tiles: [east; 3].into_iter().collect(),
                from: Some(Wind::East),
            },
            from: Seat(0),
        };
        let won = |seat| Event::Won {
            seat,
            from: Seat(0),
            tile: east,
            by: By::Ron,
        };
        let mut counter = RateCounter::new(4);
        let hand = [
            Event::HandStarted(standing),
            called(Seat(1)),
            called(Seat(1)),
            won(Seat(1)),
            won(Seat(2)),
        ];
        hand.iter().for_each(|event| counter.see(event));
        assert_eq!(counter.seats[Seat(0)].deal_ins, 1);
        assert_eq!((counter.seats[Seat(1)].called, counter.seats[Seat(1)].wins), (1, 1));
        assert_eq!((counter.seats[Seat(2)].called, counter.seats[Seat(2)].wins), (0, 1));
        assert!(counter.seats.iter().all(|seat| seat.hands == 1));
    }
}
