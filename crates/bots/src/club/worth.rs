//! What a finished hand would pay by the rulebook's own scorer.

use crate::sight::Counts;
use jantaku_rules::rulebook::choices::DiscardPays;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::{Score, score};
use jantaku_rules::seat::Wind;
use jantaku_rules::tile::{HAND_KINDS, Kind, Tile};
use jantaku_rules::win::{AsideTiles, By, Indicators, Meld, Riichi, Tiles, Win};

/// Points and chips.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Pay {
    pub(crate) points: f32,
    pub(crate) chips: f32,
}

impl Pay {
    pub(crate) fn in_points(self, chip: f32) -> f32 {
        self.points + self.chips * chip
    }
}

/// The circumstances under which a seat would win.
pub(crate) struct Scorer<'a> {
    pub(crate) rules: &'a Rules,
    /// The tile of each kind as the box has it.
    pub(crate) plain: &'a [Tile; HAND_KINDS],
    /// A red tile or pocchi in the hand, by kind.
    pub(crate) special: [Option<Tile>; HAND_KINDS],
    pub(crate) aside: AsideTiles,
    pub(crate) indicators: Indicators,
    pub(crate) seat: Wind,
    pub(crate) round: Wind,
}

impl Scorer<'_> {
    /// What a win pays, or `None` if the hand may not win like this.
    pub(crate) fn pay(&self, counts: &Counts, last: Kind, melds: &[Meld], riichi: Riichi, by: By) -> Option<Pay> {
        let win = self.win(counts, last, melds, riichi, by)?;
        let score = score(self.rules, &win).ok()?;
        Some(self.pay_of(&score, &win))
    }

    /// The same with tiles beneath the indicators.
    pub(crate) fn pay_with_ura(&self, counts: &Counts, last: Kind, melds: &[Meld], ura: Tile) -> Option<Pay> {
        let mut win = self.win(counts, last, melds, Riichi::Riichi, By::Ron)?;
        win.ura.push(ura);
        let score = score(self.rules, &win).ok()?;
        Some(self.pay_of(&score, &win))
    }

    fn win(&self, counts: &Counts, last: Kind, melds: &[Meld], riichi: Riichi, by: By) -> Option<Win> {
        let mut hand = Tiles::new();
        let mut last_is_out = false;
        for (kind, &held) in counts.iter().enumerate() {
            let mut held = held;
            if kind == last.index() && held > 0 {
                last_is_out = true;
                held -= 1;
            }
            for copy in 0..held {
                let special = self.special[kind].filter(|_| copy == 0);
                hand.try_push(special.unwrap_or(self.plain[kind])).ok()?;
            }
        }
        if !last_is_out {
            return None;
        }
        let from = if by.is_tsumo() {
            self.seat
        } else if self.seat == Wind::West {
            Wind::South
        } else {
            Wind::West
        };
        let win = Win::ron(hand, self.plain[last.index()])
            .seated(self.seat)
            .in_round(self.round)
            .with_riichi(riichi)
            .with_aside(self.aside.clone())
            .with_dora(self.indicators.clone(), Indicators::new())
            .with_melds(melds.iter().cloned());
        Some(Win { by, from, ..win })
    }

    fn pay_of(&self, score: &Score, win: &Win) -> Pay {
        let settings = &self.rules.settings;
        let payers = settings.tiles.seats.saturating_sub(1);
        let points = score.total.0 as f32;
        let points = if win.by.is_tsumo() {
            points
        } else {
            match settings.payment.discard {
                DiscardPays::Discarder => points,
                DiscardPays::EachOpponent | DiscardPays::Responsible => points * f32::from(payers),
            }
        };
        let chips = &settings.chips;
        let yakuman = match (score.value.yakuman(), chips.each_yakuman) {
            (0, _) => 0,
            (n, true) => n,
            (_, false) => 1,
        };
        let for_yakuman = if win.by.is_tsumo() {
            u16::from(chips.yakuman_tsumo) * u16::from(payers)
        } else {
            u16::from(chips.yakuman_ron)
        };
        Pay {
            points,
            chips: f32::from(u16::from(yakuman) * for_yakuman),
        }
    }
}

/// What the discarder pays of a win that brings its winner this much.
pub(crate) fn discarder_pays(rules: &Rules, received: f32) -> f32 {
    let payment = &rules.settings.payment;
    let payers = (rules.seats() as f32 - 1.0).max(1.0);
    let value = received / payers;
    let shared = payment.shared_up_to as f32;
    match payment.discard {
        DiscardPays::Discarder => received,
        DiscardPays::EachOpponent => value,
        DiscardPays::Responsible if value <= shared => value,
        DiscardPays::Responsible => received - shared * (payers - 1.0),
    }
}
