//! riichienv-core: its evaluator holds the hand, its `calc` scores one win.

use jantaku_rules::tile::{HAND_KINDS, Tile};
use jantaku_rules::win::{By, Meld, MeldKind, Riichi, Win};
use riichienv_core::hand_evaluator::HandEvaluator;
use riichienv_core::types::{self, Conditions, MeldType, WinResult};

/// A win in the form that the engine takes.
pub(crate) struct Prepared {
    evaluator: HandEvaluator,
    tile: u8,
    dora: Vec<u8>,
    ura: Vec<u8>,
    conditions: Conditions,
}

impl Prepared {
    /// Everything that need not be done for each scoring.
    pub(crate) fn new(win: &Win) -> Prepared {
        let mut copies = Copies([0; HAND_KINDS]);
        let tile = copies.id(win.tile);
        let hand = win.hand.iter().map(|&tile| copies.id(tile)).collect();
        let melds = win.melds.iter().map(|m| meld(m, &mut copies)).collect();
        let indicators = |tiles: &[Tile]| tiles.iter().map(|&t| first_copy(t)).collect();
        let is_tsumo = win.by.is_tsumo();
        Prepared {
            evaluator: HandEvaluator::new(hand, melds),
            tile,
            dora: indicators(&win.dora),
            ura: indicators(&win.ura),
            conditions: Conditions {
                tsumo: is_tsumo,
                riichi: win.riichi == Riichi::Riichi,
                double_riichi: win.riichi == Riichi::Double,
                ippatsu: win.ippatsu,
                haitei: win.last_tile && is_tsumo,
                houtei: win.last_tile && !is_tsumo,
                rinshan: win.rinshan,
                chankan: win.by == By::RobbingAKan,
                tsumo_first_turn: win.first_turn && is_tsumo,
                player_wind: types::Wind::from(win.seat.index() as u8),
                round_wind: types::Wind::from(win.round.index() as u8),
                ..Conditions::default()
            },
        }
    }

    /// What the winner gets, without honba and sticks; nothing if it is no win.
    pub(crate) fn points(&self) -> i64 {
        let result = self.calc();
        let points = if !result.is_win {
            0
        } else if !self.conditions.tsumo {
            result.ron_agari
        } else if self.conditions.player_wind == types::Wind::East {
            3 * result.tsumo_agari_ko
        } else {
            result.tsumo_agari_oya + 2 * result.tsumo_agari_ko
        };
        i64::from(points)
    }

    fn calc(&self) -> WinResult {
        let conditions = Some(self.conditions.clone());
        self.evaluator
            .calc(self.tile, self.dora.clone(), self.ura.clone(), conditions)
    }
}

fn meld(meld: &Meld, copies: &mut Copies) -> types::Meld {
    let meld_type = match meld.kind {
        MeldKind::Chii => MeldType::Chi,
        MeldKind::Pon => MeldType::Pon,
        MeldKind::Daiminkan => MeldType::Daiminkan,
        MeldKind::Kakan => MeldType::Kakan,
        MeldKind::Ankan => MeldType::Ankan,
    };
    let tiles = meld.tiles.iter().map(|&tile| copies.id(tile)).collect();
    types::Meld::new(meld_type, tiles, meld.kind.is_open(), -1, None)
}

/// Which of the 136 tiles have been given out. The first copy of a five is the red one.
struct Copies([u8; HAND_KINDS]);

impl Copies {
    fn id(&mut self, tile: Tile) -> u8 {
        if tile.is_red() {
            return first_copy(tile);
        }
        let kind = tile.kind();
        let given = &mut self.0[kind.index()];
        *given += 1;
        let has_red = kind.is_suited() && kind.number() == 5;
        first_copy(tile) + *given - u8::from(!has_red)
    }
}

fn first_copy(tile: Tile) -> u8 {
    4 * tile.kind().index() as u8
}
