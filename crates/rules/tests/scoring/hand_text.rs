//! Parsing hands from text.

use jantaku_rules::hand_text::*;
use jantaku_rules::{By, Meld, MeldKind, Riichi, Tile, Win, Wind, notation};

#[track_caller]
fn check(line: &str, expected: HandText) {
    assert_eq!(line.parse(), Ok(expected), "{line}");
}

fn tiles<const N: usize>(text: &str) -> arrayvec::ArrayVec<Tile, N> {
    notation::few_tiles(text).expect("tiles")
}

fn of(kind: MeldKind, text: &str, from: Option<Wind>) -> Meld {
    let tiles = tiles(text);
    Meld { kind, tiles, from }
}

#[test]
fn parses_every_word() {
    let one = notation::tile("1z").unwrap();
    let ron = Win::ron(tiles("123m456p789s1122z"), one);
    check("123m456p789s1122z +1z", HandText::of(ron.clone()));
    let melds = [
        of(MeldKind::Pon, "555s", Some(Wind::West)),
        of(MeldKind::Ankan, "9999p", None),
    ];
    check(
        "123m11z[555s pon west] 22z [9999p ankan] +1z tsumo rinshan seat=west round=west",
        HandText::of(
            Win::tsumo(tiles("123m1122z"), one)
                .with_melds(melds)
                .seated(Wind::West)
                .in_round(Wind::West)
                .on_replacement(),
        ),
    );
    check(
        "123m456p789s1122z +1z double-open ippatsu from=north dora=4m1z ura=5p aside=1f2f honba=1 sticks=2 payer-riichi last-tile",
        HandText {
            honba: 1,
            sticks: 2,
            ..HandText::of(
                ron.off(Wind::North)
                    .with_riichi(Riichi::DoubleOpen)
                    .in_ippatsu()
                    .with_dora(tiles("4m1z"), tiles("5p"))
                    .with_aside(tiles("1f2f"))
                    .off_riichi()
                    .on_last_tile(),
            )
        },
    );
    let fed = Win {
        sorted_in: true,
        ..Win::tsumo(tiles("3s"), notation::tile("3s").unwrap())
    };
    check(
        "3s[5555z daiminkan east] +3s tsumo rinshan first-turn sorted-in pao=daisangen:west,suukantsu:north fed-kan=north responsible=west",
        HandText {
            pao: vec![
                ("daisangen".to_owned(), Wind::West),
                ("suukantsu".to_owned(), Wind::North),
            ],
            fed_kan: FedKan::By(Wind::North),
            responsible: Some(Wind::West),
            ..HandText::of(
                fed.with_melds([of(MeldKind::Daiminkan, "5555z", Some(Wind::East))])
                    .on_replacement()
                    .in_first_turn(),
            )
        },
    );
    let robbed = Win {
        by: By::RobbingAKita,
        ..Win::ron(tiles("1m"), notation::tile("4z").unwrap())
    };
    check("1m +4z robbing-a-kita", HandText::of(robbed));
}

#[test]
fn a_win_refuses_honba_sticks_and_liability() {
    assert_eq!("11m +1m honba=1".parse::<Win>(), Err(HandTextError::BesideTheWin));
    assert_eq!(
        "11m +1m".parse(),
        Ok(Win::ron(tiles("11m"), notation::tile("1m").unwrap()))
    );
}

#[test]
fn refuses_malformed_lines() {
    let long = "1m ".repeat(400);
    let rows = [
        ("123m", "no winning tile: add it with a plus, as in +1z"),
        ("123m +1z +2z", "\"+2z\": this was already given"),
        ("123m +1z seat=east seat=west", "\"seat=west\": this was already given"),
        ("123m +1z seat=est", "\"seat=est\": expected east, south, west or north"),
        ("123m +1z honba=300", "\"honba=300\": expected a number from 0 to 255"),
        (
            "123m +1z pao=daisangen",
            "\"pao=daisangen\": expected a yaku and the liable player, as in daisangen:west",
        ),
        ("123m +1z happy", "unknown word \"happy\": see `jantaku score --help`"),
        ("123m +1z tusmo", "unknown word \"tusmo\"; did you mean \"tsumo\"?"),
        ("123m +12z", "\"+12z\": character 2: expected exactly one tile"),
        (
            "12x +1z",
            "\"12x\": character 3: 'x' is neither a digit nor one of m p s z f g",
        ),
        (
            "1m[555z pon +1z",
            "a bracket is not closed: write melds as [555s pon west]",
        ),
        (
            "12345678m 12345678m +1z",
            "\"12345678m\": character 1: more than 14 tiles",
        ),
        (
            "1m[] +1z",
            "[]: expected tiles, then chii, pon, daiminkan, kakan or ankan, then the discarder, as in [555s pon west]",
        ),
        (&long, "the line is longer than 1024 bytes"),
    ];
    for (line, error) in rows {
        assert_eq!(
            line.parse::<HandText>().map_err(|error| error.to_string()),
            Err(error.to_owned()),
            "{line}"
        );
    }
}
