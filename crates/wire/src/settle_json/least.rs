//! What a hand must be worth at least, by everything else that its record says.

use jantaku_rules::rulebook::choices::Scheme;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::rulebook::yaku::{Worth, Yaku};
use jantaku_rules::value::Value;

use super::SettleError;
use super::record::WinRecord;

/// Refuses han and fu that contradict riichi, ippatsu, ura dora, flowers, or each other.
pub(super) fn check_least(
    rules: &Rules,
    win: &WinRecord,
    value: Value,
    place: &str,
    riichi: bool,
    flowers: u8,
) -> Result<(), SettleError> {
    let Value::Han { han, fu } = value else { return Ok(()) };
    let tsumo = win.from.is_none();
    if win.fu.is_some() {
        check_fu(rules, fu.0, tsumo, place)?;
    }
    let settings = &rules.settings;
    let has_fu = win.fu.is_some() && settings.value.scheme == Scheme::FuAndHan;
    let pairs = has_fu && fu.0 == settings.fu.seven_pairs;
    // Without the fu of a tsumo: the hand has a yaku that waives them, or was sorted where that loses both.
    let waived = has_fu && !pairs && tsumo && settings.fu.tsumo > 0 && fu.0 <= settings.fu.base;
    let closed = riichi || pairs || waived;
    let known = [
        (riichi, "riichi"),
        (win.ippatsu == Some(true), "ippatsu"),
        (closed && tsumo, "tsumo"),
        (pairs, "seven-pairs"),
    ];
    let is_certain = |yaku: &&Yaku| {
        let by_fact = known.iter().any(|(holds, fact)| *holds && yaku.when == *fact);
        by_fact || waived && yaku.waives_fu && yaku.unless.is_empty()
    };
    let certain: Vec<&Yaku> = rules.yaku.iter().filter(is_certain).collect();
    let of_yaku = certain.iter().map(|yaku| match yaku.worth {
        Worth::Han { closed, .. } => u32::from(closed),
        Worth::Yakuman(_) | Worth::Points(_) => 0,
    });
    let ura = u32::from(win.ura.unwrap_or(0));
    let of_flowers = u32::from(flowers) * u32::from(settings.aside.han);
    let least = of_yaku.sum::<u32>() + ura + of_flowers;
    if u32::from(han.0) >= least {
        return Ok(());
    }
    let names = certain.iter().map(|yaku| yaku.names.romaji.clone());
    let counted = [(ura, "ura dora"), (of_flowers, "han of flowers")];
    let counted = counted.iter().filter(|(count, _)| *count > 0);
    let named: Vec<String> = names
        .chain(counted.map(|(count, what)| format!("{count} {what}")))
        .collect();
    let why = format!("{} han are too few: {} make {least}", han.0, named.join(", "));
    Err(SettleError::field(format!("{place}.han"), why))
}

/// By ron a hand has at least the fu of a closed one, or those that an open one is raised to.
fn check_fu(rules: &Rules, given: u8, tsumo: bool, place: &str) -> Result<(), SettleError> {
    let fu = &rules.settings.fu;
    let rounded = |fu: u8| fu.div_ceil(10) * 10;
    let closed = rounded(fu.base.saturating_add(fu.closed_ron));
    let least = closed.min(rounded(fu.base.max(fu.open_minimum)));
    if tsumo || given == fu.seven_pairs || given >= least {
        return Ok(());
    }
    let why = format!("a ron has at least {least} fu");
    Err(SettleError::ruled(rules, Key::FuClosedRon, format!("{place}.fu"), why))
}
