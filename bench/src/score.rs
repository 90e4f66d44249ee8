//! A winning hand scored: its best reading, yaku, fu and points.
//!
//! Each engine has its input prepared in the form it likes best; only scoring is timed.

use jantaku_rules::win::Win;

use crate::contest::{Contest, Disagreement, RIVAL, agree};
use crate::peers::{agari, riichienv};
use crate::timing::{Runner, race};
use crate::wins::wins;

const WINS: usize = 4_000;
const AGARI: &str = "agari";

/// Everything that is timed here.
pub(crate) fn contests() -> Result<Vec<Contest>, Disagreement> {
    let mut wins = wins(WINS);
    wins.retain(|win| riichienv::Prepared::new(win).points() > 0);
    let by_riichienv = |win: &Win| riichienv::Prepared::new(win).points();
    let by_agari = |win: &Win| agari::Prepared::new(win).points();
    agree(&wins, (RIVAL, by_riichienv), (AGARI, by_agari))?;
    let for_riichienv: Vec<_> = wins.iter().map(riichienv::Prepared::new).collect();
    let for_agari: Vec<_> = wins.iter().map(agari::Prepared::new).collect();
    let runners = vec![
        Runner::over(RIVAL, &for_riichienv, riichienv::Prepared::points),
        Runner::over(AGARI, &for_agari, agari::Prepared::points),
    ];
    Ok(vec![Contest {
        key: "score",
        title: "score of a win",
        entries: race(wins.len(), runners),
    }])
}
