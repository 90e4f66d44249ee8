//! What a rulebook cannot mean: numbers out of range, charts out of order, points that do not sum up, values that cannot be played together.

mod yaku;

use super::choices::{DeadWall, KanIndicator, Nagashi, NagashiAs, Overtime, PocchiWild, ResultKind, Scheme};
use super::error::{ErrorKind, RulebookError, error};
use super::resolved::Resolved;
use super::settings::{Key, Settings};
use crate::expression;
use crate::tile::Kind;
use crate::tile_set::TileSet;

/// All contradictions at once.
pub(super) fn check(resolved: &Resolved, settings: &Settings) -> Vec<RulebookError> {
    let mut check = Check {
        resolved,
        settings,
        errors: Vec::new(),
    };
    check.tiles();
    check.play();
    check.value();
    check.fu();
    check.amounts();
    check.game();
    check.result();
    check.expressions();
    check.yaku();
    check.errors
}

struct Check<'a> {
    resolved: &'a Resolved,
    settings: &'a Settings,
    errors: Vec<RulebookError>,
}

/// Points of one payment stay below this, so that no sum of a hand leaves the range of numbers.
const MOST_POINTS: i32 = 10_000_000;
/// Fu are counted in a byte, rounded up to tens.
const MOST_FU: u32 = 250;
/// Indicators that lie in a dead wall beside the first.
const MOST_KANS: u8 = 4;

impl Check<'_> {
    fn tiles(&mut self) {
        let tiles = &self.settings.tiles;
        let (reds, red_number) = (&tiles.reds, tiles.red_number);
        let any_red = reds.m > 0 || reds.p > 0 || reds.s > 0;
        let red_kinds = Kind::of_hand().filter(|kind| kind.is_suited() && kind.number() == red_number);
        let red_removed = red_kinds
            .zip([reds.m, reds.p, reds.s])
            .any(|(kind, n)| n > 0 && tiles.removed.has(kind));
        let flowers_removed = Kind::all().any(|kind| kind.is_flower() && tiles.removed.has(kind));
        // Thirteen tiles each, a dead wall, and a few turns.
        let needed = usize::from(tiles.seats) * 17 + 14;
        let enough = TileSet::of(tiles).tiles().len() >= needed;
        use ErrorKind::{Contradiction, OutOfRange};
        self.require(
            matches!(tiles.seats, 3 | 4),
            OutOfRange,
            &[Key::TilesSeats],
            "3 or 4 players",
        );
        self.require(
            matches!(tiles.flowers, 0 | 4 | 8),
            OutOfRange,
            &[Key::TilesFlowers],
            "0, 4 or 8",
        );
        self.require(
            !flowers_removed,
            OutOfRange,
            &[Key::TilesRemoved],
            "kinds of man, pin, sou, winds and dragons",
        );
        self.require(enough, OutOfRange, &[Key::TilesRemoved], "enough tiles for a wall");
        let red_numbers = if any_red { 1..=9 } else { 0..=9 };
        self.require(
            red_numbers.contains(&red_number),
            OutOfRange,
            &[Key::TilesRedNumber, Key::TilesReds],
            "1 to 9",
        );
        self.require(
            reds.m.max(reds.p).max(reds.s) <= 4,
            OutOfRange,
            &[Key::TilesReds],
            "at most four copies",
        );
        let keys = [Key::TilesReds, Key::TilesRedNumber, Key::TilesRemoved];
        self.require(
            !red_removed,
            Contradiction,
            &keys,
            "red copies of tiles that are in the box",
        );
        let white = tiles.removed.has(Kind::HAKU);
        let keys = [Key::TilesPocchi, Key::TilesRemoved];
        self.require(
            !(tiles.pocchi && white),
            Contradiction,
            &keys,
            "a pocchi only where there are white dragons",
        );
        let pocchi = &self.settings.pocchi;
        let keys = [Key::PocchiIsWild, Key::TilesPocchi];
        let wild = pocchi.wild != PocchiWild::Never;
        self.require(
            !wild || tiles.pocchi,
            Contradiction,
            &keys,
            "a wild pocchi only where there is one",
        );
        let keys = [Key::PocchiDora, Key::TilesPocchi];
        self.require(
            !pocchi.dora || tiles.pocchi,
            Contradiction,
            &keys,
            "a red pocchi only where there is one",
        );
        let keys = [Key::AsideKita, Key::TilesRemoved];
        let north = !tiles.removed.has(Kind::NORTH);
        self.require(
            !self.settings.aside.kita || north,
            Contradiction,
            &keys,
            "kita only where there are norths",
        );
    }

    fn play(&mut self) {
        let Settings {
            wall,
            kan,
            dora,
            riichi,
            draws,
            ..
        } = self.settings;
        use ErrorKind::Contradiction;
        let shown = !matches!(wall.dead_wall, DeadWall::None | DeadWall::FourteenUndrawn);
        let keys = [Key::DoraPlayed, Key::WallDeadWall];
        self.require(
            !dora.played || shown,
            Contradiction,
            &keys,
            "dora only with a dead wall that has an indicator",
        );
        let turned = dora.played && kan.indicator != KanIndicator::Never;
        let room = (1..=MOST_KANS).contains(&kan.most);
        let keys = [Key::KanMost, Key::DoraPlayed, Key::KanIndicatorTurned];
        self.require(
            !turned || room,
            Contradiction,
            &keys,
            "1 to 4 kans, as many as there are indicators for",
        );
        let keys = [Key::WallReplacements, Key::KanMost];
        let replaced = !shown || wall.replacements >= kan.most;
        self.require(replaced, Contradiction, &keys, "a replacement tile for each kan");
        let keys = [Key::DoraUra, Key::DoraPlayed];
        self.require(
            !dora.ura || dora.played,
            Contradiction,
            &keys,
            "ura only where dora are played",
        );
        let keys = [Key::DoraKanUra, Key::DoraUra];
        self.require(
            !dora.kan_ura || dora.ura,
            Contradiction,
            &keys,
            "ura of kans only where ura are played",
        );
        let keys = [Key::RiichiOpen, Key::RiichiPlayed];
        self.require(
            !riichi.open || riichi.played,
            Contradiction,
            &keys,
            "open riichi only where riichi is played",
        );
        let keys = [Key::DrawsNagashiAs, Key::DrawsNagashi];
        let nothing = draws.nagashi == Nagashi::Nothing && draws.nagashi_as != NagashiAs::Draw;
        self.require(
            !nothing,
            Contradiction,
            &keys,
            "a kind of nagashi only where it is worth something",
        );
        let seats = i32::from(self.settings.tiles.seats);
        let splits = (1..seats).all(|tenpai| draws.noten % tenpai == 0 && draws.noten % (seats - tenpai) == 0);
        let keys = [Key::DrawsNoten, Key::TilesSeats];
        self.require(
            splits,
            ErrorKind::NotBalanced,
            &keys,
            "points that the players can pay and share evenly",
        );
        for (place, name) in self.settings.pao.yaku.iter().enumerate() {
            let known = self.resolved.known_yaku.contains(name);
            self.require(
                known,
                ErrorKind::UnknownYaku,
                &[Key::PaoYaku],
                &format!("a yaku in place {}", place + 1),
            );
        }
    }

    fn value(&mut self) {
        let value = &self.settings.value;
        let limits: Vec<(u8, i32)> = value.limits.iter().map(|limit| (limit.han, limit.base)).collect();
        let ascending = limits.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1);
        self.require(
            ascending,
            ErrorKind::NotInOrder,
            &[Key::ValueLimits],
            "limits with ever more han and base points",
        );
        for (key, rows) in [(Key::ValueDealer, &value.dealer), (Key::ValueOthers, &value.others)] {
            let ascending = rows.is_sorted_by(|a, b| a.han < b.han);
            self.require(ascending, ErrorKind::NotInOrder, &[key], "rows with ever more han");
            let first = rows.first().is_some_and(|row| row.han <= value.minimum.max(1));
            let keys = [key, Key::ValueScheme];
            let expected = "a row for the least han that can win";
            self.require(
                value.scheme != Scheme::HanTable || first,
                ErrorKind::Incomplete,
                &keys,
                expected,
            );
        }
    }

    fn fu(&mut self) {
        let Settings { fu, aside, value, .. } = self.settings;
        let based = value.scheme != Scheme::FuAndHan || fu.base > 0;
        self.require(
            based,
            ErrorKind::Incomplete,
            &[Key::FuBase, Key::ValueScheme],
            "the fu of every hand",
        );
        let most = u32::from(fu.base)
            + u32::from(fu.closed_ron.max(fu.tsumo))
            + u32::from(fu.value_pair.max(fu.double_wind))
            + u32::from(fu.single_wait)
            // Four closed kans of terminals: sixteen times an open triplet of simples each.
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
            "fu that stay below 250 in every hand",
        );
    }

    fn amounts(&mut self) {
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
        self.require(
            aside.han <= 13,
            ErrorKind::OutOfRange,
            &[Key::AsideHan],
            "at most 13 han",
        );
    }

    fn game(&mut self) {
        let game = &self.settings.game;
        self.require(
            (1..=4).contains(&game.rounds),
            ErrorKind::OutOfRange,
            &[Key::GameRounds],
            "1 to 4 rounds",
        );
        let goal = game.overtime == Overtime::Nothing || game.goal > 0;
        let keys = [Key::GameOvertime, Key::GameGoal];
        self.require(
            goal,
            ErrorKind::Contradiction,
            &keys,
            "overtime only where there is a goal to reach",
        );
    }

    fn result(&mut self) {
        let Settings {
            result, tiles, game, ..
        } = self.settings;
        let seats = usize::from(tiles.seats);
        let sum: i64 = result.uma.iter().map(|points| i64::from(*points)).sum();
        let is_uma = result.kind == ResultKind::Uma;
        let length = result.uma.len() == seats || result.uma.is_empty() && !is_uma;
        let keys = [Key::ResultUma, Key::TilesSeats];
        self.require(length, ErrorKind::NotBalanced, &keys, "uma for each player");
        self.require(
            sum == 0,
            ErrorKind::NotBalanced,
            &[Key::ResultUma],
            "uma that sum up to 0",
        );
        let paid_in = (i64::from(result.return_points) - i64::from(game.start)) * seats as i64;
        let keys = [Key::ResultOka, Key::ResultReturn, Key::GameStart, Key::TilesSeats];
        let expected =
            "what the players pay in: the points that count as zero less those of the start, for each player";
        self.require(
            !is_uma || i64::from(result.oka) == paid_in,
            ErrorKind::NotBalanced,
            &keys,
            expected,
        );
        for (key, rows) in [(Key::ResultSecond, &result.second), (Key::ResultThird, &result.third)] {
            let descending = rows.is_sorted_by(|a, b| a.from > b.from);
            self.require(descending, ErrorKind::NotInOrder, &[key], "rows with ever fewer points");
            let keys = [key, Key::ResultIs];
            let charted = result.kind != ResultKind::ChipChart || !rows.is_empty();
            self.require(charted, ErrorKind::Incomplete, &keys, "a chart of chips");
        }
    }

    /// Keys that hold expressions.
    fn expressions(&mut self) {
        let Settings { kan, fu, .. } = self.settings;
        for (key, text) in [
            (Key::KanClosedRobbedBy, &kan.closed_robbed_by),
            (Key::FuTsumoWhen, &fu.tsumo_when),
        ] {
            if let (false, Err(wrong)) = (text.is_empty(), expression::compile(text)) {
                let expected = format!("{} (character {})", wrong.problem, wrong.position);
                self.require(false, ErrorKind::Expression, &[key], &expected);
            }
        }
    }

    /// Tells what was expected unless it holds, at the key that was set last: it came to stand beside the others. Not where one of the keys
    /// has an error already.
    fn require(&mut self, holds: bool, kind: ErrorKind, keys: &[Key], expected: &str) {
        let broken = |key: &Key| {
            self.resolved
                .changes(*key)
                .last()
                .is_some_and(|change| change.value.is_none())
        };
        let seats_wrong =
            keys.len() > 1 && keys.contains(&Key::TilesSeats) && !matches!(self.settings.tiles.seats, 3 | 4);
        if holds || seats_wrong || keys.iter().any(broken) {
            return;
        }
        let set = |key: &Key| {
            self.resolved
                .changes(*key)
                .last()
                .map(|change| (change.order, *key, &change.place))
        };
        let last = keys.iter().filter_map(set).max_by_key(|(order, ..)| *order);
        let unset = keys.first().map(|key| (0, *key, &self.resolved.header));
        let Some((_, key, place)) = last.or(unset) else { return };
        let found: Vec<String> = keys
            .iter()
            .map(|key| format!("{} = {}", key.name(), self.settings.show(*key)))
            .collect();
        self.errors.push(error(
            &place.file,
            place.line,
            &key.name(),
            kind,
            expected,
            found.join(", "),
        ));
    }
}
