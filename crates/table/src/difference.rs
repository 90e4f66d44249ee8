//! What tells two tables apart: for checks that a log says everything, and that a refused action changes nothing.

use crate::phase::{Claims, Phase};
use crate::table::Table;
use jantaku_rules::seat::BySeat;

impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        self.difference(other).is_none()
    }
}

impl Table {
    /// The first part in which two tables differ.
    pub fn difference(&self, other: &Table) -> Option<&'static str> {
        let phase = (self.phase != other.phase).then_some("phase");
        self.difference_in_log(other).or(phase)
    }

    /// The first part in which this table differs from one made of its events. Answers that are not resolved yet are no
    /// events, and neither are the questions for nagashi, for tenpai or for the end of the game: a table that is asked again asks them again.
    pub fn difference_in_log(&self, folded: &Table) -> Option<&'static str> {
        let Table {
            rules,
            calculator,
            standing,
            points,
            chips,
            points_before,
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
            next,
            result,
        } = self;
        let parts = [
            (
                "rulebook",
                rules.hash == folded.rules.hash && *calculator == folded.calculator,
            ),
            ("standing", *standing == folded.standing && *next == folded.next),
            (
                "points",
                *points == folded.points && *points_before == folded.points_before,
            ),
            ("chips", *chips == folded.chips && *hand_chips == folded.hand_chips),
            ("players", *players == folded.players),
            ("wall", *wall == folded.wall),
            ("indicators", *indicators == folded.indicators && *ura == folded.ura),
            ("discards", *discards == folded.discards),
            ("first go-around", *interrupted == folded.interrupted),
            ("liability", *liable == folded.liable),
            ("kans", *kans == folded.kans && *fourth_kan == folded.fourth_kan),
            (
                "hands",
                *hands_played == folded.hands_played && *hands_left == folded.hands_left,
            ),
            ("chombos", *chombos == folded.chombos),
            ("result", *result == folded.result),
            ("phase", is_logged_as(phase, &folded.phase)),
        ];
        parts.into_iter().find(|(_, same)| !same).map(|(part, _)| part)
    }
}

/// May a table in this phase have left a log that ends in the other?
fn is_logged_as(phase: &Phase, folded: &Phase) -> bool {
    match (phase, folded) {
        (Phase::Claims(claims), Phase::Claims(folded)) => unanswered(claims) == unanswered(folded),
        (
            Phase::Nagashi { .. } | Phase::Showing { .. },
            Phase::Claims(_) | Phase::Nagashi { .. } | Phase::Showing { .. },
        ) => true,
        (Phase::Yame { settled, .. }, Phase::Settled(folded)) => settled == folded,
        _ => phase == folded,
    }
}

fn unanswered(claims: &Claims) -> Claims {
    Claims {
        answers: BySeat::all(claims.answers.len(), None),
        chombo: None,
        ..*claims
    }
}
