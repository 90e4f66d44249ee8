//! Dora: what indicators point at, red tiles, tiles set aside.

use crate::held::Held;
use crate::rulebook::choices::FlowerIndicator;
use crate::rulebook::settings::{Key, Settings};
use crate::suits::Suits;
use crate::tile::{KINDS, Kind, Suit};
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

    /// The sources that give han, with their han.
    pub fn lines(&self) -> impl Iterator<Item = (DoraBy, u8)> {
        let all = [
            (DoraBy::Indicator, self.dora),
            (DoraBy::Ura, self.ura),
            (DoraBy::Red, self.red),
            (DoraBy::Aside, self.aside),
        ];
        all.into_iter().filter(|(_, han)| *han > 0)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DoraBy {
    /// By the indicators turned.
    Indicator,
    /// By the indicators beneath.
    Ura,
    /// By a red tile.
    Red,
    /// By tiles set aside.
    Aside,
}

impl DoraBy {
    /// The key that lets it count.
    pub const fn key(self, settings: &Settings) -> Key {
        match self {
            DoraBy::Indicator => Key::DoraPlayed,
            DoraBy::Ura => Key::DoraUra,
            DoraBy::Red => Key::TilesReds,
            DoraBy::Aside if settings.aside.han == 0 => Key::AsideKitaHan,
            DoraBy::Aside => Key::AsideHan,
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
    let aside = |wanted: &dyn Fn(Kind) -> bool| win.aside.iter().filter(|tile| wanted(tile.kind())).count() as u8;
    if !indicator.is_flower() {
        let kind = pointed_at(settings, indicator);
        return all.count(kind) + aside(&|k| k == kind);
    }
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
