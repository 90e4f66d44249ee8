//! Whom each player does not want to hear. The server leaves their words out, so nothing of them reaches the listener's device.

use jantaku_rules::seat::Seat;

/// For each seat, the seats that its player has muted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Mutes(Vec<Vec<u8>>);

impl Mutes {
    pub(super) fn new(seats: usize) -> Mutes {
        Mutes(vec![Vec::new(); seats])
    }

    /// Mutes a seat for a listener, or lets it be heard again. A seat that does not exist, or the listener's, changes nothing.
    pub(super) fn set(&mut self, listener: Seat, seat: u8, on: bool) {
        let exists = usize::from(seat) < self.0.len() && seat != listener.0;
        let muted = &mut self.0[usize::from(listener.0)];
        muted.retain(|other| *other != seat);
        muted.extend(Some(seat).filter(|_| on && exists));
    }

    pub(super) fn of(&self, listener: Seat) -> &[u8] {
        &self.0[usize::from(listener.0)]
    }

    /// Somebody else sits there now, who has muted nobody and whom nobody has muted.
    pub(super) fn forget(&mut self, seat: u8) {
        for (listener, muted) in (0u8..).zip(&mut self.0) {
            muted.retain(|other| *other != seat && listener != seat);
        }
    }

    /// Players move: for each seat, the one where its player sat before.
    pub(super) fn follow(&mut self, order: &[u8]) {
        let before = self.0.clone();
        let now = |muted: &u8| order.iter().position(|seat| seat == muted).map(|seat| seat as u8);
        self.0 = order
            .iter()
            .map(|listener| before[usize::from(*listener)].iter().filter_map(now).collect())
            .collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutes_only_other_seats_and_each_once() {
        let mut mutes = Mutes::new(3);
        for (seat, on) in [(1, true), (1, true), (2, true), (0, true), (9, true), (2, false)] {
            mutes.set(Seat(0), seat, on);
        }
        assert_eq!((mutes.of(Seat(0)), mutes.of(Seat(1))), (&[1][..], &[][..]));
    }

    #[test]
    fn mutes_follow_people_to_drawn_seats() {
        let mut mutes = Mutes::new(3);
        mutes.set(Seat(0), 1, true);
        // Whoever sat at 2, 0 and 1 sits at 0, 1 and 2 now.
        mutes.follow(&[2, 0, 1]);
        assert_eq!((mutes.of(Seat(1)), mutes.of(Seat(0))), (&[2][..], &[][..]));
    }

    #[test]
    fn a_newcomer_is_heard_and_hears_everybody() {
        let mut mutes = Mutes::new(3);
        mutes.set(Seat(0), 1, true);
        mutes.set(Seat(1), 2, true);
        mutes.set(Seat(0), 2, true);
        mutes.forget(1);
        assert_eq!((mutes.of(Seat(0)), mutes.of(Seat(1))), (&[2][..], &[][..]));
    }
}
