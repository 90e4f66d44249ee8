//! Non-interference: if everything hidden from a viewer is dealt again and everything public is repeated, the viewer sees and is
//! asked the same.

pub mod world;

use super::Found;
use super::face::Face;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::win::MeldKind;
use jantaku_table::phase::Phase;
use jantaku_table::seen::Viewer;
use jantaku_table::shuffle::{Stream, key_of};
use jantaku_table::wall::Wall;
use jantaku_table::{Action, Table};
use std::num::NonZeroU32;
use world::{Halt, World};

/// A resampled hand stops at a decision below this number.
const LATEST: u32 = 100;

/// Records the actions of a hand, and at some decision repeats them with other hidden tiles.
pub struct Interference<F> {
    face: F,
    lots: Stream,
    every: NonZeroU32,
    start: Option<Box<(Table, Wall)>>,
    steps: Vec<Step>,
    decisions: u32,
    due: u32,
}

pub enum Step {
    Turn(Seat, Action),
    /// The answers to an offered tile.
    Answers(Vec<(Seat, Action)>),
}

/// A face-down kan that was exchanged for one of another kind.
pub struct Exchange {
    seat: Seat,
    was: Kind,
    is: Kind,
}

impl<F: Face> Interference<F> {
    pub fn new(face: F, seed: u64, every: NonZeroU32) -> Interference<F> {
        Interference {
            face,
            lots: Stream::new(&key_of(seed, u32::MAX - 5)),
            every,
            start: None,
            steps: Vec::new(),
            decisions: 0,
            due: 0,
        }
    }

    pub fn hand_begins(&mut self, table: &Table, wall: &Wall) {
        self.steps.clear();
        self.decisions = 0;
        self.start = None;
        if self.lots.below(self.every.get()) == 0 {
            self.due = self.lots.below(LATEST);
            self.start = Some(Box::new((table.clone(), *wall)));
        }
    }

    /// Gives up on this hand: rulings are not repeated.
    pub fn spoil(&mut self) {
        self.start = None;
    }

    /// Records a decision; `table` is the state before it.
    pub fn decided(&mut self, table: &Table, seat: Seat, action: Action) -> Found {
        let Some(start) = self.start.take() else {
            return Ok(());
        };
        // Do not stop while only some have answered.
        let stops = match table.phase() {
            Phase::Turn(_) => self.decisions >= self.due,
            // The answers end the hand, which reveals hidden tiles.
            Phase::Nagashi { .. } | Phase::Showing { .. } => true,
            _ => false,
        };
        if stops {
            return self.resample(&start.0, &start.1);
        }
        self.decisions += 1;
        match table.phase() {
            Phase::Turn(_) => self.steps.push(Step::Turn(seat, action)),
            Phase::Claims(claims) if claims.answers.iter().all(Option::is_none) => {
                self.steps.push(Step::Answers(vec![(seat, action)]));
            }
            Phase::Claims(_) => {
                if let Some(Step::Answers(answers)) = self.steps.last_mut() {
                    answers.push((seat, action));
                }
            }
            _ => return Ok(()),
        }
        self.start = Some(start);
        Ok(())
    }

    fn resample(&mut self, start: &Table, wall: &Wall) -> Found {
        let viewer = match self.lots.below(start.seats() as u32 + 1) {
            n if usize::from(n as u8) < start.seats() => Viewer::Seat(Seat(n as u8)),
            _ => Viewer::Spectator,
        };
        let mut first = World::new(self.face, start, *wall, viewer);
        let mut moments = Vec::new();
        for step in &self.steps {
            match first.for_the_first_time(step) {
                Ok(moment) => moments.push(moment),
                Err(halt) => return Err(format!("repeating the hand: {halt}")),
            }
        }
        first.stop().map_err(|halt| format!("repeating the hand: {halt}"))?;
        let (row, exchanged) = self.other_tiles(&first);
        let mut second = World::new(self.face, start, wall.with_row(&row), viewer);
        let mut steps = self.steps.iter().zip(moments);
        let again = steps.try_for_each(|(step, moment)| second.again(step, moment, &exchanged));
        let whole = match again.and_then(|()| second.stop()) {
            Ok(()) => true,
            // With these tiles somebody could not have acted as they did, so there is nothing more to compare.
            Err(Halt::NotPossible) => false,
            Err(halt) => return Err(format!("{viewer:?}: {halt}")),
        };
        let (one, other) = (&first.learnt, &second.learnt);
        let pairs = one.iter().zip(other);
        match pairs.clone().find(|(one, other)| one != other) {
            Some((one, other)) => Err(format!("{viewer:?} can tell hidden tiles apart: {one:?} or {other:?}")),
            None if whole && one.len() != other.len() => Err(format!(
                "{viewer:?} learns more with other hidden tiles: {:?}",
                one.iter().chain(other).nth(pairs.count())
            )),
            None => Ok(()),
        }
    }

    /// The wall's row with new tiles wherever the viewer does not know them.
    fn other_tiles(&mut self, world: &World<F>) -> (Vec<Tile>, Vec<Exchange>) {
        let other = world.table.redealt(world.viewer, &mut self.lots);
        let wall = world.table.wall();
        let mut row: Vec<Tile> = wall.row().to_vec();
        let end = row.len() - wall.replaced();
        let undrawn = end - wall.undrawn().len()..end;
        row[undrawn.clone()].copy_from_slice(&other.wall().row()[undrawn]);
        for seat in other.all_seats() {
            let hand = &other.player(seat).hand;
            for (&place, tile) in world.places[usize::from(seat.0)].iter().zip(hand) {
                row[place] = *tile;
            }
        }
        let mut exchanged = Vec::new();
        for (number, (seat, kan)) in world.face_down.iter().enumerate() {
            let earlier = world.face_down[..number].iter().filter(|(other, _)| other == seat);
            let mut kans = other
                .player(*seat)
                .melds
                .iter()
                .filter(|meld| meld.kind == MeldKind::Ankan);
            let Some(dealt) = kans.nth(earlier.count()) else {
                continue;
            };
            let (was, is) = (row[kan[0]].kind(), dealt.tiles[0].kind());
            kan.iter()
                .zip(&dealt.tiles)
                .for_each(|(&place, tile)| row[place] = *tile);
            exchanged.push(Exchange { seat: *seat, was, is });
        }
        (row, exchanged)
    }
}
