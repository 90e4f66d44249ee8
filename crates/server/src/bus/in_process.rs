//! A bus between the nodes of one process: usually one, in tests several.

use super::{Bus, Message, Soon, Subscription, WAITING};
use bytes::Bytes;
use std::sync::{Mutex, PoisonError};
use tokio::sync::{mpsc, watch};

pub struct InProcess {
    listeners: Mutex<Vec<(String, mpsc::Sender<Message>)>>,
    is_up: watch::Sender<bool>,
}

impl Default for InProcess {
    fn default() -> InProcess {
        InProcess {
            listeners: Mutex::default(),
            is_up: watch::Sender::new(true),
        }
    }
}

impl Bus for InProcess {
    fn publish(&self, subject: &str, body: Bytes) {
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|(_, listener)| !listener.is_closed());
        for (_, listener) in listeners.iter().filter(|(pattern, _)| is_meant(pattern, subject)) {
            let subject = subject.to_owned();
            let body = body.clone();
            let _ = listener.try_send(Message { subject, body });
        }
    }

    fn subscribe<'a>(&'a self, subject: &'a str) -> Soon<'a, Subscription> {
        let (listener, messages) = mpsc::channel(WAITING);
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.push((subject.to_owned(), listener));
        Box::pin(std::future::ready(messages))
    }

    fn is_up(&self) -> watch::Receiver<bool> {
        self.is_up.subscribe()
    }

    fn flush(&self) -> Soon<'_, ()> {
        Box::pin(std::future::ready(()))
    }
}

fn is_meant(pattern: &str, subject: &str) -> bool {
    match pattern.strip_suffix('>') {
        Some(start) => subject.starts_with(start),
        None => pattern == subject,
    }
}
