//! Hands dealt differently: everything that a viewer does not know is another tile, and in public the same happens.

use super::story::{Hand, Script, choose, public};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::win::MeldKind;
use jantaku_table::shuffle::Stream;
use jantaku_table::wall::{Wall, deal_places};
use jantaku_table::{Event, Table};

/// How often a deal is tried until one allows everything that happened.
const ATTEMPTS: u32 = 400;

/// What a viewer does not know of a hand after so many public events.
struct Hidden {
    /// Places in the wall that nobody has drawn from, or that show nothing.
    undrawn: Vec<usize>,
    /// Concealed tiles of others, each with whether they are in riichi.
    hands: Vec<(Vec<usize>, bool)>,
    kongs: Vec<Vec<usize>>,
}

/// Another deal, and whether a concealed hand in riichi is another one there.
pub(super) struct Dealt {
    pub(super) row: Vec<Tile>,
    pub(super) riichi: bool,
    pub(super) kong: bool,
}

/// Another row in which the same can happen in public up to this number of events; none if chance does not bring one.
pub(super) fn differently(
    hand: &Hand,
    script: &Script,
    viewer: Option<Seat>,
    until: u32,
    dice: &mut Stream,
) -> Option<Dealt> {
    let hidden = Hidden::of(hand, viewer, until);
    for attempt in 0..ATTEMPTS {
        // A hand in riichi has to be tenpai with other tiles; where that does not come about it stays as it is.
        let riichi = attempt < ATTEMPTS / 2;
        let Some(row) = hidden.filled(&hand.row, riichi, dice) else {
            continue;
        };
        if is_possible(hand, &row, script, viewer, until) {
            let other = |places: &[usize]| places.iter().any(|&place| row[place] != hand.row[place]);
            let riichi = hidden.hands.iter().any(|(places, riichi)| *riichi && other(places));
            let kong = hidden.kongs.iter().any(|places| other(places));
            return Some(Dealt { row, riichi, kong });
        }
    }
    None
}

impl Hidden {
    fn of(hand: &Hand, viewer: Option<Seat>, until: u32) -> Hidden {
        let rules = hand.before.rules();
        let wall = Wall::stacked(rules, &hand.row);
        let mut table = hand.before.clone();
        table.put_wall(wall);
        let seats = rules.seats();
        let mut known = vec![false; hand.row.len()];
        let mut held: Vec<Vec<usize>> = vec![Vec::new(); seats];
        let mut kongs: Vec<(Seat, Vec<usize>)> = Vec::new();
        let (mut front, mut replaced, mut turned) = (13 * seats, 0, 0);
        let mut seen = hand.first;
        for event in &hand.events {
            if seen == until {
                break;
            }
            seen += public(std::slice::from_ref(event));
            table.apply_trusted(event);
            match event {
                Event::Dealt { seat, .. } => {
                    held[usize::from(seat.0)] = deal_places(seats)[table.wind(*seat).index()].to_vec();
                }
                Event::Drew { seat, source, .. } => {
                    let live = *source == jantaku_table::event::Source::Live;
                    let place = if live { front } else { wall.replacement_place(replaced) };
                    (front, replaced) = (front + usize::from(live), replaced + usize::from(!live));
                    held[usize::from(seat.0)].push(place);
                }
                Event::Indicator(_) => {
                    known[wall.indicator_place(turned)] = true;
                    turned += 1;
                }
                Event::UraTurned(ura) => {
                    (0..ura.len()).for_each(|number| known[wall.indicator_place(number) - 1] = true);
                }
                Event::Shown { seat, .. } => {
                    held[usize::from(seat.0)].iter().for_each(|&place| known[place] = true);
                }
                // The score sheet of a winner shows everything, and at the end every kong is turned.
                Event::Won { seat, .. } | Event::KanTurned { seat, .. } => kongs.retain(|(owner, places)| {
                    places.iter().for_each(|&place| known[place] |= owner == seat);
                    owner != seat
                }),
                _ => {}
            }
            let drawn = matches!(event, Event::Discarded { drawn: true, .. });
            for seat in table.all_seats() {
                let gone = let_go(
                    &mut held[usize::from(seat.0)],
                    &hand.row,
                    &table.player(seat).hand,
                    drawn,
                );
                let down = rules.settings.kan.face_down
                    && viewer != Some(seat)
                    && matches!(event, Event::KanDeclared { meld, .. } if meld.kind == MeldKind::Ankan);
                match down && !gone.is_empty() {
                    true => kongs.push((seat, gone)),
                    false => gone.iter().for_each(|&place| known[place] = true),
                }
            }
        }
        if let Some(viewer) = viewer {
            held[usize::from(viewer.0)]
                .iter()
                .for_each(|&place| known[place] = true);
        }
        let mut undrawn: Vec<usize> = (front..hand.row.len() - replaced).collect();
        undrawn.retain(|&place| !known[place]);
        let hands = table.all_seats().map(|seat| {
            let mut places = std::mem::take(&mut held[usize::from(seat.0)]);
            places.retain(|&place| !known[place]);
            (places, table.player(seat).riichi.declared())
        });
        Hidden {
            undrawn,
            hands: hands.filter(|(places, _)| !places.is_empty()).collect(),
            kongs: kongs.into_iter().map(|(_, places)| places).collect(),
        }
    }

    /// The row with other tiles in all hidden places; none, if the lots did not fall so.
    fn filled(&self, row: &[Tile], riichi: bool, dice: &mut Stream) -> Option<Vec<Tile>> {
        let fixed = |(_, declared): &&(Vec<usize>, bool)| !*declared || riichi;
        let hands: Vec<_> = self.hands.iter().filter(fixed).collect();
        let concealed = hands.iter().flat_map(|(places, _)| places);
        let all = concealed.chain(self.kongs.iter().flatten()).chain(&self.undrawn);
        let mut pool: Vec<Tile> = all.map(|&place| row[place]).collect();
        for place in (1..pool.len()).rev() {
            pool.swap(place, dice.below(place as u32 + 1) as usize);
        }
        let mut new = row.to_vec();
        for places in &self.kongs {
            let kinds: Vec<Kind> = Kind::of_hand()
                .filter(|kind| pool.iter().filter(|tile| tile.kind() == *kind).count() == 4)
                .collect();
            let kind = *kinds.get(dice.below(kinds.len().max(1) as u32) as usize)?;
            for &place in places {
                new[place] = taken(&mut pool, kind)?;
            }
        }
        for (places, declared) in &hands {
            // The last tile of a hand that has just drawn is any.
            let waiting = if *declared {
                places.len() - (places.len() + 2) % 3
            } else {
                0
            };
            let tiles = tenpai(&mut pool, waiting, dice)?;
            for (&place, tile) in places.iter().zip(tiles) {
                new[place] = tile;
            }
            for &place in &places[waiting..] {
                // A flower would not have stayed in a hand.
                let plain = pool.iter().position(|tile| !tile.kind().is_flower())?;
                new[place] = pool.swap_remove(plain);
            }
        }
        for (&place, tile) in self.undrawn.iter().zip(pool) {
            new[place] = tile;
        }
        Some(new)
    }
}

/// The places whose tiles are not in the hand any more: of two alike the one just drawn only if that was discarded.
fn let_go(held: &mut Vec<usize>, row: &[Tile], hand: &[Tile], drawn: bool) -> Vec<usize> {
    let mut left = hand.to_vec();
    let mut gone = Vec::new();
    let order: Vec<usize> = if drawn {
        held.clone()
    } else {
        held.iter().rev().copied().collect()
    };
    for place in order {
        match left.iter().position(|tile| *tile == row[place]) {
            Some(found) => drop(left.swap_remove(found)),
            None => gone.push(place),
        }
    }
    held.retain(|place| !gone.contains(place));
    gone
}

/// So many tiles that wait for one: sets and a pair, of which one is left out.
fn tenpai(pool: &mut Vec<Tile>, count: usize, dice: &mut Stream) -> Option<Vec<Tile>> {
    let mut tiles = Vec::new();
    if count == 0 {
        return Some(tiles);
    }
    while tiles.len() < count + 1 {
        let first = pool[dice.below(pool.len() as u32) as usize].kind();
        let run = |steps: usize| Kind::of_hand().find(|kind| kind.index() == first.index() + steps);
        let is_run = first.index() < 27 && first.index() % 9 < 7 && dice.below(4) > 0;
        let kinds = match tiles.len() {
            0 => vec![first; 2],
            _ if is_run => vec![first, run(1)?, run(2)?],
            _ => vec![first; 3],
        };
        let have = |kind: Kind| pool.iter().filter(|tile| tile.kind() == kind).count();
        if first.is_flower()
            || kinds
                .iter()
                .any(|&kind| have(kind) < kinds.iter().filter(|k| **k == kind).count())
        {
            if dice.below(200) == 0 {
                return None;
            }
            continue;
        }
        for kind in kinds {
            tiles.push(taken(pool, kind)?);
        }
    }
    pool.push(tiles.swap_remove(dice.below(count as u32 + 1) as usize));
    Some(tiles)
}

fn taken(pool: &mut Vec<Tile>, kind: Kind) -> Option<Tile> {
    let place = pool.iter().position(|tile| tile.kind() == kind)?;
    Some(pool.swap_remove(place))
}

/// Can everything happen with these tiles that happened in public? The viewer must be able to do the same in any case.
fn is_possible(hand: &Hand, row: &[Tile], script: &Script, viewer: Option<Seat>, until: u32) -> bool {
    let mut table = hand.before.clone();
    let rules = std::sync::Arc::clone(table.rules());
    let mut events = Vec::new();
    table.begin_hand(Wall::stacked(&rules, row), &mut events);
    loop {
        let now = hand.first + public(&events);
        if !same_in_public(&hand.events, &events, until - hand.first, &rules) {
            return false;
        }
        let Some(seat) = next(&table).filter(|_| now < until) else {
            return now >= until;
        };
        match choose(script, seat, now, &table.legal(seat)) {
            Some(action) => table.act_legally(seat, action, &mut events),
            None => {
                assert!(
                    viewer != Some(seat),
                    "{viewer:?} is asked something else after {now} events"
                );
                return false;
            }
        }
    }
}

fn next(table: &Table) -> Option<Seat> {
    let going_on = !table.needs_wall() && !table.is_over();
    going_on.then(|| table.next_to_act()).flatten()
}

/// Is what everybody sees the same, as far as both go? Told here anew, and not by what the server thinks of as public.
fn same_in_public(one: &[Event], other: &[Event], most: u32, rules: &Rules) -> bool {
    let all = |events: &[Event]| -> Vec<Event> {
        let seen = events.iter().filter(|event| {
            !matches!(
                event,
                Event::Answered { .. } | Event::Missed { .. } | Event::TenpaiAsked { .. }
            )
        });
        seen.take(most as usize).cloned().collect()
    };
    let same = |(one, other): (&Event, &Event)| match (one, other) {
        (Event::Dealt { seat: a, .. }, Event::Dealt { seat: b, .. }) => a == b,
        (
            Event::Drew { seat: a, source, .. },
            Event::Drew {
                seat: b, source: from, ..
            },
        ) => a == b && source == from,
        (Event::KanDeclared { seat: a, meld }, Event::KanDeclared { seat: b, meld: other })
            if rules.settings.kan.face_down && meld.kind == MeldKind::Ankan =>
        {
            a == b && other.kind == MeldKind::Ankan
        }
        (one, other) => one == other,
    };
    all(one).iter().zip(&all(other)).all(same)
}
