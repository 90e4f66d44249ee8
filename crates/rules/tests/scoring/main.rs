//! Properties of every score, for any hand and rulebook.

mod best;
mod explained;
mod hand_text;
mod plain;
mod random_win;

use jantaku_rules::fu;
use jantaku_rules::reading::Shape;
use jantaku_rules::rulebook::choices::Scheme;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::{NotAWin, Score, fu_context, score};
use jantaku_rules::seat::BySeat;
use jantaku_rules::settlement::HandState;
use jantaku_rules::settlement::wins::{Winner, settle_wins};
use jantaku_rules::transfer::{chips_moved, points_moved};
use jantaku_rules::units::{Chips, Points};
use jantaku_rules::value::price;
use jantaku_rules::win::{Riichi, Win};
use jantaku_rules::win_check::checked;
use random_win::{Chance, random_win};

/// Requests for rulebooks, some with options.
const SPECS: [&str; 14] = [
    "tenhou",
    "tenhou-sanma",
    "ema-2025",
    "sanmatsuri",
    "zan",
    "zan(open-riichi-yakuman=added,double-yakuman=special)",
    "zung-jung",
    "zung-jung(bonus-tiles=yes,minimum=five)",
    "ryanzou-chankan",
    "ryanzou-chankan(pocchi=ippatsu-red)",
    "ryanzou-chankan+hana(variation=1)",
    "hana(variation=2)",
    "hana(variation=3)",
    "tenhou-sanma+hana",
];

/// Calls `each` with `count` random wins of every rulebook.
fn for_random_wins(specs: &[&str], count: usize, mut each: impl FnMut(&Rules, &Win, &mut Chance)) {
    let library = Library::builtin();
    for (seed, spec) in (1..).zip(specs) {
        let rules = library
            .rules(spec)
            .unwrap_or_else(|errors| panic!("{spec}: {errors:?}"));
        let mut chance = Chance(seed);
        for _ in 0..count {
            let win = random_win(&rules, &mut chance);
            each(&rules, &win, &mut chance);
        }
    }
}

/// What the winner gets, or 0 if the hand does not win.
fn pay(rules: &Rules, win: &Win) -> i32 {
    score(rules, win).map_or(0, |score| score.total.0)
}

#[test]
fn complete_hands_are_possible_and_complete() {
    let (mut wins, mut without_yaku) = (0, 0);
    for_random_wins(&SPECS, 2_000, |rules, win, _| {
        assert_eq!(checked(rules, win).as_ref(), Ok(win), "{}: {win:?}", rules.spec);
        match score(rules, win) {
            Ok(_) => wins += 1,
            Err(NotAWin::Incomplete) => panic!("{}: {win:?}", rules.spec),
            Err(_) => without_yaku += 1,
        }
    });
    println!("{wins} wins, {without_yaku} hands without a yaku");
    assert!(wins > without_yaku && without_yaku > 0);
}

#[test]
fn nothing_is_created_or_lost() {
    for_random_wins(&SPECS, 2_000, |rules, win, chance| {
        let Ok(score) = score(rules, win) else { return };
        let hand = HandState {
            honba: chance.below(4) as u8,
            sticks: chance.below(4) as u8,
            riichi: BySeat::all(rules.seats(), false),
        };
        let winner = Winner::of(rules, win, &score);
        let transfers = settle_wins(rules, &hand, &[winner]);
        let gains = points_moved(&transfers, rules.seats());
        let chips: Chips = chips_moved(&transfers, rules.seats()).iter().copied().sum();
        let sticks = rules.settings.riichi.stick * i32::from(hand.sticks);
        assert_eq!(
            gains.iter().copied().sum::<Points>(),
            Points(sticks),
            "{}: {win:?}",
            rules.spec
        );
        assert_eq!(chips, Chips(0), "{}: {win:?}", rules.spec);
        let others = BySeat::from_fn(rules.seats(), |place| gains.as_slice()[place] > Points(0));
        assert_eq!(
            others.iter().filter(|gains| **gains).count(),
            1,
            "{}: {win:?}",
            rules.spec
        );
    });
}

#[test]
fn a_score_is_the_sum_of_its_lines() {
    let mut with_fu = 0;
    for_random_wins(&SPECS, 2_000, |rules, win, _| {
        let Ok(score) = score(rules, win) else { return };
        let (tsumo, dealer) = (win.by.is_tsumo(), win.seat.index() == 0);
        let price = price(&rules.settings, &score.value, dealer).total(tsumo, dealer, rules.seats());
        assert_eq!(score.total, price, "{}: {win:?}", rules.spec);
        if rules.settings.value.scheme != Scheme::FuAndHan {
            return;
        }
        with_fu += 1;
        let mut sum = 0;
        let context = fu_context(rules, win, &score.facts, score.waived_fu);
        fu::lines(&rules.settings, &context, &score.reading, |line| {
            sum += u32::from(line.fu.0);
        });
        let rounded = match score.reading.shape {
            Shape::SevenPairs => sum,
            _ => sum.div_ceil(10) * 10,
        };
        assert_eq!(
            score.fu(rules, win).map(|fu| u32::from(fu.0)),
            Some(rounded),
            "{}: {win:?}",
            rules.spec
        );
    });
    assert!(with_fu > 10_000, "only {with_fu} hands with fu");
}

#[test]
fn the_order_of_tiles_does_not_matter() {
    for_random_wins(&SPECS, 1_000, |rules, win, chance| {
        let mut mixed = win.clone();
        mix(chance, &mut mixed.hand);
        mix(chance, &mut mixed.melds);
        mix(chance, &mut mixed.aside);
        mix(chance, &mut mixed.dora);
        mixed.melds.iter_mut().for_each(|meld| mix(chance, &mut meld.tiles));
        let summary = |score: Result<Score, NotAWin>| score.map(|s| (s.value, s.total, s.yaku, s.dora, s.waived_fu));
        assert_eq!(
            summary(score(rules, win)),
            summary(score(rules, &mixed)),
            "{}: {win:?}",
            rules.spec
        );
    });
}

#[test]
fn riichi_never_lowers_the_pay() {
    let mut raised = 0;
    for_random_wins(&SPECS, 2_000, |rules, win, _| {
        let closed = win.melds.iter().all(|meld| !meld.kind.is_open());
        if !closed || !rules.settings.riichi.played {
            return;
        }
        let with = |riichi, ippatsu| {
            pay(
                rules,
                &Win {
                    riichi,
                    ippatsu,
                    ..win.clone()
                },
            )
        };
        let steps = [
            with(Riichi::None, false),
            with(Riichi::Riichi, false),
            with(Riichi::Riichi, true),
            with(Riichi::Double, true),
        ];
        assert!(steps.is_sorted(), "{}: {steps:?} {win:?}", rules.spec);
        raised += usize::from(steps[0] < steps[1]);
    });
    assert!(raised > 1_000, "{raised}");
}

#[test]
fn another_yaku_never_lowers_the_pay() {
    let mut library = Library::builtin();
    let books = [
        "tenhou",
        "tenhou-sanma",
        "ema-2025",
        "sanmatsuri",
        "zan",
        "ryanzou-chankan",
        "zung-jung",
    ];
    for (seed, book) in (1..).zip(books) {
        let plain = library.rules(book).expect("a rulebook");
        let worth = if plain.settings.value.scheme == Scheme::Points {
            "points"
        } else {
            "han"
        };
        let richer = format!(
            "[rulebook]\nid = \"richer-{book}\"\nname = {{ en = \"Richer\" }}\nextends = \"{book}\"\n\
             [[clause]]\nid = \"RICH-01\"\nsays = \"A set of dragons, or a row of triplets, is worth more.\"\n\
             yaku.rich = {{ {worth} = 2, when = \"dragon-triplets >= 1 or consecutive-triplets >= 2 or sequence(234p)\" }}\n"
        );
        let id = library.add(&richer).unwrap_or_else(|errors| panic!("{errors:?}"));
        let richer = library.rules(&id).expect("a rulebook");
        let mut chance = Chance(seed);
        let mut raised = 0;
        for _ in 0..2_000 {
            let win = random_win(&plain, &mut chance);
            let (before, after) = (pay(&plain, &win), pay(&richer, &win));
            assert!(before <= after, "{book}: {before} {after} {win:?}");
            raised += usize::from(before < after);
        }
        assert!(raised > 100, "{book}: {raised}");
    }
}

fn mix<T>(chance: &mut Chance, items: &mut [T]) {
    for i in (1..items.len()).rev() {
        items.swap(i, chance.below(i + 1));
    }
}
