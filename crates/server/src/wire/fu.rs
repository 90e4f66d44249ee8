//! Fu on the wire, group by group.

use jantaku_rules::fu::{FuFor, lines};
use jantaku_rules::rulebook::choices::Scheme;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::{Score, fu_context};
use jantaku_rules::win::Win;
use serde::Serialize;

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FuLineJson {
    pub what: FuWord,
    pub tiles: Option<String>,
    pub fu: u8,
    /// The clause that says so; a dash where none does.
    pub because: String,
}

/// What a line of fu is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum FuWord {
    /// Every hand.
    Base,
    /// A closed hand won by ron.
    ClosedRon,
    Tsumo,
    /// A triplet or kan.
    Set,
    /// A pair of value.
    Pair,
    /// A wait for one tile only.
    SingleWait,
    /// Tiles set aside.
    Aside,
    SevenPairs,
    /// An open hand with no other fu is raised.
    OpenMinimum,
}

impl FuLineJson {
    /// The fu of a scored hand; none where the rulebook does not count them for it.
    pub fn all_of(rules: &Rules, win: &Win, score: &Score) -> Vec<FuLineJson> {
        let mut found = Vec::new();
        if rules.settings.value.scheme != Scheme::FuAndHan || score.value.fu().0 == 0 {
            return found;
        }
        let context = fu_context(rules, win, &score.facts, score.waived_fu);
        lines(&rules.settings, &context, &score.reading, |line| {
            let (what, tiles) = match line.what {
                FuFor::Base => (FuWord::Base, None),
                FuFor::ClosedRon => (FuWord::ClosedRon, None),
                FuFor::Tsumo => (FuWord::Tsumo, None),
                FuFor::Set(set) => (FuWord::Set, Some(set.to_string())),
                FuFor::Pair(kind) => (FuWord::Pair, Some(format!("{}{kind}", kind.number()))),
                FuFor::SingleWait(_) => (FuWord::SingleWait, None),
                FuFor::Aside => (FuWord::Aside, None),
                FuFor::SevenPairs => (FuWord::SevenPairs, None),
                FuFor::OpenMinimum => (FuWord::OpenMinimum, None),
            };
            found.push(FuLineJson {
                what,
                tiles,
                fu: line.fu.0,
                because: rules
                    .clause_id(rules.because(line.what.key(win.seat, win.round)))
                    .to_owned(),
            });
        });
        found
    }
}
