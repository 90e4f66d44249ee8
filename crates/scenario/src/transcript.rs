//! A scenario as text: what happened, what was paid and why, and the current standing.

use crate::report::Report;
use crate::settlement::Settlement;
use crate::{legal, words};
use jantaku_rules::units::Chips;
use jantaku_wire::event_text::Teller;
use jantaku_wire::won_hand::WonHand;
use jantaku_wire::{event_text, sheet_text};
use std::fmt::Write;

impl Report {
    /// The whole story, one line for each event.
    pub fn transcript(&self) -> String {
        let mut text = String::new();
        let mut teller = Teller::default();
        for event in &self.events {
            if let Some(line) = teller.tell(event, self.rules(), &|seat| self.wind(seat).to_string()) {
                let _ = writeln!(text, "{line}");
            }
        }
        for settlement in &self.settlements {
            self.tell_sheets(settlement, &mut text);
        }
        if let Some(refused) = &self.refused {
            let why = refused.refusal.why.text_in(self.rules());
            let clause = event_text::clause(refused.refusal.clause, self.rules());
            let _ = writeln!(
                text,
                "Refused, line {}: {:?}: {why}{clause}",
                refused.number, refused.line
            );
        }
        self.tell_state(&mut text);
        text
    }

    fn tell_sheets(&self, settlement: &Settlement, text: &mut String) {
        let wind = |seat| self.wind(seat);
        let of_win = |won: &WonHand| sheet_text::of_win(self.rules(), won, &settlement.paid, wind);
        let ended = settlement.ended.sheet(self.rules(), wind);
        for sheet in settlement.won.iter().map(of_win).chain(ended) {
            let _ = writeln!(text, "Score sheet, {}:", words::occasion(settlement.occasion));
            for line in sheet_text::tell(self.rules(), &sheet, &|wind| wind.to_string()) {
                let _ = writeln!(text, "{line}");
            }
        }
    }

    fn tell_state(&self, text: &mut String) {
        let standing = self.standing();
        let _ = writeln!(
            text,
            "Now: {}, {}, {} tiles left",
            event_text::standing(&standing),
            words::phase(self.table.phase()),
            self.table.wall().left()
        );
        for wind in self.winds() {
            let seat = self.seat(wind);
            let chips = match self.table.chips()[seat] {
                Chips(0) => String::new(),
                chips => format!(", {chips} chips"),
            };
            let may = legal::lines(&self.table, seat).join(", ");
            let may = if may.is_empty() { may } else { format!("; may {may}") };
            let _ = writeln!(text, "  {wind}: {}{chips}{may}", self.table.points()[seat]);
        }
        let Some(result) = self.table.result() else {
            return;
        };
        if let Some(clause) = self.ended_by(result) {
            let _ = writeln!(text, "The game ends [{clause}]");
        }
        let unit = result.unit.word();
        for wind in self.winds() {
            let seat = self.seat(wind);
            let (place, points, score) = (result.places[seat], result.points[seat], result.score[seat]);
            let _ = writeln!(
                text,
                "Result: {wind} place {place}, {points} points, in all {score:+} {unit}"
            );
        }
        for line in sheet_text::tell(self.rules(), &self.result_sheet(result), &|wind| wind.to_string()) {
            let _ = writeln!(text, "{line}");
        }
    }
}
