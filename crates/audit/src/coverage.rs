//! Counts how often each clause of a rulebook decided something, from events, decisions, refusals and results. The engine itself
//! counts nothing, so games that are not watched pay nothing for it.

mod at_decision;
mod at_end;
mod at_event;
mod at_win;
mod moment;
mod play;

use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_table::event::Source;
use jantaku_table::phase::Settled;
use moment::Moment;

/// The counts of one or more games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coverage {
    /// How often each key decided something, indexed like `Key::ALL`.
    keys: Vec<u64>,
    /// How often each moment occurred, indexed like `Moment::ALL`.
    moments: Vec<u64>,
    /// How often each yaku counted.
    yaku: Vec<u64>,
    /// How often a payment, a refusal or a line of a result named each clause.
    named: Vec<u64>,
    hand: HandSoFar,
}

/// State of the current hand that later events need.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct HandSoFar {
    /// Rons declared on the offered tile.
    rons: u8,
    winners: u8,
    nagashi: u8,
    exhausted: bool,
    /// Whether a chombo was called that may still be cancelled.
    chombo: bool,
    win: Option<Paying>,
    last_draw: Option<Source>,
    /// Who passed on a winning tile since their last discard.
    let_go: [bool; 4],
    settled: Option<Settled>,
}

/// A win that is being paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Paying {
    tsumo: bool,
    yakuman: u8,
}

/// The coverage of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// How often it decided something.
    Decided(u64),
    /// It has no effect here: other clauses or choices override it, or it only concerns people.
    NotInForce,
    /// These choices do not play what it is about.
    CannotComeUp,
    /// No game reaches it, with the reason.
    Beyond(&'static str),
}

/// The moments of clauses that set nothing, and the clauses that no game reaches.
const REACH: &str = include_str!("coverage/reach.txt");

/// The entries of `reach.txt`: a clause and its moments or reason.
fn listed() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = REACH.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(' '))
}

impl Coverage {
    pub fn new(rules: &Rules) -> Coverage {
        Coverage {
            keys: vec![0; Key::ALL.len()],
            moments: vec![0; Moment::ALL.len()],
            yaku: vec![0; rules.yaku.len()],
            named: vec![0; rules.clauses.len()],
            hand: HandSoFar::default(),
        }
    }

    /// Adds the counts of other games of the same rulebook.
    pub fn add(&mut self, other: &Coverage) {
        let lists = [
            (&mut self.keys, &other.keys),
            (&mut self.moments, &other.moments),
            (&mut self.yaku, &other.yaku),
            (&mut self.named, &other.named),
        ];
        for (own, other) in lists {
            own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        }
    }

    /// The coverage of each clause, in the order of the rulebook.
    pub fn reach(&self, rules: &Rules) -> Vec<Reach> {
        (0..rules.clauses.len())
            .map(|place| self.reach_of(rules, ClauseRef(place as u16)))
            .collect()
    }

    /// The clauses that could have decided something and never did.
    pub fn unreached(&self, rules: &Rules) -> Vec<ClauseRef> {
        let reach = self.reach(rules).into_iter().enumerate();
        let never = reach.filter(|(_, reach)| *reach == Reach::Decided(0));
        never.map(|(place, _)| ClauseRef(place as u16)).collect()
    }

    fn reach_of(&self, rules: &Rules, clause: ClauseRef) -> Reach {
        let Some(text) = rules.clause(clause).filter(|text| !text.etiquette) else {
            return Reach::NotInForce;
        };
        let about = listed().find(|(id, _)| *id == text.id).map_or("", |(_, about)| about);
        if let Some(reason) = about.strip_prefix("- ") {
            return Reach::Beyond(reason);
        }
        let mut count = self.named[usize::from(clause.0)];
        let (mut holds, mut comes_up) = (false, false);
        for &key in Key::ALL.iter().filter(|&&key| rules.because(key) == clause) {
            holds = true;
            comes_up |= play::has_key(&rules.settings, key);
            count += self.keys[key as usize];
        }
        for (yaku, n) in rules.yaku.iter().zip(&self.yaku) {
            if yaku.clauses.contains(&clause) {
                holds = true;
                comes_up |= play::has_yaku(&rules.settings, yaku);
                count += n;
            }
        }
        for moment in about.split(' ').filter_map(Moment::named) {
            holds = true;
            comes_up |= play::has_moment(&rules.settings, moment);
            count += self.moments[moment as usize];
        }
        match (holds, comes_up) {
            (false, _) => Reach::NotInForce,
            (_, false) => Reach::CannotComeUp,
            _ => Reach::Decided(count),
        }
    }

    fn key(&mut self, key: Key) {
        self.keys[key as usize] += 1;
    }

    fn key_if(&mut self, decided: bool, key: Key) {
        self.keys[key as usize] += u64::from(decided);
    }

    fn moment(&mut self, moment: Moment) {
        self.moments[moment as usize] += 1;
    }

    fn moment_if(&mut self, came: bool, moment: Moment) {
        self.moments[moment as usize] += u64::from(came);
    }

    /// Counts a clause that a payment, a refusal or a line of a result names.
    pub(crate) fn named(&mut self, clause: ClauseRef) {
        if let Some(count) = self.named.get_mut(usize::from(clause.0)) {
            *count += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jantaku_rules::rulebook::library::Library;
    use jantaku_rules::seat::BySeat;
    use jantaku_table::event::DrawReason;
    use jantaku_table::shuffle::key_of;
    use jantaku_table::wall::Wall;
    use jantaku_table::{Event, Table};
    use std::sync::Arc;

    #[test]
    fn reach_txt_names_existing_clauses_and_moments() {
        let library = Library::builtin();
        for (id, about) in listed() {
            let has = |source: &&jantaku_rules::rulebook::source::Source| {
                source.clauses.iter().any(|clause| clause.id.text == id)
            };
            assert!(library.sources().any(|source| has(&source)), "{id}");
            let known = about.starts_with("- ") || about.split(' ').all(|word| Moment::named(word).is_some());
            assert!(known, "{id} {about}");
        }
    }

    /// A clause that sets nothing must be in `reach.txt`.
    #[test]
    fn every_clause_has_a_way_to_be_counted() {
        let library = Library::builtin();
        for spec in ["zan", "zung-jung", "sanmatsuri", "ryanzou-chankan+hana", "tenhou-sanma"] {
            let resolved = library.resolve(spec).unwrap();
            let silent = resolved.clauses.iter().filter(|clause| {
                let text = &clause.clause;
                !clause.has_data && !text.etiquette && !listed().any(|(id, _)| id == text.id)
            });
            let ids: Vec<&str> = silent.map(|clause| clause.clause.id.as_str()).collect();
            assert!(ids.is_empty(), "{spec}: nothing counts {ids:?}");
        }
    }

    #[test]
    fn counts_a_clause_by_its_keys_yaku_and_moments() {
        let rules = Library::builtin().rules("zung-jung").unwrap();
        let place = |id: &str| rules.clauses.iter().position(|clause| clause.id == id).unwrap();
        let mut coverage = Coverage::new(&rules);
        coverage.key(Key::ClaimsWinners);
        coverage.moment(Moment::WinnerResponsible);
        coverage.moment(Moment::WinnerResponsible);
        coverage.yaku[rules.yaku.iter().position(|yaku| yaku.id == "all-honors").unwrap()] = 3;
        let reach = coverage.reach(&rules);
        assert_eq!(reach[place("ZJ-04")], Reach::Decided(1));
        assert_eq!(reach[place("ZJ-75")], Reach::Decided(2));
        assert_eq!(reach[place("ZJ-33")], Reach::Decided(3));
        assert_eq!(reach[place("ZJ-34")], Reach::Decided(0));
        // Bonus tiles are not played, so their clauses have no effect and cannot come up.
        assert_eq!(reach[place("ZJ-80")], Reach::NotInForce);
        assert_eq!(reach[place("ZJ-86")], Reach::CannotComeUp);
        let unreached = coverage.unreached(&rules);
        assert!(unreached.contains(&ClauseRef(place("ZJ-34") as u16)));
        assert!(!unreached.contains(&ClauseRef(place("ZJ-33") as u16)));
    }

    /// The counts of a moment and of a key after one event at a table of this rulebook.
    fn after_event(spec: &str, event: &Event, moment: Moment, key: Key) -> [u64; 2] {
        let rules = Arc::new(Library::builtin().rules(spec).unwrap());
        let mut table = Table::new(Arc::clone(&rules));
        table.begin_hand(Wall::of_key(&rules, &key_of(1, 0)), &mut Vec::new());
        let mut coverage = Coverage::new(&rules);
        coverage.event(&table, event, &table);
        [coverage.moments[moment as usize], coverage.keys[key as usize]]
    }

    #[test]
    fn does_not_count_a_clause_that_is_merely_in_force() {
        let drawn = |reason: DrawReason, ready: usize| Event::Drawn {
            reason,
            tenpai: BySeat::from_fn(4, |seat| seat < ready),
        };
        let at = |reason| {
            let (moment, key) = (Moment::DiscardAborts, Key::KanFourth);
            after_event("ryanzou-chankan", &drawn(reason, 0), moment, key)
        };
        // RC-79 orders what happens after a discard; nine terminals come before one.
        assert_eq!(at(DrawReason::NineTerminals), [0, 0]);
        assert_eq!(at(DrawReason::FourWinds), [1, 0]);
        assert_eq!(at(DrawReason::FourKans), [1, 1]);
        // ZJ-06: nobody pays at a draw. It decides something only if some are tenpai and others are not.
        let noten = |ready: usize| {
            let event = drawn(DrawReason::Exhausted, ready);
            after_event("zung-jung", &event, Moment::AbortiveDraw, Key::DrawsNoten)
        };
        assert_eq!(
            [noten(0), noten(1), noten(3), noten(4)],
            [[0, 0], [0, 1], [0, 1], [0, 0]]
        );
    }
}
