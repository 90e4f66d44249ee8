//! Rulebooks that aim at the time and memory of whoever loads them, for the tests of this crate and of the server.

use jantaku_rules::rulebook::error::ErrorKind::{self, *};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::settings::Key;

/// Twenty sizes of each kind, the last far beyond every limit.
pub(crate) const SIZES: [usize; 20] = [
    1, 2, 5, 10, 16, 20, 32, 33, 64, 100, 128, 129, 200, 400, 700, 1_000, 1_001, 2_000, 5_000, 20_000,
];

pub(crate) type Kind = (&'static str, fn(usize) -> String, &'static [ErrorKind]);

/// What a kind of book is made of, for a size, and the limits that it may break.
pub(crate) const KINDS: [Kind; 10] = [
    (
        "options",
        |size| options(size, 2, ""),
        &[TooMany, TooMuchWork, TooLarge],
    ),
    (
        "choices that set everything",
        |size| options(size.div_ceil(8), 16, &everything()),
        &[TooMany, TooMuchWork, TooLarge],
    ),
    (
        "yaku",
        |size| many(size, |i| format!("yaku.y{i} = {{ han = 1, when = \"tsumo\" }}\n")),
        &[TooMany, TooMuchWork, TooLarge],
    ),
    (
        "conditions at their bound",
        |size| {
            many(size, |i| {
                format!("yaku.y{i} = {{ han = 1, when = \"{}\" }}\n", heavy(i))
            })
        },
        &[TooMany, TooMuchWork, TooLarge, Expression],
    ),
    (
        "exceptions that multiply",
        exceptions,
        &[TooMany, TooMuchWork, TooLarge, Expression, ClauseTwice],
    ),
    ("yaku over each other", over, &[TooMany, TooMuchWork, TooLarge]),
    ("clauses that set one key", clauses, &[TooMany, TooMuchWork, TooLarge]),
    (
        "lists in lists",
        |size| format!("sets = {{ result.uma = {}1{} }}\n", "[".repeat(size), "]".repeat(size)),
        &[TooDeep, WrongValue, NotBalanced],
    ),
    (
        "tables in tables",
        |size| {
            many(size, |i| {
                format!("{} = 1\n", vec![format!("a{i}"); size.min(70)].join("."))
            })
        },
        &[UnknownKey, TooLarge],
    ),
    (
        "mistakes",
        |size| many(size, |i| format!("sets.gmae.stat{i} = {i}\noff{i} = [\"x y\"]\n")),
        &[UnknownKey, TooLarge],
    ),
];

/// The header and first clause of a book with this id.
pub(crate) fn header(id: &str) -> String {
    let header = format!("[rulebook]\nid = \"{id}\"\nname = {{ en = \"X\" }}\nextends = \"tenhou\"\n");
    header + "[[clause]]\nid = \"X-1\"\nsays = \"x\"\n"
}

pub(crate) fn many(size: usize, line: impl Fn(usize) -> String) -> String {
    (0..size).map(line).collect()
}

pub(crate) fn options(options: usize, choices: usize, inside: &str) -> String {
    let choices = many(choices, |i| format!("[option.choice.c{i}]\nsays = \"x\"\n{inside}"));
    many(options, |i| {
        format!("[[option]]\nid = \"o{i}\"\nclause = \"X-1\"\nsays = \"x\"\ndefault = \"c0\"\n{choices}")
    })
}

/// Every key, with the value that it has in tenhou.
pub(crate) fn everything() -> String {
    let settings = Library::builtin().rules("tenhou").expect("a rulebook of ours").settings;
    let keys = Key::ALL.iter().filter(|key| !key.name().starts_with("cite."));
    keys.map(|key| format!("sets.{} = {}\n", key.name(), settings.show(*key)))
        .collect()
}

/// Many alternatives that reduce to few, different for every number.
fn heavy(i: usize) -> String {
    let kinds = ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m"];
    let only = |k: usize| format!("not only({}{}p)", kinds[(i + k) % 9], 1 + i / 9 % 9);
    vec![only(0); 20].join(" and ")
}

fn exceptions(size: usize) -> String {
    let mut text = "yaku.y = { han = 1, when = \"tsumo\" }\n".to_owned();
    for i in 0..size {
        let clause = format!("[[clause]]\nid = \"U-{i}\"\nsays = \"x\"\n");
        text += &format!(
            "{clause}yaku.y = {{ unless = \"winning-tile({}m) and kans >= {}\" }}\n",
            1 + i % 9,
            1 + i / 9 % 4
        );
    }
    text
}

fn over(size: usize) -> String {
    let yaku = size.min(120);
    let all: Vec<String> = (0..yaku).map(|i| format!("\"y{i}\"")).collect();
    many(yaku, |i| {
        let over: Vec<&str> = all[i + 1..]
            .iter()
            .cycle()
            .take((size / 4).min(4 * (yaku - 1 - i)))
            .map(String::as_str)
            .collect();
        format!(
            "yaku.y{i} = {{ han = 1, when = \"tsumo\", over = [{}] }}\n",
            over.join(", ")
        )
    })
}

fn clauses(size: usize) -> String {
    let sets = many(size, |i| {
        format!("[[clause]]\nid = \"S-{i}\"\nsays = \"x\"\nsets.game.start = 25_000\n")
    });
    sets + &options(16, 2, "sets.game.start = 25_000\n")
}
