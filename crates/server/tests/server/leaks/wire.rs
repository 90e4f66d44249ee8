//! A story played over the wire: everybody at the table and somebody who watches, each with a socket.

use super::story::{Script, Story, choose};
use crate::client::Client;
use futures_util::future::join_all;
use jantaku_rules::notation;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::Tile;
use jantaku_table::Action;
use jantaku_wire::action_json::ActionJson;
use serde_json::{Value, json};
use std::net::SocketAddr;

/// What came to one socket.
pub(super) struct Heard {
    /// Every frame from the first event on, without what differs between any two tables.
    pub(super) frames: Vec<String>,
    /// The public events after which something could be claimed.
    pub(super) offers: Vec<u32>,
}

/// Plays a story with these walls until so many public events are told; the players by seat, then the watcher.
pub(super) async fn play(address: SocketAddr, spec: &str, story: &Story, rows: &[Vec<Tile>], until: u32) -> Vec<Heard> {
    let seats = story.rules.seats();
    let walls: Vec<Value> = rows
        .iter()
        .map(|row| json!({ "row": notation::in_order(row) }))
        .collect();
    let mut words = vec!["me"];
    words.resize(seats, "open");
    let mut host = Client::new(address, 1);
    let asked = json!({ "rules": spec, "seats": words, "name": "Mika", "spectators": true, "walls": walls });
    host.open_as(&asked).await;
    let mut clients = vec![host];
    for number in 1..seats as u8 {
        let mut friend = Client::new(address, 1 + number);
        let invite = &clients[0].invites[usize::from(number) - 1];
        friend.join(&clients[0].table, invite).await;
        clients.push(friend);
    }
    let mut watcher = Client::new(address, 9);
    watcher.table = clients[0].table.clone();
    // Whoever completes the table starts the game, so the watcher comes first.
    clients.insert(0, watcher);
    for client in &mut clients {
        client.connect().await;
    }
    clients.rotate_left(1);
    join_all(clients.into_iter().map(|client| follow(client, &story.script, until))).await
}

/// Does what the script says, up to the question after the last of so many public events.
async fn follow(mut client: Client, script: &Script, until: u32) -> Heard {
    let mut offers = Vec::new();
    loop {
        let frame = client.hear().await.expect("the socket stays open");
        match frame["t"].as_str() {
            Some("hello") => client.fix_wall(&frame["fair"].clone()).await,
            Some("fair") => client.fix_wall(&frame).await,
            Some("prompt") if client.public >= until => break,
            Some("prompt") => {
                let read = |action: &Value| {
                    let json: ActionJson = serde_json::from_value(action.clone()).unwrap();
                    Action::try_from(&json).unwrap()
                };
                let legal: Vec<Action> = frame["legal"].as_array().unwrap().iter().map(read).collect();
                let Some(seat) = client.seat.filter(|_| !legal.is_empty()) else {
                    continue;
                };
                if legal.contains(&Action::Pass) {
                    offers.push(client.public);
                }
                let action = choose(script, Seat(seat), client.public, &legal)
                    .unwrap_or_else(|| panic!("{seat} is asked something else: {frame}"));
                let said = ActionJson::from(action);
                client.say(&json!({ "t": "act", "n": frame["n"], "a": said })).await;
            }
            Some("e") if client.seat.is_none() && client.public >= until => break,
            Some("e") if client.seat.is_some() && frame["e"]["type"] == "hand-ended" => {
                client.say(&json!({ "t": "ready" })).await;
            }
            _ => {}
        }
    }
    let from = client.frames.iter().position(|text| text.starts_with("{\"t\":\"e\""));
    let frames = client.frames.split_off(from.unwrap());
    // Who reads a score sheet first is their own affair, and no tile has a part in it.
    let told = frames
        .into_iter()
        .filter(|text| !text.starts_with("{\"t\":\"awaited\""));
    Heard {
        frames: told.map(without_secrets).collect(),
        offers,
    }
}

/// The secrets of walls differ from table to table; that they are told, and how long they are, does not.
fn without_secrets(text: String) -> String {
    match text.starts_with("{\"t\":\"fair\"") {
        true => format!("fair of {} bytes", text.len()),
        false => text,
    }
}
