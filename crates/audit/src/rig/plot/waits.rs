//! Plots about hands that wait, and how their tile comes.

use super::super::plan::Plan;
use super::super::shape::{self, Ready};
use super::super::{Part, Want};
use jantaku_rules::seat::Wind;
use jantaku_rules::tile::{Kind, Tile};

/// Deals a waiting hand of any shape and returns its wait.
pub(super) fn deal_ready(plan: &mut Plan<'_>, wind: Wind) -> Option<Kind> {
    let Ready { hand, waits } = shape::any(plan)?;
    plan.deal(wind, &hand)?;
    Some(waits)
}

/// The part of a waiting player: mostly to win, often after riichi.
pub(super) fn ways_to_win(plan: &mut Plan<'_>) -> Part {
    let mut wants = Vec::new();
    if plan.once_in(6) {
        wants.push(Want::LetGo);
    }
    wants.push(Want::Win);
    if plan.once_in(2) {
        let open = plan.rules.settings.riichi.open && plan.once_in(2);
        wants.push(Want::Riichi { open });
        wants.push(Want::Riichi { open: !open });
    }
    if plan.once_in(4) {
        wants.push(Want::Kan);
    }
    Part::new(wants)
}

/// One hand of any shape waits; its tile is drawn by its player or another, early or as the last of the wall.
pub(super) fn one_hand(plan: &mut Plan<'_>) -> Option<()> {
    let wind = plan.any_wind();
    let named = if plan.once_in(6) { plan.named_tile() } else { None };
    let waits = match named {
        Some(kind) => {
            let ready = shape::waiting_for(plan, kind)?;
            plan.deal(wind, &ready.hand)?;
            kind
        }
        None => deal_ready(plan, wind)?,
    };
    let part = ways_to_win(plan);
    plan.part(wind, part);
    indicators(plan);
    let turns = if plan.once_in(2) { 0 } else { plan.lot(plan.seats()) };
    let drawer = plan.after(wind, turns);
    let number = plan.lot(4);
    plan.draws_kind(drawer, number, waits)?;
    if plan.once_in(3) {
        plan.ends_with(drawer, number);
    }
    Some(())
}

/// Indicators that mean something: a flower, or a tile before what many hands hold.
fn indicators(plan: &mut Plan<'_>) {
    if plan.once_in(3) {
        let beneath = plan.once_in(2);
        let _ = plan.indicator(0, beneath, |tile| tile.kind().is_flower());
    }
}

/// Two or three hands wait for one tile, and another player throws it.
pub(super) fn several_hands(plan: &mut Plan<'_>) -> Option<()> {
    let middle = plan.kinds(4, |kind| kind.is_suited() && (2..=8).contains(&kind.number()));
    let waits = plan.any_of(&middle)?;
    let thrower = plan.any_wind();
    let hands = 2 + plan.lot(plan.seats() - 2);
    for turns in 1..=hands {
        let wind = plan.after(thrower, turns);
        let ready = shape::waiting_for(plan, waits)?;
        plan.deal(wind, &ready.hand)?;
        let riichi = plan.once_in(2).then_some(Want::Riichi { open: false });
        plan.part(wind, Part::new([Want::Win].into_iter().chain(riichi)));
    }
    let number = plan.lot(3);
    plan.draws_kind(thrower, number, waits)?;
    let declares = plan.once_in(4);
    plan.part(thrower, Part::new(declares.then_some(Want::Riichi { open: false })));
    if plan.once_in(4) {
        plan.ends_with(thrower, number);
    }
    Some(())
}

/// A waiting player throws the winning tile away or lets it go, and it comes again.
pub(super) fn thrown_away(plan: &mut Plan<'_>) -> Option<()> {
    let wind = plan.any_wind();
    let such = plan.kinds(4, |_| true);
    let waits = plan.any_of(&such)?;
    let ready = shape::waiting_for(plan, waits)?;
    plan.deal(wind, &ready.hand)?;
    let number = plan.lot(2);
    let own = plan.once_in(2);
    let first = if own { wind } else { plan.after(wind, 1) };
    plan.draws_kind(first, number, waits)?;
    let turns = 1 + usize::from(!own) + plan.lot(plan.seats() - 2);
    let second = plan.after(wind, turns);
    let later = number + usize::from(second.index() < first.index()) + plan.lot(2);
    plan.draws_kind(second, later, waits);
    let mut wants = vec![Want::LetGo];
    if plan.once_in(2) {
        let open = plan.once_in(2);
        wants.push(Want::Riichi { open });
    }
    wants.push(Want::Win);
    plan.part(wind, Part::new(wants));
    Some(())
}

/// The winning tile comes as the replacement of a flower or of a north.
pub(super) fn after_a_tile_aside(plan: &mut Plan<'_>) -> Option<()> {
    let wind = plan.any_wind();
    let waits = deal_ready(plan, wind)?;
    let kita = plan.rules.settings.aside.kita;
    let aside = move |tile: Tile| tile.kind().is_flower() || kita && tile.kind() == Kind::NORTH;
    let number = plan.lot(3);
    plan.draws(wind, number, aside)?;
    let mut replaced = 0;
    if plan.once_in(3) && plan.replaces(0, aside).is_some() {
        replaced = 1;
    }
    plan.replaces(replaced, |tile| tile.kind() == waits)?;
    let part = ways_to_win(plan);
    plan.part(wind, part.then(Want::Kita));
    Some(())
}

/// The pocchi comes to a hand in riichi, or to any hand.
pub(super) fn the_pocchi(plan: &mut Plan<'_>) -> Option<()> {
    let wind = plan.any_wind();
    deal_ready(plan, wind)?;
    let number = 1 + plan.lot(3);
    plan.draws(wind, number, Tile::is_pocchi)?;
    let declines = plan.once_in(3);
    let open = plan.rules.settings.riichi.open && plan.once_in(2);
    let wants = [Want::Riichi { open }]
        .into_iter()
        .chain(declines.then_some(Want::LetGo))
        .chain([Want::Win]);
    plan.part(wind, Part::new(wants));
    Some(())
}

/// Everybody is dealt a hand that waits, and declares riichi.
pub(super) fn everybody_in_riichi(plan: &mut Plan<'_>) -> Option<()> {
    for wind in super::super::winds(plan.rules) {
        deal_ready(plan, wind)?;
        let wins = plan.once_in(2).then_some(Want::Win);
        plan.part(wind, Part::new(wins.into_iter().chain([Want::Riichi { open: false }])));
    }
    Some(())
}
