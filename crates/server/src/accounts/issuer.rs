//! Tokens of devices that sign in. A server knows by the token alone that it gave it out, without asking the store: whoever floods a
//! server from the address of a player has none, and so cannot make it ask.

use crate::token::{self, NoRandomness};
use jantaku_record::log::Signer;
use jantaku_table::fair::Bytes32;

/// What all nodes with the same data have in common, and nobody else knows.
pub(crate) struct Issuer(Bytes32);

impl Issuer {
    /// Follows from the key of the data, so that tokens are recognised after a restart and at every node.
    pub(crate) fn of(signer: &Signer) -> Issuer {
        // No log has this checksum, so nobody else ever sees this signature.
        let purpose = Bytes32::hash(b"jantaku-device-tokens:1");
        Issuer(Bytes32::hash(&signer.sign(purpose).signature.0))
    }

    /// A new token, in 64 digits as that of a guest: half of it is random, the other half shows who made it.
    pub(crate) fn issue(&self) -> Result<String, NoRandomness> {
        let Bytes32(mut token) = token::random()?;
        let (random, mark) = token.split_at_mut(HALF);
        mark.copy_from_slice(&self.mark(random));
        Ok(Bytes32(token).to_string())
    }

    /// Was this token made here?
    pub(crate) fn has_issued(&self, token: &str) -> bool {
        let Some(Bytes32(token)) = Bytes32::from_hex(token) else {
            return false;
        };
        let (random, mark) = token.split_at(HALF);
        let differs = self
            .mark(random)
            .iter()
            .zip(mark)
            .fold(0, |differs, (a, b)| differs | (a ^ b));
        differs == 0
    }

    fn mark(&self, random: &[u8]) -> [u8; HALF] {
        let Bytes32(key) = self.0;
        let Bytes32(inner) = Bytes32::hash(&[&key[..], random].concat());
        let Bytes32(outer) = Bytes32::hash(&[&key[..], &inner].concat());
        std::array::from_fn(|at| outer[at])
    }
}

const HALF: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_its_own_tokens_and_no_others() {
        let issuer = |seed: u8| Issuer::of(&Signer::of_seed(Bytes32([seed; 32])));
        let (here, elsewhere) = (issuer(1), issuer(2));
        let token = here.issue().unwrap();
        assert_eq!(token.len(), 64);
        assert_ne!(token, here.issue().unwrap());
        assert!(issuer(1).has_issued(&token), "after a restart");
        assert!(!elsewhere.has_issued(&token));
        let changed = |at: usize| {
            let digit = if &token[at..=at] == "0" { "1" } else { "0" };
            format!("{}{digit}{}", &token[..at], &token[at + 1..])
        };
        assert!([0, 31, 32, 63].into_iter().all(|at| !here.has_issued(&changed(at))));
        assert!(!here.has_issued(&token::random().unwrap().to_string()));
        assert!(!here.has_issued("") && !here.has_issued("mika"));
    }
}
