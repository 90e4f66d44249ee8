//! Removes a player from stored games: the name is replaced, the hashes of the sessions and all addresses are taken out.
//!
//! A chain covers every record before its end, so the chains of these games are made anew, and each ends with a record that says
//! that somebody was forgotten, and when. What others did, the walls and the results stay as they were.

use super::chains::{self, Chain, Chains};
use super::layout::{self, OVER, RUNNING};
use super::openers::{self, Settled};
use super::saved::{self, SavedBy};
use super::sqlite::fault;
use super::{AccountRow, Finished, StoreError, accounts};
use crate::agreement::Request;
use crate::names::FORGOTTEN;
use crate::record::{Record, Sitter};
use crate::token::{SessionHash, TableId};
use jantaku_record::log::Signer;
use rusqlite::{Connection, OptionalExtension, params};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Somebody who has played here or has an account: all browsers of the account, otherwise one, as far as the server knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    pub session: SessionHash,
    /// All of their sessions, this one among them.
    pub sessions: BTreeSet<SessionHash>,
    /// What they sign in with, if they have an account.
    pub account: Option<String>,
    /// Every name they had.
    pub names: BTreeSet<String>,
    pub games: BTreeSet<String>,
    /// Those among them that are not over.
    pub running: BTreeSet<String>,
    /// The rulebooks that they have saved.
    pub books: BTreeSet<String>,
}

/// Why somebody cannot be forgotten now.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotForgotten {
    /// They still have a seat there.
    #[error("still has a seat at a running table: {}", .0.join(", "))]
    Plays(Vec<String>),
    #[error("{0}")]
    Store(StoreError),
    /// The games are changed, but these nodes have not said that they show them no longer as they were.
    #[error("the games are changed, but these nodes may still show them as they were: {}; restart them", .0.join(", "))]
    Shown(Vec<String>),
}

/// People with this name, whose session's hash begins with these digits, or who played this game.
pub(super) fn people(connection: &Connection, who: &str) -> Result<Vec<Person>, StoreError> {
    let running = running(connection).map_err(fault)?;
    let mut records = Vec::new();
    for text in SPEAK_OF_SOMEBODY {
        records.extend(with_sessions(connection, text).map_err(fault)?);
    }
    let accounts = accounts::readable(connection).map_err(fault)?;
    let saved = saved::people(connection).map_err(fault)?;
    Ok(meant(who, &records, &running, &accounts, &saved))
}

/// Every record holds one of these that speaks of somebody: of a session, or of a host, who may have no seat.
pub(super) const SPEAK_OF_SOMEBODY: [&str; 2] = ["\"session", "\"host\":\""];

/// Somebody among these people, with this name.
fn person<'a>(people: &'a mut BTreeMap<SessionHash, Person>, name: &str, session: SessionHash) -> &'a mut Person {
    let person = people.entry(session).or_insert_with(|| Person::of(session));
    if !name.is_empty() {
        person.names.insert(name.to_owned());
    }
    person
}

/// The people who are meant, among those of these records, each with its game, those of these accounts, and those who have saved
/// rulebooks.
pub(super) fn meant(
    who: &str,
    records: &[(String, String)],
    running: &BTreeSet<String>,
    accounts: &[AccountRow],
    saved: &[SavedBy],
) -> Vec<Person> {
    let mut people: BTreeMap<SessionHash, Person> = BTreeMap::new();
    for (session, book, about) in saved {
        let about: Value = serde_json::from_str(about).unwrap_or_default();
        let name = about["who"].as_str().unwrap_or_default();
        person(&mut people, name, *session).books.insert(book.clone());
    }
    let mut note = |game: &str, name: &str, session: SessionHash| {
        let person = person(&mut people, name, session);
        person.games.insert(game.to_owned());
        if running.contains(game) {
            person.running.insert(game.to_owned());
        }
    };
    for (game, body) in records {
        if let Ok(record) = serde_json::from_str::<Value>(body) {
            each_person(&record, &mut |name, session| note(game, name, session));
        }
    }
    // What is kept beside an account is nobody.
    for account in accounts.iter().filter(|account| !account.id.contains('/')) {
        let Some(first) = account.sessions.first() else {
            continue;
        };
        let mut owner = Person::of(*first);
        for person in account.sessions.iter().filter_map(|session| people.remove(session)) {
            owner.names.extend(person.names);
            owner.games.extend(person.games);
            owner.running.extend(person.running);
            owner.books.extend(person.books);
        }
        owner.sessions.extend(&account.sessions);
        owner.account = Some(account.name.clone());
        let body: Value = serde_json::from_str(&account.body).unwrap_or_default();
        owner.names.extend(body["name"].as_str().map(str::to_owned));
        people.insert(*first, owner);
    }
    let is_session = who.len() >= 8 && who.bytes().all(|byte| byte.is_ascii_hexdigit());
    let begins = |session: &SessionHash| session.to_string().starts_with(who);
    let is_meant = |person: &Person| {
        person.names.iter().any(|name| name == who)
            || person.account.as_deref() == Some(who)
            || is_session && person.sessions.iter().any(begins)
            || person.games.contains(who)
    };
    people.into_values().filter(is_meant).collect()
}

impl Person {
    fn of(session: SessionHash) -> Person {
        Person {
            session,
            sessions: [session].into(),
            account: None,
            names: BTreeSet::new(),
            games: BTreeSet::new(),
            running: BTreeSet::new(),
            books: BTreeSet::new(),
        }
    }
}

/// The running games where a session still has a part: the last record that speaks of it does not say that it was given up.
pub(super) fn played<'a>(records: &'a [(String, String)], running: &BTreeSet<String>) -> BTreeSet<&'a str> {
    let mut plays: BTreeMap<&str, bool> = BTreeMap::new();
    for (game, body) in records.iter().filter(|(game, _)| running.contains(game)) {
        let is_given_up = matches!(serde_json::from_str(body), Ok(Record::Withdrawn { .. }));
        plays.insert(game, !is_given_up);
    }
    plays
        .into_iter()
        .filter(|(_, plays)| *plays)
        .map(|(game, _)| game)
        .collect()
}

/// Forgets these sessions in one commit, with the accounts that they lead to; how many games have changed.
pub(super) fn forget(
    connection: &Connection,
    sessions: &[SessionHash],
    at: u64,
    signer: &Signer,
    (settled, chains): (&mut Settled, &mut Chains),
) -> Result<usize, NotForgotten> {
    let failed = |error: rusqlite::Error| NotForgotten::Store(fault(error));
    let led_to = accounts::led_to(connection, sessions).map_err(failed)?;
    let others = led_to.iter().flat_map(|(_, sessions)| sessions);
    let sessions: Vec<SessionHash> = sessions
        .iter()
        .chain(others)
        .copied()
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let ids: Vec<String> = led_to.into_iter().map(|(id, _)| id).collect();
    let running = running(connection).map_err(failed)?;
    let (mut games, mut plays) = (BTreeSet::new(), BTreeSet::new());
    for session in &sessions {
        let found = with_sessions(connection, &session.to_string()).map_err(failed)?;
        plays.extend(played(&found, &running).into_iter().map(str::to_owned));
        games.extend(found.into_iter().map(|(game, _)| game));
    }
    if !plays.is_empty() {
        return Err(NotForgotten::Plays(plays.into_iter().collect()));
    }
    let mut changed = Vec::new();
    let work = || -> Result<(), StoreError> {
        for game in &games {
            let table = TableId::read(game).ok_or_else(|| StoreError::Damaged(format!("a game called {game}")))?;
            forget_in(connection, &table, &sessions, at, signer)?;
            changed.push(table);
        }
        saved::forget(connection, &sessions).map_err(fault)?;
        accounts::remove_all(connection, &ids).map_err(fault)
    };
    super::writer::in_one_commit(connection, work).map_err(NotForgotten::Store)?;
    for table in changed {
        if let Some(known) = chains.get_mut(&table)
            && let Some(now) = chains::of(connection, &table).map_err(NotForgotten::Store)?
        {
            *known = now;
        }
    }
    // Some may have been opened from an address of which only a hash is left now.
    *settled = openers::settled(connection).map_err(NotForgotten::Store)?;
    Ok(games.len())
}

fn running(connection: &Connection) -> rusqlite::Result<BTreeSet<String>> {
    let mut running = connection.prepare("SELECT id FROM game WHERE state = ?1")?;
    running.query_map([RUNNING], |row| row.get(0))?.collect()
}

/// The game and the text of every record that holds this.
fn with_sessions(connection: &Connection, text: &str) -> rusqlite::Result<Vec<(String, String)>> {
    let mut records = connection.prepare("SELECT game, body FROM record WHERE instr(body, ?1) > 0 ORDER BY id")?;
    let rows = records.query_map([text], |row| Ok((row.get(0)?, row.get(1)?)))?;
    // What cannot be read is found by a check.
    Ok(rows.filter_map(Result::ok).collect())
}

fn forget_in(
    connection: &Connection,
    table: &TableId,
    sessions: &[SessionHash],
    at: u64,
    signer: &Signer,
) -> Result<(), StoreError> {
    let Some(mut chain) = chains::of(connection, table)? else {
        return Ok(());
    };
    let in_game = |fault: String| StoreError::Damaged(format!("game {table}: {fault}"));
    let stored = chains::records(connection, table.as_str(), &chain).map_err(fault)?;
    let stored = stored.map_err(|broken| in_game(broken.to_string()))?;
    let bodies: Vec<&str> = stored.iter().map(|stored| stored.body.as_str()).collect();
    let forgotten = Forgotten::of(&bodies, sessions, !chain.is_over);
    chain.hash = Default::default();
    let mut change = connection
        .prepare_cached("UPDATE record SET body = ?2, hash = ?3 WHERE id = ?1")
        .map_err(fault)?;
    for record in &stored {
        let body = forgotten.rewritten(&record.body).unwrap_or_else(|| record.body.clone());
        chain.hash = chains::hash(&chain.hash, table.as_str(), &body);
        change.execute(params![record.id, body, chain.hash]).map_err(fault)?;
    }
    let note = serde_json::to_string(&Record::Forgotten { at }).map_err(|error| in_game(error.to_string()))?;
    chains::push(connection, table.as_str(), &mut chain, &note).map_err(fault)?;
    chains::note(connection, &chain).map_err(fault)?;
    layout::count(connection, 0, 1).map_err(fault)?;
    if forgotten.has_opened {
        openers::forget(connection, chain.game, signer).map_err(fault)?;
    }
    summary(connection, table, &chain, &forgotten).map_err(fault)
}

/// Rewrites what the lobby shows of a finished game.
fn summary(connection: &Connection, table: &TableId, chain: &Chain, forgotten: &Forgotten) -> rusqlite::Result<()> {
    let row = "SELECT ended, summary FROM game WHERE n = ?1 AND state = ?2";
    let row = connection.query_row(row, params![chain.game, OVER], |row| {
        Ok((row.get::<_, i64>(0)?, row.get::<_, Option<String>>(1)?))
    });
    let Some((ended, Some(text))) = row.optional()? else {
        return Ok(());
    };
    let Some(text) = forgotten.in_summary(&text) else {
        return Ok(());
    };
    layout::set_state(connection, table.as_str(), OVER, ended, Some(&text))
}

/// The fields of records that hold an address.
const ADDRESSES: [&str; 2] = ["lister", "place"];

/// Who is forgotten in one game, and how they are called from now on.
#[derive(Default)]
pub(super) struct Forgotten {
    /// Their sessions, each with the new name.
    names: HashMap<SessionHash, String>,
    /// The names they had.
    old: BTreeSet<String>,
    /// The seats that they had at the end.
    seats: Vec<(u8, String)>,
    /// Is the address that opened the game theirs, as far as one can tell?
    pub(super) has_opened: bool,
    /// The addresses that are to go; none if all of them are, as in a game that is over, which needs none.
    places: Option<BTreeSet<u64>>,
}

impl Forgotten {
    pub(super) fn of(records: &[&str], sessions: &[SessionHash], is_running: bool) -> Forgotten {
        let records: Vec<Record> = records
            .iter()
            .filter_map(|body| serde_json::from_str(body).ok())
            .collect();
        let mut forgotten = Forgotten::default();
        // Whoever moved a seat to another device has several sessions there.
        let mut seats: BTreeMap<u8, BTreeSet<SessionHash>> = BTreeMap::new();
        let mut people: Vec<BTreeSet<SessionHash>> = Vec::new();
        let (mut places, mut asked) = (BTreeSet::new(), None);
        for record in &records {
            match record {
                Record::Opened(setup) => {
                    forgotten.has_opened = sessions.contains(&setup.host);
                    places.extend(setup.lister.filter(|_| forgotten.has_opened));
                    for (seat, sitter) in (0..).zip(&setup.seats) {
                        if let Sitter::Person { sessions: of_seat, .. } = sitter {
                            // A rematch may be opened by anyone who sits there from the start.
                            forgotten.has_opened |= of_seat.iter().any(|session| sessions.contains(session));
                            seats.insert(seat, of_seat.iter().copied().collect());
                        }
                    }
                }
                Record::Sat { seat, session, .. } => people.extend(seats.insert(*seat, [*session].into())),
                Record::Lots { order } => {
                    let now = |before: &u8| {
                        order
                            .iter()
                            .position(|seat| seat == before)
                            .map_or(*before, |seat| seat as u8)
                    };
                    seats = seats
                        .iter()
                        .map(|(before, person)| (now(before), person.clone()))
                        .collect();
                }
                Record::Moved { seat, session } => {
                    seats.entry(*seat).or_default().insert(*session);
                }
                Record::Claimed { from, session } => {
                    let of_guest = seats.values_mut().filter(|person| person.contains(from));
                    of_guest.for_each(|person| person.extend([*session]));
                }
                // Whoever opened the table lists it.
                Record::Listed { place } => places.extend(place.filter(|_| forgotten.has_opened)),
                Record::Asked {
                    what: Request::Free { seat },
                    ..
                } => asked = Some(*seat),
                Record::Agreed { place, .. } => {
                    let of_seat = asked.take().and_then(|seat| seats.get(&seat));
                    let is_theirs =
                        of_seat.is_some_and(|person| sessions.iter().any(|session| person.contains(session)));
                    places.extend(place.filter(|_| is_theirs));
                }
                _ => {}
            }
        }
        forgotten.places = is_running.then_some(places);
        people.extend(seats.values().cloned());
        // Those who never had a seat: a host who watches, a referee.
        people.extend(sessions.iter().map(|session| BTreeSet::from([*session])));
        let meant: BTreeSet<SessionHash> = sessions.iter().copied().collect();
        for person in people.iter().filter(|person| !person.is_disjoint(&meant)) {
            let known = person.iter().find_map(|session| forgotten.names.get(session).cloned());
            let name = known.unwrap_or_else(|| called(forgotten.names.values().collect::<BTreeSet<_>>().len() + 1));
            forgotten
                .names
                .extend(person.iter().map(|session| (*session, name.clone())));
        }
        for (seat, person) in &seats {
            let name = person.iter().find_map(|session| forgotten.names.get(session));
            forgotten.seats.extend(name.map(|name| (*seat, name.clone())));
        }
        for record in records.iter().filter_map(|record| serde_json::to_value(record).ok()) {
            each_person(&record, &mut |name, session| {
                if forgotten.names.contains_key(&session) && !name.is_empty() {
                    forgotten.old.insert(name.to_owned());
                }
            });
        }
        forgotten
    }

    /// Does the name of a table tell who sat there?
    fn is_named_after(&self, table: &str) -> bool {
        let table = table.to_lowercase();
        self.old.iter().any(|name| table.contains(&name.to_lowercase()))
    }

    /// What the lobby shows of a finished game, without them; none if it cannot be read.
    pub(super) fn in_summary(&self, text: &str) -> Option<String> {
        let mut finished: Finished = serde_json::from_str(text).ok()?;
        let is_kept = |session: &SessionHash| !self.names.contains_key(session);
        finished.sessions.retain(is_kept);
        finished
            .players
            .iter_mut()
            .for_each(|sessions| sessions.retain(is_kept));
        for (seat, name) in &self.seats {
            if let Some(shown) = finished.summary.names.get_mut(usize::from(*seat)) {
                name.clone_into(shown);
            }
        }
        if self.is_named_after(&finished.summary.name) {
            finished.summary.name.clear();
        }
        serde_json::to_string(&finished).ok()
    }

    /// The text of a record without them and without their addresses; none if nothing changes. A finished game keeps no address.
    pub(super) fn rewritten(&self, body: &str) -> Option<String> {
        let mut record: Value = serde_json::from_str(body).ok()?;
        let opened = record.get("r").is_some_and(|kind| kind == "opened");
        let mut changed = self.take_out(&mut record);
        // What has happened in between is stored. Earlier versions can read this too.
        if changed && let Ok(Record::Withdrawn { at, .. }) = serde_json::from_value(record.clone()) {
            return serde_json::to_string(&Record::Forgotten { at }).ok();
        }
        let goes = |place: &Value| {
            let theirs = self.places.as_ref();
            theirs.is_none_or(|theirs| place.as_u64().is_some_and(|place| theirs.contains(&place)))
        };
        for address in ADDRESSES {
            if record.get(address).is_some_and(goes) {
                changed |= record
                    .as_object_mut()
                    .and_then(|fields| fields.shift_remove(address))
                    .is_some();
            }
        }
        if opened && record["name"].as_str().is_some_and(|name| self.is_named_after(name)) {
            record["name"] = Value::String(String::new());
            changed = true;
        }
        changed.then(|| record.to_string())
    }

    /// Replaces sessions wherever they are, and names beside them.
    fn take_out(&self, value: &mut Value) -> bool {
        match value {
            Value::Object(fields) => {
                let of = ["session", "sessions"].into_iter().filter_map(|key| fields.get(key));
                let name = of.flat_map(sessions_in).find_map(|session| self.names.get(&session));
                let name = name.cloned();
                let mut changed = false;
                for (key, field) in fields.iter_mut() {
                    match &name {
                        Some(name) if key == "name" => *field = Value::String(name.clone()),
                        _ => changed |= self.take_out(field),
                    }
                }
                changed || name.is_some()
            }
            Value::Array(values) => {
                let changed: Vec<bool> = values.iter_mut().map(|value| self.take_out(value)).collect();
                changed.contains(&true)
            }
            Value::String(text) => {
                let is_theirs = SessionHash::read(text).is_some_and(|session| self.names.contains_key(&session));
                if is_theirs {
                    *text = SessionHash::NOBODY.to_string();
                }
                is_theirs
            }
            _ => false,
        }
    }
}

/// What forgotten players are called, so that two of one table are told apart.
fn called(number: usize) -> String {
    match number {
        1 => FORGOTTEN.to_owned(),
        more => format!("{FORGOTTEN} {more}"),
    }
}

/// Every session in a record, with the name beside it, if there is one.
fn each_person(value: &Value, note: &mut impl FnMut(&str, SessionHash)) {
    match value {
        Value::Object(fields) => {
            let name = fields.get("name").and_then(Value::as_str).unwrap_or_default();
            for key in ["session", "sessions", "host", "from"] {
                // The name beside a host is that of the table.
                let name = if key.starts_with("session") { name } else { "" };
                for session in fields.get(key).into_iter().flat_map(sessions_in) {
                    if session != SessionHash::NOBODY {
                        note(name, session);
                    }
                }
            }
            fields.values().for_each(|field| each_person(field, note));
        }
        Value::Array(values) => values.iter().for_each(|value| each_person(value, note)),
        _ => {}
    }
}

fn sessions_in(value: &Value) -> Vec<SessionHash> {
    let one = |value: &Value| value.as_str().and_then(SessionHash::read);
    match value {
        Value::Array(values) => values.iter().filter_map(one).collect(),
        value => one(value).into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_player_is_forgotten_at_the_seat_that_was_drawn() {
        let [mika, sora] = ["mika", "sora"].map(SessionHash::of);
        let person = |name: &str, session: SessionHash| json!({ "who": "person", "name": name, "sessions": [session] });
        let opened = json!({ "r": "opened", "rules": "zan", "hash": "0".repeat(64), "name": "", "clock": null, "spectators": true,
            "listed": true, "host": mika, "at": 0, "seats": [person("Mika", mika), person("Sora", sora), { "who": "bot", "id": "greedy" }] });
        // Sora has drawn the first seat, the bot the second, Mika the third.
        let drawn = json!({ "r": "lots", "order": [1, 2, 0] });
        let records = [opened.to_string(), drawn.to_string()];
        let records: Vec<&str> = records.iter().map(String::as_str).collect();
        let forgotten = Forgotten::of(&records, &[mika], false);
        let names = json!({ "en": "", "ja": "", "romaji": "", "zh": "" });
        let summary = json!({ "summary": { "id": "", "name": "", "rules": "zan", "rulebook": names, "names": ["Sora", "greedy", "Mika"],
            "points": [], "places": [], "ended": 0 }, "listed": true, "sessions": [sora, mika], "players": [[sora], [], [mika]] });
        let left: Value = serde_json::from_str(&forgotten.in_summary(&summary.to_string()).unwrap()).unwrap();
        assert_eq!(left["summary"]["names"], json!(["Sora", "greedy", FORGOTTEN]));
        assert_eq!(
            (&left["sessions"], &left["players"]),
            (&json!([sora]), &json!([[sora], [], []]))
        );
    }
}
