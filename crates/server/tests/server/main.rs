//! The server over its real protocol: whole games, reconnections, restarts, secrets, bad company.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod account_data;
mod accounts;
mod addresses;
mod admin;
mod agreement;
mod api;
mod bad_input;
mod books;
mod buses;
mod check;
mod claims;
mod client;
mod clocks;
mod contract;
#[path = "../../../rules/tests/rulebook/costly_books.rs"]
#[allow(dead_code, reason = "the tests of the rules use all of it")]
mod costly_books;
mod crashes;
mod deleted_accounts;
mod disk;
mod doors;
mod draws;
mod exports;
mod finding;
mod forgetting;
mod friends;
mod hints;
mod hosts;
mod invitations;
mod keeping;
mod leaks;
mod leases;
mod lessons;
mod levels;
mod lobby;
mod moving;
mod nodes;
mod people;
mod postgres_tls;
mod proxies;
mod referee;
mod restarts;
mod reviews;
mod saved_books;
mod scoring;
mod seats;
mod secret_claims;
mod server;
mod services;
mod sheets;
mod statistics;
mod store;
mod thrift;
mod tls;
mod tokens;
mod trickle;
mod unreliable;
mod versions;
mod whole_games;
