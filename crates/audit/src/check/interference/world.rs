//! A hand that is repeated.

use super::{Exchange, Step};
use crate::check::face::Face;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::Tile;
use jantaku_rules::win::MeldKind;
use jantaku_table::event::{DrawReason, Source};
use jantaku_table::phase::Phase;
use jantaku_table::prompt::Prompt;
use jantaku_table::seen::{Seen, Viewer};
use jantaku_table::wall::{Wall, deal_places};
use jantaku_table::{Action, Event, Table};
use std::fmt;

#[derive(PartialEq, Debug)]
pub enum Learnt {
    Saw(Seen),
    Asked(Option<Box<Prompt>>),
}

/// Why a hand cannot be repeated to the same point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// Another player could not have done this with these tiles.
    NotPossible,
    /// The viewer is asked, but was not with the true tiles.
    AskedOnlyHere,
    /// The viewer is not asked, but was with the true tiles.
    NotAsked,
    /// The viewer may not do what was legal with the true tiles.
    NotLegal,
}

impl fmt::Display for Halt {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(match self {
            Halt::NotPossible => "not possible with these tiles",
            Halt::AskedOnlyHere => "the viewer is asked only with other hidden tiles",
            Halt::NotAsked => "the viewer is not asked with other hidden tiles",
            Halt::NotLegal => "an action of the viewer is not legal with other hidden tiles",
        })
    }
}

/// When a step was first taken, and who called a tile.
#[derive(Clone, Copy)]
pub struct Moment {
    /// The number of public events before it. The repetition waits for as many.
    after: usize,
    caller: Option<Seat>,
}

pub struct World<F> {
    face: F,
    pub table: Table,
    pub viewer: Viewer,
    pub learnt: Vec<Learnt>,
    events: Vec<Event>,
    /// The indices in the wall of each player's concealed tiles, in the order of the hand.
    pub places: [Vec<usize>; 4],
    /// The indices in the wall of kans that lie face down for the viewer.
    pub face_down: Vec<(Seat, Vec<usize>)>,
    drawn: usize,
}

impl<F: Face> World<F> {
    pub fn new(face: F, start: &Table, wall: Wall, viewer: Viewer) -> World<F> {
        let mut world = World {
            face,
            table: start.clone(),
            viewer,
            learnt: Vec::new(),
            events: Vec::new(),
            places: [const { Vec::new() }; 4],
            face_down: Vec::new(),
            drawn: 0,
        };
        world.table.begin_hand(wall, &mut world.events);
        world.see();
        world
    }

    /// Takes a step with the true tiles.
    pub fn for_the_first_time(&mut self, step: &Step) -> Result<Moment, Halt> {
        let after = self.noticed();
        let caller = match step {
            Step::Turn(seat, action) => self.turn(*seat, *action).map(|()| None),
            Step::Answers(answers) => self.answer(answers, None),
        }?;
        Ok(Moment { after, caller })
    }

    /// Repeats a step with other tiles.
    pub fn again(&mut self, step: &Step, moment: Moment, exchanged: &[Exchange]) -> Result<(), Halt> {
        match step {
            Step::Turn(seat, action) => {
                self.let_go(usize::MAX)?;
                let exchange = exchanged
                    .iter()
                    .find(|one| one.seat == *seat && *action == Action::Ankan(one.was));
                self.turn(*seat, exchange.map_or(*action, |one| Action::Ankan(one.is)))
            }
            Step::Answers(answers) => {
                self.let_go(moment.after)?;
                // If nobody can claim the tile in this world, the table has gone on.
                let offered = matches!(self.table.phase(), Phase::Claims(_)) && self.noticed() == moment.after;
                if offered {
                    return self.answer(answers, Some(moment.caller)).map(drop);
                }
                match moment.caller {
                    _ if answers.iter().any(|(seat, _)| self.is_viewer(*seat)) => Err(Halt::NotAsked),
                    Some(_) => Err(Halt::NotPossible),
                    None => Ok(()),
                }
            }
        }
    }

    /// Ends the comparison at a turn with the viewer's prompt, if any.
    pub fn stop(&mut self) -> Result<(), Halt> {
        self.let_go(usize::MAX)?;
        if let Viewer::Seat(seat) = self.viewer {
            let prompt = self.face.prompt(&self.table, seat);
            self.learnt.push(Learnt::Asked(prompt.map(Box::new)));
        }
        Ok(())
    }

    fn is_viewer(&self, seat: Seat) -> bool {
        self.viewer == Viewer::Seat(seat)
    }

    /// The number of public events. Answers and passed wins are private.
    fn noticed(&self) -> usize {
        let noticed = |event: &&Event| event.private_to().is_none();
        self.events.iter().filter(noticed).count()
    }

    fn turn(&mut self, seat: Seat, action: Action) -> Result<(), Halt> {
        let legal = self.table.turn().is_some() && self.face.legal(&self.table, seat).contains(&action);
        match legal {
            true => self.act(seat, action),
            false if self.is_viewer(seat) => return Err(Halt::NotLegal),
            false => return Err(Halt::NotPossible),
        }
        Ok(())
    }

    /// Lets players who are asked only in this world pass, until there are this many public events. The viewer must be asked in
    /// both worlds or in neither.
    fn let_go(&mut self, until: usize) -> Result<(), Halt> {
        while matches!(self.table.phase(), Phase::Claims(_)) && self.noticed() < until {
            let Some(seat) = self.face.next_to_act(&self.table) else {
                return Ok(());
            };
            if self.is_viewer(seat) {
                return Err(Halt::AskedOnlyHere);
            }
            self.act(seat, Action::Pass);
        }
        Ok(())
    }

    /// Gives everybody's answers to a tile and returns who called it. In the repetition, `caller` is who called it before.
    fn answer(&mut self, answers: &[(Seat, Action)], caller: Option<Option<Seat>>) -> Result<Option<Seat>, Halt> {
        let from = self.events.len();
        let noticed = self.noticed();
        while matches!(self.table.phase(), Phase::Claims(_))
            && self.noticed() == noticed
            && let Some(seat) = self.face.next_to_act(&self.table)
        {
            let said = answers
                .iter()
                .find(|(other, _)| *other == seat)
                .map(|(_, action)| *action);
            let mine = self.is_viewer(seat);
            let public = caller.is_none_or(|caller| caller == Some(seat)) || mine;
            let action = match said {
                Some(action) if public => action,
                None if mine => return Err(Halt::AskedOnlyHere),
                _ => Action::Pass,
            };
            if !self.face.legal(&self.table, seat).contains(&action) {
                return Err(if mine { Halt::NotLegal } else { Halt::NotPossible });
            }
            self.act(seat, action);
        }
        let called = self.events[from..].iter().find_map(|event| match event {
            Event::Called { seat, .. } => Some(*seat),
            _ => None,
        });
        if caller.is_some_and(|caller| caller != called) {
            return Err(Halt::NotPossible);
        }
        Ok(called)
    }

    fn act(&mut self, seat: Seat, action: Action) {
        if self.is_viewer(seat) {
            let prompt = self.face.prompt(&self.table, seat);
            self.learnt.push(Learnt::Asked(prompt.map(Box::new)));
        }
        self.table.act_legally(seat, action, &mut self.events);
        self.see();
    }

    /// Tracks where in the wall every concealed tile came from.
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
                let mut kan = Vec::new();
                for &tile in &meld.tiles[..own] {
                    kan.extend(find(places, tile, false).map(|place| places.remove(place)));
                }
                let face_down = self.table.rules().settings.kan.face_down && meld.kind == MeldKind::Ankan;
                if face_down && !self.viewer.sees_hand_of(*seat) {
                    self.face_down.push((*seat, kan));
                }
            }
            Event::KanTurned { seat, .. } => self.face_down.retain(|(owner, _)| owner != seat),
            _ => {}
        }
    }

    /// Processes new events.
    fn see(&mut self) {
        for place in self.drawn..self.events.len() {
            let event = self.events[place].clone();
            if is_exhausted(&event) {
                // The end of a hand reveals hidden tiles.
                break;
            }
            self.follow(&event, place);
            if let Some(seen) = self.face.seen(&self.table, &event, self.viewer) {
                self.learnt.push(Learnt::Saw(seen));
            }
        }
        self.drawn = self.events.len();
    }
}

fn is_exhausted(event: &Event) -> bool {
    matches!(
        event,
        Event::Drawn {
            reason: DrawReason::Exhausted,
            ..
        }
    )
}
