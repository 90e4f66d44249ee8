//! Other engines, each behind one small adapter: prepared from our description of a win, then only scoring.

pub(crate) mod agari;
pub(crate) mod riichienv;
