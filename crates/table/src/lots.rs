//! Seats by lot, drawn like a fair wall: nobody can choose them, and anyone can draw them again afterwards.
//!
//! The server promises a secret together with the head of its chain, before the players commit. Once all have revealed, the secret is
//! opened, and the lots follow from it and from everything that was revealed. Nobody who still has to reveal can know them, and the
//! server could not know what would be revealed when it promised.
//!
//! ```
//! use jantaku_table::{fair::{Bytes32, Terms}, lots::{self, Draw}};
//!
//! let terms = Terms { table: "t1", rules: None };
//! let secret = lots::secret(Bytes32([7; 32]));
//! let order = terms.lots(Draw::Seats, secret, &[Some(Bytes32([1; 32])), None, None]);
//! assert_eq!(order.len(), 3);
//! ```

use crate::fair::{Bytes32, Terms};
use crate::shuffle::{Stream, shuffle};
use std::fmt;

/// What is drawn before a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draw {
    /// Everybody's seat.
    Seats,
    /// Who is east first; everybody keeps their neighbours.
    East,
}

/// The lots of a game as they were drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lots {
    pub draw: Draw,
    pub secret: Bytes32,
    /// For each seat, the one where its player sat before.
    pub order: Vec<u8>,
}

/// The server's secret for the lots. It follows from the last secret of the chain and gives nothing of it away.
pub fn secret(last: Bytes32) -> Bytes32 {
    Bytes32::hash(format!("jantaku-lots-secret:{last}").as_bytes())
}

/// What is shown of the secret before anybody commits.
pub fn promise(secret: Bytes32) -> Bytes32 {
    Bytes32::hash(&secret.0)
}

impl Terms<'_> {
    /// For each seat, the one where its player sat before. Reveals are those of the seats before the draw.
    pub fn lots(&self, draw: Draw, secret: Bytes32, reveals: &[Option<Bytes32>]) -> Vec<u8> {
        let shown: Vec<String> = reveals
            .iter()
            .map(|entropy| entropy.map_or_else(|| "-".to_owned(), |entropy| entropy.to_string()))
            .collect();
        let text = format!("jantaku-lots:{self}:{draw}:{secret}:{}", shown.join(":"));
        let key = Bytes32::hash(text.as_bytes()).0;
        let mut order: Vec<u8> = (0..reveals.len() as u8).collect();
        match draw {
            Draw::Seats => shuffle(&key, &mut order),
            Draw::East if order.is_empty() => {}
            Draw::East => {
                let east = Stream::new(&key).below(order.len() as u32);
                order.rotate_left(east as usize);
            }
        }
        order
    }
}

/// As hashed.
impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Draw::Seats => "seats",
            Draw::East => "east",
        })
    }
}
