//! Tenhou's scores beside a plain scorer that shares nothing with the engine: it knows no rulebook, takes hands apart by trying
//! everything, and has the yaku, fu and payments of riichi written down as players learn them. So even a checkout without the facts of
//! other projects has a second opinion.

use crate::for_random_wins;
use jantaku_rules::score::{NotAWin, score};
use jantaku_rules::value::Value;
use jantaku_rules::win::{By, MeldKind, Riichi, Win};
use std::collections::{BTreeMap, BTreeSet};

/// What a hand is worth: its yaku, its han with dora and its fu, or how many yakuman it is; and what the winner gets.
#[derive(Clone, PartialEq, Debug)]
struct Worth {
    yaku: BTreeSet<(String, i32)>,
    han: i32,
    fu: i32,
    yakuman: i32,
    gains: i32,
}

#[test]
fn scores_of_tenhou_are_those_of_a_plain_scorer() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let (mut fu_seen, mut without) = (BTreeSet::new(), 0);
    for_random_wins(&["tenhou"], 12_000, |rules, win, _| {
        let readings = all_worths(win);
        let most = readings.iter().map(|worth| worth.gains).max();
        let found = match score(rules, win) {
            Ok(found) => found,
            Err(why) => {
                assert_eq!((most, why), (None, NotAWin::NoYaku), "{win:?}");
                without += 1;
                return;
            }
        };
        let yaku = found
            .lines(rules)
            .map(|line| (rules.yaku[usize::from(line.yaku)].id.clone(), line.worth));
        let (han, fu, yakuman) = match found.value {
            Value::Han { han, fu } => (i32::from(han.0), i32::from(fu.0), 0),
            Value::Yakuman(number) => (0, 0, i32::from(number)),
            Value::Points(_) => panic!("no points are added here"),
        };
        let found = Worth {
            yaku: yaku.collect(),
            han,
            fu,
            yakuman,
            gains: found.total.0,
        };
        assert_eq!(Some(found.gains), most, "{win:?}\n{found:?}\n{readings:?}");
        assert!(readings.contains(&found), "{win:?}\n{found:?}\n{readings:?}");
        found
            .yaku
            .iter()
            .for_each(|(id, _)| *seen.entry(id.clone()).or_default() += 1);
        fu_seen.insert(fu);
    });
    // It proves little unless everything came up: all yaku but those that chance hardly deals.
    println!("{seen:?}, fu {fu_seen:?}, {without} without a yaku");
    let rare = ["chinroutou", "chuuren", "suukantsu"];
    let named: BTreeSet<&str> = seen.keys().map(String::as_str).chain(rare).collect();
    assert_eq!(named.len(), 42, "{named:?}");
    assert!(fu_seen.len() >= 12 && without > 500, "{fu_seen:?}, {without}");
}

/// Three or four tiles of one kind, or three in a row from this kind on.
#[derive(Clone, Copy)]
struct Set {
    first: usize,
    row: bool,
    kan: bool,
    open: bool,
    /// Does it hold the winning tile?
    won: bool,
}

fn is_outside(kind: usize) -> bool {
    kind >= 27 || matches!(kind % 9, 0 | 8)
}

impl Set {
    fn kinds(&self) -> Vec<usize> {
        if self.row {
            (self.first..self.first + 3).collect()
        } else {
            vec![self.first; 3]
        }
    }
}

/// The hand in every reading that has a yaku.
fn all_worths(win: &Win) -> Vec<Worth> {
    let mut held = [0; 34];
    win.hand
        .iter()
        .chain([&win.tile])
        .for_each(|tile| held[tile.kind().index()] += 1);
    let tile = win.tile.kind().index();
    let called: Vec<Set> = win
        .melds
        .iter()
        .map(|meld| Set {
            first: meld.tiles.iter().map(|tile| tile.kind().index()).min().expect("tiles"),
            row: meld.kind == MeldKind::Chii,
            kan: meld.tiles.len() == 4,
            open: meld.kind != MeldKind::Ankan,
            won: false,
        })
        .collect();
    let mut worths = Vec::new();
    for pair in (0..34).filter(|&kind| held[kind] >= 2) {
        let mut rest = held;
        rest[pair] -= 2;
        take_apart(&mut rest, &mut Vec::new(), &mut |sets| {
            // The winning tile belongs to the pair, or to any concealed set that holds it.
            let places = (0..sets.len())
                .filter(|&place| sets[place].kinds().contains(&tile))
                .map(Some);
            for place in places.chain((pair == tile).then_some(None)) {
                let mut sets = sets.to_vec();
                if let Some(place) = place {
                    sets[place].won = true;
                }
                sets.extend(&called);
                worths.extend(worth(win, Shape::Sets(&sets, pair)));
            }
        });
    }
    if called.is_empty() && held.iter().all(|&count| count == 0 || count == 2) {
        worths.extend(worth(win, Shape::Pairs));
    }
    if (0..34).all(|kind| is_outside(kind) == (held[kind] > 0)) {
        worths.extend(worth(win, Shape::Orphans));
    }
    worths
}

fn take_apart(rest: &mut [usize; 34], sets: &mut Vec<Set>, found: &mut impl FnMut(&[Set])) {
    let Some(first) = rest.iter().position(|&count| count > 0) else {
        return found(sets);
    };
    for row in [false, true] {
        if row && (first >= 27 || first % 9 > 6) {
            continue;
        }
        let set = Set {
            first,
            row,
            kan: false,
            open: false,
            won: false,
        };
        let mut less = *rest;
        if set
            .kinds()
            .iter()
            .all(|&kind| less[kind].checked_sub(1).map(|left| less[kind] = left).is_some())
        {
            sets.push(set);
            take_apart(&mut less, sets, found);
            sets.pop();
        }
    }
}

#[derive(Clone, Copy)]
enum Shape<'a> {
    Sets(&'a [Set], usize),
    Pairs,
    Orphans,
}

fn worth(win: &Win, shape: Shape) -> Option<Worth> {
    let tsumo = win.by == By::Tsumo;
    let dealer = win.seat.index() == 0;
    let closed = win.melds.iter().all(|meld| meld.kind == MeldKind::Ankan);
    let tiles = win
        .hand
        .iter()
        .chain([&win.tile])
        .chain(win.melds.iter().flat_map(|meld| &meld.tiles));
    let kinds: Vec<usize> = tiles.clone().map(|tile| tile.kind().index()).collect();
    let (seat, round) = (27 + win.seat.index(), 27 + win.round.index());
    let none: &[Set] = &[];
    let (sets, pair) = match shape {
        Shape::Sets(sets, pair) => (sets, Some(pair)),
        _ => (none, None),
    };
    let rows: Vec<usize> = sets.iter().filter(|set| set.row).map(|set| set.first).collect();
    let trips: Vec<usize> = sets.iter().filter(|set| !set.row).map(|set| set.first).collect();
    // A triplet completed by another's tile is no concealed one.
    let concealed = |set: &Set| !set.open && (tsumo || !set.won);
    let hidden = sets.iter().filter(|set| !set.row && concealed(set)).count();
    let kans = sets.iter().filter(|set| set.kan).count();
    let pair_worth = pair.map_or(0, |pair| {
        2 * (i32::from(pair >= 31) + i32::from(pair == seat) + i32::from(pair == round))
    });
    let won_row = sets
        .iter()
        .find(|set| set.row && set.won)
        .map(|set| (win.tile.kind().index() - set.first, set.first % 9));
    let two_sided =
        matches!(won_row, Some((0, first)) if first < 6) || matches!(won_row, Some((2, first)) if first > 0);
    let among = |list: &[usize]| kinds.iter().all(|kind| list.contains(kind));
    let suits: BTreeSet<usize> = kinds.iter().filter(|&&kind| kind < 27).map(|kind| kind / 9).collect();
    let honours = kinds.iter().any(|&kind| kind >= 27);
    let trips_of = |wanted: std::ops::Range<usize>| trips.iter().filter(|kind| wanted.contains(kind)).count();

    let mut yakuman: Vec<&str> = Vec::new();
    let nine_gates = || {
        let count = |number: usize| kinds.iter().filter(|&&kind| kind % 9 == number).count();
        let needed = |number: usize| if matches!(number, 0 | 8) { 3 } else { 1 };
        win.melds.is_empty() && suits.len() == 1 && !honours && (0..9).all(|number| count(number) >= needed(number))
    };
    for (id, holds) in [
        ("kokushi", matches!(shape, Shape::Orphans)),
        ("suuankou", hidden == 4),
        ("daisangen", trips_of(31..34) == 3),
        ("tsuuiisou", suits.is_empty()),
        (
            "shousuushii",
            trips_of(27..31) == 3 && pair.is_some_and(|pair| (27..31).contains(&pair)),
        ),
        ("daisuushii", trips_of(27..31) == 4),
        ("ryuuiisou", among(&[19, 20, 21, 23, 25, 32])),
        ("chinroutou", !honours && kinds.iter().all(|&kind| is_outside(kind))),
        ("chuuren", nine_gates()),
        ("suukantsu", kans == 4),
        ("tenhou", tsumo && win.first_turn && dealer),
        ("chiihou", tsumo && win.first_turn && !dealer),
    ] {
        if holds {
            yakuman.push(id);
        }
    }
    let pay = |base: i32| {
        let rounded = |points: i32| (points + 99) / 100 * 100;
        match (tsumo, dealer) {
            (true, true) => 3 * rounded(2 * base),
            (true, false) => rounded(2 * base) + 2 * rounded(base),
            (false, true) => rounded(6 * base),
            (false, false) => rounded(4 * base),
        }
    };
    if !yakuman.is_empty() {
        let number = yakuman.len() as i32;
        let yaku = yakuman.iter().map(|id| ((*id).to_owned(), 1)).collect();
        return Some(Worth {
            yaku,
            han: 0,
            fu: 0,
            yakuman: number,
            gains: pay(8_000 * number),
        });
    }

    let pinfu = closed && rows.len() == 4 && two_sided && pair_worth == 0;
    let twins = rows
        .iter()
        .collect::<BTreeSet<_>>()
        .iter()
        .map(|row| rows.iter().filter(|other| *other == *row).count() / 2)
        .sum::<usize>();
    let in_suits = |list: &[usize], first: usize| {
        list.contains(&first) && list.contains(&(first + 9)) && list.contains(&(first + 18))
    };
    let straight = |suit: usize| [0, 3, 6].iter().all(|step| rows.contains(&(9 * suit + step)));
    let outside = !rows.is_empty()
        && pair.is_some_and(is_outside)
        && sets.iter().all(|set| set.kinds().into_iter().any(is_outside));
    let last = win.last_tile;
    let robbed = win.by == By::RobbingAKan;
    let mut yaku = BTreeSet::new();
    // Han in a closed hand, and in an open one.
    for (id, han, open, holds) in [
        ("riichi", 1, 0, win.riichi == Riichi::Riichi),
        ("double-riichi", 2, 0, win.riichi == Riichi::Double),
        ("ippatsu", 1, 0, win.ippatsu),
        ("menzen-tsumo", 1, 0, tsumo),
        ("pinfu", 1, 0, pinfu),
        ("iipeikou", 1, 0, twins == 1),
        ("ryanpeikou", 3, 0, twins == 2),
        ("tanyao", 1, 1, !kinds.iter().any(|&kind| is_outside(kind))),
        ("haku", 1, 1, trips.contains(&31)),
        ("hatsu", 1, 1, trips.contains(&32)),
        ("chun", 1, 1, trips.contains(&33)),
        ("seat-wind", 1, 1, trips.contains(&seat)),
        ("round-wind", 1, 1, trips.contains(&round)),
        ("haitei", 1, 1, tsumo && last && !win.rinshan),
        ("houtei", 1, 1, win.by == By::Ron && last),
        ("rinshan", 1, 1, tsumo && win.rinshan),
        ("chankan", 1, 1, robbed),
        ("chiitoitsu", 2, 0, matches!(shape, Shape::Pairs)),
        ("sanshoku-doujun", 2, 1, (0..7).any(|first| in_suits(&rows, first))),
        ("ittsuu", 2, 1, (0..3).any(straight)),
        ("chanta", 2, 1, outside && honours),
        ("junchan", 3, 2, outside && !honours),
        ("sanshoku-doukou", 2, 2, (0..9).any(|first| in_suits(&trips, first))),
        ("sankantsu", 2, 2, kans == 3),
        ("toitoi", 2, 2, trips.len() == 4),
        ("sanankou", 2, 2, hidden == 3),
        (
            "shousangen",
            2,
            2,
            trips_of(31..34) == 2 && pair.is_some_and(|pair| pair >= 31),
        ),
        ("honroutou", 2, 2, kinds.iter().all(|&kind| is_outside(kind))),
        ("honitsu", 3, 2, suits.len() == 1 && honours),
        ("chinitsu", 6, 5, suits.len() == 1 && !honours),
    ] {
        let worth = if closed { han } else { open };
        if holds && worth > 0 {
            yaku.insert((id.to_owned(), worth));
        }
    }
    if yaku.is_empty() {
        return None;
    }
    let after = |indicator: usize| match indicator {
        0..27 => indicator / 9 * 9 + (indicator + 1) % 9,
        27..31 => 27 + (indicator - 26) % 4,
        _ => 31 + (indicator - 30) % 3,
    };
    let ura = win.ura.iter().filter(|_| win.riichi != Riichi::None);
    let shown = win.dora.iter().chain(ura).map(|tile| after(tile.kind().index()));
    let dora: usize = shown
        .map(|dora| kinds.iter().filter(|&&kind| kind == dora).count())
        .sum();
    let reds = tiles.filter(|tile| tile.is_red()).count();
    let han = yaku.iter().map(|(_, han)| han).sum::<i32>() + (dora + reds) as i32;

    let fu_of = |set: &Set| match set.row {
        true => 0,
        false => {
            2 * if concealed(set) { 2 } else { 1 }
                * if is_outside(set.first) { 2 } else { 1 }
                * if set.kan { 4 } else { 1 }
        }
    };
    let hard_wait = matches!(shape, Shape::Sets(..))
        && match won_row {
            Some(_) => !two_sided,
            None => !sets.iter().any(|set| set.won),
        };
    let fu = match shape {
        Shape::Pairs => 25,
        _ if pinfu && tsumo => 20,
        _ => {
            let manner = if tsumo {
                2
            } else if closed {
                10
            } else {
                0
            };
            let sum = 20 + manner + pair_worth + sets.iter().map(fu_of).sum::<i32>() + if hard_wait { 2 } else { 0 };
            if sum == 20 { 30 } else { (sum + 9) / 10 * 10 }
        }
    };
    let base = match han {
        13.. => 8_000,
        11.. => 6_000,
        8.. => 4_000,
        6.. => 3_000,
        5 => 2_000,
        _ => 2_000.min(fu << (han + 2)),
    };
    Some(Worth {
        yaku,
        han,
        fu,
        yakuman: 0,
        gains: pay(base),
    })
}
