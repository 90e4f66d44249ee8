use jantaku_rules::kind_set::KindSet;
use jantaku_rules::notation::*;
use jantaku_rules::tile::{Kind, Suit, Tile};

fn error(position: usize, problem: NotationProblem) -> NotationError {
    NotationError { position, problem }
}

#[track_caller]
fn check(text: &str, ordered: &str, by_suit: &str) {
    let read = tiles(text).expect("readable");
    assert_eq!(in_order(&read), ordered, "{text} in order");
    assert_eq!(sorted(&read), by_suit, "{text} sorted");
    assert_eq!(tiles(ordered).expect("readable"), read, "{text} read back");
}

#[test]
fn tiles_are_read_and_written_as_people_do() {
    check("123m406p12z", "123m406p12z", "123m406p12z");
    check("", "", "");
    check("9s1m9s", "9s1m9s", "1m99s");
    check("5m0m5m", "505m", "055m");
    check("3pr", "3rp", "3rp");
    check("33rp5rz", "33rp5rz", "3r3p5rz");
    check("3p3pr3p", "33r3p", "3r33p");
    check("0p", "0p", "0p");
    check("5rp", "0p", "0p");
    check("1f5f8f4g", "1f144g", "1f144g");
    check("2g 1f 7z", "2g1f7z", "7z1f2g");
    check("1p 2p", "12p", "12p");
}

#[test]
fn every_copy_is_read_back() {
    for kind in Kind::all() {
        for copy in [Some(Tile::plain(kind)), Tile::special(kind)].into_iter().flatten() {
            assert_eq!(tile(&in_order(&[copy])), Ok(copy));
            assert_eq!(tile(&copy.to_string()), Ok(copy));
        }
    }
}

#[test]
fn reports_errors_with_their_position() {
    use NotationProblem::*;
    let rows = [
        ("12", 1, NoSuit),
        ("1m23", 3, NoSuit),
        ("m", 1, NoDigits('m')),
        ("1mp", 3, NoDigits('p')),
        ("8z", 1, Number('8', Suit::Honour)),
        ("10z", 2, Number('0', Suit::Honour)),
        ("0f", 1, Number('0', Suit::Flower)),
        ("9f", 1, Number('9', Suit::Flower)),
        ("5g", 1, Number('5', Suit::Season)),
        ("1rz", 1, NotSpecial('1', Suit::Honour)),
        ("1rf", 1, NotSpecial('1', Suit::Flower)),
        ("0rm", 2, StrayR),
        ("1rrm", 3, StrayR),
        ("r1m", 1, StrayR),
        ("3rpr", 4, StrayR),
        ("13pr", 4, StrayR),
        ("1x", 2, Character('x')),
        ("1M", 2, Character('M')),
        ("一m", 1, Character('一')),
        ("1 m", 2, NoSuit),
    ];
    for (text, position, problem) in rows {
        assert_eq!(tiles(text), Err(NotationError { position, problem }), "{text}");
    }
}

#[test]
fn lists_are_bounded() {
    assert_eq!(tiles(&"1m".repeat(513)), Err(error(1_025, NotationProblem::TooLong)));
    assert_eq!(tiles(&"1m".repeat(512)), Err(error(601, NotationProblem::TooMany(300))));
    // Flowers and seasons in one group are written apart, so a text may grow when it is written again.
    let mixed = format!("{}f", "15".repeat(150));
    let read = tiles(&mixed).unwrap();
    assert_eq!(read.len(), 300);
    assert_eq!(tiles(&in_order(&read)), Ok(read));
    assert_eq!(few_tiles::<2>("123m"), Err(error(3, NotationProblem::TooMany(2))));
    assert_eq!(tile("12m"), Err(error(2, NotationProblem::NotOne)));
    assert_eq!(tile(""), Err(error(1, NotationProblem::NotOne)));
    assert_eq!(kinds("1m0m").unwrap(), KindSet::from_bits(0b10001));
}
