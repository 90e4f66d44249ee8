//! Score sheets: which clause each line cites, that the lines add up, and that every line has words.

use jantaku_rules::reading::{MeldSets, Set};
use jantaku_rules::score::{NotAWin, score_four_kans};
use jantaku_rules::settlement::HandState;
use jantaku_rules::settlement::draw::DrawReason;
use jantaku_rules::settlement::draw::settle_draw;
use jantaku_rules::settlement::four_kans::{FourKansWin, settle_four_kans};
use jantaku_rules::settlement::wins::{Liabilities, Winner, settle_wins};
use jantaku_rules::sheet::{Ended, Item, Line, Part, ScoreSheet, Won, all_words, reading_text};
use jantaku_rules::transfer::{Party, Transfers, chips_moved, points_moved};
use jantaku_rules::{BySeat, GameEnd, HandText, Library, Points, Rules, Score, Wind, checked, final_result, score};

/// The sheet of a hand as `jantaku score` takes it.
struct Scored {
    rules: Rules,
    text: HandText,
    score: Score,
    transfers: Transfers,
    sheet: ScoreSheet,
}

fn scored(spec: &str, hand: &str) -> Scored {
    let rules = Library::builtin().rules(spec).expect("a rulebook of ours");
    let mut text: HandText = hand.parse().expect("a hand");
    text.win = checked(&rules, &text.win).unwrap_or_else(|fault| panic!("{hand}: {fault}"));
    let score = score(&rules, &text.win).unwrap_or_else(|refused| panic!("{hand}: {refused:?}"));
    let settle = |score: &Score| {
        let fed = |yaku: u16| {
            let id = &rules.yaku[usize::from(yaku)].id;
            text.pao
                .iter()
                .find(|(known, _)| known == id)
                .map(|(_, liable)| *liable)
        };
        let winner = Winner {
            liable: Liabilities::of(&rules, score, fed),
            fed_kan: text.fed_kan.feeder(),
            responsible: text.responsible,
            ..Winner::of(&rules, &text.win, score)
        };
        let hand = HandState {
            honba: text.honba,
            sticks: text.sticks,
            ..HandState::bare(rules.seats())
        };
        settle_wins(&rules, &hand, &[winner])
    };
    let transfers = settle(&score);
    let won = Won {
        ippatsu_ended: false,
        win: &text.win,
        score: &score,
        honba: text.honba,
        responsible: text.responsible,
    };
    let sheet = ScoreSheet::of_win(&rules, &won, &transfers, settle);
    Scored {
        rules,
        text,
        score,
        transfers,
        sheet,
    }
}

impl Scored {
    fn line(&self, part: Part, id: &str) -> Option<&Line> {
        self.sheet.part(part).find(|line| line.what.id(&self.rules) == id)
    }
}

/// Rulebook, hand, part, id, clause and what the line adds, all from the rule pages.
type Cited = (
    &'static str,
    &'static str,
    Part,
    &'static str,
    &'static str,
    Option<i32>,
);

const CITED: &[Cited] = &[
    // A flower indicator: HN-10 and ZAN-13, and not the clause that turns indicators.
    (
        "hana",
        "123p678p789s24s99m +3s riichi aside=1f3f1g dora=4f",
        Part::Dora,
        "dora-by-flower",
        "HN-10",
        Some(2),
    ),
    (
        "hana",
        "123p678p789s24s99m +3s riichi aside=1f1g dora=3z ura=2f",
        Part::Dora,
        "ura-by-flower",
        "HN-10",
        Some(1),
    ),
    (
        "zan",
        "123p678p789s24s99p +3s riichi aside=12f dora=3f",
        Part::Dora,
        "dora-by-flower",
        "ZAN-13",
        Some(2),
    ),
    (
        "zan",
        "123p678p789s24s99p +3s riichi aside=12f dora=3f",
        Part::Dora,
        "flower",
        "ZAN-13",
        Some(2),
    ),
    // An open hand of 20 fu counts as 30: the line adds what is missing.
    (
        "tenhou",
        "234m678m77p56s[345p chii east] +7s",
        Part::Fu,
        "fu-open-minimum",
        "RB-25",
        Some(10),
    ),
    // Past the tiles that are not in the box.
    (
        "sanmatsuri",
        "123p678p123s99m57s +6s riichi dora=1m",
        Part::Dora,
        "dora-skipping",
        "SM-16",
        Some(2),
    ),
    (
        "zan",
        "123p678p789s24s11m +3s riichi dora=9m",
        Part::Dora,
        "dora-skipping",
        "ZAN-09",
        Some(2),
    ),
    (
        "zan",
        "123p678p789s24s99m +3s riichi dora=1m",
        Part::Dora,
        "dora-skipping",
        "ZAN-09",
        Some(2),
    ),
    (
        "zan",
        "123p678p789s24s99m +3s riichi dora=1z ura=1m",
        Part::Dora,
        "ura-skipping",
        "ZAN-09",
        Some(2),
    ),
    (
        "zan",
        "123p678p789s24s99p +3s riichi dora=8p",
        Part::Dora,
        "dora",
        "RB-27",
        Some(2),
    ),
    // A north that counts twice.
    (
        "sanmatsuri",
        "123p678p123s99m57s +6s riichi aside=44z dora=3z",
        Part::Dora,
        "dora-kita",
        "SM-06",
        Some(2),
    ),
    (
        "sanmatsuri",
        "123p678p123s99m57s +6s riichi aside=44z dora=3z",
        Part::Dora,
        "kita",
        "SM-05",
        Some(2),
    ),
    // The pocchi as red dora, beside a red five.
    (
        "ryanzou-chankan(pocchi=ippatsu-red)",
        "123p678p406s99m55z +5rz riichi",
        Part::Dora,
        "red-pocchi",
        "RC-22",
        Some(1),
    ),
    (
        "ryanzou-chankan(pocchi=ippatsu-red)",
        "123p678p406s99m55z +5rz riichi",
        Part::Dora,
        "red",
        "RC-21",
        Some(1),
    ),
    // A replacement tile for something set aside.
    (
        "sanmatsuri",
        "123p678p123s99m57s +6s tsumo rinshan aside=4z",
        Part::Yaku,
        "rinshan",
        "SM-09",
        Some(1),
    ),
    (
        "zan",
        "123p678p789s24s99m +3s tsumo rinshan aside=1f",
        Part::Yaku,
        "rinshan",
        "ZAN-12",
        Some(1),
    ),
    (
        "hana",
        "123p678p789s24s99m +3s tsumo rinshan aside=1f",
        Part::Yaku,
        "rinshan",
        "HN-03",
        Some(1),
    ),
    (
        "hana",
        "[1111p ankan]678p789s24s99m +3s tsumo rinshan",
        Part::Yaku,
        "rinshan",
        "RB-20",
        Some(1),
    ),
    (
        "hana(variation=3)",
        "[1111p ankan]678p234s24s99m +3s tsumo rinshan aside=1f",
        Part::Yaku,
        "rinshan",
        "RB-20",
        Some(1),
    ),
    // Pinfu.
    (
        "ryanzou-chankan",
        "123p678p789s23s55z +4s riichi",
        Part::NotGiven,
        "pinfu",
        "RC-42",
        None,
    ),
    (
        "ryanzou-chankan",
        "123p678p789s23s99m +4s tsumo sorted-in",
        Part::NotGiven,
        "pinfu",
        "RC-52",
        None,
    ),
    (
        "hana(variation=2)",
        "123p678p789s23s99m +4s",
        Part::Yaku,
        "pinfu",
        "RC-42",
        Some(1),
    ),
    (
        "hana(variation=3)",
        "123p678p789s23s99m +4s",
        Part::Yaku,
        "pinfu",
        "RC-42",
        Some(1),
    ),
    (
        "hana",
        "123p678p789s23s99m +4s tsumo riichi aside=13f",
        Part::Yaku,
        "pinfu",
        "RC-42",
        Some(1),
    ),
    (
        "hana",
        "123p678p789s23s99m +4s tsumo riichi aside=13f",
        Part::Fu,
        "fu-aside-waived",
        "HN-21",
        Some(0),
    ),
    (
        "hana",
        "123p678p789s23s99m +4s tsumo riichi aside=13f",
        Part::Fu,
        "fu-tsumo-waived",
        "RC-42",
        Some(0),
    ),
    (
        "ryanzou-chankan",
        "123p678p789s23s99m +4s tsumo sorted-in",
        Part::Fu,
        "fu-tsumo-lost",
        "RC-52",
        Some(0),
    ),
    // The flowers' fu are worth more than pinfu.
    (
        "hana",
        "123p678p789s23s99m +4s tsumo riichi aside=134f13g",
        Part::NotGiven,
        "pinfu",
        "HN-21",
        None,
    ),
    // ZAN-57 lists what pinfu asks for.
    (
        "zan",
        "123p678p789s24s99m +3s riichi",
        Part::NotGiven,
        "pinfu",
        "ZAN-57",
        None,
    ),
    // Seven pairs.
    (
        "zan",
        "1111p22p44s7788s1z +1z",
        Part::Yaku,
        "chiitoitsu",
        "ZAN-39",
        Some(2),
    ),
    (
        "zan",
        "1199p22p44s7788s1z +1z",
        Part::Yaku,
        "chiitoitsu",
        "RB-21",
        Some(2),
    ),
    // Zung Jung.
    (
        "zung-jung",
        "[123m chii east]345p777s46s99p +5s",
        Part::Yaku,
        "no-pattern",
        "ZJ-13",
        Some(1),
    ),
    (
        "zung-jung(bonus-tiles=yes)",
        "[123m chii east]345p777s46s99p +5s aside=1f",
        Part::Yaku,
        "no-pattern",
        "ZJ-13",
        Some(1),
    ),
    (
        "zung-jung(bonus-tiles=yes)",
        "[123m chii east]345p777s46s99p +5s aside=1f",
        Part::Yaku,
        "guest-flower",
        "ZJ-80",
        Some(2),
    ),
    (
        "zung-jung",
        "[555z pon east]111222333z6z +6z",
        Part::Yaku,
        "capped",
        "ZJ-70",
        None,
    ),
    (
        "zung-jung",
        "[1111z ankan][2222z ankan][3333z ankan][444z pon east]5z +5z",
        Part::Yaku,
        "highest-alone",
        "ZJ-70",
        None,
    ),
    (
        "zung-jung",
        "19m19p19s1234567z +1m responsible=west from=east",
        Part::Payment,
        "responsible",
        "ZJ-74",
        None,
    ),
    // Pao, the limit, rounding.
    (
        "ryanzou-chankan",
        "[555z pon west][666z pon east][777z pon north]23m99p +4m from=west pao=daisangen:north",
        Part::Payment,
        "liable",
        "RC-64",
        None,
    ),
    (
        "ema-2025",
        "345m678m34p55p678s +2p riichi dora=4m",
        Part::Value,
        "limit",
        "EMA-30",
        None,
    ),
    (
        "zan",
        "067p123p067s678s9s +9s tsumo riichi seat=east",
        Part::Value,
        "limit",
        "ZAN-37",
        None,
    ),
    (
        "tenhou",
        "123m456p678s99p13s +2s riichi",
        Part::Fu,
        "fu-rounding",
        "RB-25",
        Some(8),
    ),
    // Eight flowers, drawn and robbed.
    (
        "hana",
        "123m456p789s1122z +4g tsumo aside=1234f123g",
        Part::Yaku,
        "daifaahou",
        "HN-25",
        None,
    ),
    (
        "hana",
        "123m456p789s1122z +4g robbing-a-flower aside=1234f123g",
        Part::Reading,
        "all-flowers",
        "HN-26",
        None,
    ),
    // Not given: 002:27, "no increase in Han for winning off this tile, unlike Robbing a Kan".
    (
        "sanmatsuri",
        "234p567p456s99s44z +4z robbing-a-kita from=west riichi",
        Part::NotGiven,
        "chankan",
        "SM-08",
        None,
    ),
    // Only East's own deal and East's first discard are blessed.
    (
        "zung-jung",
        "1133m5577p88s4s11z +4s tsumo first-turn",
        Part::NotGiven,
        "blessing-of-heaven",
        "ZJ-60",
        None,
    ),
    (
        "zung-jung",
        "1133m5577p88s4s11z +4s first-turn seat=north from=west",
        Part::NotGiven,
        "blessing-of-earth",
        "ZJ-61",
        None,
    ),
    (
        "zung-jung(bonus-tiles=yes,chicken=bonus-only)",
        "[123m chii east]345p777s46s99p +5s aside=1f",
        Part::NotGiven,
        "no-pattern",
        "ZJ-80",
        None,
    ),
    // What a wild tile stands for.
    (
        "zan",
        "123p678p789s24s99p +5rz tsumo riichi",
        Part::Reading,
        "stands-for",
        "ZAN-15",
        None,
    ),
];

#[test]
fn each_line_cites_the_clause_of_the_rule_page() {
    let mut wrong = Vec::new();
    for &(spec, hand, part, id, clause, adds) in CITED {
        let scored = scored(spec, hand);
        let found = scored.line(part, id);
        let cited = found.map(|line| scored.rules.clause_id(line.clause));
        let number = found.and_then(|line| line.han().or(line.fu()).or(line.points()));
        if cited != Some(clause) || adds.is_some() && number != adds {
            wrong.push(format!(
                "{spec} {hand}: {id} {cited:?} {number:?}, expected {clause} {adds:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn lines_add_up_to_the_value_and_to_what_is_paid() {
    for &(spec, hand, ..) in CITED {
        let scored = scored(spec, hand);
        let sum = |parts: &[Part], of: fn(&Line) -> Option<i32>| -> i32 {
            parts
                .iter()
                .flat_map(|part| scored.sheet.part(*part))
                .filter_map(of)
                .sum()
        };
        let value = scored.score.value;
        let counted = [Part::Yaku, Part::Dora];
        assert_eq!(sum(&counted, Line::han), i32::from(value.han().0), "{spec} {hand}: han");
        assert_eq!(
            sum(&counted, Line::yakuman),
            i32::from(value.yakuman()),
            "{spec} {hand}: yakuman"
        );
        assert_eq!(sum(&counted, Line::points), value.points().0, "{spec} {hand}: points");
        assert_eq!(sum(&[Part::Fu], Line::fu), i32::from(value.fu().0), "{spec} {hand}: fu");
        let paid: Vec<_> = scored
            .sheet
            .part(Part::Payment)
            .filter(|line| line.counts.is_some())
            .collect();
        assert_eq!(paid.len(), scored.transfers.len(), "{spec} {hand}: payments");
        for (line, transfer) in paid.into_iter().zip(&scored.transfers) {
            assert_eq!(
                (line.from, line.to, line.clause),
                (Some(transfer.from), Some(transfer.to), transfer.because)
            );
        }
    }
}

#[test]
fn every_line_has_words_in_every_language() {
    let all: Vec<_> = all_words().collect();
    for (section, id, names) in &all {
        for text in [&names.en, &names.de, &names.ja, &names.romaji, &names.zh] {
            assert!(!text.is_empty(), "{section}.{id} lacks a language");
        }
    }
    let rules = Library::builtin().rules("tenhou").expect("a rulebook of ours");
    let has = |section: &str, id: &str| all.iter().any(|(known, name, _)| *known == section && *name == id);
    for item in Item::ALL {
        assert!(has("line", item.id(&rules)), "line.{} has no words", item.id(&rules));
    }
    for ended in Ended::all() {
        assert!(has("end", Item::Ended(ended).id(&rules)), "end.{ended:?} has no words");
    }
    for fact in jantaku_rules::facts::VOCABULARY {
        assert!(has("fact", fact.name), "fact.{} has no words", fact.name);
    }
}

/// Yaku have words in every language too: German players say the Japanese ones, Chinese players read them in their own characters.
#[test]
fn every_yaku_has_words_in_every_language() {
    let library = Library::builtin();
    for spec in [
        "riichi",
        "tenhou",
        "zan",
        "sanmatsuri",
        "hana",
        "zung-jung(bonus-tiles=yes)",
    ] {
        for yaku in &library.rules(spec).expect("a rulebook of ours").yaku {
            let names = yaku.names.complete();
            for text in [&names.en, &names.de, &names.ja, &names.romaji, &names.zh] {
                assert!(!text.is_empty(), "{spec} {} lacks a language", yaku.id);
            }
        }
    }
    let line = |spec: &str, hand: &str, id: &str| {
        let scored = scored(spec, hand);
        scored.line(Part::Yaku, id).expect("given").names.clone()
    };
    let toitoi = line("tenhou", "[222m pon east][333p pon east]444s666s7s +7s", "toitoi");
    assert_eq!((toitoi.de.as_str(), toitoi.zh.as_str()), ("Toitoi", "對對和"));
    let chow = line("zung-jung", "123m678m345p99p57s +6s", "all-sequences");
    assert_eq!(
        [&chow.de, &chow.ja, &chow.romaji],
        ["Nur Folgen", "平和", "All Sequences"]
    );
}

#[test]
fn sheets_leave_no_place_unfilled() {
    for &(spec, hand, ..) in CITED {
        for line in &scored(spec, hand).sheet.lines {
            for names in [Some(&line.names), line.why.as_ref()].into_iter().flatten() {
                let text = [&names.en, &names.de, &names.ja, &names.romaji, &names.zh]
                    .map(String::as_str)
                    .concat();
                assert!(!text.contains('{'), "{spec} {hand}: {text}");
            }
        }
    }
}

/// ZJ-81 with bonus tiles towards the minimum: 4 of the 5 points are too few, but they are something.
#[test]
fn bonus_tiles_alone_can_be_below_the_minimum() {
    let library = Library::builtin();
    let rules = library.rules("zung-jung(bonus-tiles=yes,minimum=five-with-bonus)");
    let rules = rules.expect("a rulebook of ours");
    for (aside, refused) in [("aside=4f", NotAWin::BelowMinimum), ("", NotAWin::NoYaku)] {
        let hand = format!("[123m chii east]345p777s46s99p +5s seat=north {aside}");
        let text: HandText = hand.parse().expect("a hand");
        assert_eq!(score(&rules, &text.win).err(), Some(refused), "{hand}");
    }
}

#[test]
fn zung_jung_speaks_of_kongs() {
    let hands = [
        "[1111m ankan]345p777s46s99p +5s tsumo",
        "[1111m ankan][2222p ankan]777s46s99p +5s robbing-a-kan",
        "19m19p19s1234567z +1m",
        "123m678m345p99p56s +7s",
        "123m678m345p99p89s +7s",
        "123m678m345p789s9p +9p",
        "123m678m345p99p88s +8s",
    ];
    let open = scored("zung-jung", "[123m chii east]345p777s46s99p +5s");
    let missed = open
        .line(Part::NotGiven, "concealed-hand")
        .and_then(|line| line.why.as_ref());
    assert_eq!(missed.map(|why| why.en.as_str()), Some("needs a concealed hand"));
    for hand in hands {
        let scored = scored("zung-jung", hand);
        let reading = reading_text(&scored.rules, &scored.text.win, &scored.score.reading);
        let lines = scored.sheet.lines.iter();
        let texts = lines.flat_map(|line| [Some(&line.names), line.why.as_ref()].into_iter().flatten());
        let said: Vec<String> = texts
            .flat_map(|names| [names.en.clone(), names.romaji.clone()])
            .chain([reading])
            .collect();
        for text in said {
            let lower = text.to_lowercase();
            let strange = [
                "kan", "kans", "orphans", "pon", "chii", "ron", "tsumo", "ryanmen", "kanchan", "penchan", "tanki",
                "shanpon",
            ];
            assert!(
                !lower.split_whitespace().any(|word| strange.contains(&word)),
                "{hand}: {text}"
            );
        }
    }
}

#[test]
fn a_tenhou_of_seven_pairs_shows_all_seven() {
    let hand = "1122m3344p5566s7z +7z tsumo first-turn seat=east";
    let scored = scored("ryanzou-chankan", hand);
    let reading = reading_text(&scored.rules, &scored.text.win, &scored.score.reading);
    for pair in ["11m", "22m", "33p", "44p", "55s", "66s", "77z"] {
        assert!(reading.contains(pair), "{reading}");
    }
}

#[test]
fn the_next_best_reading_counts_what_the_winner_receives() {
    // 111222333m are three concealed triplets, or one sequence three times.
    let scored = scored("ryanzou-chankan", "111222333m78p55s +9p riichi honba=1 sticks=1");
    let seats = scored.rules.seats();
    let gained = points_moved(&scored.transfers, seats)[scored.text.win.seat].0;
    assert_eq!(chips_moved(&scored.transfers, seats)[scored.text.win.seat].0, 0);
    let other = scored.line(Part::Other, "other-reading").expect("another reading");
    // Riichi, pinfu and iipeikou are 3 han 30 fu, 3,900. Riichi and sanankou are 3 han 50 fu: 20 + 10 + 8 + 4 + 4 = 46, 6,400.
    assert_eq!(gained, 6_400 + 300 + 1_000);
    assert_eq!(other.points(), Some(3_900 - 6_400));
}

#[test]
fn four_kans_without_the_pair_cite_both_clauses() {
    let rules = Library::builtin().rules("ryanzou-chankan").expect("a rulebook of ours");
    let hand = "[1111m ankan][2222p ankan][7777p kakan east][9999s daiminkan east]3s +4s tsumo";
    let text: HandText = hand.parse().expect("a hand");
    let kans = MeldSets::new(text.win.melds.iter().filter_map(Set::of_meld));
    let score = score_four_kans(&rules, text.win.seat, &kans);
    let won = Won {
        ippatsu_ended: false,
        win: &text.win,
        score: &score,
        honba: 0,
        responsible: None,
    };
    let paid = FourKansWin {
        seat: text.win.seat,
        yakuman: score.value.yakuman(),
        liable: Liabilities::default(),
        fed: Some(Wind::East),
    };
    let transfers = settle_four_kans(&rules, &HandState::bare(4), &paid);
    let sheet = ScoreSheet::of_win(&rules, &won, &transfers, |_| Transfers::new());
    let cited: Vec<(Part, &str, &str)> = sheet
        .lines
        .iter()
        .map(|line| (line.part, line.what.id(&rules), rules.clause_id(line.clause)))
        .collect();
    // RC-19 says when they score, RC-55 that they do, and RC-56 that the feeder of the fourth pays everything.
    for expected in [
        (Part::Reading, "four-kans-alone", "RC-19"),
        (Part::Yaku, "suukantsu", "RC-55"),
        (Part::Payment, "four-kans", "RC-56"),
    ] {
        assert!(cited.contains(&expected), "{expected:?} of {cited:?}");
    }
    assert_eq!(points_moved(&transfers, 4)[Wind::South].0, 32_000);
}

/// RC-55: only the kans count, whatever they are made of.
#[test]
fn four_kans_without_the_pair_name_the_yakuman_that_they_do_not_score() {
    let hand = "[5555z ankan][6666z ankan][7777z kakan east][9999s daiminkan east]3s +4s tsumo";
    let (rules, sheet) = four_kans("ryanzou-chankan", hand);
    let line = sheet
        .part(Part::NotGiven)
        .find(|line| line.what.id(&rules) == "daisangen");
    assert_eq!(line.map(|line| rules.clause_id(line.clause)), Some("RC-55"));
    let words = sheet.lines.iter().map(|line| line.names.en.to_lowercase());
    assert!(words.clone().any(|words| words.contains("four kans")));
    assert!(words.clone().all(|words| !words.contains("kong")));
    // By choice the other yakuman are added.
    let (rules, sheet) = four_kans("ryanzou-chankan(four-kans-with=others)", hand);
    assert!(sheet.part(Part::Yaku).any(|line| line.what.id(&rules) == "daisangen"));
    assert_eq!(sheet.part(Part::NotGiven).count(), 0);
}

fn four_kans(spec: &str, hand: &str) -> (Rules, ScoreSheet) {
    let rules = Library::builtin().rules(spec).expect("a rulebook of ours");
    let text: HandText = hand.parse().expect("a hand");
    let kans = MeldSets::new(text.win.melds.iter().filter_map(Set::of_meld));
    let score = score_four_kans(&rules, text.win.seat, &kans);
    let won = Won {
        ippatsu_ended: false,
        win: &text.win,
        score: &score,
        honba: 0,
        responsible: None,
    };
    let sheet = ScoreSheet::of_win(&rules, &won, &[], |_| Transfers::new());
    (rules, sheet)
}

#[test]
fn hands_that_nobody_won_cite_their_clause() {
    let cases = [
        ("ryanzou-chankan", Ended::Drawn(DrawReason::NineTerminals), "RC-16"),
        ("ryanzou-chankan", Ended::Drawn(DrawReason::FourWinds), "RC-15"),
        ("ryanzou-chankan", Ended::Drawn(DrawReason::FourRiichi), "RC-17"),
        ("ryanzou-chankan", Ended::Drawn(DrawReason::FourKans), "RC-19"),
        ("ryanzou-chankan", Ended::Drawn(DrawReason::Chombo), "RC-25"),
        ("ryanzou-chankan", Ended::Nagashi, "RC-46"),
        ("sanmatsuri", Ended::Drawn(DrawReason::Exhausted), "SM-23"),
        ("sanmatsuri", Ended::Nagashi, "SM-24"),
        ("sanmatsuri", Ended::Drawn(DrawReason::Chombo), "SM-32"),
        ("zan", Ended::Drawn(DrawReason::Exhausted), "ZAN-28"),
        ("zan", Ended::Nagashi, "ZAN-43"),
        ("zan", Ended::Drawn(DrawReason::Chombo), "ZAN-55"),
        ("zung-jung", Ended::Drawn(DrawReason::Exhausted), "ZJ-06"),
    ];
    for (spec, ended, clause) in cases {
        let rules = Library::builtin().rules(spec).expect("a rulebook of ours");
        let sheet = ScoreSheet::of_draw(&rules, ended, None, &[], 0, &[]);
        let cited: Vec<&str> = sheet.lines.iter().map(|line| rules.clause_id(line.clause)).collect();
        assert_eq!(cited, [clause], "{spec} {ended:?}");
    }
}

#[test]
fn an_exhaustive_draw_says_who_was_ready_and_who_pays() {
    let rules = Library::builtin().rules("zan").expect("a rulebook of ours");
    let tenpai = BySeat::from_fn(3, |wind| wind == 1);
    let transfers = settle_draw(&rules, &tenpai);
    let sheet = ScoreSheet::of_draw(
        &rules,
        Ended::Drawn(DrawReason::Exhausted),
        Some(&tenpai),
        &[],
        0,
        &transfers,
    );
    let lines: Vec<(&str, Option<Party>, Option<i32>)> = sheet
        .lines
        .iter()
        .map(|line| (line.what.id(&rules), line.from.or(line.to), line.points()))
        .collect();
    // ZAN-28: one tenpai player gets 1,000 from each of the others.
    let player = |wind| Some(Party::Player(wind));
    let expected = [
        ("exhausted", None, None),
        ("noten", player(Wind::East), None),
        ("tenpai", player(Wind::South), None),
        ("noten", player(Wind::West), None),
        ("noten", player(Wind::East), Some(1_000)),
        ("noten", player(Wind::West), Some(1_000)),
    ];
    assert_eq!(lines, expected);
}

#[test]
fn the_result_of_a_game_has_a_line_for_each_part() {
    let rules = Library::builtin().rules("ryanzou-chankan").expect("a rulebook of ours");
    let points = BySeat::from_fn(4, |seat| Points([45_000, 30_000, 20_000, 5_000][seat]));
    let result = final_result(&rules, &GameEnd::with_points(points));
    let sheet = ScoreSheet::of_result(&rules, &result);
    let of = |id: &str| -> Vec<(i32, &str)> {
        let lines = sheet.lines.iter().filter(|line| line.what.id(&rules) == id);
        lines
            .map(|line| (line.points().unwrap_or(0), rules.clause_id(line.clause)))
            .collect()
    };
    // RC-01 and RC-02, in the order of places; the second has exactly the 30,000 that are counted against.
    assert_eq!(
        of("uma"),
        [
            (15_000, "RC-01"),
            (5_000, "RC-01"),
            (-5_000, "RC-01"),
            (-15_000, "RC-01")
        ]
    );
    assert_eq!(of("oka"), [(20_000, "RC-02")]);
    assert_eq!(of("game"), [(15_000, "RC-02"), (-10_000, "RC-02"), (-25_000, "RC-02")]);
}
