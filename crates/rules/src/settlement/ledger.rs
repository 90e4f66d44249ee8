//! The page on which a settlement is written, one transfer after another.

use crate::rulebook::clause::ClauseRef;
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::{Key, Settings};
use crate::seat::Wind;
use crate::transfer::{Amount, Party, Transfer, Transfers, What};
use crate::units::{Chips, Points};

/// Transfers in the making, each with the clause behind it.
pub(super) struct Ledger<'a> {
    rules: &'a Rules,
    transfers: Transfers,
}

impl<'a> Ledger<'a> {
    /// An empty page.
    pub(super) fn new(rules: &'a Rules) -> Ledger<'a> {
        Ledger {
            rules,
            transfers: Transfers::new(),
        }
    }

    /// The settings by which it is written.
    pub(super) fn settings(&self) -> &'a Settings {
        &self.rules.settings
    }

    /// How many players.
    pub(super) fn seats(&self) -> usize {
        self.rules.seats()
    }

    /// Points from one player to another.
    pub(super) fn points(&mut self, from: Wind, to: Wind, points: Points, what: What, key: Key) {
        self.between(from, to, Amount::Points(points), what, key);
    }

    /// Chips from one player to another.
    pub(super) fn chips(&mut self, from: Wind, to: Wind, chips: Chips, what: What, key: Key) {
        self.between(from, to, Amount::Chips(chips), what, key);
    }

    /// Sticks from the table to a player.
    pub(super) fn sticks(&mut self, to: Wind, count: u8, what: What, because: ClauseRef) {
        let amount = Amount::Points(Points(self.settings().riichi.stick) * i32::from(count));
        self.write(Party::Sticks, Party::Player(to), amount, what, because);
    }

    /// The rulebook by which it is written.
    pub(super) fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// The first key if a clause sets it, else the second.
    pub(super) fn said_or(&self, key: Key, otherwise: Key) -> Key {
        match self.rules.because(key) {
            ClauseRef::NONE => otherwise,
            _ => key,
        }
    }

    /// The finished page.
    pub(super) fn close(self) -> Transfers {
        self.transfers
    }

    fn between(&mut self, from: Wind, to: Wind, amount: Amount, what: What, key: Key) {
        let because = self.rules.because(key);
        self.write(Party::Player(from), Party::Player(to), amount, what, because);
    }

    /// Leaves out payments of nothing, and those from a player to themselves.
    fn write(&mut self, from: Party, to: Party, amount: Amount, what: What, because: ClauseRef) {
        if amount.number() == 0 || from == to {
            return;
        }
        // A negative price in a rulebook reverses the payment.
        let (from, to) = if amount.number() > 0 { (from, to) } else { (to, from) };
        let transfer = Transfer {
            from,
            to,
            amount: amount.abs(),
            what,
            because,
        };
        let written = self.transfers.try_push(transfer);
        debug_assert!(written.is_ok(), "a settlement fits its page");
    }
}
