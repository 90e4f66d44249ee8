//! Compares how a round ended and was paid with the record.

use jantaku_rules::facts;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::Score;
use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::tile::Tile;
use jantaku_rules::transfer::{Amount, What};
use jantaku_rules::value::limit_name;
use jantaku_table::event::{self, Party};
use jantaku_table::{Event, Table};

use super::Comparison;
use super::mismatch::Point;
use super::round::Played;
use crate::game::{DrawReason, DrawRecord, Limit, Outcome, RoundRecord, WinRecord, sort_tiles};
use crate::yaku::RecordYaku;

/// Compares everything from the last decision to the last payment.
pub(super) fn compare(comparison: &mut Comparison<'_>, round: &RoundRecord, table: &Table, played: &Played) {
    // What is paid after the hand is settled belongs to the end of the game.
    let settled = played
        .ending
        .iter()
        .position(|event| matches!(event, Event::Settled(_)));
    let ending = &played.ending[..settled.unwrap_or(played.ending.len())];
    let gains = payments(&played.ending, table.seats(), None);
    let before = BySeat::from_fn(table.seats(), |seat| {
        table.points().as_slice()[seat].0 - gains.as_slice()[seat]
    });
    match &round.outcome {
        Outcome::Wins(wins) => compare_wins(comparison, wins, table, ending, before, &played.scores),
        Outcome::Draw(draw) => {
            comparison.same(Point::Before, &draw.before, &before);
            compare_draw(comparison, draw, table, ending);
        }
    }
}

fn compare_wins(
    comparison: &mut Comparison<'_>,
    wins: &[WinRecord],
    table: &Table,
    ending: &[Event],
    mut before: BySeat<i32>,
    scores: &[(Seat, Score)],
) {
    let won: Vec<_> = ending
        .iter()
        .filter_map(|event| match event {
            Event::Won { seat, from, tile, .. } => Some((*seat, *from, *tile)),
            _ => None,
        })
        .collect();
    let told: Vec<_> = wins
        .iter()
        .map(|win| (win.winner, win.from, win.winning_tile))
        .collect();
    if !comparison.same(Point::Winners, &told, &won) {
        return;
    }
    let seats = table.seats();
    for win in wins {
        if let Some((_, score)) = scores.iter().find(|(seat, _)| *seat == win.winner) {
            compare_score(comparison, win, table.rules(), score);
        }
        comparison.same(Point::Shown, &win.hand, &complete_hand(table, win));
        comparison.same(Point::Dora, &win.dora, &table.indicators().to_vec());
        let paid = payments(ending, seats, Some(win.winner));
        comparison.same(Point::Before, &win.before, &before);
        comparison.same(Point::Payment, &win.deltas, &paid);
        // A liable player who also discarded the tile pays like any discarder, and is not always named.
        let liable = liable(ending, win.winner).filter(|liable| *liable != win.from);
        comparison.same(Point::Pao, &win.pao.filter(|pao| *pao != win.from), &liable);
        before = BySeat::from_fn(seats, |seat| before.as_slice()[seat] + paid.as_slice()[seat]);
    }
}

/// The closed tiles of a winner at the table, the winning tile included, sorted.
fn complete_hand(table: &Table, win: &WinRecord) -> Vec<Tile> {
    let mut hand = table.player(win.winner).hand.to_vec();
    if win.from != win.winner {
        hand.push(win.winning_tile);
    }
    sort_tiles(&mut hand);
    hand
}

fn compare_score(comparison: &mut Comparison<'_>, win: &WinRecord, rules: &Rules, score: &Score) {
    let mut told: Vec<(String, u8)> = win.yaku.iter().map(|(yaku, han)| (id_of(yaku), *han)).collect();
    told.extend(win.yakuman.iter().map(|yaku| (id_of(yaku), 1)));
    told.sort_unstable();
    comparison.same(Point::Yaku, &told, &counted(rules, score, win.yakuman.len()));
    // Fu do not matter for a yakuman, and records may name any of its readings.
    if let Some(fu) = win.fu.filter(|_| win.yakuman.is_empty()) {
        comparison.same(Point::Fu, &fu, &u32::from(score.value.fu().0));
    }
    let limit = match limit_name(&rules.settings, &score.value) {
        "mangan" => Some(Limit::Mangan),
        "haneman" => Some(Limit::Haneman),
        "baiman" => Some(Limit::Baiman),
        "sanbaiman" => Some(Limit::Sanbaiman),
        "yakuman" | "counted yakuman" => Some(Limit::Yakuman),
        _ => None,
    };
    comparison.same(Point::Limit, &win.limit, &limit);
    comparison.same(Point::Worth, &win.points, &score.total.0);
}

fn id_of(yaku: &RecordYaku) -> String {
    match yaku {
        RecordYaku::Tenhou(yaku) => yaku.id().to_string(),
        RecordYaku::Other(name) => name.clone(),
    }
}

/// The yaku and dora that count, with their han, as a record lists them. A tile set aside is listed as a dora.
fn counted(rules: &Rules, score: &Score, yakuman: usize) -> Vec<(String, u8)> {
    let mut counted: Vec<(String, u8)> = score
        .lines(rules)
        .filter_map(|line| {
            let id = rules.yaku.get(usize::from(line.yaku))?.id.as_str();
            Some((named_by_wait(id, score).to_string(), line.worth.clamp(0, 255) as u8))
        })
        .collect();
    if !score.value.is_yakuman() && yakuman == 0 {
        let dora = &score.dora;
        let entries = [
            ("dora", dora.dora + dora.aside),
            ("ura-dora", dora.ura),
            ("red-five", dora.red),
        ];
        counted.extend(
            entries
                .into_iter()
                .filter(|(_, han)| *han > 0)
                .map(|(id, han)| (id.to_string(), han)),
        );
    }
    counted.sort_unstable();
    counted
}

/// Some yakuman have another name on their widest wait, but the same value.
fn named_by_wait<'a>(id: &'a str, score: &Score) -> &'a str {
    match id {
        "suuankou" if score.facts.is(facts::PAIR_WAIT) => "suuankou-tanki",
        "chuuren" if score.facts.is(facts::NINE_SIDED_WAIT) => "junsei-chuuren",
        "kokushi" if score.facts.is(facts::THIRTEEN_SIDED_WAIT) => "kokushi-juusanmen",
        id => id,
    }
}

fn compare_draw(comparison: &mut Comparison<'_>, draw: &DrawRecord, table: &Table, ending: &[Event]) {
    let drawn = ending.iter().find_map(|event| match event {
        Event::Drawn { reason, tenpai } => Some((*reason, *tenpai)),
        _ => None,
    });
    let nagashi = ending.iter().any(|event| matches!(event, Event::NagashiScored { .. }));
    let reason = drawn.and_then(|(reason, _)| reason_of(reason, nagashi));
    if !comparison.same(Point::Reason, &Some(draw.reason), &reason) {
        return;
    }
    let seats = table.seats();
    let shown = BySeat::from_fn(seats, |seat| draw.shown.get(seat).is_some_and(Option::is_some));
    let tells_tenpai = match draw.reason {
        DrawReason::Exhaustive => true,
        // Not every file shows hands beside a nagashi.
        DrawReason::Nagashi => shown.iter().any(|shown| *shown),
        _ => false,
    };
    if let Some((_, tenpai)) = drawn.filter(|_| tells_tenpai) {
        comparison.same(Point::Tenpai, &shown, &tenpai);
    }
    for (seat, shown) in table.all_seats().zip(&draw.shown) {
        if let Some(shown) = shown {
            let mut hand = table.player(seat).hand.to_vec();
            sort_tiles(&mut hand);
            comparison.same(Point::Shown, shown, &hand);
        }
    }
    comparison.same(Point::Payment, &draw.deltas, &payments(ending, seats, None));
}

fn reason_of(reason: event::DrawReason, nagashi: bool) -> Option<DrawReason> {
    match reason {
        event::DrawReason::Exhausted if nagashi => Some(DrawReason::Nagashi),
        event::DrawReason::Exhausted => Some(DrawReason::Exhaustive),
        event::DrawReason::NineTerminals => Some(DrawReason::NineTerminals),
        event::DrawReason::FourWinds => Some(DrawReason::FourWinds),
        event::DrawReason::FourRiichi => Some(DrawReason::FourRiichi),
        event::DrawReason::FourKans => Some(DrawReason::FourKans),
        event::DrawReason::TripleRon => Some(DrawReason::TripleRon),
        event::DrawReason::Chombo => None,
    }
}

/// What changed hands, for one winner or in total.
fn payments(ending: &[Event], seats: usize, winner: Option<Seat>) -> BySeat<i32> {
    let mut gains = BySeat::all(seats, 0);
    for event in ending {
        let Event::Paid {
            from,
            to,
            amount: Amount::Points(points),
            ..
        } = event
        else {
            continue;
        };
        if winner.is_some_and(|winner| *to != Party::Seat(winner)) {
            continue;
        }
        for (party, amount) in [(*from, -points.0), (*to, points.0)] {
            if let Party::Seat(seat) = party {
                gains[seat] += amount;
            }
        }
    }
    gains
}

/// Who paid as a liable player.
fn liable(ending: &[Event], winner: Seat) -> Option<Seat> {
    ending.iter().find_map(|event| match event {
        Event::Paid {
            from: Party::Seat(from),
            to: Party::Seat(to),
            what: What::Pao,
            ..
        } if *to == winner => Some(*from),
        _ => None,
    })
}
