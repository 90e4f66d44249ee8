//! Whether a player may win on a tile, and what the hand is worth.

use crate::action::Why;
use crate::phase::{Offered, Row};
use crate::table::Table;
use jantaku_rules::rulebook::choices::AsideRinshan;
use jantaku_rules::score::{NotAWin, Score, score};
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::Tile;
use jantaku_rules::win::{By, Indicators, Win};

impl Table {
    /// The claim to win on the drawn tile.
    pub fn tsumo_claim(&self, seat: Seat) -> Option<Win> {
        let turn = self.turn().filter(|turn| turn.seat == seat)?;
        let tile = turn.drawn?;
        let rinshan = turn.row.is_some_and(|row| self.is_rinshan(row));
        let has_kan = self.players[seat].melds.iter().any(|meld| meld.kind.is_kan());
        Some(Win {
            replaces_aside: rinshan && has_kan && turn.row.is_some_and(|row| !row.from_kan),
            ..self.claim_to_win(seat, seat, tile, By::Tsumo, rinshan)
        })
    }

    /// The claim to win on a tile that another player offers.
    pub fn ron_claim(&self, seat: Seat, from: Seat, tile: Tile, offered: Offered) -> Win {
        let by = match offered {
            Offered::Discard => By::Ron,
            Offered::Kakan | Offered::Ankan => By::RobbingAKan,
            Offered::Kita => By::RobbingAKita,
            Offered::Flower if seat == from => By::Tsumo,
            Offered::Flower => By::RobbingAFlower,
        };
        self.claim_to_win(seat, from, tile, by, false)
    }

    /// Four kans that score by themselves. In place of a winning tile the claim names one of the last kan.
    pub fn four_kans_claim(&self, seat: Seat) -> Option<Win> {
        let tile = *self.players[seat].melds.last()?.tiles.first()?;
        Some(self.claim_to_win(seat, seat, tile, By::Tsumo, false))
    }

    fn claim_to_win(&self, seat: Seat, from: Seat, tile: Tile, by: By, rinshan: bool) -> Win {
        let player = &self.players[seat];
        let mut hand = player.hand.clone();
        let mut aside = player.aside.clone();
        if by.is_tsumo() && tile.kind().is_flower() {
            aside.pop();
        } else if by.is_tsumo()
            && let Some(place) = hand.iter().rposition(|&t| t == tile)
        {
            hand.remove(place);
        }
        let mut ura = Indicators::new();
        if player.riichi.declared() {
            ura.extend((0..self.indicators.len()).map(|i| self.wall.ura(i)));
        }
        Win {
            hand,
            melds: player.melds.clone(),
            aside,
            tile,
            by,
            seat: self.wind(seat),
            from: self.wind(from),
            round: self.standing.round,
            riichi: player.riichi,
            ippatsu: player.ippatsu,
            rinshan,
            replaces_aside: false,
            last_tile: matches!(by, By::Tsumo | By::Ron) && self.wall_is_empty(),
            first_turn: !self.interrupted && player.before_first_discard,
            dora: self.indicators.clone(),
            ura,
            payer_riichi: !by.is_tsumo() && self.players[from].riichi.declared(),
            sorted_in: false,
        }
    }

    /// Whether a win on the last tile of this run counts as rinshan.
    pub(crate) fn is_rinshan(&self, row: Row) -> bool {
        !row.dealing && (row.from_kan || self.rules.settings.aside.rinshan == AsideRinshan::Always)
    }

    /// The score of a win on the drawn tile.
    ///
    /// # Errors
    /// Says why the player may not win on it.
    pub fn may_tsumo(&self, seat: Seat) -> Result<Score, Why> {
        let player = &self.players[seat];
        let drawn = self.turn().filter(|turn| turn.seat == seat).and_then(|turn| turn.drawn);
        let drawn = drawn.ok_or(Why::NeedsADraw)?;
        if player.dead {
            return Err(Why::DeadHand);
        }
        // Most draws complete nothing: return early unless the tile is wild. After the first discard the waits are known before
        // the draw, unless a kan or a tile set aside has changed the hand.
        let waits_are_known = !player.before_first_discard && self.turn().is_some_and(|turn| turn.row.is_none());
        let complete = if waits_are_known {
            player.waits.has(drawn.kind())
        } else {
            player.tracker.shanten() < 0
        };
        if !complete && !drawn.is_pocchi() {
            return Err(Why::NotComplete);
        }
        let win = self.tsumo_claim(seat).ok_or(Why::NeedsADraw)?;
        if !complete && !jantaku_rules::score::is_wild(&self.rules, &win) {
            return Err(Why::NotComplete);
        }
        score(&self.rules, &win).map_err(why)
    }

    /// The score of a win on a tile that another player offers.
    ///
    /// # Errors
    /// Says why the player may not win on it.
    pub fn may_ron(&self, seat: Seat, from: Seat, tile: Tile, offered: Offered) -> Result<Score, Why> {
        let player = &self.players[seat];
        if player.dead {
            return Err(Why::DeadHand);
        }
        if offered != Offered::Flower {
            if !player.waits.has(tile.kind()) {
                return Err(Why::NotComplete);
            }
            if self.is_furiten(seat) {
                return Err(Why::Furiten);
            }
        }
        let found = score(&self.rules, &self.ron_claim(seat, from, tile, offered)).map_err(why)?;
        if offered == Offered::Ankan && !self.rules.closed_robbed_by.holds(&found.facts) {
            return Err(Why::ClosedKan);
        }
        Ok(found)
    }

    /// Whether the player may not win by ron.
    pub fn is_furiten(&self, seat: Seat) -> bool {
        let player = &self.players[seat];
        let own = self.rules.settings.furiten.own_discards && player.waits.meets(player.discarded);
        own || player.passed || player.passed_in_riichi
    }
}

fn why(not: NotAWin) -> Why {
    match not {
        NotAWin::Incomplete => Why::NotComplete,
        NotAWin::NoYaku => Why::NoYaku,
        NotAWin::BelowMinimum => Why::BelowMinimum,
    }
}
