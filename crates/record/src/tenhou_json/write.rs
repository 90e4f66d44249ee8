//! Writes a game as Tenhou's JSON, for viewers that read it.

use jantaku_rules::seat::BySeat;
use jantaku_rules::tile::Tile;
use serde_json::{Value, json};
use thiserror::Error;

use super::SEATS;
use super::call_text;
use super::outcome::{ALL_NOTEN, ALL_TENPAI, DRAWS, WON};
use super::setting;
use super::tile_number;
use super::worth::{self, Paid, Worth};
use crate::game::{DrawReason, DrawRecord, GameRecord, Outcome, RecordEvent, RoundRecord, WinRecord};
use crate::meld::MeldRecord;
use crate::yaku::RecordYaku;

/// Why a game cannot be written as Tenhou's JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum WriteError {
    /// A flower, a red tile other than a five, or the pocchi.
    #[error("Tenhou's JSON has no tile {0}")]
    Tile(Tile),
    #[error("Tenhou's JSON has no set {:?}", .0.tiles())]
    Meld(MeldRecord),
    /// Neither three nor four players, or a list without one entry for each.
    #[error("Tenhou's JSON has no games of {0} players")]
    Players(usize),
}

/// Writes a game as Tenhou's JSON. The format has no place for the fu of limit hands, the hands shown at a nagashi, and when new
/// indicators were turned.
pub fn write_tenhou_json(game: &GameRecord) -> Result<String, WriteError> {
    if !(3..=SEATS).contains(&game.players) {
        return Err(WriteError::Players(game.players));
    }
    let rounds: Result<Vec<Value>, WriteError> = game.rounds.iter().map(round).collect();
    let red = u8::from(game.setting.red_fives);
    let mut names: Vec<&str> = game.names.iter().map(String::as_str).collect();
    names.resize(SEATS, "");
    let mut document = json!({
        "title": ["", ""],
        "name": names,
        "rule": {
            "disp": setting::name(&game.setting, game.players),
            "aka51": red,
            "aka52": red,
            "aka53": red,
        },
        "lobby": game.setting.lobby,
        "log": rounds?,
    });
    if let Some(standing) = game.standing {
        let seats = standing.scores.iter().zip(standing.points.iter());
        let mut values: Vec<Value> = Vec::new();
        for (score, points) in seats {
            values.extend([json!(score), json!(f64::from(points.0) / 10.0)]);
        }
        values.resize(2 * SEATS, json!(0));
        document["sc"] = Value::Array(values);
    }
    Ok(document.to_string())
}

fn round(round: &RoundRecord) -> Result<Value, WriteError> {
    if round.hands.len() != round.scores.len() {
        return Err(WriteError::Players(round.hands.len()));
    }
    let dora: Vec<Tile> = round.indicators().collect();
    let ura = match &round.outcome {
        Outcome::Wins(wins) => wins.iter().map(|win| &win.ura[..]).find(|ura| !ura.is_empty()),
        Outcome::Draw(_) => None,
    };
    let mut values = vec![
        json!([round.round, round.honba, round.sticks]),
        by_seat(&round.scores),
        tiles(&dora)?,
        tiles(ura.unwrap_or_default())?,
    ];
    let mut lanes = lanes(round)?;
    lanes.resize(SEATS, Lane::default());
    let mut hands = round.hands.iter();
    for lane in lanes {
        let hand = hands.next().map_or(&[][..], |hand| &hand[..]);
        values.extend([tiles(hand)?, Value::Array(lane.takes), Value::Array(lane.steps)]);
    }
    values.push(match &round.outcome {
        Outcome::Wins(wins) => won(wins, round),
        Outcome::Draw(draw) => drawn(draw),
    });
    Ok(Value::Array(values))
}

#[derive(Clone, Default)]
struct Lane {
    takes: Vec<Value>,
    steps: Vec<Value>,
    declares: bool,
}

fn lanes(round: &RoundRecord) -> Result<Vec<Lane>, WriteError> {
    let players = round.hands.len();
    let mut lanes = vec![Lane::default(); players];
    for event in &round.events {
        let (RecordEvent::Draw { seat, .. }
        | RecordEvent::Discard { seat, .. }
        | RecordEvent::Call { seat, .. }
        | RecordEvent::Kita { seat }
        | RecordEvent::Riichi { seat }) = event
        else {
            continue;
        };
        let lane = lanes.get_mut(usize::from(seat.0));
        let lane = lane.ok_or(WriteError::Players(players))?;
        match event {
            RecordEvent::Draw { tile, .. } => lane.takes.push(json!(number(*tile)?)),
            RecordEvent::Discard { tile, tsumogiri, .. } => {
                let number = if *tsumogiri { 60 } else { number(*tile)? };
                lane.steps.push(match std::mem::take(&mut lane.declares) {
                    true => json!(format!("r{number}")),
                    false => json!(number),
                });
            }
            RecordEvent::Call { meld, .. } => {
                let text = call_text::write(meld, *seat).ok_or(WriteError::Meld(*meld))?;
                match meld {
                    MeldRecord::Kakan { .. } | MeldRecord::Ankan { .. } => {
                        lane.steps.push(json!(text));
                    }
                    MeldRecord::Chii { .. } | MeldRecord::Pon { .. } => {
                        lane.takes.push(json!(text));
                    }
                    MeldRecord::Daiminkan { .. } => {
                        lane.takes.push(json!(text));
                        lane.steps.push(json!(0));
                    }
                }
            }
            RecordEvent::Kita { .. } => lane.steps.push(json!("f44")),
            RecordEvent::Riichi { .. } => lane.declares = true,
            RecordEvent::RiichiAccepted { .. } | RecordEvent::Dora { .. } => {}
        }
    }
    Ok(lanes)
}

fn won(wins: &[WinRecord], round: &RoundRecord) -> Value {
    let mut values = vec![json!(WON)];
    for win in wins {
        let paid = match (win.from == win.winner, win.winner == round.dealer) {
            (false, _) => Paid::ByOne,
            (true, true) => Paid::ByAll,
            (true, false) => Paid::DealerDouble,
        };
        let worth = Worth {
            fu: win.fu,
            points: win.points,
            limit: win.limit,
        };
        let han = win.yaku.iter().map(|(_, han)| u32::from(*han)).sum();
        let pao = win.pao.unwrap_or(win.winner);
        let mut particulars = vec![
            json!(win.winner.0),
            json!(win.from.0),
            json!(pao.0),
            json!(worth::write(worth, han, paid, round.scores.len())),
        ];
        let yaku = win.yaku.iter();
        particulars.extend(yaku.map(|(yaku, han)| json!(format!("{}({han}飜)", name(yaku)))));
        let yakuman = win.yakuman.iter();
        particulars.extend(yakuman.map(|yaku| json!(format!("{}(役満)", name(yaku)))));
        values.extend([by_seat(&win.deltas), Value::Array(particulars)]);
    }
    Value::Array(values)
}

fn drawn(draw: &DrawRecord) -> Value {
    let named = DRAWS.iter().find(|(reason, _)| *reason == draw.reason);
    let name = named.map_or("", |(_, name)| name);
    let paid = draw.deltas.iter().any(|delta| *delta != 0);
    match draw.reason {
        _ if paid => json!([name, by_seat(&draw.deltas)]),
        DrawReason::Exhaustive if draw.shown.iter().all(Option::is_some) => json!([ALL_TENPAI]),
        DrawReason::Exhaustive if draw.shown.iter().all(Option::is_none) => json!([ALL_NOTEN]),
        _ => json!([name]),
    }
}

fn name(yaku: &RecordYaku) -> &str {
    match yaku {
        RecordYaku::Tenhou(yaku) => yaku.kanji(),
        RecordYaku::Other(name) => name,
    }
}

/// One number per seat, 0 for an empty one.
fn by_seat(numbers: &BySeat<i32>) -> Value {
    let mut numbers = numbers.as_slice().to_vec();
    numbers.resize(SEATS, 0);
    json!(numbers)
}

fn tiles(tiles: &[Tile]) -> Result<Value, WriteError> {
    let numbers: Result<Vec<u8>, WriteError> = tiles.iter().map(|tile| number(*tile)).collect();
    Ok(json!(numbers?))
}

/// Does the format have this tile?
pub(crate) fn has_number(tile: Tile) -> bool {
    tile_number::write(tile).is_some()
}

fn number(tile: Tile) -> Result<u8, WriteError> {
    tile_number::write(tile).ok_or(WriteError::Tile(tile))
}
