//! The one binary: score, rules, result.

fn main() {}
