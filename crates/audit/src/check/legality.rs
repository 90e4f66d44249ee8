//! The table accepts every listed action and no other.

use super::face::Face;
use super::{Found, ledger, tiles};
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_table::legal::Actions;
use jantaku_table::phase::Phase;
use jantaku_table::shuffle::Stream;
use jantaku_table::{Action, Refusal, Table};
use std::num::NonZeroU32;

/// How many unlisted actions to try at a decision.
const TRIED: usize = 20;

/// One in this many of those decisions tries all actions.
const ALL_TRIED: u32 = 16;

/// Tries random actions.
pub struct Legality<F> {
    face: F,
    lots: Stream,
    every: NonZeroU32,
    /// The latest refusals, for the coverage of their clauses.
    pub refusals: Vec<Refusal>,
}

impl<F: Face> Legality<F> {
    pub fn new(face: F, lots: Stream, every: NonZeroU32) -> Legality<F> {
        Legality {
            face,
            lots,
            every,
            refusals: Vec::new(),
        }
    }

    /// Checks that the chosen action is listed, that another listed one is accepted, and that others are refused without effect.
    pub fn check(&mut self, table: &Table, seat: Seat, legal: &Actions, chosen: Action) -> Found {
        self.refusals.clear();
        if !legal.contains(&chosen) {
            return Err(format!("seat {} chose {chosen:?}, which is not legal", seat.0));
        }
        let discards = |action: &Action| matches!(action, Action::Discard { .. } | Action::EndGame | Action::PlayOn);
        if table.player(seat).dead && !legal.iter().all(discards) {
            return Err(format!("the dead hand of seat {} is offered {legal:?}", seat.0));
        }
        if self.lots.below(self.every.get()) > 0 {
            return Ok(());
        }
        if let Some(again) = legal
            .iter()
            .enumerate()
            .find(|(i, action)| legal[..*i].contains(action))
        {
            return Err(format!("{:?} is listed twice", again.1));
        }
        if self.lots.below(ALL_TRIED) == 0 {
            for &action in legal {
                self.accepted(table, seat, action)?;
            }
            return self.all_refused(table);
        }
        let other = legal[self.lots.below(legal.len() as u32) as usize];
        self.accepted(table, seat, other)?;
        self.refused(table, seat, legal)
    }

    fn accepted(&mut self, table: &Table, seat: Seat, action: Action) -> Found {
        let mut then = table.clone();
        let mut events = Vec::new();
        if let Err(refusal) = self.face.act(&mut then, seat, action, &mut events) {
            return Err(format!(
                "{action:?} is listed for seat {} but refused: {refusal:?}",
                seat.0
            ));
        }
        let wrong = |what: String| format!("{action:?} of seat {} instead: {what}", seat.0);
        tiles::check(&then).map_err(wrong)?;
        let mut folded = table.clone();
        for event in &events {
            let before = folded.clone();
            folded.apply_trusted(event);
            ledger::check(&before, event, &folded).map_err(wrong)?;
        }
        Ok(())
    }

    fn refused(&mut self, table: &Table, asked: Seat, legal: &Actions) -> Found {
        let mut tried = table.clone();
        for _ in 0..TRIED {
            let seat = Seat(self.lots.below(table.seats() as u32) as u8);
            let seat = if self.lots.below(4) == 0 { seat } else { asked };
            let action = self.any_action(table, seat);
            let listed = if seat == asked {
                legal.contains(&action)
            } else {
                self.face.legal(table, seat).contains(&action)
            };
            if !listed {
                self.is_refused(&mut tried, seat, action)?;
            }
        }
        unchanged(&tried, table)
    }

    /// Tries every possible action of every player. Unlisted ones must be refused without effect.
    fn all_refused(&mut self, table: &Table) -> Found {
        let mut tried = table.clone();
        for seat in table.all_seats() {
            let listed = self.face.legal(table, seat);
            for action in all_actions(table, seat).filter(|action| !listed.contains(action)) {
                self.is_refused(&mut tried, seat, action)?;
            }
        }
        unchanged(&tried, table)
    }

    /// Tries an unlisted action and keeps the refusal.
    fn is_refused(&mut self, tried: &mut Table, seat: Seat, action: Action) -> Found {
        let mut events = Vec::new();
        match self.face.act(tried, seat, action, &mut events) {
            Ok(()) => Err(format!("{action:?} of seat {} is accepted but not listed", seat.0)),
            Err(_) if !events.is_empty() => Err(format!("{action:?} of seat {} is refused, but leaves events", seat.0)),
            // These are refused out of turn, whatever the rulebook says.
            Err(_) if AT_THE_END.contains(&action) && !is_at_the_end(tried) => Ok(()),
            Err(refusal) => {
                self.refusals.push(refusal);
                Ok(())
            }
        }
    }

    /// A random action, often with tiles from the seat's hand.
    fn any_action(&mut self, table: &Table, seat: Seat) -> Action {
        let (tile, drawn) = (self.any_tile(table, seat), self.lots.below(2) == 0);
        match self.lots.below(18) {
            0..=4 => Action::Discard { tile, drawn },
            5 | 6 => Action::Riichi {
                tile,
                drawn,
                open: self.lots.below(2) == 0,
            },
            7 => Action::Tsumo,
            8 => Action::Ankan(tile.kind()),
            9 => Action::Kakan(tile.kind()),
            10 => Action::Kita,
            11 => Action::NineTerminals,
            12 => Action::Ron,
            13 => Action::Pon([tile, self.any_tile(table, seat)]),
            14 => Action::Chii([tile, self.any_tile(table, seat)]),
            15 => Action::Daiminkan,
            16 => Action::Pass,
            _ => AT_THE_END[self.lots.below(AT_THE_END.len() as u32) as usize],
        }
    }

    fn any_tile(&mut self, table: &Table, seat: Seat) -> Tile {
        let hand = &table.player(seat).hand;
        if self.lots.below(4) != 0 && !hand.is_empty() {
            return hand[self.lots.below(hand.len() as u32) as usize];
        }
        let kind = Kind::at(self.lots.below(42) as usize);
        let special = Tile::special(kind).filter(|_| self.lots.below(8) == 0);
        special.unwrap_or(Tile::plain(kind))
    }
}

fn is_at_the_end(table: &Table) -> bool {
    matches!(
        table.phase(),
        Phase::Nagashi { .. } | Phase::Showing { .. } | Phase::Yame { .. }
    )
}

/// Answers to questions at the end of a hand or game.
const AT_THE_END: [Action; 5] = [
    Action::Nagashi,
    Action::Tenpai,
    Action::Noten,
    Action::EndGame,
    Action::PlayOn,
];

fn unchanged(tried: &Table, table: &Table) -> Found {
    match tried.difference(table) {
        None => Ok(()),
        changed => Err(format!("a refused action changes something: {changed:?}")),
    }
}

/// Every action with every tile, and calls with tiles in and outside the seat's hand.
fn all_actions(table: &Table, seat: Seat) -> impl Iterator<Item = Action> {
    let tiles: Vec<Tile> = Kind::all()
        .flat_map(|kind| [Some(Tile::plain(kind)), Tile::special(kind)])
        .flatten()
        .collect();
    let mut held: Vec<Tile> = table.player(seat).hand.to_vec();
    held.extend([Tile::plain(Kind::EAST), Tile::plain(Kind::at(4))]);
    held.sort_unstable();
    held.dedup();
    let mut actions = vec![
        Action::Tsumo,
        Action::Kita,
        Action::NineTerminals,
        Action::Ron,
        Action::Daiminkan,
        Action::Pass,
    ];
    actions.extend(AT_THE_END);
    for tile in tiles {
        for drawn in [false, true] {
            actions.push(Action::Discard { tile, drawn });
            actions.extend([false, true].map(|open| Action::Riichi { tile, drawn, open }));
        }
    }
    actions.extend(Kind::all().flat_map(|kind| [Action::Ankan(kind), Action::Kakan(kind)]));
    for &a in &held {
        for &b in &held {
            actions.extend([Action::Pon([a, b]), Action::Chii([a, b])]);
        }
    }
    actions.into_iter()
}
