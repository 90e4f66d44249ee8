//! Recomputes the walls of a log and compares them with the tiles that were dealt, drawn and turned.

use super::{Book, FairStepJson, Line, Log, LogError, LogProblem, Replay};
use jantaku_rules::notation;
use jantaku_rules::tile::Tile;
use jantaku_table::event::Source;
use jantaku_table::fair::{Bytes32, FairFault, Transcript};
use jantaku_table::lots::Lots;
use jantaku_table::shuffle::{Key, key_of};
use jantaku_table::wall::{Wall, deal_places};
use jantaku_table::{Event, Table};
use jantaku_wire::event_json::EventJson;
use jantaku_wire::hex::Hex32;

/// Where the walls of a game came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WallSource {
    /// Commit and reveal.
    Fair(Box<Transcript>),
    /// The seed of a simulation.
    Seed(u64),
    /// The log does not say.
    Unknown,
}

/// The outcome of checking all walls of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WallVerdict {
    pub source: WallSource,
    /// An inconsistency in commit and reveal.
    pub fault: Option<FairFault>,
    /// Every hand, in order.
    pub hands: Vec<HandWall>,
    pub closed: bool,
}

/// One hand beside its wall.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HandWall {
    /// This many tiles came from the wall, all as computed.
    Agrees(usize),
    /// The secret of the hand is not opened.
    NotOpened,
    /// A tile is not the computed one.
    Differs { line: usize, came: String, stood: String },
}

impl WallVerdict {
    /// Whether every hand was checked and agrees.
    pub fn is_proved(&self) -> bool {
        self.source != WallSource::Unknown
            && self.fault.is_none()
            && self.closed
            && self.hands.iter().all(|hand| matches!(hand, HandWall::Agrees(_)))
    }
}

/// Computes every wall again and compares it with what was dealt, drawn and turned.
pub fn check_walls(log: &Log, book: &Book) -> Result<WallVerdict, LogError> {
    let source = log.wall_source()?;
    let mut hands: Vec<HandWall> = Vec::new();
    let mut replay = Replay::new(log, book);
    while let Some(next) = replay.peek()? {
        if !matches!(next.event, Event::HandStarted(_))
            && let Some(HandWall::Agrees(tiles)) = hands.last_mut()
        {
            match differs(replay.table(), &next.event) {
                Ok(count) => *tiles += count,
                Err([came, stood]) => {
                    let [came, stood] = [came, stood].map(|tiles| notation::in_order(&tiles));
                    let line = next.line;
                    hands.pop();
                    hands.push(HandWall::Differs { line, came, stood });
                }
            }
        }
        replay.step()?;
        if let Event::HandStarted(_) = next.event {
            let key = source.key(replay.hands());
            hands.push(key.map_or(HandWall::NotOpened, |_| HandWall::Agrees(0)));
            if let Some(key) = key {
                replay.put_wall(Wall::of_key(&book.rules, &key));
            }
        }
    }
    let fault = match &source {
        WallSource::Fair(transcript) if transcript.rules.is_some_and(|rules| rules.0 != book.rules.hash) => {
            Some(FairFault::OtherRules)
        }
        WallSource::Fair(transcript) => transcript.check(book.rules.seats()).err(),
        _ => None,
    };
    Ok(WallVerdict {
        source,
        fault,
        hands,
        closed: log.closed,
    })
}

impl WallSource {
    /// The key of a hand's wall, counted from 1.
    pub(crate) fn key(&self, hand: u16) -> Option<Key> {
        match self {
            WallSource::Fair(transcript) => transcript.key(hand),
            WallSource::Seed(seed) => Some(key_of(*seed, u32::from(hand) - 1)),
            WallSource::Unknown => None,
        }
    }
}

impl Log {
    /// Where the log says its walls came from.
    pub fn wall_source(&self) -> Result<WallSource, LogError> {
        let mut transcript = Transcript {
            table: self.header.table.clone().unwrap_or_default(),
            ..Transcript::default()
        };
        let mut hands = 0;
        for (place, line) in self.lines.iter().enumerate() {
            match line {
                Line::Told(told) if matches!(told.e, EventJson::HandStarted(_)) => hands += 1,
                Line::Fair(step) => {
                    let taken = take(&mut transcript, step, hands);
                    taken.ok_or(LogProblem::FairOrder.at(place + 2))?;
                }
                _ => {}
            }
        }
        Ok(match (transcript.s0, self.header.seed) {
            (Some(_), None) => WallSource::Fair(Box::new(transcript)),
            (None, Some(seed)) => WallSource::Seed(seed),
            (Some(_), Some(_)) => return Err(LogProblem::FairOrder.at(1)),
            (None, None) => WallSource::Unknown,
        })
    }
}

/// Takes one step, or returns `None` if it is out of order. Commit and reveal come before the first hand, and a hand's secret is opened
/// after it began.
fn take(transcript: &mut Transcript, step: &FairStepJson, hands: u16) -> Option<()> {
    let bytes =
        |list: &[Option<Hex32>]| -> Vec<Option<Bytes32>> { list.iter().map(|lot| lot.map(|hex| hex.0)).collect() };
    let fixing = hands == 0 && transcript.s0.is_some();
    let (committed, revealed) = (!transcript.commits.is_empty(), !transcript.reveals.is_empty());
    match step {
        FairStepJson::Chain { s0, rules, lots } if hands == 0 && transcript.s0.is_none() => {
            transcript.s0 = Some(s0.0);
            transcript.rules = rules.map(|rules| rules.0);
            transcript.promise = lots.map(|promise| promise.0);
        }
        FairStepJson::Commits { commits } if fixing && !committed => transcript.commits = bytes(commits),
        FairStepJson::Reveals { reveals } if fixing && committed && !revealed => transcript.reveals = bytes(reveals),
        FairStepJson::Lots { draw, secret, order } if hands == 0 && revealed && transcript.lots.is_none() => {
            transcript.lots = Some(Lots {
                draw: (*draw).into(),
                secret: secret.0,
                order: order.clone(),
            });
        }
        FairStepJson::Void { .. } if fixing && !revealed => {
            transcript.s0 = None;
            transcript.commits.clear();
            transcript.promise = None;
        }
        FairStepJson::Opened { hand, secret }
            if *hand <= hands && usize::from(*hand) == transcript.opened.len() + 1 =>
        {
            transcript.opened.push(secret.0);
        }
        _ => return None,
    }
    Some(())
}

/// The number of tiles an event takes from the wall, or the first one that differs.
fn differs(table: &Table, event: &Event) -> Result<usize, [Vec<Tile>; 2]> {
    let wall = table.wall();
    let (came, stood): (&[Tile], Vec<Tile>) = match event {
        Event::Dealt { seat, tiles } => {
            let place = table.from_dealer().position(|other| other == *seat);
            let places = deal_places(table.seats());
            let places = place.and_then(|place| places.get(place)).copied().unwrap_or_default();
            let row = wall.row();
            (
                tiles,
                places.iter().filter_map(|place| row.get(*place).copied()).collect(),
            )
        }
        Event::Drew { tile, source, .. } => {
            let stood = match source {
                Source::Live => wall.next(),
                Source::AfterKan | Source::AfterAside => wall.next_replacement(),
            };
            (std::slice::from_ref(tile), vec![stood])
        }
        Event::Indicator(tile) => (std::slice::from_ref(tile), vec![wall.indicator(wall.turned())]),
        Event::UraTurned(tiles) => (tiles, (0..tiles.len()).map(|number| wall.ura(number)).collect()),
        _ => return Ok(0),
    };
    match came == stood {
        true => Ok(came.len()),
        false => Err([came.to_vec(), stood]),
    }
}
