//! Holds what was on the table against the rulebook.

use jantaku_rules::rulebook::choices::{Chombo, DealerStays, FourKans, NagashiAs, Overtime};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::seat::{BySeat, Wind};
use jantaku_rules::units::Points;
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

/// Who declared riichi had the points for it.
pub(super) fn check_stakes(rules: &Rules, record: &Record, points: &BySeat<Points>) -> Result<(), SettleError> {
    let riichi = &rules.settings.riichi;
    let stick = Points(riichi.stick);
    let cannot = |wind: &&Wind| points[**wind] < stick || points[**wind] == stick && !riichi.last_points;
    match record.riichi.iter().find(cannot) {
        Some(wind) if riichi.needs_points => {
            let key = match points[*wind] == stick {
                true => Key::RiichiLastPoints,
                false => Key::RiichiNeedsPoints,
            };
            let why = format!("{wind} had {} points, too few for riichi", points[*wind].0);
            Err(SettleError::ruled(rules, key, "riichi", why))
        }
        _ => Ok(()),
    }
}

/// A dead hand neither wins nor is tenpai, where there are dead hands.
pub(super) fn check_dead(rules: &Rules, record: &Record) -> Result<(), SettleError> {
    let refuse = |why: String| Err(SettleError::ruled(rules, Key::PenaltyDeadHand, "dead", why));
    if !record.dead.is_empty() && !rules.settings.penalty.dead_hand {
        return refuse("remove it: the rulebook has no dead hands".to_owned());
    }
    let alive: Vec<Wind> = match &record.end {
        End::Wins(wins) => wins.iter().map(|win| win.seat).collect(),
        End::Draw { tenpai, nagashi } => tenpai.iter().flatten().chain(nagashi).copied().collect(),
        End::Abort(_) | End::Chombo(_) => Vec::new(),
    };
    match record.dead.iter().find(|wind| alive.contains(wind)) {
        Some(wind) => refuse(format!("{wind} has a dead hand, which cannot win and is noten")),
        None => Ok(()),
    }
}

/// Who is tenpai at a draw is said where it matters, and players in riichi are. A noten riichi is a chombo, which nagashi overrides.
pub(super) fn check_tenpai(
    rules: &Rules,
    record: &Record,
    tenpai: Option<&[Wind]>,
    nagashi: &[Wind],
) -> Result<(), SettleError> {
    let settings = &rules.settings;
    let deals = settings.game.dealer_stays == DealerStays::OnWinOrTenpai;
    let matters = match nagashi {
        [] => settings.draws.noten > 0 || deals,
        _ => deals && settings.draws.nagashi_as != NagashiAs::Win,
    };
    let mut alive = record.riichi.iter().filter(|wind| !record.dead.contains(wind));
    let Some(tenpai) = tenpai else {
        return match alive.next() {
            Some(wind) if matters => {
                let why = format!("{wind} is in riichi: say who is tenpai, or none");
                Err(SettleError::field("draw.tenpai", why))
            }
            _ => Ok(()),
        };
    };
    match alive.find(|wind| !tenpai.contains(wind)) {
        Some(wind) if nagashi.is_empty() && settings.penalty.chombo != Chombo::Nothing => {
            let why = format!("{wind} is in riichi: add {wind}, or write chombo {wind} if the hand was not tenpai");
            Err(SettleError::ruled(rules, Key::PenaltyChombo, "draw.tenpai", why))
        }
        Some(wind) if nagashi.is_empty() => {
            let why = format!("{wind} is in riichi and must be tenpai");
            Err(SettleError::field("draw.tenpai", why))
        }
        _ => Ok(()),
    }
}

/// Everybody named has a seat.
pub(super) fn check_seats(rules: &Rules, record: &Record) -> Result<(), SettleError> {
    let counted = [&record.points, &record.chips, &record.flowers, &record.penalties];
    let counted = counted.into_iter().flatten().flatten().map(|(wind, _)| *wind);
    let players = record.players.iter().flatten().map(|(wind, _)| *wind);
    let flagged = record.riichi.iter().chain(&record.dead).copied();
    let mut named: Vec<Wind> = flagged.chain(counted).chain(players).collect();
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
