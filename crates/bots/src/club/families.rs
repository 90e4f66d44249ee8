//! Families of targets: what yaku of any rulebook ask for. Which of them pay is up to the rulebook's scorer.

use super::target::{ALL_KINDS, Block, Shape, Target};
use jantaku_rules::kind_set::KindSet;
use jantaku_rules::notation;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::tile::{Kind, Suit};

const NUMBER_SUITS: [Suit; 3] = [Suit::Man, Suit::Pin, Suit::Sou];
/// More would take too long to weigh in every decision.
const MOST: usize = 160;

/// Every target that may pay more than any complete hand. The first one asks for nothing.
pub(crate) fn all(rules: &Rules) -> Vec<Target> {
    let mut targets = vec![
        Target::of_shape(Shape::Sets),
        Target::of_shape(Shape::SevenPairs),
        Target::of_shape(Shape::Triplets),
        Target::of_shape(Shape::Orphans),
    ];
    targets.extend(honours().map(|kind| Target::with([Block::Triplet(kind)])));
    targets.extend(by_kinds());
    targets.extend(by_blocks());
    targets.extend(named(rules));
    let removed = rules.settings.tiles.removed;
    let exists = |target: &Target| {
        let mut blocks = target.blocks.iter().flat_map(|block| block.kinds());
        blocks.all(|kind| !removed.has(kind))
    };
    targets.retain(exists);
    for target in &mut targets {
        target.allowed -= removed;
        if target.allowed == ALL_KINDS - removed {
            target.allowed = ALL_KINDS;
        }
    }
    targets.truncate(MOST);
    targets
}

fn honours() -> impl Iterator<Item = Kind> {
    Kind::of_hand().filter(|kind| kind.is_honour())
}

fn where_kind(asked: impl Fn(Kind) -> bool) -> KindSet {
    Kind::of_hand().filter(|&kind| asked(kind)).collect()
}

/// Hands of certain kinds only.
fn by_kinds() -> Vec<Target> {
    let mut targets = vec![
        Target::within(where_kind(|kind| !kind.is_outside())),
        Target::within(where_kind(Kind::is_outside)),
        Target::within(where_kind(|kind| kind.is_honour() || !(4..=6).contains(&kind.number()))),
        Target::within(where_kind(|kind| !kind.is_honour())),
    ];
    for suit in NUMBER_SUITS {
        targets.push(Target::within(where_kind(|kind| {
            kind.is_honour() || kind.suit() == suit
        })));
        targets.push(Target::within(where_kind(|kind| kind.suit() == suit)));
        targets.push(Target::within(where_kind(|kind| kind.suit() != suit)));
    }
    targets
}

/// Hands with certain sets.
fn by_blocks() -> Vec<Target> {
    let of = |suit, number| Kind::of(suit, number).unwrap_or(Kind::EAST);
    let triplet = |suit, number| Block::Triplet(of(suit, number));
    let sequence = |suit, number| Block::Sequence(of(suit, number));
    let dragons = [Kind::HAKU, Kind::HATSU, Kind::CHUN];
    let winds: Vec<Kind> = honours().take(4).collect();
    let mut targets = vec![
        Target::with(dragons.map(Block::Triplet)),
        Target::with(winds.iter().map(|&wind| Block::Triplet(wind))),
    ];
    for left_out in 0..3 {
        let two = (0..3).filter(|place| *place != left_out);
        targets.push(Target::with(two.map(|place| Block::Triplet(dragons[place]))));
    }
    for left_out in 0..4 {
        let three = (0..4).filter(|place| *place != left_out);
        targets.push(Target::with(three.map(|place| Block::Triplet(winds[place]))));
    }
    for suit in NUMBER_SUITS {
        targets.push(Target::with([1, 4, 7].map(|number| sequence(suit, number))));
        for low in 1..=7 {
            targets.push(Target::with([sequence(suit, low); 2]));
            targets.push(Target::with([0, 1, 2].map(|more| triplet(suit, low + more))));
        }
    }
    for low in 1..=7 {
        targets.push(Target::with(NUMBER_SUITS.map(|suit| sequence(suit, low))));
    }
    for number in 1..=9 {
        targets.push(Target::with(NUMBER_SUITS.map(|suit| triplet(suit, number))));
    }
    targets
}

/// What the conditions of the rulebook name: kinds of triplets and sequences, and kinds that a hand is made of.
fn named(rules: &Rules) -> Vec<Target> {
    let mut targets = Vec::new();
    for yaku in &rules.yaku {
        for (fact, kinds) in facts_with_kinds(&yaku.when) {
            match fact {
                "only" => targets.push(Target::within(kinds)),
                "triplet" => targets.extend(kinds.iter().map(|kind| Target::with([Block::Triplet(kind)]))),
                "sequence" => targets.extend(
                    kinds
                        .iter()
                        .filter(|kind| kind.is_suited() && kind.number() <= 7)
                        .map(|kind| Target::with([Block::Sequence(kind)])),
                ),
                _ => {}
            }
        }
    }
    targets
}

/// Every `fact(kinds)` of a condition.
fn facts_with_kinds(when: &str) -> Vec<(&str, KindSet)> {
    let mut found = Vec::new();
    let mut rest = when;
    while let Some(open) = rest.find('(') {
        let before = &rest[..open];
        let start = before
            .rfind(|letter: char| !letter.is_ascii_alphabetic() && letter != '-')
            .map_or(0, |place| place + 1);
        let fact = &before[start..];
        rest = &rest[open + 1..];
        if let Some(close) = rest.find(')')
            && let Ok(kinds) = notation::kinds(rest[..close].trim())
            && !fact.is_empty()
        {
            found.push((fact, kinds));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use jantaku_rules::rulebook::library::Library;

    #[test]
    fn conditions_name_their_kinds() {
        let found = facts_with_kinds("closed and (triplet(5z) or only(234s 6z))");
        assert_eq!(
            found,
            [
                ("triplet", notation::kinds("5z").unwrap()),
                ("only", notation::kinds("234s 6z").unwrap())
            ]
        );
    }

    #[test]
    fn removed_kinds_are_demanded_by_no_target() {
        let rules = Library::builtin().rules("tenhou-sanma").unwrap();
        let removed = rules.settings.tiles.removed;
        let targets = all(&rules);
        assert!(targets[0].is_free());
        let kinds = targets
            .iter()
            .flat_map(|target| &target.blocks)
            .flat_map(|block| block.kinds());
        assert!(kinds.into_iter().all(|kind| !removed.has(kind)));
    }
}
