//! Payments that are not what the hand is worth.

use crate::{is_told, play, rules};
use jantaku_audit::check::worth::Worth;
use jantaku_bots::arena::{Ruling, Watcher};
use jantaku_rules::seat::Seat;
use jantaku_rules::transfer::{Amount, What};
use jantaku_table::legal::Actions;
use jantaku_table::{Action, Event, Table};

/// Checks the payments of a game after changing them.
struct Payments {
    worth: Worth,
    lie: fn(&mut Vec<Event>),
    found: Option<String>,
}

impl Watcher for Payments {
    fn ruling(&mut self, _table: &Table, ruling: Ruling) {
        self.worth.ruled(ruling);
    }

    fn decision(&mut self, table: &Table, seat: Seat, _legal: &Actions, action: Action) {
        let found = self.worth.decided(table, seat, action);
        self.found = self.found.take().or(found.err());
    }

    fn events(&mut self, table: &Table, events: &[Event]) {
        let mut events = events.to_vec();
        (self.lie)(&mut events);
        let found = self.worth.settled(table, &events);
        self.found = self.found.take().or(found.err());
    }
}

#[track_caller]
fn wrong_payment_is_told(spec: &str, words: &str, lie: fn(&mut Vec<Event>)) {
    let rules = rules(spec);
    is_told(words, |seed| {
        let worth = Worth::new(rules.seats());
        let mut payments = Payments {
            worth,
            lie,
            found: None,
        };
        play(&rules, seed, &mut payments);
        payments.found
    });
}

fn pay_more(events: &mut Vec<Event>) {
    for event in events {
        if let Event::Paid {
            what: What::Hand,
            amount: Amount::Points(points),
            ..
        } = event
        {
            points.0 += 100;
        }
    }
}

#[test]
fn finds_an_overpaid_hand() {
    wrong_payment_is_told("tenhou", "is paid", pay_more);
    wrong_payment_is_told("sanmatsuri", "is paid", pay_more);
    wrong_payment_is_told("zung-jung", "is paid", pay_more);
    wrong_payment_is_told("zung-jung(payoff=uniform)", "is paid", pay_more);
}

#[test]
fn finds_a_win_that_nobody_claimed() {
    wrong_payment_is_told("tenhou", "wins without a claim", |events| {
        let other = |seat: Seat| Seat((seat.0 + 1) % 4);
        for event in events {
            if let Event::Won { seat, .. } = event {
                *seat = other(*seat);
            }
        }
    });
}
