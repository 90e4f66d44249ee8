//! Settings for the value of a hand.

use super::super::choices::{DiscardPays, Scheme};
use super::super::error::ErrorKind;
use super::super::settings::{Key, Settings};
use super::Check;

/// Limit on one payment, so that sums within a hand cannot overflow.
const MOST_POINTS: i32 = 10_000_000;
/// Fu are stored in a byte, rounded up to tens.
const MOST_FU: u32 = 250;

impl Check<'_> {
    pub(super) fn value(&mut self) {
        let Settings { value, payment, .. } = self.settings;
        // With han, the discarder pays the full price of a ron; nothing is left for the others.
        self.require(
            value.scheme == Scheme::Points || payment.discard == DiscardPays::Discarder,
            ErrorKind::Contradiction,
            &[Key::PaymentDiscard, Key::ValueScheme],
            "payment.discard = \"discarder\", since only value.scheme = \"points\" can share a ron",
        );
        let limits: Vec<(u8, i32)> = value.limits.iter().map(|limit| (limit.han, limit.base)).collect();
        let ascending = limits.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1);
        self.require(
            ascending,
            ErrorKind::NotInOrder,
            &[Key::ValueLimits],
            "limits sorted by han and base points, lowest first",
        );
        for (key, rows) in [(Key::ValueDealer, &value.dealer), (Key::ValueOthers, &value.others)] {
            let ascending = rows.is_sorted_by(|a, b| a.han < b.han);
            self.require(
                ascending,
                ErrorKind::NotInOrder,
                &[key],
                "rows sorted by han, lowest first",
            );
            let first = rows.first().is_some_and(|row| row.han <= value.minimum.max(1));
            let keys = [key, Key::ValueScheme];
            let expected = "a row for the fewest han that can win";
            self.require(
                value.scheme != Scheme::HanTable || first,
                ErrorKind::Incomplete,
                &keys,
                expected,
            );
        }
    }

    pub(super) fn fu(&mut self) {
        let Settings { fu, aside, value, .. } = self.settings;
        let based = value.scheme != Scheme::FuAndHan || fu.base > 0;
        self.require(
            based,
            ErrorKind::Incomplete,
            &[Key::FuBase, Key::ValueScheme],
            "fu.base above 0",
        );
        let most = u32::from(fu.base)
            + u32::from(fu.closed_ron.max(fu.tsumo))
            + u32::from(fu.value_pair.max(fu.double_wind))
            + u32::from(fu.single_wait)
            // Four closed kans of terminals, each worth sixteen open triplets of simples.
            + u32::from(fu.triplet) * 64
            + u32::from(aside.fu) * 8;
        let keys = [
            Key::FuTriplet,
            Key::AsideFu,
            Key::FuBase,
            Key::FuClosedRon,
            Key::FuTsumo,
        ];
        self.require(
            most <= MOST_FU,
            ErrorKind::OutOfRange,
            &keys,
            "fu settings that keep every hand at 250 fu or less",
        );
    }

    pub(super) fn amounts(&mut self) {
        let Settings {
            value,
            payment,
            riichi,
            draws,
            game,
            result,
            penalty,
            aside,
            ..
        } = self.settings;
        let paid = 0..=MOST_POINTS;
        let amounts = [
            (Key::RiichiStick, riichi.stick),
            (Key::DrawsNoten, draws.noten),
            (Key::ValueYakuman, value.yakuman),
            (Key::ValueCap, value.cap),
            (Key::ValueChicken, value.chicken),
            (Key::PaymentHonbaRon, payment.honba_ron),
            (Key::PaymentHonbaTsumo, payment.honba_tsumo),
            (Key::PaymentSharedUpTo, payment.shared_up_to),
            (Key::GameStart, game.start),
            (Key::GameGoal, game.goal),
            (Key::ResultReturn, result.return_points),
            (Key::ResultOka, result.oka),
            (Key::PenaltyAfterUma, penalty.after_uma),
        ];
        for (key, amount) in amounts {
            self.require(paid.contains(&amount), ErrorKind::OutOfRange, &[key], "0 to 10,000,000");
        }
        let limits = value
            .limits
            .iter()
            .all(|limit| limit.han > 0 && (1..=MOST_POINTS).contains(&limit.base));
        self.require(
            limits,
            ErrorKind::OutOfRange,
            &[Key::ValueLimits],
            "han and base points above 0, up to 10,000,000",
        );
        for (key, rows) in [(Key::ValueDealer, &value.dealer), (Key::ValueOthers, &value.others)] {
            let fit = rows
                .iter()
                .all(|row| [row.ron, row.tsumo, row.from_dealer].iter().all(|p| paid.contains(p)));
            self.require(fit, ErrorKind::OutOfRange, &[key], "points from 0 to 10,000,000");
        }
        for (key, han) in [(Key::AsideHan, aside.han), (Key::AsideKitaHan, aside.kita_han)] {
            self.require(han <= 13, ErrorKind::OutOfRange, &[key], "at most 13 han");
            match self.overlay_of(self.resolved.because(key)) {
                Some(overlay) if han > 0 && value.scheme == Scheme::Points => self.overlay_unfit(overlay, false),
                _ => {}
            }
        }
    }
}
