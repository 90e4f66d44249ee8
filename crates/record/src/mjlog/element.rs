//! One element of an mjlog and the values that its attributes hold.

use std::borrow::Cow;

use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::tile::Tile;
use quick_xml::XmlVersion;
use quick_xml::events::BytesStart;

use super::Table;
use crate::error::{Fault, Place, ReadError};
use crate::game::COUNTER_LIMIT;
use crate::tile_id::TileId;

/// The largest score accepted, in hundreds; sums of a few never overflow.
pub(super) const SCORE_LIMIT: i32 = 1_000_000;

/// An element and the offset of its end.
pub(super) struct Element<'a> {
    pub(super) start: BytesStart<'a>,
    pub(super) offset: u64,
}

impl Element<'_> {
    pub(super) fn name(&self) -> &str {
        self.start.name().0
    }

    pub(super) fn error(&self, fault: Fault) -> ReadError {
        let name = self.name().to_string();
        let offset = self.offset;
        ReadError::at(Place::Element { offset, name }, fault)
    }

    /// The text of an optional attribute.
    pub(super) fn text(&self, field: &'static str) -> Result<Option<Cow<'_, str>>, ReadError> {
        let broken = |reason: String| ReadError::Xml {
            offset: self.offset,
            reason,
        };
        let attribute = self.start.try_get_attribute(field);
        let attribute = attribute.map_err(|error| broken(error.to_string()))?;
        let value = attribute.map(|a| a.normalized_value(XmlVersion::Implicit1_0));
        value.transpose().map_err(|error| broken(error.to_string()))
    }

    /// The text of a required attribute.
    pub(super) fn required(&self, field: &'static str) -> Result<Cow<'_, str>, ReadError> {
        let text = self.text(field)?;
        text.ok_or_else(|| self.error(Fault::Missing(field)))
    }

    /// A whole number that is at most `limit` away from 0.
    pub(super) fn number<T>(&self, field: &'static str, limit: i32) -> Result<T, ReadError>
    where
        T: TryFrom<i32>,
    {
        let text = self.required(field)?;
        let number = parse(field, &text, limit).map_err(|fault| self.error(fault))?;
        T::try_from(number).map_err(|_| self.error(Fault::bad(field, text)))
    }

    /// Comma-separated whole numbers.
    pub(super) fn numbers(&self, field: &'static str, limit: i32) -> Result<Vec<i32>, ReadError> {
        let text = self.required(field)?;
        let numbers = text.split(',').map(|part| parse(field, part, limit));
        let numbers: Result<Vec<i32>, Fault> = numbers.collect();
        numbers.map_err(|fault| self.error(fault))
    }

    pub(super) fn seat(&self, field: &'static str, table: Table) -> Result<Seat, ReadError> {
        let seat: u8 = self.number(field, i32::from(u8::MAX))?;
        if usize::from(seat) >= table.players {
            return Err(self.error(Fault::NoSuchSeat(u32::from(seat))));
        }
        Ok(Seat(seat))
    }

    /// Tiles, in the order of the file.
    pub(super) fn tiles(&self, field: &'static str, table: Table) -> Result<Vec<Tile>, ReadError> {
        let text = self.required(field)?;
        let tile = |part: &str| {
            let id = part.parse().ok().and_then(TileId::new);
            let id = id.ok_or_else(|| self.error(Fault::bad(field, part)))?;
            Ok(id.tile(table.red_fives))
        };
        text.split(',').map(tile).collect()
    }

    pub(super) fn tile(&self, field: &'static str, table: Table) -> Result<Tile, ReadError> {
        match *self.tiles(field, table)? {
            [tile] => Ok(tile),
            ref tiles => {
                let length = tiles.len();
                Err(self.error(Fault::WrongLength { field, length }))
            }
        }
    }

    /// `ba`: the counters and the sticks on the table.
    pub(super) fn counters(&self) -> Result<(u32, u32), ReadError> {
        match *self.numbers("ba", COUNTER_LIMIT)? {
            [honba, sticks] => self.counts("ba", honba, sticks),
            ref other => Err(self.wrong_length("ba", other.len())),
        }
    }

    /// Two counts that cannot be negative.
    pub(super) fn counts(&self, field: &'static str, honba: i32, sticks: i32) -> Result<(u32, u32), ReadError> {
        let count = |n: i32| u32::try_from(n).ok().filter(|_| n <= COUNTER_LIMIT);
        let counts = count(honba).zip(count(sticks));
        counts.ok_or_else(|| self.error(Fault::bad(field, format_args!("{honba},{sticks}"))))
    }

    /// One score per seat; an empty fourth seat may follow.
    pub(super) fn scores(&self, field: &'static str, table: Table) -> Result<BySeat<i32>, ReadError> {
        let hundreds = self.numbers(field, SCORE_LIMIT)?;
        if hundreds.len() < table.players {
            return Err(self.wrong_length(field, hundreds.len()));
        }
        Ok(BySeat::from_fn(table.players, |seat| hundreds[seat] * 100))
    }

    /// `sc`: each seat's score before a payment, and the change.
    pub(super) fn payments(&self, table: Table) -> Result<(BySeat<i32>, BySeat<i32>), ReadError> {
        let hundreds = self.numbers("sc", SCORE_LIMIT)?;
        if hundreds.len() < 2 * table.players {
            return Err(self.wrong_length("sc", hundreds.len()));
        }
        let part = |offset| BySeat::from_fn(table.players, |s| hundreds[2 * s + offset] * 100);
        Ok((part(0), part(1)))
    }

    /// The error that a list has the wrong length.
    pub(super) fn wrong_length(&self, field: &'static str, length: usize) -> ReadError {
        self.error(Fault::WrongLength { field, length })
    }
}

fn parse(field: &'static str, text: &str, limit: i32) -> Result<i32, Fault> {
    let number = text.parse().ok();
    let number = number.filter(|n| (-limit..=limit).contains(n));
    number.ok_or_else(|| Fault::bad(field, text))
}
