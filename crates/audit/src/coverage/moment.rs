//! Moments of a game: what must happen at a table for a clause to decide something that sets no key and no yaku. `reach.txt` lists which
//! clause is about which.

macro_rules! moments {
    ($( $(#[doc = $doc:literal])+ $moment:ident = $word:literal, )+) => {
        /// A moment that a clause is about.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub(super) enum Moment { $( $(#[doc = $doc])+ $moment, )+ }

        impl Moment {
            /// All of them, each with its word in `reach.txt`.
            pub(super) const ALL: &'static [(&'static str, Moment)] = &[$(($word, Moment::$moment)),+];
        }
    };
}

moments! {
    /// Somebody wins.
    HandWon = "hand-won",
    /// A hand wins that can be read in several ways, and another is worth less.
    SeveralReadings = "several-readings",
    /// A yaku counts that stands over another which the hand has too.
    GreaterYaku = "greater-yaku",
    /// A hand wins that would have no yaku with another of the tiles it waits for.
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
    /// That happens in the first go-around.
    KanRobbedAtFirst = "kan-robbed-at-first",
    /// Another player's last flower is won on.
    FlowerRobbed = "flower-robbed",
    /// The discard that declares riichi is won on.
    RiichiDiscardWonOn = "riichi-discard-won-on",
    /// Several players win on one tile, and somebody is below nothing.
    SeveralBust = "several-winners-and-bust",
    /// A second player claims a tile that only one can win on.
    SecondClaim = "second-claim",
    /// The winner of a hand is the first who discarded the winning tile, which makes others pay more.
    WinnerResponsible = "winner-responsible",
    /// A complete hand is worth too little to win.
    BelowMinimum = "below-minimum",
    /// Ippatsu ends by a call, a kan or a tile set aside.
    IppatsuEnded = "ippatsu-ended",
    /// The first go-around ends by a call or kan.
    FirstTurnEnded = "first-turn-ended",
    /// A player who could win on the drawn tile does something else.
    TsumoDeclined = "tsumo-declined",
    /// The pocchi, drawn in riichi, is not won with.
    PocchiDeclined = "pocchi-declined",
    /// A hand is shown with its open riichi.
    OpenRiichiShown = "open-riichi-shown",
    /// A hand in riichi is shown at the end of the wall.
    RiichiShownAtDraw = "riichi-shown-at-draw",
    /// A hand without a yaku is tenpai at the end of the wall.
    TenpaiWithoutYaku = "tenpai-without-yaku",
    /// A hand ends in an abortive draw.
    AbortiveDraw = "abortive-draw",
    /// A discard ends a hand in an abortive draw.
    DiscardAborts = "discard-aborts",
    /// A dead hand has discarded nothing but terminals and honours, and the wall ends.
    NagashiOfADeadHand = "nagashi-of-a-dead-hand",
    /// A nagashi is paid while a chombo is told.
    ChomboBesideNagashi = "chombo-beside-nagashi",
    /// A tile is won on while a chombo is told.
    ChomboBesideWin = "chombo-beside-win",
    /// A chombo takes its maker out of points.
    ChomboBusts = "chombo-busts",
    /// Four kans score, the last of them called on a discard.
    FourthKanFed = "fourth-kan-fed",
    /// A player with four kans may declare tsumo.
    FourKansTsumo = "four-kans-tsumo",
    /// Another player wins on the fourth kan or on the discard after it.
    FourKansWonOn = "four-kans-won-on",
    /// A ron of several yakuman is shared with a liable player.
    PaoAmongSeveral = "pao-among-several",
    /// The payments of a hand leave a player with nothing or less.
    OutOfPoints = "out-of-points",
    /// A new round begins with honba.
    HonbaIntoARound = "honba-into-a-round",
    /// Players end a game with equal points.
    Tie = "tie",
    /// A game ends.
    GameOver = "game-over",
    /// A north is set aside that replaced another.
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
    fn words_name_one_moment_each() {
        for (place, &(word, moment)) in Moment::ALL.iter().enumerate() {
            assert_eq!((Moment::named(word), moment as usize), (Some(moment), place));
        }
        assert_eq!(Moment::named("never"), None);
    }
}
