//! Passwords: argon2id with 19 MiB and two passes, one at a time and only while no table wants the processor. Those who wait come from
//! several networks, so that nobody can keep others out by waiting.

use super::lock;
use crate::machine::when_idle;
use crate::room::Place;
use crate::token;
use argon2::{Algorithm, Argon2, Block, Params, Version};
use jantaku_table::fair::Bytes32;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tokio::sync::Semaphore;

/// KiB, passes and lanes: the least that OWASP recommends.
const COST: (u32, u32, u32) = (19 * 1024, 2, 1);
/// Those who may wait for their turn, in the order in which they came: whoever is among them is let in, however many others try. Others
/// are asked to come back.
const QUEUE: usize = 256;
/// Those among them from one network.
const OF_ONE: usize = 3;
/// Letters of the shortest and bytes of the longest password.
pub(crate) const SHORTEST: usize = 8;
pub(crate) const LONGEST: usize = 256;

/// Hashes passwords, one after another.
#[derive(Clone)]
pub(crate) struct Hashing {
    queue: Arc<Semaphore>,
    turn: Arc<Semaphore>,
    /// How many wait, by network.
    waiting: Arc<Mutex<HashMap<Place, usize>>>,
    /// What every hash is worked out in. If each had memory of its own, small things would settle in what the last one gave back, and
    /// a flood of passwords would take gigabytes.
    memory: Arc<Mutex<Vec<Block>>>,
}

/// A place in the queue, given back when dropped.
struct Waiting {
    network: Place,
    all: Arc<Mutex<HashMap<Place, usize>>>,
}

impl Waiting {
    fn at(all: &Arc<Mutex<HashMap<Place, usize>>>, place: Place) -> Option<Waiting> {
        let network = place.network();
        let mut counts = lock(all);
        let count = counts.entry(network).or_default();
        *count += 1;
        if *count > OF_ONE {
            *count -= 1;
            return None;
        }
        drop(counts);
        let all = Arc::clone(all);
        Some(Waiting { network, all })
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut counts = lock(&self.all);
        if let Some(count) = counts.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.network);
            }
        }
    }
}

impl Default for Hashing {
    fn default() -> Hashing {
        Hashing {
            queue: Arc::new(Semaphore::new(QUEUE)),
            turn: Arc::new(Semaphore::new(1)),
            waiting: Arc::default(),
            memory: Arc::default(),
        }
    }
}

/// Why a password was not hashed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotHashed {
    /// Too many others wait.
    Busy,
    Failed,
}

impl Hashing {
    /// What is kept of a new password.
    pub(crate) async fn kept(&self, password: String, place: Place) -> Result<String, NotHashed> {
        let Bytes32(salt) = token::random().map_err(|_| NotHashed::Failed)?;
        self.one(place, move |memory| {
            Some(written(salt, hash(&password, &salt, memory)?))
        })
        .await
    }

    /// Is this the password? With nothing kept, as for a name that nobody has, it takes as long and is never right.
    pub(crate) async fn is(&self, kept: Option<String>, password: String, place: Place) -> Result<bool, NotHashed> {
        self.one(place, move |memory| {
            let known = kept.as_deref().and_then(read);
            let (salt, expected) = known.unwrap_or(([0; 32], [0; 32]));
            let found = hash(&password, &salt, memory)?;
            let differs = expected
                .iter()
                .zip(found)
                .fold(0, |differs, (one, other)| differs | (one ^ other));
            Some(known.is_some() && differs == 0)
        })
        .await
    }

    async fn one<T: Send + 'static>(
        &self,
        place: Place,
        work: impl FnOnce(&mut Vec<Block>) -> Option<T> + Send + 'static,
    ) -> Result<T, NotHashed> {
        let _of_network = Waiting::at(&self.waiting, place).ok_or(NotHashed::Busy)?;
        let _place = self.queue.try_acquire().map_err(|_| NotHashed::Busy)?;
        let turn = Arc::clone(&self.turn).acquire_owned().await;
        let turn = turn.map_err(|_| NotHashed::Failed)?;
        let memory = Arc::clone(&self.memory);
        let done = when_idle(move || {
            let _turn = turn;
            work(&mut lock(&memory))
        });
        done.await.flatten().ok_or(NotHashed::Failed)
    }
}

fn hash(password: &str, salt: &[u8; 32], memory: &mut Vec<Block>) -> Option<[u8; 32]> {
    let (kib, passes, lanes) = COST;
    let params = Params::new(kib, passes, lanes, Some(32)).ok()?;
    memory.resize(params.block_count(), Block::default());
    let mut out = [0; 32];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into_with_memory(password.as_bytes(), salt, &mut out, memory)
        .ok()?;
    Some(out)
}

/// As it is stored: the scheme with its cost, the salt and the hash.
fn written(salt: [u8; 32], hash: [u8; 32]) -> String {
    format!("{}${}${}", scheme(), Bytes32(salt), Bytes32(hash))
}

fn scheme() -> String {
    let (memory, passes, lanes) = COST;
    format!("argon2id$v=19$m={memory},t={passes},p={lanes}")
}

fn read(kept: &str) -> Option<([u8; 32], [u8; 32])> {
    let (salt, hash) = kept.strip_prefix(&scheme())?.strip_prefix('$')?.split_once('$')?;
    Some((Bytes32::from_hex(salt)?.0, Bytes32::from_hex(hash)?.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From `@noble/hashes`: `argon2id("correct horse", [0, 1, … 31], { t: 2, m: 19456, p: 1, dkLen: 32 })`.
    const KNOWN: &str = "0fb7142cbef5e0e5911b1f6d59f08b3512ca07be95eae5b7c49931d0836f62f7";

    #[test]
    fn hashes_as_other_programs_do() {
        let salt = std::array::from_fn(|n| n as u8);
        assert_eq!(
            Bytes32(hash("correct horse", &salt, &mut Vec::new()).unwrap()).to_string(),
            KNOWN
        );
    }

    #[tokio::test]
    async fn all_hashes_are_worked_out_in_the_same_memory() {
        let hashing = Hashing::default();
        let mut places = Vec::new();
        for place in 0..3 {
            hashing.kept("correct horse".to_owned(), Place(place)).await.unwrap();
            let memory = lock(&hashing.memory);
            places.push((memory.as_ptr(), memory.len()));
        }
        let first = places[0];
        assert!(
            first.1 == 19 * 1024 && places.iter().all(|place| *place == first),
            "{places:?}"
        );
    }

    #[tokio::test]
    async fn only_the_password_itself_is_right() {
        let hashing = Hashing::default();
        let kept = hashing.kept("correct horse".to_owned(), Place(1)).await.unwrap();
        assert!(kept.starts_with("argon2id$v=19$m=19456,t=2,p=1$") && !kept.contains("horse"));
        let is = async |kept: Option<&str>, password: &str| {
            hashing
                .is(kept.map(str::to_owned), password.to_owned(), Place(1))
                .await
                .unwrap()
        };
        assert!(is(Some(&kept), "correct horse").await);
        assert!(!is(Some(&kept), "correct horses").await);
        assert!(!is(None, "correct horse").await);
        assert!(!is(Some("plain"), "plain").await);
        // The same password is kept differently each time.
        assert_ne!(hashing.kept("correct horse".to_owned(), Place(1)).await.unwrap(), kept);
    }

    #[tokio::test]
    async fn whoever_finds_a_full_queue_is_sent_away() {
        let hashing = Hashing::default();
        let _turn = hashing.turn.acquire().await.unwrap();
        let waits = |place: u64| {
            let hashing = hashing.clone();
            tokio::spawn(async move { hashing.kept("password".to_owned(), Place(place)).await })
        };
        let mut waiting: Vec<_> = (0..OF_ONE).map(|_| waits(0)).collect();
        while hashing.queue.available_permits() > QUEUE - OF_ONE {
            tokio::task::yield_now().await;
        }
        // One network has its share, another its own.
        let late = hashing.kept("password".to_owned(), Place(0)).await;
        assert_eq!(late, Err(NotHashed::Busy));
        waiting.extend((OF_ONE as u64..QUEUE as u64).map(waits));
        while hashing.queue.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let late = hashing.kept("password".to_owned(), Place(99)).await;
        assert_eq!(late, Err(NotHashed::Busy));
        waiting.iter().for_each(tokio::task::JoinHandle::abort);
    }
}
