//! Reads `yaku.x = { … }`.

use super::super::document::{Content, Entry};
use super::super::error::{ErrorKind, Errors};
use super::super::yaku::{Beside, Names};
use super::Lined;
use super::reader::{self, Table, name};
use crate::expression;
use crate::facts::{self, Meaning, VOCABULARY};
use crate::nearest::nearest;

/// The fields of a yaku that a clause sets. Fields it leaves out keep their values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct YakuPatch {
    /// `ryanpeikou`
    pub id: String,
    pub line: u32,
    pub names: Names,
    pub when: Option<Lined>,
    /// A case to take out of the condition.
    pub unless: Option<Lined>,
    pub worth: Option<WorthPatch>,
    pub open: Option<u8>,
    /// The count that multiplies the worth; empty for none.
    pub each: Option<Lined>,
    /// Does it add value without being a yaku?
    pub bonus: Option<bool>,
    pub beside: Option<Beside>,
    /// Yaku that do not count when this one does.
    pub over: Option<Vec<Lined>>,
    /// Do fu for tsumo and tiles set aside not count with it?
    pub waives_fu: Option<bool>,
    /// The file has an error in its worth.
    pub worth_broken: bool,
    /// The file has an error in its condition.
    pub asks_broken: bool,
}

/// The worth of a yaku as the file gives it; han in an open hand are a field of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorthPatch {
    /// Han in a closed hand.
    Han(u8),
    Yakuman(u8),
    Points(i32),
}

/// Thirteen han are a yakuman anyway.
const MOST_HAN: i64 = 13;
/// No known yaku is worth more yakuman.
const MOST_YAKUMAN: i64 = 6;
/// Keeps sums of points small.
const MOST_POINTS: i64 = 1_000_000;

/// The words for [`Beside`].
pub(in super::super) const BESIDE: [(&str, Beside); 3] = [
    ("adds", Beside::Adds),
    ("alone", Beside::Alone),
    ("no-other-yakuman", Beside::NoOtherYakuman),
];

pub(in super::super) fn read(entry: Entry, errors: &mut Errors<'_>) -> Option<YakuPatch> {
    let id = name(
        Lined {
            line: entry.line,
            text: entry.key,
        },
        "yaku",
        errors,
    )?;
    let path = format!("yaku.{}", id.text);
    let found = entry.node.describe();
    let Content::Table(entries) = entry.node.content else {
        errors.add(
            id.line,
            &path,
            ErrorKind::WrongValue,
            "a table, such as { han = 1, when = \"tsumo\" }",
            found,
        );
        return None;
    };
    let mut table = Table::new(&path, id.line, entries);
    let mut patch = YakuPatch {
        id: id.text,
        line: id.line,
        ..YakuPatch::default()
    };
    if let Some(names) = table.table("name", errors) {
        patch.names = reader::names(names, false, errors);
    }
    let before = errors.count;
    patch.when = table.text("when", errors);
    patch.unless = table.text("unless", errors);
    patch.each = table.text("each", errors);
    check_facts(&patch, &path, errors);
    patch.asks_broken = errors.count > before;
    let before = errors.count;
    patch.worth = read_worth(&mut table, errors);
    patch.open = table.number("open", 0, MOST_HAN, errors).map(|han| han as u8);
    patch.worth_broken = errors.count > before;
    patch.bonus = table.flag("bonus", errors);
    patch.beside = table.text("beside", errors).and_then(|word| {
        let beside = BESIDE.iter().find(|(known, _)| *known == word.text);
        if beside.is_none() {
            let expected = BESIDE.map(|(known, _)| format!("{known:?}")).join(" or ");
            let key = format!("{path}.beside");
            errors.add(
                word.line,
                &key,
                ErrorKind::WrongValue,
                expected,
                format!("{:?}", word.text),
            );
        }
        beside.map(|(_, beside)| *beside)
    });
    patch.over = table.texts("over", errors);
    patch.waives_fu = table.flag("waives-fu", errors);
    table.finish(errors);
    Some(patch)
}

/// Conditions can be checked without knowing the rest of the rulebook.
fn check_facts(patch: &YakuPatch, path: &str, errors: &mut Errors<'_>) {
    for (key, asked) in [("when", &patch.when), ("unless", &patch.unless)] {
        if errors.condition_steps == 0 {
            // An earlier condition took them all, and was reported.
            errors.count += 1;
        } else if let Some(asked) = asked
            && let Err(wrong) = expression::compile_within(&asked.text, &mut errors.condition_steps)
        {
            let expected = format!("{} (character {})", wrong.problem, wrong.position);
            errors.add(asked.line, &format!("{path}.{key}"), wrong.problem.kind(), expected, "");
        }
    }
    if let Some(each) = &patch.each {
        let fact = facts::named(&each.text).map(|fact| fact.meaning);
        if !each.text.is_empty() && !matches!(fact, Some(Meaning::Count(_))) {
            let counts = VOCABULARY
                .iter()
                .filter(|fact| matches!(fact.meaning, Meaning::Count(_)));
            let expected = match nearest(&each.text, counts.map(|fact| fact.name)) {
                Some(near) => format!("a fact with a count; did you mean {near:?}?"),
                None => "a fact with a count, such as \"kita\": see `jantaku rules facts`".to_owned(),
            };
            let found = format!("{:?}", each.text);
            errors.add(
                each.line,
                &format!("{path}.each"),
                ErrorKind::NotACount,
                expected,
                found,
            );
        }
    }
}

fn read_worth(table: &mut Table, errors: &mut Errors<'_>) -> Option<WorthPatch> {
    let han = table
        .number("han", 1, MOST_HAN, errors)
        .map(|han| WorthPatch::Han(han as u8));
    let yakuman = table
        .number("yakuman", 1, MOST_YAKUMAN, errors)
        .map(|n| WorthPatch::Yakuman(n as u8));
    let points = table
        .number("points", 1, MOST_POINTS, errors)
        .map(|points| WorthPatch::Points(points as i32));
    let mut given = [han, yakuman, points].into_iter().flatten();
    let worth = given.next();
    if given.next().is_some() {
        errors.add(
            table.line,
            &table.path,
            ErrorKind::TwoWorths,
            "only one of han, yakuman and points",
            "",
        );
    }
    worth
}

impl YakuPatch {
    /// Does it change what the yaku is worth, not only its condition or how it combines?
    pub fn sets_worth(&self) -> bool {
        self.worth.is_some() || self.open.is_some() || self.each.is_some() || self.bonus.is_some()
    }

    /// The fields it sets, as TOML.
    pub fn show(&self) -> String {
        let mut fields = Vec::new();
        match self.worth {
            Some(WorthPatch::Han(han)) => fields.push(format!("han = {han}")),
            Some(WorthPatch::Yakuman(n)) => fields.push(format!("yakuman = {n}")),
            Some(WorthPatch::Points(points)) => fields.push(format!("points = {points}")),
            None => {}
        }
        let text = |key: &str, value: &Lined| format!("{key} = {:?}", value.text);
        fields.extend(self.open.map(|open| format!("open = {open}")));
        fields.extend(self.when.as_ref().map(|when| text("when", when)));
        fields.extend(self.unless.as_ref().map(|unless| text("unless", unless)));
        fields.extend(self.each.as_ref().map(|each| text("each", each)));
        fields.extend(self.bonus.map(|bonus| format!("bonus = {bonus}")));
        let beside = self
            .beside
            .and_then(|beside| BESIDE.iter().find(|(_, known)| *known == beside));
        fields.extend(beside.map(|(word, _)| format!("beside = {word:?}")));
        fields.extend(self.over.as_ref().map(|over| {
            let ids: Vec<String> = over.iter().map(|id| format!("{:?}", id.text)).collect();
            format!("over = [{}]", ids.join(", "))
        }));
        fields.extend(self.waives_fu.map(|waives| format!("waives-fu = {waives}")));
        format!("{{ {} }}", fields.join(", "))
    }
}
