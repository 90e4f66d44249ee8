//! A table as its page and the lobby show it.

use super::program::STAND_IN;
use super::{Place, RoomInfo};
use crate::game::{Chair, Game};
use crate::record::Sitter;
use crate::token::SessionHash;
use crate::wire::table::{PlayerInfo, PlayerKind, TableInfo};
use jantaku_record::recording::fits_tenhou;
use jantaku_rules::notation;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::seat::Seat;
use jantaku_table::Penalty;
use jantaku_table::fair::Bytes32;

pub(super) fn sessions(game: &Game) -> Vec<Vec<SessionHash>> {
    let of = |sitter: &Sitter| match sitter {
        Sitter::Person { sessions, .. } => sessions.clone(),
        Sitter::Open | Sitter::Bot { .. } => Vec::new(),
    };
    game.chairs.iter().map(|chair| of(&chair.sitter)).collect()
}

/// What others know of a room.
pub(super) fn room_info(game: &Game, table: TableInfo) -> RoomInfo {
    RoomInfo {
        table,
        sessions: sessions(game),
        officials: game.officials(),
        lister: game.setup.lister.map(Place),
        opened: game.setup.at,
        seeks: game.setup.wait.as_ref().map_or(Vec::new(), |wait| wait.seeks.clone()),
    }
}

/// When bots take the open seats, while there are any.
fn filling(game: &Game) -> Option<u32> {
    let is_open = |chair: &Chair| chair.sitter == Sitter::Open;
    let wait = game.setup.wait.as_ref().filter(|_| game.chairs.iter().any(is_open))?;
    wait.at.map(|at| at as u32)
}

/// How a player is there.
#[derive(Clone, Default)]
pub(super) struct Presence {
    pub(super) connected: bool,
    /// Does a bot play for them?
    pub(super) away: bool,
    /// The seats that are played from the same address.
    pub(super) shares: Vec<u8>,
}

pub(super) fn table_info(game: &Game, presence: impl Fn(Seat) -> Presence) -> TableInfo {
    let settings = &game.rules.settings;
    let player = |(seat, chair): (u8, &Chair)| {
        let presence = presence(Seat(seat));
        let (name, kind, bot) = match &chair.sitter {
            Sitter::Open => (String::new(), PlayerKind::Open, None),
            Sitter::Person { name, .. } => (name.clone(), PlayerKind::Human, None),
            Sitter::Bot { id } => (id.clone(), PlayerKind::Bot, Some(id.clone())),
        };
        let cast = game
            .start
            .order
            .as_ref()
            .and_then(|order| order.get(usize::from(seat)).copied());
        let away = kind == PlayerKind::Human && (presence.away || chair.left);
        PlayerInfo {
            name,
            kind,
            bot: bot.or_else(|| away.then(|| STAND_IN.to_owned())),
            cast: cast.filter(|_| kind == PlayerKind::Bot),
            present: kind == PlayerKind::Bot || presence.connected,
            away,
            shares: presence.shares,
            ready: kind == PlayerKind::Human && chair.ready,
            faults: chair.faults,
        }
    };
    let penalties = Penalty::ALL
        .into_iter()
        .filter(|penalty| penalty.is_played(&game.rules));
    TableInfo {
        id: game.id.to_string(),
        name: game.setup.name.clone(),
        rules: game.setup.rules.clone(),
        rulebook: (&game.rules.names).into(),
        edition: game.rules.edition.clone(),
        hash: Bytes32(game.rules.hash).to_string(),
        start: settings.game.start,
        stick: settings.riichi.stick,
        stick_because: game.rules.clause_id(game.rules.because(Key::RiichiStick)).to_owned(),
        tiles: notation::in_order(game.rules.tiles.tiles()),
        chips: settings.plays_chips(),
        players: (0..).zip(&game.chairs).map(player).collect(),
        clock: game.setup.clock.map(Into::into),
        ends: game.ends().map(|at| at as u32),
        penalties: penalties.map(Into::into).collect(),
        spectators: game.setup.spectators,
        late: game.setup.late,
        listed: game.setup.listed,
        invited_only: game.setup.invited_only,
        hints: game.allows_hints(),
        seating: game.setup.seating,
        leaving: game.setup.leaving,
        talk: game.setup.talk,
        left: game.deserters(),
        tenhou: fits_tenhou(&game.rules).is_ok(),
        status: game.status(),
        host: game.seat_of(game.host).map(|seat| seat.0),
        next: game.next.as_ref().map(ToString::to_string),
        fills: filling(game),
    }
}
