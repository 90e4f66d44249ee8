//! A hand scored, settled and explained under one rulebook.

use jantaku_rules::explain::{Explanation, explain, not_played};
use jantaku_rules::rulebook::resolved::Resolved;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::{NotAWin, Score, score};
use jantaku_rules::seat::BySeat;
use jantaku_rules::sheet::{ScoreSheet, worth};
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::transfer::{Stake, Transfers, chips_moved, points_moved};
use jantaku_rules::win::Win;
use jantaku_wire::score_json::Claim;
use jantaku_wire::score_json::request::{Request, RequestError};

#[derive(Debug)]
pub(super) struct Scored {
    pub(super) rules: Rules,
    pub(super) resolved: Resolved,
    /// The sheet, or why the hand is impossible.
    pub(super) sheet: Result<Sheet, RequestError>,
}

#[derive(Debug)]
pub(super) struct Sheet {
    pub(super) claim: Claim,
    pub(super) explanation: Explanation,
    /// Empty if the hand does not win.
    pub(super) transfers: Transfers,
    pub(super) lines: ScoreSheet,
}

impl Scored {
    pub(super) fn new(rules: Rules, resolved: Resolved, request: &Request) -> Scored {
        let sheet = Claim::of(&rules, request).map(|claim| {
            let explanation = explain(&rules, &claim.win);
            let transfers = match &explanation.outcome {
                Ok(score) => claim.transfers(&rules, score),
                Err(_) => Transfers::new(),
            };
            let lines = match &explanation.outcome {
                Ok(score) => claim.sheet(&rules, score, &transfers),
                Err(_) => ScoreSheet::of_refusal(&rules, &explanation),
            };
            Sheet {
                claim,
                explanation,
                transfers,
                lines,
            }
        });
        Scored { rules, resolved, sheet }
    }

    pub(super) fn is_refused(&self) -> bool {
        self.sheet.is_err()
    }

    /// `haneman`, `3 han 40 fu`
    pub(super) fn worth(&self, score: &Score) -> String {
        worth(&self.rules, &score.value).romaji
    }
}

impl Sheet {
    pub(super) fn balance(&self, rules: &Rules, stake: Stake) -> BySeat<i32> {
        match stake {
            Stake::Points => points_moved(&self.transfers, rules.seats()).map(|points| points.0),
            Stake::Chips => chips_moved(&self.transfers, rules.seats()).map(|chips| chips.0),
        }
    }

    /// Name and clause of yaku that the hand would have if the rulebook did not leave them out.
    pub(super) fn left_out<'a>(&self, resolved: &'a Resolved) -> Vec<(&'a str, &'a str)> {
        let list = not_played(resolved, &self.explanation.facts);
        list.into_iter()
            .map(|yaku| {
                let name = if yaku.names.en.is_empty() {
                    &yaku.id
                } else {
                    &yaku.names.en
                };
                (
                    name.as_str(),
                    resolved
                        .clause(yaku.because())
                        .map_or("-", |clause| clause.clause.id.as_str()),
                )
            })
            .collect()
    }

    /// The winning tiles that would complete the hand.
    pub(super) fn waits(&self, rules: &Rules) -> Vec<Tile> {
        let completes = |kind: &Kind| {
            let win = Win {
                tile: Tile::plain(*kind),
                ..self.claim.win.clone()
            };
            !matches!(score(rules, &win), Err(NotAWin::Incomplete))
        };
        let in_box = Kind::of_hand().filter(|kind| rules.tiles.copies_of(*kind) > 0);
        in_box.filter(completes).map(Tile::plain).collect()
    }
}
