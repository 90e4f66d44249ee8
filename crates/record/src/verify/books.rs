//! The rules of a recorded game: the built-in Tenhou rulebooks with the options of its table.

use std::sync::{Arc, OnceLock};

use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;

use crate::game::{FinalStanding, GameRecord, Length, Outcome, RoundRecord};

/// The rulebooks, each compiled on first use and shared by all threads.
pub struct Books {
    library: Library,
    compiled: [OnceLock<Result<Arc<Rules>, Skipped>>; CHOICES],
}

/// Players, length, red fives, open tanyao, rounding and honba beside a liable player: two of each.
const CHOICES: usize = 1 << FLAGS;
const FLAGS: usize = 6;

/// Why a game was not verified.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Skipped {
    /// The table had special rules, such as chips, that the record does not contain.
    SpecialTable,
    Players,
    /// No rulebook has these settings.
    NoRulebook,
}

impl Skipped {
    pub const fn text(self) -> &'static str {
        match self {
            Skipped::SpecialTable => "a special table with rules of its own",
            Skipped::Players => "neither three nor four players",
            Skipped::NoRulebook => "no rulebook for what was agreed",
        }
    }
}

impl Default for Books {
    fn default() -> Books {
        Books {
            library: Library::builtin(),
            compiled: [const { OnceLock::new() }; CHOICES],
        }
    }
}

impl Books {
    /// The rules by which a game was played.
    pub fn rules_of(&self, game: &GameRecord) -> Result<Arc<Rules>, Skipped> {
        let agreed = Agreed::of(game)?;
        self.compiled[agreed.place()]
            .get_or_init(|| {
                let rules = self.library.rules(&agreed.request());
                rules.map(Arc::new).map_err(|_| Skipped::NoRulebook)
            })
            .clone()
    }
}

/// The table's settings that are options of the rulebooks.
#[derive(Clone, Copy)]
struct Agreed {
    three: bool,
    east_only: bool,
    no_reds: bool,
    closed_tanyao: bool,
    whole_thousands: bool,
    liable_pays_honba: bool,
}

impl Agreed {
    fn of(game: &GameRecord) -> Result<Agreed, Skipped> {
        let setting = &game.setting;
        if setting.special {
            return Err(Skipped::SpecialTable);
        }
        if !(3..=4).contains(&game.players) {
            return Err(Skipped::Players);
        }
        // Older games count whole thousands; nothing but their results tells them apart.
        let whole = |standing: &FinalStanding| standing.points.iter().all(|points| points.0 % 10 == 0);
        Ok(Agreed {
            three: game.players == 3,
            east_only: setting.length == Length::East,
            no_reds: !setting.red_fives,
            closed_tanyao: !setting.open_tanyao,
            whole_thousands: game.standing.as_ref().is_some_and(whole),
            liable_pays_honba: game.rounds.iter().any(liable_pays_honba),
        })
    }

    fn flags(self) -> [bool; FLAGS] {
        [
            self.three,
            self.east_only,
            self.no_reds,
            self.closed_tanyao,
            self.whole_thousands,
            self.liable_pays_honba,
        ]
    }

    fn place(self) -> usize {
        self.flags()
            .into_iter()
            .fold(0, |place, flag| place << 1 | usize::from(flag))
    }

    fn request(self) -> String {
        let book = if self.three { "tenhou-sanma" } else { "tenhou" };
        let choose = |flag: bool, chosen: &'static str| flag.then_some(chosen);
        let options: Vec<&str> = [
            choose(self.east_only, "length=east"),
            choose(self.no_reds, "reds=none"),
            choose(self.closed_tanyao, "open-tanyao=closed-only"),
            choose(self.whole_thousands, "rounding=thousands"),
            choose(self.liable_pays_honba, "pao-honba=liable"),
        ]
        .into_iter()
        .flatten()
        .collect();
        format!("{book}({})", options.join(","))
    }
}

/// Whether a liable player paid more for a ron than the discarder. Each pays half of the hand, so the difference was the honba.
fn liable_pays_honba(round: &RoundRecord) -> bool {
    let Outcome::Wins(wins) = &round.outcome else {
        return false;
    };
    wins.iter().any(|win| {
        let paid = |seat: Seat| win.deltas.as_slice().get(usize::from(seat.0));
        let liable = win.pao.filter(|liable| ![win.winner, win.from].contains(liable));
        win.from != win.winner && liable.is_some_and(|liable| paid(liable) < paid(win.from))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use jantaku_rules::rulebook::choices::PaoHonba;

    #[test]
    fn every_table_has_a_rulebook() {
        let library = Library::builtin();
        for place in 0..CHOICES {
            let flag = |bit: usize| place >> bit & 1 == 1;
            let agreed = Agreed {
                three: flag(5),
                east_only: flag(4),
                no_reds: flag(3),
                closed_tanyao: flag(2),
                whole_thousands: flag(1),
                liable_pays_honba: flag(0),
            };
            assert_eq!(agreed.place(), place);
            let request = agreed.request();
            let rules = library.rules(&request).unwrap_or_else(|e| panic!("{request}: {e:?}"));
            let settings = &rules.settings;
            assert_eq!(rules.seats(), if agreed.three { 3 } else { 4 });
            assert_eq!(settings.game.rounds, if agreed.east_only { 1 } else { 2 });
            assert_eq!(settings.tiles.reds.s, u8::from(!agreed.no_reds), "{request}");
            assert_eq!(
                settings.tiles.reds.m,
                u8::from(!agreed.no_reds && !agreed.three),
                "{request}"
            );
            assert_eq!(settings.result.round_to, if agreed.whole_thousands { 1_000 } else { 0 });
            let liable = settings.pao.ron_honba == PaoHonba::Liable;
            assert_eq!(liable, agreed.liable_pays_honba);
        }
    }
}
