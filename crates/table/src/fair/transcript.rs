//! What was said to fix the walls of one game, and whether it holds together.

use super::{Bytes32, commitment, wall_key};
use crate::shuffle::Key;
use jantaku_rules::seat::Seat;
use std::fmt;

/// Everything that fixed the walls of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Transcript {
    /// The table's id, which is part of every text that is hashed.
    pub table: String,
    pub s0: Option<Bytes32>,
    pub commits: Vec<Option<Bytes32>>,
    pub reveals: Vec<Option<Bytes32>>,
    /// The secrets of the hands that were played, `s_1` first.
    pub opened: Vec<Bytes32>,
}

/// What does not hold together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FairFault {
    /// The server's chain was never begun.
    NoChain,
    /// Commitments or lots that are not as many as there are seats.
    Seats { found: usize, seats: usize },
    /// A player who committed has not revealed.
    NotRevealed(Seat),
    /// A player revealed without having committed.
    NotCommitted(Seat),
    /// What a player revealed is not what the commitment promised.
    OtherLot(Seat),
    /// The secret of a hand, counted from 1, is not one of the chain.
    NotOfChain(u16),
}

impl Transcript {
    /// Do the players' lots and the server's secrets agree with what was promised?
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
                    if commitment(&self.table, seat, s0, *entropy) != *commit {
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
        Ok(())
    }

    /// The key of a hand's wall, hands counted from 1; none while its secret is not opened.
    pub fn key(&self, hand: u16) -> Option<Key> {
        let place = usize::from(hand).checked_sub(1)?;
        let secret = self.opened.get(place)?;
        Some(wall_key(&self.table, hand, *secret, &self.reveals))
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
        }
    }
}

impl std::error::Error for FairFault {}
