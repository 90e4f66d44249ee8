//! What tells two tables apart: for checks that events say everything, and that a refused action changes nothing.

use crate::table::Table;

impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        self.difference(other).is_none()
    }
}

impl Table {
    /// The first part in which two tables differ.
    pub fn difference(&self, other: &Table) -> Option<&'static str> {
        let Table {
            rules,
            calculator,
            standing,
            points,
            chips,
            points_before,
            standing_before,
            players,
            wall,
            indicators,
            ura,
            discards,
            interrupted,
            liable,
            kans,
            fourth_kan,
            phase,
            hands_played,
            hands_left,
            hand_chips,
            chombos,
            before_chombo,
            next,
            result,
        } = self;
        let parts = [
            (
                "rulebook",
                rules.hash == other.rules.hash && *calculator == other.calculator,
            ),
            ("standing", *standing == other.standing && *next == other.next),
            ("standing before", *standing_before == other.standing_before),
            (
                "points",
                *points == other.points && *points_before == other.points_before,
            ),
            ("chips", *chips == other.chips && *hand_chips == other.hand_chips),
            ("players", *players == other.players),
            ("wall", *wall == other.wall),
            ("indicators", *indicators == other.indicators && *ura == other.ura),
            ("discards", *discards == other.discards),
            ("first go-around", *interrupted == other.interrupted),
            ("liability", *liable == other.liable),
            ("kans", *kans == other.kans && *fourth_kan == other.fourth_kan),
            (
                "hands",
                *hands_played == other.hands_played && *hands_left == other.hands_left,
            ),
            ("chombos", *chombos == other.chombos),
            ("table before a chombo", *before_chombo == other.before_chombo),
            ("result", *result == other.result),
            ("phase", *phase == other.phase),
        ];
        parts.into_iter().find(|(_, same)| !same).map(|(part, _)| part)
    }
}
