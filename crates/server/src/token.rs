//! What lets somebody in: session tokens, invitations, codes for one seat. All are random, and only hashes of them are kept.

use crate::machine;
use jantaku_table::fair::Bytes32;
use jantaku_wire::hex::Hex32;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// Letters and digits that are not mistaken for one another.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A table, by the word in its address.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableId(Arc<str>);

impl TableId {
    const LETTERS: usize = 14;

    pub fn random() -> Result<TableId, NoRandomness> {
        Ok(TableId(word(TableId::LETTERS)?.into()))
    }

    /// None, if no table can have this id.
    pub fn read(text: &str) -> Option<TableId> {
        let is_id = text.len() == TableId::LETTERS && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_id.then(|| TableId(text.into()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What is kept of the token in a browser's cookie.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SessionHash(Hex32);

impl SessionHash {
    /// In the place of a session that was forgotten: no token has this hash.
    pub const NOBODY: SessionHash = SessionHash(Hex32(Bytes32([0; 32])));

    /// Reads the 64 digits as they are stored.
    pub fn read(text: &str) -> Option<SessionHash> {
        Bytes32::from_hex(text).map(|hash| SessionHash(Hex32(hash)))
    }

    pub fn of(token: &str) -> SessionHash {
        SessionHash(kept(token))
    }

    /// Its first bytes, enough to tell sessions apart where a mistake costs nothing.
    pub(crate) fn number(self) -> u64 {
        let Hex32(Bytes32([a, b, c, d, e, f, g, h, ..])) = self.0;
        u64::from_be_bytes([a, b, c, d, e, f, g, h])
    }
}

impl fmt::Display for SessionHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.0.fmt(f)
    }
}

/// What is kept of an invitation, or of a code for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CodeHash(Hex32);

impl CodeHash {
    pub fn of(code: &str) -> CodeHash {
        CodeHash(kept(code))
    }
}

/// The operating system gives no random numbers, so nothing secret can be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoRandomness;

/// 32 bytes that nobody can guess.
pub fn random() -> Result<Bytes32, NoRandomness> {
    machine::random().map(Bytes32).ok_or(NoRandomness)
}

/// A code that can be given to somebody.
pub fn code() -> Result<String, NoRandomness> {
    word(26)
}

/// Random letters, five bits each.
fn word(letters: usize) -> Result<String, NoRandomness> {
    let Bytes32(bytes) = random()?;
    let letter = |byte: &u8| char::from(ALPHABET[usize::from(byte % 32)]);
    Ok(bytes.iter().take(letters).map(letter).collect())
}

/// A hash that says nothing of the secret.
fn kept(secret: &str) -> Hex32 {
    Hex32(Bytes32::hash(format!("jantaku-kept:1:{secret}").as_bytes()))
}
