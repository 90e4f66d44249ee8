//! Shanten over all three shapes, from counts and from a hand that is kept up to date; useful draws.

use jantaku_rules::shanten::{Calculator, Shapes, TileSet, Tracker};
use jantaku_rules::tile::Kind;
use riichienv_core::shanten::calc_shanten_from_counts;
use xiangting::{PlayerCount, calculate_necessary_tiles, calculate_replacement_number};

use crate::contest::{Contest, Failure, OURS, RIVAL, agree};
use crate::timing::{Runner, race};
use jantaku_bench::hands::{Counts, Deal, Random, deal};

const HANDS: usize = 10_000;
const XIANGTING: &str = "xiangting";

/// Everything that is timed here.
pub(crate) fn contests() -> Result<Vec<Contest>, Failure> {
    Ok(vec![
        from_counts("shanten", "shanten, random hands", Deal::Any)?,
        from_counts("shanten_half_flush", "shanten, half flushes", Deal::HalfFlush)?,
        from_counts("shanten_full_flush", "shanten, full flushes", Deal::FullFlush)?,
        from_counts("shanten_orphans", "shanten, terminals and honours", Deal::Orphans)?,
        three_players()?,
        incremental(),
        incremental_read(),
        useful_draws()?,
        waits(),
    ])
}

/// 14 tiles of each hand as counts, nothing known about them.
fn from_counts(key: &'static str, title: &'static str, from: Deal) -> Result<Contest, Failure> {
    let hands = deal(from, 14, HANDS);
    let calculator = Calculator::new(TileSet::All, Shapes::ALL);
    let ours = |hand: &Counts| i64::from(calculator.shanten(hand));
    let riichienv = |hand: &Counts| i64::from(calc_shanten_from_counts(hand, 4));
    let xiangting = |hand: &Counts| xiangting_shanten(hand, PlayerCount::Four);
    agree(&hands, (OURS, ours), (RIVAL, riichienv))?;
    agree(&hands, (OURS, ours), (XIANGTING, xiangting))?;
    let entries = race(&[
        Runner::over(OURS, &hands, ours),
        Runner::over(RIVAL, &hands, riichienv),
        Runner::over(XIANGTING, &hands, xiangting),
    ]);
    Ok(Contest { key, title, entries })
}

/// The rival has no shanten of its own for 27 kinds.
fn three_players() -> Result<Contest, Failure> {
    let hands = deal(Deal::Sanma, 14, HANDS);
    let calculator = Calculator::new(TileSet::WithoutMiddleMan, Shapes::ALL);
    let ours = |hand: &Counts| i64::from(calculator.shanten(hand));
    let xiangting = |hand: &Counts| xiangting_shanten(hand, PlayerCount::Three);
    agree(&hands, (OURS, ours), (XIANGTING, xiangting))?;
    let runners = [
        Runner::over(OURS, &hands, ours),
        Runner::over(XIANGTING, &hands, xiangting),
    ];
    Ok(Contest {
        key: "shanten_three_players",
        title: "shanten, three players",
        entries: race(&runners),
    })
}

/// A hand, a tile of it to discard, and a tile to draw after that.
type Turn = (Tracker, Kind, Kind);

/// One step is one tile out or in, and the shanten after it; a turn has two of them.
fn incremental() -> Contest {
    let turns = turns();
    let pass = |(hand, discard, draw): &Turn| {
        let mut hand = *hand;
        hand.remove(*discard);
        let after_discard = hand.shanten();
        hand.add(*draw);
        i64::from(after_discard) + i64::from(hand.shanten())
    };
    let mut entries = race(&[Runner::over(OURS, &turns, pass)]);
    entries.iter_mut().for_each(|entry| entry.ns /= 2.0);
    Contest {
        key: "shanten_incremental",
        title: "shanten after one tile more or less",
        entries,
    }
}

fn incremental_read() -> Contest {
    let turns = turns();
    let pass = |(hand, _, _): &Turn| i64::from(hand.shanten());
    Contest {
        key: "shanten_incremental_read",
        title: "shanten of a hand kept up to date",
        entries: race(&[Runner::over(OURS, &turns, pass)]),
    }
}

fn turns() -> Vec<Turn> {
    let calculator = Calculator::new(TileSet::All, Shapes::ALL);
    let mut random = Random(7);
    let turn = |mut counts: Counts| {
        let hand = calculator.track(&counts);
        let mut pick = |counts: &Counts, fits: fn(u8) -> bool| loop {
            let kind = random.below(counts.len());
            if fits(counts[kind]) {
                return Kind::at(kind);
            }
        };
        let discard = pick(&counts, |held| held > 0);
        counts[discard.index()] -= 1;
        let draw = pick(&counts, |held| held < 4);
        (hand, discard, draw)
    };
    deal(Deal::Any, 14, HANDS).into_iter().map(turn).collect()
}

/// Which kinds lower the shanten of 13 tiles.
fn useful_draws() -> Result<Contest, Failure> {
    let hands = deal(Deal::Any, 13, HANDS);
    let calculator = Calculator::new(TileSet::All, Shapes::ALL);
    let ours = |hand: &Counts| calculator.acceptance(hand).bits() as i64;
    let xiangting = |hand: &Counts| {
        let found = calculate_necessary_tiles(hand, PlayerCount::Four);
        found.map_or(-1, |(_, kinds)| kinds as i64)
    };
    agree(&hands, (OURS, ours), (XIANGTING, xiangting))?;
    let runners = [
        Runner::over(OURS, &hands, ours),
        Runner::over(XIANGTING, &hands, xiangting),
    ];
    Ok(Contest {
        key: "useful_draws",
        title: "useful draws of 13 tiles",
        entries: race(&runners),
    })
}

/// What hands that are tenpai wait for.
fn waits() -> Contest {
    let calculator = Calculator::new(TileSet::All, Shapes::ALL);
    let mut hands = deal(Deal::HalfFlush, 13, 100 * HANDS);
    hands.retain(|hand| calculator.shanten(hand) == 0);
    hands.truncate(HANDS);
    let ours = |hand: &Counts| calculator.waits(hand).bits() as i64;
    Contest {
        key: "waits",
        title: "waits of tenpai half flushes",
        entries: race(&[Runner::over(OURS, &hands, ours)]),
    }
}

fn xiangting_shanten(hand: &Counts, players: PlayerCount) -> i64 {
    calculate_replacement_number(hand, players).map_or(i64::MIN, |number| i64::from(number) - 1)
}
