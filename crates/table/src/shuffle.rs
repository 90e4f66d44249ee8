//! From a key to a wall: the ChaCha20 stream by name, and Fisher–Yates without bias.

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};

/// Determines a wall, see [`Wall::of_key`](crate::Wall::of_key).
pub type Key = [u8; 32];

/// Random numbers from ChaCha20 with 20 rounds, nonce zero and counter from zero, read as little-endian words of 32 bits.
pub struct Stream {
    cipher: ChaCha20,
    block: [u8; 256],
    used: usize,
}

impl Stream {
    pub fn new(key: &Key) -> Stream {
        Stream {
            cipher: ChaCha20::new(key.into(), &[0; 12].into()),
            block: [0; 256],
            used: 256,
        }
    }

    pub fn word(&mut self) -> u32 {
        if self.used == self.block.len() {
            self.block = [0; 256];
            self.cipher.apply_keystream(&mut self.block);
            self.used = 0;
        }
        let bytes = [0, 1, 2, 3].map(|i| self.block[self.used + i]);
        self.used += 4;
        u32::from_le_bytes(bytes)
    }

    /// A uniform number below `n`, which must not be zero. Words in the last, incomplete run of `n` are rejected.
    pub fn below(&mut self, n: u32) -> u32 {
        let usable = u32::MAX - (u32::MAX % n + 1) % n;
        loop {
            let word = self.word();
            if word <= usable {
                return word % n;
            }
        }
    }
}

/// Shuffles the tiles, last place first.
pub fn shuffle<T>(key: &Key, tiles: &mut [T]) {
    let mut stream = Stream::new(key);
    for i in (1..tiles.len()).rev() {
        tiles.swap(i, stream.below(i as u32 + 1) as usize);
    }
}

/// The key of one hand of a game with a seed. For simulations and tests: whoever knows the seed knows every wall.
pub fn key_of(seed: u64, hand: u32) -> Key {
    use sha2::{Digest, Sha256};
    let mut hash = Sha256::new();
    hash.update(b"jantaku seed");
    hash.update(seed.to_le_bytes());
    hash.update(hand.to_le_bytes());
    hash.finalize().into()
}
