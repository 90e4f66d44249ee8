//! Choices take effect or are refused, and clauses say what is played.

use crate::CLUB;
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::error::{ErrorKind, RulebookError};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;

#[track_caller]
fn rules(request: &str) -> Rules {
    let rules = Library::builtin().rules(request);
    rules.unwrap_or_else(|errors| panic!("{request}: {errors:#?}"))
}

#[track_caller]
fn error(library: &Library, request: &str) -> RulebookError {
    let errors = library.rules(request).expect_err(request);
    assert_eq!(errors.len(), 1, "{errors:#?}");
    errors[0].clone()
}

fn shown(request: &str, key: Key) -> String {
    rules(request).settings.show(key)
}

#[test]
fn a_choice_of_the_rulebook_stands_against_an_overlay() {
    let reds = |request| shown(request, Key::TilesReds);
    let (one_each, none) = ("{ m = 1, p = 1, s = 1 }", "{ m = 0, p = 0, s = 0 }");
    assert_eq!(reds("tenhou+hana(variation=2)"), none);
    assert_eq!(reds("tenhou(reds=played)+hana(variation=2)"), one_each);
    assert_eq!(reds("ryanzou-chankan(reds=one-per-suit)+hana(variation=2)"), one_each);
    // With three players there is no red five of man.
    assert_eq!(reds("tenhou-sanma(reds=played)"), "{ m = 0, p = 1, s = 1 }");
    assert_eq!(
        reds("tenhou-sanma(reds=played)+hana(variation=2)"),
        "{ m = 0, p = 1, s = 1 }"
    );
    assert_eq!(reds("tenhou-sanma(reds=none)"), none);
    // The overlay's own choices do not take back what the rulebook has.
    assert_eq!(reds("tenhou+hana(variation=1)"), one_each);
    assert_eq!(shown("hana(variation=1,flower-fu=2)", Key::AsideFu), "2");
    assert_eq!(shown("hana(variation=2,flowers=usual)", Key::TilesFlowers), "4");
}

/// Han of an overlay mean nothing where points are added. A flower that earns a chip (HN-40) fits anywhere.
#[test]
fn refuses_overlays_with_han_on_a_rulebook_that_adds_points() {
    let library = Library::builtin();
    for request in [
        "zung-jung+hana",
        "zung-jung(dealer=stays)+hana(variation=1)",
        "zung-jung+hana(variation=2)",
    ] {
        let error = error(&library, request);
        assert_eq!(error.kind, ErrorKind::WorthUnfit);
        assert_eq!(
            error.to_string(),
            format!(
                "{request}: expected a rulebook that counts han under the overlay hana, found zung-jung, which adds points"
            )
        );
    }
    assert!(library.rules("zung-jung+hana(variation=3)").is_ok());
}

#[test]
fn refuses_choices_without_an_effect() {
    let library = Library::builtin();
    for (request, option, why) in [
        (
            "hana(variation=3,flower-fu=2)",
            "flower-fu",
            "variation=3 (HN-40) sets aside.fu to 0",
        ),
        (
            "hana(variation=2,flower-fu=4)",
            "flower-fu",
            "variation=2 (HN-30) sets aside.fu to 0",
        ),
        (
            "zung-jung(flower-set=ten-in-all)",
            "flower-set",
            "the yaku flower-set is not played",
        ),
        (
            "sanmatsuri(nagashi-mangan=no)",
            "nagashi-mangan",
            "SM-24 sets draws.nagashi to \"mangan\"",
        ),
        (
            "sanmatsuri(noten-amount=2000,noten=none)",
            "noten",
            "noten-amount=2000 (SM-23) sets draws.noten to 2000",
        ),
        (
            "ryanzou-chankan(red-number=3)+hana(variation=2)",
            "red-number",
            "variation=2 (HN-30) sets tiles.reds to { m = 0, p = 0, s = 0 }",
        ),
        (
            "ryanzou-chankan(reds=none,red-number=3)",
            "red-number",
            "reds=none (RC-21) sets tiles.reds to",
        ),
        (
            "zung-jung(payoff=uniform,responsible=discarder)",
            "responsible",
            "payoff=uniform (ZJ-82) sets payment.discard to \"each-opponent\"",
        ),
        (
            "zung-jung(chicken=bonus-only)",
            "chicken",
            "ZJ-01 sets tiles.flowers to 0",
        ),
        (
            "zung-jung(bonus-tiles=yes,minimum=five,chicken=bonus-only)",
            "chicken",
            "minimum=five (ZJ-81) sets value.chicken to 0",
        ),
        (
            "zan+hana(flower-fu=2)",
            "flower-fu",
            "ZAN-37 sets value.scheme to \"han-table\"",
        ),
        (
            "zan+hana(flower-fu=4)",
            "flower-fu",
            "ZAN-37 sets value.scheme to \"han-table\"",
        ),
        (
            "zan(noten=none,bust-by-noten=not-paid)",
            "bust-by-noten",
            "noten=none (ZAN-28) sets draws.noten to 0",
        ),
        (
            "zung-jung(win-on-kong=every)",
            "win-on-kong",
            "ZJ-01 sets tiles.flowers to 0",
        ),
        (
            "zung-jung(minimum=five-with-bonus)",
            "minimum",
            "ZJ-01 sets tiles.flowers to 0",
        ),
    ] {
        let error = error(&library, request);
        assert_eq!(
            (error.kind, error.key.as_str()),
            (ErrorKind::NoEffect, option),
            "{error}"
        );
        assert!(error.expected.contains(why), "{error}");
    }
    let played = rules("zung-jung(bonus-tiles=yes,flower-set=ten-in-all)");
    assert!(played.yaku.iter().all(|yaku| yaku.id != "flower-set"));
}

#[test]
fn accepts_choices_that_agree() {
    let noten = |request| shown(request, Key::DrawsNoten);
    assert_eq!(noten("sanmatsuri(noten=paid,noten-amount=3000)"), "3000");
    assert_eq!(noten("sanmatsuri(noten=paid,noten-amount=2000)"), "2000");
    assert_eq!(noten("sanmatsuri(noten=paid)"), "2000");
    assert_eq!(noten("sanmatsuri(noten=none)"), "0");
    for request in [
        "ryanzou-chankan(reds=two-pin,red-number=3)",
        "ryanzou-chankan(reds=one-per-suit,red-number=3)+hana(variation=2)",
        "zung-jung(payoff=responsible,responsible=discarder)",
        "zung-jung(bonus-tiles=yes,chicken=bonus-only,win-on-kong=every)",
        "zung-jung(bonus-tiles=no,chicken=one-more)",
        "zan(bust-by-noten=not-paid)",
        "zan+hana(variation=1)",
        "zan+hana(variation=2)",
    ] {
        assert!(Library::builtin().rules(request).is_ok(), "{request}");
    }
}

/// A club that settles for itself what its parent leaves open has the option no more: neither as a default nor by name.
#[test]
fn refuses_every_choice_of_an_option_that_a_child_has_settled() {
    let child = "[rulebook]\nid = \"child\"\nname = { en = \"Child\" }\nextends = \"sanmatsuri\"\n\
        [[clause]]\nid = \"MZ-01\"\nsays = \"6,000 change hands.\"\nsets = { draws.noten = 6_000 }\n";
    let mut library = Library::builtin();
    library.add(child).expect("a rulebook");
    for choice in ["2000", "3000", "from-each"] {
        let refused = error(&library, &format!("child(noten-amount={choice})"));
        assert_eq!(
            (refused.kind, refused.key.as_str()),
            (ErrorKind::NoEffect, "noten-amount")
        );
        assert!(refused.expected.contains("MZ-01 sets draws.noten to 6000"), "{refused}");
    }
    let rules = library.rules("child").expect("a rulebook");
    assert_eq!(rules.settings.show(Key::DrawsNoten), "6000");
    assert!(rules.options.iter().all(|option| option.option != "noten-amount"));
    let list = library.list();
    let listed = list
        .iter()
        .find(|listing| listing.source.id == "child")
        .expect("listed");
    assert!(
        listed
            .options
            .iter()
            .all(|(_, option)| option.id.text != "noten-amount")
    );
    // The parent's option only leaves the payments out, whatever they are.
    let none = library
        .rules("child(noten=none)")
        .expect("a choice that the child leaves open");
    assert_eq!(none.settings.show(Key::DrawsNoten), "0");
}

#[test]
fn refuses_an_option_twice() {
    let library = Library::builtin();
    let twice = error(&library, "zan(nagashi=win,noten=none,nagashi=draw)");
    assert_eq!((twice.kind, twice.key.as_str()), (ErrorKind::OptionTwice, "nagashi"));
    let child = "[rulebook]\nid = \"child\"\nname = { en = \"Child\" }\nextends = \"club\"\n\
        [[option]]\nid = \"pocchi\"\nclause = \"C-01\"\nsays = \"?\"\ndefault = \"a\"\nchoice.a = { says = \"A.\" }\n";
    let library = Library::of([("club.toml", CLUB), ("child.toml", child)]);
    let twice = error(&library, "child");
    assert_eq!(
        (twice.kind, twice.line, twice.file.as_str()),
        (ErrorKind::OptionTwice, 6, "child.toml")
    );
    assert!(twice.expected.contains("club"), "{twice}");
}

/// The options in force, as `rulebook.option=choice`.
fn in_force(request: &str) -> Vec<String> {
    let options = rules(request).options;
    options
        .iter()
        .map(|o| format!("{}.{}={}", o.rulebook, o.option, o.choice))
        .collect()
}

#[test]
fn options_that_something_else_settles_disappear() {
    let has = |request: &str, option: &str| in_force(request).iter().any(|known| known == option);
    // HN-30 plays without red tiles and without flower fu.
    assert!(has(
        "ryanzou-chankan+hana(variation=1)",
        "ryanzou-chankan.reds=one-per-suit"
    ));
    assert!(!has(
        "ryanzou-chankan+hana(variation=2)",
        "ryanzou-chankan.reds=one-per-suit"
    ));
    assert!(!has("ryanzou-chankan+hana(variation=2)", "hana.flower-fu=4"));
    assert!(!has("sanmatsuri(noten=none)", "sanmatsuri.noten-amount=2000"));
    assert!(!has("zung-jung(payoff=uniform)", "zung-jung.responsible=first"));
    // SM-24 and SM-25 play the nagashi that EMA-19 leaves open.
    assert!(has("ema-2025", "ema-2025.nagashi-mangan=no"));
    assert!(!has("sanmatsuri", "ema-2025.nagashi-mangan=no"));
    assert!(has("sanmatsuri", "ema-2025.chombo=tournament"));
    assert!(has("tenhou-sanma", "tenhou.reds=played"));
    let library = Library::builtin();
    let listed = |id: &str| -> Vec<String> {
        let listing = library
            .list()
            .into_iter()
            .find(|listing| listing.source.id == id)
            .expect(id);
        listing
            .options
            .iter()
            .map(|(_, option)| option.id.text.clone())
            .collect()
    };
    assert!(listed("ema-2025").contains(&"nagashi-mangan".to_owned()));
    assert!(!listed("sanmatsuri").contains(&"nagashi-mangan".to_owned()));
    assert!(listed("sanmatsuri").contains(&"noten".to_owned()));
    for waiting in ["flower-set", "chicken", "win-on-kong"] {
        assert!(listed("zung-jung").contains(&waiting.to_owned()), "{waiting}");
    }
    assert!(listed("sanmatsuri").contains(&"chombo".to_owned()) && listed("hana").contains(&"variation".to_owned()));
}

#[test]
fn clauses_say_what_was_chosen() {
    for (request, clause, said, not) in [
        (
            "zung-jung(dealer=stays)",
            "ZJ-09",
            "deals again",
            "passes after every hand",
        ),
        (
            "zung-jung(winners=all)",
            "ZJ-88",
            "each is paid",
            "like any other loser",
        ),
        ("zung-jung(minimum=five)", "ZJ-13", "does not win", "one point"),
        ("zung-jung(bonus-tiles=yes)", "ZJ-01", "144", "136"),
        (
            "zan(noten=from-each)",
            "ZAN-28",
            "every noten player pays 2,000",
            "in all",
        ),
        (
            "zan(last-stick=refused)",
            "ZAN-49",
            "more than 1,000",
            "may be declared",
        ),
        ("tenhou(reds=none)", "TH-02", "plain", "is red"),
        (
            "sanmatsuri(final-hand=hand-in-play)",
            "SM-04",
            "is the last",
            "one more",
        ),
        ("hana(flower-fu=2)", "HN-20", "2 fu", "4 fu"),
        (
            "zung-jung(minimum=five)",
            "ZJ-07",
            "with the points of ZJ-81 may win",
            "completed hand may win",
        ),
        ("hana(variation=2)", "HN-21", "no fu", "worth more"),
        ("hana(variation=3)", "HN-21", "no fu", "worth more"),
        ("hana(variation=2)", "HN-45", "one kind", "han"),
        ("hana(variation=3)", "HN-45", "one kind", "han"),
        ("hana(variation=1)", "HN-45", "the han of all four can", "no fu"),
        ("hana(flowers=4)", "HN-26", "nobody wins", "may win on the eighth"),
        ("hana(flowers=8)", "HN-26", "may win on the eighth", "nobody"),
        ("hana", "RB-01", "not counting flowers", "136 tiles:"),
        // Four replacement tiles for kans and four for norths or flowers, as TS-06 and ZAN-22 have it.
        (
            "tenhou-sanma",
            "RB-02",
            "one more for each north or flower",
            "four replacement tiles, then",
        ),
        (
            "zan(dead-wall=fourteen)",
            "RB-02",
            "one more for each north or flower",
            "four replacement tiles, then",
        ),
        (
            "ryanzou-chankan(nagashi=nothing)",
            "RC-09",
            "tenpai at a draw",
            "nagashi",
        ),
        (
            "ryanzou-chankan(nagashi=nothing)",
            "RC-47",
            "Nor does it earn",
            "mangan",
        ),
        ("ryanzou-chankan(nagashi=nothing)", "RC-48", "not played", "is lost"),
        (
            "ryanzou-chankan(nagashi=nothing)",
            "RC-49",
            "nor has any other",
            "nagashi.",
        ),
        (
            "ryanzou-chankan(nagashi=nothing)",
            "RC-50",
            "A chombo at the draw stands",
            "comes before",
        ),
        (
            "ryanzou-chankan(nagashi=nothing)",
            "RC-51",
            "no nagashi",
            "has to claim",
        ),
        (
            "ryanzou-chankan(nagashi=nothing)",
            "RC-28",
            "Four kans count as a win",
            "nagashi",
        ),
        ("ryanzou-chankan(nagashi=nothing)", "RC-81", "Any win", "nagashi"),
    ] {
        let rules = rules(request);
        let clause = rules.clauses.iter().find(|known| known.id == clause).expect(clause);
        let reading = clause.reading.as_ref().map_or("", |reading| reading.chosen.as_str());
        let text = format!("{} {reading}", clause.says);
        assert!(text.contains(said) && !text.contains(not), "{request}: {text}");
    }
}

/// Clauses that hold whatever is chosen: they ask the question themselves, or what they say is true of every choice.
const OPEN: &str = "ZAN-05 ZAN-06 ZAN-07 ZAN-12 ZAN-15 ZAN-18 ZAN-33 ZAN-43 ZJ-03 ZJ-80 RC-10 RC-21 RC-22 RC-55 \
    HN-01 HN-20 SM-25 EMA-24 TH-17 TH-19";

#[test]
fn every_other_choice_rewords_its_clause() {
    let library = Library::builtin();
    for source in library.sources() {
        for option in &source.options {
            for choice in option
                .choices
                .iter()
                .filter(|choice| choice.id.text != option.default.text)
            {
                let own = &choice.clause.as_ref().unwrap_or(&option.clause).text;
                let reworded = choice.rewords.iter().any(|reworded| reworded.clause.text == *own);
                let open = OPEN.split_whitespace().any(|id| id == own) || choice.clause.is_some();
                assert!(reworded || open, "{}.{}={}", source.id, option.id.text, choice.id.text);
            }
        }
    }
}

/// Who replaced a clause, `all` or `part` of it.
fn replaced(request: &str, clause: &str) -> String {
    let resolved = Library::builtin().resolve(request).expect(request);
    let place = resolved
        .clauses
        .iter()
        .position(|known| known.clause.id == clause)
        .expect(clause);
    let Some(replaced) = resolved.replaced(ClauseRef(place as u16)) else {
        return String::new();
    };
    let ids = replaced
        .by
        .iter()
        .filter_map(|by| resolved.clause(*by))
        .map(|by| by.clause.id.as_str());
    let ids: Vec<&str> = ids.collect();
    format!("{} {}", if replaced.whole { "all" } else { "part" }, ids.join(" "))
}

#[test]
fn replaced_clauses_name_those_in_force() {
    for (request, clause, by) in [
        ("zan", "RB-26", "all ZAN-37"),
        ("zan", "RB-25", "all ZAN-37"),
        ("zan", "RB-06", "part ZAN-19 ZAN-26 ZAN-27"),
        ("zan", "RB-05", ""),
        // The 9 of man is followed by the 1 in a row without 2 to 8, and by no other tile.
        ("zan", "RB-27", "part SA-02 ZAN-09"),
        ("sanmatsuri", "RB-27", "part SA-02 SM-16"),
        ("tenhou-sanma", "RB-27", "part SA-02"),
        ("ryanzou-chankan", "RB-27", ""),
        ("sanmatsuri", "EMA-02", "all SM-19"),
        ("sanmatsuri", "EMA-18", "part SM-23"),
        ("sanmatsuri", "EMA-04", "part SM-15 SM-28"),
        ("sanmatsuri", "RB-03", "part SM-15"),
        ("zan+hana", "HN-20", "all ZAN-37"),
        ("zan+hana", "HN-21", "all ZAN-37"),
        ("zan+hana", "HN-22", "all ZAN-37"),
        ("zan+hana(variation=2)", "HN-30", ""),
        ("hana", "HN-22", ""),
        ("sanmatsuri", "SM-23", ""),
        ("sanmatsuri(noten=none)", "SM-23", "all EMA-18"),
        ("ryanzou-chankan", "RB-10", ""),
        ("ryanzou-chankan", "RC-53", ""),
        ("zan", "RB-14", "part ZAN-29 ZAN-31"),
        ("ema-2025+hana(suukantsu=four-kans)", "EMA-08", "part HN-28"),
        ("ryanzou-chankan", "RB-23", "part RC-60"),
        ("ryanzou-chankan+hana(variation=2)", "RC-21", "all HN-30"),
        ("ryanzou-chankan(reds=one-per-suit)+hana(variation=2)", "RC-21", ""),
        ("ryanzou-chankan+hana(variation=1)", "RC-21", ""),
        ("ryanzou-chankan(reds=none)", "RC-21", ""),
        ("ryanzou-chankan+hana(variation=2)", "HN-20", "all HN-30"),
        ("ryanzou-chankan+hana(variation=2)", "HN-24", "all HN-30"),
        ("ryanzou-chankan+hana(variation=1)", "HN-24", ""),
        ("zung-jung(dealer=stays)", "ZJ-09", ""),
        ("zung-jung(payoff=uniform)", "ZJ-73", "all ZJ-82"),
    ] {
        assert_eq!(replaced(request, clause), by, "{request} {clause}");
    }
}
