//! Plays one of our own logs again: the walls are computed, every event must follow from a legal decision or a ruling, and the
//! result must be the table's.

use super::Verification;
use super::follower::Follower;
use crate::log::{Book, Header, Line, Log, LogError, Replay, WITH_ANSWERS, WITH_SIGNATURE, WallSource, check_walls};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_table::phase::Phase;
use jantaku_table::wall::Wall;
use jantaku_table::{Action, Event, Table};
use jantaku_wire::event_json::EventJson;
use jantaku_wire::result_json::ResultJson;
use std::fmt;
use std::sync::Arc;

/// Where a log differs from the game that its walls and decisions lead to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The line of the file, from 1.
    pub line: usize,
    pub what: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl From<LogError> for Difference {
    fn from(error: LogError) -> Difference {
        Difference {
            line: error.line,
            what: error.problem.to_string(),
        }
    }
}

fn differs<T>(line: usize, what: impl Into<String>) -> Result<T, Difference> {
    let what = what.into();
    Err(Difference { line, what })
}

/// Plays a log of a whole game again under its own rulebook. Names, score sheets and notes do not follow from the play: only the
/// signature, which was checked when the log was read, vouches for them. Whose signature it is, the caller must ask.
///
/// # Errors
/// The first difference; also if the log is incomplete, lacks the signature that servers give, or is too old to hold its rulebook and
/// every answer.
pub fn verify_log(log: &Log, book: &Book) -> Result<Verification, Difference> {
    verify_log_with(log, book, &mut ())
}

/// The same, with somebody who follows the game as it is played again.
///
/// # Errors
/// As [`verify_log`]; by then the follower has seen the game up to the difference.
pub fn verify_log_with(log: &Log, book: &Book, follower: &mut dyn Follower) -> Result<Verification, Difference> {
    let Header { version, players, .. } = &log.header;
    if *version < WITH_ANSWERS || !book.same_edition {
        return differs(
            1,
            format!(
                "a log of version {version} lacks its rulebook and answers; `jantaku verify-wall` verifies its walls"
            ),
        );
    }
    let expected = Header {
        version: *version,
        table: log.header.table.clone(),
        rules: log.header.rules.clone(),
        seed: log.header.seed,
        ..Header::of(&book.rules, players.clone())
    };
    if log.header != expected {
        return differs(1, "the first line does not match its rulebook");
    }
    let walls = check_walls(log, book)?;
    if !walls.is_proved() {
        return differs(1, "its walls are not proved; `jantaku verify-wall` says why");
    }
    if log.signed.is_none() && must_be_signed(*version, &walls.source) {
        return differs(
            log.lines.len() + 2,
            "its signature was removed: servers sign every log of this kind",
        );
    }
    let mut steps = Vec::new();
    let mut replay = Replay::new(log, book);
    while let Some(step) = replay.step()? {
        if *step.told != EventJson::of(&step.event, &book.rules, |seat| seat.0) {
            return differs(step.line, "the event is not written as the table writes it");
        }
        steps.push((step.line, step.event));
    }
    let mut found = Verification::default();
    let source = log.wall_source()?;
    let walls = |hand| source.key(hand).map(|key| Wall::of_key(&book.rules, &key));
    let table = play(&book.rules, &steps, &walls, &mut found, follower)?;
    compare_result(log, &table)?;
    Ok(found)
}

/// Whether a server with a key wrote this. Setting the version back does not help: the walls cover the rulebook since servers have keys.
fn must_be_signed(version: u32, source: &WallSource) -> bool {
    matches!(source, WallSource::Fair(walls) if version >= WITH_SIGNATURE || walls.rules.is_some())
}

/// Plays the events of a game again from its walls, which the caller knows by the number of the hand, while somebody follows it.
///
/// # Errors
/// The first event that no legal decision leads to, counted from 1 as a line.
pub fn follow(
    rules: &Arc<Rules>,
    events: &[Event],
    walls: &dyn Fn(u16) -> Option<Wall>,
    follower: &mut dyn Follower,
) -> Result<(), Difference> {
    let steps: Vec<(usize, Event)> = (1..).zip(events.iter().cloned()).collect();
    play(rules, &steps, walls, &mut Verification::default(), follower).map(|_| ())
}

fn play(
    rules: &Arc<Rules>,
    steps: &[(usize, Event)],
    walls: &dyn Fn(u16) -> Option<Wall>,
    found: &mut Verification,
    follower: &mut dyn Follower,
) -> Result<Table, Difference> {
    let mut table = Table::new(Arc::clone(rules));
    let mut rest = steps;
    while let Some((line, next)) = rest.first() {
        let after = match next {
            Event::HandStarted(_) if table.needs_wall() => {
                found.rounds += 1;
                let Some(wall) = walls(found.rounds as u16) else {
                    return differs(*line, "the wall of this hand is not known");
                };
                follower.hand_begins(&table);
                played(&table, rest, |table, events| {
                    table.begin_hand(wall, events);
                    true
                })
            }
            _ => match decided(&table, rest) {
                Some((decision, after, events)) => {
                    follower.decided(&table, &[decision]);
                    Some((after, events))
                }
                None => ruled(&table, rest),
            },
        };
        let Some((after, events)) = after else {
            return differs(*line, "no legal decision leads to this, or not to all that follows");
        };
        found.wins += rest[..events]
            .iter()
            .filter(|(_, event)| matches!(event, Event::Won { .. }))
            .count();
        let happened: Vec<Event> = rest[..events].iter().map(|(_, event)| event.clone()).collect();
        follower.events(&after, &happened);
        (table, rest) = (after, &rest[events..]);
    }
    Ok(table)
}

/// The table after something, and its number of events, if these are the next of the log.
fn played(
    table: &Table,
    rest: &[(usize, Event)],
    how: impl FnOnce(&mut Table, &mut Vec<Event>) -> bool,
) -> Option<(Table, usize)> {
    let (mut after, mut events) = (table.clone(), Vec::new());
    let is_done = how(&mut after, &mut events);
    let is_told = events.len() <= rest.len() && events.iter().zip(rest).all(|(event, (_, told))| event == told);
    (is_done && is_told && !events.is_empty()).then_some((after, events.len()))
}

/// The decision with the most of the events that follow.
fn decided(table: &Table, rest: &[(usize, Event)]) -> Option<((Seat, Action), Table, usize)> {
    let legal = |seat| table.legal(seat).into_iter().map(move |action| (seat, action));
    let decisions = table.to_act().into_iter().flat_map(legal);
    let after = decisions.filter_map(|(seat, action)| {
        let (after, events) = played(table, rest, |table, events| {
            table.act_legally(seat, action, events);
            true
        })?;
        Some(((seat, action), after, events))
    });
    after.max_by_key(|(_, _, events)| *events)
}

fn ruled(table: &Table, rest: &[(usize, Event)]) -> Option<(Table, usize)> {
    let mut seats = table.all_seats();
    let ruling = seats.find_map(|seat| {
        let chombo = played(table, rest, |table, events| table.chombo(seat, events).is_ok());
        chombo.or_else(|| played(table, rest, |table, events| table.dead_hand(seat, events).is_ok()))
    });
    let ruling = ruling.or_else(|| {
        let mut undoable = table.undoable();
        undoable.find_map(|(penalty, seat)| {
            played(table, rest, |table, events| {
                table.undo_ruling(penalty, seat, events).is_ok()
            })
        })
    });
    ruling.or_else(|| played(table, rest, |table, events| table.time_up(events).is_ok()))
}

/// The game is over, and its result comes last: after the sticks that it hands out, as simulations write it, or before them, as
/// the server tells it.
fn compare_result(log: &Log, table: &Table) -> Result<(), Difference> {
    let line = log.lines.len() + 1;
    let (Some(result), Phase::GameOver { drawn }) = (table.result(), table.phase()) else {
        return differs(line, "the game is not over");
    };
    let expected = Line::Over(ResultJson::of(result, *drawn, table.rules()));
    let mut rest = log.lines.iter().skip_while(|line| !matches!(line, Line::Over(_)));
    match rest.next() == Some(&expected) && [0, result.leftover.len()].contains(&rest.count()) {
        true => Ok(()),
        false => differs(line, "the result is not that of the game"),
    }
}
