//! What a player in a rigged hand tries to do.

use jantaku_rules::kind_set::KindSet;
use jantaku_rules::tile::Kind;
use jantaku_table::Action;
use jantaku_table::legal::Actions;

/// Something a player does as soon as it is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    Win,
    /// Lets a winning tile go, once.
    LetGo,
    Riichi {
        open: bool,
    },
    Kan,
    Pon,
    /// Sets a north aside.
    Kita,
    /// Declares nine terminals.
    Nine,
    Nagashi,
    /// Discards a tile of this kind from the hand, once.
    Discard(Kind),
}

/// A player's part: wants in order of priority. Otherwise the player discards the drawn tile and claims nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Part {
    wants: Vec<Want>,
    /// Kinds to keep after a call as long as there are others.
    keeps: KindSet,
}

impl Part {
    pub fn new(wants: impl IntoIterator<Item = Want>) -> Part {
        Part {
            wants: wants.into_iter().collect(),
            keeps: KindSet::EMPTY,
        }
    }

    /// Keeps these kinds after a call.
    pub fn keeping(mut self, kinds: impl IntoIterator<Item = Kind>) -> Part {
        self.keeps |= kinds.into_iter().collect();
        self
    }

    /// Adds a want after the others.
    pub fn then(mut self, want: Want) -> Part {
        self.wants.push(want);
        self
    }

    pub fn choose(&mut self, legal: &Actions) -> Action {
        for place in 0..self.wants.len() {
            let want = self.wants[place];
            if let Some(action) = legal.iter().copied().find(|action| want.is(*action, legal)) {
                if want.is_once() {
                    self.wants.remove(place);
                }
                return action;
            }
        }
        let quiet = legal.iter().copied().max_by_key(|action| self.liking(*action));
        quiet.unwrap_or(Action::Pass)
    }

    /// The preference among actions that nobody wants.
    fn liking(&self, action: Action) -> u8 {
        match action {
            Action::Pass | Action::EndGame | Action::Tenpai => 5,
            Action::Discard { drawn: true, .. } => 4,
            Action::Discard { tile, .. } if !self.keeps.has(tile.kind()) => 3,
            Action::Discard { .. } => 2,
            _ => 0,
        }
    }
}

impl Want {
    fn is(self, action: Action, legal: &Actions) -> bool {
        match self {
            Want::Win => matches!(action, Action::Tsumo | Action::Ron),
            Want::LetGo => {
                let winning = legal.iter().any(|action| matches!(action, Action::Tsumo | Action::Ron));
                winning && matches!(action, Action::Pass | Action::Discard { drawn: true, .. })
            }
            Want::Riichi { open } => matches!(action, Action::Riichi { open: o, .. } if o == open),
            Want::Kan => matches!(action, Action::Ankan(_) | Action::Kakan(_) | Action::Daiminkan),
            Want::Pon => matches!(action, Action::Pon(_)),
            Want::Kita => action == Action::Kita,
            Want::Nine => action == Action::NineTerminals,
            Want::Nagashi => action == Action::Nagashi,
            Want::Discard(kind) => matches!(action, Action::Discard { tile, .. } if tile.kind() == kind),
        }
    }

    fn is_once(self) -> bool {
        matches!(self, Want::LetGo | Want::Discard(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jantaku_rules::tile::Tile;

    const NORTH: Tile = Tile::plain(Kind::NORTH);

    #[test]
    fn wants_come_in_order_and_some_only_once() {
        let mut part = Part::new([Want::LetGo, Want::Win]);
        let ron: Actions = [Action::Ron, Action::Pass].into_iter().collect();
        assert_eq!(part.choose(&ron), Action::Pass);
        assert_eq!(part.choose(&ron), Action::Ron);
        let drawn = Action::Discard {
            tile: NORTH,
            drawn: true,
        };
        let turn: Actions = [Action::Kita, drawn].into_iter().collect();
        assert_eq!(part.choose(&turn), drawn);
        assert_eq!(part.then(Want::Kita).choose(&turn), Action::Kita);
    }

    #[test]
    fn what_is_kept_is_discarded_last() {
        let discard = |kind| Action::Discard {
            tile: Tile::plain(kind),
            drawn: false,
        };
        let legal: Actions = [discard(Kind::NORTH), discard(Kind::EAST)].into_iter().collect();
        let mut part = Part::default().keeping([Kind::NORTH]);
        assert_eq!(part.choose(&legal), discard(Kind::EAST));
    }
}
