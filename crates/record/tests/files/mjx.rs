//! Reads observations of mjx: what one seat sees, and the complete list of what it may do.
//!
//! They are facts that another program computed about legal actions; mjx plays four-player riichi with red fives. It leaves
//! out fields that are 0, so a missing seat is the first and a missing type is a discard.

mod wire;

use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::tile::Tile;

use jantaku_record::call_code::{self, CodedCall};
use jantaku_record::error::{Fault, Place, ReadError};
use jantaku_record::game::{DrawReason, RecordEvent, sort_tiles};
use jantaku_record::meld::MeldRecord;
use jantaku_record::tile_id::TileId;
use wire::{ActionType, EventType, Wire};

/// mjx always deals one red five a suit.
const RED_FIVES: bool = true;

/// What one seat sees at one moment, and what it may do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Observation {
    pub who: Seat,
    /// 0 to 3 in the east round, 4 to 7 in the south round.
    pub round: u8,
    pub honba: u32,
    /// Riichi sticks on the table before the deal.
    pub sticks: u32,
    /// The scores before the deal.
    pub scores: BySeat<i32>,
    /// The dora indicators, new ones included.
    pub indicators: Vec<Tile>,
    /// The thirteen tiles dealt to the seat, sorted.
    pub dealt: Vec<Tile>,
    pub events: Vec<SeenEvent>,
    /// The closed tiles of the seat, sorted.
    pub closed: Vec<Tile>,
    /// The sets of the seat on the table.
    pub melds: Vec<MeldRecord>,
    pub legal: Vec<LegalAction>,
    /// At the end of a round: the closed tiles of those who showed them, sorted, a winning tile included.
    pub shown: Vec<(Seat, Vec<Tile>)>,
}

/// One thing that happened, as the seat sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SeenEvent {
    /// Something that the seat sees in full: its own draws, everybody's discards and calls.
    Open(RecordEvent),
    /// Another seat draws a tile.
    HiddenDraw { seat: Seat },
    /// Somebody won.
    Win { seat: Seat, tile: Tile, tsumo: bool },
    /// The round ended without a winner.
    DrawnGame(DrawReason),
}

/// Something that the seat may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LegalAction {
    /// Discard a tile of the hand; each different tile is listed once.
    Discard(Tile),
    /// Discard the tile just drawn.
    Tsumogiri(Tile),
    /// Declare riichi; which discards are then legal is asked afterwards.
    Riichi,
    /// Call a set or declare a kan.
    Call(MeldRecord),
    /// Win with the drawn tile.
    Tsumo(Tile),
    /// Win with another's tile.
    Ron(Tile),
    /// End the round with nine terminals and honours.
    NineTerminals,
    /// Let the chance pass.
    Pass,
    /// Nothing to decide: the seat is only told.
    Acknowledge,
}

/// Reads one line of JSON.
pub(crate) fn read_observation(line: &str) -> Result<Observation, ReadError> {
    let wire: Wire = serde_json::from_str(line).map_err(|error| ReadError::Json {
        line: error.line(),
        column: error.column(),
        reason: error.to_string(),
    })?;
    let decoded = decode(&wire);
    decoded.map_err(|fault| ReadError::at(Place::File, fault))
}

fn decode(wire: &Wire) -> Result<Observation, Fault> {
    let who = seat(wire.who)?;
    let public = &wire.public_observation;
    let private = &wire.private_observation;
    let start = &public.init_score;
    let mut draws = private.draw_history.iter();
    let mut events = Vec::new();
    for event in &public.events {
        events.push(seen(event, who, &mut draws)?);
    }
    let melds = private.curr_hand.opens.iter().map(|open| meld(*open, who));
    let legal = wire.legal_actions.iter().map(|action| legal(action, who));
    let terminal = &wire.round_terminal;
    let shown = terminal.wins.iter().chain(&terminal.no_winner.tenpais);
    let shown = shown.map(|shown| Ok((seat(shown.who)?, sorted(&shown.hand.closed_tiles)?)));
    Ok(Observation {
        who,
        round: start.round,
        honba: start.honba,
        sticks: start.riichi,
        scores: scores(&start.tens)?,
        indicators: tiles(&public.dora_indicators)?,
        dealt: sorted(&private.init_hand.closed_tiles)?,
        events,
        closed: sorted(&private.curr_hand.closed_tiles)?,
        melds: melds.collect::<Result<_, _>>()?,
        legal: legal.collect::<Result<_, _>>()?,
        shown: shown.collect::<Result<_, _>>()?,
    })
}

fn seen<'a>(event: &wire::Event, who: Seat, draws: &mut impl Iterator<Item = &'a u32>) -> Result<SeenEvent, Fault> {
    let seat = seat(event.who)?;
    let open = match event.kind {
        EventType::Draw if seat != who => return Ok(SeenEvent::HiddenDraw { seat }),
        EventType::Draw => {
            let id = draws.next().ok_or(Fault::Missing("drawHistory"))?;
            let tile = tile(*id)?;
            RecordEvent::Draw { seat, tile }
        }
        EventType::Discard | EventType::Tsumogiri => RecordEvent::Discard {
            seat,
            tile: tile(event.tile)?,
            tsumogiri: event.kind == EventType::Tsumogiri,
        },
        EventType::Riichi => RecordEvent::Riichi { seat },
        EventType::RiichiScoreChange => RecordEvent::RiichiAccepted { seat },
        EventType::NewDora => RecordEvent::Dora {
            indicator: tile(event.tile)?,
        },
        EventType::Chi | EventType::Pon | EventType::OpenKan | EventType::ClosedKan | EventType::AddedKan => {
            RecordEvent::Call {
                seat,
                meld: meld(event.open, seat)?,
            }
        }
        EventType::Tsumo | EventType::Ron => {
            return Ok(SeenEvent::Win {
                seat,
                tile: tile(event.tile)?,
                tsumo: event.kind == EventType::Tsumo,
            });
        }
        EventType::NineTerminals => return drawn(DrawReason::NineTerminals),
        EventType::FourRiichis => return drawn(DrawReason::FourRiichi),
        EventType::ThreeRons => return drawn(DrawReason::TripleRon),
        EventType::FourKans => return drawn(DrawReason::FourKans),
        EventType::FourWinds => return drawn(DrawReason::FourWinds),
        EventType::ExhaustiveNormal => return drawn(DrawReason::Exhaustive),
        EventType::ExhaustiveNagashi => return drawn(DrawReason::Nagashi),
    };
    Ok(SeenEvent::Open(open))
}

fn drawn(reason: DrawReason) -> Result<SeenEvent, Fault> {
    Ok(SeenEvent::DrawnGame(reason))
}

fn legal(action: &wire::Action, who: Seat) -> Result<LegalAction, Fault> {
    if seat(action.who)? != who {
        return Err(Fault::NoSuchSeat(action.who));
    }
    Ok(match action.kind {
        ActionType::Discard => LegalAction::Discard(tile(action.tile)?),
        ActionType::Tsumogiri => LegalAction::Tsumogiri(tile(action.tile)?),
        ActionType::Riichi => LegalAction::Riichi,
        ActionType::Chi | ActionType::Pon | ActionType::OpenKan | ActionType::ClosedKan | ActionType::AddedKan => {
            LegalAction::Call(meld(action.open, who)?)
        }
        ActionType::Tsumo => LegalAction::Tsumo(tile(action.tile)?),
        ActionType::Ron => LegalAction::Ron(tile(action.tile)?),
        ActionType::NineTerminals => LegalAction::NineTerminals,
        ActionType::No => LegalAction::Pass,
        ActionType::Dummy => LegalAction::Acknowledge,
    })
}

fn seat(number: u32) -> Result<Seat, Fault> {
    match u8::try_from(number) {
        Ok(seat) if usize::from(seat) < Wind::ALL.len() => Ok(Seat(seat)),
        _ => Err(Fault::NoSuchSeat(number)),
    }
}

fn scores(tens: &[i32]) -> Result<BySeat<i32>, Fault> {
    if tens.len() != Wind::ALL.len() {
        let length = tens.len();
        return Err(Fault::WrongLength { field: "tens", length });
    }
    Ok(BySeat::from_fn(tens.len(), |seat| tens[seat]))
}

fn tile(number: u32) -> Result<Tile, Fault> {
    let id = TileId::new(number).ok_or_else(|| Fault::bad("tile", number))?;
    Ok(id.tile(RED_FIVES))
}

fn tiles(numbers: &[u32]) -> Result<Vec<Tile>, Fault> {
    numbers.iter().map(|number| tile(*number)).collect()
}

fn sorted(numbers: &[u32]) -> Result<Vec<Tile>, Fault> {
    let mut tiles = tiles(numbers)?;
    sort_tiles(&mut tiles);
    Ok(tiles)
}

fn meld(code: u32, caller: Seat) -> Result<MeldRecord, Fault> {
    match call_code::decode(code, caller, RED_FIVES) {
        Some(CodedCall::Meld(meld)) => Ok(meld),
        _ => Err(Fault::bad("open", code)),
    }
}

#[cfg(test)]
mod tests;
