//! Somebody who wants to know from the pause after a discard whether another player could have claimed it, and uses all there is to
//! see: whose tile it was, which one and when, the pauses before it, the clocks, and a player's own answer. They have watched many
//! games of the same four people, and found out afterwards who could claim what.

use super::people::SEATS;
use super::sight::Pause;
use super::trees::{Columns, Trees};
use std::fmt;

/// How many pauses are compared with a new one to find repeats.
const REMEMBERED: usize = 40;
/// Discards are compared only with those that were about as likely to be claimed, for all that does not depend on time.
const LIKE: usize = 20;

/// What times may depend on: whose tile it was, honours, the number of the discard, and whether the viewer was asked.
const CONTEXT: [usize; 4] = [0, 1, 5, 9];

/// What somebody saw of many pauses, and who could claim.
#[derive(Default)]
struct Watched {
    /// What has nothing to do with time.
    before: Columns,
    times: Columns,
    could_claim: Vec<bool>,
    was_asked: Vec<bool>,
    /// Every other game: what is learned from one half is tried on the other.
    half: Vec<usize>,
}

/// How often, of two discards of which one could be claimed, that one is found: 0.5 is a guess, 1 is knowledge.
pub(super) struct Found {
    pub(super) auc: f64,
    /// The spread of that figure by chance.
    pub(super) chance: f64,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AUC {:.4} ± {:.4}", self.auc, self.chance)
    }
}

/// What these viewers find out together from the times, beyond what is known without them; also where they were asked, and where not.
/// None is a spectator.
pub(super) fn found(viewers: &[Option<usize>], pauses: &[Pause]) -> [Found; 3] {
    let scored: Vec<Scored> = viewers
        .iter()
        .flat_map(|&viewer| Watched::by(viewer, pauses).scored(viewer))
        .collect();
    [None, Some(true), Some(false)].map(|asked| {
        let some = |scored: &&Scored| asked.is_none_or(|asked| scored.like.was_asked == asked);
        compared(scored.iter().filter(some).collect())
    })
}

/// The same by the length of the pause alone, longer being taken for a claim, among tiles of one player.
pub(super) fn found_by_length(viewers: &[Option<usize>], pauses: &[Pause]) -> Found {
    let mut scored = Vec::new();
    for &viewer in viewers {
        for pause in pauses.iter().filter(|pause| viewer != Some(pause.from)) {
            let own = viewer.and_then(|seat| pause.answered[seat]);
            scored.push(Scored {
                like: Like {
                    viewer,
                    half: 0,
                    likely: pause.from,
                    was_asked: own.is_some(),
                },
                told: pause.ms - own.unwrap_or(0.0),
                could_claim: could_claim(viewer, pause),
            });
        }
    }
    compared(scored.iter().collect())
}

/// Could anybody but the viewer claim the tile?
fn could_claim(viewer: Option<usize>, pause: &Pause) -> bool {
    (0..SEATS).any(|seat| Some(seat) != viewer && pause.answered[seat].is_some())
}

impl Watched {
    /// What a viewer sees of others' tiles.
    fn by(viewer: Option<usize>, pauses: &[Pause]) -> Watched {
        let mut watched = Watched::default();
        let mut earlier: Vec<&Pause> = Vec::new();
        for pause in pauses {
            if earlier.last().is_some_and(|last| last.game != pause.game) {
                earlier.clear();
            }
            if viewer != Some(pause.from) {
                watched.note(viewer, pause, &earlier);
            }
            earlier.push(pause);
        }
        watched
    }

    fn note(&mut self, viewer: Option<usize>, pause: &Pause, earlier: &[&Pause]) {
        let own = viewer.and_then(|seat| pause.answered[seat]);
        let tile = pause.tile.as_bytes();
        let is_honour = tile[1] == b'z';
        let number = if is_honour { 0.0 } else { f64::from(tile[0] - b'0') };
        let before = [
            pause.from as f64,
            f64::from(u8::from(is_honour)),
            (number - 5.0).abs(),
            f64::from(u8::from(pause.drawn)),
            pause.turn as f64,
            pause.discard as f64,
            pause.copies as f64,
            pause.melds as f64,
            pause.riichis as f64,
            f64::from(u8::from(own.is_some())),
        ];
        let ms = pause.ms;
        let recent = || earlier.iter().rev().take(REMEMBERED);
        let nearest = recent().map(|other| (other.ms - ms).abs()).fold(1e6, f64::min);
        let same = recent().filter(|other| other.from == pause.from).take(8);
        let same: Vec<f64> = same.map(|other| other.ms).collect();
        let usual = same.iter().sum::<f64>() / same.len().max(1) as f64;
        let times = [
            ms,
            own.unwrap_or(0.0),
            ms - own.unwrap_or(0.0),
            nearest,
            ms / usual.max(1.0),
            ms / earlier.last().map_or(1.0, |last| last.ms),
            ms % 100.0,
            pause.next_bank,
            pause.expected_bank - pause.next_bank,
        ];
        put(&mut self.before, &before);
        put(&mut self.times, &times);
        self.could_claim.push(could_claim(viewer, pause));
        self.was_asked.push(own.is_some());
        self.half.push(pause.game as usize % 2);
    }

    /// How much the times of each discard speak for somebody who could claim it.
    fn scored(&self, viewer: Option<usize>) -> Vec<Scored> {
        let context = CONTEXT.iter().map(|&column| &self.before[column]);
        let times: Columns = context.chain(&self.times).cloned().collect();
        let rows = self.could_claim.len();
        let nothing = vec![0.0; rows];
        let mut scored = Vec::with_capacity(rows);
        for half in [0, 1] {
            let (mut tried, learned): (Vec<usize>, Vec<usize>) = (0..rows).partition(|row| self.half[*row] == half);
            let before = Trees::learned(&self.before, &self.could_claim, &learned, &nothing);
            let known: Vec<f64> = (0..rows).map(|row| before.score(&self.before, row)).collect();
            let after = Trees::learned(&times, &self.could_claim, &learned, &known);
            tried.sort_by(|one, other| known[*one].total_cmp(&known[*other]).then(one.cmp(other)));
            let like = |place: usize, row: usize| Like {
                viewer,
                half,
                likely: place * LIKE / tried.len(),
                was_asked: self.was_asked[row],
            };
            scored.extend(tried.iter().enumerate().map(|(place, &row)| Scored {
                like: like(place, row),
                told: after.score(&times, row),
                could_claim: self.could_claim[row],
            }));
        }
        scored
    }
}

/// What a discard may be compared with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Like {
    viewer: Option<usize>,
    half: usize,
    likely: usize,
    was_asked: bool,
}

struct Scored {
    like: Like,
    /// What the time speaks for.
    told: f64,
    could_claim: bool,
}

/// Compares every discard that could be claimed with every like one that could not.
fn compared(mut scored: Vec<&Scored>) -> Found {
    scored.sort_by(|one, other| one.like.cmp(&other.like).then(one.told.total_cmp(&other.told)));
    let (mut pairs, mut right, mut variance) = (0.0, 0.0, 0.0);
    for like in scored.chunk_by(|one, other| one.like == other.like) {
        let claimable = like.iter().filter(|scored| scored.could_claim).count() as f64;
        let not = like.len() as f64 - claimable;
        pairs += claimable * not;
        variance += claimable * not * (like.len() as f64 + 1.0) / 12.0;
        let mut below = 0.0;
        for tied in like.chunk_by(|one, other| one.told == other.told) {
            let claimable = tied.iter().filter(|scored| scored.could_claim).count() as f64;
            let not = tied.len() as f64 - claimable;
            right += claimable * (below + not / 2.0);
            below += not;
        }
    }
    Found {
        auc: right / pairs,
        chance: variance.sqrt() / pairs,
    }
}

fn put(columns: &mut Columns, row: &[f64]) {
    columns.resize(row.len(), Vec::new());
    for (column, value) in columns.iter_mut().zip(row) {
        column.push(*value as f32);
    }
}
