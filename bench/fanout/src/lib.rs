//! A bare table server: the least that any server with durable tables must do for an action.
//!
//! It parses the action, writes it to a file, waits for `fdatasync` (shared with whatever else is waiting), encodes one view
//! for each of four seats, and puts the views into bounded queues. There are no rules, lobby, sessions or limits. It talks
//! like our server, so the same load generator drives both.

mod journal;
mod table;
mod view;

use axum::Router;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use axum::routing::get;
use axum::serve::ListenerExt;
use futures_util::SinkExt;
use journal::Journal;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use table::Said;
use tokio::net::TcpListener;
use tokio::sync::mpsc::{self, Receiver, Sender};

/// Messages that may wait for a slow client.
const OUT_QUEUE: usize = 64;
/// The longest message of a client.
const MESSAGE_BYTES: usize = 4096;

struct Site {
    journal: Journal,
    tables: Mutex<HashMap<String, Sender<Said>>>,
}

#[derive(serde::Deserialize)]
struct Place {
    seat: usize,
}

/// Serves tables at `/ws/<table>?seat=<0 to 3>` until the process ends.
///
/// # Errors
/// If it cannot listen there, or not write to the folder.
pub async fn serve(address: SocketAddr, folder: &std::path::Path) -> std::io::Result<()> {
    let site = Site {
        journal: Journal::create(folder)?,
        tables: Mutex::default(),
    };
    let router = Router::new().route("/ws/{table}", get(open)).with_state(Arc::new(site));
    let listener = TcpListener::bind(address).await?.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, router).await
}

async fn open(
    State(site): State<Arc<Site>>,
    Path(table): Path<String>,
    Query(Place { seat }): Query<Place>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let upgrade = upgrade
        .read_buffer_size(2048)
        .max_message_size(MESSAGE_BYTES)
        .max_frame_size(MESSAGE_BYTES);
    upgrade.on_upgrade(move |socket| async move {
        let inbox = {
            let mut tables = site.tables.lock().unwrap_or_else(PoisonError::into_inner);
            let begin = || table::begin(site.journal.clone());
            tables.entry(table).or_insert_with(begin).clone()
        };
        let (out, views) = mpsc::channel(OUT_QUEUE);
        if inbox.send(Said::Here(seat, out)).await.is_ok() {
            link(socket, seat, &inbox, views).await;
        }
    })
}

/// Carries actions from a socket to its table and views back, until either ends.
async fn link(mut socket: WebSocket, seat: usize, inbox: &Sender<Said>, mut views: Receiver<Utf8Bytes>) {
    loop {
        tokio::select! {
            view = views.recv() => {
                let mut next = view;
                if next.is_none() {
                    return;
                }
                while let Some(view) = next {
                    if socket.feed(Message::Text(view)).await.is_err() {
                        return;
                    }
                    next = views.try_recv().ok();
                }
                if socket.flush().await.is_err() {
                    return;
                }
            }
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    let Ok(act) = serde_json::from_str(text.as_str()) else { return };
                    if inbox.send(Said::Act(seat, act)).await.is_err() {
                        return;
                    }
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return,
            }
        }
    }
}
