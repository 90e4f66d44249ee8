//! Checks a merged rulebook for numbers out of range, unsorted charts, points that do not add up, and contradictions.

mod play;
mod result;
mod tiles;
mod value;
mod yaku;

use super::conditions::Conditions;
use super::error::{ErrorKind, RulebookError, error};
use super::resolved::Resolved;
use super::settings::{Key, Settings};

/// All errors at once.
pub(super) fn check(resolved: &Resolved, settings: &Settings, conditions: &mut Conditions) -> Vec<RulebookError> {
    let mut check = Check {
        resolved,
        settings,
        errors: Vec::new(),
    };
    check.tiles();
    check.play();
    check.value();
    check.fu();
    check.amounts();
    check.game();
    check.result();
    check.expressions(conditions);
    check.yaku();
    check.errors
}

struct Check<'a> {
    resolved: &'a Resolved,
    settings: &'a Settings,
    errors: Vec<RulebookError>,
}

impl Check<'_> {
    /// Keys that hold expressions.
    fn expressions(&mut self, conditions: &mut Conditions) {
        let Settings { kan, fu, .. } = self.settings;
        for (key, text) in [
            (Key::KanClosedRobbedBy, &kan.closed_robbed_by),
            (Key::KanClosedAlsoRobbedBy, &kan.closed_also_robbed_by),
            (Key::FuTsumoWhen, &fu.tsumo_when),
        ] {
            if let (false, Err(wrong)) = (text.is_empty(), conditions.compile(text)) {
                let expected = format!("{} (character {})", wrong.problem, wrong.position);
                self.require(false, wrong.problem.kind(), &[key], &expected);
            }
        }
    }

    /// Reports an error unless the condition holds. The error points at the key that was set last, since that one broke it. If one
    /// of the keys already has an error, nothing is reported.
    fn require(&mut self, holds: bool, kind: ErrorKind, keys: &[Key], expected: &str) {
        let broken = |key: &Key| {
            self.resolved
                .changes(*key)
                .last()
                .is_some_and(|change| change.value.is_none())
        };
        let seats_wrong =
            keys.len() > 1 && keys.contains(&Key::TilesSeats) && !matches!(self.settings.tiles.seats, 3 | 4);
        if holds || seats_wrong || keys.iter().any(broken) {
            return;
        }
        let set = |key: &Key| {
            self.resolved
                .changes(*key)
                .last()
                .map(|change| (change.order, *key, &change.place))
        };
        let last = keys.iter().filter_map(set).max_by_key(|(order, ..)| *order);
        let unset = keys.first().map(|key| (0, *key, &self.resolved.header));
        let Some((_, key, place)) = last.or(unset) else { return };
        let found: Vec<String> = keys
            .iter()
            .map(|key| format!("{} = {}", key.name(), self.settings.show(*key)))
            .collect();
        self.errors.push(error(
            &place.file,
            place.line,
            &key.name(),
            kind,
            expected,
            found.join(", "),
        ));
    }
}
