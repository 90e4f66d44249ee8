//! What a hand is worth, as text: `30符2飜2000点`, `満貫2000-4000点`, `4000点∀`.

use crate::game::Limit;

/// The fu, total points and limit of a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Worth {
    pub(super) fu: Option<u32>,
    pub(super) points: i32,
    pub(super) limit: Option<Limit>,
}

/// How a win is paid, which decides how its points are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Paid {
    /// By one player.
    ByOne,
    /// By everyone equally: the dealer won by tsumo.
    ByAll,
    /// Twice as much by the dealer as by the others.
    DealerDouble,
}

/// Points are rounded up to hundreds.
const HUNDRED: i32 = 100;

pub(super) fn read(text: &str, players: usize) -> Option<Worth> {
    let digit = text.find(|c: char| c.is_ascii_digit())?;
    let (name, rest) = text.split_at(digit);
    let (fu, limit, points) = match name {
        "" => {
            let (fu, rest) = rest.split_once('符')?;
            let (_, points) = rest.split_once(['飜', '翻'])?;
            (Some(fu.parse().ok()?), None, points)
        }
        _ => (None, Some(limit(name)?), rest),
    };
    let others = i32::try_from(players).ok()? - 1;
    let amount = |text: &str| text.parse().ok().filter(|n| (0..=super::SCORE_LIMIT / 4).contains(n));
    let points = if let Some(each) = points.strip_suffix("点∀") {
        amount(each)? * others
    } else {
        let points = points.strip_suffix('点')?;
        match points.split_once('-') {
            Some((child, dealer)) => amount(child)? * (others - 1) + amount(dealer)?,
            None => amount(points)?,
        }
    };
    Some(Worth { fu, points, limit })
}

/// Writes the text; han appear only below the limits.
pub(super) fn write(worth: Worth, han: u32, paid: Paid, players: usize) -> String {
    let name = match (worth.limit, worth.fu) {
        (Some(limit), _) => limit_name(limit).to_string(),
        (None, fu) => format!("{}符{han}飜", fu.unwrap_or_default()),
    };
    let players = players as i32;
    let points = worth.points;
    let whole = |amount: i32, by: i32| (amount % by == 0).then_some(amount / by);
    let split = match paid {
        Paid::ByOne => None,
        Paid::ByAll => whole(points, players - 1).map(|each| format!("{each}点∀")),
        // The dealer's part is twice the others', or a hundred less when they were rounded up more than the dealer.
        Paid::DealerDouble => {
            let even = whole(points, players * HUNDRED).map(|n| (n * HUNDRED, 0));
            let rounded = whole(points + HUNDRED, players * HUNDRED).map(|n| (n * HUNDRED, HUNDRED));
            even.or(rounded)
                .map(|(child, less)| format!("{child}-{}点", 2 * child - less))
        }
    };
    let points = split.unwrap_or_else(|| format!("{points}点"));
    format!("{name}{points}")
}

fn limit(name: &str) -> Option<Limit> {
    // A counted or a manifold yakuman has a longer name.
    if name.ends_with(limit_name(Limit::Yakuman)) {
        return Some(Limit::Yakuman);
    }
    Limit::ALL.into_iter().find(|l| limit_name(*l) == name)
}

const fn limit_name(limit: Limit) -> &'static str {
    match limit {
        Limit::Mangan => "満貫",
        Limit::Haneman => "跳満",
        Limit::Baiman => "倍満",
        Limit::Sanbaiman => "三倍満",
        Limit::Yakuman => "役満",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, players: usize, fu: Option<u32>, points: i32, limit: Option<Limit>) {
        let worth = Worth { fu, points, limit };
        assert_eq!(read(text, players), Some(worth), "{text}");
    }

    #[test]
    fn texts_are_read() {
        check("30符2飜2000点", 4, Some(30), 2_000, None);
        check("20符2翻400-700点", 4, Some(20), 1_500, None);
        check("20符2飜400-700点", 3, Some(20), 1_100, None);
        check("30符3飜2000点∀", 4, Some(30), 6_000, None);
        check("満貫8000点", 4, None, 8_000, Some(Limit::Mangan));
        check("跳満3000-6000点", 4, None, 12_000, Some(Limit::Haneman));
        check("倍満8000点∀", 3, None, 16_000, Some(Limit::Baiman));
        check("三倍満24000点", 4, None, 24_000, Some(Limit::Sanbaiman));
        check("数え役満32000点", 4, None, 32_000, Some(Limit::Yakuman));
        for text in [
            "",
            "点",
            "30符2000点",
            "満貫",
            "満貫x点",
            "小満貫1000点",
            "満貫99999999999点",
            "満貫-5点",
        ] {
            assert_eq!(read(text, 4), None, "{text}");
        }
    }

    /// Values from published payment tables.
    #[test]
    fn texts_are_written() {
        let fu = |fu, points| Worth {
            fu: Some(fu),
            points,
            limit: None,
        };
        let limit = |limit, points| Worth {
            fu: None,
            points,
            limit: Some(limit),
        };
        assert_eq!(write(fu(40, 2_600), 2, Paid::ByOne, 4), "40符2飜2600点");
        assert_eq!(write(fu(30, 1_100), 1, Paid::DealerDouble, 4), "30符1飜300-500点");
        assert_eq!(write(fu(30, 2_000), 2, Paid::DealerDouble, 4), "30符2飜500-1000点");
        assert_eq!(write(fu(30, 800), 1, Paid::DealerDouble, 3), "30符1飜300-500点");
        assert_eq!(write(fu(30, 1_500), 2, Paid::DealerDouble, 3), "30符2飜500-1000点");
        assert_eq!(write(fu(30, 3_000), 2, Paid::ByAll, 4), "30符2飜1000点∀");
        let yakuman = limit(Limit::Yakuman, 48_000);
        assert_eq!(write(yakuman, 0, Paid::ByAll, 4), "役満16000点∀");
        assert_eq!(
            write(limit(Limit::Mangan, 6_000), 5, Paid::DealerDouble, 3),
            "満貫2000-4000点"
        );
    }
}
