//! Each player's decision, inferred from what the record shows next.

use jantaku_rules::seat::Seat;
use jantaku_table::phase::Phase;
use jantaku_table::{Action, Table};

use crate::game::{DrawReason, Outcome, RecordEvent, RoundRecord, sort_tiles};
use crate::meld::MeldRecord;

/// The rest of a round, from the event that comes next.
#[derive(Clone, Copy)]
pub(super) struct Rest<'a> {
    /// The events that have not happened yet.
    pub(super) events: &'a [RecordEvent],
    pub(super) outcome: &'a Outcome,
}

impl<'a> Rest<'a> {
    /// What is left of a round.
    pub(super) fn of(round: &'a RoundRecord, next: usize) -> Rest<'a> {
        Rest {
            events: round.events.get(next..).unwrap_or_default(),
            outcome: &round.outcome,
        }
    }

    /// The recorded decisions at this point. Anyone else who is asked passes.
    pub(super) fn decisions(self, table: &Table) -> Vec<(Seat, Action)> {
        match table.phase() {
            Phase::Turn(_) => self.in_turn().into_iter().collect(),
            Phase::Claims(claims) => self.of_claims(claims.from, table),
            _ => Vec::new(),
        }
    }

    /// The table turns indicators itself on the way to the next decision.
    fn decided(self) -> Option<&'a RecordEvent> {
        self.events
            .iter()
            .find(|event| !matches!(event, RecordEvent::Dora { .. }))
    }

    fn in_turn(self) -> Option<(Seat, Action)> {
        match self.decided() {
            Some(&RecordEvent::Discard { seat, tile, tsumogiri }) => {
                let drawn = tsumogiri;
                Some((seat, Action::Discard { tile, drawn }))
            }
            Some(&RecordEvent::Riichi { seat }) => self.events.iter().find_map(|event| match *event {
                RecordEvent::Discard { tile, tsumogiri, .. } => Some((
                    seat,
                    Action::Riichi {
                        tile,
                        drawn: tsumogiri,
                        open: false,
                    },
                )),
                _ => None,
            }),
            Some(&RecordEvent::Call { seat, meld }) => match meld {
                MeldRecord::Ankan { .. } => Some((seat, Action::Ankan(meld.kind()))),
                MeldRecord::Kakan { .. } => Some((seat, Action::Kakan(meld.kind()))),
                _ => None,
            },
            Some(&RecordEvent::Kita { seat }) => Some((seat, Action::Kita)),
            Some(_) => None,
            None => self.at_the_end_of_a_turn(),
        }
    }

    fn at_the_end_of_a_turn(self) -> Option<(Seat, Action)> {
        match self.outcome {
            Outcome::Wins(wins) => match wins.as_slice() {
                [win] if win.from == win.winner => Some((win.winner, Action::Tsumo)),
                _ => None,
            },
            Outcome::Draw(draw) if draw.reason == DrawReason::NineTerminals => {
                let shown = draw.shown.iter().position(Option::is_some)?;
                Some((Seat(shown as u8), Action::NineTerminals))
            }
            Outcome::Draw(_) => None,
        }
    }

    fn of_claims(self, from: Seat, table: &Table) -> Vec<(Seat, Action)> {
        if self.events.is_empty() {
            return self.rons(from, table);
        }
        // A call comes after the stick of the riichi whose discard is called.
        let after = self
            .events
            .iter()
            .find(|event| !matches!(event, RecordEvent::RiichiAccepted { .. }));
        match after {
            Some(&RecordEvent::Call { seat, meld }) => call(seat, &meld, table).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    fn rons(self, from: Seat, table: &Table) -> Vec<(Seat, Action)> {
        match self.outcome {
            Outcome::Wins(wins) => wins
                .iter()
                .filter(|win| win.winner != win.from && win.from == from)
                .map(|win| (win.winner, Action::Ron))
                .collect(),
            // Who the three are follows from the table: everybody but the one who gave the tile.
            Outcome::Draw(draw) if draw.reason == DrawReason::TripleRon => {
                table.others(from).map(|seat| (seat, Action::Ron)).collect()
            }
            Outcome::Draw(_) => Vec::new(),
        }
    }
}

/// The call of a discard, with exactly the recorded tiles.
fn call(seat: Seat, meld: &MeldRecord, table: &Table) -> Option<(Seat, Action)> {
    let own = meld.laid();
    let is_it = |pair: [jantaku_rules::tile::Tile; 2]| {
        let mut pair = pair;
        sort_tiles(&mut pair);
        pair == own
    };
    let given = |action: &Action| match (*action, meld) {
        (Action::Chii(pair), MeldRecord::Chii { .. }) | (Action::Pon(pair), MeldRecord::Pon { .. }) => is_it(pair),
        (Action::Daiminkan, MeldRecord::Daiminkan { .. }) => true,
        _ => false,
    };
    let offered = table.legal(seat).into_iter().find(given);
    let plain = match *meld {
        MeldRecord::Chii { own, .. } => Some(Action::Chii(own)),
        MeldRecord::Pon { own, .. } => Some(Action::Pon(own)),
        MeldRecord::Daiminkan { .. } => Some(Action::Daiminkan),
        MeldRecord::Kakan { .. } | MeldRecord::Ankan { .. } => None,
    };
    // Where the table does not offer it, the call is asked for all the same, and refused.
    offered.or(plain).map(|action| (seat, action))
}
