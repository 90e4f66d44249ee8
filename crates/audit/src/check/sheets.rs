//! Checks the score sheets of every hand and game, and compares those of wins with `jantaku score` for the same hand.
//!
//! The hand is recorded from the events alone and passed on as JSON, so everything that the table takes into account must be in
//! the events, and both ways must give the same score and payments.

use super::Found;
use super::scorekeeper::Scorekeeper;
use super::settled::{FinishedGame, Follower, SettledHand};
use jantaku_rules::seat::Seat;
use jantaku_rules::transfer::What;
use jantaku_table::event::Party;
use jantaku_table::{Event, Table};
use jantaku_wire::score_json::response::Response;
use jantaku_wire::score_json::{read_line, score};
use jantaku_wire::won_hand::WonHand;

/// Follows a game, hand by hand.
#[derive(Default)]
pub struct Sheets {
    hand: Option<Scorekeeper>,
    won: Vec<Won>,
    follower: Follower,
    settled: Option<SettledHand>,
    finished: Option<FinishedGame>,
    /// Everybody who made a chombo in this game.
    chombo: Vec<Seat>,
}

/// A win before it is paid.
struct Won {
    hand: WonHand,
    event: Event,
    last_tile: bool,
}

impl Sheets {
    /// Records an event; `table` is the state before it.
    pub fn event(&mut self, before: &Table, event: &Event) {
        match event {
            Event::HandStarted(standing) => self.hand = Some(Scorekeeper::new(before.rules(), *standing)),
            Event::Won { seat, from, tile, .. } => {
                let hand = WonHand::at(before, *seat, *from, *tile);
                self.won.extend(hand.map(|hand| Won {
                    hand,
                    event: event.clone(),
                    last_tile: before.wall().left() == 0,
                }));
            }
            Event::Chombo { seat } => self.chombo.push(*seat),
            Event::GameEnded { .. } => self.finished = FinishedGame::at(before, event, &self.chombo),
            _ => {}
        }
        if let Some(hand) = &mut self.hand {
            hand.event(before.rules(), event);
        }
        self.settled = self.follower.event(before, event).or(self.settled.take());
    }

    /// Checks the sheets of a decision, after all of its events.
    pub fn compare(&mut self, table: &Table, events: &[Event]) -> Found {
        let won = std::mem::take(&mut self.won);
        let wins = events.iter().filter(|event| matches!(event, Event::Won { .. })).count();
        if won.len() != wins {
            return Err(format!("{wins} wins have {} score sheets", won.len()));
        }
        let Some(hand) = &self.hand else {
            return Ok(());
        };
        // Sticks and honba are shared by several winners, so a single hand cannot show them.
        let alone = wins == 1;
        for won in won {
            let win = &won.hand.win;
            // Only a rigged wall is so short, and `jantaku score` refuses such a claim.
            if win.last_tile && (win.first_turn || win.ippatsu && win.riichi.is_double()) {
                continue;
            }
            let paid: Vec<Event> = events
                .iter()
                .filter(|event| is_of_hand(event, alone))
                .cloned()
                .collect();
            let expected = won.hand.sheet(table, &paid);
            let request = hand.request(table.rules(), &won.event, won.last_tile, alone);
            let answer = match read_line(&request) {
                Ok(request) => score(table.rules(), &request),
                Err(error) => error,
            };
            let expected = Response::Sheet(Box::new(expected));
            if answer != expected {
                let (expected, answer) = (expected.to_json(), answer.to_json());
                return Err(format!(
                    "the table's score sheet differs from `jantaku score`\n  request {request}\n  table   {expected}\n  score   {answer}"
                ));
            }
        }
        let (settled, finished) = (self.settled.take(), self.finished.take());
        settled.map_or(Ok(()), |hand| hand.check())?;
        finished.map_or(Ok(()), |game| game.check())
    }
}

/// Whether a payment is for a winning hand, and not for something else that ends with the hand.
fn is_of_hand(event: &Event, alone: bool) -> bool {
    let Event::Paid {
        to: Party::Seat(_),
        what,
        ..
    } = event
    else {
        return false;
    };
    match what {
        What::Bust | What::Flower | What::FlowerReturned | What::Leftover => false,
        What::Honba | What::Sticks | What::OwnStick => alone,
        _ => true,
    }
}
