//! Merging of parents, overlays and options, and where each value comes from.

use crate::CLUB;
use jantaku_rules::rulebook::diff::Diff;
use jantaku_rules::rulebook::error::ErrorKind;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::resolved::Resolved;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::rulebook::yaku::Worth;

/// Extends the club's rulebook, with an overlay in between.
const HOUSE: &str = r#"
[rulebook]
id      = "house"
name    = { en = "House" }
extends = "club"
with    = ["three"]

[[clause]]
id   = "H-1"
says = "The north player sat down again, with 26,000 points; a triplet hand is dearer."
sets = { tiles.seats = 4, game.start = 26_000, result.oka = 16_000, draws.noten = 3_000, result.uma = [20_000, 10_000, -10_000, -20_000] }
yaku.toitoi = { han = 3, open = 2 }
off = ["tsumo"]

[[clause]]
id   = "H-2"
says = "Drinks are free."

[[option]]
id      = "tsumo"
clause  = "H-1"
says    = "Is a closed tsumo a yaku?"
default = "no"
[option.choice.no]
says = "No."
[option.choice.yes]
says = "Yes."
yaku.tsumo = {}

[[option]]
id      = "reds"
clause  = "C-01"
says    = "Which tiles are red?"
default = "threes"
[option.choice.threes]
says = "The threes."
sets = { tiles.red-number = 3 }
[option.choice.none]
says = "None."
sets = { tiles.reds = {} }
"#;

/// Makes any rulebook one for three players.
const THREE: &str = r#"
[rulebook]
id      = "three"
name    = { en = "Three", ja = "三" }
overlay = true
base    = "club"

[[clause]]
id   = "T-1"
says = "Three players, without the 2 to 8 of man."
sets = { tiles.seats = 3, tiles.removed = "2345678m", tiles.reds = { p = 1, s = 1 }, draws.noten = 2_000, result.uma = [10_000, 0, -10_000], result.oka = 15_000 }

[[option]]
id      = "stick"
clause  = "T-1"
says    = "Points of the stick."
default = "1000"
[option.choice.1000]
says = "As always."
[option.choice.500]
says = "Half."
sets = { riichi.stick = 500 }
"#;

fn library() -> Library {
    Library::of([("club.toml", CLUB), ("house.toml", HOUSE), ("three.toml", THREE)])
}

#[track_caller]
fn resolved(request: &str) -> Resolved {
    library()
        .resolve(request)
        .unwrap_or_else(|errors| panic!("{request}: {errors:#?}"))
}

/// Checks the values of keys and the clauses behind them.
#[track_caller]
fn check(request: &str, rows: &[(Key, &str, &str)]) {
    let rules = library()
        .rules(request)
        .unwrap_or_else(|errors| panic!("{request}: {errors:#?}"));
    for (key, value, clause) in rows {
        let found = (rules.settings.show(*key), rules.clause_id(rules.because(*key)));
        assert_eq!(found, ((*value).to_owned(), *clause), "{request}: {}", key.name());
    }
}

#[test]
fn later_layers_replace_earlier_ones() {
    check(
        "club",
        &[
            (Key::TilesSeats, "4", "C-01"),
            (Key::GameStart, "25000", "C-04"),
            (Key::TilesPocchi, "false", "-"),
            (Key::ResultUma, "[15000, 5000, -5000, -15000]", "C-04"),
        ],
    );
    let three = [
        (Key::TilesSeats, "3", "T-1"),
        (Key::GameStart, "25000", "C-04"),
        (Key::DrawsNoten, "2000", "T-1"),
    ];
    check("three", &three);
    check("club+three", &three);
    check(
        "house",
        &[
            (Key::TilesSeats, "4", "H-1"),
            (Key::TilesRemoved, "\"2345678m\"", "T-1"),
            (Key::GameStart, "26000", "H-1"),
            (Key::RiichiStick, "1000", "C-06"),
            (Key::ResultReturn, "30000", "C-04"),
            // A table is replaced as a whole.
            (Key::TilesReds, "{ m = 0, p = 1, s = 1 }", "T-1"),
        ],
    );
    assert_eq!(library().rules("three").unwrap().tiles.tiles().len(), 108);
    assert_eq!(library().rules("club").unwrap().tiles.tiles().len(), 136);
    assert_eq!(library().rules("three").unwrap().spec, "club+three");
    assert_eq!(library().rules("three").unwrap().names.en, "Club + Three");
}

#[test]
fn choices_replace_the_default_and_belong_to_their_clause() {
    check(
        "club(pocchi=wild)",
        &[
            (Key::TilesPocchi, "true", "C-01"),
            (Key::PocchiIsWild, "\"after-riichi\"", "C-01"),
        ],
    );
    check("club(pocchi=none)", &[(Key::TilesPocchi, "false", "-")]);
    check("house", &[(Key::TilesRedNumber, "3", "C-01")]);
    // A choice replaces the default.
    check(
        "house(reds=none)",
        &[
            (Key::TilesRedNumber, "5", "C-01"),
            (Key::TilesReds, "{ m = 0, p = 0, s = 0 }", "C-01"),
        ],
    );
    // The options of parents and overlays can be chosen too.
    check(
        "house(pocchi=wild,stick=500)",
        &[(Key::TilesPocchi, "true", "C-01"), (Key::RiichiStick, "500", "T-1")],
    );
    check("club+three(stick=500)", &[(Key::RiichiStick, "500", "T-1")]);
    let wrong = library().rules("club(stick=500)").unwrap_err();
    assert_eq!(wrong[0].kind, ErrorKind::UnknownOption);
    let options = library().rules("house(reds=none)").unwrap().options;
    let found: Vec<_> = options
        .iter()
        .map(|o| (o.rulebook.as_str(), o.option.as_str(), o.choice.as_str(), o.asked))
        .collect();
    assert_eq!(
        found,
        [
            ("club", "pocchi", "none", false),
            ("three", "stick", "1000", false),
            ("house", "tsumo", "no", false),
            ("house", "reds", "none", true)
        ]
    );
}

#[test]
fn yaku_merge_field_by_field() {
    let yaku = |request: &str, id: &str| {
        library()
            .rules(request)
            .unwrap()
            .yaku
            .into_iter()
            .find(|yaku| yaku.id == id)
    };
    let toitoi = yaku("house", "toitoi").unwrap();
    assert_eq!(
        (toitoi.worth, toitoi.when.as_str()),
        (Worth::Han { closed: 3, open: 2 }, "triplets = 4")
    );
    assert_eq!(toitoi.names.en, "All triplets");
    assert_eq!(yaku("club", "toitoi").unwrap().worth, Worth::Han { closed: 2, open: 2 });
    assert_eq!(yaku("house", "tsumo"), None);
    // A choice switches it back on, unchanged.
    assert_eq!(
        yaku("house(tsumo=yes)", "tsumo").unwrap().worth,
        Worth::Han { closed: 1, open: 0 }
    );
    let ids: Vec<String> = library()
        .rules("house(tsumo=yes)")
        .unwrap()
        .yaku
        .into_iter()
        .map(|yaku| yaku.id)
        .collect();
    assert_eq!(ids, ["riichi", "tsumo", "toitoi", "daisangen"]);
}

#[test]
fn every_value_names_its_clauses_and_lines() {
    let chain = |request: &str, name: &str| -> Vec<String> {
        let resolved = resolved(request);
        let causes = resolved.why(name).unwrap();
        let found = causes.iter().map(|cause| {
            let clause = cause.clause.map_or("-", |clause| clause.clause.id.as_str());
            format!(
                "{clause} {}:{} {}{}",
                cause.place.file, cause.place.line, cause.choice, cause.value
            )
        });
        found.collect()
    };
    assert_eq!(
        chain("house", "tiles.seats"),
        ["C-01 club.toml:11 4", "T-1 three.toml:11 3", "H-1 house.toml:11 4"]
    );
    assert_eq!(
        chain("house", "tiles.red-number"),
        ["C-01 club.toml:11 5", "C-01 house.toml:37 reds=threes3"]
    );
    assert_eq!(
        chain("house(tsumo=yes)", "yaku.tsumo"),
        [
            "C-05 club.toml:41 { han = 1, open = 0, when = \"tsumo\" }",
            "H-1 house.toml:13 off",
            "H-1 house.toml:28 tsumo=yes{  }",
        ]
    );
    assert_eq!(chain("house", "game.goal"), Vec::<String>::new());
    assert_eq!(resolved("house").why("game.gaol"), None);
    assert_eq!(resolved("house").why("yaku.pinfu"), None);
}

#[test]
fn compares_two_rulebooks() {
    let diff = Diff::of(&resolved("club"), &resolved("house"));
    let rows = |differences: &[jantaku_rules::rulebook::diff::Difference]| -> Vec<String> {
        let side = |side: &jantaku_rules::rulebook::diff::Side| {
            format!("{} ({})", side.value.as_deref().unwrap_or("none"), side.clause)
        };
        differences
            .iter()
            .map(|d| format!("{}: {} | {}", d.name, side(&d.left), side(&d.right)))
            .collect()
    };
    assert_eq!(
        rows(&diff.keys),
        [
            "tiles.removed: \"\" () | \"2345678m\" (T-1)",
            "tiles.reds: { m = 1, p = 1, s = 1 } (C-01) | { m = 0, p = 1, s = 1 } (T-1)",
            "tiles.red-number: 5 (C-01) | 3 (C-01)",
            "game.start: 25000 (C-04) | 26000 (H-1)",
            "result.uma: [15000, 5000, -5000, -15000] (C-04) | [20000, 10000, -10000, -20000] (H-1)",
            "result.oka: 20000 (C-04) | 16000 (H-1)",
        ]
    );
    assert_eq!(
        rows(&diff.yaku),
        [
            "tsumo: { han = 1, open = 0, when = \"tsumo\" } (C-05) | none (H-1)",
            "toitoi: { han = 2, when = \"triplets = 4\" } (C-05) | { han = 3, open = 2, when = \"triplets = 4\" } (H-1)",
        ]
    );
    assert_eq!(
        rows(&diff.options),
        [
            "three.stick: none () | 1000 (T-1)",
            "house.tsumo: none () | no (H-1)",
            "house.reds: none () | threes (C-01)"
        ]
    );
    assert!(Diff::of(&resolved("club"), &resolved("club(pocchi=none)")).is_empty());
}

#[test]
fn finds_gaps() {
    let resolved = resolved("house");
    let gaps = resolved.gaps();
    let ids = |clauses: &[&jantaku_rules::rulebook::resolved::ResolvedClause]| -> Vec<String> {
        clauses.iter().map(|clause| clause.clause.id.clone()).collect()
    };
    assert_eq!(ids(&gaps.without_data), ["H-2"]);
    assert_eq!(ids(&gaps.readings), ["C-06"]);
    assert!(gaps.unset.contains(&Key::GameGoal) && !gaps.unset.contains(&Key::GameStart));
}

#[test]
fn lists_rulebooks_with_their_options() {
    let library = library();
    let found: Vec<String> = library
        .list()
        .iter()
        .map(|listing| {
            let options: Vec<String> = listing
                .options
                .iter()
                .map(|(file, o)| format!("{file}.{}", o.id.text))
                .collect();
            format!("{}: {}", listing.source.id, options.join(" "))
        })
        .collect();
    assert_eq!(
        found,
        [
            "club: club.pocchi",
            "house: house.tsumo house.reds three.stick club.pocchi",
            "three: three.stick"
        ]
    );
}

#[test]
fn added_rulebooks_can_build_on_existing_ones() {
    let mut library = Library::builtin();
    let text = "[rulebook]\nid = \"ours\"\nname = { en = \"Ours\" }\nextends = \"riichi\"\n";
    assert_eq!(library.add(text), Ok("ours".to_owned()));
    let kinds = |errors: Vec<jantaku_rules::rulebook::error::RulebookError>| -> Vec<ErrorKind> {
        errors.iter().map(|error| error.kind).collect()
    };
    assert_eq!(library.add(text).map_err(kinds), Err(vec![ErrorKind::IdTaken]));
    let taken = text.replace("ours", "zan");
    assert_eq!(library.add(&taken).map_err(kinds), Err(vec![ErrorKind::IdTaken]));
    let wrong = text.replace("ours", "theirs").replace("riichi", "riichy");
    assert_eq!(
        library.add(&wrong).map_err(kinds),
        Err(vec![ErrorKind::UnknownRulebook])
    );
    assert!(library.source("theirs").is_none());
    assert!(library.rules("ours").is_ok());
}

#[test]
fn the_hash_depends_on_content_not_on_formatting() {
    let hash = |text: &str| Library::of([("club.toml", text)]).rules("club").unwrap().hash;
    let edited = |from: &str, to: &str| {
        assert!(CLUB.contains(from), "{from}");
        hash(&CLUB.replace(from, to))
    };
    assert_eq!(hash(CLUB), edited("riichi.stick = 1_000", "riichi.stick =   1000"));
    assert_eq!(hash(CLUB), edited("[[clause]]", "# A comment.\n[[clause]]"));
    assert_ne!(hash(CLUB), edited("riichi.stick = 1_000", "riichi.stick = 500"));
    assert_ne!(hash(CLUB), edited("triplets = 4", "triplets >= 3"));
    assert_ne!(hash(CLUB), edited("Greet each other.", "Greet everybody."));
}
