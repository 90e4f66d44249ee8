//! Who comes, leaves and comes back.

use crate::client::answering::{find, is};
use crate::client::{Client, numbered};
use crate::server::{Folder, HeldTime, config, serving, serving_from_memory};
use jantaku_server::Running;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::advance;

/// How far time moves at once where a test moves it.
const STEP: Duration = Duration::from_millis(5);

#[tokio::test(flavor = "multi_thread")]
async fn a_code_lets_one_other_device_in_once() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["me", "open", "open"]).await;
    let link = host
        .post(&format!("/api/tables/{}/link", host.table), &json!({}))
        .await
        .json();
    let code = link["code"].as_str().unwrap();
    let mut phone = Client::new(running.address, 2);
    phone.join(&host.table, code).await;
    assert_eq!(phone.seat, Some(0));
    // A second time it leads nowhere, nor does any other word.
    let mut thief = Client::new(running.address, 3);
    for code in [code, "", "aaaaaaaaaaaaaaaaaaaaaaaaaa"] {
        let asked = json!({ "name": "Thief", "invite": code });
        let answer = thief.post(&format!("/api/tables/{}/join", host.table), &asked).await;
        assert_eq!(
            (answer.status, answer.json()["error"].as_str()),
            (403, Some("wrong-code"))
        );
    }
    // An invitation gives its own seat, once.
    for (seat, invite) in [(2, &host.invites[1]), (1, &host.invites[0])] {
        let mut friend = Client::new(running.address, 4);
        friend.join(&host.table, invite).await;
        assert_eq!(friend.seat, Some(seat));
        let asked = json!({ "name": "Late", "invite": invite });
        let late = thief.post(&format!("/api/tables/{}/join", host.table), &asked).await;
        assert_eq!((late.status, late.json()["error"].as_str()), (403, Some("wrong-code")));
    }
    running.stop().await;
}

/// All that has happened by now; if that is nothing, time moves on.
async fn news(client: &mut Client) -> Vec<Value> {
    // What the first question finds done by the clock is told before the second is answered.
    let mut news = client.news().await;
    news.extend(client.news().await);
    if news.is_empty() {
        advance(STEP).await;
    }
    news
}

/// Plays until so many events have been seen, or to the end of the game: then its last frame.
async fn play(client: &mut Client, events: u32) -> Option<Value> {
    while client.public < events {
        for frame in news(client).await {
            if client.react(&frame).await {
                return Some(frame);
            }
        }
    }
    None
}

/// The next frame of this kind.
async fn hear(client: &mut Client, kind: &str) -> Value {
    loop {
        let frame = client.hear().await.expect("the socket stays open");
        if frame["t"] == kind {
            return frame;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_moves_to_the_other_device_and_back_also_after_a_restart() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut laptop = Client::new(running.address, 1);
    laptop.open("zan", &["me", "open", "open"]).await;
    let table = laptop.table.clone();
    laptop.connect().await;
    assert_eq!(hear(&mut laptop, "hello").await["host"], true);
    let link = laptop
        .post(&format!("/api/tables/{table}/link"), &json!({}))
        .await
        .json();
    let mut phone = Client::new(running.address, 2);
    phone.join(&table, link["code"].as_str().unwrap()).await;
    // The old device is told, and may do nothing more for the seat.
    let end = loop {
        if let Err(end) = laptop.hear_or_end().await {
            break end;
        }
    };
    assert_eq!(end, 4409);
    for what in ["link", "invite", "leave", "start"] {
        let answer = laptop.post(&format!("/api/tables/{table}/{what}"), &json!({})).await;
        assert_eq!(answer.status, 403, "{what}");
    }
    laptop.last = 0;
    laptop.connect().await;
    let hello = hear(&mut laptop, "hello").await;
    assert_eq!((&hello["seat"], &hello["host"]), (&json!(null), &json!(false)));
    phone.connect().await;
    let hello = hear(&mut phone, "hello").await;
    assert_eq!((&hello["seat"], &hello["host"]), (&json!(0), &json!(true)));
    running.stop().await;
    // The records tell the same, and the new device can send the seat back.
    let running = serving(config(&folder)).await;
    for client in [&mut laptop, &mut phone] {
        client.address = running.address;
        client.last = 0;
        client.connect().await;
    }
    assert_eq!(hear(&mut laptop, "hello").await["seat"], json!(null));
    assert_eq!(hear(&mut phone, "hello").await["seat"], 0);
    let link = phone
        .post(&format!("/api/tables/{table}/link"), &json!({}))
        .await
        .json();
    laptop.join(&table, link["code"].as_str().unwrap()).await;
    assert_eq!(laptop.seat, Some(0));
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn every_player_can_invite_and_the_host_is_passed_on() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let mut quick = config(&folder);
    quick.pauses.absence = STEP;
    let running = serving_from_memory(quick).await;
    let mut host = Client::new(running.address, 1);
    let asked = json!({ "rules": "tenhou", "seats": ["me", "open", "open", "open"], "name": "Mika" });
    let invite = host.open_as(&asked).await;
    let table = host.table.clone();
    let mut friend = Client::new(running.address, 2);
    friend.join(&table, &invite).await;
    friend.connect().await;
    assert_eq!(hear(&mut friend, "hello").await["host"], false);
    let own = friend
        .post(&format!("/api/tables/{table}/invite"), &json!({}))
        .await
        .json();
    let mut third = Client::new(running.address, 3);
    third.join(&table, own["code"].as_str().unwrap()).await;
    assert_eq!(third.seat, Some(2));
    third.connect().await;
    // A stranger invites nobody.
    let mut stranger = Client::new(running.address, 4);
    let answer = stranger.post(&format!("/api/tables/{table}/invite"), &json!({})).await;
    assert_eq!(answer.status, 403);
    let path = format!("/api/tables/{table}");
    assert_eq!(friend.post(&format!("{path}/start"), &json!({})).await.status, 403);
    assert_eq!(host.post(&format!("{path}/leave"), &json!({})).await.status, 200);
    while hear(&mut friend, "players").await["host"] != 1 {}
    // Who goes without a word is not waited for either.
    friend.drop_socket();
    while hear(&mut third, "players").await["players"][1]["present"] == true {}
    advance(STEP).await;
    while hear(&mut third, "players").await["host"] != 2 {}
    assert_eq!(third.post(&format!("{path}/start"), &json!({})).await.status, 200);
    // The friend who is gone is not ready, and has a seat until it is freed.
    assert_eq!(third.get(&path).await.json()["status"], "open");
    third.ask_for(&json!({ "ask": "free", "seat": 1 })).await;
    while hear(&mut third, "players").await["players"][1]["kind"] != "open" {}
    assert_eq!(third.post(&format!("{path}/start"), &json!({})).await.status, 200);
    assert_ne!(third.get(&path).await.json()["status"], "open");
    running.stop().await;
}

/// A second cookie must not show its owner the hand of a bot.
#[tokio::test(flavor = "multi_thread")]
async fn a_bots_seat_is_taken_when_the_hand_is_over() {
    let folder = Folder::new();
    let mut patient = config(&folder);
    patient.pauses.reading = Duration::from_secs(3600);
    let running = serving(patient).await;
    let mut host = Client::new(running.address, 1);
    host.open("tenhou-sanma", &["me", "greedy", "greedy"]).await;
    let table = host.table.clone();
    host.connect().await;
    // The hand has only begun: later it could be over by chance before the friend comes.
    while host.public < 2 {
        let frame = host.hear().await.unwrap();
        host.react(&frame).await;
    }
    // Being listed gives nobody the seat of a bot.
    let mut friend = Client::new(running.address, 2);
    let join = format!("/api/tables/{table}/join");
    let answer = friend.post(&join, &json!({ "name": "Sora" })).await;
    assert_eq!((answer.status, answer.json()["error"].as_str()), (409, Some("no-seat")));
    let invite = host
        .post(&format!("/api/tables/{table}/invite"), &json!({ "seat": 2 }))
        .await
        .json();
    let asked = json!({ "name": "Sora", "invite": invite["code"] });
    assert_eq!(
        friend.post(&join, &asked).await.json(),
        json!({ "seat": 2, "waits": true })
    );
    // Until then one only watches, and nobody else gets the seat.
    friend.table = table.clone();
    friend.connect().await;
    assert_eq!(hear(&mut friend, "hello").await["seat"], json!(null));
    let mut other = Client::new(running.address, 3);
    assert_eq!(other.post(&join, &asked).await.json()["error"], "wrong-code");
    loop {
        let frame = host.hear().await.unwrap();
        if frame["e"]["type"] == "hand-ended" {
            break;
        }
        host.react(&frame).await;
    }
    let end = loop {
        match friend.hear_or_end().await {
            Ok(frame) => assert!(
                frame["e"]["type"] != "dealt" || frame["e"]["tiles"].is_null(),
                "a concealed hand: {frame}"
            ),
            Err(end) => break end,
        }
    };
    assert_eq!(end, 4411);
    friend.seat = Some(2);
    friend.last = 0;
    friend.connect().await;
    let hello = hear(&mut friend, "hello").await;
    let players = &hello["table"]["players"];
    assert_eq!(
        (&hello["seat"], &players[2]["name"], &players[2]["kind"]),
        (&json!(2), &json!("Sora"), &json!("human"))
    );
    // Both play from one address, and everybody is told.
    assert_eq!(players[2]["shares"], json!([0]));
    host.say(&json!({ "t": "ready" })).await;
    friend.say(&json!({ "t": "ready" })).await;
    let (one, other) = tokio::join!(host.play(), friend.play());
    assert_eq!(one["result"], other["result"]);
    let log = host.get(&format!("/api/games/{table}/log")).await.body;
    assert!(log.contains("Sora"));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_can_refuse_latecomers() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    let asked = json!({ "rules": "zan", "seats": ["me", "greedy", "open"], "name": "Mika", "late": false });
    let invite = host.open_as(&asked).await;
    let path = format!("/api/tables/{}", host.table);
    assert_eq!(host.post(&format!("{path}/start"), &json!({})).await.status, 200);
    let refused = host.post(&format!("{path}/invite"), &json!({})).await;
    assert_eq!(refused.json()["error"], "no-late-joining");
    let asked = json!({ "name": "Sora", "invite": invite });
    let refused = Client::new(running.address, 2)
        .post(&format!("{path}/join"), &asked)
        .await;
    assert_eq!(
        (refused.status, refused.json()["error"].as_str()),
        (409, Some("no-late-joining"))
    );
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_of_one_address_are_shown_to_the_table() {
    let folder = Folder::new();
    let mut behind = config(&folder);
    behind.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    let running = serving(behind).await;
    let addresses = ["203.0.113.9", "203.0.113.10", "203.0.113.9"];
    let mut people: Vec<Client> = (1..)
        .zip(addresses)
        .map(|(number, address)| {
            let mut person = Client::new(running.address, number);
            person.forwarded = Some(address);
            person
        })
        .collect();
    let (host, friends) = people.split_first_mut().unwrap();
    host.open("zan", &["me", "open", "open"]).await;
    for (friend, invite) in friends.iter_mut().zip(&host.invites) {
        friend.join(&host.table, invite).await;
    }
    for person in &mut people {
        person.connect().await;
        hear(person, "hello").await;
    }
    let players = loop {
        let players = hear(&mut people[0], "players").await["players"].clone();
        if players[2]["present"] == true {
            break players;
        }
    };
    let shares = [0, 1, 2].map(|seat: usize| players[seat]["shares"].clone());
    assert_eq!(shares, [json!([2]), json!(null), json!([0])]);
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_bot_plays_for_who_leaves_and_the_seat_can_be_taken_back() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let mut quick = config(&folder);
    quick.pauses.absence = 10 * STEP;
    quick.pauses.bot = STEP;
    let running = serving_from_memory(quick).await;
    let mut host = Client::new(running.address, 1);
    host.open("tenhou-sanma", &["me", "greedy", "greedy"]).await;
    host.connect().await;
    play(&mut host, 12).await;
    // Without a word, and by the button.
    for leaves in [false, true] {
        let seen = host.public;
        host.drop_socket();
        if leaves {
            assert_eq!(
                host.post(&format!("/api/tables/{}/leave", host.table), &json!({}))
                    .await
                    .status,
                200
            );
        }
        let mut watcher = Client::new(running.address, 2);
        watcher.table = host.table.clone();
        watcher.connect().await;
        let mut stood_in = false;
        while watcher.public < seen + 20 {
            for frame in news(&mut watcher).await {
                stood_in |= frame["t"] == "players" && frame["players"][0]["away"] == true;
                stood_in |= frame["t"] == "hello" && frame["table"]["players"][0]["away"] == true;
            }
        }
        assert!(stood_in);
        host.connect().await;
        let hello = host.hear().await.unwrap();
        assert_eq!(
            (&hello["seat"], &hello["table"]["players"][0]["away"]),
            (&json!(0), &json!(false))
        );
        host.react(&hello).await;
    }
    let over = play(&mut host, u32::MAX).await.unwrap();
    assert!(over["result"]["places"].is_array());
    // Another game of the same players.
    let created = host
        .post(&format!("/api/tables/{}/rematch", host.table), &json!({}))
        .await
        .json();
    assert_eq!(created["seat"], 0);
    let again = host
        .post(&format!("/api/tables/{}/rematch", host.table), &json!({}))
        .await
        .json();
    assert_eq!(again["table"], created["table"]);
    host.table = created["table"].as_str().unwrap().to_owned();
    host.last = 0;
    host.connect().await;
    assert_eq!(host.hear().await.unwrap()["seat"], 0);
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn late_spectators_get_the_same_frames() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let mut quick = config(&folder);
    quick.pauses.bot = STEP;
    let running = serving_from_memory(quick).await;
    let mut host = Client::new(running.address, 1);
    host.open("tenhou-sanma", &["me", "greedy", "greedy"]).await;
    host.connect().await;
    let hands = |host: &Client| {
        host.frames
            .iter()
            .filter(|frame| frame.contains("hand-started"))
            .count()
    };
    while hands(&host) < 2 {
        let one_more = host.last + 1;
        play(&mut host, one_more).await;
    }
    let watcher = |number: u8, last: u32| {
        let mut watcher = Client::new(running.address, number);
        watcher.table = host.table.clone();
        watcher.last = last;
        watcher
    };
    // The first spectator gets the earlier hand, then events as they happen.
    let (mut first, mut second, mut third) = (watcher(2, 0), watcher(3, 0), watcher(4, 7));
    first.connect().await;
    let ten_more = host.last + 10;
    play(&mut host, ten_more).await;
    for later in [&mut second, &mut third] {
        later.connect().await;
        while later.last < 50 {
            news(later).await;
        }
    }
    let told = numbered(&second.frames);
    assert_eq!(told[7..], numbered(&third.frames));
    while (first.last as usize) < told.len() {
        news(&mut first).await;
    }
    assert_eq!(told, numbered(&first.frames));
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_clock_plays_for_who_sleeps() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    let asked = json!({ "rules": "tenhou-sanma", "seats": ["me", "greedy", "greedy"], "name": "Mika", "clock": { "seconds": 1, "bank": 0 } });
    host.open_as(&asked).await;
    host.connect().await;
    let mut discards = 0;
    while discards < 2 {
        for frame in news(&mut host).await {
            match frame["t"].as_str() {
                Some("hello") => host.fix_wall(&frame["fair"].clone()).await,
                Some("fair") => host.fix_wall(&frame).await,
                Some("prompt") if !frame["legal"].as_array().unwrap().is_empty() => assert_eq!(frame["bank"], 0),
                Some("e") if frame["e"]["type"] == "discarded" && frame["e"]["seat"] == 0 => {
                    assert_eq!(frame["e"]["drawn"], true);
                    discards += 1;
                }
                _ => {}
            }
        }
    }
    running.stop().await;
}

/// A table whose host was asked and said nothing until a bot took over; the host, somebody who asks about the table, and its path.
async fn fallen_silent(folder: &Folder) -> (Running, Client, Client, String) {
    let mut quick = config(folder);
    quick.pauses.idle = 10 * STEP;
    quick.pauses.bot = STEP;
    let running = serving_from_memory(quick).await;
    let mut host = Client::new(running.address, 1);
    host.open("tenhou-sanma", &["me", "greedy", "greedy"]).await;
    host.connect().await;
    let path = format!("/api/tables/{}", host.table);
    let mut is_asked = false;
    while !is_asked {
        for frame in news(&mut host).await {
            match frame["t"].as_str() {
                Some("hello") => host.fix_wall(&frame["fair"].clone()).await,
                Some("fair") => host.fix_wall(&frame).await,
                Some("prompt") => is_asked |= find(&frame, "discard").is_some(),
                _ => {}
            }
        }
    }
    let mut asker = Client::new(running.address, 2);
    let mut steps = 0;
    while asker.get(&path).await.json()["players"][0]["away"] != true {
        steps += 1;
        assert!(steps <= 20, "nobody plays for a player who says nothing");
        advance(STEP).await;
    }
    (running, host, asker, path)
}

#[tokio::test(start_paused = true)]
async fn only_a_real_answer_takes_the_seat_back_from_a_bot() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let (running, mut host, mut asker, path) = fallen_silent(&folder).await;
    // None of these answers a question that was asked.
    let stale = json!({ "t": "act", "n": 0, "a": { "a": "pass" } });
    for said in [
        json!({ "t": "ping" }),
        json!({ "t": "ready" }),
        json!({ "t": "commit", "hash": "00".repeat(32) }),
        stale.clone(),
    ] {
        host.say(&said).await;
        host.say(&stale).await;
        while hear(&mut host, "refused").await["why"] != "stale" {}
        let away = asker.get(&path).await.json()["players"][0]["away"].clone();
        assert_eq!(away, true, "{said}");
    }
    // This does.
    let ticks = async {
        loop {
            advance(STEP).await;
            asker.get("/healthz").await;
        }
    };
    let prompt = tokio::select! {
        prompt = host.asked("discard") => prompt,
        () = ticks => unreachable!(),
    };
    host.answer(&prompt, &find(&prompt, "discard").unwrap()).await;
    while hear(&mut host, "players").await["players"][0]["away"] == true {}
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn the_button_takes_the_seat_back_from_a_bot() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let (running, mut host, ..) = fallen_silent(&folder).await;
    host.say(&json!({ "t": "back" })).await;
    while hear(&mut host, "players").await["players"][0]["away"] == true {}
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_makes_the_table_private_and_closes_it() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    let invite = host.open("zan", &["me", "open", "open"]).await;
    let path = format!("/api/tables/{}", host.table);
    let private = json!({ "listed": false });
    assert_eq!(host.post(&format!("{path}/settings"), &private).await.status, 200);
    let mut stranger = Client::new(running.address, 2);
    let refused = stranger.post(&format!("{path}/join"), &json!({ "name": "Sora" })).await;
    assert_eq!(refused.json()["error"], "wrong-code");
    assert_eq!(stranger.get("/api/tables").await.json()["tables"], json!([]));
    stranger.join(&host.table, &invite).await;
    assert_eq!(stranger.post(&format!("{path}/close"), &json!({})).await.status, 403);
    let public = json!({ "listed": true });
    assert_eq!(stranger.post(&format!("{path}/settings"), &public).await.status, 403);
    assert_eq!(host.post(&format!("{path}/close"), &json!({})).await.status, 200);
    assert_eq!(host.get(&path).await.json()["status"], "closed");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_sends_spectators_away_and_closes_no_game_that_others_play() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let asked = json!({ "rules": "zan", "seats": ["me", "open", "tsumogiri"], "name": "Mika", "spectators": true });
    let mut people = Client::gather(&asked, Client::new(running.address, 1)).await;
    let [host, friend] = people.as_mut_slice() else {
        panic!("two people");
    };
    tokio::join!(host.asked("discard"), friend.heard(|frame| is(frame, "drew")));
    let mut watcher = Client::new(running.address, 3);
    watcher.table = host.table.clone();
    watcher.connect().await;
    watcher.heard(|frame| frame["t"] == "hello").await;
    let path = format!("/api/tables/{}", host.table);
    let alone = json!({ "spectators": false });
    assert_eq!(host.post(&format!("{path}/settings"), &alone).await.status, 200);
    let end = loop {
        if let Err(end) = watcher.hear_or_end().await {
            break end;
        }
    };
    assert_eq!(end, 4404);
    assert_eq!(host.post(&format!("{path}/close"), &json!({})).await.status, 409);
    assert_eq!(friend.post(&format!("{path}/leave"), &json!({})).await.status, 200);
    assert_eq!(host.post(&format!("{path}/close"), &json!({})).await.status, 200);
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn who_does_not_reveal_voids_the_start_and_is_told_on() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let mut quick = config(&folder);
    quick.pauses.promise = STEP;
    let running = serving_from_memory(quick).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["me", "greedy", "greedy"]).await;
    host.connect().await;
    let mut attempts = Vec::new();
    let mut faults = 0;
    // The game begins in the end: whoever breaks two promises is not asked for a third.
    let mut begun = false;
    while !begun {
        let news = news(&mut host).await;
        for frame in news {
            let fair = if frame["t"] == "hello" { &frame["fair"] } else { &frame };
            if fair["step"] == "commit" && !attempts.contains(&fair["s0"]) {
                attempts.push(fair["s0"].clone());
                let hash = "ab".repeat(32);
                host.say(&json!({ "t": "commit", "hash": hash })).await;
            }
            if frame["t"] == "players" {
                faults = frame["players"][0]["faults"].as_u64().unwrap();
            }
            begun |= frame["t"] == "e";
        }
    }
    assert_eq!((attempts.len(), faults), (3, 2));
    running.stop().await;
}
