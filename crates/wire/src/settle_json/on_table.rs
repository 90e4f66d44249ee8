//! Holds what was on the table against the rulebook.

use jantaku_rules::rulebook::choices::{Chombo, FourKans, Overtime};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::seat::{BySeat, Wind};
use jantaku_table::event::DrawReason;

use super::SettleError;
use super::record::{End, Record};

pub(super) fn is_played(rules: &Rules, reason: DrawReason) -> bool {
    let (draws, kan) = (&rules.settings.draws, &rules.settings.kan);
    match reason {
        DrawReason::NineTerminals => draws.nine_terminals,
        DrawReason::FourWinds => draws.four_winds,
        DrawReason::FourRiichi => draws.four_riichi,
        DrawReason::FourKans => kan.fourth == FourKans::AbortiveDraw,
        DrawReason::TripleRon => draws.triple_ron,
        DrawReason::Exhausted | DrawReason::Chombo => true,
    }
}

pub(super) fn flags(rules: &Rules, players: &[Wind]) -> BySeat<bool> {
    BySeat::from_fn(rules.seats(), |wind| players.contains(&Wind::at(wind)))
}

/// A number for each player, nobody left out.
pub(super) fn by_wind(field: &str, rules: &Rules, given: &[(Wind, i32)]) -> Result<BySeat<i32>, SettleError> {
    let mut numbers = BySeat::all(rules.seats(), 0);
    for wind in Wind::ALL.into_iter().take(rules.seats()) {
        let found = given.iter().find(|(known, _)| *known == wind);
        let (_, number) = found.ok_or_else(|| SettleError::Missing(format!("{field}.{wind}")))?;
        numbers[wind] = *number;
    }
    Ok(numbers)
}

/// Chombo of earlier hands, where they count at the end of the game.
pub(super) fn penalties(rules: &Rules, record: &Record) -> Result<BySeat<u8>, SettleError> {
    let mut penalties = BySeat::all(rules.seats(), 0);
    let Some(given) = &record.penalties else {
        return Ok(penalties);
    };
    if rules.settings.penalty.chombo != Chombo::AfterUma {
        let why = "leave it out: no chombo counts at the end of the game";
        return Err(SettleError::ruled(rules, Key::PenaltyChombo, "penalties", why));
    }
    for (wind, count) in given {
        let why = "give the number of chombo, from 0 to 255";
        let count = u8::try_from(*count).map_err(|_| SettleError::field(format!("penalties.{wind}"), why))?;
        penalties[*wind] = count;
    }
    Ok(penalties)
}

/// Everybody named has a seat.
pub(super) fn check_seats(rules: &Rules, record: &Record) -> Result<(), SettleError> {
    let counted = [&record.points, &record.chips, &record.flowers, &record.penalties];
    let counted = counted.into_iter().flatten().flatten().map(|(wind, _)| *wind);
    let players = record.players.iter().flatten().map(|(wind, _)| *wind);
    let mut named: Vec<Wind> = record.riichi.iter().copied().chain(counted).chain(players).collect();
    match &record.end {
        End::Wins(wins) => {
            for win in wins {
                named.extend(
                    [Some(win.seat), win.from, win.fed_kan, win.responsible]
                        .into_iter()
                        .flatten(),
                );
                named.extend(win.pao.iter().map(|(wind, _)| *wind));
            }
        }
        End::Draw { tenpai, nagashi } => named.extend(tenpai.iter().flatten().chain(nagashi)),
        End::Chombo(offenders) => named.extend(offenders),
        End::Abort(_) => {}
    }
    match named.iter().find(|wind| wind.index() >= rules.seats()) {
        Some(wind) => Err(SettleError::ruled(
            rules,
            Key::TilesSeats,
            wind.name(),
            "nobody sits there",
        )),
        None => Ok(()),
    }
}

/// The round, and what lies on the table, can be there.
pub(super) fn check_table(rules: &Rules, record: &Record) -> Result<(), SettleError> {
    let settings = &rules.settings;
    if let Some(players) = &record.players {
        let is_unnamed = |wind: &Wind| !players.iter().any(|(named, _)| named == wind);
        let unnamed = Wind::ALL.into_iter().take(rules.seats()).find(is_unnamed);
        if let Some(wind) = unnamed {
            return Err(SettleError::Missing(format!("players.{wind}")));
        }
    }
    let ruled = |key: Key, field: &str, why: &str| Err(SettleError::ruled(rules, key, field, why));
    let overtime = match settings.game.overtime {
        Overtime::Nothing => 0,
        Overtime::SuddenDeath => 1,
        Overtime::WestThenNorth => 2,
    };
    if usize::from(record.dealer.0) >= rules.seats() {
        return ruled(Key::TilesSeats, "round", "there is no such dealer");
    }
    if record.round.index() >= usize::from(settings.game.rounds) + overtime {
        return ruled(Key::GameRounds, "round", "the game has fewer rounds");
    }
    if record.honba > 0 && settings.payment.honba_ron == 0 && settings.payment.honba_tsumo == 0 {
        return ruled(Key::PaymentHonbaRon, "honba", "remove it: the rulebook has no honba");
    }
    if !settings.riichi.played && !record.riichi.is_empty() {
        return ruled(Key::RiichiPlayed, "riichi", "remove it: the rulebook has no riichi");
    }
    if !settings.riichi.played && record.sticks > 0 {
        return ruled(Key::RiichiPlayed, "sticks", "remove them: the rulebook has no riichi");
    }
    if record.chips.is_some() && !settings.plays_chips() {
        return Err(SettleError::field("chips", "remove it: the rulebook has no chips"));
    }
    if record.last_hand && settings.game.minutes == 0 && settings.game.hands_after_time == 0 {
        return ruled(Key::GameMinutes, "last_hand", "remove it: the game has no time limit");
    }
    Ok(())
}
