//! The page on which a settlement is written, one transfer after another.

use crate::rulebook::clause::ClauseRef;
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::{Key, Settings};
use crate::seat::Wind;
use crate::transfer::{Party, Stake, Transfer, Transfers, What};

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
    pub(super) fn points(&mut self, from: Wind, to: Wind, amount: i32, what: What, key: Key) {
        self.write(
            Party::Player(from),
            Party::Player(to),
            amount,
            Stake::Points,
            what,
            self.rules.because(key),
        );
    }

    /// Chips from one player to another.
    pub(super) fn chips(&mut self, from: Wind, to: Wind, amount: i32, what: What, key: Key) {
        self.write(
            Party::Player(from),
            Party::Player(to),
            amount,
            Stake::Chips,
            what,
            self.rules.because(key),
        );
    }

    /// Sticks from the table to a player.
    pub(super) fn sticks(&mut self, to: Wind, count: u8, what: What, because: ClauseRef) {
        let amount = self.settings().riichi.stick * i32::from(count);
        self.write(Party::Sticks, Party::Player(to), amount, Stake::Points, what, because);
    }

    /// The rulebook by which it is written.
    pub(super) fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// The finished page.
    pub(super) fn close(self) -> Transfers {
        self.transfers
    }

    /// Nothing is written of nothing, nor of what a player would pay to themselves.
    fn write(&mut self, from: Party, to: Party, amount: i32, stake: Stake, what: What, because: ClauseRef) {
        if amount == 0 || from == to {
            return;
        }
        // A price below nothing in a rulebook turns the payment round.
        let (from, to) = if amount > 0 { (from, to) } else { (to, from) };
        let transfer = Transfer {
            from,
            to,
            amount: amount.abs(),
            stake,
            what,
            because,
        };
        let written = self.transfers.try_push(transfer);
        debug_assert!(written.is_ok(), "a settlement fits its page");
    }
}
