//! Plots about kans.

use super::super::plan::Plan;
use super::super::shape;
use super::super::{Part, Want};
use jantaku_rules::seat::Wind;
use jantaku_rules::tile::Kind;

/// Random kinds of which all four tiles are in the box.
fn fours(plan: &mut Plan<'_>, n: usize) -> Option<Vec<Kind>> {
    let honours = plan.once_in(3);
    let mut kinds = plan.kinds(4, |kind| !honours || kind.is_honour());
    let mut chosen = Vec::new();
    for _ in 0..n {
        if kinds.is_empty() {
            return None;
        }
        let place = plan.lot(kinds.len());
        chosen.push(kinds.swap_remove(place));
    }
    Some(chosen)
}

/// One player makes up to four kans in a row; then comes the pair, a tile that another waits for, or any tile.
pub(super) fn of_one_player(plan: &mut Plan<'_>) -> Option<()> {
    let wind = plan.any_wind();
    let n = 1 + plan.lot(4);
    let n = if plan.once_in(2) { 4 } else { n };
    let kinds = fours(plan, n)?;
    let singles = plan.kinds(4, |kind| !kinds.contains(&kind));
    let pair = plan.any_of(&singles)?;
    for &kind in &kinds {
        plan.deal(wind, &[kind; 3])?;
    }
    let mut replaced = 0;
    let number = plan.lot(2);
    // The last kan may be called on a discard.
    let fed = plan.once_in(3);
    let from = plan.after(wind, 1);
    for (place, &kind) in kinds.iter().enumerate() {
        if fed && place + 1 == kinds.len() {
            plan.draws_kind(from, number, kind)?;
        } else if place == 0 {
            plan.draws_kind(wind, number, kind)?;
        } else {
            plan.replaces(replaced, |tile| tile.kind() == kind)?;
            replaced += 1;
        }
    }
    if plan.once_in(6) && plan.replaces(replaced, |tile| tile.kind().is_flower()).is_some() {
        replaced += 1;
    }
    last_tile(plan, wind, pair, replaced, number)?;
    plan.part(wind, Part::new([Want::Kan, Want::Win]));
    another_kan(plan, wind, number);
    Some(())
}

/// What comes after the last kan.
fn last_tile(plan: &mut Plan<'_>, wind: Wind, pair: Kind, replaced: usize, number: usize) -> Option<()> {
    match plan.lot(3) {
        0 => {
            plan.deal(wind, &[pair])?;
            plan.replaces(replaced, |tile| tile.kind() == pair)?;
        }
        1 => {
            // Another player waits for the discard after the last kan.
            let turns = 1 + plan.lot(plan.seats() - 1);
            let other = plan.after(wind, turns);
            let ready = shape::waiting_for(plan, pair)?;
            plan.deal(other, &ready.hand)?;
            plan.replaces(replaced, |tile| tile.kind() == pair)?;
            plan.part(other, Part::new([Want::Win]));
        }
        _ => {}
    }
    if plan.once_in(6) {
        plan.ends_with(wind, number + 1);
    }
    Some(())
}

/// Somebody else holds four of a kind for a fifth kan, if it is allowed.
fn another_kan(plan: &mut Plan<'_>, wind: Wind, number: usize) {
    if !plan.once_in(3) {
        return;
    }
    let turns = 1 + plan.lot(plan.seats() - 1);
    let other = plan.after(wind, turns);
    if let Some(kinds) = fours(plan, 1)
        && plan.deal(other, &[kinds[0]; 3]).is_some()
    {
        let _ = plan.draws_kind(other, number + 2, kinds[0]);
        plan.part(other, Part::new([Want::Win, Want::Kan]));
    }
}

/// Two players make kans in turn.
pub(super) fn of_several_players(plan: &mut Plan<'_>) -> Option<()> {
    let first = plan.any_wind();
    let second = plan.after(first, 1);
    let kinds = fours(plan, 5)?;
    let mut numbers = [0; 4];
    for (place, &kind) in kinds.iter().enumerate() {
        let wind = if place % 2 == 0 { first } else { second };
        plan.deal(wind, &[kind; 3])?;
        plan.draws_kind(wind, numbers[wind.index()], kind)?;
        numbers[wind.index()] += 1;
    }
    for wind in [first, second] {
        plan.part(wind, Part::new([Want::Win, Want::Kan]));
    }
    Some(())
}

/// A hand in riichi draws the fourth tile of one of its triplets, or what looks like one.
pub(super) fn in_riichi(plan: &mut Plan<'_>) -> Option<()> {
    let wind = plan.any_wind();
    let kinds = fours(plan, 1)?;
    let kind = kinds[0];
    let hand = if plan.once_in(2) {
        with_triplet(plan, kind)?
    } else {
        tangled(plan, kind)?
    };
    plan.deal(wind, &hand)?;
    let number = 1 + plan.lot(2);
    plan.draws_kind(wind, number, kind)?;
    let open = plan.rules.settings.riichi.open && plan.once_in(3);
    plan.part(wind, Part::new([Want::Riichi { open }, Want::Win, Want::Kan]));
    Some(())
}

/// A hand that waits, with a triplet of this kind in it.
fn with_triplet(plan: &mut Plan<'_>, kind: Kind) -> Option<Vec<Kind>> {
    let waits = plan.kinds(4, |other| other != kind && other.is_suited());
    let waits = plan.any_of(&waits)?;
    let mut hand = shape::waiting_for(plan, waits)?.hand;
    // One of its sets makes room for the triplet.
    let sets = hand.len() - 3;
    hand.truncate(sets);
    (!hand.contains(&kind)).then_some(())?;
    hand.extend([kind; 3]);
    Some(hand)
}

/// Three of a kind with its neighbours, which may be read in several ways.
fn tangled(plan: &mut Plan<'_>, kind: Kind) -> Option<Vec<Kind>> {
    if !kind.is_suited() || !(1..=7).contains(&kind.number()) {
        return None;
    }
    let next = Kind::at(kind.index() + 1);
    let mut hand = vec![kind, kind, kind, next];
    let honours = plan.kinds(3, Kind::is_honour);
    for &honour in honours.iter().take(3) {
        hand.extend([honour; 3]);
    }
    (hand.len() == 13).then_some(hand)
}

/// A pon becomes a kan, and somebody waits for its tile.
pub(super) fn robbed(plan: &mut Plan<'_>) -> Option<()> {
    let kinds = plan.kinds(4, Kind::is_suited);
    let named = if plan.once_in(4) { plan.named_tile() } else { None };
    let kind = named.filter(|kind| kinds.contains(kind)).or(plan.any_of(&kinds))?;
    let wind = plan.any_wind();
    let thrower = plan.after(wind, 1);
    let turns = 1 + plan.lot(plan.seats() - 1);
    let robber = plan.after(wind, turns);
    plan.deal(wind, &[kind; 2])?;
    let robber_ready = waiting_beside(plan, kind)?;
    plan.deal(robber, &robber_ready)?;
    let early = plan.once_in(2);
    plan.draws_kind(thrower, 0, kind)?;
    // The pon skips the players in between, so the caller gets what would have been the discarder's second draw.
    plan.draws_kind(thrower, 1, kind)?;
    plan.part(wind, Part::new([Want::Kan, Want::Pon]).keeping([kind]));
    let riichi = plan.once_in(3).then_some(Want::Riichi { open: false });
    let wants = early
        .then_some(Want::LetGo)
        .into_iter()
        .chain([Want::Win])
        .chain(riichi);
    if robber != thrower {
        plan.part(robber, Part::new([Want::LetGo, Want::Win]));
    } else {
        plan.part(robber, Part::new(wants).keeping(robber_ready));
    }
    Some(())
}

/// A hand that waits for a kind without holding any of it.
fn waiting_beside(plan: &mut Plan<'_>, kind: Kind) -> Option<Vec<Kind>> {
    for _ in 0..8 {
        let ready = shape::waiting_for(plan, kind)?;
        if !ready.hand.contains(&kind) {
            return Some(ready.hand);
        }
    }
    None
}

/// Four of a kind from one hand, while thirteen orphans or nine gates wait for it.
pub(super) fn closed_and_robbed(plan: &mut Plan<'_>) -> Option<()> {
    let wind = plan.any_wind();
    let turns = 1 + plan.lot(plan.seats() - 1);
    let robber = plan.after(wind, turns);
    let kind = match plan.lot(4) {
        0 => {
            let suit = plan.lot(3) * 9;
            let number = 1 + plan.lot(7);
            let kind = Kind::at(suit + number);
            let twice = Kind::at(suit + 1 + (number + 1 + plan.lot(6)) % 7);
            let mut hand: Vec<Kind> = (1..8).map(|n| Kind::at(suit + n)).filter(|&k| k != kind).collect();
            hand.extend([Kind::at(suit); 3]);
            hand.extend([Kind::at(suit + 8); 3]);
            hand.push(if twice == kind { Kind::at(suit) } else { twice });
            plan.deal(robber, &hand)?;
            kind
        }
        1 => {
            let kinds = plan.kinds(4, Kind::is_suited);
            let kind = plan.any_of(&kinds)?;
            let hand = waiting_beside(plan, kind)?;
            plan.deal(robber, &hand)?;
            kind
        }
        _ => {
            let outside = plan.kinds(4, Kind::is_outside);
            let kind = plan.any_of(&outside)?;
            let mut hand: Vec<Kind> = Kind::of_hand().filter(|&k| k.is_outside() && k != kind).collect();
            let twice = plan.lot(hand.len());
            hand.push(hand[twice]);
            plan.deal(robber, &hand)?;
            kind
        }
    };
    let number = plan.lot(2);
    plan.deal(wind, &[kind; 3])?;
    plan.draws_kind(wind, number, kind)?;
    plan.part(wind, Part::new([Want::Kan]));
    let riichi = plan.once_in(3).then_some(Want::Riichi { open: false });
    let lets_go = plan.once_in(8).then_some(Want::LetGo);
    plan.part(robber, Part::new(lets_go.into_iter().chain([Want::Win]).chain(riichi)));
    Some(())
}

/// A kan is called on a discard, and its replacement completes the hand, often after further kans or a flower.
pub(super) fn fed(plan: &mut Plan<'_>) -> Option<()> {
    let wind = plan.any_wind();
    let kinds = fours(plan, 1)?;
    let kind = kinds[0];
    let hand = with_triplet(plan, kind)?;
    plan.deal(wind, &hand)?;
    let calculator = jantaku_table::table::calculator(plan.rules);
    let mut counts = [0; jantaku_rules::tile::HAND_KINDS];
    hand.iter().for_each(|kind| counts[kind.index()] += 1);
    let waits = calculator.waits(&counts);
    let waited = plan.kinds(1, |kind| waits.has(kind));
    let winning = plan.any_of(&waited)?;
    let turns = 1 + plan.lot(plan.seats() - 1);
    let from = plan.after(wind, turns);
    let number = plan.lot(3);
    plan.draws_kind(from, number, kind)?;
    let flower = plan.once_in(3) && plan.replaces(0, |tile| tile.kind().is_flower()).is_some();
    plan.replaces(usize::from(flower), |tile| tile.kind() == winning)?;
    plan.part(wind, Part::new([Want::Kan, Want::Win]));
    if plan.once_in(3) {
        plan.ends_with(from, number + 1);
    }
    Some(())
}
