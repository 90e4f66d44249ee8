//! The table in the browser: lobby, tables, storage, HTTP and WebSocket.

pub mod wire;
