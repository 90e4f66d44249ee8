//! Checks the sheet of a finished game.

use super::super::Found;
use super::{amount, says};
use jantaku_rules::result::GameEnd;
use jantaku_rules::rulebook::choices::{Chombo, LeftoverSticks, ResultKind, TiedUma, Ties};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::seat::{Seat, Wind};
use jantaku_wire::score_json::LineRow;

/// A line that the sheet must have: part, id, player, amount and the key behind it.
type Due = (&'static str, &'static str, Seat, i32, Key);

/// Checks its lines against how the game ended.
pub fn check(rules: &Rules, end: &GameEnd, lines: &[LineRow]) -> Found {
    let mut due = if end.drawn {
        Vec::new()
    } else {
        Reckoning::of(rules, end).lines()
    };
    // The chart gives second and third place a line even for nothing.
    due.retain(|(.., amount, key)| *amount != 0 || matches!(key, Key::ResultSecond | Key::ResultThird));
    for line in lines {
        let fits = |(part, id, seat, number, _): &Due| {
            let in_chips = *part == "ending" && rules.settings.result.kind == ResultKind::ChipChart;
            (line.part, line.id.as_str(), amount(line)) == (*part, *id, Some(*number))
                && line.to == Some(Wind::at(usize::from(seat.0)).name())
                && line.from == (*part == "payment").then_some("sticks")
                && line.chips.is_some() == in_chips
                && line.points.is_some() != in_chips
        };
        let Some(place) = due.iter().position(fits) else {
            let Some(number) = amount(line) else {
                return Err(format!("the line {} {} counts nothing", line.part, line.id));
            };
            let to = line.to.unwrap_or("nobody");
            return Err(format!(
                "the line {} {} of {number} to {to} is no part of the result",
                line.part, line.id
            ));
        };
        let (.., key) = due.remove(place);
        says(rules, line, rules.because(key))?;
    }
    match due.first() {
        Some((part, id, seat, amount, _)) => Err(format!("seat {} has no line {part} {id} of {amount}", seat.0)),
        None => Ok(()),
    }
}

struct Reckoning<'a> {
    rules: &'a Rules,
    end: &'a GameEnd,
    /// First place first.
    order: Vec<Seat>,
}

impl Reckoning<'_> {
    fn of<'a>(rules: &'a Rules, end: &'a GameEnd) -> Reckoning<'a> {
        let seats = rules.seats() as u8;
        let first = match rules.settings.game.ties {
            Ties::NextDealer => end.next_dealer.0,
            Ties::Shared | Ties::InitialSeat => 0,
        };
        // Going round the table from the player whom ties favour, a stable sort keeps that order among equals.
        let mut order: Vec<Seat> = (first..seats).chain(0..first).map(Seat).collect();
        order.sort_by_key(|seat| -end.points[*seat].0);
        Reckoning { rules, end, order }
    }

    fn lines(&self) -> Vec<Due> {
        let result = &self.rules.settings.result;
        let mut lines = self.sticks();
        let mut points = self.end.points.map(|points| points.0);
        for (_, _, seat, amount, _) in &lines {
            points[*seat] += amount;
        }
        if result.kind == ResultKind::ChipChart {
            return self.chart(lines, |seat| points[seat]);
        }
        let (back, key) = match result.kind {
            ResultKind::Uma => (result.return_points, Key::ResultReturn),
            _ => (0, Key::ResultIs),
        };
        let all: i32 = points.iter().sum();
        if result.round_to > 0 {
            let half = result.round_to / 2;
            points = points.map(|exact| {
                let up = (exact.abs() + half) / result.round_to * result.round_to;
                if *exact < 0 { -up } else { up }
            });
            let first = self.order[0];
            points[first] += all - points.iter().sum::<i32>();
        }
        let penalty = &self.rules.settings.penalty;
        for seat in self.order.iter().copied() {
            let stands_in = self.end.substitutes[seat] && (result.substitute_points, result.substitute_uma) != (0, 0);
            lines.push(match stands_in {
                true => (
                    "ending",
                    "substitute",
                    seat,
                    result.substitute_points,
                    Key::ResultSubstitutePoints,
                ),
                false => ("ending", "game", seat, points[seat] - back, key),
            });
            if penalty.chombo == Chombo::AfterUma {
                let off = i32::from(self.end.chombo[seat]) * penalty.after_uma;
                lines.push(("ending", "chombo", seat, -off, Key::PenaltyAfterUma));
            }
            if result.kind == ResultKind::Uma && stands_in {
                lines.push(("ending", "uma", seat, result.substitute_uma, Key::ResultSubstituteUma));
            } else if result.kind == ResultKind::Uma {
                let (uma, key) = self.share(&result.uma, seat, Key::ResultUma);
                lines.push(("ending", "uma", seat, uma, key));
                let (oka, key) = self.share(&[result.oka], seat, Key::ResultOka);
                lines.push(("ending", "oka", seat, oka, key));
            }
        }
        lines
    }

    /// The sticks left on the table.
    fn sticks(&self) -> Vec<Due> {
        let settings = &self.rules.settings;
        let all = i32::from(self.end.sticks) * settings.riichi.stick;
        let line = |seat: Seat, amount: i32| ("payment", "leftover", seat, amount, Key::GameLeftoverSticks);
        match settings.game.leftover_sticks {
            LeftoverSticks::Lapse => Vec::new(),
            LeftoverSticks::First => vec![line(self.order[0], all)],
            LeftoverSticks::FirstShared => {
                let tied = self.tied(self.order[0]);
                let share = all / tied.len() as i32;
                tied.iter().map(|seat| line(*seat, share - share % 100)).collect()
            }
        }
    }

    /// Everybody with as many points as this player, in order.
    fn tied(&self, with: Seat) -> Vec<Seat> {
        let same = |seat: &Seat| self.end.points[*seat] == self.end.points[with];
        self.order.iter().copied().filter(same).collect()
    }

    /// A player's part of what the places get.
    fn share(&self, places: &[i32], seat: Seat, key: Key) -> (i32, Key) {
        let at = |seat: Seat| self.order.iter().position(|other| *other == seat).unwrap_or(0);
        let of = |place: usize| places.get(place).copied().unwrap_or(0);
        let tied = self.tied(seat);
        if tied.len() == 1 || self.rules.settings.result.tied_uma == TiedUma::ByRank {
            return (of(at(seat)), key);
        }
        let mut sum: i32 = tied.iter().map(|seat| of(at(*seat))).sum();
        // Each takes an equal part of what is left, rounded up for those who come first.
        for (taken, other) in (0..).zip(&tied) {
            let left = tied.len() as i32 - taken;
            let part = sum.div_euclid(left) + i32::from(sum.rem_euclid(left) > 0);
            if *other == seat {
                return (part, Key::ResultTiedUma);
            }
            sum -= part;
        }
        (0, Key::ResultTiedUma)
    }

    fn chart(&self, mut lines: Vec<Due>, points: impl Fn(Seat) -> i32) -> Vec<Due> {
        let result = &self.rules.settings.result;
        let row = |chart: &[jantaku_rules::rulebook::choices::ChipRow], seat: Seat| {
            let reached = chart.iter().filter(|row| points(seat) >= row.from);
            let lowest = chart.iter().min_by_key(|row| row.from);
            reached.max_by_key(|row| row.from).or(lowest).map_or(0, |row| row.chips)
        };
        let (second, third) = (row(&result.second, self.order[1]), row(&result.third, self.order[2]));
        lines.push(("ending", "place", self.order[1], second, Key::ResultSecond));
        lines.push(("ending", "place", self.order[2], third, Key::ResultThird));
        lines.push((
            "ending",
            "place",
            self.order[0],
            -second - third,
            Key::ResultRestToFirst,
        ));
        for seat in self.order.iter().copied() {
            lines.push(("ending", "game", seat, self.end.chips[seat].0, Key::ResultIs));
        }
        lines
    }
}
