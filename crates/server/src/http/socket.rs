//! The socket of a table: frames in, frames out, within limits. A slow or flooding client hurts only itself.

use super::{Peer, Site, SiteAllowances, door, session};
use crate::config::Limits;
use crate::room::{Command, End, Listener, Out, Refused};
use crate::token::{self, SessionHash};
use crate::turnstile::Turnstile;
use crate::wire::frame::{ClientFrame, ServerFrame};
use crate::wire::prompt::RefusalJson;
use crate::wire::why::WhyWord;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::SinkExt;
use jantaku_table::fair::Bytes32;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::task::yield_now;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until, timeout, timeout_at};

/// Close code: policy violation.
const POLICY: u16 = 1008;
/// Close code: try again later.
const AGAIN: u16 = 1013;
/// How long one write may take.
const WRITE: Duration = Duration::from_secs(10);
/// Every client is pinged, whatever else it says, and dropped if the ping is not answered for this long: with a ping every 5
/// seconds, within 15. Browsers answer pings by themselves, also in hidden tabs; who does not read cannot answer, because an answer
/// repeats what the ping said.
const UNANSWERED: Duration = Limits::PING.saturating_mul(2);
/// How long a client may take to agree to the end, and how many messages it may have sent before.
const ANSWER: Duration = Duration::from_secs(1);
const UNREAD: usize = 100;
/// How far ahead of an even pace a client may send. One that is further ahead is not read until the pace has caught up.
const AHEAD: Duration = Duration::from_secs(2);
/// A client held back this many times without pausing is disconnected.
const WAITS: u32 = 5;

/// The number of the last frame the client has seen.
#[derive(serde::Deserialize)]
pub(super) struct Since {
    #[serde(default)]
    since: u32,
}

pub(super) async fn open(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    Query(Since { since }): Query<Since>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let config = &site.hub.around.config;
    if !door::is_our_page(&headers, config) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let session = session::of(&headers, config);
    let token = session::token(&headers, config);
    if !may_open(&site, &peer, &id, session) {
        site.hub.around.metrics.turned_away.inc();
        return StatusCode::TOO_MANY_REQUESTS.into_response();
    }
    let room = match site.bans.is_banned(peer.address(), session) {
        true => Err(Refused::Banned),
        false => site.hub.entrance(&id).await,
    };
    let player = session.filter(|_| site.hub.belongs(&id, session));
    let room = match peer.settles(player) {
        true => room,
        false => Err(Refused::TooOften),
    };
    let upgrade = upgrade
        .read_buffer_size(2048)
        .max_message_size(Limits::MESSAGE_BYTES)
        .max_frame_size(Limits::MESSAGE_BYTES);
    let is_open = site.hub.open_socket();
    upgrade.on_upgrade(move |socket| async move {
        let metrics = Arc::clone(&site.hub.around.metrics);
        metrics.sockets.inc();
        let table = id;
        let id = site.hub.listener();
        let (out, frames) = mpsc::channel(site.hub.around.config.limits.out_queue);
        let place = peer.place();
        let listener = Listener {
            id,
            session,
            place,
            out,
        };
        let closed = match room {
            Ok(room) => {
                let _entry = site.connected.enter(id, peer.address(), session, table);
                let mut bans = site.bans.watch();
                let banned =
                    async { while !site.bans.is_banned(peer.address(), session) && bans.changed().await.is_ok() {} };
                let ended = async {
                    tokio::select! {
                        biased;
                        () = banned => End::Banned,
                        // The client comes back, and is nobody then.
                        () = site.accounts.signed_out(token) => End::Restart,
                        () = peer.displaced() => End::TooManySockets,
                    }
                };
                let mut closed = None;
                if room.send(Command::Connect(listener, since)).await.is_ok() {
                    let link = Link {
                        socket,
                        id,
                        pinged: None,
                        asked: [0; 8],
                        pace: Pace::new(site.hub.around.config.limits.messages),
                        behind: player.is_none().then_some(&site.turnstile),
                    };
                    closed = link.run(&room, frames, ended).await;
                    let _ = room.send(Command::Gone(id)).await;
                }
                closed
            }
            Err(Refused::Banned) => close(socket, farewell(End::Banned)).await,
            Err(Refused::Damaged) => close(socket, farewell(End::Damaged)).await,
            Err(Refused::TooOften) => close(socket, farewell(End::TooManySockets)).await,
            // The table is there, and whoever comes back finds it.
            Err(Refused::NotStored | Refused::Broken) => close(socket, (AGAIN, "the table cannot be read")).await,
            Err(_) => close(socket, farewell(End::NoSuchTable)).await,
        };
        metrics.sockets.dec();
        drop(is_open);
        if let Some(socket) = closed {
            hear_out(socket).await;
        }
        drop(peer);
    })
}

/// May this address open another socket? Whoever has a seat there gets in although others at the address have used up its allowance:
/// spectators must not keep a player of their household out.
fn may_open(site: &Site, peer: &Peer, table: &str, session: Option<SessionHash>) -> bool {
    let SiteAllowances { sockets, seats, .. } = &site.allowances;
    let player = session.filter(|_| site.hub.belongs(table, session));
    sockets.take(peer) || player.is_some_and(|session| seats.take_for(session))
}

struct Link<'a> {
    socket: WebSocket,
    id: u64,
    /// When the ping was sent that is not answered yet.
    pinged: Option<Instant>,
    /// What that ping said.
    asked: [u8; 8],
    pace: Pace,
    /// Where a spectator's frames wait for those of players.
    behind: Option<&'a Turnstile>,
}

/// How fast a client may send: a few messages at once, then at an even pace.
struct Pace {
    each: Duration,
    /// When the next message is due at an even pace.
    due: Instant,
    /// When the next message is read, and how often the client was held back since it last paused.
    reads_at: Instant,
    waits: u32,
}

impl Pace {
    fn new(messages: u32) -> Pace {
        let now = Instant::now();
        Pace {
            each: Limits::MESSAGE_SPAN / messages.max(1),
            due: now,
            reads_at: now,
            waits: 0,
        }
    }

    /// Counts a message; false if the client does not stop.
    fn keeps(&mut self) -> bool {
        let now = Instant::now();
        if now > self.due + AHEAD {
            self.waits = 0;
        }
        self.due = self.due.max(now) + self.each;
        if self.due - now > AHEAD {
            self.reads_at = self.due;
            self.waits += 1;
        }
        self.waits < WAITS
    }
}

impl Link<'_> {
    /// Serves the socket until one side ends it, or `ended` does. Unless the connection is lost, the socket comes back to be heard out.
    async fn run(
        mut self,
        room: &Sender<Command>,
        mut frames: Receiver<Out>,
        ended: impl Future<Output = End>,
    ) -> Option<WebSocket> {
        let mut ended = std::pin::pin!(ended);
        let mut pings = interval_at(Instant::now() + Limits::PING, Limits::PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let end = loop {
            // In a fixed order, so that a simulation repeats itself. The pace of a client is limited, so frames get their turn.
            tokio::select! {
                biased;
                end = &mut ended => break Some(farewell(end)),
                _ = pings.tick() => {
                    match self.pinged {
                        Some(since) if since.elapsed() >= UNANSWERED => break None,
                        Some(_) => {}
                        None => {
                            let Ok(Bytes32([.., a, b, c, d, e, f, g, h])) = token::random() else {
                                break None;
                            };
                            self.let_players_go_first().await;
                            self.asked = [a, b, c, d, e, f, g, h];
                            self.pinged = Some(Instant::now());
                            if !self.write(vec![Message::Ping(self.asked.to_vec().into())]).await {
                                break None;
                            }
                        }
                    }
                }
                () = sleep_until(self.pace.reads_at), if Instant::now() < self.pace.reads_at => {}
                message = self.socket.recv(), if Instant::now() >= self.pace.reads_at => {
                    let Some(Ok(message)) = message else {
                        break Some((POLICY, "the message cannot be read"));
                    };
                    if !self.pace.keeps() {
                        break Some((POLICY, "too many messages"));
                    }
                    let kept = match message {
                        Message::Text(text) => self.hear(text.as_str(), room).await,
                        Message::Binary(_) => self.refuse("frames are text").await,
                        Message::Ping(_) => true,
                        Message::Pong(said) => {
                            if *said == self.asked {
                                self.pinged = None;
                            }
                            true
                        }
                        // The answer is on its way once the socket is heard out.
                        Message::Close(_) => return Some(self.socket),
                    };
                    if !kept {
                        break None;
                    }
                    // Let other sockets run before reading on.
                    yield_now().await;
                    self.let_players_go_first().await;
                },
                out = frames.recv() => match out {
                    Some(out) => {
                        self.let_players_go_first().await;
                        let (messages, end) = together(out, &mut frames);
                        if !self.write(messages).await {
                            break None;
                        }
                        if let Some(end) = end {
                            break Some(farewell(end));
                        }
                    }
                    None => break Some((AGAIN, "too slow, or the table is put away")),
                },
            }
        };
        // Hundreds of spectators may be let go at the same moment, and each leaves much to clear away.
        self.let_players_go_first().await;
        match end {
            Some(end) => close(self.socket, end).await,
            None => None,
        }
    }

    /// Spectators wait until everything of players is done, and then for each other.
    async fn let_players_go_first(&mut self) {
        if let Some(turnstile) = self.behind {
            turnstile.pass().await;
        }
    }

    async fn hear(&mut self, text: &str, room: &Sender<Command>) -> bool {
        match serde_json::from_str::<ClientFrame>(text) {
            Ok(ClientFrame::Ping) => self.say(&ServerFrame::Pong).await,
            Ok(frame) => {
                // If the table is gone, its last words are still waiting to be written.
                let _ = room.send(Command::Said(self.id, frame)).await;
                true
            }
            Err(_) => self.refuse("the frame cannot be read").await,
        }
    }

    async fn refuse(&mut self, says: &str) -> bool {
        let refused = RefusalJson::plain(WhyWord::BadFrame, says);
        self.say(&ServerFrame::Refused(refused)).await
    }

    async fn say(&mut self, frame: &ServerFrame) -> bool {
        let text = serde_json::to_string(frame).unwrap_or_default();
        self.write(vec![Message::Text(text.into())]).await
    }

    /// Writes everything at once; false if the client does not take it.
    async fn write(&mut self, messages: Vec<Message>) -> bool {
        let socket = &mut self.socket;
        let all = async {
            for message in messages {
                socket.feed(message).await?;
            }
            socket.flush().await
        };
        let unanswered = self.pinged.map(|since| since + UNANSWERED);
        let until = unanswered.unwrap_or(Instant::now() + WRITE).min(Instant::now() + WRITE);
        matches!(timeout_at(until, all).await, Ok(Ok(())))
    }
}

/// This message and all that are waiting behind it, up to the end.
fn together(first: Out, waiting: &mut Receiver<Out>) -> (Vec<Message>, Option<End>) {
    let mut messages = Vec::new();
    let mut next = Some(first);
    while let Some(out) = next {
        match out {
            Out::Frames(frames) => messages.extend(Utf8Bytes::try_from(frames).map(Message::Text)),
            Out::End(end) => return (messages, Some(end)),
        }
        next = waiting.try_recv().ok();
    }
    (messages, None)
}

/// The close code and reason. Codes from 4000 are our own; the client knows them.
fn farewell(end: End) -> (u16, &'static str) {
    match end {
        End::Restart => (1012, "the server restarts"),
        End::NoSuchTable => (4404, "there is no such table"),
        End::Moved => (4409, "the seat has moved to another device"),
        End::Left => (4410, "you have left the table"),
        End::Seated => (4411, "your seat is free now"),
        End::Freed => (4412, "the others have freed your seat"),
        End::Banned => (4403, "whoever runs this server does not let you in"),
        End::Damaged => (4500, "the stored records of this table are damaged"),
        End::TooManySockets => (AGAIN, "too many connections"),
    }
}

/// Tells the client that this is the end; none if it does not take that.
async fn close(mut socket: WebSocket, (code, reason): (u16, &'static str)) -> Option<WebSocket> {
    let frame = CloseFrame {
        code,
        reason: reason.into(),
    };
    let told = timeout(WRITE, socket.send(Message::Close(Some(frame)))).await;
    matches!(told, Ok(Ok(()))).then_some(socket)
}

/// Takes what the client had sent before it knew of the end, and answers its own end. A connection that is closed with something unread in it is reset, and
/// on some systems a client then loses what it has not read yet.
async fn hear_out(mut socket: WebSocket) {
    let agreed = async {
        for _ in 0..UNREAD {
            if !matches!(socket.recv().await, Some(Ok(_))) {
                break;
            }
        }
    };
    let _ = timeout(ANSWER, agreed).await;
}
