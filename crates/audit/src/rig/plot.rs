//! The plots of rigged hands.

mod ends;
mod kans;
mod waits;

use super::plan::Plan;
use super::{Part, Want};
use jantaku_rules::seat::Wind;
use jantaku_rules::tile::Kind;

/// One plot: puts tiles and parts into a plan, or finds that they do not fit.
type PlotFn = fn(&mut Plan<'_>) -> Option<()>;

/// All plots; those that reach more clauses are listed more often.
pub(super) const ALL: [PlotFn; 25] = [
    waits::one_hand,
    waits::one_hand,
    waits::one_hand,
    waits::one_hand,
    waits::several_hands,
    waits::several_hands,
    waits::thrown_away,
    waits::after_a_tile_aside,
    waits::the_pocchi,
    waits::everybody_in_riichi,
    kans::of_one_player,
    kans::of_one_player,
    kans::of_several_players,
    kans::in_riichi,
    kans::robbed,
    kans::closed_and_robbed,
    kans::fed,
    ends::nagashi,
    ends::ready_at_the_end,
    ends::last_tile_aside,
    ends::named_tile,
    first_turn,
    flowers,
    norths,
    liable,
];

/// Abortive draws in the first go-around: nine terminals, or the same wind from everybody.
fn first_turn(plan: &mut Plan<'_>) -> Option<()> {
    if plan.once_in(2) {
        let wind = plan.any_wind();
        let mut outside = plan.kinds(1, Kind::is_outside);
        let n = 9 + plan.lot(4);
        while outside.len() > n {
            let place = plan.lot(outside.len());
            outside.swap_remove(place);
        }
        plan.deal(wind, &outside)?;
        let nine = !plan.once_in(3);
        plan.part(
            wind,
            Part::new([Want::Win].into_iter().chain(nine.then_some(Want::Nine))),
        );
        return Some(());
    }
    let winds = plan.kinds(plan.seats(), |kind| {
        (Kind::EAST.index()..=Kind::NORTH.index()).contains(&kind.index())
    });
    let kind = plan.any_of(&winds)?;
    for wind in super::winds(plan.rules) {
        plan.deal(wind, &[kind])?;
        plan.part(wind, Part::new([Want::Discard(kind), Want::Win]));
    }
    Some(())
}

/// One player sets most flowers aside; the last goes to the same or to another player.
fn flowers(plan: &mut Plan<'_>) -> Option<()> {
    let flowers: Vec<Kind> = Kind::all()
        .filter(|kind| kind.is_flower() && plan.left(*kind) > 0)
        .collect();
    let (&last, others) = flowers.split_last()?;
    let wind = plan.any_wind();
    let (mut replaced, mut drawn) = (0, 0);
    for &flower in others {
        match plan.lot(3) {
            0 => plan.deal(wind, &[flower])?,
            1 => {
                plan.draws_kind(wind, drawn, flower)?;
                drawn += 1;
            }
            _ => {
                plan.replaces(replaced, |tile| tile.kind() == flower)?;
                replaced += 1;
            }
        }
    }
    let turns = plan.lot(plan.seats());
    let to = plan.after(wind, turns);
    let number = drawn + 1 + plan.lot(3);
    plan.draws_kind(to, number, last)?;
    if plan.once_in(2) {
        waits::deal_ready(plan, wind)?;
    }
    let lets_go = plan.once_in(4);
    let riichi = plan.once_in(3);
    let wants = [
        (lets_go, Want::LetGo),
        (true, Want::Win),
        (riichi, Want::Riichi { open: false }),
    ];
    plan.part(
        wind,
        Part::new(wants.into_iter().filter(|(yes, _)| *yes).map(|(_, want)| want)),
    );
    Some(())
}

/// Norths for players who may set them aside, while another may wait for one.
fn norths(plan: &mut Plan<'_>) -> Option<()> {
    let wind = plan.any_wind();
    let dealt = plan.lot(3);
    if plan.once_in(2) {
        let turns = 1 + plan.lot(plan.seats() - 1);
        let other = plan.after(wind, turns);
        let ready = super::shape::waiting_for(plan, Kind::NORTH)?;
        plan.deal(other, &ready.hand)?;
        let riichi = plan.once_in(2);
        let wants = [Want::Win]
            .into_iter()
            .chain(riichi.then_some(Want::Riichi { open: false }));
        plan.part(other, Part::new(wants));
    }
    let ready = if plan.once_in(2) {
        super::shape::waiting_for(plan, Kind::NORTH)
    } else {
        super::shape::any(plan)
    };
    match ready {
        Some(ready) if plan.once_in(2) => plan.deal(wind, &ready.hand)?,
        _ => plan.deal(wind, &vec![Kind::NORTH; dealt.min(plan.left(Kind::NORTH))])?,
    }
    let number = plan.lot(3);
    plan.draws_kind(wind, number, Kind::NORTH)?;
    if plan.left(Kind::NORTH) > 0 && plan.once_in(2) {
        plan.replaces(0, |tile| tile.kind() == Kind::NORTH)?;
    }
    if plan.once_in(3) {
        plan.indicator(0, false, |tile| tile.kind() == Kind::at(Kind::NORTH.index() - 1));
    }
    let before = plan.once_in(2);
    let riichi = plan.once_in(2).then_some(Want::Riichi { open: false });
    let wants: Vec<Want> = if before {
        riichi.into_iter().chain([Want::Kita, Want::Win]).collect()
    } else {
        [Want::Win].into_iter().chain(riichi).chain([Want::Kita]).collect()
    };
    plan.part(wind, Part::new(wants));
    Some(())
}

/// A player is fed the dragons or winds that make a yakuman certain.
fn liable(plan: &mut Plan<'_>) -> Option<()> {
    let wind = plan.any_wind();
    let kinds: Vec<Kind> = if plan.once_in(2) {
        (0..3).map(|place| Kind::at(Kind::HAKU.index() + place)).collect()
    } else {
        (0..4).map(|place| Kind::at(Kind::EAST.index() + place)).collect()
    };
    let last = *kinds.last()?;
    let kan = plan.once_in(3);
    for &kind in &kinds {
        plan.deal(wind, &vec![kind; if kind == last && kan { 3 } else { 2 }])?;
    }
    // What is left of the hand: a pair to be made, and a set where only three kinds are fed.
    let honours = plan.kinds(3, |kind| kind.is_honour() && !kinds.contains(&kind));
    let pair = match plan.any_of(&honours) {
        Some(kind) if plan.once_in(2) => kind,
        _ => {
            let any = plan.kinds(2, |kind| !kinds.contains(&kind));
            plan.any_of(&any)?
        }
    };
    let mut keeps = vec![pair];
    let mut fed_last = false;
    if kinds.len() == 3 {
        let sets = plan.kinds(3, |kind| kind != pair && !kinds.contains(&kind));
        let set = if honours.len() > 1 && plan.once_in(2) {
            *honours.iter().find(|&&kind| kind != pair)?
        } else {
            plan.any_of(&sets)?
        };
        plan.deal(wind, &[set; 3])?;
        keeps.push(set);
        // Its fourth tile may come once the others are fed: a kan called from another player.
        if !kan && plan.left(set) > 0 && plan.once_in(2) {
            let (from, number) = (plan.any_wind(), 4 + plan.lot(3));
            plan.draws_kind(from, number, set)?;
            plan.replaces(0, |tile| tile.kind() == pair)?;
            fed_last = true;
        }
    }
    plan.deal(wind, &[pair])?;
    let kans = (kan || fed_last).then_some(Want::Kan);
    let wants = kans.into_iter().chain([Want::Pon, Want::Win]);
    plan.part(
        wind,
        Part::new(wants).keeping(keeps.into_iter().chain(kinds.iter().copied())),
    );
    if kan {
        plan.replaces(0, |tile| tile.kind() == pair)?;
    }
    feed(plan, wind, &kinds, pair)
}

/// The others throw these kinds one after another, and at last the tile that is waited for.
fn feed(plan: &mut Plan<'_>, to: Wind, kinds: &[Kind], last: Kind) -> Option<()> {
    let mut wants: Vec<(Wind, Want)> = Vec::new();
    for &kind in kinds {
        let turns = 1 + plan.lot(plan.seats() - 1);
        let from = plan.after(to, turns);
        plan.deal(from, &[kind])?;
        wants.push((from, Want::Discard(kind)));
    }
    if plan.left(last) > 0 && plan.once_in(2) {
        let turns = 1 + plan.lot(plan.seats() - 1);
        let from = plan.after(to, turns);
        plan.deal(from, &[last])?;
        wants.push((from, Want::Discard(last)));
    }
    for turns in 1..plan.seats() {
        let from = plan.after(to, turns);
        let own = wants.iter().filter(|(wind, _)| *wind == from).map(|(_, want)| *want);
        let part = Part::new(own);
        plan.part(from, part);
    }
    Some(())
}
