//! No viewer sees another player's concealed tiles, and every folded view equals the one taken from the table.

use super::Found;
use super::face::Face;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_table::seen::{Seen, Viewer};
use jantaku_table::shuffle::Stream;
use jantaku_table::view::View;
use jantaku_table::{Event, Table};
use std::num::NonZeroU32;
use std::sync::Arc;

/// The views of all seats, a spectator and the log, folded from what they have seen.
pub struct Sights<F> {
    face: F,
    views: Vec<View>,
}

impl<F: Face> Sights<F> {
    /// Follows all viewers in one of `every` games, and a random one in the others.
    pub fn new(face: F, rules: &Arc<Rules>, every: NonZeroU32, lots: &mut Stream) -> Sights<F> {
        let seats = (0..rules.seats() as u8).map(|seat| Viewer::Seat(Seat(seat)));
        let mut viewers: Vec<Viewer> = seats.chain([Viewer::Spectator, Viewer::Log]).collect();
        if lots.below(every.get()) > 0 {
            let one = lots.below(viewers.len() as u32) as usize;
            viewers = vec![viewers[one]];
        }
        let view = |viewer: Viewer| View::new(Arc::clone(rules), viewer);
        Sights {
            views: viewers.into_iter().map(view).collect(),
            face,
        }
    }

    pub fn take_anew(&mut self, table: &Table) {
        for view in &mut self.views {
            *view = self.face.view(table, view.viewer());
        }
    }

    pub fn see(&mut self, event: &Event, table: &Table) -> Found {
        for view in &mut self.views {
            let Some(seen) = self.face.seen(table, event, view.viewer()) else {
                continue;
            };
            let of = |seat: Seat| view.viewer().sees_hand_of(seat);
            match &seen {
                Seen::All(Event::Dealt { seat, .. } | Event::Drew { seat, .. }) if !of(*seat) => {
                    return Err(format!("{:?} sees what seat {} draws", view.viewer(), seat.0));
                }
                Seen::All(event) => {
                    if let Some(seat) = event.private_to().filter(|&seat| !of(seat)) {
                        return Err(format!("{:?} learns what only seat {} may know", view.viewer(), seat.0));
                    }
                }
                _ => {}
            }
            view.apply(&seen);
            if matches!(event, Event::HandStarted(_)) {
                view.see_wall(table.wall());
            }
        }
        self.nothing_hidden(table)
    }

    /// No view holds a concealed tile of another seat, except in a hand that was shown.
    fn nothing_hidden(&self, table: &Table) -> Found {
        for view in &self.views {
            for seat in table.all_seats().filter(|&seat| !view.viewer().sees_hand_of(seat)) {
                let side = &view.seats[seat];
                if side.hand.is_some() || side.drawn.is_some() {
                    return Err(format!("{:?} knows the hand of seat {}", view.viewer(), seat.0));
                }
                if side.shown.is_some() != table.player(seat).shown.is_some() {
                    return Err(format!(
                        "{:?} sees a hand of seat {} that nobody showed",
                        view.viewer(),
                        seat.0
                    ));
                }
            }
        }
        Ok(())
    }

    /// A returning viewer sees the same as one who stayed.
    pub fn compare(&self, table: &Table) -> Found {
        for view in &self.views {
            let taken = self.face.view(table, view.viewer());
            if *view != taken {
                let parts = difference(view, &taken);
                return Err(format!(
                    "{:?} saw something else than the table shows: {parts}",
                    view.viewer()
                ));
            }
        }
        Ok(())
    }
}

fn difference(folded: &View, taken: &View) -> String {
    let parts = [
        ("wall", folded.wall_left() == taken.wall_left()),
        ("standing", folded.standing == taken.standing),
        ("points", folded.points == taken.points && folded.chips == taken.chips),
        ("discards", folded.discards == taken.discards),
        (
            "indicators",
            folded.indicators == taken.indicators && folded.ura == taken.ura,
        ),
    ];
    let mut wrong: Vec<String> = parts
        .iter()
        .filter(|(_, same)| !same)
        .map(|(part, _)| (*part).to_owned())
        .collect();
    let sides = folded
        .seats
        .iter()
        .zip(taken.seats.iter())
        .filter(|(one, other)| one != other);
    wrong.extend(sides.map(|(one, other)| format!("{one:?} / {other:?}")));
    wrong.join(", ")
}
