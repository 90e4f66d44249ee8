//! Seats by lot, drawn when the walls are fixed.

use super::{Game, GameFault, Start};
use crate::agreement::How;
use jantaku_table::fair::Bytes32;
use jantaku_table::lots::{self, Lots};

impl Game {
    /// The hashed secret of the lots, shown before anybody commits; none where seats are not drawn.
    pub fn lots_promise(&self, start: &Start) -> Option<Bytes32> {
        self.setup.seating.draw()?;
        Some(lots::promise(lots::secret(start.last?)))
    }

    /// The seats that these reveals draw; none where seats are not drawn.
    pub(crate) fn draw_lots(&self, reveals: &[Option<Bytes32>]) -> Option<Vec<u8>> {
        let secret = lots::secret(self.start.last?);
        Some(self.terms().lots(self.setup.seating.draw()?, secret, reveals))
    }

    /// The lots of this game, once they are drawn.
    pub fn lots(&self) -> Option<Lots> {
        Some(Lots {
            draw: self.setup.seating.draw()?,
            secret: lots::secret(self.start.last?),
            order: self.start.order.clone()?,
        })
    }

    /// Everybody moves to the seat that they have drawn. `order` says for each seat where its player sat before.
    pub(super) fn take_seats(&mut self, order: &[u8]) -> Result<(), GameFault> {
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        if !sorted.iter().copied().eq(0..self.chairs.len() as u8) {
            return Err(GameFault::NoOrder);
        }
        self.chairs = order
            .iter()
            .map(|before| self.chairs[usize::from(*before)].clone())
            .collect();
        let now = |before: u8| {
            order
                .iter()
                .position(|seat| *seat == before)
                .map_or(before, |seat| seat as u8)
        };
        for invite in &mut self.invites {
            invite.seat = invite.seat.map(now);
        }
        for coming in self.coming.iter_mut().chain(&mut self.freed) {
            coming.seat = now(coming.seat);
        }
        // What was asked before names seats as they were.
        self.close_question(How::Lapsed);
        self.outcome = None;
        self.start.order = Some(order.to_vec());
        Ok(())
    }
}
