//! Forged logs, each with the right sum: none is accepted, whoever signs it.
//!
//! `JANTAKU_FORGED=10000 cargo test --package jantaku-record --test logs forged -- --nocapture` forges as many as that.

use crate::played::{RULEBOOKS, book, game, signed_game, signer};
use jantaku_record::log::{Bytes64, DemandedKey, FairStepJson, Line, Log, Signer, Writer};
use jantaku_record::verify::verify_log;
use jantaku_table::fair::Bytes32;
use jantaku_table::shuffle::{Stream, key_of};
use jantaku_wire::event_json::EventJson;
use serde_json::Value;
use std::collections::BTreeMap;

/// What is forged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    Payment,
    Number,
    Discard,
    Order,
    Loss,
    Result,
    Rulebook,
    Wall,
    Name,
    Sheet,
    Signature,
}

const KINDS: [Kind; 11] = [
    Kind::Payment,
    Kind::Number,
    Kind::Discard,
    Kind::Order,
    Kind::Loss,
    Kind::Result,
    Kind::Rulebook,
    Kind::Wall,
    Kind::Name,
    Kind::Sheet,
    Kind::Signature,
];

impl Kind {
    /// Do play and walls refute it, whoever has signed it? Names and sheets do not follow from the play, and another discard may lead to
    /// another legal game with the same payments.
    fn is_refuted_by_play(self) -> bool {
        !matches!(self, Kind::Discard | Kind::Name | Kind::Sheet | Kind::Signature)
    }
}

/// Who signs the forgery.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Signing {
    /// The old signature stays.
    Old,
    /// The forger's own key.
    Other,
    Nobody,
}

/// Changes one thing in a log; none if there is no such thing at the place that was drawn.
fn forged(log: &Log, kind: Kind, lots: &mut Stream) -> Option<Log> {
    let mut forged = log.clone();
    let fits = |line: &Line| match (kind, line) {
        (Kind::Payment, Line::Told(told)) => matches!(told.e, EventJson::Paid { .. }),
        (Kind::Discard, Line::Told(told)) => matches!(told.e, EventJson::Discarded { .. }),
        (Kind::Number, Line::Told(_)) | (Kind::Wall, Line::Fair(_)) => true,
        (kind, _) => !matches!(kind, Kind::Payment | Kind::Discard | Kind::Number | Kind::Wall),
    };
    let places: Vec<usize> = (0..log.lines.len()).filter(|place| fits(&log.lines[*place])).collect();
    let place = *places.get(lots.below(places.len().max(1) as u32) as usize)?;
    match kind {
        Kind::Payment | Kind::Number | Kind::Discard => {
            let Line::Told(told) = &mut forged.lines[place] else {
                return None;
            };
            let mut json = serde_json::to_value(&told.e).ok()?;
            match kind {
                Kind::Discard => json["tile"] = other_tile(log, json["tile"].as_str()?, lots).into(),
                _ => change_number(&mut json, lots)?,
            }
            told.e = serde_json::from_value(json).ok()?;
        }
        Kind::Order => {
            let next = (place + 1) % log.lines.len();
            // In which order players answered about one tile changes nothing in the game.
            let is_answer =
                |line: &Line| matches!(line, Line::Told(told) if matches!(told.e, EventJson::Answered { .. }));
            // Nor does it matter where between two hands a secret is opened.
            let is_secret = |line: &Line| matches!(line, Line::Fair(FairStepJson::Opened { .. }));
            if is_answer(&log.lines[place]) && is_answer(&log.lines[next])
                || is_secret(&log.lines[place])
                || is_secret(&log.lines[next])
            {
                return None;
            }
            forged.lines.swap(place, next);
        }
        // A riichi that is left out may be another legal game with the same payments, which no replay can tell apart.
        Kind::Loss => match &log.lines[place] {
            Line::Told(told) if matches!(told.e, EventJson::RiichiDeclared { .. }) => return None,
            _ => drop(forged.lines.remove(place)),
        },
        Kind::Result => {
            let Some(Line::Over(over)) = forged.lines.last_mut() else {
                return None;
            };
            *over = serde_json::from_str(&other_digit(&serde_json::to_string(over).ok()?, lots)?).ok()?;
        }
        Kind::Rulebook => match lots.below(3) {
            0 => forged.header.hash.0.0[lots.below(32) as usize] ^= 1 << lots.below(8),
            // Another rule under the same hash, and under its own.
            way => {
                let text = other_digit(forged.header.book.as_ref()?, lots)?;
                if way == 2 {
                    forged.header.hash.0 = Bytes32::hash(text.as_bytes());
                }
                forged.header.book = Some(text);
            }
        },
        Kind::Wall => {
            let Line::Fair(step) = &mut forged.lines[place] else {
                return None;
            };
            let text = serde_json::to_string(&step).ok()?;
            *step = serde_json::from_str(&other_digit(&text, lots)?).ok()?;
        }
        Kind::Name => {
            let seat = lots.below(log.header.players.len() as u32) as usize;
            match lots.below(3) {
                0 => forged.header.players.rotate_left(1),
                1 => forged.header.players[seat].name.push('\u{200b}'),
                _ => forged.header.players[seat].name = format!("Mallory {}", lots.below(1000)),
            }
        }
        Kind::Sheet => {
            let sheet = serde_json::json!({ "seat": lots.below(4), "sheet": { "points": lots.below(100_000) } });
            forged.lines.insert(place, Line::Sheet(sheet));
        }
        Kind::Signature => {
            let signed = forged.signed.as_mut()?;
            let (at, bit) = (lots.below(64) as usize, 1 << lots.below(8));
            match lots.below(4) {
                0 => signed.signature.0[at] ^= bit,
                1 => signed.key.0[at % 32] ^= bit,
                2 => *signed = Signer::of_seed(Bytes32([at as u8; 32])).sign(Bytes32([bit; 32])),
                _ => signed.signature = Bytes64(plus_order(signed.signature.0)?),
            }
        }
    }
    (forged != *log).then_some(forged)
}

fn change_number(json: &mut Value, lots: &mut Stream) -> Option<()> {
    let fields = json.as_object_mut()?;
    let numbers: Vec<String> = fields
        .iter()
        .filter(|(_, value)| value.is_i64())
        .map(|(key, _)| key.clone())
        .collect();
    let key = numbers.get(lots.below(numbers.len().max(1) as u32) as usize)?;
    let number = fields[key].as_i64()?;
    fields[key] = Value::from(number + [100, -100, 1, -1][lots.below(4) as usize]);
    Some(())
}

/// Another tile of the box.
fn other_tile(log: &Log, tile: &str, lots: &mut Stream) -> String {
    let book = book(log);
    let tiles: Vec<String> = book.rules.tiles.tiles().iter().map(ToString::to_string).collect();
    let others: Vec<&String> = tiles.iter().filter(|other| *other != tile).collect();
    others[lots.below(others.len() as u32) as usize].clone()
}

/// The text with one digit changed.
fn other_digit(text: &str, lots: &mut Stream) -> Option<String> {
    let digits: Vec<usize> = text
        .match_indices(|c: char| c.is_ascii_digit())
        .map(|(at, _)| at)
        .collect();
    let at = *digits.get(lots.below(digits.len().max(1) as u32) as usize)?;
    let mut bytes = text.as_bytes().to_vec();
    bytes[at] = b'0' + (bytes[at] - b'0' + 1 + lots.below(9) as u8) % 10;
    String::from_utf8(bytes).ok()
}

/// The same signature with the order of the group added, which careless programs accept.
fn plus_order(mut signature: [u8; 64]) -> Option<[u8; 64]> {
    let mut order = [0; 32];
    order[..16].copy_from_slice(&27_742_317_777_372_353_535_851_937_790_883_648_493_u128.to_le_bytes());
    order[31] = 0x10;
    let mut carry = 0;
    for (byte, added) in signature[32..].iter_mut().zip(order) {
        let sum = u16::from(*byte) + u16::from(added) + carry;
        *byte = sum as u8;
        carry = sum >> 8;
    }
    (carry == 0).then_some(signature)
}

/// The text of a forgery, with the right sum.
fn text_of(forged: &Log, signing: Signing) -> String {
    let mut writer = Writer::new(&forged.header);
    forged.lines.iter().for_each(|line| writer.line(line));
    match signing {
        Signing::Old => forged.text(),
        Signing::Other => writer.close_signed(&Signer::of_seed(Bytes32::hash(b"a forger"))),
        Signing::Nobody => writer.close(),
    }
}

/// Whether `jantaku verify` accepts the text, with or without `--key`.
fn is_accepted(text: &str, key: Option<&DemandedKey>) -> bool {
    let Ok(log) = Log::read(text.as_bytes()) else {
        return false;
    };
    let Ok(book) = log.header.rules(&crate::played::LIBRARY) else {
        return false;
    };
    let is_demanded = key.is_none_or(|key| log.signed.is_some_and(|signed| key.is(signed.key)));
    is_demanded && verify_log(&log, &book).is_ok()
}

/// How many logs to forge.
fn wanted() -> usize {
    std::env::var("JANTAKU_FORGED").map_or(75, |count| count.parse().unwrap())
}

#[test]
fn no_forged_game_of_a_server_is_accepted() {
    let logs: Vec<Log> = RULEBOOKS.iter().map(|spec| signed_game(spec)).collect();
    let key = DemandedKey::read(&signer().key().to_string()).unwrap();
    assert!(logs.iter().all(|log| is_accepted(&log.text(), Some(&key))));
    let mut lots = Stream::new(&key_of(11, 2));
    let mut refused: BTreeMap<(Kind, Signing), usize> = BTreeMap::new();
    while refused.values().sum::<usize>() < wanted() {
        let log = &logs[lots.below(logs.len() as u32) as usize];
        let kind = KINDS[lots.below(KINDS.len() as u32) as usize];
        let Some(forged) = forged(log, kind, &mut lots) else {
            continue;
        };
        let signing = match kind {
            Kind::Signature => Signing::Old,
            _ => [Signing::Old, Signing::Other, Signing::Nobody][lots.below(3) as usize],
        };
        let text = text_of(&forged, signing);
        // Only another key needs `--key` to be told apart, and only for what does not follow from the play.
        let needed = (signing == Signing::Other && !kind.is_refuted_by_play()).then_some(&key);
        let difference = forged.lines.iter().zip(&log.lines).find(|(one, other)| one != other);
        assert!(
            !is_accepted(&text, needed),
            "{kind:?} {signing:?} {}: {difference:?}",
            log.header.rules
        );
        *refused.entry((kind, signing)).or_default() += 1;
    }
    for ((kind, signing), count) in &refused {
        println!("{kind:?}, signature {signing:?}: {count} refused");
    }
    println!("{} of {} refused", refused.values().sum::<usize>(), wanted());
}

/// Simulations have no signature: play, walls and result alone refute a forgery.
#[test]
fn forged_simulations_are_refused() {
    let logs: Vec<Log> = RULEBOOKS
        .iter()
        .map(|spec| Log::read(game(spec, "greedy", 5).1.as_bytes()).unwrap())
        .collect();
    let mut lots = Stream::new(&key_of(11, 1));
    let mut refused = 0;
    while refused < wanted() {
        let log = &logs[lots.below(logs.len() as u32) as usize];
        let kind = KINDS[lots.below(KINDS.len() as u32) as usize];
        if !kind.is_refuted_by_play() {
            continue;
        }
        let Some(forged) = forged(log, kind, &mut lots) else {
            continue;
        };
        // A seed does not cover the rulebook: another whose rules the game never needed fits as well.
        let book = forged.header.book.as_deref().unwrap_or_default();
        if kind == Kind::Rulebook && Bytes32::hash(book.as_bytes()) == forged.header.hash.0 {
            continue;
        }
        let difference = forged.lines.iter().zip(&log.lines).find(|(one, other)| one != other);
        assert!(
            !is_accepted(&forged.text(), None),
            "{kind:?} {}: {difference:?}",
            log.header.rules
        );
        refused += 1;
    }
    println!("{refused} of {} refused", wanted());
}
