//! Decisions by kind, and how often a bot decides them as a player did.

use jantaku_rules::seat::Seat;
use jantaku_table::Action;
use jantaku_table::legal::Actions;
use jantaku_table::view::View;

/// What a player decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Which tile to discard while nobody else is in riichi.
    Discard,
    /// Which tile to discard against a riichi.
    DiscardAgainstRiichi,
    /// Which tile to discard right after a call.
    DiscardAfterCall,
    Riichi,
    Chii,
    Pon,
    /// A kan with another player's discard.
    CalledKan,
    /// A closed or added kan.
    OwnKan,
    Kita,
    Win,
    /// Nine terminals, nagashi, showing tenpai, ending the game.
    Other,
}

impl Kind {
    pub(super) const ALL: [(Kind, &'static str); 11] = [
        (Kind::Discard, "discard"),
        (Kind::DiscardAgainstRiichi, "discard against riichi"),
        (Kind::DiscardAfterCall, "discard after a call"),
        (Kind::Riichi, "riichi"),
        (Kind::Chii, "chii"),
        (Kind::Pon, "pon"),
        (Kind::CalledKan, "called kan"),
        (Kind::OwnKan, "own kan"),
        (Kind::Kita, "kita"),
        (Kind::Win, "win"),
        (Kind::Other, "other"),
    ];

    pub(super) const fn is_discard(self) -> bool {
        matches!(
            self,
            Kind::Discard | Kind::DiscardAgainstRiichi | Kind::DiscardAfterCall
        )
    }
}

/// Counts of one kind of decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Count {
    pub(super) decisions: u64,
    pub(super) agreed: u64,
    /// How often the player did what is offered; for discards, always.
    pub(super) players: u64,
    /// How often the bot did.
    pub(super) bot: u64,
}

/// Counts of all kinds, in the order of [`Kind::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Agreement {
    counts: [Count; Kind::ALL.len()],
}

impl Agreement {
    pub(super) fn of(&self, kind: Kind) -> Count {
        self.counts[kind as usize]
    }

    /// All discards together.
    pub(super) fn discards(&self) -> Count {
        let mut all = Count::default();
        for (kind, _) in Kind::ALL.into_iter().filter(|(kind, _)| kind.is_discard()) {
            all.add(&self.of(kind));
        }
        all
    }

    pub(super) fn add(&mut self, other: &Agreement) {
        self.counts
            .iter_mut()
            .zip(&other.counts)
            .for_each(|(own, other)| own.add(other));
    }

    /// Compares what a player did with what the bot does. One turn may decide several things: to declare riichi, and what to discard.
    pub(super) fn compare(&mut self, view: &View, seat: Seat, legal: &Actions, player: Action, bot: Action) {
        for (kind, does) in OFFERS {
            if legal.iter().any(|action| does(*action)) {
                let (one, other) = (does(player), does(bot));
                // Whoever wins decides nothing else.
                if kind == Kind::Win || !is_win(player) {
                    let same_tiles = !one || !is_call(player) || player == bot;
                    self.count(kind, one == other && same_tiles, one, other);
                }
            }
        }
        let choices = legal.iter().filter_map(|action| discarded(*action));
        if let Some(tile) = discarded(player)
            && choices.clone().any(|other| other != tile)
        {
            let kind = kind_of_discard(view, seat);
            self.count(kind, discarded(bot) == Some(tile), true, discarded(bot).is_some());
        }
    }

    fn count(&mut self, kind: Kind, agreed: bool, player: bool, bot: bool) {
        let count = &mut self.counts[kind as usize];
        count.decisions += 1;
        count.agreed += u64::from(agreed);
        count.players += u64::from(player);
        count.bot += u64::from(bot);
    }
}

impl Count {
    fn add(&mut self, other: &Count) {
        self.decisions += other.decisions;
        self.agreed += other.agreed;
        self.players += other.players;
        self.bot += other.bot;
    }
}

/// Whether an action is of some kind.
type Does = fn(Action) -> bool;

/// Kinds of actions that a player may take or leave.
const OFFERS: [(Kind, Does); 8] = [
    (Kind::Riichi, |action| matches!(action, Action::Riichi { .. })),
    (Kind::Chii, |action| matches!(action, Action::Chii(_))),
    (Kind::Pon, |action| matches!(action, Action::Pon(_))),
    (Kind::CalledKan, |action| action == Action::Daiminkan),
    (Kind::OwnKan, |action| {
        matches!(action, Action::Ankan(_) | Action::Kakan(_))
    }),
    (Kind::Kita, |action| action == Action::Kita),
    (Kind::Win, is_win),
    (Kind::Other, |action| {
        matches!(
            action,
            Action::NineTerminals | Action::Nagashi | Action::Tenpai | Action::EndGame
        )
    }),
];

fn is_win(action: Action) -> bool {
    matches!(action, Action::Tsumo | Action::Ron)
}

/// Calls agree only with the same tiles.
fn is_call(action: Action) -> bool {
    matches!(
        action,
        Action::Chii(_) | Action::Pon(_) | Action::Ankan(_) | Action::Kakan(_)
    )
}

fn discarded(action: Action) -> Option<jantaku_rules::Tile> {
    match action {
        Action::Discard { tile, .. } | Action::Riichi { tile, .. } => Some(tile),
        _ => None,
    }
}

fn kind_of_discard(view: &View, seat: Seat) -> Kind {
    let is_threatened = (0..)
        .zip(view.seats.iter())
        .any(|(other, side)| Seat(other) != seat && side.riichi.is_some());
    if view.seats[seat].drawn.is_none() {
        Kind::DiscardAfterCall
    } else if is_threatened {
        Kind::DiscardAgainstRiichi
    } else {
        Kind::Discard
    }
}
