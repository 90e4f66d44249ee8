//! The end of a game on the wire.

pub use jantaku_formats::result_json::{ResultJson, ResultLine, UnitWord};
