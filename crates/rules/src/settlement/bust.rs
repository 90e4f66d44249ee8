//! Players out of points, and the chips they pay to whoever put them there.

use super::ledger::Ledger;
use super::players;
use crate::rulebook::choices::Bust;
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::{Key, Settings};
use crate::seat::{BySeat, Wind};
use crate::transfer::{Amount, Party, Transfer, Transfers, What, points_moved};
use crate::units::{Chips, Points};
use arrayvec::ArrayVec;

/// Is a player with these points bust?
pub fn is_bust(settings: &Settings, points: Points) -> bool {
    match settings.game.bust {
        Bust::Never => false,
        Bust::BelowZero => points < Points(0),
        Bust::AtZero => points <= Points(0),
    }
}

/// Chips from every player whom a hand has put out of points.
///
/// `before` are the points when the hand was won or drawn, riichi sticks already paid; `transfers` is everything the hand moved since.
/// What those are for tells who did it: a win, noten payments, or a stick that a winner took. A penalty gives nothing.
pub fn bust_chips(rules: &Rules, before: &BySeat<Points>, transfers: &[Transfer]) -> Transfers {
    let mut ledger = Ledger::new(rules);
    let gains = points_moved(transfers, rules.seats());
    for player in players(rules.seats()) {
        if is_bust(&rules.settings, before[player] + gains[player]) {
            let (takers, key) = who_did_it(&rules.settings, player, transfers);
            let key = ledger.said_or(key, Key::ChipsBust);
            pay(&mut ledger, player, &takers, key);
        }
    }
    ledger.close()
}

/// Shares the chips among those who did it; what cannot be shared goes to the first in turn.
fn pay(ledger: &mut Ledger, player: Wind, takers: &[Wind], key: Key) {
    let chips = i32::from(ledger.settings().chips.bust);
    let count = takers.len() as i32;
    for (place, &taker) in (0..).zip(takers) {
        let share = chips / count + i32::from(place < chips % count);
        ledger.chips(player, taker, Chips(share), What::Bust, key);
    }
}

/// Who put the player out of points, and the setting that gives them the chips.
fn who_did_it(settings: &Settings, player: Wind, transfers: &[Transfer]) -> (ArrayVec<Wind, 4>, Key) {
    let seats = usize::from(settings.tiles.seats);
    let points = || transfers.iter().filter(|t| matches!(t.amount, Amount::Points(_)));
    let mut in_turn: ArrayVec<Wind, 4> = (1..seats)
        .map(|turns| Wind::ALL[(player.index() + turns) % seats])
        .collect();
    let paid: ArrayVec<What, 64> = points()
        .filter(|t| t.from == Party::Player(player))
        .map(|t| t.what)
        .collect();
    let mut key = Key::ChipsBust;
    if paid.contains(&What::Chombo) {
        in_turn.clear();
    } else if paid.contains(&What::Noten) {
        // Noten payments go into one pot for all tenpai players.
        in_turn.retain(|seat| {
            settings.chips.bust_by_noten && points().any(|t| t.what == What::Noten && t.to == Party::Player(*seat))
        });
    } else if paid.is_empty() {
        // Only their own stick can have done it.
        in_turn.retain(|seat| points().any(|t| t.what == What::Sticks && t.to == Party::Player(*seat)));
        key = Key::RiichiLastPoints;
    } else {
        in_turn.retain(|seat| points().any(|t| t.from == Party::Player(player) && t.to == Party::Player(*seat)));
    }
    (in_turn, key)
}
