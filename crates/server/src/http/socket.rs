//! The socket of a table: frames in, frames out, within limits. A slow or flooding client hurts only itself.

use super::allowance::Allowance;
use super::{Peer, Site, door, session};
use crate::config::Limits;
use crate::room::{Command, Listener, Out, RoomHandle};
use crate::wire::frame::{ClientFrame, ServerFrame};
use crate::wire::prompt::RefusalJson;
use crate::wire::why::WhyWord;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::SinkExt;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::{self, Receiver};
use tokio::time::{Instant, interval_at, timeout};

/// A policy was broken.
const POLICY: u16 = 1008;
/// Try again later.
const AGAIN: u16 = 1013;
/// How long one write may take.
const WRITE: Duration = Duration::from_secs(10);
/// Who has not been heard of for this long when the next ping is due is gone: within 15 seconds at most.
const SILENCE: Duration = Duration::from_secs(9);

/// Where to go on.
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
    // After a restart everybody comes back at once: a place may open as many as it may have, and then no more than these.
    let allowance = Allowance {
        at_once: config.limits.connections_per_address,
        often: config.limits.handshakes_per_address,
        span: Limits::REQUEST_SPAN,
    };
    if !site.allowances.sockets.take(&peer, &allowance) {
        site.hub.around.metrics.turned_away();
        return StatusCode::TOO_MANY_REQUESTS.into_response();
    }
    let session = session::of(&headers, config);
    let room = site.hub.room(&id).await.ok();
    let upgrade = upgrade
        .read_buffer_size(2048)
        .max_message_size(Limits::MESSAGE_BYTES)
        .max_frame_size(Limits::MESSAGE_BYTES);
    upgrade.on_upgrade(move |socket| async move {
        let metrics = Arc::clone(&site.hub.around.metrics);
        metrics.socket(true);
        let id = site.hub.listener();
        let (out, frames) = mpsc::channel(Limits::OUT_QUEUE);
        let listener = Listener { id, session, out };
        match room {
            Some(room) => {
                if room.inbox.send(Command::Connect(listener, since)).await.is_ok() {
                    let link = Link {
                        socket,
                        id,
                        messages: site.hub.around.config.limits.messages,
                        counted: (Instant::now(), 0),
                    };
                    link.run(&room, frames).await;
                    let _ = room.inbox.send(Command::Gone(id)).await;
                }
            }
            None => close(socket, Out::NO_SUCH_TABLE).await,
        }
        metrics.socket(false);
        drop(peer);
    })
}

struct Link {
    socket: WebSocket,
    id: u64,
    messages: u32,
    /// Since when messages are counted, and how many there were.
    counted: (Instant, u32),
}

impl Link {
    async fn run(mut self, room: &RoomHandle, mut frames: Receiver<Out>) {
        let mut pings = interval_at(Instant::now() + Limits::PING, Limits::PING);
        let mut heard = Instant::now();
        let end = loop {
            tokio::select! {
                out = frames.recv() => match out {
                    Some(Out::Frames(frames)) => {
                        let messages = frames.iter().map(|frame| Message::Text(frame.clone())).collect();
                        if !self.write(messages).await {
                            return;
                        }
                    }
                    Some(end) => break end,
                    None => break Out::Close(AGAIN, "too slow, or the table is put away"),
                },
                message = self.socket.recv() => {
                    let Some(Ok(message)) = message else {
                        break Out::Close(POLICY, "the message cannot be read");
                    };
                    heard = Instant::now();
                    if self.is_flooding() {
                        break Out::Close(POLICY, "too many messages");
                    }
                    let kept = match message {
                        Message::Text(text) => self.hear(text.as_str(), room).await,
                        Message::Binary(_) => self.refuse("frames are text").await,
                        Message::Ping(_) | Message::Pong(_) => true,
                        Message::Close(_) => return,
                    };
                    if !kept {
                        return;
                    }
                },
                _ = pings.tick() => {
                    if heard.elapsed() > SILENCE || !self.write(vec![Message::Ping(Default::default())]).await {
                        return;
                    }
                }
            }
        };
        close(self.socket, end).await;
    }

    async fn hear(&mut self, text: &str, room: &RoomHandle) -> bool {
        match serde_json::from_str::<ClientFrame>(text) {
            Ok(ClientFrame::Ping) => self.say(&ServerFrame::Pong).await,
            Ok(frame) => room.inbox.send(Command::Said(self.id, frame)).await.is_ok(),
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

    /// Writes it all in one go; false, if the client does not take it.
    async fn write(&mut self, messages: Vec<Message>) -> bool {
        let socket = &mut self.socket;
        let all = async {
            for message in messages {
                socket.feed(message).await?;
            }
            socket.flush().await
        };
        matches!(timeout(WRITE, all).await, Ok(Ok(())))
    }

    fn is_flooding(&mut self) -> bool {
        let now = Instant::now();
        let (since, count) = &mut self.counted;
        if now >= *since + Limits::MESSAGE_SPAN {
            (*since, *count) = (now, 0);
        }
        *count += 1;
        *count > self.messages
    }
}

async fn close(mut socket: WebSocket, end: Out) {
    let Out::Close(code, reason) = end else {
        return;
    };
    let frame = CloseFrame {
        code,
        reason: reason.into(),
    };
    let _ = timeout(WRITE, socket.send(Message::Close(Some(frame)))).await;
}
