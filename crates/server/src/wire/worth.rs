//! What a hand is worth beside its yaku, each line with its clause.

use jantaku_rules::dora::DoraBy;
use jantaku_rules::reading::Shape;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::score::{Score, Sum};
use jantaku_rules::settlement::limit_key;
use jantaku_wire::won_hand::WonHand;
use serde::Serialize;

/// Han by one kind of dora.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DoraLineJson {
    pub what: DoraWord,
    pub han: u8,
    /// The clause that says so; a dash where none does.
    pub because: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum DoraWord {
    /// By the indicators turned.
    Dora,
    /// By the indicators beneath.
    Ura,
    /// Red tiles.
    Red,
    /// Tiles set aside.
    Aside,
}

/// Who answers for a hand in place of the discarder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ResponsibleJson {
    pub seat: u8,
    pub because: Option<String>,
}

/// How the lines of a sheet come to its sum.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SumJson {
    pub how: SumWord,
    /// The clause behind it, where they are not just added up.
    pub because: Option<String>,
    /// The clause of the limit that is reached.
    pub limit_because: Option<String>,
}

/// How the lines of a sheet come to its sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum SumWord {
    /// Added up.
    All,
    /// There is no line.
    NoPattern,
    /// Added up to the cap.
    Capped,
    /// One pattern is worth more than the cap, and counts alone.
    HighestAlone,
    /// Several yakuman do not add up.
    OneYakuman,
    /// Four kans score without a win.
    FourKans,
}

impl DoraLineJson {
    /// The dora that count; none beside a yakuman.
    pub fn all_of(rules: &Rules, score: &Score) -> Vec<DoraLineJson> {
        let counts = !score.value.is_yakuman();
        let line = |(by, han): (DoraBy, u8)| DoraLineJson {
            what: match by {
                DoraBy::Indicator => DoraWord::Dora,
                DoraBy::Ura => DoraWord::Ura,
                DoraBy::Red => DoraWord::Red,
                DoraBy::Aside => DoraWord::Aside,
            },
            han,
            because: rules.clause_id(rules.because(by.key(&rules.settings))).to_owned(),
        };
        score.dora.lines().filter(|_| counts).map(line).collect()
    }
}

impl ResponsibleJson {
    /// Of a hand that was won at a table.
    pub fn of(rules: &Rules, won: &WonHand) -> Option<ResponsibleJson> {
        let clause = rules.clause(rules.because(Key::PaymentResponsible));
        won.responsible.map(|seat| ResponsibleJson {
            seat: seat.0,
            because: clause.map(|clause| clause.id.clone()),
        })
    }
}

impl SumJson {
    /// How the lines of a scored hand come to its sum.
    pub fn of(rules: &Rules, score: &Score, dealer: bool) -> SumJson {
        let clause = |key: Option<Key>| key.and_then(|key| rules.clause(rules.because(key)));
        let id = |key| clause(key).map(|clause| clause.id.clone());
        if score.reading.shape == Shape::FourKans {
            return SumJson {
                how: SumWord::FourKans,
                because: id(Some(Key::KanFourScoreAlone)),
                limit_because: id(limit_key(&rules.settings, &score.value, dealer)),
            };
        }
        let sum = score.sum(rules);
        SumJson {
            how: match sum {
                Sum::All => SumWord::All,
                Sum::NoPattern => SumWord::NoPattern,
                Sum::Capped => SumWord::Capped,
                Sum::HighestAlone => SumWord::HighestAlone,
                Sum::OneYakuman => SumWord::OneYakuman,
            },
            because: id(sum.key()),
            limit_because: id(limit_key(&rules.settings, &score.value, dealer)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::fu::FuLineJson;
    use jantaku_rules::rulebook::library::Library;
    use jantaku_rules::score::score;
    use jantaku_rules::seat::Wind;
    use jantaku_wire::score_json::Claim;

    fn scored(spec: &str, line: &str) -> (Rules, Claim, Score) {
        let rules = Library::builtin().rules(spec).unwrap();
        let claim = Claim::of(
            &rules,
            &jantaku_wire::score_json::request::Request::of_line(spec, line).unwrap(),
        )
        .unwrap();
        let score = score(&rules, &claim.win).unwrap();
        (rules, claim, score)
    }

    #[test]
    fn every_kind_of_dora_fu_and_limit_has_its_clause() {
        // Riichi, pinfu, two nines of characters, one red five: 5 han.
        let (rules, claim, score) = scored("tenhou", "340p678p789s23s99m +4s riichi dora=8m");
        let dora: Vec<_> = DoraLineJson::all_of(&rules, &score)
            .into_iter()
            .map(|line| (line.what, line.han, line.because))
            .collect();
        let expected = [(DoraWord::Dora, 2, "RB-27"), (DoraWord::Red, 1, "TH-02")];
        assert_eq!(dora, expected.map(|(what, han, clause)| (what, han, clause.to_owned())));
        let sum = SumJson::of(&rules, &score, claim.win.seat == Wind::East);
        assert_eq!((sum.how, sum.because), (SumWord::All, None));
        assert_eq!(sum.limit_because.as_deref(), Some("RB-26"));
        let fu = FuLineJson::all_of(&rules, &claim.win, &score);
        assert_eq!(fu.iter().map(|line| line.fu).collect::<Vec<_>>(), [20, 10]);
        assert!(fu.iter().all(|line| line.because == "RB-25"), "{fu:?}");
    }

    #[test]
    fn limits_and_tiles_set_aside_have_the_clause_that_decided() {
        let limit = |spec: &str, line: &str| {
            let (rules, claim, score) = scored(spec, line);
            let dealer = claim.win.seat == Wind::East;
            SumJson::of(&rules, &score, dealer).limit_because
        };
        // ZAN has a chart for the dealer and one for the others. Riichi, tsumo and two red fives are 4 han.
        let hand = "067p123p067s678s9s +9s tsumo riichi seat=";
        assert_eq!(limit("zan", &format!("{hand}east")).as_deref(), Some("ZAN-37"));
        assert_eq!(limit("zan", &format!("{hand}south")).as_deref(), Some("ZAN-38"));
        // EMA-30: riichi, pinfu, tanyao and one dora are 4 han with 30 fu, a mangan by rounding up.
        let rounded = "345m678m34p55p678s +2p riichi seat=south dora=4m";
        assert_eq!(limit("ema-2025", rounded).as_deref(), Some("EMA-30"));
        // SM-05: each north set aside is one han.
        let (rules, _, score) = scored("sanmatsuri", "123p456p789s34s11p +5s tsumo riichi seat=east aside=4z");
        let dora = DoraLineJson::all_of(&rules, &score);
        let aside = dora.iter().find(|line| line.what == DoraWord::Aside).unwrap();
        assert_eq!((aside.han, aside.because.as_str()), (1, "SM-05"));
    }

    #[test]
    fn a_hand_without_a_pattern_names_the_clause_that_lets_it_win() {
        let (rules, _, score) = scored("zung-jung", "[123m chii east]345p777s46s99p +5s");
        let sum = SumJson::of(&rules, &score, false);
        assert_eq!((sum.how, sum.because.as_deref()), (SumWord::NoPattern, Some("ZJ-13")));
        assert_eq!(score.value.points().0, 1);
    }
}
