//! What is counted, for those who look after a server.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Counters and gauges of a server.
#[derive(Debug, Default)]
pub struct Metrics {
    connections: AtomicU64,
    sockets: AtomicU64,
    requests: AtomicU64,
    actions: AtomicU64,
    refusals: AtomicU64,
    turned_away: AtomicU64,
    events: AtomicU64,
    records: AtomicU64,
    store_micros: AtomicU64,
    stores: AtomicU64,
}

impl Metrics {
    /// A connection was opened, or closed.
    pub fn connection(&self, opened: bool) {
        change(&self.connections, opened);
    }

    /// A socket was opened, or closed.
    pub fn socket(&self, opened: bool) {
        change(&self.sockets, opened);
    }

    /// A request was made.
    pub fn asked(&self) {
        self.requests.fetch_add(1, Relaxed);
    }

    /// A decision was taken.
    pub fn acted(&self) {
        self.actions.fetch_add(1, Relaxed);
    }

    /// A message was refused.
    pub fn refused(&self) {
        self.refusals.fetch_add(1, Relaxed);
    }

    /// A connection or request was refused for a limit.
    pub fn turned_away(&self) {
        self.turned_away.fetch_add(1, Relaxed);
    }

    /// Events were told.
    pub fn told(&self, events: usize) {
        self.events.fetch_add(events as u64, Relaxed);
    }

    /// Records were stored, and took this long.
    pub fn stored(&self, records: usize, took: Duration) {
        self.records.fetch_add(records as u64, Relaxed);
        self.stores.fetch_add(1, Relaxed);
        self.store_micros.fetch_add(took.as_micros() as u64, Relaxed);
    }

    /// As Prometheus reads them.
    pub fn text(&self, tables: usize) -> String {
        let get = |number: &AtomicU64| number.load(Relaxed);
        let rows = [
            ("tables", "gauge", "Tables in memory.", tables as u64),
            ("connections", "gauge", "Open connections.", get(&self.connections)),
            ("sockets", "gauge", "Open WebSockets.", get(&self.sockets)),
            ("requests_total", "counter", "HTTP requests.", get(&self.requests)),
            ("actions_total", "counter", "Decisions taken.", get(&self.actions)),
            ("refusals_total", "counter", "Messages refused.", get(&self.refusals)),
            (
                "turned_away_total",
                "counter",
                "Connections and requests beyond a limit.",
                get(&self.turned_away),
            ),
            ("events_total", "counter", "Events told.", get(&self.events)),
            ("records_total", "counter", "Records stored.", get(&self.records)),
            ("stores_total", "counter", "Waits for the store.", get(&self.stores)),
            (
                "store_microseconds_total",
                "counter",
                "Time waited for the store.",
                get(&self.store_micros),
            ),
        ];
        let mut text = String::new();
        for (name, kind, help, value) in rows {
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "# HELP jantaku_{name} {help}\n# TYPE jantaku_{name} {kind}\njantaku_{name} {value}"
            );
        }
        text
    }
}

fn change(gauge: &AtomicU64, up: bool) {
    match up {
        true => gauge.fetch_add(1, Relaxed),
        false => gauge.fetch_sub(1, Relaxed),
    };
}
