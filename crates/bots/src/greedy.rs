//! A sensible opponent under any rulebook: plays for the fastest hand that can win, and folds if that is far away.

mod call;
mod danger;
mod goal;
pub(crate) mod prospects;

use crate::bot::Bot;
use crate::sight::{Counts, Sight};
use arrayvec::ArrayVec;
use danger::{Threats, worth_keeping};
use goal::{Goal, Outlook, outlook};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::shanten::Calculator;
use jantaku_rules::tile::{Kind, Suit, Tile};
use jantaku_rules::win::{Meld, MeldKind};
use jantaku_table::Action;
use jantaku_table::prompt::Prompt;
use jantaku_table::table::calculator;
use jantaku_table::view::View;
use prospects::Prospects;

/// At this shanten and above, the bot folds against a riichi.
const FAR: i8 = 2;
/// At one shanten, the bot still discards tiles up to this danger.
const BEARABLE: u16 = 5;

#[derive(Default)]
pub struct Greedy {
    knows: Option<Knowledge>,
}

/// What the bot knows of a rulebook.
struct Knowledge {
    rulebook: [u8; 32],
    prospects: Prospects,
    calculator: Calculator,
}

impl Bot for Greedy {
    fn choose(&mut self, view: &View, prompt: &Prompt) -> Action {
        let knows = self.knowledge(view.rules());
        let Some(sight) = Sight::of(view) else {
            return prompt.legal.first().copied().unwrap_or(Action::Pass);
        };
        let legal = &prompt.legal;
        let win = legal
            .iter()
            .find(|action| matches!(action, Action::Tsumo | Action::Ron | Action::Nagashi | Action::Tenpai));
        if let Some(&win) = win {
            return win;
        }
        if legal.contains(&Action::EndGame) {
            return knows.end_of_game(&sight);
        }
        if legal.contains(&Action::Pass) {
            return knows.claim(&sight, legal);
        }
        knows.turn(&sight, prompt)
    }

    fn wants_feed(&self) -> bool {
        false
    }
}

impl Greedy {
    fn knowledge(&mut self, rules: &Rules) -> &Knowledge {
        let known = self.knows.take().filter(|knows| knows.rulebook == rules.hash);
        self.knows.insert(known.unwrap_or_else(|| Knowledge {
            rulebook: rules.hash,
            prospects: Prospects::of(rules),
            calculator: calculator(rules),
        }))
    }
}

/// A discard and the hand after it.
struct Candidate {
    action: Action,
    kind: Kind,
    left: Outlook,
    danger: u16,
    worth: u16,
}

impl Knowledge {
    fn turn(&self, sight: &Sight<'_>, prompt: &Prompt) -> Action {
        let candidates = self.candidates(sight, prompt);
        let best = candidates
            .iter()
            .map(|candidate| candidate.left)
            .max()
            .unwrap_or(Outlook::HOPELESS);
        if prompt.legal.contains(&Action::NineTerminals) && best.shanten() >= 4 {
            return Action::NineTerminals;
        }
        if let Some(kan) = self.kan_or_kita(sight, &prompt.legal, best) {
            return kan;
        }
        if let Some(riichi) = riichi(prompt) {
            return riichi;
        }
        let threatened = Threats::of(sight).any();
        let gives_way = threatened && best.shanten() >= FAR;
        let careful = threatened && best.shanten() == FAR - 1;
        let chosen = if gives_way {
            candidates.iter().min_by_key(|c| (c.danger, std::cmp::Reverse(c.left)))
        } else {
            let bearable = |c: &&Candidate| !careful || c.danger <= BEARABLE;
            let forward = candidates
                .iter()
                .filter(bearable)
                .max_by_key(|c| (c.left, std::cmp::Reverse(c.worth)));
            forward.or_else(|| candidates.iter().min_by_key(|c| c.danger))
        };
        let first = prompt.legal.first().copied().unwrap_or(Action::Pass);
        chosen.map_or(first, |candidate| candidate.action)
    }

    /// All discards. Of equal tiles the drawn one comes last, so that it is preferred.
    fn candidates(&self, sight: &Sight<'_>, prompt: &Prompt) -> Vec<Candidate> {
        let melds = &sight.own().melds;
        let threats = Threats::of(sight);
        let mut candidates: Vec<Candidate> = Vec::with_capacity(prompt.legal.len());
        for &action in &prompt.legal {
            let Action::Discard { tile, .. } = action else {
                continue;
            };
            let kind = tile.kind();
            let again = candidates.iter().find(|other| other.kind == kind);
            let left = again.map_or_else(
                || self.after_discard(sight, melds, &sight.counts, tile, prompt),
                |other| other.left,
            );
            candidates.push(Candidate {
                action,
                kind,
                left,
                danger: threats.danger(sight, kind),
                worth: worth_keeping(sight, tile),
            });
        }
        candidates
    }

    fn after_discard(
        &self,
        sight: &Sight<'_>,
        melds: &[Meld],
        counts: &Counts,
        tile: Tile,
        prompt: &Prompt,
    ) -> Outlook {
        let mut counts = *counts;
        counts[tile.kind().index()] = counts[tile.kind().index()].saturating_sub(1);
        // An open hand should not aim for a tenpai without a yaku.
        let after = prompt.after.iter().find(|after| after.tile == tile);
        if !sight.is_closed() && after.is_some_and(|after| after.waits.iter().all(|wait| wait.no_yaku)) {
            return Outlook::HOPELESS;
        }
        self.outlook(sight, melds, &counts)
    }

    /// The best outlook over all goals of a hand with these melds.
    fn outlook(&self, sight: &Sight<'_>, melds: &[Meld], counts: &Counts) -> Outlook {
        let goals = self.goals(sight, melds, counts);
        let outlooks = goals
            .iter()
            .map(|&goal| outlook(&self.calculator, goal, counts, &sight.unseen));
        outlooks.max().unwrap_or(Outlook::HOPELESS)
    }

    fn goals(&self, sight: &Sight<'_>, melds: &[Meld], counts: &Counts) -> ArrayVec<Goal, 12> {
        let mut goals = ArrayVec::new();
        let closed = melds.iter().all(|meld| meld.kind == MeldKind::Ankan);
        let is_value = |kind: Kind| self.prospects.is_value(kind, sight.view.standing.round, sight.wind());
        let value: ArrayVec<Kind, 7> = Kind::of_hand()
            .filter(|&kind| kind.is_honour() && is_value(kind))
            .collect();
        let has_value = value
            .iter()
            .any(|&kind| counts[kind.index()] >= 3 || melds.iter().any(|meld| is_of(meld, kind)));
        if closed && self.prospects.closed || self.prospects.any || has_value {
            goals.push(Goal::Free);
            return goals;
        }
        let pairs = value
            .iter()
            .filter(|kind| counts[kind.index()] == 2 && sight.unseen[kind.index()] > 0);
        goals.extend(pairs.map(|&kind| Goal::Value(kind)));
        let all = |asked: fn(Kind) -> bool| melds.iter().flat_map(|meld| &meld.tiles).all(|tile| asked(tile.kind()));
        if self.prospects.simples && all(|kind| !kind.is_outside()) {
            goals.push(Goal::Simples);
        }
        let of_suit = |suit: Suit| {
            let tiles = melds.iter().flat_map(|meld| &meld.tiles);
            tiles
                .into_iter()
                .all(|tile| tile.kind().is_honour() || tile.kind().suit() == suit)
        };
        let suits = [Suit::Man, Suit::Pin, Suit::Sou];
        if self.prospects.one_suit {
            goals.extend(suits.into_iter().filter(|&suit| of_suit(suit)).map(Goal::OneSuit));
        }
        if self.prospects.triplets && melds.iter().all(|meld| meld.kind != MeldKind::Chii) {
            goals.push(Goal::Triplets);
        }
        goals
    }

    /// A kan or kita that costs no shanten.
    fn kan_or_kita(&self, sight: &Sight<'_>, legal: &[Action], best: Outlook) -> Option<Action> {
        let fixed = sight.own().riichi.is_some();
        legal.iter().copied().find(|&action| {
            let (kind, copies) = match action {
                Action::Ankan(kind) => (kind, 4),
                Action::Kakan(kind) => (kind, 1),
                Action::Kita => (Kind::NORTH, 1),
                _ => return false,
            };
            if fixed {
                return true;
            }
            let mut melds = sight.own().melds.clone();
            if copies == 4 {
                melds.push(Meld {
                    kind: MeldKind::Ankan,
                    tiles: [Tile::plain(kind); 4].into(),
                    from: None,
                });
            }
            let mut counts = sight.counts;
            counts[kind.index()] = counts[kind.index()].saturating_sub(copies);
            let calm = action == Action::Kita || !Threats::of(sight).any();
            calm && self.outlook(sight, &melds, &counts).shanten() <= best.shanten()
        })
    }

    /// A leading dealer ends the game.
    fn end_of_game(&self, sight: &Sight<'_>) -> Action {
        let own = sight.view.points[sight.seat];
        if sight.view.points.iter().all(|&points| points <= own) {
            Action::EndGame
        } else {
            Action::PlayOn
        }
    }
}

/// Riichi with the widest wait that has tiles left; open riichi only if no other is allowed.
fn riichi(prompt: &Prompt) -> Option<Action> {
    let waits = |tile: Tile| {
        let after = prompt.after.iter().find(|after| after.tile == tile)?;
        let unseen: u16 = after.waits.iter().map(|wait| u16::from(wait.unseen)).sum();
        // In furiten only tsumo can win.
        Some(if after.furiten { unseen / 2 } else { unseen })
    };
    let widest = prompt.legal.iter().filter_map(|&action| match action {
        Action::Riichi { tile, open, .. } => Some((waits(tile)?, !open, action)),
        _ => None,
    });
    let (width, _, action) = widest.max_by_key(|&(width, closed, _)| (width, closed))?;
    (width > 0).then_some(action)
}

/// Whether it is a triplet or kan of this kind.
fn is_of(meld: &Meld, kind: Kind) -> bool {
    meld.kind != MeldKind::Chii && meld.tiles.first().is_some_and(|tile| tile.kind() == kind)
}
