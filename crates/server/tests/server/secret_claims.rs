//! Whether somebody has a claim to decide shows in nothing else that happens at the table. Each test plays the same story twice:
//! once others can claim the discard, once their hidden tiles are such that nobody can. Everybody else must see the same.

use crate::client::Client;
use crate::client::answering::{claimed_by_two, drawn, find, is};
use crate::server::{Folder, HeldTime, config, serving_from_memory};
use futures_util::future::join_all;
use jantaku_server::Running;
use jantaku_server::config::Config;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::time::Duration;
use tokio::time::advance;

/// Less than a ping, so that nobody seems to be gone.
const STEP: Duration = Duration::from_secs(4);

/// East, whose view is compared, south and west; east has just discarded 5p.
struct Table {
    running: Running,
    east: Client,
    others: Vec<Client>,
    /// What south and west are asked, if they can claim it.
    claims: Vec<Option<Value>>,
}

/// Four players; south and west can both claim 5p, or neither.
fn dealt(can_claim: bool) -> Value {
    let mut asked = claimed_by_two();
    if !can_claim {
        asked["walls"][0]["hands"][1] = json!("19p258m258s12345z");
        asked["walls"][0]["hands"][2] = json!("28p147m147s34567z");
    }
    asked
}

/// Three players by a clock of an hour; south has these tiles.
fn timed(rules: &str, south: &str) -> Value {
    let hands = ["19m19p19s1234567z", south, "19m28p4567s34567z"];
    let wall = json!({ "hands": hands, "draws": "5p", "dora": "9s" });
    json!({ "rules": rules, "seats": ["me", "open", "open"], "name": "Mika", "walls": [wall] })
}

impl Table {
    /// East thinks for so long before discarding.
    async fn new(config: Config, asked: &Value, thinks: Duration) -> Table {
        let running = serving_from_memory(config).await;
        let mut people = Client::gather(asked, Client::new(running.address, 1)).await;
        join_all(people.iter_mut().map(|client| client.heard(|frame| is(frame, "drew")))).await;
        advance(thinks).await;
        for client in people.iter_mut().filter(|_| !thinks.is_zero()) {
            // A socket that is silent for long is closed.
            client.drop_socket();
            client.connect().await;
        }
        let others = people.split_off(1);
        let east = people.remove(0);
        let claims = Vec::new();
        let mut table = Table {
            running,
            east,
            others,
            claims,
        };
        let prompt = table.east.asked("discard").await;
        table.east.answer(&prompt, &drawn(&prompt).unwrap()).await;
        let is_discard = |frame: &Value| is(frame, "discarded");
        table.east.heard(is_discard).await;
        for other in &mut table.others {
            other.heard(is_discard).await;
            let asked = other.heard(|frame| frame["t"] == "prompt").await;
            table
                .claims
                .push(Some(asked).filter(|asked| find(asked, "pass").is_some()));
        }
        table
    }

    fn can_claim(&self) -> bool {
        self.claims.iter().any(Option::is_some)
    }

    /// Time passes, and whoever has a claim lets it go after that; what east has heard by then.
    async fn go_on(mut self) -> Vec<String> {
        let mut seen = self.pass_time().await;
        for (other, claim) in self.others.iter_mut().zip(&self.claims) {
            if let Some(claim) = claim {
                other.answer(claim, &json!({ "a": "pass" })).await;
                other.news().await;
            }
        }
        seen.extend(self.pass_time().await);
        self.running.stop().await;
        seen
    }

    /// More time than anybody seems to think; what east hears.
    async fn pass_time(&mut self) -> Vec<String> {
        let mut seen = Vec::new();
        for _ in 0..10 {
            advance(STEP).await;
            seen.extend(self.news().await);
            for other in &mut self.others {
                other.news().await;
            }
        }
        seen
    }

    /// What is new for east, without the tiles that others hold and the time that is left.
    async fn news(&mut self) -> Vec<String> {
        // What the first question finds done by the clock is told before the second is answered.
        let mut news = self.east.news().await;
        news.extend(self.east.news().await);
        let shown = |frame: &Value| match frame["t"].as_str() {
            Some("e") => frame["e"]["type"].as_str().map(str::to_owned),
            Some("players") => Some(format!("players {}", frame["players"])),
            Some("agreement") => Some(format!(
                "agreement {} {} {}",
                frame["question"]["what"], frame["outcome"], frame["rulings"]
            )),
            _ => None,
        };
        let mut shown: Vec<String> = news.iter().filter_map(shown).collect();
        // Everybody who comes or goes is told again, with or without a change.
        shown.dedup();
        shown
    }
}

/// A server in memory that lets everybody think.
fn patient() -> Config {
    let mut config = config(&Folder::new());
    config.pauses.window = Duration::from_secs(1);
    config.pauses.reading = Duration::from_secs(3600);
    config.pauses.idle = Duration::from_secs(7200);
    config
}

fn position(seen: &[String], found: impl Fn(&str) -> bool) -> Option<usize> {
    seen.iter().position(|seen| found(seen))
}

#[tokio::test(start_paused = true)]
async fn a_ruling_waits_whether_or_not_somebody_decides_on_a_claim() {
    let _held = HeldTime::new();
    for (penalty, ruled) in [("chombo", "chombo-called"), ("dead-hand", "dead-hand")] {
        let mut stories = Vec::new();
        for can_claim in [false, true] {
            let mut table = Table::new(patient(), &dealt(can_claim), Duration::ZERO).await;
            assert_eq!(table.can_claim(), can_claim);
            table
                .east
                .ask_for(&json!({ "ask": "penalty", "penalty": penalty, "seat": 3 }))
                .await;
            for other in &mut table.others {
                other.vote(true).await;
            }
            let is_agreed = |frame: &Value| frame["t"] == "agreement" && frame["outcome"]["how"] == "agreed";
            table.east.heard(is_agreed).await;
            stories.push(table.go_on().await);
        }
        let drew = position(&stories[0], |seen| seen == "drew");
        let ruled = position(&stories[0], |seen| seen == ruled);
        assert!(drew.is_some() && drew < ruled, "{:?}", stories[0]);
        assert_eq!(stories[0], stories[1], "{penalty}");
    }
}

/// What lapses, and who is away, is told at its time, also while the next draw is held back.
#[tokio::test(start_paused = true)]
async fn questions_lapse_and_players_are_missed_at_the_same_time() {
    let _held = HeldTime::new();
    let mut stories = Vec::new();
    for can_claim in [false, true] {
        // The next draw is told much later than all of this.
        let mut config = patient();
        config.pauses.window = Duration::from_secs(3600);
        let mut table = Table::new(config, &dealt(can_claim), Duration::ZERO).await;
        table
            .east
            .ask_for(&json!({ "ask": "penalty", "penalty": "chombo", "seat": 3 }))
            .await;
        let is_asked = |frame: &Value| frame["t"] == "agreement" && !frame["question"].is_null();
        table.east.heard(is_asked).await;
        let mut seen = Vec::new();
        table.others.remove(0).drop_socket();
        let is_gone = |frame: &Value| frame["t"] == "players" && frame["players"][1]["present"] == false;
        table.east.heard(is_gone).await;
        for _ in 0..16 {
            advance(STEP).await;
            seen.push(table.news().await);
            table.others[0].news().await;
        }
        table.running.stop().await;
        stories.push(seen);
    }
    let has = |part: &[String], word: &str| part.iter().any(|seen| seen.contains(word));
    assert!(has(&stories[0][4], r#""away":true"#), "{:?}", stories[0]);
    assert!(has(&stories[0][14], "lapsed"), "{:?}", stories[0]);
    assert_eq!(stories[0], stories[1]);
}

/// At a table without a clock a bot takes over from whoever is silent at their turn. Whoever leaves a claim unanswered only lets it go.
#[tokio::test(start_paused = true)]
async fn nobody_is_shown_to_be_away_over_a_claim() {
    let _held = HeldTime::new();
    let mut config = patient();
    config.pauses.idle = Duration::from_secs(20);
    let mut table = Table::new(config, &dealt(true), Duration::ZERO).await;
    assert!(table.can_claim());
    let seen = [table.pass_time().await, table.pass_time().await].concat();
    let drew = position(&seen, |seen| seen == "drew");
    let away = position(&seen, |seen| seen.contains(r#""away":true"#));
    assert!(drew.is_some() && drew < away, "{seen:?}");
    table.running.stop().await;
}

/// Until then ten seconds are left of the hour.
const NEARLY: Duration = Duration::from_secs(3590);

#[tokio::test(start_paused = true)]
async fn the_end_of_the_time_waits_whether_or_not_somebody_decides_on_a_claim() {
    let _held = HeldTime::new();
    let mut stories = Vec::new();
    for (south, can_claim) in [("19m15p1479s12345z", false), ("19m55p1479s12345z", true)] {
        let table = Table::new(patient(), &timed("sanmatsuri", south), NEARLY).await;
        assert_eq!(table.can_claim(), can_claim);
        stories.push(table.go_on().await);
    }
    let up = position(&stories[0], |seen| seen == "time-up");
    assert!(up > position(&stories[0], |seen| seen == "drew"), "{:?}", stories[0]);
    assert_eq!(stories[0], stories[1]);
}

/// SM-04: the hand in play when the time is over is the last, also if it ends by a claim that was being decided then.
#[tokio::test(start_paused = true)]
async fn time_that_runs_out_before_a_win_runs_out_in_that_hand() {
    let _held = HeldTime::new();
    let asked = timed("sanmatsuri(final-hand=hand-in-play)", "46p111222333s55z");
    let mut table = Table::new(patient(), &asked, NEARLY).await;
    table.pass_time().await;
    let claim = table.claims[0].take().expect("a claim");
    table.others[0]
        .answer(&claim, &find(&claim, "ron").expect("a win"))
        .await;
    let seen = RefCell::new(Vec::new());
    let end = table
        .east
        .heard(|frame| {
            seen.borrow_mut().extend(frame["e"]["type"].as_str().map(str::to_owned));
            matches!(frame["t"].as_str(), Some("over" | "awaited"))
        })
        .await;
    assert!(seen.borrow().contains(&"time-up".to_owned()), "{seen:?}");
    assert_eq!(end["t"], "over", "{seen:?}");
    table.running.stop().await;
}
