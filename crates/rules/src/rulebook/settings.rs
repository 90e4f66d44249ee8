//! Every key a rulebook can set, documented once: here. The reference page and `jantaku rules keys` are made from these lines.
//!
//! A key that no clause sets keeps the default of its type, which always means that the mechanism is not played.

use super::choices::*;
use super::setting::{Setting, Shape};
use super::value::Value;
use crate::kind_set::KindSet;

/// What the reference says of one key.
#[derive(Clone, Debug)]
pub struct KeyInfo {
    /// `game.start`
    pub name: String,
    /// What it means.
    pub doc: &'static str,
    /// What a file may write.
    pub shape: Shape,
}

impl KeyInfo {
    /// The words a file may write, each with what it means; empty where it writes something else.
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
            pub struct $struct { $( $(#[doc = $doc])+ pub $field: $type, )+ }
        )+

        /// All settings of a rulebook.
        #[derive(Clone, PartialEq, Debug, Default)]
        pub struct Settings { $( $(#[doc = $section_doc])+ pub $section: $struct, )+ }

        /// The name of one setting, to ask which clause set it.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Key { $($( $(#[doc = $doc])+ $key, )+)+ }

        impl Key {
            /// All keys, in the order of the reference.
            pub const ALL: &'static [Key] = &[$($(Key::$key,)+)+];

            /// The key as files write it: `game.start`.
            pub fn name(self) -> String {
                match self { $($(Key::$key => concat!(stringify!($section), ".", stringify!($field)),)+)+ }.replace('_', "-")
            }

            /// What the reference says of it.
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
            /// Takes a value from a file; false if it is not what the key expects.
            pub fn set(&mut self, key: Key, value: &Value) -> bool {
                match key {
                    $($(Key::$key => match <$type as Setting>::read(value) {
                        Some(read) => { self.$section.$field = read; true }
                        None => false,
                    },)+)+
                }
            }

            /// The value of a key, without the fields of records that keep their defaults.
            pub fn value(&self, key: Key) -> Value {
                self.said(key, true)
            }

            /// The value of a key in full, as a file would say it.
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
        /// How many players: 3 or 4.
        seats: u8 => TilesSeats,
        /// Kinds that are taken out.
        removed: KindSet => TilesRemoved,
        /// How many copies of the red number are red, suit by suit.
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
        /// Replacement tiles for kans at the far end, before the first indicator. One more stands there for each flower, and for each north that may be set aside.
        replacements: u8 => WallReplacements,
        /// In what order the last tiles of the deal are taken.
        deal: Deal => WallDeal,
    }
    /// Claiming a discard.
    claims: Claims {
        /// May the next player in turn call chii?
        chii: bool => ClaimsChii,
        /// Which discards are forbidden right after a call.
        kuikae: Kuikae => ClaimsKuikae,
        /// Who wins when several claim one tile.
        winners: Winners => ClaimsWinners,
        /// May the last discard be called, not only won on?
        last_discard: bool => ClaimsLastDiscard,
    }
    /// Kans.
    kan: Kan {
        /// How many kans a hand can have, all players together; 0 for no limit.
        most: u8 => KanMost,
        /// Tiles that must be left in the live wall.
        tiles_left: u8 => KanTilesLeft,
        /// May one be declared right after a chii or pon, before the next draw?
        after_call: bool => KanAfterCall,
        /// When the new indicator is turned.
        indicator: KanIndicator => KanIndicatorTurned,
        /// Which hands may rob a closed kan, as an expression over facts; empty for none.
        closed_robbed_by: String => KanClosedRobbedBy,
        /// Which closed kans a player in riichi may make.
        in_riichi: KanInRiichi => KanInRiichiAllowed,
        /// What four kans by several players do.
        fourth: FourKans => KanFourth,
        /// Four kans of one player score the yakuman of four kans without the pair, after a discard that is not ronned.
        four_score_alone: bool => KanFourScoreAlone,
        /// If the fourth of these was called on a discard, does its feeder pay everything?
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
        /// Points of the stick.
        stick: i32 => RiichiStick,
        /// Tiles that must be left in the live wall.
        tiles_left: u8 => RiichiTilesLeft,
        /// Must one have the points of the stick?
        needs_points: bool => RiichiNeedsPoints,
        /// With exactly the points of the stick, may one declare?
        last_points: bool => RiichiLastPoints,
        /// May one declare while furiten?
        furiten: RiichiFuriten => RiichiWhileFuriten,
    }
    /// Furiten.
    furiten: Furiten {
        /// Is ron barred by a wait among the own discards?
        own_discards: bool => FuritenOwnDiscards,
        /// What letting a winning tile pass does outside riichi.
        passing: Passing => FuritenPassing,
        /// In riichi, does letting a winning tile pass bar ron for the rest of the hand?
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
        /// When a win on the replacement is a win on a replacement tile.
        rinshan: AsideRinshan => AsideRinshanCounts,
        /// Does setting aside end ippatsu?
        ends_ippatsu: bool => AsideEndsIppatsu,
        /// Does it end the first uninterrupted go-around?
        ends_first_turn: bool => AsideEndsFirstTurn,
        /// Is a bonus tile replaced that was the last tile of the live wall?
        replaced_at_end: bool => AsideReplacedAtEnd,
        /// Han for each north set aside.
        kita_han: u8 => AsideKitaHan,
        /// Han for each flower set aside.
        han: u8 => AsideHan,
        /// Fu for each flower set aside.
        fu: u8 => AsideFu,
        /// What a flower as indicator makes dora.
        indicator: FlowerIndicator => AsideIndicator,
        /// Drawing the last of all flowers wins at once, whatever the hand; another player's may be robbed with all others set aside.
        all_win: bool => AsideAllWin,
        /// Chips from each opponent at once for each flower.
        chips: u8 => AsideChips,
    }
    /// The pocchi.
    pocchi: Pocchi {
        /// When it may stand for any tile.
        wild: PocchiWild => PocchiIsWild,
        /// Is it a red dora wherever it stands in a winning hand?
        dora: bool => PocchiDora,
        /// Standing for a tile all copies of which are red, is it red?
        red_as_all: bool => PocchiRedAsAll,
    }
    /// Dora.
    dora: Dora {
        /// Is an indicator turned at the start?
        played: bool => DoraPlayed,
        /// Ura dora for riichi winners?
        ura: bool => DoraUra,
        /// Ura beneath the indicators of kans too?
        kan_ura: bool => DoraKanUra,
    }
    /// The value of a hand.
    value: HandValue {
        /// How a hand is valued.
        scheme: Scheme => ValueScheme,
        /// Does a win need a yaku, beside dora?
        yaku_needed: bool => ValueYakuNeeded,
        /// Least han or points of yaku that a win needs.
        minimum: u8 => ValueMinimum,
        /// Limits by han, lowest first.
        limits: Vec<Limit> => ValueLimits,
        /// Are 4 han 30 fu and 3 han 60 fu a mangan?
        kiriage: bool => ValueKiriage,
        /// Base points of a yakuman.
        yakuman: i32 => ValueYakuman,
        /// Han from which a hand without yakuman counts as one; 0 for never.
        counted_yakuman: u8 => ValueCountedYakuman,
        /// Do several yakuman, and double ones, add up?
        yakuman_add: bool => ValueYakumanAdd,
        /// May seven pairs use four of a kind as two pairs?
        four_of_a_kind_pairs: bool => ValueFourOfAKindPairs,
        /// With tenhou, may any tile be taken as the winning tile?
        tenhou_any_tile: bool => ValueTenhouAnyTile,
        /// The table by han for the dealer.
        dealer: Vec<HanRow> => ValueDealer,
        /// The table by han for the others.
        others: Vec<HanRow> => ValueOthers,
        /// Most points of a hand, unless one pattern is worth more.
        cap: i32 => ValueCap,
        /// Points of a hand with no pattern.
        chicken: i32 => ValueChicken,
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
        /// An open triplet of simples; closed twice, terminals and honours twice, a kan four times as much.
        triplet: u8 => FuTriplet,
        /// Seven pairs, in all.
        seven_pairs: u8 => FuSevenPairs,
        /// An open hand with no other fu, in all.
        open_minimum: u8 => FuOpenMinimum,
    }
    /// Payments.
    payment: Payment {
        /// With three players, is the missing player's share of a tsumo not paid?
        tsumo_loss: bool => PaymentTsumoLoss,
        /// Points of a honba by ron.
        honba_ron: i32 => PaymentHonbaRon,
        /// Points of a honba from each by tsumo.
        honba_tsumo: i32 => PaymentHonbaTsumo,
        /// To whom the honba go when several win.
        honba_to: HonbaTo => PaymentHonbaTo,
        /// To whom the sticks go when several win.
        sticks_to: SticksTo => PaymentSticksTo,
        /// Who pays for a win by discard.
        discard: DiscardPays => PaymentDiscard,
        /// Up to this value each opponent pays; above it the others pay just this.
        shared_up_to: i32 => PaymentSharedUpTo,
        /// Who is the responsible player.
        responsible: Responsible => PaymentResponsible,
        /// Where the winner is the responsible player, does each opponent pay the value? Otherwise the discarder is responsible.
        own_tile_shared: bool => PaymentOwnTileShared,
    }
    /// Liability.
    pao: Pao {
        /// The yaku that make a player liable who fed the deciding set.
        yaku: Vec<String> => PaoYaku,
        /// How much of the hand the liable player answers for.
        covers: PaoCovers => PaoCovered,
        /// By tsumo, does the liable player pay all of that, with the honba if it is the whole hand?
        tsumo: bool => PaoTsumo,
        /// By ron, does the liable player pay half of that, and the discarder the other half?
        ron: bool => PaoRon,
        /// The same where the hand is worth more yakuman than that? Otherwise the discarder pays such a hand alone.
        ron_of_several: bool => PaoRonOfSeveral,
        /// Who pays the honba of such a ron.
        ron_honba: PaoHonba => PaoRonHonba,
        /// Does the feeder of a daiminkan share that with the liable player as by ron, or pay everything?
        after_kan: bool => PaoAfterKan,
        /// Does the feeder of a daiminkan pay for a win on its replacement tile?
        rinshan: bool => PaoRinshan,
    }
    /// Hands that nobody wins.
    draws: Draws {
        /// Points from noten to tenpai players in all.
        noten: i32 => DrawsNoten,
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
        /// What else it is.
        nagashi_as: NagashiAs => DrawsNagashiAs,
        /// What several players with nagashi pay each other.
        nagashi_together: NagashiTogether => DrawsNagashiTogether,
        /// With several nagashi, does the own stick of this hand come back?
        nagashi_own_stick: bool => DrawsNagashiOwnStick,
        /// Does it survive the call of an own discard?
        nagashi_called: bool => DrawsNagashiCalled,
        /// Is claiming it optional?
        nagashi_optional: bool => DrawsNagashiOptional,
        /// Is a hand tenpai whose every wait is a tile of which it holds all four?
        fifth_tile_tenpai: bool => DrawsFifthTileTenpai,
        /// Is it so at least where some of the four lie in its own melds?
        fifth_tile_melded: bool => DrawsFifthTileMelded,
    }
    /// The game from the first deal to the last.
    game: Game {
        /// Points each player starts with.
        start: i32 => GameStart,
        /// How many rounds: 1 east only, 2 east and south, 4 all winds.
        rounds: u8 => GameRounds,
        /// When the dealer deals again.
        dealer_stays: DealerStays => GameDealerStays,
        /// When a player out of points ends the game.
        bust: Bust => GameBust,
        /// Points somebody needs at the end; 0 for none.
        goal: i32 => GameGoal,
        /// What follows when nobody has them.
        overtime: Overtime => GameOvertime,
        /// What ends a sudden-death round once somebody has the goal.
        sudden_death_ends: SuddenDeathEnds => GameSuddenDeathEnds,
        /// May the dealer end the game in the last hand?
        yame: Yame => GameYame,
        /// Who ranks higher with equal points.
        ties: Ties => GameTies,
        /// Where the riichi sticks go that nobody won.
        leftover_sticks: LeftoverSticks => GameLeftoverSticks,
        /// Minutes of a timed game; 0 for none.
        minutes: u8 => GameMinutes,
        /// Hands played after the one in which the time ends.
        hands_after_time: u8 => GameHandsAfterTime,
    }
    /// The result of a game.
    result: ResultRules {
        /// What the result is.
        kind: ResultKind => ResultIs,
        /// Points that count as zero.
        return_points: i32 => ResultReturn,
        /// Points are rounded to so many before they are counted, halves away from zero, and first place takes the difference; 0 for not.
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
        /// Does first place get what these pay?
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
        /// By tsumo, how many times these are paid by each opponent.
        tsumo_times: u8 => ChipsTsumoTimes,
        /// Are these paid beside a yakuman's?
        beside_yakuman: bool => ChipsBesideYakuman,
        /// For a yakuman that is not counted, by ron.
        yakuman_ron: u8 => ChipsYakumanRon,
        /// The same by tsumo, from each.
        yakuman_tsumo: u8 => ChipsYakumanTsumo,
        /// For each yakuman of the hand, not once?
        each_yakuman: bool => ChipsEachYakuman,
        /// For winning with all flowers set aside, by ron.
        flowers_ron: u8 => ChipsFlowersRon,
        /// The same by tsumo, from each.
        flowers_tsumo: u8 => ChipsFlowersTsumo,
        /// From a player gone bust to whoever did it.
        bust: u8 => ChipsBust,
        /// Also when noten payments did it?
        bust_by_noten: bool => ChipsBustByNoten,
    }
    /// Penalties.
    penalty: Penalty {
        /// What a chombo costs.
        chombo: Chombo => PenaltyChombo,
        /// Points off after uma, where that is the penalty.
        after_uma: i32 => PenaltyAfterUma,
        /// Can a hand be declared dead: no call, riichi or win any more, and noten at a draw?
        dead_hand: bool => PenaltyDeadHand,
    }
}

/// Norths that can be set aside.
const NORTHS: u8 = 4;

impl Settings {
    /// Tiles at the far end of the wall that replace kans and tiles set aside: as many as can ever be needed.
    pub fn replacement_tiles(&self) -> u8 {
        self.wall.replacements + self.tiles.flowers + if self.aside.kita { NORTHS } else { 0 }
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
