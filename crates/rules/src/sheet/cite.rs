//! The clause that a referee would read out for a line.

use crate::explain::{Miss, Wanted};
use crate::expression::Term;
use crate::facts::{self, Facts, Flag};
use crate::reading::Shape;
use crate::rulebook::clause::ClauseRef;
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::Key;
use crate::rulebook::yaku::{Beside, Yaku};
use crate::score::Score;
use crate::tile::HAND_KINDS;
use crate::win::Win;

/// The clause behind a yaku of a hand: its own, unless another one let this hand have it.
pub fn cited(rules: &Rules, win: &Win, score: &Score, place: u16) -> ClauseRef {
    let yaku = &rules.yaku[usize::from(place)];
    let key = if score.reading.shape == Shape::FourKans && asks_for(rules, place, score, is_kans) {
        return rules.because_or(Key::KanFourOnly, rules.because_or(Key::KanFourScoreAlone, yaku.clause));
    } else if replaces_what_was_set_aside(win)
        && asks_for(rules, place, score, |mask| {
            is_only(mask, &[facts::TSUMO, facts::RINSHAN])
        })
    {
        Key::AsideRinshanCounts
    } else if has_four_as_pairs(win, score)
        && asks_for(rules, place, score, |mask| is_only(mask, &[facts::SEVEN_PAIRS]))
    {
        Key::ValueFourOfAKindPairs
    } else {
        return yaku.clause;
    };
    rules.because_or(key, yaku.clause)
}

/// The clause behind a condition that a hand does not meet: the one that took its case out, else the later of those that set the
/// condition and the worth.
pub fn cited_for_miss(rules: &Rules, place: u16, miss: &Miss, facts: &Facts, win: Option<&Win>) -> ClauseRef {
    let yaku = &rules.yaku[usize::from(place)];
    if miss.fact == "rinshan" && miss.wanted == Wanted::No {
        let general = rules.because_or(Key::CiteReplacementNotLast, yaku.clause.max(yaku.asked_by));
        return match win.is_some_and(|win| win.last_tile && replaces_what_was_set_aside(win)) {
            true => rules.because_or(Key::AsideReplacedAtEnd, general),
            false => general,
        };
    }
    let is_in_the_way = matches!(miss.wanted, Wanted::No | Wanted::Without(_));
    let broken = yaku.unless.iter().find(|unless| is_in_the_way && unless.holds(facts));
    broken.map_or(yaku.clause.max(yaku.asked_by), |unless| unless.clause)
}

/// The clause that keeps a yaku from counting beside this yakuman: one about that yaku, else the one about all lesser ones.
pub(super) fn cited_beside_yakuman(rules: &Rules, yaku: &Yaku, yakuman: &Yaku) -> ClauseRef {
    match yaku.beside {
        Beside::NoOtherYakuman => yaku.beside_by,
        _ => rules.because_or(Key::CiteYakumanAlone, yakuman.clause),
    }
}

/// The clause that keeps flowers from counting beside this yakuman.
pub(super) fn cited_flowers_beside_yakuman(rules: &Rules, yakuman: &Yaku) -> ClauseRef {
    let all = rules.because_or(Key::CiteYakumanAlone, yakuman.clause);
    rules.because_or(Key::CiteFlowersBesideYakuman, all)
}

/// Is the yaku given by an alternative that tests only what `only` accepts?
fn asks_for(rules: &Rules, place: u16, score: &Score, only: impl Fn(&Term) -> bool) -> bool {
    let terms = &rules.terms[usize::from(place)];
    terms.iter().any(|term| term.holds(&score.facts) && only(term))
}

fn is_only(term: &Term, flags: &[Flag]) -> bool {
    let mut mask = [0; facts::WORDS];
    for flag in flags {
        mask[flag.word] |= 1 << flag.bit;
    }
    term.mask == mask && term.value == mask
}

/// Does it test the number of kans and nothing else?
fn is_kans(term: &Term) -> bool {
    let kans = facts::KANS.row(usize::from(facts::KANS.most));
    let rest = term
        .mask
        .iter()
        .enumerate()
        .filter(|(word, _)| *word != facts::KANS.word);
    term.mask[facts::KANS.word] & !kans == 0 && rest.map(|(_, mask)| mask).all(|mask| *mask == 0)
}

/// Was the winning tile drawn for a north or flower? A row that holds a kan counts as the kan's.
fn replaces_what_was_set_aside(win: &Win) -> bool {
    let has_kan = win.melds.iter().any(|meld| meld.kind.is_kan());
    win.rinshan && !win.aside.is_empty() && (win.replaces_aside || !has_kan)
}

/// Are four of a kind two of the seven pairs?
fn has_four_as_pairs(win: &Win, score: &Score) -> bool {
    let mut counts = [0; HAND_KINDS];
    let drawn = if win.tile.is_pocchi() {
        score.reading.winning
    } else {
        win.tile.kind()
    };
    let kinds = win.hand.iter().map(|tile| tile.kind()).chain([drawn]);
    kinds.for_each(|kind| counts[kind.index() % HAND_KINDS] += 1);
    score.reading.shape == Shape::SevenPairs && counts.contains(&4)
}
