//! Score sheets that differ from what the events of the hand say.

use crate::{is_told, play, rules};
use jantaku_audit::check::sheets::Sheets;
use jantaku_bots::arena::Watcher;
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::transfer::What;
use jantaku_table::wall::Wall;
use jantaku_table::{Event, Table};

/// Follows a game and changes what is recorded of it.
struct Watch {
    sheets: Sheets,
    folded: Table,
    lie: fn(&mut Vec<Event>),
    wins: usize,
    found: Option<String>,
}

impl Watcher for Watch {
    fn begins(&mut self, table: &Table) {
        self.folded = table.clone();
    }

    fn wall(&mut self, _table: &Table, wall: &Wall) {
        self.folded.put_wall(*wall);
    }

    fn events(&mut self, _table: &Table, events: &[Event]) {
        let mut lied = Vec::new();
        for event in events {
            let mut one = vec![event.clone()];
            (self.lie)(&mut one);
            one.iter().for_each(|event| self.sheets.event(&self.folded, event));
            self.folded.apply_trusted(event);
            lied.extend(one);
        }
        self.wins += events.iter().filter(|event| matches!(event, Event::Won { .. })).count();
        let found = self.sheets.compare(&self.folded, &lied);
        self.found = self.found.take().or(found.err());
    }
}

fn watched(spec: &str, seed: u64, lie: fn(&mut Vec<Event>)) -> Watch {
    let rules = rules(spec);
    let mut watch = Watch {
        sheets: Sheets::default(),
        folded: Table::new(rules.clone()),
        lie,
        wins: 0,
        found: None,
    };
    play(&rules, seed, &mut watch);
    watch
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
        let games: Vec<Watch> = (0..6).map(|seed| watched(spec, seed, |_| {})).collect();
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
