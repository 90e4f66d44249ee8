//! The bot's own turn: what to discard, whether to declare riichi, kans and tiles set aside.

use super::outlook::Aims;
use super::situation::Situation;
use super::target::{SETS, Shape, Way};
use crate::sight::Counts;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::win::{Meld, MeldKind, Melds};
use jantaku_table::Action;
use jantaku_table::prompt::Prompt;

/// Discards that a hand on its way still has to make against a threat.
const ON_THE_WAY: f32 = 1.4;
/// How much of its promise a hand loses with the most useful loose tile.
pub(crate) const KEPT: f32 = 0.1;
/// At this many tiles missing, nine terminals and honours are a better start anew.
const HOPELESS: u8 = 5;
/// A hand that lacks more tiles makes no kan: the new indicator is more likely to serve somebody else.
const NEAR: u8 = 2;

/// A discard and what it promises.
pub(crate) struct Candidate {
    pub(crate) action: Action,
    pub(crate) value: f32,
}

impl Situation<'_> {
    pub(crate) fn turn(&self, prompt: &Prompt) -> Action {
        let own = self.sight.own();
        let first = prompt.legal.first().copied().unwrap_or(Action::Pass);
        if own.riichi.is_some() {
            return self.locked(prompt).unwrap_or(first);
        }
        let aims = self.aims(&self.sight.counts, &own.melds);
        if prompt.legal.contains(&Action::NineTerminals) && self.is_hopeless() {
            return Action::NineTerminals;
        }
        let best = self.best_discard(prompt, &aims);
        let promised = best.as_ref().map_or(0.0, |best| best.value);
        if let Some(action) = self.kan_or_kita(prompt, promised) {
            return action;
        }
        best.map_or(first, |best| best.action)
    }

    /// In riichi only kans and norths are left to decide.
    fn locked(&self, prompt: &Prompt) -> Option<Action> {
        let kan = |action: &&Action| matches!(action, Action::Kita | Action::Ankan(_));
        prompt.legal.iter().find(kan).copied()
    }

    fn is_hopeless(&self) -> bool {
        let missing = |shape| {
            let known = self
                .knows
                .targets
                .iter()
                .find(|known| known.target.shape == shape && known.target.blocks.is_empty());
            known
                .and_then(|known| Way::of(&self.knows.calculator, &known.target, &self.sight.counts, &[]))
                .map_or(u8::MAX, |way| way.missing)
        };
        missing(Shape::Sets) >= HOPELESS && missing(Shape::Orphans) >= HOPELESS
    }

    fn best_discard(&self, prompt: &Prompt, aims: &Aims<'_>) -> Option<Candidate> {
        let mut best: Option<Candidate> = None;
        self.each_discard(prompt, aims, |candidate| {
            if best.as_ref().is_none_or(|best| candidate.value > best.value) {
                best = Some(candidate);
            }
        });
        best
    }

    /// Weighs every discard that comes into question.
    pub(crate) fn each_discard(&self, prompt: &Prompt, aims: &Aims<'_>, mut tell: impl FnMut(Candidate)) {
        let melds = &self.sight.own().melds;
        let is_shown = |action: &Action| match *action {
            Action::Discard { tile, .. } | Action::Riichi { tile, .. } => self.danger.shown.has(tile.kind()),
            _ => true,
        };
        // Nobody has to discard into a hand that lies open while another tile is left.
        let has_choice = !prompt.legal.iter().all(is_shown);
        let mut last: Option<(Tile, Weighed)> = None;
        for &action in &prompt.legal {
            let (tile, declared) = match action {
                Action::Discard { tile, .. } => (tile, None),
                Action::Riichi { tile, open, .. } => (tile, Some(open)),
                _ => continue,
            };
            if has_choice && is_shown(&action) {
                continue;
            }
            let weighed = match last {
                Some((same, weighed)) if same == tile => weighed,
                _ => self.weigh_discard(aims, &self.sight.counts, melds, tile),
            };
            last = Some((tile, weighed));
            let mut value = match declared {
                None => weighed.quiet,
                Some(false) => weighed.riichi,
                Some(true) => weighed.open_riichi,
            };
            // Of equal tiles the drawn one goes: it tells nobody anything.
            if matches!(action, Action::Discard { drawn: true, .. }) {
                value += value.abs() * 1e-4;
            }
            tell(Candidate { action, value });
        }
    }

    /// What the hand after a discard promises, less what the discard may cost.
    pub(crate) fn weigh_discard(&self, aims: &Aims<'_>, counts: &Counts, melds: &[Meld], tile: Tile) -> Weighed {
        let kind = tile.kind();
        let mut left = *counts;
        left[kind.index()] = left[kind.index()].saturating_sub(1);
        let cost = self.cost(kind);
        let passes = 1.0 - self.danger.chance(kind);
        if let Some(tenpai) = self.tenpai(&left, melds) {
            let less = 1.0 - 0.01 * self.kept(tile);
            // A tenpai hand may still fold.
            let quiet = tenpai.quiet.max(0.0) * less + 0.02 * self.expects(aims, &left, melds, None);
            return Weighed {
                quiet: quiet * passes - cost,
                riichi: tenpai.riichi * less * passes - cost,
                open_riichi: tenpai.open_riichi * less * passes - cost,
            };
        }
        let expected = self.expects(aims, &left, melds, self.given_up(tile)) * (1.0 - KEPT * self.kept(tile));
        Weighed {
            quiet: self.on_the_way(expected) * passes - cost,
            riichi: f32::MIN,
            open_riichi: f32::MIN,
        }
    }

    /// What a hand that is not tenpai is worth: it may be given up, and still meets some danger if it is not.
    pub(crate) fn on_the_way(&self, expected: f32) -> f32 {
        (expected - self.risk * ON_THE_WAY).max(0.0) + 0.03 * expected
    }

    /// What a discard takes from the hand beside its tiles: what a loose tile may become.
    pub(crate) fn kept(&self, tile: Tile) -> f32 {
        let gives_special = tile.is_red() || tile.is_pocchi();
        self.worth_keeping(tile.kind()) + if gives_special { 0.6 } else { 0.0 }
    }

    /// The kind of a tile that is worth more than others of the hand.
    pub(crate) fn given_up(&self, tile: Tile) -> Option<Kind> {
        let is_special = tile.is_red() || tile.is_pocchi() || self.dora[tile.kind().index()] > 0;
        is_special.then_some(tile.kind())
    }

    /// How useful a loose tile may become, from 0 to about 1.
    fn worth_keeping(&self, kind: Kind) -> f32 {
        let unseen = |kind: usize| f32::from(self.sight.unseen[kind]);
        let index = kind.index();
        let mut near = 0.7 * unseen(index);
        if kind.is_suited() {
            let number = usize::from(kind.number());
            for (step, weight) in [(1, 1.0), (2, 0.5)] {
                if number > step {
                    near += weight * unseen(index - step);
                }
                if number + step <= 9 {
                    near += weight * unseen(index + step);
                }
            }
        }
        let honour = if kind.is_honour() { self.honour_worth(kind) } else { 0.0 };
        near / 14.0 + honour + 0.4 * f32::from(self.dora[index])
    }

    /// A lone honour is a value triplet to be while the hand is young, and a safe discard when it is old.
    fn honour_worth(&self, kind: Kind) -> f32 {
        const SAFE: [f32; 5] = [1.0, 0.95, 0.85, 0.6, 0.3];
        let view = self.sight.view;
        let age = (view.discards.len() as f32 / view.seats.len() as f32 / 8.0).min(1.0);
        let unseen = self.sight.unseen[kind.index()].min(4);
        let is_value = self
            .knows
            .prospects
            .is_value(kind, view.standing.round, self.sight.wind());
        let value = if is_value { 0.15 * f32::from(unseen) } else { 0.0 };
        age * SAFE[usize::from(unseen)] + value * (1.0 - 0.5 * age)
    }

    /// A kan or kita that serves the hand.
    fn kan_or_kita(&self, prompt: &Prompt, promised: f32) -> Option<Action> {
        prompt.legal.iter().copied().find(|&action| {
            let Some((left, melds)) = self.after_kan(action) else {
                return false;
            };
            let after = self.promise(&left, &melds);
            match action {
                Action::Kita => after >= 0.75 * promised,
                // A new indicator helps whoever is ahead, and shows one tile less that is safe.
                _ => !self.is_threatened() && self.is_near(&left, &melds) && after > 0.0 && after >= promised,
            }
        })
    }

    /// The concealed tiles and melds after a kan or kita; `None` for other actions.
    pub(super) fn after_kan(&self, action: Action) -> Option<(Counts, Melds)> {
        let mut melds: Melds = self.sight.own().melds.clone();
        let mut left = self.sight.counts;
        let mut take = |kind: Kind, copies: u8| {
            let held = &mut left[kind.index()];
            *held = held.saturating_sub(copies);
        };
        match action {
            Action::Kita => take(Kind::NORTH, 1),
            Action::Ankan(kind) => {
                take(kind, 4);
                let kan = Meld {
                    kind: MeldKind::Ankan,
                    tiles: [Tile::plain(kind); 4].into(),
                    from: None,
                };
                melds.try_push(kan).ok()?;
            }
            Action::Kakan(kind) => {
                take(kind, 1);
                let is_its_pon = |meld: &&mut Meld| meld.kind == MeldKind::Pon && meld.tiles[0].kind() == kind;
                let pon = melds.iter_mut().find(is_its_pon)?;
                pon.kind = MeldKind::Kakan;
                pon.tiles.try_push(Tile::plain(kind)).ok()?;
            }
            _ => return None,
        }
        Some((left, melds))
    }

    /// What a hand between draws promises.
    pub(super) fn promise(&self, counts: &Counts, melds: &[Meld]) -> f32 {
        match self.tenpai(counts, melds) {
            Some(tenpai) => tenpai.quiet.max(tenpai.riichi),
            None => self.expects(&self.aims(counts, melds), counts, melds, None),
        }
    }

    /// Whether a hand lacks two tiles at most.
    fn is_near(&self, counts: &Counts, melds: &[Meld]) -> bool {
        let sets = SETS - melds.len().min(SETS);
        self.knows.calculator.track(counts).missing_for(sets) <= NEAR
    }
}

/// What a discard promises, by how it is made.
#[derive(Clone, Copy)]
pub(crate) struct Weighed {
    pub(crate) quiet: f32,
    pub(crate) riichi: f32,
    pub(crate) open_riichi: f32,
}
