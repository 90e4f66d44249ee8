//! Plots about the end of the wall.

use super::super::plan::Plan;
use super::super::shape;
use super::super::{Part, Want};
use super::waits::deal_ready;
use jantaku_rules::tile::Kind;

/// One or more players draw nothing but terminals and honours, and the wall is short.
pub(super) fn nagashi(plan: &mut Plan<'_>) -> Option<()> {
    let first = plan.any_wind();
    let players = 1 + plan.lot(2);
    let draws = 1 + plan.lot(4);
    for turns in 0..players {
        let wind = plan.after(first, turns);
        for number in 0..draws {
            plan.draws(wind, number, |tile| {
                tile.kind().is_outside() && tile.kind() != Kind::NORTH
            })?;
        }
        let riichi = plan.once_in(3) && deal_ready(plan, wind).is_some();
        let claims = (!plan.once_in(4)).then_some(Want::Nagashi);
        let riichi = riichi.then_some(Want::Riichi { open: false });
        plan.part(wind, Part::new(riichi.into_iter().chain(claims)));
    }
    let last = plan.after(super::super::winds(plan.rules).next()?, plan.seats() - 1);
    plan.ends_with(last, draws - 1);
    Some(())
}

/// The wall ends soon; some players are tenpai, some only for a fifth tile, some declare riichi with what is left.
pub(super) fn ready_at_the_end(plan: &mut Plan<'_>) -> Option<()> {
    for wind in super::super::winds(plan.rules) {
        match plan.lot(4) {
            0 => {
                let hand = shape::fifth_tile(plan)?;
                plan.deal(wind, &hand)?;
            }
            1 | 2 => {
                deal_ready(plan, wind)?;
            }
            _ => {
                // Four of a kind, or the pair of what may be the last discard.
                let kinds = plan.kinds(4, |_| true);
                let kind = plan.any_of(&kinds)?;
                plan.deal(wind, &[kind; 3])?;
                plan.draws_kind(wind, 0, kind)?;
            }
        }
        let riichi = plan.once_in(2).then_some(Want::Riichi { open: false });
        let wins = plan.once_in(3).then_some(Want::Win);
        let kan = plan.once_in(2).then_some(Want::Kan);
        plan.part(wind, Part::new(wins.into_iter().chain(kan).chain(riichi)));
    }
    let wind = plan.any_wind();
    let number = plan.lot(3);
    plan.ends_with(wind, number);
    if plan.once_in(2) {
        // Somebody can call the last discard, were it not the last.
        let turns = 1 + plan.lot(plan.seats() - 1);
        let caller = plan.after(wind, turns);
        let kinds = plan.kinds(3, |_| true);
        if let Some(kind) = plan.any_of(&kinds) {
            let _ = plan.deal(caller, &[kind; 2]);
            let _ = plan.draws_kind(wind, number, kind);
        }
    }
    Some(())
}

/// The last tile of the wall is a flower or a north.
pub(super) fn last_tile_aside(plan: &mut Plan<'_>) -> Option<()> {
    let kita = plan.rules.settings.aside.kita;
    let wind = plan.any_wind();
    let number = plan.lot(3);
    plan.draws(wind, number, |tile| {
        tile.kind().is_flower() || kita && tile.kind() == Kind::NORTH
    })?;
    plan.ends_with(wind, number);
    if plan.once_in(2) {
        let waits = deal_ready(plan, wind)?;
        let _ = plan.replaces(0, |tile| tile.kind() == waits);
    }
    plan.part(wind, Part::new([Want::Win, Want::Kita, Want::Riichi { open: false }]));
    Some(())
}

/// The last tile of the wall is one that some yaku names as its winning tile, drawn by whoever waits for it or by another player.
pub(super) fn named_tile(plan: &mut Plan<'_>) -> Option<()> {
    let kind = plan.named_tile()?;
    let ready = shape::waiting_for(plan, kind)?;
    let wind = plan.any_wind();
    plan.deal(wind, &ready.hand)?;
    let turns = plan.lot(2) * (1 + plan.lot(plan.seats() - 1));
    let last = plan.after(wind, turns);
    let number = plan.lot(3);
    plan.draws_kind(last, number, kind)?;
    plan.ends_with(last, number);
    let riichi = plan.once_in(2).then_some(Want::Riichi { open: false });
    plan.part(wind, Part::new([Want::Win].into_iter().chain(riichi)));
    Some(())
}
