//! Where people have played from in one game. What is kept of an address tells only that two people share one.

use crate::room::Place;
use crate::token::{SessionHash, TableId};
use jantaku_record::log::Signer;
use jantaku_table::fair::Bytes32;

/// A hash of an address with the server's key and the table: nobody without the key finds the address, and the same address has
/// another mark at every table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddressMark(pub u64);

impl AddressMark {
    pub fn of(place: Place, table: &TableId, signer: &Signer) -> AddressMark {
        let Bytes32([a, b, c, d, e, f, g, h, ..]) = signer.keyed_hash(&format!("address:1:{table}:{}", place.0));
        AddressMark(u64::from_be_bytes([a, b, c, d, e, f, g, h]))
    }
}

/// Who was seen where, for the whole game.
#[derive(Clone, Debug, Default)]
pub struct Addresses(Vec<(SessionHash, AddressMark)>);

impl Addresses {
    pub fn note(&mut self, session: SessionHash, mark: AddressMark) {
        if !self.has(session, mark) {
            self.0.push((session, mark));
        }
    }

    pub fn has(&self, session: SessionHash, mark: AddressMark) -> bool {
        self.0.contains(&(session, mark))
    }

    /// Was anybody else seen there?
    pub fn has_other(&self, session: SessionHash, mark: AddressMark) -> bool {
        self.0.iter().any(|(other, at)| *at == mark && *other != session)
    }

    pub fn of(&self, session: SessionHash) -> impl Iterator<Item = AddressMark> {
        let theirs = self.0.iter().filter(move |(other, _)| *other == session);
        theirs.map(|(_, mark)| *mark)
    }

    /// Were both seen at the same address, at whatever time?
    pub fn share(&self, one: SessionHash, other: SessionHash) -> bool {
        self.of(one).any(|mark| self.has(other, mark))
    }

    /// Another device plays for the same person.
    pub(super) fn inherit(&mut self, before: SessionHash, now: SessionHash) {
        let marks: Vec<AddressMark> = self.of(before).collect();
        marks.into_iter().for_each(|mark| self.note(now, mark));
    }
}
