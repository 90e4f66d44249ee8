//! The choices a rulebook has, each a word that reads as the book reads.

use super::setting::{choice, record};

choice! {
    /// Where the live wall ends and what is kept behind it.
    DeadWall {
        /// No dead wall: replacement tiles come from the back of the wall, which is drawn to its last tile.
        None = "none",
        /// Fourteen tiles at the back are never drawn in turn; nothing is turned over.
        FourteenUndrawn = "fourteen-undrawn",
        /// Fourteen stay: the last live tile joins the dead wall after every replacement draw.
        Fourteen = "fourteen",
        /// Everything before the indicator is drawn; each kan reserves the next stack on the live side.
        ToTheIndicator = "to-the-indicator",
        /// Fourteen, and longer while indicators of kans need room beside the replacement tiles for undrawn flowers.
        Growing = "growing",
    }
}
choice! {
    /// In what order the last tiles of the deal are taken.
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
    /// Who wins when several claim one tile.
    Winners {
        /// All of them.
        All = "all",
        /// Only the first in turn after the discarder.
        FirstInTurn = "first-in-turn",
    }
}
choice! {
    /// When the new indicator of a kan is turned.
    KanIndicator {
        /// No indicator is turned.
        Never = "never",
        /// At once, before the replacement tile, for every kan.
        AtOnce = "at-once",
        /// At once for a closed kan; for the others with the next discard, or before the replacement of another kan or tile set aside.
        ClosedAtOnce = "closed-at-once",
    }
}
choice! {
    /// Which closed kans a player in riichi may make with the drawn tile.
    KanInRiichi {
        /// None.
        Never = "never",
        /// Those that leave the tiles waited for the same.
        SameWaits = "same-waits",
        /// Those that leave waits and every reading the same: the three tiles are a triplet in each completed hand.
        SameReadings = "same-readings",
    }
}
choice! {
    /// What four kans by several players do.
    FourKans {
        /// Play goes on without a fifth.
        PlayOn = "play-on",
        /// An abortive draw after the discard that follows the fourth, if nobody wins on it.
        AbortiveDraw = "abortive-draw",
    }
}
choice! {
    /// May one declare riichi while furiten?
    RiichiFuriten {
        /// Yes.
        Allowed = "allowed",
        /// Only an open riichi.
        OpenOnly = "open-only",
    }
}
choice! {
    /// What letting a winning tile pass does to a player not in riichi.
    Passing {
        /// Nothing.
        NoEffect = "no-effect",
        /// No ron until the own next discard.
        UntilDiscard = "until-discard",
        /// No ron until the own next draw or claim.
        UntilDrawOrClaim = "until-draw-or-claim",
    }
}
choice! {
    /// When a win on the replacement of a tile set aside counts as won on a replacement tile.
    AsideRinshan {
        /// Only in a row of replacements that began with a kan.
        AfterKan = "after-kan",
        /// Always.
        Always = "always",
    }
}
choice! {
    /// What a flower as indicator makes dora.
    FlowerIndicator {
        /// Nothing.
        Nothing = "nothing",
        /// Every flower and season set aside.
        Every = "every",
        /// Those of the same kind: flowers, or seasons.
        SameKind = "same-kind",
    }
}
choice! {
    /// When the drawn pocchi may stand for any tile.
    PocchiWild {
        /// Never.
        Never = "never",
        /// On any own draw after the riichi declaration.
        AfterRiichi = "after-riichi",
        /// Only on the draw that would be ippatsu.
        Ippatsu = "ippatsu",
    }
}
choice! {
    /// How a hand is valued.
    Scheme {
        /// Points of the patterns are added, up to a cap.
        Points = "points",
        /// Han and fu make the base points, with limits.
        FuAndHan = "fu-and-han",
        /// A table by han, no fu.
        HanTable = "han-table",
    }
}
choice! {
    /// To whom the honba go when several win.
    HonbaTo {
        /// To each winner in full.
        Each = "each",
        /// To the first in turn after the discarder.
        First = "first",
        /// To the winner who deals next.
        NextDealer = "next-dealer",
    }
}
choice! {
    /// To whom the riichi sticks go when several win.
    SticksTo {
        /// To the first in turn after the discarder.
        First = "first",
        /// Each winner's own stick of this hand comes back, the rest goes to the first in turn.
        OwnThenFirst = "own-then-first",
        /// To the winner who deals next.
        NextDealer = "next-dealer",
    }
}
choice! {
    /// Who pays for a win by discard.
    DiscardPays {
        /// The discarder pays all.
        Discarder = "discarder",
        /// Each opponent pays the value.
        EachOpponent = "each-opponent",
        /// A small hand is paid by each; above it the responsible player pays three times the value less what the others pay.
        Responsible = "responsible",
    }
}
choice! {
    /// Who is the responsible player for a win by discard.
    Responsible {
        /// The first to discard the winning tile since the winner's last turn, that turn included.
        FirstToDiscard = "first-to-discard",
        /// The discarder.
        Discarder = "discarder",
    }
}
choice! {
    /// How much of a hand the liable player answers for.
    PaoCovers {
        /// The yakuman one is liable for.
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
    /// What discarding only terminals and honours, none of them called, is worth at a draw.
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
    /// What else a nagashi is.
    NagashiAs {
        /// A draw: sticks and honba stay, the dealer stays when tenpai.
        Draw = "draw",
        /// A draw, but paid with honba: the sticks stay, the dealer stays when tenpai.
        DrawWithHonba = "draw-with-honba",
        /// Paid with honba and sticks, but the deal moves as after a draw; a winner of it stays too.
        PaidDraw = "paid-draw",
        /// A win in everything.
        Win = "win",
    }
}
choice! {
    /// What several players with nagashi pay each other.
    NagashiTogether {
        /// Each is paid, also by the other.
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
        /// After an own win.
        OnWin = "on-win",
        /// After an own win, or tenpai at a draw.
        OnWinOrTenpai = "on-win-or-tenpai",
    }
}
choice! {
    /// When a player out of points ends the game.
    Bust {
        /// Never.
        Never = "never",
        /// With less than nothing.
        BelowZero = "below-zero",
        /// With nothing or less.
        AtZero = "at-zero",
    }
}
choice! {
    /// What follows the last hand when nobody has reached the goal.
    Overtime {
        /// Nothing: the game is over.
        Nothing = "nothing",
        /// One more round, ended by the first hand after which somebody has the goal.
        SuddenDeath = "sudden-death",
        /// A whole west round, then north as sudden death; with nobody at the goal after it the game is a draw.
        WestThenNorth = "west-then-north",
    }
}
choice! {
    /// What ends a sudden-death round once somebody has the goal.
    SuddenDeathEnds {
        /// Any hand after which somebody has it.
        AnyHand = "any-hand",
        /// A hand after which the deal would pass, or which the dealer makes the last.
        WhenTheDealPasses = "when-the-deal-passes",
    }
}
choice! {
    /// May the dealer end the game in the last hand after a win or tenpai?
    Yame {
        /// No.
        Never = "never",
        /// Yes, in first place, by choice.
        FirstPlaceMay = "first-place-may",
        /// Yes, in any place, by choice.
        AnyPlaceMay = "any-place-may",
        /// In first place it ends by itself.
        FirstPlaceDoes = "first-place-does",
    }
}
choice! {
    /// Who ranks higher with equal points.
    Ties {
        /// They share the place.
        Shared = "shared",
        /// The seat nearer to the initial east.
        InitialSeat = "initial-seat",
        /// The first in turn from the player who would deal next.
        NextDealer = "next-dealer",
    }
}
choice! {
    /// Where the riichi sticks go that nobody won.
    LeftoverSticks {
        /// They lapse.
        Lapse = "lapse",
        /// To first place.
        First = "first",
        /// To first place, shared by those tied for it, rounded down to 100.
        FirstShared = "first-shared",
    }
}
choice! {
    /// What the result of a game is.
    ResultKind {
        /// The points as they are.
        Points = "points",
        /// Points against the return score, with uma and oka.
        Uma = "uma",
        /// Chips, by a chart of places and points.
        ChipChart = "chip-chart",
    }
}
choice! {
    /// Who gets the uma of tied places.
    TiedUma {
        /// Each place its own, ties ranked by the rulebook.
        ByRank = "by-rank",
        /// Tied players share what their places get.
        Shared = "shared",
    }
}
choice! {
    /// What a chombo costs.
    Chombo {
        /// Nothing but the hand dealt again.
        Nothing = "nothing",
        /// A mangan by tsumo, paid the other way round.
        ReverseMangan = "reverse-mangan",
        /// A number of points off the result, after uma.
        AfterUma = "after-uma",
    }
}

record! {
    /// How many copies of a number are red, suit by suit.
    Reds {
        /// Of man.
        m: u8 = 0,
        /// Of pin.
        p: u8 = 0,
        /// Of sou.
        s: u8 = 0,
    }
}
record! {
    /// A limit: from so many han, these base points.
    Limit {
        /// Its name, such as `mangan`.
        name: String,
        /// Han from which it holds.
        han: u8,
        /// Base points: a non-dealer's ron is four times these.
        base: i32,
    }
}
record! {
    /// A row of a table by han.
    HanRow {
        /// Han from which the row holds.
        han: u8,
        /// The limit's name; empty for none.
        name: String = String::new(),
        /// Paid by the discarder.
        ron: i32,
        /// Paid by each, by tsumo.
        tsumo: i32,
        /// Paid by the dealer, by tsumo; 0 where the winner is the dealer.
        from_dealer: i32 = 0,
    }
}
record! {
    /// A row of the chart that turns final points into chips.
    ChipRow {
        /// Final points from which the row holds.
        from: i32,
        /// Chips collected, or paid if negative.
        chips: i32,
    }
}
