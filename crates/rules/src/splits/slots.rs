//! Where the splits of a suit stand: a table without collisions, so that looking up takes the same few steps for every suit.
//!
//! Suits of few tiles are by far the most common; they stand in a part of their own that is small enough to stay in the nearest cache.

use super::{Slot, tiles_in};

/// The most tiles that a suit can be asked for, and some more: five of each kind.
const MOST_TILES: usize = 63;

/// All slots, in parts by the number of tiles.
pub(super) struct Slots {
    slots: Vec<Slot>,
    /// For each bucket of counts a factor that scatters them over slots so that no two meet.
    factors: Vec<u32>,
    /// The part of the suits with so many tiles.
    parts: [Part; MOST_TILES],
}

/// Some slots and the factors that lead to them; there is a power of two of both.
#[derive(Clone, Copy, Default)]
struct Part {
    first_slot: u32,
    first_factor: u32,
    slot_bits: u32,
    factor_bits: u32,
}

impl Part {
    #[inline]
    const fn bucket(&self, counts: u32) -> usize {
        self.first_factor as usize + scattered(counts, 0x9e37_79b1, self.factor_bits)
    }

    #[inline]
    const fn slot(&self, counts: u32, factor: u32) -> usize {
        self.first_slot as usize + scattered(counts, factor, self.slot_bits)
    }
}

/// The highest bits of a product; one is added, since no factor moves a zero.
#[inline]
const fn scattered(counts: u32, factor: u32, bits: u32) -> usize {
    ((counts + 1).wrapping_mul(factor) >> (32 - bits)) as usize
}

impl Slots {
    /// Finds a place for each of these.
    pub(super) fn new(all: &[Slot]) -> Slots {
        let mut slots = Slots {
            slots: Vec::new(),
            factors: Vec::new(),
            parts: [Part::default(); MOST_TILES],
        };
        for tiles in [0..=6, 7..=9, 10..=MOST_TILES - 1] {
            let members: Vec<&Slot> = all
                .iter()
                .filter(|slot| tiles.contains(&tiles_in(slot.counts)))
                .collect();
            let part = slots.add_part(&members);
            slots.parts[tiles].fill(part);
        }
        slots
    }

    /// The only slot where these counts can stand; others may stand there.
    #[inline]
    pub(super) fn at(&self, counts: u32, tiles: usize) -> &Slot {
        let part = &self.parts[tiles % MOST_TILES];
        &self.slots[part.slot(counts, self.factors[part.bucket(counts)])]
    }

    /// Places the members, bucket by bucket, the fullest first.
    fn add_part(&mut self, members: &[&Slot]) -> Part {
        // About half of the slots stay free, and a bucket has about four members: then factors are found quickly.
        let slot_bits = (2 * members.len()).next_power_of_two().trailing_zeros();
        let part = Part {
            first_slot: self.slots.len() as u32,
            first_factor: self.factors.len() as u32,
            slot_bits,
            factor_bits: slot_bits - 3,
        };
        self.slots.resize(self.slots.len() + (1 << part.slot_bits), Slot::NONE);
        self.factors.resize(self.factors.len() + (1 << part.factor_bits), 1);
        let mut buckets: Vec<Vec<&Slot>> = vec![Vec::new(); 1 << part.factor_bits];
        for member in members {
            buckets[part.bucket(member.counts) - part.first_factor as usize].push(member);
        }
        buckets.sort_by_key(|bucket| std::cmp::Reverse(bucket.len()));
        for bucket in buckets.iter().filter(|bucket| !bucket.is_empty()) {
            self.place(&part, bucket);
        }
        part
    }

    /// Tries factors until every member of the bucket has a slot of its own.
    fn place(&mut self, part: &Part, bucket: &[&Slot]) {
        let mut next = 0x85eb_ca6b_u32;
        let (factor, places) = loop {
            let factor = next | 1;
            let places: Vec<usize> = bucket.iter().map(|slot| part.slot(slot.counts, factor)).collect();
            let is_free = |(i, &place): (usize, &usize)| self.slots[place].len == 0 && !places[..i].contains(&place);
            if places.iter().enumerate().all(is_free) {
                break (factor, places);
            }
            next = next.wrapping_mul(0x0019_660d).wrapping_add(0x3c6e_f35f);
        };
        for (slot, place) in bucket.iter().zip(places) {
            self.slots[place] = **slot;
            self.factors[part.bucket(slot.counts)] = factor;
        }
    }
}
