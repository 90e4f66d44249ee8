//! How likely a discard is to be won on, and how much that costs.
//!
//! An opponent in tenpai waits with one of few shapes. Each is as likely as the unseen tiles allow it, and what is known rules
//! some out: discards of a player who would be furiten, tiles that passed, hands that lie open. Suji, walls and live tiles follow.

use super::knowledge::Knowledge;
use super::worth::discarder_pays;
use crate::sight::{Counts, Sight};
use jantaku_rules::dora::pointed_at;
use jantaku_rules::kind_set::KindSet;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::{HAND_KINDS, Kind};
use jantaku_rules::win::MeldKind;

/// Two-sided waits make up about 60 % of all, closed ones 17 %, edge ones 5 %, two pairs 11 % and single tiles 7 %. With three
/// unseen copies of every kind that gives these weights for each way to hold the tiles.
const TWO_SIDED: f32 = 1.0;
const CLOSED: f32 = 0.24;
const EDGE: f32 = 0.25;
const PAIRS: f32 = 0.29;
const SINGLE: f32 = 0.19;
/// Where discards do not bar a win, players still seldom wait for what they have thrown.
const THROWN: f32 = 0.35;
/// A tile that just passed is no wait, unless the win was let go.
const PASSED: f32 = 0.05;

/// How much of the price of an average hand a discard has to fear. A riichi warns in time, and who gives in to its full price loses
/// more hands than points. Where no hand is declared, the high ones come without warning, and the price of the average hand is too
/// low. Both are measured in duplicate play.
const DECLARED: f32 = 0.6;
const UNDECLARED: f32 = 3.0;

/// The danger from all opponents.
pub(crate) struct Danger {
    opponents: [Option<Opponent>; 4],
    /// What hands wait for that lie open.
    pub(crate) shown: KindSet,
}

/// One opponent.
pub(crate) struct Opponent {
    pub(crate) seat: Seat,
    /// The chance of being in tenpai.
    pub(crate) tenpai: f32,
    /// The chance that each kind wins, in tenpai.
    wins_on: [f32; HAND_KINDS],
    /// What the discarder pays, in points.
    pub(crate) price: f32,
    /// Whether the hand lies open.
    shown: bool,
}

impl Danger {
    pub(crate) fn of(knows: &Knowledge, sight: &Sight<'_>, dora: &Counts) -> Danger {
        let seats = sight.view.seats.len();
        let opponent = |place: usize| {
            let seat = Seat(place as u8);
            (place < seats && seat != sight.seat && !sight.view.seats[seat].dead)
                .then(|| Opponent::of(knows, sight, seat, dora))
        };
        let opponents: [Option<Opponent>; 4] = std::array::from_fn(opponent);
        let shown = opponents.iter().flatten().filter(|opponent| opponent.shown);
        Danger {
            shown: shown.fold(KindSet::EMPTY, |all, opponent| all | opponent.waits()),
            opponents,
        }
    }

    pub(crate) fn opponents(&self) -> impl Iterator<Item = &Opponent> {
        self.opponents.iter().flatten()
    }

    /// The chance that somebody is likely in tenpai.
    pub(crate) fn threat(&self) -> f32 {
        self.opponents().map(|opponent| opponent.tenpai).fold(0.0, f32::max)
    }

    /// The chance that somebody wins on a discard.
    pub(crate) fn chance(&self, kind: Kind) -> f32 {
        let passes = self.opponents().map(|opponent| 1.0 - opponent.chance(kind));
        1.0 - passes.product::<f32>()
    }

    /// Kinds that an opponent cannot win on.
    pub(crate) fn safe_against(&self, seat: Seat) -> KindSet {
        let own = self.opponents().find(|opponent| opponent.seat == seat);
        let is_safe = |kind: &Kind| own.is_none_or(|opponent| opponent.wins_on[kind.index()] == 0.0);
        Kind::of_hand().filter(is_safe).collect()
    }

    /// The expected loss of a discard, given what a loss of points to a seat costs.
    pub(crate) fn cost(&self, kind: Kind, loss: impl Fn(Seat, f32) -> f32) -> f32 {
        self.opponents()
            .map(|opponent| opponent.chance(kind) * loss(opponent.seat, opponent.price))
            .sum()
    }
}

impl Opponent {
    /// The chance that this opponent wins on a kind.
    pub(crate) fn chance(&self, kind: Kind) -> f32 {
        self.tenpai * self.wins_on[kind.index()]
    }

    /// Every kind that may win.
    fn waits(&self) -> KindSet {
        Kind::of_hand()
            .filter(|kind| self.wins_on[kind.index()] > 0.0)
            .collect()
    }

    fn of(knows: &Knowledge, sight: &Sight<'_>, seat: Seat, dora: &Counts) -> Opponent {
        let side = &sight.view.seats[seat];
        let riichi = side.riichi.is_some();
        let (wins_on, shown) = match &side.shown {
            Some(tiles) if riichi => {
                let mut counts = [0; HAND_KINDS];
                for tile in tiles {
                    counts[tile.kind().index().min(HAND_KINDS - 1)] += 1;
                }
                let waits = knows.calculator.waits(&counts);
                (
                    std::array::from_fn(|kind| f32::from(u8::from(waits.has(Kind::at(kind))))),
                    true,
                )
            }
            _ => (wait_chances(knows, sight, seat, dora), false),
        };
        let open = side.melds.iter().filter(|meld| meld.kind.is_open()).count();
        let tenpai = if riichi {
            1.0
        } else {
            tenpai_chance(knows, sight, seat, open)
        };
        let seen_dora: u8 = side
            .melds
            .iter()
            .flat_map(|meld| &meld.tiles)
            .map(|tile| dora[tile.kind().index().min(HAND_KINDS - 1)] + u8::from(tile.is_red()))
            .sum();
        let usual = if open > 0 { knows.usual.open } else { knows.usual.closed };
        let received = usual * 1.5f32.powi(i32::from(seen_dora.min(5)));
        let received = if sight.view.standing.dealer == seat {
            received * knows.usual.dealer
        } else {
            received
        };
        // Dealing into a hand that everybody sees may cost the highest price of the rulebook.
        let received = if shown {
            received.max(knows.usual.open_riichi)
        } else {
            received
        };
        let fear = match (shown, knows.riichi) {
            (true, _) => 1.0,
            (false, true) => DECLARED,
            (false, false) => UNDECLARED,
        };
        Opponent {
            seat,
            tenpai,
            wins_on,
            price: discarder_pays(sight.view.rules(), received) * fear,
            shown,
        }
    }
}

/// The chance that an opponent without riichi is in tenpai, by melds and discards.
fn tenpai_chance(knows: &Knowledge, sight: &Sight<'_>, seat: Seat, open: usize) -> f32 {
    let discards = sight
        .view
        .discards
        .iter()
        .filter(|discard| discard.seat == seat)
        .count() as f32;
    let chance = match open {
        // Without riichi a tenpai hand gives no sign.
        0 if !knows.riichi => (discards - 4.0) * 0.06,
        0 => (discards - 6.0) * 0.008,
        1 => discards * 0.022 - 0.05,
        2 => discards * 0.036 + 0.02,
        3 => discards * 0.045 + 0.22,
        _ => 1.0,
    };
    // Where nobody has to declare anything, open hands win more often as well.
    let chance = if open > 0 && !knows.riichi {
        1.5 * chance
    } else {
        chance
    };
    chance.clamp(0.0, 0.95)
}

/// How much each kind may still be waited for, from 0 to 1.
fn openness(sight: &Sight<'_>, seat: Seat) -> [f32; HAND_KINDS] {
    let furiten = &sight.view.rules().settings.furiten;
    let mut open = [1.0f32; HAND_KINDS];
    let in_riichi = sight.view.seats[seat].riichi.is_some();
    let last_own = sight.view.discards.iter().rposition(|discard| discard.seat == seat);
    let declared = sight
        .view
        .discards
        .iter()
        .position(|discard| discard.seat == seat && discard.riichi);
    for (place, discard) in sight.view.discards.iter().enumerate() {
        let Some(open) = open.get_mut(discard.tile.kind().index()) else {
            continue;
        };
        let rest: f32 = if discard.seat == seat {
            if furiten.own_discards { 0.0 } else { THROWN }
        } else if in_riichi && declared.is_some_and(|declared| place > declared) {
            if furiten.passing_in_riichi { 0.0 } else { PASSED }
        } else if last_own.is_none_or(|last| place > last) {
            PASSED
        } else {
            1.0
        };
        *open = open.min(rest);
    }
    open
}

/// The chance that an opponent in tenpai waits for each kind.
fn wait_chances(knows: &Knowledge, sight: &Sight<'_>, seat: Seat, dora: &Counts) -> [f32; HAND_KINDS] {
    let open = openness(sight, seat);
    let unseen: [f32; HAND_KINDS] = std::array::from_fn(|kind| f32::from(sight.unseen[kind]));
    let mut weights = [0.0f32; HAND_KINDS];
    let mut total = 0.0;
    let mut add = |weights: &mut [f32; HAND_KINDS], weight: f32, waits: &[usize]| {
        let possible = waits
            .iter()
            .map(|&wait| open[wait])
            .fold(weight, |weight, open| weight * open);
        total += possible;
        waits.iter().for_each(|&wait| weights[wait] += possible);
    };
    for suit in 0..3 {
        if knows.without_sequences[suit] {
            continue;
        }
        for low in 0..8 {
            let (a, b) = (9 * suit + low, 9 * suit + low + 1);
            let ways = unseen[a] * unseen[b];
            match low {
                0 => add(&mut weights, EDGE * ways, &[a + 2]),
                7 => add(&mut weights, EDGE * ways, &[a - 1]),
                _ => add(&mut weights, TWO_SIDED * ways, &[a - 1, a + 2]),
            }
            if low < 7 {
                add(&mut weights, CLOSED * unseen[a] * unseen[a + 2], &[a + 1]);
            }
        }
    }
    for (kind, &one) in unseen.iter().enumerate() {
        let two = one * (one - 1.0) / 2.0;
        // A wait needs a further copy, which is the one that would be discarded.
        add(&mut weights, SINGLE * one + PAIRS * two.max(0.0), &[kind]);
    }
    let total = total.max(1.0);
    std::array::from_fn(|kind| (weights[kind] / total * if dora[kind] > 0 { 1.3 } else { 1.0 }).min(1.0))
}

/// Kinds that an indicator points at, with the number of indicators.
pub(crate) fn dora_of(sight: &Sight<'_>) -> Counts {
    let settings = &sight.view.rules().settings;
    let mut dora = [0; HAND_KINDS];
    for indicator in &sight.view.indicators {
        if let Some(dora) = dora.get_mut(pointed_at(settings, indicator.kind()).index()) {
            *dora += 1;
        }
    }
    dora
}

/// Whether a hand has called nothing.
pub(crate) fn is_closed(melds: &[jantaku_rules::Meld]) -> bool {
    melds.iter().all(|meld| meld.kind == MeldKind::Ankan)
}
