//! Events as they are told: each with what the table shows after it, a score sheet before the hand is put away, and the
//! result at the end. The numbers of frames follow from the events alone, so that they are the same after a restart.

use crate::wire::frame::ServerFrame;
use crate::wire::fu::FuLineJson;
use crate::wire::lobby::NamesJson;
use crate::wire::result::ResultJson;
use crate::wire::worth::{DoraLineJson, ResponsibleJson, SumJson};
use jantaku_record::log;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::is_wild;
use jantaku_table::phase::Phase;
use jantaku_table::seen::Viewer;
use jantaku_table::wall::Wall;
use jantaku_table::{Event, Table};
use jantaku_wire::event_json::EventJson;
use jantaku_wire::score_json::response::Sheet;
use jantaku_wire::won_hand::WonHand;
use serde::Serialize;
use std::sync::Arc;

/// How far a game has been told.
#[derive(Clone)]
pub(crate) struct Telling {
    /// The table as those know it who have seen everything.
    pub(crate) table: Table,
    pub(crate) events: usize,
    pub(crate) hands: u16,
    won: Vec<WonHand>,
    paid: Vec<Event>,
}

/// One event and what goes with it.
pub(crate) struct Told {
    pub(crate) event: Event,
    /// Tiles left to draw in turn, after it.
    pub(crate) left: u8,
    pub(crate) spare: Option<u8>,
    /// Score sheets, which come before it.
    pub(crate) sheets: Vec<WinSheet>,
    /// The result, which comes after it.
    pub(crate) over: Option<ResultJson>,
}

/// The score sheet of one winner.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct WinSheet {
    pub(crate) seat: u8,
    pub(crate) dealer: u8,
    pub(crate) sheet: Sheet,
    pub(crate) names: Vec<NamesJson>,
    pub(crate) fu_lines: Vec<FuLineJson>,
    pub(crate) dora_lines: Vec<DoraLineJson>,
    pub(crate) sum: SumJson,
    /// Who answers for it in place of the discarder.
    pub(crate) responsible: Option<ResponsibleJson>,
    /// What a wild winning tile stands for.
    pub(crate) stands_for: Option<String>,
}

impl Telling {
    /// Nothing has been told.
    pub(crate) fn new(rules: &Arc<Rules>) -> Telling {
        Telling {
            table: Table::new(Arc::clone(rules)),
            events: 0,
            hands: 0,
            won: Vec::new(),
            paid: Vec::new(),
        }
    }

    /// How many hands have been seen to their end.
    pub(crate) fn hands_over(&self) -> u16 {
        let over = self.table.needs_wall() || self.table.is_over();
        self.hands.saturating_sub(u16::from(!over))
    }

    /// Tells the next event; a hand that begins is dealt from the wall of its number.
    pub(crate) fn tell(&mut self, event: &Event, wall: impl FnOnce(u16) -> Option<Wall>) -> Told {
        let mut sheets = Vec::new();
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
            Event::Settled(_) => sheets = self.sheets(),
            _ => {}
        }
        self.table.apply(event);
        self.events += 1;
        Told {
            event: event.clone(),
            left: log::Told::left(&self.table).unwrap_or_default(),
            spare: log::Told::spare(&self.table),
            sheets,
            over: self.result(event),
        }
    }

    fn sheets(&mut self) -> Vec<WinSheet> {
        let rules = self.table.rules();
        let dealer = self.table.standing().dealer.0;
        let sheet = |won: WonHand| WinSheet {
            seat: won.seat.0,
            dealer,
            names: won
                .score
                .lines(rules)
                .map(|line| (&rules.yaku[usize::from(line.yaku)].names).into())
                .collect(),
            fu_lines: FuLineJson::all_of(rules, &won.win, &won.score),
            dora_lines: DoraLineJson::all_of(rules, &won.score),
            sum: SumJson::of(rules, &won.score, won.seat.0 == dealer),
            responsible: ResponsibleJson::of(rules, &won),
            stands_for: is_wild(rules, &won.win).then(|| won.score.reading.winning.to_string()),
            sheet: won.sheet(&self.table, &self.paid),
        };
        std::mem::take(&mut self.won).into_iter().map(sheet).collect()
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

impl Told {
    /// How many frames there are for a viewer.
    pub(crate) fn count(&self, viewer: Viewer) -> u32 {
        let hidden = matches!(self.event, Event::Missed { seat } if !viewer.sees_hand_of(seat));
        self.sheets.len() as u32 + u32::from(!hidden) + u32::from(self.over.is_some())
    }

    /// The frames of one viewer; `n` is the number of the last one before them.
    pub(crate) fn frames(&self, viewer: Viewer, rules: &Rules, n: &mut u32, out: &mut Vec<ServerFrame>) {
        for sheet in &self.sheets {
            *n += 1;
            let WinSheet {
                seat,
                dealer,
                sheet,
                names,
                fu_lines,
                dora_lines,
                sum,
                responsible,
                stands_for,
            } = sheet.clone();
            out.push(ServerFrame::Sheet {
                n: *n,
                seat,
                dealer,
                sheet,
                names,
                fu_lines,
                dora_lines,
                sum,
                responsible,
                stands_for,
            });
        }
        if let Some(seen) = self.event.seen_by(viewer, rules) {
            *n += 1;
            out.push(ServerFrame::E {
                n: *n,
                left: self.left,
                spare: self.spare,
                e: EventJson::of_seen(&seen, rules, |seat| seat.0),
            });
        }
        if let Some(result) = &self.over {
            *n += 1;
            out.push(ServerFrame::Over {
                n: *n,
                result: result.clone(),
            });
        }
    }
}
