//! What every bus promises.

use crate::services::Services;
use jantaku_server::bus::{Bus, InProcess, Nats, Subscription};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(60);

/// Runs a test for both: two ends of the bus, and a word that no other test's subjects begin with.
macro_rules! contract {
    ($($name:ident)*) => {
        mod in_process {
            $(#[tokio::test] async fn $name() {
                let bus: std::sync::Arc<dyn super::Bus> = std::sync::Arc::new(super::InProcess::default());
                super::$name([bus.clone(), bus], &super::word()).await
            })*
        }
        mod nats {
            $(#[tokio::test] async fn $name() {
                let ends = super::ends(super::Services::shared()).await;
                super::$name(ends, &super::word()).await
            })*
        }
    };
}

contract! {
    everybody_who_is_subscribed_hears_a_message
    messages_of_one_sender_come_in_order
    a_long_message_comes_whole
    a_message_that_nobody_hears_is_lost
}

fn word() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("t{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

async fn ends(services: &Services) -> [Arc<dyn Bus>; 2] {
    let end = async || Arc::new(Nats::connect(&services.nats, "test").await.unwrap());
    [end().await, end().await]
}

async fn next(subscription: &mut Subscription) -> (String, String) {
    let message = timeout(PATIENCE, subscription.recv()).await.expect("a message");
    let message = message.expect("the subscription goes on");
    (message.subject, String::from_utf8(message.body.to_vec()).unwrap())
}

async fn everybody_who_is_subscribed_hears_a_message([one, two]: [Arc<dyn Bus>; 2], word: &str) {
    let subject = |rest: &str| format!("{word}.{rest}");
    let mut by_name = two.subscribe(&subject("a.b")).await;
    let mut by_start = two.subscribe(&subject("a.>")).await;
    let mut of_sender = one.subscribe(&subject("a.b")).await;
    one.publish(&subject("other"), "no".into());
    one.publish(&subject("a.c"), "first".into());
    one.publish(&subject("a.b"), "second".into());
    let second = (subject("a.b"), "second".to_owned());
    assert_eq!(next(&mut by_name).await, second);
    assert_eq!(next(&mut by_start).await, (subject("a.c"), "first".to_owned()));
    assert_eq!(next(&mut by_start).await, second);
    assert_eq!(next(&mut of_sender).await, second);
}

async fn messages_of_one_sender_come_in_order([one, two]: [Arc<dyn Bus>; 2], word: &str) {
    let mut all = two.subscribe(&format!("{word}.>")).await;
    for n in 0..5000 {
        one.publish(&format!("{word}.{}", n % 7), n.to_string().into());
    }
    one.flush().await;
    for n in 0..5000 {
        assert_eq!(next(&mut all).await.1, n.to_string());
    }
}

async fn a_long_message_comes_whole([one, two]: [Arc<dyn Bus>; 2], word: &str) {
    let mut messages = two.subscribe(word).await;
    let long = "x".repeat(512 * 1024);
    one.publish(word, long.clone().into());
    assert_eq!(next(&mut messages).await.1, long);
}

async fn a_message_that_nobody_hears_is_lost([one, two]: [Arc<dyn Bus>; 2], word: &str) {
    drop(two.subscribe(word).await);
    one.publish(word, "lost".into());
    one.flush().await;
    let mut messages = two.subscribe(word).await;
    one.publish(word, "heard".into());
    assert_eq!(next(&mut messages).await.1, "heard");
}

#[tokio::test(flavor = "multi_thread")]
async fn nats_may_be_killed_and_started_again() {
    let services = Services::new();
    let [one, two] = ends(&services).await;
    let mut messages = two.subscribe("kept").await;
    for _ in 0..2 {
        let (mut first, mut second) = (one.is_up(), two.is_up());
        tokio::task::block_in_place(|| services.nats_is("kill"));
        for end in [&mut first, &mut second] {
            timeout(PATIENCE, end.wait_for(|is_up| !is_up)).await.unwrap().unwrap();
        }
        one.publish("kept", "lost".into());
        one.flush().await;
        tokio::task::block_in_place(|| services.nats_is("start"));
        for end in [&mut first, &mut second] {
            timeout(PATIENCE, end.wait_for(|is_up| *is_up)).await.unwrap().unwrap();
        }
        // A subscription is made again, though perhaps not at once.
        let heard = async {
            loop {
                one.publish("kept", "back".into());
                if let Ok(message) = timeout(Duration::from_millis(100), next(&mut messages)).await {
                    return message;
                }
            }
        };
        assert_eq!(timeout(PATIENCE, heard).await.unwrap().1, "back");
        while let Ok((_, text)) = timeout(Duration::from_millis(100), next(&mut messages)).await {
            assert_eq!(text, "back", "what was sent while the bus was away comes too late");
        }
    }
}

#[tokio::test]
async fn a_bus_that_nobody_answers_at_is_refused() {
    let refused = Nats::connect("nats://jan:secret@127.0.0.1:1", "test")
        .await
        .err()
        .unwrap();
    let says = refused.to_string();
    assert!(says.contains("nats://127.0.0.1:1") && says.contains("--bus"), "{says}");
    assert!(!says.contains("secret"), "{says}");
}

/// It must not be spoken to in clear instead.
#[tokio::test]
async fn a_bus_without_tls_is_refused_where_tls_is_asked_for() {
    let address = Services::shared().nats.replace("nats://", "tls://");
    let refused = Nats::connect(&address, "test").await.err().unwrap().to_string();
    assert!(refused.contains(&address), "{refused}");
}
