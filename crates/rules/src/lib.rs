//! Mahjong rules as a library: tiles, winning hands, yaku, scores, settlements, shanten, and the rulebooks that decide them.
//!
//! A rulebook is data. A [`Library`] reads rulebooks, some of which come with the crate, and compiles one to [`Rules`]. The same
//! functions score and settle a hand under any of them:
//!
//! ```
//! use jantaku_rules::{Library, Win, Winner, HandState, points_moved, score, settle_wins};
//!
//! let rules = Library::builtin().rules("ema-2025").expect("it comes with the crate");
//! let win: Win = "123m456p678s99p13s +2s riichi from=west".parse()?;
//! let score = score(&rules, &win).expect("riichi is a yaku");
//! let yaku: Vec<&str> = score.lines(&rules).map(|line| rules.yaku[usize::from(line.yaku)].id.as_str()).collect();
//! assert_eq!((yaku, score.total.0), (vec!["riichi"], 1_300));
//!
//! // Who pays whom. Each transfer names the clause behind it.
//! let winner = Winner::of(&rules, &win, &score);
//! let transfers = settle_wins(&rules, &HandState::bare(rules.seats()), &[winner]);
//! assert_eq!(points_moved(&transfers, 4).map(|points| points.0).as_slice(), [0, 1_300, -1_300, 0]);
//! # Ok::<(), jantaku_rules::HandTextError>(())
//! ```
//!
//! Everything here is pure and deterministic: no clock, no disk, no network, no global state, no randomness.

pub mod condition;
pub mod dora;
pub mod explain;
pub mod expression;
pub mod facts;
pub mod fu;
pub mod hand_text;
mod held;
pub mod kind_set;
pub mod meanings;
pub mod nearest;
pub mod notation;
pub mod reading;
pub mod result;
pub mod rulebook;
pub mod score;
pub mod seat;
pub mod settlement;
pub mod shanten;
pub mod sheet;
mod splits;
pub mod suits;
pub mod terms;
pub mod tile;
pub mod tile_set;
pub mod transfer;
pub mod units;
pub mod value;
pub mod win;
pub mod win_check;
pub mod yaku_table;

pub use explain::{Explanation, explain};
pub use hand_text::{HandText, HandTextError};
pub use kind_set::KindSet;
pub use notation::NotationError;
pub use result::{FinalResult, GameEnd, final_result};
pub use rulebook::clause::ClauseRef;
pub use rulebook::error::{ErrorKind, RulebookError};
pub use rulebook::library::Library;
pub use rulebook::rules::Rules;
pub use rulebook::settings::{Key, Settings};
pub use score::{NotAWin, Score, score};
pub use seat::{BySeat, Seat, Wind};
pub use settlement::HandState;
pub use settlement::wins::{Winner, settle_wins};
pub use shanten::{Calculator, Tracker};
pub use sheet::ScoreSheet;
pub use terms::Terms;
pub use tile::{Kind, Tile};
pub use transfer::{Amount, Transfer, chips_moved, points_moved};
pub use units::{Chips, Fu, Han, Points};
pub use value::Value;
pub use win::{By, Meld, MeldKind, Riichi, Win};
pub use win_check::{WinFault, checked};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
