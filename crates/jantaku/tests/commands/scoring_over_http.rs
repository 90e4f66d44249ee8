//! A server scores a hand exactly as `jantaku score` does.

use crate::jantaku::jantaku;
use crate::serve::{folder, start};
use jantaku_rules::notation;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::tile::{Kind, Tile};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;

/// Random hands of each rulebook.
const CASES: usize = 1_000;
/// Hands in one request for a list.
const LIST: usize = 32;
/// Every so many hands one is also sent alone.
const ALONE: usize = 50;

#[test]
fn scores_as_the_command_does() {
    let data = folder("scoring");
    let args = ["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()];
    let (served, said) = start(&args, &[]);
    let address = said[0].strip_prefix("Jantaku is at http://").unwrap();
    let library = Library::builtin();
    for listing in library.list() {
        let spec = listing.source.id.as_str();
        let rules = library.rules(spec).unwrap();
        let mut dice = Dice(7);
        let hands: Vec<Value> = (0..CASES).map(|_| random_hand(&rules, spec, &mut dice)).collect();
        let lines: String = hands.iter().map(|hand| format!("{hand}\n")).collect();
        let file = data.join("hands.jsonl");
        std::fs::write(&file, lines).unwrap();
        let printed = jantaku(&["score", "--batch", file.to_str().unwrap()]).out;
        let expected: Vec<Value> = printed
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let mut answered = Vec::new();
        for list in hands.chunks(LIST) {
            let answer = post(address, "/api/scores", &json!(list));
            answered.extend(answer.as_array().unwrap().iter().cloned());
        }
        assert_eq!((expected.len(), answered.len()), (CASES, CASES), "{spec}");
        for (place, (hand, expected)) in hands.iter().zip(&expected).enumerate() {
            assert_eq!(&answered[place], expected, "{spec}: {hand}");
            if place % ALONE == 0 {
                assert_eq!(&post(address, "/api/score", hand), expected, "{spec}: {hand}");
            }
        }
        let wins = expected.iter().filter(|answer| answer["win"] == json!(true)).count();
        let refused = expected.iter().filter(|answer| answer.get("error").is_some()).count();
        assert!(
            wins > CASES / 5 && refused > 10,
            "{spec}: {wins} wins, {refused} refused"
        );
    }
    drop(served);
    std::fs::remove_dir_all(&data).unwrap();
}

fn post(address: &str, path: &str, body: &Value) -> Value {
    let body = body.to_string();
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {head}\n{body}"))
}

/// Reproducible random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }

    fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    fn one_of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

/// Four sets and a pair, some of them melded, with circumstances that need not fit together.
fn random_hand(rules: &Rules, spec: &str, dice: &mut Dice) -> Value {
    const WINDS: [&str; 4] = ["east", "south", "west", "north"];
    let mut pool = rules.tiles.tiles().to_vec();
    let winds = &WINDS[..rules.seats()];
    let seat = dice.one_of(winds);
    let mut concealed = Vec::new();
    let mut melds = Vec::new();
    while concealed.len() + 3 * melds.len() < 12 {
        let (kind, tiles) = random_set(&mut pool, dice);
        match kind {
            Some(kind) => melds.push(json!({ "kind": kind, "tiles": notation::in_order(&tiles) })),
            None => concealed.extend(tiles),
        }
    }
    let pair = random_kind(&pool, dice);
    concealed.extend([take(&mut pool, pair), take(&mut pool, pair)].into_iter().flatten());
    let win = concealed.swap_remove(dice.below(concealed.len()));
    let mut hand = json!({
        "rules": spec, "hand": notation::in_order(&concealed), "win": notation::in_order(&[win]), "melds": melds,
        "seat": seat, "round": dice.one_of(&WINDS[..2]), "by": dice.one_of(&["tsumo", "tsumo", "ron", "ron", "ron", "robbing-a-kan"]),
    });
    if hand["by"] != json!("tsumo") {
        hand["from"] = json!(dice.one_of(winds));
    }
    if rules.settings.riichi.played && melds_are_closed(&hand) && dice.percent(50) || dice.percent(2) {
        let ways: &[&str] = if rules.settings.riichi.open {
            &["riichi", "double", "open", "double-open"]
        } else {
            &["riichi", "double"]
        };
        hand["riichi"] = json!(dice.one_of(ways));
        hand["ippatsu"] = json!(dice.percent(30));
    }
    for flag in ["rinshan", "last_tile", "first_turn", "payer_riichi", "sorted_in"] {
        if dice.percent(5) {
            hand[flag] = json!(true);
        }
    }
    for key in ["dora", "ura"] {
        if rules.settings.dora.played && dice.percent(60) || dice.percent(2) {
            let kind = random_kind(&pool, dice);
            hand[key] = json!(notation::in_order(&[take(&mut pool, kind).unwrap()]));
        }
    }
    let flowers: Vec<Tile> = pool.iter().copied().filter(|tile| tile.kind().is_flower()).collect();
    hand["aside"] = json!(notation::in_order(&flowers[..dice.below(4).min(flowers.len())]));
    if rules.settings.riichi.played {
        hand["honba"] = json!(dice.below(3));
        hand["sticks"] = json!(dice.below(3));
    }
    hand
}

fn melds_are_closed(hand: &Value) -> bool {
    hand["melds"]
        .as_array()
        .is_some_and(|melds| melds.iter().all(|meld| meld["kind"] == json!("ankan")))
}

/// A sequence, triplet or kan of tiles that are left, and how it was called; none if it is concealed.
fn random_set(pool: &mut Vec<Tile>, dice: &mut Dice) -> (Option<&'static str>, Vec<Tile>) {
    loop {
        let first = random_kind(pool, dice);
        let called = dice.percent(25);
        let row = first.is_suited() && first.number() <= 7 && dice.percent(60);
        let (kinds, call) = match (row, called, dice.percent(20)) {
            (true, called, _) => (
                vec![first, Kind::at(first.index() + 1), Kind::at(first.index() + 2)],
                called.then_some("chii"),
            ),
            (false, true, true) => (vec![first; 4], Some(dice.one_of(&["ankan", "daiminkan", "kakan"]))),
            (false, called, _) => (vec![first; 3], called.then_some("pon")),
        };
        let mut rest = pool.clone();
        let tiles: Vec<Tile> = kinds.into_iter().filter_map(|kind| take(&mut rest, kind)).collect();
        if tiles.len() == pool.len() - rest.len()
            && (tiles.len() == 4) == (call.is_some_and(|call| call.ends_with("kan")))
            && tiles.len() >= 3
        {
            *pool = rest;
            return (call, tiles);
        }
    }
}

fn random_kind(pool: &[Tile], dice: &mut Dice) -> Kind {
    loop {
        let kind = pool[dice.below(pool.len())].kind();
        if !kind.is_flower() {
            return kind;
        }
    }
}

fn take(pool: &mut Vec<Tile>, kind: Kind) -> Option<Tile> {
    let place = pool.iter().position(|tile| tile.kind() == kind)?;
    Some(pool.swap_remove(place))
}
