//! What rulebooks forbid, judged independently of the engine, from events and settings alone.

use super::Found;
use jantaku_rules::rulebook::choices::{Kuikae, Passing};
use jantaku_rules::seat::Seat;
use jantaku_rules::shanten::Calculator;
use jantaku_rules::tile::{HAND_KINDS, Kind, Tile};
use jantaku_rules::win::{Meld, MeldKind};
use jantaku_table::event::{DrawReason, Source};
use jantaku_table::table::calculator;
use jantaku_table::{Event, Table};

/// Checks that the event was allowed and had the required effects.
pub(super) fn check(before: &Table, event: &Event, after: &Table) -> Found {
    match event {
        Event::Drew { seat, source, .. } => drew(before, after, *seat, *source),
        Event::RiichiDeclared { seat, open } => declared(before, *seat, *open),
        Event::Discarded { seat, tile, drawn } => discarded(before, *seat, *tile, *drawn),
        Event::Called { seat, meld, from } => called(before, after, *seat, meld, *from),
        Event::KanDeclared { seat, .. } => kan(before, after, *seat),
        Event::SetAside { seat, tile } if !tile.kind().is_flower() => kita(before, *seat),
        Event::Won { seat, from, tile, .. } => won(before, *seat, *from, *tile),
        Event::FourKansScored { seat } | Event::NagashiScored { seat } => {
            no(!before.player(*seat).dead, "a dead hand scores")
        }
        Event::Drawn {
            reason: DrawReason::Exhausted,
            tenpai,
        } => {
            if before.wall().left() > 0 {
                return Err("exhaustive draw with tiles left in the wall".to_owned());
            }
            // A tenpai player may count as noten only after calling noten, or if nothing is paid for it.
            let draws = &before.rules().settings.draws;
            let may_hide = |seat: Seat| draws.noten == 0 || draws.noten_call && !before.player(seat).riichi.declared();
            let wrong = before.all_seats().find(|&seat| {
                let hides = !tenpai[seat] && may_hide(seat);
                tenpai[seat] != is_tenpai(before, seat) && !hides
            });
            wrong.map_or(Ok(()), |seat| {
                Err(format!("seat {} is wrongly counted as tenpai or noten", seat.0))
            })
        }
        Event::HandEnded(next) => {
            let dealer = before.standing().dealer;
            let moved = next.dealer == before.after(dealer);
            if next.dealer != dealer && !moved {
                return Err("the deal skips a seat".to_owned());
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

fn no(allowed: bool, what: &str) -> Found {
    if allowed { Ok(()) } else { Err(what.to_owned()) }
}

fn drew(before: &Table, after: &Table, seat: Seat, source: Source) -> Found {
    let rules = &before.rules().settings.aside;
    let held = before.player(seat).tracker.tiles();
    no(
        held % 3 != 2 || before.player(seat).hand.iter().any(|tile| tile.kind().is_flower()),
        "a player draws twice",
    )?;
    no(
        source != Source::Live || before.wall().left() > 0,
        "a tile is drawn beyond the end of the wall",
    )?;
    let ends_ippatsu = source == Source::AfterKan || source == Source::AfterAside && rules.ends_ippatsu;
    no(
        !ends_ippatsu || nobody_ippatsu(after),
        "ippatsu survives a replacement draw",
    )
}

fn nobody_ippatsu(table: &Table) -> bool {
    table.all_seats().all(|seat| !table.player(seat).ippatsu)
}

fn declared(table: &Table, seat: Seat, open: bool) -> Found {
    let rules = &table.rules().settings.riichi;
    let player = table.player(seat);
    let points = table.points()[seat].0;
    no(
        rules.played && (rules.open || !open),
        "the rulebook does not have this riichi",
    )?;
    no(
        player.melds.iter().all(|meld| meld.kind == MeldKind::Ankan),
        "riichi with an open hand",
    )?;
    no(
        !player.riichi.declared() && !player.dead,
        "riichi declared again, or with a dead hand",
    )?;
    no(
        table.wall().left() >= usize::from(rules.tiles_left),
        "riichi with too few tiles left",
    )?;
    no(
        !rules.needs_points || points >= rules.stick,
        "riichi with too few points",
    )
}

fn discarded(table: &Table, seat: Seat, tile: Tile, drawn: bool) -> Found {
    let player = table.player(seat);
    no(!tile.kind().is_flower(), "a flower is discarded")?;
    no(
        player.hand.contains(&tile),
        "a tile is discarded that is not in the hand",
    )?;
    let fixed = player.stick_paid;
    no(!fixed || drawn, "a hand in riichi changes")?;
    no(
        !drawn || player.hand.last() == Some(&tile),
        "a discard is marked as just drawn, but was not",
    )?;
    let just_called = table.turn().is_some_and(|turn| turn.drawn.is_none());
    match (player.melds.last(), table.discards().last()) {
        (Some(meld), Some(last)) if just_called && last.called => no(
            !is_kuikae(table.rules().settings.claims.kuikae, meld, last.tile, tile),
            "kuikae",
        ),
        _ => Ok(()),
    }
}

/// Whether the discarded tile could have completed the meld in place of the called one.
fn is_kuikae(rule: Kuikae, meld: &Meld, called: Tile, discarded: Tile) -> bool {
    if rule == Kuikae::Allowed {
        return false;
    }
    if discarded.kind() == called.kind() {
        return true;
    }
    let mut own: Vec<usize> = meld.tiles.iter().map(|tile| tile.kind().index()).collect();
    if let Some(place) = own.iter().position(|&kind| kind == called.kind().index()) {
        own.remove(place);
    }
    let sequence = |other: usize| {
        let mut three = [own[0], own[1], other];
        three.sort_unstable();
        three[0] + 1 == three[1] && three[1] + 1 == three[2] && three[0] / 9 == three[2] / 9
    };
    rule == Kuikae::Forbidden && meld.kind == MeldKind::Chii && sequence(discarded.kind().index())
}

fn called(before: &Table, after: &Table, seat: Seat, meld: &Meld, from: Seat) -> Found {
    let player = before.player(seat);
    no(before.wall().left() > 0, "the last discard is called")?;
    no(
        !player.riichi.declared() && !player.dead && seat != from,
        "a player calls who may not",
    )?;
    let chii = before.rules().settings.claims.chii && before.after(from) == seat;
    no(meld.kind != MeldKind::Chii || chii, "a chii that is not allowed")?;
    no(
        before
            .discards()
            .last()
            .is_some_and(|last| meld.tiles.contains(&last.tile)),
        "a meld without the called tile",
    )?;
    no(nobody_ippatsu(after), "ippatsu survives a call")?;
    no(!after.player(from).nagashi, "nagashi survives a call")?;
    if meld.kind.is_kan() {
        kan(before, after, seat)
    } else {
        Ok(())
    }
}

fn kan(before: &Table, after: &Table, seat: Seat) -> Found {
    let most = usize::from(before.rules().settings.kan.most);
    let kans = |table: &Table| -> usize {
        let melds = table.all_seats().map(|seat| {
            table
                .player(seat)
                .melds
                .iter()
                .filter(|meld| meld.kind.is_kan())
                .count()
        });
        melds.sum()
    };
    no(
        kans(after) == kans(before) + 1,
        "a kan does not add to the number of kans",
    )?;
    no(most == 0 || kans(after) <= most, "too many kans")?;
    no(before.wall().left() > 0, "a kan with the last tile")?;
    no(!before.player(seat).dead, "a dead hand makes a kan")
}

fn kita(table: &Table, seat: Seat) -> Found {
    let drawn = table
        .turn()
        .is_some_and(|turn| turn.seat == seat && turn.drawn.is_some());
    no(table.rules().settings.aside.kita, "the rulebook does not have kita")?;
    no(
        drawn && table.wall().left() > 0,
        "a kita right after a call, or with the last tile",
    )?;
    let fixed = table.player(seat).riichi.declared();
    no(
        !fixed || table.player(seat).drawn.is_some_and(|tile| tile.kind() == Kind::NORTH),
        "kita in riichi with a north that was not just drawn",
    )
}

fn won(table: &Table, seat: Seat, from: Seat, tile: Tile) -> Found {
    let player = table.player(seat);
    no(!player.dead, "a dead hand wins")?;
    if tile.kind().is_flower() {
        return Ok(());
    }
    let rules = &table.rules().settings;
    let mut counts = concealed(table, seat);
    if seat == from {
        let complete = calculator(table.rules()).shanten(&counts) < 0;
        return no(
            complete || tile.is_pocchi() && player.riichi.declared(),
            "a tsumo with an incomplete hand",
        );
    }
    let waits = calculator(table.rules()).waits(&counts);
    let thrown = table.discards().iter().filter(|discard| discard.seat == seat);
    let furiten = thrown.into_iter().any(|discard| waits.has(discard.tile.kind()));
    no(!rules.furiten.own_discards || !furiten, "a ron while furiten")?;
    no(
        rules.furiten.passing == Passing::NoEffect || !player.passed,
        "a ron after passing on a winning tile",
    )?;
    no(
        !player.passed_in_riichi,
        "a ron after passing on a winning tile in riichi",
    )?;
    counts[tile.kind().index()] += 1;
    no(
        counts[tile.kind().index()] > 4 || calculator(table.rules()).shanten(&counts) < 0,
        "a ron with an incomplete hand",
    )
}

/// Tenpai at a draw: a tile would complete the hand, and the player does not hold all four copies of it.
fn is_tenpai(table: &Table, seat: Seat) -> bool {
    let player = table.player(seat);
    let calculator: Calculator = calculator(table.rules());
    let draws = &table.rules().settings.draws;
    let (fifth, melded) = (draws.fifth_tile_tenpai, draws.fifth_tile_melded);
    let counts = concealed(table, seat);
    let completes = |kind: &Kind| {
        let mut with = counts;
        with[kind.index()] += 1;
        let held = if melded {
            usize::from(counts[kind.index()])
        } else {
            player.holds(*kind)
        };
        held < 4 && calculator.shanten(&with) < 0
    };
    let exists = |kind: &Kind| !table.rules().settings.tiles.removed.has(*kind);
    let possible = Kind::of_hand().filter(exists).any(|kind| completes(&kind));
    !player.dead && (possible || fifth && !calculator.waits(&counts).is_empty())
}

fn concealed(table: &Table, seat: Seat) -> [u8; HAND_KINDS] {
    let mut counts = [0; HAND_KINDS];
    for tile in &table.player(seat).hand {
        if let Some(count) = counts.get_mut(tile.kind().index()) {
            *count += 1;
        }
    }
    counts
}
