//! The end of a game on the wire.

pub use jantaku_wire::result_json::{ResultJson, ResultLine, UnitWord};
