//! Whatever is asked, one line of JSON comes back: a score sheet, no win, or an error; never a panic.

use jantaku_formats::score_json::Scorer;
use jantaku_rules::rulebook::library::Library;
use serde_json::{Map, Value, json};

/// Chance that can be repeated: SplitMix64, by its published constants.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }

    fn of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

const RULES: [&str; 9] = [
    "zan",
    "zung-jung(bonus-tiles=yes)",
    "sanmatsuri",
    "ryanzou-chankan(pocchi=after-riichi)",
    "hana",
    "ema-2025",
    "tenhou",
    "tenhou-sanma",
    "riichi",
];

/// What keys may hold, sensible or not.
fn values(key: &str) -> Vec<Value> {
    let winds = || {
        vec![
            json!("east"),
            json!("south"),
            json!("west"),
            json!("north"),
            json!("up"),
        ]
    };
    match key {
        "by" => ["tsumo", "ron", "robbing-a-kan", "robbing-a-kita", "robbing-a-flower"]
            .map(Value::from)
            .to_vec(),
        "seat" | "from" | "round" | "fed_kan" | "responsible" => winds(),
        "riichi" => ["none", "riichi", "double", "open", "double-open"]
            .map(Value::from)
            .to_vec(),
        "ippatsu" | "rinshan" | "last_tile" | "first_turn" | "payer_riichi" | "sorted_in" => {
            vec![json!(true), json!(false)]
        }
        "dora" | "ura" => ["", "1m", "9m9m", "4g", "5rz", "1f2f", "123456m", "x"]
            .map(Value::from)
            .to_vec(),
        "aside" => ["", "4z", "44z", "4444z", "1f", "1234f", "1234f123g", "1234f1234g1f"]
            .map(Value::from)
            .to_vec(),
        "honba" | "sticks" => vec![json!(0), json!(3), json!(255), json!(256), json!(-1), json!(1.5)],
        "pao" => vec![
            json!({"daisangen": "west"}),
            json!({"suukantsu": "south"}),
            json!({"": 1}),
            json!([]),
        ],
        "hand" => [
            "123p678p789s23s99m",
            "19m19p19s1234567z",
            "1122334455667z",
            "1112345678999p",
            "555666777z1122z",
            "2223334445556p",
            "1111222233334p",
            "222z333z444z11z55z",
            "5555p5555s6666z7z",
            "123m456m789m1122z",
            "678p23s99m",
            "3s",
            "",
        ]
        .map(Value::from)
        .to_vec(),
        "win" => ["4s", "1z", "7z", "5rz", "4g", "5p", "3s", "0p", "9m", "44z", ""]
            .map(Value::from)
            .to_vec(),
        "melds" => vec![
            json!([]),
            json!([{"kind": "pon", "tiles": "555z", "from": "west"}]),
            json!([{"kind": "ankan", "tiles": "9999s"}, {"kind": "pon", "tiles": "777z"}]),
            json!([{"kind": "kakan", "tiles": "7777p"}, {"kind": "chii", "tiles": "123s"}]),
            json!([{"kind": "ankan", "tiles": "5555z"}, {"kind": "daiminkan", "tiles": "6666z", "from": "east"},
                   {"kind": "daiminkan", "tiles": "7777z", "from": "west"}, {"kind": "ankan", "tiles": "1111p"}]),
            json!([{"kind": "chii", "tiles": "8p9p1s"}]),
            json!([{"kind": "chii", "tiles": ""}]),
            json!([{}, {}, {}, {}, {}]),
        ],
        _ => vec![Value::Null],
    }
}

#[test]
fn every_request_is_answered() {
    let keys = [
        "hand",
        "win",
        "melds",
        "aside",
        "by",
        "seat",
        "from",
        "round",
        "riichi",
        "ippatsu",
        "rinshan",
        "last_tile",
        "first_turn",
        "dora",
        "ura",
        "honba",
        "sticks",
        "payer_riichi",
        "pao",
        "fed_kan",
        "responsible",
        "sorted_in",
    ];
    let library = Library::builtin();
    let mut scorer = Scorer::new(&library);
    let mut chance = Chance(7);
    let mut answers = [0; 3];
    for _ in 0..40_000 {
        let mut request = Map::new();
        request.insert("rules".to_owned(), (*chance.of(&RULES)).into());
        for (place, key) in keys.iter().enumerate() {
            // The hand and the winning tile are always there, the rest now and then.
            if place < 2 || chance.below(6) == 0 {
                request.insert((*key).to_owned(), chance.of(&values(key)).clone());
            }
        }
        let line = Value::Object(request).to_string();
        let answer: Value = serde_json::from_str(&scorer.score_line(&line)).expect("JSON");
        let place = match (&answer["error"], &answer["win"]) {
            (Value::String(_), _) => 0,
            (_, Value::Bool(false)) => 1,
            (_, Value::Bool(true)) => 2,
            _ => panic!("{line}: {answer}"),
        };
        answers[place] += 1;
    }
    println!(
        "{} errors, {} without a win, {} wins",
        answers[0], answers[1], answers[2]
    );
    assert!(answers.iter().all(|count| *count > 500), "{answers:?}");
}

/// A line with a byte changed, cut or doubled is still answered.
#[test]
fn damaged_lines_are_answered() {
    let library = Library::builtin();
    let mut scorer = Scorer::new(&library);
    let mut chance = Chance(11);
    let whole = r#"{"id":"a","rules":"zan","hand":"456p789p456s99m23s","melds":[],"aside":"1f","win":"1s","seat":"east","from":"south","riichi":"open","dora":"3s"}"#;
    for _ in 0..20_000 {
        let mut bytes = whole.as_bytes().to_vec();
        for _ in 0..=chance.below(3) {
            let at = chance.below(bytes.len());
            match chance.below(3) {
                0 => bytes[at] = 32 + chance.below(95) as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, bytes[at]),
            }
        }
        let line = String::from_utf8(bytes).expect("ASCII");
        let answer: Value = serde_json::from_str(&scorer.score_line(&line)).expect("JSON");
        assert!(answer["error"].is_string() || answer["win"].is_boolean(), "{line}");
    }
}
