//! Merges what each seat took and discarded into the order in which it happened.
//!
//! Turn follows turn, and a discard that the next entry of another seat calls is called. There is one doubt: a player who
//! discards the same tile twice while calls pass the caller by. Then both discards fit the call, so each is tried, the
//! earlier first, until everything that every seat took and discarded has its place.

use jantaku_rules::seat::Seat;
use jantaku_rules::tile::Tile;

use super::SEATS;
use super::call_text::{CallText, LEFT};
use super::lane::{Lane, Step, Take};
use crate::game::RecordEvent;
use crate::meld::MeldRecord;

/// How the round ends; the last event has to fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// This seat won on its draw, or ended the round with it.
    OnDraw(Option<Seat>),
    /// Somebody won on a tile that this seat discarded or laid down.
    OnGiven(Seat),
    /// Three won on the last discard.
    OnGivenByAny,
    /// Nobody claimed the last discard.
    Unclaimed,
}

/// The events of a round, if there is an order of them. `indicators` are those turned after the first.
pub(super) fn weave(lanes: &[Lane], dealer: Seat, indicators: &[Tile], ending: Ending) -> Option<Vec<RecordEvent>> {
    // An honest round takes some 150 steps and hardly ever turns back; a hostile one must not keep us busy.
    const PATIENCE: usize = 20_000;
    let first = Walk {
        taken: [0; SEATS],
        stepped: [0; SEATS],
        events: Vec::new(),
        turn: Turn::Take(dealer),
        hidden: 0,
        turned: 0,
        riichi: None,
    };
    let weaver = Weaver { lanes, indicators };
    let mut open = vec![first];
    for _ in 0..PATIENCE {
        let mut walk = open.pop()?;
        match weaver.step(&mut walk) {
            Some(Next::On) => open.push(walk),
            Some(Next::Discarded(seat, tile)) => weaver.branch(walk, seat, tile, &mut open),
            Some(Next::End) if weaver.fits(&walk, ending) => {
                return Some(weaver.finish(walk, ending));
            }
            Some(Next::End) | None => {}
        }
    }
    None
}

/// A way through the round as far as it has been followed.
#[derive(Clone)]
struct Walk {
    taken: [usize; SEATS],
    stepped: [usize; SEATS],
    events: Vec<RecordEvent>,
    turn: Turn,
    /// Indicators that are due but not turned yet.
    hidden: usize,
    turned: usize,
    /// Who declared riichi with the last discard.
    riichi: Option<Seat>,
}

#[derive(Clone, Copy)]
enum Turn {
    /// A seat is to draw.
    Take(Seat),
    /// A seat has taken and is to discard; a drawn tile may go straight out.
    Act(Seat, Option<Tile>),
}

enum Next {
    /// The walk goes on.
    On,
    /// A tile lies open and may be called.
    Discarded(Seat, Tile),
    /// A seat has no more entries.
    End,
}

struct Weaver<'a> {
    lanes: &'a [Lane],
    indicators: &'a [Tile],
}

impl Weaver<'_> {
    /// One take or one step; none if the entries do not fit.
    fn step(&self, walk: &mut Walk) -> Option<Next> {
        match walk.turn {
            Turn::Take(seat) => {
                let place = usize::from(seat.0);
                match self.lanes[place].takes.get(walk.taken[place]) {
                    None => Some(Next::End),
                    Some(Take::Call(_)) => None,
                    Some(Take::Draw(tile)) => {
                        let tile = *tile;
                        walk.accept_riichi();
                        walk.taken[place] += 1;
                        walk.events.push(RecordEvent::Draw { seat, tile });
                        walk.turn = Turn::Act(seat, Some(tile));
                        Some(Next::On)
                    }
                }
            }
            Turn::Act(seat, drawn) => {
                let place = usize::from(seat.0);
                let Some(step) = self.lanes[place].steps.get(walk.stepped[place]) else {
                    return Some(Next::End);
                };
                walk.stepped[place] += 1;
                self.act(walk, seat, drawn, *step)
            }
        }
    }

    /// The indicator of an ankan is turned at once; that of another kan with the next discard, kan or kita.
    fn act(&self, walk: &mut Walk, seat: Seat, drawn: Option<Tile>, step: Step) -> Option<Next> {
        walk.turn = Turn::Take(seat);
        match step {
            Step::Discard { tile, riichi } => {
                let tsumogiri = tile.is_none();
                let tile = tile.or(drawn)?;
                if riichi {
                    walk.events.push(RecordEvent::Riichi { seat });
                    walk.riichi = Some(seat);
                }
                self.turn_hidden(walk);
                walk.events.push(RecordEvent::Discard { seat, tile, tsumogiri });
                return Some(Next::Discarded(seat, tile));
            }
            Step::Kan(CallText::Kakan { added }) => {
                let meld = walk.pon(seat, added)?;
                walk.events.push(RecordEvent::Call { seat, meld });
                self.turn_hidden(walk);
                walk.hidden += 1;
            }
            Step::Kan(CallText::Ankan { tiles }) => {
                let meld = MeldRecord::ankan(tiles);
                walk.events.push(RecordEvent::Call { seat, meld });
                walk.hidden += 1;
                self.turn_hidden(walk);
            }
            Step::Kita => {
                walk.events.push(RecordEvent::Kita { seat });
                self.turn_hidden(walk);
            }
            Step::Kan(_) | Step::Nothing => return None,
        }
        Some(Next::On)
    }

    /// After a discard: the ways to go on, the likeliest last, since the last is tried first.
    fn branch(&self, mut walk: Walk, seat: Seat, tile: Tile, open: &mut Vec<Walk>) {
        let players = self.lanes.len();
        let after = |turns: usize| Seat(((usize::from(seat.0) + turns) % players) as u8);
        let mut called: Vec<Walk> = Vec::new();
        for caller in (1..players).map(after) {
            let place = usize::from(caller.0);
            let take = self.lanes[place].takes.get(walk.taken[place]);
            let Some(Take::Call(call)) = take else {
                continue;
            };
            if let Some(meld) = meld_with(*call, caller, seat, tile) {
                let mut walk = walk.clone();
                self.call(&mut walk, caller, meld);
                // A chii waits for everybody else.
                match meld {
                    MeldRecord::Chii { .. } => called.insert(0, walk),
                    _ => called.push(walk),
                }
            }
        }
        walk.turn = Turn::Take(after(1));
        open.push(walk);
        open.append(&mut called);
    }

    fn call(&self, walk: &mut Walk, seat: Seat, meld: MeldRecord) {
        let place = usize::from(seat.0);
        walk.accept_riichi();
        walk.taken[place] += 1;
        walk.events.push(RecordEvent::Call { seat, meld });
        walk.turn = Turn::Act(seat, None);
        if let MeldRecord::Daiminkan { .. } = meld {
            if self.lanes[place].steps.get(walk.stepped[place]) == Some(&Step::Nothing) {
                walk.stepped[place] += 1;
            }
            walk.hidden += 1;
            walk.turn = Turn::Take(seat);
        }
    }

    fn turn_hidden(&self, walk: &mut Walk) {
        let due = walk.turned + walk.hidden;
        let turned = self.indicators.iter().take(due).skip(walk.turned);
        let events = turned.map(|indicator| RecordEvent::Dora { indicator: *indicator });
        walk.events.extend(events);
        walk.turned = due.min(self.indicators.len());
        walk.hidden = 0;
    }

    /// Has everything found its place, and does the last event fit the end of the round?
    fn fits(&self, walk: &Walk, ending: Ending) -> bool {
        let lanes = self.lanes.iter().zip(walk.taken.iter().zip(&walk.stepped));
        let used_up = lanes
            .into_iter()
            .all(|(lane, (taken, stepped))| (*taken, *stepped) == (lane.takes.len(), lane.steps.len()));
        let last = walk.events.iter().rev().find(|event| event.moved().is_some());
        let by = last.and_then(RecordEvent::moved).map(|(seat, _)| seat);
        let drawn = matches!(last, Some(RecordEvent::Draw { .. }));
        used_up
            && match ending {
                Ending::OnDraw(seat) => drawn && (seat.is_none() || by == seat),
                Ending::OnGiven(seat) => !drawn && by == Some(seat),
                Ending::OnGivenByAny | Ending::Unclaimed => !drawn,
            }
    }

    /// Indicators that no kan accounts for are kept all the same: other sites turn them at other times.
    fn finish(&self, mut walk: Walk, ending: Ending) -> Vec<RecordEvent> {
        if ending == Ending::Unclaimed {
            walk.accept_riichi();
        }
        walk.hidden = self.indicators.len() - walk.turned;
        self.turn_hidden(&mut walk);
        walk.events
    }
}

impl Walk {
    fn accept_riichi(&mut self) {
        if let Some(seat) = self.riichi.take() {
            self.events.push(RecordEvent::RiichiAccepted { seat });
        }
    }

    /// The kan that a tile makes of the seat's pon.
    fn pon(&self, seat: Seat, added: Tile) -> Option<MeldRecord> {
        self.events.iter().find_map(|event| match *event {
            RecordEvent::Call {
                seat: caller,
                meld: MeldRecord::Pon { from, called, own },
            } if caller == seat && called.kind() == added.kind() => Some(MeldRecord::kakan(from, called, own, added)),
            _ => None,
        })
    }
}

/// The set that a call makes with this discard, if it can be meant.
fn meld_with(call: CallText, caller: Seat, from: Seat, tile: Tile) -> Option<MeldRecord> {
    let (caller, giver) = (usize::from(caller.0), usize::from(from.0));
    let sits = |turns: usize| (caller + turns) % SEATS == giver;
    match call {
        CallText::Chii { called, own } => (sits(LEFT) && called == tile).then(|| MeldRecord::chii(from, called, own)),
        CallText::Pon { turns, called, own } => {
            (sits(turns) && called == tile).then(|| MeldRecord::pon(from, called, own))
        }
        CallText::Daiminkan { turns, called, own } => {
            (sits(turns) && called == tile).then(|| MeldRecord::daiminkan(from, called, own))
        }
        CallText::Kakan { .. } | CallText::Ankan { .. } => None,
    }
}
