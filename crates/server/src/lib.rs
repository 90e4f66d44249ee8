//! The table in the browser: lobby, tables, storage, HTTP and WebSocket.

mod accounts;
pub mod agreement;
pub mod bans;
mod books;
pub mod bus;
mod cluster;
pub mod company;
pub mod config;
pub mod game;
mod http;
pub mod hub;
mod idle;
mod jobs;
pub mod listener;
mod log;
pub mod machine;
mod metrics;
pub mod names;
pub mod network;
pub mod owner_key;
pub mod recent_log;
pub mod record;
pub mod room;
pub mod rulebooks;
mod serve;
mod stalled;
pub mod store;
pub mod tally;
mod telling;
pub mod test_wall;
pub mod tls;
pub mod token;
mod turnstile;
pub mod wire;

pub use serve::{Running, ServeError, start, start_at, start_on, start_with};
