//! The signature of a log: a server's Ed25519 key over the checksum, and so over every byte before the last line.

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use jantaku_table::fair::Bytes32;
use std::fmt;

/// The secret key of a server.
#[derive(Clone)]
pub struct Signer(SigningKey);

impl Signer {
    /// The key that follows from 32 random bytes, which must be kept secret.
    pub fn of_seed(seed: Bytes32) -> Signer {
        Signer(SigningKey::from_bytes(&seed.0))
    }

    /// The public half, which anybody may know.
    pub fn key(&self) -> Bytes32 {
        Bytes32(self.0.verifying_key().to_bytes())
    }

    /// Signs the checksum of a log.
    pub fn sign(&self, sum: Bytes32) -> Signed {
        Signed {
            key: self.key(),
            signature: Bytes64(self.0.sign(message(sum).as_bytes()).to_bytes()),
        }
    }

    /// A hash that only this key gives, of which nobody else finds the text by trying.
    pub fn keyed_hash(&self, text: &str) -> Bytes32 {
        let key = Bytes32::hash(&[b"jantaku-hash:1:".as_slice(), &self.0.to_bytes()].concat());
        Bytes32::hash(format!("{key}:{text}").as_bytes())
    }
}

/// Shows the public half only, to keep the secret out of logs.
impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signer with key {}", self.key())
    }
}

/// A signature and the key that made it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signed {
    pub key: Bytes32,
    pub signature: Bytes64,
}

impl Signed {
    /// Did the key sign this checksum? Weak keys, which fit several messages, never did.
    pub fn is_of(&self, sum: Bytes32) -> bool {
        let signature = Signature::from_bytes(&self.signature.0);
        VerifyingKey::from_bytes(&self.key.0)
            .is_ok_and(|key| key.verify_strict(message(sum).as_bytes(), &signature).is_ok())
    }
}

/// A signature is for a log and nothing else.
fn message(sum: Bytes32) -> String {
    format!("jantaku-log:1:{sum}")
}

/// Digits of a fingerprint.
const FINGERPRINT: usize = 32;

/// A short form of a public key, for people to compare: half of its SHA-256 in groups of four digits.
pub fn fingerprint(key: Bytes32) -> String {
    let digits = Bytes32::hash(&key.0).to_string();
    let groups: Vec<&str> = (0..FINGERPRINT).step_by(4).map(|at| &digits[at..at + 4]).collect();
    groups.join(" ")
}

/// A key that a log must be signed with, given in full or by its fingerprint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DemandedKey(String);

impl DemandedKey {
    /// Reads 64 hexadecimal digits of a key or 32 of a fingerprint; spaces and colons between them do not matter.
    pub fn read(text: &str) -> Option<DemandedKey> {
        let digits: String = text.chars().filter(|c| !matches!(c, ' ' | ':')).collect();
        let digits = digits.to_ascii_lowercase();
        let is_key = [2 * 32, FINGERPRINT].contains(&digits.len()) && digits.bytes().all(|c| c.is_ascii_hexdigit());
        is_key.then_some(DemandedKey(digits))
    }

    /// Is it this key?
    pub fn is(&self, key: Bytes32) -> bool {
        self.0 == key.to_string() || self.0 == fingerprint(key).replace(' ', "")
    }
}

/// A signature, written as 128 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bytes64(pub [u8; 64]);

impl Bytes64 {
    /// Reads 128 digits of 0-9 and a-f.
    pub fn from_hex(text: &str) -> Option<Bytes64> {
        let (one, two) = text.split_at_checked(64)?;
        let halves = [Bytes32::from_hex(one)?.0, Bytes32::from_hex(two)?.0];
        halves.concat().try_into().ok().map(Bytes64)
    }
}

impl fmt::Display for Bytes64 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl serde::Serialize for Bytes64 {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Bytes64 {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Bytes64, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = || serde::de::Error::custom("expected 128 digits of 0-9 and a-f");
        Bytes64::from_hex(&text).ok_or_else(wrong)
    }
}
