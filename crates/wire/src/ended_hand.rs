//! How a hand ended that nobody won, and its score sheet.

use crate::won_hand::transfer_of;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::sheet::{Ended, ScoreSheet};
use jantaku_rules::transfer::{Transfer, What};
use jantaku_table::event::{DrawReason, Event};

/// What is heard of such a hand until it is settled.
#[derive(Clone, Debug, Default)]
pub struct EndedHand {
    drawn: Option<(DrawReason, BySeat<bool>)>,
    nagashi: Vec<Seat>,
    chombo: Vec<Seat>,
    paid: Vec<Event>,
    honba: u8,
}

impl EndedHand {
    /// Hears the next event of the hand.
    pub fn event(&mut self, event: &Event) {
        match event {
            Event::HandStarted(standing) => {
                *self = EndedHand {
                    honba: standing.honba,
                    ..EndedHand::default()
                };
            }
            Event::RulingUndone { .. } => {
                *self = EndedHand {
                    honba: self.honba,
                    ..EndedHand::default()
                };
            }
            Event::Drawn { reason, tenpai } => self.drawn = Some((*reason, *tenpai)),
            Event::NagashiScored { seat } => self.nagashi.push(*seat),
            Event::Chombo { seat } => self.chombo.push(*seat),
            // What was paid before, riichi sticks and chips for flowers, is not for the end of the hand.
            Event::Paid { .. } if self.drawn.is_some() => self.paid.push(event.clone()),
            _ => {}
        }
    }

    /// Its score sheet, with the players called by these winds; none if somebody won.
    pub fn sheet(&self, rules: &Rules, wind: impl Fn(Seat) -> Wind) -> Option<ScoreSheet> {
        let (reason, tenpai) = self.drawn?;
        let ended = match reason {
            DrawReason::Exhausted if !self.nagashi.is_empty() => Ended::Nagashi,
            reason => Ended::Drawn(reason),
        };
        let who: Vec<Wind> = match ended {
            Ended::Nagashi => self.nagashi.iter().map(|seat| wind(*seat)).collect(),
            Ended::Drawn(DrawReason::Chombo) => self.chombo.iter().map(|seat| wind(*seat)).collect(),
            _ => Vec::new(),
        };
        let mut by_wind = BySeat::all(rules.seats(), false);
        for (seat, ready) in (0..).zip(tenpai.iter()) {
            by_wind[wind(Seat(seat))] = *ready;
        }
        // Where noten players pay nothing, nobody is asked.
        let asked = ended == Ended::Drawn(DrawReason::Exhausted) && rules.settings.draws.noten > 0;
        let mut transfers: Vec<Transfer> = self.paid.iter().filter_map(|paid| transfer_of(paid, &wind)).collect();
        // Flowers pay at once: what moves for them after the end goes back.
        for returned in transfers.iter_mut().filter(|paid| paid.what == What::Flower) {
            returned.what = What::FlowerReturned;
        }
        Some(ScoreSheet::of_draw(
            rules,
            ended,
            asked.then_some(&by_wind),
            &who,
            self.honba,
            &transfers,
        ))
    }
}
