//! How the tests of settlements read: a clause, a table, who wins, and what each player then has.

use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{BySeat, Wind};
use jantaku_rules::settlement::HandState;
use jantaku_rules::settlement::wins::{ChipFacts, Winner, settle_wins};
use jantaku_rules::transfer::{Party, Transfer, Transfers, What, chips_moved, points_moved};
use jantaku_rules::units::{Chips, Fu, Han, Points};
use jantaku_rules::value::Value;
use jantaku_rules::win::By;
use std::sync::LazyLock;

/// A shipped rulebook.
pub(crate) fn rules(spec: &str) -> Rules {
    static LIBRARY: LazyLock<Library> = LazyLock::new(Library::builtin);
    LIBRARY
        .rules(spec)
        .unwrap_or_else(|errors| panic!("{spec}: {errors:#?}"))
}

/// A table by a rulebook, to be settled for the sake of a clause.
pub(crate) struct Case {
    pub(crate) clause: &'static str,
    pub(crate) rules: Rules,
    pub(crate) hand: HandState,
}

/// A bare table.
pub(crate) fn case(clause: &'static str, spec: &str) -> Case {
    let rules = rules(spec);
    let hand = HandState::bare(rules.seats());
    Case { clause, rules, hand }
}

impl Case {
    pub(crate) fn honba(mut self, count: u8) -> Case {
        self.hand.honba = count;
        self
    }

    /// With sticks of earlier hands.
    pub(crate) fn sticks(mut self, count: u8) -> Case {
        self.hand.sticks += count;
        self
    }

    /// With these players in riichi, their sticks on the table.
    pub(crate) fn riichi(mut self, players: &[Wind]) -> Case {
        for &player in players {
            self.hand.riichi[player] = true;
            self.hand.sticks += 1;
        }
        self
    }

    pub(crate) fn wins(self, wins: &[Winner]) -> Settled {
        let transfers = settle_wins(&self.rules, &self.hand, wins);
        self.settled(transfers)
    }

    /// Settles by another function.
    pub(crate) fn by(self, settle: impl FnOnce(&Rules, &HandState) -> Transfers) -> Settled {
        let transfers = settle(&self.rules, &self.hand);
        self.settled(transfers)
    }

    fn settled(self, transfers: Transfers) -> Settled {
        let settled = Settled { case: self, transfers };
        let moves = |t: &Transfer| t.from != t.to && t.amount.number() > 0;
        assert!(settled.transfers.iter().all(moves), "{}", settled.sheet());
        settled
    }
}

/// A settled table.
pub(crate) struct Settled {
    case: Case,
    transfers: Transfers,
}

impl Settled {
    /// Each player gains these points, east first.
    #[track_caller]
    pub(crate) fn points(self, expected: &[i32]) -> Settled {
        let gains = points_moved(&self.transfers, self.case.rules.seats());
        assert_eq!(gains, points(expected), "{}", self.sheet());
        self
    }

    /// Each player gains these chips, east first.
    #[track_caller]
    pub(crate) fn chips(self, expected: &[i32]) -> Settled {
        let gains = chips_moved(&self.transfers, self.case.rules.seats());
        assert_eq!(gains, chips(expected), "{}", self.sheet());
        self
    }

    /// Nothing passes between these two.
    #[track_caller]
    pub(crate) fn unpaid(self, one: Wind, other: Wind) -> Settled {
        let [one, other] = [one, other].map(Party::Player);
        let between = |t: &&Transfer| [(one, other), (other, one)].contains(&(t.from, t.to));
        assert_eq!(self.transfers.iter().find(between), None, "{}", self.sheet());
        self
    }

    /// There is a transfer of this kind, and each one names this clause.
    #[track_caller]
    pub(crate) fn because(self, what: What, clause: &str) -> Settled {
        let named: Vec<&str> = self
            .transfers
            .iter()
            .filter(|t| t.what == what)
            .map(|t| self.case.rules.clause_id(t.because))
            .collect();
        assert!(
            !named.is_empty() && named.iter().all(|&id| id == clause),
            "{what:?} because of {named:?}, not {clause}\n{}",
            self.sheet()
        );
        self
    }

    /// The whole score sheet, for a test that fails.
    fn sheet(&self) -> String {
        let Case { clause, rules, hand } = &self.case;
        let mut sheet = format!("{clause}, {}, {hand:?}\n", rules.spec);
        for t in &self.transfers {
            let because = rules.clause_id(t.because);
            sheet += &format!(
                "  {:?} -> {:?}: {:?} for {:?} ({because})\n",
                t.from, t.to, t.amount, t.what
            );
        }
        sheet
    }
}

pub(crate) fn han_fu(han: u8, fu: u8) -> Value {
    Value::Han {
        han: Han(han),
        fu: Fu(fu),
    }
}

/// So many han, by a table or above the first limit.
pub(crate) fn han(han: u8) -> Value {
    han_fu(han, 30)
}

pub(crate) fn yakuman(count: u8) -> Value {
    Value::Yakuman(count)
}

/// So many points, where a rulebook adds them.
pub(crate) fn worth(points: i32) -> Value {
    Value::Points(Points(points))
}

pub(crate) fn tsumo(seat: Wind, value: Value) -> Winner {
    Winner::tsumo(seat, value)
}

pub(crate) fn ron(seat: Wind, from: Wind, value: Value) -> Winner {
    Winner::ron(seat, By::Ron, from, value)
}

/// What may be said of a winner.
pub(crate) trait Said {
    /// With a player liable for this many of its yakuman.
    fn liable(self, liable: Wind, yakuman: u8) -> Self;
    /// On the replacement of a kan that this player fed.
    fn fed_by(self, feeder: Wind) -> Self;
    /// With another responsible player than the discarder.
    fn responsible(self, player: Wind) -> Self;
    /// With what gives chips.
    fn with(self, chips: ChipFacts) -> Self;
}

impl Said for Winner {
    fn liable(mut self, liable: Wind, yakuman: u8) -> Winner {
        self.liable.add(liable, yakuman);
        self
    }

    fn fed_by(mut self, feeder: Wind) -> Winner {
        self.fed_kan = Some(feeder);
        self
    }

    fn responsible(mut self, player: Wind) -> Winner {
        self.responsible = Some(player);
        self
    }

    fn with(mut self, chips: ChipFacts) -> Winner {
        self.chips = chips;
        self
    }
}

pub(crate) fn those(seats: usize, players: &[Wind]) -> BySeat<bool> {
    let mut chosen = BySeat::all(seats, false);
    for &player in players {
        chosen[player] = true;
    }
    chosen
}

/// Points of each player, east first.
pub(crate) fn points(values: &[i32]) -> BySeat<Points> {
    BySeat::from_fn(values.len(), |place| Points(values[place]))
}

/// Chips of each player, east first.
pub(crate) fn chips(values: &[i32]) -> BySeat<Chips> {
    BySeat::from_fn(values.len(), |place| Chips(values[place]))
}

/// A number for each player, east first.
pub(crate) fn each<T: Copy>(values: &[T]) -> BySeat<T> {
    BySeat::from_fn(values.len(), |place| values[place])
}
