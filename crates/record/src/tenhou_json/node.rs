//! A part of a JSON document together with its path.

use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::tile::Tile;
use serde_json::Value;

use super::tile_number;
use super::{SCORE_LIMIT, SEATS};
use crate::error::{Fault, Place, ReadError};
use crate::game::Tenths;

/// A value and its path, such as `log[3][5]`.
pub(super) struct Node<'a> {
    value: &'a Value,
    path: String,
}

impl<'a> Node<'a> {
    pub(super) fn root(value: &'a Value) -> Node<'a> {
        let path = String::new();
        Node { value, path }
    }

    pub(super) fn error(&self, fault: Fault) -> ReadError {
        ReadError::at(Place::Path(self.path.clone()), fault)
    }

    /// The error that the field cannot hold this value.
    pub(super) fn bad(&self, field: &'static str) -> ReadError {
        self.error(Fault::bad(field, self.value))
    }

    /// An optional field of an object.
    pub(super) fn optional(&self, name: &str) -> Option<Node<'a>> {
        let path = match self.path.as_str() {
            "" => name.to_string(),
            path => format!("{path}.{name}"),
        };
        let value = self.value.get(name)?;
        Some(Node { value, path })
    }

    /// A required field of an object.
    pub(super) fn field(&self, name: &'static str) -> Result<Node<'a>, ReadError> {
        let field = self.optional(name);
        field.ok_or_else(|| self.error(Fault::Missing(name)))
    }

    /// The elements of an array.
    pub(super) fn items(&self) -> Result<impl Iterator<Item = Node<'a>>, ReadError> {
        let items = self.value.as_array().ok_or_else(|| self.bad("list"))?;
        let path = self.path.clone();
        let items = items.iter().enumerate();
        Ok(items.map(move |(index, value)| Node {
            value,
            path: format!("{path}[{index}]"),
        }))
    }

    /// A required element of an array.
    pub(super) fn item(&self, index: usize, name: &'static str) -> Result<Node<'a>, ReadError> {
        let value = self.value.get(index);
        let value = value.ok_or_else(|| self.error(Fault::Missing(name)))?;
        let path = format!("{}[{index}]", self.path);
        Ok(Node { value, path })
    }

    /// The length of an array; 0 for any other value.
    pub(super) fn len(&self) -> usize {
        self.value.as_array().map_or(0, Vec::len)
    }

    pub(super) fn text(&self, field: &'static str) -> Result<&'a str, ReadError> {
        self.value.as_str().ok_or_else(|| self.bad(field))
    }

    /// A whole number, if it is one that is at most `limit` away from 0.
    pub(super) fn as_number(&self, limit: i32) -> Option<i32> {
        let number = self.value.as_i64().and_then(|n| i32::try_from(n).ok());
        number.filter(|n| (-limit..=limit).contains(n))
    }

    pub(super) fn number(&self, field: &'static str, limit: i32) -> Result<i32, ReadError> {
        self.as_number(limit).ok_or_else(|| self.bad(field))
    }

    /// A count that is at most `limit`.
    pub(super) fn count(&self, field: &'static str, limit: i32) -> Result<u32, ReadError> {
        let number = self.number(field, limit)?;
        u32::try_from(number).map_err(|_| self.bad(field))
    }

    pub(super) fn tenths(&self, field: &'static str) -> Result<Tenths, ReadError> {
        let number = self.value.as_f64();
        let number = number.filter(|n| n.abs() <= f64::from(SCORE_LIMIT));
        let number = number.ok_or_else(|| self.bad(field))?;
        Ok(Tenths((number * 10.0).round() as i32))
    }

    /// A seat that somebody sits on.
    pub(super) fn seat(&self, field: &'static str, players: usize) -> Result<Seat, ReadError> {
        let seat = self.count(field, i32::from(u8::MAX))?;
        match u8::try_from(seat) {
            Ok(number) if (seat as usize) < players => Ok(Seat(number)),
            _ => Err(self.error(Fault::NoSuchSeat(seat))),
        }
    }

    /// One number per seat; the fourth is ignored with three players.
    pub(super) fn by_seat(&self, field: &'static str, players: usize) -> Result<BySeat<i32>, ReadError> {
        let mut numbers = BySeat::all(players, 0);
        let length = self.len();
        if length < players || length > SEATS {
            return Err(self.error(Fault::WrongLength { field, length }));
        }
        for (number, node) in numbers.as_mut_slice().iter_mut().zip(self.items()?) {
            *number = node.number(field, SCORE_LIMIT)?;
        }
        Ok(numbers)
    }

    /// A tile, if it is the number of one.
    pub(super) fn as_tile(&self) -> Option<Tile> {
        let number = self.value.as_u64().and_then(|n| u8::try_from(n).ok());
        number.and_then(tile_number::read)
    }

    pub(super) fn tiles(&self, field: &'static str) -> Result<Vec<Tile>, ReadError> {
        let tile = |node: Node<'_>| node.as_tile().ok_or_else(|| node.bad(field));
        self.items()?.map(tile).collect()
    }
}
