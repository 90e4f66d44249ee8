//! What the referee may rule, and the clock of a timed game.

use crate::client::Client;
use crate::client::answering::is;
use crate::server::{Folder, HeldTime, config, serving_from_memory};
use jantaku_rules::rulebook::library::Library;
use jantaku_server::{Running, start};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::advance;

/// A server on which nobody is hurried to the next hand.
async fn patient(folder: &Folder) -> Running {
    let mut config = config(folder);
    config.pauses.reading = Duration::from_secs(3600);
    start(config, Library::builtin()).await.unwrap()
}

/// Rulings that a rulebook does not have are neither offered nor accepted. ZAN-55 and RC-25 have a chombo, RC-26 dead hands; Zung
/// Jung has neither.
#[tokio::test(flavor = "multi_thread")]
async fn only_rulings_of_the_rulebook_are_offered_and_accepted() {
    let folder = Folder::new();
    let running = patient(&folder).await;
    let cases: [(&str, usize, &[&str]); 3] = [
        ("zung-jung", 4, &[]),
        ("zan", 3, &["chombo"]),
        ("ryanzou-chankan", 4, &["chombo", "dead-hand"]),
    ];
    for (place, (spec, seats, offered)) in cases.into_iter().enumerate() {
        let mut host = Client::new(running.address, place as u8 + 1);
        host.open(spec, &[&["me"][..], &["tsumogiri"; 3][..seats - 1]].concat())
            .await;
        let table = host.get(&format!("/api/tables/{}", host.table)).await.json();
        assert_eq!(table["penalties"], json!(offered), "{spec}");
        host.connect().await;
        host.asked("discard").await;
        for penalty in ["dead-hand", "chombo"] {
            host.ask_for(&json!({ "ask": "penalty", "penalty": penalty, "seat": 0 }))
                .await;
            let ruled = if penalty == "chombo" {
                "chombo-called"
            } else {
                "dead-hand"
            };
            let answer = host.heard(|frame| frame["t"] == "refused" || is(frame, ruled)).await;
            assert_eq!(is(&answer, ruled), offered.contains(&penalty), "{spec}: {answer}");
            if !offered.contains(&penalty) {
                assert_eq!(answer["why"], "not-played", "{spec}");
            }
        }
    }
    running.stop().await;
}

/// SM-04: a hand begins with the dice, so time that runs out between two hands makes the next hand the final one. The hour passes
/// on the monotonic clock, while the system clock stands still.
#[tokio::test(start_paused = true)]
async fn time_that_runs_out_between_two_hands_leaves_one_hand() {
    let folder = Folder::new();
    let _held = HeldTime::new();
    let mut config = config(&folder);
    config.pauses.reading = Duration::from_secs(7200);
    let running = serving_from_memory(config).await;
    let mut host = Client::new(running.address, 1);
    host.open("sanmatsuri", &["me", "tsumogiri", "tsumogiri"]).await;
    host.connect().await;
    loop {
        let frame = host.hear().await.unwrap();
        if is(&frame, "hand-ended") {
            break;
        }
        host.react(&frame).await;
    }
    advance(Duration::from_secs(3600)).await;
    // A socket that is silent for an hour is closed.
    host.drop_socket();
    host.connect().await;
    // What the first question finds done by the clock is told before the second is answered.
    let mut news = host.news().await;
    news.extend(host.news().await);
    assert!(news.iter().any(|frame| is(frame, "time-up")), "{news:?}");
    host.say(&json!({ "t": "ready" })).await;
    let mut hands = 0;
    loop {
        let frame: Value = host.hear().await.unwrap();
        hands += u32::from(is(&frame, "hand-started"));
        if host.react(&frame).await {
            break;
        }
    }
    assert_eq!(hands, 1);
    running.stop().await;
}
