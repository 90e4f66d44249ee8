//! What a player did in a game, counted from its events.

use crate::game::Game;
use crate::telling::Telling;
use jantaku_table::rates::{RateCounter, Rates};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Counts of hands, of one game or the sum of several.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Tally {
    pub hands: u32,
    pub wins: u32,
    pub tsumo: u32,
    pub deal_ins: u32,
    /// Hands with at least one called meld.
    pub called: u32,
    pub riichi: u32,
    /// What the wins brought, all together, in points.
    pub won: i64,
    /// How often each yaku was won with, by its id.
    #[cfg_attr(test, ts(type = "Record<string, number>"))]
    pub yaku: BTreeMap<String, u32>,
}

impl Tally {
    pub(crate) fn add(&mut self, other: &Tally) {
        self.hands += other.hands;
        self.wins += other.wins;
        self.tsumo += other.tsumo;
        self.deal_ins += other.deal_ins;
        self.called += other.called;
        self.riichi += other.riichi;
        self.won += other.won;
        for (id, times) in &other.yaku {
            *self.yaku.entry(id.clone()).or_default() += times;
        }
    }

    fn take(&mut self, rates: &Rates) {
        let Rates {
            hands,
            wins,
            tsumo,
            deal_ins,
            called,
            riichi,
        } = *rates;
        let small = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        (self.hands, self.wins, self.tsumo) = (small(hands), small(wins), small(tsumo));
        (self.deal_ins, self.called, self.riichi) = (small(deal_ins), small(called), small(riichi));
    }
}

/// What every seat did in a game.
pub(crate) fn of(game: &Game) -> Vec<Tally> {
    let seats = game.chairs.len();
    let mut tallies = vec![Tally::default(); seats];
    let mut rates = RateCounter::new(seats);
    let mut telling = Telling::new(&game.rules);
    for event in &game.events {
        rates.see(event);
        for won in telling.tell(event, |hand| game.wall(hand)).sheets {
            let Some(tally) = tallies.get_mut(usize::from(won.seat)) else {
                continue;
            };
            let wind = (usize::from(won.seat) + seats - usize::from(won.dealer)) % seats;
            tally.won += i64::from(won.sheet.deltas.0.as_slice().get(wind).copied().unwrap_or_default());
            for yaku in &won.sheet.yaku {
                *tally.yaku.entry(yaku.id.clone()).or_default() += 1;
            }
        }
    }
    for (tally, rates) in tallies.iter_mut().zip(rates.seats.iter()) {
        tally.take(rates);
    }
    tallies
}
