//! Clauses in other languages: ours have all of them, with the same numbers, and a translation is no other edition.

use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::source::{Also, Source};
use std::collections::BTreeSet;

/// A sentence of a clause with its translations.
struct Sentence<'a> {
    clause: &'a str,
    says: &'a str,
    also: &'a Also,
}

fn sentences(source: &Source) -> Vec<Sentence<'_>> {
    let clauses = source.clauses.iter().map(|clause| {
        let says = clause.says.as_str();
        (&clause.id.text, says, &clause.reading, &clause.also)
    });
    let choices = source.options.iter().flat_map(|option| &option.choices);
    let reworded = choices.flat_map(|choice| &choice.rewords).map(|reworded| {
        let says = reworded.says.as_deref().unwrap_or_default();
        (&reworded.clause.text, says, &reworded.reading, &reworded.also)
    });
    let all = clauses.chain(reworded).flat_map(|(clause, says, reading, also)| {
        let (chosen, instead) = reading.as_ref().map_or(("", ""), |note| (&note.chosen, &note.instead));
        let texts = [(says, &also.says), (chosen, &also.chosen), (instead, &also.instead)];
        texts.map(|(says, also)| Sentence { clause, says, also })
    });
    all.collect()
}

#[test]
fn every_clause_and_reading_of_ours_has_all_languages() {
    let library = Library::builtin();
    let mut wrong = Vec::new();
    let mut count = 0;
    for sentence in library.sources().flat_map(sentences) {
        for (language, text) in languages(sentence.also) {
            if text.is_empty() != sentence.says.is_empty() {
                wrong.push(format!(
                    "{} {language}: {:?} for {:?}",
                    sentence.clause, text, sentence.says
                ));
            }
            count += usize::from(!text.is_empty());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 1_500, "{count}");
}

fn languages(also: &Also) -> [(&'static str, &str); 3] {
    [("de", &also.de), ("ja", &also.ja), ("zh", &also.zh)]
}

/// English numerals, from which the numbers of a translation may come.
const ENGLISH: &[(&str, u64)] = &[
    ("nothing", 0),
    ("zero", 0),
    ("none", 0),
    ("a", 1),
    ("an", 1),
    ("the", 1),
    ("each", 1),
    ("every", 1),
    ("one", 1),
    ("once", 1),
    ("first", 1),
    ("two", 2),
    ("twice", 2),
    ("second", 2),
    ("both", 2),
    ("double", 2),
    ("three", 3),
    ("third", 3),
    ("four", 4),
    ("fourth", 4),
    ("five", 5),
    ("fifth", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("eighth", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fourteenth", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("eighteen", 18),
    ("fives", 5),
    ("september", 9),
];

/// How other languages write a number up to 18 in words.
const GERMAN: [&str; 19] = [
    "null",
    "ein",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
    "dreizehn",
    "vierzehn",
    "fünfzehn",
    "sechzehn",
    "siebzehn",
    "achtzehn",
];
const KANJI: [&str; 19] = [
    "零", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二", "十三", "十四", "十五", "十六",
    "十七", "十八",
];

/// English names with a number that another language has a name for.
const NAMES: &[(&str, &str)] = &[
    ("de", "thirteen orphans"),
    ("ja", "thirteen orphans"),
    ("zh", "thirteen orphans"),
    ("de", "nine gates"),
    ("de", "four concealed pons"),
    ("de", "four concealed triplets"),
    ("de", "big four winds"),
    ("de", "four kans won"),
    ("de", "september"),
];

/// Where a number is said in another way on purpose: the clause, the language and the number.
const EXCEPTIONS: &[(&str, &str, u64)] = &[
    ("EMA-04", "ja", 3), // トリプルロン
    ("RB-04", "ja", 3),  // "three kinds of kan", listed one by one
    ("RB-25", "de", 8),  // simples are "2 bis 8"
    ("RC-26", "ja", 2),  // "more than one" is 2枚以上
    ("TH-19", "ja", 5),  // red fives are 赤
    ("ZAN-46", "ja", 7), // "2 to 8" are seven pairs
];

/// Numbers in digits and the ids of clauses.
fn digits(text: &str, group: char) -> (BTreeSet<u64>, BTreeSet<String>) {
    let chars: Vec<char> = text.chars().collect();
    let (mut numbers, mut ids) = (BTreeSet::new(), BTreeSet::new());
    let mut at = 0;
    while at < chars.len() {
        if !chars[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let from = at;
        let mut number = String::new();
        loop {
            while at < chars.len() && chars[at].is_ascii_digit() {
                number.push(chars[at]);
                at += 1;
            }
            let three = chars
                .get(at + 1..at + 4)
                .is_some_and(|next| next.iter().all(char::is_ascii_digit));
            if !(chars.get(at) == Some(&group) && three) {
                break;
            }
            at += 1;
        }
        let before: String = chars[..from].iter().collect();
        let name = before.strip_suffix('-').map(|before| {
            let name = before.rsplit(|c: char| !c.is_ascii_uppercase()).next();
            name.unwrap_or_default().to_owned()
        });
        match name.filter(|name| !name.is_empty()) {
            Some(name) => drop(ids.insert(format!("{name}-{number}"))),
            None => drop(numbers.insert(number.parse().expect("digits"))),
        }
    }
    (numbers, ids)
}

/// Whatever is wrong with the numbers of a translation.
fn wrong_numbers(says: &str, language: &str, text: &str) -> Vec<u64> {
    let mut english = says.to_lowercase();
    for (_, name) in NAMES.iter().filter(|(of, _)| *of == language) {
        english = english.replace(name, "");
    }
    let (in_digits, ids) = digits(says, ',');
    let (theirs, their_ids) = digits(text, if language == "de" { '.' } else { ',' });
    if ids != their_ids {
        return vec![u64::MAX];
    }
    let words = || english.split(|c: char| !c.is_alphanumeric());
    let numeral = |word: &str| {
        ENGLISH
            .iter()
            .find(|(known, _)| *known == word)
            .map(|(_, number)| *number)
    };
    let in_words: BTreeSet<u64> = words().filter_map(numeral).collect();
    // Ordinals and small numbers are often said in other ways.
    let is_cardinal =
        |word: &&str| numeral(word).is_some_and(|number| number > 2) && !word.ends_with("th") && *word != "third";
    let must = words()
        .filter(is_cardinal)
        .filter_map(numeral)
        .chain(in_digits.iter().copied());
    let lower = text.to_lowercase();
    let is_said = |number: &u64| {
        let words = if language == "de" { &GERMAN } else { &KANJI };
        let word = usize::try_from(*number).ok().and_then(|number| words.get(number));
        let is_both = *number == 2 && (text.contains('兩') || text.contains('両'));
        theirs.contains(number) || word.is_some_and(|word| lower.contains(word)) || is_both
    };
    let lost = must.filter(|number| !is_said(number));
    let invented = theirs
        .iter()
        .filter(|number| !in_digits.contains(number) && !in_words.contains(number));
    lost.chain(invented.copied()).collect()
}

#[test]
fn numbers_of_a_translation_are_those_of_the_clause() {
    let library = Library::builtin();
    let mut wrong = Vec::new();
    let mut needed = BTreeSet::new();
    for sentence in library.sources().flat_map(sentences) {
        for (language, text) in languages(sentence.also) {
            for number in wrong_numbers(sentence.says, language, text) {
                let exception = (sentence.clause, language, number);
                if EXCEPTIONS.contains(&exception) {
                    needed.insert(exception);
                } else {
                    wrong.push(format!("{exception:?}\n  {}\n  {text}", sentence.says));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(
        needed.len(),
        EXCEPTIONS.len(),
        "exceptions that nothing needs: {needed:?}"
    );
}

#[test]
fn finds_wrong_numbers() {
    let ours = "Fourteen tiles stay, by ZJ-09, and 2,000 points are paid.";
    let wrong = |text: &str| !wrong_numbers(ours, "de", text).is_empty();
    assert!(!wrong(
        "Vierzehn Steine bleiben nach ZJ-09, und 2.000 Punkte werden bezahlt."
    ));
    assert!(!wrong("14 Steine bleiben nach ZJ-09, und 2.000 Punkte werden bezahlt."));
    for text in [
        "Vierzehn Steine bleiben nach ZJ-09, und 1.000 Punkte werden bezahlt.",
        "Vierzehn Steine bleiben nach ZJ-08, und 2.000 Punkte werden bezahlt.",
        "Die Steine bleiben nach ZJ-09, und 2.000 Punkte werden bezahlt.",
        "Vierzehn Steine bleiben nach ZJ-09, und 2.000 Punkte werden von 3 Spielern bezahlt.",
    ] {
        assert!(wrong(text), "{text}");
    }
}

const CLUB: &str = r#"
[rulebook]
id = "club"
name = { en = "Club" }
extends = "tenhou"
[[clause]]
id = "C-1"
says = "We pay 1,500."
sets = { draws.noten = 1_500 }
reading.chosen = "All of us."
[[option]]
id = "less"
clause = "C-1"
says = "Less?"
default = "no"
[option.choice.no]
says = "No."
[option.choice.yes]
says = "Yes."
sets = { draws.noten = 1_200 }
rewords.C-1.says = "We pay 1,200."
"#;

/// The same with translations.
fn translated_club() -> String {
    let club = CLUB.replace("says = \"Yes.\"", "says = \"Yes.\"\nalso.zh = \"是。\"");
    let clause = "reading.also.ja = \"全員。\"\nalso.de = \"Wir zahlen 1.500.\"\n[[option]]";
    club.replace("[[option]]", clause) + "rewords.C-1.also.de = \"Wir zahlen 1.200.\"\n"
}

fn library(club: &str) -> Library {
    let mut library = Library::builtin();
    library.add(club).expect("a rulebook without errors");
    library
}

/// The German and Japanese words of the club's clause.
fn said(rules: &Rules, library: &Library) -> [String; 2] {
    let place = rules
        .clauses
        .iter()
        .position(|clause| clause.id == "C-1")
        .expect("the club's clause");
    let also = rules.translated(library).swap_remove(place);
    [also.says.de, also.chosen.ja]
}

#[test]
fn a_translation_is_no_other_edition() {
    let (before, after) = (library(CLUB), library(&translated_club()));
    for (request, german) in [("club", "Wir zahlen 1.500."), ("club(less=yes)", "Wir zahlen 1.200.")] {
        let (old, new) = (before.rules(request).unwrap(), after.rules(request).unwrap());
        assert_eq!((old.canonical(), old.hash), (new.canonical(), new.hash));
        assert_eq!(said(&new, &after), [german, "全員。"]);
        assert_eq!(said(&new, &Library::builtin()), [german, "全員。"], "as compiled");
        // A game that began before the translation was there.
        let stored = Rules::from_canonical(old.canonical()).unwrap();
        assert_eq!(said(&stored, &after), [german, "全員。"]);
        assert_eq!(said(&stored, &before), ["", ""]);
    }
    let stored = Rules::from_canonical(before.rules("club(less=yes)").unwrap().canonical()).unwrap();
    let chosen = |library| {
        let options = stored.translated_options(library);
        let chosen = options.into_iter().find(|chosen| chosen.option == "less").unwrap();
        chosen.choice_also.zh
    };
    assert_eq!((chosen(&before).as_str(), chosen(&after).as_str()), ("", "是。"));
    // One that began when the clause said something else.
    let other = library(&CLUB.replace("We pay 1,500.", "We give 1,500."));
    let stored = Rules::from_canonical(other.rules("club").unwrap().canonical()).unwrap();
    assert_eq!(said(&stored, &after), ["", "全員。"]);
}
