//! Rulebooks in three stages: the parsed file ([`source`]), its layers merged ([`resolved`]), and compiled for play ([`rules`]).

pub mod called;
pub mod canonical;
mod check;
pub mod choices;
pub mod clause;
pub mod compile;
mod conditions;
pub mod diff;
pub(crate) mod document;
pub mod error;
mod layers;
pub mod library;
pub mod limits;
mod merge;
pub mod query;
pub mod resolved;
pub mod rules;
pub mod setting;
pub mod settings;
pub mod source;
pub mod spec;
mod translation;
pub mod value;
pub mod yaku;
