//! No interference: with everything that a seat may not know dealt differently, and everybody doing the same in public, its stream is
//! the same, byte for byte, whether or not others could have claimed something.

use crate::client::Client;
use crate::server::{Folder, config, serving};
use jantaku_rules::notation;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::tile::Tile;
use jantaku_table::shuffle::{Stream, key_of};
use jantaku_table::wall::{Wall, deal_places};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::net::SocketAddr;

/// What somebody did after so many public events.
type Script = HashMap<(u8, u32), Value>;

/// One hand, as all saw it.
struct Played {
    clients: Vec<Client>,
    script: Script,
    /// Who was offered a claim, and when.
    offers: Vec<(u8, u32)>,
}

/// Plays one hand at a table of scripts: by the script, or by lot while one is written.
async fn play(address: SocketAddr, rules: &str, row: &[Tile], lots: u8, script: Option<&Script>) -> Played {
    let seats = Library::builtin().rules(rules).unwrap().seats();
    let walls = json!([{ "row": notation::in_order(row) }]);
    let mut words = vec!["me"];
    words.resize(seats, "open");
    let mut host = Client::new(address, 1);
    let asked = json!({ "rules": rules, "seats": words, "name": "Mika", "spectators": true, "walls": walls });
    let invite = host.open_as(&asked).await;
    let mut clients = vec![host];
    for number in 1..seats as u8 {
        let mut friend = Client::new(address, 1 + number);
        friend.join(&clients[0].table, &invite).await;
        clients.push(friend);
    }
    let mut watcher = Client::new(address, 9);
    watcher.table = clients[0].table.clone();
    clients.push(watcher);
    for client in &mut clients {
        client.connect().await;
    }
    let mut dice = Stream::new(&[lots; 32]);
    let mut written = Script::new();
    let mut offers = Vec::new();
    let mut over = vec![false; clients.len()];
    while over.contains(&false) {
        for place in 0..clients.len() {
            if over[place] {
                continue;
            }
            // One frame from each in turn; those who have seen everything wait for the others.
            let client = &mut clients[place];
            let Some(frame) = client.hear_now().await else {
                continue;
            };
            match frame["t"].as_str() {
                Some("hello") => client.fix_wall(&frame["fair"].clone()).await,
                Some("fair") => client.fix_wall(&frame).await,
                Some("prompt") => {
                    let legal = frame["legal"].as_array().unwrap();
                    let Some(seat) = client.seat.filter(|_| !legal.is_empty()) else {
                        continue;
                    };
                    let key = (seat, client.public);
                    let pass = legal.iter().find(|action| action["a"] == "pass");
                    if pass.is_some() {
                        offers.push(key);
                    }
                    let chosen = match script {
                        Some(script) => script
                            .get(&key)
                            .or(pass)
                            .unwrap_or_else(|| panic!("{key:?} {frame}"))
                            .clone(),
                        None => by_lot(&mut dice, legal),
                    };
                    assert!(legal.contains(&chosen), "{chosen} is not in {frame}");
                    client.say(&json!({ "t": "act", "n": frame["n"], "a": chosen })).await;
                    written.insert(key, chosen);
                }
                Some("e") => {
                    let word = frame["e"]["type"].as_str().unwrap();
                    over[place] = word == "settled" || word == "won" || word == "drawn";
                }
                _ => {}
            }
        }
    }
    Played {
        clients,
        script: written,
        offers,
    }
}

/// Mostly discards; calls now and then, since they show tiles and so leave less to be hidden. No wins and no riichi, which do too.
fn by_lot(dice: &mut Stream, legal: &[Value]) -> Value {
    let word = |action: &Value| action["a"].as_str().unwrap().to_owned();
    let calls: Vec<&Value> = legal
        .iter()
        .filter(|a| ["pon", "chii", "kita", "ankan"].contains(&word(a).as_str()))
        .collect();
    if !calls.is_empty() && dice.below(4) == 0 {
        return calls[dice.below(calls.len() as u32) as usize].clone();
    }
    let plain: Vec<&Value> = legal
        .iter()
        .filter(|a| ["pass", "discard"].contains(&word(a).as_str()))
        .collect();
    plain[dice.below(plain.len() as u32) as usize].clone()
}

/// Deals the tiles anew that a viewer never saw: each in a hand that stays concealed, or in the wall.
fn dealt_differently(rules: &Rules, row: &[Tile], played: &Played, viewer: usize, dice: &mut Stream) -> Vec<Tile> {
    let mut known = vec![false; row.len()];
    let places = deal_places(rules.seats());
    let wall = Wall::stacked(rules, row);
    // Where the tiles of each seat came from, as the players themselves were told.
    let mut held: Vec<Vec<usize>> = places.iter().map(|places| places.to_vec()).collect();
    let (mut front, mut replaced, mut turned) = (13 * rules.seats(), 0, 0);
    // Flowers act by themselves, so they stay where they are.
    for (place, tile) in row.iter().enumerate() {
        known[place] |= tile.kind().is_flower();
    }
    let shows = |known: &mut Vec<bool>, held: &mut Vec<Vec<usize>>, seat: usize, tiles: &str, drawn: bool| {
        for tile in notation::tiles(tiles).unwrap() {
            // The tile just drawn is the last of two alike.
            let mut alike = (0..held[seat].len()).filter(|&place| row[held[seat][place]] == tile);
            let place = if drawn { alike.next_back() } else { alike.next() };
            if let Some(place) = place {
                known[held[seat].remove(place)] = true;
            }
        }
    };
    for text in &played.clients[rules.seats()].frames {
        let frame: Value = serde_json::from_str(text).unwrap();
        let event = &frame["e"];
        let seat = event["seat"].as_u64().unwrap_or(0) as usize;
        match event["type"].as_str() {
            Some("indicator") => {
                known[wall.indicator_place(turned)] = true;
                turned += 1;
            }
            Some("drew") if event["source"] == "live" => {
                held[seat].push(front);
                front += 1;
            }
            Some("drew") => {
                held[seat].push(wall.replacement_place(replaced));
                replaced += 1;
            }
            Some("discarded" | "set-aside") => {
                let drawn = event["drawn"] == true;
                shows(&mut known, &mut held, seat, event["tile"].as_str().unwrap(), drawn);
            }
            Some("called" | "kan-declared") => {
                if let Some(tiles) = event["tiles"].as_str() {
                    shows(&mut known, &mut held, seat, tiles, false);
                } else {
                    // A kan that lies face down is still four alike.
                    held[seat].iter().for_each(|&place| known[place] = true);
                }
            }
            _ => {}
        }
    }
    if let Some(own) = held.get(viewer) {
        own.iter().for_each(|&place| known[place] = true);
    }
    let hidden: Vec<usize> = (0..row.len()).filter(|&place| !known[place]).collect();
    let mut new = row.to_vec();
    for i in (1..hidden.len()).rev() {
        new.swap(hidden[i], hidden[dice.below(i as u32 + 1) as usize]);
    }
    new
}

/// What came to a viewer, up to the end of the hand, without what differs between any two tables.
fn stream(client: &Client) -> Vec<&str> {
    let kept = client.frames.iter().filter(|text| {
        let frame: Value = serde_json::from_str(text).unwrap();
        !matches!(frame["t"].as_str(), Some("hello" | "fair" | "players"))
    });
    kept.map(String::as_str)
        .take_while(|text| !text.contains("\"type\":\"drawn\""))
        .collect()
}

async fn check(rules: &str, hands: u8) {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let book = Library::builtin().rules(rules).unwrap();
    let mut changed = 0;
    for hand in 0..hands {
        let wall = Wall::of_key(&book, &key_of(u64::from(hand), 0));
        let first = play(running.address, rules, wall.row(), hand, None).await;
        for viewer in 0..=book.seats() {
            let mut dice = Stream::new(&[hand ^ (viewer as u8) << 4; 32]);
            let row = dealt_differently(&book, wall.row(), &first, viewer, &mut dice);
            let second = play(running.address, rules, &row, hand, Some(&first.script)).await;
            let (one, other) = (stream(&first.clients[viewer]), stream(&second.clients[viewer]));
            for (place, (one, other)) in one.iter().zip(&other).enumerate() {
                assert_eq!(one, other, "{rules}, hand {hand}, viewer {viewer}, frame {place}");
            }
            assert_eq!(one.len(), other.len(), "{rules}, hand {hand}, viewer {viewer}");
            let by_others =
                |offers: &[(u8, u32)]| offers.iter().filter(|(seat, _)| usize::from(*seat) != viewer).count();
            changed += u32::from(by_others(&first.offers) != by_others(&second.offers));
        }
    }
    // It proves nothing unless others could claim what they could not before.
    assert!(
        changed > u32::from(hands),
        "{rules}: only {changed} hands gave others other claims"
    );
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn zan() {
    check("zan", 3).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tenhou() {
    check("tenhou", 3).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hana() {
    check("hana(variation=3)", 2).await;
}
