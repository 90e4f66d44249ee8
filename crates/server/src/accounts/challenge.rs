//! Challenges that a passkey signs. The server keeps nothing of one: it carries its own end and a seal that only the nodes of these data
//! can make, for one purpose and one browser. That it is answered once is noted beside the account that answers.

use crate::token::{self, NoRandomness, SessionHash};
use jantaku_record::log::Signer;
use jantaku_table::fair::Bytes32;

/// How long a challenge can be answered, in seconds. Browsers give up after one minute.
const LASTS: u64 = 150;
const TIME: usize = 8;
const NONCE: usize = 32;

/// What a challenge is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// The first passkey of a new account.
    Open,
    /// Another passkey of an account.
    Add,
    SignIn,
    /// Something that otherwise takes the password.
    Prove,
}

impl Purpose {
    const fn word(self) -> &'static str {
        match self {
            Purpose::Open => "open",
            Purpose::Add => "add",
            Purpose::SignIn => "sign-in",
            Purpose::Prove => "prove",
        }
    }
}

/// A challenge for the browser with this token.
pub(crate) fn made(signer: &Signer, purpose: Purpose, browser: SessionHash, now: u64) -> Result<Vec<u8>, NoRandomness> {
    let Bytes32(nonce) = token::random()?;
    let mut bytes = (now + LASTS).to_be_bytes().to_vec();
    bytes.extend(nonce);
    let seal = seal(signer, purpose, browser, &bytes);
    bytes.extend(seal);
    Ok(bytes)
}

/// Until when this challenge can be answered, by this browser and for this purpose; none if it cannot.
pub(crate) fn until(signer: &Signer, purpose: Purpose, browser: SessionHash, bytes: &[u8], now: u64) -> Option<u64> {
    let (text, sealed) = bytes.split_at_checked(TIME + NONCE)?;
    let time: [u8; TIME] = text.first_chunk().copied()?;
    let until = u64::from_be_bytes(time);
    let is_ours = sealed == seal(signer, purpose, browser, text);
    (is_ours && now < until && until <= now + LASTS).then_some(until)
}

/// The id of the account that a challenge opens.
pub(crate) fn account(bytes: &[u8]) -> String {
    let mut text = b"jantaku-account:1:".to_vec();
    text.extend(bytes);
    Bytes32::hash(&text).to_string().chars().take(28).collect()
}

/// By what an answered challenge is remembered.
pub(crate) fn mark(bytes: &[u8]) -> String {
    Bytes32::hash(bytes).to_string().chars().take(32).collect()
}

/// The signature itself stays here, so nobody gets one by asking.
fn seal(signer: &Signer, purpose: Purpose, browser: SessionHash, text: &[u8]) -> [u8; 32] {
    let mut sealed = format!("jantaku-passkey:1:{}:{browser}:", purpose.word()).into_bytes();
    sealed.extend(text);
    let signed = signer.sign(Bytes32::hash(&sealed));
    Bytes32::hash(&signed.signature.0).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_challenge_is_for_one_purpose_and_one_browser_and_for_a_while() {
        let [signer, other] = [1, 2].map(|seed| Signer::of_seed(Bytes32([seed; 32])));
        let [mika, sora] = ["mika", "sora"].map(SessionHash::of);
        let bytes = made(&signer, Purpose::SignIn, mika, 1000).unwrap();
        assert_eq!(until(&signer, Purpose::SignIn, mika, &bytes, 1000), Some(1000 + LASTS));
        assert_eq!(
            until(&signer, Purpose::SignIn, mika, &bytes, 999 + LASTS),
            Some(1000 + LASTS)
        );
        for (signer, purpose, browser, now) in [
            (&other, Purpose::SignIn, mika, 1000),
            (&signer, Purpose::Prove, mika, 1000),
            (&signer, Purpose::SignIn, sora, 1000),
            (&signer, Purpose::SignIn, mika, 1000 + LASTS),
        ] {
            assert_eq!(until(signer, purpose, browser, &bytes, now), None);
        }
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            assert_eq!(until(&signer, Purpose::SignIn, mika, &changed, 1000), None, "{place}");
            assert_eq!(until(&signer, Purpose::SignIn, mika, &bytes[..place], 1000), None);
        }
        assert_ne!(made(&signer, Purpose::SignIn, mika, 1000).unwrap(), bytes);
    }
}
