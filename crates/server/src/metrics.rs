//! Figures for the operator.

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

pub struct Metrics {
    registry: Registry,
    tables: Gauge,
    pub connections: Gauge,
    pub sockets: Gauge,
    pub requests: Counter,
    pub actions: Counter,
    pub refusals: Counter,
    pub turned_away: Counter,
    pub events: Counter,
    pub records: Counter,
    pub store_seconds: Histogram,
    pub bus_up: Gauge,
    pub bus_messages: Counter,
    pub links: Gauge,
    pub adopted: Counter,
    pub fenced: Counter,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let metrics = Metrics {
            registry: Registry::with_prefix("jantaku"),
            tables: Gauge::default(),
            connections: Gauge::default(),
            sockets: Gauge::default(),
            requests: Counter::default(),
            actions: Counter::default(),
            refusals: Counter::default(),
            turned_away: Counter::default(),
            events: Counter::default(),
            records: Counter::default(),
            bus_up: Gauge::default(),
            bus_messages: Counter::default(),
            links: Gauge::default(),
            adopted: Counter::default(),
            fenced: Counter::default(),
            // From a quarter of a millisecond to two seconds.
            store_seconds: Histogram::new(exponential_buckets(0.000_25, 2.0, 14)),
        };
        metrics.registered()
    }
}

impl Metrics {
    fn registered(mut self) -> Metrics {
        let registry = &mut self.registry;
        registry.register("tables", "Tables in memory", self.tables.clone());
        registry.register("connections", "Open connections", self.connections.clone());
        registry.register("sockets", "Open WebSockets", self.sockets.clone());
        registry.register("requests", "HTTP requests", self.requests.clone());
        registry.register("actions", "Decisions taken", self.actions.clone());
        registry.register("refusals", "Messages refused", self.refusals.clone());
        registry.register(
            "turned_away",
            "Connections and requests beyond a limit",
            self.turned_away.clone(),
        );
        registry.register("events", "Events told", self.events.clone());
        registry.register("records", "Records stored", self.records.clone());
        registry.register(
            "store_seconds",
            "How long tables waited for the store",
            self.store_seconds.clone(),
        );
        registry.register("bus_up", "Can the bus be reached? 1 for yes", self.bus_up.clone());
        registry.register("bus_messages", "Messages of other nodes", self.bus_messages.clone());
        registry.register("links", "Sockets at other nodes to tables here", self.links.clone());
        registry.register("adopted", "Tables taken over from other nodes", self.adopted.clone());
        registry.register("fenced", "Tables that another node has taken over", self.fenced.clone());
        self
    }

    /// The OpenMetrics text format, which Prometheus reads.
    pub fn text(&self, tables: usize) -> String {
        self.tables.set(tables as i64);
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
