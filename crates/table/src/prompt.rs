//! What a player is asked: the legal actions, and what each would mean.

use crate::action::{Action, Why};
use crate::legal::Actions;
use crate::phase::{Offered, Phase};
use crate::seen::lies_face_down;
use crate::table::Table;
use jantaku_rules::score::score;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::win::Riichi;

/// A tile that a hand waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WaitHint {
    pub kind: Kind,
    /// Copies that the player cannot see.
    pub unseen: u8,
    /// Would a ron on it be without yaku now?
    pub no_yaku: bool,
}

/// What a hand would wait for after an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AfterDiscard {
    pub tile: Tile,
    pub waits: Vec<WaitHint>,
    /// The same waits with a riichi declared by this discard; empty where none may be.
    pub in_riichi: Vec<WaitHint>,
    pub furiten: bool,
}

/// What a player is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prompt {
    pub seat: Seat,
    pub legal: Actions,
    /// For each discard after which the hand is tenpai, what it would wait for.
    pub after: Vec<AfterDiscard>,
    /// What the hand waits for now, if it is tenpai.
    pub waits: Vec<WaitHint>,
    pub furiten: bool,
    /// If the tile completes the hand but may not be won on: why.
    pub no_win: Option<Why>,
}

impl Table {
    /// What this player is asked now; nothing, if it is not their decision.
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

    /// What a tenpai hand waits for, between draws.
    pub fn wait_hints(&self, seat: Seat) -> Vec<WaitHint> {
        // A winner's hand is complete, and the others wait no longer.
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

    /// `after` is the table as it will be; what the player can see is counted at this one.
    fn wait_hint(&self, after: &Table, seat: Seat, kind: Kind) -> WaitHint {
        let from = self.after(seat);
        let claim = after.ron_claim(seat, from, Tile::plain(kind), Offered::Discard);
        WaitHint {
            kind,
            unseen: self.unseen(seat, kind),
            no_yaku: score(&self.rules, &claim).is_err(),
        }
    }

    /// Copies of a kind that a player does not see in the own hand, melds, rivers, tiles set aside, indicators or shown hands.
    /// Another player's kan that lies face down is not seen either.
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
                after.push(AfterDiscard {
                    tile,
                    waits: hints(&then),
                    furiten: then.is_furiten(seat),
                    in_riichi: match riichi_with(legal, tile) {
                        Riichi::None => Vec::new(),
                        riichi => {
                            then.players[seat].riichi = riichi;
                            hints(&then)
                        }
                    },
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

/// The riichi that may be declared with this tile, the closed one if both may.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wall::{Wall, deal_places};
    use jantaku_rules::notation;
    use jantaku_rules::rulebook::library::Library;
    use std::sync::Arc;

    /// Copies of east that the dealer and the next player do not see, once the dealer has made a closed kan of it.
    fn unseen_easts(spec: &str) -> [u8; 2] {
        let rules = Arc::new(Library::builtin().rules(spec).unwrap());
        let mut row = rules.tiles.tiles().to_vec();
        for place in &deal_places(4)[0][..4] {
            let east = row.iter().rposition(|tile| tile.kind() == Kind::EAST).unwrap();
            row.swap(*place, east);
        }
        let mut table = Table::new(Arc::clone(&rules));
        let mut events = Vec::new();
        table.begin_hand(Wall::stacked(&rules, &row), &mut events);
        table
            .act(Seat(0), Action::Ankan(Kind::EAST), &mut events)
            .expect("a kan");
        [0, 1].map(|seat| table.unseen(Seat(seat), Kind::EAST))
    }

    /// The dealer has 123m 456p 234s 99s and 57m, which wait for 6m: closed, but no pinfu and no tanyao; and a 9p to discard.
    fn waiting_for_six(spec: &str) -> Table {
        let rules = Arc::new(Library::builtin().rules(spec).unwrap());
        let mut row = rules.tiles.tiles().to_vec();
        let wanted = notation::tiles("123m456p234s99s57m9p").unwrap();
        let draw = 13 * rules.seats();
        let places: Vec<usize> = deal_places(rules.seats())[0].into_iter().chain([draw]).collect();
        for (done, wanted) in wanted.into_iter().enumerate() {
            let is_free = |at: &usize| row[*at] == wanted && !places[..done].contains(at);
            let other = (0..row.len()).find(is_free).unwrap();
            row.swap(places[done], other);
        }
        let mut table = Table::new(Arc::clone(&rules));
        table.begin_hand(Wall::stacked(&rules, &row), &mut Vec::new());
        table
    }

    fn after_nine(table: &Table) -> AfterDiscard {
        let nine = notation::tile("9p").unwrap();
        let after = table.prompt(Seat(0)).unwrap().after;
        after.into_iter().find(|after| after.tile == nine).unwrap()
    }

    #[test]
    fn a_tile_let_go_bars_no_win_after_the_own_discard() {
        // RC-29: until the own next discard; EMA-13: until the own next draw.
        let mut table = waiting_for_six("ryanzou-chankan");
        table.players[Seat(0)].passed = true;
        assert!(!after_nine(&table).furiten);
        assert!(after_nine(&table).waits.iter().all(|hint| hint.no_yaku));
    }

    #[test]
    fn a_wait_without_yaku_has_one_in_riichi() {
        let after = after_nine(&waiting_for_six("tenhou"));
        let no_yaku = |hints: &[WaitHint]| hints.iter().map(|hint| hint.no_yaku).collect::<Vec<_>>();
        assert_eq!(no_yaku(&after.waits), [true]);
        assert_eq!(no_yaku(&after.in_riichi), [false]);
    }

    #[test]
    fn a_kan_that_lies_face_down_is_counted_by_its_owner_alone() {
        // ZJ-08: shown when declared, or face down until the end of the hand.
        assert_eq!(unseen_easts("zung-jung"), [0, 0]);
        assert_eq!(unseen_easts("zung-jung(concealed-kong=face-down)"), [0, 4]);
    }
}
