//! Complete hands by chance: of one suit, of triplets, of honours and so on, so that rare yaku are met too.

use super::asked::Asked;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Wind;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::win::{By, Meld, MeldKind, Riichi, Win};

/// Draws hands from the box of a rulebook, the same ones every time.
pub(super) struct Drafts<'a> {
    rules: &'a Rules,
    /// What yaku of the rulebook ask of certain tiles.
    asked: Vec<Asked>,
    seed: u64,
    theme: usize,
}

/// Which tiles and sets a hand is drawn from.
const THEMES: usize = 14;

impl<'a> Drafts<'a> {
    pub(super) fn new(rules: &'a Rules) -> Drafts<'a> {
        Drafts {
            rules,
            asked: Asked::of(rules),
            seed: 1,
            theme: 0,
        }
    }

    /// The next hand; it may not be possible under the rulebook.
    pub(super) fn next_win(&mut self) -> Option<Win> {
        loop {
            self.theme = (self.theme + 1) % THEMES;
            if let Some(win) = self.draft() {
                return Some(win);
            }
        }
    }

    /// The next hand that may be what a yaku asks for by tile; none if no yaku does, or if its tiles make no hand.
    pub(super) fn next_asked(&mut self) -> Option<Win> {
        let place = self.below(self.asked.len());
        let asked = self.asked.get(place)?.clone();
        let mut pool: Vec<Tile> = self.rules.tiles.tiles().to_vec();
        let mut tiles = self.as_asked(&asked, &mut pool)?;
        let may_win = |tile: &Tile| asked.winning.is_none_or(|winning| winning.has(tile.kind()));
        let places: Vec<usize> = (0..tiles.len()).filter(|place| may_win(&tiles[*place])).collect();
        let place = *places.get(self.below(places.len()))?;
        let tile = tiles.swap_remove(place);
        let mut win = Win::ron(tiles.into_iter().collect(), tile);
        self.circumstances(&mut win, &pool);
        Some(win)
    }

    fn below(&mut self, end: usize) -> usize {
        self.seed = self
            .seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.seed >> 33) as usize % end.max(1)
    }

    fn draft(&mut self) -> Option<Win> {
        let mut pool: Vec<Tile> = self.rules.tiles.tiles().to_vec();
        let mut melds = Vec::new();
        let mut tiles = match self.theme {
            0 | 1 => self.pairs(&mut pool)?,
            2 => self.gates(&mut pool)?,
            _ => self.sets(&mut pool, &mut melds)?,
        };
        let place = self.below(tiles.len());
        let tile = tiles.swap_remove(place);
        let mut win = Win::ron(tiles.into_iter().collect(), tile).with_melds(melds);
        self.circumstances(&mut win, &pool);
        Some(win)
    }

    fn circumstances(&mut self, win: &mut Win, pool: &[Tile]) {
        win.seat = Wind::at(self.below(self.rules.seats()));
        win.by = [
            By::Ron,
            By::Tsumo,
            By::Tsumo,
            By::Ron,
            By::RobbingAKan,
            By::RobbingAKita,
        ][self.below(6)];
        win.from = match win.by {
            By::Tsumo => win.seat,
            _ => Wind::at((win.seat.index() + 1 + self.below(self.rules.seats() - 1)) % self.rules.seats()),
        };
        if win.melds.is_empty() && self.below(3) == 0 {
            win.riichi = Riichi::WORDS[1 + self.below(4)].1;
            win.ippatsu = self.below(3) == 0;
        }
        let kan = win.melds.iter().any(|meld| meld.kind.is_kan());
        win.rinshan = win.by == By::Tsumo && kan && self.below(2) == 0;
        win.last_tile = self.below(8) == 0;
        win.first_turn = win.melds.is_empty() && self.below(8) == 0;
        win.payer_riichi = self.below(6) == 0;
        if self.below(4) == 0 {
            let most = 1 + self.below(8);
            let may_lie = |tile: &Tile| tile.kind().is_flower() || tile.kind() == Kind::NORTH;
            let aside = pool.iter().copied().filter(may_lie).take(most);
            win.aside = aside.collect();
        }
    }

    /// Four sets, some of them called, and a pair.
    fn sets(&mut self, pool: &mut Vec<Tile>, melds: &mut Vec<Meld>) -> Option<Vec<Tile>> {
        let theme = self.theme;
        let suit = self.below(3) * 9;
        let number = self.below(7);
        let start = self.below(6);
        let fits = move |kind: Kind| match theme {
            3 => kind.is_honour() || kind.index() / 9 * 9 == suit,
            4 => kind.index() < 27 && kind.index() / 9 * 9 == suit,
            5 => kind.is_honour(),
            6 => kind.is_outside(),
            7 => kind.is_suited() && kind.index() % 9 == number,
            8 => kind.is_suited() && kind.index() / 9 * 9 == suit && (start..start + 4).contains(&(kind.index() % 9)),
            9 => [19, 20, 21, 23, 25, 32].contains(&kind.index()),
            10 => kind.is_suited() && !kind.is_outside(),
            _ => true,
        };
        let in_rows = match theme {
            5 | 6 | 8 => 1,
            7 => 5,
            11 => 0,
            12 => 10,
            _ => 5,
        };
        let calls = self.below(3) == 0;
        let mut tiles = Vec::new();
        while tiles.len() + 3 * melds.len() < 12 {
            let first = self.kind(pool, fits)?;
            let row = first.is_suited() && first.number() <= 7 && self.below(10) < in_rows;
            let called = calls && self.below(2) == 0;
            let kan = !row && self.below(if theme == 13 { 1 } else { 6 }) == 0;
            let kinds: Vec<Kind> = match (row, kan) {
                (true, _) => (0..3).map(|step| Kind::at(first.index() + step)).collect(),
                (false, true) => vec![first; 4],
                (false, false) => vec![first; 3],
            };
            let set: Vec<Tile> = kinds.into_iter().map(|kind| take(pool, kind)).collect::<Option<_>>()?;
            let kind = match (row, kan, called) {
                (true, _, true) => Some(MeldKind::Chii),
                (_, true, true) => Some(MeldKind::Daiminkan),
                (_, true, false) => Some(MeldKind::Ankan),
                (_, _, true) => Some(MeldKind::Pon),
                _ => None,
            };
            match kind {
                Some(kind) => melds.push(Meld {
                    kind,
                    tiles: set.into_iter().collect(),
                    from: None,
                }),
                None => tiles.extend(set),
            }
        }
        let pair = self.kind(pool, fits)?;
        tiles.extend([take(pool, pair)?, take(pool, pair)?]);
        Some(tiles)
    }

    /// Seven pairs, of any tiles or of one suit, or each terminal and honour.
    fn pairs(&mut self, pool: &mut Vec<Tile>) -> Option<Vec<Tile>> {
        let way = self.below(5);
        let suit = self.below(3) * 9;
        if way == 0 {
            let mut tiles: Vec<Tile> = Vec::new();
            for kind in Kind::of_hand().filter(|kind| kind.is_outside()) {
                tiles.push(take(pool, kind)?);
            }
            let again = self.kind(pool, Kind::is_outside)?;
            tiles.push(take(pool, again)?);
            return Some(tiles);
        }
        let fits = move |kind: Kind| match way {
            1 => kind.is_honour(),
            2 => kind.is_suited() && kind.index() / 9 * 9 == suit,
            3 => kind.is_honour() || kind.is_suited() && kind.index() / 9 * 9 == suit,
            _ => true,
        };
        let mut tiles = Vec::new();
        for _ in 0..7 {
            let kind = self.kind(pool, fits)?;
            tiles.extend([take(pool, kind)?, take(pool, kind)?]);
        }
        Some(tiles)
    }

    /// 1112345678999 of a suit and one more.
    fn gates(&mut self, pool: &mut Vec<Tile>) -> Option<Vec<Tile>> {
        let suit = self.below(3) * 9;
        let more = self.below(9);
        let places = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, more];
        places
            .into_iter()
            .map(|place| take(pool, Kind::at(suit + place)))
            .collect()
    }

    /// What a yaku asks for by tile, and chance for the rest.
    fn as_asked(&mut self, asked: &Asked, pool: &mut Vec<Tile>) -> Option<Vec<Tile>> {
        let fits = |kind: Kind| asked.only.is_none_or(|only| only.has(kind));
        let mut tiles = Vec::new();
        if asked.in_pairs {
            while tiles.len() < 14 {
                let kind = self.kind(pool, |kind| fits(kind) && !tiles.contains(&Tile::plain(kind)))?;
                tiles.extend([take(pool, kind)?, take(pool, kind)?]);
            }
            return Some(tiles);
        }
        for firsts in &asked.sequences {
            let first = self.kind(pool, |kind| firsts.has(kind) && kind.number() <= 7)?;
            tiles.extend(taken(pool, row(first))?);
        }
        for kinds in &asked.triplets {
            let kind = self.kind(pool, |kind| kinds.has(kind))?;
            tiles.extend(taken(pool, [kind; 3])?);
        }
        while tiles.len() < 12 {
            let is_first = tiles.is_empty();
            let wins = |kind: Kind| !is_first || asked.winning.is_none_or(|winning| winning.has(kind));
            let first = self.kind(pool, |kind| fits(kind) && wins(kind))?;
            let in_a_row = first.is_suited() && first.number() <= 7 && row(first).into_iter().all(fits);
            let set = if in_a_row && self.below(2) == 0 {
                row(first)
            } else {
                [first; 3]
            };
            tiles.extend(taken(pool, set)?);
        }
        let pair = self.kind(pool, |kind| asked.pair.is_none_or(|pair| pair.has(kind)) && fits(kind))?;
        tiles.extend([take(pool, pair)?, take(pool, pair)?]);
        Some(tiles)
    }

    /// A random kind that is left and fits.
    fn kind(&mut self, pool: &[Tile], fits: impl Fn(Kind) -> bool) -> Option<Kind> {
        let left: Vec<Kind> = pool
            .iter()
            .map(|tile| tile.kind())
            .filter(|kind| !kind.is_flower() && fits(*kind))
            .collect();
        let place = self.below(left.len());
        left.get(place).copied()
    }
}

fn row(first: Kind) -> [Kind; 3] {
    [0, 1, 2].map(|step| Kind::at(first.index() + step))
}

fn taken(pool: &mut Vec<Tile>, kinds: [Kind; 3]) -> Option<Vec<Tile>> {
    kinds.into_iter().map(|kind| take(pool, kind)).collect()
}

/// A plain copy where there is one, else a special one.
fn take(pool: &mut Vec<Tile>, kind: Kind) -> Option<Tile> {
    let plain = pool.iter().position(|tile| *tile == Tile::plain(kind));
    let place = plain.or_else(|| pool.iter().position(|tile| tile.kind() == kind))?;
    Some(pool.swap_remove(place))
}
