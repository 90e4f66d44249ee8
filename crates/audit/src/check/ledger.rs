//! Points, sticks and chips are neither created nor lost, and every payment has a clause.

use super::Found;
use jantaku_rules::result::FinalResult;
use jantaku_rules::rulebook::choices::Scheme;
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::rulebook::settings::Settings;
use jantaku_rules::transfer::{Stake, What};
use jantaku_rules::units::Chips;
use jantaku_table::{Event, Table};

pub fn check(before: &Table, event: &Event, after: &Table) -> Found {
    let settings = &after.rules().settings;
    if sum(after) != sum(before) && !is_leftover(before, event) {
        return Err(format!("{} points on the table, {} before", sum(after), sum(before)));
    }
    if after.chips().iter().copied().sum::<Chips>() != Chips(0) {
        return Err("the chips do not sum to 0".to_owned());
    }
    let unit = unit(settings);
    if let Some(odd) = after.points().iter().find(|points| points.0 % unit != 0) {
        return Err(format!("{odd} points, but all payments are multiples of {unit}"));
    }
    match event {
        Event::Paid {
            from,
            to,
            amount,
            because,
            ..
        } => {
            if from == to || amount.number() <= 0 {
                return Err("a payment that moves nothing".to_owned());
            }
            if *because == ClauseRef::NONE {
                return Err("a payment without a clause".to_owned());
            }
        }
        Event::GameEnded { .. } => return result(after.rules(), after.result()),
        _ => {}
    }
    Ok(())
}

/// All points, with the sticks on the table.
pub fn sum(table: &Table) -> i32 {
    let sticks = i32::from(table.standing().sticks) * table.rules().settings.riichi.stick;
    table.points().iter().map(|points| points.0).sum::<i32>() + sticks
}

/// Leftover sticks may be split between players, so [`leftover`] checks them together.
fn is_leftover(before: &Table, event: &Event) -> bool {
    let leftover = matches!(
        event,
        Event::Paid {
            what: What::Leftover,
            ..
        }
    );
    leftover && before.is_over()
}

/// At the end of a game only sticks that cannot be split evenly may be missing.
pub fn leftover(total: i32, over: &Table) -> Found {
    let missing = total - sum(over);
    if (0..100 * over.seats() as i32).contains(&missing) {
        Ok(())
    } else {
        Err(format!("{missing} points are missing at the end of the game"))
    }
}

/// The unit of a rulebook's payments.
fn unit(settings: &Settings) -> i32 {
    let rows = settings.value.dealer.iter().chain(&settings.value.others);
    let base = match settings.value.scheme {
        Scheme::Points => return 1,
        Scheme::FuAndHan => 100,
        Scheme::HanTable => rows.fold(0, |unit, row| {
            [row.ron, row.tsumo, row.from_dealer].into_iter().fold(unit, gcd)
        }),
    };
    let noten = (1..i32::from(settings.tiles.seats)).flat_map(|tenpai| {
        let others = i32::from(settings.tiles.seats) - tenpai;
        [settings.draws.noten / tenpai, settings.draws.noten / others]
    });
    let payments = [
        settings.payment.honba_ron,
        settings.payment.honba_tsumo,
        settings.riichi.stick,
    ];
    noten
        .chain(payments)
        .chain([settings.game.start])
        .fold(base, gcd)
        .max(1)
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Checks that the final result sums to zero in uma and chips.
pub fn result(rules: &Rules, result: Option<&FinalResult>) -> Found {
    let Some(result) = result else {
        return Err("a game is over without a result".to_owned());
    };
    let uma: i32 = result.sum(What::Uma).iter().sum();
    let chips: Chips = result.chips.iter().copied().sum();
    let score: i32 = result.score.iter().sum();
    let mut lines = 0;
    for line in &result.lines {
        lines += line.amount;
        // Without a clause on results the points stay as they are, and no clause is named.
        if line.because == ClauseRef::NONE && rules.because(Key::ResultIs) != ClauseRef::NONE {
            return Err(format!("a line of the result without a clause: {line:?}"));
        }
    }
    if uma != 0 || chips != Chips(0) || result.unit == Stake::Chips && score != 0 {
        return Err(format!("uma sums to {uma}, chips to {chips}"));
    }
    if lines != score {
        return Err("the lines of the result do not add up".to_owned());
    }
    Ok(())
}
