//! Walls that nobody can choose: the server's chain of secrets and every player's own lot fix them before the first deal,
//! and anyone can compute them again afterwards.
//!
//! The server draws the last secret `s_512` and hashes its way down to `s_0`, which it shows first. Each player then commits
//! to 32 bytes, and when all have committed, all reveal. The wall of hand `h` comes from `s_h`, which is opened after the hand,
//! and from everything that was revealed: neither side could know the other's part when it fixed its own. The same texts are
//! hashed by `web/src/fair.ts`.

mod transcript;

pub use transcript::{FairFault, Transcript};

use crate::shuffle::Key;
use jantaku_rules::seat::Seat;
use sha2::{Digest, Sha256};
use std::fmt;
use std::fmt::Write;

/// A hash, a secret of the server, or the lot of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bytes32(pub [u8; 32]);

/// Secrets of a chain beyond its head: more than any game has hands.
pub const CHAIN: usize = 512;

/// The server's secrets of one game, `s_0` to `s_512`.
#[derive(Clone, PartialEq, Eq)]
pub struct Chain {
    secrets: Vec<Bytes32>,
}

impl Chain {
    /// The chain that ends in this secret; it must be random, and nobody else may know it.
    pub fn ending_in(last: Bytes32) -> Chain {
        let mut secrets = Vec::with_capacity(CHAIN + 1);
        secrets.push(last);
        for place in 0..CHAIN {
            secrets.push(Bytes32::hash(&secrets[place].0));
        }
        secrets.reverse();
        Chain { secrets }
    }

    /// `s_0`, which is shown before anybody commits.
    pub fn head(&self) -> Bytes32 {
        self.secrets[0]
    }

    /// The secret of a hand, counted from 1; none beyond the end of the chain.
    pub fn secret(&self, hand: u16) -> Option<Bytes32> {
        self.secrets.get(usize::from(hand)).copied()
    }
}

/// Secrets do not stray into messages for people.
impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chain from {}", self.head())
    }
}

/// What a player sends before anybody reveals: it binds the lot to the seat, the table and the server's chain.
pub fn commitment(table: &str, seat: Seat, s0: Bytes32, entropy: Bytes32) -> Bytes32 {
    Bytes32::hash(format!("jantaku-commit:1:{table}:{}:{s0}:{entropy}", seat.0).as_bytes())
}

/// The key of a hand's wall, hands counted from 1; bots, and players who were away at the start, have revealed nothing.
pub fn wall_key(table: &str, hand: u16, secret: Bytes32, reveals: &[Option<Bytes32>]) -> Key {
    let mut text = format!("jantaku-wall:1:{table}:{hand}:{secret}");
    for entropy in reveals {
        // Writing to a string does not fail.
        let _ = match entropy {
            Some(entropy) => write!(text, ":{entropy}"),
            None => write!(text, ":-"),
        };
    }
    Bytes32::hash(text.as_bytes()).0
}

impl Bytes32 {
    /// SHA-256 of something.
    pub fn hash(bytes: &[u8]) -> Bytes32 {
        Bytes32(Sha256::digest(bytes).into())
    }

    /// 64 digits, as [`fmt::Display`] writes them: there is one spelling only, since spellings are hashed.
    pub fn from_hex(text: &str) -> Option<Bytes32> {
        let digit = |c: u8| match c {
            b'0'..=b'9' => Some(c - b'0'),
            b'a'..=b'f' => Some(c - b'a' + 10),
            _ => None,
        };
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        if pairs.len() != 32 || !rest.is_empty() {
            return None;
        }
        let mut bytes = [0; 32];
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            *byte = digit(*high)? << 4 | digit(*low)?;
        }
        Some(Bytes32(bytes))
    }
}

impl fmt::Display for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
