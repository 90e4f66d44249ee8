//! Follows the tiles of a round from hand to hand.
//!
//! This only tracks tiles and knows no rules: it finds impossible files, such as a fifth copy or a discard from nowhere.

use jantaku_rules::seat::Seat;
use jantaku_rules::tile::{KINDS, Kind, Tile};

use crate::error::HandFault;
use crate::game::{RecordEvent, RoundRecord, sort_tiles};
use crate::meld::MeldRecord;

/// The tiles of one seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatHand {
    /// The closed tiles, a drawn one last.
    pub closed: Vec<Tile>,
    /// The sets on the table, in the order in which they were made.
    pub melds: Vec<MeldRecord>,
    pub kita: u8,
}

impl SeatHand {
    /// The closed tiles, sorted.
    pub fn sorted(&self) -> Vec<Tile> {
        let mut tiles = self.closed.clone();
        sort_tiles(&mut tiles);
        tiles
    }
}

/// The hands of all seats at one moment of a round.
#[derive(Clone, Debug)]
pub struct Hands {
    seats: Vec<SeatHand>,
    seen: [u8; KINDS],
    drawn: Option<(Seat, Tile)>,
    discarded: Option<(Seat, Tile)>,
}

/// The hands at the end of a round, or the event that cannot be.
pub fn follow(round: &RoundRecord) -> Result<Hands, (usize, HandFault)> {
    let mut hands = Hands::dealt(&round.hands, round.indicator).map_err(|fault| (0, fault))?;
    for (index, event) in round.events.iter().enumerate() {
        hands.apply(event).map_err(|fault| (index, fault))?;
    }
    Ok(hands)
}

impl Hands {
    /// The hands after the deal.
    pub fn dealt(hands: &[Vec<Tile>], indicator: Tile) -> Result<Hands, HandFault> {
        let mut dealt = Hands {
            seats: vec![SeatHand::default(); hands.len()],
            seen: [0; KINDS],
            drawn: None,
            discarded: None,
        };
        dealt.see(indicator)?;
        for (seat, tiles) in dealt.seats.iter_mut().zip(hands) {
            seat.closed.clone_from(tiles);
        }
        for tile in hands.iter().flatten() {
            dealt.see(*tile)?;
        }
        Ok(dealt)
    }

    pub fn seats(&self) -> &[SeatHand] {
        &self.seats
    }

    /// The hands after one more event.
    pub fn apply(&mut self, event: &RecordEvent) -> Result<(), HandFault> {
        match *event {
            RecordEvent::Draw { seat, tile } => {
                self.see(tile)?;
                self.seat(seat)?.closed.push(tile);
                self.drawn = Some((seat, tile));
                self.discarded = None;
            }
            RecordEvent::Discard { seat, tile, tsumogiri } => {
                if tsumogiri && self.drawn != Some((seat, tile)) {
                    return Err(HandFault::NotJustDrawn(tile));
                }
                self.remove(seat, tile)?;
                self.drawn = None;
                self.discarded = Some((seat, tile));
            }
            RecordEvent::Call { seat, meld } => self.call(seat, meld)?,
            RecordEvent::Kita { seat } => {
                self.remove(seat, Tile::plain(Kind::NORTH))?;
                let hand = self.seat(seat)?;
                hand.kita = hand.kita.saturating_add(1);
                self.drawn = None;
            }
            RecordEvent::Dora { indicator } => self.see(indicator)?,
            RecordEvent::Riichi { seat } | RecordEvent::RiichiAccepted { seat } => {
                self.seat(seat)?;
            }
        }
        Ok(())
    }

    fn call(&mut self, seat: Seat, meld: MeldRecord) -> Result<(), HandFault> {
        for tile in meld.laid() {
            self.remove(seat, *tile)?;
        }
        if let MeldRecord::Kakan { from, called, own, .. } = meld {
            let pon = MeldRecord::Pon { from, called, own };
            let melds = &mut self.seat(seat)?.melds;
            let place = melds.iter().position(|m| *m == pon);
            let place = place.ok_or(HandFault::NoSuchPon(seat, called.kind()))?;
            melds[place] = meld;
        } else {
            if let Some((from, called)) = meld.given()
                && (self.discarded != Some((from, called)) || from == seat)
            {
                return Err(HandFault::NotJustDiscarded(called));
            }
            self.seat(seat)?.melds.push(meld);
        }
        self.drawn = None;
        self.discarded = None;
        Ok(())
    }

    fn seat(&mut self, seat: Seat) -> Result<&mut SeatHand, HandFault> {
        let hand = self.seats.get_mut(usize::from(seat.0));
        hand.ok_or(HandFault::NoSuchSeat(seat))
    }

    fn remove(&mut self, seat: Seat, tile: Tile) -> Result<(), HandFault> {
        let closed = &mut self.seat(seat)?.closed;
        let place = closed.iter().rposition(|t| *t == tile);
        closed.remove(place.ok_or(HandFault::NotInHand(seat, tile))?);
        Ok(())
    }

    fn see(&mut self, tile: Tile) -> Result<(), HandFault> {
        const COPIES: u8 = 4;
        let seen = &mut self.seen[tile.kind().index()];
        *seen = seen.saturating_add(1);
        if *seen > COPIES {
            return Err(HandFault::FifthTile(tile.kind()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jantaku_rules::tile::Suit;

    const EAST: Seat = Seat(0);
    const SOUTH: Seat = Seat(1);

    fn pin(number: u8) -> Tile {
        Tile::plain(Kind::of(Suit::Pin, number).expect("1 to 9"))
    }

    fn check(hands: [&[u8]; 2], events: &[RecordEvent]) -> Result<Hands, HandFault> {
        let hands: Vec<Vec<Tile>> = hands
            .iter()
            .map(|hand| hand.iter().map(|n| pin(*n)).collect())
            .collect();
        let mut hands = Hands::dealt(&hands, Tile::plain(Kind::EAST))?;
        for event in events {
            hands.apply(event)?;
        }
        Ok(hands)
    }

    fn draw(seat: Seat, number: u8) -> RecordEvent {
        let tile = pin(number);
        RecordEvent::Draw { seat, tile }
    }

    fn discard(seat: Seat, number: u8, tsumogiri: bool) -> RecordEvent {
        let tile = pin(number);
        RecordEvent::Discard { seat, tile, tsumogiri }
    }

    fn pon(number: u8) -> RecordEvent {
        let tile = pin(number);
        RecordEvent::Call {
            seat: SOUTH,
            meld: MeldRecord::pon(EAST, tile, [tile; 2]),
        }
    }

    #[test]
    fn a_kakan_replaces_its_pon_in_place() {
        let tile = pin(1);
        let meld = MeldRecord::kakan(EAST, tile, [tile; 2], tile);
        let kakan = RecordEvent::Call { seat: SOUTH, meld };
        let events = [
            draw(EAST, 1),
            discard(EAST, 1, true),
            pon(1),
            discard(SOUTH, 3, false),
            draw(SOUTH, 1),
            kakan,
        ];
        let hands = check([&[2, 2], &[1, 1, 3, 4]], &events).expect("adds up");
        assert_eq!(hands.seats()[1].closed, vec![pin(4)]);
        assert_eq!(hands.seats()[1].melds, vec![meld]);
        let fault = check([&[2, 2], &[1, 1, 3, 4]], &[draw(SOUTH, 1), kakan]).err();
        assert_eq!(fault, Some(HandFault::NoSuchPon(SOUTH, tile.kind())));
    }

    #[test]
    fn finds_impossible_tiles() {
        let found = |hands, events: &[RecordEvent]| check(hands, events).err();
        assert_eq!(
            found([&[1, 1, 1], &[1, 1]], &[]),
            Some(HandFault::FifthTile(pin(1).kind()))
        );
        assert_eq!(
            found([&[1], &[2]], &[draw(EAST, 1), discard(EAST, 2, false)]),
            Some(HandFault::NotInHand(EAST, pin(2)))
        );
        assert_eq!(
            found([&[2], &[3]], &[draw(EAST, 1), discard(EAST, 2, true)]),
            Some(HandFault::NotJustDrawn(pin(2)))
        );
        assert_eq!(
            found([&[2], &[1, 1, 3]], &[draw(EAST, 1), pon(1)]),
            Some(HandFault::NotJustDiscarded(pin(1)))
        );
        assert_eq!(
            found([&[2], &[3]], &[draw(Seat(2), 1)]),
            Some(HandFault::NoSuchSeat(Seat(2)))
        );
    }
}
