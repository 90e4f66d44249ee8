//! Moments of a game. A clause that sets no key and no yaku counts as used when its moment occurs; `reach.txt` lists which belongs to
//! which.

macro_rules! moments {
    ($( $(#[doc = $doc:literal])+ $moment:ident = $word:literal, )+) => {
        /// A moment that a clause is about.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub(super) enum Moment { $( $(#[doc = $doc])+ $moment, )+ }

        impl Moment {
            /// All moments with their names in `reach.txt`.
            pub(super) const ALL: &'static [(&'static str, Moment)] = &[$(($word, Moment::$moment)),+];
        }
    };
}

moments! {
    /// Somebody wins.
    HandWon = "hand-won",
    /// A winning hand has several readings, and another is worth less.
    SeveralReadings = "several-readings",
    /// A yaku counts that replaces another one of the hand.
    GreaterYaku = "greater-yaku",
    /// A winning hand would have no yaku with another of its waits.
    OnlyThisTile = "only-this-tile",
    /// Another player's tile completes a triplet.
    TripletByRon = "triplet-by-ron",
    /// A win on the last tile, on a replacement tile or on the tile of a kan.
    SpecialWin = "special-win",
    /// Such a win with a red tile, with the wild pocchi or of a yakuman.
    SpecialWinWithMore = "special-win-with-more",
    /// The last tile of the wall wins as a kan's replacement.
    LastTileAfterKan = "last-tile-after-kan",
    /// A hand declared riichi with its first discard and wins on the last tile.
    DoubleRiichiLastTile = "double-riichi-on-the-last-tile",
    /// A hand with norths wins.
    NorthsInAWin = "norths-in-a-win",
    /// A hand with norths set aside wins.
    KitaInAWin = "kita-in-a-win",
    /// Such a hand wins while north is dora.
    KitaIsDora = "kita-is-dora",
    /// A yakuman is won with flowers set aside.
    YakumanWithFlowers = "yakuman-with-flowers",
    /// A hand wins with all four flowers of a kind set aside.
    FullSetOfFlowers = "full-set-of-flowers",
    /// A flower of a seat that nobody has is set aside.
    FlowerOfNobody = "flower-of-nobody",
    /// The tile of a kan is won on.
    KanRobbed = "kan-robbed",
    /// The same, in the first go-around.
    KanRobbedAtFirst = "kan-robbed-at-first",
    /// Another player's last flower is won on.
    FlowerRobbed = "flower-robbed",
    /// The discard that declares riichi is won on.
    RiichiDiscardWonOn = "riichi-discard-won-on",
    /// Several players win on one tile, and somebody goes below zero.
    SeveralBust = "several-winners-and-bust",
    /// A second player claims a tile that only one can win on.
    SecondClaim = "second-claim",
    /// The winner discarded the winning tile first, which makes others pay more.
    WinnerResponsible = "winner-responsible",
    /// A complete hand is worth too little to win.
    BelowMinimum = "below-minimum",
    /// Ippatsu ends by a call, a kan or a tile set aside.
    IppatsuEnded = "ippatsu-ended",
    /// The first go-around ends by a call or kan.
    FirstTurnEnded = "first-turn-ended",
    /// A player who could win on the drawn tile does something else.
    TsumoDeclined = "tsumo-declined",
    /// A player in riichi draws the pocchi and does not win with it.
    PocchiDeclined = "pocchi-declined",
    /// An open riichi shows the hand.
    OpenRiichiShown = "open-riichi-shown",
    /// A hand in riichi is shown at the end of the wall.
    RiichiShownAtDraw = "riichi-shown-at-draw",
    /// A hand without a yaku is tenpai at the end of the wall.
    TenpaiWithoutYaku = "tenpai-without-yaku",
    /// A hand ends in an abortive draw.
    AbortiveDraw = "abortive-draw",
    /// A discard ends a hand in an abortive draw.
    DiscardAborts = "discard-aborts",
    /// The wall ends with a dead hand that discarded only terminals and honours.
    NagashiOfADeadHand = "nagashi-of-a-dead-hand",
    /// Nagashi is paid while a chombo is pending.
    ChomboBesideNagashi = "chombo-beside-nagashi",
    /// Somebody wins while a chombo is pending.
    ChomboBesideWin = "chombo-beside-win",
    /// A player goes bust by a chombo.
    ChomboBusts = "chombo-busts",
    /// Four kans score, the last of them called on a discard.
    FourthKanFed = "fourth-kan-fed",
    /// A player with four kans may declare tsumo.
    FourKansTsumo = "four-kans-tsumo",
    /// Another player wins on the fourth kan or on the discard after it.
    FourKansWonOn = "four-kans-won-on",
    /// A ron of several yakuman is shared with a liable player.
    PaoAmongSeveral = "pao-among-several",
    /// The payments of a hand leave a player with zero points or less.
    OutOfPoints = "out-of-points",
    /// A new round begins with honba.
    HonbaIntoARound = "honba-into-a-round",
    /// Players are tied at the end of a game.
    Tie = "tie",
    /// A game ends.
    GameOver = "game-over",
    /// A replacement for a north is a north, and set aside too.
    KitaAfterKita = "kita-after-kita",
    /// A player with norths set aside waits for north.
    NorthAfterKita = "north-after-kita",
    /// A drawn north that would win in riichi is set aside.
    WinningNorthAside = "winning-north-aside",
    /// A flower is set aside.
    FlowerAside = "flower-aside",
    /// A flower of the deal is replaced.
    FlowerOfTheDeal = "flower-of-the-deal",
    /// A flower replaces a kan whose indicator is still to be turned.
    FlowerBeforeIndicator = "flower-before-indicator",
    /// A win on the replacement of a flower that replaced a kan.
    FlowerAfterKan = "flower-after-kan",
    /// A flower is set aside by a player who is furiten or has nagashi.
    FlowerChangesNothing = "flower-changes-nothing",
    /// A flower is drawn in riichi.
    FlowerInRiichi = "flower-in-riichi",
    /// A hand is ready for riichi, but flowers have left too few tiles.
    RiichiTilesCounted = "riichi-tiles-counted",
}

impl Moment {
    pub(super) fn named(word: &str) -> Option<Moment> {
        let found = Moment::ALL.iter().find(|(known, _)| *known == word);
        found.map(|&(_, moment)| moment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        for (place, &(word, moment)) in Moment::ALL.iter().enumerate() {
            assert_eq!((Moment::named(word), moment as usize), (Some(moment), place));
        }
        assert_eq!(Moment::named("never"), None);
    }
}
