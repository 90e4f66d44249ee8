//! Hidden hands as they may be, each played out to the end of the wall.
//!
//! A world deals the unseen tiles: to every opponent a hand that fits what it did (tenpai in riichi, without waits that it has
//! thrown; otherwise as far as its draws so far bring a hand), the rest to the wall. The own seat gives its hand up meanwhile, so
//! that all its choices are compared with the same worlds.

use super::budget::Budget;
use super::course::{Row, TURNS};
use super::quick::Quick;
use crate::club::situation::Situation;
use crate::club::target::SETS;
use arrayvec::ArrayVec;
use jantaku_rules::kind_set::KindSet;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::{HAND_KINDS, Kind};
use jantaku_table::shuffle::Stream;

/// Worlds after which more tell nothing new.
const ENOUGH: u32 = 2_000;
/// Draws that shape a hand; those of a hand in riichi until it is tenpai.
const MOST_DRAWS: usize = 12;
const MOST_DRAWS_TO_RIICHI: usize = 60;
/// Hands that lack more tiles give way to a riichi.
const GIVES_WAY: u8 = 3;
/// Steps of thinking for each tile that is drawn.
const STEPS_OF_A_DRAW: u64 = 5;

/// What happened in all worlds.
pub(super) struct Worlds {
    pub(super) count: f32,
    /// Worlds in which nobody had won before the go-around, by the own draws left in it.
    pub(super) reached: Row,
    /// Those in which somebody wins in it.
    pub(super) won: Row,
    /// The chance that an opponent waits for a kind now, summed over worlds.
    pub(super) waited: [f32; HAND_KINDS],
}

/// An opponent as everybody sees it.
struct Hidden {
    tiles: usize,
    sets: usize,
    draws: usize,
    riichi: bool,
    /// What it cannot wait for.
    safe: KindSet,
    shown: Option<Quick>,
}

impl Worlds {
    /// Deals and plays worlds until the thinking that is set aside for it is used up.
    pub(super) fn of(situation: &Situation<'_>, lots: &mut Stream, budget: &mut Budget) -> Worlds {
        let hidden = Hidden::all(situation);
        let mut pool: Vec<Kind> = Vec::with_capacity(136);
        for (place, &unseen) in situation.sight.unseen.iter().enumerate() {
            pool.extend(std::iter::repeat_n(Kind::at(place), usize::from(unseen)));
        }
        let mut worlds = Worlds {
            count: 0.0,
            reached: [0.0; TURNS + 1],
            won: [0.0; TURNS + 1],
            waited: [0.0; HAND_KINDS],
        };
        let turns = (situation.sight.view.wall_left() / situation.sight.view.seats.len()).min(TURNS);
        for _ in 0..ENOUGH {
            if !worlds.play(situation, &hidden, pool.clone(), turns, lots, budget) {
                break;
            }
        }
        worlds
    }

    /// Plays one world; false, once the thinking is used up.
    fn play(
        &mut self,
        situation: &Situation<'_>,
        hidden: &[Hidden],
        mut pool: Vec<Kind>,
        turns: usize,
        lots: &mut Stream,
        budget: &mut Budget,
    ) -> bool {
        let mut hands: ArrayVec<Quick, 3> = ArrayVec::new();
        for opponent in hidden {
            match opponent.dealt(situation, &mut pool, lots, budget) {
                Some(hand) => hands.push(hand),
                // A world without a hand that fits tells nothing.
                None => return budget.take(1),
            }
        }
        self.count += 1.0;
        let mut waits: ArrayVec<KindSet, 3> = ArrayVec::new();
        let mut all = KindSet::EMPTY;
        for (hand, opponent) in hands.iter().zip(hidden) {
            waits.push(hand.waits() - opponent.safe);
            all |= hand.waits() - opponent.safe;
        }
        all.iter().for_each(|kind| self.waited[kind.index()] += 1.0);
        for left in (0..=turns).rev() {
            self.reached[left] += 1.0;
            if somebody_wins(hidden, &mut hands, &mut waits, &mut pool, lots) {
                self.won[left] += 1.0;
                break;
            }
            if pool.is_empty() || !budget.take(STEPS_OF_A_DRAW * hands.len() as u64) {
                break;
            }
            // The own draw leaves the wall too.
            pick(&mut pool, lots);
        }
        budget.take(1)
    }
}

/// Plays a go-around of all opponents; whether somebody wins in it.
fn somebody_wins(
    hidden: &[Hidden],
    hands: &mut [Quick],
    waits: &mut [KindSet],
    pool: &mut Vec<Kind>,
    lots: &mut Stream,
) -> bool {
    let declared = hidden.iter().any(|opponent| opponent.riichi);
    for place in 0..hands.len() {
        let Some(drawn) = pick(pool, lots) else {
            return false;
        };
        if waits[place].has(drawn) {
            return true;
        }
        let hand = &mut hands[place];
        let thrown = if hidden[place].riichi || !hand.take(drawn) {
            drawn
        } else if declared && hand.missing() > GIVES_WAY {
            let safe = hidden.iter().filter(|other| other.riichi).map(|other| other.safe);
            let safe = safe.fold(KindSet::EMPTY, |all, safe| all | safe);
            let held = safe.iter().find(|kind| kind.index() < HAND_KINDS && hand.holds(*kind));
            let thrown = held.or_else(|| hand.worst()).unwrap_or(drawn);
            hand.give(thrown);
            thrown
        } else {
            let thrown = hand.worst().unwrap_or(drawn);
            hand.give(thrown);
            waits[place] = hand.waits();
            thrown
        };
        let wins = |(other, waits): (usize, &KindSet)| other != place && waits.has(thrown);
        if waits.iter().enumerate().any(wins) {
            return true;
        }
    }
    false
}

impl Hidden {
    fn all(situation: &Situation<'_>) -> ArrayVec<Hidden, 3> {
        let view = situation.sight.view;
        let seats = view.seats.len() as u8;
        let after = |step: u8| Seat((situation.sight.seat.0 + step) % seats);
        (1..seats).map(after).map(|seat| Hidden::of(situation, seat)).collect()
    }

    fn of(situation: &Situation<'_>, seat: Seat) -> Hidden {
        let view = situation.sight.view;
        let side = &view.seats[seat];
        let tiles = usize::from(side.count) / 3 * 3 + 1;
        let own = view.discards.iter().filter(|discard| discard.seat == seat);
        let shown = side.shown.as_ref().map(|tiles| {
            let mut counts = [0; HAND_KINDS];
            for tile in tiles {
                counts[tile.kind().index().min(HAND_KINDS - 1)] += 1;
            }
            Quick::new(&situation.knows.calculator, counts, tiles.len() / 3)
        });
        Hidden {
            tiles,
            sets: (tiles / 3).min(SETS),
            draws: own.count().min(MOST_DRAWS),
            riichi: side.riichi.is_some(),
            safe: situation.danger.safe_against(seat),
            shown,
        }
    }

    /// A hand from the pool that fits what the opponent did.
    fn dealt(
        &self,
        situation: &Situation<'_>,
        pool: &mut Vec<Kind>,
        lots: &mut Stream,
        budget: &mut Budget,
    ) -> Option<Quick> {
        if let Some(shown) = self.shown {
            return Some(shown);
        }
        let mut counts = [0; HAND_KINDS];
        for _ in 0..self.tiles {
            counts[pick(pool, lots)?.index()] += 1;
        }
        let mut hand = Quick::new(&situation.knows.calculator, counts, self.sets);
        let most = if self.riichi { MOST_DRAWS_TO_RIICHI } else { self.draws };
        let mut draws = 0;
        while draws < most && !pool.is_empty() {
            let waits = hand.waits();
            if self.riichi && !waits.is_empty() && !waits.meets(self.safe) {
                return Some(hand);
            }
            draws += 1;
            let Some(drawn) = pick(pool, lots).filter(|drawn| hand.take(*drawn)) else {
                continue;
            };
            // A hand that is complete would have won: it gives the tile back.
            let thrown = if hand.missing() == 0 { drawn } else { hand.worst()? };
            hand.give(thrown);
            pool.push(thrown);
        }
        budget.take(STEPS_OF_A_DRAW * (1 + draws as u64));
        (!self.riichi).then_some(hand)
    }
}

/// A random tile from the pool.
fn pick(pool: &mut Vec<Kind>, lots: &mut Stream) -> Option<Kind> {
    if pool.is_empty() {
        return None;
    }
    Some(pool.swap_remove(lots.below(pool.len() as u32) as usize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bot;
    use crate::club::Club;
    use crate::greedy::Greedy;
    use crate::sight::Sight;
    use jantaku_rules::rulebook::library::Library;
    use jantaku_table::shuffle::key_of;
    use jantaku_table::{Event, Table, View, Viewer, Wall};
    use std::sync::Arc;
    use std::time::Duration;

    /// A table at which somebody has just declared riichi, and who.
    fn declared() -> (Table, Seat) {
        let rules = Arc::new(Library::builtin().rules("tenhou").expect("a rulebook"));
        for seed in 0.. {
            let mut table = Table::new(Arc::clone(&rules));
            let mut events = Vec::new();
            table.begin_hand(Wall::of_key(&rules, &key_of(seed, 0)), &mut events);
            while let Some(seat) = table.next_to_act() {
                let view = View::of(&table, Viewer::Seat(seat));
                let prompt = table.prompt(seat).expect("a prompt");
                let action = Greedy::default().choose(&view, &prompt);
                events.clear();
                table.act(seat, action, &mut events).expect("it is legal");
                let stands = |event: &Event| match event {
                    Event::RiichiStands { seat } => Some(*seat),
                    _ => None,
                };
                if let Some(seat) = events.iter().find_map(stands) {
                    return (table, seat);
                }
            }
        }
        unreachable!("some hand has a riichi")
    }

    #[test]
    fn hands_in_riichi_wait_for_something_that_was_not_thrown() {
        let (table, seat) = declared();
        let me = Seat((seat.0 + 1) % 4);
        let view = View::of(&table, Viewer::Seat(me));
        let sight = Sight::of(&view).expect("a seat");
        let mut club = Club::default();
        let situation = club.situation(&sight);
        let hidden = Hidden::all(&situation);
        let thrown: KindSet = table
            .discards()
            .iter()
            .filter(|discard| discard.seat == seat)
            .map(|discard| discard.tile.kind())
            .collect();
        let mut lots = Stream::new(&key_of(1, 1));
        let mut budget = Budget::of(Duration::from_secs(10), false);
        let mut dealt = 0;
        for _ in 0..100 {
            let mut pool = Vec::new();
            for (place, &unseen) in sight.unseen.iter().enumerate() {
                pool.extend(std::iter::repeat_n(Kind::at(place), usize::from(unseen)));
            }
            let before = pool.len();
            let riichi = hidden.iter().find(|hidden| hidden.riichi).expect("a riichi");
            if let Some(hand) = riichi.dealt(&situation, &mut pool, &mut lots, &mut budget) {
                dealt += 1;
                assert!(!hand.waits().is_empty());
                assert!(!hand.waits().meets(thrown));
                assert_eq!(pool.len() + riichi.tiles, before);
            }
        }
        assert!(dealt > 50, "only {dealt} of 100 hands fit");
    }
}
