//! Settles a hand in points and chips: wins, nagashi, four kans and draws.

use crate::event::{DrawReason, Event};
use crate::phase::{Claims, Phase, Turn, any};
use crate::table::{Liable, Table};
use arrayvec::ArrayVec;
use jantaku_rules::facts::of_reading::of_melds;
use jantaku_rules::reading::{MeldSets, Set};
use jantaku_rules::rulebook::choices::{DiscardPays, Nagashi, Responsible};
use jantaku_rules::score::{Score, score, score_four_kans};
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::settlement::HandState;
use jantaku_rules::settlement::ending::Ending;
use jantaku_rules::settlement::four_kans::FourKansWin;
use jantaku_rules::settlement::wins::{Liabilities, Winner};
use jantaku_rules::tile::Tile;
use jantaku_rules::win::{By, Win};

impl Table {
    pub(crate) fn win_by_tsumo(&mut self, turn: Turn, events: &mut Vec<Event>) {
        let seat = turn.seat;
        let Some(win) = self.tsumo_claim(seat) else {
            return;
        };
        let fed = turn.row.and_then(|row| row.fed);
        if let Ok(score) = score(&self.rules, &win) {
            let winner = self.winner(seat, &win, &score, fed);
            self.settle_winners(&[(seat, seat, win.tile, win.by)], &[winner], events);
        }
    }

    pub(crate) fn win_on_offer(&mut self, claims: &Claims, winners: &[Seat], events: &mut Vec<Event>) {
        let mut won = ArrayVec::<(Seat, Seat, Tile, By), 4>::new();
        let mut values = ArrayVec::<Winner, 4>::new();
        for &seat in winners {
            let win = self.ron_claim(seat, claims.from, claims.tile, claims.offered);
            if let Ok(score) = score(&self.rules, &win) {
                values.push(self.winner(seat, &win, &score, None));
                won.push((seat, claims.from, claims.tile, win.by));
            }
        }
        self.settle_winners(&won, &values, events);
    }

    fn settle_winners(&mut self, won: &[(Seat, Seat, Tile, By)], winners: &[Winner], events: &mut Vec<Event>) {
        for &(seat, from, tile, by) in won {
            self.emit(events, Event::Won { seat, from, tile, by });
            self.show_hand(seat, events);
        }
        if self.rules.settings.dora.ura && won.iter().any(|w| self.players[w.0].riichi.declared()) {
            let ura = (0..self.indicators.len()).map(|i| self.wall.ura(i)).collect();
            self.emit(events, Event::UraTurned(ura));
        }
        self.settle(&Ending::Won(winners), events);
    }

    pub(crate) fn show_hand(&mut self, seat: Seat, events: &mut Vec<Event>) {
        let tiles = self.players[seat].hand.clone();
        self.emit(events, Event::Shown { seat, tiles });
    }

    /// What a function gives for the seat of each wind.
    pub(crate) fn by_wind<T: Copy + Default>(&self, of: impl Fn(Seat) -> T) -> BySeat<T> {
        BySeat::from_fn(self.seats(), |wind| of(self.seat_of(Wind::at(wind))))
    }

    /// Counters and sticks for a settlement.
    pub(crate) fn hand_state(&self) -> HandState {
        HandState {
            honba: self.standing.honba,
            sticks: self.standing.sticks,
            riichi: self.by_wind(|seat| self.players[seat].stick_paid),
        }
    }

    fn winner(&self, seat: Seat, win: &Win, score: &Score, fed: Option<Seat>) -> Winner {
        Winner {
            liable: self.liabilities(seat, score),
            fed_kan: fed.map(|seat| self.wind(seat)),
            responsible: self.responsible(seat, win),
            ..Winner::of(&self.rules, win, score)
        }
    }

    /// Who is liable for which yaku of a player's hand, by its place in the rulebook.
    pub fn liable_for(&self, winner: Seat) -> impl Iterator<Item = (u16, Wind)> + '_ {
        let liable = self.liable.iter().filter(move |liable| liable.winner == winner);
        liable.map(|liable| (liable.yaku, self.wind(liable.seat)))
    }

    /// Who is liable for which yakuman of a player's hand.
    fn liabilities(&self, winner: Seat, score: &Score) -> Liabilities {
        let liable = |yaku| self.liable.iter().find(|l| l.winner == winner && l.yaku == yaku);
        Liabilities::of(&self.rules, score, |yaku| liable(yaku).map(|l| self.wind(l.seat)))
    }

    /// The player responsible for a win, where the rulebook has that rule.
    pub fn responsible(&self, winner: Seat, win: &Win) -> Option<Wind> {
        if win.by.is_tsumo() || self.rules.settings.payment.discard != DiscardPays::Responsible {
            return None;
        }
        if self.rules.settings.payment.responsible == Responsible::Discarder {
            return Some(win.from);
        }
        let since = self.discards.iter().rposition(|d| d.seat == winner).unwrap_or(0);
        let first = self.discards[since..].iter().find(|d| d.tile.kind() == win.tile.kind());
        Some(first.map_or(win.from, |d| self.wind(d.seat)))
    }

    /// Records the discarder as liable if a call has made a yaku with pao certain.
    pub(crate) fn see_liability(&mut self, winner: Seat, from: Seat) {
        if self.rules.pao.is_empty() {
            return;
        }
        let melds = &self.players[winner].melds;
        let sets = || melds.iter().filter_map(Set::of_meld);
        let facts = of_melds(&MeldSets::new(sets()));
        let before = of_melds(&MeldSets::new(sets().take(melds.len().saturating_sub(1))));
        for i in 0..self.rules.pao.len() {
            let pao = &self.rules.pao[i];
            // No game has enough tiles for more than eight such yaku at once.
            if pao.when.holds(&facts) && !pao.when.holds(&before) && !self.liable.is_full() {
                self.liable.push(Liable {
                    winner,
                    yaku: pao.yaku,
                    seat: from,
                });
            }
        }
    }

    /// One player's four kans score without the pair.
    pub(crate) fn score_four_kans(&mut self, seat: Seat, events: &mut Vec<Event>) {
        let melds = MeldSets::new(self.players[seat].melds.iter().filter_map(Set::of_meld));
        let score = score_four_kans(&self.rules, self.wind(seat), &melds);
        let kans = FourKansWin {
            seat: self.wind(seat),
            yakuman: score.value.yakuman(),
            liable: self.liabilities(seat, &score),
            fed: self.fourth_kan.and_then(|kan| kan.fed).map(|fed| self.wind(fed)),
        };
        self.emit(events, Event::FourKansScored { seat });
        self.settle(&Ending::FourKans(&kans), events);
    }

    /// The wall is empty: a question about nagashi, or a draw. Chombos of this moment stand only if nobody scores nagashi.
    pub(crate) fn wall_ended(&mut self, events: &mut Vec<Event>) {
        let seats = self.may_nagashi();
        if self.rules.settings.draws.nagashi_optional && any(&seats) {
            return self.emit(events, Event::NagashiAsked { seats });
        }
        match self.phase {
            Phase::Claims(Claims { chombo, .. }) if any(&chombo) && !any(&seats) => self.void_hand(&chombo, events),
            _ => self.exhausted(seats, events),
        }
    }

    /// Whose discards qualify for nagashi.
    fn may_nagashi(&self) -> BySeat<bool> {
        let played = self.rules.settings.draws.nagashi != Nagashi::Nothing;
        BySeat::from_fn(self.seats(), |s| {
            let player = &self.players[Seat(s as u8)];
            played && player.nagashi && !player.dead && !player.before_first_discard
        })
    }

    /// Who scores nagashi: by their answers, or by their discards where nobody is asked.
    pub(crate) fn nagashi_claimed(&self) -> BySeat<bool> {
        match self.phase {
            Phase::Nagashi { answers, .. } => BySeat::from_fn(self.seats(), |s| answers[Seat(s as u8)] == Some(true)),
            _ => self.may_nagashi(),
        }
    }

    /// An exhaustive draw with these players claiming nagashi. Tenpai players may have to choose whether to show their hands.
    pub(crate) fn exhausted(&mut self, nagashi: BySeat<bool>, events: &mut Vec<Event>) {
        let asked: ArrayVec<Seat, 4> = self
            .all_seats()
            .filter(|&seat| self.may_hide_tenpai(seat, &nagashi))
            .collect();
        if asked.is_empty() {
            return self.drawn(nagashi, BySeat::all(self.seats(), false), events);
        }
        for seat in asked {
            self.emit(events, Event::TenpaiAsked { seat });
        }
    }

    pub(crate) fn may_hide_tenpai(&self, seat: Seat, nagashi: &BySeat<bool>) -> bool {
        self.rules.settings.draws.noten_call
            && !self.players[seat].riichi.declared()
            && self.tenpai_matters(seat, nagashi)
            && self.is_tenpai(seat)
    }

    /// An exhaustive draw with these players claiming nagashi and these hiding a tenpai hand.
    pub(crate) fn drawn(&mut self, nagashi: BySeat<bool>, hidden: BySeat<bool>, events: &mut Vec<Event>) {
        let tenpai = BySeat::from_fn(self.seats(), |s| {
            let seat = Seat(s as u8);
            !hidden[seat] && self.tenpai_is_told(seat, &nagashi) && self.is_tenpai(seat)
        });
        let reason = DrawReason::Exhausted;
        self.emit(events, Event::Drawn { reason, tenpai });
        self.show_hands(&tenpai, events);
        for seat in self.from_dealer().filter(|&s| nagashi[s]) {
            self.emit(events, Event::NagashiScored { seat });
        }
        let (winners, tenpai) = (self.by_wind(|seat| nagashi[seat]), self.by_wind(|seat| tenpai[seat]));
        let ending = match any(&winners) {
            true => Ending::Nagashi { winners, tenpai },
            false => Ending::Drawn { tenpai },
        };
        self.settle(&ending, events);
    }

    /// Whether an exhaustive draw with these players claiming nagashi makes public that this player is tenpai. It does not where
    /// nothing depends on it; where players may call noten, only for those who were asked or are in riichi.
    fn tenpai_is_told(&self, seat: Seat, nagashi: &BySeat<bool>) -> bool {
        let draws = &self.rules.settings.draws;
        let unasked = match draws.noten_call {
            true => self.players[seat].riichi.declared(),
            false => draws.noten != 0,
        };
        unasked || self.tenpai_matters(seat, nagashi)
    }

    /// These players and all in riichi show their hands.
    fn show_hands(&mut self, tenpai: &BySeat<bool>, events: &mut Vec<Event>) {
        for seat in self
            .from_dealer()
            .filter(|&s| tenpai[s] || self.players[s].riichi.declared())
            .collect::<ArrayVec<Seat, 4>>()
        {
            self.show_hand(seat, events);
        }
    }

    /// Whether the player counts as tenpai at a draw under this rulebook.
    pub fn is_tenpai(&self, seat: Seat) -> bool {
        // Waits are stale after a kan without a replacement tile: no discard followed.
        let mut player = self.players[seat].clone();
        player.see_waits();
        let draws = &self.rules.settings.draws;
        let waits = if draws.fifth_tile_tenpai || draws.fifth_tile_melded {
            player.waits
        } else {
            player.possible_waits()
        };
        !waits.is_empty() && !player.dead
    }

    pub(crate) fn abort(&mut self, reason: DrawReason, events: &mut Vec<Event>) {
        let tenpai = BySeat::all(self.seats(), false);
        let nine = self
            .turn()
            .filter(|_| reason == DrawReason::NineTerminals)
            .map(|turn| turn.seat);
        self.emit(events, Event::Drawn { reason, tenpai });
        if let Some(seat) = nine {
            self.show_hand(seat, events);
        }
        if reason == DrawReason::FourRiichi {
            self.show_hands(&tenpai, events);
        }
        self.settle(&Ending::Aborted(reason.key()), events);
    }
}
