//! The outcome of a scenario. Seats are named by the winds of the scripted hand, even after the deal has moved on.

use crate::settlement::Settlement;
use crate::{game_over, legal, wire, words};
use jantaku_rules::result::FinalResult;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::sheet::ScoreSheet;
use jantaku_rules::transfer::{Party, What};
use jantaku_table::Table;
use jantaku_table::action::Refusal;
use jantaku_table::event::{Event, Standing};
use jantaku_table::phase::Phase;
use jantaku_wire::score_json::LineRow;
use serde_json::{Map, Value, json};

#[derive(Clone)]
pub struct Report {
    pub dealer: Seat,
    /// Everything that happened, in order.
    pub events: Vec<Event>,
    pub settlements: Vec<Settlement>,
    /// The line that was refused, if any; nothing after it was played.
    pub refused: Option<Refused>,
    pub table: Table,
}

/// A line that was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// Which, counted from 1.
    pub number: usize,
    pub line: String,
    pub refusal: Refusal,
}

impl Report {
    /// As one JSON object.
    pub fn to_json(&self) -> Value {
        let events: Vec<Value> = self.events.iter().map(|event| wire::event(self, event)).collect();
        let settlements: Vec<Value> = self.settlements.iter().map(|s| wire::settlement(self, s)).collect();
        json!({
            "events": events,
            "settlements": settlements,
            "refused": self.refused_json(),
            "state": self.state(),
            "legal": self.legal(),
            "result": self.table.result().map(|result| self.result(result)),
        })
    }

    pub(super) fn rules(&self) -> &Rules {
        self.table.rules()
    }

    /// The wind that a chair had in the scripted hand.
    pub(super) fn wind(&self, seat: Seat) -> Wind {
        let seats = self.table.seats();
        Wind::at((usize::from(seat.0) + seats - usize::from(self.dealer.0)) % seats)
    }

    /// The chair that had this wind in the scripted hand.
    pub(super) fn seat(&self, wind: Wind) -> Seat {
        Seat(((usize::from(self.dealer.0) + wind.index()) % self.table.seats()) as u8)
    }

    /// The winds of those of whom it holds.
    pub(super) fn those(&self, flags: &BySeat<bool>) -> Vec<&'static str> {
        let winds = self.winds().filter(|&wind| flags[self.seat(wind)]);
        winds.map(Wind::name).collect()
    }

    /// The winds of the scripted hand.
    pub(super) fn winds(&self) -> impl Iterator<Item = Wind> + use<> {
        Wind::ALL.into_iter().take(self.table.seats())
    }

    pub(super) fn by_wind<T: Into<Value> + Copy>(&self, values: &BySeat<T>) -> Value {
        let of = |wind: Wind| (wind.name().to_owned(), values[self.seat(wind)].into());
        Value::Object(self.winds().map(of).collect::<Map<_, _>>())
    }

    /// The current standing; after a hand, that of the next.
    pub(super) fn standing(&self) -> Standing {
        match self.table.phase() {
            Phase::BeforeHand | Phase::Yame { .. } | Phase::GameOver { .. } => Standing {
                sticks: self.table.standing().sticks,
                ..self.table.next_standing()
            },
            _ => self.table.standing(),
        }
    }

    fn refused_json(&self) -> Value {
        let Some(refused) = &self.refused else {
            return Value::Null;
        };
        let clause = self
            .rules()
            .clause(refused.refusal.clause)
            .map(|clause| clause.id.as_str());
        json!({
            "line": refused.line,
            "number": refused.number,
            "clause": clause,
            "why": refused.refusal.why.text_in(self.rules()),
        })
    }

    fn state(&self) -> Value {
        let standing = self.standing();
        let turn = self.table.turn().map(|turn| self.wind(turn.seat).name());
        json!({
            "round": standing.round.name(),
            "hand": standing.dealer.0 + 1,
            "honba": standing.honba,
            "sticks": standing.sticks,
            "points": self.by_wind(&self.table.points().map(|points| points.0)),
            "chips": self.by_wind(&self.table.chips().map(|chips| chips.0)),
            "phase": words::phase(self.table.phase()),
            "turn": turn,
            "wall_left": self.table.wall().left(),
        })
    }

    fn legal(&self) -> Value {
        let of = |wind: Wind| {
            let actions = legal::lines(&self.table, self.seat(wind));
            (wind.name().to_owned(), Value::from(actions))
        };
        Value::Object(self.winds().map(of).collect::<Map<_, _>>())
    }

    /// The sheet of the result, by the winds of the scripted hand.
    pub(super) fn result_sheet(&self, result: &FinalResult) -> ScoreSheet {
        let mut sheet = ScoreSheet::of_result(self.rules(), result);
        for party in sheet.lines.iter_mut().filter_map(|line| line.to.as_mut()) {
            if let Party::Player(wind) = party {
                *wind = self.wind(Seat(wind.index() as u8));
            }
        }
        sheet
    }

    /// The id of the clause that ended the game.
    pub(super) fn ended_by(&self, result: &FinalResult) -> Option<&str> {
        let clause = self.rules().clause(game_over::ended_by(self, result));
        clause.map(|clause| clause.id.as_str())
    }

    fn result(&self, result: &FinalResult) -> Value {
        let mut ranking: Vec<Wind> = self.winds().collect();
        ranking.sort_by_key(|&wind| result.places[self.seat(wind)]);
        let leftover: i32 = result.leftover.iter().map(|transfer| transfer.amount.number()).sum();
        json!({
            "ranking": ranking.iter().map(|wind| wind.name()).collect::<Vec<_>>(),
            "places": self.by_wind(&result.places),
            "points": self.by_wind(&result.points.map(|points| points.0)),
            "uma": self.by_wind(&result.sum(What::Uma)),
            "oka": self.by_wind(&result.sum(What::Oka)),
            "penalty": self.by_wind(&result.sum(What::Chombo)),
            "chips": self.by_wind(&result.chips.map(|chips| chips.0)),
            "score": self.by_wind(&result.score),
            "unit": result.unit.word(),
            "leftover_sticks": leftover,
            "lines": LineRow::all_of(self.rules(), &self.result_sheet(result)),
            "drawn": matches!(self.table.phase(), Phase::GameOver { drawn: true }),
            "ended_by": self.ended_by(result),
        })
    }
}
