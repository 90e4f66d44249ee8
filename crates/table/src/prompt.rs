//! What a player is asked: the legal actions, and what each would mean.

use crate::action::{Action, Why};
use crate::legal::Actions;
use crate::phase::{Offered, Phase};
use crate::seen::lies_face_down;
use crate::table::Table;
use jantaku_rules::score::score;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::win::{By, Indicators, Riichi, Win};

/// A tile that a hand waits for.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WaitHint {
    pub kind: Kind,
    /// The number of copies that the player cannot see.
    pub unseen: u8,
    /// Whether a ron on it would have no yaku now.
    pub no_yaku: bool,
}

/// What a hand would wait for after a discard.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AfterDiscard {
    pub tile: Tile,
    pub waits: Vec<WaitHint>,
    /// Whether it is the drawn tile that is discarded, where both a drawn and a held one can be.
    pub drawn: bool,
    /// The same waits if this discard declares riichi; empty if it may not.
    pub in_riichi: Vec<WaitHint>,
    /// The riichi that may be declared with it.
    pub riichi: Riichi,
    pub furiten: bool,
}

/// What a player is asked.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prompt {
    pub seat: Seat,
    pub legal: Actions,
    /// One entry for each discard that leaves the hand tenpai.
    pub after: Vec<AfterDiscard>,
    /// What a tenpai hand waits for now.
    pub waits: Vec<WaitHint>,
    pub furiten: bool,
    /// Why the player may not win on a tile that completes the hand.
    pub no_win: Option<Why>,
}

impl Table {
    /// What this player is asked now, or `None` if there is nothing to decide.
    pub fn prompt(&self, seat: Seat) -> Option<Prompt> {
        let legal = self.legal(seat);
        if legal.is_empty() {
            return None;
        }
        Some(Prompt {
            seat,
            after: self.after_discards(seat, &legal),
            waits: self.wait_hints(seat),
            furiten: self.is_furiten(seat),
            no_win: self.missing_win(seat),
            legal,
        })
    }

    /// What a tenpai hand waits for; empty in the player's own turn.
    pub fn wait_hints(&self, seat: Seat) -> Vec<WaitHint> {
        // After a hand nobody waits any longer.
        let is_over = matches!(
            self.phase,
            Phase::BeforeHand | Phase::Settled(_) | Phase::Yame { .. } | Phase::GameOver { .. }
        );
        if is_over || self.turn().is_some_and(|turn| turn.seat == seat) {
            return Vec::new();
        }
        let hints = self.players[seat].possible_waits();
        hints.iter().map(|kind| self.wait_hint(self, seat, kind)).collect()
    }

    /// `after` is the table after the discard. Unseen copies are counted at `self`.
    fn wait_hint(&self, after: &Table, seat: Seat, kind: Kind) -> WaitHint {
        let from = self.after(seat);
        let claim = after.ron_claim(seat, from, Tile::plain(kind), Offered::Discard);
        WaitHint {
            kind,
            unseen: self.unseen(seat, kind),
            no_yaku: score(&self.rules, &claim).is_err(),
        }
    }

    /// The table as it would be right after this discard, with a riichi that it declares.
    pub fn having_discarded(&self, seat: Seat, discard: &AfterDiscard, riichi: Riichi) -> Table {
        let mut then = self.clone();
        then.discard(seat, discard.tile, discard.drawn);
        if riichi.declared() {
            then.players[seat].riichi = riichi;
        }
        then
    }

    /// The wins on a tile that a hand waits for, as far as its player can tell: on a discard, and drawn. The tiles beneath the
    /// indicators are unknown, and so is whether the discarder is in riichi or the tile is the last one.
    pub fn expected_wins(&self, seat: Seat, kind: Kind) -> [Win; 2] {
        let from = self.after(seat);
        let ron = Win {
            ura: Indicators::new(),
            payer_riichi: false,
            ..self.ron_claim(seat, from, Tile::plain(kind), Offered::Discard)
        };
        let tsumo = Win {
            by: By::Tsumo,
            from: ron.seat,
            last_tile: false,
            ..ron.clone()
        };
        [ron, tsumo]
    }

    /// The number of copies of a kind that are neither in the player's hand nor in view. Other players' face-down kans are not in view.
    pub fn unseen(&self, seat: Seat, kind: Kind) -> u8 {
        let is = |tile: &&Tile| tile.kind() == kind;
        let mut seen = self.indicators.iter().filter(is).count();
        seen += self
            .discards
            .iter()
            .filter(|d| !d.called && d.tile.kind() == kind)
            .count();
        for other in self.all_seats() {
            let player = &self.players[other];
            let hand = if other == seat {
                Some(&player.hand)
            } else {
                player.shown.as_ref()
            };
            seen += hand.into_iter().flatten().filter(is).count();
            seen += player.aside.iter().filter(is).count();
            let melds = player
                .melds
                .iter()
                .filter(|meld| other == seat || !lies_face_down(&self.rules, meld.kind));
            seen += melds.flat_map(|meld| &meld.tiles).filter(is).count();
        }
        self.rules.tiles.copies_of(kind).saturating_sub(seen) as u8
    }

    fn after_discards(&self, seat: Seat, legal: &[Action]) -> Vec<AfterDiscard> {
        let player = &self.players[seat];
        if self.turn().is_none() || player.tracker.shanten() > 0 {
            return Vec::new();
        }
        let mut after: Vec<AfterDiscard> = Vec::new();
        for action in legal {
            let Action::Discard { tile, drawn } = *action else {
                continue;
            };
            if after.iter().any(|a| a.tile == tile) {
                continue;
            }
            let mut then = self.clone();
            then.discard(seat, tile, drawn);
            let waits = then.players[seat].possible_waits();
            if !waits.is_empty() {
                let hints = |then: &Table| waits.iter().map(|kind| self.wait_hint(then, seat, kind)).collect();
                let riichi = riichi_with(legal, tile);
                after.push(AfterDiscard {
                    tile,
                    drawn,
                    waits: hints(&then),
                    furiten: then.is_furiten(seat),
                    in_riichi: match riichi {
                        Riichi::None => Vec::new(),
                        riichi => {
                            then.players[seat].riichi = riichi;
                            hints(&then)
                        }
                    },
                    riichi,
                });
            }
        }
        after
    }

    fn missing_win(&self, seat: Seat) -> Option<Why> {
        let refused = match &self.phase {
            Phase::Turn(turn) if turn.seat == seat && turn.drawn.is_some() => self.may_tsumo(seat).err(),
            Phase::Claims(claims) if claims.from != seat && !claims.may[seat].win => {
                self.may_ron(seat, claims.from, claims.tile, claims.offered).err()
            }
            _ => None,
        };
        refused.filter(|why| !matches!(why, Why::NotComplete | Why::NeedsADraw))
    }
}

/// The riichi that may be declared with this tile, preferably closed.
fn riichi_with(legal: &[Action], tile: Tile) -> Riichi {
    let open = legal.iter().filter_map(|action| match *action {
        Action::Riichi { tile: with, open, .. } if with == tile => Some(open),
        _ => None,
    });
    match open.min() {
        None => Riichi::None,
        Some(false) => Riichi::Riichi,
        Some(true) => Riichi::Open,
    }
}
