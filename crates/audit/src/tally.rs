//! Statistics of many games, in whole numbers, so that the order of adding does not matter.

use arrayvec::ArrayVec;
use jantaku_bots::arena::Watcher;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::Score;
use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::transfer::Amount;
use jantaku_table::event::DrawReason;
use jantaku_table::legal::Actions;
use jantaku_table::phase::Phase;
use jantaku_table::{Action, Event, Party, Table};
use std::collections::BTreeMap;

/// Counts of one or many games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    pub games: u64,
    pub hands: u64,
    pub decisions: u64,
    pub events: u64,
    /// Hands won by at least one player.
    pub won: u64,
    pub won_by_several: u64,
    /// Hands without a winner, by reason.
    pub drawn: [u64; DrawReason::ALL.len()],
    /// Players tenpai at exhaustive draws.
    pub tenpai: u64,
    /// Points of all winning hands, without honba and sticks.
    pub worth: i64,
    /// How many wins received how many points from other players.
    pub values: BTreeMap<i64, u64>,
    /// How many games had how many hands.
    pub lengths: BTreeMap<u16, u64>,
    /// How often each yaku counted, by its place in the rulebook.
    pub yaku: Vec<u64>,
    /// What players had at the end, by their place.
    pub places: [PlaceTally; 4],
    pub seats: BySeat<SeatTally>,
    /// Wins that are claimed but not yet paid.
    claimed: BySeat<Option<Claimed>>,
}

/// More yaku than one hand has.
const MOST_YAKU: usize = 32;

/// The yaku of a claimed win.
type Claimed = ArrayVec<u16, MOST_YAKU>;

/// Counts of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatTally {
    pub wins: u64,
    pub tsumo: u64,
    /// Hands in which somebody won on the seat's tile.
    pub deal_ins: u64,
    pub riichi: u64,
    pub calls: u64,
    pub kans: u64,
    pub points: i64,
    /// Chips at the end of the games, including those of the result.
    pub chips: i64,
    pub result: i64,
    /// Number of first, second, third and fourth places.
    pub places: [u64; 4],
}

/// Sums of all players who came in at one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlaceTally {
    pub players: u64,
    pub points: i64,
    /// Including the chips of the result.
    pub chips: i64,
    pub result: i64,
}

impl Tally {
    pub fn new(rules: &Rules) -> Tally {
        Tally {
            games: 0,
            hands: 0,
            decisions: 0,
            events: 0,
            won: 0,
            won_by_several: 0,
            drawn: [0; DrawReason::ALL.len()],
            tenpai: 0,
            worth: 0,
            values: BTreeMap::new(),
            lengths: BTreeMap::new(),
            places: Default::default(),
            yaku: vec![0; rules.yaku.len()],
            seats: BySeat::all(rules.seats(), SeatTally::default()),
            claimed: BySeat::all(rules.seats(), None),
        }
    }

    /// Adds another tally of the same rulebook.
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.hands += other.hands;
        self.decisions += other.decisions;
        self.events += other.events;
        self.won += other.won;
        self.won_by_several += other.won_by_several;
        self.tenpai += other.tenpai;
        self.worth += other.worth;
        add_all(&mut self.drawn, &other.drawn);
        add_all(&mut self.yaku, &other.yaku);
        count_all(&mut self.values, &other.values);
        count_all(&mut self.lengths, &other.lengths);
        for (own, other) in self.places.iter_mut().zip(&other.places) {
            own.players += other.players;
            own.points += other.points;
            own.chips += other.chips;
            own.result += other.result;
        }
        for (own, other) in self.seats.as_mut_slice().iter_mut().zip(other.seats.iter()) {
            own.add(other);
        }
    }

    /// Counts the end of a game.
    pub fn game_over(&mut self, table: &Table) {
        let Some(result) = table.result() else {
            return;
        };
        self.games += 1;
        *self.lengths.entry(table.hands_played()).or_default() += 1;
        for (place, seat) in self.seats.as_mut_slice().iter_mut().enumerate() {
            let chair = Seat(place as u8);
            let points = i64::from(result.points[chair].0);
            let chips = i64::from(result.chips[chair].0);
            let score = i64::from(result.score[chair]);
            let came_in = usize::from(result.places[chair].clamp(1, 4)) - 1;
            seat.points += points;
            seat.chips += chips;
            seat.result += score;
            seat.places[came_in] += 1;
            let place = &mut self.places[came_in];
            place.players += 1;
            place.points += points;
            place.chips += chips;
            place.result += score;
        }
    }

    fn count_win(&mut self, seat: Seat, from: Seat) {
        self.seats[seat].wins += 1;
        if seat == from {
            self.seats[seat].tsumo += 1;
        }
        if let Some(claimed) = self.claimed[seat].take() {
            for yaku in claimed {
                self.yaku[usize::from(yaku)] += 1;
            }
        }
    }
}

impl SeatTally {
    fn add(&mut self, other: &SeatTally) {
        self.wins += other.wins;
        self.tsumo += other.tsumo;
        self.deal_ins += other.deal_ins;
        self.riichi += other.riichi;
        self.calls += other.calls;
        self.kans += other.kans;
        self.points += other.points;
        self.chips += other.chips;
        self.result += other.result;
        add_all(&mut self.places, &other.places);
    }
}

impl Watcher for Tally {
    fn decision(&mut self, table: &Table, seat: Seat, _legal: &Actions, action: Action) {
        self.decisions += 1;
        // The score of a win is only known before it is settled.
        if matches!(action, Action::Tsumo | Action::Ron) {
            let yaku = |score: Score| {
                score
                    .lines(table.rules())
                    .map(|line| line.yaku)
                    .take(MOST_YAKU)
                    .collect()
            };
            self.claimed[seat] = score_of(table, seat).map(yaku);
        }
    }

    fn events(&mut self, _table: &Table, events: &[Event]) {
        self.events += events.len() as u64;
        let mut winners = 0;
        let mut received = BySeat::all(self.seats.len(), None);
        for event in events {
            match event {
                Event::HandStarted(_) => self.hands += 1,
                Event::Won { seat, from, .. } => {
                    winners += 1;
                    if winners == 1 && seat != from {
                        self.seats[*from].deal_ins += 1;
                    }
                    self.count_win(*seat, *from);
                    received[*seat] = Some(0);
                }
                // Everything that is paid for a win goes to a winner.
                Event::Paid {
                    from,
                    to: Party::Seat(to),
                    amount: Amount::Points(points),
                    ..
                } if winners > 0 => {
                    self.worth += i64::from(points.0);
                    if let (Party::Seat(_), Some(received)) = (from, &mut received[*to]) {
                        *received += i64::from(points.0);
                    }
                }
                Event::Drawn { reason, tenpai } => {
                    if let Some(place) = DrawReason::ALL.iter().position(|draw| draw == reason) {
                        self.drawn[place] += 1;
                    }
                    self.tenpai += tenpai.iter().filter(|&&tenpai| tenpai).count() as u64;
                }
                Event::RiichiStands { seat } => self.seats[*seat].riichi += 1,
                Event::Called { seat, meld, .. } => {
                    self.seats[*seat].calls += 1;
                    self.seats[*seat].kans += u64::from(meld.kind.is_kan());
                }
                Event::KanDeclared { seat, .. } => self.seats[*seat].kans += 1,
                _ => {}
            }
        }
        for received in received.iter().flatten() {
            *self.values.entry(*received).or_default() += 1;
        }
        self.won += u64::from(winners > 0);
        self.won_by_several += u64::from(winners > 1);
    }
}

/// The score of the win that the seat can claim now.
pub(crate) fn score_of(table: &Table, seat: Seat) -> Option<Score> {
    match table.phase() {
        Phase::Turn(_) => table.may_tsumo(seat).ok(),
        Phase::Claims(claims) => table.may_ron(seat, claims.from, claims.tile, claims.offered).ok(),
        _ => None,
    }
}

fn add_all(own: &mut [u64], other: &[u64]) {
    own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
}

fn count_all<K: Ord + Copy>(own: &mut BTreeMap<K, u64>, other: &BTreeMap<K, u64>) {
    for (key, count) in other {
        *own.entry(*key).or_default() += count;
    }
}
