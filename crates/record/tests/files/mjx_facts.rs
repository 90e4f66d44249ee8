//! The observations of mjx: every one is read, and the seat's hand follows from what it saw.

use std::io::Read;

use crate::mjx::{LegalAction, Observation, SeenEvent, read_observation};
use flate2::read::GzDecoder;
use jantaku_record::game::RecordEvent;
use jantaku_record::meld::MeldRecord;
use jantaku_rules::tile::Tile;

use crate::shared;

#[test]
fn all_observations_are_read_and_add_up() {
    let Some(file) = shared::find("facts/mjx-legal-actions.jsonl.gz") else {
        return;
    };
    let packed = std::fs::File::open(file).expect("a readable file");
    let mut text = String::new();
    let unpacked = GzDecoder::new(packed).read_to_string(&mut text);
    unpacked.expect("gzipped text");
    // Discards, tsumogiri, calls, passes, acknowledgements: as many as stand in the file.
    let mut counts = [0; 5];
    for (index, line) in text.lines().enumerate() {
        let seen = read_observation(line).unwrap_or_else(|e| panic!("line {index}: {e}"));
        check(&seen, index);
        for action in &seen.legal {
            let place = match action {
                LegalAction::Discard(_) => 0,
                LegalAction::Tsumogiri(_) => 1,
                LegalAction::Call(_) => 2,
                LegalAction::Pass => 3,
                LegalAction::Acknowledge => 4,
                other => panic!("line {index}: {other:?} does not occur in the file"),
            };
            counts[place] += 1;
        }
    }
    assert_eq!(text.lines().count(), 233);
    assert_eq!(counts, [1_413, 148, 46, 43, 24]);
}

/// Dealt and drawn tiles less those discarded and laid down are the closed tiles; calls are the sets on the table.
fn check(seen: &Observation, index: usize) {
    let mut closed: Vec<Tile> = seen.dealt.clone();
    let mut melds: Vec<MeldRecord> = Vec::new();
    let take = |closed: &mut Vec<Tile>, tile: Tile| {
        let place = closed.iter().position(|t| *t == tile);
        closed.remove(place.unwrap_or_else(|| panic!("line {index}: no {tile}")));
    };
    for event in &seen.events {
        match *event {
            SeenEvent::HiddenDraw { seat } => assert_ne!(seat, seen.who, "line {index}"),
            SeenEvent::Open(RecordEvent::Draw { seat, tile }) => {
                assert_eq!(seat, seen.who, "line {index}");
                closed.push(tile);
            }
            SeenEvent::Open(RecordEvent::Discard { seat, tile, .. }) if seat == seen.who => {
                take(&mut closed, tile);
            }
            SeenEvent::Open(RecordEvent::Call { seat, meld }) if seat == seen.who => {
                for tile in meld.laid() {
                    take(&mut closed, *tile);
                }
                melds.push(meld);
            }
            _ => {}
        }
    }
    closed.sort_unstable_by_key(|tile| (tile.kind(), tile.index()));
    assert_eq!(closed, seen.closed, "line {index}");
    assert_eq!(melds, seen.melds, "line {index}");
    for action in &seen.legal {
        match action {
            LegalAction::Discard(tile) | LegalAction::Tsumogiri(tile) => {
                assert!(seen.closed.contains(tile), "line {index}");
            }
            LegalAction::Call(meld) => {
                let mut hand = seen.closed.clone();
                for tile in meld.laid() {
                    take(&mut hand, *tile);
                }
            }
            _ => {}
        }
    }
}
