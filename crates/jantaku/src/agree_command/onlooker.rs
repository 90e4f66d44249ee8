//! A bot that looks over the players' shoulders while a game is played again.

use super::agreement::Agreement;
use jantaku_bots::{Bot, named};
use jantaku_record::decisions::telling;
use jantaku_record::verify::Follower;
use jantaku_rules::seat::Seat;
use jantaku_table::legal::Actions;
use jantaku_table::rates::{RateCounter, Rates};
use jantaku_table::view::View;
use jantaku_table::{Action, Event, Table, Viewer};

pub(super) struct Onlooker {
    /// One for each seat, because a bot may remember what its seat has seen.
    bots: Vec<Box<dyn Bot>>,
    /// The seats whose decisions count.
    counts: Vec<bool>,
    is_seated: bool,
    rates: RateCounter,
    pub(super) agreement: Agreement,
}

impl Onlooker {
    /// `None` if there is no bot of this name. `counts` has an entry for each seat.
    pub(super) fn new(bot: &str, counts: Vec<bool>) -> Option<Onlooker> {
        let bots = (0..counts.len()).map(|seat| named(bot, seat as u64));
        Some(Onlooker {
            bots: bots.collect::<Option<_>>()?,
            rates: RateCounter::new(counts.len()),
            counts,
            is_seated: false,
            agreement: Agreement::default(),
        })
    }

    /// The rates of the players whose decisions count.
    pub(super) fn rates(&self) -> Rates {
        let mut all = Rates::default();
        let counted = self.rates.seats.iter().zip(&self.counts).filter(|(_, counts)| **counts);
        counted.for_each(|(rates, _)| all.add(rates));
        all
    }

    fn compare(&mut self, table: &Table, seat: Seat, legal: &Actions, player: Action) {
        let Some(bot) = self.bots.get_mut(usize::from(seat.0)) else {
            return;
        };
        if let Some(prompt) = table.prompt(seat) {
            let view = View::of(table, Viewer::Seat(seat));
            let action = bot.choose(&view, &prompt);
            self.agreement.compare(&view, seat, legal, player, action);
        }
    }
}

impl Follower for Onlooker {
    fn hand_begins(&mut self, table: &Table) {
        // A record may continue from another standing than the last hand led to.
        self.is_seated = true;
        for (seat, bot) in (0..).map(Seat).zip(&mut self.bots) {
            if bot.wants_feed() {
                bot.sit(&View::of(table, Viewer::Seat(seat)));
            }
        }
    }

    fn decided(&mut self, table: &Table, answers: &[(Seat, Action)]) {
        for (seat, legal, action) in telling(table, answers, &self.counts) {
            self.compare(table, seat, &legal, action);
        }
    }

    fn events(&mut self, table: &Table, events: &[Event]) {
        for event in events {
            self.rates.see(event);
        }
        for (seat, bot) in (0..).map(Seat).zip(&mut self.bots) {
            if self.is_seated && bot.wants_feed() {
                let seen = events
                    .iter()
                    .filter_map(|event| event.seen_by(Viewer::Seat(seat), table.rules()));
                seen.for_each(|seen| bot.see(&seen));
            }
        }
    }
}
