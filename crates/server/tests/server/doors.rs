//! Who is let in, and how much of everything there may be.

use crate::client::Client;
use crate::client::answering::{claimed_by_two, five_of_pin_is_discarded};
use crate::server::{Folder, HeldTime, config, serving, serving_from_memory};
use futures_util::FutureExt;
use serde_json::json;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, advance, timeout};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};

#[tokio::test(flavor = "multi_thread")]
async fn strange_pages_and_names_are_refused() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["me", "greedy", "greedy"]).await;
    let path = format!("/ws/{}", host.table);
    for origin in [
        None,
        Some("http://evil.example"),
        Some("null"),
        Some("https://127.0.0.1"),
    ] {
        assert!(host.try_connect(&path, origin).await.is_err(), "{origin:?}");
    }
    let ours = format!("http://{}", running.address);
    assert!(host.try_connect(&path, Some(&ours)).await.is_ok());
    let body = json!({ "rules": "zan", "seats": ["me", "greedy", "greedy"], "name": "x" }).to_string();
    for head in ["Origin: http://evil.example\r\n", "Sec-Fetch-Site: cross-site\r\n"] {
        let answer = host.ask("POST", "/api/tables", &body, head).await;
        assert_eq!(
            (answer.status, answer.json()["error"].as_str()),
            (403, Some("wrong-origin"))
        );
    }
    // A name that somebody else made point here.
    let mut stream = TcpStream::connect(running.address).await.unwrap();
    stream
        .write_all(b"GET /api/tables HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
        .await
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 421"), "{answer}");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_come_with_what_they_may_do() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut client = Client::new(running.address, 1);
    for path in [
        "/",
        "/new",
        "/table/abc",
        "/replay/abc?at=3",
        "/fair/abc",
        "/settings",
        "/rules/zan",
        "/app.js",
    ] {
        let answer = client.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(
            answer.head.contains("content-security-policy: default-src 'self'"),
            "{path}"
        );
    }
    assert!(client.get("/").await.body.contains("<div id=\"app\">"));
    let rules = client.get("/rules/ryanzou-chankan%2Bhana(variation%3D1)").await;
    assert!(rules.body.contains("id=\"HN-20\"") && rules.body.contains("id=\"RC-74\""));
    let evil = client.get("/rules/%3Cscript%3E").await;
    assert_eq!(evil.status, 404);
    assert!(!evil.body.contains("<script>"), "{}", evil.body);
    assert_eq!(client.get("/healthz").await.body, "ok\n");
    assert_eq!(client.get("/api/nothing").await.status, 404);
    assert_eq!(client.get("/../Cargo.toml").await.status, 404);
    let books = client.get("/api/rulebooks").await.json();
    assert!(
        books
            .as_array()
            .unwrap()
            .iter()
            .any(|book| book["id"] == "zan" && book["seats"] == 3)
    );
    // People are offered levels; the other bots are for simulations.
    let bots = client.get("/api/bots").await.json();
    let ids: Vec<&str> = bots
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|bot| bot["id"].as_str())
        .collect();
    assert_eq!(ids, ["greedy", "club"]);
    // Long answers are packed for whoever can unpack them.
    for (path, head, packed) in [
        ("/api/rulebooks", "", false),
        ("/api/rulebooks", "Accept-Encoding: gzip\r\n", true),
        ("/rules/zan", "Accept-Encoding: gzip\r\n", true),
        ("/api/tables", "Accept-Encoding: gzip\r\n", false),
    ] {
        let answer = client.ask("GET", path, "", head).await;
        assert_eq!(answer.head.contains("content-encoding: gzip"), packed, "{path} {head}");
    }
    running.stop().await;
}

/// A counter of decisions, polled after each discard, would tell that somebody let a claim go.
#[tokio::test(flavor = "multi_thread")]
async fn metrics_are_only_on_their_own_address() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let public = Client::new(running.address, 1).get("/metrics").await;
    assert_eq!((public.status, public.body.as_str()), (404, ""));
    let metrics = Client::metrics(&running).await;
    assert!(metrics.contains("jantaku_tables 0\n"), "{metrics}");
    // Nothing else is served there.
    let mut operator = Client::new(running.metrics.unwrap(), 2);
    assert_eq!(operator.get("/api/tables").await.status, 404);
    running.stop().await;
}

/// One of two lets a claim go, and nobody else can see that anything has happened.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_public_changes_with_a_hidden_decision() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut people = Client::gather(&claimed_by_two(), Client::new(running.address, 1)).await;
    let [asked, _] = five_of_pin_is_discarded(&mut people).await;
    let mut poller = Client::new(running.address, 2);
    let table = people[0].table.clone();
    let mut public = async || {
        let mut answers = Vec::new();
        for path in [
            "/metrics",
            "/healthz",
            "/api/tables",
            "/api/games",
            &format!("/api/tables/{table}"),
        ] {
            answers.push(poller.get(path).await.body);
        }
        answers
    };
    let before = public().await;
    people[1].confirmed(&asked, "pass").await;
    assert_eq!(before, public().await);
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn half_open_connections_are_closed() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut waiting = Vec::new();
    for head in ["", "GET / HT", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "] {
        let mut stream = TcpStream::connect(running.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        waiting.push(stream);
    }
    for mut stream in waiting {
        let mut rest = Vec::new();
        let closed = timeout(Duration::from_secs(30), stream.read_to_end(&mut rest)).await;
        assert!(closed.is_ok(), "the connection stays open");
    }
    running.stop().await;
}

/// Somebody asks for page after page and reads none of them.
#[tokio::test(start_paused = true)]
async fn whoever_asks_and_never_reads_is_let_go() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut deaf = TcpStream::connect(running.address).await.unwrap();
    let ask = b"GET /rules/zan HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    // Until the server's answers, and with them its reading, have come to a stop: or the connection is closed.
    while let Ok(Ok(())) = timeout(Duration::from_secs(2), deaf.write_all(ask)).await {}
    tokio::time::sleep(Duration::from_secs(30)).await;
    let metrics = Client::metrics(&running).await;
    assert!(metrics.contains("jantaku_connections 0\n"), "{metrics}");
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_socket_that_has_fallen_silent_is_closed_within_fifteen_seconds() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["me", "open", "open"]).await;
    host.connect().await;
    assert_eq!(host.hear().await.unwrap()["t"], "hello");
    let (path, ours) = (format!("/ws/{}", host.table), format!("http://{}", running.address));
    let silent = host.try_connect(&path, Some(&ours)).await.unwrap();
    let begun = Instant::now();
    // It takes what comes, pings too, and answers nothing.
    let ends = tokio::spawn(async move {
        let mut bytes = Vec::new();
        let _ = silent.into_inner().read_to_end(&mut bytes).await;
        (bytes, begun.elapsed())
    });
    // Who answers pings, and has nothing to say, stays.
    let mut clock = Client::new(running.address, 2);
    let minute = async {
        for _ in 0..60 {
            advance(Duration::from_secs(1)).await;
            // By the time this is answered, so are the pings.
            clock.get("/healthz").await;
        }
    };
    let stayed = tokio::select! {
        () = minute => true,
        () = async { while host.hear().await.is_some() {} } => false,
    };
    assert!(stayed, "the other was closed too");
    let (bytes, took) = ends.await.unwrap();
    let ping = bytes.last_chunk::<10>().unwrap();
    assert!(ping.starts_with(&[0x89, 8]), "it was asked at last: {bytes:?}");
    assert!(took <= Duration::from_secs(15), "{took:?}");
    host.say(&json!({ "t": "ping" })).await;
    assert_eq!(host.hear().await.unwrap()["t"], "pong");
    running.stop().await;
}

/// Who answers pings is there, with nothing to say and whatever the delay; who says much and reads nothing is not.
#[tokio::test(start_paused = true)]
async fn answering_pings_is_what_keeps_a_socket() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut tab = Client::new(running.address, 1);
    tab.open("zan", &["me", "open", "open"]).await;
    tab.connect().await;
    let mut deaf = Client::new(running.address, 2);
    deaf.table = tab.table.clone();
    deaf.connect().await;
    let mut clock = Client::new(running.address, 3);
    let begun = Instant::now();
    let mut closed_after = None;
    // Each timer fires two milliseconds late, and each answer comes three after its ping.
    for _ in 0..12 {
        advance(Duration::from_millis(4999)).await;
        clock.get("/healthz").await;
        advance(Duration::from_millis(3)).await;
        while let Some(Some(_)) = tab.hear().now_or_never() {}
        deaf.say(&json!({ "t": "ping" })).await;
        // Answers to what it has not read.
        for guess in [&[][..], &[0; 8]] {
            deaf.say_message(Message::Pong(guess.to_vec().into())).await;
        }
        for _ in 0..3 {
            clock.get("/healthz").await;
        }
        let sockets = Client::metrics(&running).await;
        if closed_after.is_none() && sockets.contains("jantaku_sockets 1\n") {
            closed_after = Some(begun.elapsed());
        }
        assert!(
            !sockets.contains("jantaku_sockets 0\n"),
            "the tab was dropped: {sockets}"
        );
    }
    let closed_after = closed_after.expect("who reads nothing is dropped");
    assert!(closed_after <= Duration::from_millis(15_010), "{closed_after:?}");
    running.stop().await;
}

/// The one rule: a ping is answered in less than ten seconds. A phone on a slow line that is just in time stays, whoever is not goes.
#[tokio::test(start_paused = true)]
async fn a_ping_is_answered_in_less_than_ten_seconds() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut slow = Client::new(running.address, 1);
    slow.open("zan", &["me", "open", "open"]).await;
    slow.connect().await;
    let mut silent = Client::new(running.address, 2);
    silent.table = slow.table.clone();
    silent.connect().await;
    for client in [&mut slow, &mut silent] {
        while client.hear().await.unwrap()["t"] != "hello" {}
    }
    let mut clock = Client::new(running.address, 3);
    // Both are pinged after five seconds, and looked after every five.
    for millis in [5000, 5000, 4990] {
        advance(Duration::from_millis(millis)).await;
        for _ in 0..3 {
            clock.get("/healthz").await;
        }
    }
    let sockets = Client::metrics(&running).await;
    assert!(sockets.contains("jantaku_sockets 2\n"), "nobody is late yet: {sockets}");
    slow.say(&json!({ "t": "ping" })).await;
    while slow.hear().await.expect("the socket stays open")["t"] != "pong" {}
    advance(Duration::from_millis(10)).await;
    let mut tries = 0..20;
    while !Client::metrics(&running).await.contains("jantaku_sockets 1\n") {
        assert!(tries.next().is_some(), "who is late stays");
    }
    slow.say(&json!({ "t": "ping" })).await;
    while slow.hear().await.expect("the socket stays open")["t"] != "pong" {}
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_closes_its_socket_gets_an_answer() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["me", "open", "open"]).await;
    host.connect().await;
    host.heard(|frame| frame["t"] == "hello").await;
    let reason = CloseFrame {
        code: CloseCode::Away,
        reason: "".into(),
    };
    host.say_message(Message::Close(Some(reason))).await;
    let end = loop {
        if let Err(end) = host.hear_or_end().await {
            break end;
        }
    };
    assert_eq!(end, 1001, "the code comes back");
    running.stop().await;
}

/// Whoever has a network of 48 bits has 65,536 of 64 bits, each of which counts as one address.
#[tokio::test(flavor = "multi_thread")]
async fn a_large_network_watches_as_eight_addresses_do() {
    let folder = Folder::new();
    let mut small = config(&folder);
    small.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    small.limits.spectators_per_address = 1;
    let running = serving(small).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["me", "greedy", "greedy"]).await;
    let mut watchers = Vec::new();
    let mut watches = async |address: &'static str| {
        let mut watcher = Client::new(running.address, 2);
        (watcher.table, watcher.forwarded) = (host.table.clone(), Some(address));
        watcher.connect().await;
        let end = watcher.hear_or_end().await.err();
        watchers.push(watcher);
        end
    };
    for address in NETWORKS {
        assert_eq!(watches(address).await, None, "{address}");
    }
    assert_eq!(watches("2001:db8:7:9::1").await, Some(1013));
    assert_eq!(watches("2001:db8:8::1").await, None, "another network");
    running.stop().await;
}

/// One address in each of eight networks of 64 bits, all in the same network of 48.
const NETWORKS: [&str; 8] = [
    "2001:db8:7:1::1",
    "2001:db8:7:2::1",
    "2001:db8:7:3::1",
    "2001:db8:7:4::1",
    "2001:db8:7:5::1",
    "2001:db8:7:6::1",
    "2001:db8:7:7::1",
    "2001:db8:7:8::1",
];

#[tokio::test(flavor = "multi_thread")]
async fn a_large_network_lists_and_stores_as_eight_addresses_do() {
    for limit in ["too-many-listed", "disk-used-here"] {
        let folder = Folder::new();
        let mut small = config(&folder);
        small.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        match limit {
            "too-many-listed" => small.limits.listed_per_address = 1,
            // Less than a table, so that an address opens one, and eight fill the network.
            _ => small.limits.disk_per_address = 300,
        }
        let running = serving(small).await;
        let opens = async |address: &'static str| {
            let mut client = Client::new(running.address, 1);
            client.forwarded = Some(address);
            let asked = json!({ "rules": "zan", "seats": ["me", "open", "open"], "name": "Mika", "listed": true });
            let answer = client.post("/api/tables", &asked).await;
            answer.json()["error"].as_str().map(str::to_owned)
        };
        assert_eq!(
            opens("192.0.2.1").await,
            None,
            "the first table also stores the rulebook"
        );
        let mut opened = 0;
        for address in NETWORKS {
            opened += u32::from(opens(address).await.is_none());
            assert_eq!(opens(address).await.as_deref(), Some(limit), "{address} has one");
        }
        assert!(opened > 1, "a network has more than an address");
        assert_eq!(opens("2001:db8:7:9::1").await.as_deref(), Some(limit));
        assert_eq!(opens("2001:db8:8::1").await, None, "another network");
        running.stop().await;
    }
}

/// A flood of spectators keeps neither players nor spectators from elsewhere out.
#[tokio::test(flavor = "multi_thread")]
async fn seats_keep_their_sockets_whoever_watches() {
    let folder = Folder::new();
    let mut small = config(&folder);
    small.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    small.limits.spectators_per_table = 5;
    small.limits.spectators_per_address = 3;
    let running = serving(small).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["me", "greedy", "greedy"]).await;
    let mut watchers = Vec::new();
    let flood = ["203.0.113.9"; 4].into_iter().chain(["203.0.113.10"; 3]);
    let mut ends = Vec::new();
    for address in flood {
        let mut watcher = Client::new(running.address, 2);
        watcher.table = host.table.clone();
        watcher.forwarded = Some(address);
        watcher.connect().await;
        ends.push(watcher.hear_or_end().await.map(drop).err().unwrap_or(0));
        watchers.push(watcher);
    }
    assert_eq!(ends, [0, 0, 0, 1013, 0, 0, 1013]);
    host.connect().await;
    assert_eq!(host.hear().await.unwrap()["seat"], 0);
    // The host can send them away.
    let path = format!("/api/tables/{}/settings", host.table);
    let asked = json!({ "spectators": false });
    assert_eq!(watchers[0].post(&path, &asked).await.status, 403);
    assert_eq!(host.post(&path, &asked).await.status, 200);
    let end = loop {
        if let Err(end) = watchers[0].hear_or_end().await {
            break end;
        }
    };
    assert_eq!(end, 4404);
    watchers[1].connect().await;
    while watchers[1].hear_or_end().await != Err(4404) {}
    running.stop().await;
}

/// Everybody at the address of a player: spectators of many tables, and connections that say nothing.
#[tokio::test(start_paused = true)]
async fn nobody_is_locked_out_by_others_at_the_same_address() {
    for through_a_proxy in [false, true] {
        let _held = HeldTime::new();
        let folder = Folder::new();
        let mut small = config(&folder);
        small.limits.connections_per_address = 12;
        if through_a_proxy {
            small.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        }
        let running = serving_from_memory(small).await;
        let person = |number| {
            let mut client = Client::new(running.address, number);
            client.forwarded = through_a_proxy.then_some("203.0.113.9");
            client
        };
        let mut host = person(1);
        host.open("zan", &["me", "open", "open"]).await;
        let mut watchers = Vec::new();
        let mut ends = Vec::new();
        for number in 2..8 {
            let mut other = person(number);
            other.open("zan", &["me", "open", "open"]).await;
            let mut watcher = person(9);
            watcher.table = other.table.clone();
            watcher.connect().await;
            ends.push(watcher.hear_or_end().await.map(drop).err().unwrap_or(0));
            watchers.push(watcher);
        }
        // A third of its connections may watch, wherever.
        assert_eq!(ends, [0, 0, 0, 0, 1013, 1013]);
        let silent = async || {
            let mut streams = Vec::new();
            for _ in 0..40 {
                streams.push(TcpStream::connect(running.address).await.unwrap());
            }
            streams
        };
        let before = silent().await;
        assert!(host.connected().await, "the player is locked out");
        assert_eq!(host.hear().await.unwrap()["seat"], 0);
        // Nor is a player who is there displaced.
        let after = silent().await;
        assert_eq!(Client::new(running.address, 9).get("/healthz").await.status, 200);
        host.say(&json!({ "t": "ping" })).await;
        while host.hear().await.expect("the player is displaced")["t"] != "pong" {}
        drop((before, after));
        running.stop().await;
    }
}

/// Whoever reloads without end uses up the address's allowances, not those of others who play there.
#[tokio::test(start_paused = true)]
async fn a_player_comes_back_whatever_others_ask_for_at_the_same_address() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let mut small = config(&folder);
    small.limits.connections_per_address = 8;
    small.limits.requests_per_address = 60;
    small.limits.handshakes_per_address = 5;
    let running = serving_from_memory(small).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["me", "open", "open"]).await;
    let mut greedy = Client::new(running.address, 2);
    greedy.open("zan", &["me", "open", "open"]).await;
    while greedy.connected().await {}
    while greedy.get("/healthz").await.status == 200 {}
    let mut stranger = Client::new(running.address, 3);
    assert_eq!(stranger.get("/").await.status, 429);
    for path in [
        "/".to_owned(),
        "/api/rulebooks".to_owned(),
        format!("/api/tables/{}", host.table),
    ] {
        assert_eq!(host.get(&path).await.status, 200, "{path}");
    }
    let link = format!("/api/tables/{}/link", host.table);
    assert_eq!(host.post(&link, &json!({})).await.status, 200);
    assert!(host.connected().await, "the player is kept out");
    assert_eq!(host.hear().await.unwrap()["seat"], 0);
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn limits_hold() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let mut small = config(&folder);
    small.limits.tables_per_address = 3;
    small.limits.sockets_per_session = 2;
    small.limits.connections_per_address = 12;
    small.limits.messages = 30;
    small.test_walls = false;
    let running = serving_from_memory(small).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["me", "greedy", "greedy"]).await;
    // A wall is not for players to stack.
    let stacked =
        json!({ "rules": "zan", "seats": ["me", "greedy", "greedy"], "name": "x", "walls": [{ "dora": "1m" }] });
    assert_eq!(
        host.post("/api/tables", &stacked).await.json()["error"],
        "no-test-walls"
    );
    let asked = json!({ "rules": "zan", "seats": ["me", "greedy", "greedy"], "name": "x" });
    assert_eq!(host.post("/api/tables", &asked).await.status, 200);
    assert_eq!(host.post("/api/tables", &asked).await.status, 429);

    // The third socket of a session closes the first.
    host.connect().await;
    let ours = format!("http://{}", running.address);
    let path = format!("/ws/{}", host.table);
    let mut others = Vec::new();
    for _ in 0..2 {
        others.push(host.try_connect(&path, Some(&ours)).await.unwrap());
    }
    let end = loop {
        match host.hear_or_end().await {
            Ok(_) => {}
            Err(code) => break code,
        }
    };
    assert_eq!(end, 1013);
    drop(others);

    // Who talks too much is closed with a reason.
    host.last = 0;
    host.connect().await;
    // Four messages are read at once; the rest wait until the pace of 30 in 20 seconds has caught up. The fifth wait disconnects.
    // No message is left unread then: that would reset the connection, and the reason might be lost.
    for _ in 0..20 {
        host.say(&json!({ "t": "ping" })).await;
    }
    let mut pongs = 0;
    let end = loop {
        match host.hear_or_end().await {
            Ok(frame) if frame["t"] == "pong" => pongs += 1,
            Ok(_) => continue,
            Err(code) => break code,
        }
        if pongs % 4 == 0 {
            assert_eq!(host.get("/healthz").await.status, 200);
            assert!(host.hear().now_or_never().is_none(), "the next message waits");
            advance(Duration::from_secs(3)).await;
        }
    };
    assert_eq!(pongs, 19);
    assert_eq!(end, 1008);

    // Of more connections from one address only the latest are kept.
    let mut held = Vec::new();
    for _ in 0..20 {
        let mut stream = TcpStream::connect(running.address).await.unwrap();
        let _ = stream
            .write_all(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            .await;
        assert!(matches!(stream.read(&mut [0; 1]).await, Ok(1)), "it is answered");
        held.push(stream);
    }
    for mut displaced in held.drain(..8) {
        let _ = displaced.read_to_end(&mut Vec::new()).await;
    }
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn who_asks_too_often_waits() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let mut small = config(&folder);
    small.limits.connections_per_address = 8;
    small.limits.changes_per_address = 5;
    let running = serving_from_memory(small).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["me", "open", "open"]).await;
    let ours = format!("http://{}", running.address);
    let path = format!("/ws/{}", host.table);
    // As many sockets as one address may have can be opened at once, whether they stay or not.
    let watcher = Client::new(running.address, 3);
    for number in 0..8 {
        assert!(watcher.try_connect(&path, Some(&ours)).await.is_ok(), "{number}");
    }
    let refused = watcher.try_connect(&path, Some(&ours)).await.unwrap_err();
    let Error::Http(answer) = *refused else {
        panic!("{refused}")
    };
    assert_eq!(answer.status(), 429);
    // Who has a seat there comes back nevertheless, also from the same address.
    host.connect().await;
    assert_eq!(host.hear().await.unwrap()["seat"], 0);
    // Codes are guessed a few times, then no more; whoever only looks is not bothered.
    let join = format!("/api/tables/{}/join", host.table);
    let mut guesser = Client::new(running.address, 2);
    for number in 0..10 {
        let answer = guesser
            .post(&join, &json!({ "name": "x", "invite": format!("guess{number}") }))
            .await;
        let expected = if number < 4 {
            (403, "wrong-code")
        } else {
            (429, "too-often")
        };
        assert_eq!(
            (answer.status, answer.json()["error"].as_str().unwrap()),
            expected,
            "{number}"
        );
    }
    assert_eq!(guesser.get("/api/tables").await.status, 200);
    let turned_away = Client::metrics(&running).await;
    assert!(turned_away.contains("jantaku_turned_away_total 7\n"), "{turned_away}");
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn pages_are_asked_for_within_reason() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let mut small = config(&folder);
    small.limits.requests_per_address = 20;
    let running = serving_from_memory(small).await;
    let mut client = Client::new(running.address, 1);
    let mut answers = Vec::new();
    for _ in 0..40 {
        answers.push(client.get("/healthz").await.status);
    }
    assert!(answers[..20].iter().all(|status| *status == 200), "{answers:?}");
    assert!(answers[20..].iter().all(|status| *status == 429), "{answers:?}");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_is_not_there_says_so() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut client = Client::new(running.address, 1);
    client.table = "nosuchtable234".to_owned();
    client.connect().await;
    assert_eq!(client.hear_or_end().await, Err(4404));
    assert_eq!(client.get("/api/tables/nosuchtable234").await.status, 404);
    // Nor is one that nobody may watch.
    let mut host = Client::new(running.address, 2);
    let asked = json!({ "rules": "zan", "seats": ["me", "greedy", "greedy"], "name": "x", "spectators": false });
    host.open_as(&asked).await;
    client.table = host.table.clone();
    client.connect().await;
    assert_eq!(client.hear_or_end().await, Err(4404));
    running.stop().await;
}
