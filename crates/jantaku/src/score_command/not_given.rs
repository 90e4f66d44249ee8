//! Yaku that do not count, and why.

use super::scored::Scored;
use crate::page::{Column, Line, Table};
use crate::{ink, words};
use jantaku_rules::explain::{Miss, NotGiven, Wanted, WhyNot};
use jantaku_rules::facts;
use jantaku_rules::kind_set::KindSet;
use jantaku_rules::notation;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::tile::Tile;

pub(super) fn of(scored: &Scored) -> Table {
    let mut table = Table::new(&[Column::Wrap, Column::Left]);
    let Ok(sheet) = &scored.sheet else { return table };
    let rules = &scored.rules;
    for NotGiven { yaku, why } in &sheet.explanation.not_given {
        let name = words::both_names(&rules.yaku[usize::from(*yaku)].names);
        let (reason, clause) = reason(rules, *yaku, why);
        table.row([line(&name, &reason), Line::new(clause, ink::CLAUSE)]);
    }
    for (name, clause) in sheet.left_out(&scored.resolved) {
        table.row([line(name, "is not played"), Line::new(clause, ink::CLAUSE)]);
    }
    table
}

fn line(name: &str, reason: &str) -> Line {
    Line::from(name).add(format!(": {reason}"), ink::FAINT)
}

fn reason<'a>(rules: &'a Rules, yaku: u16, why: &WhyNot) -> (String, &'a str) {
    let of = |place: u16| &rules.yaku[usize::from(place)];
    let name = |place: u16| of(place).names.en.as_str();
    let clause = |place: u16| rules.clause_id(of(place).clause);
    match why {
        WhyNot::Overridden(by) => (format!("{} replaces it", name(*by)), clause(*by)),
        WhyNot::OpenHand => ("only in a closed hand".to_owned(), clause(yaku)),
        WhyNot::BesideYakuman(yakuman) => (
            format!("does not count with the yakuman {}", name(*yakuman)),
            clause(*yakuman),
        ),
        WhyNot::PaysMoreWithout => ("the hand pays more without it".to_owned(), clause(yaku)),
        WhyNot::BesideAlone(other) => (format!("{} counts alone", name(*other)), clause(*other)),
        WhyNot::BesideHighest(other) => (
            format!("{} is above the cap and counts alone", name(*other)),
            rules.clause_id(rules.because(Key::ValueCap)),
        ),
        WhyNot::Misses(miss) => match miss.wanted {
            Wanted::No | Wanted::Without(_) => (missing(miss), rules.clause_id(of(yaku).asked_by)),
            _ => (missing(miss), clause(yaku)),
        },
    }
}

/// `asks for two-sided-wait (…)`
fn missing(miss: &Miss) -> String {
    let doc = facts::named(miss.fact).map_or("", |fact| fact.doc);
    match miss.wanted {
        Wanted::Yes => format!("asks for {} ({doc})", miss.fact),
        Wanted::No => format!("not with {} ({doc})", miss.fact),
        Wanted::AtLeast { asked, has } => format!("asks for {} = {asked}, the hand has {has}", miss.fact),
        Wanted::AtMost { asked, has } => format!("asks for {} <= {asked}, the hand has {has}", miss.fact),
        Wanted::WinningTile(kinds) => format!("asks for winning-tile({})", tiles(kinds)),
        Wanted::Without(kinds) if miss.fact == "holds" => format!("not with {} in the hand", tiles(kinds)),
        Wanted::Without(kinds) => format!("not with {}({})", miss.fact, tiles(kinds)),
    }
}

fn tiles(kinds: KindSet) -> String {
    let tiles: Vec<Tile> = kinds.iter().map(Tile::plain).collect();
    notation::sorted(&tiles)
}
