//! Walls that nobody can choose: the server's chain of secrets and a random number from every player fix them before the first
//! deal, and anyone can recompute them afterwards.
//!
//! The server draws the last secret `s_512` and hashes its way down to `s_0`, which it shows first. Each player then commits
//! to 32 bytes, and when all have committed, all reveal. The wall of hand `h` comes from `s_h`, which is opened after the hand,
//! and from everything that was revealed: neither side could know the other's part when it fixed its own.
//!
//! Commitments and walls also cover the hash of the rulebook ([`Terms`]), so that a game cannot be shown under other rules.
//!
//! ```
//! use jantaku_rules::{rulebook::library::Library, seat::Seat};
//! use jantaku_table::{Wall, fair::{Bytes32, Chain, Transcript}};
//!
//! let rules = Library::builtin().rules("tenhou").expect("a rulebook of ours");
//! let chain = Chain::ending_in(Bytes32([7; 32])); // random in a real game
//! let mut game = Transcript {
//!     table: "t1".into(),
//!     rules: Some(Bytes32(rules.hash)),
//!     s0: Some(chain.head()),
//!     ..Transcript::default()
//! };
//! for seat in 0..4 {
//!     let lot = Bytes32([seat; 32]);
//!     let commit = game.terms().commitment(Seat(seat), chain.head(), lot);
//!     game.commits.push(Some(commit));
//!     game.reveals.push(Some(lot));
//! }
//! assert_eq!(game.key(1), None);
//! game.opened.extend(chain.secret(1));
//! game.check(4).expect("everybody kept their promise");
//! let wall = Wall::of_key(&rules, &game.key(1).expect("an opened hand"));
//! assert_eq!(wall.row().len(), 136);
//! ```

use crate::lots::{self, Lots};
use crate::shuffle::Key;
use jantaku_rules::seat::Seat;
use jantaku_rules::settlement::next_hand::MOST_HANDS;
use sha2::{Digest, Sha256};
use std::fmt;
use std::fmt::Write;

/// A hash, a secret of the server, or a player's random number. It is written as 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bytes32(pub [u8; 32]);

/// The number of secrets after the head of a chain: one for each hand that a game can have.
pub const CHAIN: usize = MOST_HANDS as usize;

/// The server's secrets of one game, `s_0` to `s_512`.
#[derive(Clone, PartialEq, Eq)]
pub struct Chain {
    secrets: Vec<Bytes32>,
}

impl Chain {
    /// The chain that ends in this secret, which must be random and kept secret.
    pub fn ending_in(last: Bytes32) -> Chain {
        let mut secrets = Vec::with_capacity(CHAIN + 1);
        secrets.push(last);
        for place in 0..CHAIN {
            secrets.push(Bytes32::hash(&secrets[place].0));
        }
        secrets.reverse();
        Chain { secrets }
    }

    /// `s_0`, published before anybody commits.
    pub fn head(&self) -> Bytes32 {
        self.secrets[0]
    }

    /// The secret of a hand, counted from 1, or `None` beyond the end of the chain.
    pub fn secret(&self, hand: u16) -> Option<Bytes32> {
        self.secrets.get(usize::from(hand)).copied()
    }
}

/// Shows the head only, to keep secrets out of logs.
impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chain from {}", self.head())
    }
}

/// The game that commitments and walls belong to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms<'a> {
    /// The table's id.
    pub table: &'a str,
    /// The hash of the rulebook. Games of earlier versions have none: they used the first scheme, which does not cover it.
    pub rules: Option<Bytes32>,
}

impl Terms<'_> {
    /// What a player sends before anybody reveals. It binds the random number to the game, the seat and the server's chain.
    pub fn commitment(&self, seat: Seat, s0: Bytes32, entropy: Bytes32) -> Bytes32 {
        Bytes32::hash(format!("jantaku-commit:{self}:{}:{s0}:{entropy}", seat.0).as_bytes())
    }

    /// The key of a hand's wall, hands counted from 1. Bots and players who were away at the start reveal nothing.
    pub fn wall_key(&self, hand: u16, secret: Bytes32, reveals: &[Option<Bytes32>]) -> Key {
        let mut text = format!("jantaku-wall:{self}:{hand}:{secret}");
        for entropy in reveals {
            // Writing to a string does not fail.
            let _ = match entropy {
                Some(entropy) => write!(text, ":{entropy}"),
                None => write!(text, ":-"),
            };
        }
        Bytes32::hash(text.as_bytes()).0
    }
}

/// The scheme's number and what it covers, as hashed.
impl fmt::Display for Terms<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rules {
            Some(rules) => write!(f, "2:{}:{rules}", self.table),
            None => write!(f, "1:{}", self.table),
        }
    }
}

impl Bytes32 {
    /// SHA-256.
    pub fn hash(bytes: &[u8]) -> Bytes32 {
        Bytes32(Sha256::digest(bytes).into())
    }

    /// Reads 64 lower-case hexadecimal digits. No other spelling is accepted, since spellings are hashed.
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

/// Everything that fixed the walls of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Transcript {
    /// The table's id, part of every hashed text.
    pub table: String,
    /// The hash of the rulebook, unless the game used the first scheme; see [`Terms`].
    pub rules: Option<Bytes32>,
    pub s0: Option<Bytes32>,
    pub commits: Vec<Option<Bytes32>>,
    pub reveals: Vec<Option<Bytes32>>,
    /// The secrets of the hands that were played, `s_1` first.
    pub opened: Vec<Bytes32>,
    /// The promised secret of the lots, hashed, where seats are drawn.
    pub promise: Option<Bytes32>,
    pub lots: Option<Lots>,
}

/// Why a [`Transcript`] is not consistent.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FairFault {
    NoChain,
    /// The number of commitments or reveals is not the number of seats.
    Seats {
        found: usize,
        seats: usize,
    },
    /// A player who committed has not revealed.
    NotRevealed(Seat),
    /// A player revealed without having committed.
    NotCommitted(Seat),
    /// A player revealed something other than what was committed.
    OtherLot(Seat),
    /// The secret of this hand, counted from 1, does not belong to the chain.
    NotOfChain(u16),
    /// The commitments cover another rulebook than the one that was played.
    OtherRules,
    /// Lots were promised and not drawn, or drawn without a promise.
    NoLots,
    /// The seats are not those that were drawn.
    OtherSeats,
}

impl Transcript {
    pub fn terms(&self) -> Terms<'_> {
        Terms {
            table: &self.table,
            rules: self.rules,
        }
    }

    /// Checks what was revealed against the commitments and the head of the chain.
    ///
    /// # Errors
    /// The first inconsistency found.
    pub fn check(&self, seats: usize) -> Result<(), FairFault> {
        let s0 = self.s0.ok_or(FairFault::NoChain)?;
        for found in [self.commits.len(), self.reveals.len()] {
            if found != seats {
                return Err(FairFault::Seats { found, seats });
            }
        }
        for ((commit, entropy), seat) in self
            .commits
            .iter()
            .zip(&self.reveals)
            .zip(0..)
            .map(|(p, s)| (p, Seat(s)))
        {
            match (commit, entropy) {
                (None, None) => {}
                (Some(_), None) => return Err(FairFault::NotRevealed(seat)),
                (None, Some(_)) => return Err(FairFault::NotCommitted(seat)),
                (Some(commit), Some(entropy)) => {
                    if self.terms().commitment(seat, s0, *entropy) != *commit {
                        return Err(FairFault::OtherLot(seat));
                    }
                }
            }
        }
        let mut before = s0;
        for (secret, hand) in self.opened.iter().zip(1..) {
            if Bytes32::hash(&secret.0) != before {
                return Err(FairFault::NotOfChain(hand));
            }
            before = *secret;
        }
        self.check_lots()
    }

    fn check_lots(&self) -> Result<(), FairFault> {
        let (promise, drawn) = match (self.promise, &self.lots) {
            (None, None) => return Ok(()),
            (Some(promise), Some(drawn)) => (promise, drawn),
            _ => return Err(FairFault::NoLots),
        };
        let order = self.terms().lots(drawn.draw, drawn.secret, &self.reveals);
        match lots::promise(drawn.secret) == promise && order == drawn.order {
            true => Ok(()),
            false => Err(FairFault::OtherSeats),
        }
    }

    /// The key of a hand's wall, hands counted from 1, or `None` until its secret is opened.
    pub fn key(&self, hand: u16) -> Option<Key> {
        let place = usize::from(hand).checked_sub(1)?;
        let secret = self.opened.get(place)?;
        Some(self.terms().wall_key(hand, *secret, &self.reveals))
    }
}

impl fmt::Display for FairFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FairFault::NoChain => f.write_str("the server never showed the head of its chain"),
            FairFault::Seats { found, seats } => {
                write!(f, "{found} commitments or lots at a table of {seats} seats")
            }
            FairFault::NotRevealed(seat) => write!(f, "seat {} committed and did not reveal", seat.0),
            FairFault::NotCommitted(seat) => write!(f, "seat {} revealed without having committed", seat.0),
            FairFault::OtherLot(seat) => write!(f, "seat {} revealed something else than was promised", seat.0),
            FairFault::NotOfChain(hand) => write!(f, "the secret of hand {hand} does not belong to the chain"),
            FairFault::OtherRules => f.write_str("the commitments before the game cover another rulebook"),
            FairFault::NoLots => {
                f.write_str("lots for the seats were promised and not drawn, or drawn without a promise")
            }
            FairFault::OtherSeats => f.write_str("the seats are not those that were drawn"),
        }
    }
}

impl std::error::Error for FairFault {}
