//! Finds the splits of a suit by its counts, in tables without collisions.
//!
//! Most suits have few tiles. They are looked up first, in a table small enough for the nearest cache.

use super::{Slot, tiles_in};
use std::cmp::Reverse;

/// The size of the table of suits with few tiles.
const FEW_SLOT_BITS: u32 = 9;
const FEW_FACTOR_BITS: u32 = 7;

pub(super) struct Slots {
    few_slots: Box<[Slot; 1 << FEW_SLOT_BITS]>,
    few_factors: Box<[u32; 1 << FEW_FACTOR_BITS]>,
    /// Suits of seven to nine tiles, and those of more.
    many: [Table; 2],
}

impl Slots {
    pub(super) fn new(all: &[Slot]) -> Slots {
        let [few, some, many] = [0..=6, 7..=9, 10..=usize::MAX].map(|tiles| {
            let members = all.iter().filter(|slot| tiles.contains(&tiles_in(slot.counts)));
            Table::new(members.copied().collect(), *tiles.end() == 6)
        });
        Slots {
            few_slots: few.slots.try_into().expect("a table of this size"),
            few_factors: few.factors.try_into().expect("a table of this size"),
            many: [some, many],
        }
    }

    /// The only slot that can hold these counts; it may hold others.
    #[inline]
    pub(super) fn at(&self, counts: u32) -> &Slot {
        let factor = self.few_factors[bucket(counts, FEW_FACTOR_BITS)];
        let slot = &self.few_slots[scattered(counts, factor, FEW_SLOT_BITS)];
        if slot.counts == counts {
            slot
        } else {
            self.many[usize::from(tiles_in(counts) > 9)].at(counts)
        }
    }
}

/// Slots and the factors that lead to them; the number of either is a power of two.
struct Table {
    slots: Vec<Slot>,
    /// For each bucket of counts a factor that scatters them over the slots without collisions.
    factors: Vec<u32>,
    slot_bits: u32,
    factor_bits: u32,
}

#[inline]
const fn bucket(counts: u32, factor_bits: u32) -> usize {
    scattered(counts, 0x9e37_79b1, factor_bits)
}

/// The highest bits of a product; one is added, since no factor moves a zero.
#[inline]
const fn scattered(counts: u32, factor: u32, bits: u32) -> usize {
    ((counts + 1).wrapping_mul(factor) >> (32 - bits)) as usize
}

impl Table {
    /// Places the members bucket by bucket, the fullest first.
    fn new(members: Vec<Slot>, few: bool) -> Table {
        // With about half of the slots free and about four members in a bucket, factors are found quickly.
        let slot_bits = (2 * members.len()).next_power_of_two().trailing_zeros();
        let (slot_bits, factor_bits) = if few {
            (FEW_SLOT_BITS, FEW_FACTOR_BITS)
        } else {
            (slot_bits, slot_bits - 3)
        };
        let mut table = Table {
            slots: vec![Slot::NONE; 1 << slot_bits],
            factors: vec![1; 1 << factor_bits],
            slot_bits,
            factor_bits,
        };
        let mut buckets: Vec<Vec<Slot>> = vec![Vec::new(); 1 << factor_bits];
        for member in members {
            buckets[bucket(member.counts, factor_bits)].push(member);
        }
        buckets.sort_by_key(|bucket| Reverse(bucket.len()));
        for bucket in buckets.iter().filter(|bucket| !bucket.is_empty()) {
            table.place(bucket);
        }
        table
    }

    fn at(&self, counts: u32) -> &Slot {
        let factor = self.factors[bucket(counts, self.factor_bits)];
        &self.slots[scattered(counts, factor, self.slot_bits)]
    }

    /// Tries factors until every member of the bucket has its own slot.
    fn place(&mut self, members: &[Slot]) {
        let mut next = 0x85eb_ca6b_u32;
        let (factor, places) = loop {
            let factor = next | 1;
            let place = |slot: &Slot| scattered(slot.counts, factor, self.slot_bits);
            let places: Vec<usize> = members.iter().map(place).collect();
            let is_free = |(i, &place): (usize, &usize)| self.slots[place].len == 0 && !places[..i].contains(&place);
            if places.iter().enumerate().all(is_free) {
                break (factor, places);
            }
            next = next.wrapping_mul(0x0019_660d).wrapping_add(0x3c6e_f35f);
        };
        for (slot, place) in members.iter().zip(places) {
            self.slots[place] = *slot;
            self.factors[bucket(slot.counts, self.factor_bits)] = factor;
        }
    }
}
