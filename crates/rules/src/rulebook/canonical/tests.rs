//! Canonical text, written and read back.

use super::super::error::ErrorKind::{self, *};
use super::super::library::Library;
use super::*;

/// Every listed rulebook and overlay, with each of its choices.
fn requests(library: &Library) -> Vec<String> {
    let mut requests = vec!["ryanzou-chankan(reds=two-pin,red-number=3)+hana(variation=3,flowers=8)".to_owned()];
    for listing in library.list() {
        let id = &listing.source.id;
        requests.push(id.clone());
        for (_, option) in &listing.options {
            let choices = option.choices.iter().map(|choice| &choice.id.text);
            requests.extend(choices.map(|choice| format!("{id}({}={choice})", option.id.text)));
        }
    }
    requests
}

#[test]
fn reads_back_every_rulebook_with_every_choice() {
    let library = Library::builtin();
    let requests = requests(&library);
    assert!(requests.len() > 80, "{}", requests.len());
    for request in requests {
        // These choices need bonus tiles.
        let mut asked = request.clone();
        for option in ["(flower-set", "(chicken", "(win-on-kong", "(minimum=five-with-bonus"] {
            asked = asked.replace(option, &option.replace('(', "(bonus-tiles=yes,"));
        }
        let mut rules = library.rules(&asked).unwrap();
        let read = Rules::from_canonical(rules.canonical()).unwrap();
        assert_eq!(write(&read, Key::ALL), rules.canonical(), "{request}");
        // Compare everything but translations: settings, yaku, clauses, sources of keys, compiled tables, hash.
        rules.clauses_also.clear();
        for chosen in &mut rules.options {
            (chosen.also, chosen.choice_also) = Default::default();
        }
        let lines = |rules: &Rules| format!("{rules:#?}").lines().map(str::to_owned).collect::<Vec<_>>();
        let (read, rules) = (lines(&read), lines(&rules));
        let differs = read.iter().zip(&rules).find(|(read, rules)| read != rules);
        assert_eq!((differs, read.len()), (None, rules.len()), "{request}");
    }
}

#[test]
fn a_new_key_changes_no_hash() {
    let library = Library::builtin();
    for listing in library.list() {
        let rules = library.rules(&listing.source.id).unwrap();
        let is_set = |key: &&Key| rules.because(**key) != ClauseRef::NONE;
        // An engine that only has the keys of this rulebook, in another order.
        let fewer: Vec<Key> = Key::ALL.iter().rev().filter(is_set).copied().collect();
        assert!(fewer.len() < Key::ALL.len());
        assert_eq!(write(&rules, &fewer), rules.canonical());
    }
}

#[test]
fn keeps_odd_text() {
    let odd = "a \"quote\", a \\ backslash,\na line\t\u{7f}\u{1}, 読み 🀄 'x' \u{2028}";
    let club = include_str!("../../../tests/rulebook/club.toml");
    let said = format!("\n[[clause]]\nid = \"ODD-1\"\nsays = {}\n", quoted(odd));
    let rules = Library::of([("club.toml", format!("{club}{said}").as_str())])
        .rules("club")
        .unwrap();
    let read = Rules::from_canonical(rules.canonical()).unwrap();
    assert_eq!(read.clauses.last().unwrap().says, odd);
}

#[test]
fn reports_errors_by_key_and_kind() {
    #[track_caller]
    fn check(from: &str, to: &str, expected: &[(&str, ErrorKind)]) {
        let text = Library::builtin().rules("zan").unwrap().canonical().to_owned();
        assert!(text.contains(from), "{from}");
        let errors = Rules::from_canonical(&text.replacen(from, to, 1)).unwrap_err();
        let found: Vec<(&str, ErrorKind)> = errors.iter().map(|error| (error.key.as_str(), error.kind)).collect();
        assert_eq!(found, expected, "{errors:?}");
        assert!(errors.iter().all(|error| error.file == "stored rulebook"));
    }
    check("spec = ", "spec ", &[("", Syntax)]);
    check("spec = \"zan\"\n", "", &[("rulebook.spec", MissingKey)]);
    check("spec = \"zan\"", "spec = \"zan(\"", &[("rulebook.spec", Spec)]);
    check(
        "game.start = { is = 50000",
        "game.start = { is = \"many\"",
        &[("game.start", WrongValue)],
    );
    check(
        "game.start = { is = 50000",
        "game.begin = { is = 50000",
        &[("game.begin", UnknownKey)],
    );
    check(
        "game.start = { is = 50000, by = \"ZAN-20\" }",
        "game.start = 50000",
        &[("game.start", WrongValue)],
    );
    check(
        "game.start = { is = 50000, by = \"ZAN-20\"",
        "game.start = { is = 50000, by = \"ZAN-99\"",
        &[("game.start", UnknownClause)],
    );
    check(
        "tiles.seats = { is = 3",
        "tiles.seats = { is = 5",
        &[("tiles.seats", OutOfRange)],
    );
    check(
        "[yaku.tanyao]\n",
        "[yaku.tanyao]\ncolour = 1\n",
        &[("yaku.tanyao.colour", UnknownKey)],
    );
    check("[sets]\n", "[sets]\nplain = 1\n", &[("plain", WrongValue)]);
    check(
        "id = \"ZAN-20\"",
        "id = \"ZAN-19\"",
        &[("clause.id", ClauseTwice), ("game.start", UnknownClause)],
    );
    let errors = Rules::from_canonical(&" ".repeat(super::super::limits::MERGED_BYTES.most + 1)).unwrap_err();
    assert_eq!(errors[0].kind, TooLarge);
    assert!(!Rules::from_canonical("").unwrap_err().is_empty());
}
