//! What a prompt says about waits.

use jantaku_rules::notation;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::Kind;
use jantaku_table::prompt::{AfterDiscard, WaitHint};
use jantaku_table::wall::{Wall, deal_places};
use jantaku_table::{Action, Event, Table};
use std::sync::Arc;

/// Copies of east that the dealer and the next player do not see, once the dealer has made a closed kan of it.
fn unseen_easts(spec: &str) -> [u8; 2] {
    let rules = Arc::new(Library::builtin().rules(spec).expect("it is there"));
    let mut row = rules.tiles.tiles().to_vec();
    for place in &deal_places(4)[0][..4] {
        let east = row
            .iter()
            .rposition(|tile| tile.kind() == Kind::EAST)
            .expect("it is there");
        row.swap(*place, east);
    }
    let mut table = Table::new(Arc::clone(&rules));
    let mut events = Vec::new();
    table.begin_hand(Wall::stacked(&rules, &row), &mut events);
    table
        .act(Seat(0), Action::Ankan(Kind::EAST), &mut events)
        .expect("a kan");
    [0, 1].map(|seat| table.unseen(Seat(seat), Kind::EAST))
}

/// The dealer has 123m 456p 234s 99s and 57m, which wait for 6m: closed, but no pinfu and no tanyao; and a 9p to discard.
fn waiting_for_six(spec: &str) -> Table {
    let rules = Arc::new(Library::builtin().rules(spec).expect("it is there"));
    let mut row = rules.tiles.tiles().to_vec();
    let wanted = notation::tiles("123m456p234s99s57m9p").expect("it is there");
    let draw = 13 * rules.seats();
    let places: Vec<usize> = deal_places(rules.seats())[0].into_iter().chain([draw]).collect();
    for (done, wanted) in wanted.into_iter().enumerate() {
        let is_free = |at: &usize| row[*at] == wanted && !places[..done].contains(at);
        let other = (0..row.len()).find(is_free).expect("it is there");
        row.swap(places[done], other);
    }
    let mut table = Table::new(Arc::clone(&rules));
    table.begin_hand(Wall::stacked(&rules, &row), &mut Vec::new());
    table
}

fn after_nine(table: &Table) -> AfterDiscard {
    let nine = notation::tile("9p").expect("it is there");
    let after = table.prompt(Seat(0)).expect("it is there").after;
    after.into_iter().find(|after| after.tile == nine).expect("it is there")
}

#[test]
fn a_passed_win_does_not_count_as_furiten_after_the_next_discard() {
    // RC-29: until your next discard; EMA-13: until your next draw.
    let mut table = waiting_for_six("ryanzou-chankan");
    table.apply_trusted(&Event::Missed { seat: Seat(0) });
    assert!(table.player(Seat(0)).passed);
    assert!(!after_nine(&table).furiten);
    assert!(after_nine(&table).waits.iter().all(|hint| hint.no_yaku));
}

#[test]
fn riichi_gives_a_yaku_to_a_wait_without_one() {
    let after = after_nine(&waiting_for_six("tenhou"));
    let no_yaku = |hints: &[WaitHint]| hints.iter().map(|hint| hint.no_yaku).collect::<Vec<_>>();
    assert_eq!(no_yaku(&after.waits), [true]);
    assert_eq!(no_yaku(&after.in_riichi), [false]);
}

#[test]
fn only_its_owner_counts_a_face_down_kan_as_seen() {
    // ZJ-08: shown when declared, or face down until the end of the hand.
    assert_eq!(unseen_easts("zung-jung"), [0, 0]);
    assert_eq!(unseen_easts("zung-jung(concealed-kong=face-down)"), [0, 4]);
}

/// Indicators underneath are unknown until a win: what a wait is worth must not tell of them.
#[test]
fn expected_wins_count_nothing_that_is_hidden() {
    let mut table = waiting_for_six("tenhou");
    let nine = after_nine(&table);
    let six = notation::tile("6m").expect("it is there").kind();
    let then = table.having_discarded(Seat(0), &nine, nine.riichi);
    let riichi = Action::Riichi {
        tile: nine.tile,
        drawn: nine.drawn,
        open: false,
    };
    table.act(Seat(0), riichi, &mut Vec::new()).expect("a riichi");
    for table in [&then, &table] {
        let [ron, tsumo] = table.expected_wins(Seat(0), six);
        assert!(ron.riichi.declared() && tsumo.riichi.declared());
        assert!(ron.ura.is_empty() && tsumo.ura.is_empty());
        assert_eq!((ron.by.is_tsumo(), tsumo.by.is_tsumo()), (false, true));
        // Thirteen tiles and the one that is waited for.
        assert_eq!((ron.hand.len(), tsumo.hand.len(), tsumo.from), (13, 13, tsumo.seat));
    }
}
