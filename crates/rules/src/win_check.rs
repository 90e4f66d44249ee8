//! Checks that a winning hand is possible, for hands that people type in.

mod fault;

pub use fault::WinFault;

use crate::rulebook::choices::AsideRinshan;
use crate::rulebook::rules::Rules;
use crate::score::score;
use crate::seat::Wind;
use crate::tile::{KINDS, Kind, Tile};
use crate::win::{By, Meld, MeldKind, Win};

/// Checks that a win is possible under a rulebook, and returns it ready for [`score`](crate::score()): where all copies of a tile are
/// special, a plain one becomes special, and ippatsu ends if the melds show an interruption.
///
/// ```
/// use jantaku_rules::{Library, Win, checked};
///
/// let rules = Library::builtin().rules("ema-2025").expect("a built-in rulebook");
/// let win: Win = "11111m789p123s67s +8s".parse()?;
/// let fault = checked(&rules, &win).expect_err("five of a kind");
/// assert_eq!(fault.to_string(), "five 1m: at most four exist");
/// # Ok::<(), jantaku_rules::HandTextError>(())
/// ```
///
/// # Errors
/// The first thing about the win that cannot happen at a table.
pub fn checked(rules: &Rules, win: &Win) -> Result<Win, WinFault> {
    let mut win = as_meant(rules, win);
    check_seats(rules, &win)?;
    check_places(rules, &win)?;
    win.melds
        .iter()
        .try_for_each(|meld| check_meld(rules, win.seat, meld))?;
    check_copies(rules, &win)?;
    check_circumstances(rules, &win)?;
    check_first_turn(rules, &win)?;
    end_ippatsu(rules, &mut win);
    check_robbery(rules, &win)?;
    Ok(win)
}

/// Ends ippatsu if a call, a kan or a tile set aside has interrupted it.
fn end_ippatsu(rules: &Rules, win: &mut Win) {
    let aside = &rules.settings.aside;
    let set_aside = !win.aside.is_empty();
    // A replacement tile follows a kan, which ends ippatsu, or a tile set aside.
    win.ippatsu &= !win.rinshan || set_aside && !aside.ends_ippatsu;
    // What would have prevented a double riichi came after it.
    let kan = !win.melds.is_empty() || win.dora.len() > 1;
    let after_double = kan || set_aside && aside.ends_first_turn && aside.ends_ippatsu;
    win.ippatsu &= !(win.riichi.is_double() && after_double);
}

fn as_meant(rules: &Rules, win: &Win) -> Win {
    let mut win = win.clone();
    let melds = win.melds.iter_mut().flat_map(|meld| meld.tiles.iter_mut());
    let hand = win.hand.iter_mut().chain(melds).chain([&mut win.tile]);
    for tile in hand.chain(&mut win.aside).chain(&mut win.dora).chain(&mut win.ura) {
        *tile = rules.tiles.meant(*tile);
    }
    for meld in &mut win.melds {
        meld.tiles.sort_unstable_by_key(|tile| tile.kind());
    }
    win
}

fn check_seats(rules: &Rules, win: &Win) -> Result<(), WinFault> {
    let givers = win.melds.iter().filter_map(|meld| meld.from);
    match [win.seat, win.from]
        .into_iter()
        .chain(givers)
        .find(|wind| wind.index() >= rules.seats())
    {
        Some(wind) => Err(WinFault::NoSuchSeat(wind)),
        None if !win.by.is_tsumo() && win.from == win.seat => Err(WinFault::OwnTile),
        None if win.round.index() >= usize::from(rules.settings.most_rounds()) => Err(WinFault::NoSuchRound(win.round)),
        None => Ok(()),
    }
}

/// Checks where tiles are and how many.
fn check_places(rules: &Rules, win: &Win) -> Result<(), WinFault> {
    let settings = &rules.settings;
    let held = || win.hand.iter().chain(win.melds.iter().flat_map(|meld| &meld.tiles));
    if let Some(tile) = held().find(|tile| tile.kind().is_flower()) {
        return Err(WinFault::FlowerInHand(tile.kind()));
    }
    let kind = win.tile.kind();
    if kind.is_flower() && !settings.aside.all_win {
        return Err(WinFault::FlowerDoesNotWin(kind));
    }
    let may_lie = |kind: Kind| kind.is_flower() || settings.aside.kita && kind == Kind::NORTH;
    if let Some(tile) = win.aside.iter().find(|tile| !may_lie(tile.kind())) {
        return Err(WinFault::NotSetAside(tile.kind()));
    }
    let (tiles, melds) = (win.hand.len(), win.melds.len());
    if tiles + 3 * melds == 13 {
        Ok(())
    } else {
        Err(WinFault::Size { tiles, melds })
    }
}

fn check_meld(rules: &Rules, seat: Wind, meld: &Meld) -> Result<(), WinFault> {
    let kinds = || meld.tiles.iter().map(|tile| tile.kind());
    let size = if meld.kind.is_kan() { 4 } else { 3 };
    let first = kinds().next().map_or(0, Kind::index);
    let one_suit = kinds().all(|kind| Some(kind.suit()) == kinds().next().map(Kind::suit) && kind.is_suited());
    let fits = meld.tiles.len() == size
        && match meld.kind {
            MeldKind::Chii => one_suit && kinds().map(Kind::index).eq(first..first + 3),
            _ => kinds().all(|kind| kind.index() == first),
        };
    if !fits {
        return Err(WinFault::Meld(meld.kind));
    }
    if meld.kind == MeldKind::Chii && !rules.settings.claims.chii {
        return Err(WinFault::NoChii);
    }
    let left = Wind::at((seat.index() + rules.seats() - 1) % rules.seats());
    match meld.from {
        Some(from) if from == seat || meld.kind == MeldKind::Ankan => Err(WinFault::MeldFrom(meld.kind, from)),
        Some(from) if meld.kind == MeldKind::Chii && from != left => Err(WinFault::ChiiFrom(left)),
        _ => Ok(()),
    }
}

/// Checks that the box has enough copies, indicators included.
fn check_copies(rules: &Rules, win: &Win) -> Result<(), WinFault> {
    let mut kinds = [0_usize; KINDS];
    let mut specials = [0_usize; KINDS];
    let melded = win.melds.iter().flat_map(|meld| &meld.tiles);
    let all = || {
        win.hand
            .iter()
            .chain(melded.clone())
            .chain([&win.tile])
            .chain(&win.aside)
            .chain(&win.dora)
            .chain(&win.ura)
    };
    for tile in all() {
        kinds[tile.kind().index()] += 1;
        specials[tile.kind().index()] += usize::from(*tile != Tile::plain(tile.kind()));
    }
    for tile in all() {
        let kind = tile.kind();
        let (named, exist) = (kinds[kind.index()], rules.tiles.copies_of(kind));
        if exist == 0 {
            return Err(WinFault::NotInTheBox(kind));
        }
        if named > exist {
            return Err(WinFault::TooManyOf { kind, named, exist });
        }
        let (named, special) = (
            specials[kind.index()],
            Tile::special(kind).filter(|_| specials[kind.index()] > 0),
        );
        if let Some(tile) = special
            && named > rules.tiles.copies(tile)
        {
            return Err(WinFault::TooManySpecial {
                tile,
                named,
                exist: rules.tiles.copies(tile),
            });
        }
        let (named, exist) = (kinds[kind.index()] - named, rules.tiles.copies(Tile::plain(kind)));
        // A pocchi is a haku in every way, unless it is worth a dora.
        if named > exist && (kind != Kind::HAKU || rules.settings.pocchi.dora) {
            return Err(WinFault::TooManyPlain { kind, named, exist });
        }
    }
    Ok(())
}

fn check_circumstances(rules: &Rules, win: &Win) -> Result<(), WinFault> {
    let settings = &rules.settings;
    let open = win.melds.iter().any(|meld| meld.kind.is_open());
    let ron = !win.by.is_tsumo();
    let riichi = win.riichi.declared();
    let kan = win.melds.iter().any(|meld| meld.kind.is_kan());
    let aside = settings.aside.rinshan == AsideRinshan::Always && (settings.aside.kita || settings.tiles.flowers > 0);
    // On the last tile within a go-around, no more tiles are left at the riichi than players draw until then.
    let in_a_round = rules.seats() - usize::from(ron);
    let left = settings.riichi.tiles_left;
    let late = win.ippatsu && win.last_tile;
    first_of([
        (
            (riichi || win.ippatsu || win.payer_riichi) && !settings.riichi.played,
            WinFault::NoRiichi,
        ),
        (win.riichi.is_open() && !settings.riichi.open, WinFault::NoOpenRiichi),
        (riichi && open, WinFault::OpenHandRiichi),
        (win.payer_riichi && !ron, WinFault::PayerOfTsumo),
        (win.ippatsu && !riichi, WinFault::IppatsuWithoutRiichi),
        (late && win.riichi.is_double(), WinFault::DoubleIppatsuOnLastTile),
        (
            late && usize::from(left) > in_a_round,
            WinFault::IppatsuOnLastTile(left),
        ),
        (win.rinshan && ron, WinFault::RinshanByRon),
        (
            win.rinshan && !kan && (!aside || win.aside.is_empty()),
            WinFault::RinshanWithoutReplacement { aside },
        ),
        (
            win.replaces_aside && (!win.rinshan || !aside || win.aside.is_empty()),
            WinFault::ReplacesNothingAside,
        ),
        (win.sorted_in && ron, WinFault::SortedInByRon),
        (!win.dora.is_empty() && !settings.dora.played, WinFault::NoDora),
        (!win.ura.is_empty() && !settings.dora.ura, WinFault::NoUra),
        (
            // Without a single dora indicator they were simply left out.
            !win.dora.is_empty() && win.ura.len() > win.dora.len(),
            WinFault::MoreUraThanDora {
                ura: win.ura.len(),
                dora: win.dora.len(),
            },
        ),
    ])
}

fn check_first_turn(rules: &Rules, win: &Win) -> Result<(), WinFault> {
    let (seat, from) = (win.seat, win.from);
    let flowers = win.aside.iter().all(|tile| tile.kind().is_flower());
    let of_the_deal = win.rinshan && seat == Wind::East && flowers;
    // Flowers of the deal are revealed, and robbed, before anybody draws.
    let may_be_drawn = matches!(win.by, By::Tsumo | By::RobbingAFlower) || from.index() < seat.index();
    let faults = [
        (win.riichi.declared(), WinFault::FirstTurnInRiichi),
        (win.last_tile, WinFault::FirstTurnOnLastTile),
        (!win.melds.is_empty(), WinFault::FirstTurnAfterMeld),
        (
            !win.aside.is_empty() && rules.settings.aside.ends_first_turn,
            WinFault::FirstTurnAfterAside,
        ),
        (of_the_deal, WinFault::FirstTurnAfterReplacement),
        (!may_be_drawn, WinFault::FirstTurnAfterDraw { seat, from }),
        (win.dora.len() > 1, WinFault::FirstTurnAfterKan(win.dora.len())),
    ];
    if win.first_turn { first_of(faults) } else { Ok(()) }
}

/// Checks a win on a tile that another player lays down, not discards.
fn check_robbery(rules: &Rules, win: &Win) -> Result<(), WinFault> {
    let settings = &rules.settings;
    let kind = win.tile.kind();
    let kan = win.by == By::RobbingAKan;
    let kita = win.by == By::RobbingAKita;
    let melded = win.melds.iter().flat_map(|meld| &meld.tiles);
    let beside = win.aside.iter().chain(&win.dora).chain(&win.ura);
    let others = win.hand.iter().chain(melded).chain(beside);
    let elsewhere = others.filter(|tile| tile.kind() == kind).count();
    let needs_tiles = kan && settings.kan.tiles_left > 0 || kita && settings.aside.kita_tiles_left > 0;
    first_of([
        (
            win.by == By::RobbingAFlower && !kind.is_flower(),
            WinFault::RobbedFlower(kind),
        ),
        (kita && !settings.aside.kita_robbed, WinFault::NoRobbingAKita),
        (kita && kind != Kind::NORTH, WinFault::RobbedKita(kind)),
        (kan && kind.is_flower(), WinFault::RobbedKan(kind)),
        (kan && elsewhere > 0, WinFault::RobbedKanHeld { kind, elsewhere }),
        (needs_tiles && win.last_tile, WinFault::RobbedOnLastTile(win.by)),
    ])?;
    // A tile is added to a pon: that call ends the first go-around, a player in riichi adds none, and a winner in riichi has let the
    // called tile pass.
    let only_closed = [
        (win.first_turn, "in the first go-around"),
        (win.payer_riichi, "by a player in riichi"),
        (win.riichi.is_double(), "after a double riichi"),
    ];
    match only_closed.into_iter().find(|(holds, _)| kan && *holds) {
        Some((_, when)) if score(rules, win).is_ok_and(|score| !rules.closed_robbed_by.holds(&score.facts)) => {
            Err(WinFault::RobbedClosedKan(when))
        }
        _ => Ok(()),
    }
}

fn first_of<const N: usize>(faults: [(bool, WinFault); N]) -> Result<(), WinFault> {
    match faults.into_iter().find(|(holds, _)| *holds) {
        Some((_, fault)) => Err(fault),
        None => Ok(()),
    }
}
