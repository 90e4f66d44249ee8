//! What is wrong with the yaku of a rulebook.

use super::super::choices::Scheme;
use super::super::error::{ErrorKind, error};
use super::super::resolved::{Place, ResolvedYaku};
use super::super::settings::Key;
use super::super::source::WorthPatch;
use super::Check;

impl Check<'_> {
    pub(super) fn yaku(&mut self) {
        let resolved = self.resolved;
        for yaku in resolved.yaku.iter().filter(|yaku| yaku.played && !yaku.broken) {
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
    }

    fn complete(&mut self, yaku: &ResolvedYaku) {
        let Some(last) = yaku.changes.last() else { return };
        if yaku.worth.is_none() {
            self.tell(
                yaku,
                "han",
                &last.place,
                ErrorKind::Incomplete,
                "han, yakuman or points",
                "no worth",
            );
        }
        if yaku.when.is_none() && yaku.each.is_empty() {
            self.tell(
                yaku,
                "when",
                &last.place,
                ErrorKind::Incomplete,
                "what it asks of a hand",
                "nothing",
            );
        }
    }

    fn worth_fits(&mut self, yaku: &ResolvedYaku) {
        let Some(worth) = &yaku.worth else { return };
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
            self.tell(yaku, "", &worth.place, ErrorKind::WorthUnfit, expected, &found);
        }
        if yaku.open.is_some() && !matches!(worth.value, WorthPatch::Han(_)) {
            self.tell(
                yaku,
                "open",
                &worth.place,
                ErrorKind::WorthUnfit,
                "open only beside han",
                &found,
            );
        }
    }

    fn tell(&mut self, yaku: &ResolvedYaku, field: &str, place: &Place, kind: ErrorKind, expected: &str, found: &str) {
        let dot = if field.is_empty() { "" } else { "." };
        let key = format!("yaku.{}{dot}{field}", yaku.id);
        self.errors
            .push(error(&place.file, place.line, &key, kind, expected, found));
    }
}
