//! Every key of a rulebook. `jantaku rules keys` and the JSON schema are generated from the comments here.
//!
//! A key that no clause sets has the default of its type, which always means that the mechanism is not played.

use super::choices::*;
use super::setting::{Cited, Setting, Shape};
use super::value::Value;
use crate::kind_set::KindSet;

/// Documentation of a key.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct KeyInfo {
    /// The key as files write it, such as `game.start`.
    pub name: String,
    pub doc: &'static str,
    /// The values that it takes.
    pub shape: Shape,
}

impl KeyInfo {
    /// The words that it takes, each with its meaning; empty for keys that do not take words.
    pub fn words(&self) -> &'static [(&'static str, &'static str)] {
        match self.shape {
            Shape::Word(words) => words,
            _ => &[],
        }
    }
}

macro_rules! settings {
    ($( $(#[doc = $section_doc:literal])+ $section:ident : $struct:ident { $( $(#[doc = $doc:literal])+ $field:ident : $type:ty => $key:ident ),+ $(,)? } )+) => {
        $(
            $(#[doc = $section_doc])+
            #[derive(Clone, PartialEq, Debug, Default)]
            #[non_exhaustive]
            pub struct $struct { $( $(#[doc = $doc])+ pub $field: $type, )+ }
        )+

        /// All settings of a rulebook.
        #[derive(Clone, PartialEq, Debug, Default)]
        #[non_exhaustive]
        pub struct Settings { $( $(#[doc = $section_doc])+ pub $section: $struct, )+ }

        /// Identifies a setting, for example to ask which clause set it.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Key { $($( $(#[doc = $doc])+ $key, )+)+ }

        impl Key {
            pub const ALL: &'static [Key] = &[$($(Key::$key,)+)+];

            /// The key as files write it, such as `game.start`.
            pub fn name(self) -> String {
                match self { $($(Key::$key => concat!(stringify!($section), ".", stringify!($field)),)+)+ }.replace('_', "-")
            }

            /// The key with this name.
            pub fn named(name: &str) -> Option<Key> {
                let (section, field) = name.split_once('.')?;
                let same = |known: &str| {
                    let known = known.bytes().map(|byte| if byte == b'_' { b'-' } else { byte });
                    known.eq(field.bytes())
                };
                match section { $(stringify!($section) => { $(if same(stringify!($field)) { return Some(Key::$key); })+ None })+ _ => None }
            }

            pub fn info(self) -> KeyInfo {
                match self {
                    $($(Key::$key => KeyInfo {
                        name: self.name(),
                        doc: concat!($($doc),+).trim_ascii(),
                        shape: <$type as Setting>::shape(),
                    },)+)+
                }
            }
        }

        impl Settings {
            /// Sets a key from a file. Returns false if the key does not take this value.
            pub fn set(&mut self, key: Key, value: &Value) -> bool {
                match key {
                    $($(Key::$key => match <$type as Setting>::read(value) {
                        Some(read) => { self.$section.$field = read; true }
                        None => false,
                    },)+)+
                }
            }

            /// The value of a key, without fields of records that have their defaults.
            pub fn value(&self, key: Key) -> Value {
                self.said(key, true)
            }

            /// The full value of a key as TOML.
            pub fn show(&self, key: Key) -> String {
                self.said(key, false).to_string()
            }

            fn said(&self, key: Key, brief: bool) -> Value {
                match key { $($(Key::$key => self.$section.$field.value(brief),)+)+ }
            }
        }
    };
}

settings! {
    /// The tiles in the box.
    tiles: Tiles {
        /// The number of players: 3 or 4.
        seats: u8 => TilesSeats,
        /// Kinds of tiles that are left out.
        removed: KindSet => TilesRemoved,
        /// How many copies of the red number are red in each suit.
        reds: Reds => TilesReds,
        /// Which number has red copies.
        red_number: u8 => TilesRedNumber,
        /// Bonus tiles: 0, 4 (the flowers) or 8 (flowers and seasons).
        flowers: u8 => TilesFlowers,
        /// One of the four white dragons is the pocchi.
        pocchi: bool => TilesPocchi,
    }
    /// The wall.
    wall: Wall {
        /// Where the live wall ends and what is kept behind it.
        dead_wall: DeadWall => WallDeadWall,
        /// Replacement tiles for kans at the far end, before the first indicator. There is one more for each flower, and for each north that may be set aside.
        replacements: u8 => WallReplacements,
        /// The order in which the last tiles of the deal are taken.
        deal: Deal => WallDeal,
    }
    /// Claiming a discard.
    claims: Claims {
        /// May the next player in turn call chii?
        chii: bool => ClaimsChii,
        /// Which discards are forbidden right after a call.
        kuikae: Kuikae => ClaimsKuikae,
        /// Who wins if several players claim a tile.
        winners: Winners => ClaimsWinners,
        /// May the last discard be called as well as won on?
        last_discard: bool => ClaimsLastDiscard,
    }
    /// Kans.
    kan: Kan {
        /// Limit on kans per hand, all players together; 0 for no limit.
        most: u8 => KanMost,
        /// Tiles that must be left in the live wall.
        tiles_left: u8 => KanTilesLeft,
        /// May a kan be declared right after a chii or pon, before the next draw?
        after_call: bool => KanAfterCall,
        /// When the new indicator is turned over.
        indicator: KanIndicator => KanIndicatorTurned,
        /// Which hands may rob a closed kan, as an expression over facts; empty for none.
        closed_robbed_by: String => KanClosedRobbedBy,
        /// Which further hands may rob one, where another clause adds them; empty for none.
        closed_also_robbed_by: String => KanClosedAlsoRobbedBy,
        /// Which closed kans a player in riichi may make.
        in_riichi: KanInRiichi => KanInRiichiAllowed,
        /// What happens after four kans by different players.
        fourth: FourKans => KanFourth,
        /// Four kans of one player score as that yakuman without a pair, after a discard that nobody wins on.
        four_score_alone: bool => KanFourScoreAlone,
        /// Do these kans score the yakuman of four kans only? Otherwise other yakuman that they make by themselves are added.
        four_only: bool => KanFourOnly,
        /// If the fourth of these kans was called on a discard, does the discarder pay everything?
        four_fed: bool => KanFourFed,
        /// A closed kan stays face down until the end of the hand.
        face_down: bool => KanFaceDown,
    }
    /// Riichi.
    riichi: Riichi {
        /// Is there riichi?
        played: bool => RiichiPlayed,
        /// Is there open riichi?
        open: bool => RiichiOpen,
        /// Points of a riichi stick.
        stick: i32 => RiichiStick,
        /// Tiles that must be left in the live wall.
        tiles_left: u8 => RiichiTilesLeft,
        /// Does riichi need at least the points of a stick?
        needs_points: bool => RiichiNeedsPoints,
        /// May a player declare riichi with exactly the points of a stick?
        last_points: bool => RiichiLastPoints,
        /// May a player declare riichi while furiten?
        furiten: RiichiFuriten => RiichiWhileFuriten,
    }
    /// Furiten.
    furiten: Furiten {
        /// Is a player furiten who has discarded one of the waits?
        own_discards: bool => FuritenOwnDiscards,
        /// What happens to a player not in riichi who passes on a winning tile.
        passing: Passing => FuritenPassing,
        /// In riichi, is a player who passes on a winning tile furiten for the rest of the hand?
        passing_in_riichi: bool => FuritenPassingInRiichi,
    }
    /// Tiles set aside: kita and flowers.
    aside: Aside {
        /// May a north be set aside?
        kita: bool => AsideKita,
        /// May a north set aside be ronned?
        kita_robbed: bool => AsideKitaRobbed,
        /// May a north be set aside right after a pon, before the next draw?
        kita_after_call: bool => AsideKitaAfterCall,
        /// In riichi, may a north be set aside that was not just drawn?
        kita_held_in_riichi: bool => AsideKitaHeldInRiichi,
        /// Tiles that must be left in the live wall to set a north aside.
        kita_tiles_left: u8 => AsideKitaTilesLeft,
        /// When a win on the tile that replaces one set aside counts as rinshan.
        rinshan: AsideRinshan => AsideRinshanCounts,
        /// Does setting a tile aside end ippatsu?
        ends_ippatsu: bool => AsideEndsIppatsu,
        /// Does setting a tile aside end the first uninterrupted go-around?
        ends_first_turn: bool => AsideEndsFirstTurn,
        /// Is a flower replaced that was the last tile of the live wall?
        replaced_at_end: bool => AsideReplacedAtEnd,
        /// Han for each north set aside.
        kita_han: u8 => AsideKitaHan,
        /// Whether a north set aside is also dora when an indicator points at it.
        kita_dora: KitaDora => AsideKitaDora,
        /// Han for each flower set aside.
        han: u8 => AsideHan,
        /// Fu for each flower set aside.
        fu: u8 => AsideFu,
        /// Which tiles a flower as indicator makes dora.
        indicator: FlowerIndicator => AsideIndicator,
        /// Drawing the last of all flowers wins at once, whatever the hand. With all the others set aside, a player may also rob the last one; if it never comes, all hands are shown after the hand.
        all_win: bool => AsideAllWin,
        /// Chips that each opponent pays at once for each flower.
        chips: u8 => AsideChips,
    }
    /// The pocchi.
    pocchi: Pocchi {
        /// When it may stand for any tile.
        wild: PocchiWild => PocchiIsWild,
        /// Is it a red dora anywhere in a winning hand?
        dora: bool => PocchiDora,
        /// Is it red when it stands for a tile that only exists in red?
        red_as_all: bool => PocchiRedAsAll,
    }
    /// Dora.
    dora: Dora {
        /// Is an indicator turned over at the start?
        played: bool => DoraPlayed,
        /// Do riichi winners get ura dora?
        ura: bool => DoraUra,
        /// Are there ura dora under the indicators of kans too?
        kan_ura: bool => DoraKanUra,
    }
    /// The value of a hand.
    value: HandValue {
        /// How a hand is valued.
        scheme: Scheme => ValueScheme,
        /// Does a win need a yaku besides dora?
        yaku_needed: bool => ValueYakuNeeded,
        /// Minimum han or points of yaku for a win.
        minimum: u8 => ValueMinimum,
        /// Do bonus tiles count towards the minimum points?
        minimum_with_bonus: bool => ValueMinimumWithBonus,
        /// Limits by han, lowest first.
        limits: Vec<Limit> => ValueLimits,
        /// Are 4 han 30 fu and 3 han 60 fu a mangan?
        kiriage: bool => ValueKiriage,
        /// Base points of a yakuman.
        yakuman: i32 => ValueYakuman,
        /// Han from which a hand without a yakuman counts as one; 0 for never.
        counted_yakuman: u8 => ValueCountedYakuman,
        /// Do several yakuman, and double ones, add up?
        yakuman_add: bool => ValueYakumanAdd,
        /// May seven pairs use four of a kind as two pairs?
        four_of_a_kind_pairs: bool => ValueFourOfAKindPairs,
        /// With tenhou, may any tile be taken as the winning tile?
        tenhou_any_tile: bool => ValueTenhouAnyTile,
        /// The payments by han for the dealer.
        dealer: Vec<HanRow> => ValueDealer,
        /// The payments by han for the others.
        others: Vec<HanRow> => ValueOthers,
        /// Maximum points of a hand, unless a single pattern is worth more.
        cap: i32 => ValueCap,
        /// Points of a hand with no pattern.
        chicken: i32 => ValueChicken,
        /// Are these points given only to a hand that has no bonus tiles either?
        chicken_alone: bool => ValueChickenAlone,
    }
    /// Fu.
    fu: FuRules {
        /// Every hand.
        base: u8 => FuBase,
        /// A closed hand won by ron.
        closed_ron: u8 => FuClosedRon,
        /// A tsumo.
        tsumo: u8 => FuTsumo,
        /// When the fu of a tsumo count, as an expression over facts.
        tsumo_when: String => FuTsumoWhen,
        /// A pair of dragons, of the seat wind or of the round wind.
        value_pair: u8 => FuValuePair,
        /// A pair that is both winds.
        double_wind: u8 => FuDoubleWind,
        /// A closed, edge or pair wait.
        single_wait: u8 => FuSingleWait,
        /// An open triplet of simples. Closed doubles it, terminals and honours double it, and a kan is worth four times as much.
        triplet: u8 => FuTriplet,
        /// Seven pairs, in total.
        seven_pairs: u8 => FuSevenPairs,
        /// An open hand with no other fu, in total.
        open_minimum: u8 => FuOpenMinimum,
    }
    /// Payments.
    payment: Payment {
        /// With three players, is the missing player's share of a tsumo not paid?
        tsumo_loss: bool => PaymentTsumoLoss,
        /// Points of a honba by ron.
        honba_ron: i32 => PaymentHonbaRon,
        /// Points of a honba from each player by tsumo.
        honba_tsumo: i32 => PaymentHonbaTsumo,
        /// Who gets the honba if several players win.
        honba_to: HonbaTo => PaymentHonbaTo,
        /// Who gets the riichi sticks if several players win.
        sticks_to: SticksTo => PaymentSticksTo,
        /// Who pays for a win on a discard.
        discard: DiscardPays => PaymentDiscard,
        /// Up to this value every opponent pays the value; above it, opponents who are not responsible pay this much.
        shared_up_to: i32 => PaymentSharedUpTo,
        /// Who the responsible player is.
        responsible: Responsible => PaymentResponsible,
        /// If the winner is the responsible player, does each opponent pay the value? Otherwise the discarder is responsible.
        own_tile_shared: bool => PaymentOwnTileShared,
    }
    /// Liability.
    pao: Pao {
        /// The yaku that make the player liable who fed the deciding set.
        yaku: Vec<String> => PaoYaku,
        /// How much of the hand the liable player pays for.
        covers: PaoCovers => PaoCovered,
        /// After a tsumo, does the liable player pay all of that, and the honba if it is the whole hand?
        tsumo: bool => PaoTsumo,
        /// After a ron, do the liable player and the discarder each pay half of that?
        ron: bool => PaoRon,
        /// The same if the hand has further yakuman? Otherwise the discarder pays such a hand alone.
        ron_of_several: bool => PaoRonOfSeveral,
        /// Who pays the honba of such a ron.
        ron_honba: PaoHonba => PaoRonHonba,
        /// After a daiminkan, does its feeder share the payment with the liable player as after a ron? Otherwise the feeder pays everything.
        after_kan: bool => PaoAfterKan,
        /// Does the feeder of a daiminkan pay for a win on its replacement tile?
        rinshan: bool => PaoRinshan,
    }
    /// Hands that nobody wins.
    draws: Draws {
        /// Points from noten to tenpai players.
        noten: i32 => DrawsNoten,
        /// Who pays that many points.
        noten_from: NotenFrom => DrawsNotenFrom,
        /// May a player who is tenpai, but not in riichi, call noten?
        noten_call: bool => DrawsNotenCall,
        /// Nine different terminals and honours on the first turn.
        nine_terminals: bool => DrawsNineTerminals,
        /// The same wind discarded by all on the first turn.
        four_winds: bool => DrawsFourWinds,
        /// Everybody in riichi.
        four_riichi: bool => DrawsFourRiichi,
        /// Three winners on one discard.
        triple_ron: bool => DrawsTripleRon,
        /// What nagashi is worth.
        nagashi: Nagashi => DrawsNagashi,
        /// Whether nagashi counts as a draw or a win.
        nagashi_as: NagashiAs => DrawsNagashiAs,
        /// What several players with nagashi pay each other.
        nagashi_together: NagashiTogether => DrawsNagashiTogether,
        /// With several nagashi, do those players get back their riichi sticks of this hand?
        nagashi_own_stick: bool => DrawsNagashiOwnStick,
        /// Is nagashi still possible after one of the player's discards was called?
        nagashi_called: bool => DrawsNagashiCalled,
        /// May a player decline nagashi?
        nagashi_optional: bool => DrawsNagashiOptional,
        /// Is a hand tenpai if it already holds every copy of its waits?
        fifth_tile_tenpai: bool => DrawsFifthTileTenpai,
        /// Is it tenpai at least if some of those copies are in its own melds?
        fifth_tile_melded: bool => DrawsFifthTileMelded,
    }
    /// The game from the first deal to the last.
    game: Game {
        /// Points each player starts with.
        start: i32 => GameStart,
        /// Number of rounds: 1 for east only, 2 for east and south, 4 for all winds.
        rounds: u8 => GameRounds,
        /// When the dealer deals again.
        dealer_stays: DealerStays => GameDealerStays,
        /// When running out of points ends the game.
        bust: Bust => GameBust,
        /// Points that somebody needs at the end; 0 for none.
        goal: i32 => GameGoal,
        /// What happens if nobody has reached the goal.
        overtime: Overtime => GameOvertime,
        /// What ends a sudden-death round once somebody has reached the goal.
        sudden_death_ends: SuddenDeathEnds => GameSuddenDeathEnds,
        /// May the dealer end the game in the last hand?
        yame: Yame => GameYame,
        /// How equal points are ranked.
        ties: Ties => GameTies,
        /// Where riichi sticks go that nobody won.
        leftover_sticks: LeftoverSticks => GameLeftoverSticks,
        /// Minutes of a timed game; 0 for none.
        minutes: u8 => GameMinutes,
        /// Hands played after the one in which the time ends.
        hands_after_time: u8 => GameHandsAfterTime,
    }
    /// The result of a game.
    result: ResultRules {
        /// How the result is computed.
        kind: ResultKind => ResultIs,
        /// Points that count as zero.
        return_points: i32 => ResultReturn,
        /// Points are first rounded to a multiple of this, halves away from zero, and first place takes the difference; 0 for no rounding.
        round_to: i32 => ResultRoundTo,
        /// Uma in points, first place first.
        uma: Vec<i32> => ResultUma,
        /// Points to first place.
        oka: i32 => ResultOka,
        /// Who gets the uma of tied places.
        tied_uma: TiedUma => ResultTiedUma,
        /// Points of a substitute.
        substitute_points: i32 => ResultSubstitutePoints,
        /// Uma of a substitute.
        substitute_uma: i32 => ResultSubstituteUma,
        /// Chips of second place by its points, highest row first.
        second: Vec<ChipRow> => ResultSecond,
        /// Chips of third place by its points, highest row first.
        third: Vec<ChipRow> => ResultThird,
        /// Does first place get what second and third pay?
        rest_to_first: bool => ResultRestToFirst,
    }
    /// Chips during the game.
    chips: ChipRules {
        /// For ippatsu.
        ippatsu: u8 => ChipsIppatsu,
        /// For each han of ura dora.
        ura: u8 => ChipsUra,
        /// For winning by drawing the pocchi after riichi.
        pocchi: u8 => ChipsPocchi,
        /// After a tsumo, how many times each opponent pays these.
        tsumo_times: u8 => ChipsTsumoTimes,
        /// Are these paid in addition to the chips for a yakuman?
        beside_yakuman: bool => ChipsBesideYakuman,
        /// For a yakuman other than a counted one, by ron.
        yakuman_ron: u8 => ChipsYakumanRon,
        /// The same by tsumo, from each opponent.
        yakuman_tsumo: u8 => ChipsYakumanTsumo,
        /// Are they paid for each yakuman of the hand rather than once?
        each_yakuman: bool => ChipsEachYakuman,
        /// For winning with all flowers set aside, by ron.
        flowers_ron: u8 => ChipsFlowersRon,
        /// The same by tsumo, from each opponent.
        flowers_tsumo: u8 => ChipsFlowersTsumo,
        /// From a player who goes bust to whoever caused it.
        bust: u8 => ChipsBust,
        /// Also if noten payments caused it?
        bust_by_noten: bool => ChipsBustByNoten,
    }
    /// Rules that every rulebook plays. Setting one to true only makes its clause the one that score sheets cite for it.
    cite: Cite {
        /// Lesser yaku and dora do not count beside a yakuman.
        yakuman_alone: Cited => CiteYakumanAlone,
        /// A single winner takes all riichi sticks.
        sticks_to_winner: Cited => CiteSticksToWinner,
        /// A win on a replacement tile is not one on the last tile.
        replacement_not_last: Cited => CiteReplacementNotLast,
        /// A yaku that waives the fu of a tsumo waives those of flowers too, unless the hand pays more without it.
        flower_fu_waived: Cited => CiteFlowerFuWaived,
        /// Flowers add no fu to seven pairs.
        flowers_with_seven_pairs: Cited => CiteFlowersWithSevenPairs,
        /// A player with all flowers but one may win on the last when another player draws it, where drawing it wins.
        last_flower_robbed: Cited => CiteLastFlowerRobbed,
        /// With three players, whoever is liable for a tsumo pays what both others would have paid.
        pao_of_three: Cited => CitePaoOfThree,
        /// The same player deals again after an abortive draw.
        deal_after_abort: Cited => CiteDealAfterAbort,
        /// Who deals after nagashi.
        deal_after_nagashi: Cited => CiteDealAfterNagashi,
        /// After a chombo the same player deals again, and the riichi sticks of the hand go back.
        chombo_redealt: Cited => CiteChomboRedealt,
        /// With three players, two share what a chombo pays at once.
        chombo_of_three: Cited => CiteChomboOfThree,
        /// A call ends ippatsu, a closed kan too.
        ippatsu_ended: Cited => CiteIppatsuEnded,
        /// Ura dora are for winners in riichi.
        ura_in_riichi: Cited => CiteUraInRiichi,
        /// The fu and han of flowers do not count beside a yakuman.
        flowers_beside_yakuman: Cited => CiteFlowersBesideYakuman,
    }
    /// Penalties.
    penalty: Penalty {
        /// What a chombo costs.
        chombo: Chombo => PenaltyChombo,
        /// Points deducted after uma, if that is the penalty.
        after_uma: i32 => PenaltyAfterUma,
        /// Can a hand be declared dead? It may not call, declare riichi or win, and is noten at a draw.
        dead_hand: bool => PenaltyDeadHand,
    }
}

const NORTHS: u8 = 4;

impl Settings {
    /// Replacement tiles at the far end of the wall, enough for all kans and tiles set aside.
    pub fn replacement_tiles(&self) -> u8 {
        self.wall.replacements + self.tiles.flowers + if self.aside.kita { NORTHS } else { 0 }
    }

    /// How many rounds a game can have, overtime included.
    pub fn most_rounds(&self) -> u8 {
        self.game.rounds
            + match self.game.overtime {
                Overtime::Nothing => 0,
                Overtime::SuddenDeath => 1,
                Overtime::WestThenNorth => 2,
            }
    }

    /// Do chips change hands during a game?
    pub fn plays_chips(&self) -> bool {
        let chips = &self.chips;
        let wins = [
            chips.ippatsu,
            chips.ura,
            chips.pocchi,
            chips.yakuman_ron,
            chips.yakuman_tsumo,
        ];
        let others = [chips.flowers_ron, chips.flowers_tsumo, chips.bust, self.aside.chips];
        wins.into_iter().chain(others).any(|paid| paid > 0)
    }
}
