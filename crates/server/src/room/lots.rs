//! Everybody moves to the seat that was drawn, before the first deal.

use super::Room;
use super::viewers::seat_of;
use jantaku_rules::seat::Seat;

impl Room {
    /// The sockets follow their players, who are greeted at their new seats. No numbered frame was sent yet.
    pub(super) fn change_seats(&mut self, order: &[u8]) {
        let seats = order.len();
        self.viewers.change_seats(order);
        for budgets in [&mut self.changes[..], &mut self.asks[..seats], &mut self.talk[..]] {
            follow(budgets, order);
        }
        follow(&mut self.may_ask_at[..seats], order);
        self.mutes.follow(order);
        for id in self.viewers.seated() {
            let Some((viewer, session)) = self.viewers.who(id) else {
                continue;
            };
            let (seat, host): (Option<Seat>, _) = (seat_of(viewer), session == Some(self.game.host));
            let greeting = self.greeting(seat, [host, false], 0);
            self.viewers.send_to(id, greeting);
        }
    }
}

/// Puts what belonged to a seat where its player sits now.
fn follow<T: Clone>(of_seats: &mut [T], order: &[u8]) {
    let moved: Vec<T> = order
        .iter()
        .map(|before| of_seats[usize::from(*before)].clone())
        .collect();
    of_seats.clone_from_slice(&moved);
}
