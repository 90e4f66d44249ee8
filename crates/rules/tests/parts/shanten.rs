use jantaku_rules::shanten::*;
use jantaku_rules::tile::HAND_KINDS;
use jantaku_rules::tile::{Kind, Suit};

/// Counts of a hand written as `123m11z`.
fn hand(text: &str) -> [u8; HAND_KINDS] {
    let mut counts = [0; HAND_KINDS];
    let mut numbers = Vec::new();
    for c in text.chars().filter(|c| *c != ' ') {
        match Suit::from_letter(c) {
            Some(suit) => numbers
                .drain(..)
                .for_each(|n| counts[Kind::of(suit, n).expect("a kind").index()] += 1),
            None => numbers.push(c.to_digit(10).expect("a digit") as u8),
        }
    }
    counts
}

fn check_shanten(tiles: TileSet, shapes: Shapes, rows: &[(&str, i8)]) {
    let calculator = Calculator::new(tiles, shapes);
    for (text, expected) in rows {
        assert_eq!(calculator.shanten(&hand(text)), *expected, "{text}");
    }
}

fn check_waits(tiles: TileSet, shapes: Shapes, rows: &[(&str, &str)]) {
    let calculator = Calculator::new(tiles, shapes);
    for (text, expected) in rows {
        assert_eq!(calculator.waits(&hand(text)).to_string(), *expected, "{text}");
    }
}

const FOUR_AS_TWO: Shapes = Shapes {
    seven_pairs: SevenPairs::FourAsTwo,
    orphans: false,
};

#[test]
fn sets_and_a_pair() {
    check_shanten(
        TileSet::All,
        Shapes::STANDARD,
        &[
            ("123m 456p 789s 111z 22z", -1),
            ("123m 456p 789s 111z 2z", 0),
            ("123m 456p 78s 111z 22z", 0),
            ("123m 456p 789s 11z 22z", 0),
            ("123m 456p 78s 11z 235z", 2),
            ("147m 258p 369s 1234z", 8),
            ("19m 19p 19s 1234567z", 8),
            // Hands with melds: only concealed tiles count.
            ("5z", 0),
            ("55z", -1),
            ("13m 5z 7z", 1),
            ("12m 55z", 0),
        ],
    );
}

#[test]
fn seven_pairs_and_orphans() {
    check_shanten(
        TileSet::All,
        Shapes::ALL,
        &[
            ("1199m 2288p 3377s 11z", -1),
            ("1199m 2288p 3377s 1z", 0),
            // Six pairs and a third copy: the seventh pair needs two tiles of a new kind.
            ("11199m 2288p 3377s", 1),
            ("19m 19p 19s 1234567z", 0),
            ("19m 19p 19s 12345677z", -1),
            ("19m 19p 19s 1234566z", 0),
            ("119m 19p 19s 123456z", 0),
        ],
    );
    check_shanten(
        TileSet::All,
        FOUR_AS_TWO,
        &[("1111m 2288p 3377s 11z", -1), ("1111m 2288p 3337s 1z", 1)],
    );
    check_shanten(TileSet::All, Shapes::ALL, &[("1111m 2288p 3377s 11z", 1)]);
}

#[test]
fn man_forms_no_sequences_without_the_middle() {
    let all = Calculator::new(TileSet::All, Shapes::STANDARD);
    let sanma = Calculator::new(TileSet::WithoutMiddleMan, Shapes::STANDARD);
    // Three sets and a pair. With 34 kinds, either terminal may become a sequence.
    let lone = hand("19m 111222333z 44z");
    assert_eq!((all.shanten(&lone), sanma.shanten(&lone)), (1, 1));
    assert_eq!(all.acceptance(&lone).to_string(), "1m 2m 3m 7m 8m 9m 4z");
    assert_eq!(sanma.acceptance(&lone).to_string(), "1m 9m 4z");
    // Three triplets. With 34 kinds, the fourth 1m needs 23m, and 2z a pair. With 27 kinds, 2z needs
    // a pair and the fourth set three new tiles.
    let fours = hand("11119999m 1111z 2z");
    assert_eq!((all.shanten(&fours), sanma.shanten(&fours)), (2, 3));
    let complete = hand("11199m 123p 456p 789s");
    assert_eq!((all.shanten(&complete), sanma.shanten(&complete)), (-1, -1));
}

#[test]
fn waits() {
    check_waits(
        TileSet::All,
        Shapes::ALL,
        &[
            ("123m 456p 78s 111z 22z", "6s 9s"),
            ("123m 456p 789s 11z 22z", "1z 2z"),
            ("123m 456p 789s 111z 2z", "2z"),
            ("1112345678999m", "1m 2m 3m 4m 5m 6m 7m 8m 9m"),
            ("2223444m 111222z", "1m 2m 3m 4m 5m"),
            ("19m 19p 19s 1234567z", "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"),
            ("119m 19p 19s 123456z", "7z"),
            ("1199m 2288p 3377s 1z", "1z"),
            ("11223344556m 77z", "3m 6m"),
            // Both seven pairs and sequences.
            ("112233m 445566p 7s", "7s"),
            // A fifth copy still counts as a wait.
            ("123m 456p 789s 1111z", "1z"),
            ("1111m 2z", ""),
            ("13m 5z 5z", "2m"),
            ("147m 258p 369s 1234z", ""),
        ],
    );
    check_waits(
        TileSet::All,
        FOUR_AS_TWO,
        &[("1111m 2288p 3377s 1z", "1z"), ("111m 2288p 3377s 11z", "1m")],
    );
    check_waits(TileSet::All, Shapes::ALL, &[("1111m 2288p 3377s 1z", "")]);
}

#[test]
fn acceptance() {
    let calculator = Calculator::new(TileSet::All, Shapes::STANDARD);
    // Iishanten: 13m and 78s are incomplete.
    let useful = calculator.acceptance(&hand("13m 456p 78s 111z 222z"));
    assert_eq!(useful.to_string(), "1m 2m 3m 6s 7s 8s 9s");
}
