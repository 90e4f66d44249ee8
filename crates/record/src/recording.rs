//! A game at our table, recorded as Tenhou would: what happened, and what was made of it.

mod ended;
mod melds;

use crate::game::{FinalStanding, GameRecord, Length, RecordEvent, RoundRecord, TableSetting, Tenths, sort_tiles};
use crate::tenhou_json::write::{WriteError, has_number, write_tenhou_json};
use crate::verify::{Difference, Follower, follow};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::yaku::Worth;
use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::tile::{Mark, Tile};
use jantaku_table::event::Standing;
use jantaku_table::wall::Wall;
use jantaku_table::{Action, Event, Table};
use std::sync::Arc;
use thiserror::Error;

/// Why a game cannot be recorded as Tenhou would.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RecordingError {
    #[error("Tenhou's records have no chips")]
    Chips,
    #[error("Tenhou's records count in han, this rulebook in points")]
    NoHan,
    #[error("Tenhou's records have no penalties")]
    Penalty,
    #[error("the game is not over")]
    NotOver,
    /// Events that no table writes in this order.
    #[error("the events of the game do not belong together")]
    Events,
    #[error("{0}")]
    Followed(Difference),
    #[error("{0}")]
    Written(#[from] WriteError),
}

/// Can games of this rulebook be written as Tenhou's JSON?
///
/// # Errors
/// What the format has no place for.
pub fn fits_tenhou(rules: &Rules) -> Result<(), RecordingError> {
    if rules.settings.plays_chips() {
        return Err(RecordingError::Chips);
    }
    if rules.yaku.iter().any(|yaku| matches!(yaku.worth, Worth::Points(_))) {
        return Err(RecordingError::NoHan);
    }
    match rules.tiles.tiles().iter().find(|tile| !has_number(**tile)) {
        Some(tile) => Err(WriteError::Tile(*tile).into()),
        None => Ok(()),
    }
}

/// A finished game as Tenhou's JSON. It is played again from its walls, which the caller knows by the number of the hand.
///
/// # Errors
/// If the format has no place for something that happened.
pub fn tenhou_json_of(
    rules: &Arc<Rules>,
    events: &[Event],
    walls: &dyn Fn(u16) -> Option<Wall>,
    names: Vec<String>,
) -> Result<String, RecordingError> {
    fits_tenhou(rules)?;
    let mut recording = Recording::default();
    follow(rules, events, walls, &mut recording).map_err(RecordingError::Followed)?;
    Ok(write_tenhou_json(&recording.finish(names)?)?)
}

/// Follows a game and keeps what a record tells.
#[derive(Default)]
pub struct Recording {
    rounds: Vec<RoundRecord>,
    round: Round,
    /// The table before the last decision, and whose it was.
    before: Option<(Table, Seat)>,
    /// The table after the last events.
    last: Option<Table>,
    error: Option<RecordingError>,
}

/// A hand that is being played.
#[derive(Default)]
struct Round {
    standing: Option<Standing>,
    scores: Option<BySeat<i32>>,
    hands: Vec<Vec<Tile>>,
    indicators: Vec<Tile>,
    events: Vec<RecordEvent>,
    ura: Vec<Tile>,
}

impl Follower for Recording {
    fn hand_begins(&mut self, table: &Table) {
        self.round = Round {
            scores: Some(table.points().map(|points| points.0)),
            hands: vec![Vec::new(); table.seats()],
            ..Round::default()
        };
    }

    fn decided(&mut self, table: &Table, answers: &[(Seat, Action)]) {
        self.before = answers.last().map(|(seat, _)| (table.clone(), *seat));
    }

    fn events(&mut self, table: &Table, events: &[Event]) {
        let recorded = events.iter().try_for_each(|event| self.round.hear(event));
        let closed = match events.iter().position(|event| matches!(event, Event::Settled(_))) {
            Some(settled) => recorded.and_then(|()| self.close(table, events, settled)),
            None => recorded,
        };
        self.error = self.error.take().or(closed.err());
        self.last = Some(table.clone());
    }
}

impl Recording {
    /// The whole game.
    ///
    /// # Errors
    /// If it is not over, or a record has no place for something that happened.
    pub fn finish(self, names: Vec<String>) -> Result<GameRecord, RecordingError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let table = self.last.ok_or(RecordingError::NotOver)?;
        let result = table.result().ok_or(RecordingError::NotOver)?;
        let scores = result.score.as_slice();
        Ok(GameRecord {
            players: table.seats(),
            setting: setting(table.rules()),
            names,
            rounds: self.rounds,
            standing: Some(FinalStanding {
                scores: result.points.map(|points| points.0),
                points: BySeat::from_fn(table.seats(), |seat| Tenths(scores[seat] / 100)),
            }),
        })
    }
}

impl Round {
    fn hear(&mut self, event: &Event) -> Result<(), RecordingError> {
        let told = match *event {
            Event::HandStarted(standing) => {
                self.standing = Some(standing);
                return Ok(());
            }
            Event::Dealt { seat, ref tiles } => {
                let hand = self.hands.get_mut(usize::from(seat.0)).ok_or(RecordingError::Events)?;
                hand.extend(tiles);
                sort_tiles(hand);
                return Ok(());
            }
            Event::UraTurned(ref ura) => {
                self.ura = ura.to_vec();
                return Ok(());
            }
            Event::Indicator(indicator) => {
                self.indicators.push(indicator);
                if self.indicators.len() == 1 {
                    return Ok(());
                }
                RecordEvent::Dora { indicator }
            }
            Event::Drew { seat, tile, .. } => RecordEvent::Draw { seat, tile },
            Event::Discarded { seat, tile, drawn } => RecordEvent::Discard {
                seat,
                tile,
                tsumogiri: drawn,
            },
            Event::RiichiDeclared { seat, .. } => RecordEvent::Riichi { seat },
            Event::RiichiStands { seat } => RecordEvent::RiichiAccepted { seat },
            Event::SetAside { seat, .. } => RecordEvent::Kita { seat },
            Event::Called { seat, ref meld, from } => RecordEvent::Call {
                seat,
                meld: self.called(meld, from)?,
            },
            Event::KanDeclared { seat, ref meld } => RecordEvent::Call {
                seat,
                meld: self.kan(seat, meld)?,
            },
            Event::ChomboCalled { .. } | Event::DeadHand { .. } => return Err(RecordingError::Penalty),
            _ => return Ok(()),
        };
        self.events.push(told);
        Ok(())
    }
}

/// What a table has agreed on, in Tenhou's terms.
fn setting(rules: &Rules) -> TableSetting {
    let in_open_hand = |worth| !matches!(worth, Worth::Han { open: 0, .. });
    TableSetting {
        red_fives: rules.tiles.tiles().iter().any(|tile| tile.mark() == Mark::Red),
        open_tanyao: rules
            .yaku
            .iter()
            .any(|yaku| yaku.id == "tanyao" && in_open_hand(yaku.worth)),
        length: match rules.settings.game.rounds {
            1 => Length::East,
            _ => Length::EastSouth,
        },
        fast: false,
        lobby: 0,
        special: false,
    }
}
