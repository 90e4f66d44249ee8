//! Random claims: a complete hand with circumstances that need not fit together.

use jantaku_rules::hand_text::{FedKan, HandText};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Wind;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::win::{By, Meld, MeldKind, Riichi, Win};

/// Reproducible random numbers.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }

    pub(crate) fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    fn wind(&mut self, seats: usize) -> Wind {
        Wind::at(self.below(seats))
    }
}

/// Tiles that nobody has yet.
pub(crate) struct Pool(pub(crate) Vec<Tile>);

impl Pool {
    pub(crate) fn of(rules: &Rules) -> Pool {
        Pool(rules.tiles.tiles().to_vec())
    }

    /// A random tile that fits.
    pub(crate) fn draw(&mut self, dice: &mut Dice, fits: impl Fn(Kind) -> bool) -> Option<Tile> {
        let places: Vec<usize> = (0..self.0.len()).filter(|&i| fits(self.0[i].kind())).collect();
        let place = *places.get(dice.below(places.len()))?;
        Some(self.0.swap_remove(place))
    }

    pub(crate) fn take(&mut self, tile: Tile) -> Option<Tile> {
        let place = self.0.iter().position(|&other| other == tile)?;
        Some(self.0.swap_remove(place))
    }
}

/// A claim, or none where the tiles ran out.
pub(crate) fn random_claim(rules: &Rules, dice: &mut Dice) -> Option<(HandText, Wind)> {
    let seats = rules.seats();
    let mut pool = Pool::of(rules);
    let seat = dice.wind(seats);
    let mut win = Win::ron([].into_iter().collect(), Tile::plain(Kind::EAST)).seated(seat);
    let mut hand = match dice.below(12) {
        0 => seven_pairs(&mut pool, dice)?,
        1 => thirteen_orphans(&mut pool, dice)?,
        _ => four_sets(&mut pool, dice, &mut win, seats)?,
    };
    win.tile = hand.swap_remove(dice.below(hand.len()));
    win.hand = hand.into_iter().collect();
    win.by = match dice.below(100) {
        0..45 => By::Tsumo,
        45..85 => By::Ron,
        85..95 => By::RobbingAKan,
        95..99 => By::RobbingAKita,
        _ => By::RobbingAFlower,
    };
    let closed = win.melds.iter().all(|meld| !meld.kind.is_open());
    if dice.percent(if closed { 45 } else { 2 }) {
        let ways = if rules.settings.riichi.open || dice.percent(3) {
            4
        } else {
            2
        };
        win.riichi = Riichi::WORDS[1 + dice.below(ways)].1;
    }
    let kans = win.melds.iter().filter(|meld| meld.kind.is_kan()).count();
    let likely = |holds: bool, much: usize, little: usize| if holds { much } else { little };
    win.ippatsu = dice.percent(likely(win.riichi.declared(), 30, 2));
    let tsumo = win.by == By::Tsumo;
    for _ in 0..dice.below(4).saturating_sub(1) {
        win.aside
            .extend(pool.draw(dice, |kind| kind.is_flower() || kind == Kind::NORTH));
    }
    win.rinshan = dice.percent(likely(tsumo && kans + win.aside.len() > 0, 40, 2));
    win.last_tile = dice.percent(8);
    win.first_turn = dice.percent(10);
    win.payer_riichi = dice.percent(likely(!tsumo, 15, 2));
    win.round = Wind::at(dice.below(10) / 4);
    let indicators = |dice: &mut Dice| {
        let most = if dice.percent(20) { 4 } else { 2 };
        dice.below(most)
    };
    if rules.settings.dora.played || dice.percent(5) {
        for _ in 0..indicators(dice) {
            win.dora.extend(pool.draw(dice, |_| true));
        }
    }
    if win.riichi.declared() {
        for _ in 0..win.dora.len() {
            win.ura.extend(pool.draw(dice, |_| true));
        }
    }
    let mut claim = HandText::of(win);
    let sticks = u8::from(claim.win.riichi.declared()) + u8::from(claim.win.payer_riichi);
    let counted = rules.settings.riichi.played || dice.percent(5);
    (claim.honba, claim.sticks) = match counted {
        true => (dice.below(3) as u8, sticks + dice.below(3) as u8),
        false => (0, 0),
    };
    if dice.percent(10) {
        let id = ["daisangen", "daisuushii", "kokushi"][dice.below(3)];
        claim.pao.push((id.to_owned(), dice.wind(seats)));
    }
    if claim.win.rinshan && dice.percent(70) {
        claim.fed_kan = if dice.percent(40) {
            FedKan::Nobody
        } else {
            FedKan::By(dice.wind(seats))
        };
    }
    if dice.percent(likely(!rules.settings.riichi.played, 30, 3)) {
        claim.responsible = Some(dice.wind(seats));
    }
    let other = Wind::at((seat.index() + 1 + dice.below(seats - 1)) % seats);
    let from = if tsumo || dice.percent(2) { seat } else { other };
    Some((claim, from))
}

fn four_sets(pool: &mut Pool, dice: &mut Dice, win: &mut Win, seats: usize) -> Option<Vec<Tile>> {
    let theme = dice.below(8);
    let fits = move |kind: Kind| match theme {
        0 => kind.is_honour(),
        1 => kind.is_outside(),
        2 => kind.is_suited() && kind.index() / 9 == 1,
        _ => true,
    };
    let open = dice.percent(45);
    let mut hand = Vec::new();
    for _ in 0..4 {
        let kind = pool.draw(dice, |kind| !kind.is_flower() && fits(kind)).map(|tile| {
            pool.0.push(tile);
            tile.kind()
        })?;
        let row = kind.is_suited() && kind.number() <= 7 && dice.percent(50);
        let kinds = if row { [0, 1, 2] } else { [0; 3] }.map(|step| Kind::at(kind.index() + step));
        let mut tiles = Vec::new();
        for kind in kinds {
            tiles.push(pool.draw(dice, |other| other == kind)?);
        }
        let called = dice.percent(if open { 60 } else { 12 });
        let kan = called && !row && dice.percent(if open { 50 } else { 100 });
        if !called || row && !open {
            hand.extend(tiles);
            continue;
        }
        if kan {
            tiles.push(pool.draw(dice, |other| other == kind)?);
        }
        let meld = match (row, kan) {
            (true, _) => MeldKind::Chii,
            (_, false) => MeldKind::Pon,
            _ if !open => MeldKind::Ankan,
            _ => [MeldKind::Daiminkan, MeldKind::Kakan, MeldKind::Ankan][dice.below(3)],
        };
        let from = match meld {
            MeldKind::Ankan => None,
            MeldKind::Chii if dice.percent(95) => Some(Wind::at((win.seat.index() + seats - 1) % seats)),
            _ => Some(dice.wind(seats)).filter(|&from| from != win.seat || dice.percent(5)),
        };
        win.melds.push(Meld {
            kind: meld,
            tiles: tiles.into_iter().collect(),
            from,
        });
    }
    hand.extend(pair(pool, dice, fits)?);
    Some(hand)
}

fn pair(pool: &mut Pool, dice: &mut Dice, fits: impl Fn(Kind) -> bool) -> Option<[Tile; 2]> {
    let first = pool.draw(dice, |kind| !kind.is_flower() && fits(kind))?;
    Some([first, pool.draw(dice, |kind| kind == first.kind())?])
}

fn seven_pairs(pool: &mut Pool, dice: &mut Dice) -> Option<Vec<Tile>> {
    let mut tiles: Vec<Tile> = Vec::new();
    while tiles.len() < 14 {
        let seen: Vec<Kind> = tiles.iter().map(|tile| tile.kind()).collect();
        tiles.extend(pair(pool, dice, |kind| !seen.contains(&kind))?);
    }
    Some(tiles)
}

fn thirteen_orphans(pool: &mut Pool, dice: &mut Dice) -> Option<Vec<Tile>> {
    let mut tiles = Vec::new();
    for kind in Kind::of_hand().filter(|kind| kind.is_outside()) {
        tiles.push(pool.draw(dice, |other| other == kind)?);
    }
    tiles.push(pool.draw(dice, |kind| !kind.is_flower() && kind.is_outside())?);
    Some(tiles)
}
