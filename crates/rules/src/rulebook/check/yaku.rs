//! Checks the yaku of a rulebook.

use super::super::choices::Scheme;
use super::super::clause::ClauseRef;
use super::super::error::{ErrorKind, error};
use super::super::resolved::{Place, Placed, ResolvedYaku};
use super::super::settings::Key;
use super::super::source::WorthPatch;
use super::Check;
use std::collections::BTreeMap;

impl<'a> Check<'a> {
    pub(super) fn yaku(&mut self) {
        let resolved = self.resolved;
        for yaku in resolved.yaku.iter().filter(|yaku| yaku.played) {
            self.complete(yaku);
            self.worth_fits(yaku);
            for over in yaku
                .over
                .iter()
                .filter(|over| !resolved.known_yaku.contains(&over.value))
            {
                let found = format!("{:?}", over.value);
                self.tell(
                    yaku,
                    "over",
                    &over.place,
                    ErrorKind::UnknownYaku,
                    "a yaku of this rulebook",
                    &found,
                );
            }
        }
        self.cycles();
    }

    /// Yaku must not replace each other in a cycle: none of them would count.
    fn cycles(&mut self) {
        let resolved = self.resolved;
        for Cycle { yaku, over, way } in cycles(&resolved.yaku) {
            let found = format!("{:?}: {}", over.value, way.join(" over "));
            self.tell(
                yaku,
                "over",
                &over.place,
                ErrorKind::Contradiction,
                "a yaku that does not itself replace this one",
                &found,
            );
        }
    }

    fn complete(&mut self, yaku: &ResolvedYaku) {
        let Some(last) = yaku.changes.last() else { return };
        if yaku.worth.is_none() && !yaku.worth_broken {
            self.tell(
                yaku,
                "han",
                &last.place,
                ErrorKind::Incomplete,
                "han, yakuman or points",
                "no worth",
            );
        }
        if yaku.when.is_none() && yaku.each.is_empty() && !yaku.asks_broken {
            self.tell(
                yaku,
                "when",
                &last.place,
                ErrorKind::Incomplete,
                "a condition: when, or each",
                "neither",
            );
        }
    }

    fn worth_fits(&mut self, yaku: &ResolvedYaku) {
        let Some(worth) = yaku.worth.as_ref().filter(|_| !yaku.worth_broken) else {
            return;
        };
        if self
            .resolved
            .changes(Key::ValueScheme)
            .last()
            .is_some_and(|change| change.value.is_none())
        {
            return;
        }
        let points = matches!(worth.value, WorthPatch::Points(_));
        let expected = match self.settings.value.scheme {
            Scheme::Points => "points, since value.scheme = \"points\"",
            Scheme::FuAndHan => "han or yakuman, since value.scheme = \"fu-and-han\"",
            Scheme::HanTable => "han or yakuman, since value.scheme = \"han-table\"",
        };
        let found = match worth.value {
            WorthPatch::Han(n) => format!("han = {n}"),
            WorthPatch::Yakuman(n) => format!("yakuman = {n}"),
            WorthPatch::Points(n) => format!("points = {n}"),
        };
        if points != (self.settings.value.scheme == Scheme::Points) {
            match self.overlay_of(yaku.given_by) {
                Some(overlay) => self.overlay_unfit(overlay, points),
                None => self.tell(yaku, "", &worth.place, ErrorKind::WorthUnfit, expected, &found),
            }
        }
        if yaku.open.is_some() && !matches!(worth.value, WorthPatch::Han(_)) {
            self.tell(
                yaku,
                "open",
                &worth.place,
                ErrorKind::WorthUnfit,
                "open only together with han",
                &found,
            );
        }
    }

    /// The overlay of the request that has this clause, unless it chooses the scheme itself.
    pub(super) fn overlay_of(&self, clause: ClauseRef) -> Option<&'a str> {
        let file = |clause| {
            self.resolved
                .clause(clause)
                .map(|clause| clause.clause.rulebook.as_str())
        };
        let overlay = file(clause).filter(|id| self.resolved.spec.overlays.iter().any(|part| part.id == *id))?;
        (file(self.resolved.because(Key::ValueScheme)) != Some(overlay)).then_some(overlay)
    }

    /// An overlay on a rulebook with another way to count, reported once.
    pub(super) fn overlay_unfit(&mut self, overlay: &str, points: bool) {
        let (needed, has) = match points {
            true => ("adds points", "counts han"),
            false => ("counts han", "adds points"),
        };
        let spec = &self.resolved.spec;
        let expected = format!("a rulebook that {needed} under the overlay {overlay}");
        let found = format!("{}, which {has}", spec.base.id);
        let unfit = error(&spec.to_string(), 0, "", ErrorKind::WorthUnfit, expected, found);
        if !self.errors.contains(&unfit) {
            self.errors.push(unfit);
        }
    }

    fn tell(&mut self, yaku: &ResolvedYaku, field: &str, place: &Place, kind: ErrorKind, expected: &str, found: &str) {
        let dot = if field.is_empty() { "" } else { "." };
        let key = format!("yaku.{}{dot}{field}", yaku.id);
        self.errors
            .push(error(&place.file, place.line, &key, kind, expected, found));
    }
}

/// A yaku whose `over` leads back to it.
struct Cycle<'a> {
    yaku: &'a ResolvedYaku,
    over: &'a Placed<String>,
    way: Vec<&'a str>,
}

/// All cycles among the yaku that are played, each once, by depth-first search. Every `over` is followed once, however many cycles
/// there are.
fn cycles(all: &[ResolvedYaku]) -> Vec<Cycle<'_>> {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        No,
        OnTheWay,
        Left,
    }
    let played = all.iter().enumerate().filter(|(_, yaku)| yaku.played);
    let places: BTreeMap<&str, usize> = played.map(|(place, yaku)| (yaku.id.as_str(), place)).collect();
    let mut seen = vec![Seen::No; all.len()];
    let mut found = Vec::new();
    for &start in places.values() {
        // The current path: each yaku with the number of its `over` already followed.
        let mut walk = match seen[start] {
            Seen::No => vec![(start, 0)],
            _ => Vec::new(),
        };
        while let Some((place, followed)) = walk.last_mut() {
            let yaku = &all[*place];
            seen[*place] = Seen::OnTheWay;
            let Some(over) = yaku.over.get(*followed) else {
                seen[*place] = Seen::Left;
                walk.pop();
                continue;
            };
            *followed += 1;
            match places.get(over.value.as_str()) {
                Some(&next) if seen[next] == Seen::No => walk.push((next, 0)),
                Some(&next) if seen[next] == Seen::OnTheWay => {
                    let from = walk.iter().position(|(place, _)| *place == next).unwrap_or_default();
                    let ids = walk[from..].iter().map(|(place, _)| all[*place].id.as_str());
                    let way = std::iter::once(yaku.id.as_str()).chain(ids).collect();
                    found.push(Cycle { yaku, over, way });
                }
                _ => {}
            }
        }
    }
    found
}
