//! Dora: what indicators point at, red tiles, tiles set aside.

use crate::held::Held;
use crate::reading::Reading;
use crate::rulebook::choices::{FlowerIndicator, KitaDora};
use crate::rulebook::clause::ClauseRef;
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::{Key, Settings};
use crate::score::is_wild;
use crate::sheet::Item;
use crate::suits::Suits;
use crate::tile::{KINDS, Kind, Mark, Suit, Tile};
use crate::units::Han;
use crate::win::Win;

/// Han from dora, by their source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DoraCount {
    /// From the indicators turned, kan dora included.
    pub dora: u8,
    /// From the indicators beneath, for riichi winners.
    pub ura: u8,
    pub red: u8,
    pub aside: u8,
}

impl DoraCount {
    pub const fn han(&self) -> Han {
        Han(self.dora + self.ura + self.red + self.aside)
    }
}

/// Han from one source of dora.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DoraSource {
    pub what: Item,
    /// The indicators behind it, or the tiles themselves.
    pub tiles: Vec<Tile>,
    pub han: u8,
    pub clause: ClauseRef,
}

/// The dora of a winning hand by their source, for people who ask: the same han as [`DoraCount`], counted tile by tile.
pub fn sources(rules: &Rules, win: &Win, reading: &Reading) -> Vec<DoraSource> {
    let mut found = Sources {
        rules,
        list: Vec::new(),
    };
    let settings = &rules.settings;
    let wild = is_wild(rules, win);
    let drawn = if wild { reading.winning } else { win.tile.kind() };
    let held = || win.hand.iter().chain(win.melds.iter().flat_map(|meld| &meld.tiles));
    let kinds: Vec<Kind> = held().map(|tile| tile.kind()).chain([drawn]).collect();
    if settings.dora.played {
        for &indicator in &win.dora {
            found.indicator(win, &kinds, indicator, TURNED, Key::DoraPlayed);
        }
        let beneath = if settings.dora.kan_ura { win.ura.len() } else { 1 };
        let ura = win.ura.iter().filter(|_| settings.dora.ura && win.riichi.declared());
        for &indicator in ura.take(beneath) {
            found.indicator(win, &kinds, indicator, BENEATH, Key::DoraUra);
        }
    }
    let marked = |mark: Mark| held().chain([&win.tile]).filter(move |tile| tile.mark() == mark);
    for &tile in marked(Mark::Red) {
        found.add(Item::Red, tile, 1, Key::TilesReds);
    }
    for &tile in marked(Mark::Pocchi).filter(|_| settings.pocchi.dora) {
        found.add(Item::RedPocchi, tile, 1, Key::PocchiDora);
    }
    if settings.pocchi.red_as_all && win.tile.kind() != reading.winning && all_red(settings, reading.winning) {
        found.add(Item::RedStandIn, win.tile, 1, Key::PocchiRedAsAll);
    }
    for &tile in win.aside.iter().filter(|tile| tile.kind().is_flower()) {
        found.add(Item::Flower, tile, settings.aside.han, Key::AsideHan);
    }
    for &tile in win.aside.iter().filter(|tile| !tile.kind().is_flower()) {
        found.add(Item::Kita, tile, settings.aside.kita_han, Key::AsideKitaHan);
    }
    found.list
}

/// Dora of the hand, past tiles that are not in the box, by a flower, and of norths set aside.
const TURNED: [Item; 4] = [Item::Dora, Item::DoraSkipping, Item::DoraByFlower, Item::DoraKita];
const BENEATH: [Item; 4] = [Item::Ura, Item::UraSkipping, Item::UraByFlower, Item::UraKita];

struct Sources<'a> {
    rules: &'a Rules,
    list: Vec<DoraSource>,
}

impl Sources<'_> {
    fn indicator(&mut self, win: &Win, kinds: &[Kind], indicator: Tile, items: [Item; 4], key: Key) {
        let settings = &self.rules.settings;
        let [plain, skipping, by_flower, kita] = items;
        if indicator.kind().is_flower() {
            let han = by_flower_indicator(settings, win, indicator.kind());
            return self.add(by_flower, indicator, han, Key::AsideIndicator);
        }
        let kind = pointed_at(settings, indicator.kind());
        let han = kinds.iter().filter(|held| **held == kind).count() as u8;
        let suit = indicator.kind().suit();
        // In a row with gaps, the clause that made them says what follows what.
        if settings.tiles.removed.iter().any(|removed| removed.suit() == suit) {
            self.add(skipping, indicator, han, Key::TilesRemoved);
        } else {
            self.add(plain, indicator, han, key);
        }
        let said = self.rules.because(Key::AsideKitaDora) != ClauseRef::NONE;
        let both = if said { Key::AsideKitaDora } else { key };
        self.add(kita, indicator, set_aside_as(settings, win, kind), both);
    }

    /// Adds to the line of its source.
    fn add(&mut self, what: Item, tile: Tile, han: u8, key: Key) {
        if han == 0 {
            return;
        }
        if let Some(known) = self.list.iter_mut().find(|source| source.what == what) {
            known.han = known.han.saturating_add(han);
            known.tiles.push(tile);
        } else {
            self.list.push(DoraSource {
                what,
                tiles: vec![tile],
                han,
                clause: self.rules.because(key),
            });
        }
    }
}

/// The kind that an indicator points at: the next of its row that is in the box.
#[inline]
pub fn pointed_at(settings: &Settings, indicator: Kind) -> Kind {
    let mut next = NEXT[indicator.index()];
    while settings.tiles.removed.has(next) && next != indicator {
        next = NEXT[next.index()];
    }
    next
}

/// The next kind of each row, which begins again after its last: suits, winds, dragons, flowers, seasons.
const NEXT: [Kind; KINDS] = {
    const LASTS: [(usize, usize); 7] = [(8, 9), (17, 9), (26, 9), (30, 4), (33, 3), (37, 4), (41, 4)];
    let mut next = [Kind::EAST; KINDS];
    let mut i = 0;
    while i < KINDS {
        next[i] = Kind::at((i + 1) % KINDS);
        i += 1;
    }
    let mut row = 0;
    while row < LASTS.len() {
        let (last, len) = LASTS[row];
        next[last] = Kind::at(last + 1 - len);
        row += 1;
    }
    next
};

/// Counts the dora of a winning hand. `held` is all of it, melds and winning tile included; `winning` is what the winning tile stands for.
#[inline]
pub(crate) fn count(settings: &Settings, win: &Win, held: &Held, winning: Kind) -> DoraCount {
    let mut count = DoraCount {
        red: reds(settings, win, held, winning),
        aside: set_aside(settings, win),
        ..DoraCount::default()
    };
    if !settings.dora.played {
        return count;
    }
    let all = &held.suits();
    for indicator in &win.dora {
        count.dora += by_indicator(settings, win, all, indicator.kind());
    }
    if settings.dora.ura && win.riichi.declared() {
        let with_kans = if settings.dora.kan_ura { win.ura.len() } else { 1 };
        for indicator in win.ura.iter().take(with_kans) {
            count.ura += by_indicator(settings, win, all, indicator.kind());
        }
    }
    count
}

fn set_aside(settings: &Settings, win: &Win) -> u8 {
    if win.aside.is_empty() {
        return 0;
    }
    let flowers = win.aside.iter().filter(|tile| tile.kind().is_flower()).count();
    let kita = win.aside.len() - flowers;
    let han = usize::from(settings.aside.han) * flowers + usize::from(settings.aside.kita_han) * kita;
    han.min(usize::from(u8::MAX)) as u8
}

#[inline]
fn by_indicator(settings: &Settings, win: &Win, all: &Suits, indicator: Kind) -> u8 {
    if win.aside.is_empty() && !indicator.is_flower() {
        return all.count(pointed_at(settings, indicator));
    }
    by_indicator_with_aside(settings, win, all, indicator)
}

fn by_indicator_with_aside(settings: &Settings, win: &Win, all: &Suits, indicator: Kind) -> u8 {
    if indicator.is_flower() {
        return by_flower_indicator(settings, win, indicator);
    }
    let kind = pointed_at(settings, indicator);
    all.count(kind) + set_aside_as(settings, win, kind)
}

/// How many of a kind are set aside and dora.
fn set_aside_as(settings: &Settings, win: &Win, kind: Kind) -> u8 {
    match settings.aside.kita_dora {
        KitaDora::Both => win.aside.iter().filter(|tile| tile.kind() == kind).count() as u8,
        KitaDora::KitaOnly => 0,
    }
}

fn by_flower_indicator(settings: &Settings, win: &Win, indicator: Kind) -> u8 {
    let aside = |wanted: &dyn Fn(Kind) -> bool| win.aside.iter().filter(|tile| wanted(tile.kind())).count() as u8;
    match settings.aside.indicator {
        FlowerIndicator::Nothing => 0,
        FlowerIndicator::Every => aside(&Kind::is_flower),
        FlowerIndicator::SameKind => {
            let season = indicator.suit() == Suit::Season;
            aside(&|k| k.is_flower() && (k.suit() == Suit::Season) == season)
        }
    }
}

#[inline]
fn reds(settings: &Settings, win: &Win, held: &Held, winning: Kind) -> u8 {
    let pocchis = if settings.pocchi.dora { held.pocchis() } else { 0 };
    let stands_for_red = settings.pocchi.red_as_all && win.tile.kind() != winning && all_red(settings, winning);
    held.reds() + pocchis + u8::from(stands_for_red)
}

/// Are all four copies of this kind red?
pub fn all_red(settings: &Settings, kind: Kind) -> bool {
    let reds = &settings.tiles.reds;
    let copies = match kind.suit() {
        Suit::Man => reds.m,
        Suit::Pin => reds.p,
        Suit::Sou => reds.s,
        _ => 0,
    };
    copies == 4 && kind.number() == settings.tiles.red_number
}
