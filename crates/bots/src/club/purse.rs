//! What points are worth in the final currency: with uma, oka or a chart of chips, a point is not always a point.

use super::knowledge::Usual;
use jantaku_rules::rulebook::choices::{ChipRow, ResultKind};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::units::Points;
use jantaku_table::event::Standing;
use jantaku_table::view::View;

/// Amounts between which the worth is interpolated, in average hands.
const STEPS: [f32; 6] = [0.0, 0.4, 1.0, 2.2, 5.0, 14.0];
/// How much one hand changes a player's points, in average hands.
const SWING: f32 = 0.8;
/// Hands that follow for each one that must, since dealers stay.
const REPEATS: f32 = 1.2;
/// Even after the last hand of the plan some doubt remains: it may be repeated.
const DOUBT: f32 = 0.04;

/// The worth of points at one standing.
pub(crate) struct Purse {
    standing: Standing,
    points: BySeat<Points>,
    /// Points of an average hand.
    unit: f32,
    gains: [f32; STEPS.len()],
    /// By whom the points go to.
    losses: [[f32; STEPS.len()]; 4],
    /// Points that a chip is worth.
    pub(crate) chip: f32,
}

impl Purse {
    /// The purse of a seat. The one before is kept while the standing is the same.
    pub(crate) fn of(before: Option<Purse>, view: &View, seat: Seat, usual: &Usual) -> Purse {
        let kept = before.filter(|purse| purse.standing == view.standing && purse.points == view.points);
        kept.unwrap_or_else(|| Purse::new(view, seat, usual))
    }

    fn new(view: &View, seat: Seat, usual: &Usual) -> Purse {
        let rules = view.rules();
        let unit = usual.closed.max(1.0);
        let mut purse = Purse {
            standing: view.standing,
            points: view.points,
            unit,
            gains: STEPS.map(|step| step * unit),
            losses: [STEPS.map(|step| step * unit); 4],
            chip: (rules.settings.game.start as f32 / 10.0).max(unit * 0.25),
        };
        if rules.settings.result.kind == ResultKind::Points {
            return purse;
        }
        let prospect = Prospect {
            rules,
            seat,
            spread: unit * SWING * (hands_left(view) * REPEATS + DOUBT).sqrt(),
        };
        let now = prospect.worth(|other| view.points[other].0 as f32);
        let others = view.points.len() as f32 - 1.0;
        for (place, step) in STEPS.iter().enumerate() {
            let won = step * unit;
            let from_all = |other: Seat| if other == seat { won } else { -won / others };
            purse.gains[place] = prospect.worth(|other| view.points[other].0 as f32 + from_all(other)) - now;
            for to in 0..view.points.len() {
                let lost = |other: Seat| match other {
                    other if other == seat => -won,
                    other if usize::from(other.0) == to => won,
                    _ => 0.0,
                };
                purse.losses[to][place] = now - prospect.worth(|other| view.points[other].0 as f32 + lost(other));
            }
        }
        purse.rise();
        if rules.settings.result.kind == ResultKind::ChipChart {
            // The slope says how many points make up for a chip.
            let slope = purse.gains[3] / (STEPS[3] * unit);
            purse.chip = (1.0 / slope.max(1e-6)).min(unit * 4.0);
        }
        purse
    }

    /// More points are never worse, and always a little better.
    fn rise(&mut self) {
        let slope = 0.1 * (self.gains[3] / STEPS[3]).abs();
        for row in std::iter::once(&mut self.gains).chain(&mut self.losses) {
            for place in 1..STEPS.len() {
                let least = row[place - 1] + slope * (STEPS[place] - STEPS[place - 1]);
                row[place] = row[place].max(least);
            }
        }
    }

    /// What winning this many points is worth.
    pub(crate) fn gain(&self, points: f32) -> f32 {
        interpolated(&self.gains, points / self.unit)
    }

    /// What losing this many points to a seat costs.
    pub(crate) fn loss(&self, to: Seat, points: f32) -> f32 {
        interpolated(&self.losses[usize::from(to.0) % 4], points / self.unit)
    }
}

fn interpolated(row: &[f32; STEPS.len()], amount: f32) -> f32 {
    let above = STEPS
        .iter()
        .position(|step| *step >= amount)
        .unwrap_or(STEPS.len() - 1)
        .max(1);
    let (low, high) = (STEPS[above - 1], STEPS[above]);
    row[above - 1] + (row[above] - row[above - 1]) * (amount - low) / (high - low)
}

/// Hands of the plan that follow this one.
fn hands_left(view: &View) -> f32 {
    let seats = view.seats.len();
    let all = usize::from(view.rules().settings.game.rounds) * seats;
    let played = view.standing.round.index() * seats + usize::from(view.standing.dealer.0);
    all.saturating_sub(played + 1) as f32
}

/// A seat's expected result, with the rest of the game as chance.
struct Prospect<'a> {
    rules: &'a Rules,
    seat: Seat,
    /// The standard deviation of each player's points at the end.
    spread: f32,
}

impl Prospect<'_> {
    /// The expected result with these points after the hand.
    fn worth(&self, points: impl Fn(Seat) -> f32) -> f32 {
        // Three points with weights 1/6, 2/3, 1/6 have the mean and the variance of a normal distribution.
        const ENDS: [(f32, f32); 3] = [(-1.732, 1.0 / 6.0), (0.0, 2.0 / 3.0), (1.732, 1.0 / 6.0)];
        let seats = self.rules.seats();
        let mut others = [0.0; 3];
        let mut count = 0;
        for place in (0..seats)
            .map(|place| Seat(place as u8))
            .filter(|place| *place != self.seat)
        {
            others[count] = points(place);
            count += 1;
        }
        let others = &mut others[..count];
        others.sort_unstable_by(|a, b| b.total_cmp(a));
        let own = points(self.seat);
        let ends = ENDS.iter().map(|(deviation, weight)| {
            let own = own + deviation * self.spread;
            weight * self.at_the_end(own, others)
        });
        ends.sum()
    }

    /// The expected result if the seat ends with these points.
    fn at_the_end(&self, own: f32, others: &[f32]) -> f32 {
        // By the number of players ahead.
        let mut ahead = [1.0, 0.0, 0.0, 0.0];
        for other in others {
            // The logistic curve is close to the normal one.
            let behind = 1.0 / (1.0 + (-1.702 * (own - other) / self.spread).exp());
            for place in (0..ahead.len()).rev() {
                let before = if place == 0 { 0.0 } else { ahead[place - 1] };
                ahead[place] = ahead[place] * behind + before * (1.0 - behind);
            }
        }
        (0..=others.len())
            .map(|place| ahead[place] * self.prize(place, own, others))
            .sum()
    }

    /// The result of a place, counted from 0, with these points.
    fn prize(&self, place: usize, own: f32, others: &[f32]) -> f32 {
        let result = &self.rules.settings.result;
        match result.kind {
            ResultKind::Points => own,
            ResultKind::Uma => {
                let oka = if place == 0 { result.oka } else { 0 };
                let uma = result.uma.get(place).copied().unwrap_or(0);
                own - result.return_points as f32 + (uma + oka) as f32
            }
            ResultKind::ChipChart => match place {
                0 => {
                    let paid =
                        |chart: &[ChipRow], points: Option<&f32>| points.map_or(0.0, |points| chips(chart, *points));
                    -paid(&result.second, others.first()) - paid(&result.third, others.get(1))
                }
                1 => chips(&result.second, own),
                _ => chips(&result.third, own),
            },
        }
    }
}

fn chips(chart: &[ChipRow], points: f32) -> f32 {
    let row = chart.iter().find(|row| points >= row.from as f32).or(chart.last());
    row.map_or(0.0, |row| row.chips as f32)
}
