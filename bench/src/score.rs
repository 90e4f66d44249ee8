//! A winning hand scored: its best reading, yaku, fu, points and who pays them.
//!
//! Each engine has its input prepared in the form it likes best; only scoring is timed.

use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::score;
use jantaku_rules::settlement::HandState;
use jantaku_rules::settlement::wins::{Winner, settle_wins};
use jantaku_rules::win::Win;

use crate::contest::{Contest, Failure, OURS, PUBLIC, RIVAL, agree};
use crate::peers::{agari, riichienv};
use crate::timing::{Runner, race};
use jantaku_bench::wins::wins;

const WINS: usize = 4_000;
const AGARI: &str = "agari";

/// The rulebooks that clubs play, timed beside that one; each with its key in the JSON.
const HOUSE: [(&str, &str, &str); 3] = [
    ("zan", "score_zan", "score of a win, zan"),
    ("zung-jung", "score_zung_jung", "score of a win, zung-jung"),
    (
        "ryanzou-chankan",
        "score_ryanzou_chankan",
        "score of a win, ryanzou-chankan",
    ),
];

/// Everything that is timed here.
pub(crate) fn contests() -> Result<Vec<Contest>, Failure> {
    let rules = Library::builtin().rules(PUBLIC).map_err(Failure::Rulebook)?;
    let table = HandState::bare(rules.seats());
    let scored = |win: &Win| score(&rules, win).map_or(0, |score| i64::from(score.total.0));
    let paid = |win: &Win| paid(&rules, &table, win);
    let mut wins = wins(&rules, WINS);
    // The other engines pay some yakuman twice, which this rulebook does not.
    wins.retain(|win| score(&rules, win).map_or(true, |score| !score.value.is_yakuman()));
    agree(&wins, (OURS, scored), (OURS, paid))?;
    agree(
        &wins,
        (OURS, paid),
        (RIVAL, |win| riichienv::Prepared::new(win).points()),
    )?;
    agree(&wins, (OURS, paid), (AGARI, |win| agari::Prepared::new(win).points()))?;
    // Complete hands without a yaku were there to agree on; they are not scored.
    wins.retain(|win| scored(win) > 0);

    let for_riichienv: Vec<_> = wins.iter().map(riichienv::Prepared::new).collect();
    let for_agari: Vec<_> = wins.iter().map(agari::Prepared::new).collect();
    let runners = [
        Runner::over(OURS, &wins, scored),
        Runner::over(RIVAL, &for_riichienv, riichienv::Prepared::points),
        Runner::over(AGARI, &for_agari, agari::Prepared::points),
    ];
    let score = Contest {
        key: "score",
        title: "score of a win",
        entries: race(&runners),
    };
    let with_payments = Contest {
        key: "score_with_payments",
        title: "the same, with every transfer",
        entries: race(&[Runner::over(OURS, &wins, paid)]),
    };
    let mut contests = vec![score, with_payments];
    for house in HOUSE {
        contests.push(beside(&rules, house)?);
    }
    Ok(contests)
}

/// A club's rulebook and the other, each on hands of its own tiles.
fn beside(public: &Rules, (spec, key, title): (&str, &'static str, &'static str)) -> Result<Contest, Failure> {
    let house = Library::builtin().rules(spec).map_err(Failure::Rulebook)?;
    let scored = |rules: &Rules, win: &Win| score(rules, win).map_or(0, |score| i64::from(score.total.0));
    let won = |rules: &Rules| {
        let mut wins = wins(rules, WINS);
        wins.retain(|win| scored(rules, win) > 0);
        wins
    };
    let (mut ours, mut theirs) = (won(&house), won(public));
    let both = ours.len().min(theirs.len());
    ours.truncate(both);
    theirs.truncate(both);
    let entries = race(&[
        Runner::over(OURS, &ours, |win| scored(&house, win)),
        Runner::over(PUBLIC, &theirs, |win| scored(public, win)),
    ]);
    Ok(Contest { key, title, entries })
}

/// What the winner is paid in all, from the transfers.
fn paid(rules: &Rules, table: &HandState, win: &Win) -> i64 {
    let Ok(score) = score(rules, win) else {
        return 0;
    };
    let winner = Winner::ron(win.seat, win.by, win.from, score.value);
    let transfers = settle_wins(rules, table, &[winner]);
    transfers
        .iter()
        .map(|transfer| i64::from(transfer.amount.number()))
        .sum()
}
