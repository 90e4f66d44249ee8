//! What clocks show, and to whom.

use crate::client::Client;
use crate::client::answering::{claimed_by_two, drawn, five_of_pin_is_discarded};
use crate::server::{Folder, HeldTime, Memory, config, serving_from, serving_from_memory};
use jantaku_server::Running;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::advance;

/// The next clock of this seat.
async fn clock_of(client: &mut Client, seat: u8) -> Value {
    client
        .heard(|frame| frame["t"] == "clock" && frame["seat"] == seat)
        .await
}

async fn discards_what_it_drew(client: &mut Client) {
    let prompt = client.asked("discard").await;
    client.answer(&prompt, &drawn(&prompt).expect("a drawn tile")).await;
}

/// South thinks for four seconds about a tile and lets it go. Three of them are beyond the second that a decision has.
#[tokio::test(start_paused = true)]
async fn thinking_over_a_claim_shows_in_no_other_clock() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut asked = claimed_by_two();
    asked["clock"] = json!({ "seconds": 1, "bank": 10 });
    // Nobody can claim 5m, 3p and 6p; south can call the 2p. South's next draw is stacked too: a tile by chance may be claimed.
    asked["walls"][0]["draws"] = json!("5p5m3p6p2p5m");
    let mut people = Client::gather(&asked, Client::new(running.address, 1)).await;
    let [to_south, to_west] = five_of_pin_is_discarded(&mut people).await;
    assert_eq!((&to_south["ms"], &to_south["bank"]), (&json!(1000), &json!(10_000)));
    people[2].confirmed(&to_west, "pass").await;
    advance(Duration::from_secs(4)).await;
    people[1].answer(&to_south, &json!({ "a": "pass" })).await;
    for viewer in [0, 2] {
        let clock = clock_of(&mut people[viewer], 1).await;
        assert_eq!(
            (&clock["ms"], &clock["bank"]),
            (&json!(1000), &json!(10_000)),
            "{viewer}"
        );
    }
    // Time spent on a turn is on everybody's clock anyway.
    let prompt = people[1].asked("discard").await;
    assert_eq!((&prompt["ms"], &prompt["bank"]), (&json!(1000), &json!(10_000)));
    advance(Duration::from_secs(3)).await;
    people[1].answer(&prompt, &drawn(&prompt).expect("a drawn tile")).await;
    discards_what_it_drew(&mut people[2]).await;
    discards_what_it_drew(&mut people[0]).await;
    // It was not for nothing: the next claim has what is left.
    let again = people[1].asked("chii").await;
    assert_eq!((&again["ms"], &again["bank"]), (&json!(1000), &json!(7000)));
    people[1].answer(&again, &json!({ "a": "pass" })).await;
    assert_eq!(clock_of(&mut people[0], 1).await["bank"], 8000);
    running.stop().await;
}

/// Everybody goes to another server, which begins with what is stored at this moment.
async fn restarted(store: &Memory, folder: &Folder, people: &mut [Client]) -> Running {
    let next = serving_from(Arc::new(store.copied()), config(folder)).await;
    for person in people {
        person.drop_socket();
        person.address = next.address;
        person.connect().await;
        // Whoever is not there yet when time moves on counts as away.
        person.heard(|frame| frame["t"] == "hello").await;
    }
    next
}

/// A second for each decision, ten in the bank. South spends three of them on a claim and two on a turn; west is asked next.
async fn thought_over(folder: &Folder, store: &Arc<Memory>) -> (Running, Vec<Client>) {
    let running = serving_from(Arc::clone(store), config(folder)).await;
    let mut asked = claimed_by_two();
    asked["clock"] = json!({ "seconds": 1, "bank": 10 });
    // Nobody can claim 5m, 3p and 6p; south can call the 2p.
    asked["walls"][0]["draws"] = json!("5p5m3p6p2p");
    let mut people = Client::gather(&asked, Client::new(running.address, 1)).await;
    let [to_south, to_west] = five_of_pin_is_discarded(&mut people).await;
    people[2].confirmed(&to_west, "pass").await;
    advance(Duration::from_secs(4)).await;
    people[1].answer(&to_south, &json!({ "a": "pass" })).await;
    let prompt = people[1].asked("discard").await;
    advance(Duration::from_secs(3)).await;
    people[1].answer(&prompt, &drawn(&prompt).expect("a drawn tile")).await;
    people[2].asked("discard").await;
    (running, people)
}

#[tokio::test(start_paused = true)]
async fn banks_outlive_a_kill_and_the_asked_get_more_time() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let store = Arc::new(Memory::default());
    let (killed, mut people) = thought_over(&folder, &store).await;
    let running = restarted(&store, &folder, &mut people).await;
    killed.stop().await;
    let prompt = people[2].asked("discard").await;
    assert_eq!((&prompt["ms"], &prompt["bank"]), (&json!(21_000), &json!(10_000)));
    // Neither the second nor the twenty more are taken from the bank.
    advance(Duration::from_secs(21)).await;
    people[2].answer(&prompt, &drawn(&prompt).expect("a drawn tile")).await;
    discards_what_it_drew(&mut people[0]).await;
    let claim = people[1].asked("chii").await;
    assert_eq!((&claim["ms"], &claim["bank"]), (&json!(1000), &json!(7000)));
    people[1].answer(&claim, &json!({ "a": "pass" })).await;
    let clock = clock_of(&mut people[0], 1).await;
    assert_eq!((&clock["ms"], &clock["bank"]), (&json!(1000), &json!(8000)));
    discards_what_it_drew(&mut people[1]).await;
    // The twenty seconds are given only once.
    // The others seem to think about the tile, for as long as a lot says.
    let is_next = |frame: &Value| frame["t"] == "clock" && frame["seat"] == 2;
    let clock = loop {
        if let Some(clock) = people[0].news().await.into_iter().find(is_next) {
            break clock;
        }
        advance(Duration::from_millis(5)).await;
    };
    assert_eq!((&clock["ms"], &clock["bank"]), (&json!(1000), &json!(10_000)));
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_server_that_stops_stores_the_time_of_whoever_is_thinking() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let store = Arc::new(Memory::default());
    let (running, mut people) = thought_over(&folder, &store).await;
    advance(Duration::from_secs(6)).await;
    running.stop().await;
    let running = restarted(&store, &folder, &mut people).await;
    let prompt = people[2].asked("discard").await;
    assert_eq!((&prompt["ms"], &prompt["bank"]), (&json!(21_000), &json!(5000)));
    running.stop().await;
}
