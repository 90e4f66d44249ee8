//! Score sheets whose lines do not add up, or cite the wrong clause.

use crate::{is_told, play, rules};
use jantaku_audit::check::lines::check;
use jantaku_bots::arena::Watcher;
use jantaku_table::event::Party;
use jantaku_table::wall::Wall;
use jantaku_table::{Event, Table};
use jantaku_wire::score_json::LineRow;
use jantaku_wire::score_json::response::Sheet;
use jantaku_wire::won_hand::WonHand;

struct Watch {
    folded: Table,
    plant: fn(&mut Sheet),
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
        let mut won = Vec::new();
        for event in events {
            if let Event::Won { seat, from, tile, .. } = event {
                won.extend(WonHand::at(&self.folded, *seat, *from, *tile));
            }
            self.folded.apply_trusted(event);
        }
        for hand in won {
            let to_winner = |event: &&Event| matches!(event, Event::Paid { to, .. } if *to == Party::Seat(hand.seat));
            let paid: Vec<&Event> = events.iter().filter(to_winner).collect();
            let owned: Vec<Event> = paid.iter().map(|event| (*event).clone()).collect();
            let mut sheet = hand.sheet(&self.folded, &owned);
            (self.plant)(&mut sheet);
            self.wins += 1;
            self.found = self.found.take().or(check(&self.folded, &sheet, &paid).err());
        }
    }
}

fn watched(spec: &str, seed: u64, plant: fn(&mut Sheet)) -> Watch {
    let rules = rules(spec);
    let mut watch = Watch {
        folded: Table::new(rules.clone()),
        plant,
        wins: 0,
        found: None,
    };
    play(&rules, seed, &mut watch);
    watch
}

#[track_caller]
fn is_caught(words: &str, spec: &str, plant: fn(&mut Sheet)) {
    is_told(words, |seed| watched(spec, seed, plant).found);
}

fn first<'a>(sheet: &'a mut Sheet, part: &str) -> Option<&'a mut LineRow> {
    sheet
        .lines
        .iter_mut()
        .find(|line| line.part == part && line.clause.is_some())
}

/// Lets the first line of a part cite the clause of the first line of another.
fn exchange(sheet: &mut Sheet, part: &str, other: &str) {
    let clause = first(sheet, other).and_then(|line| line.clause.clone());
    if let (Some(clause), Some(line)) = (clause, first(sheet, part)) {
        line.clause = Some(clause);
    }
}

#[test]
fn accepts_true_sheets() {
    for spec in ["zan", "zung-jung", "sanmatsuri", "ryanzou-chankan+hana", "ema-2025"] {
        let wins: usize = (0..4)
            .map(|seed| {
                let watch = watched(spec, seed, |_| {});
                assert_eq!(watch.found, None, "{spec}");
                watch.wins
            })
            .sum();
        assert!(wins > 4, "{spec}: {wins} wins");
    }
}

#[test]
fn catches_lines_that_do_not_add_up() {
    is_caught("not to the value", "ema-2025", |sheet| {
        first(sheet, "yaku")
            .into_iter()
            .for_each(|line| line.han = line.han.map(|han| han + 1));
    });
    is_caught("not to the value", "zung-jung", |sheet| {
        first(sheet, "yaku")
            .into_iter()
            .for_each(|line| line.points = line.points.map(|points| points + 1));
    });
    is_caught("the fu lines add up", "ema-2025", |sheet| {
        first(sheet, "fu")
            .into_iter()
            .for_each(|line| line.fu = line.fu.map(|fu| fu + 2));
    });
    is_caught("is no payment", "zan", |sheet| {
        first(sheet, "payment")
            .into_iter()
            .for_each(|line| line.points = line.points.map(|points| points + 100));
    });
    is_caught("has no line", "zan", |sheet| {
        sheet.lines.retain(|line| line.part != "payment");
    });
}

#[test]
fn catches_wrong_citations() {
    is_caught("line yaku", "ema-2025", |sheet| exchange(sheet, "yaku", "payment"));
    is_caught("line yaku", "zung-jung", |sheet| exchange(sheet, "yaku", "payment"));
    is_caught("line fu", "ema-2025", |sheet| exchange(sheet, "fu", "payment"));
    is_caught("line dora", "zan", |sheet| exchange(sheet, "dora", "payment"));
    is_caught("is no payment", "zan", |sheet| exchange(sheet, "payment", "dora"));
    is_caught("cites XX-1", "sanmatsuri", |sheet| {
        first(sheet, "not-given")
            .into_iter()
            .for_each(|line| line.clause = Some("XX-1".to_owned()));
    });
}
