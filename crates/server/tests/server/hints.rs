//! Hints: who may ask for them, and what they say.

use crate::client::Client;
use crate::server::{Folder, config, serving_from_memory};
use jantaku_server::Running;
use serde_json::{Value, json};

/// A hand of ZAN League that waits for 1 and 4 sou.
const WAITS: &str = "234678p23678s11z";
const OTHERS: [&str; 2] = ["1479p1479s23456z", "1368p2068s23467z"];

async fn table(running: &Running, wall: Value, more: Value) -> Client {
    let mut asked =
        json!({ "rules": "zan", "seats": ["me", "tsumogiri", "tsumogiri"], "name": "Mika", "walls": [wall] });
    asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let mut player = Client::new(running.address, 1);
    player.open_as(&asked).await;
    player.connect().await;
    player
}

/// The next prompt that leaves a choice.
async fn prompt(player: &mut Client) -> Value {
    loop {
        let frame = player.hear().await.expect("the socket stays open");
        match frame["t"].as_str() {
            Some("prompt") if frame["legal"].as_array().unwrap().len() > 1 => return frame,
            Some("hello") => player.fix_wall(&frame["fair"].clone()).await,
            Some("fair") => player.fix_wall(&frame).await,
            _ => {}
        }
    }
}

async fn hint(player: &mut Client, n: &Value) -> Value {
    player.say(&json!({ "t": "hint", "n": n })).await;
    loop {
        let frame = player.hear().await.expect("the socket stays open");
        if matches!(frame["t"].as_str(), Some("hint" | "refused")) {
            return frame;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_among_bots_is_told_the_best_three() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let wall = json!({ "hands": [WAITS, OTHERS[0], OTHERS[1]], "draws": "9m7z7z9s", "dora": "9m" });
    let mut player = table(&running, wall, json!({})).await;
    let asked = prompt(&mut player).await;
    let told = hint(&mut player, &asked["n"]).await;
    assert_eq!((&told["t"], &told["n"]), (&json!("hint"), &asked["n"]));
    let best = told["best"].as_array().unwrap();
    assert_eq!(best.len(), 3, "{told}");
    let legal = asked["legal"].as_array().unwrap();
    assert!(best.iter().all(|choice| legal.contains(&choice["a"])), "{told}");
    // The useless terminal goes, with or without riichi: eight tiles complete the hand, and nobody can win on the first discard.
    assert_eq!(best[0]["a"]["tile"], "9m", "{told}");
    assert_eq!(best[0]["useful"], 8, "{told}");
    assert!(best[0]["expected"].as_f64() >= best[1]["expected"].as_f64(), "{told}");
    assert_eq!(told["currency"], "chips");
    // Whoever loads the page again gets the same.
    assert_eq!(hint(&mut player, &asked["n"]).await, told);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_win_comes_first() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    for (draws, word) in [("4s", "tsumo"), ("9m4s", "ron")] {
        let wall = json!({ "hands": [WAITS, OTHERS[0], OTHERS[1]], "draws": draws, "dora": "9m" });
        let mut player = table(&running, wall, json!({})).await;
        let mut asked = prompt(&mut player).await;
        if word == "ron" {
            let riichi = json!({ "a": "riichi", "tile": "9m", "drawn": true, "open": false });
            player.say(&json!({ "t": "act", "n": asked["n"], "a": riichi })).await;
            asked = prompt(&mut player).await;
        }
        let told = hint(&mut player, &asked["n"]).await;
        assert_eq!(told["best"][0]["a"]["a"], word, "{told}");
        assert!(told["best"].as_array().unwrap().len() > 1, "{told}");
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_earlier_question_gets_no_answer() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut player = table(&running, json!({}), json!({})).await;
    let asked = prompt(&mut player).await;
    for n in [0, asked["n"].as_u64().unwrap() - 1, u64::from(u32::MAX)] {
        player.say(&json!({ "t": "hint", "n": n })).await;
    }
    let news = player.news().await;
    assert!(news.iter().all(|frame| frame["t"] != "hint"), "{news:?}");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_with_several_people_forbids_hints_unless_its_host_allows_them() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    for (chosen, allowed) in [
        (json!({}), false),
        (json!({ "hints": true }), true),
        (json!({ "hints": false }), false),
    ] {
        let mut open = json!({ "seats": ["me", "open", "tsumogiri"] });
        open.as_object_mut()
            .unwrap()
            .extend(chosen.as_object().unwrap().clone());
        let mut host = table(&running, json!({}), open).await;
        let mut friend = Client::new(running.address, 2);
        // Whoever comes is told before they sit down.
        let info = friend.get(&format!("/api/tables/{}", host.table)).await.json();
        assert_eq!(info["hints"], allowed, "{chosen}");
        friend.join(&host.table.clone(), &host.invites[0].clone()).await;
        friend.connect().await;
        let (asked, ()) = tokio::join!(prompt(&mut host), async {
            while friend.last == 0 {
                let frame = friend.hear().await.unwrap();
                match frame["t"].as_str() {
                    Some("hello") => friend.fix_wall(&frame["fair"].clone()).await,
                    Some("fair") => friend.fix_wall(&frame).await,
                    _ => {}
                }
            }
        });
        let answer = hint(&mut host, &asked["n"]).await;
        match allowed {
            true => assert_eq!(answer["t"], "hint", "{answer}"),
            false => assert_eq!(answer["why"], "no-hints", "{answer}"),
        }
        let news = friend.news().await;
        assert!(news.iter().all(|frame| frame["t"] != "hint"), "{news:?}");
    }
    running.stop().await;
}

/// Without a choice, hints end when a second person sits down.
#[tokio::test(flavor = "multi_thread")]
async fn hints_end_when_a_friend_takes_a_bots_seat() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut host = table(&running, json!({}), json!({})).await;
    let path = format!("/api/tables/{}", host.table);
    assert_eq!(host.get(&path).await.json()["hints"], true);
    let invite = host.post(&format!("{path}/invite"), &json!({ "seat": 1 })).await.json();
    let mut friend = Client::new(running.address, 2);
    friend.join(&host.table.clone(), invite["code"].as_str().unwrap()).await;
    while friend.get(&path).await.json()["players"][1]["kind"] != "human" {
        let frame = host.hear().await.unwrap();
        host.react(&frame).await;
        if frame["t"] == "over" {
            panic!("the friend sits down between two hands");
        }
    }
    assert_eq!(host.get(&path).await.json()["hints"], false);
    running.stop().await;
}
