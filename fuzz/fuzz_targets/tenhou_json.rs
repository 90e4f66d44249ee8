//! Recorded games in Tenhou's JSON.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if bytes.first() == Some(&b'{') {
        jantaku_fuzz::record::read_and_verify(bytes);
    }
});
