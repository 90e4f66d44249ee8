//! Files of other programs: real games, facts, and damaged files.

mod damaged_files;
mod json_round_trip;
mod kobalab_wins;
mod mjlog;
mod mjx;
mod mjx_facts;
mod mjx_legal;
mod rare_rounds;
mod real_games;
mod recorded_games;
mod sample_games;
mod settled_games;
mod shared;
mod tenhou_json;
mod verified_games;
