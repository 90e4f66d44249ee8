//! Holds a hand record against its rulebook: what it asks for, what it refuses, and how the hand ended by it.

use jantaku_rules::hand_text::{FedKan, HandFault};
use jantaku_rules::reading::{MeldSets, Set};
use jantaku_rules::rulebook::choices::{Chombo, Nagashi};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::score::{Score, score, score_four_kans};
use jantaku_rules::seat::{BySeat, Wind};
use jantaku_rules::settlement::HandState;
use jantaku_rules::settlement::ending::Ending;
use jantaku_rules::settlement::four_kans::FourKansWin;
use jantaku_rules::settlement::wins::{ChipFacts, Winner, winners_of};
use jantaku_rules::terms::Terms;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::units::Points;
use jantaku_rules::value::Value;
use jantaku_rules::win::{By, Meld, MeldKind, Riichi, Tiles, Win};
use jantaku_table::event::DrawReason;

use super::SettleError;
use super::least::check_least;
use super::on_table::{
    by_wind, check_dead, check_seats, check_stakes, check_table, check_tenpai, flags, is_played, penalties,
};
use super::record::{End, Hand, How, Record, WinRecord, Worth};
use super::worth::{check_payers, check_way, liable, value};
use crate::score_json::Claim;
use crate::score_json::claim::why;
use crate::score_json::request::{Request, RequestError};

/// How a hand ended by its rulebook.
pub(super) struct Outcome {
    pub(super) hand: HandState,
    /// Points and chips at the start of the hand.
    pub(super) points: BySeat<Points>,
    pub(super) chips: BySeat<i32>,
    pub(super) flowers: BySeat<u8>,
    /// Chombo of earlier hands that count at the end of the game.
    pub(super) penalties: BySeat<u8>,
    pub(super) end: Ended,
}

pub(super) enum Ended {
    Won {
        winners: Vec<Won>,
        /// Who claimed the tile too, but does not win by this rulebook.
        passed_over: Vec<Wind>,
    },
    FourKans {
        kans: Box<FourKansWin>,
        /// The kans, where they were written down.
        scored: Option<Box<(Claim, Score)>>,
    },
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
            penalties: penalties(rules, record)?,
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
            let aside: u32 = outcome.flowers.iter().map(|count| u32::from(*count)).sum();
            if aside > u32::from(all) {
                return Err(most());
            }
        }
        if settings.aside.chips > 0 && record.flowers.is_none() {
            let why = "say how many flowers each player has set aside, which pay chips at once";
            return Err(SettleError::ruled(rules, Key::AsideChips, "flowers", why));
        }
        check_stakes(rules, record, &outcome.points)?;
        check_dead(rules, record)?;
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
            End::Draw { tenpai, nagashi } => {
                check_tenpai(rules, record, tenpai.as_deref(), nagashi)?;
                Ok(Ended::Draw {
                    tenpai: flags(rules, tenpai.as_deref().unwrap_or_default()),
                    nagashi: flags(rules, nagashi),
                })
            }
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
                [win] => self.four_kans(rules, record, win),
                _ => Err(SettleError::field("wins", alone(rules))),
            },
            End::Wins(wins) => self.won(rules, record, wins),
        }
    }

    fn won(&mut self, rules: &Rules, record: &Record, wins: &[WinRecord]) -> Result<Ended, SettleError> {
        let several = wins.len() > 1;
        let first = &wins[0];
        let tsumo_word = Terms::of(rules).tsumo;
        let no_payer = format!("a {tsumo_word} has no payer; leave it out");
        for (i, win) in wins.iter().enumerate() {
            let field = |key: &str| format!("wins[{i}].{key}");
            let tsumo = win.by == How::By(By::Tsumo);
            let why = match win.from {
                Some(_) if tsumo => no_payer.as_str(),
                None if !tsumo => "add who gave the tile, such as from west",
                Some(from) if from == win.seat => "name another player than the winner",
                _ if tsumo && several => {
                    return Err(SettleError::field(
                        field("by"),
                        format!("a {tsumo_word} has one winner: remove the others, or write ron and from"),
                    ));
                }
                _ if win.from != first.from => "several winners win on the same tile: give all of them the same player",
                _ if wins[..i].iter().any(|other| other.seat == win.seat) => {
                    return Err(SettleError::field(field("seat"), "write each winner once"));
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
            return Err(SettleError::field(place, alone(rules)));
        };
        if let Some(worth) = &win.worth {
            let value = value(rules, win, worth, place)?;
            check_least(
                rules,
                win,
                value,
                place,
                self.hand.riichi[win.seat],
                self.flowers[win.seat],
            )?;
            check_way(rules, by, value, self.flowers[win.seat], place)?;
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
            let clause = jantaku_rules::score::NotAWin::key(not, rules, by);
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
        if let Some(yaku) = request.hand.feeder_unsaid(rules, &claim.win) {
            let why = format!("all sets of {yaku} were called: add who fed the last of them, such as pao={yaku}:west");
            return Err(SettleError::ruled(rules, Key::PaoYaku, field, why));
        }
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
        if win.pocchi == Some(true) && !tsumo {
            let why = "a pocchi is wild only when drawn: remove it";
            return Err(SettleError::ruled(
                rules,
                Key::PocchiIsWild,
                format!("{place}.pocchi"),
                why,
            ));
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

    fn four_kans(&self, rules: &Rules, record: &Record, win: &WinRecord) -> Result<Ended, SettleError> {
        let place = "wins[0]";
        if !rules.settings.kan.four_score_alone {
            let why = format!("four {}s do not score without the pair", Terms::of(rules).kan);
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
        let (yakuman, liable, fed, scored) = match (&win.hand, &win.worth) {
            (Some(Hand::Line(kans)), _) => {
                let (claim, score) = self.written_kans(rules, record, win, kans)?;
                let Winner { liable, .. } = claim.winner(rules, &score);
                (
                    score.value.yakuman(),
                    liable,
                    claim.fed_kan,
                    Some(Box::new((claim, score))),
                )
            }
            (_, Some(Worth::Yakuman(count))) => {
                let liable = liable(rules, win, Value::Yakuman(*count), place)?;
                (*count, liable, win.fed_kan, None)
            }
            _ => {
                let why = "write the four kans as its hand, or yakuman";
                return Err(SettleError::field(place, why));
            }
        };
        let kans = Box::new(FourKansWin {
            seat: win.seat,
            yakuman,
            liable,
            fed,
        });
        Ok(Ended::FourKans { kans, scored })
    }

    fn written_kans(
        &self,
        rules: &Rules,
        record: &Record,
        win: &WinRecord,
        kans: &str,
    ) -> Result<(Claim, Score), SettleError> {
        let field = || "wins[0].hand".to_owned();
        // The melds are checked as those of a hand with a pair, won on the replacement tile.
        let line = format!("{kans} +1z tsumo rinshan seat={} round={}", win.seat, record.round);
        let mut hand = match Request::of_line(&record.rules, &line) {
            Ok(request) => request.hand,
            Err(error) => return Err(SettleError::Hand { field: field(), error }),
        };
        let melds = hand.win.melds.clone();
        if melds.len() != 4 || !melds.iter().all(|meld| meld.kind.is_kan()) || !hand.win.hand.is_empty() {
            let why = "write four kans and nothing else, such as [9999p ankan]";
            return Err(SettleError::field(field(), why));
        }
        let is_free = |kind: &Kind| {
            let in_kan = |meld: &Meld| meld.tiles.iter().any(|tile| tile.kind() == *kind);
            rules.tiles.copies_of(*kind) > 1 && !melds.iter().any(in_kan)
        };
        let pair = Kind::of_hand().find(is_free).map(Tile::plain);
        hand.win.hand.extend(pair);
        hand.win.tile = pair.unwrap_or(hand.win.tile);
        let win_with_pair = hand.checked(rules).map_err(RequestError::hand(rules))?;
        let called = melds.iter().any(|meld| meld.kind == MeldKind::Daiminkan);
        if rules.settings.kan.four_fed && called && hand.fed_kan == FedKan::Unsaid {
            return Err(RequestError::hand(rules)(HandFault::WhoFedTheKan).into());
        }
        let score = score_four_kans(rules, win.seat, &MeldSets::new(melds.iter().filter_map(Set::of_meld)));
        let counts = |id: &str| {
            let mut counted = score.lines(rules).map(|line| &rules.yaku[usize::from(line.yaku)].id);
            counted.any(|counted| counted == id)
        };
        if let Some(yaku) = hand.feeder_unsaid(rules, &win_with_pair).filter(|yaku| counts(yaku)) {
            let why = format!("all sets of {yaku} were called: add who fed the last of them, such as pao={yaku}:west");
            return Err(SettleError::ruled(rules, Key::PaoYaku, field(), why));
        }
        if let Some((yaku, _)) = hand.pao.iter().find(|(yaku, _)| !counts(yaku)) {
            let why = format!("remove pao={yaku}: the four kans score alone, so {yaku} does not count");
            return Err(SettleError::ruled(rules, Key::KanFourOnly, field(), why));
        }
        let place = |id: &str| rules.yaku.iter().position(|yaku| yaku.id == id);
        let liable = hand.pao.iter();
        let claim = Claim {
            pao: liable
                .filter_map(|(id, wind)| Some((place(id)? as u16, *wind)))
                .collect(),
            fed_kan: hand.fed_kan.feeder(),
            responsible: None,
            ippatsu_ended: false,
            hand: HandState {
                honba: record.honba,
                ..HandState::bare(rules.seats())
            },
            win: Win {
                hand: Tiles::new(),
                ..win_with_pair
            },
        };
        Ok((claim, score))
    }
}

fn alone(rules: &Rules) -> String {
    format!("four {}s score alone", Terms::of(rules).kan)
}

impl Ended {
    /// Calls `then` with what the rules settle.
    pub(super) fn with<T>(&self, flowers: &BySeat<u8>, then: impl FnOnce(&Ending) -> T) -> T {
        match self {
            Ended::Won { winners, .. } => {
                let winners: Vec<Winner> = winners.iter().map(|won| won.winner.clone()).collect();
                then(&Ending::Won(&winners))
            }
            Ended::FourKans { kans, .. } => then(&Ending::FourKans(kans)),
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
