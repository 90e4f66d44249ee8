//! Events read back from JSON, for logs.

use crate::event_json::{EventJson, PartyJson, StandingJson};
use arrayvec::ArrayVec;
use jantaku_rules::notation::{self, NotationError};
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::tile::Tile;
use jantaku_rules::transfer::Amount;
use jantaku_rules::units::{Chips, Points};
use jantaku_rules::win::{Meld, MeldKind};
use jantaku_table::Event;
use jantaku_table::event::{Party, Standing};
use jantaku_table::phase::Settled;
use std::fmt;

/// Why JSON is no event of this rulebook.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventFault {
    /// Tiles that cannot be read.
    Tiles(NotationError),
    /// Tiles that are not as many as the event has.
    Count(usize),
    /// Tiles are hidden that a log must have.
    Hidden,
    /// A seat that this rulebook does not have.
    NoSuchSeat,
    /// A clause that this rulebook does not have.
    NoSuchClause(String),
    /// A payment of neither points nor chips, or of both.
    Stake,
}

impl fmt::Display for EventFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventFault::Tiles(error) => error.fmt(f),
            EventFault::Count(count) => write!(f, "{count} tiles are not as many as there must be"),
            EventFault::Hidden => f.write_str("tiles are missing"),
            EventFault::NoSuchSeat => f.write_str("nobody sits there"),
            EventFault::NoSuchClause(clause) => write!(f, "the rulebook has no clause {clause:?}"),
            EventFault::Stake => f.write_str("a payment is of points or of chips"),
        }
    }
}

impl std::error::Error for EventFault {}

impl From<NotationError> for EventFault {
    fn from(error: NotationError) -> EventFault {
        EventFault::Tiles(error)
    }
}

impl EventJson<u8> {
    /// The event, read with the rulebook that it was played by. `dealer` is who deals the hand: melds name winds.
    pub fn read(&self, rules: &Rules, dealer: Seat) -> Result<Event, EventFault> {
        let seat = |seat: &u8| seat_of(*seat, rules);
        Ok(match self {
            EventJson::HandStarted(standing) => Event::HandStarted(read_standing(standing, rules)?),
            EventJson::HandEnded(standing) => Event::HandEnded(read_standing(standing, rules)?),
            EventJson::Dealt { seat: who, tiles } => Event::Dealt {
                seat: seat(who)?,
                tiles: dealt(tiles.as_deref().ok_or(EventFault::Hidden)?)?,
            },
            EventJson::Indicator { tile } => Event::Indicator(notation::tile(tile)?),
            EventJson::Drew {
                seat: who,
                tile,
                source,
            } => Event::Drew {
                seat: seat(who)?,
                tile: notation::tile(tile.as_deref().ok_or(EventFault::Hidden)?)?,
                source: (*source).into(),
            },
            EventJson::Discarded { seat: who, tile, drawn } => Event::Discarded {
                seat: seat(who)?,
                tile: notation::tile(tile)?,
                drawn: *drawn,
            },
            EventJson::RiichiDeclared { seat: who, open } => Event::RiichiDeclared {
                seat: seat(who)?,
                open: *open,
            },
            EventJson::RiichiStands { seat: who } => Event::RiichiStands { seat: seat(who)? },
            EventJson::Called {
                seat: who,
                call,
                tiles,
                from,
            } => {
                let from = seat(from)?;
                let seats = rules.seats();
                let wind = Wind::at((usize::from(from.0) + seats - usize::from(dealer.0)) % seats);
                Event::Called {
                    seat: seat(who)?,
                    meld: meld((*call).into(), tiles, Some(wind))?,
                    from,
                }
            }
            EventJson::KanDeclared {
                seat: who,
                call,
                tiles,
                fed,
            } => Event::KanDeclared {
                seat: seat(who)?,
                meld: meld(
                    (*call).into(),
                    tiles.as_deref().ok_or(EventFault::Hidden)?,
                    fed.map(Into::into),
                )?,
            },
            EventJson::SetAside { seat: who, tile } => Event::SetAside {
                seat: seat(who)?,
                tile: notation::tile(tile)?,
            },
            EventJson::Answered { seat: who, action } => Event::Answered {
                seat: seat(who)?,
                action: action.try_into()?,
            },
            EventJson::Missed { seat: who } => Event::Missed { seat: seat(who)? },
            EventJson::NagashiAsked { seats } => Event::NagashiAsked {
                seats: flags(seats, rules)?,
            },
            EventJson::TenpaiAsked { seat: who } => Event::TenpaiAsked { seat: seat(who)? },
            EventJson::YameAsked { seat: who } => Event::YameAsked { seat: seat(who)? },
            EventJson::Won {
                seat: who,
                from,
                tile,
                by,
            } => Event::Won {
                seat: seat(who)?,
                from: seat(from)?,
                tile: notation::tile(tile)?,
                by: (*by).into(),
            },
            EventJson::FourKansScored { seat: who } => Event::FourKansScored { seat: seat(who)? },
            EventJson::NagashiScored { seat: who } => Event::NagashiScored { seat: seat(who)? },
            EventJson::Shown { seat: who, tiles } => Event::Shown {
                seat: seat(who)?,
                tiles: notation::few_tiles(tiles)?,
            },
            EventJson::KanTurned { seat: who, tiles } => Event::KanTurned {
                seat: seat(who)?,
                meld: meld(MeldKind::Ankan, tiles, None)?,
            },
            EventJson::UraTurned { tiles } => Event::UraTurned(notation::few_tiles(tiles)?),
            EventJson::Drawn { reason, tenpai } => Event::Drawn {
                reason: (*reason).into(),
                tenpai: flags(tenpai, rules)?,
            },
            EventJson::Paid { .. } => self.read_paid(rules)?,
            EventJson::ChomboCalled { seat: who } => Event::ChomboCalled { seat: seat(who)? },
            EventJson::Chombo { seat: who } => Event::Chombo { seat: seat(who)? },
            EventJson::DeadHand { seat: who } => Event::DeadHand { seat: seat(who)? },
            EventJson::RulingUndone {
                penalty,
                seat: who,
                void,
            } => Event::RulingUndone {
                penalty: (*penalty).into(),
                seat: seat(who)?,
                void: *void,
            },
            EventJson::TimeUp => Event::TimeUp,
            EventJson::Settled {
                dealer_stays,
                may_yame,
                honba,
                void,
            } => Event::Settled(Settled {
                stays: *dealer_stays,
                may_yame: *may_yame,
                honba: *honba,
                void: *void,
            }),
            EventJson::GameEnded { drawn } => Event::GameEnded { drawn: *drawn },
        })
    }

    fn read_paid(&self, rules: &Rules) -> Result<Event, EventFault> {
        let EventJson::Paid {
            from,
            to,
            points,
            chips,
            what,
            because,
        } = self
        else {
            return Err(EventFault::Stake);
        };
        let amount = match (points, chips) {
            (Some(points), None) => Amount::Points(Points(*points)),
            (None, Some(chips)) => Amount::Chips(Chips(*chips)),
            _ => return Err(EventFault::Stake),
        };
        let party = |party: &PartyJson<u8>| match party {
            PartyJson::Seat(seat) => seat_of(*seat, rules).map(Party::Seat),
            PartyJson::Sticks(_) => Ok(Party::Sticks),
        };
        Ok(Event::Paid {
            from: party(from)?,
            to: party(to)?,
            amount,
            what: (*what).into(),
            because: clause(because, rules)?,
        })
    }
}

fn seat_of(seat: u8, rules: &Rules) -> Result<Seat, EventFault> {
    match usize::from(seat) < rules.seats() {
        true => Ok(Seat(seat)),
        false => Err(EventFault::NoSuchSeat),
    }
}

fn flags(seats: &[u8], rules: &Rules) -> Result<BySeat<bool>, EventFault> {
    let mut flags = BySeat::all(rules.seats(), false);
    for &seat in seats {
        flags[seat_of(seat, rules)?] = true;
    }
    Ok(flags)
}

fn read_standing(standing: &StandingJson<u8>, rules: &Rules) -> Result<Standing, EventFault> {
    Ok(Standing {
        round: standing.round.into(),
        dealer: seat_of(standing.dealer, rules)?,
        honba: standing.honba,
        sticks: standing.sticks,
    })
}

fn dealt(text: &str) -> Result<[Tile; 13], EventFault> {
    let tiles = notation::tiles(text)?;
    tiles
        .try_into()
        .map_err(|tiles: Vec<Tile>| EventFault::Count(tiles.len()))
}

fn meld(kind: MeldKind, text: &str, from: Option<Wind>) -> Result<Meld, EventFault> {
    let tiles: ArrayVec<Tile, 4> = notation::few_tiles(text)?;
    let expected = if kind.is_kan() { 4 } else { 3 };
    match tiles.len() == expected {
        true => Ok(Meld { kind, tiles, from }),
        false => Err(EventFault::Count(tiles.len())),
    }
}

/// A clause by its id; a dash stands where no clause set the value.
fn clause(id: &str, rules: &Rules) -> Result<ClauseRef, EventFault> {
    if id == rules.clause_id(ClauseRef::NONE) {
        return Ok(ClauseRef::NONE);
    }
    let place = rules.clauses.iter().position(|clause| clause.id == id);
    let place = place.and_then(|place| u16::try_from(place).ok());
    place
        .map(ClauseRef)
        .ok_or_else(|| EventFault::NoSuchClause(id.to_owned()))
}
