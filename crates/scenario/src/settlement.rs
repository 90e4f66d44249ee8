//! Groups payments by what they were for, with the winning hands.

use jantaku_table::Table;
use jantaku_table::event::{DrawReason, Event};
use jantaku_wire::ended_hand::EndedHand;
use jantaku_wire::won_hand::WonHand;

/// What was paid for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occasion {
    Win,
    /// Four kans without the pair.
    FourKans,
    /// Only terminals and honours discarded.
    Nagashi,
    Draw(DrawReason),
    /// A flower set aside.
    Flower,
}

/// Payments that belong together.
#[derive(Clone, Debug)]
pub struct Settlement {
    pub occasion: Occasion,
    /// The hands that won, and four kans that scored by themselves.
    pub won: Vec<WonHand>,
    pub paid: Vec<Event>,
    /// How the hand ended, if nobody won.
    pub ended: EndedHand,
}

impl Settlement {
    /// All settlements among the events that followed from one action at this table.
    pub(super) fn find_all(before: &Table, events: &[Event]) -> Vec<Settlement> {
        let mut found = Vec::new();
        let mut open: Option<Settlement> = None;
        let mut ended = EndedHand::default();
        for event in events {
            ended.event(event);
            let occasion = match event {
                Event::Won { .. } => Some(Occasion::Win),
                Event::FourKansScored { .. } => Some(Occasion::FourKans),
                Event::NagashiScored { .. } => Some(Occasion::Nagashi),
                Event::Drawn { reason, .. } => Some(Occasion::Draw(*reason)),
                Event::SetAside { .. } => Some(Occasion::Flower),
                // What is left on the table at the end belongs to the result.
                Event::GameEnded { .. } => break,
                _ => None,
            };
            if let Some(occasion) = occasion {
                let now = open.get_or_insert_with(|| Settlement::of(occasion));
                now.occasion = occasion;
            }
            match (&mut open, event) {
                (Some(now), Event::Won { seat, from, tile, .. }) => {
                    now.won.extend(WonHand::at(before, *seat, *from, *tile));
                }
                (Some(now), Event::FourKansScored { seat }) => now.won.extend(WonHand::of_four_kans(before, *seat)),
                (Some(now), Event::Paid { .. }) => now.paid.push(event.clone()),
                (Some(now), Event::Settled(_)) => {
                    now.ended = std::mem::take(&mut ended);
                    found.extend(open.take());
                }
                // A tile set aside is a settlement only if something is paid for it.
                (Some(now), _) if now.occasion == Occasion::Flower && occasion.is_none() => {
                    found.extend(open.take().filter(|now| !now.paid.is_empty()));
                }
                _ => {}
            }
        }
        found.extend(open.filter(|now| !now.paid.is_empty()));
        found
    }

    fn of(occasion: Occasion) -> Settlement {
        Settlement {
            occasion,
            won: Vec::new(),
            paid: Vec::new(),
            ended: EndedHand::default(),
        }
    }
}
