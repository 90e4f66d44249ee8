//! What lets somebody in: session tokens, invitations, codes for one seat. All are random, and only hashes of them are kept.

use jantaku_record::log::Hex32;
use jantaku_table::fair::Bytes32;

/// Letters and digits that are not taken for one another.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The operating system gives no random numbers; nothing secret can be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoRandomness;

/// 32 bytes that nobody can guess.
pub fn random() -> Result<Bytes32, NoRandomness> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(Bytes32(bytes))
}

/// A word of so many letters, five bits each.
pub fn word(letters: usize) -> Result<String, NoRandomness> {
    let Bytes32(bytes) = random()?;
    let letter = |byte: &u8| char::from(ALPHABET[usize::from(byte % 32)]);
    Ok(bytes.iter().take(letters).map(letter).collect())
}

/// What is kept of a token or code: a hash that says nothing of it.
pub fn kept(secret: &str) -> Hex32 {
    Hex32(Bytes32::hash(format!("jantaku-kept:1:{secret}").as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_differ_and_hashes_say_nothing_of_them() {
        let [one, other] = [word(16), word(16)].map(Result::unwrap);
        assert_eq!((one.len(), other.len()), (16, 16));
        assert_ne!(one, other);
        assert!(!serde_json::to_string(&kept(&one)).unwrap().contains(&one));
        assert_eq!(kept(&one), kept(&one));
        assert_ne!(kept(&one), kept(&other));
    }
}
