//! A table folded from its records: who sits there, how its walls were fixed, what was played.

mod addresses;
mod agreed;
mod belongings;
mod lots;
mod stand_in;

use crate::agreement::{How, Outcome, Question, Referee, Ruling};
use crate::record::{About, Record, Setup, Sitter, Wait};
use crate::room::Place;
use crate::rulebooks::Rulebooks;
use crate::store::{Store, StoreError};
use crate::token::{CodeHash, SessionHash, TableId};
use crate::wire::lobby::TableSettings;
pub use addresses::{AddressMark, Addresses};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_table::fair::{Bytes32, Chain, Terms};
use jantaku_table::wall::Wall;
use jantaku_table::{Event, Impossible, Table};
use jantaku_wire::event_json::EventFault;
use jantaku_wire::hex::Hex32;
use serde::{Deserialize, Serialize};
pub use stand_in::Done;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

pub struct Game {
    pub id: TableId,
    pub rules: Arc<Rules>,
    pub setup: Setup,
    pub chairs: Vec<Chair>,
    /// The session that opened the table. The host's place returns to it.
    pub owner: SessionHash,
    /// The session that starts the game and says who may come.
    pub host: SessionHash,
    /// Does a host without a seat want the game to begin?
    pub host_ready: bool,
    pub referee: Option<Referee>,
    /// What somebody asks the others.
    pub question: Option<Question>,
    /// How many questions there were.
    pub questions: u32,
    pub outcome: Option<Outcome>,
    /// A ruling that is agreed and not carried out yet.
    pub due: Option<Ruling>,
    pub rulings: Vec<Ruling>,
    /// Has the table agreed to a break before the next hand?
    pub is_resting: bool,
    pub invites: Vec<Invite>,
    /// How many invitations there were.
    pub invited: u32,
    /// Who lost a seat while away, and may come back to it while nobody else has it.
    pub freed: Vec<Coming>,
    /// Who was sent away.
    pub sent_away: Vec<SentAway>,
    /// Where people were seen.
    pub addresses: Addresses,
    /// Who takes a bot's seat when the hand is over.
    pub coming: Vec<Coming>,
    pub start: Start,
    /// Failed starts, with the seats that did not reveal.
    pub voided: Vec<(Start, Vec<u8>)>,
    pub table: Table,
    pub events: Vec<Event>,
    pub next: Option<TableId>,
    /// Was it closed before its end?
    pub closed: bool,
}

/// An invitation that was not used yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Invite {
    pub code: CodeHash,
    /// The seat that it gives; none for any.
    pub seat: Option<u8>,
    pub friend: bool,
    pub referee: bool,
    /// Its number, from 1.
    pub n: u32,
    /// Who made it; none for those of earlier versions.
    pub maker: Option<SessionHash>,
    /// Did the host make it?
    pub of_host: bool,
}

impl Invite {
    /// Did the host make it, the owner, or a friend of theirs?
    pub fn is_trusted(&self) -> bool {
        self.friend || self.of_host
    }

    /// One of earlier versions, to any seat.
    fn to_any(code: CodeHash) -> Invite {
        Invite {
            code,
            seat: None,
            friend: false,
            referee: false,
            n: 0,
            maker: None,
            of_host: false,
        }
    }
}

/// Somebody whom the others sent away from the table before the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SentAway {
    pub session: SessionHash,
    /// Where they came from, as earlier versions stored it.
    pub place: Option<Place>,
    /// How many invitations there were by then: only later ones of the host count.
    pub since: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coming {
    pub seat: u8,
    pub name: String,
    pub session: SessionHash,
    pub friend: bool,
}

/// Where a table stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Seats are open, or somebody is not ready.
    Open,
    /// All are seated; the walls are being fixed.
    Starting,
    /// The game is on.
    Playing,
    /// The game is over.
    Over,
    /// The table was closed before its end.
    Closed,
}

#[derive(Clone, Debug)]
pub struct Chair {
    pub sitter: Sitter,
    pub left: bool,
    /// How often the player committed and did not reveal.
    pub faults: u8,
    /// The code that moves the seat to another device.
    pub code: Option<CodeHash>,
    /// Is the player ready for the game, or has read the score sheet of the last hand?
    pub ready: bool,
    /// What was taken from the banks in this hand.
    pub spent: Spent,
    /// What was done for the player since their last decision.
    pub done: Done,
    /// Did the others free the seat in a running game, and nobody has taken it since?
    pub deserted: bool,
}

/// Time taken from the banks of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    pub turn: Duration,
    pub claim: Duration,
}

#[derive(Clone, Debug, Default)]
pub struct Start {
    /// 0 before the first attempt.
    pub attempt: u8,
    pub last: Option<Bytes32>,
    pub head: Option<Bytes32>,
    /// The hash of the rulebook that commitments and walls cover.
    pub rules: Option<Bytes32>,
    /// Set once all players have committed.
    pub commits: Option<Vec<Option<Bytes32>>>,
    /// Set once all players have revealed.
    pub reveals: Option<Vec<Option<Bytes32>>>,
    /// When the game began, in seconds since 1970.
    pub at: u64,
    pub hands: u16,
    /// The seats as they were drawn.
    pub order: Option<Vec<u8>>,
}

impl Game {
    pub fn new(id: TableId, rules: Arc<Rules>, setup: Setup) -> Game {
        let chair = |sitter: &Sitter| Chair {
            sitter: sitter.clone(),
            left: false,
            faults: 0,
            code: None,
            ready: false,
            spent: Spent::default(),
            done: Done::default(),
            deserted: false,
        };
        Game {
            id,
            chairs: setup.seats.iter().map(chair).collect(),
            owner: setup.host,
            host: setup.host,
            host_ready: false,
            referee: None,
            question: None,
            questions: 0,
            outcome: None,
            due: None,
            rulings: Vec::new(),
            is_resting: false,
            invites: setup.invite.iter().map(|&code| Invite::to_any(code)).collect(),
            invited: 0,
            freed: Vec::new(),
            sent_away: Vec::new(),
            addresses: Addresses::default(),
            coming: Vec::new(),
            start: Start::default(),
            voided: Vec::new(),
            table: Table::new(Arc::clone(&rules)),
            events: Vec::new(),
            next: None,
            closed: false,
            rules,
            setup,
        }
    }

    /// A table from its stored records. It goes on under the rulebook that it was opened with.
    pub fn restored(
        id: &TableId,
        records: &[String],
        rulebooks: &Rulebooks,
        store: &dyn Store,
    ) -> Result<Game, GameFault> {
        let read = |text: &String| {
            serde_json::from_str::<Record>(text).map_err(|error| GameFault::Unreadable(error.to_string()))
        };
        let mut records = records.iter();
        let Record::Opened(setup) = records.next().ok_or(GameFault::NotOpened).and_then(read)? else {
            return Err(GameFault::NotOpened);
        };
        let rules = match rulebooks.stored(setup.hash.0, store)? {
            Some(rules) => rules,
            // Tables of earlier versions did not keep their rulebooks.
            None => {
                tracing::warn!(
                    table = %id,
                    rules = setup.rules,
                    "the table goes on under today's edition"
                );
                rulebooks.rules(&setup.rules).map_err(GameFault::Rules)?
            }
        };
        if setup.seats.len() != rules.seats() {
            return Err(GameFault::NoSuchSeat(setup.seats.len() as u8));
        }
        let mut game = Game::new(id.clone(), rules, *setup);
        for record in records {
            game.take(&read(record)?)?;
        }
        Ok(game)
    }

    pub fn take(&mut self, record: &Record) -> Result<(), GameFault> {
        match record {
            Record::Opened(_) => return Err(GameFault::NotOpened),
            Record::Sat {
                seat,
                name,
                session,
                friend,
            } => {
                let chair = self.chair(*seat)?;
                chair.sitter = Sitter::Person {
                    name: name.clone(),
                    sessions: vec![*session],
                    friend: *friend,
                };
                chair.ready = false;
                chair.done = Done::default();
                chair.deserted = false;
                // A referee does not play.
                self.referee = self.referee.take().filter(|referee| referee.session != *session);
                self.coming.retain(|coming| coming.seat != *seat);
                self.freed
                    .retain(|freed| freed.seat != *seat && freed.session != *session);
                self.sent_away.retain(|sent| sent.session != *session);
                self.invites.retain(|invite| invite.seat != Some(*seat));
            }
            Record::Coming {
                seat,
                name,
                session,
                friend,
            } if *session != SessionHash::NOBODY => self.coming.push(Coming {
                seat: *seat,
                name: name.clone(),
                session: *session,
                friend: *friend,
            }),
            // They were forgotten while they waited.
            Record::Coming { .. } => {}
            Record::Fills { at, bot } => {
                let seeks = self.setup.wait.take().map_or(Vec::new(), |wait| wait.seeks);
                let (at, bot) = (*at, bot.clone());
                self.setup.wait = Some(Wait { at, bot, seeks });
            }
            Record::Filled { seat, bot } => {
                self.chair(*seat)?.sitter = Sitter::Bot { id: bot.clone() };
                self.freed.retain(|freed| freed.seat != *seat);
            }
            Record::Freed { seat } => {
                // What a stranger leaves behind must not fill the table, nor bring anybody there.
                let leaves = self.session_of(*seat)?;
                self.invites
                    .retain(|invite| invite.is_trusted() || invite.maker.is_none() || invite.maker != leaves);
                let chair = self.chair(*seat)?;
                chair.sitter = Sitter::Open;
                chair.ready = false;
                chair.code = None;
            }
            Record::Left { seat } => self.chair(*seat)?.left = true,
            Record::Back { seat, place: None } => self.chair(*seat)?.left = false,
            Record::Back {
                seat,
                place: Some(place),
            } => {
                if let Some(session) = self.session_of(*seat)? {
                    self.addresses.note(session, AddressMark(*place));
                }
            }
            Record::Code { seat, code } => self.chair(*seat)?.code = Some(*code),
            Record::Moved { seat, session } => {
                let chair = self.chair(*seat)?;
                chair.code = None;
                let mut before = Vec::new();
                if let Sitter::Person { sessions, .. } = &mut chair.sitter {
                    before = std::mem::replace(sessions, vec![*session]);
                }
                for place in [&mut self.host, &mut self.owner] {
                    if before.contains(place) {
                        *place = *session;
                    }
                }
                before.into_iter().for_each(|before| self.inherit(before, *session));
            }
            Record::Invited {
                code,
                seat,
                friend,
                referee,
                by,
            } => {
                self.invited += 1;
                // Those of the opening, and of a host who watches, name no seat.
                let maker = by.map_or(Ok(Some(self.host)), |seat| self.session_of(seat))?;
                self.invites.push(Invite {
                    code: *code,
                    seat: *seat,
                    friend: *friend,
                    referee: *referee,
                    n: self.invited,
                    maker,
                    of_host: maker == Some(self.host),
                });
            }
            Record::Redeemed { code } => self.invites.retain(|invite| invite.code != *code),
            Record::Host { seat } => {
                if let Some(session) = self.session_of(*seat)? {
                    self.host = session;
                }
            }
            Record::Owner => self.host = self.owner,
            Record::Referee { name, session, place } => {
                if !self.is_referee(*session) {
                    self.appoint(name, *session);
                }
                if let Some(place) = place {
                    self.addresses.note(*session, AddressMark(*place));
                }
            }
            Record::NoReferee => self.referee = None,
            Record::Asked { by, what } => self.take_question(*by, what),
            Record::Voted { by, agrees } => self.take_vote(*by, *agrees),
            Record::Agreed { present, place } => self.take_agreement(*present, *place)?,
            Record::Lapsed => self.close_question(How::Lapsed),
            Record::Settings(TableSettings {
                spectators,
                listed,
                late,
                invited_only,
                talk,
            }) => {
                let setup = &mut self.setup;
                setup.spectators = spectators.unwrap_or(setup.spectators);
                setup.listed = listed.unwrap_or(setup.listed);
                setup.late = late.unwrap_or(setup.late);
                setup.invited_only = invited_only.unwrap_or(setup.invited_only);
                setup.talk = talk.unwrap_or(setup.talk);
            }
            Record::Listed { place } => self.setup.lister = *place,
            Record::Chain { attempt, last, rules } => {
                self.start = Start {
                    attempt: *attempt,
                    last: Some(last.0),
                    head: Some(Chain::ending_in(last.0).head()),
                    rules: rules.map(|rules| rules.0),
                    ..Start::default()
                };
            }
            Record::Commits { commits } => self.start.commits = Some(bytes(commits)),
            Record::Void { faults } => {
                for &seat in faults {
                    let chair = self.chair(seat)?;
                    chair.faults = chair.faults.saturating_add(1);
                }
                self.voided.push((self.start.clone(), faults.clone()));
            }
            Record::Reveals { reveals, at } => {
                self.start.reveals = Some(bytes(reveals));
                self.start.at = *at;
            }
            Record::Lots { order } => self.take_seats(order)?,
            Record::Play { e, instead } => {
                let before = self.events.len();
                for json in e {
                    let event = json
                        .read(&self.rules, self.table.standing().dealer)
                        .map_err(GameFault::Event)?;
                    self.apply(event)?;
                }
                self.note_decision(before, *instead);
            }
            Record::Spent { seat, about, ms } => {
                let spent = &mut self.chair(*seat)?.spent;
                let bank = match about {
                    About::Turn => &mut spent.turn,
                    About::Claim => &mut spent.claim,
                };
                *bank += Duration::from_millis(u64::from(*ms));
            }
            Record::Ready { seat } => self.chair(*seat)?.ready = true,
            Record::NotReady { seat } => self.chair(*seat)?.ready = false,
            Record::HostReady => self.host_ready = true,
            Record::Next { table } => self.next = TableId::read(table),
            Record::Closed => self.closed = true,
            Record::Claimed { from, session } => self.hand_over(*from, *session),
            Record::Withdrawn { session, .. } => self.give_up(*session),
            Record::Forgotten { .. } => {}
        }
        Ok(())
    }

    /// Applies one event of play.
    fn apply(&mut self, event: Event) -> Result<(), GameFault> {
        if matches!(event, Event::HandStarted(_)) {
            let wall = self.wall(self.start.hands + 1).ok_or(GameFault::NoWall)?;
            self.table.put_wall(wall);
        }
        self.note(&event);
        self.table.apply(&event).map_err(GameFault::Impossible)?;
        self.events.push(event);
        Ok(())
    }

    /// Notes events that the table has already applied.
    pub fn played(&mut self, events: &[Event]) {
        for event in events {
            self.note(event);
            self.events.push(event.clone());
        }
    }

    /// What an event means beside the table.
    fn note(&mut self, event: &Event) {
        match event {
            Event::HandStarted(_) => {
                self.start.hands += 1;
                for chair in &mut self.chairs {
                    chair.spent = Spent::default();
                    chair.done.new_hand();
                }
                self.drop_rulings();
            }
            Event::ChomboCalled { .. } | Event::DeadHand { .. } => self.rule(),
            Event::RulingUndone { .. } => self.rule(),
            Event::GameEnded { .. } => self.drop_rulings(),
            _ => {}
        }
        // The score sheet is that of the hand before, or of a hand that goes on.
        if matches!(event, Event::HandStarted(_) | Event::RulingUndone { .. }) {
            self.chairs.iter_mut().for_each(|chair| chair.ready = false);
        }
    }

    fn chair(&mut self, seat: u8) -> Result<&mut Chair, GameFault> {
        self.chairs
            .get_mut(usize::from(seat))
            .ok_or(GameFault::NoSuchSeat(seat))
    }

    /// When the time of a timed game is up, in seconds since 1970; none before it begins.
    pub fn ends(&self) -> Option<u64> {
        let minutes = u64::from(self.rules.settings.game.minutes);
        (minutes > 0 && self.start.reveals.is_some()).then(|| self.start.at + 60 * minutes)
    }

    /// How long a timed game has at this moment, in seconds since 1970: never longer than at its start.
    pub fn time_left(&self, now: u64) -> Option<Duration> {
        let whole = 60 * u64::from(self.rules.settings.game.minutes);
        let ends = self.ends()?;
        Some(Duration::from_secs(ends.saturating_sub(now).min(whole)))
    }

    pub fn status(&self) -> Status {
        if self.table.is_over() {
            Status::Over
        } else if self.closed {
            Status::Closed
        } else if self.start.reveals.is_some() {
            Status::Playing
        } else if self.start.attempt > 0 || self.is_everybody_ready() {
            Status::Starting
        } else {
            Status::Open
        }
    }

    /// May the game begin? Everybody who sits there says so, and a host who only watches. Nobody else is asked who plays alone.
    fn is_everybody_ready(&self) -> bool {
        if self.chairs.iter().any(|chair| chair.sitter == Sitter::Open) {
            return false;
        }
        let people = || self.seats().filter(|seat| self.is_person(*seat));
        let host = self.seat_of(self.host);
        let plays_alone = people().all(|seat| Some(seat) == host);
        let are_ready = people().all(|seat| self.chairs[usize::from(seat.0)].ready);
        plays_alone || are_ready && (host.is_some() || self.host_ready)
    }

    /// The session that plays for a seat; none if no person does.
    pub(crate) fn session_of(&self, seat: u8) -> Result<Option<SessionHash>, GameFault> {
        let chair = self.chairs.get(usize::from(seat)).ok_or(GameFault::NoSuchSeat(seat))?;
        Ok(match &chair.sitter {
            Sitter::Person { sessions, .. } => sessions.first().copied(),
            Sitter::Open | Sitter::Bot { .. } => None,
        })
    }

    /// Was this player invited by the owner or a friend of theirs?
    pub fn is_friend(&self, seat: Seat) -> bool {
        let chair = self.chairs.get(usize::from(seat.0));
        chair.is_some_and(|chair| matches!(chair.sitter, Sitter::Person { friend: true, .. }))
    }

    /// The seat that a session may play for.
    pub fn seat_of(&self, session: SessionHash) -> Option<Seat> {
        let has =
            |chair: &Chair| matches!(&chair.sitter, Sitter::Person { sessions, .. } if sessions.contains(&session));
        self.chairs.iter().position(has).map(|seat| Seat(seat as u8))
    }

    /// The people who sit here or are about to, and the referee.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        let seated = self.chairs.iter().filter_map(|chair| match &chair.sitter {
            Sitter::Person { name, .. } => Some(name.as_str()),
            Sitter::Open | Sitter::Bot { .. } => None,
        });
        let coming = self.coming.iter().map(|coming| coming.name.as_str());
        let referee = self.referee.iter().map(|referee| referee.name.as_str());
        seated.chain(coming).chain(referee)
    }

    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.chairs.len() as u8).map(Seat)
    }

    pub fn is_person(&self, seat: Seat) -> bool {
        let chair = self.chairs.get(usize::from(seat.0));
        chair.is_some_and(|chair| matches!(chair.sitter, Sitter::Person { .. }))
    }

    /// May players ask for hints? Where nobody chose, a single person among bots may.
    pub fn allows_hints(&self) -> bool {
        let is_bot = |chair: &Chair| matches!(chair.sitter, Sitter::Bot { .. });
        let alone = || self.chairs.iter().filter(|chair| !is_bot(chair)).count() < 2;
        self.setup.hints.unwrap_or_else(alone)
    }

    /// What the commitments of this start cover.
    pub fn terms(&self) -> Terms<'_> {
        Terms {
            table: self.id.as_str(),
            rules: self.start.rules,
        }
    }

    /// The secret of a hand, counted from 1.
    pub fn secret(&self, hand: u16) -> Option<Bytes32> {
        Chain::ending_in(self.start.last?).secret(hand)
    }

    /// The wall of a hand, counted from 1, once it is fixed.
    pub fn wall(&self, hand: u16) -> Option<Wall> {
        let reveals = self.start.reveals.as_ref()?;
        let key = self.terms().wall_key(hand, self.secret(hand)?, reveals);
        let stacked = self.setup.walls.get(usize::from(hand).checked_sub(1)?);
        match stacked {
            Some(wall) => wall.build(&self.rules, &key),
            None => Some(Wall::of_key(&self.rules, &key)),
        }
    }

    /// The secrets of the first hands.
    pub fn secrets_of(&self, hands: u16) -> Vec<String> {
        let chain = self.start.last.filter(|_| hands > 0).map(Chain::ending_in);
        let secret = |hand: u16| chain.as_ref().and_then(|chain| chain.secret(hand));
        (1..=hands)
            .filter_map(secret)
            .map(|secret| secret.to_string())
            .collect()
    }
}

fn bytes(hexes: &[Option<Hex32>]) -> Vec<Option<Bytes32>> {
    hexes.iter().map(|hex| hex.map(|hex| hex.0)).collect()
}

/// Why stored records cannot be restored.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GameFault {
    #[error("the records do not begin with the opening of a table")]
    NotOpened,
    #[error("the rulebook cannot be played: {0}")]
    Rules(String),
    #[error("there is no seat {0}")]
    NoSuchSeat(u8),
    #[error("{0}")]
    Event(EventFault),
    #[error("an event cannot happen: {0}")]
    Impossible(Impossible),
    #[error("a record cannot be read: {0}")]
    Unreadable(String),
    #[error("a hand was dealt without a wall")]
    NoWall,
    #[error("the drawn seats are not those of this table")]
    NoOrder,
    #[error("{0}")]
    Store(StoreError),
}
