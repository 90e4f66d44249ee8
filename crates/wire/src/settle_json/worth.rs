//! What a hand is worth that is known by its value alone, and who answers for it.

use jantaku_rules::rulebook::choices::{DiscardPays, Scheme};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::rulebook::yaku::Worth as YakuWorth;
use jantaku_rules::settlement::wins::Liabilities;
use jantaku_rules::terms::Terms;
use jantaku_rules::units::{Fu, Han, Points};
use jantaku_rules::value::Value;
use jantaku_rules::win::By;

use super::SettleError;
use super::record::{WinRecord, Worth};

/// The value of a hand that is not written down.
pub(super) fn value(rules: &Rules, win: &WinRecord, worth: &Worth, place: &str) -> Result<Value, SettleError> {
    let settings = &rules.settings;
    let scheme = settings.value.scheme;
    let refuse = |name: &str, why: String| {
        Err(SettleError::ruled(
            rules,
            Key::ValueScheme,
            format!("{place}.{name}"),
            why,
        ))
    };
    let has_fu = scheme == Scheme::FuAndHan;
    let limit_han = match scheme {
        Scheme::FuAndHan => settings.value.limits.first().map_or(u8::MAX, |limit| limit.han),
        _ => 0,
    };
    match (worth, win.fu) {
        (Worth::Han(_) | Worth::Yakuman(_) | Worth::Limit(_), _) if scheme == Scheme::Points => {
            refuse("points", "the rulebook counts points: give those".to_owned())
        }
        (Worth::Points(_), _) if scheme != Scheme::Points => refuse(
            "points",
            "the rulebook counts han: give han, yakuman or a limit".to_owned(),
        ),
        (Worth::Points(points), None) if *points >= 1 => check_points(rules, *points, place),
        (_, Some(_)) if !has_fu => refuse("fu", "the rulebook counts no fu".to_owned()),
        (Worth::Han(0) | Worth::Yakuman(0) | Worth::Points(_), _) => Err(SettleError::field(
            place,
            "a hand is worth something: give a number from 1",
        )),
        (Worth::Han(han), None) if has_fu && *han < limit_han => {
            refuse("fu", format!("{han} han need the fu: add them, such as 40 fu"))
        }
        (Worth::Han(_), Some(fu)) if fu != settings.fu.seven_pairs && (fu < 20 || fu % 10 != 0) => {
            refuse("fu", format!("{fu} fu do not exist; they are rounded up to tens"))
        }
        (Worth::Han(han), fu) => Ok(Value::Han {
            han: Han(*han),
            fu: Fu(fu.unwrap_or(0)),
        }),
        (_, Some(_)) => refuse("fu", "only beside han".to_owned()),
        (Worth::Yakuman(2..), _) if !settings.value.yakuman_add => {
            let why = "only one yakuman counts";
            Err(SettleError::ruled(
                rules,
                Key::ValueYakumanAdd,
                format!("{place}.yakuman"),
                why,
            ))
        }
        (Worth::Yakuman(count), _) => Ok(Value::Yakuman(*count)),
        (Worth::Limit(name), _) => limit(rules, name).ok_or_else(|| {
            let why = format!("the rulebook has no limit {name:?}: give han, yakuman or one of its limits");
            SettleError::field(format!("{place}.limit"), why)
        }),
    }
}

/// Added points end at the cap, except for the points of a single pattern, and begin at the minimum.
fn check_points(rules: &Rules, points: i32, place: &str) -> Result<Value, SettleError> {
    let value = &rules.settings.value;
    let field = || format!("{place}.points");
    let single = || rules.yaku.iter().any(|yaku| yaku.worth == YakuWorth::Points(points));
    if value.cap > 0 && points > value.cap && !single() {
        let why = format!(
            "no hand is worth {points}: the most is {}, or a single pattern",
            value.cap
        );
        return Err(SettleError::ruled(rules, Key::ValueCap, field(), why));
    }
    if points < i32::from(value.minimum) {
        let why = format!("a hand needs at least {} points", value.minimum);
        return Err(SettleError::ruled(rules, Key::ValueMinimum, field(), why));
    }
    // Without bonus tiles every hand is worth a sum of patterns, or what a hand without any is.
    let worths = rules.yaku.iter().filter_map(|yaku| match yaku.worth {
        YakuWorth::Points(points) => Some(points),
        YakuWorth::Han { .. } | YakuWorth::Yakuman(_) => None,
    });
    let step = worths.fold(0, greatest_common_divisor);
    let is_sum = step == 0 || points % step == 0 || points == value.chicken;
    if rules.settings.tiles.flowers == 0 && !is_sum {
        let why = format!("no hand is worth {points}: patterns are worth multiples of {step}");
        return Err(SettleError::ruled(rules, Key::ValueScheme, field(), why));
    }
    Ok(Value::Points(Points(points)))
}

fn greatest_common_divisor(one: i32, other: i32) -> i32 {
    match one {
        0 => other,
        _ => greatest_common_divisor(other % one, one),
    }
}

fn limit(rules: &Rules, name: &str) -> Option<Value> {
    let value = &rules.settings.value;
    let by_fu = value.limits.iter().map(|limit| (limit.name.as_str(), limit.han));
    let by_table = value.others.iter().map(|row| (row.name.as_str(), row.han));
    let counted = Some(("counted yakuman", value.counted_yakuman)).filter(|(_, han)| *han > 0);
    let known: Vec<(&str, u8)> = match value.scheme {
        Scheme::FuAndHan => by_fu.chain(counted).collect(),
        _ => by_table.collect(),
    };
    let found = known.iter().find(|(known, _)| *known == name && !name.is_empty());
    found.map(|(_, han)| Value::of_han(*han))
}

/// A north and a flower are robbed only where the rulebook lets somebody win by it; the flower only by whoever has all others, which
/// is a yakuman.
pub(super) fn check_way(rules: &Rules, by: By, value: Value, flowers: u8, place: &str) -> Result<(), SettleError> {
    let (aside, all) = (&rules.settings.aside, rules.settings.tiles.flowers);
    let refuse = |key: Key, why: &str| Err(SettleError::ruled(rules, key, format!("{place}.by"), why));
    match by {
        By::RobbingAKita if !aside.kita => refuse(Key::AsideKita, "no north is set aside"),
        By::RobbingAKita if !aside.kita_robbed => refuse(Key::AsideKitaRobbed, "no north can be robbed"),
        By::RobbingAFlower if all == 0 => refuse(Key::TilesFlowers, "there are no flowers"),
        By::RobbingAFlower if !aside.all_win => refuse(Key::AsideAllWin, "no flower can be robbed"),
        By::RobbingAFlower if value.yakuman() == 0 => {
            refuse(Key::AsideAllWin, "winning on the last flower is a yakuman")
        }
        By::RobbingAFlower if flowers + 1 != all => {
            let why = format!(
                "the winner has all other flowers: add them, such as flowers south {}",
                all - 1
            );
            refuse(Key::AsideAllWin, &why)
        }
        _ => Ok(()),
    }
}

/// A responsible player and a feeder pay only where the rulebook has them.
pub(super) fn check_payers(rules: &Rules, win: &WinRecord, place: &str) -> Result<(), SettleError> {
    let settings = &rules.settings;
    let tsumo = win.from.is_none();
    let shared = settings.payment.discard != DiscardPays::Responsible;
    if win.responsible.is_some() && (shared || tsumo) {
        let why = "remove it: nobody is responsible for this win";
        return Err(SettleError::ruled(
            rules,
            Key::PaymentDiscard,
            format!("{place}.responsible"),
            why,
        ));
    }
    if win.fed_kan.is_some() && !(tsumo && settings.pao.rinshan) {
        let why = format!("remove it: nobody pays for having fed this {}", Terms::of(rules).kan);
        return Err(SettleError::ruled(
            rules,
            Key::PaoRinshan,
            format!("{place}.fed_kan"),
            why,
        ));
    }
    Ok(())
}

/// Who is liable for how many of the yakuman.
pub(super) fn liable(rules: &Rules, win: &WinRecord, value: Value, place: &str) -> Result<Liabilities, SettleError> {
    let mut liable = Liabilities::default();
    let field = format!("{place}.pao");
    if !win.pao.is_empty() && rules.settings.pao.yaku.is_empty() {
        return Err(SettleError::ruled(
            rules,
            Key::PaoYaku,
            field,
            "the rulebook has no liability",
        ));
    }
    let all: i32 = win.pao.iter().map(|(_, count)| *count).sum();
    let counts = win.pao.iter().all(|(_, count)| *count > 0);
    if !win.pao.is_empty() && (!counts || all > i32::from(value.yakuman())) {
        return Err(SettleError::field(
            field,
            format!("the hand has {} yakuman", value.yakuman()),
        ));
    }
    if win.pao.iter().any(|(seat, _)| *seat == win.seat) {
        return Err(SettleError::field(field, "name another player than the winner"));
    }
    for (seat, count) in &win.pao {
        liable.add(*seat, *count as u8);
    }
    Ok(liable)
}
