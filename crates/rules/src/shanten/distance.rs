//! How many tiles a suit lacks for a number of sets, with or without a pair.
//!
//! Suits with the same [`Distances`] are interchangeable in any hand, and there are few different ones:
//! the 1,953,125 fillings of a number suit reduce to 126. This keeps the tables small.

/// Impossible: the suit does not have enough kinds.
const NEVER: u8 = 99;
/// The most sets a hand can have.
pub(super) const MOST_SETS: usize = 4;

/// The number of tiles that one or several suits lack for 0 to 4 sets, without and with a pair.
///
/// No kind is used more than four times, so a fifth copy never brings a hand closer.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Distances {
    plain: [u8; MOST_SETS + 1],
    paired: [u8; MOST_SETS + 1],
}

impl Distances {
    /// The tiles missing for this many sets and a pair.
    pub(super) fn with_pair(&self, sets: usize) -> u8 {
        self.paired[sets]
    }

    /// The tiles missing for this many sets.
    pub(super) fn without_pair(&self, sets: usize) -> u8 {
        self.plain[sets]
    }

    /// The distances of two suits together.
    pub(super) fn joined(&self, other: &Distances) -> Distances {
        let mut plain = [NEVER; MOST_SETS + 1];
        let mut paired = [NEVER; MOST_SETS + 1];
        for here in 0..=MOST_SETS {
            for there in 0..=MOST_SETS - here {
                let sets = here + there;
                plain[sets] = plain[sets].min(self.plain[here] + other.plain[there]);
                paired[sets] = paired[sets]
                    .min(self.paired[here] + other.plain[there])
                    .min(self.plain[here] + other.paired[there]);
            }
        }
        Distances { plain, paired }
    }
}

/// The sets that a kind can be part of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The kind is not in play.
    Absent,
    /// Pairs and triplets only.
    Alone,
    /// Pairs, triplets and sequences that begin here or below.
    InSequence,
    /// Pairs, triplets and sequences that begin below: the last two kinds of a suit.
    EndOfSequence,
}

/// No more sequences need to begin at one kind, since three equal ones are also three triplets.
const MOST_RUNS: usize = 2;
const RUN_CHOICES: usize = MOST_RUNS + 1;
const PROSPECTS: usize = (MOST_SETS + 1) * 2 * RUN_CHOICES * RUN_CHOICES;

/// The tiles missing so far, going up from the lowest kind of a suit, for every plan:
/// (sets begun, pair or not, sequences begun two kinds ago, sequences begun one kind ago).
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Prospect([u8; PROSPECTS]);

impl Prospect {
    /// Before the first kind.
    pub(super) fn start() -> Prospect {
        let mut missing = [NEVER; PROSPECTS];
        missing[0] = 0;
        Prospect(missing)
    }

    /// After the next kind, with `held` copies in the hand.
    pub(super) fn after(&self, role: Role, held: u8) -> Prospect {
        let (copies, most_runs) = match role {
            Role::Absent => (0, 0),
            Role::Alone | Role::EndOfSequence => (4, 0),
            Role::InSequence => (4, MOST_RUNS),
        };
        let mut next = [NEVER; PROSPECTS];
        for plan in Plan::all().filter(|plan| self.0[plan.index()] != NEVER) {
            let missing = self.0[plan.index()];
            for runs in 0..=most_runs {
                for triplets in 0..=1 {
                    for pairs in 0..=1 - plan.pair {
                        let used = plan.older_runs + plan.newer_runs + runs + 3 * triplets + 2 * pairs;
                        let then = plan.then(runs, triplets, pairs);
                        if used <= copies && then.sets <= MOST_SETS {
                            let slot = &mut next[then.index()];
                            *slot = (*slot).min(missing + (used as u8).saturating_sub(held));
                        }
                    }
                }
            }
        }
        Prospect(next)
    }

    /// After the last kind, counting only plans without an unfinished sequence.
    pub(super) fn distances(&self) -> Distances {
        let finished = |pair: usize| {
            std::array::from_fn(|sets| {
                let plan = Plan {
                    sets,
                    pair,
                    older_runs: 0,
                    newer_runs: 0,
                };
                self.0[plan.index()]
            })
        };
        Distances {
            plain: finished(0),
            paired: finished(1),
        }
    }
}

#[derive(Clone, Copy)]
struct Plan {
    sets: usize,
    pair: usize,
    older_runs: usize,
    newer_runs: usize,
}

impl Plan {
    fn all() -> impl Iterator<Item = Plan> {
        (0..PROSPECTS).map(|index| Plan {
            sets: index / (2 * RUN_CHOICES * RUN_CHOICES),
            pair: index / (RUN_CHOICES * RUN_CHOICES) % 2,
            older_runs: index / RUN_CHOICES % RUN_CHOICES,
            newer_runs: index % RUN_CHOICES,
        })
    }

    fn index(self) -> usize {
        ((self.sets * 2 + self.pair) * RUN_CHOICES + self.older_runs) * RUN_CHOICES + self.newer_runs
    }

    /// The plan after a kind at which these sequences, triplets and pairs begin.
    fn then(self, runs: usize, triplets: usize, pairs: usize) -> Plan {
        Plan {
            sets: self.sets + runs + triplets,
            pair: self.pair + pairs,
            older_runs: self.newer_runs,
            newer_runs: runs,
        }
    }
}
