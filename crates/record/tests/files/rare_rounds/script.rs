//! Rounds written down in a few words, to be played at the table like the records of other programs.
//!
//! | word | what happens |
//! |---|---|
//! | `0+5m`, `0-5m`, `0=` | seat 0 draws 5m, discards it from the hand, discards what it has just drawn |
//! | `0x5m` | draws and discards it |
//! | `0r`, `0R` | declares riichi, pays the stick |
//! | `1pon`, `1kan`, `1chi46p` | calls the last discard, for a chii with these two |
//! | `1ankan5z`, `1kakan5z`, `1kita` | declares a kan, sets a north aside |
//! | `dora3m` | an indicator is turned |
//! | `idle8` | eight turns in which everybody discards what is drawn, whatever is left |
//! | `idle8/13` | the same; seats 1 and 3 draw terminals and honours, the others simples |
//!
//! A hand of `-` is whatever is left, far from tenpai. All fives are plain unless written `0`.

use jantaku_record::game::{DrawReason, DrawRecord, Outcome, RecordEvent, RoundRecord};
use jantaku_record::meld::MeldRecord;
use jantaku_rules::notation;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::tile::{Kind, Tile};

use super::win::Win;

/// A round in the making.
pub(super) struct Script {
    record: RoundRecord,
    /// Tiles of the box that are nowhere yet.
    pool: Vec<Tile>,
    /// The tile drawn last, while it can be discarded as such.
    drawn: Option<Tile>,
    discard: Option<(Seat, Tile)>,
    /// Whose turn it is after a discard.
    turn: u8,
}

impl Script {
    /// The first round of a game, with these hands from the first seat on and the indicator 7z; then these words.
    pub(super) fn new(rules: &Rules, hands: &[&str], words: &str) -> Script {
        Script::standing(
            rules,
            (0, 0, 0),
            &vec![rules.settings.game.start; hands.len()],
            hands,
            words,
        )
    }

    /// A round that begins with this round number, honba and sticks, and these points.
    pub(super) fn standing(
        rules: &Rules,
        standing: (u8, u32, u32),
        points: &[i32],
        hands: &[&str],
        words: &str,
    ) -> Script {
        let (round, honba, sticks) = standing;
        let indicator = tile("7z");
        let mut script = Script {
            pool: rules.tiles.tiles().to_vec(),
            drawn: None,
            discard: None,
            turn: round % 4,
            record: RoundRecord {
                round,
                honba,
                sticks,
                dealer: Seat(round % 4),
                scores: each(points),
                hands: Vec::new(),
                indicator,
                events: Vec::new(),
                outcome: drawn(DrawReason::Exhaustive, points.len()),
            },
        };
        script.reserve(indicator);
        hands.iter().filter(|hand| **hand != "-").for_each(|hand| {
            tiles(hand).into_iter().for_each(|tile| script.reserve(tile));
        });
        words
            .split_whitespace()
            .filter_map(named)
            .for_each(|tile| script.reserve(tile));
        for (seat, hand) in hands.iter().enumerate() {
            let mut hand = if *hand == "-" { script.junk(seat) } else { tiles(hand) };
            hand.sort_unstable_by_key(|tile| (tile.kind(), tile.index()));
            assert_eq!(hand.len(), 13);
            script.record.hands.push(hand);
        }
        words.split_whitespace().for_each(|word| script.word(word));
        script
    }

    /// How many events there are so far.
    pub(super) fn length(&self) -> usize {
        self.record.events.len()
    }

    /// Ends with these wins.
    pub(super) fn won(mut self, wins: Vec<Win>) -> RoundRecord {
        let mut before = self.before();
        let records = wins.into_iter().map(|win| {
            let record = win.record(&self.record, before);
            before = BySeat::from_fn(before.len(), |s| before.as_slice()[s] + record.deltas.as_slice()[s]);
            record
        });
        self.record.outcome = Outcome::Wins(records.collect());
        self.record
    }

    /// Ends in a draw for this reason, with these payments and these players showing their hands.
    pub(super) fn drawn(mut self, reason: DrawReason, deltas: &[i32], shown: &[usize]) -> RoundRecord {
        let hands = jantaku_record::hands::follow(&self.record).expect("tiles that add up");
        let shows = |seat: usize| shown.contains(&seat).then(|| hands.seats()[seat].sorted());
        self.record.outcome = Outcome::Draw(DrawRecord {
            reason,
            before: self.before(),
            deltas: each(deltas),
            shown: (0..deltas.len()).map(shows).collect(),
        });
        self.record
    }

    /// The points before the payments, the sticks of this round paid.
    fn before(&self) -> BySeat<i32> {
        let mut before = self.record.scores;
        self.record.paid_sticks().for_each(|seat| before[seat] -= 1_000);
        before
    }

    fn word(&mut self, word: &str) {
        if let Some(indicator) = word.strip_prefix("dora") {
            let indicator = tile(indicator);
            return self.record.events.push(RecordEvent::Dora { indicator });
        }
        if let Some(idle) = word.strip_prefix("idle") {
            return self.idle(idle);
        }
        let (seat, deed) = word.split_at(1);
        let seat = Seat(seat.parse().unwrap_or_else(|_| panic!("{word:?} begins with no seat")));
        let event = match deed {
            "r" => return self.record.events.push(RecordEvent::Riichi { seat }),
            "R" => RecordEvent::RiichiAccepted { seat },
            "kita" => RecordEvent::Kita { seat },
            "=" => return self.discards(seat, self.drawn.expect("a drawn tile"), true),
            _ if deed.starts_with('+') => return self.draws(seat, tile(&deed[1..])),
            _ if deed.starts_with('-') => return self.discards(seat, tile(&deed[1..]), false),
            _ if deed.starts_with('x') => {
                self.draws(seat, tile(&deed[1..]));
                return self.discards(seat, tile(&deed[1..]), true);
            }
            _ => RecordEvent::Call {
                seat,
                meld: self.meld(seat, deed),
            },
        };
        self.drawn = None;
        self.record.events.push(event);
    }

    fn draws(&mut self, seat: Seat, tile: Tile) {
        self.drawn = Some(tile);
        self.record.events.push(RecordEvent::Draw { seat, tile });
    }

    fn discards(&mut self, seat: Seat, tile: Tile, tsumogiri: bool) {
        self.drawn = None;
        self.discard = Some((seat, tile));
        self.turn = (seat.0 + 1) % self.record.hands.len() as u8;
        self.record.events.push(RecordEvent::Discard { seat, tile, tsumogiri });
    }

    fn meld(&self, seat: Seat, deed: &str) -> MeldRecord {
        let (from, called) = self.discard.unwrap_or((seat, tile("1z")));
        if let Some(own) = deed.strip_prefix("chi") {
            let own = tiles(own);
            return MeldRecord::chii(from, called, [own[0], own[1]]);
        }
        match deed.strip_prefix("ankan").or(deed.strip_prefix("kakan")) {
            Some(kind) if deed.starts_with('a') => MeldRecord::ankan([tile(kind); 4]),
            Some(kind) => {
                let kind = tile(kind);
                let giver = self.record.events.iter().find_map(|event| match *event {
                    RecordEvent::Call { seat: s, meld } if s == seat && meld.kind() == kind.kind() => meld.given(),
                    _ => None,
                });
                MeldRecord::kakan(giver.expect("a pon").0, kind, [kind; 2], kind)
            }
            None if deed == "kan" => MeldRecord::daiminkan(from, called, [called; 3]),
            None if deed == "pon" => MeldRecord::pon(from, called, [called; 2]),
            None => panic!("{deed:?} is no word"),
        }
    }

    fn idle(&mut self, turns: &str) {
        let (turns, outside) = turns
            .split_once('/')
            .map_or((turns, None), |(turns, seats)| (turns, Some(seats)));
        for _ in 0..turns.parse().expect("a number of turns") {
            let seat = Seat(self.turn);
            let wanted = |tile: &Tile| {
                outside.is_none_or(|seats| tile.kind().is_outside() == seats.contains(&seat.0.to_string()))
            };
            let tile = *self.pool.iter().find(|tile| wanted(tile)).expect("tiles to draw");
            self.reserve(tile);
            self.draws(seat, tile);
            self.discards(seat, tile, true);
        }
    }

    /// Thirteen tiles of which as few as possible go together.
    fn junk(&mut self, seat: usize) -> Vec<Tile> {
        let mut hand: Vec<Tile> = Vec::new();
        while hand.len() < 13 {
            let together = |a: Kind, b: Kind| {
                let apart = a.index().abs_diff(b.index());
                a == b || (a.suit() == b.suit() && a.is_suited() && apart <= 2)
            };
            let fits = |tile: &Tile| hand.iter().filter(|held| together(held.kind(), tile.kind())).count();
            // Each seat begins elsewhere, so that several such hands can be found.
            let start = (seat * 11 + hand.len() * 37) % self.pool.len();
            let order = self.pool[start..].iter().chain(&self.pool[..start]);
            let tile = *order.min_by_key(|tile| fits(tile)).expect("tiles left");
            self.reserve(tile);
            hand.push(tile);
        }
        hand
    }

    fn reserve(&mut self, tile: Tile) {
        let place = self.pool.iter().position(|t| *t == tile);
        self.pool.remove(place.unwrap_or_else(|| panic!("no {tile} is left")));
    }
}

/// The tile that a word brings to the table.
fn named(word: &str) -> Option<Tile> {
    let drawn = word.get(1..).filter(|deed| deed.starts_with(['+', 'x']));
    drawn.map(|deed| &deed[1..]).or(word.strip_prefix("dora")).map(tile)
}

fn drawn(reason: DrawReason, seats: usize) -> Outcome {
    Outcome::Draw(DrawRecord {
        reason,
        before: BySeat::all(seats, 0),
        deltas: BySeat::all(seats, 0),
        shown: vec![None; seats],
    })
}

pub(super) fn each(points: &[i32]) -> BySeat<i32> {
    BySeat::from_fn(points.len(), |seat| points[seat])
}

pub(super) fn tiles(text: &str) -> Vec<Tile> {
    if text.is_empty() {
        return Vec::new();
    }
    notation::tiles(text).unwrap_or_else(|error| panic!("{text:?}: {error:?}"))
}

fn tile(text: &str) -> Tile {
    notation::tile(text).unwrap_or_else(|error| panic!("{text:?}: {error:?}"))
}
