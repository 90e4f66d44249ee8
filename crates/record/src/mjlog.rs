//! Reads mjlog, the XML in which Tenhou keeps its games.
//!
//! The XML itself is quick-xml's work: it is widely used and kept up, reads from front to back without building a tree
//! and knows no entities but the five of XML, so a hostile file cannot make it grow.

mod element;
mod outcome;
mod round;

use jantaku_rules::seat::{BySeat, Seat, Wind};
use percent_encoding::percent_decode_str;
use quick_xml::Reader;
use quick_xml::events::Event;

use crate::error::{Fault, Place, ReadError};
use crate::game::{FinalStanding, GameRecord, Length, RoundRecord, TableSetting, Tenths};
use crate::tile_id::TileId;
use element::{Element, SCORE_LIMIT};
use round::{Play, RoundReader};

const NO_RED_FIVES: u32 = 0x02;
const NO_OPEN_TANYAO: u32 = 0x04;
const EAST_SOUTH: u32 = 0x08;
const THREE_PLAYERS: u32 = 0x10;
const FAST: u32 = 0x40;
/// The flags of ordinary tables; any higher flag means special rules.
const USUAL: u32 = 0xff;

pub(crate) fn read(text: &str) -> Result<GameRecord, ReadError> {
    let mut xml = Reader::from_str(text);
    let mut game = GameReader::default();
    let mut depth = 0_usize;
    loop {
        let event = xml.read_event();
        let offset = xml.buffer_position();
        let broken = |reason: String| ReadError::Xml { offset, reason };
        match event.map_err(|error| broken(error.to_string()))? {
            Event::Start(start) => {
                depth += 1;
                game.element(&Element { start, offset })?;
            }
            Event::Empty(start) => game.element(&Element { start, offset })?,
            Event::End(_) => depth = depth.saturating_sub(1),
            // A file that was cut off between two rounds would otherwise pass for a short game.
            Event::Eof if depth > 0 => return Err(broken("the file is cut off".to_string())),
            Event::Eof => return game.finish(),
            _ => {}
        }
    }
}

/// What reading tiles and seats depends on.
#[derive(Clone, Copy)]
struct Table {
    players: usize,
    red_fives: bool,
}

/// A game read so far.
#[derive(Default)]
struct GameReader {
    setting: Option<(Table, TableSetting)>,
    names: Option<Vec<String>>,
    open: Option<RoundReader>,
    rounds: Vec<RoundRecord>,
    standing: Option<FinalStanding>,
}

impl GameReader {
    /// Skips elements that are not about the play, such as the seed or who reconnected.
    fn element(&mut self, element: &Element<'_>) -> Result<(), ReadError> {
        let name = element.name();
        match name {
            "GO" => self.setting = Some(setting(element)?),
            "UN" if self.names.is_none() => self.names = Some(names(element)?),
            "INIT" => {
                let table = self.table(element)?;
                self.close_round()?;
                self.open = Some(RoundReader::deal(element, table)?);
            }
            "N" => self.round(element)?.call(element)?,
            "REACH" => self.round(element)?.riichi(element)?,
            "DORA" => self.round(element)?.dora(element)?,
            "AGARI" => {
                self.round(element)?.win(element)?;
                self.standing = standing(element, self.table(element)?)?.or(self.standing);
            }
            "RYUUKYOKU" => {
                self.round(element)?.draw_game(element)?;
                self.standing = standing(element, self.table(element)?)?.or(self.standing);
            }
            _ => {
                if let Some((play, number)) = tile_play(name) {
                    let tile = number.parse().ok().and_then(TileId::new);
                    let tile = tile.ok_or_else(|| element.error(Fault::bad("tile", number)))?;
                    self.round(element)?.play(element, play, tile)?;
                }
            }
        }
        Ok(())
    }

    fn table(&self, element: &Element<'_>) -> Result<Table, ReadError> {
        let setting = self.setting.as_ref().map(|(table, _)| *table);
        setting.ok_or_else(|| element.error(Fault::Missing("GO")))
    }

    fn round(&mut self, element: &Element<'_>) -> Result<&mut RoundReader, ReadError> {
        let round = self.open.as_mut();
        round.ok_or_else(|| element.error(Fault::OutsideRound))
    }

    fn close_round(&mut self) -> Result<(), ReadError> {
        if let Some(round) = self.open.take() {
            self.rounds.push(round.finish()?);
        }
        Ok(())
    }

    fn finish(mut self) -> Result<GameRecord, ReadError> {
        self.close_round()?;
        let fault = |fault| ReadError::at(Place::File, fault);
        let (table, setting) = self.setting.ok_or(fault(Fault::Missing("GO")))?;
        if self.rounds.is_empty() {
            return Err(fault(Fault::NoRounds));
        }
        let mut names = self.names.unwrap_or_default();
        names.resize(table.players, String::new());
        Ok(GameRecord {
            players: table.players,
            setting,
            names,
            rounds: self.rounds,
            standing: self.standing,
        })
    }
}

fn setting(element: &Element<'_>) -> Result<(Table, TableSetting), ReadError> {
    let flags: u32 = element.number("type", i32::MAX)?;
    let table = Table {
        players: Wind::ALL.len() - usize::from(flags & THREE_PLAYERS != 0),
        red_fives: flags & NO_RED_FIVES == 0,
    };
    let length = match flags & EAST_SOUTH {
        0 => Length::East,
        _ => Length::EastSouth,
    };
    let lobby = match element.text("lobby")? {
        Some(_) => element.number("lobby", i32::MAX)?,
        None => 0,
    };
    let setting = TableSetting {
        red_fives: table.red_fives,
        open_tanyao: flags & NO_OPEN_TANYAO == 0,
        length,
        fast: flags & FAST != 0,
        lobby,
        special: flags > USUAL,
    };
    Ok((table, setting))
}

fn names(element: &Element<'_>) -> Result<Vec<String>, ReadError> {
    let mut names = Vec::new();
    for field in ["n0", "n1", "n2", "n3"] {
        let name = element.text(field)?.unwrap_or_default();
        names.push(percent_decode_str(&name).decode_utf8_lossy().into_owned());
    }
    Ok(names)
}

/// `owari` alternates scores, in hundreds, and points; tables with chips append more.
fn standing(element: &Element<'_>, table: Table) -> Result<Option<FinalStanding>, ReadError> {
    let Some(text) = element.text("owari")? else {
        return Ok(None);
    };
    let bad = || element.error(Fault::bad("owari", &text));
    let values: Vec<&str> = text.split(',').collect();
    let mut scores = BySeat::all(table.players, 0);
    let mut points = BySeat::all(table.players, Tenths(0));
    for seat in 0..table.players {
        let [score, point] = [values.get(2 * seat), values.get(2 * seat + 1)];
        let score = score.and_then(|s| s.parse().ok());
        let score = score.filter(|s| (-SCORE_LIMIT..=SCORE_LIMIT).contains(s));
        scores.as_mut_slice()[seat] = score.ok_or_else(bad)? * 100;
        points.as_mut_slice()[seat] = point.and_then(|p| tenths(p)).ok_or_else(bad)?;
    }
    Ok(Some(FinalStanding { scores, points }))
}

/// Reads `-41.0` without going through binary fractions.
fn tenths(text: &str) -> Option<Tenths> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, tenth) = digits.split_once('.').unwrap_or((digits, "0"));
    if tenth.len() != 1 {
        return None;
    }
    let whole = whole.parse().ok().filter(|w| (0..=SCORE_LIMIT).contains(w))?;
    let tenth: i32 = tenth.parse().ok()?;
    Some(Tenths(sign * (whole * 10 + tenth)))
}

/// `T12` is a draw of the first seat, `D12` its discard, and so on through the alphabet.
fn tile_play(name: &str) -> Option<(Play, &str)> {
    let mut rest = name.chars();
    let letter = rest.next()?;
    let number = rest.as_str();
    if !number.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let seat = |letters: &str| letters.find(letter).map(|place| Seat(place as u8));
    let play = match (seat("TUVW"), seat("DEFG")) {
        (Some(seat), _) => Play::Draw(seat),
        (_, Some(seat)) => Play::Discard(seat),
        _ => return None,
    };
    Some((play, number))
}
