//! Keys and signatures from strangers: nothing is accepted that nobody signed.
#![no_main]

use jantaku_record::log::{Bytes64, DemandedKey, Signed, Signer};
use jantaku_table::fair::Bytes32;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        if let Some(key) = DemandedKey::read(text) {
            // The fuzzer can find one key by comparing, but not two in one text.
            let [one, two] = [1, 2].map(|seed| key.is(Signer::of_seed(Bytes32([seed; 32])).key()));
            assert!(!(one && two));
        }
        if let Some(signature) = Bytes64::from_hex(text) {
            assert_eq!(signature.to_string(), text);
        }
    }
    let (parts, _) = bytes.as_chunks::<32>();
    if let [key, one, two, sum, ..] = parts {
        let mut signature = [0; 64];
        signature[..32].copy_from_slice(one);
        signature[32..].copy_from_slice(two);
        let signed = Signed {
            key: Bytes32(*key),
            signature: Bytes64(signature),
        };
        assert!(!signed.is_of(Bytes32(*sum)));
    }
});
