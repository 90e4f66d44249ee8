//! The flow of a hand: what follows from an action, up to the next decision.

use crate::action::{Action, Refusal};
use crate::event::{DrawReason, Event, Party, Source};
use crate::phase::{Phase, Row, Turn, any};
use crate::table::Table;
use crate::wall::{Wall, deal_places};
use arrayvec::ArrayVec;
use jantaku_rules::rulebook::choices::KanIndicator;
use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::settlement::chips::flower_chips;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::win::{Meld, MeldKind};

impl Table {
    /// Deals the next hand from this wall. Does nothing unless [`Table::needs_wall`].
    pub fn begin_hand(&mut self, wall: Wall, events: &mut Vec<Event>) {
        if !self.needs_wall() {
            return;
        }
        self.wall = wall;
        self.emit(events, Event::HandStarted(self.next));
        let dealt = self.dealt_hands();
        for (seat, tiles) in self.from_dealer().zip(dealt) {
            self.emit(events, Event::Dealt { seat, tiles });
        }
        if self.rules.settings.dora.played {
            self.turn_next_indicator(events);
        }
        let dealer = self.standing.dealer;
        let tile = self.wall.next();
        self.emit(
            events,
            Event::Drew {
                seat: dealer,
                tile,
                source: Source::Live,
            },
        );
        self.progress(events);
    }

    /// The first thirteen tiles of each player from the dealer on.
    fn dealt_hands(&self) -> ArrayVec<[Tile; 13], 4> {
        let row = self.wall.row();
        let places = deal_places(self.seats());
        places
            .iter()
            .map(|places| places.map(|place| row[place % row.len().max(1)]))
            .collect()
    }

    /// The events that would follow from an action.
    ///
    /// # Errors
    /// Same as [`Table::act`].
    pub fn decide(&self, seat: Seat, action: Action) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::new();
        self.clone().act(seat, action, &mut events)?;
        Ok(events)
    }

    /// Performs a legal action and whatever follows from it up to the next decision. At least one event is appended.
    ///
    /// # Errors
    /// Refuses an action that is not legal now, naming the clause that forbids it if there is one. The table is unchanged.
    pub fn act(&mut self, seat: Seat, action: Action, events: &mut Vec<Event>) -> Result<(), Refusal> {
        if !self.legal(seat).contains(&action) {
            return Err(self.refusal(seat, action));
        }
        self.act_legally(seat, action, events);
        Ok(())
    }

    /// Same as [`Table::act`] for an action known to be one of [`Table::legal`]; others leave the table in an undefined state.
    pub fn act_legally(&mut self, seat: Seat, action: Action, events: &mut Vec<Event>) {
        let answer = Event::Answered { seat, action };
        match (self.phase, self.yame()) {
            (Phase::Turn(turn), _) => self.take_turn(turn, action, events),
            (_, Some((_, settled))) => {
                self.emit(events, answer);
                self.answer_yame(settled, action == Action::EndGame, events);
            }
            _ => self.emit(events, answer),
        }
        self.progress(events);
    }

    /// Continues to the next decision.
    pub(crate) fn progress(&mut self, events: &mut Vec<Event>) {
        loop {
            match self.phase {
                Phase::Flowers { seat } => match self.players[seat].hand.iter().find(|tile| tile.kind().is_flower()) {
                    Some(&flower) => self.set_flower_aside(seat, flower, events),
                    None => return,
                },
                Phase::Replacing { seat, for_kan, row } => self.draw_replacement(seat, for_kan, row, events),
                Phase::Turn(turn) => match turn.drawn.filter(|tile| tile.kind().is_flower()) {
                    Some(flower) => self.set_flower_aside(turn.seat, flower, events),
                    None => return,
                },
                Phase::Claims(claims) if claims.is_answered() => self.resolve(&claims, events),
                Phase::Nagashi { may, answers, chombo }
                    if self.all_seats().all(|s| !may[s] || answers[s].is_some()) =>
                {
                    let claimed = self.nagashi_claimed();
                    match any(&chombo) && !any(&claimed) {
                        true => self.void_hand(&chombo, events),
                        false => self.exhausted(claimed, events),
                    }
                }
                Phase::Showing { may, answers, nagashi }
                    if self.all_seats().all(|s| !may[s] || answers[s].is_some()) =>
                {
                    let hidden = BySeat::from_fn(self.seats(), |s| answers[Seat(s as u8)] == Some(false));
                    self.drawn(nagashi, hidden, events);
                }
                Phase::Settled(settled) => self.after_hand(settled, events),
                _ => return,
            }
        }
    }

    pub(crate) fn draw_in_turn(&mut self, seat: Seat, events: &mut Vec<Event>) {
        if self.wall_is_empty() {
            return self.wall_ended(events);
        }
        let tile = self.wall.next();
        let source = Source::Live;
        self.emit(events, Event::Drew { seat, tile, source });
    }

    pub(crate) fn draw_replacement(&mut self, seat: Seat, for_kan: bool, row: Row, events: &mut Vec<Event>) {
        if !for_kan && !row.dealing && self.wall_is_empty() && !self.rules.settings.aside.replaced_at_end {
            return self.wall_ended(events);
        }
        let tile = self.wall.next_replacement();
        let source = if for_kan { Source::AfterKan } else { Source::AfterAside };
        self.emit(events, Event::Drew { seat, tile, source });
    }

    fn set_flower_aside(&mut self, seat: Seat, tile: Tile, events: &mut Vec<Event>) {
        self.emit(events, Event::SetAside { seat, tile });
        if self.rules.settings.aside.chips > 0 {
            let transfers = flower_chips(&self.rules, self.wind(seat));
            self.pay_all(&transfers, events);
        }
    }

    fn take_turn(&mut self, turn: Turn, action: Action, events: &mut Vec<Event>) {
        let seat = turn.seat;
        match action {
            Action::Discard { tile, drawn } => self.discard_tile(seat, tile, drawn, None, events),
            Action::Riichi { tile, drawn, open } => self.discard_tile(seat, tile, drawn, Some(open), events),
            Action::Tsumo => self.win_by_tsumo(turn, events),
            Action::Ankan(kind) => self.own_kan(seat, kind, MeldKind::Ankan, events),
            Action::Kakan(kind) => self.own_kan(seat, kind, MeldKind::Kakan, events),
            Action::Kita => {
                let norths = self.players[seat].copies(Kind::NORTH);
                if let Some(&tile) = norths.last() {
                    self.emit(events, Event::SetAside { seat, tile });
                }
            }
            Action::NineTerminals => self.abort(DrawReason::NineTerminals, events),
            _ => {}
        }
    }

    fn discard_tile(&mut self, seat: Seat, tile: Tile, drawn: bool, riichi: Option<bool>, events: &mut Vec<Event>) {
        if let Some(open) = riichi {
            self.emit(events, Event::RiichiDeclared { seat, open });
        }
        self.turn_late_indicators(events);
        if riichi == Some(true) {
            self.show_hand_without(seat, tile, drawn, events);
        }
        self.emit(events, Event::Discarded { seat, tile, drawn });
    }

    /// An open riichi shows the hand with the declaration, before anybody may claim the discard.
    fn show_hand_without(&mut self, seat: Seat, tile: Tile, drawn: bool, events: &mut Vec<Event>) {
        let mut kept = self.players[seat].clone();
        kept.remove(tile, drawn);
        self.emit(events, Event::Shown { seat, tiles: kept.hand });
    }

    fn own_kan(&mut self, seat: Seat, kind: Kind, made: MeldKind, events: &mut Vec<Event>) {
        let player = &self.players[seat];
        let mut tiles: ArrayVec<Tile, 4> = player.copies(kind);
        let mut from = None;
        if made == MeldKind::Kakan {
            // The added tile comes first: it is the one that can be robbed.
            tiles.truncate(1);
            if let Some(pon) = player.pon_of(kind) {
                from = pon.from;
                tiles.extend(pon.tiles.iter().copied());
            }
        }
        let meld = Meld {
            kind: made,
            tiles,
            from,
        };
        self.emit(events, Event::KanDeclared { seat, meld });
    }

    /// Turns the indicators of kans that were to wait.
    pub(crate) fn turn_late_indicators(&mut self, events: &mut Vec<Event>) {
        if self.rules.settings.kan.indicator == KanIndicator::Never {
            return;
        }
        while self.wall.turned() < 1 + self.wall.kan_replacements() {
            self.turn_next_indicator(events);
        }
    }

    pub(crate) fn turn_next_indicator(&mut self, events: &mut Vec<Event>) {
        let tile = self.wall.indicator(self.wall.turned());
        self.emit(events, Event::Indicator(tile));
    }

    /// Moves points and chips as a settlement says.
    pub(crate) fn pay_all(&mut self, transfers: &[jantaku_rules::transfer::Transfer], events: &mut Vec<Event>) {
        for t in transfers {
            let party = |p: jantaku_rules::transfer::Party| match p {
                jantaku_rules::transfer::Party::Player(wind) => Party::Seat(self.seat_of(wind)),
                jantaku_rules::transfer::Party::Sticks => Party::Sticks,
            };
            let event = Event::Paid {
                from: party(t.from),
                to: party(t.to),
                amount: t.amount,
                what: t.what.recorded(),
                because: t.because,
            };
            self.emit(events, event);
        }
    }
}
