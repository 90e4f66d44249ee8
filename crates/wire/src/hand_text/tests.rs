//! Lines that say what JSON says, and lines that say nothing.

use super::*;

/// The same request as JSON says it.
#[track_caller]
fn check(line: &str, json: &serde_json::Value) {
    let mut json = json.clone();
    json["rules"] = "zan".into();
    assert_eq!(parse("zan", line), Ok(Request::read(&json).unwrap()), "{line}");
}

#[test]
fn a_line_says_what_json_says() {
    use serde_json::json;
    check(
        "123m456p789s1122z +1z",
        &json!({"hand": "123m456p789s1122z", "win": "1z"}),
    );
    check(
        "123m11z[555s pon west] 22z [9999p ankan] +1z tsumo rinshan seat=south round=west",
        &json!({
            "hand": "123m1122z", "win": "1z", "by": "tsumo", "rinshan": true, "seat": "south", "round": "west",
            "melds": [{"kind": "pon", "tiles": "555s", "from": "west"}, {"kind": "ankan", "tiles": "9999p"}],
        }),
    );
    check(
        "123m456p789s1122z +1z double-open ippatsu from=north dora=4m1z ura=5p aside=1f2f honba=1 sticks=2 payer-riichi last-tile",
        &json!({
            "hand": "123m456p789s1122z", "win": "1z", "riichi": "double-open", "ippatsu": true, "from": "north",
            "dora": "4m1z", "ura": "5p", "aside": "1f2f", "honba": 1, "sticks": 2, "payer_riichi": true, "last_tile": true,
        }),
    );
    check(
        "3s[5555z daiminkan east] +3s tsumo rinshan first-turn sorted-in pao=daisangen:west,suukantsu:north fed-kan=north responsible=west",
        &json!({
            "hand": "3s", "win": "3s", "by": "tsumo", "rinshan": true, "first_turn": true, "sorted_in": true,
            "melds": [{"kind": "daiminkan", "tiles": "5555z", "from": "east"}],
            "pao": {"daisangen": "west", "suukantsu": "north"}, "fed_kan": "north", "responsible": "west",
        }),
    );
    check(
        "1m +4z robbing-a-kita",
        &json!({"hand": "1m", "win": "4z", "by": "robbing-a-kita"}),
    );
}

#[test]
fn wrong_lines_are_refused() {
    let long = "1m ".repeat(400);
    let rows = [
        ("123m", "no winning tile: it is written +1z"),
        ("123m +1z +2z", "\"+2z\" says something again"),
        ("123m +1z seat=east seat=west", "\"seat=west\" says something again"),
        ("123m +1z seat=est", "\"seat=est\": expected east, south, west or north"),
        ("123m +1z honba=300", "\"honba=300\": expected a number from 0 to 255"),
        (
            "123m +1z pao=daisangen",
            "\"pao=daisangen\": expected a yaku and who is liable, as in daisangen:west",
        ),
        ("123m +1z happy", "\"happy\" says nothing of a hand"),
        (
            "123m +1z tusmo",
            "\"tusmo\" says nothing of a hand; did you mean \"tsumo\"?",
        ),
        ("123m +12z", "\"+12z\": character 2: not just one tile"),
        (
            "12x +1z",
            "\"12x\": character 3: 'x' is neither a digit nor one of m p s z f g",
        ),
        ("1m[555z pon +1z", "melds stand in brackets: [555s pon west]"),
        (
            "12345678m 12345678m +1z",
            "\"12345678m\": character 1: more than 14 tiles",
        ),
        (
            "1m[] +1z",
            "[]: a meld is its tiles, then chii, pon, daiminkan, kakan or ankan, then who gave the tile",
        ),
        (&long, "longer than 1024 bytes"),
    ];
    for (line, error) in rows {
        assert_eq!(
            parse("zan", line).map_err(|error| error.to_string()),
            Err(error.to_owned()),
            "{line}"
        );
    }
}
