//! NATS: its core subjects and nothing else, so that every server since 2.9 will do. What must not be lost is in PostgreSQL.

use super::{Bus, BusError, Message, Soon, Subscription, WAITING};
use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event};
use bytes::Bytes;
use futures_util::StreamExt;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{sleep, timeout};

/// How often the server is asked whether it is there; after two unanswered times the connection is made anew.
const PING: Duration = Duration::from_secs(1);
const CONNECT: Duration = Duration::from_secs(2);
/// How often to try to come back.
const AGAIN: Duration = Duration::from_millis(200);
/// How long to wait at the start, and for what was published to be sent.
const PATIENCE: Duration = Duration::from_secs(5);

pub struct Nats {
    client: Client,
    out: mpsc::Sender<Job>,
    is_up: watch::Receiver<bool>,
}

enum Job {
    Publish(Message),
    Flush(oneshot::Sender<()>),
}

impl Nats {
    /// Connects, and stays connected as well as it can.
    ///
    /// # Errors
    /// If nobody answers there now.
    pub async fn connect(address: &str, name: &str) -> Result<Nats, BusError> {
        let (tell, is_up) = watch::channel(true);
        let heard = move |event: Event| {
            match event {
                Event::Connected => {
                    if !tell.send_replace(true) {
                        tracing::info!("the bus is back");
                    }
                }
                Event::Disconnected | Event::Closed => {
                    if tell.send_replace(false) {
                        tracing::warn!("the bus cannot be reached; players at other nodes have to wait");
                    }
                }
                event => tracing::debug!(%event, "the bus says"),
            }
            std::future::ready(())
        };
        let connecting = ConnectOptions::new()
            .name(format!("jantaku {name}"))
            .ping_interval(PING)
            .connection_timeout(CONNECT)
            .reconnect_delay_callback(|_| AGAIN)
            .max_reconnects(None)
            .subscription_capacity(WAITING)
            .event_callback(heard)
            .connect(address);
        let away = |why: String| BusError::Away(without_password(address), why);
        let client = timeout(PATIENCE, connecting)
            .await
            .map_err(|_| away("it does not answer".to_owned()))?
            .map_err(|error| away(error.to_string()))?;
        let (out, jobs) = mpsc::channel(WAITING);
        tokio::spawn(send_all(client.clone(), jobs));
        Ok(Nats { client, out, is_up })
    }
}

/// Sends in order. While the server is away, messages are dropped: they would come too late.
async fn send_all(client: Client, mut jobs: mpsc::Receiver<Job>) {
    while let Some(job) = jobs.recv().await {
        match job {
            Job::Publish(_) if client.connection_state() != State::Connected => {}
            Job::Publish(Message { subject, body }) => {
                if let Err(error) = client.publish(subject, body).await {
                    tracing::debug!(%error, "a message could not be sent");
                }
            }
            Job::Flush(done) => {
                reach(&client).await;
                let _ = done.send(());
            }
        }
    }
}

impl Bus for Nats {
    fn publish(&self, subject: &str, body: Bytes) {
        let subject = subject.to_owned();
        let _ = self.out.try_send(Job::Publish(Message { subject, body }));
    }

    fn subscribe<'a>(&'a self, subject: &'a str) -> Soon<'a, Subscription> {
        Box::pin(async move {
            let (tell, told) = mpsc::channel(WAITING);
            let mut messages = loop {
                match self.client.subscribe(subject.to_owned()).await {
                    Ok(messages) => break messages,
                    Err(error) => tracing::warn!(%error, subject, "the bus cannot be heard"),
                }
                sleep(AGAIN).await;
            };
            reach(&self.client).await;
            tokio::spawn(async move {
                while let Some(message) = messages.next().await {
                    let message = Message {
                        subject: message.subject.to_string(),
                        body: message.payload,
                    };
                    if tell.send(message).await.is_err() {
                        return;
                    }
                }
            });
            told
        })
    }

    fn is_up(&self) -> watch::Receiver<bool> {
        self.is_up.clone()
    }

    fn flush(&self) -> Soon<'_, ()> {
        Box::pin(async {
            let (done, flushed) = oneshot::channel();
            if self.out.send(Job::Flush(done)).await.is_ok() {
                let _ = flushed.await;
            }
        })
    }
}

/// Waits until the server has taken in everything before this. It does one thing of a connection after another, so hearing oneself
/// is proof.
async fn reach(client: &Client) {
    let echo = async {
        let subject = client.new_inbox();
        let mut messages = client.subscribe(subject.clone()).await.ok()?;
        client.publish(subject, Bytes::new()).await.ok()?;
        messages.next().await
    };
    let _ = timeout(PATIENCE, echo).await;
}

/// An address that may be logged.
fn without_password(address: &str) -> String {
    match (address.split_once("://"), address.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        _ => address.to_owned(),
    }
}
