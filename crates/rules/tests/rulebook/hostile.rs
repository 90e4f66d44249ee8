//! Broken rulebooks, each with all errors it must give: line, key and kind.

use crate::CLUB;
use jantaku_rules::rulebook::error::ErrorKind::{self, *};
use jantaku_rules::rulebook::error::RulebookError;
use jantaku_rules::rulebook::library::Library;

type Expected<'a> = (u32, &'a str, ErrorKind);

#[track_caller]
fn compare(text: &str, errors: &[RulebookError], expected: &[Expected<'_>]) {
    let mut found: Vec<Expected<'_>> = errors
        .iter()
        .map(|error| (error.line, error.key.as_str(), error.kind))
        .collect();
    let mut expected = expected.to_vec();
    found.sort();
    expected.sort();
    let messages: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(found, expected, "\n{text}\ngave\n{}", messages.join("\n"));
}

/// Adds lines to a rulebook that extends the club's. The first of them counts as line 1.
#[track_caller]
fn check_added(added: &str, expected: &[Expected<'_>]) {
    let header = "rulebook.id = \"x\"\nrulebook.name = { en = \"X\" }\nrulebook.extends = \"club\"\n";
    let text = format!("{header}{added}\n");
    let expected: Vec<Expected<'_>> = expected
        .iter()
        .map(|(line, key, kind)| (line + 3, *key, *kind))
        .collect();
    let library = Library::of([("club.toml", CLUB), ("x.toml", &text)]);
    compare(&text, &library.check("x"), &expected);
}

/// Checks a clause on line 1.
#[track_caller]
pub(crate) fn check_clause(line: &str, expected: &[(&str, ErrorKind)]) {
    let expected: Vec<Expected<'_>> = expected.iter().map(|(key, kind)| (1, *key, *kind)).collect();
    check_added(
        &format!("clause = [{{ id = \"X-1\", says = \"x\", {line} }}]"),
        &expected,
    );
}

#[test]
fn accepts_the_good_file() {
    let library = Library::of([("club.toml", CLUB)]);
    compare(CLUB, &library.check("club"), &[]);
    check_added("", &[]);
    check_clause("kind = \"etiquette\"", &[]);
}

#[test]
fn skips_a_byte_order_mark() {
    let text = format!("\u{feff}{CLUB}");
    let library = Library::of([("club.toml", text.as_str())]);
    compare(&text, &library.check("club"), &[]);
    assert_eq!(
        library.rules("club").unwrap().hash,
        Library::of([("club.toml", CLUB)]).rules("club").unwrap().hash
    );
}

#[test]
fn keys_and_values() {
    check_clause("set = 1", &[("clause.set", UnknownKey)]);
    check_clause("sets = { game.strat = 1 }", &[("game.strat", UnknownKey)]);
    check_clause("sets = { game = 1 }", &[("game", UnknownKey)]);
    check_clause("sets = { games.start = 1 }", &[("games.start", UnknownKey)]);
    check_clause("sets = 3", &[("clause.sets", WrongValue)]);
    check_clause("sets = { game.start = \"x\" }", &[("game.start", WrongValue)]);
    check_clause("sets = { game.start = 1.5 }", &[("game.start", WrongValue)]);
    check_clause("sets = { game.start = 2026-01-01 }", &[("game.start", WrongValue)]);
    check_clause(
        "sets = { game.start = -9223372036854775808 }",
        &[("game.start", WrongValue)],
    );
    check_clause(
        "sets = { game.start = 99999999999999999999 }",
        &[("game.start", WrongValue)],
    );
    check_clause("sets = { game.start = nan }", &[("game.start", WrongValue)]);
    check_clause("sets = { game.rounds = 256 }", &[("game.rounds", WrongValue)]);
    check_clause("sets = { game.bust = \"at-one\" }", &[("game.bust", WrongValue)]);
    check_clause("sets = { riichi.played = \"true\" }", &[("riichi.played", WrongValue)]);
    check_clause("sets = { tiles.removed = \"12\" }", &[("tiles.removed", WrongValue)]);
    check_clause(
        "sets = { tiles.reds = { m = 1, q = 1 } }",
        &[("tiles.reds", WrongValue)],
    );
    check_clause(
        "sets = { value.limits = [{ han = 5 }] }",
        &[("value.limits", WrongValue)],
    );
    check_clause("sets = { result.uma = [1, [2], 3, 4] }", &[("result.uma", WrongValue)]);
    check_clause("kind = \"law\"", &[("clause.kind", WrongValue)]);
    check_clause(
        "kind = \"etiquette\", sets = { game.start = 25_000 }",
        &[("clause.kind", EtiquetteWithData)],
    );
    check_clause(
        "kind = \"etiquette\", off = [\"tsumo\"]",
        &[("clause.kind", EtiquetteWithData)],
    );
    check_clause("off = \"tsumo\"", &[("clause.off", WrongValue)]);
    check_clause("off = [1]", &[("clause.off", WrongValue)]);
    check_clause("off = [\"no such\"]", &[("clause.off", WrongName)]);
    check_clause("off = [\"renhou\"]", &[("off", UnknownYaku)]);
    check_clause("reading = \"x\"", &[("clause.reading", WrongValue)]);
    check_clause(
        "reading = { instead = \"x\" }",
        &[("clause.reading.chosen", MissingKey)],
    );
    check_clause(
        "reading = { chosen = \"x\", other = \"y\" }",
        &[("clause.reading.other", UnknownKey)],
    );
}

#[test]
fn clauses_options_and_examples() {
    check_added("clause = 1", &[(1, "clause", WrongValue)]);
    check_added("clause = [1]", &[(1, "clause", WrongValue)]);
    check_added("[[clause]]\nsays = \"x\"", &[(1, "clause.id", MissingKey)]);
    check_added("[[clause]]\nid = \"X 1\"\nsays = \"x\"", &[(2, "clause.id", WrongName)]);
    check_added("[[clause]]\nid = \"X-1\"", &[(1, "clause.says", MissingKey)]);
    check_added(
        "[[clause]]\nid = \"X-1\"\nsays = \" \"",
        &[(3, "clause.says", WrongValue)],
    );
    let twice = "[[clause]]\nid = \"X-1\"\nsays = \"x\"\n";
    check_added(&format!("{twice}{twice}"), &[(5, "clause.id", ClauseTwice)]);
    check_added(
        "[[clause]]\nid = \"C-01\"\nsays = \"x\"",
        &[(2, "clause.id", ClauseTwice)],
    );
    check_added("[extra]\na = 1", &[(1, "extra", UnknownKey)]);

    let option = |id: &str, clause: &str, default: &str| {
        format!(
            "[[option]]\nid = \"{id}\"\nclause = \"{clause}\"\nsays = \"x\"\n{default}\n[option.choice.a]\nsays = \"x\"\n"
        )
    };
    check_added(&option("o", "C-01", "default = \"a\""), &[]);
    check_added(&option("o", "C-01", ""), &[(1, "option.default", MissingKey)]);
    check_added(
        &option("o", "C-01", "default = \"b\""),
        &[(5, "option.default", UnknownChoice)],
    );
    check_added(
        &option("o", "C-99", "default = \"a\""),
        &[(3, "option.clause", UnknownClause)],
    );
    check_added(&option("o(", "C-01", "default = \"a\""), &[(2, "option.id", WrongName)]);
    let twice = option("o", "C-01", "default = \"a\"").repeat(2);
    check_added(&twice, &[(9, "option.id", OptionTwice)]);
    check_added(
        "[[option]]\nid = \"o\"\nclause = \"C-01\"\nsays = \"x\"\ndefault = \"a\"",
        &[(1, "option.choice", MissingKey), (5, "option.default", UnknownChoice)],
    );
    let good = option("o", "C-01", "default = \"a\"");
    check_added(&format!("{good}set = 1"), &[(8, "option.choice.a.set", UnknownKey)]);
    check_added(
        &format!("{good}[option.choice.b]"),
        &[(8, "option.choice.b.says", MissingKey)],
    );
    // Choices other than the default are checked too.
    let seats = format!("{good}[option.choice.b]\nsays = \"x\"\nsets = {{ tiles.seats = 5 }}");
    check_added(&seats, &[(10, "tiles.seats", OutOfRange)]);

    check_added(
        "[[example]]\ngiven = {}\nexpect = {}",
        &[(1, "example.clause", MissingKey)],
    );
    check_added(
        "[[example]]\nclause = \"C-01\"",
        &[(1, "example.given", MissingKey), (1, "example.expect", MissingKey)],
    );
    check_added(
        "[[example]]\nclause = \"C-99\"\ngiven = {}\nexpect = {}",
        &[(2, "example.clause", UnknownClause)],
    );
    check_added(
        "[[example]]\nclause = \"C-01\"\ngiven = { hans = 1 }\nexpect = {}",
        &[(3, "example.given.hans", UnknownKey)],
    );
    check_added(
        "[[example]]\nclause = \"C-01\"\ngiven = {}\nexpect = { nord = 1 }",
        &[(4, "example.expect.nord", UnknownKey)],
    );
}

#[test]
fn headers() {
    let check = |text: &str, expected: &[Expected<'_>]| {
        let library = Library::of([("club.toml", CLUB), ("x.toml", text)]);
        let errors: Vec<RulebookError> = library
            .check("x")
            .into_iter()
            .filter(|error| error.file == "x.toml" || error.file == "x")
            .collect();
        let own = errors
            .iter()
            .filter(|error| !matches!(error.kind, OutOfRange | NotBalanced))
            .cloned();
        compare(text, &own.collect::<Vec<_>>(), expected);
    };
    let good = "[rulebook]\nid = \"x\"\nname = { en = \"X\" }\nextends = \"club\"\n";
    check(good, &[]);
    check("", &[(1, "rulebook", MissingKey)]);
    check("rulebook = 1", &[(1, "rulebook", WrongValue)]);
    check(
        "[rulebook]\nextends = \"club\"",
        &[(1, "rulebook.id", MissingKey), (1, "rulebook.name", MissingKey)],
    );
    check(&good.replace("en =", "ja ="), &[(3, "rulebook.name.en", MissingKey)]);
    check(
        &good.replace("{ en = \"X\" }", "\"X\""),
        &[(3, "rulebook.name", WrongValue)],
    );
    check(
        &format!("{good}extend = \"club\""),
        &[(5, "rulebook.extend", UnknownKey)],
    );
    check(&format!("{good}hidden = 1"), &[(5, "rulebook.hidden", WrongValue)]);
    check(
        &format!("{good}base = \"club\""),
        &[(5, "rulebook.base", Contradiction)],
    );
    check(
        &format!("{good}with = [\"club\"]"),
        &[(5, "rulebook.with", NotAnOverlay)],
    );
    check(
        &format!("{good}with = [\"sanma\"]"),
        &[(5, "rulebook.with", UnknownRulebook)],
    );
    check(&format!("{good}with = \"sanma\""), &[(5, "rulebook.with", WrongValue)]);
    check(
        &good.replace("\"club\"", "\"clubs\""),
        &[(4, "rulebook.extends", UnknownRulebook)],
    );
    check(
        &good.replace("\"club\"", "\"../club\""),
        &[(4, "rulebook.extends", WrongName)],
    );
    check(&good.replace("\"club\"", "\"x\""), &[(4, "rulebook.extends", Cycle)]);
    check(
        &format!("{good}overlay = true"),
        &[(4, "rulebook.extends", Contradiction)],
    );
    check(&format!("{good}\n[rulebook]\n"), &[(6, "", Syntax)]);
    check(&format!("{good}\nedition = "), &[(6, "", Syntax)]);
    check(&format!("{good}\n\"unfinished"), &[(6, "", Syntax)]);
    check(&format!("{good}a = {}", "[".repeat(1_000)), &[(5, "", TooDeep)]);
    check(&format!("{good}{}", "#".repeat(10_000_000)), &[(0, "", TooLarge)]);
    let clauses: String = (0..1_001)
        .map(|i| format!("[[clause]]\nid = \"X-{i}\"\nsays = \"x\"\n"))
        .collect();
    check(&format!("{good}{clauses}"), &[(5, "clause", TooMany)]);
}

#[test]
fn files_that_name_each_other() {
    let file = |id: &str, rest: &str| format!("[rulebook]\nid = \"{id}\"\nname = {{ en = \"X\" }}\n{rest}\n");
    let check = |files: &[(&str, &str)], ask: &str, expected: &[Expected<'_>]| {
        let texts: Vec<(String, String)> = files
            .iter()
            .map(|(id, rest)| (format!("{id}.toml"), file(id, rest)))
            .collect();
        let all = texts.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        let library = Library::of(all.chain([("club.toml", CLUB)]));
        compare(ask, &library.rules(ask).err().unwrap_or_default(), expected);
    };
    let overlay = ("o", "overlay = true");
    check(
        &[("a", "extends = \"b\""), ("b", "extends = \"a\"")],
        "a",
        &[(4, "rulebook.extends", Cycle)],
    );
    check(&[("a", "extends = \"club\"\nwith = [\"o\"]"), overlay], "a", &[]);
    check(
        &[("a", "extends = \"club\"\nwith = [\"o\"]"), overlay],
        "a+o",
        &[(0, "", LayerTwice)],
    );
    check(
        &[("a", "extends = \"club\"\nwith = [\"o\", \"o\"]"), overlay],
        "a",
        &[(5, "rulebook.with", LayerTwice)],
    );
    check(
        &[("a", "extends = \"o\""), overlay],
        "a",
        &[(4, "rulebook.extends", AnOverlay)],
    );
    check(&[overlay], "o", &[(0, "", AnOverlay)]);
    check(&[("o", "overlay = true\nbase = \"club\"")], "o", &[]);
    check(&[("o", "overlay = true\nbase = \"o\"")], "o", &[(0, "", AnOverlay)]);
    check(&[overlay], "club+o", &[]);
    check(&[overlay], "club+club", &[(0, "", NotAnOverlay)]);
    check(&[], "clb", &[(0, "", UnknownRulebook)]);
    check(&[], "club(pocci=wild)", &[(0, "pocci", UnknownOption)]);
    check(&[], "club(pocchi=tame)", &[(0, "pocchi", UnknownChoice)]);
    check(&[], "club(pocchi)", &[(0, "", Spec)]);
    let names: Vec<String> = (0..20).map(|i| format!("r{i}")).collect();
    let parents: Vec<String> = (1..21).map(|i| format!("extends = \"r{i}\"")).collect();
    let chain: Vec<(&str, &str)> = names
        .iter()
        .zip(&parents)
        .map(|(id, rest)| (id.as_str(), rest.as_str()))
        .collect();
    check(&chain, "r0", &[(4, "rulebook.extends", TooMany)]);
}

#[test]
fn reports_all_errors_with_what_was_expected() {
    let text = "[rulebook]\nid = \"x\"\nname = { en = \"X\" }\nextends = \"club\"\n[[clause]]\nid = \"X-1\"\nsays = \"x\"\n\
        sets.game.start = \"x\"\nsets.tiles.flowers = 5\nsets.game.bust = \"zero\"\nsets.gam.start = 1\n\
        yaku.x = { han = 1, when = \"rinsham\" }\noff = [\"pinfu\"]\n";
    let library = Library::of([("club.toml", CLUB), ("x.toml", text)]);
    let messages: Vec<String> = library.check("x").iter().map(ToString::to_string).collect();
    assert_eq!(
        messages,
        [
            "x.toml:8: game.start: expected a whole number up to 1,000,000,000, found \"x\"",
            "x.toml:9: tiles.flowers: expected 0, 4 or 8, found tiles.flowers = 5",
            "x.toml:10: game.bust: expected \"never\" or \"below-zero\" or \"at-zero\", found \"zero\"",
            "x.toml:11: gam.start: expected a known key (see `jantaku rules keys`); did you mean \"game.start\"?",
            "x.toml:12: yaku.x.when: expected a fact, found \"rinsham\"; did you mean \"rinshan\"? (character 1)",
            "x.toml:13: off: expected a yaku of this rulebook or of one it builds on, found \"pinfu\"",
        ]
    );
}
