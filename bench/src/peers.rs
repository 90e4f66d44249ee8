//! Other engines, each behind one small adapter, used in the way that is quickest for it.

pub(crate) mod agari;
pub(crate) mod riichienv;
pub(crate) mod riichienv_games;
