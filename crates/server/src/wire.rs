//! What goes over the network. The TypeScript types of the browser client are made from these.

pub mod account;
pub mod advice;
pub mod agreement;
pub mod books;
pub mod chat;
pub mod fair;
pub mod frame;
pub mod friends;
pub mod lesson;
pub mod lobby;
#[cfg(test)]
mod openapi;
pub mod passkeys;
pub mod prompt;
pub mod result;
pub mod sheet;
pub mod table;
#[cfg(test)]
mod typescript;
pub mod why;
pub mod worth;
