//! agari: takes the hand apart, finds the yaku of each reading, scores it; the best one is for the caller to pick.

use agari::context::{GameContext, WinType};
use agari::hand::{self, HandStructure, KanType, decompose_hand, decompose_hand_with_melds};
use agari::parse::{TileCounts, to_counts};
use agari::scoring::calculate_score;
use agari::tile::{Honor, Suit, Tile};
use agari::yaku::detect_yaku_with_context;
use jantaku_rules::seat::Wind;
use jantaku_rules::tile::{self, Kind};
use jantaku_rules::win::{By, Meld, MeldKind, Riichi, Win};

/// A win in the form that the engine takes.
pub(crate) struct Prepared {
    concealed: TileCounts,
    all: TileCounts,
    melds: Vec<hand::Meld>,
    context: GameContext,
}

impl Prepared {
    /// Everything that need not be done for each scoring.
    pub(crate) fn new(win: &Win) -> Prepared {
        let kinds = win.hand.iter().map(|tile| tile.kind());
        let concealed: Vec<Tile> = kinds.chain([win.tile.kind()]).map(tile_of).collect();
        let called = win.melds.iter().flat_map(|meld| &meld.tiles);
        let all = called
            .clone()
            .map(|tile| tile_of(tile.kind()))
            .chain(concealed.iter().copied());
        let held = win.hand.iter().chain([&win.tile]).chain(called);
        let reds = held.filter(|tile| tile.is_red()).count();
        Prepared {
            concealed: to_counts(&concealed),
            all: to_counts(&all.collect::<Vec<_>>()),
            melds: win.melds.iter().map(meld).collect(),
            context: context(win, reds as u8),
        }
    }

    /// What the winner gets, without honba and sticks; nothing if it is no win.
    pub(crate) fn points(&self) -> i64 {
        let readings = self.readings();
        let points = readings.iter().map(|reading| {
            let yaku = detect_yaku_with_context(reading, &self.all, &self.context);
            let score = calculate_score(reading, &yaku, &self.context);
            if yaku.yaku_list.is_empty() {
                0
            } else {
                i64::from(score.payment.total)
            }
        });
        points.max().unwrap_or(0)
    }

    fn readings(&self) -> Vec<HandStructure> {
        if self.melds.is_empty() {
            decompose_hand(&self.concealed)
        } else {
            decompose_hand_with_melds(&self.concealed, &self.melds)
        }
    }
}

fn context(win: &Win, reds: u8) -> GameContext {
    let win_type = if win.by.is_tsumo() {
        WinType::Tsumo
    } else {
        WinType::Ron
    };
    let indicators = |tiles: &[tile::Tile]| tiles.iter().map(|t| tile_of(t.kind())).collect();
    let mut context = GameContext::new(win_type, wind(win.round), wind(win.seat))
        .with_winning_tile(tile_of(win.tile.kind()))
        .with_dora(indicators(&win.dora))
        .with_ura_dora(indicators(&win.ura))
        .with_aka(reds);
    context.is_open = win.melds.iter().any(|meld| meld.kind.is_open());
    context.is_riichi = win.riichi.declared();
    context.is_double_riichi = win.riichi == Riichi::Double;
    context.is_ippatsu = win.ippatsu;
    context.is_rinshan = win.rinshan;
    context.is_chankan = win.by == By::RobbingAKan;
    context.is_last_tile = win.last_tile;
    context
}

fn meld(meld: &Meld) -> hand::Meld {
    let first = meld.tiles.first().map_or(Kind::EAST, |tile| tile.kind());
    let tile = tile_of(first);
    match meld.kind {
        MeldKind::Chii => hand::Meld::shuntsu_open(tile),
        MeldKind::Pon => hand::Meld::koutsu_open(tile),
        MeldKind::Daiminkan => hand::Meld::kan(tile, KanType::Open),
        MeldKind::Kakan => hand::Meld::kan(tile, KanType::Added),
        MeldKind::Ankan => hand::Meld::kan(tile, KanType::Closed),
    }
}

fn tile_of(kind: Kind) -> Tile {
    const HONOURS: [Honor; 7] = [
        Honor::East,
        Honor::South,
        Honor::West,
        Honor::North,
        Honor::White,
        Honor::Green,
        Honor::Red,
    ];
    match kind.suit() {
        tile::Suit::Man => Tile::suited(Suit::Man, kind.number()),
        tile::Suit::Pin => Tile::suited(Suit::Pin, kind.number()),
        tile::Suit::Sou => Tile::suited(Suit::Sou, kind.number()),
        _ => Tile::honor(HONOURS[usize::from(kind.number() - 1)]),
    }
}

fn wind(wind: Wind) -> Honor {
    match wind {
        Wind::East => Honor::East,
        Wind::South => Honor::South,
        Wind::West => Honor::West,
        Wind::North => Honor::North,
    }
}
