//! What can come up under given settings. Keys and moments of something that is not played need no coverage.

use super::moment::Moment;
use jantaku_rules::rulebook::choices::{
    Chombo, DealerStays, DiscardPays, KanIndicator, Nagashi, Overtime, PocchiWild, ResultKind, Scheme, Winners, Yame,
};
use jantaku_rules::rulebook::settings::{Key, Settings};
use jantaku_rules::rulebook::yaku::Yaku;

/// Whether this key can decide anything with these settings.
pub(super) fn has_key(settings: &Settings, key: Key) -> bool {
    let flowers = settings.tiles.flowers > 0;
    let kita = settings.aside.kita;
    let riichi = settings.riichi.played;
    let four_players = settings.tiles.seats == 4;
    let reds = &settings.tiles.reds;
    let has_reds = reds.m + reds.p + reds.s > 0;
    let fu = settings.value.scheme == Scheme::FuAndHan;
    let table = settings.value.scheme == Scheme::HanTable;
    let points = settings.value.scheme == Scheme::Points;
    let pao = !settings.pao.yaku.is_empty();
    let nagashi = settings.draws.nagashi != Nagashi::Nothing;
    let several = settings.claims.winners == Winners::All;
    match key {
        Key::TilesRedNumber => has_reds,
        Key::WallReplacements | Key::KanIndicatorTurned | Key::DoraUra => settings.dora.played,
        Key::DoraKanUra => settings.dora.played && settings.dora.ura,
        Key::KanInRiichiAllowed | Key::FuritenPassingInRiichi => riichi,
        Key::RiichiOpen
        | Key::RiichiStick
        | Key::RiichiTilesLeft
        | Key::RiichiNeedsPoints
        | Key::RiichiWhileFuriten => riichi,
        Key::RiichiLastPoints => riichi && settings.riichi.needs_points,
        Key::AsideKitaRobbed
        | Key::AsideKitaAfterCall
        | Key::AsideKitaHeldInRiichi
        | Key::AsideKitaTilesLeft
        | Key::AsideKitaHan => kita,
        Key::AsideRinshanCounts | Key::AsideEndsFirstTurn => kita || flowers,
        Key::AsideEndsIppatsu => (kita || flowers) && riichi,
        Key::AsideReplacedAtEnd | Key::AsideHan | Key::AsideAllWin | Key::AsideChips => flowers,
        Key::AsideFu => flowers && fu,
        Key::CiteFlowerFuWaived | Key::CiteFlowersWithSevenPairs => flowers && fu && settings.aside.fu > 0,
        Key::CiteLastFlowerRobbed => flowers && settings.aside.all_win,
        Key::CitePaoOfThree => pao && !four_players,
        Key::CiteChomboOfThree => settings.penalty.chombo == Chombo::ReverseMangan && !four_players,
        Key::AsideIndicator => flowers && settings.dora.played,
        Key::PocchiIsWild | Key::PocchiDora => settings.tiles.pocchi,
        Key::PocchiRedAsAll => settings.tiles.pocchi && has_reds && settings.pocchi.wild != PocchiWild::Never,
        Key::ValueLimits | Key::ValueKiriage | Key::ValueYakuman => fu,
        Key::ValueDealer | Key::ValueOthers => table,
        Key::ValueCap | Key::ValueChicken => points,
        Key::FuBase
        | Key::FuClosedRon
        | Key::FuTsumo
        | Key::FuTsumoWhen
        | Key::FuValuePair
        | Key::FuDoubleWind
        | Key::FuSingleWait
        | Key::FuTriplet
        | Key::FuSevenPairs
        | Key::FuOpenMinimum => fu,
        Key::PaymentHonbaTo => several && settings.payment.honba_ron > 0,
        Key::PaymentSticksTo => several && riichi,
        Key::PaymentSharedUpTo | Key::PaymentResponsible => {
            points && settings.payment.discard == DiscardPays::Responsible
        }
        Key::PaoCovered | Key::PaoTsumo | Key::PaoRon | Key::PaoRonHonba => pao,
        Key::PaoAfterKan => pao && settings.pao.rinshan,
        Key::DrawsFourWinds | Key::DrawsTripleRon => four_players,
        Key::DrawsFourRiichi => riichi,
        Key::DrawsNagashiAs | Key::DrawsNagashiTogether | Key::DrawsNagashiCalled | Key::DrawsNagashiOptional => {
            nagashi
        }
        Key::DrawsNagashiOwnStick => nagashi && riichi,
        Key::GameOvertime => settings.game.goal > 0 || settings.game.overtime == Overtime::Nothing,
        Key::GameSuddenDeathEnds => settings.game.overtime != Overtime::Nothing,
        Key::GameLeftoverSticks => riichi,
        Key::ResultReturn | Key::ResultUma | Key::ResultTiedUma => settings.result.kind == ResultKind::Uma,
        Key::ResultOka => settings.result.oka > 0,
        Key::ResultSecond | Key::ResultThird => settings.result.kind == ResultKind::ChipChart,
        Key::ResultSubstitutePoints | Key::ResultSubstituteUma => false,
        Key::GameYame => settings.game.yame != Yame::Never || has_repeats(settings),
        _ => true,
    }
}

/// Whether this yaku is possible with these settings.
pub(super) fn has_yaku(settings: &Settings, yaku: &Yaku) -> bool {
    !yaku.when.contains("all-flowers") || settings.aside.all_win
}

/// Whether the dealer can stay, so that there is a question about ending the game.
fn has_repeats(settings: &Settings) -> bool {
    settings.game.dealer_stays != DealerStays::Never
}

/// Whether this moment is possible with these settings.
pub(super) fn has_moment(settings: &Settings, moment: Moment) -> bool {
    let flowers = settings.tiles.flowers;
    match moment {
        Moment::BelowMinimum => settings.value.minimum > 0,
        Moment::FlowerBeforeIndicator => flowers > 0 && settings.kan.indicator == KanIndicator::ClosedAtOnce,
        Moment::FlowerRobbed => settings.aside.all_win,
        Moment::FlowerOfNobody => flowers > 0 && settings.tiles.seats == 3,
        Moment::FullSetOfFlowers => flowers == 4,
        Moment::YakumanWithFlowers => flowers > 0 && settings.value.scheme != Scheme::Points,
        Moment::Tie => settings.tiles.seats == 3,
        Moment::SecondClaim => settings.claims.winners == Winners::FirstInTurn,
        Moment::WinnerResponsible => settings.payment.discard == DiscardPays::Responsible,
        Moment::FlowerInRiichi | Moment::RiichiTilesCounted => flowers > 0 && settings.riichi.played,
        _ => true,
    }
}
