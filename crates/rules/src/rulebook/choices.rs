//! Settings with a fixed set of words.

use super::setting::{choice, record};

choice! {
    /// Where the live wall ends and what is kept behind it.
    DeadWall {
        /// No dead wall: replacement tiles come from the back of the wall, which is drawn to its last tile.
        None = "none",
        /// Fourteen tiles at the back are never drawn in turn; no indicator is turned over.
        FourteenUndrawn = "fourteen-undrawn",
        /// Always fourteen: the last live tile joins the dead wall after every replacement draw.
        Fourteen = "fourteen",
        /// Everything before the indicator is drawn; each kan reserves the next stack on the live side.
        ToTheIndicator = "to-the-indicator",
        /// Fourteen, or more while kan indicators need room next to replacement tiles for undrawn flowers.
        Growing = "growing",
    }
}
choice! {
    /// The order in which the last tiles of the deal are taken.
    Deal {
        /// One tile each in turn; the dealer draws the fourteenth.
        OneEach = "one-each",
        /// The dealer takes the two adjacent top tiles, then one each.
        DealerTwoOnTop = "dealer-two-on-top",
    }
}
choice! {
    /// Which discards are forbidden right after a call.
    Kuikae {
        /// Any tile may be discarded.
        Allowed = "allowed",
        /// Not the tile just called.
        NotTheSame = "not-the-same",
        /// Neither the tile just called nor the one that completes the same sequence from the other end.
        Forbidden = "forbidden",
    }
}
choice! {
    /// Who wins if several players claim a tile.
    Winners {
        /// All who claim it.
        All = "all",
        /// Only the first in turn after the discarder.
        FirstInTurn = "first-in-turn",
    }
}
choice! {
    /// When the new indicator of a kan is turned over.
    KanIndicator {
        /// There is no new indicator.
        Never = "never",
        /// At once, before the replacement tile, for every kan.
        AtOnce = "at-once",
        /// At once for a closed kan; otherwise with the next discard, or before the next replacement tile.
        ClosedAtOnce = "closed-at-once",
    }
}
choice! {
    /// Which closed kans a player in riichi may make with the drawn tile.
    KanInRiichi {
        /// None.
        Never = "never",
        /// Those that do not change the waits.
        SameWaits = "same-waits",
        /// Those that change neither the waits nor any reading: the three tiles are a triplet in every complete hand.
        SameReadings = "same-readings",
    }
}
choice! {
    /// What happens after four kans by different players.
    FourKans {
        /// Play continues, without a fifth kan.
        PlayOn = "play-on",
        /// An abortive draw, unless somebody wins on the discard after the fourth.
        AbortiveDraw = "abortive-draw",
    }
}
choice! {
    /// May a player declare riichi while furiten?
    RiichiFuriten {
        /// Yes.
        Allowed = "allowed",
        /// Only open riichi.
        OpenOnly = "open-only",
    }
}
choice! {
    /// What happens to a player not in riichi who passes on a winning tile.
    Passing {
        /// Nothing.
        NoEffect = "no-effect",
        /// No ron until the player's next discard.
        UntilDiscard = "until-discard",
        /// No ron until the player's next draw or call.
        UntilDrawOrClaim = "until-draw-or-claim",
    }
}
choice! {
    /// When a win on the tile that replaces one set aside counts as rinshan.
    AsideRinshan {
        /// Only in a series of replacements that began with a kan.
        AfterKan = "after-kan",
        /// Always.
        Always = "always",
    }
}
choice! {
    /// Whether a north set aside is also dora when an indicator points at it.
    KitaDora {
        /// It counts for both.
        Both = "both",
        /// It counts as set aside only.
        KitaOnly = "kita-only",
    }
}
choice! {
    /// Which tiles a flower as indicator makes dora.
    FlowerIndicator {
        /// Nothing.
        Nothing = "nothing",
        /// Every flower and season set aside.
        Every = "every",
        /// Those of its own group: flowers, or seasons.
        SameKind = "same-kind",
    }
}
choice! {
    /// When a drawn pocchi may stand for any tile.
    PocchiWild {
        /// Never.
        Never = "never",
        /// On any draw after declaring riichi.
        AfterRiichi = "after-riichi",
        /// Only on the draw that would be ippatsu.
        Ippatsu = "ippatsu",
    }
}
choice! {
    /// How a hand is valued.
    Scheme {
        /// The points of all patterns are added up, to a maximum.
        Points = "points",
        /// Base points from han and fu, with limits.
        FuAndHan = "fu-and-han",
        /// A table by han, without fu.
        HanTable = "han-table",
    }
}
choice! {
    /// Who gets the honba if several players win.
    HonbaTo {
        /// Each winner, in full.
        Each = "each",
        /// The first in turn after the discarder.
        First = "first",
        /// The winner who deals next.
        NextDealer = "next-dealer",
    }
}
choice! {
    /// Who gets the riichi sticks if several players win.
    SticksTo {
        /// The first in turn after the discarder.
        First = "first",
        /// Winners get back their own sticks of this hand; the first in turn gets the rest.
        OwnThenFirst = "own-then-first",
        /// The winner who deals next.
        NextDealer = "next-dealer",
    }
}
choice! {
    /// Who pays for a win on a discard.
    DiscardPays {
        /// The discarder pays everything.
        Discarder = "discarder",
        /// Each opponent pays the value.
        EachOpponent = "each-opponent",
        /// Each opponent pays a small hand. For a larger one, the responsible player pays three times the value, less what the others pay.
        Responsible = "responsible",
    }
}
choice! {
    /// Who is responsible for a win on a discard.
    Responsible {
        /// The first to discard the winning tile since the winner's last turn, including that turn.
        FirstToDiscard = "first-to-discard",
        /// The discarder.
        Discarder = "discarder",
    }
}
choice! {
    /// How much of a hand the liable player pays for.
    PaoCovers {
        /// Only the yakuman that caused it.
        OwnYakuman = "own-yakuman",
        /// The whole hand.
        WholeHand = "whole-hand",
    }
}
choice! {
    /// Who pays the honba of a ron that a liable player shares.
    PaoHonba {
        /// The discarder.
        Discarder = "discarder",
        /// The liable player.
        Liable = "liable",
    }
}
choice! {
    /// Who pays the points from noten to tenpai players.
    NotenFrom {
        /// All noten players together.
        Together = "together",
        /// Each noten player.
        Each = "each",
    }
}
choice! {
    /// What nagashi is worth: only terminals and honours discarded at a draw, none of them called.
    Nagashi {
        /// Nothing.
        Nothing = "nothing",
        /// A mangan by tsumo.
        Mangan = "mangan",
        /// A yakuman by tsumo.
        Yakuman = "yakuman",
    }
}
choice! {
    /// Whether nagashi counts as a draw or a win.
    NagashiAs {
        /// A draw: sticks and honba stay, and a tenpai dealer deals again.
        Draw = "draw",
        /// A draw that also pays honba: sticks stay, and a tenpai dealer deals again.
        DrawWithHonba = "draw-with-honba",
        /// It wins honba and sticks, but the deal moves as after a draw. A dealer with nagashi deals again too.
        PaidDraw = "paid-draw",
        /// A win in every respect.
        Win = "win",
    }
}
choice! {
    /// What several players with nagashi pay each other.
    NagashiTogether {
        /// They pay each other in full.
        EachPays = "each-pays",
        /// Nothing: the payments between them cancel.
        Cancel = "cancel",
    }
}
choice! {
    /// When the dealer deals again.
    DealerStays {
        /// Never: the deal passes after every hand.
        Never = "never",
        /// After a win by the dealer.
        OnWin = "on-win",
        /// After a win by the dealer, or if the dealer is tenpai at a draw.
        OnWinOrTenpai = "on-win-or-tenpai",
    }
}
choice! {
    /// When running out of points ends the game.
    Bust {
        /// Never.
        Never = "never",
        /// Below zero.
        BelowZero = "below-zero",
        /// At zero or below.
        AtZero = "at-zero",
    }
}
choice! {
    /// What follows the last hand if nobody has reached the goal.
    Overtime {
        /// Nothing: the game is over.
        Nothing = "nothing",
        /// One more round, which ends as soon as somebody has reached the goal after a hand.
        SuddenDeath = "sudden-death",
        /// A full west round, then a north round as sudden death. If nobody has reached the goal after that, the game is a draw.
        WestThenNorth = "west-then-north",
    }
}
choice! {
    /// What ends a sudden-death round once somebody has reached the goal.
    SuddenDeathEnds {
        /// The end of any hand.
        AnyHand = "any-hand",
        /// A hand after which the deal would pass, or that the dealer declares the last.
        WhenTheDealPasses = "when-the-deal-passes",
    }
}
choice! {
    /// May the dealer end the game in the last hand after a win or tenpai?
    Yame {
        /// No.
        Never = "never",
        /// Yes, when in first place.
        FirstPlaceMay = "first-place-may",
        /// Yes, in any place.
        AnyPlaceMay = "any-place-may",
        /// The game ends automatically if the dealer is in first place.
        FirstPlaceDoes = "first-place-does",
    }
}
choice! {
    /// How equal points are ranked.
    Ties {
        /// They share the place.
        Shared = "shared",
        /// By seat, from the first dealer.
        InitialSeat = "initial-seat",
        /// In turn order from the player who would deal next.
        NextDealer = "next-dealer",
    }
}
choice! {
    /// Where riichi sticks go that nobody won.
    LeftoverSticks {
        /// To nobody.
        Lapse = "lapse",
        /// To first place.
        First = "first",
        /// To first place, shared by those tied for it, rounded down to 100.
        FirstShared = "first-shared",
    }
}
choice! {
    /// How the result of a game is computed.
    ResultKind {
        /// The points unchanged.
        Points = "points",
        /// Points relative to the return points, with uma and oka.
        Uma = "uma",
        /// Chips from a chart of places and points.
        ChipChart = "chip-chart",
    }
}
choice! {
    /// Who gets the uma of tied places.
    TiedUma {
        /// Each place gets its own; ties are ranked.
        ByRank = "by-rank",
        /// Tied players share the uma of their places.
        Shared = "shared",
    }
}
choice! {
    /// What a chombo costs.
    Chombo {
        /// Nothing; the hand is dealt again.
        Nothing = "nothing",
        /// A mangan tsumo in reverse: the offender pays everyone.
        ReverseMangan = "reverse-mangan",
        /// Points deducted from the result, after uma.
        AfterUma = "after-uma",
    }
}

record! {
    /// How many copies of the red number are red in each suit.
    Reds {
        /// In man.
        m: u8 = 0,
        /// In pin.
        p: u8 = 0,
        /// In sou.
        s: u8 = 0,
    }
}
record! {
    /// A limit hand: base points from a number of han on.
    Limit {
        /// Its name, such as `mangan`.
        name: String,
        /// Minimum han.
        han: u8,
        /// Base points: a non-dealer's ron is four times these.
        base: i32,
    }
}
record! {
    /// A row of a table by han.
    HanRow {
        /// Minimum han.
        han: u8,
        /// The limit's name; empty for none.
        name: String = String::new(),
        /// Points from the discarder.
        ron: i32,
        /// Points from each player by tsumo.
        tsumo: i32,
        /// Points from the dealer by tsumo; 0 if the winner is the dealer.
        from_dealer: i32 = 0,
    }
}
record! {
    /// A row of the chart that converts final points into chips.
    ChipRow {
        /// Minimum final points.
        from: i32,
        /// Chips received, or paid if negative.
        chips: i32,
    }
}
