//! Counters for whoever runs a server.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A number that tasks change without waiting for one another.
#[derive(Debug, Default)]
pub struct Metric(AtomicU64);

impl Metric {
    pub fn add(&self, many: usize) {
        self.0.fetch_add(many as u64, Relaxed);
    }

    pub fn sub_one(&self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

/// Declares each metric once: its name, whether it only ever grows, and what it counts.
macro_rules! metrics {
    ($($name:ident $kind:ident $help:literal)+) => {
        #[derive(Debug, Default)]
        pub struct Metrics {
            $(pub $name: Metric,)+
        }

        impl Metrics {
            /// The Prometheus text format.
            pub fn text(&self, tables: usize) -> String {
                let mut text = row("tables", "gauge", "Tables in memory.", tables as u64);
                $(text += &row(stringify!($name), stringify!($kind), $help, self.$name.0.load(Relaxed));)+
                text
            }
        }
    };
}

metrics! {
    connections gauge "Open connections."
    sockets gauge "Open WebSockets."
    requests_total counter "HTTP requests."
    actions_total counter "Decisions taken."
    refusals_total counter "Messages refused."
    turned_away_total counter "Connections and requests beyond a limit."
    events_total counter "Events told."
    records_total counter "Records stored."
    stores_total counter "Waits for the store."
    store_microseconds_total counter "Time waited for the store."
}

fn row(name: &str, kind: &str, help: &str, value: u64) -> String {
    format!("# HELP jantaku_{name} {help}\n# TYPE jantaku_{name} {kind}\njantaku_{name} {value}\n")
}
