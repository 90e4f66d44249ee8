//! Tiles for what a seat cannot see, so that a round can be played as it was seen.

use crate::mjx::{Observation, SeenEvent};
use jantaku_record::game::{DrawReason, DrawRecord, Outcome, RecordEvent, RoundRecord};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::tile::{HAND_KINDS, Kind, Tile};

const SEATS: usize = 4;
const DEALT: usize = 13;

/// A whole round that looks to the seat like what it saw.
pub(super) fn round_of(seen: &Observation, rules: &Rules) -> RoundRecord {
    let mut unused = unused_tiles(seen, rules);
    let mut hands = Vec::new();
    let mut draws: Vec<Vec<Tile>> = Vec::new();
    for seat in (0..SEATS as u8).map(Seat) {
        let story = Story::of(seen, seat);
        let (hand, drawn) = if seat == seen.who {
            (seen.dealt.clone(), Vec::new())
        } else {
            story.fill(seen, &mut unused)
        };
        hands.push(hand);
        draws.push(drawn);
    }
    for hand in &mut hands {
        hand.sort_unstable_by_key(|tile| (tile.kind(), tile.index()));
    }
    let mut draws: Vec<_> = draws.into_iter().map(Vec::into_iter).collect();
    let mut next_draw = |seat: Seat| draws[usize::from(seat.0)].next().expect("a tile for each draw");
    let events = seen.events.iter().filter_map(|event| match *event {
        SeenEvent::Open(event) => Some(event),
        SeenEvent::HiddenDraw { seat } => Some(RecordEvent::Draw {
            seat,
            tile: next_draw(seat),
        }),
        SeenEvent::Win { .. } | SeenEvent::DrawnGame(_) => None,
    });
    RoundRecord {
        round: seen.round,
        honba: seen.honba,
        sticks: seen.sticks,
        dealer: Seat(seen.round % SEATS as u8),
        scores: seen.scores,
        hands,
        indicator: seen.indicators[0],
        events: events.collect(),
        outcome: Outcome::Draw(DrawRecord {
            reason: DrawReason::Exhaustive,
            before: seen.scores,
            deltas: BySeat::all(SEATS, 0),
            shown: vec![None; SEATS],
        }),
    }
}

/// What another seat was seen doing with its tiles.
#[derive(Default)]
struct Story {
    seat: Seat,
    /// Tiles that left the hand other than just drawn, in order.
    left: Vec<Tile>,
    /// For each draw, the tile if it is known.
    draws: Vec<Option<Tile>>,
    riichi: bool,
}

impl Story {
    fn of(seen: &Observation, seat: Seat) -> Story {
        let mut story = Story {
            seat,
            ..Story::default()
        };
        for event in &seen.events {
            match *event {
                SeenEvent::HiddenDraw { seat: s } if s == seat => story.draws.push(None),
                SeenEvent::Win {
                    seat: s,
                    tile,
                    tsumo: true,
                } if s == seat => story.name_draw(tile),
                SeenEvent::Open(RecordEvent::Discard {
                    seat: s,
                    tile,
                    tsumogiri,
                }) if s == seat => {
                    if tsumogiri {
                        story.name_draw(tile);
                    } else {
                        story.left.push(tile);
                    }
                }
                SeenEvent::Open(RecordEvent::Call { seat: s, meld }) if s == seat => story.left.extend(meld.laid()),
                SeenEvent::Open(RecordEvent::Riichi { seat: s }) if s == seat => story.riichi = true,
                _ => {}
            }
        }
        story
    }

    fn name_draw(&mut self, tile: Tile) {
        if let Some(last) = self.draws.last_mut() {
            *last = Some(tile);
        }
    }

    /// A dealt hand and draws: first what leaves the hand, in order, then what is kept.
    fn fill(&self, seen: &Observation, unused: &mut Vec<Tile>) -> (Vec<Tile>, Vec<Tile>) {
        let open_draws = self.draws.iter().filter(|draw| draw.is_none()).count();
        let kept = DEALT + open_draws - self.left.len();
        let mut tiles = self.left.clone();
        let shown = seen.shown.iter().find(|(seat, _)| *seat == self.seat);
        match shown {
            Some((_, hand)) => tiles.extend(self.kept_of_shown(seen, hand)),
            None if self.riichi => tiles.extend(tenpai(unused)),
            None => tiles.extend((0..kept).filter_map(|_| unused.pop())),
        }
        assert_eq!(tiles.len(), DEALT + open_draws, "tiles for {:?}", self.seat);
        let mut tiles = tiles.into_iter();
        let dealt = tiles.by_ref().take(DEALT).collect();
        let draws = self.draws.iter().filter_map(|draw| draw.or_else(|| tiles.next()));
        (dealt, draws.collect())
    }

    /// The closed tiles without the one that was won with.
    fn kept_of_shown(&self, seen: &Observation, hand: &[Tile]) -> Vec<Tile> {
        let mut kept = hand.to_vec();
        for event in &seen.events {
            if let SeenEvent::Win { seat, tile, .. } = event
                && *seat == self.seat
            {
                let place = kept
                    .iter()
                    .position(|t| t == tile)
                    .expect("won with a tile of the hand");
                kept.remove(place);
            }
        }
        kept
    }
}

/// Four sets and a single tile.
fn tenpai(unused: &mut Vec<Tile>) -> Vec<Tile> {
    let mut hand = Vec::new();
    let take = |unused: &mut Vec<Tile>, kind: Kind| {
        let place = unused.iter().position(|tile| tile.kind() == kind).expect("counted");
        unused.swap_remove(place)
    };
    while hand.len() < DEALT - 1 {
        let mut counts = [0; HAND_KINDS];
        unused.iter().for_each(|tile| counts[tile.kind().index()] += 1);
        let starts = |kind: &Kind| {
            let i = kind.index();
            kind.is_suited() && kind.number() <= 7 && counts[i..i + 3].iter().all(|n| *n > 0)
        };
        let low = Kind::of_hand()
            .find(starts)
            .expect("a run among the unseen tiles")
            .index();
        hand.extend((low..low + 3).map(|kind| take(unused, Kind::at(kind))));
    }
    hand.extend(unused.pop());
    hand
}

/// The tiles that no event, hand or indicator names.
fn unused_tiles(seen: &Observation, rules: &Rules) -> Vec<Tile> {
    let mut unused = rules.tiles.tiles().to_vec();
    let mut named: Vec<Tile> = seen.dealt.iter().chain(&seen.indicators).copied().collect();
    for event in &seen.events {
        match *event {
            SeenEvent::Open(RecordEvent::Draw { tile, .. }) => named.push(tile),
            SeenEvent::Open(RecordEvent::Discard { seat, tile, .. }) if seat != seen.who => named.push(tile),
            SeenEvent::Open(RecordEvent::Call { seat, meld }) if seat != seen.who => named.extend(meld.laid()),
            SeenEvent::Win { tile, tsumo: true, .. } => named.push(tile),
            _ => {}
        }
    }
    for (seat, hand) in seen.shown.iter().filter(|(seat, _)| *seat != seen.who) {
        named.extend(Story::of(seen, *seat).kept_of_shown(seen, hand));
    }
    for tile in named {
        let place = unused
            .iter()
            .position(|t| *t == tile)
            .unwrap_or_else(|| panic!("a fifth {tile}"));
        unused.swap_remove(place);
    }
    unused
}
