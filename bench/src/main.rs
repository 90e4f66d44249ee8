//! Jantaku beside other engines, on the same inputs in the same single-threaded run.

fn main() {}
