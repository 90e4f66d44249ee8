//! The observations of mjx, each played at our table up to the moment that it shows: what the seat may do there is exactly
//! what mjx lists.
//!
//! A seat does not see what the others hold. They are given tiles that let them do what they were seen doing, and
//! nothing of what the seat may do depends on the rest.

mod unseen;

use std::io::Read;
use std::sync::Arc;

use crate::mjx::{LegalAction, Observation, SeenEvent, read_observation};
use flate2::read::GzDecoder;
use jantaku_record::meld::MeldRecord;
use jantaku_record::verify::table_after;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_table::phase::{Phase, Turn};
use jantaku_table::{Action, Table};

use crate::shared;

#[test]
fn legal_actions_are_those_of_mjx() {
    let Some(file) = shared::find("facts/mjx-legal-actions.jsonl.gz") else {
        return;
    };
    let packed = std::fs::File::open(file).expect("a readable file");
    let mut text = String::new();
    GzDecoder::new(packed).read_to_string(&mut text).expect("gzipped text");
    let rules = Arc::new(Library::builtin().rules("tenhou").expect("a shipped rulebook"));
    for (index, line) in text.lines().enumerate() {
        let seen = read_observation(line).unwrap_or_else(|e| panic!("line {index}: {e}"));
        check(&seen, &rules, index);
    }
    assert_eq!(text.lines().count(), 233);
}

fn check(seen: &Observation, rules: &Arc<Rules>, index: usize) {
    let round = unseen::round_of(seen, rules);
    // mjx tells everybody of the deal before the first draw; our dealer is asked when the tile is drawn.
    if round.events.is_empty() && seen.legal == [LegalAction::Acknowledge] {
        return;
    }
    let mut table = table_after(&round, rules).unwrap_or_else(|m| panic!("line {index}: {m}"));
    let ending = seen.events.iter().filter_map(|event| match *event {
        SeenEvent::Win { seat, tsumo, .. } => Some(Some((seat, tsumo))),
        SeenEvent::DrawnGame(_) => Some(None),
        _ => None,
    });
    for winner in ending {
        finish(&mut table, winner, index);
    }
    let found: Vec<LegalAction> = listed(&table, seen.who);
    let mut expected = seen.legal.clone();
    expected.retain(|action| *action != LegalAction::Acknowledge);
    assert_eq!(sorted(&found), sorted(&expected), "line {index}");
}

/// The last decision of a round: a win, or nobody claims the last discard.
fn finish(table: &mut Table, winner: Option<(Seat, bool)>, index: usize) {
    for seat in table.to_act() {
        let action = match winner {
            Some((winner, true)) if winner == seat => Action::Tsumo,
            Some((winner, false)) if winner == seat => Action::Ron,
            _ => Action::Pass,
        };
        let acted = table.act(seat, action, &mut Vec::new());
        acted.unwrap_or_else(|refusal| panic!("line {index}, seat {seat:?}, {action:?}: {refusal:?}"));
    }
    assert!(table.needs_wall() || table.is_over(), "line {index}: the round goes on");
}

/// What a seat may do, in the words of mjx.
fn listed(table: &Table, seat: Seat) -> Vec<LegalAction> {
    let mut listed: Vec<LegalAction> = table
        .legal(seat)
        .into_iter()
        .map(|action| word(table, seat, action))
        .collect();
    // mjx asks for the discard of a riichi afterwards.
    let mut riichi = false;
    listed.retain(|action| *action != LegalAction::Riichi || !std::mem::replace(&mut riichi, true));
    listed
}

fn word(table: &Table, seat: Seat, action: Action) -> LegalAction {
    let player = table.player(seat);
    let claimed = match table.phase() {
        Phase::Claims(claims) => Some((claims.from, claims.tile)),
        _ => None,
    };
    let given = || claimed.expect("a claim");
    match action {
        Action::Discard { tile, drawn: true } => LegalAction::Tsumogiri(tile),
        Action::Discard { tile, drawn: false } => LegalAction::Discard(tile),
        Action::Riichi { .. } => LegalAction::Riichi,
        Action::Tsumo => match table.phase() {
            Phase::Turn(Turn { drawn: Some(tile), .. }) => LegalAction::Tsumo(*tile),
            phase => panic!("tsumo in {phase:?}"),
        },
        Action::Ron => LegalAction::Ron(given().1),
        Action::Chii(own) => LegalAction::Call(MeldRecord::chii(given().0, given().1, own)),
        Action::Pon(own) => LegalAction::Call(MeldRecord::pon(given().0, given().1, own)),
        Action::Daiminkan => {
            let own = player.copies(given().1.kind());
            LegalAction::Call(MeldRecord::daiminkan(given().0, given().1, [own[0], own[1], own[2]]))
        }
        Action::Ankan(kind) => {
            let own = player.copies(kind);
            LegalAction::Call(MeldRecord::ankan([own[0], own[1], own[2], own[3]]))
        }
        Action::NineTerminals => LegalAction::NineTerminals,
        Action::Pass => LegalAction::Pass,
        other => panic!("{other:?} does not occur in the file"),
    }
}

fn sorted(actions: &[LegalAction]) -> Vec<String> {
    let mut words: Vec<String> = actions.iter().map(|action| format!("{action:?}")).collect();
    words.sort();
    words
}
