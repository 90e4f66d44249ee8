//! What cannot be played together in a hand.

use super::super::choices::{DeadWall, KanIndicator, Nagashi, NagashiAs};
use super::super::error::ErrorKind;
use super::super::settings::{Key, Settings};
use super::Check;

/// Indicators that lie in a dead wall beside the first.
const MOST_KANS: u8 = 4;

impl Check<'_> {
    pub(super) fn play(&mut self) {
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
}
