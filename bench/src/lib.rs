//! What is timed: hands and wins that are the same in every run.

pub mod hands;
pub mod wins;
