//! What follows a settled hand: the beginning of the next record, or the result of the game.

use jantaku_rules::result::{FinalResult, GameEnd, final_result};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::settlement::next_hand::Standing;
use jantaku_rules::sheet::ScoreSheet;
use jantaku_rules::transfer::Party;
use jantaku_rules::units::{Chips, Points};
use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt;

use super::record::Record;
use crate::score_json::line::LineRow;
use crate::score_json::response::ByWind;

/// The hand that would be dealt next, also where the game is over. Players are named by their winds in that hand, and every key is
/// one of a record.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NextHand {
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub players: Map<String, Value>,
    /// `east-2`
    pub round: String,
    pub honba: u8,
    pub sticks: u8,
    pub points: ByWind,
    /// None where the rulebook has no chips.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chips: Option<ByWind>,
    /// Chombo that count at the end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub penalties: Option<ByWind>,
}

/// The line that begins the next record: `east-2, honba 1, points 24000 26000 25000 25000`
impl fmt::Display for NextHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |numbers: &ByWind| numbers.0.iter().map(|n| format!(" {n}")).collect::<String>();
        if !self.players.is_empty() {
            let names = Wind::ALL
                .iter()
                .filter_map(|wind| self.players.get(wind.name())?.as_str());
            write!(f, "players {}, ", names.collect::<Vec<_>>().join(" "))?;
        }
        write!(f, "{}", self.round)?;
        for (name, count) in [("honba", self.honba), ("sticks", self.sticks)] {
            if count > 0 {
                write!(f, ", {name} {count}")?;
            }
        }
        write!(f, ", points{}", list(&self.points))?;
        if let Some(chips) = &self.chips {
            write!(f, ", chips{}", list(chips))?;
        }
        if let Some(penalties) = &self.penalties {
            let counted = Wind::ALL
                .iter()
                .zip(penalties.0.iter())
                .filter(|(_, count)| **count > 0);
            let counted = counted.map(|(wind, count)| format!(" {wind} {count}"));
            write!(f, ", penalties{}", counted.collect::<String>())?;
        }
        Ok(())
    }
}

/// The result of a game. Players are named by their winds in its last hand.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameResult {
    /// What the result is counted in: `points` or `chips`.
    pub unit: &'static str,
    /// Places from 1; tied players may share one.
    pub places: ByWind,
    /// Final points, the sticks left on the table included.
    pub points: ByWind,
    /// The sum of each player's lines.
    pub result: ByWind,
    pub chips: ByWind,
    pub lines: Vec<LineRow>,
    /// The same by chair, the first dealer first.
    #[serde(skip)]
    pub by_chair: FinalResult,
}

/// A game after a hand is settled. Points and chips are by the winds of that hand.
pub(super) struct AfterSettlement<'a> {
    pub(super) rules: &'a Rules,
    pub(super) record: &'a Record,
    pub(super) next: Standing,
    pub(super) points: &'a BySeat<Points>,
    pub(super) chips: &'a BySeat<i32>,
    pub(super) penalties: BySeat<u8>,
}

impl AfterSettlement<'_> {
    /// The wind of a chair in the hand that was settled.
    pub(super) fn wind_of(&self, chair: Seat) -> Wind {
        self.record.wind_of(chair, self.rules.seats())
    }

    /// Who will have this wind in the next hand.
    fn next_at(&self, place: usize) -> Wind {
        self.wind_of(Seat(
            ((usize::from(self.next.dealer.0) + place) % self.rules.seats()) as u8,
        ))
    }

    pub(super) fn next_hand(&self) -> NextHand {
        let seats = self.rules.seats();
        let by_wind = |of: &dyn Fn(Wind) -> i32| ByWind(BySeat::from_fn(seats, |place| of(self.next_at(place))));
        let players = self.record.players.as_deref().unwrap_or_default();
        let name = |place: usize| {
            let (_, name) = players.iter().find(|(wind, _)| *wind == self.next_at(place))?;
            Some((Wind::at(place).name().to_owned(), name.as_str().into()))
        };
        NextHand {
            players: (0..seats).filter_map(name).collect(),
            round: format!("{}-{}", self.next.round, self.next.dealer.0 + 1),
            honba: self.next.honba,
            sticks: self.next.sticks,
            points: by_wind(&|wind| self.points[wind].0),
            chips: (self.rules.settings.plays_chips()).then(|| by_wind(&|wind| self.chips[wind])),
            penalties: (self.penalties.iter().any(|&count| count > 0))
                .then(|| by_wind(&|wind| self.penalties[wind].into())),
        }
    }

    pub(super) fn result(&self, drawn: bool) -> GameResult {
        let seats = self.rules.seats();
        let at = |place: usize| self.wind_of(Seat(place as u8));
        let by_chair = final_result(
            self.rules,
            &GameEnd {
                points: BySeat::from_fn(seats, |place| self.points[at(place)]),
                next_dealer: self.next.dealer,
                sticks: self.next.sticks,
                chips: BySeat::from_fn(seats, |place| Chips(self.chips[at(place)])),
                substitutes: BySeat::all(seats, false),
                chombo: BySeat::from_fn(seats, |place| self.penalties[at(place)]),
                drawn,
            },
        );
        // The sheet of a result has the winds of the first hand.
        let mut sheet = ScoreSheet::of_result(self.rules, &by_chair);
        for line in &mut sheet.lines {
            for party in [&mut line.from, &mut line.to] {
                if let Some(Party::Player(wind)) = party {
                    *wind = at(wind.index());
                }
            }
        }
        let chair_of = |place: usize| Seat(((usize::from(self.record.dealer.0) + place) % seats) as u8);
        let by_wind = |of: &dyn Fn(Seat) -> i32| ByWind(BySeat::from_fn(seats, |place| of(chair_of(place))));
        GameResult {
            unit: by_chair.unit.word(),
            places: by_wind(&|seat| by_chair.places[seat].into()),
            points: by_wind(&|seat| by_chair.points[seat].0),
            result: by_wind(&|seat| by_chair.score[seat]),
            chips: by_wind(&|seat| by_chair.chips[seat].0),
            lines: LineRow::all_of(self.rules, &sheet),
            by_chair,
        }
    }
}
