//! Score sheets that differ from what the events of the hand say.

use crate::{Heard, follow, is_told, rules};
use jantaku_audit::check::sheets::Sheets;
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::transfer::What;
use jantaku_table::Event;

/// A game of which somebody recorded something else.
#[derive(Default)]
struct Watched {
    wins: usize,
    found: Option<String>,
}

fn watched(spec: &str, seed: u64, lie: fn(&mut Vec<Event>)) -> Watched {
    let mut watched = Watched::default();
    let (mut sheets, mut lied) = (Sheets::default(), Vec::new());
    follow(&rules(spec), seed, |table, heard| match heard {
        Heard::Event(event) => {
            let mut one = vec![event.clone()];
            lie(&mut one);
            one.iter().for_each(|event| sheets.event(table, event));
            lied.extend(one);
        }
        Heard::Decision(events) => {
            watched.wins += events.iter().filter(|event| matches!(event, Event::Won { .. })).count();
            let found = sheets.compare(table, &std::mem::take(&mut lied));
            watched.found = watched.found.take().or(found.err());
        }
    });
    watched
}

#[track_caller]
fn lie_is_told(spec: &str, lie: fn(&mut Vec<Event>)) {
    is_told("the table's score sheet differs from `jantaku score`", |seed| {
        watched(spec, seed, lie).found
    });
}

#[test]
fn accepts_true_score_sheets() {
    for spec in ["tenhou", "zan", "zung-jung", "ryanzou-chankan+hana(variation=1)"] {
        let games: Vec<Watched> = (0..6).map(|seed| watched(spec, seed, |_| {})).collect();
        assert!(games.iter().map(|watch| watch.wins).sum::<usize>() > 10, "{spec}");
        assert_eq!(games.iter().find_map(|watch| watch.found.as_ref()), None, "{spec}");
    }
}

#[test]
fn finds_a_missing_indicator() {
    lie_is_told("tenhou", |events| {
        events.retain(|event| !matches!(event, Event::Indicator(_)));
    });
}

#[test]
fn finds_a_missing_riichi() {
    lie_is_told("zan", |events| {
        events.retain(|event| !matches!(event, Event::RiichiStands { .. }));
    });
}

#[test]
fn finds_a_payment_by_another_clause() {
    lie_is_told("sanmatsuri", |events| {
        for event in events {
            if let Event::Paid {
                what: What::Hand,
                because,
                ..
            } = event
            {
                *because = ClauseRef::NONE;
            }
        }
    });
}

#[test]
fn finds_unpaid_chips() {
    lie_is_told("zan", |events| {
        events.retain(|event| {
            !matches!(
                event,
                Event::Paid {
                    what: What::Ura | What::Ippatsu,
                    ..
                }
            )
        });
    });
}
