//! Checks the sheet of a win, or of four kans that score without the pair.

use super::super::Found;
use super::super::settled::SettledHand;
use super::price::{Counted, total};
use super::uncounted::is_uncounted;
use super::{amount, cite, no_line_twice, payments};
use jantaku_rules::rulebook::choices::Scheme;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::yaku::{Unless, Worth, Yaku};
use jantaku_rules::seat::Wind;
use jantaku_table::Event;
use jantaku_table::event::Party;
use jantaku_wire::score_json::LineRow;
use jantaku_wire::score_json::response::Sheet;
use jantaku_wire::won_hand::WonHand;

/// A sheet with what it is about.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    pub rules: &'a Rules,
    pub won: &'a WonHand,
    pub sheet: &'a Sheet,
    /// Whether others won on the same tile.
    pub several: bool,
}

/// Checks the sheet of one winner.
pub fn check(hand: &SettledHand, won: &WonHand, sheet: &Sheet) -> Found {
    let case = Case {
        rules: hand.after.rules(),
        won,
        sheet,
        several: hand.won.len() > 1,
    };
    no_line_twice(&sheet.lines)?;
    case.parts()?;
    case.reading()?;
    case.yaku()?;
    case.dora()?;
    case.fu()?;
    case.value()?;
    let to_winner = |event: &&Event| matches!(event, Event::Paid { to, .. } if *to == Party::Seat(won.seat));
    payments(&hand.after, &sheet.lines, hand.events.iter().filter(to_winner))?;
    case.rows()?;
    case.price()?;
    case.answering()?;
    case.not_given()?;
    case.other_reading()?;
    sheet.lines.iter().try_for_each(|line| cite::check(case, line))
}

impl<'a> Case<'a> {
    pub fn part(&self, part: &'static str) -> impl Iterator<Item = &'a LineRow> {
        self.sheet.lines.iter().filter(move |line| line.part == part)
    }

    pub fn has(&self, part: &'static str, id: &str) -> bool {
        self.part(part).any(|line| line.id == id)
    }

    pub fn is_dealer(&self) -> bool {
        self.won.win.seat == Wind::East
    }

    pub fn counted(&self) -> Counted {
        Counted {
            han: self.sheet.han.into(),
            fu: self.sheet.fu.unwrap_or(0).into(),
            yakuman: self.sheet.yakuman.into(),
            points: self.sheet.points.unwrap_or(0),
        }
    }

    /// A yaku of the rulebook by its id.
    pub fn yaku_of(&self, id: &str) -> Option<&'a Yaku> {
        self.rules.yaku.iter().find(|yaku| yaku.id == id)
    }

    /// Only parts of a win, and parties only where something is paid.
    fn parts(&self) -> Found {
        const PARTS: [&str; 8] = [
            "reading",
            "yaku",
            "dora",
            "fu",
            "value",
            "payment",
            "not-given",
            "other-reading",
        ];
        let wrong = |line: &&LineRow| {
            let paid = line.part == "payment";
            !PARTS.contains(&line.part) || !paid && (line.from.is_some() || line.to.is_some())
        };
        match self.sheet.lines.iter().find(wrong) {
            Some(line) => Err(format!("the line {} {} does not belong to a win", line.part, line.id)),
            None => Ok(()),
        }
    }

    fn sum(&self, part: &'static str, of: impl Fn(&LineRow) -> Option<i32>) -> i32 {
        self.part(part).filter_map(of).sum()
    }

    /// The lines of a part that count nothing are these, with these tiles where they are given.
    fn lines_are(&self, part: &'static str, mut expected: Vec<(String, Option<String>)>) -> Found {
        for line in self.part(part) {
            let fits = |(id, tiles): &(String, Option<String>)| {
                *id == line.id && tiles.as_ref().is_none_or(|tiles| line.tiles.as_ref() == Some(tiles))
            };
            match expected.iter().position(fits) {
                Some(place) => expected.remove(place),
                None => return Err(format!("the line {part} {} {:?} is too much", line.id, line.tiles)),
            };
        }
        match expected.first() {
            Some(missing) => Err(format!("the line {part} {missing:?} is missing")),
            None => Ok(()),
        }
    }

    /// The lines about the reading say the same as the reading in one line.
    fn reading(&self) -> Found {
        let (groups, winning) = self.sheet.reading.split_once(" | ").unwrap_or_default();
        let mut expected = Vec::new();
        let Some((tile, wait)) = winning.split_once(' ').filter(|(_, wait)| *wait != "the pair") else {
            // Hands of no sets and hands of four kans have no wait to speak of.
            let first = self.part("reading").next().map(|line| line.id.clone());
            let shapes = ["thirteen-orphans", "all-flowers", "four-kans-alone"];
            let shape = first.filter(|id| shapes.contains(&id.as_str()));
            return self.lines_are("reading", vec![(shape.unwrap_or_else(|| shapes[0].to_owned()), None)]);
        };
        expected.push(("reading".to_owned(), Some(groups.to_owned())));
        expected.push((format!("wait-{wait}"), Some(tile.to_owned())));
        let win = &self.won.win;
        if win.tile.kind().to_string() != tile {
            // A pocchi is wild only after riichi; in a hand that was dealt complete it is a white dragon.
            let why = if win.tile.is_pocchi() && win.riichi.declared() {
                "stands-for"
            } else {
                "taken-as-winning"
            };
            expected.push((why.to_owned(), Some(tile.to_owned())));
        }
        self.lines_are("reading", expected)
    }

    /// Each yaku counts what the rulebook gives for it, and with the dora they add up to the value.
    fn yaku(&self) -> Found {
        let closed = self
            .won
            .win
            .melds
            .iter()
            .all(|meld| meld.kind == jantaku_rules::win::MeldKind::Ankan);
        for line in self.part("yaku") {
            let Some(yaku) = self.yaku_of(&line.id) else { continue };
            let (said, worth) = match yaku.worth {
                Worth::Han { closed: worth, .. } if closed => (line.han, i32::from(worth)),
                Worth::Han { open, .. } => (line.han, i32::from(open)),
                Worth::Yakuman(worth) => (line.yakuman, i32::from(worth)),
                Worth::Points(worth) => (line.points, worth),
            };
            let fits = said.is_some_and(|said| said == worth || !yaku.each.is_empty() && said > 0 && said % worth == 0);
            if !fits {
                return Err(format!("the yaku {} counts {said:?}, not {worth}", line.id));
            }
        }
        let han = self.sum("yaku", |line| line.han) + self.sum("dora", |line| line.han);
        let found = (
            han,
            self.sum("yaku", |line| line.yakuman),
            self.sum("yaku", |line| line.points),
        );
        let Counted {
            han, yakuman, points, ..
        } = self.counted();
        if found != (han, yakuman, points) {
            return Err(format!(
                "the yaku and dora lines add up to {found:?}, not to the value {:?}",
                (han, yakuman, points)
            ));
        }
        let cap = self.rules.settings.value.cap;
        let alone = cap > 0 && points > cap;
        if self.has("yaku", "highest-alone") != alone {
            return Err("the line on the highest pattern alone is missing or too much".to_owned());
        }
        Ok(())
    }

    /// Each source of dora gives what the sheet counts for it.
    fn dora(&self) -> Found {
        let dora = &self.sheet.dora;
        let counted = self.sheet.yakuman == 0;
        for (source, expected) in [
            ("dora", dora.dora),
            ("ura", dora.ura),
            ("red", dora.red),
            ("", dora.aside),
        ] {
            let of = |line: &LineRow| {
                let aside = ["kita", "flower"].contains(&line.id.as_str());
                let is = if source.is_empty() {
                    aside
                } else {
                    !aside && line.id.starts_with(source)
                };
                line.han.filter(|_| is)
            };
            let found = self.sum("dora", of);
            if found != if counted { i32::from(expected) } else { 0 } {
                return Err(format!("the dora lines of {source:?} give {found}, not {expected}"));
            }
        }
        let removed = &self.rules.settings.tiles.removed;
        for line in self.part("dora").filter(|line| !line.id.ends_with("kita")) {
            let tiles = jantaku_rules::notation::tiles(line.tiles.as_deref().unwrap_or_default()).unwrap_or_default();
            let skips =
                |tile: &jantaku_rules::tile::Tile| removed.iter().any(|removed| removed.suit() == tile.kind().suit());
            let by_indicator = line.id.starts_with("dora") || line.id.starts_with("ura");
            let fits = match line.id.as_str() {
                "dora-by-flower" | "ura-by-flower" => tiles.iter().all(|tile| tile.kind().is_flower()),
                "dora-skipping" | "ura-skipping" => tiles.iter().all(skips),
                _ if by_indicator => !tiles.iter().any(|tile| skips(tile) || tile.kind().is_flower()),
                _ => true,
            };
            if !fits || tiles.is_empty() || line.han.is_none_or(|han| han <= 0) {
                return Err(format!("the line dora {} has the tiles {:?}", line.id, line.tiles));
            }
        }
        Ok(())
    }

    /// The fu lines add up, and what does not count is said.
    fn fu(&self) -> Found {
        let settings = &self.rules.settings;
        let counted = self.counted();
        let has_fu = settings.value.scheme == Scheme::FuAndHan && counted.yakuman == 0;
        let found = self.sum("fu", |line| line.fu);
        if found != if has_fu { counted.fu } else { 0 } {
            return Err(format!("the fu lines add up to {found}, not to {}", counted.fu));
        }
        if self.part("fu").any(|line| line.fu.is_none()) || !has_fu && self.part("fu").next().is_some() {
            return Err("a fu line that counts no fu".to_owned());
        }
        let win = &self.won.win;
        let with_sets = has_fu && !self.has("fu", "fu-seven-pairs") && self.has("fu", "fu-base");
        let flowers = win.aside.iter().any(|tile| tile.kind().is_flower());
        let cases = [
            (
                &["fu-tsumo", "fu-tsumo-waived", "fu-tsumo-lost"][..],
                win.by.is_tsumo() && settings.fu.tsumo > 0,
            ),
            (&["fu-aside", "fu-aside-waived"], flowers && settings.aside.fu > 0),
            (&["fu-rounding"], found_before_rounding(self) % 10 != 0),
        ];
        for (ids, applies) in cases {
            let lines = self.part("fu").filter(|line| ids.contains(&line.id.as_str())).count();
            if lines != usize::from(applies && with_sets) {
                return Err(format!("{lines} of the fu lines {ids:?}"));
            }
        }
        let waives = |line: &LineRow| self.yaku_of(&line.id).is_some_and(|yaku| yaku.waives_fu);
        let waived = |line: &&LineRow| line.id.ends_with("-waived");
        match self.part("fu").find(waived) {
            Some(line) if !self.part("yaku").any(waives) => Err(format!("nothing waives the {}", line.id)),
            _ => Ok(()),
        }
    }

    fn value(&self) -> Found {
        let counted = self.counted();
        let mut expected = vec![("total".to_owned(), None)];
        if self.part("fu").next().is_some() {
            expected.push(("fu-total".to_owned(), None));
        }
        if self.sheet.limit.is_some() {
            expected.push(("limit".to_owned(), None));
        }
        self.lines_are("value", expected)?;
        for line in self.part("value") {
            let (said, value) = match line.id.as_str() {
                "total" if counted.yakuman > 0 => (line.yakuman, Some(counted.yakuman)),
                "total" if self.sheet.points.is_some() => (line.points, self.sheet.points),
                "total" => (line.han, Some(counted.han)),
                "fu-total" => (line.fu, Some(counted.fu)),
                _ => (amount(line), None),
            };
            if said != value {
                return Err(format!("the value {} is {value:?}, not {said:?}", line.id));
            }
        }
        Ok(())
    }

    /// The fields for programs say the same as the payment lines.
    fn rows(&self) -> Found {
        let paid = |line: &&LineRow| amount(line).is_some();
        let lines: Vec<&LineRow> = self.part("payment").filter(paid).collect();
        let same = lines.len() == self.sheet.transfers.len()
            && lines.iter().zip(&self.sheet.transfers).all(|(line, row)| {
                (line.from, line.to, line.points, line.chips) == (Some(row.from), Some(row.to), row.points, row.chips)
                    && line.clause.as_deref().unwrap_or("-") == row.because
            });
        let given: Vec<_> = self
            .part("yaku")
            .filter(|line| self.yaku_of(&line.id).is_some())
            .collect();
        let same_yaku = given.len() == self.sheet.yaku.len()
            && given.iter().zip(&self.sheet.yaku).all(|(line, row)| {
                (&line.id, line.han, line.yakuman, line.points) == (&row.id, row.han, row.yakuman, row.points)
                    && line.clause.as_deref().unwrap_or("-") == row.clause
            });
        if !same || !same_yaku {
            return Err("the lines differ from the lists of yaku and transfers".to_owned());
        }
        for (wind, (points, chips)) in Wind::ALL
            .into_iter()
            .zip(self.sheet.deltas.0.iter().zip(self.sheet.chips.0.iter()))
        {
            let gains = |of: fn(&LineRow) -> Option<i32>| -> i32 {
                let sign = |line: &&LineRow| {
                    i32::from(line.to == Some(wind.name())) - i32::from(line.from == Some(wind.name()))
                };
                lines.iter().map(|line| sign(line) * of(line).unwrap_or(0)).sum()
            };
            if (gains(|line| line.points), gains(|line| line.chips)) != (*points, *chips) {
                return Err(format!("the payment lines do not add up to what {} gains", wind.name()));
            }
        }
        Ok(())
    }

    /// The payments for the hand add up to its price.
    fn price(&self) -> Found {
        let for_hand = |line: &LineRow| {
            let ids = ["hand", "pao", "rinshan-pao", "four-kans"];
            line.points.filter(|_| ids.contains(&line.id.as_str()))
        };
        let found = self.sum("payment", for_hand);
        let tsumo = self.won.win.by.is_tsumo();
        let expected = total(&self.rules.settings, self.counted(), self.is_dealer(), tsumo);
        match found == expected {
            true => Ok(()),
            false => Err(format!(
                "a hand of {:?} is paid {found}, not {expected}",
                self.counted()
            )),
        }
    }

    /// Whoever pays in another's place is named.
    fn answering(&self) -> Found {
        let win = &self.won.win;
        let shared = self.rules.settings.payment.shared_up_to;
        let mut expected: Vec<(&str, &str)> = Vec::new();
        for line in self.part("payment") {
            let from = line.from.unwrap_or_default();
            let more_than_shared = line.points.is_some_and(|points| points > shared);
            // Above what is shared only the responsible player pays more than that.
            let most = self.part("payment").filter(|line| line.id == "hand");
            let alone = most
                .filter_map(|line| line.points)
                .filter(|points| *points > shared)
                .count()
                == 1;
            let in_place = shared > 0 && !win.by.is_tsumo() && from != win.from.name();
            if line.id == "hand" && more_than_shared && alone && in_place {
                expected.push(("responsible", from));
            }
            if line.id == "pao" && !expected.contains(&("liable", from)) {
                expected.push(("liable", from));
            }
        }
        for line in self.part("payment").filter(|line| amount(line).is_none()) {
            let said = (line.id.as_str(), line.from.unwrap_or_default());
            match expected
                .iter()
                .position(|expected| *expected == said && line.to.is_none())
            {
                Some(place) => expected.remove(place),
                None => return Err(format!("the line {said:?} names somebody who answers for nothing")),
            };
        }
        match expected.first() {
            Some(missing) => Err(format!("{missing:?} has no line")),
            None => Ok(()),
        }
    }

    /// Every yaku that the hand has but does not count is listed with a reason, and none that counts.
    fn not_given(&self) -> Found {
        let facts = &self.won.score.facts;
        self.uncounted()?;
        for line in self.part("not-given") {
            let is_about = self.yaku_of(&line.id).is_some() || is_uncounted(&line.id);
            let known = is_about && line.why.is_some() && amount(line).is_none();
            if !known || self.has("yaku", &line.id) {
                return Err(format!("the yaku {} is listed as not given", line.id));
            }
        }
        let without_pair = self.has("reading", "four-kans-alone");
        if without_pair || self.sheet.yaku.is_empty() {
            return Ok(());
        }
        let holds = |yaku: &&Yaku| {
            let when = Unless {
                when: yaku.when.clone(),
                clause: yaku.clause,
            };
            when.holds(facts)
        };
        let unexplained = |yaku: &&Yaku| !self.has("yaku", &yaku.id) && !self.has("not-given", &yaku.id) && holds(yaku);
        match self.rules.yaku.iter().find(unexplained) {
            Some(yaku) => Err(format!("the hand has {}, which no line mentions", yaku.id)),
            None => Ok(()),
        }
    }

    /// The next best reading brings as much less as its worth says.
    fn other_reading(&self) -> Found {
        let settings = &self.rules.settings;
        let (dealer, tsumo) = (self.is_dealer(), self.won.win.by.is_tsumo());
        let price = |counted: Counted| total(settings, counted, dealer, tsumo);
        for line in self.part("other-reading") {
            let worth = line.why.as_ref().map(|why| why.romaji.as_str()).unwrap_or_default();
            let found = worth_of(self.rules, worth, dealer);
            let Some(counted) = found else {
                return Err(format!("the next best reading counts {worth:?}"));
            };
            let less = price(counted) - price(self.counted());
            let fits = match (line.points, line.chips) {
                (Some(points), None) => points == less,
                (None, Some(chips)) => chips != 0,
                _ => false,
            };
            if !fits {
                return Err(format!("the next best reading brings {:?}, not {less}", amount(line)));
            }
        }
        match self.has("other-reading", "other-reading") == self.part("other-reading").any(|line| line.points.is_some())
        {
            true => Ok(()),
            false => Err("the next best reading has no line on points".to_owned()),
        }
    }
}

/// The fu of all groups, before they are rounded.
fn found_before_rounding(case: &Case) -> i32 {
    case.sum("fu", |line| line.fu.filter(|_| line.id != "fu-rounding"))
}

/// Reads `3 han 40 fu`, `2 yakuman`, `24 points` or the name of a limit.
fn worth_of(rules: &Rules, text: &str, dealer: bool) -> Option<Counted> {
    let words: Vec<&str> = text.split(' ').collect();
    let number = |word: &str| word.parse::<i32>().ok();
    let mut counted = Counted::default();
    match words.as_slice() {
        ["yakuman"] | ["counted", "yakuman"] => counted.yakuman = 1,
        [n, "yakuman"] => counted.yakuman = number(n)?,
        [n, "point" | "points"] => counted.points = number(n)?,
        [n, "han"] => counted.han = number(n)?,
        [han, "han", fu, "fu"] => (counted.han, counted.fu) = (number(han)?, number(fu)?),
        _ => {
            let value = &rules.settings.value;
            let rows = if dealer { &value.dealer } else { &value.others };
            let in_table = rows.iter().chain(&value.others).map(|row| (&row.name, row.han));
            let mut limits = value
                .limits
                .iter()
                .map(|limit| (&limit.name, limit.han))
                .chain(in_table);
            counted.han = limits.find(|(name, _)| *name == text)?.1.into();
        }
    }
    Some(counted)
}
