//! Random winning hands: complete, possible in their rulebook, and reproducible from a seed.

use arrayvec::ArrayVec;
use jantaku_rules::rulebook::choices::AsideRinshan;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Wind;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::win::{By, Meld, MeldKind, Riichi, Win};

/// Reproducible random numbers.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    /// The next number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        // SplitMix64 with its published constants.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }

    /// True with this probability in percent.
    pub(crate) fn percent(&mut self, n: usize) -> bool {
        self.below(100) < n
    }

    fn wind(&mut self, seats: usize) -> Wind {
        Wind::at(self.below(seats))
    }
}

/// The tiles still in the box.
struct Rest(Vec<Tile>);

impl Rest {
    fn take(&mut self, chance: &mut Chance, fits: impl Fn(Tile) -> bool) -> Option<Tile> {
        let places: Vec<usize> = (0..self.0.len()).filter(|&at| fits(self.0[at])).collect();
        let at = *places.get(chance.below(places.len().max(1)))?;
        Some(self.0.swap_remove(at))
    }

    fn take_kind(&mut self, chance: &mut Chance, kind: Kind) -> Option<Tile> {
        self.take(chance, |tile| tile.kind() == kind)
    }

    fn take_kinds(&mut self, chance: &mut Chance, kinds: &[Kind]) -> Option<Vec<Tile>> {
        kinds.iter().map(|&kind| self.take_kind(chance, kind)).collect()
    }
}

/// A win of the rulebook. Some have no yaku, but all are complete.
pub(crate) fn random_win(rules: &Rules, chance: &mut Chance) -> Win {
    loop {
        if let Some(win) = try_win(rules, chance) {
            return possible(rules, win);
        }
    }
}

/// Leaves out circumstances that contradict each other.
fn possible(rules: &Rules, mut win: Win) -> Win {
    let settings = &rules.settings;
    let kan = win.melds.iter().any(|meld| meld.kind.is_kan());
    let robs = win.by == By::RobbingAKan;
    let shown = win.hand.iter().chain(win.melds.iter().flat_map(|meld| &meld.tiles));
    let mut elsewhere = shown.chain(&win.dora).chain(&win.ura).chain(&win.aside);
    let shows = elsewhere.any(|tile| tile.kind() == win.tile.kind());
    if robs && (shows || win.riichi.is_double()) {
        win.by = By::Ron;
    }
    win.rinshan &= kan || settings.aside.rinshan == AsideRinshan::Always;
    win.payer_riichi &= settings.riichi.played && win.by != By::RobbingAKan;
    win.last_tile &= !win.ippatsu && matches!(win.by, By::Tsumo | By::Ron);
    win.ippatsu &= !win.riichi.is_double();
    win.first_turn &= !win.riichi.declared() && !win.last_tile && win.by != By::RobbingAKan;
    win.first_turn &= !win.rinshan || win.seat != Wind::East;
    win.first_turn &= win.by.is_tsumo() || win.from.index() < win.seat.index();
    if !settings.dora.played {
        win.dora.clear();
        win.ura.clear();
    }
    win
}

fn try_win(rules: &Rules, chance: &mut Chance) -> Option<Win> {
    let mut rest = Rest(rules.tiles.tiles().to_vec());
    let seat = chance.wind(rules.seats());
    let mut melds = ArrayVec::new();
    let mut hand = match chance.below(10) {
        0 => seven_pairs(chance, &mut rest)?,
        1 => thirteen_orphans(chance, &mut rest)?,
        _ => four_sets(rules, chance, &mut rest, seat, &mut melds)?,
    };
    let tile = hand.swap_remove(chance.below(hand.len()));
    let settings = &rules.settings;
    let mut aside = ArrayVec::new();
    let may_lie = |tile: Tile| tile.kind().is_flower() || settings.aside.kita && tile.kind() == Kind::NORTH;
    for _ in 0..chance.below(5).saturating_sub(1) {
        aside.extend(rest.take(chance, may_lie));
    }
    let closed = melds.iter().all(|meld: &Meld| !meld.kind.is_open());
    let tsumo = chance.percent(40);
    let kans = melds.iter().filter(|meld| meld.kind.is_kan()).count();
    let riichi = match chance.below(20) {
        _ if !closed || !settings.riichi.played => Riichi::None,
        0 => Riichi::Double,
        1 if settings.riichi.open => Riichi::Open,
        2 if settings.riichi.open => Riichi::DoubleOpen,
        3..=11 => Riichi::Riichi,
        _ => Riichi::None,
    };
    let other = Wind::at((seat.index() + 1 + chance.below(rules.seats() - 1)) % rules.seats());
    let mut indicators = || (0..=kans.min(4)).filter_map(|_| rest.take(chance, |_| true)).collect();
    let (dora, ura) = (indicators(), indicators());
    let rinshan = tsumo && (kans > 0 || !aside.is_empty()) && chance.percent(30);
    // A replacement tile follows a kan or a tile set aside, which interrupts ippatsu and the first go-around.
    let (set_aside, ended) = (!aside.is_empty(), &settings.aside);
    let may_be_ippatsu = !rinshan || set_aside && !ended.ends_ippatsu;
    let may_be_first = melds.is_empty() && !(set_aside && ended.ends_first_turn);
    Some(Win {
        hand: hand.into_iter().collect(),
        tile,
        by: match chance.below(20) {
            _ if tsumo => By::Tsumo,
            0 => By::RobbingAKan,
            1 if settings.aside.kita_robbed && tile.kind() == Kind::NORTH => By::RobbingAKita,
            _ => By::Ron,
        },
        seat,
        from: if tsumo { seat } else { other },
        round: chance.wind(2),
        riichi,
        ippatsu: riichi.declared() && may_be_ippatsu && chance.percent(30),
        rinshan,
        replaces_aside: false,
        last_tile: chance.percent(5),
        first_turn: may_be_first && chance.percent(5),
        dora,
        ura,
        payer_riichi: !tsumo && chance.percent(20),
        sorted_in: false,
        melds,
        aside,
    })
}

/// Four sets and a pair, sometimes of few kinds, so that rare yaku come up too.
fn four_sets(
    rules: &Rules,
    chance: &mut Chance,
    rest: &mut Rest,
    seat: Wind,
    melds: &mut ArrayVec<Meld, 4>,
) -> Option<Vec<Tile>> {
    let suit = chance.below(3);
    let theme = chance.below(8);
    let fits = |kind: Kind| match theme {
        0 => kind.index() / 9 == suit,
        1 => kind.index() / 9 == suit || kind.is_honour(),
        2 => kind.is_outside(),
        3 => kind.is_honour(),
        4 => !kind.is_outside(),
        _ => true,
    };
    let kinds: Vec<Kind> = Kind::of_hand().filter(|&kind| fits(kind)).collect();
    let (open, triplets) = (chance.percent(40), 20 + chance.below(80));
    let mut hand = Vec::new();
    for _ in 0..4 {
        let kind = kinds[chance.below(kinds.len())];
        let called = open && chance.percent(60);
        let from = Some(Wind::at((seat.index() + rules.seats() - 1) % rules.seats()));
        let meld = |kind, tiles: Vec<Tile>| Meld {
            kind,
            tiles: tiles.into_iter().collect(),
            from: from.filter(|_| kind != MeldKind::Ankan),
        };
        if !chance.percent(triplets) && kind.is_suited() && kind.number() <= 7 {
            let row = [0, 1, 2].map(|step| Kind::at(kind.index() + step));
            let tiles = rest.take_kinds(chance, &row)?;
            match called && rules.settings.claims.chii {
                true => melds.push(meld(MeldKind::Chii, tiles)),
                false => hand.extend(tiles),
            }
        } else if chance.percent(15) {
            let how = if called {
                [MeldKind::Kakan, MeldKind::Daiminkan][chance.below(2)]
            } else {
                MeldKind::Ankan
            };
            melds.push(meld(how, rest.take_kinds(chance, &[kind; 4])?));
        } else {
            let tiles = rest.take_kinds(chance, &[kind; 3])?;
            match called {
                true => melds.push(meld(MeldKind::Pon, tiles)),
                false => hand.extend(tiles),
            }
        }
    }
    let pair = kinds[chance.below(kinds.len())];
    hand.extend(rest.take_kinds(chance, &[pair; 2])?);
    Some(hand)
}

fn seven_pairs(chance: &mut Chance, rest: &mut Rest) -> Option<Vec<Tile>> {
    let honours = chance.percent(20);
    let mut kinds: Vec<Kind> = Kind::of_hand().filter(|kind| !honours || kind.is_honour()).collect();
    let mut hand = Vec::new();
    for _ in 0..7 {
        let kind = kinds.swap_remove(chance.below(kinds.len()));
        hand.extend(rest.take_kinds(chance, &[kind; 2])?);
    }
    Some(hand)
}

fn thirteen_orphans(chance: &mut Chance, rest: &mut Rest) -> Option<Vec<Tile>> {
    let kinds: Vec<Kind> = Kind::of_hand().filter(|kind| kind.is_outside()).collect();
    let mut hand = rest.take_kinds(chance, &kinds)?;
    let pair = kinds[chance.below(kinds.len())];
    hand.push(rest.take_kind(chance, pair)?);
    Some(hand)
}
