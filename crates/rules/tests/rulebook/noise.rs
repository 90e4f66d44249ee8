//! Random bytes and damaged rulebooks: each gives a rulebook or errors.

use crate::CLUB;
use jantaku_rules::rulebook::library::Library;

/// A fixed sequence of numbers, so that failures can be reproduced.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// Fragments of rulebook syntax, so that some damaged files still parse.
const PIECES: [&str; 24] = [
    "= ",
    "[[clause]]",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\n",
    "-9223372036854775808",
    "1_000_000_000",
    "255",
    "0",
    "-1",
    "yaku.x",
    "sets",
    "over",
    "with = [\"club\"]",
    "extends = \"damaged\"",
    "overlay = true",
    "tiles.seats = 3",
    "and not (",
    "only(19m)",
    "5rz",
    "読み",
];

fn damaged(numbers: &mut Numbers, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=numbers.below(4) {
        let at = numbers.below(bytes.len());
        match numbers.below(6) {
            0 => bytes.truncate(at),
            1 => {
                let end = (at + numbers.below(40)).min(bytes.len());
                bytes.drain(at..end);
            }
            2 => {
                let piece = PIECES[numbers.below(PIECES.len())];
                bytes.splice(at..at, piece.bytes());
            }
            3 => bytes[at..]
                .iter_mut()
                .take(1)
                .for_each(|byte| *byte = b' ' + (*byte % 90)),
            4 => {
                // Move a line.
                let mut lines: Vec<Vec<u8>> = bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
                let line = lines.remove(numbers.below(lines.len()));
                lines.insert(numbers.below(lines.len()), line);
                bytes = lines.join(&b'\n');
            }
            _ => {
                // Replace a digit with another number.
                let number = PIECES[8 + numbers.below(5)];
                if let Some(digit) = bytes[at..].iter().position(u8::is_ascii_digit) {
                    bytes.splice(at + digit..=at + digit, number.bytes());
                }
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn noise_gives_errors() {
    let mut numbers = Numbers(0x10ad);
    for _ in 0..3_000 {
        let length = numbers.below(200);
        let bytes: Vec<u8> = (0..length).map(|_| numbers.below(256) as u8).collect();
        let text = String::from_utf8_lossy(&bytes);
        assert!(Library::default().add(&text).is_err());
        let spec: String = (0..numbers.below(30))
            .map(|_| "club()+=,-x1 三".chars().nth(numbers.below(14)).unwrap_or('+'))
            .collect();
        let _ = Library::of([("club.toml", CLUB)]).rules(&spec);
    }
}

#[test]
fn damaged_rulebooks_give_errors_or_rules() {
    let mut numbers = Numbers(0xda4a6e);
    let builtin = Library::builtin();
    let zan = include_str!("../../rulebooks/zan.toml");
    let (mut good, mut bad) = (0, 0);
    for i in 0..1_200 {
        // The large file is slow to read, so damage it less often.
        let text = damaged(&mut numbers, if i % 20 == 0 { zan } else { CLUB });
        let mut library = if i % 20 == 0 {
            builtin.clone()
        } else {
            Library::default()
        };
        let text = text
            .replace("id      = \"zan\"", "id = \"damaged\"")
            .replace("id      = \"club\"", "id = \"damaged\"");
        match library.add(&text) {
            Ok(id) => {
                assert!(library.rules(&id).is_ok());
                good += 1;
            }
            Err(errors) => {
                assert!(
                    !errors.is_empty() && errors.iter().all(|error| !error.to_string().is_empty()),
                    "{text}"
                );
                bad += 1;
            }
        }
    }
    assert!(good > 50 && bad > 500, "{good} good, {bad} bad");
}
