//! Which clause a referee could read out for a line of a win: the one that set the key, or gave the yaku, that the line is about.

use super::super::Found;
use super::price::{Step, base};
use super::says;
use super::win::Case;
use jantaku_rules::notation;
use jantaku_rules::rulebook::choices::{DiscardPays, PaoCovers, PaoHonba, Scheme};
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::rulebook::yaku::{Beside, Worth, Yaku};
use jantaku_rules::sheet::all_words;
use jantaku_rules::tile::Kind;
use jantaku_rules::win::By;
use jantaku_wire::score_json::LineRow;

/// Checks the clause of one line.
pub fn check(case: Case, line: &LineRow) -> Found {
    let clause = case.clause(line)?;
    says(case.rules, line, clause)
}

impl Case<'_> {
    fn clause(&self, line: &LineRow) -> Result<ClauseRef, String> {
        let rules = self.rules;
        let because = |key: Key| Ok(rules.because(key));
        let first = |keys: &[Key]| Ok(self.first(keys, ClauseRef::NONE));
        let unknown = || Err(format!("the line {} {} is about nothing known", line.part, line.id));
        match (line.part, line.id.as_str()) {
            ("value", "limit") => because(self.limit_key()),
            ("reading", "all-flowers") if self.won.win.by == By::RobbingAFlower => {
                first(&[Key::CiteLastFlowerRobbed, Key::AsideAllWin])
            }
            ("reading", "all-flowers") => because(Key::AsideAllWin),
            ("reading", "four-kans-alone") => because(Key::KanFourScoreAlone),
            ("reading", "stands-for") => because(Key::PocchiIsWild),
            ("reading", "taken-as-winning") => because(Key::ValueTenhouAnyTile),
            ("value", "total") if self.part("yaku").filter(|given| given.yakuman.is_some()).count() > 1 => {
                because(Key::ValueYakumanAdd)
            }
            ("reading" | "value" | "other-reading", _) => Ok(ClauseRef::NONE),
            ("yaku", "no-pattern") => because(Key::ValueChicken),
            ("yaku", "capped" | "highest-alone") => because(Key::ValueCap),
            ("yaku", "one-yakuman") => because(Key::ValueYakumanAdd),
            ("yaku", "four-kans") => first(&[Key::KanFourOnly, Key::KanFourScoreAlone]),
            ("yaku", id) => self.yaku_of(id).map_or_else(unknown, |yaku| Ok(self.of_yaku(yaku))),
            ("dora", id) => dora_key(id).map_or_else(unknown, |(key, other)| {
                let clause = rules.because(key);
                Ok(if clause == ClauseRef::NONE {
                    rules.because(other)
                } else {
                    clause
                })
            }),
            ("fu", "fu-tsumo-waived" | "fu-aside-waived") => {
                let mut given = self.part("yaku").filter_map(|given| self.yaku_of(&given.id));
                let yaku = given.find(|yaku| yaku.waives_fu);
                let clause = match line.id.as_str() {
                    "fu-aside-waived" => yaku.map(|yaku| self.waives_flowers(yaku)),
                    _ => yaku.map(|yaku| yaku.waives_by),
                };
                clause.map_or_else(unknown, Ok)
            }
            ("fu", "fu-seven-pairs") if self.has_flower_fu() => {
                first(&[Key::CiteFlowersWithSevenPairs, Key::FuSevenPairs])
            }
            ("fu", id) => self.fu_key(id, line.tiles.as_deref()).map_or_else(unknown, because),
            ("payment", "bust") => first(&[self.bust_key(line), Key::ChipsBust]),
            ("payment", "sticks") if !self.several => first(&[Key::CiteSticksToWinner, Key::PaymentSticksTo]),
            ("payment", "pao") if rules.seats() == 3 && self.won.win.by.is_tsumo() && !self.fed() => {
                first(&[Key::CitePaoOfThree, self.liability_key(false)])
            }
            ("payment", id) => self.payment_key(id, line).map_or_else(unknown, because),
            ("not-given", id) => match self.yaku_of(id) {
                Some(yaku) => self.of_reason(yaku, line),
                None => self.of_uncounted(line),
            }
            .map_or_else(unknown, Ok),
            _ => unknown(),
        }
    }

    /// The clause behind the first of these keys that one sets.
    fn first(&self, keys: &[Key], otherwise: ClauseRef) -> ClauseRef {
        let mut set = keys.iter().map(|key| self.rules.because(*key));
        set.find(|clause| *clause != ClauseRef::NONE).unwrap_or(otherwise)
    }

    fn waives_flowers(&self, yaku: &Yaku) -> ClauseRef {
        self.first(&[Key::CiteFlowerFuWaived], yaku.waives_by)
    }

    fn has_flower_fu(&self) -> bool {
        let flower = self.won.win.aside.iter().any(|tile| tile.kind().is_flower());
        flower && self.rules.settings.aside.fu > 0
    }

    /// A yaku's own clause, unless another one let this hand have it.
    fn of_yaku(&self, yaku: &Yaku) -> ClauseRef {
        let win = &self.won.win;
        let asks = |facts: &[&str]| {
            let mut named = facts_in(&yaku.when);
            named.sort_unstable();
            named == facts
        };
        let groups = self.part("reading").find_map(|line| line.tiles.as_deref());
        let groups: Vec<&str> = groups.unwrap_or_default().split(' ').collect();
        let twice = groups.len() == 7 && groups.windows(2).any(|pairs| pairs[0] == pairs[1]);
        let kan = win.melds.iter().any(|meld| meld.kind.is_kan());
        let key = if self.has("reading", "four-kans-alone") && asks(&["kans"]) {
            return self.first(&[Key::KanFourOnly, Key::KanFourScoreAlone], yaku.clause);
        } else if win.rinshan && !win.aside.is_empty() && (win.replaces_aside || !kan) && asks(&["rinshan", "tsumo"]) {
            Key::AsideRinshanCounts
        } else if twice && asks(&["seven-pairs"]) {
            Key::ValueFourOfAKindPairs
        } else {
            return yaku.clause;
        };
        self.first(&[key], yaku.clause)
    }

    fn fu_key(&self, id: &str, tiles: Option<&str>) -> Option<Key> {
        let win = &self.won.win;
        Some(match id {
            "fu-base" | "fu-rounding" => Key::FuBase,
            "fu-closed-ron" => Key::FuClosedRon,
            "fu-tsumo" => Key::FuTsumo,
            "fu-tsumo-lost" => Key::FuTsumoWhen,
            "fu-open-triplet" | "fu-closed-triplet" | "fu-open-kan" | "fu-closed-kan" => Key::FuTriplet,
            "fu-pair" => {
                let pair = notation::tiles(tiles?).ok()?.first()?.kind();
                let is = |wind: jantaku_rules::seat::Wind| pair.index() == Kind::EAST.index() + wind.index();
                if is(win.seat) && is(win.round) {
                    Key::FuDoubleWind
                } else {
                    Key::FuValuePair
                }
            }
            "fu-closed-wait" | "fu-edge-wait" | "fu-pair-wait" => Key::FuSingleWait,
            "fu-aside" => Key::AsideFu,
            "fu-seven-pairs" => Key::FuSevenPairs,
            "fu-open-minimum" => Key::FuOpenMinimum,
            _ => return None,
        })
    }

    fn payment_key(&self, id: &str, line: &LineRow) -> Option<Key> {
        let settings = &self.rules.settings;
        let tsumo = self.won.win.by.is_tsumo();
        Some(match id {
            "hand" | "pao" | "rinshan-pao" | "four-kans" => self.hand_key(line),
            "honba" if tsumo => Key::PaymentHonbaTsumo,
            "honba" if settings.pao.ron_honba == PaoHonba::Liable && self.has("payment", "pao") => Key::PaoRonHonba,
            "honba" => Key::PaymentHonbaRon,
            "sticks" | "own-stick" => Key::PaymentSticksTo,
            "ippatsu" => Key::ChipsIppatsu,
            "ura-chips" => Key::ChipsUra,
            "pocchi" => Key::ChipsPocchi,
            "yakuman" if tsumo => Key::ChipsYakumanTsumo,
            "yakuman" => Key::ChipsYakumanRon,
            "all-flowers-chips" if tsumo => Key::ChipsFlowersTsumo,
            "all-flowers-chips" => Key::ChipsFlowersRon,
            "responsible" => Key::PaymentResponsible,
            "liable" => Key::PaoYaku,
            _ => return None,
        })
    }

    /// The key behind the chips of a player who is out. Who paid nothing in the hand is out by their own riichi stick.
    fn bust_key(&self, line: &LineRow) -> Key {
        let paid = |other: &LineRow| other.from == line.from && other.points.is_some();
        match self.part("payment").any(paid) {
            true => Key::ChipsBust,
            false => Key::RiichiLastPoints,
        }
    }

    /// The key behind a payment for the hand itself.
    fn hand_key(&self, line: &LineRow) -> Key {
        let fed = self.fed();
        match line.id.as_str() {
            "pao" => self.liability_key(fed),
            _ if self.is_half(fed, line) => self.liability_key(fed),
            "rinshan-pao" => Key::PaoRinshan,
            "four-kans" if fed => Key::KanFourFed,
            _ => self.price_key(),
        }
    }

    /// Beside a liable player the discarder or feeder pays the same half, before the rest of the hand.
    fn is_half(&self, fed: bool, line: &LineRow) -> bool {
        let same = |other: &&LineRow| other.points == line.points;
        let halves = self
            .part("payment")
            .filter(|other| other.id == "pao")
            .filter(same)
            .count();
        let earlier = self.part("payment").take_while(|other| !std::ptr::eq(*other, line));
        let in_halves = fed || !self.won.win.by.is_tsumo();
        in_halves && earlier.filter(|other| other.id == line.id).filter(same).count() < halves
    }

    /// Whether one player pays a tsumo in everybody's place for feeding a kan.
    fn fed(&self) -> bool {
        let fed = |line: &&LineRow| line.id == "four-kans" || line.id == "rinshan-pao";
        let mut payers: Vec<_> = self.part("payment").filter(fed).map(|line| line.from).collect();
        payers.dedup();
        payers.len() == 1
    }

    /// The key behind what a liable player pays.
    fn liability_key(&self, fed: bool) -> Key {
        let settings = &self.rules.settings.pao;
        let mut liable: Vec<(jantaku_rules::seat::Wind, i32)> = Vec::new();
        for (place, wind) in &self.won.pao {
            let yaku = &self.rules.yaku[usize::from(*place)];
            let counts = settings.yaku.contains(&yaku.id) && self.has("yaku", &yaku.id);
            if let Worth::Yakuman(worth) = yaku.worth
                && counts
            {
                liable.push((*wind, worth.into()));
            }
        }
        let answered: i32 = liable.iter().map(|(_, worth)| worth).sum();
        let one = liable.iter().all(|(wind, _)| *wind == liable[0].0);
        let all = answered >= i32::from(self.sheet.yakuman) || one && settings.covers == PaoCovers::WholeHand;
        match (all, fed, self.won.win.by.is_tsumo()) {
            (true, true, _) => Key::PaoAfterKan,
            (true, false, true) => Key::PaoTsumo,
            (true, false, false) => Key::PaoRon,
            (false, false, true) => Key::PaoCovered,
            (false, ..) => Key::PaoRonOfSeveral,
        }
    }

    /// The key behind the price of a hand.
    fn price_key(&self) -> Key {
        let settings = &self.rules.settings;
        let tsumo = self.won.win.by.is_tsumo();
        let shared = settings.payment.shared_up_to;
        match settings.value.scheme {
            Scheme::Points if tsumo || settings.payment.discard == DiscardPays::Discarder => Key::ValueScheme,
            Scheme::Points if settings.payment.discard == DiscardPays::EachOpponent => Key::PaymentDiscard,
            Scheme::Points if self.counted().points <= shared => Key::PaymentSharedUpTo,
            Scheme::Points => {
                let mut paid = self.part("payment").filter(|line| line.id == "hand");
                let each_the_same = paid.all(|line| line.points == Some(self.counted().points));
                if each_the_same {
                    Key::PaymentOwnTileShared
                } else {
                    Key::PaymentDiscard
                }
            }
            Scheme::FuAndHan if tsumo && settings.payment.tsumo_loss && self.rules.seats() == 3 => {
                Key::PaymentTsumoLoss
            }
            _ => self.limit_key(),
        }
    }

    /// The key behind the limit that a hand reaches, or behind its price below one.
    fn limit_key(&self) -> Key {
        let settings = &self.rules.settings;
        match settings.value.scheme {
            Scheme::Points => Key::ValueScheme,
            Scheme::HanTable if self.is_dealer() => Key::ValueDealer,
            Scheme::HanTable => Key::ValueOthers,
            Scheme::FuAndHan => match base(settings, self.counted()).1 {
                Step::Open => Key::ValueScheme,
                Step::RoundedUp => Key::ValueKiriage,
                Step::Limit => Key::ValueLimits,
                Step::CountedYakuman => Key::ValueCountedYakuman,
                Step::Yakuman => Key::ValueYakuman,
            },
        }
    }

    /// The clause behind the reason why something other than a yaku is not given.
    fn of_uncounted(&self, line: &LineRow) -> Option<ClauseRef> {
        let (reason, named) = reason(&line.why.as_ref()?.en)?;
        let given = self.part("yaku").find(|given| given.names.en == named);
        let yaku = given.and_then(|given| self.yaku_of(&given.id));
        let key = match (reason, line.id.as_str()) {
            ("beside-yakuman", "flower" | "fu-aside") => {
                let keys = [Key::CiteFlowersBesideYakuman, Key::CiteYakumanAlone];
                return yaku.map(|yaku| self.first(&keys, yaku.clause));
            }
            ("beside-yakuman", _) => return yaku.map(|yaku| self.first(&[Key::CiteYakumanAlone], yaku.clause)),
            ("beside-alone", _) => return yaku.map(|yaku| yaku.clause),
            ("not-by-han", "counted-yakuman") => Key::ValueCountedYakuman,
            ("not-rounded-up", "kiriage") => Key::ValueKiriage,
            ("only-counted", "yakuman-chips") if self.won.win.by.is_tsumo() => Key::ChipsYakumanTsumo,
            ("only-counted", "yakuman-chips") => Key::ChipsYakumanRon,
            ("yakuman-chips-only", _) => Key::ChipsBesideYakuman,
            ("only-without-bonus", "no-pattern") => Key::ValueChickenAlone,
            _ => return None,
        };
        Some(self.rules.because(key))
    }

    /// The clause behind the reason why a yaku is not given.
    fn of_reason(&self, yaku: &Yaku, line: &LineRow) -> Option<ClauseRef> {
        let (reason, named) = reason(&line.why.as_ref()?.en)?;
        let other = || {
            let is = |other: &&Yaku| [&other.names.en, &other.names.romaji, &other.names.zh].contains(&&named);
            self.rules.yaku.iter().find(is)
        };
        let beside = || other().filter(|_| self.part("yaku").any(|given| given.names.en == named));
        match reason {
            "replaced" => other().map(|other| other.over_by),
            "beside-yakuman" if yaku.beside == Beside::NoOtherYakuman => beside().map(|_| yaku.beside_by),
            "beside-yakuman" => beside().map(|other| self.first(&[Key::CiteYakumanAlone], other.clause)),
            "beside-alone" => beside().map(|other| other.clause),
            "beside-highest" => beside().map(|_| self.rules.because(Key::ValueCap)),
            "open-hand" => Some(yaku.clause),
            "no-han-for-a-kita" => {
                let robs = facts_in(&yaku.when).contains(&"robbing-a-kan") && self.won.win.by == By::RobbingAKita;
                robs.then(|| self.rules.because(Key::AsideKitaRobbed))
            }
            "four-kans-only" => {
                let alone = self.has("reading", "four-kans-alone") && matches!(yaku.worth, Worth::Yakuman(_));
                alone.then(|| self.rules.because(Key::KanFourOnly))
            }
            "pays-more-without" if yaku.waives_fu => Some(self.waives_flowers(yaku)),
            "pays-more-without" => Some(yaku.clause),
            "not-with" if is_fact("rinshan", &named) => {
                let win = &self.won.win;
                let kan = win.melds.iter().any(|meld| meld.kind.is_kan());
                let aside = win.last_tile && !win.aside.is_empty() && (win.replaces_aside || !kan);
                let keys = [Key::AsideReplacedAtEnd, Key::CiteReplacementNotLast];
                Some(self.first(&keys[usize::from(!aside)..], yaku.clause.max(yaku.asked_by)))
            }
            "not-with" | "not-with-tiles" | "not-with-those" => {
                let facts = &self.won.score.facts;
                let case = yaku.unless.iter().find(|unless| unless.holds(facts));
                case.map(|case| case.clause).or(Some(yaku.clause.max(yaku.asked_by)))
            }
            "needs" | "at-least" | "at-most" | "winning-tile" => Some(yaku.clause.max(yaku.asked_by)),
            _ => None,
        }
    }
}

/// The key behind a source of dora, and the one that covers it where no clause sets that.
fn dora_key(id: &str) -> Option<(Key, Key)> {
    Some(match id {
        "dora" => (Key::DoraPlayed, Key::DoraPlayed),
        "ura" => (Key::DoraUra, Key::DoraUra),
        "dora-skipping" | "ura-skipping" => (Key::TilesRemoved, Key::TilesRemoved),
        "dora-by-flower" | "ura-by-flower" => (Key::AsideIndicator, Key::AsideIndicator),
        "dora-kita" => (Key::AsideKitaDora, Key::DoraPlayed),
        "ura-kita" => (Key::AsideKitaDora, Key::DoraUra),
        "red" => (Key::TilesReds, Key::TilesReds),
        "red-pocchi" => (Key::PocchiDora, Key::PocchiDora),
        "red-stand-in" => (Key::PocchiRedAsAll, Key::PocchiRedAsAll),
        "kita" => (Key::AsideKitaHan, Key::AsideKitaHan),
        "flower" => (Key::AsideHan, Key::AsideHan),
        _ => return None,
    })
}

/// The facts that a condition names.
fn facts_in(when: &str) -> Vec<&str> {
    let words = when.split(|letter: char| !letter.is_ascii_alphabetic() && letter != '-');
    words
        .filter(|word| !word.is_empty() && !["and", "or", "not"].contains(word))
        .collect()
}

/// Is this how sheets word the fact?
fn is_fact(id: &str, worded: &str) -> bool {
    all_words().any(|(section, known, names)| section == "fact" && known == id && names.en == worded)
}

/// Which entry of the reasons a text is, and what fills its place.
fn reason(text: &str) -> Option<(&'static str, String)> {
    let mut found: Option<(&'static str, String)> = None;
    for (_, id, names) in all_words().filter(|(section, ..)| *section == "why") {
        let (start, end) = match (names.en.find('{'), names.en.rfind('}')) {
            (Some(open), Some(close)) => (&names.en[..open], &names.en[close + 1..]),
            _ if names.en == text => return Some((id, String::new())),
            _ => continue,
        };
        let Some(rest) = text.strip_prefix(start).and_then(|rest| rest.strip_suffix(end)) else {
            continue;
        };
        if found.as_ref().is_none_or(|(_, other)| rest.len() < other.len()) {
            found = Some((id, rest.to_owned()));
        }
    }
    found
}
