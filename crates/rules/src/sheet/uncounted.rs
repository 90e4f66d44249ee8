//! Dora, flowers, limits and chips that a hand holds and does not get, and why.

use super::cite::cited_flowers_beside_yakuman;
use super::lines::flowers;
use super::{Item, Part, Won, Writer};
use crate::dora;
use crate::notation;
use crate::reading::Shape;
use crate::rulebook::choices::Scheme;
use crate::rulebook::clause::ClauseRef;
use crate::rulebook::settings::Key;
use crate::rulebook::yaku::{Beside, Names};
use crate::settlement::wins::Winner;
use crate::units::Han;
use crate::value::{is_just_below_mangan, limit_name};

/// The han from which rulebooks that count them as a yakuman do so.
const COUNTED_YAKUMAN: Han = Han(13);

impl Writer<'_> {
    pub(super) fn uncounted(&mut self, won: &Won) {
        // With all flowers the rest of the hand is not looked at.
        if won.score.reading.shape != Shape::AllFlowers {
            self.uncounted_dora(won);
        }
        self.chicken(won);
        self.missed_limits(won);
        self.chips_not_paid(won);
    }

    /// Dora and flowers beside a yakuman, or beside a yaku that counts alone.
    fn uncounted_dora(&mut self, won: &Won) {
        let (rules, Won { win, score, .. }) = (self.rules, won);
        let Some(first) = score.lines(rules).next() else { return };
        let yaku = &rules.yaku[usize::from(first.yaku)];
        let (why, clauses) = if score.value.is_yakuman() {
            let others = rules.because_or(Key::CiteYakumanAlone, yaku.clause);
            ("beside-yakuman", [others, cited_flowers_beside_yakuman(rules, yaku)])
        } else if yaku.beside == Beside::Alone {
            ("beside-alone", [yaku.clause; 2])
        } else {
            return;
        };
        let why = self.words("why", why).with("yaku", &yaku.names);
        for source in dora::sources(rules, win, &score.reading) {
            let tiles = match source.what.is_by_indicator() {
                true => notation::in_order(&source.tiles),
                false => notation::sorted(&source.tiles),
            };
            let clause = clauses[usize::from(source.what == Item::Flower)];
            self.not_counted(source.what, clause, why.clone()).tiles = tiles;
        }
        let aside = flowers(win);
        if rules.settings.aside.fu > 0 && score.value.is_yakuman() && !aside.is_empty() {
            self.not_counted(Item::FuAside, clauses[1], why).tiles = aside;
        }
    }

    /// The point of a hand without a pattern, where its bonus tiles take it away.
    fn chicken(&mut self, won: &Won) {
        let (rules, settings) = (self.rules, &self.rules.settings.value);
        let mut given = won
            .score
            .lines(rules)
            .map(|line| &rules.yaku[usize::from(line.yaku)])
            .peekable();
        let bonus_only = given.peek().is_some() && given.all(|yaku| yaku.bonus);
        if settings.scheme == Scheme::Points && settings.chicken > 0 && settings.chicken_alone && bonus_only {
            let why = self.words("why", "only-without-bonus");
            self.not_counted_by_key(Item::NoPattern, Key::ValueChickenAlone, why);
        }
    }

    /// A yakuman by han alone where none is counted, and a mangan where fu just below one are not rounded up.
    fn missed_limits(&mut self, won: &Won) {
        let (rules, value) = (self.rules, won.score.value);
        let settings = &rules.settings.value;
        if settings.scheme != Scheme::FuAndHan || value.is_yakuman() {
            return;
        }
        if settings.counted_yakuman == 0 && value.han() >= COUNTED_YAKUMAN {
            let why = self.words("why", "not-by-han");
            self.not_counted_by_key(Item::CountedYakuman, Key::ValueCountedYakuman, why);
        }
        if !settings.kiriage && is_just_below_mangan(&rules.settings, &value) {
            let why = self.words("why", "not-rounded-up");
            self.not_counted_by_key(Item::Kiriage, Key::ValueKiriage, why);
        }
    }

    /// Chips for a yakuman that is only counted, and small chips beside those for a yakuman.
    fn chips_not_paid(&mut self, won: &Won) {
        let (rules, Won { win, score, .. }) = (self.rules, won);
        let chips = &rules.settings.chips;
        let tsumo = win.by.is_tsumo();
        let (yakuman, key) = if tsumo {
            (chips.yakuman_tsumo, Key::ChipsYakumanTsumo)
        } else {
            (chips.yakuman_ron, Key::ChipsYakumanRon)
        };
        if yakuman > 0 && limit_name(&rules.settings, &score.value) == "counted yakuman" {
            let why = self.words("why", "only-counted");
            self.not_counted_by_key(Item::YakumanChips, key, why);
        }
        if !score.value.is_yakuman() || chips.beside_yakuman {
            return;
        }
        let facts = Winner::of(rules, win, score).chips;
        for (holds, item) in [
            (facts.ippatsu && chips.ippatsu > 0, Item::IppatsuChips),
            (facts.ura > 0 && chips.ura > 0, Item::UraDoraChips),
            (facts.pocchi && chips.pocchi > 0, Item::PocchiChips),
        ] {
            if holds {
                let why = self.words("why", "yakuman-chips-only");
                self.not_counted_by_key(item, Key::ChipsBesideYakuman, why);
            }
        }
    }

    fn not_counted(&mut self, what: Item, clause: ClauseRef, why: Names) -> &mut super::Line {
        let line = self.line(Part::NotGiven, what, None, clause);
        line.why = Some(why);
        line
    }

    /// A line for what a clause rules out; none where the rulebook never speaks of it.
    fn not_counted_by_key(&mut self, what: Item, key: Key, why: Names) {
        let clause = self.rules.because(key);
        if clause != ClauseRef::NONE {
            self.not_counted(what, clause, why);
        }
    }
}
