//! The result of a game: places, then uma and oka or a chart of chips, with a reason for every part of a score.

pub mod places;

use crate::rulebook::choices::{Chombo, LeftoverSticks, ResultKind, TiedUma};
use crate::rulebook::clause::ClauseRef;
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::Key;
use crate::seat::{BySeat, Seat, Wind};
use crate::transfer::{Amount, Party, Stake, Transfer, What};
use crate::units::{Chips, Points};
use arrayvec::ArrayVec;
use places::{Ranking, rank};

/// A game after its last hand is settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// Points of each chair, without the sticks on the table.
    pub points: BySeat<Points>,
    pub next_dealer: Seat,
    pub sticks: u8,
    /// Chips that each chair won or lost during the game.
    pub chips: BySeat<Chips>,
    pub substitutes: BySeat<bool>,
    /// How often each chair made a chombo.
    pub chombo: BySeat<u8>,
    /// Nobody reached the goal even in overtime, so the game is a draw.
    pub drawn: bool,
}

impl GameEnd {
    /// A game that ended with these points, without chips, sticks or penalties.
    pub fn with_points(points: BySeat<Points>) -> GameEnd {
        let seats = points.len();
        GameEnd {
            points,
            next_dealer: Seat(0),
            sticks: 0,
            chips: BySeat::all(seats, Chips(0)),
            substitutes: BySeat::all(seats, false),
            chombo: BySeat::all(seats, 0),
            drawn: false,
        }
    }
}

/// One part of a score, with its reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    pub seat: Seat,
    /// What it adds to the score, or takes if negative.
    pub amount: i32,
    pub what: What,
    pub because: ClauseRef,
}

/// The result of a game for each chair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinalResult {
    /// Places, counted from 1. Tied players may share one.
    pub places: BySeat<u8>,
    /// Final points, including leftover sticks.
    pub points: BySeat<Points>,
    /// Where leftover sticks went. Winds are those of the first hand.
    pub leftover: ArrayVec<Transfer, 4>,
    /// The score: the sum of each player's lines.
    pub score: BySeat<i32>,
    /// Is the score in points or in chips?
    pub unit: Stake,
    /// Chips of the whole game, including those of a chart.
    pub chips: BySeat<Chips>,
    pub lines: ArrayVec<Line, 32>,
}

impl FinalResult {
    /// The total of one kind of line, such as uma, for each player.
    pub fn sum(&self, what: What) -> BySeat<i32> {
        let mut sums = BySeat::all(self.places.len(), 0);
        for line in self.lines.iter().filter(|line| line.what == what) {
            sums[line.seat] += line.amount;
        }
        sums
    }
}

/// Ranks the players, gives out leftover sticks, and computes the result under the rulebook.
pub fn final_result(rules: &Rules, end: &GameEnd) -> FinalResult {
    let ranking = rank(&rules.settings, &end.points, end.next_dealer);
    let mut sheet = Sheet {
        rules,
        end,
        ranking: &ranking,
        points: end.points,
        leftover: ArrayVec::new(),
        lines: ArrayVec::new(),
    };
    let seats = rules.seats();
    let unit = match rules.settings.result.kind {
        ResultKind::Points | ResultKind::Uma => Stake::Points,
        ResultKind::ChipChart => Stake::Chips,
    };
    // In a drawn game nobody gets anything, and sticks on the table are lost.
    if !end.drawn {
        sheet.hand_out_sticks();
        match rules.settings.result.kind {
            ResultKind::Points => sheet.count_points(0, Key::ResultIs),
            ResultKind::Uma => sheet.count_uma(),
            ResultKind::ChipChart => sheet.count_chart(),
        }
    }
    let mut score = BySeat::all(seats, 0);
    for line in &sheet.lines {
        score[line.seat] += line.amount;
    }
    FinalResult {
        places: if end.drawn {
            BySeat::all(seats, 1)
        } else {
            ranking.places
        },
        points: sheet.points,
        leftover: sheet.leftover,
        score,
        unit,
        chips: if unit == Stake::Chips && !end.drawn {
            BySeat::from_fn(seats, |place| Chips(score[Seat(place as u8)]))
        } else {
            end.chips
        },
        lines: sheet.lines,
    }
}

/// A result that is still being computed.
struct Sheet<'a> {
    rules: &'a Rules,
    end: &'a GameEnd,
    ranking: &'a Ranking,
    points: BySeat<Points>,
    leftover: ArrayVec<Transfer, 4>,
    lines: ArrayVec<Line, 32>,
}

impl Sheet<'_> {
    fn hand_out_sticks(&mut self) {
        let settings = &self.rules.settings;
        let all = Points(settings.riichi.stick) * i32::from(self.end.sticks);
        match settings.game.leftover_sticks {
            LeftoverSticks::Lapse => {}
            LeftoverSticks::First => self.give_sticks(1, all),
            LeftoverSticks::FirstShared => {
                let tied = self.ranking.tied_with(0, &self.end.points);
                // Sticks are shared in hundreds; the remainder is lost.
                self.give_sticks(tied.len(), Points(all.0 / tied.len() as i32 / 100 * 100));
            }
        }
    }

    /// Gives this amount to each of the first players in the ranking.
    fn give_sticks(&mut self, players: usize, points: Points) {
        for &seat in self.ranking.order.iter().take(players).filter(|_| points > Points(0)) {
            self.points[seat] += points;
            self.leftover.push(Transfer {
                from: Party::Sticks,
                to: Party::Player(Wind::at(usize::from(seat.0))),
                amount: Amount::Points(points),
                what: What::Leftover,
                because: self.rules.because(Key::GameLeftoverSticks),
            });
        }
    }

    /// Points relative to the return points, fixed scores of substitutes, then penalties.
    fn count_points(&mut self, return_points: i32, key: Key) {
        let points = self.rounded_points();
        for &seat in &self.ranking.order {
            if self.is_substitute(seat) {
                let fixed = self.rules.settings.result.substitute_points;
                self.write(seat, fixed, What::Substitute, Key::ResultSubstitutePoints);
            } else {
                self.write(seat, points[seat].0 - return_points, What::Game, key);
            }
            let penalty = &self.rules.settings.penalty;
            if penalty.chombo == Chombo::AfterUma {
                let off = penalty.after_uma * i32::from(self.end.chombo[seat]);
                self.write(seat, -off, What::Chombo, Key::PenaltyAfterUma);
            }
        }
    }

    /// Final points, rounded if the rulebook says so. First place takes the difference, so nothing is lost.
    fn rounded_points(&self) -> BySeat<Points> {
        let unit = self.rules.settings.result.round_to;
        let mut points = self.points;
        let Some((&first, others)) = self.ranking.order.split_first().filter(|_| unit > 0) else {
            return points;
        };
        for &seat in others {
            let exact = points[seat];
            let rounded = Points((exact.0.abs() + unit / 2) / unit * unit * exact.0.signum());
            points[seat] = rounded;
            points[first] += exact - rounded;
        }
        points
    }

    fn count_uma(&mut self) {
        let result = &self.rules.settings.result;
        self.count_points(result.return_points, Key::ResultReturn);
        let oka_of = |place: usize| if place == 0 { result.oka } else { 0 };
        for (place, &seat) in self.ranking.order.iter().enumerate() {
            let uma_of = |place: usize| result.uma.get(place).copied().unwrap_or(0);
            if self.is_substitute(seat) {
                self.write(seat, result.substitute_uma, What::Uma, Key::ResultSubstituteUma);
            } else {
                let (uma, key) = self.prize(place, uma_of, Key::ResultUma);
                self.write(seat, uma, What::Uma, key);
                let (oka, key) = self.prize(place, oka_of, Key::ResultOka);
                self.write(seat, oka, What::Oka, key);
            }
        }
    }

    /// The prize of a place, or a share of the prizes of tied places.
    fn prize(&self, place: usize, of: impl Fn(usize) -> i32, key: Key) -> (i32, Key) {
        let tied = self.ranking.tied_with(place, &self.end.points);
        if self.rules.settings.result.tied_uma == TiedUma::ByRank || tied.len() == 1 {
            return (of(place), key);
        }
        let players = tied.len() as i32;
        let sum: i32 = tied.clone().map(of).sum();
        // Single points that remain go to those ranked first, so that nothing is lost.
        let rest = (place - tied.start) < sum.rem_euclid(players) as usize;
        (sum.div_euclid(players) + i32::from(rest), Key::ResultTiedUma)
    }

    /// Second and third place receive or pay according to their points. First place takes the rest.
    fn count_chart(&mut self) {
        let result = &self.rules.settings.result;
        let mut pot = 0;
        let charts = [(&result.second, Key::ResultSecond), (&result.third, Key::ResultThird)];
        let others = self.ranking.order.iter().skip(1);
        for (&seat, (chart, key)) in others.zip(charts) {
            let points = self.points[seat].0;
            let row = chart.iter().find(|row| points >= row.from).or(chart.last());
            let chips = row.map_or(0, |row| row.chips);
            pot -= chips;
            self.note(seat, chips, What::Place, key);
        }
        if let Some(&first) = self.ranking.order.first() {
            self.write(first, pot, What::Place, Key::ResultRestToFirst);
        }
        for &seat in &self.ranking.order {
            self.write(seat, self.end.chips[seat].0, What::Game, Key::ResultIs);
        }
    }

    /// Is this a substitute, in a rulebook with a rule for them?
    fn is_substitute(&self, seat: Seat) -> bool {
        let result = &self.rules.settings.result;
        self.end.substitutes[seat] && (result.substitute_points, result.substitute_uma) != (0, 0)
    }

    fn write(&mut self, seat: Seat, amount: i32, what: What, key: Key) {
        if amount != 0 {
            self.note(seat, amount, what, key);
        }
    }

    /// A line even for nothing.
    fn note(&mut self, seat: Seat, amount: i32, what: What, key: Key) {
        self.lines.push(Line {
            seat,
            amount,
            what,
            because: self.rules.because(key),
        });
    }
}
