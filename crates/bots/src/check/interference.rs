//! No interference: with everything resampled that a viewer may not know, and all that happened in public done again, the
//! viewer sees and is asked the same.

use super::Found;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::Tile;
use jantaku_rules::win::MeldKind;
use jantaku_table::event::Source;
use jantaku_table::legal::Actions;
use jantaku_table::phase::Phase;
use jantaku_table::prompt::Prompt;
use jantaku_table::seen::{Seen, Viewer};
use jantaku_table::shuffle::{Stream, key_of};
use jantaku_table::wall::{Wall, deal_places};
use jantaku_table::{Action, Event, Table};
use std::num::NonZeroU32;

/// Hands in which the tiles are resampled stop at a decision below this number.
const LATEST: u32 = 100;

/// Remembers what is done in a hand, and at some decision does it again with other hidden tiles.
pub(super) struct Interference {
    lots: Stream,
    every: NonZeroU32,
    start: Option<Box<(Table, Wall)>>,
    steps: Vec<Step>,
    decisions: u32,
    due: u32,
}

/// What was decided at one moment.
enum Step {
    /// In a turn.
    Turn(Seat, Action),
    /// The answers to a tile.
    Answers(Vec<(Seat, Action)>),
}

/// Something that a viewer learns.
#[derive(PartialEq, Debug)]
enum Learnt {
    Saw(Seen),
    Asked(Option<Box<Prompt>>),
}

impl Interference {
    pub(super) fn new(seed: u64, every: NonZeroU32) -> Interference {
        Interference {
            lots: Stream::new(&key_of(seed, u32::MAX - 5)),
            every,
            start: None,
            steps: Vec::new(),
            decisions: 0,
            due: 0,
        }
    }

    /// A hand begins at this table with this wall.
    pub(super) fn hand_begins(&mut self, table: &Table, wall: &Wall) {
        self.steps.clear();
        self.decisions = 0;
        self.start = None;
        if self.lots.below(self.every.get()) == 0 {
            self.due = self.lots.below(LATEST);
            self.start = Some(Box::new((table.clone(), *wall)));
        }
    }

    /// What the referee does is done once.
    pub(super) fn spoil(&mut self) {
        self.start = None;
    }

    /// A player has decided; the table is as it was before.
    pub(super) fn decided(&mut self, table: &Table, seat: Seat, action: Action) -> Found {
        let Some(start) = self.start.take() else {
            return Ok(());
        };
        // Half of the answers to a tile are no moment to stop at.
        if self.decisions >= self.due && table.turn().is_some() {
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
            // The end of a hand shows what was hidden.
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
        let mut first = World::new(start, *wall, viewer);
        let mut calls = Vec::new();
        for step in &self.steps {
            match first.again(step, None) {
                Ok(caller) => calls.push(caller),
                Err(what) => return Err(format!("doing it again: {what}")),
            }
        }
        let hidden = first.hidden();
        let mut row: Vec<Tile> = wall.row().to_vec();
        for place in (1..hidden.len()).rev() {
            let other = self.lots.below(place as u32 + 1) as usize;
            row.swap(hidden[place], hidden[other]);
        }
        let mut second = World::new(start, wall.with_row(&row), viewer);
        for (step, caller) in self.steps.iter().zip(calls) {
            match second.again(step, Some(caller)) {
                Ok(_) => {}
                // With other tiles somebody could not have done what they did: such a world tells nothing more.
                Err(what) if what == NOT_POSSIBLE => break,
                Err(what) => return Err(what.to_owned()),
            }
        }
        let same = first
            .learnt
            .iter()
            .zip(&second.learnt)
            .position(|(one, other)| one != other);
        match same {
            None => Ok(()),
            Some(place) => Err(format!(
                "{viewer:?} can tell hidden tiles apart: {:?} or {:?}",
                first.learnt[place], second.learnt[place]
            )),
        }
    }
}

const NOT_POSSIBLE: &str = "not possible with these tiles";

/// A hand that is played again.
struct World {
    table: Table,
    viewer: Viewer,
    learnt: Vec<Learnt>,
    events: Vec<Event>,
    /// Where in the wall the concealed tiles of each player stood, in the order of the hand.
    places: [Vec<usize>; 4],
    drawn: usize,
}

impl World {
    fn new(start: &Table, wall: Wall, viewer: Viewer) -> World {
        let mut world = World {
            table: start.clone(),
            viewer,
            learnt: Vec::new(),
            events: Vec::new(),
            places: [const { Vec::new() }; 4],
            drawn: 0,
        };
        world.table.begin_hand(wall, &mut world.events);
        world.see();
        world
    }

    /// Does a step again; tells who called a tile. `caller` is who did the first time, where this is the second.
    fn again(&mut self, step: &Step, caller: Option<Option<Seat>>) -> Result<Option<Seat>, &'static str> {
        match step {
            Step::Turn(seat, action) => {
                self.let_go()?;
                let mine = self.viewer == Viewer::Seat(*seat);
                let legal = self.table.turn().is_some() && self.table.legal(*seat).contains(action);
                match (legal, mine) {
                    (true, _) => self.act(*seat, *action),
                    (false, true) => return Err("the viewer may not do what was legal before"),
                    (false, false) => return Err(NOT_POSSIBLE),
                }
                Ok(None)
            }
            Step::Answers(answers) => self.answer(answers, caller),
        }
    }

    /// Others who are asked only in this world let the tile go; the viewer is asked in both or in none.
    fn let_go(&mut self) -> Result<(), &'static str> {
        while matches!(self.table.phase(), Phase::Claims(_)) {
            let Some(seat) = self.table.next_to_act() else {
                return Ok(());
            };
            if self.viewer == Viewer::Seat(seat) {
                return Err("the viewer is asked only with other hidden tiles");
            }
            self.act(seat, Action::Pass);
        }
        Ok(())
    }

    fn answer(
        &mut self,
        answers: &[(Seat, Action)],
        caller: Option<Option<Seat>>,
    ) -> Result<Option<Seat>, &'static str> {
        let mine = |seat: Seat| self.viewer == Viewer::Seat(seat);
        let asked = answers.iter().any(|(seat, _)| mine(*seat));
        if !matches!(self.table.phase(), Phase::Claims(_)) {
            return match caller.flatten() {
                _ if asked => Err("the viewer is not asked with other hidden tiles"),
                Some(_) => Err(NOT_POSSIBLE),
                None => Ok(None),
            };
        }
        let from = self.events.len();
        while let (Phase::Claims(_), Some(seat)) = (self.table.phase(), self.table.next_to_act()) {
            let said = answers
                .iter()
                .find(|(other, _)| *other == seat)
                .map(|(_, action)| *action);
            let mine = self.viewer == Viewer::Seat(seat);
            let public = caller.is_none_or(|caller| caller == Some(seat)) || mine;
            let action = match said {
                Some(action) if public => action,
                None if mine => return Err("the viewer is asked only with other hidden tiles"),
                _ => Action::Pass,
            };
            let legal: Actions = self.table.legal(seat);
            if !legal.contains(&action) {
                return Err(if mine {
                    "the viewer may not say what was legal before"
                } else {
                    NOT_POSSIBLE
                });
            }
            let one_offer = self.events.len() == from;
            self.act(seat, action);
            if !one_offer || self.events.len() > from {
                break;
            }
        }
        let called = self.events[from..].iter().find_map(|event| match event {
            Event::Called { seat, .. } => Some(*seat),
            _ => None,
        });
        if caller.is_some_and(|caller| caller != called) {
            return Err(NOT_POSSIBLE);
        }
        Ok(called)
    }

    fn act(&mut self, seat: Seat, action: Action) {
        if self.viewer == Viewer::Seat(seat) {
            self.learnt.push(Learnt::Asked(self.table.prompt(seat).map(Box::new)));
        }
        self.table.act_legally(seat, action, &mut self.events);
        self.see();
    }

    /// Takes in what has happened since.
    fn see(&mut self) {
        for place in self.drawn..self.events.len() {
            let event = self.events[place].clone();
            self.follow(&event, place);
            if let Some(seen) = event.seen_by(self.viewer, self.table.rules()) {
                self.learnt.push(Learnt::Saw(seen));
            }
        }
        self.drawn = self.events.len();
    }

    /// Follows every concealed tile from its place in the wall.
    fn follow(&mut self, event: &Event, number: usize) {
        let row = self.table.wall().row();
        let find = |places: &[usize], tile: Tile, last: bool| {
            let is = |&place: &usize| row[place] == tile;
            if last {
                places.iter().rposition(is)
            } else {
                places.iter().position(is)
            }
        };
        match event {
            Event::Dealt { seat, .. } => {
                let wind = self.table.wind(*seat).index();
                self.places[usize::from(seat.0)] = deal_places(self.table.seats())[wind].to_vec();
            }
            Event::Drew { seat, source, .. } => {
                let live = *source == Source::Live;
                let drew =
                    |event: &&Event| matches!(event, Event::Drew { source, .. } if (*source == Source::Live) == live);
                let number = self.events[..number].iter().filter(drew).count();
                let place = if live {
                    13 * self.table.seats() + number
                } else {
                    self.table.wall().replacement_place(number)
                };
                self.places[usize::from(seat.0)].push(place);
            }
            Event::Discarded { seat, tile, drawn } => {
                let places = &mut self.places[usize::from(seat.0)];
                if let Some(place) = find(places, *tile, *drawn) {
                    places.remove(place);
                }
            }
            Event::SetAside { seat, tile } => {
                let places = &mut self.places[usize::from(seat.0)];
                if let Some(place) = find(places, *tile, true) {
                    places.remove(place);
                }
            }
            Event::Called { seat, meld, .. } => {
                let discarded = self.events[..number].iter().rev().find_map(|event| match event {
                    Event::Discarded { tile, .. } => Some(*tile),
                    _ => None,
                });
                let mut own = meld.tiles.clone();
                if let Some(place) = own.iter().position(|tile| Some(*tile) == discarded) {
                    own.remove(place);
                }
                let places = &mut self.places[usize::from(seat.0)];
                for &tile in &own {
                    find(places, tile, false).map(|place| places.remove(place));
                }
            }
            Event::KanDeclared { seat, meld } => {
                let own = if meld.kind == MeldKind::Kakan { 1 } else { 4 };
                let places = &mut self.places[usize::from(seat.0)];
                for &tile in &meld.tiles[..own] {
                    find(places, tile, false).map(|place| places.remove(place));
                }
            }
            _ => {}
        }
    }

    /// The places of the wall whose tiles the viewer does not know. The hands of players in riichi stay, since these must be
    /// tenpai, and flowers stay, since they are shown as soon as they are drawn.
    fn hidden(&self) -> Vec<usize> {
        let wall = self.table.wall();
        let row = wall.row();
        let front = row.len() - wall.replaced() - wall.undrawn().len();
        let mut hidden: Vec<usize> = (front..front + wall.undrawn().len()).collect();
        let turned: Vec<usize> = (0..wall.turned()).map(|number| wall.indicator_place(number)).collect();
        hidden.retain(|place| !turned.contains(place));
        for seat in self.table.all_seats() {
            let player = self.table.player(seat);
            let known = self.viewer.sees_hand_of(seat) || player.shown.is_some() || player.riichi.declared();
            if !known {
                hidden.extend(&self.places[usize::from(seat.0)]);
            }
        }
        hidden.retain(|&place| !row[place].kind().is_flower());
        hidden
    }
}
