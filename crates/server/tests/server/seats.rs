//! Seats by lot, games that people left, what is said at a table, and what was done for whoever comes back.

use crate::client::Client;
use crate::client::answering::{drawn, is};
use crate::server::{Folder, HeldTime, config, serving, serving_from_memory};
use jantaku_record::log::{Log, check_walls};
use jantaku_rules::rulebook::library::Library;
use jantaku_table::fair::{Bytes32, Terms};
use jantaku_table::lots::{self, Draw};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::advance;

const STEP: Duration = Duration::from_millis(5);

fn asked(seating: &str) -> Value {
    json!({ "rules": "zan", "seats": ["me", "open", "open"], "name": "Mika", "spectators": true, "listed": true,
        "seating": seating })
}

/// Lets everybody take their part in the wall, up to the greeting at the drawn seat; the greetings.
async fn drawn_seats(people: &mut [Client]) -> Vec<Value> {
    let [one, two, three] = people else {
        panic!("three people");
    };
    let (one, two, three) = tokio::join!(greeted(one), greeted(two), greeted(three));
    vec![one, two, three]
}

/// The greeting of one player at the drawn seat.
async fn greeted(person: &mut Client) -> Value {
    let is_fixed = |frame: &Value| frame["t"] == "hello" && frame["fair"]["step"] == "fixed";
    let hello = person.heard(is_fixed).await;
    person.seat = hello["seat"].as_u64().map(|seat| seat as u8);
    hello
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_are_drawn_by_lot_and_anybody_can_draw_them_again() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut people = Client::gather(&asked("lot"), Client::new(running.address, 1)).await;
    let greetings = drawn_seats(&mut people).await;
    let fair = &greetings[0]["fair"];
    // The lots follow from what was promised and revealed.
    let terms = Terms {
        table: &people[0].table,
        rules: fair["rules"].as_str().and_then(Bytes32::from_hex),
    };
    let read = |value: &Value| value.as_str().and_then(Bytes32::from_hex);
    let secret = read(&fair["lots"]["secret"]).unwrap();
    assert_eq!(read(&fair["lots"]["promise"]), Some(lots::promise(secret)));
    let reveals: Vec<Option<Bytes32>> = fair["reveals"].as_array().unwrap().iter().map(read).collect();
    assert!(reveals.iter().all(Option::is_some));
    let order = terms.lots(Draw::Seats, secret, &reveals);
    assert_eq!(fair["lots"]["order"], json!(order));
    // Whoever sat at the n-th seat sits where the lots say: Mika opened the table, the others came after her.
    for (before, (person, greeting)) in (0u8..).zip(people.iter().zip(&greetings)) {
        let now = order.iter().position(|seat| *seat == before).unwrap();
        assert_eq!(person.seat, Some(now as u8));
        let name = ["Mika", "Sora", "Sora 2"][usize::from(before)];
        assert_eq!(greeting["table"]["players"][now]["name"], name);
        assert_eq!(greeting["host"], before == 0);
    }
    // A restart knows the same seats, and whoever had them plays on.
    running.stop().await;
    let running = serving(config(&folder)).await;
    for person in &mut people {
        person.address = running.address;
        person.last = 0;
        person.public = 0;
        person.connect().await;
        let hello = person.heard(|frame| frame["t"] == "hello").await;
        assert_eq!(hello["seat"].as_u64(), person.seat.map(u64::from));
    }
    let [one, two, three] = &mut people[..] else {
        panic!("three people");
    };
    tokio::join!(one.play(), two.play(), three.play());
    let path = format!("/api/games/{}/log", people[0].table);
    let text = people[0].get(&path).await.body;
    let log = Log::read(text.as_bytes()).unwrap();
    let book = log.header.rules(&Library::builtin()).unwrap();
    assert!(check_walls(&log, &book).unwrap().is_proved());
    let names: Vec<&str> = log.header.players.iter().map(|player| player.name.as_str()).collect();
    let expected = order
        .iter()
        .map(|before| ["Mika", "Sora", "Sora 2"][usize::from(*before)]);
    assert_eq!(names, expected.collect::<Vec<_>>());
    let games = people[0].get("/api/games").await.json();
    assert_eq!(games[0]["names"], json!(names));
    assert_eq!((&games[0]["left"], &games[0]["void"]), (&json!([]), &json!(false)));
    // For the next game the lots are drawn anew, or everybody stays, as whoever asks first wants it.
    let path = format!("/api/tables/{}/rematch", people[0].table);
    let next = people[1].post(&path, &json!({ "seating": "chosen" })).await.json();
    let table = people[0]
        .get(&format!("/api/tables/{}", next["table"].as_str().unwrap()))
        .await;
    assert_eq!(table.json()["seating"], "chosen");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_east_is_drawn_where_neighbours_stay() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut people = Client::gather(&asked("east"), Client::new(running.address, 1)).await;
    let greetings = drawn_seats(&mut people).await;
    let seats: Vec<u8> = people.iter().filter_map(|person| person.seat).collect();
    assert_eq!(seats[1], (seats[0] + 1) % 3, "{}", greetings[0]);
    assert_eq!(seats[2], (seats[0] + 2) % 3);
    running.stop().await;
}

fn alone(leaving: &str) -> Value {
    json!({ "rules": "tenhou-sanma", "seats": ["me", "greedy", "greedy"], "name": "Mika", "listed": true, "leaving": leaving })
}

#[tokio::test(start_paused = true)]
async fn a_game_that_somebody_left_is_marked_and_void_if_the_host_wanted_it_so() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    for (leaving, void) in [("counts", false), ("voids", true)] {
        let mut host = Client::new(running.address, 1);
        host.open_as(&alone(leaving)).await;
        host.connect().await;
        host.asked("discard").await;
        let mut watcher = Client::new(running.address, 9);
        assert_eq!(
            host.post(&format!("/api/tables/{}/leave", host.table), &json!({}))
                .await
                .status,
            200
        );
        let game = loop {
            advance(10 * STEP).await;
            let games = watcher.get("/api/games").await.json();
            let mut games = games.as_array().unwrap().iter();
            if let Some(game) = games.find(|game| game["id"] == host.table.as_str()) {
                break game.clone();
            }
        };
        assert_eq!((&game["left"], &game["void"]), (&json!([0]), &json!(void)));
        let table = watcher.get(&format!("/api/tables/{}", host.table)).await.json();
        assert_eq!((&table["left"], &table["status"]), (&json!([0]), &json!("over")));
    }
    running.stop().await;
}

async fn passing_time() {
    loop {
        advance(STEP).await;
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_comes_back_is_told_what_was_done() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let mut quick = config(&folder);
    quick.pauses.absence = STEP;
    // So that nothing more happens between the discard and the return.
    quick.pauses.bot = 20 * STEP;
    let running = serving_from_memory(quick).await;
    let mut host = Client::new(running.address, 1);
    let hands = [
        "147m258p369s1234z",
        "258p258m258s1234z",
        "147p147m147s1234z",
        "369m369p369s5567z",
    ];
    let wall = json!({ "hands": hands, "draws": "5p6p7p8p5s6s7s8s", "dora": "9m" });
    let seats = ["me", "tsumogiri", "tsumogiri", "tsumogiri"];
    host.open_as(&json!({ "rules": "ema-2025", "seats": seats, "name": "Mika", "spectators": true, "walls": [wall] }))
        .await;
    host.connect().await;
    let prompt = host.asked("discard").await;
    host.answer(&prompt, &drawn(&prompt).unwrap()).await;
    // The bots take their time.
    tokio::select! {
        _ = host.asked("discard") => {}
        () = passing_time() => unreachable!(),
    }
    let mut watcher = Client::new(running.address, 9);
    watcher.table = host.table.clone();
    watcher.connect().await;
    host.drop_socket();
    let mut discards = 0;
    while discards < 2 {
        advance(STEP).await;
        let news = watcher.news().await;
        discards += news
            .iter()
            .filter(|frame| is(frame, "discarded") && frame["e"]["seat"] == 0)
            .count();
    }
    host.connect().await;
    let done = host.heard(|frame| frame["t"] == "done").await;
    assert_eq!((&done["by"], &done["hands"]), (&json!("bot"), &json!(0)));
    assert_eq!(done["acts"][0]["type"], "discarded");
    assert_eq!(done["acts"][0]["seat"], 0);
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn everybody_hears_the_same_and_nothing_of_it_is_kept() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut people = Client::gather(&asked("chosen"), Client::new(running.address, 1)).await;
    let [host, friend, third] = &mut people[..] else {
        panic!("three people");
    };
    let said = |frame: &Value| frame["t"] == "said";
    friend
        .say(&json!({ "t": "say", "say": { "kind": "phrase", "id": "good-luck" } }))
        .await;
    for person in [&mut *host, &mut *friend, &mut *third] {
        let heard = person.heard(said).await;
        assert_eq!((&heard["seat"], &heard["say"]["id"]), (&json!(1), &json!("good-luck")));
    }
    // Own words only where the host allows them.
    let words = json!({ "t": "say", "say": { "kind": "text", "text": "hello\u{202e} there" } });
    friend.say(&words).await;
    assert_eq!(friend.heard(|frame| frame["t"] == "refused").await["why"], "not-played");
    let settings = format!("/api/tables/{}/settings", host.table);
    assert_eq!(host.post(&settings, &json!({ "talk": "text" })).await.status, 200);
    friend.say(&words).await;
    assert_eq!(third.heard(said).await["say"]["text"], "hello there");
    // Four at once, then one in three seconds.
    for _ in 0..2 {
        friend
            .say(&json!({ "t": "say", "say": { "kind": "emote", "id": "clap" } }))
            .await;
        assert_eq!(third.heard(said).await["say"]["id"], "clap");
    }
    friend.say(&words).await;
    assert_eq!(friend.heard(|frame| frame["t"] == "refused").await["why"], "too-soon");
    advance(Duration::from_secs(3)).await;
    friend.say(&words).await;
    third.heard(said).await;
    // Whoever mutes the friend hears only the others, also after coming back.
    let bow = json!({ "t": "say", "say": { "kind": "emote", "id": "bow" } });
    host.say(&json!({ "t": "mute", "seat": 1, "on": true })).await;
    assert_eq!(host.heard(|frame| frame["t"] == "muted").await["seats"], json!([1]));
    for is_back in [false, true] {
        advance(Duration::from_secs(3)).await;
        if is_back {
            host.drop_socket();
            host.connect().await;
            assert_eq!(host.heard(|frame| frame["t"] == "muted").await["seats"], json!([1]));
        }
        friend.say(&bow).await;
        assert_eq!(third.heard(said).await["seat"], 1);
        third.say(&bow).await;
        assert_eq!(
            host.heard(|frame| frame["t"] == "said" && frame["say"]["id"] == "bow")
                .await["seat"],
            2
        );
        assert_eq!(third.heard(said).await["seat"], 2);
    }
    // Somebody who only watches says nothing, and nobody does at a silent table.
    assert_eq!(host.post(&settings, &json!({ "talk": "off" })).await.status, 200);
    host.say(&json!({ "t": "say", "say": { "kind": "emote", "id": "bow" } }))
        .await;
    assert_eq!(host.heard(|frame| frame["t"] == "refused").await["why"], "not-played");
    let mut watcher = Client::new(running.address, 7);
    watcher.table = host.table.clone();
    watcher.connect().await;
    watcher
        .say(&json!({ "t": "say", "say": { "kind": "emote", "id": "bow" } }))
        .await;
    assert_eq!(
        watcher.heard(|frame| frame["t"] == "refused").await["why"],
        "not-seated"
    );
    // Whoever comes later hears nothing of it.
    third.drop_socket();
    third.last = 0;
    third.connect().await;
    let news = third.news().await;
    assert!(!news.iter().any(|frame| is(frame, "said") || frame["t"] == "said"));
    running.stop().await;
}
