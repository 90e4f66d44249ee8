//! The facts that are the same for all readings of a hand.

use super::*;
use crate::reading::MeldSets;
use crate::tile::{Kind, Suit};
use crate::win::{By, Win};

pub(crate) const HONOURS: u64 = WINDS | DRAGONS;
/// 2, 3, 4, 6, 8 of bamboo and the green dragon.
const GREEN: u64 = 0b0_1010_1110 << 18 | 1 << 32;

/// Facts that hold where nothing but these kinds is in the hand.
pub(crate) const ONLY: [(Flag, u64); 5] = [
    (ALL_SIMPLES, !OUTSIDE),
    (ALL_HONOURS, HONOURS),
    (ALL_TERMINALS, TERMINALS),
    (ALL_OUTSIDE, OUTSIDE),
    (ALL_GREEN, GREEN),
];

const OF_KANS: [u64; 8] = KANS.rows();
const OF_CLOSED_KANS: [u64; 8] = CONCEALED_KANS.rows();
const OF_SUITS: [u64; 4] = SUITS.rows();

/// The words of a hand: circumstances, what it holds, the winning kind.
pub fn of_hand(win: &Win, holds: u64, melds: &MeldSets, winning: Kind) -> Facts {
    let mut facts = Facts::default();
    circumstances(&mut facts, win);
    set_aside(&mut facts, win);
    facts.set(CLOSED, melds.are_closed());
    let (kans, closed_kans) = melds.kans();
    let suits = usize::from(holds & SUIT_BITS != 0)
        + usize::from(holds & SUIT_BITS << 9 != 0)
        + usize::from(holds & SUIT_BITS << 18 != 0);
    facts.words[CIRCUMSTANCES] |= OF_KANS[kans % 8] | OF_CLOSED_KANS[closed_kans % 8] | OF_SUITS[suits % 4];
    facts.words[HOLDS] = holds;
    for (flag, kinds) in ONLY {
        facts.set(flag, holds & !kinds == 0);
    }
    facts.set(HOLDS_HONOURS, holds & HONOURS != 0);
    facts.words[WINNING] = kind_bit(winning);
    facts
}

/// The facts of a win by the last of all flowers: the hand is not looked at.
pub fn of_all_flowers(win: &Win) -> Facts {
    let mut facts = Facts::default();
    set_aside(&mut facts, win);
    facts.set(ALL_FLOWERS, true);
    facts.set(ROBBING_A_FLOWER, win.by == By::RobbingAFlower);
    // The tiles of the hand do not matter, so it cannot be said to hold only some kinds.
    facts.words[HOLDS] = u64::MAX;
    facts.words[WINNING] = kind_bit(win.tile.kind());
    facts
}

#[inline]
fn circumstances(facts: &mut Facts, win: &Win) {
    let by = BY[win.by as usize];
    facts.words[CIRCUMSTANCES] |= by | RIICHIS[win.riichi as usize];
    facts.set(RINSHAN, win.rinshan);
    facts.set(LAST_TILE, win.last_tile);
    facts.set(FIRST_TURN, win.first_turn);
    facts.set(DEALER, win.seat.index() == 0);
    facts.set(IPPATSU, win.ippatsu);
    facts.set(PAYER_IN_RIICHI, win.payer_riichi);
    facts.set(SORTED_IN, win.sorted_in);
    facts.set(FROM_DEALER, by & RON.mask() != 0 && win.from.index() == 0);
}

/// Facts of each `By`. A robbed flower wins only with all flowers, whose facts are gathered elsewhere.
const BY: [u64; 5] = [
    TSUMO.mask(),
    RON.mask(),
    RON.mask() | ROBBING_A_KAN.mask(),
    RON.mask() | ROBBING_A_KITA.mask(),
    RON.mask(),
];

/// Facts of each `Riichi`.
const RIICHIS: [u64; 5] = [
    0,
    RIICHI.mask(),
    RIICHI.mask() | DOUBLE_RIICHI.mask(),
    RIICHI.mask() | OPEN_RIICHI.mask(),
    RIICHI.mask() | DOUBLE_RIICHI.mask() | OPEN_RIICHI.mask(),
];

fn set_aside(facts: &mut Facts, win: &Win) {
    if win.aside.is_empty() {
        return;
    }
    let (mut kita, mut flowers, mut own) = (0, 0, 0);
    let mut sets = [0; 2];
    for tile in &win.aside {
        let kind = tile.kind();
        if !kind.is_flower() {
            kita += 1;
            continue;
        }
        flowers += 1;
        own += usize::from(usize::from(kind.number()) == win.seat.index() + 1);
        sets[usize::from(kind.suit() == Suit::Season)] += 1;
    }
    facts.count(KITA, kita);
    facts.count(FLOWERS, flowers);
    facts.count(SEAT_FLOWERS, own);
    facts.count(GUEST_FLOWERS, flowers - own);
    facts.count(FLOWER_SETS, sets.into_iter().filter(|&n| n == 4).count());
}
