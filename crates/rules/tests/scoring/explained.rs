//! An explanation agrees with the score and accounts for every yaku of the hand.

use crate::{SPECS, for_random_wins};
use jantaku_rules::explain::{WhyNot, explain};
use jantaku_rules::expression;
use jantaku_rules::score::score;

#[test]
fn explains_the_score_that_counts() {
    for_random_wins(&SPECS, 500, |rules, win, _| {
        let explanation = explain(rules, win);
        match (score(rules, win), &explanation.outcome) {
            (Ok(score), Ok(explained)) => {
                assert_eq!(score.total, explained.total, "{}: {win:?}", rules.spec);
                assert_eq!(score.reading, explained.reading, "{}: {win:?}", rules.spec);
                assert_eq!(score.yaku, explained.yaku, "{}: {win:?}", rules.spec);
                assert!(explanation.others.iter().all(|other| other.total <= score.total));
                assert!(explanation.others.iter().all(|other| other.reading != score.reading));
            }
            (scored, explained) => assert_eq!(scored.err(), explained.as_ref().err().copied(), "{win:?}"),
        }
    });
}

#[test]
fn every_yaku_counts_or_has_a_reason() {
    let mut reasons = [0; 7];
    for_random_wins(&SPECS, 500, |rules, win, _| {
        let explanation = explain(rules, win);
        let Ok(score) = &explanation.outcome else { return };
        for (place, yaku) in rules.yaku.iter().enumerate() {
            let terms = expression::compile(&yaku.when).expect("a compiled rulebook");
            let holds = terms.iter().any(|term| term.holds(&score.facts));
            let counts = score.lines(rules).any(|line| usize::from(line.yaku) == place);
            let reason = explanation.not_given.iter().find(|not| usize::from(not.yaku) == place);
            let nearly = reason.is_some_and(|not| matches!(not.why, WhyNot::Misses(_)));
            assert!(
                !counts || holds && reason.is_none(),
                "{}: {} {win:?}",
                rules.spec,
                yaku.id
            );
            assert!(
                counts || holds == (reason.is_some() && !nearly),
                "{}: {} {win:?}",
                rules.spec,
                yaku.id
            );
            if let Some(not) = reason {
                reasons[place_of(&not.why)] += 1;
            }
        }
    });
    println!("{reasons:?}");
    assert!(reasons.iter().filter(|count| **count > 0).count() >= 5, "{reasons:?}");
}

fn place_of(why: &WhyNot) -> usize {
    match why {
        WhyNot::Overridden(_) => 0,
        WhyNot::OpenHand => 1,
        WhyNot::BesideYakuman(_) => 2,
        WhyNot::PaysMoreWithout => 3,
        WhyNot::BesideAlone(_) => 4,
        WhyNot::BesideHighest(_) => 5,
        WhyNot::Misses(_) => 6,
    }
}
