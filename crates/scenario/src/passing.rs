//! Passes on offered tiles until one comes up that the next line can refer to, or nothing is open.

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

    /// Why a claim on a tile that passed is refused: nobody could claim it.
    pub(super) fn refusal_when_offered(&self, line: &Line) -> Option<Refusal> {
        let went_by = line.said.answers_a_tile() && !matches!(self.table.phase(), Phase::Claims(_));
        let offered = &self.offered.as_ref().filter(|_| went_by)?.table;
        let seat = self.seat(line);
        let action = meaning::action(offered, seat, line.said)?;
        offered.decide(seat, action).err()
    }

    /// Passes on tiles that the claim cannot refer to, if it fits the next one.
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

    /// Everyone who has not answered passes.
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

    /// Players in tenpai at a draw show their hands unless the script says otherwise.
    pub(super) fn show_hands(&mut self) {
        if self.is_showing() {
            self.pass_offer();
        }
    }

    /// Is there something to claim or pass on?
    pub(super) fn is_open(&self) -> bool {
        matches!(self.table.phase(), Phase::Claims(_) | Phase::Nagashi { .. })
    }

    /// Are players asked whether they show their hands?
    pub(super) fn is_showing(&self) -> bool {
        matches!(self.table.phase(), Phase::Showing { .. })
    }
}

/// Everyone who may still answer passes, or shows a tenpai hand.
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
