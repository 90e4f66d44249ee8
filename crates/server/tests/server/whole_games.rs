//! Whole games of every rulebook, played by scripts and bots over the real protocol.

use crate::client::{Client, numbered};
use crate::server::{Folder, config, serving};
use jantaku_record::log::{Log, Replay, check_walls, fingerprint};
use jantaku_record::verify::verify_log;
use jantaku_rules::rulebook::library::Library;
use serde_json::{Value, json};

async fn check(rules: &str, seats: &[&str]) {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    let invite = host.open(rules, seats).await;
    let mut friend = Client::new(running.address, 2);
    friend.join(&host.table, &invite).await;
    let mut watcher = Client::new(running.address, 3);
    watcher.table = host.table.clone();
    for client in [&mut host, &mut friend, &mut watcher] {
        client.connect().await;
    }
    let results = tokio::join!(host.play(), friend.play(), watcher.play());
    assert_eq!(results.0["result"], results.1["result"], "{rules}");
    assert_eq!(results.0["result"], results.2["result"], "{rules}");
    for client in [&host, &friend, &watcher] {
        sees_only_its_own(client);
    }

    // Whoever comes afterwards is told the same, byte for byte.
    let told = numbered(&host.frames);
    host.last = 0;
    host.frames.clear();
    host.connect().await;
    while host.last < told.len() as u32 {
        host.hear().await.unwrap();
    }
    assert_eq!(numbered(&host.frames), told, "{rules}");

    let table = host.get(&format!("/api/tables/{}", host.table)).await.json();
    let page = host.get(&format!("/rules/{}", table["hash"].as_str().unwrap())).await;
    let frames: Vec<Value> = told.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
    sheets_list_every_payment(&frames, seats.len(), table["stick"].as_i64().unwrap());
    let mut cited: Vec<&str> = frames
        .iter()
        .flat_map(sheet_lines)
        .filter_map(|line| line["clause"].as_str())
        .collect();
    cited.sort_unstable();
    cited.dedup();
    assert!(!cited.is_empty(), "{rules}");
    for id in cited {
        has_the_words_of(&page.body, id);
    }

    let log = host.get(&format!("/api/games/{}/log", host.table)).await;
    assert_eq!(log.status, 200);
    let log = Log::read(log.body.as_bytes()).unwrap();
    let key = host.get("/api/key").await.json();
    let signed = log.signed.unwrap().key;
    assert_eq!(
        key,
        json!({ "key": signed.to_string(), "fingerprint": fingerprint(signed) })
    );
    let shown = format!("\"key\":{}", key["key"]);
    assert!(
        host.frames.iter().any(|frame| frame.contains(&shown)),
        "browsers learn the key during the game"
    );
    let book = log.header.rules(&Library::builtin()).unwrap();
    assert!(
        check_walls(&log, &book).unwrap().is_proved(),
        "{rules}: the walls are not those that were promised"
    );
    assert_eq!(verify_log(&log, &book).map(|_| ()), Ok(()));
    let mut replay = Replay::new(&log, &book);
    while replay.step().unwrap().is_some() {}
    assert!(replay.table().is_over());
    running.stop().await;
}

/// The lines of every sheet that a frame brings: of a winner, of the rest of a hand, of the result.
fn sheet_lines(frame: &Value) -> impl Iterator<Item = &Value> {
    let result = &frame["result"];
    let lists = [
        &frame["sheet"]["lines"],
        &frame["sheet"]["sheet"]["lines"],
        &result["lines"],
        &result["leftover"],
    ];
    lists.into_iter().filter_map(Value::as_array).flatten()
}

/// The payment lines of a hand's sheets are what was paid in it, riichi sticks included.
fn sheets_list_every_payment(frames: &[Value], seats: usize, stick: i64) {
    let (mut paid, mut listed, mut hands) = (Vec::new(), Vec::new(), 0);
    for frame in frames {
        let event = &frame["e"];
        match event["type"].as_str() {
            Some("paid") => paid.push(json!([event["from"], event["to"], event["points"], event["chips"]])),
            Some("riichi-stands") if stick > 0 => paid.push(json!([event["seat"], "sticks", stick, null])),
            _ => {}
        }
        let dealer = frame["dealer"].as_u64().or(frame["sheet"]["dealer"].as_u64());
        let seat = |wind: &Value| match ["east", "south", "west", "north"].iter().position(|name| wind == name) {
            Some(place) => json!((place + dealer.unwrap_or_default() as usize) % seats),
            None => wind.clone(),
        };
        for line in sheet_lines(frame).filter(|line| line["part"] == "payment" && line["to"].is_string()) {
            listed.push(json!([
                seat(&line["from"]),
                seat(&line["to"]),
                line["points"],
                line["chips"]
            ]));
        }
        if event["type"] == "settled" {
            hands += 1;
            let [paid, listed] = [&mut paid, &mut listed].map(|all| {
                let mut texts: Vec<String> = all.drain(..).map(|one| one.to_string()).collect();
                texts.sort();
                texts
            });
            assert_eq!(paid, listed, "hand {hands}");
        }
    }
    assert!(hands > 0);
}

/// The rules page has a clause of this id, and says it as a rule.
fn has_the_words_of(page: &str, id: &str) {
    let from = page
        .find(&format!("id=\"{id}\""))
        .unwrap_or_else(|| panic!("no {id} on the page"));
    let words = page[from..].split("</dd></div>").next().unwrap();
    assert!(!words.contains("<dd><p>Replaced by"), "{words}");
}

/// Nobody is told a tile that lies in another's hand.
fn sees_only_its_own(client: &Client) {
    for text in &client.frames {
        let frame: Value = serde_json::from_str(text).unwrap();
        let event = &frame["e"];
        let own = client.seat.is_some_and(|seat| event["seat"] == seat);
        match event["type"].as_str() {
            Some("dealt") => assert_eq!(event["tiles"].is_string(), own, "{text}"),
            Some("drew") => assert_eq!(event["tile"].is_string(), own, "{text}"),
            Some("missed") => assert!(own, "{text}"),
            _ => {}
        }
        if frame["t"] == "prompt" {
            assert!(client.seat.is_some(), "spectators are asked nothing: {text}");
        }
    }
}

macro_rules! games {
    ($($name:ident: $rules:literal, $seats:expr;)+) => {$(
        #[tokio::test(flavor = "multi_thread")]
        async fn $name() {
            check($rules, &$seats).await;
        }
    )+};
}

games! {
    zan: "zan", ["me", "greedy", "open"];
    zung_jung: "zung-jung", ["me", "call-everything", "open", "greedy"];
    sanmatsuri: "sanmatsuri", ["open", "me", "kan-happy"];
    ryanzou_chankan: "ryanzou-chankan", ["me", "open", "greedy", "random"];
    hana: "hana(variation=3)", ["me", "kan-happy", "greedy", "open"];
    ema_2025: "ema-2025", ["greedy", "me", "open", "tsumogiri"];
    tenhou: "tenhou", ["me", "greedy", "random", "open"];
    tenhou_sanma: "tenhou-sanma", ["kan-happy", "me", "open"];
}
