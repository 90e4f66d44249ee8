//! One round of an mjlog, from the deal to the result.

use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::tile::Tile;

use super::Table;
use super::element::{Element, SCORE_LIMIT};
use super::outcome;
use crate::call_code::{self, CodedCall};
use crate::error::{Fault, ReadError};
use crate::game::{DEALT, DrawRecord, LAST_ROUND, Outcome, RecordEvent, RoundRecord, WinRecord, sort_tiles};
use crate::hands::Hands;
use crate::tile_id::TileId;

#[derive(Clone, Copy)]
pub(super) enum Play {
    Draw(Seat),
    Discard(Seat),
}

/// A round read so far.
pub(super) struct RoundReader {
    table: Table,
    round: u8,
    honba: u32,
    sticks: u32,
    dealer: Seat,
    scores: BySeat<i32>,
    dealt: Vec<Vec<Tile>>,
    indicator: Tile,
    events: Vec<RecordEvent>,
    wins: Vec<WinRecord>,
    draw: Option<DrawRecord>,
    hands: Hands,
    /// The physical tile drawn last, which tells a tsumogiri from the discard of an identical tile.
    drawn: Option<TileId>,
    /// The error if the round ended here.
    unfinished: ReadError,
}

impl RoundReader {
    /// `INIT`: `seed` holds the round, the honba, the sticks, two dice and the first indicator.
    pub(super) fn deal(element: &Element<'_>, table: Table) -> Result<RoundReader, ReadError> {
        let seed = element.numbers("seed", SCORE_LIMIT)?;
        let [round, honba, sticks, _, _, indicator] = seed[..] else {
            return Err(element.wrong_length("seed", seed.len()));
        };
        let bad_seed = |part: i32| element.error(Fault::bad("seed", part));
        if !(0..=LAST_ROUND).contains(&round) {
            return Err(bad_seed(round));
        }
        let (honba, sticks) = element.counts("seed", honba, sticks)?;
        let indicator = u32::try_from(indicator).ok().and_then(TileId::new);
        let indicator = indicator.ok_or_else(|| bad_seed(seed[5]))?;
        let indicator = indicator.tile(table.red_fives);
        let dealer = element.seat("oya", table)?;
        if usize::from(dealer.0) != round as usize % Wind::ALL.len() {
            return Err(element.error(Fault::DealerOutOfTurn));
        }
        let mut dealt = Vec::new();
        for field in ["hai0", "hai1", "hai2", "hai3"].into_iter().take(table.players) {
            let mut hand = element.tiles(field, table)?;
            if hand.len() != DEALT {
                return Err(element.wrong_length(field, hand.len()));
            }
            sort_tiles(&mut hand);
            dealt.push(hand);
        }
        let hands = Hands::dealt(&dealt, indicator);
        let hands = hands.map_err(|fault| element.error(Fault::Hand(fault)))?;
        Ok(RoundReader {
            table,
            round: round as u8,
            honba,
            sticks,
            dealer,
            scores: element.scores("ten", table)?,
            dealt,
            indicator,
            events: Vec::new(),
            wins: Vec::new(),
            draw: None,
            hands,
            drawn: None,
            unfinished: element.error(Fault::NoResult),
        })
    }

    /// A draw or a discard.
    pub(super) fn play(&mut self, element: &Element<'_>, play: Play, id: TileId) -> Result<(), ReadError> {
        let tile = id.tile(self.table.red_fives);
        let event = match play {
            Play::Draw(seat) => {
                self.drawn = Some(id);
                RecordEvent::Draw { seat, tile }
            }
            Play::Discard(seat) => RecordEvent::Discard {
                seat,
                tile,
                tsumogiri: self.drawn.take() == Some(id),
            },
        };
        self.add(element, event)
    }

    /// `N`: a call, a kan or a kita.
    pub(super) fn call(&mut self, element: &Element<'_>) -> Result<(), ReadError> {
        let seat = element.seat("who", self.table)?;
        let code: u32 = element.number("m", i32::MAX)?;
        let call = call_code::decode(code, seat, self.table.red_fives);
        self.drawn = None;
        match call.ok_or_else(|| element.error(Fault::bad("m", code)))? {
            CodedCall::Meld(meld) => self.add(element, RecordEvent::Call { seat, meld }),
            CodedCall::Kita => self.add(element, RecordEvent::Kita { seat }),
        }
    }

    /// `REACH`: the declaration, then the payment.
    pub(super) fn riichi(&mut self, element: &Element<'_>) -> Result<(), ReadError> {
        let seat = element.seat("who", self.table)?;
        let step: u8 = element.number("step", 2)?;
        match step {
            1 => self.add(element, RecordEvent::Riichi { seat }),
            2 => self.add(element, RecordEvent::RiichiAccepted { seat }),
            _ => Err(element.error(Fault::bad("step", step))),
        }
    }

    /// `DORA`: another indicator.
    pub(super) fn dora(&mut self, element: &Element<'_>) -> Result<(), ReadError> {
        let indicator = element.tile("hai", self.table)?;
        self.add(element, RecordEvent::Dora { indicator })
    }

    /// `AGARI`: a win; several may follow one another.
    pub(super) fn win(&mut self, element: &Element<'_>) -> Result<(), ReadError> {
        if self.draw.is_some() || self.wins.len() >= self.table.players {
            return Err(element.error(Fault::TwoResults));
        }
        self.wins.push(outcome::win(element, self.table)?);
        Ok(())
    }

    /// `RYUUKYOKU`: the end without a winner.
    pub(super) fn draw_game(&mut self, element: &Element<'_>) -> Result<(), ReadError> {
        if self.draw.is_some() || !self.wins.is_empty() {
            return Err(element.error(Fault::TwoResults));
        }
        self.draw = Some(outcome::draw(element, self.table)?);
        Ok(())
    }

    pub(super) fn finish(self) -> Result<RoundRecord, ReadError> {
        let outcome = match self.draw {
            Some(draw) => Outcome::Draw(draw),
            None if self.wins.is_empty() => return Err(self.unfinished),
            None => Outcome::Wins(self.wins),
        };
        Ok(RoundRecord {
            round: self.round,
            honba: self.honba,
            sticks: self.sticks,
            dealer: self.dealer,
            scores: self.scores,
            hands: self.dealt,
            indicator: self.indicator,
            events: self.events,
            outcome,
        })
    }

    fn add(&mut self, element: &Element<'_>, event: RecordEvent) -> Result<(), ReadError> {
        if self.draw.is_some() || !self.wins.is_empty() {
            return Err(element.error(Fault::OutsideRound));
        }
        let followed = self.hands.apply(&event);
        followed.map_err(|fault| element.error(Fault::Hand(fault)))?;
        self.events.push(event);
        Ok(())
    }
}
