//! What the page of a rulebook holds.

use super::*;
use crate::rulebooks::Rulebooks;
use crate::store::Memory;
use axum::http::header::ACCEPT_LANGUAGE;
use jantaku_rules::rulebook::library::Library;

fn shown(spec: &str, language: Language) -> String {
    shown_from(&Rulebooks::new(Library::builtin()), spec, language)
}

fn shown_from(rulebooks: &Rulebooks, spec: &str, language: Language) -> String {
    let rules = rulebooks.rules(spec).unwrap();
    let (replaced, examples) = (rulebooks.replaced(&rules).unwrap(), rulebooks.examples(&rules));
    let address = Address::of(spec, &rules, rulebooks, &Memory::default());
    let book = Book::new(address, rules, &rulebooks.offer().library, replaced, examples);
    written(&book, language).0
}

/// The page from a clause to the next.
fn clause<'a>(page: &'a str, id: &str) -> &'a str {
    let from = page.find(&format!("id=\"{id}\"")).unwrap();
    let rest = &page[from..];
    &rest[..rest.find("</dd></div>").unwrap()]
}

#[test]
fn shows_the_rules_in_force() {
    let zan = shown("zan", Language::English);
    let place = |text: &str| zan.find(text).unwrap();
    assert!(
        place("<h2 id=\"of-zan\"") < place("<details class=\"base\" id=\"of-sanma\"")
            && place("id=\"of-sanma\"") < place("<details class=\"base\" id=\"of-riichi\"")
    );
    let folded = "<p>Replaced by <a href=\"#ZAN-37\">ZAN-37</a>.</p><details>";
    assert!(clause(&zan, "RB-25").contains(folded) && !clause(&zan, "RB-26").contains("<table"));
    let part = clause(&zan, "RB-06");
    assert!(
        part.contains("<strong>Except as in <a href=\"#ZAN-19\">ZAN-19</a>, <a href=\"#ZAN-26\">"),
        "{part}"
    );
    assert!(!clause(&zan, "ZAN-26").contains("Replaced") && !clause(&zan, "RB-05").contains("Except as"));
    let dealer = shown("zung-jung(dealer=stays)", Language::German);
    let dealer = clause(&dealer, "ZJ-09");
    assert!(dealer.contains("bis ein anderer gewinnt") && !dealer.contains("wechselt nach jeder Hand"));
    assert!(dealer.contains("Ost gibt nach einem Gewinn noch einmal."));
}

#[test]
fn names_riichi_yaku_in_japanese_where_chinese_is_simplified() {
    let row = |language| {
        let page = shown("ema-2025", language);
        let from = page.find("id=\"yaku-kokushi\"").unwrap();
        page[from..from + 120].to_owned()
    };
    assert!(row(Language::Simplified).contains("<span lang=\"ja\">国士無双</span> · kokushi musou"));
    assert!(!row(Language::Chinese).contains("<span lang=\"ja\">"));
    let patterns = shown("zung-jung", Language::Simplified);
    assert!(patterns.contains("三色同顺") && !patterns.contains("<span lang=\"ja\">"));
}

/// SM-18: of the next four tiles east has the first and third, south the second, west the fourth.
#[test]
fn draws_the_deal_where_the_dealer_takes_two() {
    let page = shown("sanmatsuri", Language::English);
    let deal = clause(&page, "SM-18");
    for label in ["<svg", ">1 East<", ">2 South<", ">3 East<", ">4 West<"] {
        assert!(deal.contains(label), "{label}");
    }
    assert!(!shown("ema-2025", Language::English).contains("<figure"));
}

#[test]
fn every_clause_has_an_anchor() {
    let rulebooks = Rulebooks::new(Library::builtin());
    for spec in ["zan", "zung-jung", "ryanzou-chankan+hana(variation=1)", "tenhou-sanma"] {
        let rules = rulebooks.rules(spec).unwrap();
        let page = shown(spec, Language::English);
        assert!(rules.clauses.len() > 10);
        for clause in &rules.clauses {
            assert!(page.contains(&format!("id=\"{}\"", clause.id)), "{spec} {}", clause.id);
        }
    }
}

#[test]
fn charts_are_shown_where_their_clause_stands() {
    let page = shown("zan", Language::English);
    let clause = |id: &str| clause(&page, id);
    // A dealer's haneman costs 18,000 by ron and 9,000 each by tsumo; the third place of 30,000 points pays ten chips.
    assert!(clause("ZAN-37").contains("haneman"));
    for amount in ["18,000", "9,000"] {
        assert!(clause("ZAN-37").contains(&format!(">{amount}<")), "{amount}");
    }
    assert!(clause("ZAN-38").contains("from dealer"));
    assert!(clause("ZAN-03").contains(">−10<"));
    assert!(!clause("ZAN-03").contains("1,000,000,000"));
    let japanese = shown("zan", Language::Japanese);
    for words in ["跳満", "親の支払い", "18,000", "2着のチップ"] {
        assert!(japanese.contains(words), "{words}");
    }
    let captions = ["for the dealer", "from dealer", "haneman", "Chips of third place"];
    assert!(captions.iter().all(|words| !japanese.contains(words)));
    for page in ["zan", "tenhou", "zung-jung"].map(|spec| shown(spec, Language::English)) {
        assert!(!page.contains("open 0") && !page.contains(".. "));
    }
}

#[test]
fn the_words_around_a_rulebook_follow_the_language() {
    let page = |language| shown("zan", language);
    let german = page(Language::German);
    // ZAN plays with three and, with its flowers, 112 tiles; its options are kept in four languages.
    for words in [
        "<html lang=\"de\"",
        "3 Spieler, 112 Steine.",
        "Optionen",
        "Klauseln von zan",
        "Unsere Auslegung:",
        "1 Han, nur geschlossen",
    ] {
        assert!(german.contains(words), "{words}");
    }
    assert!(german.contains("<th scope=\"row\" lang=\"de\">Ob der Pocchi rot ist, wenn er für eine 5 steht.</th>"));
    assert!(page(Language::Japanese).contains("1翻（門前のみ）"));
    assert!(page(Language::Japanese).contains("<h2>役</h2>"));
    assert!(shown("zung-jung", Language::Chinese).contains("<h2>番種</h2>"));
    assert!(page(Language::Chinese).contains("<html lang=\"zh-Hant\""));
    let simplified = page(Language::Simplified);
    assert!(simplified.contains("<html lang=\"zh-Hans\"") && simplified.contains("规则"));
    assert!(!simplified.contains("規則"));
    for language in OTHER_LANGUAGES {
        let page = page(language);
        for english in [
            "3 players, ",
            ">Options<",
            "Clauses of",
            "Read as:",
            "han, closed only<",
        ] {
            assert!(!page.contains(english), "{language:?}: {english}");
        }
    }
}

const OTHER_LANGUAGES: [Language; 4] = [
    Language::German,
    Language::Japanese,
    Language::Chinese,
    Language::Simplified,
];

/// Every rulebook that ships, as it is and with each choice that rewords a clause.
#[test]
fn no_clause_of_ours_is_in_english_on_a_page_in_another_language() {
    let rulebooks = Rulebooks::new(Library::builtin());
    let library = Library::builtin();
    let mut requests = Vec::new();
    for listing in library.list() {
        let id = &listing.source.id;
        requests.push(id.clone());
        for option in &listing.source.options {
            let reworded = option.choices.iter().filter(|choice| !choice.rewords.is_empty());
            requests.extend(reworded.map(|choice| format!("{id}({}={})", option.id.text, choice.id.text)));
        }
    }
    let mut shown = 0;
    for request in requests {
        // A choice that needs another one beside it is shown with that.
        let with_bonus = request.replace('(', "(bonus-tiles=yes,");
        let Some(request) = [request, with_bonus]
            .into_iter()
            .find(|request| rulebooks.rules(request).is_ok())
        else {
            continue;
        };
        let rules = rulebooks.rules(&request).unwrap();
        let without_hands = Arc::new(vec![None; rules.yaku.len()]);
        let replaced = rulebooks.replaced(&rules).unwrap();
        let address = Address::of(&request, &rules, &rulebooks, &Memory::default());
        let book = Book::new(address, rules, &library, replaced, without_hands);
        for language in OTHER_LANGUAGES {
            let page = written(&book, language).0;
            for clause in &book.rules.clauses {
                let reading = clause.reading.as_ref().map(|reading| &reading.chosen);
                for text in [Some(&clause.says), reading].into_iter().flatten() {
                    let text = html! { (text) }.0;
                    assert!(!page.contains(&text), "{request} {language:?} {}: {text}", clause.id);
                }
            }
            let note = language.words().in_english;
            assert!(
                !page.contains(note) && !page.contains(&simplified::of(note)),
                "{request} {language:?}"
            );
            shown += 1;
        }
    }
    assert!(shown > 200, "{shown}");
}

#[test]
fn marks_a_clause_without_a_translation_as_english() {
    let mut library = Library::builtin();
    let club = "[rulebook]\nid = \"club\"\nname = { en = \"Club\" }\nextends = \"ema-2025\"\n\
        [[clause]]\nid = \"C-1\"\nsays = \"We play one round.\"\nsets = { game.rounds = 1 }\nreading.chosen = \"East\"\n\
        reading.also.ja = \"東場のみ\"\n";
    library.add(club).unwrap();
    let rulebooks = Rulebooks::new(library);
    let page = shown_from(&rulebooks, "club", Language::Japanese);
    let words = clause(&page, "C-1");
    assert!(words.contains("<span lang=\"en\">We play one round.</span>"), "{words}");
    assert!(words.contains("<span lang=\"ja\">東場のみ。</span>"), "{words}");
    assert!(page.contains("未訳の条文は英語です。"));
    assert!(clause(&page, "EMA-03").contains("<span lang=\"ja\">親は14枚で始める。</span>"));
    let simplified = shown_from(&rulebooks, "club", Language::Simplified);
    assert!(simplified.contains("尚未翻译的条文以英文显示。"));
    assert!(clause(&simplified, "EMA-03").contains("<span lang=\"zh-Hans\">庄家起手十四张。</span>"));
    let german = shown_from(&rulebooks, "club", Language::German);
    assert!(clause(&german, "C-1").contains("<span lang=\"en\">East.</span>"));
    assert!(!shown_from(&rulebooks, "club", Language::English).contains("lang=\"ja\""));
}

#[test]
fn the_language_is_the_one_asked_for_or_liked() {
    let headers = |liked: &str| HeaderMap::from_iter([(ACCEPT_LANGUAGE, liked.parse().unwrap())]);
    let found = |asked, liked| Language::of(asked, &headers(liked));
    assert_eq!(found(None, "fr-CH, fr;q=0.9, de;q=0.7, *;q=0.5"), Language::German);
    assert_eq!(found(Some("ja"), "de"), Language::Japanese);
    assert_eq!(found(Some("<script>"), "zh-TW"), Language::Chinese);
    assert_eq!(found(None, "zh-Hant-HK;q=0.8"), Language::Chinese);
    for tag in ["zh", "zh-CN", "zh-SG", "zh-Hans"] {
        assert_eq!(found(Some(tag), "de"), Language::Simplified, "{tag}");
    }
    assert_eq!(found(Some("ö"), ""), Language::English);
}

#[test]
fn nothing_is_obeyed() {
    let page = whole(
        "<script>'&\"",
        &html! { p title=("\"><b>") { ("<i>") } },
        Language::English,
    )
    .0;
    assert!(
        page.contains("<title>&lt;script&gt;'&amp;&quot; · Jantaku</title>"),
        "{page}"
    );
    assert!(
        page.contains("<p title=\"&quot;&gt;&lt;b&gt;\">&lt;i&gt;</p>"),
        "{page}"
    );
}

/// ZAN: three players, 108 tiles and four flowers (ZAN-09, ZAN-11), the east and south rounds (ZAN-35), 50,000 points (ZAN-20), and a
/// bust at 0 (ZAN-30).
#[test]
fn begins_with_a_summary() {
    let page = shown("zan", Language::English);
    let summary = &page[page.find("id=\"summary\"").unwrap()..page.find("<nav").unwrap()];
    for words in [
        "3 players, 112 tiles, 8 of them red, 4 flowers, 1 pocchi",
        "the east and south rounds",
        "ends at 0 points or less",
        "50,000 points to start with",
        "Open riichi.",
        "No chii.",
        "href=\"#ZAN-20\"",
        "href=\"#ZAN-16\"",
    ] {
        assert!(summary.contains(words), "{words}: {summary}");
    }
    assert!(shown("zan", Language::German).contains("50.000 Punkte zu Beginn"));
    assert!(shown("zung-jung", Language::English).contains("No riichi."));
}

#[test]
fn says_what_a_clause_sets() {
    let page = shown("zan", Language::English);
    let start = clause(&page, "ZAN-20");
    assert!(
        start.contains("Points each player starts with.") && start.contains("<strong>50,000</strong>"),
        "{start}"
    );
    assert!(clause(&page, "ZAN-30").contains("At zero or below."));
}

/// Kokushi is one of each terminal and honour.
#[test]
fn draws_a_hand_for_a_yaku() {
    let page = shown("zan", Language::English);
    let row = &page[page.find("id=\"yaku-kokushi\"").unwrap()..];
    let row = &row[..row.find("</tr>").unwrap()];
    for tile in ["1m", "9m", "1p", "9p", "1s", "9s", "1z", "4z", "7z"] {
        assert!(row.contains(&format!("/tiles.svg#{tile}\"")), "{tile}: {row}");
    }
}

/// In the query of an address a plus sign would be read as a space.
#[test]
fn leads_to_its_scorer_and_its_comparison() {
    let page = shown("ryanzou-chankan+hana(variation=1)", Language::English);
    assert!(!page.contains("?rules=ryanzou-chankan+") && !page.contains("?left=ryanzou-chankan+"));
    assert!(page.contains("?rules=ryanzou-chankan%2Bhana") && page.contains("?left=ryanzou-chankan%2Bhana"));
}
