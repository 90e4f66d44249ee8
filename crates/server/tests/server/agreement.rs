//! What people at a table agree to: penalties, undoing them, a referee.

use crate::client::Client;
use crate::client::answering::{agree_on_chombo, drawn, find, is};
use crate::server::{Folder, HeldTime, config, serving, serving_from_memory};
use futures_util::future::join_all;
use jantaku_record::log::Log;
use jantaku_rules::rulebook::library::Library;
use jantaku_server::Running;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::advance;

/// A server on which nobody is hurried to the next hand.
async fn patient(folder: &Folder) -> Running {
    let mut config = config(folder);
    config.pauses.reading = Duration::from_secs(3600);
    serving(config).await
}

/// East draws and is asked to discard; nobody can do anything else.
fn quiet(rules: &str, seats: &[&str]) -> Value {
    json!({ "rules": rules, "seats": seats, "name": "Mika", "spectators": true })
}

/// Everybody is ready and plays a part in the wall; the first is asked to discard.
async fn begin(people: &mut [Client]) {
    let begins = people.iter_mut().enumerate().map(async |(place, person)| match place {
        0 => person.asked("discard").await,
        _ => person.heard(|frame| is(frame, "drew")).await,
    });
    join_all(begins).await;
}

/// The next state of the table's questions that is looked for.
async fn agreement(client: &mut Client, found: impl Fn(&Value) -> bool) -> Value {
    client.heard(|frame| frame["t"] == "agreement" && found(frame)).await
}

fn chombo(seat: u8) -> Value {
    json!({ "ask": "penalty", "penalty": "chombo", "seat": seat })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_penalty_needs_everybody_else_at_the_table() {
    let folder = Folder::new();
    let running = patient(&folder).await;
    let host = Client::new(running.address, 1);
    let mut people = Client::gather(&quiet("ryanzou-chankan", &["me", "open", "open", "tsumogiri"]), host).await;
    begin(&mut people).await;
    people[0].ask_for(&chombo(1)).await;
    people[2].vote(true).await;
    // The player concerned is asked too, so that nobody is punished by a crowd.
    let asked = agreement(&mut people[1], |frame| frame["question"]["agreed"] == json!([2])).await;
    assert_eq!(asked["question"]["awaited"], json!([1]));
    // Nobody asks anything else meanwhile.
    people[2].ask_for(&chombo(0)).await;
    assert_eq!(people[2].heard(|frame| frame["t"] == "refused").await["why"], "not-now");
    people[1]
        .say(&json!({ "t": "vote", "n": asked["question"]["n"], "agrees": false }))
        .await;
    for person in &mut people {
        let end = agreement(person, |frame| {
            frame["question"].is_null() && !frame["outcome"].is_null()
        })
        .await;
        assert_eq!(
            (&end["outcome"]["how"], &end["outcome"]["who"]),
            (&json!("declined"), &json!(1))
        );
        assert_eq!(end["rulings"], json!([]));
    }
    // Who asked in vain does not ask again at once.
    people[0].ask_for(&chombo(1)).await;
    assert_eq!(
        people[0].heard(|frame| frame["t"] == "refused").await["why"],
        "too-soon"
    );
    let is_ruled = |frame: &String| frame.contains("chombo-called");
    assert!(!people.iter().any(|person| person.frames.iter().any(is_ruled)));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn watchers_and_bots_have_no_say() {
    let folder = Folder::new();
    let running = patient(&folder).await;
    let mut host = Client::new(running.address, 1);
    host.open_as(&quiet("zan", &["me", "tsumogiri", "tsumogiri"])).await;
    host.connect().await;
    host.asked("discard").await;
    // Somebody whom the server knows from elsewhere.
    let mut watcher = Client::new(running.address, 2);
    watcher.open("zan", &["me", "open", "open"]).await;
    watcher.table = host.table.clone();
    watcher.connect().await;
    for frame in [
        json!({ "t": "ask", "what": chombo(0) }),
        json!({ "t": "vote", "n": 1, "agrees": true }),
    ] {
        watcher.say(&frame).await;
        assert_eq!(
            watcher.heard(|frame| frame["t"] == "refused").await["why"],
            "not-seated"
        );
    }
    // Whoever plays alone decides alone.
    host.ask_for(&chombo(1)).await;
    let called = host.heard(|frame| is(frame, "chombo-called")).await;
    assert_eq!(called["e"]["seat"], 1);
    running.stop().await;
}

/// Two people and a bot of ZAN; the first is to discard.
async fn two_people(running: &Running) -> Vec<Client> {
    let host = Client::new(running.address, 1);
    let mut people = Client::gather(&quiet("zan", &["me", "open", "tsumogiri"]), host).await;
    begin(&mut people).await;
    people
}

#[tokio::test(flavor = "multi_thread")]
async fn an_undone_chombo_lets_the_hand_go_on_and_both_are_recorded() {
    let folder = Folder::new();
    let running = patient(&folder).await;
    let mut people = two_people(&running).await;
    agree_on_chombo(&mut people, 1).await;
    let ended = agreement(&mut people[0], |frame| frame["undoable"] != json!([])).await;
    assert_eq!(ended["undoable"], json!([{ "penalty": "chombo", "seat": 1 }]));
    let ruling =
        json!({ "undo": false, "penalty": "chombo", "seat": 1, "asked": "Mika", "agreed": ["Sora"], "hand": 1 });
    assert_eq!(ended["rulings"], json!([ruling]));
    // The wall of a hand that may go on stays hidden.
    let opens = |frame: &String| {
        let frame: Value = serde_json::from_str(frame).unwrap();
        let fair = if frame["t"] == "hello" { &frame["fair"] } else { &frame };
        fair["opened"].as_array().is_some_and(|opened| !opened.is_empty())
    };
    // Either may ask for it, and all of it survives a restart.
    people[1]
        .ask_for(&json!({ "ask": "undo", "penalty": "chombo", "seat": 1 }))
        .await;
    agreement(&mut people[1], |frame| frame["question"]["what"]["ask"] == "undo").await;
    running.stop().await;
    let running = patient(&folder).await;
    for person in &mut people {
        person.address = running.address;
        person.connect().await;
    }
    people[0].vote(true).await;
    let undone = people[0].heard(|frame| is(frame, "ruling-undone")).await;
    assert_eq!(
        undone["e"],
        json!({ "type": "ruling-undone", "penalty": "chombo", "seat": 1, "void": false })
    );
    assert!(!people.iter().any(|person| person.frames.iter().any(opens)));
    let prompt = people[0].asked("discard").await;
    people[0].answer(&prompt, &drawn(&prompt).unwrap()).await;
    people[0].heard(|frame| is(frame, "discarded")).await;
    // The game goes to its end, and its log says who wanted what and plays again.
    let [one, other] = &mut people[..] else {
        panic!("two people");
    };
    tokio::join!(one.play(), other.play());
    let log = one.get(&format!("/api/games/{}/log", one.table)).await.body;
    let notes: Vec<Value> = log
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).unwrap().get("note").cloned())
        .collect();
    let undo = json!({ "undo": true, "penalty": "chombo", "seat": 1, "asked": "Sora", "agreed": ["Mika"], "hand": 1 });
    assert_eq!(notes, [json!({ "ruling": ruling }), json!({ "ruling": undo })]);
    let log = Log::read(log.as_bytes()).unwrap();
    let book = log.header.rules(&Library::builtin()).unwrap();
    jantaku_record::verify::verify_log(&log, &book).unwrap();
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_hand_waits_for_the_answer_about_this_one() {
    let folder = Folder::new();
    let running = patient(&folder).await;
    let mut people = two_people(&running).await;
    agree_on_chombo(&mut people, 1).await;
    people[1]
        .ask_for(&json!({ "ask": "undo", "penalty": "chombo", "seat": 1 }))
        .await;
    agreement(&mut people[1], |frame| frame["question"]["what"]["ask"] == "undo").await;
    for person in &mut people {
        person.say(&json!({ "t": "ready" })).await;
    }
    awaited(&mut people[0], |frame| frame["seats"] == json!([])).await;
    let news = [people[0].news().await, people[0].news().await].concat();
    assert!(!news.iter().any(|frame| is(frame, "hand-started")), "{news:?}");
    people[0].say(&json!({ "t": "vote", "n": 2, "agrees": true })).await;
    people[0].heard(|frame| is(frame, "ruling-undone")).await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_hand_makes_a_penalty_final() {
    let folder = Folder::new();
    let running = patient(&folder).await;
    let mut people = two_people(&running).await;
    agree_on_chombo(&mut people, 1).await;
    for person in &mut people {
        person.heard(|frame| is(frame, "hand-ended")).await;
    }
    for person in &mut people {
        person.say(&json!({ "t": "ready" })).await;
    }
    people[0].heard(|frame| is(frame, "hand-started")).await;
    // Now the wall of the hand before is opened.
    people[0]
        .heard(|frame| frame["opened"].as_array().is_some_and(|opened| opened.len() == 1))
        .await;
    people[0]
        .ask_for(&json!({ "ask": "undo", "penalty": "chombo", "seat": 1 }))
        .await;
    assert_eq!(people[0].heard(|frame| frame["t"] == "refused").await["why"], "over");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dead_hand_lives_again() {
    let folder = Folder::new();
    let running = patient(&folder).await;
    let mut host = Client::new(running.address, 1);
    host.open_as(&quiet(
        "ryanzou-chankan",
        &["me", "tsumogiri", "tsumogiri", "tsumogiri"],
    ))
    .await;
    host.connect().await;
    host.asked("discard").await;
    host.ask_for(&json!({ "ask": "penalty", "penalty": "dead-hand", "seat": 0 }))
        .await;
    host.heard(|frame| is(frame, "dead-hand")).await;
    host.ask_for(&json!({ "ask": "undo", "penalty": "dead-hand", "seat": 0 }))
        .await;
    let undone = host.heard(|frame| is(frame, "ruling-undone")).await;
    assert_eq!(undone["e"]["void"], false);
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_question_lapses() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut people = two_people(&running).await;
    people[0].ask_for(&chombo(1)).await;
    let asked = agreement(&mut people[0], |frame| !frame["question"].is_null()).await;
    assert_eq!(asked["question"]["ms"], 60_000);
    advance(Duration::from_secs(61)).await;
    people[0].drop_socket();
    people[0].connect().await;
    let lapsed = agreement(&mut people[0], |frame| !frame["outcome"].is_null()).await;
    assert_eq!(lapsed["outcome"]["how"], "lapsed");
    running.stop().await;
}

/// Who has the score sheet open, and how long the others wait for them.
async fn awaited(client: &mut Client, found: impl Fn(&Value) -> bool) -> Value {
    client.heard(|frame| frame["t"] == "awaited" && found(frame)).await
}

/// Ends a hand at a table with this clock: both people have its score sheet open.
async fn between_hands(running: &Running, clock: Value) -> Vec<Client> {
    let host = Client::new(running.address, 1);
    let mut table = quiet("zan", &["me", "open", "tsumogiri"]);
    table["clock"] = clock;
    let mut people = Client::gather(&table, host).await;
    begin(&mut people).await;
    agree_on_chombo(&mut people, 1).await;
    people
}

#[tokio::test(start_paused = true)]
async fn a_score_sheet_is_open_as_long_as_the_clock_suggests() {
    let _held = HeldTime::new();
    // Five seconds and a bank of twenty; no clock; a clock too quick to read by.
    for (clock, ms) in [
        (json!({ "seconds": 5, "bank": 20 }), 25_000),
        (json!(null), 60_000),
        (json!({ "seconds": 3, "bank": 5 }), 15_000),
    ] {
        let folder = Folder::new();
        let running = serving_from_memory(config(&folder)).await;
        let mut people = between_hands(&running, clock).await;
        // Everybody sees the countdown as soon as the hand is over.
        let open = awaited(&mut people[1], |frame| frame["seats"] == json!([0, 1])).await;
        assert_eq!(open["ms"], ms);
        people[0].say(&json!({ "t": "ready" })).await;
        let waits = awaited(&mut people[0], |frame| frame["seats"] == json!([1])).await;
        assert_eq!((&waits["ms"], &waits["resting"]), (&json!(ms), &json!(false)));
        advance(Duration::from_millis(ms)).await;
        people[0].heard(|frame| is(frame, "hand-started")).await;
        running.stop().await;
    }
}

#[tokio::test(start_paused = true)]
async fn an_agreed_break_ends_when_everybody_is_ready() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut people = between_hands(&running, json!({ "seconds": 5, "bank": 20 })).await;
    people[0].say(&json!({ "t": "ready" })).await;
    people[1].ask_for(&json!({ "ask": "pause" })).await;
    people[0].vote(true).await;
    // Whoever was ready is asked again, and nobody is hurried.
    let rests = awaited(&mut people[0], |frame| frame["resting"] == true).await;
    assert_eq!((&rests["seats"], &rests["ms"]), (&json!([0, 1]), &json!(900_000)));
    advance(Duration::from_secs(600)).await;
    people[0].say(&json!({ "t": "ready" })).await;
    awaited(&mut people[0], |frame| frame["seats"] == json!([1])).await;
    people[1].say(&json!({ "t": "ready" })).await;
    people[1].heard(|frame| is(frame, "hand-started")).await;
    // During a hand there is nothing to pause.
    people[1].ask_for(&json!({ "ask": "pause" })).await;
    assert_eq!(people[1].heard(|frame| frame["t"] == "refused").await["why"], "not-now");
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_break_is_forgotten_once_everybody_is_ready() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut people = between_hands(&running, json!(null)).await;
    // A tap beside "Next hand" asks for a break that nobody wants.
    people[1].ask_for(&json!({ "ask": "pause" })).await;
    people[0].say(&json!({ "t": "ready" })).await;
    let waits = awaited(&mut people[0], |frame| frame["seats"] == json!([1])).await;
    assert_eq!(waits["ms"], 60_000);
    people[1].say(&json!({ "t": "ready" })).await;
    let none = awaited(&mut people[1], |frame| frame["seats"] == json!([])).await;
    assert_eq!(none["ms"], 0);
    people[1].heard(|frame| is(frame, "hand-started")).await;
    let dropped = agreement(&mut people[0], |frame| !frame["outcome"].is_null()).await;
    assert_eq!(
        (&dropped["question"], &dropped["outcome"]["how"]),
        (&json!(null), &json!("lapsed"))
    );
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn nobody_is_punished_while_away() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let mut quick = config(&folder);
    quick.pauses.absence = Duration::from_millis(5);
    let running = serving_from_memory(quick).await;
    let mut people = two_people(&running).await;
    people[1].drop_socket();
    people[0]
        .heard(|frame| frame["t"] == "players" && frame["players"][1]["present"] == false)
        .await;
    advance(Duration::from_millis(5)).await;
    people[0]
        .heard(|frame| frame["t"] == "players" && frame["players"][1]["away"] == true)
        .await;
    // Nor is a bot, which would void the hand of whoever is away.
    for seat in [1, 2] {
        people[0].ask_for(&chombo(seat)).await;
        assert_eq!(people[0].heard(|frame| frame["t"] == "refused").await["why"], "not-now");
    }
    running.stop().await;
}

/// A hand that a chombo has ended goes on if that is undone, so its tiles stay hidden from whoever comes meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_takes_a_seat_of_a_hand_that_may_go_on() {
    let folder = Folder::new();
    let running = patient(&folder).await;
    let mut people = two_people(&running).await;
    agree_on_chombo(&mut people, 1).await;
    agreement(&mut people[0], |frame| frame["undoable"] != json!([])).await;
    let path = format!("/api/tables/{}/invite", people[0].table);
    let code = people[0].post(&path, &json!({ "seat": 2 })).await.json();
    let mut guest = Client::new(running.address, 3);
    guest.join(&people[0].table, code["code"].as_str().unwrap()).await;
    guest.connect().await;
    assert_eq!(guest.heard(|frame| frame["t"] == "hello").await["seat"], json!(null));
    let undo = json!({ "ask": "undo", "penalty": "chombo", "seat": 1 });
    people[1].ask_for(&undo).await;
    people[0].vote(true).await;
    people[0].heard(|frame| is(frame, "ruling-undone")).await;
    guest.last = 0;
    guest.connect().await;
    assert_eq!(guest.heard(|frame| frame["t"] == "hello").await["seat"], json!(null));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_takes_the_referees_name() {
    let folder = Folder::new();
    let running = patient(&folder).await;
    let mut host = Client::new(running.address, 1);
    host.open_as(&quiet("zan", &["me", "open", "tsumogiri"])).await;
    let path = format!("/api/tables/{}", host.table);
    let code = host.post(&format!("{path}/referee"), &json!({})).await.json();
    let mut referee = Client::new(running.address, 3);
    referee.join(&host.table, code["code"].as_str().unwrap()).await;
    let mut friend = Client::new(running.address, 2);
    friend.join(&host.table, &host.invites[0]).await;
    assert_eq!(host.get(&path).await.json()["players"][1]["name"], "Sora 2");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_referee_decides_and_does_not_play() {
    let folder = Folder::new();
    let running = patient(&folder).await;
    let mut host = Client::new(running.address, 1);
    host.open_as(&quiet("zan", &["me", "open", "tsumogiri"])).await;
    let path = format!("/api/tables/{}", host.table);
    host.connect().await;
    let mut friend = Client::new(running.address, 2);
    friend.join(&host.table, &host.invites[0]).await;
    // Only the host invites one.
    assert_eq!(friend.post(&format!("{path}/referee"), &json!({})).await.status, 403);
    let code = host.post(&format!("{path}/referee"), &json!({})).await.json();
    let code = code["code"].as_str().unwrap();
    host.heard(|frame| frame["t"] == "players" && frame["players"][0]["ready"] == true)
        .await;
    let mut referee = Client::new(running.address, 3);
    referee.join(&host.table, code).await;
    assert_eq!(referee.seat, None);
    // Everybody sees who it is, and agrees by being ready once more.
    let told = agreement(&mut host, |frame| !frame["referee"].is_null()).await;
    assert_eq!(told["referee"]["name"], "Sora 2");
    assert_eq!(host.get(&path).await.json()["players"][0]["ready"], json!(null));
    referee.connect().await;
    assert_eq!(referee.heard(|frame| frame["t"] == "hello").await["referee"], true);
    // Who sits there is none of a referee's business.
    referee.ask_for(&json!({ "ask": "free", "seat": 1 })).await;
    assert_eq!(referee.heard(|frame| frame["t"] == "refused").await["why"], "not-now");
    host.say(&json!({ "t": "ready" })).await;
    friend.connect().await;
    tokio::join!(host.asked("discard"), friend.heard(|frame| is(frame, "drew")));
    // The referee's word alone counts, for yes and no.
    friend.ask_for(&chombo(0)).await;
    let asked = agreement(&mut referee, |frame| !frame["question"].is_null()).await;
    assert_eq!(asked["question"]["awaited"], json!([null]));
    referee
        .say(&json!({ "t": "vote", "n": asked["question"]["n"], "agrees": true }))
        .await;
    host.heard(|frame| is(frame, "chombo-called")).await;
    let ruled = agreement(&mut host, |frame| frame["rulings"] != json!([])).await;
    assert_eq!(ruled["rulings"][0]["agreed"], json!(["Sora 2"]));
    referee.heard(|frame| is(frame, "hand-ended")).await;
    let dealt = |frame: &&String| frame.contains("\"dealt\"") && frame.contains("tiles\":");
    assert_eq!(referee.frames.iter().find(dealt), None, "a referee sees no hand");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_players_agree_to_a_referee_who_comes_later() {
    let folder = Folder::new();
    let running = patient(&folder).await;
    let mut people = two_people(&running).await;
    let path = format!("/api/tables/{}", people[0].table);
    let code = people[0].post(&format!("{path}/referee"), &json!({})).await.json();
    let mut referee = Client::new(running.address, 3);
    let asked = json!({ "name": "Ren", "invite": code["code"] });
    let joined = referee.post(&format!("{path}/join"), &asked).await.json();
    assert_eq!(joined, json!({ "seat": null, "waits": true }));
    // Until both have agreed, the second cookie of a player decides nothing.
    referee.table = people[0].table.clone();
    referee.connect().await;
    assert_eq!(referee.heard(|frame| frame["t"] == "hello").await["referee"], false);
    people[0].vote(true).await;
    people[1].vote(false).await;
    let end = agreement(&mut people[0], |frame| !frame["outcome"].is_null()).await;
    assert_eq!(
        (&end["outcome"]["how"], &end["referee"]),
        (&json!("declined"), &json!(null))
    );
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_says_nothing_of_what_players_hold() {
    let folder = Folder::new();
    let running = patient(&folder).await;
    // South and west may claim what east discards; the question comes while they think.
    let mut people = Client::gather(
        &crate::client::answering::claimed_by_two(),
        Client::new(running.address, 1),
    )
    .await;
    let prompts = crate::client::answering::five_of_pin_is_discarded(&mut people).await;
    assert!(prompts.iter().all(|prompt| find(prompt, "pass").is_some()));
    people[0].ask_for(&chombo(3)).await;
    let mut states = Vec::new();
    for person in &mut people {
        let mut state = agreement(person, |frame| !frame["question"].is_null()).await;
        state["question"]["ms"] = json!(0);
        states.push(state);
    }
    assert!(
        states.iter().all(|state| *state == states[0]),
        "everybody is told the same"
    );
    assert_eq!(
        states[0]["question"]["awaited"],
        json!([1, 2]),
        "those who are asked to claim or not"
    );
    running.stop().await;
}
