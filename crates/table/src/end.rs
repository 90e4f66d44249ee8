//! The end of a hand: its payments, then the next hand or the end of the game.

use crate::event::{Event, Party};
use crate::phase::{Phase, Settled, any};
use crate::seen::lies_face_down;
use crate::table::Table;
use arrayvec::ArrayVec;
use jantaku_rules::result::{FinalResult, GameEnd, final_result};
use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::settlement::ending::Ending;
use jantaku_rules::settlement::next_hand::{AfterHand, Follows};
use jantaku_rules::transfer;

impl Table {
    /// Pays what the end of a hand moves, and ends the hand.
    pub(crate) fn settle(&mut self, ending: &Ending, events: &mut Vec<Event>) {
        let before = self.by_wind(|seat| self.points[seat]);
        let transfers = ending.settle(&self.rules, &self.hand_state(), &before);
        let settled = ending.settled(&self.rules.settings, self.standing.honba);
        self.pay_all(&transfers, events);
        self.turn_kans(events);
        if !settled.void && self.waits_for_last_flower() {
            self.show_all(events);
        }
        self.emit(events, Event::Settled(settled));
    }

    /// Whether a player has set aside every flower but one, and the last never came.
    fn waits_for_last_flower(&self) -> bool {
        let flowers = |seat: Seat| {
            let aside = self.players[seat].aside.iter();
            aside.filter(|tile| tile.kind().is_flower()).count()
        };
        let all_but_one = usize::from(self.rules.settings.tiles.flowers).saturating_sub(1);
        let mut found = self.all_seats().map(flowers).filter(|&count| count > 0);
        self.rules.settings.aside.all_win && found.next() == Some(all_but_one) && found.next().is_none()
    }

    /// Shows every hand that does not lie open yet, to prove that nobody holds the last flower.
    fn show_all(&mut self, events: &mut Vec<Event>) {
        let hidden = |seat: &Seat| {
            let player = &self.players[*seat];
            player
                .shown
                .as_ref()
                .is_none_or(|shown| shown.len() < player.hand.len())
        };
        for seat in self.from_dealer().filter(hidden).collect::<ArrayVec<Seat, 4>>() {
            self.show_hand(seat, events);
        }
    }

    fn turn_kans(&mut self, events: &mut Vec<Event>) {
        for seat in self.from_dealer().collect::<ArrayVec<Seat, 4>>() {
            for meld in self.players[seat].melds.clone() {
                if lies_face_down(&self.rules, meld.kind) {
                    self.emit(events, Event::KanTurned { seat, meld });
                }
            }
        }
    }

    fn afterwards(&self, settled: Settled) -> AfterHand<'_> {
        AfterHand {
            rules: &self.rules,
            standing: self.standing,
            points: &self.points,
            settled,
            out_of_time: self.is_out_of_time(),
            hands: self.hands_played.saturating_add(1),
        }
    }

    /// Ends the game, lets the dealer choose, or goes on.
    pub(crate) fn after_hand(&mut self, settled: Settled, events: &mut Vec<Event>) {
        let follows = self.afterwards(settled).follows();
        self.go_on(follows, events);
    }

    /// The dealer, if asked after this hand whether to end the game.
    pub(crate) fn asked_for_yame(&self, settled: Settled) -> Option<Seat> {
        (self.afterwards(settled).follows() == Follows::Question).then_some(self.standing.dealer)
    }

    /// Whose answer the table awaits about ending the game. Tables of earlier versions stored no event for the question:
    /// they wait right after the settlement.
    pub(crate) fn yame(&self) -> Option<(Seat, Settled)> {
        match self.phase {
            Phase::Yame { dealer, settled } => Some((dealer, settled)),
            Phase::Settled(settled) => self.asked_for_yame(settled).map(|dealer| (dealer, settled)),
            _ => None,
        }
    }

    pub(crate) fn answer_yame(&mut self, settled: Settled, ends: bool, events: &mut Vec<Event>) {
        let follows = self.afterwards(settled).answered(ends);
        self.go_on(follows, events);
    }

    fn go_on(&mut self, follows: Follows, events: &mut Vec<Event>) {
        match follows {
            Follows::AnotherHand(next) => self.emit(events, Event::HandEnded(next)),
            Follows::Question => {
                let seat = self.standing.dealer;
                self.emit(events, Event::YameAsked { seat });
            }
            Follows::End { drawn, .. } => self.end_game(drawn, events),
        }
    }

    /// Whether anything depends on this player being tenpai at an exhaustive draw with these players claiming nagashi.
    pub(crate) fn tenpai_matters(&self, seat: Seat, nagashi: &BySeat<bool>) -> bool {
        let paid = self.rules.settings.draws.noten != 0 && nagashi.iter().all(|&claimed| !claimed);
        let winners = self.by_wind(|seat| nagashi[seat]);
        let stays = |tenpai: bool| {
            let tenpai = BySeat::all(self.seats(), tenpai);
            let ending = match any(&winners) {
                true => Ending::Nagashi { winners, tenpai },
                false => Ending::Drawn { tenpai },
            };
            ending.settled(&self.rules.settings, 0).stays
        };
        paid || seat == self.standing.dealer && stays(true) != stays(false)
    }

    fn end_game(&mut self, drawn: bool, events: &mut Vec<Event>) {
        let next = self.next;
        self.emit(events, Event::HandEnded(next));
        self.emit(events, Event::GameEnded { drawn });
        let leftover = self.result.as_ref().map(|result| result.leftover.clone());
        for t in leftover.into_iter().flatten() {
            // The result names chairs by the winds of the first hand.
            let party = |p: transfer::Party| match p {
                transfer::Party::Player(wind) => Party::Seat(Seat(wind.index() as u8)),
                transfer::Party::Sticks => Party::Sticks,
            };
            let paid = Event::Paid {
                from: party(t.from),
                to: party(t.to),
                amount: t.amount,
                what: t.what,
                because: t.because,
            };
            self.emit(events, paid);
        }
    }

    /// The final result, once the game is over.
    pub fn result(&self) -> Option<&FinalResult> {
        self.result.as_deref()
    }

    /// The result, with the sticks still on the table.
    pub(crate) fn result_now(&self, drawn: bool) -> FinalResult {
        final_result(
            &self.rules,
            &GameEnd {
                points: self.points,
                next_dealer: self.next.dealer,
                sticks: self.standing.sticks,
                chips: self.chips,
                substitutes: BySeat::all(self.seats(), false),
                chombo: self.chombos,
                drawn,
            },
        )
    }
}
