//! Score sheets told to people, one line each.

use crate::ended_hand::EndedHand;
use crate::event_text;
use crate::won_hand::WonHand;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{Seat, Wind};
use jantaku_rules::sheet::{Counts, Item, Part, ScoreSheet};
use jantaku_rules::transfer::Party;
use jantaku_table::event::Event;
use jantaku_table::{Penalty, Table};

/// Follows a game and has the sheets of a hand once it is settled.
#[derive(Clone, Debug, Default)]
pub struct HandSheets {
    won: Vec<WonHand>,
    paid: Vec<Event>,
    /// How many payments there were as a chombo was called.
    paid_before: usize,
    ended: EndedHand,
}

impl HandSheets {
    /// Hears an event; `before` is the table before it. Answers with the lines of the sheets of a hand that it settles.
    pub fn event(&mut self, before: &Table, event: &Event, name: &dyn Fn(Seat) -> String) -> Vec<String> {
        self.ended.event(event);
        match event {
            Event::HandStarted(_) => (self.won, self.paid) = (Vec::new(), Vec::new()),
            Event::Won { seat, from, tile, .. } => self.won.extend(WonHand::at(before, *seat, *from, *tile)),
            Event::FourKansScored { seat } => self.won.extend(WonHand::of_four_kans(before, *seat)),
            Event::Paid { .. } => self.paid.push(event.clone()),
            Event::ChomboCalled { .. } => self.paid_before = self.paid.len(),
            Event::RulingUndone {
                penalty: Penalty::Chombo,
                ..
            } => self.paid.truncate(self.paid_before),
            Event::Settled(_) => {
                let rules = before.rules();
                let name = |wind: Wind| name(before.seat_of(wind));
                let wind = |seat: Seat| before.wind(seat);
                let won = self.won.iter().map(|won| of_win(rules, won, &self.paid, wind));
                let sheets = won.chain(self.ended.sheet(rules, wind));
                return sheets.flat_map(|sheet| tell(rules, &sheet, &name)).collect();
            }
            _ => {}
        }
        Vec::new()
    }
}

/// The sheet of a win, with what its winner was paid by these events.
pub fn of_win(rules: &Rules, won: &WonHand, paid: &[Event], wind: impl Fn(Seat) -> Wind) -> ScoreSheet {
    won.claim().sheet(rules, &won.score, &won.received(paid, wind))
}

/// Every line but the payments themselves, which are told as they are made.
pub fn tell(rules: &Rules, sheet: &ScoreSheet, name: &dyn Fn(Wind) -> String) -> Vec<String> {
    let told = |line: &&jantaku_rules::sheet::Line| line.part != Part::Payment || line.counts.is_none();
    let text = |line: &jantaku_rules::sheet::Line| {
        let who = match line.from.or(line.to) {
            Some(Party::Player(wind)) => format!("{}: ", name(wind)),
            _ => String::new(),
        };
        let what = capitalised(&line.names.romaji, line.what);
        let tiles = if line.tiles.is_empty() {
            String::new()
        } else {
            format!(" {}", line.tiles)
        };
        let why = line
            .why
            .as_ref()
            .map(|why| format!(": {}", why.romaji))
            .unwrap_or_default();
        let counts = match line.counts {
            None => String::new(),
            Some(Counts::Han(n)) => format!(", {n} han"),
            Some(Counts::Fu(n)) => format!(", {n} fu"),
            Some(Counts::Yakuman(n)) => format!(", {n} yakuman"),
            Some(Counts::Points(n)) => format!(", {n} points"),
            Some(Counts::Chips(n)) => format!(", {n} chips"),
        };
        let not_given = if line.part == Part::NotGiven { "not given: " } else { "" };
        let clause = event_text::clause(line.clause, rules);
        format!("  {not_given}{who}{what}{tiles}{why}{counts}{clause}")
    };
    sheet.lines.iter().filter(told).map(text).collect()
}

/// The players' word; those of yaku begin with a capital, as titles do.
fn capitalised(name: &str, what: Item) -> String {
    let mut letters = name.chars();
    match (what, letters.next()) {
        (Item::Yaku(_), Some(first)) => first.to_uppercase().chain(letters).collect(),
        _ => name.to_owned(),
    }
}
