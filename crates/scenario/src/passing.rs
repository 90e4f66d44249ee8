//! Letting tiles go by: until one comes up that a line can be meant for, or until nothing is open any more.

use crate::line::Line;
use crate::meaning;
use crate::play::Play;
use jantaku_table::action::Refusal;
use jantaku_table::event::Event;
use jantaku_table::phase::Phase;
use jantaku_table::{Action, Table};

impl Play {
    pub(super) fn would_refuse(&self, line: &Line) -> Option<Refusal> {
        let seat = self.seat(line);
        let action = meaning::action(&self.table, seat, line.said)?;
        let refusal = self.table.decide(seat, action).err()?;
        Some(self.refusal_when_offered(line).unwrap_or(refusal))
    }

    /// Why a claim was refused on a tile that went by because nobody could claim it.
    pub(super) fn refusal_when_offered(&self, line: &Line) -> Option<Refusal> {
        let went_by = line.said.answers_a_tile() && !matches!(self.table.phase(), Phase::Claims(_));
        let offered = &self.offered.as_ref().filter(|_| went_by)?.table;
        let seat = self.seat(line);
        let action = meaning::action(offered, seat, line.said)?;
        offered.decide(seat, action).err()
    }

    /// Lets tiles go by that a claim cannot be meant for, if it fits the one that comes up next.
    pub(super) fn pass_up_to(&mut self, claim: &Line) {
        while matches!(self.table.phase(), Phase::Claims(_)) && self.would_refuse(claim).is_some() {
            let mut later = self.table.clone();
            pass_once(&mut later, &mut Vec::new());
            if !matches!(later.phase(), Phase::Claims(_)) {
                return;
            }
            self.pass_offer();
        }
    }

    /// Everybody who has not answered lets the tile go.
    pub(super) fn pass_offer(&mut self) {
        let before = self.table.clone();
        let mut events = Vec::new();
        pass_once(&mut self.table, &mut events);
        self.record(before, events);
    }

    pub(super) fn pass_tiles(&mut self) {
        while matches!(self.table.phase(), Phase::Claims(_)) {
            self.pass_offer();
        }
    }

    pub(super) fn pass_nagashi(&mut self) {
        if matches!(self.table.phase(), Phase::Nagashi { .. }) {
            self.pass_offer();
        }
    }

    /// Whoever is tenpai at a draw and says nothing else shows the hand.
    pub(super) fn show_hands(&mut self) {
        if self.is_showing() {
            self.pass_offer();
        }
    }

    /// Is something open that players may claim or let go?
    pub(super) fn is_open(&self) -> bool {
        matches!(self.table.phase(), Phase::Claims(_) | Phase::Nagashi { .. })
    }

    /// Are players asked whether they show their hands?
    pub(super) fn is_showing(&self) -> bool {
        matches!(self.table.phase(), Phase::Showing { .. })
    }
}

/// Everybody who may still answer passes, or shows a tenpai hand; the table decides once all have.
pub(super) fn pass_once(table: &mut Table, events: &mut Vec<Event>) {
    let quiet = match table.phase() {
        Phase::Showing { .. } => Action::Tenpai,
        _ => Action::Pass,
    };
    for seat in table.to_act() {
        // The answers of one offer never depend on each other, so this is always legal.
        let _: Result<(), Refusal> = table.act(seat, quiet, events);
    }
}
