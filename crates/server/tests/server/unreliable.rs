//! A bus that can be cut, and that loses, doubles and reorders messages.

use bytes::Bytes;
use jantaku_server::bus::{Bus, Soon, Subscription};
use jantaku_table::shuffle::Stream;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::{mpsc, watch};

pub(crate) struct Unreliable {
    bus: Arc<dyn Bus>,
    is_cut: Arc<AtomicBool>,
    /// Of a thousand messages, how many are lost, and as many doubled and held back.
    faults: AtomicU32,
    dice: Mutex<Stream>,
    held: Mutex<Option<(String, Bytes)>>,
}

impl Unreliable {
    pub(crate) fn new(bus: Arc<dyn Bus>, seed: u8) -> Arc<Unreliable> {
        Arc::new(Unreliable {
            bus,
            is_cut: Arc::default(),
            faults: AtomicU32::new(0),
            dice: Mutex::new(Stream::new(&[seed; 32])),
            held: Mutex::default(),
        })
    }

    /// Cuts this end from the bus, or brings it back.
    pub(crate) fn cut(&self, is_cut: bool) {
        self.is_cut.store(is_cut, Ordering::SeqCst);
    }

    pub(crate) fn fail(&self, of_a_thousand: u32) {
        self.faults.store(of_a_thousand, Ordering::SeqCst);
    }
}

impl Bus for Unreliable {
    fn publish(&self, subject: &str, body: Bytes) {
        if self.is_cut.load(Ordering::SeqCst) {
            return;
        }
        let lot = self.dice.lock().unwrap().below(1000);
        let faults = self.faults.load(Ordering::SeqCst);
        let held = self.held.lock().unwrap().take();
        if lot < faults {
            // Lost.
        } else if lot < 2 * faults {
            self.bus.publish(subject, body.clone());
            self.bus.publish(subject, body);
        } else if lot < 3 * faults {
            *self.held.lock().unwrap() = Some((subject.to_owned(), body));
        } else {
            self.bus.publish(subject, body);
        }
        if let Some((subject, body)) = held {
            self.bus.publish(&subject, body);
        }
    }

    fn subscribe<'a>(&'a self, subject: &'a str) -> Soon<'a, Subscription> {
        Box::pin(async move {
            let mut messages = self.bus.subscribe(subject).await;
            let (tell, told) = mpsc::channel(1 << 16);
            let is_cut = Arc::clone(&self.is_cut);
            tokio::spawn(async move {
                while let Some(message) = messages.recv().await {
                    if !is_cut.load(Ordering::SeqCst) && tell.send(message).await.is_err() {
                        return;
                    }
                }
            });
            told
        })
    }

    fn is_up(&self) -> watch::Receiver<bool> {
        self.bus.is_up()
    }

    fn flush(&self) -> Soon<'_, ()> {
        self.bus.flush()
    }
}
