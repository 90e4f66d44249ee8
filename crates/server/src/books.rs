//! Rulebooks that people write and save on the server.

pub(crate) mod changes;
pub(crate) mod check;
mod columns;
pub(crate) mod difference;
pub(crate) mod draft;
mod hand_line;
mod near;
pub(crate) mod shelf;
pub(crate) mod vocabulary;
pub(crate) mod workshop;
