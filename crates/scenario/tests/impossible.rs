//! Claims that contradict themselves or their rulebook are errors that say what contradicts what: in a line of text, in JSON and in
//! the worked examples of a rulebook.

use jantaku_rules::hand_text::HandTextError;
use jantaku_rules::rulebook::library::Library;
use jantaku_wire::score_json::request::Request;
use jantaku_wire::score_json::response::Response;
use jantaku_wire::score_json::{Scorer, score};
use serde_json::{Value, json};

/// Every rulebook and variation that ships.
const ALL: [&str; 12] = [
    "riichi",
    "tenhou",
    "tenhou-sanma",
    "ema-2025",
    "sanmatsuri",
    "zan",
    "zung-jung",
    "zung-jung(bonus-tiles=yes)",
    "ryanzou-chankan",
    "ryanzou-chankan+hana(variation=1)",
    "ryanzou-chankan+hana(variation=2)",
    "ryanzou-chankan+hana(variation=3)",
];
const RIICHI: [&str; 10] = [
    "riichi",
    "tenhou",
    "tenhou-sanma",
    "ema-2025",
    "sanmatsuri",
    "zan",
    "ryanzou-chankan",
    "ryanzou-chankan+hana(variation=1)",
    "ryanzou-chankan+hana(variation=2)",
    "ryanzou-chankan+hana(variation=3)",
];
const ZUNG_JUNG: [&str; 2] = ["zung-jung", "zung-jung(bonus-tiles=yes)"];
const RYANZOU: [&str; 4] = [
    "ryanzou-chankan",
    "ryanzou-chankan+hana(variation=1)",
    "ryanzou-chankan+hana(variation=2)",
    "ryanzou-chankan+hana(variation=3)",
];
/// A win on the tile that replaces a flower or a kita is rinshan.
const ASIDE_IS_RINSHAN: [&str; 6] = [
    "tenhou-sanma",
    "sanmatsuri",
    "zan",
    "ryanzou-chankan+hana(variation=1)",
    "ryanzou-chankan+hana(variation=2)",
    "ryanzou-chankan+hana(variation=3)",
];

/// 123p 678p 789s 24s 99m waits for 3s: complete and possible in every rulebook.
const HAND: &str = "123p678p789s24s99m +3s";

struct Row<'a> {
    books: &'a [&'a str],
    line: &'a str,
    error: &'a str,
}

fn rows() -> Vec<Row<'static>> {
    fn row(books: &'static [&'static str], line: &'static str, error: &'static str) -> Row<'static> {
        Row { books, line, error }
    }
    vec![
        // Renhou and chiihou before one's own first draw, and never beside riichi.
        row(
            &ALL,
            "first-turn seat=east from=south",
            "first_turn: east has already drawn before south discards",
        ),
        row(
            &ALL,
            "first-turn seat=south from=west",
            "first_turn: south has already drawn before west discards",
        ),
        row(
            &RIICHI,
            "first-turn riichi",
            "first_turn contradicts riichi, which ends the first turn with its discard",
        ),
        row(
            &RIICHI,
            "first-turn tsumo double",
            "first_turn contradicts riichi, which ends the first turn with its discard",
        ),
        row(
            &["zan"],
            "first-turn open",
            "first_turn contradicts riichi, which ends the first turn with its discard",
        ),
        row(
            &RIICHI,
            "first-turn dora=1z1z",
            "first_turn: two dora indicators mean that a kan has ended the first go-around",
        ),
        row(&ALL, "first-turn last-tile", "first_turn contradicts last_tile"),
        row(&ALL, "first-turn last-tile tsumo", "first_turn contradicts last_tile"),
        row(
            &["sanmatsuri", "tenhou-sanma"],
            "first-turn aside=4z",
            "first_turn contradicts aside: in this rulebook a tile set aside ends the first go-around",
        ),
        row(
            &["sanmatsuri", "tenhou-sanma"],
            "first-turn tsumo aside=4z",
            "first_turn contradicts aside: in this rulebook a tile set aside ends the first go-around",
        ),
        row(&RIICHI, "riichi dora=1z ura=1z2z", "ura: two under one dora indicator"),
        row(
            &["zan", "ryanzou-chankan+hana(variation=1)"],
            "tsumo seat=east first-turn rinshan aside=1f",
            "first_turn contradicts rinshan: the dealer's first flowers are replaced as part of the deal",
        ),
        row(
            &ZUNG_JUNG,
            "first-turn seat=west from=south responsible=north",
            "responsible: this player has not discarded yet in the first go-around",
        ),
        row(
            &RIICHI,
            "robbing-a-kan double",
            "robbing-a-kan: after a double riichi only a closed kan is possible, which this hand may not rob",
        ),
        // Rinshan.
        row(
            &[
                "riichi",
                "tenhou",
                "ema-2025",
                "ryanzou-chankan",
                "zung-jung",
                "zung-jung(bonus-tiles=yes)",
            ],
            "tsumo rinshan",
            "rinshan needs a kan among the melds",
        ),
        row(
            &["zung-jung(bonus-tiles=yes)"],
            "tsumo rinshan aside=1f",
            "rinshan needs a kan among the melds",
        ),
        row(
            &ASIDE_IS_RINSHAN,
            "tsumo rinshan",
            "rinshan needs a kan among the melds, or a tile set aside",
        ),
        row(&ALL, "rinshan", "rinshan needs a tsumo"),
        row(
            &ALL,
            "tsumo replaces-aside",
            "replaces_aside needs rinshan and a tile set aside, in a rulebook where a win on its replacement is rinshan",
        ),
        // Robbing.
        row(&ALL, "robbing-a-flower", "robbing-a-flower: 3s is not a flower"),
        row(
            &ALL,
            "robbing-a-kan last-tile",
            "robbing-a-kan contradicts last_tile: it needs a replacement tile",
        ),
        row(
            &["riichi", "tenhou", "ema-2025", "zan", "ryanzou-chankan", "zung-jung"],
            "robbing-a-kita",
            "no north can be robbed in this rulebook",
        ),
        row(
            &["sanmatsuri", "tenhou-sanma"],
            "robbing-a-kita",
            "only a north can be robbed from a kita, not 3s",
        ),
        row(
            &ALL,
            "robbing-a-kan first-turn",
            "robbing-a-kan: in the first go-around only a closed kan is possible, which this hand may not rob",
        ),
        row(
            &RIICHI,
            "robbing-a-kan payer-riichi",
            "robbing-a-kan: by a player in riichi only a closed kan is possible, which this hand may not rob",
        ),
        row(
            &RIICHI,
            "robbing-a-kan dora=3s",
            "robbing-a-kan: all four 3s are in the kan, but the hand and the indicators show one more",
        ),
        // Ippatsu.
        row(&RIICHI, "ippatsu", "ippatsu needs riichi"),
        row(&ZUNG_JUNG, "ippatsu", "there is no riichi in this rulebook"),
        row(
            &RIICHI,
            "double ippatsu last-tile",
            "ippatsu contradicts last_tile: double riichi is declared with the first discard",
        ),
        row(
            &["riichi", "tenhou", "ryanzou-chankan"],
            "riichi ippatsu last-tile",
            "ippatsu contradicts last_tile: riichi needs 4 tiles in the wall, so the go-around ends earlier",
        ),
        row(
            &RIICHI,
            "riichi tsumo payer-riichi",
            "payer_riichi: a tsumo has no discarder; leave it out",
        ),
        // Liability.
        row(&ALL, "tsumo fed-kan=west", "fed_kan: only with rinshan"),
        row(
            &["riichi", "zan"],
            "pao=daisangen:west",
            "pao: nobody is liable for daisangen in this rulebook",
        ),
        row(
            &ZUNG_JUNG,
            "pao=big-three-dragons:west",
            "pao: nobody is liable for big-three-dragons in this rulebook",
        ),
        row(
            &["ema-2025", "tenhou", "ryanzou-chankan"],
            "pao=kokushi:west",
            "pao: nobody is liable for kokushi in this rulebook",
        ),
        row(
            &["ema-2025", "sanmatsuri", "tenhou", "tenhou-sanma", "ryanzou-chankan"],
            "pao=daisangen:west",
            "pao: the melds do not make daisangen certain",
        ),
        row(
            &RIICHI,
            "responsible=west",
            "responsible: there is none in this rulebook",
        ),
        row(
            &["zung-jung(payoff=uniform)"],
            "responsible=west",
            "responsible: there is none in this rulebook",
        ),
        row(
            &ZUNG_JUNG,
            "tsumo responsible=west",
            "responsible: nobody is responsible for a tile from the wall",
        ),
        // What lies on the table.
        row(&ZUNG_JUNG, "honba=1", "honba: there is none in this rulebook"),
        row(&ZUNG_JUNG, "tsumo honba=1", "honba: there is none in this rulebook"),
        row(&ZUNG_JUNG, "sticks=1", "sticks: there is none in this rulebook"),
        row(&ZUNG_JUNG, "dora=1z", "dora: there are no dora in this rulebook"),
        row(&ZUNG_JUNG, "ura=1z", "ura: there are no ura dora in this rulebook"),
        row(&ZUNG_JUNG, "riichi", "there is no riichi in this rulebook"),
        row(&ZUNG_JUNG, "payer-riichi", "there is no riichi in this rulebook"),
        row(
            &["ema-2025", "zan", "sanmatsuri"],
            "round=west",
            "there is no west round in this rulebook",
        ),
    ]
}

/// Hands of their own.
const HANDS: [(&[&str], &str, &str); 14] = [
    // A call or a kan ends the first go-around, the winner's own too.
    (
        &ALL,
        "678p789s24s99m[1111p ankan] +3s first-turn",
        "first_turn contradicts the melds: a call or a kan ends the first go-around",
    ),
    (
        &ALL,
        "678p789s24s99m[111p pon west] +3s first-turn",
        "first_turn contradicts the melds: a call or a kan ends the first go-around",
    ),
    (
        &ALL,
        "678p789s24s99m[111p pon west] +3s first-turn tsumo",
        "first_turn contradicts the melds: a call or a kan ends the first go-around",
    ),
    (
        &ALL,
        "123p678p789s33s99m +3s robbing-a-kan",
        "robbing-a-kan: all four 3s are in the kan, but the hand and the indicators show two more",
    ),
    (
        &ALL,
        "678p789s24s99m[333s pon] +3s robbing-a-kan",
        "robbing-a-kan: all four 3s are in the kan, but the hand and the indicators show three more",
    ),
    // One red five a suit: three are plain.
    (
        &["tenhou", "ryanzou-chankan"],
        "555m123p678p34s99p +5m",
        "four plain 5m: at most three exist, besides 0m",
    ),
    (
        &["tenhou", "tenhou-sanma", "sanmatsuri", "ryanzou-chankan"],
        "123p678s789s1z[5555p ankan] +1z",
        "four plain 5p: at most three exist, besides 0p",
    ),
    (
        &["ryanzou-chankan(red-number=3,reds=two-pin)"],
        "33p456p678p789s99m +3p",
        "three plain 3p: at most two exist, besides 3rp",
    ),
    (
        &["ryanzou-chankan(pocchi=ippatsu-red)"],
        "678p789s24s99m[5555z ankan] +3s",
        "four plain 5z: at most three exist, besides 5rz",
    ),
    // The feeder of a kan.
    (
        &RYANZOU,
        "234p678p22s45p[7777s kakan west] +6p tsumo rinshan fed-kan=west",
        "fed_kan: there is no daiminkan from west among the melds",
    ),
    (
        &ALL,
        "234p678p22s45p[7777s daiminkan west] +6p tsumo rinshan fed-kan=east",
        "fed_kan: there is no daiminkan from east among the melds",
    ),
    (
        &ALL,
        "234p678p22s45p[7777s daiminkan west] +6p tsumo rinshan fed-kan=none",
        "fed_kan: only a daiminkan can have led to this rinshan",
    ),
    (
        &RYANZOU,
        "234p678p22s45p[7777s daiminkan west] +6p tsumo rinshan",
        "fed_kan is missing: name the player whose discard began the kan (in a line: fed-kan=west), or none if the replacement tile did not follow it",
    ),
    (
        &["ryanzou-chankan"],
        "23p99s[555z pon east][666z pon east][777z pon west] +4p pao=daisangen:north",
        "pao: no called set that decides daisangen came from north",
    ),
];

/// The error of a line of text; `Ok` if it has none.
fn of_line(library: &Library, book: &str, line: &str) -> Result<Response, String> {
    let rules = library.rules(book).map_err(|errors| format!("{errors:?}"))?;
    let request = Request::of_line(book, line).map_err(|error: HandTextError| error.to_string())?;
    match score(&rules, &request) {
        Response::Bad(bad) => Err(bad.error),
        other => Ok(other),
    }
}

/// The same claim as JSON.
fn as_json(book: &str, line: &str) -> Value {
    let mut claim = json!({ "rules": book, "hand": "" });
    let mut melds = Vec::new();
    let spaced = line.replace('[', " [").replace(']', "] ");
    let mut words = spaced.split_whitespace();
    while let Some(word) = words.next() {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        if let Some(tiles) = word.strip_prefix('[') {
            let mut meld = json!({ "tiles": tiles });
            for (key, word) in ["kind", "from"].into_iter().zip(words.by_ref()) {
                meld[key] = word.trim_end_matches(']').into();
                if word.ends_with(']') {
                    break;
                }
            }
            melds.push(meld);
        } else if let Some(tile) = word.strip_prefix('+') {
            claim["win"] = tile.into();
        } else if key == "pao" {
            let (yaku, liable) = value.split_once(':').expect("a yaku and a seat");
            claim["pao"] = json!({ yaku: liable });
        } else if matches!(key, "honba" | "sticks") {
            claim[key] = value.parse::<u8>().expect("a number").into();
        } else if !value.is_empty() {
            claim[key.replace('-', "_")] = value.into();
        } else {
            match word {
                "tsumo" | "ron" => claim["by"] = word.into(),
                _ if word.starts_with("robbing") => claim["by"] = word.into(),
                "riichi" | "double" | "open" => claim["riichi"] = word.into(),
                _ if word.starts_with(|c: char| c.is_ascii_digit()) => claim["hand"] = word.into(),
                _ => claim[word.replace('-', "_")] = true.into(),
            }
        }
    }
    claim["melds"] = melds.into();
    claim
}

/// Zung Jung has its own words for what the rows name.
fn in_the_words_of(book: &str, error: &str) -> String {
    let words = [
        ("a closed kan ", "a concealed kong "),
        ("a kan ", "a kong "),
        ("the kan,", "the kong,"),
        ("needs a tsumo", "needs a self-draw"),
    ];
    let own = words.iter().filter(|_| ZUNG_JUNG.contains(&book));
    own.fold(error.to_owned(), |error, (before, after)| error.replace(before, after))
}

#[test]
fn every_impossible_claim_is_refused_with_its_reason() {
    let library = Library::builtin();
    let mut scorer = Scorer::new(&library);
    let mut wrong = Vec::new();
    let mut count = 0;
    let rows = rows();
    let circumstances = rows
        .iter()
        .map(|row| (row.books, format!("{HAND} {}", row.line), row.error));
    let hands = HANDS
        .iter()
        .map(|(books, line, error)| (*books, (*line).to_owned(), *error));
    for (books, line, error) in circumstances.chain(hands) {
        for book in books {
            count += 1;
            let error = &in_the_words_of(book, error);
            let found = of_line(&library, book, &line).err();
            if found.as_ref() != Some(error) {
                wrong.push(format!("{book}: {line}: {found:?}, expected {error:?}"));
            }
            let answer: Value =
                serde_json::from_str(&scorer.score_line(&as_json(book, &line).to_string())).expect("JSON");
            if answer["error"] != *error {
                wrong.push(format!(
                    "{book}: {}: {answer}, expected {error:?}",
                    as_json(book, &line)
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 200, "only {count} claims");
}

/// The same hands are scored once the contradiction is gone.
#[test]
fn possible_claims_are_still_scored() {
    let library = Library::builtin();
    let claims: [(&[&str], &str); 14] = [
        (&RIICHI, "123p678p789s24s99m +3s riichi"),
        (&ALL, "123p678p789s24s99m +3s tsumo first-turn"),
        (
            &["ema-2025", "sanmatsuri", "zan", "ryanzou-chankan"],
            "123p678p789s24s99m +3s first-turn seat=west from=south",
        ),
        (&ALL, "123p678p789s24s99m +3s last-tile"),
        (
            &["ema-2025", "zan", "sanmatsuri"],
            "123p678p789s24s99m +3s riichi ippatsu last-tile",
        ),
        (
            &["tenhou", "ryanzou-chankan"],
            "123p678p789s24s99m +3s tsumo riichi ippatsu last-tile",
        ),
        (&ALL, "123p678p789s24s99m +3s robbing-a-kan"),
        (&ALL, "678p789s24s99m[1111z ankan] +3s tsumo rinshan"),
        (
            &["tenhou-sanma", "sanmatsuri"],
            "123p678p789s24s99m +3s tsumo rinshan aside=4z",
        ),
        (
            &["zan", "ryanzou-chankan+hana(variation=1)"],
            "123p678p789s24s99m +3s tsumo rinshan aside=1f",
        ),
        (&["tenhou", "ryanzou-chankan"], "550m123p678p34s99p +5s riichi"),
        (&["zan"], "678p789s24s99m[5555z ankan] +3s"),
        (
            &RYANZOU,
            "234p678p22s45p[7777s daiminkan west] +6p tsumo rinshan fed-kan=west",
        ),
        (&ZUNG_JUNG, "123p678p789s24s99m +3s responsible=west"),
    ];
    for (books, line) in claims {
        for book in books {
            let answer = of_line(&library, book, line);
            assert!(matches!(answer, Ok(Response::Sheet(_))), "{book}: {line}: {answer:?}");
        }
    }
}

/// A worked example of a rulebook goes the same way.
#[test]
fn examples_of_a_rulebook_cannot_be_impossible() {
    let text = r#"
        [rulebook]
        id = "club"
        name = { en = "Club" }
        extends = "tenhou"
        [[clause]]
        id = "CL-01"
        says = "An example that cannot be."
        [[example]]
        clause = "CL-01"
        given = { hand = "123p678p789s24s99m", win = "3s", by = "tsumo", rinshan = true }
        expect = { south = 2000, east = -1000, west = -500, north = -500 }
    "#;
    let mut library = Library::builtin();
    library.add(text).expect("a rulebook");
    let errors = jantaku_scenario::example::check_all(&library, "club");
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert!(
        errors
            .iter()
            .any(|error| error.contains("rinshan needs a kan among the melds")),
        "{errors:?}"
    );
}
