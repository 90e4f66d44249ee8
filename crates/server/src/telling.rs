//! Events as viewers learn of them: each with what the table shows after it, a score sheet before the hand is put away, and the
//! result at the end. The numbers of frames follow from the events alone, so they are the same after a restart.

use crate::wire::frame::ServerFrame;
use crate::wire::result::ResultJson;
use crate::wire::sheet::{HandSheet, WinSheet};
use jantaku_record::log;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::seat::Seat;
use jantaku_rules::transfer::{Amount, What};
use jantaku_rules::units::Points;
use jantaku_table::event::Party;
use jantaku_table::phase::Phase;
use jantaku_table::seen::{Seen, Viewer};
use jantaku_table::wall::Wall;
use jantaku_table::{Event, Penalty, Table};
use jantaku_wire::ended_hand::EndedHand;
use jantaku_wire::event_json::EventJson;
use jantaku_wire::won_hand::WonHand;
use serde_json::value::{RawValue, to_raw_value};
use std::cell::OnceCell;
use std::sync::Arc;

#[derive(Clone)]
pub(crate) struct Telling {
    /// The table after everything that was told.
    pub(crate) table: Table,
    pub(crate) events: usize,
    pub(crate) hands: u16,
    won: Vec<WonHand>,
    paid: Vec<Event>,
    /// How many payments there were as a chombo was called.
    paid_before: usize,
    ended: EndedHand,
}

/// One event and what goes with it.
pub(crate) struct Told<'a> {
    event: &'a Event,
    /// Tiles left to draw in turn, after it.
    pub(crate) left: u8,
    pub(crate) spare: Option<u8>,
    /// Score sheets, which come before it.
    pub(crate) sheets: Vec<Arc<WinSheet>>,
    /// What is on no winner's sheet, which comes with it.
    pub(crate) rest: Option<Arc<HandSheet>>,
    /// The result, which comes after it.
    pub(crate) over: Option<ResultJson>,
    /// The encoded event, for viewers who see all of it and for those who do not.
    open: OnceCell<Arc<RawValue>>,
    hidden: OnceCell<Arc<RawValue>>,
}

impl Telling {
    pub(crate) fn new(rules: &Arc<Rules>) -> Telling {
        Telling {
            table: Table::new(Arc::clone(rules)),
            events: 0,
            hands: 0,
            won: Vec::new(),
            paid: Vec::new(),
            paid_before: 0,
            ended: EndedHand::default(),
        }
    }

    /// How many hands have been told to their end.
    pub(crate) fn hands_over(&self) -> u16 {
        let over = self.table.needs_wall() || self.table.is_over();
        self.hands.saturating_sub(u16::from(!over))
    }

    /// How many hands are over for good. The secret of a hand that may still go on, because the ruling that ended it can be undone,
    /// stays hidden.
    pub(crate) fn hands_closed(&self) -> u16 {
        let over = self.hands_over();
        match self.table.undoable().any(|(penalty, _)| penalty == Penalty::Chombo) {
            true => over.min(self.hands.saturating_sub(1)),
            false => over,
        }
    }

    /// Tells the next event; a hand that begins is dealt from the wall of its number.
    pub(crate) fn tell<'a>(&mut self, event: &'a Event, wall: impl FnOnce(u16) -> Option<Wall>) -> Told<'a> {
        let (mut sheets, mut rest) = (Vec::new(), None);
        self.ended.event(event);
        match event {
            Event::HandStarted(_) => {
                self.hands += 1;
                self.won.clear();
                self.paid.clear();
                if let Some(wall) = wall(self.hands) {
                    self.table.put_wall(wall);
                }
            }
            Event::Won { seat, from, tile, .. } => self.won.extend(WonHand::at(&self.table, *seat, *from, *tile)),
            Event::FourKansScored { seat } => self.won.extend(WonHand::of_four_kans(&self.table, *seat)),
            Event::Paid { .. } => self.paid.push(event.clone()),
            Event::ChomboCalled { .. } => self.paid_before = self.paid.len(),
            Event::RulingUndone {
                penalty: Penalty::Chombo,
                ..
            } => self.paid.truncate(self.paid_before),
            Event::RiichiStands { seat } => self.paid.extend(stick(self.table.rules(), *seat)),
            Event::Settled(_) => {
                let won = std::mem::take(&mut self.won);
                let winners: Vec<Seat> = won.iter().map(|won| won.seat).collect();
                let sheet = |won: &WonHand| Arc::new(WinSheet::of(won, &self.table, &self.paid));
                sheets = won.iter().map(sheet).collect();
                rest = Some(Arc::new(HandSheet::of(&self.ended, &winners, &self.table, &self.paid)));
            }
            _ => {}
        }
        self.table.apply_trusted(event);
        self.events += 1;
        Told {
            event,
            left: log::Told::left(&self.table).unwrap_or_default(),
            spare: log::Told::spare(&self.table),
            sheets,
            rest,
            over: self.result(event),
            open: OnceCell::new(),
            hidden: OnceCell::new(),
        }
    }

    fn result(&self, event: &Event) -> Option<ResultJson> {
        if !matches!(event, Event::GameEnded { .. }) {
            return None;
        }
        let Phase::GameOver { drawn } = *self.table.phase() else {
            return None;
        };
        let result = self.table.result()?;
        Some(ResultJson::of(result, drawn, self.table.rules()))
    }
}

impl Told<'_> {
    /// How many frames there are for a viewer.
    pub(crate) fn count(&self, viewer: Viewer) -> u32 {
        let hidden = self.event.private_to().is_some_and(|seat| !viewer.sees_hand_of(seat));
        self.sheets.len() as u32 + u32::from(!hidden) + u32::from(self.over.is_some())
    }

    /// The frames of one viewer; `n` is the number of the last one before them.
    pub(crate) fn frames(&self, viewer: Viewer, rules: &Rules, n: &mut u32, mut out: impl FnMut(&ServerFrame)) {
        let mut next = || {
            *n += 1;
            *n
        };
        for sheet in &self.sheets {
            out(&ServerFrame::Sheet {
                n: next(),
                sheet: Arc::clone(sheet),
            });
        }
        if let Some(seen) = self.event.seen_by(viewer, rules) {
            let encoded = match seen {
                Seen::All(_) => &self.open,
                _ => &self.hidden,
            };
            let e = encoded.get_or_init(|| encode(&EventJson::of_seen(&seen, rules, |seat| seat.0)));
            out(&ServerFrame::E {
                n: next(),
                left: self.left,
                spare: self.spare,
                e: Arc::clone(e),
                sheet: self.rest.clone(),
            });
        }
        if let Some(result) = &self.over {
            out(&ServerFrame::Over {
                n: next(),
                result: result.clone(),
            });
        }
    }
}

/// The stick of a riichi that stands, as a payment; none where it costs nothing.
fn stick(rules: &Rules, seat: Seat) -> Option<Event> {
    let stick = rules.settings.riichi.stick;
    (stick > 0).then(|| Event::Paid {
        from: Party::Seat(seat),
        to: Party::Sticks,
        amount: Amount::Points(Points(stick)),
        what: What::Sticks,
        because: rules.because(Key::RiichiStick),
    })
}

fn encode(event: &EventJson<u8>) -> Arc<RawValue> {
    to_raw_value(event).unwrap_or_default().into()
}
