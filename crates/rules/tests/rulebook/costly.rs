//! Two hundred rulebooks that aim at the time and memory of whoever loads them. Each is refused with the limit that it breaks, or
//! accepted within the steps that are allowed.

use crate::costly_books::{KINDS, SIZES, everything, header, many, options};
use jantaku_rules::rulebook::error::ErrorKind::{self, *};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::limits;
use jantaku_rules::rulebook::source::Source;
use std::time::{Duration, Instant};

#[test]
fn costly_rulebooks_are_refused_or_stay_within_the_limits() {
    let builtin = Library::builtin();
    let (mut refused, mut worst) = (0, (Duration::ZERO, String::new()));
    for (name, text, allowed) in KINDS {
        for size in SIZES {
            let text = header("x") + &text(size);
            let mut library = builtin.clone();
            let begun = Instant::now();
            let added = library.add(&text);
            worst = worst.max((begun.elapsed(), format!("{name}, {size}, {} bytes", text.len())));
            let errors = added.err().unwrap_or_default();
            refused += usize::from(!errors.is_empty());
            for error in &errors {
                assert!(allowed.contains(&error.kind), "{name}, {size}: {error}");
                let is_limit = matches!(error.kind, TooLarge | TooMany | TooMuchWork | TooDeep);
                let says_where = error.expected.contains("`jantaku rules limits`");
                assert!(!is_limit || says_where, "{name}, {size}: {error}");
            }
            let most = SIZES[SIZES.len() - 1];
            assert!(
                size < most || !errors.is_empty() || name == "yaku over each other",
                "{name}, {size}: accepted"
            );
            if errors.is_empty() {
                assert!(library.rules("x").is_ok(), "{name}, {size}");
            }
        }
    }
    println!(
        "{refused} of {} refused; the slowest took {:?}: {}",
        KINDS.len() * SIZES.len(),
        worst.0,
        worst.1
    );
    assert!(refused > 80 && refused < 180, "{refused}");
}

fn kinds(text: &str) -> Vec<ErrorKind> {
    let (_, errors) = Source::parse("x.toml", text);
    errors.iter().map(|error| error.kind).collect()
}

#[test]
fn limits_hold_to_the_last_one() {
    let read = |text: String| kinds(&(header("x") + &text));
    assert_eq!(read(options(32, 4, "")), []);
    assert_eq!(read(options(33, 1, "")), [TooMany]);
    assert_eq!(read(options(4, 32, "")), []);
    assert_eq!(read(options(1, 33, "")), [TooMany]);
    assert_eq!(read(options(32, 5, "")), [TooMany]);
    let yaku = |n| many(n, |i| format!("yaku.y{i}.han = 1\n"));
    assert_eq!(read(yaku(1_000)), []);
    assert_eq!(read(yaku(1_001)), [TooMany]);
    let examples = |n, rules: usize| {
        many(n, |i| {
            format!(
                "[[example]]\nclause = \"X-1\"\ngiven = {{ han = 1, rules = \"x{}\" }}\nexpect = {{}}\n",
                i % rules
            )
        })
    };
    assert_eq!(read(examples(200, 16)), []);
    assert_eq!(read(examples(201, 16)), [TooMany]);
    assert_eq!(read(examples(200, 17)), [TooMany]);
}

/// The steps of a book grow with each choice, so that a book within all other limits can still ask for too much.
#[test]
fn refuses_a_book_that_takes_too_many_steps_to_check() {
    let words = "x".repeat(200_000);
    let long = format!("[[clause]]\nid = \"X-2\"\nsays = \"{words}\"\n") + &options(32, 2, "");
    assert_eq!(Library::builtin().add(&(header("x") + &long)), Ok("x".to_owned()));
    let sets = header("x") + &options(2, 16, &everything());
    assert_eq!(kinds(&sets), []);
    let errors = Library::builtin().add(&sets).unwrap_err();
    let found: Vec<ErrorKind> = errors.iter().map(|error| error.kind).collect();
    assert_eq!(found, [TooMuchWork], "{}", errors[0]);
}

#[test]
fn the_rulebooks_that_ship_take_a_quarter_of_the_steps_at_most() {
    let library = Library::builtin();
    for source in library.sources() {
        let steps = library.check_steps(&source.id);
        println!("{} takes {steps} steps", source.id);
        assert!(steps * 4 < limits::CHECK_STEPS.most as u64, "{}: {steps}", source.id);
    }
}

/// 41 alternatives multiplied 55 times reduce to 41 again, so only the limit on comparisons stops this.
#[test]
fn reports_conditions_that_take_too_many_steps_once() {
    let product = ["not only(1m)"; 55].join(" and ");
    let yaku = many(250, |i| format!("yaku.y{i} = {{ han = 1, when = \"{product}\" }}\n"));
    let found = kinds(&(header("x") + &yaku));
    let (last, before) = found.split_last().unwrap();
    assert_eq!(*last, TooMuchWork);
    assert!(
        before.iter().all(|kind| *kind == Expression) && before.len() < 10,
        "{found:?}"
    );
}
