//! The rules of a recorded game: the shipped Tenhou rulebooks with the options that its table had agreed on.

use std::sync::{Arc, OnceLock};

use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;

use crate::record::{GameRecord, Length};

/// The rulebooks, each compiled when the first game asks for it; shared by all threads.
pub struct Books {
    library: Library,
    compiled: [OnceLock<Result<Arc<Rules>, Skipped>>; CHOICES],
}

/// Players, length, red fives, open tanyao and rounding: two of each.
const CHOICES: usize = 1 << 5;

/// Why a game was not replayed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Skipped {
    /// A table with rules of its own, such as chips, which the record does not tell.
    SpecialTable,
    /// Neither three nor four players.
    Players,
    /// No rulebook for what was agreed.
    NoRulebook,
}

impl Skipped {
    /// In a few words.
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

/// What a table agrees on, as far as the rulebooks have options for it.
#[derive(Clone, Copy)]
struct Agreed {
    three: bool,
    east_only: bool,
    no_reds: bool,
    closed_tanyao: bool,
    whole_thousands: bool,
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
        let whole = |standing: &crate::record::FinalStanding| standing.points.iter().all(|points| points.0 % 10 == 0);
        Ok(Agreed {
            three: game.players == 3,
            east_only: setting.length == Length::East,
            no_reds: !setting.red_fives,
            closed_tanyao: !setting.open_tanyao,
            whole_thousands: game.standing.as_ref().is_some_and(whole),
        })
    }

    fn flags(self) -> [bool; 5] {
        [
            self.three,
            self.east_only,
            self.no_reds,
            self.closed_tanyao,
            self.whole_thousands,
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
        ]
        .into_iter()
        .flatten()
        .collect();
        format!("{book}({})", options.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_has_a_rulebook() {
        let library = Library::builtin();
        for place in 0..CHOICES {
            let flag = |bit: usize| place >> bit & 1 == 1;
            let agreed = Agreed {
                three: flag(4),
                east_only: flag(3),
                no_reds: flag(2),
                closed_tanyao: flag(1),
                whole_thousands: flag(0),
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
        }
    }
}
