//! Holds a hand record against its rulebook: what it asks for, what it refuses, and how the hand ended by it.

use jantaku_rules::reading::{MeldSets, Set};
use jantaku_rules::rulebook::choices::{Chombo, DiscardPays, FourKans, Nagashi, Overtime, Scheme};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::score::{Score, score, score_four_kans};
use jantaku_rules::seat::{BySeat, Wind};
use jantaku_rules::settlement::HandState;
use jantaku_rules::settlement::ending::Ending;
use jantaku_rules::settlement::four_kans::FourKansWin;
use jantaku_rules::settlement::wins::{ChipFacts, Liabilities, Winner, winners_of};
use jantaku_rules::units::{Fu, Han, Points};
use jantaku_rules::value::Value;
use jantaku_rules::win::{By, Riichi};
use jantaku_table::event::DrawReason;

use super::SettleError;
use super::record::{End, Hand, How, Record, WinRecord, Worth};
use crate::score_json::Claim;
use crate::score_json::claim::why;
use crate::score_json::request::Request;

/// How a hand ended by its rulebook.
pub(super) struct Outcome {
    pub(super) hand: HandState,
    /// Points and chips at the start of the hand.
    pub(super) points: BySeat<Points>,
    pub(super) chips: BySeat<i32>,
    pub(super) flowers: BySeat<u8>,
    pub(super) end: Ended,
}

pub(super) enum Ended {
    Won {
        winners: Vec<Won>,
        /// Who claimed the tile too, but does not win by this rulebook.
        passed_over: Vec<Wind>,
    },
    FourKans(FourKansWin),
    Draw {
        tenpai: BySeat<bool>,
        nagashi: BySeat<bool>,
    },
    Aborted(DrawReason),
    Chombo(Vec<Wind>),
}

pub(super) struct Won {
    pub(super) winner: Winner,
    /// The hand, where it was written down.
    pub(super) scored: Option<(Claim, Score)>,
}

impl Outcome {
    pub(super) fn of(rules: &Rules, record: &Record) -> Result<Outcome, SettleError> {
        let settings = &rules.settings;
        check_seats(rules, record)?;
        check_table(rules, record)?;
        let flowers = record.flowers.as_deref().unwrap_or_default();
        let mut outcome = Outcome {
            hand: HandState {
                honba: record.honba,
                sticks: record.sticks,
                riichi: flags(rules, &record.riichi),
            },
            points: match &record.points {
                Some(points) => by_wind("points", rules, points)?.map(|&points| Points(points)),
                None => BySeat::all(rules.seats(), Points(settings.game.start)),
            },
            chips: match &record.chips {
                Some(chips) => by_wind("chips", rules, chips)?,
                None => BySeat::all(rules.seats(), 0),
            },
            flowers: BySeat::all(rules.seats(), 0),
            end: Ended::Chombo(Vec::new()),
        };
        for &(wind, count) in flowers {
            let all = settings.tiles.flowers;
            let count = u8::try_from(count).ok().filter(|count| *count <= all);
            let most = || {
                SettleError::ruled(
                    rules,
                    Key::TilesFlowers,
                    "flowers",
                    format!("there are {all} in the game"),
                )
            };
            outcome.flowers[wind] = count.ok_or_else(most)?;
        }
        if settings.aside.chips > 0 && record.flowers.is_none() {
            let why = "say how many flowers each player has set aside, which pay chips at once";
            return Err(SettleError::ruled(rules, Key::AsideChips, "flowers", why));
        }
        outcome.end = outcome.ended(rules, record)?;
        outcome.hand.sticks = outcome
            .hand
            .riichi
            .iter()
            .fold(record.sticks, |sum, riichi| sum.saturating_add(u8::from(*riichi)));
        Ok(outcome)
    }

    fn ended(&mut self, rules: &Rules, record: &Record) -> Result<Ended, SettleError> {
        let settings = &rules.settings;
        let refuse = |key: Key, field: &str, why: &str| Err(SettleError::ruled(rules, key, field, why));
        match &record.end {
            End::Draw { nagashi, .. } if !nagashi.is_empty() && settings.draws.nagashi == Nagashi::Nothing => {
                refuse(Key::DrawsNagashi, "draw.nagashi", "the rulebook has no nagashi")
            }
            End::Draw { tenpai, nagashi } => Ok(Ended::Draw {
                tenpai: flags(rules, tenpai),
                nagashi: flags(rules, nagashi),
            }),
            End::Abort(reason) if !is_played(rules, *reason) => {
                refuse(reason.key(), "abort", "the rulebook does not have this abortive draw")
            }
            End::Abort(DrawReason::FourRiichi) if record.riichi.len() < rules.seats() => Err(SettleError::field(
                "riichi",
                "everybody is in riichi when four-riichi ends the hand",
            )),
            End::Abort(reason) => Ok(Ended::Aborted(*reason)),
            End::Chombo(_) if settings.penalty.chombo == Chombo::Nothing => {
                refuse(Key::PenaltyChombo, "chombo", "the rulebook has no chombo")
            }
            End::Chombo(offenders) => Ok(Ended::Chombo(offenders.clone())),
            End::Wins(wins) if wins.iter().any(|win| win.by == How::FourKans) => match wins.as_slice() {
                [win] => self.four_kans(rules, record, win).map(Ended::FourKans),
                _ => Err(SettleError::field("wins", "four kans score alone")),
            },
            End::Wins(wins) => self.won(rules, record, wins),
        }
    }

    fn won(&mut self, rules: &Rules, record: &Record, wins: &[WinRecord]) -> Result<Ended, SettleError> {
        let several = wins.len() > 1;
        let first = &wins[0];
        for (i, win) in wins.iter().enumerate() {
            let field = |key: &str| format!("wins[{i}].{key}");
            let tsumo = win.by == How::By(By::Tsumo);
            let why = match win.from {
                Some(_) if tsumo => "a tsumo has no payer; leave it out",
                None if !tsumo => return Err(SettleError::Missing(field("from"))),
                Some(from) if from == win.seat => "name another player than the winner",
                _ if tsumo && several => return Err(SettleError::field(field("by"), "a tsumo has one winner")),
                _ if win.from != first.from => "several winners win on the same tile",
                _ if wins[..i].iter().any(|other| other.seat == win.seat) => {
                    return Err(SettleError::field(field("seat"), "each winner once"));
                }
                _ => continue,
            };
            return Err(SettleError::field(field("from"), why));
        }
        let mut winners = Vec::new();
        for (i, win) in wins.iter().enumerate() {
            winners.push(self.winner(rules, record, win, &format!("wins[{i}]"))?);
        }
        winners.sort_by_key(|won| won.winner.from.turns_to(won.winner.seat, rules.seats()));
        Ok(match winners_of(&rules.settings, winners.len()) {
            Some(count) => Ended::Won {
                passed_over: winners.split_off(count).iter().map(|won| won.winner.seat).collect(),
                winners,
            },
            None => Ended::Aborted(DrawReason::TripleRon),
        })
    }

    fn winner(&mut self, rules: &Rules, record: &Record, win: &WinRecord, place: &str) -> Result<Won, SettleError> {
        let How::By(by) = win.by else {
            return Err(SettleError::field(place, "four kans score alone"));
        };
        if let Some(worth) = &win.worth {
            let value = value(rules, win, worth, place)?;
            check_payers(rules, win, place)?;
            let winner = Winner {
                liable: liable(rules, win, value, place)?,
                fed_kan: win.fed_kan,
                responsible: win.responsible,
                chips: self.chip_facts(rules, record, win, value, place)?,
                ..Winner::ron(win.seat, by, win.from.unwrap_or(win.seat), value)
            };
            return Ok(Won { winner, scored: None });
        }
        let claim = self.claim(rules, record, win, place)?;
        let refused = |not| {
            let clause = jantaku_rules::score::NotAWin::key(not, rules);
            match clause {
                Some(key) => SettleError::ruled(rules, key, format!("{place}.hand"), why(not)),
                None => SettleError::field(format!("{place}.hand"), why(not)),
            }
        };
        let score = score(rules, &claim.win).map_err(refused)?;
        Ok(Won {
            winner: claim.winner(rules, &score),
            scored: Some((claim, score)),
        })
    }

    /// The written hand, with what the record says of the table.
    fn claim(&mut self, rules: &Rules, record: &Record, win: &WinRecord, place: &str) -> Result<Claim, SettleError> {
        let field = format!("{place}.hand");
        let mut request = match &win.hand {
            Some(Hand::Fields(fields)) => {
                let mut fields = fields.clone();
                let said = [
                    ("rules", Some(record.rules.as_str())),
                    ("seat", Some(win.seat.name())),
                    ("by", Some(win.by.word())),
                    ("from", win.from.map(Wind::name)),
                    ("round", Some(record.round.name())),
                ];
                for (key, value) in said {
                    let before = fields.insert(key.to_owned(), value.into());
                    if before.is_some_and(|before| !before.is_null() && Some(&before) != fields.get(key)) {
                        return Err(SettleError::field(
                            format!("{field}.{key}"),
                            "the record says otherwise",
                        ));
                    }
                }
                Request::read(&fields.into())?
            }
            Some(Hand::Line(line)) => {
                let from = win.from.map_or_else(String::new, |from| format!(" from={from}"));
                let (by, seat, round) = (win.by.word(), win.seat, record.round);
                let line = format!("{line} {by} seat={seat} round={round}{from}");
                Request::of_line(&record.rules, &line).map_err(|error| SettleError::Hand {
                    field: field.clone(),
                    error,
                })?
            }
            None => return Err(SettleError::Missing(field)),
        };
        if (request.hand.honba, request.hand.sticks) != (0, 0) {
            return Err(SettleError::field(
                field,
                "leave honba and sticks out; the record has them",
            ));
        }
        let declared = request.hand.win.riichi != Riichi::None;
        if self.hand.riichi[win.seat] && !declared {
            return Err(SettleError::field(
                field,
                format!("{} is in riichi: add riichi, double, open or double-open", win.seat),
            ));
        }
        self.hand.riichi[win.seat] = declared;
        request.hand.win.payer_riichi |= win.from.is_some_and(|from| self.hand.riichi[from]);
        let claim = Claim::of(rules, &request)?;
        // A flower that is robbed was set aside by another player.
        let drawn = Some(&claim.win.tile).filter(|_| claim.win.by.is_tsumo());
        let held = claim.win.aside.iter().chain(drawn);
        let held = held.filter(|tile| tile.kind().is_flower()).count();
        if record.flowers.is_some() && usize::from(self.flowers[win.seat]) != held {
            return Err(SettleError::field(
                "flowers",
                format!("the hand of {} has {held}", win.seat),
            ));
        }
        Ok(claim)
    }

    /// What gives chips beside a value. What the rulebook pays for must be said.
    fn chip_facts(
        &self,
        rules: &Rules,
        record: &Record,
        win: &WinRecord,
        value: Value,
        place: &str,
    ) -> Result<ChipFacts, SettleError> {
        let chips = &rules.settings.chips;
        let riichi = self.hand.riichi[win.seat];
        let tsumo = win.from.is_none();
        let counted = riichi && (!value.is_yakuman() || chips.beside_yakuman);
        let ask = |key: Key, name: &str, words: &str| {
            let why = format!("the rulebook pays chips for it: {words}");
            SettleError::ruled(rules, key, format!("{place}.{name}"), why)
        };
        let refuse = |name: &str| SettleError::field(format!("{place}.{name}"), "only with riichi");
        if !riichi {
            let given = [
                ("ippatsu", win.ippatsu == Some(true)),
                ("ura", win.ura.unwrap_or(0) > 0),
            ];
            if let Some((name, _)) = given
                .into_iter()
                .chain([("pocchi", win.pocchi == Some(true))])
                .find(|(_, given)| *given)
            {
                return Err(refuse(name));
            }
        }
        let flowers = if tsumo {
            (chips.flowers_tsumo, Key::ChipsFlowersTsumo)
        } else {
            (chips.flowers_ron, Key::ChipsFlowersRon)
        };
        if counted && chips.ippatsu > 0 && win.ippatsu.is_none() {
            return Err(ask(Key::ChipsIppatsu, "ippatsu", "say ippatsu or no-ippatsu"));
        }
        if counted && chips.ura > 0 && win.ura.is_none() {
            return Err(ask(Key::ChipsUra, "ura", "say how many ura dora, such as ura 0"));
        }
        if counted && tsumo && chips.pocchi > 0 && win.pocchi.is_none() {
            return Err(ask(Key::ChipsPocchi, "pocchi", "say pocchi or no-pocchi"));
        }
        if flowers.0 > 0 && record.flowers.is_none() {
            let why = "all of them pay chips: say how many the winner has set aside, such as flowers south 1, or flowers none";
            return Err(SettleError::ruled(rules, flowers.1, "flowers", why));
        }
        let all = rules.settings.tiles.flowers;
        Ok(ChipFacts {
            ippatsu: win.ippatsu.unwrap_or(false),
            ura: win.ura.unwrap_or(0),
            pocchi: win.pocchi.unwrap_or(false),
            all_flowers: all > 0 && self.flowers[win.seat] == all,
        })
    }

    fn four_kans(&self, rules: &Rules, record: &Record, win: &WinRecord) -> Result<FourKansWin, SettleError> {
        let place = "wins[0]";
        if !rules.settings.kan.four_score_alone {
            let why = "four kans do not score without the pair";
            return Err(SettleError::ruled(
                rules,
                Key::KanFourScoreAlone,
                format!("{place}.by"),
                why,
            ));
        }
        if win.from.is_some() {
            let why = "leave it out; fed-kan names who discarded the tile of the fourth kan";
            return Err(SettleError::field(format!("{place}.from"), why));
        }
        let (yakuman, liable, fed) = match (&win.hand, &win.worth) {
            (Some(Hand::Line(kans)), _) => {
                // A line needs a winning tile, which four kans do not have, and a fed kan needs rinshan.
                let line = format!("{kans} +1z tsumo rinshan seat={} round={}", win.seat, record.round);
                let hand = Request::of_line(&record.rules, &line)
                    .map_err(|error| SettleError::Hand {
                        field: format!("{place}.hand"),
                        error,
                    })?
                    .hand;
                let melds = &hand.win.melds;
                if melds.len() != 4 || !melds.iter().all(|meld| meld.kind.is_kan()) || !hand.win.hand.is_empty() {
                    return Err(SettleError::field(
                        format!("{place}.hand"),
                        "expected four kans and nothing else",
                    ));
                }
                let sets = MeldSets::new(melds.iter().filter_map(Set::of_meld));
                let score = score_four_kans(rules, win.seat, &sets);
                let fed_by = |yaku: u16| {
                    let id = &rules.yaku[usize::from(yaku)].id;
                    hand.pao
                        .iter()
                        .find(|(known, _)| known == id)
                        .map(|(_, liable)| *liable)
                };
                (
                    score.value.yakuman(),
                    Liabilities::of(rules, &score, fed_by),
                    hand.fed_kan.feeder(),
                )
            }
            (_, Some(Worth::Yakuman(count))) => {
                (*count, liable(rules, win, Value::Yakuman(*count), place)?, win.fed_kan)
            }
            _ => return Err(SettleError::field(place, "expected the four kans as hand, or yakuman")),
        };
        Ok(FourKansWin {
            seat: win.seat,
            yakuman,
            liable,
            fed,
        })
    }
}

impl Ended {
    /// Calls `then` with what the rules settle.
    pub(super) fn with<T>(&self, flowers: &BySeat<u8>, then: impl FnOnce(&Ending) -> T) -> T {
        match self {
            Ended::Won { winners, .. } => {
                let winners: Vec<Winner> = winners.iter().map(|won| won.winner.clone()).collect();
                then(&Ending::Won(&winners))
            }
            Ended::FourKans(kans) => then(&Ending::FourKans(kans)),
            Ended::Draw { tenpai, nagashi } => match nagashi.iter().any(|&claimed| claimed) {
                true => then(&Ending::Nagashi {
                    winners: *nagashi,
                    tenpai: *tenpai,
                }),
                false => then(&Ending::Drawn { tenpai: *tenpai }),
            },
            Ended::Aborted(reason) => then(&Ending::Aborted(reason.key())),
            Ended::Chombo(offenders) => then(&Ending::Chombo {
                offenders,
                flowers: *flowers,
            }),
        }
    }
}

/// The value of a hand that is not written down.
fn value(rules: &Rules, win: &WinRecord, worth: &Worth, place: &str) -> Result<Value, SettleError> {
    let settings = &rules.settings;
    let scheme = settings.value.scheme;
    let refuse = |name: &str, why: String| {
        Err(SettleError::ruled(
            rules,
            Key::ValueScheme,
            format!("{place}.{name}"),
            why,
        ))
    };
    let has_fu = scheme == Scheme::FuAndHan;
    let limit_han = match scheme {
        Scheme::FuAndHan => settings.value.limits.first().map_or(u8::MAX, |limit| limit.han),
        _ => 0,
    };
    match (worth, win.fu) {
        (Worth::Han(_) | Worth::Yakuman(_) | Worth::Limit(_), _) if scheme == Scheme::Points => {
            refuse("points", "the rulebook counts points: give those".to_owned())
        }
        (Worth::Points(_), _) if scheme != Scheme::Points => refuse(
            "points",
            "the rulebook counts han: give han, yakuman or a limit".to_owned(),
        ),
        (Worth::Points(points), None) if (1..=100_000).contains(points) => Ok(Value::Points(Points(*points))),
        (_, Some(_)) if !has_fu => refuse("fu", "the rulebook counts no fu".to_owned()),
        (Worth::Han(0) | Worth::Yakuman(0) | Worth::Points(_), _) => {
            Err(SettleError::field(place, "a hand is worth something"))
        }
        (Worth::Han(han), None) if has_fu && *han < limit_han => refuse("fu", format!("{han} han need the fu")),
        (Worth::Han(_), Some(fu)) if fu != settings.fu.seven_pairs && (fu < 20 || fu % 10 != 0) => {
            refuse("fu", format!("{fu} fu do not exist; they are rounded up to tens"))
        }
        (Worth::Han(han), fu) => Ok(Value::Han {
            han: Han(*han),
            fu: Fu(fu.unwrap_or(0)),
        }),
        (_, Some(_)) => refuse("fu", "only beside han".to_owned()),
        (Worth::Yakuman(2..), _) if !settings.value.yakuman_add => {
            let why = "only one yakuman counts";
            Err(SettleError::ruled(
                rules,
                Key::ValueYakumanAdd,
                format!("{place}.yakuman"),
                why,
            ))
        }
        (Worth::Yakuman(count), _) => Ok(Value::Yakuman(*count)),
        (Worth::Limit(name), _) => limit(rules, name).ok_or_else(|| {
            let why = format!("the rulebook has no limit {name:?}");
            SettleError::field(format!("{place}.limit"), why)
        }),
    }
}

fn limit(rules: &Rules, name: &str) -> Option<Value> {
    let value = &rules.settings.value;
    let by_fu = value.limits.iter().map(|limit| (limit.name.as_str(), limit.han));
    let by_table = value.others.iter().map(|row| (row.name.as_str(), row.han));
    let counted = Some(("counted yakuman", value.counted_yakuman)).filter(|(_, han)| *han > 0);
    let known: Vec<(&str, u8)> = match value.scheme {
        Scheme::FuAndHan => by_fu.chain(counted).collect(),
        _ => by_table.collect(),
    };
    let found = known.iter().find(|(known, _)| *known == name && !name.is_empty());
    found.map(|(_, han)| Value::of_han(*han))
}

/// A responsible player and a feeder pay only where the rulebook has them.
fn check_payers(rules: &Rules, win: &WinRecord, place: &str) -> Result<(), SettleError> {
    let settings = &rules.settings;
    let tsumo = win.from.is_none();
    let shared = settings.payment.discard != DiscardPays::Responsible;
    if win.responsible.is_some() && (shared || tsumo) {
        let why = "nobody is responsible for this win";
        return Err(SettleError::ruled(
            rules,
            Key::PaymentDiscard,
            format!("{place}.responsible"),
            why,
        ));
    }
    if win.fed_kan.is_some() && !(tsumo && settings.pao.rinshan) {
        let why = "nobody pays for having fed this kan";
        return Err(SettleError::ruled(
            rules,
            Key::PaoRinshan,
            format!("{place}.fed_kan"),
            why,
        ));
    }
    Ok(())
}

/// Who is liable for how many of the yakuman.
fn liable(rules: &Rules, win: &WinRecord, value: Value, place: &str) -> Result<Liabilities, SettleError> {
    let mut liable = Liabilities::default();
    let field = format!("{place}.pao");
    if !win.pao.is_empty() && rules.settings.pao.yaku.is_empty() {
        return Err(SettleError::ruled(
            rules,
            Key::PaoYaku,
            field,
            "the rulebook has no liability",
        ));
    }
    let all: i32 = win.pao.iter().map(|(_, count)| *count).sum();
    let counts = win.pao.iter().all(|(_, count)| *count > 0);
    if !win.pao.is_empty() && (!counts || all > i32::from(value.yakuman())) {
        return Err(SettleError::field(
            field,
            format!("the hand has {} yakuman", value.yakuman()),
        ));
    }
    if win.pao.iter().any(|(seat, _)| *seat == win.seat) {
        return Err(SettleError::field(field, "name another player than the winner"));
    }
    for (seat, count) in &win.pao {
        liable.add(*seat, *count as u8);
    }
    Ok(liable)
}

fn is_played(rules: &Rules, reason: DrawReason) -> bool {
    let (draws, kan) = (&rules.settings.draws, &rules.settings.kan);
    match reason {
        DrawReason::NineTerminals => draws.nine_terminals,
        DrawReason::FourWinds => draws.four_winds,
        DrawReason::FourRiichi => draws.four_riichi,
        DrawReason::FourKans => kan.fourth == FourKans::AbortiveDraw,
        DrawReason::TripleRon => draws.triple_ron,
        DrawReason::Exhausted | DrawReason::Chombo => true,
    }
}

fn flags(rules: &Rules, players: &[Wind]) -> BySeat<bool> {
    BySeat::from_fn(rules.seats(), |wind| players.contains(&Wind::at(wind)))
}

/// A number for each player, nobody left out.
fn by_wind(field: &str, rules: &Rules, given: &[(Wind, i32)]) -> Result<BySeat<i32>, SettleError> {
    let mut numbers = BySeat::all(rules.seats(), 0);
    for wind in Wind::ALL.into_iter().take(rules.seats()) {
        let found = given.iter().find(|(known, _)| *known == wind);
        let (_, number) = found.ok_or_else(|| SettleError::Missing(format!("{field}.{wind}")))?;
        numbers[wind] = *number;
    }
    Ok(numbers)
}

/// Everybody named has a seat.
fn check_seats(rules: &Rules, record: &Record) -> Result<(), SettleError> {
    let counted = [&record.points, &record.chips, &record.flowers];
    let counted = counted.into_iter().flatten().flatten().map(|(wind, _)| *wind);
    let mut named: Vec<Wind> = record.riichi.iter().copied().chain(counted).collect();
    match &record.end {
        End::Wins(wins) => {
            for win in wins {
                named.extend(
                    [Some(win.seat), win.from, win.fed_kan, win.responsible]
                        .into_iter()
                        .flatten(),
                );
                named.extend(win.pao.iter().map(|(wind, _)| *wind));
            }
        }
        End::Draw { tenpai, nagashi } => named.extend(tenpai.iter().chain(nagashi)),
        End::Chombo(offenders) => named.extend(offenders),
        End::Abort(_) => {}
    }
    match named.iter().find(|wind| wind.index() >= rules.seats()) {
        Some(wind) => Err(SettleError::ruled(
            rules,
            Key::TilesSeats,
            wind.name(),
            "nobody sits there",
        )),
        None => Ok(()),
    }
}

/// The round, and what lies on the table, can be there.
fn check_table(rules: &Rules, record: &Record) -> Result<(), SettleError> {
    let settings = &rules.settings;
    let ruled = |key: Key, field: &str, why: &str| Err(SettleError::ruled(rules, key, field, why));
    let overtime = match settings.game.overtime {
        Overtime::Nothing => 0,
        Overtime::SuddenDeath => 1,
        Overtime::WestThenNorth => 2,
    };
    if usize::from(record.dealer.0) >= rules.seats() {
        return ruled(Key::TilesSeats, "round", "there is no such dealer");
    }
    if record.round.index() >= usize::from(settings.game.rounds) + overtime {
        return ruled(Key::GameRounds, "round", "the game has fewer rounds");
    }
    if record.honba > 0 && settings.payment.honba_ron == 0 && settings.payment.honba_tsumo == 0 {
        return ruled(Key::PaymentHonbaRon, "honba", "the rulebook has no honba");
    }
    if !settings.riichi.played && !record.riichi.is_empty() {
        return ruled(Key::RiichiPlayed, "riichi", "the rulebook has no riichi");
    }
    if !settings.riichi.played && record.sticks > 0 {
        return ruled(Key::RiichiPlayed, "sticks", "the rulebook has no riichi");
    }
    if record.chips.is_some() && !settings.plays_chips() {
        return Err(SettleError::field("chips", "the rulebook has no chips"));
    }
    if record.last_hand && settings.game.minutes == 0 && settings.game.hands_after_time == 0 {
        return ruled(Key::GameMinutes, "last_hand", "the game has no time limit");
    }
    Ok(())
}
