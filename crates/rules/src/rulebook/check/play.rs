//! Settings that cannot be combined within a hand.

use super::super::choices::{DeadWall, KanIndicator, Nagashi, NagashiAs};
use super::super::error::ErrorKind;
use super::super::settings::{Key, Settings};
use super::Check;

/// The dead wall has room for this many indicators after the first.
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
            "a dead wall with an indicator, or dora.played = false",
        );
        let turned = dora.played && kan.indicator != KanIndicator::Never;
        let room = (1..=MOST_KANS).contains(&kan.most);
        let keys = [Key::KanMost, Key::DoraPlayed, Key::KanIndicatorTurned];
        self.require(
            !turned || room,
            Contradiction,
            &keys,
            "1 to 4 kans, since each turns an indicator",
        );
        let keys = [Key::WallReplacements, Key::KanMost];
        let replaced = !shown || wall.replacements >= kan.most;
        self.require(replaced, Contradiction, &keys, "a replacement tile for each kan");
        let keys = [Key::DoraUra, Key::DoraPlayed];
        self.require(
            !dora.ura || dora.played,
            Contradiction,
            &keys,
            "dora.played = true, or no ura",
        );
        let keys = [Key::DoraKanUra, Key::DoraUra];
        self.require(
            !dora.kan_ura || dora.ura,
            Contradiction,
            &keys,
            "dora.ura = true, or no ura for kans",
        );
        let keys = [Key::RiichiOpen, Key::RiichiPlayed];
        self.require(
            !riichi.open || riichi.played,
            Contradiction,
            &keys,
            "riichi.played = true, or no open riichi",
        );
        let keys = [Key::DrawsNagashiAs, Key::DrawsNagashi];
        let nothing = draws.nagashi == Nagashi::Nothing && draws.nagashi_as != NagashiAs::Draw;
        self.require(
            !nothing,
            Contradiction,
            &keys,
            "draws.nagashi to be worth something, or draws.nagashi-as = \"draw\"",
        );
        let seats = i32::from(self.settings.tiles.seats);
        let splits = (1..seats).all(|tenpai| draws.noten % tenpai == 0 && draws.noten % (seats - tenpai) == 0);
        let keys = [Key::DrawsNoten, Key::TilesSeats];
        self.require(
            splits,
            ErrorKind::NotBalanced,
            &keys,
            "points that divide evenly among those who pay and those who receive",
        );
        for (place, name) in self.settings.pao.yaku.iter().enumerate() {
            let known = self.resolved.known_yaku.contains(name);
            self.require(
                known,
                ErrorKind::UnknownYaku,
                &[Key::PaoYaku],
                &format!("a yaku of this rulebook as entry {}", place + 1),
            );
        }
    }
}
