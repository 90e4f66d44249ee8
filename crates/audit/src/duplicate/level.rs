//! What a contest says about one level of bots.

use super::Pace;
use crate::estimate::Estimate;
use jantaku_rules::FinalResult;
use jantaku_rules::seat::Seat;
use jantaku_table::rates::Rates;

/// A level and how it fared. Every sample is the mean over the seatings of one deal, because games with the same walls are not
/// independent.
#[derive(Clone, Debug)]
pub struct Level {
    pub name: String,
    pub rates: Rates,
    pub pace: Pace,
    results: Vec<f64>,
    advantages: Vec<f64>,
    places: Vec<f64>,
    chips: Vec<f64>,
}

impl Level {
    pub(super) fn new(name: &str, pace: Pace) -> Level {
        Level {
            name: name.to_owned(),
            rates: Rates::default(),
            pace,
            results: Vec::new(),
            advantages: Vec::new(),
            places: Vec::new(),
            chips: Vec::new(),
        }
    }

    /// The final result of a game, in the rulebook's currency.
    pub fn result(&self) -> Option<Estimate> {
        Estimate::of(&self.results)
    }

    /// How much higher its result is than that of the other levels at the table; `None` without others.
    pub fn advantage(&self) -> Option<Estimate> {
        Estimate::of(&self.advantages)
    }

    /// The mean place.
    pub fn place(&self) -> Option<Estimate> {
        Estimate::of(&self.places)
    }

    /// Chips of a game, including those of the result.
    pub fn chips(&self) -> Option<Estimate> {
        Estimate::of(&self.chips)
    }

    /// Adds a deal: its games by seating, and which seats of a seating are of this level.
    pub(super) fn add_deal(&mut self, games: &[(usize, &FinalResult)], is_own: impl Fn(usize, usize) -> bool) {
        let (mut own, mut others) = (Sum::default(), Sum::default());
        for (seating, result) in games {
            for seat in 0..result.places.len() {
                let sum = if is_own(*seating, seat) { &mut own } else { &mut others };
                sum.add(result, Seat(seat as u8));
            }
        }
        if own.seats > 0.0 {
            self.results.push(own.result / own.seats);
            self.places.push(own.place / own.seats);
            self.chips.push(own.chips / own.seats);
        }
        if own.seats > 0.0 && others.seats > 0.0 {
            self.advantages
                .push(own.result / own.seats - others.result / others.seats);
        }
    }
}

#[derive(Default)]
struct Sum {
    seats: f64,
    result: f64,
    place: f64,
    chips: f64,
}

impl Sum {
    fn add(&mut self, result: &FinalResult, seat: Seat) {
        self.seats += 1.0;
        self.result += f64::from(result.score[seat]);
        self.place += f64::from(result.places[seat]);
        self.chips += f64::from(result.chips[seat].0);
    }
}
