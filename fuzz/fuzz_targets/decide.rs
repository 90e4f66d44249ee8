//! Any actions of anyone at a table, and a referee's: what is legal is accepted and keeps every promise, the rest changes nothing.
#![no_main]

use jantaku_fuzz::{books, play::play_by_bytes};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u64, &[u8])| {
    let (book, seed, bytes) = input;
    let rules = &books()[usize::from(book) % books().len()];
    play_by_bytes(rules, seed, bytes);
});
