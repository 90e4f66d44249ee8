//! Hands that almost make a yaku, and why a hand does not make one.

use super::hand_line;
use crate::wire::books::check::TestHand;
use crate::wire::lobby::NamesJson;
use jantaku_rules::explain::{Explanation, explain};
use jantaku_rules::expression;
use jantaku_rules::facts::Facts;
use jantaku_rules::meanings::{self, Meaning};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::{NotAWin, Score, score};
use jantaku_rules::seat::Wind;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::win::{By, Riichi, Win};
use jantaku_rules::win_check::checked;
use jantaku_wire::score_json::request::Request;
use jantaku_wire::score_json::response::Response;
use std::rc::Rc;

/// Near misses that are shown of a yaku.
const MOST: usize = 3;

/// Does the hand make the yaku at this place of the rulebook?
pub(super) fn makes(rules: &Rules, win: &Win, yaku: usize) -> bool {
    let made = |score: Score| score.lines(rules).any(|line| usize::from(line.yaku) == yaku);
    score(rules, win).is_ok_and(made)
}

/// Complete hands that differ from one that makes the yaku in a tile or a circumstance, and do not make it.
pub(super) fn misses(rules: &Rules, win: &Win, yaku: usize) -> Vec<TestHand> {
    let mut found: Vec<TestHand> = Vec::new();
    let others = other_tiles(win, rules).chain(other_circumstances(win));
    for near in others.filter_map(|near| checked(rules, &near).ok()) {
        let is_complete = !matches!(score(rules, &near), Err(NotAWin::Incomplete));
        if !is_complete || makes(rules, &near, yaku) {
            continue;
        }
        let why = Some(why_not(rules, &near, yaku));
        // One hand for each reason.
        if found.iter().all(|other| other.why != why) {
            found.push(TestHand {
                hand: hand_line::written(&near),
                why,
            });
        }
        if found.len() == MOST {
            break;
        }
    }
    found
}

/// The hand with each of its concealed tiles replaced by each kind.
fn other_tiles<'a>(win: &'a Win, rules: &'a Rules) -> impl Iterator<Item = Win> + 'a {
    let mut kinds: Vec<Kind> = rules.tiles.tiles().iter().map(|tile| tile.kind()).collect();
    kinds.sort();
    kinds.dedup();
    let kinds = Rc::new(kinds);
    let places = (0..=win.hand.len()).rev();
    places.flat_map(move |place| {
        let kinds = Rc::clone(&kinds);
        (0..kinds.len()).filter_map(move |n| {
            let kind = kinds[n];
            let mut near = win.clone();
            let tile = match near.hand.get_mut(place) {
                Some(tile) => tile,
                None => &mut near.tile,
            };
            if tile.kind() == kind || kind.is_flower() {
                return None;
            }
            *tile = Tile::plain(kind);
            near.hand.sort();
            Some(near)
        })
    })
}

/// The hand won otherwise: by ron instead of tsumo, without riichi.
fn other_circumstances(win: &Win) -> impl Iterator<Item = Win> {
    let (by, from) = match win.by.is_tsumo() {
        true if win.seat == Wind::East => (By::Ron, Wind::South),
        true => (By::Ron, Wind::East),
        false => (By::Tsumo, win.seat),
    };
    let other_way = Win {
        by,
        from,
        rinshan: false,
        last_tile: false,
        first_turn: false,
        sorted_in: false,
        ..win.clone()
    };
    let without = Win {
        riichi: Riichi::None,
        ippatsu: false,
        payer_riichi: false,
        ..win.clone()
    };
    let plain = Win {
        rinshan: false,
        last_tile: false,
        first_turn: false,
        replaces_aside: false,
        ..win.clone()
    };
    [other_way, without, plain].into_iter()
}

/// Why a hand does not make a yaku, in a sentence.
pub(super) fn why_not(rules: &Rules, win: &Win, yaku: usize) -> NamesJson {
    let explanation = explain(rules, win);
    if let Err(NotAWin::Incomplete) = explanation.outcome {
        return said(INCOMPLETE, "");
    }
    if let Some(why) = on_sheet(rules, win, &rules.yaku[yaku].id) {
        return why;
    }
    let makes = |other: &Score| other.lines(rules).any(|line| usize::from(line.yaku) == yaku);
    if explanation.others.iter().any(makes) {
        return said(OTHER_READING, "");
    }
    match failing(&explanation, &rules.yaku[yaku].when) {
        failing if failing.is_empty() => said(NO_READING, ""),
        failing => said(NOT_HELD, &format!(" {}", failing.join("; "))),
    }
}

const INCOMPLETE: &str = "The tiles are not a complete hand.";
const OTHER_READING: &str = "Another reading of the hand makes it, but the one that counts pays more.";
const NO_READING: &str = "No reading of the hand makes all of its condition true.";
const NOT_HELD: &str = "This does not hold:";

/// A sentence in all languages, with what is the same in all of them.
fn said(english: &str, after: &str) -> NamesJson {
    let Meaning { en, also } = meanings::sentence(english);
    let with = |text: &str| format!("{text}{after}");
    NamesJson {
        romaji: with(&en),
        en: with(&en),
        de: with(&also.de),
        ja: with(&also.ja),
        zh: with(&also.zh),
    }
}

/// What the score sheet says of the yaku.
fn on_sheet(rules: &Rules, win: &Win, id: &str) -> Option<NamesJson> {
    let request = Request::of_line(&rules.spec, &hand_line::written(win)).ok()?;
    let Response::Sheet(sheet) = jantaku_wire::score_json::score(rules, &request) else {
        return None;
    };
    let line = sheet
        .lines
        .iter()
        .find(|line| line.part == "not-given" && line.id == id)?;
    line.why.clone()
}

/// The parts of a condition, joined by `and`, that do not hold in the reading that comes closest.
fn failing(explanation: &Explanation, when: &str) -> Vec<String> {
    let parts = conjuncts(when);
    let holds = |part: &str, facts: &Facts| {
        let terms = expression::compile(part).unwrap_or_default();
        terms.iter().any(|term| term.holds(facts))
    };
    let in_reading = |facts: &Facts| -> Vec<String> {
        let failing = parts.iter().filter(|part| !holds(part, facts));
        failing.map(|part| (*part).to_owned()).collect()
    };
    let all = explanation.facts.iter().map(in_reading);
    all.min_by_key(Vec::len).unwrap_or_default()
}

/// A condition split at its outermost `and`; whole if it has an outermost `or`.
fn conjuncts(when: &str) -> Vec<&str> {
    let (mut depth, mut from, mut parts) = (0usize, 0, Vec::new());
    for (at, letter) in when.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ' ' if depth == 0 && when[at..].starts_with(" or ") => return vec![when.trim()],
            ' ' if depth == 0 && when[at..].starts_with(" and ") => {
                parts.push(when[from..at].trim());
                from = at + " and ".len();
            }
            _ => {}
        }
    }
    parts.push(when[from..].trim());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use jantaku_rules::rulebook::library::Library;

    #[test]
    fn splits_conditions_outside_brackets() {
        assert_eq!(
            conjuncts("a and (b or c and d) and e >= 2"),
            ["a", "(b or c and d)", "e >= 2"]
        );
        assert_eq!(conjuncts("a and b or c"), ["a and b or c"]);
        assert_eq!(conjuncts("a"), ["a"]);
    }

    /// All simples with a one in it are none, and the sheet says so.
    #[test]
    fn finds_near_misses_with_their_reason() {
        let rules = Library::builtin().rules("tenhou").unwrap();
        let tanyao = rules.yaku.iter().position(|yaku| yaku.id == "tanyao").unwrap();
        let win: Win = "234m567m345p67s88s +8s riichi".parse().unwrap();
        assert!(makes(&rules, &win, tanyao));
        let near = misses(&rules, &win, tanyao);
        assert!(!near.is_empty());
        for TestHand { hand, why } in near {
            let near: Win = hand.parse().unwrap();
            assert!(
                !makes(&rules, &near, tanyao) && why.is_some_and(|why| !why.en.is_empty()),
                "{hand}"
            );
            let tiles = |win: &Win| {
                let mut tiles: Vec<String> = win.hand.iter().chain([&win.tile]).map(ToString::to_string).collect();
                tiles.sort();
                tiles
            };
            let (mut before, after) = (tiles(&win), tiles(&near));
            for tile in &after {
                if let Some(place) = before.iter().position(|other| other == tile) {
                    before.remove(place);
                }
            }
            assert!(before.len() <= 1, "{hand} is more than one tile away");
        }
    }

    #[test]
    fn says_why_not_in_every_language() {
        for english in [INCOMPLETE, OTHER_READING, NO_READING, NOT_HELD] {
            let NamesJson { de, ja, zh, .. } = said(english, "");
            assert!([de, ja, zh].iter().all(|text| !text.is_empty()), "{english}");
        }
    }
}
