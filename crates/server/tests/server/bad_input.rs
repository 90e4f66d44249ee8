//! Bad input by the thousand: refused with a reason, and the table unharmed.

use crate::client::Client;
use crate::client::answering::is;
use crate::server::{Folder, config, serving};
use jantaku_table::shuffle::Stream;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

/// Something that might come over a socket.
fn noise(dice: &mut Stream) -> String {
    let words = [
        "act", "ready", "commit", "reveal", "ask", "vote", "penalty", "undo", "free", "host", "chombo", "hello", "e",
        "discard", "tsumo", "ron", "pon", "pass", "chombo", "9z", "1m", "55p", "",
    ];
    let word = |dice: &mut Stream| words[dice.below(words.len() as u32) as usize];
    match dice.below(8) {
        0 => json!({ "t": word(dice) }).to_string(),
        1 => json!({ "t": "act", "n": dice.below(400), "a": { "a": word(dice) } }).to_string(),
        2 => json!({ "t": "act", "n": dice.word(), "a": { "a": "discard", "tile": word(dice), "drawn": true } }).to_string(),
        3 => json!({ "t": "act", "n": -1, "a": word(dice) }).to_string(),
        4 => json!({ "t": "act", "n": dice.below(200), "seat": 1, "a": { "a": "discard", "tile": "1m", "drawn": false } }).to_string(),
        5 => json!({ "t": "ask", "what": { "ask": word(dice), "penalty": word(dice), "seat": dice.below(300) } }).to_string(),
        6 => format!("{}{}", "[".repeat(dice.below(2000) as usize), word(dice)),
        _ => (0..dice.below(200)).filter_map(|_| char::from_u32(dice.below(0x3000))).collect(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn noise_is_refused_and_the_table_plays_on() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    let invite = host.open("zan", &["me", "open", "greedy"]).await;
    let mut noisy = Client::new(running.address, 2);
    noisy.join(&host.table, &invite).await;
    let mut stranger = Client::new(running.address, 3);
    stranger.table = host.table.clone();
    for client in [&mut host, &mut noisy, &mut stranger] {
        client.connect().await;
    }
    let playing = tokio::spawn(async move {
        let over = host.play().await;
        (host, over)
    });
    let watching = tokio::spawn(async move {
        let mut dice = Stream::new(&[7; 32]);
        let mut refused = 0;
        while refused < 3000 {
            for _ in 0..50 {
                stranger.say_text(&noise(&mut dice)).await;
            }
            let before = refused;
            while refused < before + 50 {
                refused += u32::from(stranger.hear().await.unwrap()["t"] == "refused");
            }
        }
        refused
    });
    // A player who mixes noise into an honest game.
    let mut dice = Stream::new(&[8; 32]);
    let mut refusals = 0;
    let over = loop {
        let frame = noisy.hear().await.expect("noise closes nothing");
        if frame["t"] == "refused" {
            assert!(frame["says"].as_str().is_some_and(|says| !says.is_empty()));
            refusals += 1;
            continue;
        }
        for _ in 0..3 {
            noisy.say_text(&noise(&mut dice)).await;
        }
        if noisy.react(&frame).await {
            break frame;
        }
    };
    let (mut host, told) = playing.await.unwrap();
    assert_eq!(told["result"], over["result"]);
    assert!(refusals > 1000, "{refusals}");
    assert!(watching.await.unwrap() >= 3000);
    assert_eq!(host.get("/healthz").await.status, 200);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_that_are_too_long_end_the_connection_and_nothing_else() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["me", "greedy", "greedy"]).await;
    for size in [5_000, 1_000_000] {
        host.last = 0;
        host.connect().await;
        host.say_message(Message::text("x".repeat(size))).await;
        while host.hear_or_end().await.is_ok() {}
    }
    host.last = 0;
    host.connect().await;
    host.say_message(Message::binary(vec![0; 100])).await;
    loop {
        let frame = host.hear().await.unwrap();
        if frame["t"] == "refused" {
            assert_eq!(frame["why"], "bad-frame");
            break;
        }
        host.react(&frame).await;
    }
    let over = host.play().await;
    assert_eq!(over["t"], "over");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_acts_for_another_or_twice() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    let invite = host.open("tenhou-sanma", &["me", "open", "greedy"]).await;
    let mut friend = Client::new(running.address, 2);
    friend.join(&host.table, &invite).await;
    host.connect().await;
    friend.connect().await;
    // The friend, who is not asked, sends what the host was asked for. Both play their part in the wall at the same time: one who
    // waited for the other's frames could come too late, and be refused for that.
    let (prompt, _) = tokio::join!(host.asked("discard"), friend.heard(|frame| is(frame, "drew")));
    let act = json!({ "t": "act", "n": prompt["n"], "a": prompt["legal"].as_array().unwrap().last() });
    friend.say(&act).await;
    let refused = next(&mut friend, "refused").await;
    assert_eq!(refused["why"], "not-your-turn");
    friend.say(&json!({ "t": "vote", "n": 1, "agrees": true })).await;
    assert_eq!(next(&mut friend, "refused").await["why"], "stale");
    // The host sends it twice: the second is to a question that is answered.
    host.say(&act).await;
    host.say(&act).await;
    let refused = next(&mut host, "refused").await;
    assert!(
        refused["why"] == "stale" || refused["why"] == "not-your-turn",
        "{refused}"
    );
    // A token of another table, or of nobody, opens no seat.
    let mut other = Client::new(running.address, 4);
    other.open("zan", &["me", "greedy", "greedy"]).await;
    let made_up = format!("jantaku={}", "0".repeat(64));
    for cookie in [other.cookie.clone(), made_up, "jantaku=x".to_owned()] {
        let mut thief = Client::new(running.address, 5);
        thief.cookie = cookie;
        thief.table = host.table.clone();
        thief.connect().await;
        assert_eq!(thief.hear().await.unwrap()["seat"], Value::Null);
    }
    running.stop().await;
}

async fn next(client: &mut Client, kind: &str) -> Value {
    loop {
        let frame = client.hear().await.unwrap();
        if frame["t"] == kind {
            return frame;
        }
    }
}
