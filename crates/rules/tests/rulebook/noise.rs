//! Random bytes, damaged rulebooks and costly ones: each gives a rulebook or errors, within limits on the work.

use crate::CLUB;
use jantaku_rules::expression::compile;
use jantaku_rules::rulebook::error::{ErrorKind, MOST_ERRORS};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::source::Source;

const HEADER: &str = "[rulebook]\nid = \"x\"\nname = { en = \"X\" }\n[[clause]]\nid = \"X-1\"\nsays = \"x\"\n";

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

#[test]
fn refuses_expressions_that_take_too_much_work() {
    // 41 alternatives multiplied 55 times. They reduce to 41 again, so only the limit on comparisons stops this.
    let product = vec!["not only(1m)"; 55].join(" and ");
    let yaku: String = (0..250)
        .map(|i| format!("yaku.y{i} = {{ han = 1, when = \"{product}\" }}\n"))
        .collect();
    let (_, errors) = Source::parse("x.toml", &format!("{HEADER}{yaku}"));
    assert_eq!(errors.len(), MOST_ERRORS);
    assert!(errors.iter().all(|error| error.kind == ErrorKind::Expression));
    assert!(Library::default().add(&format!("{HEADER}{yaku}")).is_err());
    assert!(compile("not only(1m) and not only(1m)").is_ok());
}

/// Every choice of a file is compiled when the file is added.
#[test]
fn bounds_the_choices_to_compile() {
    let read = |options: usize, choices: usize| {
        let choices: String = (0..choices)
            .map(|i| format!("[option.choice.c{i}]\nsays = \"x\"\n"))
            .collect();
        let options: String = (0..options)
            .map(|i| format!("[[option]]\nid = \"o{i}\"\nclause = \"X-1\"\nsays = \"x\"\ndefault = \"c0\"\n{choices}"))
            .collect();
        let (source, errors) = Source::parse("x.toml", &format!("{HEADER}{options}"));
        let kinds: Vec<ErrorKind> = errors.iter().map(|error| error.kind).collect();
        (
            source.options.iter().map(|option| option.choices.len()).sum::<usize>(),
            kinds,
        )
    };
    assert_eq!(read(32, 32), (1_024, vec![]));
    assert_eq!(read(33, 32), (1_024, vec![ErrorKind::TooMany]));
    assert_eq!(read(32, 33), (1_024, vec![ErrorKind::TooMany; 32]));
}
