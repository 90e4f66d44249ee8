//! Runs the binary as a person would. Expectations come from the rule texts, whose clauses are named.

#![allow(clippy::unwrap_used, reason = "a binary that cannot be run fails the test")]

mod agree;
mod arena;
mod bench;
mod deploy;
mod jantaku;
mod logs;
mod nodes;
mod result;
mod review;
mod rulebook_page;
mod rules;
mod score;
mod score_batch;
mod scoring_over_http;
mod serve;
mod settle;
mod sim;
mod tutorial;
mod verify;
