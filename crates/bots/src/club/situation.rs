//! One decision: what the seat sees, and everything that follows from it alone.

use super::chance::Chances;
use super::danger::{Danger, dora_of};
use super::knowledge::Knowledge;
use super::purse::Purse;
use super::worth::Scorer;
use crate::sight::{Counts, Sight};
use jantaku_rules::kind_set::KindSet;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::{HAND_KINDS, Kind};

/// From this chance of tenpai on, an opponent is somebody to be careful of.
pub(crate) const THREAT: f32 = 0.3;

pub(crate) struct Situation<'a> {
    pub(crate) knows: &'a Knowledge,
    pub(crate) sight: &'a Sight<'a>,
    pub(crate) purse: &'a Purse,
    pub(crate) scorer: Scorer<'a>,
    pub(crate) danger: Danger,
    pub(crate) chances: Chances,
    /// Dora and special tiles by kind, which completed hands prefer.
    pub(crate) liked: Counts,
    pub(crate) dora: Counts,
    /// Kinds that the seat has discarded.
    pub(crate) thrown: KindSet,
    /// Whether riichi can be declared once the hand is tenpai.
    pub(crate) may_riichi: bool,
    /// The expected cost of discarding a random tile.
    pub(crate) risk: f32,
}

impl<'a> Situation<'a> {
    pub(crate) fn new(knows: &'a Knowledge, sight: &'a Sight<'a>, purse: &'a Purse) -> Situation<'a> {
        let view = sight.view;
        let rules = view.rules();
        let dora = dora_of(sight);
        let danger = Danger::of(knows, sight, &dora);
        let mut special = [None; HAND_KINDS];
        let mut liked = dora;
        for tile in sight.own().hand.iter().flatten() {
            if (tile.is_red() || tile.is_pocchi())
                && let Some(place) = special.get_mut(tile.kind().index())
            {
                *place = Some(*tile);
                liked[tile.kind().index()] += 1;
            }
        }
        let scorer = Scorer {
            rules,
            plain: &knows.plain,
            special,
            aside: sight.own().aside.clone(),
            indicators: view.indicators.clone(),
            seat: sight.wind(),
            round: view.standing.round,
        };
        let seats = view.seats.len();
        let unseen: f32 = sight.unseen.iter().map(|&n| f32::from(n)).sum();
        let played = view.discards.len() as f32 / seats as f32;
        let threats = danger.opponents().map(|opponent| opponent.tenpai).sum();
        let chances = Chances::new(
            view.wall_left().div_ceil(seats),
            unseen,
            seats as f32 - 1.0,
            played,
            threats,
        );
        let settings = &rules.settings.riichi;
        let thrown = view.discards.iter().filter(|discard| discard.seat == sight.seat);
        let mut situation = Situation {
            knows,
            sight,
            purse,
            scorer,
            chances,
            liked,
            dora,
            thrown: thrown.map(|discard| discard.tile.kind()).collect(),
            may_riichi: settings.played
                && view.wall_left() >= usize::from(settings.tiles_left)
                && (!settings.needs_points || view.points[sight.seat].0 >= settings.stick),
            danger,
            risk: 0.0,
        };
        let random = Kind::of_hand().map(|kind| f32::from(sight.unseen[kind.index()]) * situation.cost(kind));
        situation.risk = random.sum::<f32>() / unseen.max(1.0);
        situation
    }

    /// The expected cost of discarding a kind, in the final currency.
    pub(crate) fn cost(&self, kind: Kind) -> f32 {
        self.danger
            .cost(kind, |seat: Seat, points| self.purse.loss(seat, points))
    }

    pub(crate) fn is_threatened(&self) -> bool {
        self.danger.threat() > THREAT
    }

    /// Unseen tiles of these kinds.
    pub(crate) fn width(&self, kinds: KindSet) -> f32 {
        kinds
            .iter()
            .map(|kind| f32::from(self.sight.unseen[kind.index()]))
            .sum()
    }
}
