//! Checks what a hand holds and does not get, besides yaku.

use super::super::Found;
use super::win::Case;
use jantaku_rules::rulebook::choices::Scheme;
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::rulebook::yaku::Beside;
use jantaku_wire::score_json::LineRow;

/// Which lines a case is about.
type Is<'a> = &'a dyn Fn(&LineRow) -> bool;

impl Case<'_> {
    /// What the hand holds and does not get has a line, and nothing else has: dora and flowers beside a yakuman, limits that the
    /// rulebook does not have, chips that it does not pay.
    pub fn uncounted(&self) -> Found {
        let (rules, counted) = (self.rules, self.counted());
        let (settings, win) = (&rules.settings, &self.won.win);
        let looked_at = !self.has("reading", "all-flowers") && !self.has("reading", "four-kans-alone");
        let beside_yakuman = counted.yakuman > 0 && looked_at;
        let dora = &self.sheet.dora;
        let flowers = win.aside.iter().any(|tile| tile.kind().is_flower());
        let one = |id: &'static str| move |line: &LineRow| line.id == id;
        let of = |start: &'static str| move |line: &LineRow| line.id.starts_with(start) && !line.id.ends_with("-chips");
        let aside = |line: &LineRow| line.id == "kita" || line.id == "flower";
        let is_said = |key: Key| rules.because(key) != ClauseRef::NONE;
        let value = &settings.value;
        let by_fu = value.scheme == Scheme::FuAndHan && counted.yakuman == 0;
        // 4 han 30 fu, 3 han 60 fu and 2 han 120 fu: 1,920 before the rounding.
        let just_below = counted.han < 5 && counted.fu << (2 + counted.han) == 1_920;
        let chips = &settings.chips;
        let for_yakuman = if win.by.is_tsumo() {
            chips.yakuman_tsumo
        } else {
            chips.yakuman_ron
        };
        let is_counted = self.sheet.limit.as_deref() == Some("counted yakuman");
        let lost_chips = looked_at && counted.yakuman > 0 && !chips.beside_yakuman && is_said(Key::ChipsBesideYakuman);
        let riichi_draw = win.by.is_tsumo() && win.riichi.declared();
        let alone = self.part("yaku").any(|line| {
            let yaku = self.yaku_of(&line.id);
            yaku.is_some_and(|yaku| yaku.beside == Beside::Alone)
        });
        let is_bonus = |line: &LineRow| self.yaku_of(&line.id).is_some_and(|yaku| yaku.bonus);
        let (has_yaku, bonus_only) = (self.part("yaku").next().is_some(), self.part("yaku").all(is_bonus));
        let cases: [(Is<'_>, bool); 12] = [
            (&of("dora"), beside_yakuman && dora.dora > 0),
            (&of("ura"), beside_yakuman && dora.ura > 0),
            (&of("red"), beside_yakuman && dora.red > 0),
            (&aside, beside_yakuman && dora.aside > 0),
            (&one("fu-aside"), beside_yakuman && flowers && settings.aside.fu > 0),
            (
                &one("counted-yakuman"),
                by_fu
                    && looked_at
                    && value.counted_yakuman == 0
                    && counted.han >= 13
                    && is_said(Key::ValueCountedYakuman),
            ),
            (
                &one("kiriage"),
                by_fu && looked_at && !value.kiriage && just_below && is_said(Key::ValueKiriage),
            ),
            (&one("yakuman-chips"), is_counted && for_yakuman > 0),
            (&one("ippatsu-chips"), lost_chips && win.ippatsu && chips.ippatsu > 0),
            (&one("ura-dora-chips"), lost_chips && dora.ura > 0 && chips.ura > 0),
            (
                &one("pocchi-chips"),
                lost_chips && win.tile.is_pocchi() && riichi_draw && chips.pocchi > 0,
            ),
            (
                &one("no-pattern"),
                value.chicken > 0 && value.chicken_alone && has_yaku && bonus_only,
            ),
        ];
        for (place, (is, applies)) in cases.into_iter().enumerate() {
            let listed = self
                .part("not-given")
                .find(|line| self.yaku_of(&line.id).is_none() && is(line));
            // Beside a yaku that counts alone the dora are not counted at all.
            let unknown = alone && counted.yakuman == 0 && place < 5;
            match listed {
                Some(line) if !applies && !unknown => return Err(format!("nothing takes away {}", line.id)),
                None if applies => return Err(format!("case {place} of what is not counted has no line")),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Is it one of the things besides yaku that a hand may hold and not get?
pub fn is_uncounted(id: &str) -> bool {
    let ids = [
        "kita",
        "flower",
        "fu-aside",
        "counted-yakuman",
        "kiriage",
        "yakuman-chips",
        "ippatsu-chips",
        "ura-dora-chips",
        "pocchi-chips",
        "no-pattern",
    ];
    ids.contains(&id) || ["dora", "ura", "red"].iter().any(|start| id.starts_with(start))
}
