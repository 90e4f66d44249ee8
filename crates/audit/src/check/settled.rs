//! A hand from its end to its settlement, with the score sheets that players see of it.

use super::Found;
use super::lines::{draw, result, win};
use jantaku_rules::result::GameEnd;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::sheet::ScoreSheet;
use jantaku_table::{Event, Table};
use jantaku_wire::ended_hand::EndedHand;
use jantaku_wire::score_json::LineRow;
use jantaku_wire::score_json::response::Sheet;
use jantaku_wire::won_hand::WonHand;
use std::sync::Arc;

/// A settled hand.
#[derive(Clone)]
pub struct SettledHand {
    /// The table as the hand ended, before anything was paid for it.
    pub before: Table,
    /// The table with everything paid.
    pub after: Table,
    /// What happened between the two.
    pub events: Vec<Event>,
    pub won: Vec<WonHand>,
    /// One for each winner, or one for a hand that nobody won.
    pub sheets: Vec<Written>,
}

/// A score sheet as JSON writes it.
#[derive(Clone)]
pub enum Written {
    Win(Box<Sheet>),
    Draw(Vec<LineRow>),
}

impl Written {
    pub fn lines(&self) -> &[LineRow] {
        match self {
            Written::Win(sheet) => &sheet.lines,
            Written::Draw(lines) => lines,
        }
    }

    pub fn lines_mut(&mut self) -> &mut Vec<LineRow> {
        match self {
            Written::Win(sheet) => &mut sheet.lines,
            Written::Draw(lines) => lines,
        }
    }
}

/// Follows a game and collects what a settled hand consists of.
#[derive(Default)]
pub struct Follower {
    before: Option<Table>,
    events: Vec<Event>,
    won: Vec<WonHand>,
    ended: EndedHand,
    /// All payments since the hand began, as a server collects them.
    paid: Vec<Event>,
}

impl Follower {
    /// Hears the next event; `table` is the state before it. Answers with the hand that it settles.
    pub fn event(&mut self, table: &Table, event: &Event) -> Option<SettledHand> {
        if matches!(event, Event::HandStarted(_)) {
            *self = Follower::default();
        }
        self.ended.event(event);
        match event {
            Event::Won { seat, from, tile, .. } => self.won.extend(WonHand::at(table, *seat, *from, *tile)),
            Event::FourKansScored { seat } => self.won.extend(WonHand::of_four_kans(table, *seat)),
            Event::Paid { .. } => self.paid.push(event.clone()),
            _ => {}
        }
        let ends = matches!(
            event,
            Event::Won { .. } | Event::FourKansScored { .. } | Event::Chombo { .. } | Event::Drawn { .. }
        );
        if ends {
            self.before.get_or_insert_with(|| table.clone());
        }
        if self.before.is_some() {
            self.events.push(event.clone());
        }
        matches!(event, Event::Settled(_))
            .then(|| self.settled(table))
            .flatten()
    }

    fn settled(&mut self, after: &Table) -> Option<SettledHand> {
        let hand = std::mem::take(self);
        let win = |won: &WonHand| Written::Win(Box::new(won.sheet(after, &hand.paid)));
        let rules = after.rules();
        let drawn = hand.ended.sheet(rules, |seat| after.wind(seat));
        let drawn = drawn.map(|sheet| Written::Draw(LineRow::all_of(rules, &sheet)));
        Some(SettledHand {
            before: hand.before?,
            after: after.clone(),
            events: hand.events,
            sheets: hand.won.iter().map(win).chain(drawn).collect(),
            won: hand.won,
        })
    }
}

impl SettledHand {
    /// Checks every sheet of the hand, and that together they account for what each player gained.
    pub fn check(&self) -> Found {
        self.is_complete()?;
        let mut won = self.won.iter();
        for sheet in &self.sheets {
            match (sheet, won.next()) {
                (Written::Win(sheet), Some(won)) => win::check(self, won, sheet)?,
                (Written::Draw(lines), None) => draw::check(self, lines)?,
                _ => return Err("a score sheet that belongs to no ending of the hand".to_owned()),
            }
        }
        self.accounts_for_balances()
    }

    fn is_complete(&self) -> Found {
        let count = |is: fn(&Event) -> bool| self.events.iter().filter(|event| is(event)).count();
        let wins = count(|event| matches!(event, Event::Won { .. } | Event::FourKansScored { .. }));
        let draws = count(|event| matches!(event, Event::Drawn { .. }));
        match self.sheets.len() == wins + draws && self.won.len() == wins {
            true => Ok(()),
            false => Err(format!(
                "{} score sheets for {wins} wins and {draws} draws",
                self.sheets.len()
            )),
        }
    }

    /// The payment lines of all sheets move what the balances moved by.
    fn accounts_for_balances(&self) -> Found {
        let seats = self.after.seats();
        let (mut points, mut chips) = (BySeat::all(seats, 0), BySeat::all(seats, 0));
        for line in self.sheets.iter().flat_map(Written::lines) {
            for (wind, sign) in [(line.from, -1), (line.to, 1)] {
                let wind = wind.and_then(Wind::named);
                if let Some(wind) = wind.filter(|_| line.part == "payment") {
                    let seat = self.after.seat_of(wind);
                    points[seat] += sign * line.points.unwrap_or(0);
                    chips[seat] += sign * line.chips.unwrap_or(0);
                }
            }
        }
        for seat in self.after.all_seats() {
            let gained = self.after.points()[seat].0 - self.before.points()[seat].0;
            let chips_gained = self.after.chips()[seat].0 - self.before.chips()[seat].0;
            if (points[seat], chips[seat]) != (gained, chips_gained) {
                return Err(format!(
                    "seat {} gains {gained} points and {chips_gained} chips, {} and {} by the score sheets",
                    seat.0, points[seat], chips[seat]
                ));
            }
        }
        Ok(())
    }
}

/// A finished game.
#[derive(Clone)]
pub struct FinishedGame {
    pub rules: Arc<Rules>,
    pub end: GameEnd,
    pub sheet: Vec<LineRow>,
}

impl FinishedGame {
    /// The game that this event ends; `table` is the state before it.
    pub fn at(table: &Table, event: &Event, chombo: &[Seat]) -> Option<FinishedGame> {
        let Event::GameEnded { drawn } = event else {
            return None;
        };
        let seats = table.seats();
        let made = |seat: usize| chombo.iter().filter(|by| usize::from(by.0) == seat).count() as u8;
        let mut over = table.clone();
        over.apply_trusted(event);
        Some(FinishedGame {
            rules: Arc::clone(table.rules()),
            end: GameEnd {
                points: *table.points(),
                next_dealer: table.next_standing().dealer,
                sticks: table.standing().sticks,
                chips: *table.chips(),
                substitutes: BySeat::all(seats, false),
                chombo: BySeat::from_fn(seats, made),
                drawn: *drawn,
            },
            sheet: LineRow::all_of(table.rules(), &ScoreSheet::of_result(table.rules(), over.result()?)),
        })
    }

    /// Checks its sheet.
    pub fn check(&self) -> Found {
        result::check(&self.rules, &self.end, &self.sheet)
    }
}
