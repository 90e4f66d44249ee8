//! riichienv-core playing whole games: no logs, no observations, just its state and its lists of legal actions.

use std::collections::HashMap;

use jantaku_table::shuffle::{Stream, key_of};
use riichienv_core::rule::GameRule;
use riichienv_core::state::GameState;
use riichienv_core::state::legal_actions::GameStateLegalActions;
use riichienv_core::state_3p::GameState3P;
use riichienv_core::state_3p::legal_actions::GameState3PLegalActions;

use crate::games::Length;

/// Its number for a game of an east and a south round.
const HALF: u8 = 2;
const HALF_OF_THREE: u8 = 5;

macro_rules! play {
    ($name:ident, $state:ty, $mode:expr, $doc:literal) => {
        #[doc = $doc]
        pub(crate) fn $name(seed: u64) -> Length {
            let mut lots = Stream::new(&key_of(seed, u32::MAX));
            let mut state = <$state>::new($mode, true, Some(seed), 0, GameRule::default_tenhou());
            let mut decisions = 0;
            let mut actions = HashMap::new();
            while !state.is_done {
                actions.clear();
                for seat in state.active_players.clone() {
                    let legal = state._get_legal_actions_internal(seat);
                    if !legal.is_empty() {
                        let chosen = lots.below(legal.len() as u32) as usize;
                        actions.insert(seat, legal[chosen].clone());
                        decisions += 1;
                    }
                }
                state.step(&actions);
            }
            Length { decisions }
        }
    };
}

play!(four, GameState, HALF, "A game of four players.");
play!(three, GameState3P, HALF_OF_THREE, "A game of three players.");
