//! Fair walls against `tests/fair/vectors.json`, computed by an independent program and used by the browser's tests too.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use jantaku_rules::{Library, Seat};
use jantaku_table::fair::*;
use jantaku_table::lots::{Draw, Lots};
use jantaku_table::shuffle::{key_of, shuffle};
use jantaku_table::{Table, Wall};
use serde_json::Value;
use std::sync::Arc;

fn vectors() -> Value {
    serde_json::from_str(include_str!("vectors.json")).unwrap()
}

fn bytes(value: &Value) -> Bytes32 {
    Bytes32::from_hex(value.as_str().unwrap()).unwrap()
}

fn lots(value: &Value) -> Vec<Option<Bytes32>> {
    value.as_array().unwrap().iter().map(hash).collect()
}

fn hash(value: &Value) -> Option<Bytes32> {
    (!value.is_null()).then(|| bytes(value))
}

/// By the first scheme, or by the second, which covers the rulebook.
fn transcript(scheme: usize) -> Transcript {
    let v = vectors();
    Transcript {
        table: v["table"].as_str().unwrap().to_owned(),
        rules: hash(&v["schemes"][scheme]["rules"]),
        s0: Some(bytes(&v["s0"])),
        commits: lots(&v["schemes"][scheme]["commits"]),
        reveals: lots(&v["reveals"]),
        opened: v["opened"].as_array().unwrap().iter().map(bytes).collect(),
        ..Transcript::default()
    }
}

#[test]
fn computes_the_same_chain_as_vectors_py() {
    let v = vectors();
    let chain = Chain::ending_in(bytes(&v["last"]));
    assert_eq!(chain.head(), bytes(&v["s0"]));
    for (hand, secret) in (1..).zip(v["opened"].as_array().unwrap()) {
        assert_eq!(chain.secret(hand), Some(bytes(secret)));
    }
    assert_eq!(chain.secret(512), Some(bytes(&v["last"])));
    assert_eq!(chain.secret(513), None);
}

#[test]
fn computes_the_same_walls_as_vectors_py() {
    let v = vectors();
    let (table, reveals) = (v["table"].as_str().unwrap(), lots(&v["reveals"]));
    let schemes = v["schemes"].as_array().unwrap();
    let all = schemes.iter().flat_map(|scheme| {
        let hands = scheme["hands"].as_array().unwrap().iter();
        hands.map(|hand| (hash(&scheme["rules"]), hand))
    });
    for (rules, hand) in all {
        let number = u16::try_from(hand["hand"].as_u64().unwrap()).unwrap();
        let key = Terms { table, rules }.wall_key(number, bytes(&hand["secret"]), &reveals);
        assert_eq!(Bytes32(key), bytes(&hand["key"]));
        let expected: Vec<u64> = serde_json::from_value(hand["wall"].clone()).unwrap();
        let mut places: Vec<u64> = (0..expected.len() as u64).collect();
        shuffle(&key, &mut places);
        assert_eq!(places, expected, "hand {number}");
    }
}

#[test]
fn computes_the_same_commitments_as_vectors_py() {
    for scheme in [0, 1] {
        let transcript = transcript(scheme);
        assert_eq!(transcript.check(4), Ok(()));
        for (hand, expected) in [(1, 0), (2, 1)] {
            let key = bytes(&vectors()["schemes"][scheme]["hands"][expected]["key"]);
            assert_eq!(transcript.key(hand), Some(key.0));
        }
        assert_eq!((transcript.key(0), transcript.key(4)), (None, None));
    }
}

#[test]
fn any_changed_bit_of_a_transcript_is_found() {
    let check = |change: fn(&mut Transcript), fault: FairFault| {
        let mut changed = transcript(1);
        change(&mut changed);
        assert_eq!(changed.check(4), Err(fault));
    };
    check(|t| t.s0 = None, FairFault::NoChain);
    check(|t| t.table.push('x'), FairFault::OtherLot(Seat(0)));
    check(|t| t.rules = None, FairFault::OtherLot(Seat(0)));
    check(|t| t.reveals.swap(2, 3), FairFault::OtherLot(Seat(2)));
    check(|t| t.reveals[3] = None, FairFault::NotRevealed(Seat(3)));
    check(|t| t.reveals[1] = t.reveals[0], FairFault::NotCommitted(Seat(1)));
    check(|t| t.opened.swap(0, 1), FairFault::NotOfChain(1));
    check(|t| t.opened[2] = t.opened[1], FairFault::NotOfChain(3));
    check(|t| t.reveals.truncate(3), FairFault::Seats { found: 3, seats: 4 });
    // Each bit of everything that was committed, revealed or opened.
    for bit in 0..256 {
        let flip = |bytes: &mut Bytes32| bytes.0[bit / 8] ^= 1 << (bit % 8);
        for part in 0..11 {
            let mut changed = transcript(1);
            match part {
                0..4 => changed.commits[part].iter_mut().for_each(flip),
                4..7 => changed.opened.iter_mut().skip(part - 4).take(1).for_each(flip),
                7 => changed.s0.iter_mut().for_each(flip),
                10 => changed.rules.iter_mut().for_each(flip),
                _ => changed.reveals[part - 6].iter_mut().for_each(flip),
            }
            let same = changed == transcript(1);
            assert_eq!(changed.check(4).is_ok(), same, "bit {bit} of part {part}");
            assert_eq!(same, part == 1, "only a bot has nothing to change");
        }
    }
}

/// Every kind is equally likely at every place, and neighbours are independent, each within 99.9 % bounds.
#[test]
fn shuffles_are_uniform() {
    const WALLS: u16 = 20_000;
    let mut counts = vec![[0_u32; 34]; 136];
    let mut pairs = 0_u32;
    for wall in 0..WALLS {
        let mut kinds: Vec<usize> = (0..136).map(|tile| tile / 4).collect();
        let terms = Terms {
            table: "even",
            rules: Some(Bytes32([9; 32])),
        };
        shuffle(&terms.wall_key(wall, Bytes32([7; 32]), &[None; 4]), &mut kinds);
        for (place, &kind) in kinds.iter().enumerate() {
            counts[place][kind] += 1;
        }
        pairs += kinds.windows(2).filter(|pair| pair[0] == pair[1]).count() as u32;
    }
    let expected = f64::from(WALLS) / 34.0;
    let square = |count: &u32| (f64::from(*count) - expected).powi(2) / expected;
    let chi: f64 = counts.iter().flatten().map(square).sum();
    // 136 places of 33 free kinds each, less one for what the others leave: mean 136 x 33, variance about twice 135 x 33.
    let (mean, deviation) = (136.0 * 33.0, (2.0_f64 * 135.0 * 33.0).sqrt());
    assert!((chi - mean).abs() < 3.3 * deviation, "{chi}");
    // Of 135 other tiles three are of the same kind, at each of 135 places.
    let mean = f64::from(WALLS) * 3.0;
    assert!((f64::from(pairs) - mean).abs() < 3.3 * mean.sqrt(), "{pairs}");
}

#[test]
fn accepts_one_spelling_of_bytes_only() {
    let text = "ab".repeat(32);
    assert_eq!(
        Bytes32::from_hex(&text).map(|bytes| bytes.to_string()),
        Some(text.clone())
    );
    for wrong in [
        &text[1..],
        &text.to_uppercase(),
        &format!("{text}00"),
        &text.replace('b', "ü"),
    ] {
        assert_eq!(Bytes32::from_hex(wrong), None, "{wrong}");
    }
}

#[test]
fn draws_the_same_lots_as_vectors_py() {
    let v = vectors();
    let secret = jantaku_table::lots::secret(bytes(&v["last"]));
    assert_eq!(secret, bytes(&v["lots"]["secret"]));
    for (draw, word) in [(Draw::Seats, "seats"), (Draw::East, "east")] {
        for scheme in [0, 1] {
            let mut transcript = transcript(scheme);
            let order: Vec<u8> = serde_json::from_value(v["schemes"][scheme]["lots"][word].clone()).unwrap();
            assert_eq!(
                transcript.terms().lots(draw, secret, &transcript.reveals),
                order,
                "{word}"
            );
            transcript.promise = Some(bytes(&v["lots"]["promise"]));
            assert_eq!(transcript.check(4), Err(FairFault::NoLots));
            transcript.lots = Some(Lots { draw, secret, order });
            assert_eq!(transcript.check(4), Ok(()));
        }
    }
}

#[test]
fn refuses_seats_that_were_not_drawn() {
    let v = vectors();
    let mut transcript = transcript(1);
    let secret = bytes(&v["lots"]["secret"]);
    let mut order: Vec<u8> = serde_json::from_value(v["schemes"][1]["lots"]["seats"].clone()).unwrap();
    transcript.promise = Some(bytes(&v["lots"]["promise"]));
    order.swap(0, 1);
    let draw = Draw::Seats;
    transcript.lots = Some(Lots { draw, secret, order });
    assert_eq!(transcript.check(4), Err(FairFault::OtherSeats));
    // Nor lots of another secret, even if they are drawn rightly.
    let secret = bytes(&v["opened"][0]);
    let order = transcript.terms().lots(draw, secret, &transcript.reveals);
    transcript.lots = Some(Lots { draw, secret, order });
    assert_eq!(transcript.check(4), Err(FairFault::OtherSeats));
    transcript.promise = None;
    assert_eq!(transcript.check(4), Err(FairFault::NoLots));
}

#[test]
fn every_seat_is_as_likely_as_every_other() {
    let terms = Terms {
        table: "t1",
        rules: None,
    };
    let mut came = [[0u32; 4]; 4];
    let mut turned = [0u32; 4];
    for n in 0u32..8000 {
        let secret = Bytes32::hash(&n.to_be_bytes());
        let order = terms.lots(Draw::Seats, secret, &[None; 4]);
        (0..4).for_each(|seat| came[seat][usize::from(order[seat])] += 1);
        let order = terms.lots(Draw::East, secret, &[None; 4]);
        turned[usize::from(order[0])] += 1;
        assert!((0..4).all(|seat| order[seat] == (order[0] + seat as u8) % 4));
    }
    // 2000 expected in each of 20 places; seven standard deviations are 271.
    let all = came.iter().flatten().chain(&turned);
    assert!(
        all.copied().all(|count| count.abs_diff(2000) < 271),
        "{came:?} {turned:?}"
    );
}

/// Every hand is void, so the same dealer deals for ever; the server fixes the walls of 512 hands.
#[test]
fn an_endless_game_ends_with_its_walls() {
    let mut library = Library::builtin();
    let endless = "rulebook = { id = \"endless\", name = { en = \"Endless\" }, extends = \"tenhou\" }\n\
        [[clause]]\nid = \"E-1\"\nsays = \"x\"\nsets = { game.bust = \"never\", penalty.chombo = \"after-uma\", penalty.after-uma = 1000 }\n";
    library.add(endless).unwrap();
    let rules = Arc::new(library.rules("endless").unwrap());
    let mut table = Table::new(Arc::clone(&rules));
    let mut events = Vec::new();
    while !table.is_over() {
        let hand = table.hands_played() + 1;
        assert!(usize::from(hand) <= CHAIN);
        table.begin_hand(Wall::of_key(&rules, &key_of(1, hand.into())), &mut events);
        table.chombo(Seat(1), &mut events).unwrap();
        events.clear();
    }
    assert_eq!(usize::from(table.hands_played()), CHAIN);
    assert!(table.result().is_some());
}
