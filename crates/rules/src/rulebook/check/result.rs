//! Settings for the length of a game and its result.

use super::super::choices::{Overtime, ResultKind};
use super::super::error::ErrorKind;
use super::super::settings::{Key, Settings};
use super::Check;

impl Check<'_> {
    pub(super) fn game(&mut self) {
        let game = &self.settings.game;
        self.require(
            (1..=4).contains(&game.rounds),
            ErrorKind::OutOfRange,
            &[Key::GameRounds],
            "1 to 4 rounds",
        );
        let goal = game.overtime == Overtime::Nothing || game.goal > 0;
        let keys = [Key::GameOvertime, Key::GameGoal];
        self.require(
            goal,
            ErrorKind::Contradiction,
            &keys,
            "a game.goal above 0, or game.overtime = \"nothing\"",
        );
    }

    pub(super) fn result(&mut self) {
        let Settings {
            result, tiles, game, ..
        } = self.settings;
        let seats = usize::from(tiles.seats);
        let sum: i64 = result.uma.iter().map(|points| i64::from(*points)).sum();
        let is_uma = result.kind == ResultKind::Uma;
        let length = result.uma.len() == seats || result.uma.is_empty() && !is_uma;
        let keys = [Key::ResultUma, Key::TilesSeats];
        self.require(length, ErrorKind::NotBalanced, &keys, "one uma for each player");
        self.require(
            sum == 0,
            ErrorKind::NotBalanced,
            &[Key::ResultUma],
            "uma that add up to 0",
        );
        let paid_in = (i64::from(result.return_points) - i64::from(game.start)) * seats as i64;
        let keys = [Key::ResultOka, Key::ResultReturn, Key::GameStart, Key::TilesSeats];
        let expected = "an oka equal to what the players pay in: (return points - starting points) x players";
        self.require(
            !is_uma || i64::from(result.oka) == paid_in,
            ErrorKind::NotBalanced,
            &keys,
            expected,
        );
        for (key, rows) in [(Key::ResultSecond, &result.second), (Key::ResultThird, &result.third)] {
            let descending = rows.is_sorted_by(|a, b| a.from > b.from);
            self.require(
                descending,
                ErrorKind::NotInOrder,
                &[key],
                "rows sorted by points, highest first",
            );
            let keys = [key, Key::ResultIs];
            let charted = result.kind != ResultKind::ChipChart || !rows.is_empty();
            self.require(
                charted,
                ErrorKind::Incomplete,
                &keys,
                "at least one row in the chart of chips",
            );
        }
        let keys = [Key::ResultRestToFirst, Key::ResultIs];
        let balanced = result.kind != ResultKind::ChipChart || result.rest_to_first;
        self.require(
            balanced,
            ErrorKind::NotBalanced,
            &keys,
            "result.rest-to-first = true, so that chips add up to 0",
        );
    }
}
