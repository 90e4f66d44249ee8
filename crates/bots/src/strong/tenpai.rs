//! What a hand in tenpai is worth, by the own draws left.

use super::course::{Course, Row, TURNS};
use super::prize::Waits;
use crate::club::chance::Manner;
use crate::club::situation::Situation;

/// What a hand in riichi is worth.
pub(super) fn declared(situation: &Situation<'_>, course: &Course, waits: Waits) -> Row {
    let stick = situation
        .purse
        .gain(situation.scorer.rules.settings.riichi.stick as f32);
    let mut won = waits;
    won.by_ron += stick;
    won.by_tsumo += stick;
    let mut row = tenpai_row(course, won, Manner::Riichi, |left, value| value - course.push[left]);
    row.iter_mut().for_each(|value| *value -= stick);
    row
}

/// What a hand in tenpai is worth that declares nothing.
pub(super) fn quiet(course: &Course, waits: Waits, manner: Manner) -> Row {
    tenpai_row(course, waits, manner, |left, value| {
        course.fold[left].max(value - course.push[left])
    })
}

fn tenpai_row(course: &Course, waits: Waits, manner: Manner, goes_on: impl Fn(usize, f32) -> f32) -> Row {
    let drawn = (waits.drawn / course.unseen).min(0.95);
    let thrown = (waits.thrown / course.unseen).min(0.95);
    let thrown = 1.0 - (1.0 - thrown).powf(course.opponents * manner.carelessness());
    let end = thrown * waits.by_ron + (1.0 - thrown) * course.tenpai;
    let mut value = course.survival[0] * end + course.others[0];
    let mut row: Row = [value; TURNS + 1];
    for (left, place) in row.iter_mut().enumerate().take(course.turns + 1).skip(1) {
        let turn = drawn * waits.by_tsumo + (1.0 - drawn) * goes_on(left - 1, value);
        let all = thrown * waits.by_ron + (1.0 - thrown) * turn;
        value = course.survival[left] * all + course.others[left];
        *place = value;
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_draw_is_worked_out_by_hand() {
        // A hundred unseen tiles, eight of which win 1,000 when drawn. Before the draw somebody else wins once in ten times, which
        // costs 200; at the end of the wall a hand in tenpai gets 50.
        let mut course = Course::calm(1, 100.0);
        course.survival = [0.9; TURNS + 1];
        course.others = [-20.0; TURNS + 1];
        course.tenpai = 50.0;
        course.noten = -50.0;
        let waits = Waits {
            drawn: 8.0,
            by_tsumo: 1_000.0,
            ..Waits::default()
        };
        let row = quiet(&course, waits, Manner::Quiet);
        let last = 0.9 * 50.0 - 20.0;
        assert!((row[0] - last).abs() < 1e-3, "{}", row[0]);
        let before = 0.9 * (0.08 * 1_000.0 + 0.92 * last) - 20.0;
        assert!((row[1] - before).abs() < 1e-3, "{}", row[1]);
    }

    #[test]
    fn a_hand_that_is_too_dangerous_is_given_up() {
        let mut course = Course::calm(3, 100.0);
        course.push = [500.0; TURNS + 1];
        let waits = Waits {
            drawn: 1.0,
            by_tsumo: 1_000.0,
            ..Waits::default()
        };
        // Only the next draw counts, since the discard after it costs more than the hand is worth.
        assert!((quiet(&course, waits, Manner::Quiet)[3] - 10.0).abs() < 1e-3);
    }
}
